//! One of two engines of the same puzzles, for keys of two widths.

use std::ops::Range;

use num_bigint::BigUint;

use super::Engine;
use crate::search::{Budget, Figures, Halt, Outcome, Resume, Stop, Until};

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

    fn solve(&mut self, budget: &Budget) -> Outcome<Vec<A::Move>> {
        each!(self, engine => engine.solve(budget))
    }

    fn count(&mut self, budget: &Budget) -> Outcome<BigUint> {
        each!(self, engine => engine.count(budget))
    }

    fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<A::Move>> {
        each!(self, engine => engine.next_goal(budget))
    }

    fn rewind(&mut self) {
        each!(self, engine => engine.rewind());
    }

    fn advance(&mut self, until: Until, budget: &Budget) -> Halt {
        each!(self, engine => engine.advance(until, budget))
    }

    fn catch_up(&mut self, expanded: u64, budget: &Budget) -> Result<(), Stop> {
        each!(self, engine => engine.catch_up(expanded, budget))
    }

    fn discovered(&self) -> u32 {
        each!(self, engine => engine.discovered())
    }

    fn frontier(&self) -> Range<u32> {
        each!(self, engine => engine.frontier())
    }

    fn layers(&self) -> Vec<u64> {
        each!(self, engine => engine.layers())
    }

    fn way_to(&self, id: u32) -> (Vec<A::Move>, A::Position) {
        each!(self, engine => engine.way_to(id))
    }

    fn figures(&self) -> Figures {
        each!(self, engine => engine.figures())
    }

    fn expanded(&reached: &u64) -> u64 {
        reached
    }
}
