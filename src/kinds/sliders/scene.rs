//! The picture of a board, as text and by roles.

use super::board::{Board, GAP};
use super::lower::Model;
use crate::scene;

/// Columns and rows of a scene: larger boards are cut, and the caption says so.
const LARGEST: usize = 200;

/// Returns the rows of a board, written as the start was: packed, or with spaces.
pub(super) fn board_text(model: &Model, board: &Board) -> String {
    let between = if model.packed { "" } else { " " };
    rows(board, between, |cell| label(model, cell))
}

/// Returns the cells with a space between them and `.` for the gap: the same for every drawing of a
/// board.
pub(super) fn essence(model: &Model, board: &Board) -> String {
    rows(board, " ", |cell| if cell == GAP { "." } else { label(model, cell) })
}

fn rows<'a>(board: &Board, between: &str, label: impl Fn(u32) -> &'a str) -> String {
    let rows: Vec<String> = board
        .cells()
        .chunks(board.cols())
        .map(|row| {
            let labels: Vec<&str> = row.iter().map(|&cell| label(cell)).collect();
            labels.join(between)
        })
        .collect();
    rows.join("\n")
}

/// Returns the label of a number. In a packed board the gap is one dot, as every label is one
/// character.
fn label(model: &Model, number: u32) -> &str {
    &model.labels[number as usize]
}

/// Returns the scene of a board.
pub(super) fn scene(name: &str, model: &Model, board: &Board, slides: u64) -> scene::Scene {
    let goal = model.pair.goal();
    let (rows, columns) = (board.rows().min(LARGEST), board.cols().min(LARGEST));
    let mut cells = Vec::with_capacity(rows * columns);
    let mut right = 0;
    for (at, (&tile, &wanted)) in board.cells().iter().zip(goal.cells()).enumerate() {
        right += usize::from(tile == wanted && tile != GAP);
        if at / board.cols() >= rows || at % board.cols() >= columns {
            continue;
        }
        let (text, role, piece) = if tile == GAP {
            (String::new(), scene::Role::Floor, None)
        } else if tile == wanted {
            (label(model, tile).to_owned(), scene::Role::Goal, Some(at as u32))
        } else {
            (label(model, tile).to_owned(), scene::Role::Piece, Some(at as u32))
        };
        cells.push(scene::Cell {
            text,
            role,
            piece,
            tint: piece.map(|_| tile - 1),
            ..scene::Cell::default()
        });
    }
    let tiles = board.cells().len() - 1;
    let cut =
        if rows < board.rows() || columns < board.cols() { "; only a part is drawn" } else { "" };
    scene::Scene {
        title: format!("{name}: {right} of {tiles} tiles in place, {slides} slides made"),
        caption: format!("{right} of {tiles} tiles in place{cut}"),
        drawing: scene::Drawing::Board(scene::Board { rows, columns, cells, block: 0 }),
    }
}
