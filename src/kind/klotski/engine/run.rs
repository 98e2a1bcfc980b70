//! One search of one width, behind a trait that has none.

use super::super::board::Cell;
use crate::search::{
    Budget, Figures, Halt, Outcome, PathCursor, Search, Shortest, Space, Stop, Until,
};

/// A packed move: corners before and after, and the class of the block that makes it.
pub(super) type Hop = (Cell, Cell, usize);

/// A path of packed moves.
pub(super) type Way = Vec<Hop>;

/// A graph of packed states of a board.
pub(super) trait Graph: Space + Sized {
    /// What a move stands for.
    fn hop(&self, by: Self::Move) -> Hop;
    /// The same graph, searched from all of these and without an aim.
    fn backward_from(&self, goals: Vec<Self::State>) -> Self;
    /// Whether a goal can never hold because its block has no such place.
    fn is_hopeless(&self) -> bool;
}

/// What a search can be asked, whatever its width. Moves are `(from, to, class)`.
pub(super) trait Run: Send {
    fn figures(&self) -> Figures;
    fn advance(&mut self, until: Until, budget: &Budget) -> Halt;
    /// States of every depth that is known in full.
    fn layers(&self) -> Vec<u64>;
    fn solve(&mut self, budget: &Budget) -> Outcome<Way>;
    fn paths(&mut self, count: u64, budget: &Budget) -> (Vec<Way>, Halt);
    fn next_goal(&mut self, budget: &Budget) -> Outcome<Way>;
    fn rewind(&mut self);
    /// The ways to the next `count` states to expand.
    fn frontier(&self, count: u64) -> Vec<Way>;
    /// The way to the state farthest from every goal, and its distance.
    fn hardest(&mut self, budget: &Budget) -> Result<Option<(u64, Way)>, Stop>;
}

/// The typed one.
pub(super) struct Typed<S: Graph> {
    search: Search<S>,
    shortest: Option<Shortest>,
    cursor: PathCursor<S::Move>,
    /// The search from all goals at once, once the component is known.
    backward: Option<Search<S>>,
}

impl<S: Graph> Typed<S> {
    pub(super) fn new(space: S) -> Self {
        Self {
            search: Search::new(space),
            shortest: None,
            cursor: PathCursor::default(),
            backward: None,
        }
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

    fn layers(&self) -> Vec<u64> {
        self.search.layers()
    }

    fn solve(&mut self, budget: &Budget) -> Outcome<Way> {
        if self.search.space().is_hopeless() {
            return Outcome::Unsolvable; // a goal that no placement of its block satisfies
        }
        match self.search.solve(budget) {
            Outcome::Solved(goal) => Outcome::Solved(self.way(&self.search.path_to(goal))),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::GaveUp(stop) => Outcome::GaveUp(stop),
        }
    }

    fn paths(&mut self, count: u64, budget: &Budget) -> (Vec<Way>, Halt) {
        let (paths, halt) = self.search.paths(count, budget);
        (paths.iter().map(|path| self.way(path)).collect(), halt)
    }

    fn next_goal(&mut self, budget: &Budget) -> Outcome<Way> {
        if self.shortest.is_none() {
            match Shortest::open(&mut self.search, budget) {
                Err(stop) => return Outcome::GaveUp(stop),
                Ok(None) => return Outcome::Unsolvable,
                Ok(Some(shortest)) => self.shortest = Some(shortest),
            }
        }
        let Some(shortest) = self.shortest.as_mut() else { return Outcome::Unsolvable };
        if let Err(stop) = shortest.prepare(&self.search, budget) {
            return Outcome::GaveUp(stop);
        }
        match shortest.next_path(&self.search, &mut self.cursor) {
            Some(path) => Outcome::Solved(self.way(&path)),
            None => Outcome::Unsolvable,
        }
    }

    fn rewind(&mut self) {
        self.cursor = PathCursor::default();
    }

    fn frontier(&self, count: u64) -> Vec<Way> {
        let ids = self.search.frontier();
        let end = u64::from(ids.end).min(u64::from(ids.start).saturating_add(count)) as u32;
        (ids.start..end).map(|id| self.way(&self.search.path_to(id))).collect()
    }

    fn hardest(&mut self, budget: &Budget) -> Result<Option<(u64, Way)>, Stop> {
        if let Halt::Stopped(stop) = self.search.advance(Until::Exhausted, budget) {
            return Err(stop);
        }
        if self.backward.is_none() {
            let goals: Vec<S::State> = (0..self.search.discovered())
                .map(|id| self.search.state(id))
                .filter(|state| self.search.space().is_goal(state))
                .cloned()
                .collect();
            if goals.is_empty() {
                return Ok(None);
            }
            self.backward = Some(Search::new(self.search.space().backward_from(goals)));
        }
        let Some(backward) = self.backward.as_mut() else { return Ok(None) };
        let held = self.search.figures().bytes;
        let rest = Budget { bytes: budget.bytes.saturating_sub(held), ..budget.clone() };
        if let Halt::Stopped(stop) = backward.advance(Until::Exhausted, &rest) {
            return Err(stop);
        }
        let depth = backward.figures().depth;
        let last =
            (0..backward.discovered()).rev().take_while(|&id| backward.depth_of(id) == depth);
        let first = last.filter_map(|id| self.search.id_of(backward.state(id))).min();
        Ok(first.map(|id| (depth, self.way(&self.search.path_to(id)))))
    }
}
