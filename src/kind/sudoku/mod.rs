//! Sudoku, 4×4 to 25×25.

pub mod grid;
