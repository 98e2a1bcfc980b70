//! The picture of a sudoku: givens and entered digits, boxes marked off.

use super::grid::{Alphabet, Grid};
use super::rules::candidates;
use crate::diag::counted;
use crate::scene::{Board, Cell, Drawing, Role, Scene};

/// Returns the board, with the givens distinguished.
pub(super) fn scene(name: &str, givens: &Grid, grid: &Grid) -> Scene {
    let size = grid.size();
    let cells = (0..size * size)
        .map(|cell| {
            let value = grid.value(cell);
            let text = if value == 0 { String::new() } else { grid.symbol(value, '.').to_string() };
            let role = match (value, givens.value(cell)) {
                (0, _) => Role::Floor,
                (_, 0) => Role::Active,
                _ => Role::Given,
            };
            let pencil = if value == 0 {
                pencil(candidates(grid, cell), size, grid.alphabet())
            } else {
                String::new()
            };
            Cell { text, role, pencil, ..Cell::default() }
        })
        .collect();

    let left = size * size - grid.givens();
    Scene {
        title: format!("{name}, a {size}×{size} sudoku with {left} empty cells"),
        caption: if left == 0 { String::from("full") } else { counted(left, "cell") + " empty" },
        drawing: Drawing::Board(Board {
            rows: size,
            columns: size,
            cells,
            block: grid.layout().box_rows(),
        }),
    }
}

/// Candidates (bit `d-1` for digit `d`) each at its place among all digits.
fn pencil(set: u32, size: usize, alphabet: Alphabet) -> String {
    let pencil = |digit: usize| {
        if set >> (digit - 1) & 1 == 1 { alphabet.symbol(digit as u8, ' ') } else { ' ' }
    };
    (1..=size).map(pencil).collect()
}
