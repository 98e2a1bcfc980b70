//! Expanding some states before the successors of the first of them are kept.
//!
//! In a large search each look-up reads a slot of the table, and often a state, that no cache holds.
//! So the successors of a few states are found first, and the memory is asked for all their slots,
//! then for the states that these slots name, before any of them is looked up:
//!
//! ```text
//!   number   … | 7  8  9  10 | 11 …           found, from the end: those of 7, of 8, of 9, of 10
//!               ^cursor       ^end            kept: those of 7, then cursor + 1, then those of 8 …
//! ```
//!
//! They are kept in the order of discovery, and the cursor passes a state when its successors are
//! kept. A search that halts in between drops those that are left and finds them again: what it
//! holds is the same at every halt, whether or not it looks ahead.

use super::super::index::hash_of;
use super::super::prefetch::{Cache, prefetch};
use super::super::{Budget, Space, Stop};
use super::Search;

/// Successors that are found before the first is kept, if the table is large.
const AHEAD: usize = 32;
/// Most successors that the buffer for them is kept for.
const MOST_SCRATCH: usize = 4096;

/// Successors that are found and not kept yet, in reverse order.
pub(super) struct Ahead<S: Space> {
    /// Where the table is small, a buffer for the successors of one state.
    pub(super) found: Vec<(S::Move, S::State)>,
    /// Their hashes.
    hashes: Vec<u64>,
    /// For every state that is expanded, the last one first: how many are left once its own are kept.
    rests: Vec<usize>,
}

impl<S: Space> Ahead<S> {
    pub(super) fn new() -> Self {
        Self { found: Vec::new(), hashes: Vec::new(), rests: Vec::new() }
    }

    /// Whether no state is expanded ahead.
    pub(super) fn is_empty(&self) -> bool {
        self.rests.is_empty()
    }

    /// Drops what is left.
    pub(super) fn clear(&mut self) {
        self.rests.clear();
        self.found.clear();
        self.hashes.clear();
        if self.found.capacity() > MOST_SCRATCH {
            self.found = Vec::new();
            self.hashes = Vec::new();
        }
    }

    /// Keeps an empty buffer for the next state, unless it is large.
    pub(super) fn keep_buffer(&mut self, found: Vec<(S::Move, S::State)>) {
        if found.capacity() <= MOST_SCRATCH {
            self.found = found;
        }
    }

    /// The number of successors of the next state, and of those after them.
    pub(super) fn of_next(&self) -> (usize, usize) {
        let rest = self.rests.last().copied().unwrap_or(0);
        (self.found.len() - rest, rest)
    }

    /// The next successor with its move and hash. `None` when only `rest` are left: then the next
    /// state is passed.
    #[inline]
    pub(super) fn pop(&mut self, rest: usize) -> Option<(S::Move, S::State, u64)> {
        if self.found.len() == rest {
            self.rests.pop();
            return None;
        }
        let (by, state) = self.found.pop()?;
        Some((by, state, self.hashes.pop().unwrap_or(0)))
    }
}

impl<S: Space> Search<S> {
    /// Appends the successors of a state that is not expanded.
    ///
    /// # Errors
    /// The budget's stop. The contents of `found` are then useless.
    #[inline(always)]
    pub(super) fn successors(
        &self,
        id: usize,
        budget: &Budget,
        found: &mut Vec<(S::Move, S::State)>,
    ) -> Result<(), Stop> {
        let skip = self.skips.as_ref().map_or(0, |skips| skips.note(id));
        self.space.successors_within(&self.states[id], skip, budget, found)
    }

    /// Finds the successors of the state at the cursor, and of some more below `end`.
    ///
    /// # Errors
    /// The budget's stop. Nothing is changed.
    pub(super) fn look_ahead(&mut self, end: u64, budget: &Budget) -> Result<(), Stop> {
        self.ahead.clear();
        let Ahead { mut found, mut hashes, mut rests } =
            std::mem::replace(&mut self.ahead, Ahead::new());
        let end = end.min(self.states.len() as u64) as usize;
        for id in self.cursor.. {
            let before = found.len();
            if let Err(stop) = self.successors(id, budget, &mut found) {
                found.truncate(before);
                if id == self.cursor {
                    return Err(stop);
                }
                break;
            }
            let came = self.came(id);
            let mut kept = before;
            for at in before..found.len() {
                let (by, state) = &found[at];
                if came.is_some_and(|came| self.space.takes_back(came, *by)) {
                    continue;
                }
                let hash = hash_of(state);
                self.index.prefetch(hash);
                hashes.push(hash);
                if at > kept {
                    found.swap(at, kept);
                }
                kept += 1;
            }
            found.truncate(kept);
            rests.push(found.len());
            if found.len() >= AHEAD || id + 1 >= end {
                break;
            }
        }
        for &hash in &hashes {
            if let Some(id) = self.index.likely(hash) {
                prefetch(&self.states[id as usize], Cache::First);
            }
        }
        let all = found.len();
        found.reverse();
        hashes.reverse();
        rests.reverse();
        for rest in &mut rests {
            *rest = all - *rest;
        }
        self.ahead = Ahead { found, hashes, rests };
        Ok(())
    }
}
