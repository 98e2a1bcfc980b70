//! The graph of rotations: a round trip.

use super::{MatrixGame, Turn, commands};
use crate::puzzle::states::{Rules, StateGraph, explore};
use crate::search::Budget;

impl Rules for MatrixGame {
    type At = Turn;
    type Key = Vec<i64>;

    fn key(&mut self, at: &Turn) -> Vec<i64> {
        self.turned(*at).cells().to_vec()
    }

    fn moves(&mut self, at: &Turn) -> Vec<(String, Turn)> {
        at.checked_add(1).map(|next| (String::from("rotate 1"), next)).into_iter().collect()
    }

    fn bytes(&self, _: &Turn) -> u64 {
        8 * self.start.cells().len() as u64
    }

    fn text(&mut self, at: &Turn) -> String {
        commands::matrix_text(self.turned(*at))
    }

    fn is_goal(&self, _: &Turn) -> bool {
        false
    }
}

/// The matrices on the way round by single rotations, at most `limit`.
pub(super) fn graph(
    game: &mut MatrixGame,
    turn: Turn,
    limit: usize,
    budget: &Budget,
) -> StateGraph {
    explore(game, turn, limit, budget)
}
