//! The engine of a kind that states its space only.

use super::{Engine, MoveGame};
use crate::search::{Budget, Explorer, Outcome, Space, Walk};

/// A space whose states are positions of a puzzle.
pub trait Positions: Space {
    /// A position.
    type Position: Clone;
    /// A move as the puzzle sees it.
    type Step;

    /// Returns the position of a state.
    fn position(&self, state: &Self::State) -> Self::Position;

    /// Returns the move of a move of the space.
    fn step(&self, by: Self::Move) -> Self::Step;
}

/// Returns the moves of a path.
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

/// The space of a kind that has no faster one: its positions, joined by the moves of its plain rules.
pub struct PlainRules<M: MoveGame> {
    model: M,
    start: M::Position,
}

impl<M: MoveGame + Clone> PlainRules<M>
where
    M::Move: Copy,
{
    /// Returns the search of a puzzle from a position, as [`MoveGame::engine`] needs it.
    pub fn engine(model: &M, start: &M::Position) -> Explorer<Self> {
        Explorer::new(Self { model: model.clone(), start: start.clone() })
    }
}

impl<M: MoveGame> Space for PlainRules<M>
where
    M::Move: Copy,
{
    type State = M::Position;
    type Move = M::Move;

    fn starts(&self, out: &mut Vec<M::Position>) {
        out.push(self.start.clone());
    }

    fn successors(&self, at: &M::Position, out: &mut Vec<(M::Move, M::Position)>) {
        out.extend(self.model.legal(at));
    }

    fn is_goal(&self, at: &M::Position) -> bool {
        self.model.is_solved(at)
    }
}

impl<M: MoveGame> Positions for PlainRules<M>
where
    M::Move: Copy,
{
    type Position = M::Position;
    type Step = M::Move;

    fn position(&self, at: &M::Position) -> M::Position {
        at.clone()
    }

    fn step(&self, by: M::Move) -> M::Move {
        by
    }
}
