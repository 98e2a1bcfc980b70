//! The breadth-first search that works for every puzzle.

mod ahead;
mod expand;
mod growth;
mod run;

use ahead::Ahead;
use run::Fresh;

use tracing::field::Empty;

use super::index::{Dense, Index, hash_of};
use super::skips::Skips;
use super::store::Store;
use super::{Budget, Charge, Goals, Outcome, Properties, Space, Stop};

/// Parent of a start.
const NONE: u32 = u32::MAX;
/// States between two publications of figures: few enough that a search of slow steps shows its
/// rate within a second.
const PUBLISHED: usize = 256;
/// Starts that are put into the table between two looks at the cancel flag.
const LOOK: usize = 1024;
/// States that the first allocation has room for.
const FIRST_ROOM: usize = 256;
/// The largest number of expected states for which room is made at once: about 4 MB.
const MOST_EXPECTED: usize = 1 << 17;

/// A breadth-first search that can stop anywhere between two expansions, report how far it got, and
/// be resumed.
///
/// States are numbered in the order of their discovery, from 0, and kept whole. The states of a
/// layer (those of one depth) have consecutive numbers:
///
/// ```text
///   number   0 | 1  2  3 | 4  5  6  7  8 | 9 …          layers: [0, 1, 4, 9]
///                          ^cursor: the next to expand; all below it are expanded
/// ```
///
/// Order: layer by layer; in a layer by the first path to each state, letter by letter in the tie
/// order, a free move after all others. So the path kept for a state is the first of its shortest
/// paths, and the answers do not depend on how often the search was stopped.
///
/// Memory: `size_of::<State>() + size_of::<Move>()` bytes per state, 4 more unless the space can
/// undo moves, 5.0 to 7.5 for its slots (6.3 when memory is scarce), and 4 for each open state if
/// the space makes notes. Growing copies no states, but fills a new table. The search looks at the
/// cancel flag every few thousand states while it grows, and can be stopped there; the next call
/// continues it.
pub struct Search<S: Space> {
    pub(super) space: S,
    pub(super) properties: Properties,
    pub(super) states: Store<S::State>,
    /// For every state that is not a start, number − `starts` gives its parent and the move from it.
    /// Parents are not kept if the space can undo moves.
    links: Store<u32>,
    links_are_kept: bool,
    moves: Store<S::Move>,
    starts: usize,
    index: Index,
    /// States that are in the index: all of them, unless a stop interrupted its growing. With dense
    /// numbers: those whose number leads to them; all of them after [`Search::ready`].
    indexed: usize,
    /// Used instead of the index if the space numbers its states densely.
    dense: Option<Dense>,
    room: usize,
    /// First number of every layer.
    pub(super) layers: Vec<u32>,
    cursor: usize,
    /// The cursor from which [`Until::Expanded`] counts: where the search last halted, unless a stop
    /// interrupted such a count. So the same count again ends where it would have ended.
    counts_from: usize,
    /// Depth of the state at the cursor.
    depth: usize,
    /// Goals of the first layer that has any, in order of discovery.
    pub(super) goals: Vec<u32>,
    ahead: Ahead<S>,
    /// The states that a run discovers; empty between two runs.
    fresh: Vec<Fresh<S>>,
    skips: Option<Skips>,
    charge: Charge,
}

/// The point at which a search halts by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// A goal is discovered.
    Goal,
    /// The layer in which a goal was discovered is complete (every goal of that depth is known).
    GoalLayer,
    /// This many more states are expanded. If a stop interrupted such a count, and no other call has
    /// expanded states since, a count that ends beyond the cursor begins where that one began.
    Expanded(u64),
    /// At least this many states in all are discovered.
    Discovered(u64),
    /// There is nothing left.
    Exhausted,
}

/// The reason why a search halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The requested point is reached.
    Reached,
    /// All states are expanded, and the requested point was not reached.
    Exhausted,
    /// The budget ended it; it can be resumed.
    Stopped(Stop),
}

impl Halt {
    /// Returns the halt as an error if the budget was the cause.
    ///
    /// # Errors
    /// The budget's stop.
    pub fn unless_stopped(self) -> Result<(), Stop> {
        match self {
            Self::Stopped(stop) => Err(stop),
            Self::Reached | Self::Exhausted => Ok(()),
        }
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// States expanded: all their successors are known.
    pub expanded: u64,
    /// States discovered and not expanded.
    pub frontier: u64,
    /// Depth of the deepest state discovered.
    pub depth: u64,
    /// Bytes held.
    pub bytes: u64,
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { expanded, frontier, depth, .. } = self;
        write!(f, "expanded {expanded} frontier {frontier} depth {depth}")
    }
}

impl<S: Space> Search<S> {
    /// Returns a search that has discovered the starts of `space` and nothing else.
    pub fn new(space: S) -> Self {
        let mut starts = Vec::new();
        space.starts(&mut starts);
        let begun = Self::begin(space, starts, &Budget::unlimited());
        begun.expect("a search without limits begins")
    }

