//! Metrics: the ways to measure the length of a solution.

use super::MoveGame;
use crate::puzzle::Unit;

/// A way to measure the length of a solution.
#[derive(Debug)]
pub struct Metric<B> {
    /// The word that chooses it: `solve by steps`.
    pub word: &'static str,
    /// The name of what the length counts.
    pub unit: Unit,
    /// Returns what a move adds to the length.
    pub cost: fn(&B) -> u64,
    /// Returns whether a solution may have a move.
    pub allows: fn(&B) -> bool,
}

impl<B> Metric<B> {
    /// The number of moves.
    pub const MOVES: Self =
        Self { word: "moves", unit: Unit::MOVES, cost: |_| 1, allows: |_| true };

    /// Returns the length of a path.
    pub fn length(&self, path: &[B]) -> u64 {
        path.iter().map(self.cost).sum()
    }
}

/// Returns the metric that measures a puzzle unless another one is asked for.
pub fn main_metric<M: MoveGame>() -> &'static Metric<M::Move> {
    &M::METRICS[0]
}
