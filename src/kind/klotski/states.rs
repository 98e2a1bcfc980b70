//! The graph of boards by the plain rules, and what equal boards have in common.

use super::board::{Board, Places};
use super::commands::move_text;
use super::engine::{Finder, Metric};
use super::lower::Model;
use super::scene::board_text;
use crate::kind::rank::{Form, Part};
use crate::kind::states::{Rules, StateGraph, explore};
use crate::search::Budget;

/// Boards by the plain rules; those that differ in equal blocks only are one.
struct Boards<'a> {
    model: &'a Model,
    board: &'a Board,
    finder: Finder,
}

impl Rules for Boards<'_> {
    type At = Places;
    type Key = Places;

    fn key(&mut self, at: &Places) -> Places {
        self.finder.key(at)
    }

    fn moves(&mut self, at: &Places) -> Vec<(String, Places)> {
        let moves = self.board.moves(at).into_iter();
        moves
            .map(|by| {
                let mut next = at.clone();
                next[by.block] = by.to;
                (move_text(self.board, by), next)
            })
            .collect()
    }

    fn bytes(&self, at: &Places) -> u64 {
        16 * at.len() as u64
    }

    fn text(&mut self, at: &Places) -> String {
        board_text(self.model, at)
    }

    fn is_goal(&self, at: &Places) -> bool {
        self.board.is_solved(at)
    }
}

/// The graph of the first `limit` boards; empty if the tables alone are beyond the budget.
pub(super) fn graph(model: &Model, at: &Places, limit: usize, budget: &Budget) -> StateGraph {
    let Ok(finder) = Finder::within(&model.board, at, Metric::Moves, budget) else {
        return StateGraph { cut: true, ..StateGraph::default() };
    };
    let mut rules = Boards { model, board: &model.board, finder };
    explore(&mut rules, at.clone(), limit, budget)
}

/// The start on one board, the goals on another.
pub(super) fn form(board: &Board) -> Form {
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
    Form { rows, columns, boards: vec![start, goal], notes: Vec::new() }
}
