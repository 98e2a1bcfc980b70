//! One search of one width, as a trait object that hides the width.

use num_bigint::BigUint;

use super::super::board::Cell;
use crate::search::{Budget, Explorer, Figures, Halt, Outcome, Reversible, Stop, Until};

/// A packed move: corners before and after, and the class of the block that makes it.
pub(super) type Hop = (Cell, Cell, usize);

/// A path of packed moves.
pub(super) type Way = Vec<Hop>;

/// A graph of packed states of a board.
pub(super) trait Graph: Reversible {
    /// The meaning of a move.
    fn hop(&self, by: Self::Move) -> Hop;
}

/// The questions to a search, independent of its width. Moves are `(from, to, class)`.
pub(super) trait Run: Send {
    fn figures(&self) -> Figures;
    fn advance(&mut self, until: Until, budget: &Budget) -> Halt;
    fn catch_up(&mut self, reached: u64, budget: &Budget) -> Result<(), Stop>;
    /// States of every depth that is known in full.
    fn layers(&self) -> Vec<u64>;
    fn solve(&mut self, budget: &Budget) -> Outcome<Way>;
    /// States discovered.
    fn discovered(&self) -> u32;
    /// The numbers of the states that wait for their expansion.
    fn frontier(&self) -> std::ops::Range<u32>;
    /// The path to the state of a number below those discovered.
    fn way_to(&self, id: u32) -> Way;
    fn next_goal(&mut self, budget: &Budget) -> Outcome<Way>;
    /// The number of shortest solutions.
    fn count(&mut self, budget: &Budget) -> Outcome<BigUint>;
    fn rewind(&mut self);
    /// The path to the state farthest from every goal, and its distance.
    fn hardest(&mut self, budget: &Budget) -> Result<Option<(u64, Way)>, Stop>;
}

/// The typed one.
pub(super) struct Typed<S: Graph> {
    search: Explorer<S>,
}

impl<S: Graph> Typed<S> {
    pub(super) fn new(space: S) -> Self {
        Self { search: Explorer::new(space) }
    }

    fn way(&self, path: &[S::Move]) -> Way {
        path.iter().map(|&by| self.search.space().hop(by)).collect()
    }
}

impl<S> Run for Typed<S>
where
    S: Graph + Send,
    S::State: Send,
    S::Move: Send,
{
    fn figures(&self) -> Figures {
        self.search.figures()
    }

    fn advance(&mut self, until: Until, budget: &Budget) -> Halt {
        self.search.advance(until, budget)
    }

    fn catch_up(&mut self, reached: u64, budget: &Budget) -> Result<(), Stop> {
        self.search.catch_up(reached, budget)
    }

    fn layers(&self) -> Vec<u64> {
        self.search.layers()
    }

    fn solve(&mut self, budget: &Budget) -> Outcome<Way> {
        let found = self.search.solution(budget);
        found.map(|path| self.way(&path))
    }

    fn discovered(&self) -> u32 {
        self.search.discovered()
    }

    fn frontier(&self) -> std::ops::Range<u32> {
        self.search.frontier()
    }

    fn way_to(&self, id: u32) -> Way {
        self.way(&self.search.path_to(id))
    }

    fn next_goal(&mut self, budget: &Budget) -> Outcome<Way> {
        let found = self.search.next_goal(budget);
        found.map(|path| self.way(&path))
    }

    fn count(&mut self, budget: &Budget) -> Outcome<BigUint> {
        self.search.count(budget)
    }

    fn rewind(&mut self) {
        self.search.rewind();
    }

    fn hardest(&mut self, budget: &Budget) -> Result<Option<(u64, Way)>, Stop> {
        let found = self.search.hardest(budget)?;
        Ok(found.map(|(distance, id)| (distance, self.way_to(id))))
    }
}
