//! The graph of boards by the plain rules, and what equal boards have in common.

use super::board::{Board, Places};
use super::lower::Model;
use super::{commands, scene};
use crate::kind::rank::{Form, Part};
use crate::kind::states::{Rules, StateGraph, explore};
use crate::search::Budget;

/// Boards by the plain rules.
struct Boards<'a>(&'a Model);

impl Rules for Boards<'_> {
    type At = Places;
    type Key = Places;

    fn key(&mut self, at: &Places) -> Places {
        at.clone()
    }

    fn moves(&mut self, at: &Places) -> Vec<(String, Places)> {
        let moves = self.0.board.moves(at).into_iter();
        moves.map(|by| (commands::text(self.0, by), self.0.board.after(at, by))).collect()
    }

    fn bytes(&self, at: &Places) -> u64 {
        8 * at.len() as u64
    }

    fn text(&mut self, at: &Places) -> String {
        scene::rows(self.0, at).join("\n")
    }

    fn is_goal(&self, at: &Places) -> bool {
        self.0.board.is_solved(at)
    }
}

/// The graph of the first `limit` boards.
pub(super) fn graph(model: &Model, at: &Places, limit: usize, budget: &Budget) -> StateGraph {
    explore(&mut Boards(model), at.clone(), limit, budget)
}

/// The start on one board, the cells that the car must reach on another.
pub(super) fn form(board: &Board) -> Form {
    let ground = |&wall: &bool| Part::Fixed(u64::from(wall));
    let mut start: Vec<Part> = board.walls.iter().map(ground).collect();
    let mut goal = vec![Part::Fixed(0); start.len()];
    for (car, &at) in board.start.iter().enumerate() {
        for cell in board.cells(car, at) {
            start[board.index(cell)] = Part::Label(car as u64);
        }
    }
    if let Some(hero) = board.hero {
        for cell in board.cells(hero, board.last_place(hero)) {
            goal[board.index(cell)] = Part::Label(hero as u64);
        }
    }
    let (rows, columns) = (board.rows as usize, board.columns as usize);
    Form { rows, columns, boards: vec![start, goal], notes: Vec::new() }
}
