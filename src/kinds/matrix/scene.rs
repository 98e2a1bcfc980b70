//! The picture of a matrix: its rings, each drawn as one piece.

use super::Matrix;
use super::commands::Pointed;
use crate::diag::counted;
use crate::scene::{Board, Cell, Drawing, Emphasis, Role, Scene};

/// Rows and columns that are drawn at most; a larger matrix is cut, and the caption says so.
const LIMIT: usize = 40;

/// Returns the picture of `matrix`, called `name`, which has turned by `turn` places in all.
pub(super) fn scene(name: &str, matrix: &Matrix, turn: i128) -> Scene {
    let rows = matrix.rows().min(LIMIT);
    let columns = matrix.cols().min(LIMIT);

    let mut cells = Vec::with_capacity(rows * columns);
    for (row, elements) in matrix.iter_rows().enumerate().take(rows) {
        for (col, element) in elements.iter().enumerate().take(columns) {
            let ring = matrix.locate(row, col).map(|(ring, _)| ring as u32);
            let role = if ring.is_some() { Role::Piece } else { Role::Given };
            cells.push(Cell {
                text: element.to_string(),
                role,
                piece: ring,
                tint: ring,
                ..Cell::default()
            });
        }
    }

    let mut caption = counted(matrix.rings(), "ring");
    if (rows, columns) != (matrix.rows(), matrix.cols()) {
        caption += &format!("; only the first {rows} by {columns} cells are drawn");
    }
    Scene {
        title: format!(
            "{name}, a matrix of {} and {}, {}",
            counted(matrix.rows(), "row"),
            counted(matrix.cols(), "column"),
            turned(turn)
        ),
        caption,
        drawing: Drawing::Board(Board { rows, columns, cells, block: 0 }),
    }
}

/// Returns the scene, with a ring pointed at, or a cell and the rest of its ring.
pub(super) fn pointed(mut scene: Scene, marked: Pointed) -> Scene {
    if let Drawing::Board(board) = &mut scene.drawing {
        for (number, cell) in board.cells.iter_mut().enumerate() {
            let here = (number / board.columns, number % board.columns);
            if cell.piece == Some(marked.ring) {
                cell.emphasis = if marked.cell.is_none_or(|cell| cell == here) {
                    Emphasis::Focus
                } else {
                    Emphasis::Near
                };
            }
        }
    }
    scene
}

/// Says in words by how much a matrix has turned.
pub(super) fn turned(turn: i128) -> String {
    match turn {
        0 => String::from("as declared"),
        1.. => format!("turned {turn} counterclockwise"),
        _ => format!("turned {} clockwise", turn.unsigned_abs()),
    }
}
