//! Solutions, ratings and the boards of the stream as values.

use super::boards::Boards;
use super::grid::{Grid, digits};
use super::moves::{Placement, branches, placement_text};
use super::rules::is_solution;
use super::searched::Solvers;
use super::solve::Solver;
use super::{commands, techniques};
use crate::puzzle::Solved;
use crate::puzzle::rank::{Extent, Form, Part, Solutions};
use crate::puzzle::states::{Growth, Rules};
use crate::search::{Budget, Outcome};

/// The most solutions that are counted.
const COUNTED: u64 = 100_000;

/// Returns the number of solutions.
pub(super) fn solutions(grid: &Grid, budget: &Budget) -> Outcome<Solutions> {
    match Solver::new(grid).count(COUNTED + 1, budget) {
        Ok(count) => {
            let more = count > COUNTED;
            Outcome::Solved(Solutions { count: count.min(COUNTED).into(), more })
        }
        Err(stop) => Outcome::GaveUp(stop),
    }
}

/// Returns the grid, its digits as labels, and its deleted candidates as notes.
pub(super) fn form(grid: &Grid) -> Form {
    let part = |&value: &u8| match value {
        0 => Part::Fixed(0),
        digit => Part::Label(u64::from(digit)),
    };
    let cells = grid.cells().iter().map(part).collect();
    let size = grid.size();
    let note = |cell: usize| {
        let place = Part::Place((cell / size) as i64, (cell % size) as i64);
        digits(grid.deleted(cell)).map(move |digit| vec![place, Part::Label(u64::from(digit))])
    };
    let marks = if grid.has_marks() { grid.cells().len() } else { 0 };
    Form {
        rows: grid.size(),
        columns: grid.size(),
        boards: vec![cells],
        notes: (0..marks).flat_map(note).collect(),
        keeps_rows: !grid.layout().has_square_boxes(),
    }
}

/// Returns the number of givens, and the size.
pub(super) fn extent(givens: &Grid) -> Extent {
    Extent { pieces: Some(givens.givens() as u64), size: Some([givens.size(); 2]) }
}

/// Returns the canonical form of the digits, or, where that is not known or candidates are deleted, a
/// form that the symmetries of the boxes and new names of the digits do not change.
pub(super) fn canonical(start: &Grid) -> Vec<u64> {
    match techniques::canonical(start).filter(|_| !start.has_marks()) {
        Some(grid) => grid.cells().iter().copied().map(u64::from).collect(),
        None => form(start).canonical(),
    }
}

/// Finds a solution, as rows of digits.
pub(super) fn solved(grid: &Grid, solvers: &mut Solvers, budget: &Budget) -> Solved {
    let solutions = match commands::two(grid, solvers, budget) {
        Ok(solutions) => solutions,
        Err((stop, _)) => return Solved::GaveUp(stop),
    };
    let Some(full) = solutions.first() else { return Solved::Unsolvable };
    let empty = (0..grid.cells().len()).filter(|&cell| grid.value(cell) == 0);
    let put = |cell| Placement { cell: cell as u16, digit: full.value(cell) };
    let moves = empty.map(|cell| placement_text(put(cell), grid)).collect();
    let rows = full.cells().chunks(full.size()).map(<[u8]>::to_vec).collect();
    Solved::Grid { rows, moves }
}

/// Returns the number of boards of the stream per number of cells filled.
pub(super) fn growth(grid: &Grid, budget: &Budget) -> Growth {
    let mut boards = Boards::new(grid);
    let complete = boards.first(u64::MAX, budget).is_ok();
    let what = "boards without a clash, cells filled in reading order";
    Growth { states: boards.layers(), complete, what, unit: "cells filled" }
}

/// The boards of the stream as states of a graph.
pub(super) struct Stream {
    /// The character of an empty cell.
    pub(super) blank: char,
}

impl Rules for Stream {
    type At = Grid;
    type Key = Grid;

    fn key(&mut self, grid: &Grid) -> Grid {
        grid.clone()
    }

    fn moves(&mut self, grid: &Grid) -> Vec<(String, Grid)> {
        branches(grid).map(|(by, next)| (placement_text(by, grid), next)).collect()
    }

    fn bytes(&self, grid: &Grid) -> u64 {
        // The rows of the grid, with their line ends.
        8 * (grid.size() * (grid.size() + 1) - 1) as u64
    }

    fn text(&mut self, grid: &Grid) -> String {
        commands::rows(grid, self.blank)
    }

    fn is_goal(&self, grid: &Grid) -> bool {
        is_solution(grid)
    }
}
