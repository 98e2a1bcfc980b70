//! Solutions in ascending order: as numbers read row by row, the smallest first. The breadth-first
//! stream of boards meets them in the same order.

use super::grid::{Grid, digits};
use super::rules::candidates;
use super::solve::Asked;
use crate::puzzle::List;
use crate::search::{Budget, Counted, Lines, Stop};

/// A list of solutions that was begun.
#[derive(Debug, Default)]
pub(super) struct Ordered {
    lines: Lines,
    last: Option<Grid>,
    /// The questions that were asked to find the next one.
    asked: Asked,
}

impl Ordered {
    /// Returns the first solutions in ascending order, one per line.
    ///
    /// # Errors
    /// The budget's stop; after a pause, call again to go on.
    pub(super) fn lines(
        &mut self,
        grid: &Grid,
        count: u64,
        budget: &Budget,
        line: impl Fn(&Grid) -> String,
    ) -> Result<List, Stop> {
        // The first solution may take a long search; after it the solutions are counted.
        let quiet = Budget { progress: None, ..budget.clone() };
        while (self.lines.count() as u64) < count {
            let next = match &self.last {
                None => first(grid, &mut self.asked, budget)?,
                Some(last) => after(grid, last, self.asked.again(), &quiet)?,
            };
            // The answers are kept after the last solution: a caller that pauses later asks again.
            let Some(next) = next else { break };
            self.asked.clear();
            self.asked.spend();
            self.lines.push(&line(&next), budget)?;
            if let Some(progress) = &budget.progress {
                let count = self.lines.count() as u64;
                progress.publish_count(Counted::Solutions, count, self.lines.bytes());
            }
            self.last = Some(next);
        }
        Ok(std::mem::take(&mut self.lines).into())
    }
}

/// Returns the smallest solution, if there is one. Costs a few solver runs for each empty cell.
///
/// # Errors
/// The budget's stop; after a pause, call again with what was asked until then.
pub(super) fn first(grid: &Grid, asked: &mut Asked, budget: &Budget) -> Result<Option<Grid>, Stop> {
    match asked.again().any(grid, budget)? {
        Some(known) => Ok(Some(smallest(grid.clone(), known, asked, budget)?.without_marks())),
        None => Ok(None),
    }
}

/// Returns the smallest solution of `grid` above `last`, which is a solution.
///
/// # Errors
/// The budget's stop.
fn after(
    grid: &Grid,
    last: &Grid,
    asked: &mut Asked,
    budget: &Budget,
) -> Result<Option<Grid>, Stop> {
    for cell in (0..grid.cells().len()).rev().filter(|&cell| grid.value(cell) == 0) {
        let mut prefix = grid.clone();
        for earlier in (0..cell).filter(|&earlier| grid.value(earlier) == 0) {
            prefix.set(earlier, last.value(earlier));
        }
        for digit in digits(candidates(&prefix, cell)).filter(|&digit| digit > last.value(cell)) {
            prefix.set(cell, digit);
            if let Some(known) = asked.any(&prefix, budget)? {
                return Ok(Some(smallest(prefix, known, asked, budget)?.without_marks()));
            }
        }
    }
    Ok(None)
}

/// Returns the smallest solution of `grid`; `known` is any of its solutions.
fn smallest(
    mut grid: Grid,
    mut known: Grid,
    asked: &mut Asked,
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
            if let Some(smaller) = asked.any(&grid, budget)? {
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

    #[test]
    fn all_of_a_small_grid_ascend() {
        let grid = crate::kinds::sudoku::tests::empty(4);
        let budget = Budget::unlimited();
        let mut last =
            first(&grid, &mut Asked::default(), &budget).expect("no limit").expect("a solution");
        let mut count = 1;
        while let Some(next) =
            after(&grid, &last, &mut Asked::default(), &budget).expect("no limit")
        {
            assert!(next.cells() > last.cells());
            last = next;
            count += 1;
        }
        assert_eq!(count, 288);
    }
}
