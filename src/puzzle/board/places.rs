//! The searches of a puzzle, each at the state where it began.

use std::collections::BTreeMap;

use crate::puzzle::Searches;
use crate::search::Budget;

/// The searches of some states, by the numbers of the states.
#[derive(Default)]
pub(super) struct Places {
    places: BTreeMap<usize, Place>,
    /// The last command that was answered, and its state.
    answered: Option<(usize, String)>,
}

/// The searches of a state.
#[derive(Default)]
pub(super) struct Place {
    /// The searches; none before a command needs them, and after they were dropped.
    pub searches: Option<Box<dyn Searches>>,
    /// True if searches were dropped because memory was short, and no command has reported that yet.
    were_dropped: bool,
    /// When they were used last, as [`Account::moment`](crate::search::Account::moment) tells it.
    used: u64,
}

impl Place {
    /// Returns whether no search has begun.
    fn is_empty(&self) -> bool {
        self.searches.as_ref().is_none_or(|searches| searches.is_empty())
    }

    /// Drops all searches, because memory is short.
    fn drop_all(&mut self) {
        self.were_dropped |= !self.is_empty();
        self.searches = None;
    }
}

impl Places {
    /// Returns the searches of a state, if there are any.
    pub(super) fn get(&self, state: usize) -> Option<&dyn Searches> {
        self.places.get(&state)?.searches.as_deref()
    }

    /// Takes the searches of a state, for a question.
    pub(super) fn take(&mut self, state: usize) -> Place {
        self.places.remove(&state).unwrap_or_default()
    }

    /// Puts the searches of a state back, which were used at that moment. Most states have none.
    pub(super) fn put(&mut self, state: usize, place: Place, used: u64) {
        if !place.is_empty() || place.were_dropped {
            self.places.insert(state, Place { used, ..place });
        }
    }

    /// Returns the searches of a state if `command` was answered there last, and otherwise those
    /// `beside` the board: `status` does not see them.
    pub(super) fn known<'a>(
        &'a mut self,
        state: usize,
        command: &str,
        beside: &'a mut dyn Searches,
    ) -> &'a mut dyn Searches {
        let is_answered =
            self.answered.as_ref().is_some_and(|(at, text)| *at == state && text == command);
        let place = self.places.get_mut(&state).filter(|_| is_answered);
        match place.and_then(|place| place.searches.as_deref_mut()) {
            Some(searches) => searches,
            None => beside,
        }
    }

    /// Asks a question. While it `is_short` of memory, drops the searches of all states that are here, those
    /// used longest ago first, and asks again.
    pub(super) fn ask<T>(
        &mut self,
        budget: &Budget,
        is_short: impl Fn(&T) -> bool,
        mut question: impl FnMut() -> T,
    ) -> T {
        loop {
            let answer = question();
            if !is_short(&answer) || !budget.make_room(|| self.drop_oldest()) {
                return answer;
            }
        }
    }

    /// Takes note of a command that was answered in a state.
    pub(super) fn note_answer(&mut self, state: usize, command: &str) {
        self.answered = Some((state, command.to_owned()));
    }

    /// Returns whether searches of a state were dropped, unless that was asked before.
    pub(super) fn were_dropped(&mut self, state: usize) -> bool {
        let place = self.places.get_mut(&state);
        place.is_some_and(|place| std::mem::take(&mut place.were_dropped))
    }

    /// Returns the states that have searches.
    pub(super) fn states(&self) -> impl Iterator<Item = usize> {
        self.places.keys().copied()
    }

    /// Forgets the searches of a state.
    pub(super) fn forget(&mut self, state: usize) {
        self.places.remove(&state);
    }

    /// Returns the state whose searches were used longest ago, and when that was.
    pub(super) fn oldest(&self) -> Option<(usize, u64)> {
        let idle = self.places.iter().filter(|(_, place)| !place.is_empty());
        idle.map(|(&state, place)| (state, place.used)).min_by_key(|(_, used)| *used)
    }

    /// Drops the searches that were used longest ago, because memory is short. Returns false if there are
    /// none.
    pub(super) fn drop_oldest(&mut self) -> bool {
        let Some((state, _)) = self.oldest() else { return false };
        if let Some(place) = self.places.get_mut(&state) {
            place.drop_all();
        }
        self.answered = None;
        true
    }
}