    /// Returns a search that has discovered `starts`, which may be many, and nothing else. Looks only
    /// at the cancel flag.
    ///
    /// # Errors
    /// The budget's stop.
    pub(super) fn begin(space: S, starts: Vec<S::State>, budget: &Budget) -> Result<Self, Stop> {
        let properties = space.properties();
        let dense = properties.dense.map(|numbers| Dense::new(numbers.size));
        let mut search = Self {
            space,
            properties,
            states: Store::new(),
            links: Store::new(),
            links_are_kept: true,
            moves: Store::new(),
            starts: usize::MAX,
            index: Index::new(),
            indexed: 0,
            dense,
            room: 0,
            layers: vec![0],
            cursor: 0,
            counts_from: 0,
            depth: 0,
            goals: Vec::new(),
            ahead: Ahead::new(),
            fresh: Vec::new(),
            skips: None,
            charge: Charge::default(),
        };

        // A table of dense numbers cannot show that a number is absent without another look.
        search.skips = (search.dense.is_none() && properties.makes_notes).then(Skips::default);
        search.links_are_kept = search.dense.is_some() || !properties.can_undo;
        let expected = properties.expected_states.min(MOST_EXPECTED);
        let room = expected.max(2 * starts.len()).max(FIRST_ROOM);
        let made = [room, FIRST_ROOM.max(2 * starts.len())].into_iter().any(|room| {
            let slots = search.index.slots_for(room, 4);
            search.grow(room, slots, &Budget::unlimited()).is_ok()
        });
        assert!(made, "there is memory for the start of a search");

        let mut companions = Vec::new();
        let mut seeds = 0;
        for (number, state) in starts.into_iter().enumerate() {
            if (number + 1).is_multiple_of(LOOK) {
                budget.rest()?;
            }
            if let Some(slot) = search.new_slot(search.hash(&state), &state) {
                search.keep(slot, state);
                seeds += 1;
            }
        }

        search.starts = seeds;
        for id in 0..seeds {
            if let Some((by, state)) = search.space.free_move(&search.states[id]) {
                companions.push((id as u32, by, state));
            }
        }
        for (parent, by, state) in companions {
            if let Some(slot) = search.new_slot(search.hash(&state), &state) {
                search.keep(slot, state);
                search.links.push(parent);
                search.moves.push(by);
            }
        }
        Ok(search)
    }

    /// Returns the number of starts of the search; they have the numbers below it.
    pub(super) fn starts(&self) -> usize {
        self.starts
    }

    /// Returns the space that is searched.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// Expands states in order until `until` holds, nothing is left, or the budget says stop.
    ///
    /// A stop loses nothing: calling again continues, and ends with the same figures as one call.
    /// `budget.states` counts over the whole life of the search.
    pub fn advance(&mut self, until: Until, budget: &Budget) -> Halt {
        let span = tracing::debug_span!("search", states = Empty, depth = Empty).entered();
        let before = self.cursor;
        let target = match until {
            Until::Expanded(more) => self.count_to(more),
            _ => u64::MAX,
        };
        self.charge.set(self.bytes(), budget);
        if let Err(stop) = self.fill_index(budget) {
            return Halt::Stopped(stop);
        }

        let mut successors = Vec::new();
        let halt = loop {
            let reached = match until {
                Until::Goal => !self.goals.is_empty(),
                Until::GoalLayer => self.goals_complete(),
                Until::Expanded(_) => self.cursor as u64 >= target,
                Until::Discovered(count) => self.states.len() as u64 >= count,
                Until::Exhausted => false,
            };
            if reached {
                break Halt::Reached;
            }
            if self.cursor == self.states.len() {
                self.shrink_to_fit();
                break Halt::Exhausted;
            }
            if self.cursor.is_multiple_of(PUBLISHED) {
                self.publish(budget);
            }
            let expanded = budget.check(self.cursor as u64, 0).and_then(|()| match self.dense {
                Some(_) => self.expand_run(until, target, budget),
                None => self.expand(target, budget, &mut successors),
            });
            if let Err(stop) = expanded {
                break Halt::Stopped(stop);
            }
        };

        self.ahead.clear();
        let is_interrupted_count = matches!((until, halt), (Until::Expanded(_), Halt::Stopped(_)));
        if self.cursor > before && !is_interrupted_count {
            self.counts_from = self.cursor;
        }
        self.charge.set(self.bytes(), budget);
        self.publish(budget);
        span.record("states", self.states.len());
        span.record("depth", self.layers.len() - 1);
        halt
    }

    /// Returns the cursor at which a count of `more` states ends.
    fn count_to(&mut self, more: u64) -> u64 {
        if (self.counts_from as u64).saturating_add(more) <= self.cursor as u64 {
            self.counts_from = self.cursor;
        }
        (self.counts_from as u64).saturating_add(more)
    }

    /// Charges the bytes of the search, and completes its tables. Until then [`Search::id_of`]
    /// may look through a list.
    ///
    /// # Errors
    /// The budget's stop, if the search was stopped while its table grew.
    pub fn ready(&mut self, budget: &Budget) -> Result<(), Stop> {
        self.charge.set(self.bytes(), budget);
        self.fill_index(budget)?;
        self.fill_dense(budget)
    }

