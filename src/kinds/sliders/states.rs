//! The graph of boards by the plain rules, and what equal pairs have in common.

use super::board::{Board, GAP, Pair};
use super::lower::Model;
use super::scene::board_text;
use crate::puzzle::rank::{Form, Part};
use crate::puzzle::states::{Rules, StateGraph, explore};
use crate::search::Budget;

/// Boards by the plain rules.
struct Boards<'a>(&'a Model);

impl Rules for Boards<'_> {
    type At = Board;
    type Key = Vec<u32>;

    fn key(&mut self, at: &Board) -> Vec<u32> {
        at.cells().to_vec()
    }

    fn moves(&mut self, at: &Board) -> Vec<(String, Board)> {
        at.slides().filter_map(|by| Some((by.letter().to_string(), at.after(by)?))).collect()
    }

    fn bytes(&self, at: &Board) -> u64 {
        8 * at.cells().len() as u64
    }

    fn text(&mut self, at: &Board) -> String {
        board_text(self.0, at)
    }

    fn is_goal(&self, at: &Board) -> bool {
        at == self.0.pair.goal()
    }
}

/// The graph of the first `limit` boards.
pub(super) fn graph(model: &Model, at: &Board, limit: usize, budget: &Budget) -> StateGraph {
    explore(&mut Boards(model), at.clone(), limit, budget)
}

/// The start on one board, the goal on another.
pub(super) fn form(pair: &Pair) -> Form {
    let part = |&cell: &u32| match cell {
        GAP => Part::Fixed(0),
        tile => Part::Label(u64::from(tile)),
    };
    let board = |board: &Board| board.cells().iter().map(part).collect();
    let (rows, columns) = (pair.start().rows(), pair.start().cols());
    Form { rows, columns, boards: vec![board(pair.start()), board(pair.goal())], notes: Vec::new() }
}
