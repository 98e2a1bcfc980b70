//! Singles: a cell with one candidate, a digit with one cell.

use super::board::Board;
use super::{Collector, Effect};

/// Finds the last open cell of a unit.
pub(super) fn full_house(board: &Board, collector: &mut Collector) {
    for (unit, cells) in &board.geometry().units {
        let mut open = cells.iter().filter(|&&cell| board.grid().value(usize::from(cell)) == 0);
        let (Some(&cell), None) = (open.next(), open.next()) else { continue };
        let cell = usize::from(cell);
        if board.mask(cell).is_power_of_two() {
            place(board, "full-house", cell, board.mask(cell), collector, || board.unit(*unit));
        }
    }
}

/// Finds cells with one candidate.
pub(super) fn naked(board: &Board, collector: &mut Collector) {
    for cell in board.open().filter(|&cell| board.mask(cell).is_power_of_two()) {
        place(board, "naked-single", cell, board.mask(cell), collector, || board.names([cell]));
    }
}

/// Finds units in which a digit has one cell.
pub(super) fn hidden(board: &Board, collector: &mut Collector) {
    for (unit, cells) in &board.geometry().units {
        // The digits that one cell or more of the unit can take, and those of two or more.
        let (mut once, mut twice) = (0, 0);
        for &cell in cells {
            let mask = board.mask(usize::from(cell));
            twice |= once & mask;
            once |= mask;
        }
        for &cell in cells {
            let only = board.mask(usize::from(cell)) & once & !twice;
            if only.is_power_of_two() {
                let places = || format!("{} in {}", board.digits(only), board.unit(*unit));
                place(board, "hidden-single", usize::from(cell), only, collector, places);
            }
        }
    }
}

/// Adds a digit, which is the only one of a set.
fn place(
    board: &Board,
    name: &'static str,
    cell: usize,
    mask: u32,
    collector: &mut Collector,
    places: impl FnOnce() -> String,
) {
    let effect = Effect::Place(cell, mask.trailing_zeros() as u8 + 1);
    collector.push(board, name, effect, 0, places);
}
