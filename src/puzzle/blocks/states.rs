//! The graph of boards by the plain rules, and what equal boards have in common.

use super::board::{Board, Places};
use super::{Blocks, Model, scene};
use crate::puzzle::rank::{Form, Part};
use crate::puzzle::states::{Rules, StateGraph, explore};
use crate::search::Budget;

/// Boards by the plain rules; those that differ in equal blocks only are one.
struct Boards<'a, K: Blocks> {
    model: &'a Model<K>,
    engine: K::Engine,
}

impl<K: Blocks> Rules for Boards<'_, K> {
    type At = Places;
    type Key = Places;

    fn key(&mut self, at: &Places) -> Places {
        K::key(&self.engine, at)
    }

    fn moves(&mut self, at: &Places) -> Vec<(String, Places)> {
        let board = &*self.model.board;
        let text = |by| (K::move_text(board, by), board.after(at, by));
        board.moves(at).into_iter().map(text).collect()
    }

    fn bytes(&self, at: &Places) -> u64 {
        16 * at.len() as u64
    }

    fn text(&mut self, at: &Places) -> String {
        scene::rows(self.model, at, self.model.packed).join("\n")
    }

    fn is_goal(&self, at: &Places) -> bool {
        self.model.board.is_solved(at)
    }
}

/// The graph of the first `limit` boards; empty if the tables alone are beyond the budget.
pub(super) fn graph<K: Blocks>(
    model: &Model<K>,
    at: &Places,
    limit: usize,
    budget: &Budget,
) -> StateGraph {
    let Ok(engine) = K::engine(model, at, false, budget) else {
        return StateGraph { cut: true, ..StateGraph::default() };
    };
    explore(&mut Boards { model, engine }, at.clone(), limit, budget)
}

/// The start on one board, the goals on another.
pub fn form(board: &Board) -> Form {
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
