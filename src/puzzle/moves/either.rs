//! One of two engines of the same puzzles, for keys of two widths.

use super::Engine;
use crate::search::{Budget, Outcome, Resume, Walk};

/// One of two engines: a narrow one where a puzzle fits it, or else a wide one.
pub enum Either<A, B> {
    /// The first.
    Narrow(A),
    /// The second.
    Wide(B),
}

/// The same call of the one that is there.
macro_rules! each {
    ($either:expr, $engine:ident => $call:expr) => {
        match $either {
            Either::Narrow($engine) => $call,
            Either::Wide($engine) => $call,
        }
    };
}

impl<A, B> Resume for Either<A, B>
where
    A: Resume<Reached = u64>,
    B: Resume<Reached = u64>,
{
    type Reached = u64;

    fn note(&self, reached: &mut u64) {
        each!(self, engine => engine.note(reached));
    }
}

impl<A, B> Engine for Either<A, B>
where
    A: Engine + Resume<Reached = u64>,
    B: Engine<Position = A::Position, Move = A::Move> + Resume<Reached = u64>,
{
    type Position = A::Position;
    type Move = A::Move;

    fn walk(&self) -> &dyn Walk {
        each!(self, engine => engine.walk())
    }

    fn walk_mut(&mut self) -> &mut dyn Walk {
        each!(self, engine => engine.walk_mut())
    }

    fn solve(&mut self, budget: &Budget) -> Outcome<Vec<A::Move>> {
        each!(self, engine => engine.solve(budget))
    }

    fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<A::Move>> {
        each!(self, engine => engine.next_goal(budget))
    }

    fn way_to(&self, id: u32) -> (Vec<A::Move>, A::Position) {
        each!(self, engine => engine.way_to(id))
    }
}
