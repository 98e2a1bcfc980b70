//! The knowledge about a puzzle while a document runs. A statement that fails, cannot be read or
//! stops at its limit leaves its puzzle in another state than the document intends; then later
//! answers say nothing against an expectation.

use std::collections::BTreeSet;

use crate::puzzle::{Board, Role};

/// The degree to which a state can be trusted to be the one that the document intends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Trust {
    /// It is the intended one.
    #[default]
    Known,
    /// It may be another, because a statement failed or could not be read.
    Failed,
    /// It may be another, because a command stopped at its limit. With more time it would not have
    /// stopped, so even a failure from here on need not be a mistake of the document.
    Cut,
}

/// The knowledge about one puzzle.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// The current state, until `reset`.
    state: Trust,
    /// The states before it, their numbers and their names.
    past: Trust,
    /// The number of changes up to the oldest state that can be trusted, if the past cannot.
    floor: usize,
    /// States whose searches are not as far as intended, by their numbers.
    searches: BTreeSet<usize>,
    /// True if no search is as far as intended, because all states share what is computed.
    shared: bool,
    /// True if the history may lack the effects of a statement that cannot be read.
    gap: bool,
}

impl Known {
    /// Returns true if the puzzle is in the state that the document intends.
    pub(super) fn is_known(&self) -> bool {
        self.state == Trust::Known
    }

    /// Returns true if the history may lack the effects of a statement that cannot be read.
    pub(super) fn has_gap(&self) -> bool {
        self.gap
    }

    /// Returns true if a command stopped at its limit, so that the state is not the intended one.
    pub(super) fn is_cut(&self) -> bool {
        self.state == Trust::Cut
    }

    /// Returns true if a failure of a command with this role is a mistake of the document. It is
    /// reported after a failed statement as well, because one error must not hide the next.
    pub(super) fn trusts(&self, role: Option<Role>) -> bool {
        let back = matches!(role, Some(Role::Travel | Role::Visit | Role::Timeline));
        self.state != Trust::Cut && (!back || self.past != Trust::Cut)
    }

    /// Returns true if the answer that a command with this role just gave is the intended one.
    pub(super) fn judges(&self, role: Option<Role>, puzzle: &Board) -> bool {
        let known = match role {
            Some(Role::Progress) => !self.shared && !self.searches.contains(&puzzle.place()[1]),
            Some(Role::Name | Role::Timeline) => self.past == Trust::Known,
            _ => true,
        };
        known && self.is_known()
    }

    /// Records that a statement could not be read.
    pub(super) fn lose(&mut self) {
        self.gap = true;
        self.doubt(Trust::Failed);
    }

    /// Records that a change of state was not made, because the limit was reached.
    pub(super) fn cut(&mut self) {
        self.doubt(Trust::Cut);
    }

    fn doubt(&mut self, why: Trust) {
        self.state = self.state.max(why);
        self.past = self.past.max(why);
        self.floor = usize::MAX;
    }

    /// Records that a command of the puzzle failed; `readable` says whether it has the form of its
    /// verb. Returns whether this makes later answers doubtful.
    pub(super) fn failed(&mut self, role: Option<Role>, readable: bool, puzzle: &Board) -> bool {
        match role {
            Some(Role::Ask | Role::Point | Role::Timeline) => return false,
            // The state is the right one; only its name is missing.
            Some(Role::Name) => self.past = self.past.max(Trust::Failed),
            Some(role) if role.searches() => self.pause(puzzle),
            Some(_) if readable => self.doubt(Trust::Failed),
            _ => self.lose(),
        }
        true
    }

    /// Records that a command of the puzzle stopped at its limit.
    pub(super) fn stopped(&mut self, role: Option<Role>, puzzle: &Board) {
        self.pause(puzzle);
        if role.is_none_or(Role::changes) {
            self.cut();
        }
    }

    /// Records that the search in the current state is not as far as intended.
    fn pause(&mut self, puzzle: &Board) {
        let has_progress_verb = puzzle.info().verbs.iter().any(|verb| verb.role == Role::Progress);
        self.shared |= !has_progress_verb;
        self.searches.insert(puzzle.place()[1]);
    }

    /// Records that a command of the puzzle was run.
    pub(super) fn ran(&mut self, role: Option<Role>, puzzle: &Board) {
        let back = match role {
            Some(Role::Reset) if !self.is_known() => {
                self.state = Trust::Known;
                self.floor = puzzle.changed();
                false
            }
            Some(Role::Visit) => true,
            Some(Role::Travel) => puzzle.changed() < self.floor,
            _ => false,
        };
        if back {
            // A past that is known leaves the state known.
            self.state = self.state.max(self.past);
        }
    }
}
