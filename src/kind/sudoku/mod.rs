//! Sudoku, 4×4 to 25×25.

pub mod boards;
pub mod grid;
pub mod reference;
pub mod rules;
pub mod solve;
