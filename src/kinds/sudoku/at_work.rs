//! The data that the commands of a sudoku keep with a state: their searches, and what a paused one
//! needs.

use super::ordered::Ordered;
use super::solve::{Asked, Proof, Solver};
use super::techniques::{Explanation, Rater};
use crate::search::Budget;

/// The searches of a state beside that of the boards.
#[derive(Default)]
pub struct Searches {
    /// The counter, once a command asked for it; it resumes after a stop.
    pub(super) counter: Option<Box<Solver>>,
    /// The proof of the solution, once a command asked for it; it resumes after a stop.
    pub(super) proof: Option<Box<Proof>>,
    /// The command that was paused.
    pub(super) at_work: Option<Box<AtWork>>,
}

/// The data that a paused command needs to continue, beside the searches of its state.
#[derive(Debug, Default)]
pub(super) struct AtWork {
    /// The effort of its search before the command.
    spent: Option<u64>,
    /// The solutions that are listed.
    pub(super) ordered: Ordered,
    /// The questions that were asked to find the first solution, or whether there is one.
    pub(super) asked: Asked,
    /// The questions that were asked to find the givens that prevent a solution.
    pub(super) too_much: Asked,
    pub(super) rater: Option<Rater>,
    pub(super) explanation: Option<Explanation>,
}

impl AtWork {
    /// Returns the budget of the command for its search, which has spent `spent` until now.
    pub(super) fn beyond(&mut self, spent: u64, budget: &Budget) -> Budget {
        budget.beyond(*self.spent.get_or_insert(spent))
    }
}
