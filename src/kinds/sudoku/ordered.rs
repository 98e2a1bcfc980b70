//! Solutions in ascending order: as numbers read row by row, the smallest first. The breadth-first
//! stream of boards meets them in the same order.

use super::grid::{Grid, digits};
use super::rules::candidates;
use super::solve::Solver;
use crate::puzzle::List;
use crate::search::{Budget, Counted, Lines, Outcome, Stop};

/// The first solutions in ascending order, one per line.
///
/// # Errors
/// The budget's stop.
pub(super) fn lines(
    grid: &Grid,
    count: u64,
    budget: &Budget,
    line: impl Fn(&Grid) -> String,
) -> Result<List, Stop> {
    let mut lines = Lines::new(budget);
    let mut last: Option<Grid> = None;
    // The first solution may take a long search; after it the solutions are counted.
    let quiet = Budget { progress: None, ..budget.clone() };
    for found in 1..=count {
        let next = match &last {
            None => first(grid, budget)?,
            Some(last) => after(grid, last, &quiet)?,
        };
        let Some(next) = next else { break };
        lines.push(&line(&next))?;
        if let Some(progress) = &budget.progress {
            progress.publish_count(Counted::Solutions, found, lines.bytes());
        }
        last = Some(next);
    }
    Ok(lines.into())
}

/// The smallest solution, if there is one. Costs a few solver runs for each empty cell.
///
/// # Errors
/// The budget's stop.
pub(super) fn first(grid: &Grid, budget: &Budget) -> Result<Option<Grid>, Stop> {
    match any(grid, budget)? {
        Some(known) => Ok(Some(smallest(grid.clone(), known, budget)?)),
        None => Ok(None),
    }
}

/// The smallest solution of `grid` above `last`, which is a solution.
///
/// # Errors
/// The budget's stop.
pub(super) fn after(grid: &Grid, last: &Grid, budget: &Budget) -> Result<Option<Grid>, Stop> {
    for cell in (0..grid.cells().len()).rev().filter(|&cell| grid.value(cell) == 0) {
        let mut prefix = grid.clone();
        for earlier in (0..cell).filter(|&earlier| grid.value(earlier) == 0) {
            prefix.set(earlier, last.value(earlier));
        }
        for digit in digits(candidates(&prefix, cell)).filter(|&digit| digit > last.value(cell)) {
            prefix.set(cell, digit);
            if let Some(known) = any(&prefix, budget)? {
                return Ok(Some(smallest(prefix, known, budget)?));
            }
        }
    }
    Ok(None)
}

/// The smallest solution of `grid`; `known` is any of its solutions.
fn smallest(mut grid: Grid, mut known: Grid, budget: &Budget) -> Result<Grid, Stop> {
    for cell in 0..grid.cells().len() {
        if grid.value(cell) != 0 {
            continue;
        }
        for digit in digits(candidates(&grid, cell)) {
            if digit == known.value(cell) {
                break;
            }
            grid.set(cell, digit);
            if let Some(smaller) = any(&grid, budget)? {
                known = smaller;
                break;
            }
        }
        grid.set(cell, known.value(cell));
    }
    Ok(grid)
}

/// Any solution.
fn any(grid: &Grid, budget: &Budget) -> Result<Option<Grid>, Stop> {
    match Solver::new(grid).next_solution(budget) {
        Outcome::Solved(solution) => Ok(Some(solution)),
        Outcome::Unsolvable => Ok(None),
        Outcome::GaveUp(stop) => Err(stop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_a_small_grid_ascend() {
        let grid = Grid::empty(2).expect("4×4");
        let budget = Budget::unlimited();
        let mut last = first(&grid, &budget).expect("no limit").expect("a solution");
        let mut count = 1;
        while let Some(next) = after(&grid, &last, &budget).expect("no limit") {
            assert!(next.cells() > last.cells());
            last = next;
            count += 1;
        }
        assert_eq!(count, 288);
    }
}
