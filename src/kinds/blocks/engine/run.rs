//! One search of one width, as a trait object that hides the width.

use std::sync::Arc;

use super::super::rules::{Board, Cell, Places};
use crate::search::{Budget, Explorer, Outcome, Space, Walk};

/// The start of a search.
pub(super) struct From<'a> {
    pub(super) board: &'a Arc<Board>,
    /// The classes of the blocks.
    pub(super) classes: &'a [Vec<usize>],
    /// The places of the blocks.
    pub(super) places: &'a Places,
    /// True if it is known that no goal can be reached.
    pub(super) is_hopeless: bool,
}

/// A packed move.
pub(super) struct Hop {
    /// The corner before it.
    pub(super) from: Cell,
    /// The corner after it.
    pub(super) to: Cell,
    /// The class of the block that makes it.
    pub(super) class: usize,
}

/// A path of packed moves.
pub(super) type Way = Vec<Hop>;

/// A graph of packed states of a board.
pub(super) trait Graph: Space {
    /// Returns the meaning of a move.
    fn hop(&self, by: Self::Move) -> Hop;
}

/// The questions to a search, independent of its width.
pub(super) trait Run: Send {
    /// Returns the search from the start.
    fn walk(&self) -> &dyn Walk;
    /// Returns the search to continue it.
    fn walk_mut(&mut self) -> &mut dyn Walk;
    fn solve(&mut self, budget: &Budget) -> Outcome<Way>;
    fn next_goal(&mut self, budget: &Budget) -> Outcome<Way>;
    /// Returns the path to the state of a number below those discovered.
    fn way_to(&self, id: u32) -> Way;
}

/// Returns the meaning of the moves of a path.
fn way<S: Graph>(search: &Explorer<S>, path: &[S::Move]) -> Way {
    path.iter().map(|&by| search.space().hop(by)).collect()
}

impl<S> Run for Explorer<S>
where
    S: Graph + Send + 'static,
    S::State: Send,
    S::Move: Send,
{
    fn walk(&self) -> &dyn Walk {
        self
    }

    fn walk_mut(&mut self) -> &mut dyn Walk {
        self
    }

    fn solve(&mut self, budget: &Budget) -> Outcome<Way> {
        let found = self.solution(budget);
        found.map(|path| way(self, &path))
    }

    fn next_goal(&mut self, budget: &Budget) -> Outcome<Way> {
        let found = self.next_goal(budget);
        found.map(|path| way(self, &path))
    }

    fn way_to(&self, id: u32) -> Way {
        way(self, &self.path_to(id))
    }
}
