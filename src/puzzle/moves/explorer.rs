//! The engine of a kind that states its space only.

use std::ops::Range;

use num_bigint::BigUint;

use super::Engine;
use crate::search::{Budget, Explorer, Figures, Halt, Outcome, Space, Stop, Until};

/// A space whose states are positions of a puzzle.
pub trait Positions: Space {
    /// A position.
    type Position;
    /// A move as the puzzle sees it.
    type Step;

    /// The position that a state stands for.
    fn position(&self, state: &Self::State) -> Self::Position;

    /// The move that a move of the space stands for.
    fn step(&self, by: Self::Move) -> Self::Step;
}

/// The moves that those of a path stand for.
fn steps<S: Positions>(space: &S, path: &[S::Move]) -> Vec<S::Step> {
    path.iter().map(|&by| space.step(by)).collect()
}

impl<S> Engine for Explorer<S>
where
    S: Positions + Send + 'static,
    S::State: Send,
    S::Move: Send,
{
    type Position = S::Position;
    type Move = S::Step;

    fn solve(&mut self, budget: &Budget) -> Outcome<Vec<S::Step>> {
        let found = self.solution(budget);
        found.map(|path| steps(self.space(), &path))
    }

    fn count(&mut self, budget: &Budget) -> Outcome<BigUint> {
        self.count(budget)
    }

    fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<S::Step>> {
        let found = self.next_goal(budget);
        found.map(|path| steps(self.space(), &path))
    }

    fn rewind(&mut self) {
        self.rewind();
    }

    fn advance(&mut self, until: Until, budget: &Budget) -> Halt {
        (**self).advance(until, budget)
    }

    fn catch_up(&mut self, expanded: u64, budget: &Budget) -> Result<(), Stop> {
        (**self).catch_up(expanded, budget)
    }

    fn discovered(&self) -> u32 {
        (**self).discovered()
    }

    fn frontier(&self) -> Range<u32> {
        (**self).frontier()
    }

    fn layers(&self) -> Vec<u64> {
        (**self).layers()
    }

    fn way_to(&self, id: u32) -> (Vec<S::Step>, S::Position) {
        (steps(self.space(), &self.path_to(id)), self.space().position(self.state(id)))
    }

    fn figures(&self) -> Figures {
        self.figures()
    }

    fn expanded(&reached: &u64) -> u64 {
        reached
    }
}
