//! Which digit makes a grid unsolvable.

use super::Givens;
use super::grid::Grid;
use super::solve::Solver;
use crate::puzzle::Prospect;
use crate::puzzle::moves::{Call, follow};
use crate::search::{Budget, Outcome};

/// Writes digits, and hands out after each of them whether it makes the grid unsolvable, while
/// `each` wants more.
pub(super) fn prospects(
    model: &Givens,
    grid: &Grid,
    calls: &mut dyn Iterator<Item = Option<Call<Givens>>>,
    budget: &Budget,
    each: &mut dyn FnMut(Prospect) -> bool,
) {
    let mut known: Option<Grid> = None;
    // Digits of a solution that is known cost no search.
    let mut has_solution = |grid: &Grid| {
        let mut pairs = known.iter().flat_map(|known| grid.cells().iter().zip(known.cells()));
        if known.is_some() && pairs.all(|(&own, found)| own == 0 || own == *found) {
            return Some(true);
        }
        match Solver::new(grid).next_solution(budget) {
            Outcome::Solved(solution) => {
                known = Some(solution);
                Some(true)
            }
            Outcome::Unsolvable => Some(false),
            Outcome::GaveUp(_) => None,
        }
    };
    let Some(mut was_open) = has_solution(grid) else { return };
    let mut grid = grid.clone();
    for call in calls {
        let moves = if let Some(Call::Play(moves)) = call { moves } else { Vec::new() };
        let followed = follow(model, &grid, &moves);
        if followed.refused.is_some() {
            each(Prospect::Illegal);
            return;
        }
        grid = followed.at;
        let Some(is_open) = has_solution(&grid) else { return };
        let is_lost = std::mem::replace(&mut was_open, is_open) && !is_open;
        if !each(if is_lost { Prospect::Lost } else { Prospect::Open }) {
            return;
        }
    }
}