    /// Searches for a goal. Returns the number of the first one found, which has the least depth.
    pub fn solve(&mut self, budget: &Budget) -> Outcome<u32> {
        match self.advance(Until::Goal, budget) {
            Halt::Reached => Outcome::Solved(self.goals[0]),
            Halt::Exhausted => Outcome::Unsolvable,
            Halt::Stopped(stop) => Outcome::GaveUp(stop),
        }
    }

    /// Returns the progress of the search.
    pub fn figures(&self) -> Figures {
        Figures {
            expanded: self.cursor as u64,
            frontier: (self.states.len() - self.cursor) as u64,
            depth: self.layers.len() as u64 - 1,
            bytes: self.bytes(),
        }
    }

    /// Returns the number of states discovered so far; states are numbered from 0.
    pub fn discovered(&self) -> u32 {
        self.states.len() as u32
    }

    /// Returns the state with a number below [`discovered`](Self::discovered).
    pub fn state(&self, id: u32) -> &S::State {
        &self.states[id as usize]
    }

    /// Returns the number of a state, or `None` if it has not been discovered.
    pub fn id_of(&self, state: &S::State) -> Option<u32> {
        let same = |&id: &u32| self.states[id as usize] == *state;
        let Some(dense) = &self.dense else {
            let hash = hash_of(state);
            let id = self.find(hash, self.index.place(hash), state).ok();
            return id.or_else(|| (self.indexed as u32..self.discovered()).find(same));
        };
        let number = self.space.dense_number(state);
        if !dense.knows(number) {
            None
        } else if self.indexed == self.states.len() {
            Some(dense.id(number))
        } else {
            (0..self.discovered()).find(same)
        }
    }

    /// Returns the depth of a discovered state: the cost of a shortest path to it.
    pub fn depth_of(&self, id: u32) -> u64 {
        self.layers.partition_point(|&first| first <= id) as u64 - 1
    }

    /// Returns the number of states of each depth, up to the last depth that is known in full.
    pub fn layers(&self) -> Vec<u64> {
        let ends = self.layers.iter().skip(1).copied().chain([self.discovered()]);
        let mut sizes: Vec<u64> =
            self.layers.iter().zip(ends).map(|(&first, end)| u64::from(end - first)).collect();
        // The states of the last depth are known once none before them waits.
        if self.layers.last().is_some_and(|&last| self.cursor < last as usize) {
            sizes.pop();
        }
        sizes
    }

    /// Returns the numbers of the states that are discovered and not expanded, in the order in
    /// which they will be expanded.
    pub fn frontier(&self) -> std::ops::Range<u32> {
        self.cursor as u32..self.discovered()
    }

    /// Returns the number of the goal that was discovered first, if any.
    pub fn goal(&self) -> Option<u32> {
        self.goals.first().copied()
    }

    /// Returns the first of the shortest paths to a discovered state. Costs its length.
    pub fn path_to(&self, id: u32) -> Vec<S::Move> {
        let mut path = Vec::new();
        let mut at = id as usize;
        while at >= self.starts {
            path.push(self.moves[at - self.starts]);
            at = self.parent(at);
        }
        path.reverse();
        path
    }

    /// Returns the states on the path of [`Search::path_to`], from its start to `id`.
    pub(crate) fn states_to(&self, id: u32) -> Vec<u32> {
        let mut ids = vec![id];
        let mut at = id as usize;
        while at >= self.starts {
            at = self.parent(at);
            ids.push(at as u32);
        }
        ids.reverse();
        ids
    }

    /// Returns the predecessor of `id`, which must not be a start.
    fn parent(&self, id: usize) -> usize {
        if self.links_are_kept {
            return self.links[id - self.starts] as usize;
        }
        let parent = self.space.undone(&self.states[id], self.moves[id - self.starts]);
        let parent = parent.expect("a space that can undo moves undoes all of them");
        let indexed = self.find(hash_of(&parent), self.index.place(hash_of(&parent)), &parent).ok();
        let id = indexed.map(|id| id as usize).or_else(|| {
            // A stop has interrupted the growth of the index; the parent is one layer above.
            let depth = self.depth_of(id as u32) as usize;
            let layer = self.layers[depth - 1] as usize..self.layers[depth] as usize;
            layer.into_iter().find(|&id| self.states[id] == parent)
        });
        id.expect("the state before a move is known")
    }

    /// Returns true if every goal of the least depth is known.
    pub(super) fn goals_complete(&self) -> bool {
        let Some(&first) = self.goals.first() else {
            return self.cursor == self.states.len();
        };
        self.properties.goals == Goals::Unique
            || self.layers.partition_point(|&start| start <= first) - 1 <= self.depth
            || self.cursor == self.states.len()
    }

    fn publish(&self, budget: &Budget) {
        if let Some(progress) = &budget.progress {
            let figures = self.figures();
            progress.publish(figures.expanded, figures.frontier, figures.depth, figures.bytes);
        }
    }
}
