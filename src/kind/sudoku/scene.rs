//! The picture of a sudoku: givens and entered digits, boxes marked off.

use super::grid::{Grid, symbol};
use crate::scene::{Board, Cell, Drawing, Role, Scene};

/// The board, with what was given from the start told apart.
pub(super) fn scene(name: &str, givens: &Grid, grid: &Grid) -> Scene {
    let size = grid.size();
    let cells = (0..size * size)
        .map(|cell| {
            let value = grid.value(cell);
            let text = if value == 0 { String::new() } else { symbol(value, '.').to_string() };
            let role = match (value, givens.value(cell)) {
                (0, _) => Role::Floor,
                (_, 0) => Role::Active,
                _ => Role::Given,
            };
            Cell { text, role, piece: None }
        })
        .collect();
    let left = size * size - grid.givens();
    Scene {
        title: format!("{name}, a {size}×{size} sudoku with {left} empty cells"),
        caption: if left == 0 { String::from("full") } else { format!("{left} cells empty") },
        drawing: Drawing::Board(Board { rows: size, columns: size, cells, block: grid.order() }),
    }
}
