//! The forms of pairs of boards, by which equal ones are found.

use super::board::{Board, GAP, Pair};
use crate::puzzle::rank::{Form, Part};

/// Returns the start on one board, the goal on another.
pub(super) fn form(pair: &Pair) -> Form {
    let part = |&cell: &u32| match cell {
        GAP => Part::Fixed(0),
        tile => Part::Label(u64::from(tile)),
    };
    let board = |board: &Board| board.cells().iter().map(part).collect();
    let rows = pair.start().rows();
    let columns = pair.start().cols();
    Form {
        rows,
        columns,
        boards: vec![board(pair.start()), board(pair.goal())],
        notes: Vec::new(),
        keeps_rows: false,
    }
}
