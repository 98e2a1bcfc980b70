//! A breadth-first search with all shortest paths to its goals, for the commands of a puzzle.

use std::ops::{Deref, DerefMut, Range};

use num_bigint::BigUint;

use super::shortest::{Count, Fold};
use super::{Budget, Figures, Halt, Outcome, PathCursor, Search, Shortest, Space, Stop, Until};

/// States that a loop over all of them passes between two looks at the budget.
const LOOK: u32 = 1 << 12;

/// The methods of an [`Explorer`] that do not depend on its types of states and moves.
pub trait Walk {
    /// Returns the exact number of shortest paths.
    fn count(&mut self, budget: &Budget) -> Outcome<BigUint>;
    /// Lets [`Explorer::next_goal`] start with the first path again.
    fn rewind(&mut self);

    /// Expands states, breadth-first, until `until` holds.
    fn advance(&mut self, until: Until, budget: &Budget) -> Halt;
    /// Returns the number of states discovered; states are numbered from 0.
    fn discovered(&self) -> u32;
    /// Returns the numbers of the states that are discovered and not expanded.
    fn frontier(&self) -> Range<u32>;
    /// Returns the number of new states at each depth that is known in full.
    fn layers(&self) -> Vec<u64>;
    /// Returns the progress of the search; its bytes include those of the shortest paths.
    fn figures(&self) -> Figures;

    /// Expands all states, and returns how many can be reached.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    fn states(&mut self, budget: &Budget) -> Result<u64, Stop> {
        self.advance(Until::Exhausted, budget).unless_stopped()?;
        Ok(self.figures().expanded)
    }
    /// Returns the distance and the number of the reachable state that is farthest from every goal;
    /// of several, the first in the order of discovery. Returns `None` if no goal can be reached.
    /// Expands every state twice: from the start, then from all goals at once.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    fn hardest(&mut self, budget: &Budget) -> Result<Option<(u64, u32)>, Stop> {
        let farthest = self.farthest(budget)?;
        Ok(farthest.and_then(|(moves, ids)| Some((moves, ids.into_iter().min()?))))
    }
    /// Returns the largest distance from every goal and the numbers of the reachable states that have
    /// it, as [`Walk::hardest`] does for one of them.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    fn farthest(&mut self, budget: &Budget) -> Result<Option<(u64, Vec<u32>)>, Stop>;
}

/// A search that also finds all shortest paths to its goals, when they are asked for. It
/// dereferences to the search.
pub struct Explorer<S: Space> {
    search: Search<S>,
    shortest: Option<Shortest>,
    cursor: PathCursor<S::Move>,
    /// The count of the shortest paths so far, if a stop interrupted it.
    counting: Fold<Count>,
    /// The search from all goals at once, once all states are known.
    backward: Option<Box<Search<S>>>,
}

/// All shortest paths of a search.
pub struct AllShortest<'a, S: Space> {
    /// The states that lie on shortest paths.
    pub shortest: &'a Shortest,
    /// The search.
    pub search: &'a Search<S>,
    /// The place of a walk over them.
    pub cursor: &'a mut PathCursor<S::Move>,
}

impl<S: Space> Explorer<S> {
    /// Returns a search that has discovered the starts of `space` and nothing else.
    pub fn new(space: S) -> Self {
        let (search, cursor) = (Search::new(space), PathCursor::default());
        Self { search, shortest: None, cursor, counting: Fold::default(), backward: None }
    }

    /// Searches for the first of the shortest paths to a goal.
    pub fn solution(&mut self, budget: &Budget) -> Outcome<Vec<S::Move>> {
        if self.search.space().is_hopeless() {
            return Outcome::Unsolvable;
        }
        self.search.solve(budget).map(|goal| self.search.path_to(goal))
    }

