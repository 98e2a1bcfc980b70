//! The searches of a sudoku that its commands keep with a state.

use super::solve::{Proof, Solver};

/// The searches of a state beside that of the boards. After a stop each of them goes on.
#[derive(Default)]
pub struct Searches {
    /// The counter, once a command asked for it.
    pub(super) counter: Option<Box<Solver>>,
    /// The proof of the solution, once a command asked for it.
    pub(super) proof: Option<Box<Proof>>,
}
