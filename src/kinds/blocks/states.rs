//! The forms of boards, by which equal ones are found.

use super::rules::Board;
use crate::puzzle::rank::{Form, Part};

/// Returns the start on one board, the goals on another.
pub(crate) fn form(board: &Board) -> Form {
    let ground = |&wall: &bool| Part::Fixed(u64::from(wall));
    let mut start: Vec<Part> = board.walls.iter().map(ground).collect();
    let mut goal = vec![Part::Fixed(0); start.len()];
    for (block, &at) in board.start.iter().enumerate() {
        for cell in board.cells(block, at) {
            start[board.index(cell)] = Part::Label(block as u64);
        }
    }
    for one in &board.goals {
        for cell in board.cells(one.block, one.at).filter(|&cell| board.holds(cell)) {
            goal[board.index(cell)] = Part::Label(one.block as u64);
        }
    }
    let (rows, columns) = (board.rows as usize, board.columns as usize);
    Form { rows, columns, boards: vec![start, goal], notes: Vec::new(), keeps_rows: false }
}
