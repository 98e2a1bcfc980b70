//! A breadth-first search with all shortest paths to its goals: what the commands of a puzzle ask.

use std::ops::{Deref, DerefMut};

use num_bigint::BigUint;

use super::{Budget, Figures, Outcome, PathCursor, Resume, Search, Shortest, Space, Stop};

/// A search that also finds all shortest paths to its goals, when they are asked for. It
/// dereferences to the search.
pub struct Explorer<S: Space> {
    search: Search<S>,
    shortest: Option<Shortest>,
    cursor: PathCursor<S::Move>,
}

/// All shortest paths of a search: what they are made from, the search, and where a walk over them
/// stands.
pub type AllShortest<'a, S> = (&'a Shortest, &'a Search<S>, &'a mut PathCursor<<S as Space>::Move>);

impl<S: Space> Explorer<S> {
    /// A search that has discovered the starts of `space` and nothing else.
    pub fn new(space: S) -> Self {
        Self { search: Search::new(space), shortest: None, cursor: PathCursor::default() }
    }

    /// The first of the shortest paths to a goal.
    pub fn solution(&mut self, budget: &Budget) -> Outcome<Vec<S::Move>> {
        self.search.solve(budget).map(|goal| self.search.path_to(goal))
    }

    /// All shortest paths, ready to be counted, listed and folded, and the search that they are made
    /// from. None if there is no goal. Finding them may expand states; the rest costs memory only.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub fn shortest(&mut self, budget: &Budget) -> Result<Option<AllShortest<'_, S>>, Stop> {
        let Self { search, shortest, cursor } = self;
        if shortest.is_none() {
            *shortest = Shortest::open(search, budget)?;
        }
        let Some(shortest) = shortest else { return Ok(None) };
        search.ready(budget)?;
        shortest.prepare(search, budget)?;
        Ok(Some((shortest, search, cursor)))
    }

    /// The number of shortest paths, exact.
    pub fn count(&mut self, budget: &Budget) -> Outcome<BigUint> {
        let found = self.shortest(budget);
        Outcome::from(found.and_then(|found| {
            found.map(|(shortest, search, _)| shortest.count(search, budget)).transpose()
        }))
    }

    /// The next of the shortest paths, in the tie order; unsolvable after the last.
    pub fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<S::Move>> {
        let found = self.shortest(budget);
        Outcome::from(found.map(|found| {
            found.and_then(|(shortest, search, cursor)| shortest.next_path(search, cursor))
        }))
    }

    /// Lets [`Explorer::next_goal`] start with the first path again.
    pub fn rewind(&mut self) {
        self.cursor = PathCursor::default();
    }

    /// How far the search came; its bytes include what is known of the shortest paths.
    pub fn figures(&self) -> Figures {
        let figures = self.search.figures();
        let more = self.shortest.as_ref().map_or(0, Shortest::bytes);
        Figures { bytes: figures.bytes + more, ..figures }
    }
}

impl<S: Space> Resume for Explorer<S> {
    type Reached = u64;

    fn note(&self, reached: &mut u64) {
        self.search.note(reached);
    }
}

impl<S: Space> Deref for Explorer<S> {
    type Target = Search<S>;

    fn deref(&self) -> &Search<S> {
        &self.search
    }
}

impl<S: Space> DerefMut for Explorer<S> {
    fn deref_mut(&mut self) -> &mut Search<S> {
        &mut self.search
    }
}
