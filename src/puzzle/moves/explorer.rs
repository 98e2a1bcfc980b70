//! The engine of a kind that states its space only.

use std::ops::Range;

use num_bigint::BigUint;

use super::course::course;
use super::{Engine, MoveGame};
use crate::puzzle::rank::Course;
use crate::search::{Budget, Explorer, Farthest, Figures, Halt, Outcome, Space, Stop, Until};

/// A space whose states are positions of a puzzle.
pub trait Positions: Space + Clone {
    /// A position.
    type Position: Clone;
    /// A move as the puzzle sees it.
    type Step;

    /// Returns the moves of a path from the start.
    fn steps(&self, path: &[Self::Move]) -> Vec<Self::Step>;

    /// Returns the position of a state to which these moves lead.
    fn position(&self, state: &Self::State, steps: &[Self::Step]) -> Self::Position;
}

impl<S> Engine for Explorer<S>
where
    S: Positions + Send + 'static,
    S::State: Send,
    S::Move: Send,
{
    type Position = S::Position;
    type Move = S::Step;

    fn advance(&mut self, until: Until, budget: &Budget) -> Halt {
        (**self).advance(until, budget)
    }

    fn frontier(&self) -> Range<u32> {
        (**self).frontier()
    }

    fn layers(&self) -> Vec<u64> {
        (**self).layers()
    }

    fn way_to(&self, id: u32) -> (Vec<S::Step>, S::Position) {
        let steps = self.space().steps(&self.path_to(id));
        let position = self.space().position(self.state(id), &steps);
        (steps, position)
    }

    fn figures(&self) -> Figures {
        self.figures()
    }

    fn solve(&mut self, budget: &Budget) -> Outcome<Vec<S::Step>> {
        self.find_goal(budget).map(|goal| self.way_to(goal).0)
    }

    fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<S::Step>> {
        self.next_path(budget).map(|path| self.space().steps(&path))
    }

    fn rewind(&mut self) {
        self.rewind();
    }

    fn count(&mut self, budget: &Budget) -> Outcome<BigUint> {
        self.count(budget)
    }

    fn farthest(&mut self, budget: &Budget) -> Result<Option<Farthest>, Stop> {
        self.farthest(budget)
    }

    fn course(&mut self, budget: &Budget) -> Outcome<Course> {
        course(self, budget)
    }
}

/// The space of a kind that has no faster one: its positions, joined by the moves of its plain rules.
#[derive(Clone)]
pub struct PlainRules<M: MoveGame> {
    model: M,
    start: M::Position,
}

impl<M: MoveGame + Clone> PlainRules<M>
where
    M::Move: Copy,
{
    /// Returns the search of a puzzle from a position, as [`MoveGame::engine`] needs it.
    pub fn engine(model: &M, start: &M::Position) -> Box<Explorer<Self>> {
        Box::new(Explorer::new(Self { model: model.clone(), start: start.clone() }))
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

impl<M: MoveGame + Clone> Positions for PlainRules<M>
where
    M::Move: Copy,
{
    type Position = M::Position;
    type Step = M::Move;

    fn steps(&self, path: &[M::Move]) -> Vec<M::Move> {
        path.to_vec()
    }

    fn position(&self, at: &M::Position, _: &[M::Move]) -> M::Position {
        at.clone()
    }
}
