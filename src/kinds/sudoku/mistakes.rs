//! Mistakes: wrong digits, and pencil marks that were deleted wrongly, so that no solution agrees
//! with them.

use super::Givens;
use super::grid::{Grid, digits};
use super::moves::{Change, Move, Placement, move_text, placement_text};
use super::rules::{extends, put};
use super::solve::Queries;
use crate::search::{Budget, Stop};

/// Returns the digits and the deleted pencil marks of a state that no solution of the givens agrees
/// with, as moves; `none`; or `unsolvable from here` if each agrees with one, but not all together.
///
/// # Errors
/// The budget's stop.
pub(super) fn mistakes(model: &Givens, grid: &Grid, budget: &Budget) -> Result<Vec<String>, Stop> {
    let mut queries = Queries::default();
    let whole = queries.any(grid, budget)?;
    if whole.is_some() {
        return Ok(vec![String::from("none")]);
    }
    let mut known: Vec<Grid> = Vec::new();
    let mut agrees = |part: Grid| {
        if known.iter().any(|solution| extends(solution, &part)) {
            return Ok(true);
        }
        let solution = queries.any(&part, budget)?;
        let agrees = solution.is_some();
        known.extend(solution);
        Ok(agrees)
    };

    // Where no digit was placed, the marks of a body are a part of the puzzle.
    let is_posed = model.start.cells() == model.grid.cells();
    let base = if is_posed { &model.start } else { &model.grid };
    let mut mistakes = Vec::new();
    let is_placed = |&cell: &usize| grid.value(cell) != 0 && base.value(cell) == 0;
    for cell in (0..grid.cells().len()).filter(is_placed) {
        let by = Placement { cell: cell as u16, digit: grid.value(cell) };
        let mut part = base.clone();
        put(&mut part, cell, by.digit);
        if !agrees(part)? {
            mistakes.push(placement_text(by, grid));
        }
    }

    for cell in 0..grid.cells().len() {
        let mut wrong = 0;
        for digit in digits(grid.deleted(cell) & !base.deleted(cell)) {
            let mut part = base.clone();
            part.delete(cell, base.deleted(cell) | 1 << (digit - 1));
            if !agrees(part)? {
                wrong |= 1 << (digit - 1);
            }
        }
        if wrong != 0 {
            let change = Change::deletes(cell, wrong, grid.size());
            mistakes.push(move_text(Move::Mark(change), grid));
        }
    }

    if mistakes.is_empty() {
        mistakes.push(String::from("unsolvable from here"));
    }
    Ok(mistakes)
}