    /// Returns all shortest paths, ready to be counted, listed and folded, with their search, or
    /// `None` if there is no goal. Finding the paths may expand states; the rest costs memory only.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub fn shortest(&mut self, budget: &Budget) -> Result<Option<AllShortest<'_, S>>, Stop> {
        let Self { search, shortest, cursor, .. } = self;
        if shortest.is_none() && !search.space().is_hopeless() {
            *shortest = Shortest::open(search, budget)?;
        }
        let Some(shortest) = shortest else { return Ok(None) };
        search.ready(budget)?;
        shortest.prepare(search, budget)?;
        Ok(Some(AllShortest { shortest, search, cursor }))
    }

    /// Returns the next of the shortest paths, in the tie order; unsolvable after the last.
    pub fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<S::Move>> {
        let found = self.shortest(budget);
        Outcome::from(
            found.map(|found| found.and_then(|all| all.shortest.next_path(all.search, all.cursor))),
        )
    }
}

impl<S: Space> Walk for Explorer<S> {
    fn count(&mut self, budget: &Budget) -> Outcome<BigUint> {
        let mut counting = std::mem::take(&mut self.counting);
        let found = self.shortest(budget).and_then(|found| {
            let count =
                |all: AllShortest<'_, S>| all.shortest.count(all.search, &mut counting, budget);
            found.map(count).transpose()
        });
        if found.is_err() {
            self.counting = counting;
        }
        Outcome::from(found)
    }

    fn rewind(&mut self) {
        self.cursor = PathCursor::default();
    }

    fn advance(&mut self, until: Until, budget: &Budget) -> Halt {
        self.search.advance(until, budget)
    }

    fn discovered(&self) -> u32 {
        self.search.discovered()
    }

    fn frontier(&self) -> Range<u32> {
        self.search.frontier()
    }

    fn layers(&self) -> Vec<u64> {
        self.search.layers()
    }

    fn figures(&self) -> Figures {
        let figures = self.search.figures();
        let more = self.shortest.as_ref().map_or(0, Shortest::bytes);
        Figures { bytes: figures.bytes + more, ..figures }
    }

    fn farthest(&mut self, budget: &Budget) -> Result<Option<(u64, Vec<u32>)>, Stop> {
        let Self { search, backward, .. } = self;
        if search.space().is_hopeless() {
            return Ok(None);
        }
        search.advance(Until::Exhausted, budget).unless_stopped()?;
        let backward = match backward {
            Some(backward) => backward,
            None => {
                let Some(goals) = goals(search, budget)? else { return Ok(None) };
                let Some(space) = search.space().backward_from(goals) else { return Ok(None) };
                backward.insert(Box::new(Search::begin(space, budget)?))
            }
        };
        backward.advance(Until::Exhausted, budget).unless_stopped()?;
        search.ready(budget)?;
        let depth = backward.figures().depth;
        let mut ids = Vec::new();
        for id in (0..backward.discovered()).rev() {
            if id.is_multiple_of(LOOK) {
                budget.rest()?;
                // The list may double.
                budget.fits(8 * ids.len() as u64)?;
            }
            if backward.depth_of(id) < depth {
                break;
            }
            ids.extend(search.id_of(backward.state(id)));
        }
        Ok(Some((depth, ids)).filter(|(_, ids)| !ids.is_empty()))
    }
}

/// Returns all goals among the discovered states, or `None` if there are none.
fn goals<S: Space>(search: &Search<S>, budget: &Budget) -> Result<Option<Vec<S::State>>, Stop> {
    let mut goals = Vec::new();
    let each = size_of::<S::State>() + search.space().heap_bytes(0);
    for id in 0..search.discovered() {
        if id.is_multiple_of(LOOK) {
            budget.rest()?;
            // The list may double, and the search from it starts with a copy.
            budget.fits(4 * (goals.len() * each) as u64)?;
        }
        let state = search.state(id);
        if search.space().is_goal(state) {
            goals.push(state.clone());
        }
    }
    Ok(Some(goals).filter(|goals| !goals.is_empty()))
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
