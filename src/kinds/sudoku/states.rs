//! Solutions and ratings as values.

use super::grid::Grid;
use super::solve::Solver;
use super::space::Placement;
use super::{Givens, State, commands, moves, techniques};
use crate::puzzle::rank::{Figure, Form, Part, Solutions};
use crate::puzzle::{Searches, Solved};
use crate::search::{Budget, Outcome};

/// Rates how hard a board is for a person.
pub(super) fn rating(model: &Givens, grid: &Grid, budget: &Budget) -> Figure {
    match techniques::rate(model, grid, budget) {
        Ok(Some(rating)) => rating.figure(),
        Ok(None) => Figure::Unsolvable,
        Err(_) => Figure::GaveUp,
    }
}

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

/// Returns the grid, its digits as labels.
pub(super) fn form(grid: &Grid) -> Form {
    let part = |&value: &u8| match value {
        0 => Part::Fixed(0),
        digit => Part::Label(u64::from(digit)),
    };
    let cells = grid.cells().iter().map(part).collect();
    Form {
        rows: grid.size(),
        columns: grid.size(),
        boards: vec![cells],
        notes: Vec::new(),
        keeps_rows: !grid.layout().has_square_boxes(),
    }
}

/// Finds a solution, as rows of digits.
pub(super) fn solved(state: &State, searches: &mut Searches, budget: &Budget) -> Solved {
    let given = state.position.clone();
    match commands::two(&state.position, searches, budget) {
        Err((stop, _)) => Solved::GaveUp(stop),
        Ok(found) => found.first().map_or(Solved::Unsolvable, |grid| {
            let size = grid.size();
            let row = |row| (0..size).map(|column| grid.value(row * size + column)).collect();
            let empty = (0..size * size).filter(|&cell| given.value(cell) == 0);
            let put = |cell| Placement { cell: cell as u16, digit: grid.value(cell) };
            let moves = empty.map(|cell| moves::placement_text(put(cell), &given)).collect();
            Solved::Grid { rows: (0..size).map(row).collect(), moves }
        }),
    }
}
