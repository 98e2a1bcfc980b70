//! Which digit makes a grid unsolvable.

use super::Givens;
use super::grid::Grid;
use super::moves::follow;
use super::solve::Solver;
use super::syntax::Call;
use crate::puzzle::Prospect;
use crate::search::{Budget, Stop};

/// Returns whether a grid has a solution. `known` is a solution of the last grid that has one: digits
/// of it cost no search.
fn has_solution(grid: &Grid, known: &mut Option<Grid>, budget: &Budget) -> Result<bool, Stop> {
    if known.as_ref().is_some_and(|known| is_solved_by(grid, known)) {
        return Ok(true);
    }
    let solution = Solver::new(grid).next_solution(budget).into_result()?;
    let is_open = solution.is_some();
    *known = solution.or_else(|| known.take());
    Ok(is_open)
}

/// Returns whether a solution of another grid solves this one: it has its digits, and none of the
/// candidates that were deleted.
fn is_solved_by(grid: &Grid, solution: &Grid) -> bool {
    (0..grid.cells().len()).all(|cell| {
        let digit = grid.value(cell);
        let solved = solution.value(cell);
        digit == solved || digit == 0 && grid.deleted(cell) >> (solved - 1) & 1 == 0
    })
}

/// Writes digits, and hands out after each of them whether it makes the grid unsolvable, while
/// `each` wants more.
pub(super) fn prospects(
    model: &Givens,
    grid: &Grid,
    calls: &mut dyn Iterator<Item = Option<Call>>,
    budget: &Budget,
    each: &mut dyn FnMut(Prospect) -> bool,
) -> Result<(), Stop> {
    let mut known = None;
    let mut grid = grid.clone();
    let mut was_open = has_solution(&grid, &mut known, budget)?;
    for call in calls {
        let moves = if let Some(Call::Play(moves)) = call { moves } else { Vec::new() };
        let followed = follow(model, &grid, &moves);
        if followed.refused.is_some() {
            each(Prospect::Illegal);
            return Ok(());
        }
        let is_open = has_solution(&followed.grid, &mut known, budget)?;
        let is_lost = was_open && !is_open;
        grid = followed.grid;
        was_open = is_open;
        if !each(if is_lost { Prospect::Lost } else { Prospect::Open }) {
            break;
        }
    }
    Ok(())
}
