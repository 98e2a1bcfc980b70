//! The forms of boards, by which equal ones are found.

use super::rules::Board;
use crate::puzzle::rank::{Form, Part};

/// Returns the start on one board, the goals on another.
pub(crate) fn form(board: &Board) -> Form {
    let ground = |&wall: &bool| Part::Fixed(u64::from(wall));
    let mut start_board: Vec<Part> = board.walls.iter().map(ground).collect();
    let mut goal_board = vec![Part::Fixed(0); start_board.len()];
    for (block, &at) in board.start.iter().enumerate() {
        for cell in board.cells(block, at) {
            start_board[board.index(cell)] = Part::Label(block as u64);
        }
    }
    for goal in &board.goals {
        for cell in board.cells(goal.block, goal.at).filter(|&cell| board.holds(cell)) {
            goal_board[board.index(cell)] = Part::Label(goal.block as u64);
        }
    }
    let rows = board.rows as usize;
    let columns = board.columns as usize;
    Form {
        rows,
        columns,
        boards: vec![start_board, goal_board],
        notes: Vec::new(),
        keeps_rows: false,
    }
}
