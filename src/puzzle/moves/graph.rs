//! The graph of positions by the plain rules.

use super::{MoveGame, Representative};
use crate::puzzle::states::{Rules, StateGraph, explore};
use crate::search::Budget;

/// Positions by the plain rules; those that are the same are one.
struct Positions<'a, M: MoveGame> {
    model: &'a M,
    representative: Representative<'a, M::Position>,
    /// About the bytes of a position.
    bytes: u64,
}

impl<M: MoveGame> Rules for Positions<'_, M> {
    type At = M::Position;
    type Key = M::Position;

    fn key(&mut self, at: &M::Position) -> M::Position {
        (self.representative)(at)
    }

    fn moves(&mut self, at: &M::Position) -> Vec<(String, M::Position)> {
        let legal = self.model.legal(at).into_iter();
        legal.map(|(by, next)| (self.model.move_text(&by), next)).collect()
    }

    fn bytes(&self, _: &M::Position) -> u64 {
        self.bytes
    }

    fn text(&mut self, at: &M::Position) -> String {
        (M::PARTICULARS.node)(self.model, at)
    }

    fn is_goal(&self, at: &M::Position) -> bool {
        self.model.is_solved(at)
    }
}

/// Returns the graph of the first `limit` positions.
pub(super) fn graph<M: MoveGame>(
    model: &M,
    at: &M::Position,
    limit: usize,
    budget: &Budget,
) -> StateGraph {
    let representative = model.representative();
    let bytes = 8 * model.view(at).text().len() as u64;
    explore(&mut Positions { model, representative, bytes }, at.clone(), limit, budget)
}
