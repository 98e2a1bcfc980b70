//! Expanding some states before the successors of the first of them are kept.
//!
//! In a large search each look-up reads a slot of the table, and often a state and its note, that
//! no cache holds. So successors wait in a queue: the memory is asked for the slot of one that
//! joins the queue, and some places later for the state and the note that this slot names.
//!
//! ```text
//!   number   … | 7  8  9  10 | 11 …           queue: successors of 7, of 8, of 9, of 10
//!               ^cursor       ^next                  ^kept first       ^slot  ^joins: slot
//!                                                                       read    asked for
//! ```
//!
//! They are kept in the order of discovery, and the cursor passes a state when its successors are
//! kept. A search that halts in between drops the waiting successors and finds them again, so that
//! it holds the same states at every halt, whether or not it looks ahead.
//!
//! The Time Machine, a board of Layton's with 31 million states to 39 moves, takes 13.6 s of processor
//! with it and 16.8 s without it.
//!
//! Looking ahead in small tables as well does not pay, because the near caches hold them: it takes
//! 1.31 times as long on Euler 244 (103 thousand states) and 1.04 times on L'âne rouge (26
//! thousand).

use std::collections::VecDeque;

use super::super::index::hash_of;
use super::super::prefetch::prefetch;
use super::super::{Budget, Space, Stop};
use super::Search;

/// Successors that are found before the first is kept, if the table is large.
const AHEAD: usize = 32;
/// Successors that join the queue after one before its slot is read.
const LATER: usize = 12;
/// The largest number of successors for which the buffers keep room.
pub(super) const MOST_SCRATCH: usize = 4096;

/// A successor that waits.
pub(super) struct Waiting<S: Space> {
    pub(super) by: S::Move,
    pub(super) state: S::State,
    pub(super) hash: u64,
    /// The place in the index from which to look.
    pub(super) at: usize,
}

/// Successors that are found and not kept yet.
pub(super) struct Ahead<S: Space> {
    /// The successors of the states that are expanded ahead.
    queue: VecDeque<Waiting<S>>,
    /// The number of successors in the queue for each of these states.
    counts: VecDeque<usize>,
    /// The number of successors in the queue whose slots have been read.
    read: usize,
}

impl<S: Space> Ahead<S> {
    pub(super) fn new() -> Self {
        let queue = VecDeque::new();
        let counts = VecDeque::new();
        Self { queue, counts, read: 0 }
    }

    /// Drops all waiting successors.
    pub(super) fn clear(&mut self) {
        self.counts.clear();
        self.queue.clear();
        self.read = 0;
        if self.queue.capacity() > MOST_SCRATCH {
            self.queue = VecDeque::new();
        }
    }

    /// Passes on to the next state, and returns the number of its successors.
    pub(super) fn pass(&mut self) -> usize {
        self.counts.pop_front().unwrap_or(0)
    }

    /// Returns the number of successors of the next state.
    pub(super) fn of_next(&self) -> usize {
        self.counts.front().copied().unwrap_or(0)
    }

    /// Returns the next successor, and removes it from the queue.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Waiting<S>> {
        self.read = self.read.saturating_sub(1);
        self.queue.pop_front()
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
        out: &mut Vec<(S::Move, S::State)>,
    ) -> Result<(), Stop> {
        let skip = self.skips.as_ref().map_or(0, |skips| skips.note(id));
        self.space.expand(&self.states[id], skip, budget, out)
    }

    /// Finds the successors of the state at the cursor, and of some more below `end`, unless they
    /// are found.
    ///
    /// # Errors
    /// The budget's stop. Nothing is changed.
    pub(super) fn look_ahead(
        &mut self,
        end: u64,
        budget: &Budget,
        successors: &mut Vec<(S::Move, S::State)>,
    ) -> Result<(), Stop> {
        let end = end.min(self.states.len() as u64) as usize;
        while self.ahead.queue.len() < AHEAD {
            let id = self.cursor + self.ahead.counts.len();
            if id >= end {
                break;
            }
            if let Err(stop) = self.successors(id, budget, successors) {
                if id == self.cursor {
                    return Err(stop);
                }
                successors.clear();
                break;
            }
            let last = self.last_move(id);
            let before = self.ahead.queue.len();
            for (by, state) in successors.drain(..) {
                if last.is_some_and(|last| self.space.takes_back(last, by)) {
                    continue;
                }
                let hash = hash_of(&state);
                let at = self.index.place(hash);
                self.index.prefetch(at);
                self.ahead.queue.push_back(Waiting { by, state, hash, at });
            }
            self.ahead.counts.push_back(self.ahead.queue.len() - before);
        }

        let ready = self.ahead.queue.len().saturating_sub(LATER);
        for waiting in self.ahead.queue.range_mut(self.ahead.read.min(ready)..ready) {
            let (at, id) = self.index.likely(waiting.hash, waiting.at);
            waiting.at = at;
            if let Some(id) = id {
                prefetch(&self.states[id as usize]);
                if let Some(skips) = &self.skips {
                    skips.prefetch(id as usize);
                }
            }
        }
        self.ahead.read = self.ahead.read.max(ready);
        Ok(())
    }

    /// Lets successors that wait look for their slots again, after the table has changed its size.
    pub(super) fn look_again(&mut self) {
        self.ahead.read = 0;
        for waiting in &mut self.ahead.queue {
            waiting.at = self.index.place(waiting.hash);
        }
    }
}
