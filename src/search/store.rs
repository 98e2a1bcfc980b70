//! A list that grows without moving what it holds.

use std::collections::TryReserveError;

/// Bits of an element's place within its chunk.
const BITS: u32 = 12;
/// Elements of a chunk.
const CHUNK: usize = 1 << BITS;

/// A list in chunks: growing copies one chunk at most, so that the memory held never exceeds what
/// was asked for, and hardly exceeds what is used.
///
/// ```text
///   number   high bits: chunk | low 12 bits: place in it
/// ```
pub(super) struct Store<T> {
    /// All but the last hold exactly [`CHUNK`] elements, or will hold them before the next is used.
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Store<T> {
    pub(super) fn new() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Makes room for `room` elements in all.
    ///
    /// # Errors
    /// There is no memory for them. Nothing is lost.
    pub(super) fn reserve(&mut self, room: usize) -> Result<(), TryReserveError> {
        self.chunks.try_reserve_exact(room.div_ceil(CHUNK).saturating_sub(self.chunks.len()))?;
        let mut before = self.chunks.len().saturating_sub(1) * CHUNK;
        while before < room {
            if before / CHUNK == self.chunks.len() {
                self.chunks.push(Vec::new());
            }
            let chunk = &mut self.chunks[before / CHUNK];
            let least = (room - before).min(CHUNK);
            chunk.try_reserve_exact(least.saturating_sub(chunk.len()))?;
            before += CHUNK;
        }
        Ok(())
    }

    /// Gives back the room that is not used.
    pub(super) fn shrink_to_fit(&mut self) {
        self.chunks.truncate(self.len.div_ceil(CHUNK));
        if let Some(last) = self.chunks.last_mut() {
            last.shrink_to_fit();
        }
        self.chunks.shrink_to_fit();
    }

    /// Adds an element; there must be room for it.
    #[inline]
    pub(super) fn push(&mut self, value: T) {
        self.chunks[self.len >> BITS].push(value);
        self.len += 1;
    }

    /// Adds elements; there must be room for them.
    pub(super) fn extend(&mut self, values: impl ExactSizeIterator<Item = T>) {
        let mut values = values;
        while values.len() > 0 {
            let chunk = &mut self.chunks[self.len >> BITS];
            let before = chunk.len();
            chunk.extend(values.by_ref().take(CHUNK - before));
            self.len += chunk.len() - before;
        }
    }
}

impl<T> std::ops::Index<usize> for Store<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.chunks[at >> BITS][at & (CHUNK - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_holds_what_a_list_holds() {
        for step in [1, 7, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5] {
            let mut store = Store::new();
            let mut room = 0;
            for value in 0..4 * CHUNK + 10 {
                if value == room {
                    room += step;
                    store.reserve(room).expect("there is memory");
                    let held: usize = store.chunks.iter().map(Vec::capacity).sum();
                    assert_eq!(held, room);
                }
                store.push(value);
            }
            assert_eq!(store.len(), 4 * CHUNK + 10);
            assert!((0..store.len()).all(|at| store[at] == at));
            store.reserve(6 * CHUNK).expect("there is memory");
            store.shrink_to_fit();
            let held: usize = store.chunks.iter().map(Vec::capacity).sum();
            assert_eq!(held, store.len());
            store.reserve(store.len() + 1).expect("there is memory");
            store.push(store.len());
            assert!((0..store.len()).all(|at| store[at] == at));
            let end = store.len() + step;
            store.reserve(end).expect("there is memory");
            store.extend(store.len()..end);
            assert!(store.len() == end && (0..end).all(|at| store[at] == at));
        }
    }
}
