//! The graph of positions by the plain rules.

use super::{Engine, MoveGame};
use crate::puzzle::states::{Rules, StateGraph, explore};
use crate::search::Budget;

/// Positions by the plain rules; those that the search does not distinguish are one.
struct Positions<'a, M: MoveGame> {
    model: &'a M,
    engine: M::Engine,
    /// About the bytes of a position.
    bytes: u64,
}

impl<M: MoveGame> Rules for Positions<'_, M> {
    type At = M::Position;
    type Key = M::Position;

    fn key(&mut self, at: &M::Position) -> M::Position {
        self.engine.key(at)
    }

    fn moves(&mut self, at: &M::Position) -> Vec<(String, M::Position)> {
        let legal = self.model.legal(at).into_iter();
        legal.map(|(by, next)| (self.model.move_text(&by), next)).collect()
    }

    fn bytes(&self, _: &M::Position) -> u64 {
        self.bytes
    }

    fn text(&mut self, at: &M::Position) -> String {
        self.model.node_text(at)
    }

    fn is_goal(&self, at: &M::Position) -> bool {
        self.model.is_solved(at)
    }
}

/// The graph of the first `limit` positions; empty if the tables alone are beyond the budget.
pub(super) fn graph<M: MoveGame>(
    model: &M,
    at: &M::Position,
    limit: usize,
    budget: &Budget,
) -> StateGraph {
    let Ok(engine) = model.engine(at, 0, budget) else {
        return StateGraph { cut: true, ..StateGraph::default() };
    };
    let bytes = 8 * model.position_text(at).len() as u64;
    explore(&mut Positions { model, engine, bytes }, at.clone(), limit, budget)
}
