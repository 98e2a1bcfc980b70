//! The graph of boards by the plain rules, and their growth by the engine.

use super::board::{Board, Places};
use super::commands::{State, more, move_text};
use super::engine::{Finder, Metric};
use super::lower::Model;
use super::scene::board_text;
use crate::kind::rank::{Form, Part, Solutions};
use crate::kind::states::{Growth, Rules, StateGraph, explore};
use crate::search::{Budget, Outcome};

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

/// The graph of the first `limit` boards; empty if the tables alone exceed the budget.
pub(super) fn graph(model: &Model, state: &State, limit: usize, budget: &Budget) -> StateGraph {
    let Ok(finder) = Finder::within(&model.board, &state.places, Metric::Moves, budget) else {
        return StateGraph { cut: true, ..StateGraph::default() };
    };
    let mut rules = Boards { model, board: &model.board, finder };
    explore(&mut rules, state.places.clone(), limit, budget)
}

/// New boards per move.
pub(super) fn growth(model: &Model, state: &State, budget: &Budget) -> Growth {
    let (what, unit) = ("boards, equal blocks alike", "moves");
    let mut fresh = State::new(state.places.clone(), 0);
    let (states, complete) = match fresh.finder(model, Metric::Moves, budget) {
        Ok(mut finder) => finder.growth(budget),
        Err(_) => (Vec::new(), false),
    };
    Growth { states, complete, what, unit }
}

/// The number of shortest solutions; `None` without a goal.
pub(super) fn solutions(
    model: &Model,
    state: &mut State,
    budget: &Budget,
) -> Option<Outcome<Solutions>> {
    if model.board.goals.is_empty() {
        return None;
    }
    let found = match state.finder(model, Metric::Moves, budget) {
        Ok(mut finder) => {
            let budget = more(&finder, budget);
            finder.count(&budget)
        }
        Err(stop) => Outcome::GaveUp(stop),
    };
    Some(match found {
        Outcome::Solved(count) => Outcome::Solved(Solutions { count, more: false }),
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::GaveUp(stop) => Outcome::GaveUp(stop),
    })
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
