//! The matrix kind: a matrix of 64-bit integers whose rings turn.

mod cells;
pub mod numbers;
mod prefetch;
pub mod reference;
pub mod rotate;
pub mod syntax;

pub use cells::Matrix;
pub use numbers::{NumberFault, NumberFaultKind, parse_row, write_rows};
