//! Queries for a solution of a grid, in an order that their answers decide.

use super::super::grid::Grid;
use super::Solver;
use crate::search::{Budget, Stop};

/// Queries for solutions that share the limit of states of their budget.
#[derive(Debug, Default)]
pub(in crate::kinds::sudoku) struct Queries {
    /// The solver of the last query, which may help with the next one.
    solver: Option<Box<Solver>>,
    /// The states that count against the limit: guesses, and the solutions of a list.
    spent: u64,
}

impl Queries {
    /// Creates queries before which so many states were spent.
    pub(in crate::kinds::sudoku) fn after(spent: u64) -> Self {
        Self { solver: None, spent }
    }

    /// Counts a state that no query has met, such as a solution that is listed.
    pub(in crate::kinds::sudoku) fn spend(&mut self) {
        self.spent += 1;
    }

    /// Returns any solution.
    ///
    /// # Errors
    /// The budget's stop.
    pub(in crate::kinds::sudoku) fn any(
        &mut self,
        grid: &Grid,
        budget: &Budget,
    ) -> Result<Option<Grid>, Stop> {
        budget.rest()?;
        let known = self.solver.take();
        let known = known.and_then(|mut solver| solver.turn_to(grid).then_some(solver));
        let solver = self.solver.insert(known.unwrap_or_else(|| Box::new(Solver::new(grid))));
        let before = solver.nodes();
        let states = budget.states.saturating_sub(self.spent).saturating_add(before);
        let outcome = solver.next_solution(&Budget { states, ..budget.clone() });
        self.spent += solver.nodes() - before;
        outcome.into_result()
    }
}
