//! Singles: a cell with one candidate, a digit with one cell.

use super::super::grid::cell_name;
use super::board::Board;
use super::{Effect, Step, Take, Technique};

fn place(board: &Board, technique: Technique, cell: usize, mask: u32, why: &str) -> Step {
    let digit = mask.trailing_zeros() as u8 + 1;
    let name = cell_name(cell, board.size());
    let text = format!("{} {name}={}{why}", technique.name(), board.symbol(digit));
    Step { technique, effect: Effect::Place(cell, digit), text }
}

/// Cells with one candidate.
pub(super) fn naked(board: &Board, take: Take<'_>) -> Option<Step> {
    let why = ": its row, column and box leave no other digit";
    board
        .open()
        .filter(|&cell| board.mask(cell).is_power_of_two())
        .find_map(|cell| take(place(board, Technique::NakedSingle, cell, board.mask(cell), why)))
}

/// Units in which a digit has one cell.
pub(super) fn hidden(board: &Board, take: Take<'_>) -> Option<Step> {
    board.geometry().units.iter().find_map(|(unit, cells)| {
        (0..board.size()).find_map(|digit| {
            let places = board.places(cells, 1 << digit);
            let [cell] = places[..] else { return None };
            let shown = board.symbol(digit as u8 + 1);
            let why = format!(" in {unit}: no other cell there takes {shown}");
            take(place(board, Technique::HiddenSingle, cell, 1 << digit, &why))
        })
    })
}
