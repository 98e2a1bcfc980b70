//! Singles: a cell with one candidate, a digit with one cell.

use super::super::grid::{cell_name, symbol};
use super::board::Board;
use super::{Effect, Step, Technique};

fn place(board: &Board, technique: Technique, cell: usize, mask: u32, why: &str) -> Step {
    let digit = mask.trailing_zeros() as u8 + 1;
    let name = cell_name(cell, board.size());
    let text = format!("{} {name}={}{why}", technique.name(), symbol(digit, '.'));
    Step { technique, effect: Effect::Place(cell, digit), text }
}

/// The first cell with one candidate.
pub(super) fn naked(board: &Board) -> Option<Step> {
    let cell = board.open().find(|&cell| board.mask(cell).is_power_of_two())?;
    let why = ": its row, column and box leave no other digit";
    Some(place(board, Technique::NakedSingle, cell, board.mask(cell), why))
}

/// The first unit in which a digit has one cell.
pub(super) fn hidden(board: &Board) -> Option<Step> {
    board.geometry().units.iter().find_map(|(unit, cells)| {
        (0..board.size()).find_map(|digit| {
            let places = board.places(cells, 1 << digit);
            let [cell] = places[..] else { return None };
            let shown = symbol(digit as u8 + 1, '.');
            let why = format!(" in {unit}: no other cell there takes {shown}");
            Some(place(board, Technique::HiddenSingle, cell, 1 << digit, &why))
        })
    })
}
