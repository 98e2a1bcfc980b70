//! Solutions in ascending order: as numbers read row by row, the smallest first. The breadth-first
//! stream of boards meets them in the same order.

use super::grid::{Grid, digits};
use super::rules::candidates;
use super::solve::Queries;
use crate::puzzle::List;
use crate::search::{Budget, Counted, Lines, Stop};

/// Returns the first solutions in ascending order, one per line, at least one; `known` is any of them.
/// The limit of states holds for all `queries` together, and for the solutions.
///
/// # Errors
/// The budget's stop.
pub(super) fn lines(
    grid: &Grid,
    known: Grid,
    count: u64,
    mut queries: Queries,
    budget: &Budget,
    line: impl Fn(&Grid) -> String,
) -> Result<List, Stop> {
    // Solutions are counted, not guesses.
    let quiet = Budget { progress: None, ..budget.clone() };
    let mut lines = Lines::default();
    let mut next = Some(first(grid, known, &mut queries, &quiet)?);
    while let Some(solution) = next {
        queries.spend();
        lines.push(&line(&solution), budget)?;
        if let Some(progress) = &budget.progress {
            progress.publish_count(Counted::Solutions, lines.count() as u64, lines.bytes());
        }
        let is_full = lines.count() as u64 == count;
        next = if is_full { None } else { after(grid, &solution, &mut queries, &quiet)? };
    }
    Ok(lines.into())
}

/// Returns the smallest solution; `known` is any of them. Costs a few solver runs for each empty cell.
///
/// # Errors
/// The budget's stop.
pub(super) fn first(
    grid: &Grid,
    known: Grid,
    queries: &mut Queries,
    budget: &Budget,
) -> Result<Grid, Stop> {
    Ok(smallest(grid.clone(), known, queries, budget)?.without_marks())
}

/// Returns the smallest solution of `grid` above `last`, which is a solution.
///
/// # Errors
/// The budget's stop.
fn after(
    grid: &Grid,
    last: &Grid,
    queries: &mut Queries,
    budget: &Budget,
) -> Result<Option<Grid>, Stop> {
    for cell in (0..grid.cells().len()).rev().filter(|&cell| grid.value(cell) == 0) {
        let mut prefix = grid.clone();
        for earlier in (0..cell).filter(|&earlier| grid.value(earlier) == 0) {
            prefix.set(earlier, last.value(earlier));
        }
        for digit in digits(candidates(&prefix, cell)).filter(|&digit| digit > last.value(cell)) {
            prefix.set(cell, digit);
            if let Some(known) = queries.any(&prefix, budget)? {
                return Ok(Some(smallest(prefix, known, queries, budget)?.without_marks()));
            }
        }
    }
    Ok(None)
}

/// Returns the smallest solution of `grid`; `known` is any of its solutions.
fn smallest(
    mut grid: Grid,
    mut known: Grid,
    queries: &mut Queries,
    budget: &Budget,
) -> Result<Grid, Stop> {
    for cell in 0..grid.cells().len() {
        if grid.value(cell) != 0 {
            continue;
        }
        for digit in digits(candidates(&grid, cell)) {
            if digit == known.value(cell) {
                break;
            }
            grid.set(cell, digit);
            if let Some(smaller) = queries.any(&grid, budget)? {
                known = smaller;
                break;
            }
        }
        grid.set(cell, known.value(cell));
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::sudoku::two;

    #[test]
    fn all_of_a_small_grid_ascend() {
        let grid = crate::kinds::sudoku::tests::empty(4);
        let budget = Budget::unlimited();
        let known = two(&grid, &budget).expect("no limit").swap_remove(0);
        let mut last = first(&grid, known, &mut Queries::default(), &budget).expect("no limit");
        let mut count = 1;
        while let Some(next) =
            after(&grid, &last, &mut Queries::default(), &budget).expect("no limit")
        {
            assert!(next.cells() > last.cells());
            last = next;
            count += 1;
        }
        assert_eq!(count, 288);
    }
}
