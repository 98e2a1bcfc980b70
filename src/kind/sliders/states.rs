//! The graph of boards by the plain rules, and their growth by the engine.

use super::board::{Board, GAP, Pair};
use super::breadth::Routes;
use super::commands::{State, more};
use super::lower::Model;
use super::scene::board_text;
use crate::kind::rank::{Form, Part, Solutions};
use crate::kind::states::{Growth, Rules, StateGraph, explore};
use crate::search::{Budget, Halt, Outcome, Until};

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
pub(super) fn graph(model: &Model, state: &State, limit: usize, budget: &Budget) -> StateGraph {
    explore(&mut Boards(model), state.board.clone(), limit, budget)
}

/// New boards per slide.
pub(super) fn growth(model: &Model, state: &State, budget: &Budget) -> Option<Growth> {
    let pair = Pair::new(state.board.clone(), model.pair.goal().clone()).ok()?;
    let mut routes = Routes::new(&pair);
    let complete = routes.advance(Until::Exhausted, budget) == Halt::Exhausted;
    let (what, unit) = ("boards, equal tiles alike", "slides");
    Some(Growth { states: routes.layers(), complete, what, unit })
}

/// The number of shortest solutions.
pub(super) fn solutions(model: &Model, state: &mut State, budget: &Budget) -> Outcome<Solutions> {
    let mut finder = state.finder(model, budget);
    let budget = more(&finder, budget);
    match finder.count(&budget) {
        Outcome::Solved(count) => Outcome::Solved(Solutions { count, more: false }),
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::GaveUp(stop) => Outcome::GaveUp(stop),
    }
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
