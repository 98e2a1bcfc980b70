//! Solvers: all solutions of a grid as a stream that can stop and resume.
//!
//! * `bands`: 9×9 grids, all digits of a board at once in vectors (`board`, `packed`, `lanes`), with
//!   registers of 256 bits where the processor has them (`avx2`);
//! * `wide`: grids of other sizes, by guesses and learning from contradictions;
//! * `queries`: queries for a solution that share a limit, each chosen by the answers before it.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod bands;
mod board;
mod lanes;
mod packed;
mod queries;
#[cfg(test)]
mod tests;
mod wide;

use super::grid::Grid;
use super::rules::{extends, is_solution};
use crate::search::{Budget, Outcome, Stop};

pub(super) use bands::Bands;
pub(super) use queries::Queries;

/// The engine that fits the size.
#[derive(Debug)]
enum Engine {
    Nine(Box<Bands>),
    Wide(Box<wide::Wide>),
}

/// The stream of all solutions of a grid, in an order that depends on the grid alone.
#[derive(Debug)]
pub struct Solver {
    givens: Grid,
    engine: Engine,
    /// Solutions that [`Solver::count`] has met.
    counted: u64,
}

impl Solver {
    /// Creates a solver that has done nothing yet. Costs a pass over the givens.
    pub fn new(grid: &Grid) -> Self {
        let engine = match grid.cells().try_into() {
            Ok(cells) => {
                let mut bands = Box::new(Bands::new(cells));
                if grid.has_marks() {
                    (0..81).for_each(|cell| bands.delete(cell, grid.deleted(cell)));
                }
                Engine::Nine(bands)
            }
            Err(_) => Engine::Wide(Box::new(wide::Wide::new(grid))),
        };
        Self { givens: grid.clone(), engine, counted: 0 }
    }

    /// Turns to the solutions of another grid, with what was learned about the first. `false` if that
    /// does not help: only the engine of large grids learns, and only about more digits than at first.
    fn turn_to(&mut self, grid: &Grid) -> bool {
        let Engine::Wide(wide) = &mut self.engine else { return false };
        let turns = wide.assume(grid);
        if turns {
            self.givens = grid.clone();
        }
        turns
    }

    /// Returns the next solution; unsolvable when there is no further one.
    pub fn next_solution(&mut self, budget: &Budget) -> Outcome<Grid> {
        let solution = match &mut self.engine {
            Engine::Nine(bands) => match bands.next(budget) {
                Ok(true) => Ok(Grid::new(bands.solution().to_vec())),
                Ok(false) => Ok(None),
                Err(stop) => Err(stop),
            },
            Engine::Wide(wide) => wide.next(budget),
        };
        match solution {
            Ok(Some(grid)) => {
                let grid = grid.written(self.givens.alphabet());
                assert!(
                    is_solution(&grid) && extends(&grid, &self.givens),
                    "a solution holds every digit once in every unit, and all givens"
                );
                Outcome::Solved(grid)
            }
            Ok(None) => Outcome::Unsolvable,
            Err(stop) => Outcome::GaveUp(stop),
        }
    }

    /// Counts the solutions up to `limit`.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub fn count(&mut self, limit: u64, budget: &Budget) -> Result<u64, Stop> {
        while self.counted < limit {
            let more = match &mut self.engine {
                Engine::Nine(bands) => bands.next(budget)?,
                Engine::Wide(wide) => wide.next(budget)?.is_some(),
            };
            if !more {
                break;
            }
            self.counted += 1;
        }
        Ok(self.counted.min(limit))
    }

    /// Returns the number of guesses made so far.
    pub fn nodes(&self) -> u64 {
        match &self.engine {
            Engine::Nine(bands) => bands.nodes(),
            Engine::Wide(wide) => wide.nodes(),
        }
    }
}

/// The proof that a grid has no, one or several solutions. After a stop it goes on.
#[derive(Debug)]
pub(super) struct Proof {
    solver: Solver,
    solutions: Vec<Grid>,
}

impl Proof {
    /// Creates a proof that has done nothing yet.
    pub(super) fn new(grid: &Grid) -> Self {
        Self { solver: Solver::new(grid), solutions: Vec::new() }
    }

    /// Returns any solution.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub(super) fn any(&mut self, budget: &Budget) -> Result<Option<&Grid>, Stop> {
        self.find(1, budget)?;
        Ok(self.solutions.first())
    }

    /// Returns up to two solutions: none, the only one, or two that differ.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub(super) fn two(&mut self, budget: &Budget) -> Result<&[Grid], Stop> {
        self.find(2, budget)?;
        Ok(&self.solutions)
    }

    /// Finds so many solutions, if there are.
    fn find(&mut self, count: usize, budget: &Budget) -> Result<(), Stop> {
        while self.solutions.len() < count {
            match self.solver.next_solution(budget).into_result()? {
                Some(solution) => self.solutions.push(solution),
                None => break,
            }
        }
        Ok(())
    }

    /// Returns the number of guesses made so far.
    pub(super) fn nodes(&self) -> u64 {
        self.solver.nodes()
    }
}

/// Returns up to two solutions: none, the only one, or two that differ.
///
/// # Errors
/// The budget's stop.
pub fn two(grid: &Grid, budget: &Budget) -> Result<Vec<Grid>, Stop> {
    let mut proof = Proof::new(grid);
    proof.two(budget)?;
    Ok(proof.solutions)
}

/// Returns the givens of a grid without a solution that each prevent one alone: without any one of
/// them there is a solution. At most three, in reading order, and only up to 9×9: each given costs
/// a search of at most a few thousand guesses. Cut short if the budget is cancelled.
pub(super) fn givens_too_much(grid: &Grid, budget: &Budget) -> Vec<usize> {
    const MOST: usize = 3;
    const GUESSES: u64 = 2048;
    let mut givens = Vec::new();
    if !grid.layout().is_small() {
        return givens;
    }
    let look = Budget { states: GUESSES.min(budget.states), ..budget.clone() };
    for cell in (0..grid.cells().len()).filter(|&cell| grid.value(cell) != 0) {
        let mut without = grid.clone();
        without.set(cell, 0);
        match Solver::new(&without).next_solution(&look) {
            Outcome::Solved(_) => givens.push(cell),
            Outcome::GaveUp(Stop::Cancelled) => break,
            Outcome::Unsolvable | Outcome::GaveUp(_) => {}
        }
        if givens.len() == MOST {
            break;
        }
    }
    givens
}
