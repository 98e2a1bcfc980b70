//! Notes on moves that need not be tried.

use std::collections::VecDeque;

use super::prefetch::prefetch;

/// Notes in a chunk: small beside a layer, large beside the list of chunks.
const CHUNK: usize = 4096;

/// Notes for every open state on those of its moves that lead to no new state.
///
/// Every parent that is expanded before the state adds its note, not only the first one. A chunk is
/// freed when the last of its states is expanded, so that only open states have notes:
///
/// ```text
///   chunk     0    1    2    3 …          base: number of the first note that is kept
///            gone gone [    ][    ]
///                      ^base
/// ```
#[derive(Default)]
pub(super) struct Skips {
    chunks: VecDeque<Box<[u32; CHUNK]>>,
    /// The number of the state that the first note is for, a multiple of [`CHUNK`].
    base: usize,
}

impl Skips {
    /// Hints that a note will be added for a state soon.
    #[inline]
    pub(super) fn prefetch(&self, id: usize) {
        let at = id.wrapping_sub(self.base);
        if let Some(chunk) = self.chunks.get(at / CHUNK) {
            prefetch(&chunk[at % CHUNK]);
        }
    }

    /// Adds a note for a state, unless the state is known to be expanded.
    #[inline(always)]
    pub(super) fn add(&mut self, id: usize, note: u32) {
        if let Some(at) = id.checked_sub(self.base) {
            if at / CHUNK >= self.chunks.len() {
                self.grow(at / CHUNK);
            }
            self.chunks[at / CHUNK][at % CHUNK] |= note;
        }
    }

    /// Makes chunks up to the one with the number `last`.
    #[cold]
    fn grow(&mut self, last: usize) {
        while last >= self.chunks.len() {
            self.chunks.push_back(Box::new([0; CHUNK]));
        }
    }

    /// Returns the notes for a state that is not expanded.
    #[inline]
    pub(super) fn note(&self, id: usize) -> u32 {
        let at = id - self.base;
        self.chunks.get(at / CHUNK).map_or(0, |chunk| chunk[at % CHUNK])
    }

    /// Drops chunks of notes for states below `id`, which are all expanded.
    #[inline]
    pub(super) fn forget_below(&mut self, id: usize) {
        while id >= self.base + CHUNK {
            self.chunks.pop_front();
            self.base += CHUNK;
        }
    }

    /// Returns the bytes that notes for all states below `count` take beyond those that are held.
    pub(super) fn growth(&self, count: usize) -> usize {
        let chunks = count.saturating_sub(self.base).div_ceil(CHUNK);
        4 * CHUNK * chunks.saturating_sub(self.chunks.len())
    }

    /// Returns the bytes held, without the list of chunks.
    pub(super) fn bytes(&self) -> usize {
        4 * CHUNK * self.chunks.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_states_have_notes_and_no_others() {
        let mut skips = Skips::default();
        assert_eq!((skips.note(0), skips.bytes()), (0, 0));
        for id in (0..20_000).step_by(3) {
            skips.add(id, 1);
            skips.add(id, id as u32 & !1);
        }
        for id in 0..30_000 {
            let note = if id < 20_000 && id % 3 == 0 { id as u32 | 1 } else { 0 };
            assert_eq!(skips.note(id), note);
            skips.forget_below(id + 1);
            // A note for a state that is already expanded changes nothing.
            skips.add(id.saturating_sub(2 * CHUNK), 0);
            assert!(skips.bytes() <= 4 * (20_000_usize.saturating_sub(id) + 2 * CHUNK));
        }
    }
}
