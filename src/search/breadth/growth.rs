//! Making room for more states, and counting the bytes of a search.

use super::super::index::{Dense, hash_of};
use super::super::skips::Skips;
use super::super::store::room_for;
use super::super::{Budget, Space, Stop};
use super::{NONE, Search};

/// States that room is made for at a time, once there are many.
const MORE_ROOM: usize = 1024;
/// States that are put into a new table between two looks at the cancel flag: few, because each may
/// touch a page that the system has yet to provide.
const SLICE: usize = 1024;
/// Slots that are asked for at once while a large table is filled.
const AT_ONCE: usize = 32;

impl<S: Space> Search<S> {
    /// Gives back the room that was made for states that do not exist.
    pub(super) fn shrink_to_fit(&mut self) {
        self.states.shrink_to_fit();
        self.links.shrink_to_fit();
        self.moves.shrink_to_fit();
        self.room = self.states.len();
        self.skips = None;
    }

    /// Makes room for that many successors.
    #[inline]
    pub(super) fn make_room_for(&mut self, count: usize, budget: &Budget) -> Result<(), Stop> {
        // Each may bring its companion by a free move.
        let needed = self.states.len() + 2 * count;
        if needed > self.room { self.make_room(needed, budget) } else { Ok(()) }
    }

    /// Makes room for `needed` states and some more.
    pub(super) fn make_room(&mut self, needed: usize, budget: &Budget) -> Result<(), Stop> {
        let mut room = needed.max(self.room + (self.room / 4).min(MORE_ROOM));
        // Memory that states hold beyond their own size is charged only shortly before they come.
        if self.properties.heap_bytes == 0 {
            room = room_for(room);
        }
        if room >= NONE as usize {
            return Err(Stop::Memory);
        }
        let notes = self.skips.as_ref().map_or(0, |skips| skips.growth(room)) as u64;
        let more = |slots| {
            let bytes = self.bytes_of(room_for(room), room, slots) + notes;
            bytes.saturating_sub(self.charge.bytes())
        };
        // Twice as many slots are filled seldom; a quarter more if memory is scarce.
        let many = self.index.slots_for(room, 1);
        let slots = if more(many) < budget.free() { many } else { self.index.slots_for(room, 4) };
        budget.fits(more(slots))?;
        let grown = self.grow(room, slots, budget);
        self.charge.set(self.bytes() + notes, budget);
        grown
    }

    /// Makes room for `room` states, with that many slots.
    pub(super) fn grow(&mut self, room: usize, slots: usize, budget: &Budget) -> Result<(), Stop> {
        let reserved = self
            .states
            .reserve(room)
            .and_then(|()| self.moves.reserve(room))
            .and_then(|()| if self.links_are_kept { self.links.reserve(room) } else { Ok(()) });
        if reserved.is_err() {
            return Err(Stop::Memory);
        }
        if self.dense.is_some() || slots == self.index.slots() {
            self.room = room;
            return Ok(());
        }
        let made = self.index.reset(slots);
        self.indexed = 0;
        self.look_again();
        if made.is_ok() {
            self.room = room;
        }
        self.fill_index(budget)?;
        made.map_err(|_| Stop::Memory)
    }

    /// Puts the states into the index that are missing there.
    pub(super) fn fill_index(&mut self, budget: &Budget) -> Result<(), Stop> {
        while self.dense.is_none() && self.indexed < self.states.len() {
            budget.rest()?;
            let end = self.states.len().min(self.indexed + SLICE);
            let far = self.index.is_far();
            let mut hashes = [0; AT_ONCE];
            for first in (self.indexed..end).step_by(AT_ONCE) {
                let last = end.min(first + AT_ONCE);
                for (id, hash) in (first..last).zip(&mut hashes) {
                    *hash = hash_of(&self.states[id]);
                    if far {
                        self.index.prefetch(self.index.place(*hash));
                    }
                }
                for (id, &hash) in (first..last).zip(&hashes) {
                    let free = self.index.find(hash, self.index.place(hash), |_| false);
                    self.index.fill(free.expect_err("no state is in the table twice"), id as u32);
                }
            }
            self.indexed = end;
        }
        Ok(())
    }

    /// Writes the number of its state for every dense number.
    pub(super) fn fill_dense(&mut self, budget: &Budget) -> Result<(), Stop> {
        let Some(dense) = &mut self.dense else { return Ok(()) };
        let count = self.states.len();
        if dense.ids() != count {
            budget.fits(dense.bytes_of(count) as u64)?;
            self.indexed = 0;
            dense.make_ids(count).map_err(|_| Stop::Memory)?;
        }
        while self.indexed < self.states.len() {
            budget.rest()?;
            let end = self.states.len().min(self.indexed + SLICE);
            for id in self.indexed..end {
                dense.fill(self.space.dense_number(&self.states[id]), id as u32);
            }
            self.indexed = end;
        }
        self.charge.set(self.bytes(), budget);
        Ok(())
    }

    /// Returns the bytes that the search holds.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes_of(self.states.room(), self.room, self.index.slots())
    }

    /// Returns the bytes that the search holds with places for `places` states, of which `room` may
    /// be used, and `slots` slots.
    pub(super) fn bytes_of(&self, places: usize, room: usize, slots: usize) -> u64 {
        let link = if self.links_are_kept { 4 } else { 0 };
        let each = size_of::<S::State>() + link + size_of::<S::Move>();
        let table = self.dense.as_ref().map_or(4 * slots, Dense::bytes);
        let notes = self.skips.as_ref().map_or(0, Skips::bytes);
        (places * each
            + room * self.properties.heap_bytes
            + table
            + notes
            + 4 * (self.layers.len() + self.goals.capacity())) as u64
    }
}
