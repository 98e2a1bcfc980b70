//! Which digit makes a grid unsolvable.

use super::Givens;
use super::grid::Grid;
use super::solve::Solver;
use crate::puzzle::moves::{Call, follow};
use crate::puzzle::{Ahead, Prospect};
use crate::search::{Budget, Outcome, Stop};

/// The state of a call that a pause interrupted.
#[derive(Default)]
struct Kept {
    /// A solution of the last grid that has one: digits of it cost no search.
    known: Option<Grid>,
    /// The search that is paused.
    paused: Option<Solver>,
    /// The grid that was reached, and whether it has a solution.
    reached: Option<Reached>,
    /// The number of digits that were written.
    count: usize,
}

struct Reached {
    grid: Grid,
    is_open: bool,
}

impl Kept {
    /// Returns whether a grid has a solution.
    fn has_solution(&mut self, grid: &Grid, budget: &Budget) -> Result<bool, Stop> {
        if self.known.as_ref().is_some_and(|known| is_solved_by(grid, known)) {
            return Ok(true);
        }
        let mut solver = self.paused.take().unwrap_or_else(|| Solver::new(grid));
        match solver.next_solution(budget) {
            Outcome::Solved(solution) => {
                self.known = Some(solution);
                Ok(true)
            }
            Outcome::Unsolvable => Ok(false),
            Outcome::GaveUp(stop) => {
                self.paused = Some(solver).filter(|_| stop == Stop::Paused);
                Err(stop)
            }
        }
    }
}

/// Returns whether a solution of another grid solves this one: it has its digits, and none of the
/// candidates that were deleted.
fn is_solved_by(grid: &Grid, solution: &Grid) -> bool {
    (0..grid.cells().len()).all(|cell| {
        let (own, value) = (grid.value(cell), solution.value(cell));
        own == value || own == 0 && grid.deleted(cell) >> (value - 1) & 1 == 0
    })
}

/// Writes digits, and hands out after each of them whether it makes the grid unsolvable, while
/// `each` wants more. A call that paused is continued with the same `ahead`.
pub(super) fn prospects(
    model: &Givens,
    grid: &Grid,
    calls: &mut dyn Iterator<Item = Option<Call<Givens>>>,
    ahead: &mut Ahead,
    budget: &Budget,
    each: &mut dyn FnMut(Prospect) -> bool,
) -> Result<(), Stop> {
    let kept = ahead.or_begin(Kept::default);
    let mut at = match kept.reached.take() {
        Some(reached) => reached,
        None => Reached { grid: grid.clone(), is_open: kept.has_solution(grid, budget)? },
    };
    for call in calls.skip(kept.count) {
        let moves = if let Some(Call::Play(moves)) = call { moves } else { Vec::new() };
        let followed = follow(model, &at.grid, &moves);
        if followed.refused.is_some() {
            each(Prospect::Illegal);
            return Ok(());
        }
        let is_open = match kept.has_solution(&followed.at, budget) {
            Ok(is_open) => is_open,
            Err(stop) => {
                kept.reached = Some(at);
                return Err(stop);
            }
        };
        let is_lost = at.is_open && !is_open;
        at = Reached { grid: followed.at, is_open };
        kept.count += 1;
        if !each(if is_lost { Prospect::Lost } else { Prospect::Open }) {
            break;
        }
    }
    kept.reached = Some(at);
    Ok(())
}
