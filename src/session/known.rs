//! What is known of a puzzle while a document runs. A statement that fails, cannot be read or stops
//! at its limit leaves its puzzle in another state than the document intends; what is answered from
//! there on is no evidence against an expectation.

use std::collections::BTreeSet;

use crate::kind::{Puzzle, Role};

/// What is known of one puzzle.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Whether it may stand in another state than intended, until `reset`.
    astray: bool,
    /// Set when states before the current one are not those intended, or have other numbers or
    /// names: how many changes lead to the oldest one that is.
    floor: Option<usize>,
    /// States whose searches are not as far as intended, by their numbers.
    searches: BTreeSet<usize>,
    /// Whether that holds for all states, because they share what is computed.
    shared: bool,
}

impl Known {
    /// Whether the puzzle stands where the document intends.
    pub(super) fn is_known(&self) -> bool {
        !self.astray
    }

    /// Whether a failure of a command with this role is its own fault.
    pub(super) fn trusts(&self, role: Option<Role>) -> bool {
        let travels = matches!(role, Some(Role::Travel | Role::Visit));
        !self.astray && !(travels && self.floor.is_some())
    }

    /// Whether the answer of a command with this role, which was just given, is the one intended.
    pub(super) fn judges(&self, role: Option<Role>, puzzle: &dyn Puzzle) -> bool {
        let known = match role {
            Some(Role::Progress) => !self.shared && !self.searches.contains(&puzzle.place()[1]),
            Some(Role::Name | Role::Timeline) => self.floor.is_none(),
            _ => true,
        };
        known && !self.astray
    }

    /// A statement could not be read.
    pub(super) fn lose(&mut self) {
        self.astray = true;
        self.floor = Some(usize::MAX);
    }

    /// A command of the puzzle failed. Answers whether answers from here on are doubtful for that.
    pub(super) fn failed(&mut self, role: Option<Role>, puzzle: &dyn Puzzle) -> bool {
        match role {
            Some(Role::Ask | Role::Timeline) => return false,
            Some(Role::Name) => self.floor = Some(self.floor.unwrap_or(0)),
            Some(role) if role.searches() => self.pause(puzzle),
            _ => self.lose(),
        }
        true
    }

    /// A command of the puzzle stopped at its limit.
    pub(super) fn stopped(&mut self, role: Option<Role>, puzzle: &dyn Puzzle) {
        self.pause(puzzle);
        if role.is_none_or(Role::changes) {
            self.lose();
        }
    }

    /// The search in the current state is not as far as intended.
    fn pause(&mut self, puzzle: &dyn Puzzle) {
        let own = puzzle.info().verbs.iter().any(|verb| verb.role == Role::Progress);
        self.shared |= !own;
        self.searches.insert(puzzle.place()[1]);
    }

    /// A command of the puzzle was run.
    pub(super) fn ran(&mut self, role: Option<Role>, puzzle: &dyn Puzzle) {
        match role {
            Some(Role::Reset) if self.astray => {
                self.astray = false;
                self.floor = Some(puzzle.changed());
            }
            Some(Role::Visit) if self.floor.is_some() => self.lose(),
            Some(Role::Travel) if self.floor.is_some_and(|floor| puzzle.changed() < floor) => {
                self.lose();
            }
            _ => {}
        }
    }

    /// What is known of a copy that numbers its states anew.
    pub(super) fn fork(&self) -> Self {
        let (searches, shared) = (BTreeSet::new(), self.shared || !self.searches.is_empty());
        Self { astray: self.astray, floor: self.floor, searches, shared }
    }
}
