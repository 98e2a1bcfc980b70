//! A list that grows without moving what it holds.

use std::collections::TryReserveError;

/// Bits of an element's place within one of the first chunks.
const SMALL: u32 = 12;
/// Bits of an element's place within a later chunk: so few chunks that their list stays in the
/// nearest cache, and each so large that the system can back it by a large page. Tests reach the
/// later ones with few elements.
const LARGE: u32 = if cfg!(test) { 14 } else { 19 };
/// Elements of all small chunks together.
const HEAD: usize = 1 << LARGE;
/// Number of small chunks.
const SMALL_CHUNKS: usize = HEAD >> SMALL;

/// A list in chunks: growing copies one small chunk at most, so that the memory held never exceeds
/// what was asked for, and hardly exceeds what is used.
///
/// ```text
///   number below 2^19   bits from 12: chunk           | low 12 bits: place in it
///   number from 2^19    bits from 19, plus 127: chunk | low 19 bits: place in it
/// ```
pub(super) struct Store<T> {
    /// Every small chunk except the last has, or will have before the next chunk is used, exactly
    /// its full size; a large chunk has room for all its elements from the beginning.
    chunks: Vec<Vec<T>>,
    len: usize,
    room: usize,
}

/// Returns the room of a store that was asked for `room` elements: large chunks are made whole.
pub(super) fn room_for(room: usize) -> usize {
    if room <= HEAD { room } else { room.next_multiple_of(HEAD) }
}

impl<T> Store<T> {
    pub(super) fn new() -> Self {
        Self { chunks: Vec::new(), len: 0, room: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of elements that there is room for.
    pub(super) fn room(&self) -> usize {
        self.room
    }

    /// Returns the chunk of an element, and its place there.
    #[inline(always)]
    fn place(at: usize) -> (usize, usize) {
        if at < HEAD {
            (at >> SMALL, at & ((1 << SMALL) - 1))
        } else {
            (SMALL_CHUNKS - 1 + (at >> LARGE), at & (HEAD - 1))
        }
    }

    /// Returns the number of elements that a chunk holds when it is full.
    fn size_of(chunk: usize) -> usize {
        if chunk < SMALL_CHUNKS { 1 << SMALL } else { HEAD }
    }

    /// Makes room for [`room_for`] that many elements in all.
    ///
    /// # Errors
    /// There is no memory for them. Nothing is lost.
    pub(super) fn reserve(&mut self, room: usize) -> Result<(), TryReserveError> {
        let room = room_for(room);
        let Some(last) = room.checked_sub(1) else { return Ok(()) };
        let (last, within) = Self::place(last);
        self.chunks.try_reserve_exact((last + 1).saturating_sub(self.chunks.len()))?;
        for number in self.chunks.len().saturating_sub(1)..=last {
            if number == self.chunks.len() {
                self.chunks.push(Vec::new());
            }
            let size = Self::size_of(number);
            let least = if number == last { within + 1 } else { size };
            let chunk = &mut self.chunks[number];
            chunk.try_reserve_exact(least.saturating_sub(chunk.len()))?;
        }
        self.room = self.room.max(room);
        Ok(())
    }

    /// Gives back the room that is not used.
    pub(super) fn shrink_to_fit(&mut self) {
        let used = self.len.checked_sub(1).map_or(0, |last| Self::place(last).0 + 1);
        self.chunks.truncate(used);
        if let Some(last) = self.chunks.last_mut() {
            last.shrink_to_fit();
        }
        self.chunks.shrink_to_fit();
        self.room = self.len;
    }

    /// Adds an element; there must be room for it.
    #[inline]
    pub(super) fn push(&mut self, value: T) {
        self.chunks[Self::place(self.len).0].push(value);
        self.len += 1;
    }

    /// Adds elements; there must be room for them.
    pub(super) fn extend(&mut self, values: impl ExactSizeIterator<Item = T>) {
        let mut values = values;
        while values.len() > 0 {
            let (number, before) = Self::place(self.len);
            let size = Self::size_of(number);
            let chunk = &mut self.chunks[number];
            chunk.extend(values.by_ref().take(size - before));
            self.len += chunk.len() - before;
        }
    }
}

impl<T> std::ops::Index<usize> for Store<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        let (chunk, within) = Self::place(at);
        &self.chunks[chunk][within]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_holds_what_a_list_holds() {
        const CHUNK: usize = 1 << SMALL;
        let most = 3 * HEAD + 10;
        for step in [1, 7, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5, HEAD + 1] {
            let mut store = Store::new();
            let mut room = 0;
            for value in 0..most {
                if value == room {
                    room = room_for(room + step);
                    store.reserve(room).expect("there is memory");
                    let held: usize = store.chunks.iter().map(Vec::capacity).sum();
                    assert_eq!((held, store.room()), (room, room));
                }
                store.push(value);
            }
            assert_eq!(store.len(), most);
            assert!((0..store.len()).all(|at| store[at] == at));
            store.reserve(4 * HEAD + CHUNK).expect("there is memory");
            store.shrink_to_fit();
            let held: usize = store.chunks.iter().map(Vec::capacity).sum();
            assert_eq!((held, store.room()), (store.len(), store.len()));
            store.reserve(store.len() + 1).expect("there is memory");
            store.push(store.len());
            assert!((0..store.len()).all(|at| store[at] == at));
            let end = store.len() + step;
            store.reserve(end).expect("there is memory");
            store.extend(store.len()..end);
            assert!(store.len() == end && (0..end).all(|at| store[at] == at));
        }
    }

    #[test]
    fn a_small_store_holds_no_more_than_was_asked_for() {
        let mut store = Store::<u64>::new();
        for room in [0, 1, 300, 5000, HEAD - 1, HEAD] {
            store.reserve(room).expect("there is memory");
            let held: usize = store.chunks.iter().map(Vec::capacity).sum();
            assert_eq!((held, room_for(room)), (room, room));
        }
    }
}
