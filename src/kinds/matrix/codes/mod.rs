//! The diagnostics of the matrix kind, each with its explanation.

mod body;
mod commands;

pub use body::{
    EMPTY, MISSING_HEADER, NOT_AN_INTEGER, ODD_SIDE, RAGGED_ROW, WRONG_SIZE, commas, empty,
    missing_header, not_an_integer, odd_side, out_of_range, ragged_row, wrong_size,
};
pub use commands::{
    IN_NO_RING, NO_SUCH_RING, NOT_A_MOVE, OFF_THE_MATRIX, in_no_ring, missing_of, no_such_ring,
    not_a_move, off_the_matrix,
};

use crate::diag::Code;

/// Every code of this kind.
pub static CODES: &[&Code] = &[
    &EMPTY,
    &NOT_AN_INTEGER,
    &RAGGED_ROW,
    &WRONG_SIZE,
    &MISSING_HEADER,
    &ODD_SIDE,
    &NO_SUCH_RING,
    &OFF_THE_MATRIX,
    &IN_NO_RING,
    &NOT_A_MOVE,
];

/// `1 row`, `2 rows`.
pub(super) fn plural(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
