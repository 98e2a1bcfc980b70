//! The engine of a kind that states its space only.

use super::Engine;
use crate::search::{Budget, Explorer, Outcome, Space, Walk};

/// A space whose states are positions of a puzzle.
pub trait Positions: Space {
    /// A position.
    type Position: Clone;
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

    fn walk(&self) -> &dyn Walk {
        self
    }

    fn walk_mut(&mut self) -> &mut dyn Walk {
        self
    }

    fn solve(&mut self, budget: &Budget) -> Outcome<Vec<S::Step>> {
        let found = self.solution(budget);
        found.map(|path| steps(self.space(), &path))
    }

    fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<S::Step>> {
        let found = self.next_goal(budget);
        found.map(|path| steps(self.space(), &path))
    }

    fn way_to(&self, id: u32) -> (Vec<S::Step>, S::Position) {
        (steps(self.space(), &self.path_to(id)), self.space().position(self.state(id)))
    }
}
