//! Questions for a solution of a grid, in an order that their answers decide.

use super::super::grid::Grid;
use super::Solver;
use crate::search::{Budget, Outcome, Stop};

/// Questions that were answered. After a pause the same questions are asked again: those that were
/// answered cost nothing. All questions share the limit of states of their budget.
#[derive(Debug, Default)]
pub(in crate::kinds::sudoku) struct Asked {
    answers: Vec<Option<Grid>>,
    /// The number of them that were asked for again.
    next: usize,
    /// The solver of the last question, which may help with the next one.
    solver: Option<Box<Solver>>,
    /// True if the last question was paused.
    is_paused: bool,
    /// The states that count against the limit: guesses, and the solutions of a list.
    spent: u64,
}

impl Asked {
    /// Begins with the first question again.
    pub(in crate::kinds::sudoku) fn again(&mut self) -> &mut Self {
        self.next = 0;
        self
    }

    /// Forgets all answers, but not what was learned from them.
    pub(in crate::kinds::sudoku) fn clear(&mut self) {
        self.answers.clear();
        self.next = 0;
    }

    /// Counts a state that no question has met, such as a solution that is listed.
    pub(in crate::kinds::sudoku) fn spend(&mut self) {
        self.spent += 1;
    }

    /// Returns whether a question was asked.
    pub(in crate::kinds::sudoku) fn is_begun(&self) -> bool {
        self.solver.is_some() || !self.answers.is_empty()
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
        if self.next == self.answers.len() {
            let is_paused = std::mem::take(&mut self.is_paused);
            let kept = self.solver.take();
            let kept = kept.and_then(|mut one| (is_paused || one.turn_to(grid)).then_some(one));
            let mut solver = kept.unwrap_or_else(|| Box::new(Solver::new(grid)));
            let before = solver.nodes();
            let states = budget.states.saturating_sub(self.spent).saturating_add(before);
            let found = solver.next_solution(&Budget { states, ..budget.clone() });
            self.spent += solver.nodes() - before;
            match found {
                Outcome::Solved(solution) => self.answers.push(Some(solution)),
                Outcome::Unsolvable => self.answers.push(None),
                Outcome::GaveUp(stop) => {
                    self.is_paused = stop == Stop::Paused;
                    self.solver = self.is_paused.then_some(solver);
                    return Err(stop);
                }
            }
            self.solver = Some(solver);
        }
        self.next += 1;
        Ok(self.answers[self.next - 1].clone())
    }

    /// Returns a solution, if one is found before the limit of states or memory. The limit is that
    /// of this question alone.
    ///
    /// # Errors
    /// Cancelled or paused.
    pub(super) fn found(&mut self, grid: &Grid, budget: &Budget) -> Result<Option<Grid>, Stop> {
        // A question that was paused goes on with the states that it has left.
        if !self.is_paused {
            self.spent = 0;
        }
        match self.any(grid, budget) {
            Err(Stop::States | Stop::Memory) => {
                self.answers.push(None);
                self.next += 1;
                Ok(None)
            }
            found => found,
        }
    }
}
