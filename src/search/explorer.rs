//! A breadth-first search with all shortest paths to its goals, for the commands of a puzzle.

use std::ops::{Deref, DerefMut};

use num_bigint::BigUint;

use super::shortest::{Count, Fold};
use super::{Budget, Figures, Goals, Outcome, PathCursor, Search, Shortest, Space, Stop, Until};

/// States that a loop over all of them passes between two looks at the budget.
const LOOK: u32 = 1 << 12;

/// A search that also finds all shortest paths to its goals, when a caller needs them. It
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

/// The reachable states that are farthest from every goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farthest {
    /// Their distance from the nearest goal, in moves.
    pub moves: u64,
    /// Their numbers, at least one, in no useful order.
    pub states: Vec<u32>,
}

impl<S: Space> Explorer<S> {
    /// Returns a search that has discovered the starts of `space` and nothing else.
    pub fn new(space: S) -> Self {
        let search = Search::new(space);
        let cursor = PathCursor::default();
        Self { search, shortest: None, cursor, counting: Fold::default(), backward: None }
    }

    /// Searches for a goal. Returns the number of the first in the order of discovery.
    pub fn find_goal(&mut self, budget: &Budget) -> Outcome<u32> {
        if self.is_hopeless() { Outcome::Unsolvable } else { self.search.solve(budget) }
    }

    /// Returns true if it is known without a search that there is no solution.
    fn is_hopeless(&self) -> bool {
        self.search.properties.goals == Goals::Unreachable
    }

    /// Returns all shortest paths, ready to be counted, listed and folded, with their search, or
    /// `None` if there is no goal. Finding the paths may expand states; the rest costs memory only.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub fn shortest(&mut self, budget: &Budget) -> Result<Option<AllShortest<'_, S>>, Stop> {
        let is_hopeless = self.is_hopeless();
        let Self { search, shortest, cursor, .. } = self;
        if shortest.is_none() && !is_hopeless {
            *shortest = Shortest::open(search, budget)?;
        }
        let Some(shortest) = shortest else { return Ok(None) };
        search.ready(budget)?;
        shortest.prepare(search, budget)?;
        Ok(Some(AllShortest { shortest, search, cursor }))
    }

    /// Returns the next of the shortest paths, in the tie order; unsolvable after the last.
    pub fn next_path(&mut self, budget: &Budget) -> Outcome<Vec<S::Move>> {
        let paths = self.shortest(budget);
        Outcome::from(paths.map(|paths| {
            paths.and_then(|AllShortest { shortest, search, cursor }| {
                shortest.next_path(search, cursor)
            })
        }))
    }

    /// Lets [`Explorer::next_path`] start with the first path again.
    pub fn rewind(&mut self) {
        self.cursor = PathCursor::default();
    }

    /// Returns the exact number of shortest paths.
    pub fn count(&mut self, budget: &Budget) -> Outcome<BigUint> {
        let mut counting = std::mem::take(&mut self.counting);
        let count = self.shortest(budget).and_then(|paths| {
            let count = |AllShortest { shortest, search, .. }: AllShortest<'_, S>| {
                shortest.count(search, &mut counting, budget)
            };
            paths.map(count).transpose()
        });
        if count.is_err() {
            self.counting = counting;
        }
        Outcome::from(count)
    }

    /// Returns the progress of the search; its bytes include those of the shortest paths.
    pub fn figures(&self) -> Figures {
        let figures = self.search.figures();
        let paths = self.shortest.as_ref().map_or(0, Shortest::bytes);
        Figures { bytes: figures.bytes + paths, ..figures }
    }
}

impl<S: Space + Clone> Explorer<S> {
    /// Returns the reachable states that are farthest from every goal. Returns `None` if no goal can
    /// be reached, or if the space is not reversible. Expands every state twice: from the start, then
    /// from all goals at once.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub fn farthest(&mut self, budget: &Budget) -> Result<Option<Farthest>, Stop> {
        if self.is_hopeless() {
            return Ok(None);
        }

        let Self { search, backward, .. } = self;
        search.advance(Until::Exhausted, budget).unless_stopped()?;
        let backward = match backward {
            Some(backward) => backward,
            None => {
                let Some(goals) = goals(search, budget)? else { return Ok(None) };
                if !search.properties.is_reversible {
                    return Ok(None);
                }
                let space = search.space().clone();
                backward.insert(Box::new(Search::begin(space, goals, budget)?))
            }
        };
        backward.advance(Until::Exhausted, budget).unless_stopped()?;
        search.ready(budget)?;

        let moves = backward.figures().depth;
        let mut states = Vec::new();
        for id in (0..backward.discovered()).rev() {
            if id.is_multiple_of(LOOK) {
                budget.rest()?;
                // The list may double.
                budget.fits(8 * states.len() as u64)?;
            }
            if backward.depth_of(id) < moves {
                break;
            }
            states.extend(search.id_of(backward.state(id)));
        }
        Ok(Some(Farthest { moves, states }).filter(|farthest| !farthest.states.is_empty()))
    }
}

/// Returns all goals among the discovered states, or `None` if there are none.
fn goals<S: Space>(search: &Search<S>, budget: &Budget) -> Result<Option<Vec<S::State>>, Stop> {
    let mut goals = Vec::new();
    let each = size_of::<S::State>() + search.properties.heap_bytes;
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
