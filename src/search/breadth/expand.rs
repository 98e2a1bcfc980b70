//! Expanding a state, and keeping those of its successors that are new.

use super::super::index::{Free, hash_of};
use super::super::{Budget, Space, Stop};
use super::Search;
use super::ahead::MOST_SCRATCH;

/// The place where a new state belongs.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    /// In the index.
    Free(Free),
    /// Under its dense number.
    Number(usize),
}

impl<S: Space> Search<S> {
    /// Returns the slot for `state`, or `None` if the state is known.
    #[inline(always)]
    pub(super) fn new_slot(&self, hash: u64, state: &S::State) -> Option<Slot> {
        self.new_slot_from(hash, self.index.place(hash), state)
    }

    /// Returns the slot for `state`, looking from slot `at` on, or `None` if the state is known.
    #[inline(always)]
    fn new_slot_from(&self, hash: u64, at: usize, state: &S::State) -> Option<Slot> {
        match &self.dense {
            Some(dense) => {
                let number = self.space.dense_number(state);
                (!dense.knows(number)).then_some(Slot::Number(number))
            }
            None => self.find(hash, at, state).err().map(Slot::Free),
        }
    }

    /// Returns the slot for `state`, or `None` if it is known. An open state gets the note of `by`.
    #[inline(always)]
    fn slot_or_note(
        &mut self,
        hash: u64,
        at: usize,
        by: S::Move,
        state: &S::State,
    ) -> Option<Slot> {
        if self.skips.is_none() {
            return self.new_slot_from(hash, at, state);
        }
        let (id, slot) = match self.find(hash, at, state) {
            Ok(id) => (id as usize, None),
            Err(free) => (self.states.len(), Some(Slot::Free(free))),
        };
        if let Some(skips) = &mut self.skips
            && id > self.cursor
        {
            skips.add(id, self.space.skip_of(by, state));
        }
        slot
    }

    /// Returns the number of a state with that hash, or the free slot where it belongs. See
    /// [`Index::find`] for `at`.
    ///
    /// [`Index::find`]: super::super::index::Index::find
    #[inline(always)]
    pub(super) fn find(&self, hash: u64, at: usize, state: &S::State) -> Result<u32, Free> {
        self.index.find(hash, at, |id| self.states[id as usize] == *state)
    }

    /// Returns the hash of a state, or 0 if states are found by dense numbers and not by hash.
    #[inline(always)]
    pub(super) fn hash(&self, state: &S::State) -> u64 {
        if self.dense.is_some() { 0 } else { hash_of(state) }
    }

    /// Expands the state at the cursor, or changes nothing and returns why it stopped. Looks at no
    /// state from `end` on. `successors` is an empty buffer; after a stop its contents are useless.
    pub(super) fn expand(
        &mut self,
        end: u64,
        budget: &Budget,
        successors: &mut Vec<(S::Move, S::State)>,
    ) -> Result<(), Stop> {
        if self.index.is_far() {
            self.look_ahead(end, budget, successors)?;
            self.make_room_for(self.ahead.of_next(), budget)?;
            for _ in 0..self.ahead.pass() {
                let Some(next) = self.ahead.pop() else { break };
                self.discover(next.hash, next.at, next.by, next.state);
            }
        } else {
            self.successors(self.cursor, budget, successors)?;
            self.make_room_for(successors.len(), budget)?;
            let last = self.last_move(self.cursor);
            for (by, state) in successors.drain(..) {
                if !last.is_some_and(|last| self.space.takes_back(last, by)) {
                    let hash = self.hash(&state);
                    self.discover(hash, self.index.place(hash), by, state);
                }
            }
        }

        if successors.capacity() > MOST_SCRATCH {
            *successors = Vec::new();
        }

        self.cursor += 1;
        if let Some(skips) = &mut self.skips {
            skips.forget_below(self.cursor);
        }
        if self.layers.get(self.depth + 1).is_some_and(|&next| next as usize == self.cursor) {
            self.depth += 1;
        }
        Ok(())
    }

    /// Returns the move that first led to a state, for [`Space::takes_back`]. Returns `None` for a
    /// start, and also if notes are made, because the note for the state then says what is known.
    #[inline]
    pub(super) fn last_move(&self, id: usize) -> Option<S::Move> {
        if self.skips.is_some() {
            return None;
        }
        id.checked_sub(self.starts).map(|link| self.moves[link])
    }

    /// Keeps a successor of the state at the cursor if it is new. There must be room for it.
    #[inline(always)]
    fn discover(&mut self, hash: u64, at: usize, by: S::Move, state: S::State) {
        let Some(slot) = self.slot_or_note(hash, at, by, &state) else { return };
        if self.layers.len() == self.depth + 1 {
            self.layers.push(self.states.len() as u32);
        }
        let companion = self.space.free_move(&state);
        let id = self.keep(slot, state);
        if self.links_are_kept {
            self.links.push(self.cursor as u32);
        }
        self.moves.push(by);
        if let Some((by, state)) = companion
            && let Some(slot) = self.new_slot(self.hash(&state), &state)
        {
            self.keep(slot, state);
            self.links.push(id);
            self.moves.push(by);
        }
    }

    /// Keeps a new state under the next number; the caller adds its links.
    #[inline(always)]
    pub(super) fn keep(&mut self, slot: Slot, state: S::State) -> u32 {
        let id = self.states.len() as u32;
        match (slot, &mut self.dense) {
            (Slot::Number(number), Some(dense)) => {
                dense.learn(number);
            }
            (Slot::Free(free), _) => {
                self.index.fill(free, id);
                self.indexed = id as usize + 1;
            }
            (Slot::Number(_), None) => unreachable!("numbers come from the dense table"),
        }
        self.note_goal(id, &state);
        self.states.push(state);
        id
    }

    /// Notes a new state of the deepest layer if it is a goal and no earlier layer has one.
    #[inline(always)]
    pub(super) fn note_goal(&mut self, id: u32, state: &S::State) {
        if self.space.is_goal(state)
            && self.goals.first().is_none_or(|&g| g >= self.layers[self.layers.len() - 1])
        {
            self.goals.push(id);
        }
    }
}
