//! The command of a sudoku that was paused.

use super::ordered::Ordered;
use super::solve::Asked;
use super::techniques::{Explanation, Rater};
use crate::search::{Budget, Lines};

/// What a command that was paused needs to continue, beside the searches of its state.
#[derive(Debug, Default)]
pub(super) struct AtWork {
    /// What its search had spent before the command.
    spent: Option<u64>,
    /// Lines of a list of boards.
    pub(super) lines: Lines,
    /// The solutions that are listed.
    pub(super) ordered: Ordered,
    /// What was asked to find the first solution, or whether there is one.
    pub(super) asked: Asked,
    /// What was asked to find the givens that prevent a solution.
    pub(super) too_much: Asked,
    pub(super) rater: Option<Rater>,
    pub(super) explanation: Option<Explanation>,
}

impl AtWork {
    /// The budget of the command for its search, which has spent so much until now.
    pub(super) fn beyond(&mut self, spent: u64, budget: &Budget) -> Budget {
        budget.beyond(*self.spent.get_or_insert(spent))
    }

    /// What the search had spent before the command.
    pub(super) fn spent(&self) -> u64 {
        self.spent.unwrap_or_default()
    }
}
