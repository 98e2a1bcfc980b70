//! The searches of a puzzle, each at the state where it began.

use std::collections::BTreeMap;

use crate::puzzle::Searches;

/// The searches of some states, by the numbers of the states.
#[derive(Default)]
pub(super) struct Places {
    places: BTreeMap<usize, Place>,
    /// The last command that was answered, and its state.
    answered: Option<(usize, String)>,
}

/// The searches of a state.
#[derive(Default)]
struct Place {
    searches: Searches,
    /// When they were used last, as [`Account::moment`](crate::search::Account::moment) tells it.
    used: u64,
}

impl Places {
    /// Returns the searches of a state, if there are any.
    pub(super) fn get(&self, state: usize) -> Option<&Searches> {
        self.places.get(&state).map(|place| &place.searches)
    }

    /// Takes the searches of a state, for a question.
    pub(super) fn take(&mut self, state: usize) -> Searches {
        self.places.remove(&state).unwrap_or_default().searches
    }

    /// Puts the searches of a state back, which were used at that moment. Most states have none.
    pub(super) fn put(&mut self, state: usize, searches: Searches, used: u64) {
        if !searches.is_blank() {
            self.places.insert(state, Place { searches, used });
        }
    }

    /// Returns the searches of a state if `command` was answered there last, and otherwise those
    /// `beside` the board: `status` does not see them.
    pub(super) fn known<'a>(
        &'a mut self,
        state: usize,
        command: &str,
        beside: &'a mut Searches,
    ) -> &'a mut Searches {
        let is_answered =
            self.answered.as_ref().is_some_and(|(at, text)| *at == state && text == command);
        let place = self.places.get_mut(&state).filter(|_| is_answered);
        place.map_or(beside, |place| &mut place.searches)
    }

    /// Takes note of a command that was answered in a state.
    pub(super) fn note_answer(&mut self, state: usize, command: &str) {
        self.answered = Some((state, command.to_owned()));
    }

    /// Returns whether searches of a state were dropped, unless that was asked before.
    pub(super) fn were_dropped(&mut self, state: usize) -> bool {
        self.places.get_mut(&state).is_some_and(|place| place.searches.were_dropped())
    }

    /// Returns the states that have searches.
    pub(super) fn states(&self) -> impl Iterator<Item = usize> {
        self.places.keys().copied()
    }

    /// Forgets the searches of a state.
    pub(super) fn forget(&mut self, state: usize) {
        self.places.remove(&state);
    }

    /// Returns the state whose searches were used longest ago, other than `except`, and when that was.
    pub(super) fn oldest(&self, except: Option<usize>) -> Option<(usize, u64)> {
        let idle = self
            .places
            .iter()
            .filter(|(state, place)| Some(**state) != except && !place.searches.is_empty());
        idle.map(|(&state, place)| (state, place.used)).min_by_key(|(_, used)| *used)
    }

    /// Drops the searches that were used longest ago, of a state other than `except`, because memory is
    /// short. Returns false if there are none.
    pub(super) fn drop_oldest(&mut self, except: Option<usize>) -> bool {
        let Some((state, _)) = self.oldest(except) else { return false };
        if let Some(place) = self.places.get_mut(&state) {
            place.searches.drop_all();
        }
        self.answered = None;
        true
    }
}
