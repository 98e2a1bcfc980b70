//! A board of tiles as cells.

use super::board::{Board, GAP};
use super::lower::Model;
use crate::puzzle::moves::{Square, View};
use crate::scene::{Coordinate, Role};

/// Returns a board, written as the start was: packed, or with spaces.
pub(super) fn view<'a>(model: &'a Model, board: &'a Board) -> View<'a> {
    let goal = model.pair.goal();
    let columns = board.cols();
    let cell = move |at: Coordinate| {
        let place = at.row as usize * columns + at.column as usize;
        let tile = board.cells()[place];
        let label = model.labels[tile as usize].as_str();
        if tile == GAP {
            return Square::unlabeled(label, ".", Role::Floor);
        }
        let is_arrived = tile == goal.cells()[place];
        Square {
            piece: Some(place as u32),
            tint: Some(tile - 1),
            ..Square::new(label, if is_arrived { Role::Goal } else { Role::Piece })
        }
    };

    let arrived = board.cells().iter().zip(goal.cells());
    let arrived = arrived.filter(|(tile, wanted)| tile == wanted && **tile != GAP).count();
    let title = format!("{arrived} of {} tiles in place", board.cells().len() - 1);
    View {
        between: if model.packed { "" } else { " " },
        caption: title.clone(),
        title,
        ..View::new(vec![columns; board.rows()], cell)
    }
}
