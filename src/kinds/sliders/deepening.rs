//! Iterative deepening A* (Korf 1985) under two sets of additive pattern databases.
//!
//! Depth-first with a bound on `moves so far + lower bound of the rest`; the bound rises to the
//! least value that exceeded it. Slides are tried in the tie order, and a slide that takes back the
//! last one is not, so the first solution of the last bound is the first of all shortest paths, and
//! continuing lists them all. The stack is explicit: a stop keeps it.
//!
//! A search begins with small tables; one that is not done after some nodes makes larger ones and
//! starts the same bound again.

mod descent;
mod state;

use std::sync::Arc;

use num_bigint::BigUint;

use descent::{Walk, WalkEnd, walk};

use super::board::Pair;
use super::groups::{Groups, Plan, Side};
use super::pattern::{Builder, MAX_PLACES, group_size};
use super::rules::{Slide, checksum};
use crate::search::{Budget, Charge, Outcome, Stop};

/// Nodes between two looks at the budget.
const STRIDE: u64 = 1 << 14;

/// Tiles in a group of the tables that a search begins with: they are made at once.
const SMALL_GROUP: usize = 3;

/// Nodes after which a search changes to larger groups, whose tables take a third of a second.
const SMALL_NODES: u64 = 1 << 19;

/// The current phase.
enum Phase {
    /// The table of this group (counted over both arrays) is next.
    Build(Option<Builder>),
    Search,
    /// All solutions of the optimal bound are found.
    Done,
}

/// A search for the shortest paths of a pair whose goal can be reached.
pub struct Deepening {
    pair: Pair,
    /// Tile numbers by place; the gap's is not used.
    start_cells: Vec<u8>,
    sides: [Side; 2],
    /// The tables to make, and how many are made.
    plans: Vec<Plan>,
    built: usize,
    making: [Vec<u8>; 2],
    /// The finished ones: searches with one goal share them.
    tables: Arc<[Vec<u8>; 2]>,
    phase: Phase,
    walk: Box<dyn Walk>,
    bound: u16,
    next_bound: u16,
    nodes: u64,
    /// At this many nodes the small tables are given up.
    small_until: u64,
    /// The solutions found so far, all of them shortest, in the tie order.
    first: Option<Vec<Slide>>,
    count: u64,
    sum: BigUint,
    /// Solutions are kept up to the last one listed.
    kept: Vec<Vec<Slide>>,
    keep: usize,
    listed: usize,
    /// The tables that are made, and the solutions kept.
    charge: Charge,
}

impl Deepening {
    /// Returns whether a pair is one for this search: two rows and two columns at least, and no
    /// more than [`MAX_PLACES`] places.
    pub fn suits(pair: &Pair) -> bool {
        let board = pair.start();
        board.rows() > 1 && board.cols() > 1 && board.cells().len() <= MAX_PLACES
    }

    /// Returns a search that has done nothing yet. The pair must [suit](Self::suits), and must be
    /// solvable (it is, unless [`Pair::parity_forbids`] it).
    pub fn new(pair: &Pair) -> Self {
        assert!(Self::suits(pair), "the caller asks for boards of that size");
        let rows = pair.start().rows();
        let cols = pair.start().cols();
        let places = pair.start().cells().len();
        let Groups { start_cells, sides, plans } =
            Groups::new(pair, SMALL_GROUP.min(group_size(places)));
        Self {
            pair: pair.clone(),
            walk: walk(rows, cols, &sides),
            start_cells,
            sides,
            plans,
            built: 0,
            making: [Vec::new(), Vec::new()],
            tables: Arc::default(),
            phase: Phase::Build(None),
            bound: 0,
            next_bound: 0,
            nodes: 0,
            small_until: SMALL_NODES,
            first: None,
            count: 0,
            sum: BigUint::default(),
            kept: Vec::new(),
            keep: 0,
            listed: 0,
            charge: Charge::default(),
        }
    }

    /// Returns the number of nodes visited so far, over all bounds.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of nodes on the path that is being tried.
    pub fn open_nodes(&self) -> u64 {
        self.walk.open_nodes() as u64
    }

    /// Returns the bound that is being tried: no path is shorter, once the tables are made.
    pub fn bound(&self) -> u64 {
        u64::from(self.bound)
    }

    /// Returns the bytes that it holds.
    pub fn bytes(&self) -> u64 {
        let building = match &self.phase {
            Phase::Build(Some(builder)) => builder.bytes(),
            _ => 0,
        };
        let path = self.bound as usize + 24;
        let tables: usize = self.tables.iter().chain(&self.making).map(Vec::len).sum();
        (tables + self.walk.bytes() + self.kept.len() * path) as u64 + building
    }

    /// Returns the first of the shortest paths, in the tie order.
    pub fn solve(&mut self, budget: &Budget) -> Outcome<Vec<Slide>> {
        loop {
            if let Some(first) = &self.first {
                return Outcome::Solved(first.clone());
            }
            match self.next(budget) {
                Ok(true) => {}
                Ok(false) => return Outcome::Unsolvable,
                Err(stop) => return Outcome::GaveUp(stop),
            }
        }
    }

    /// Returns the number of shortest paths, by listing them all.
    pub fn count(&mut self, budget: &Budget) -> Outcome<u64> {
        match self.finish(budget) {
            Ok(()) if self.count > 0 => Outcome::Solved(self.count),
            Ok(()) => Outcome::Unsolvable,
            Err(stop) => Outcome::GaveUp(stop),
        }
    }

    /// Returns the sum of the checksums of all shortest paths, each reduced.
    pub fn sum(&mut self, budget: &Budget) -> Outcome<BigUint> {
        match self.finish(budget) {
            Ok(()) if self.count > 0 => Outcome::Solved(self.sum.clone()),
            Ok(()) => Outcome::Unsolvable,
            Err(stop) => Outcome::GaveUp(stop),
        }
    }

    /// Starts the stream of shortest paths from the first again.
    pub fn rewind(&mut self) {
        self.listed = 0;
        if self.kept.len() as u64 != self.count {
            // Paths that were counted but not kept are found again.
            self.restart_bound();
        }
    }

    /// Returns the next of the shortest paths, in the tie order; `Unsolvable` after the last.
    pub fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<Slide>> {
        self.keep = self.keep.max(self.listed + 1);
        if self.kept.len() <= self.listed && self.count > self.kept.len() as u64 {
            self.restart_bound();
        }
        while self.kept.len() <= self.listed {
            match self.next(budget) {
                Ok(true) => {}
                Ok(false) => return Outcome::Unsolvable,
                Err(stop) => return Outcome::GaveUp(stop),
            }
        }
        self.listed += 1;
        Outcome::Solved(self.kept[self.listed - 1].clone())
    }

    fn finish(&mut self, budget: &Budget) -> Result<(), Stop> {
        while self.next(budget)? {}
        Ok(())
    }

    /// Searches the present bound again from its beginning.
    fn restart_bound(&mut self) {
        if matches!(self.phase, Phase::Build(_)) {
            return;
        }
        self.count = 0;
        self.sum = BigUint::default();
        self.kept.clear();
        self.keep = self.keep.max(self.listed + 1);
        self.phase = Phase::Search;
        self.enter();
    }

    /// Finds the next solution: `false` when there is no other.
    fn next(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.build(budget)?;
        while matches!(self.phase, Phase::Search) {
            match self.run(budget)? {
                WalkEnd::Solution => return Ok(true),
                // The small tables have had their nodes.
                WalkEnd::Halted => {
                    self.enlarge();
                    self.build(budget)?;
                }
                WalkEnd::Exhausted if self.count > 0 || self.next_bound == u16::MAX => {
                    self.phase = Phase::Done;
                }
                WalkEnd::Exhausted => {
                    self.bound = self.next_bound;
                    self.enter();
                }
            }
        }
        Ok(false)
    }

    /// Returns all that the tables depend on: the shape, the size of the groups, the gap, and which
    /// places of the goal hold equal tiles. The numbers of the labels follow the start and play no
    /// part.
    fn key(&self) -> Vec<u32> {
        let goal = self.pair.goal();
        let shape =
            [goal.rows(), goal.cols(), self.plans.len(), goal.gap()].map(|number| number as u32);
        let first = |label: &u32| goal.cells().iter().position(|cell| cell == label);
        let labels = goal.cells().iter().filter_map(first).map(|place| place as u32);
        shape.into_iter().chain(labels).collect()
    }

    /// Makes the tables that are not made yet and that no other search has, then starts the first
    /// bound.
    fn build(&mut self, budget: &Budget) -> Result<(), Stop> {
        if matches!(self.phase, Phase::Build(None))
            && self.built == 0
            && let Some(tables) = budget.account.shared(&self.key())
        {
            self.tables = tables;
            self.built = self.plans.len();
        }

        while let Phase::Build(builder) = &mut self.phase {
            let Some(Plan { array, targets }) = self.plans.get(self.built) else {
                if self.tables.iter().all(Vec::is_empty) {
                    let made = std::mem::take(&mut self.making);
                    let bytes = made.iter().map(Vec::len).sum::<usize>() as u64;
                    self.tables = Arc::new(made);
                    // They are the account's now.
                    self.charge.set(0, budget);
                    budget.account.share(self.key(), self.tables.clone(), bytes);
                }
                self.phase = Phase::Search;
                // After larger tables are made: no path is shorter than the bound before.
                self.bound = self.enter().max(self.bound);
                return Ok(());
            };

            let goal = self.pair.goal();
            let array = *array;
            if builder.is_none() {
                budget.fits(Builder::table_bytes(goal.rows() * goal.cols(), targets.len()))?;
            }
            let builder = builder
                .get_or_insert_with(|| Builder::new(goal.rows(), goal.cols(), targets, goal.gap()));
            builder.build(budget)?;

            if let Phase::Build(Some(builder)) =
                std::mem::replace(&mut self.phase, Phase::Build(None))
            {
                self.making[array].extend(builder.into_table());
            }
            self.built += 1;
            self.charge.set(self.bytes(), budget);
        }
        Ok(())
    }

    /// Replaces the tables by those of larger groups.
    fn enlarge(&mut self) {
        let largest = group_size(self.start_cells.len());
        let Groups { start_cells, sides, plans } = Groups::new(&self.pair, largest);
        self.start_cells = start_cells;
        self.sides = sides;
        self.plans = plans;
        self.walk = walk(self.pair.goal().rows(), self.pair.goal().cols(), &self.sides);
        self.tables = Arc::default();
        self.built = 0;
        self.phase = Phase::Build(None);
    }

    /// Stands at the start with nothing tried; the lower bound there.
    fn enter(&mut self) -> u16 {
        let gap = self.pair.start().gap();
        let bounds = self.sides.each_ref().map(|side| {
            let table = &self.tables[side.tables];
            let groups = side.indices(&self.start_cells, gap).zip(&side.offsets);
            groups.map(|(index, offset)| u16::from(table[index + offset])).sum()
        });
        self.walk.enter(&self.start_cells, gap, &self.sides, bounds);
        self.next_bound = u16::MAX;
        bounds[0].max(bounds[1])
    }

    /// Continues with the present bound to its next solution, or to where the small tables are given
    /// up.
    fn run(&mut self, budget: &Budget) -> Result<WalkEnd, Stop> {
        let tables = self.sides.each_ref().map(|side| &self.tables[side.tables][..]);
        loop {
            let kept_bytes = self.kept.len() as u64 * 64;
            if let Some(progress) = &budget.progress {
                let bound = u64::from(self.bound);
                let bytes = (tables[0].len() + tables[1].len()) as u64 + kept_bytes;
                progress.publish(self.nodes, self.walk.open_nodes() as u64, bound, bytes);
            }
            self.charge.set(kept_bytes, budget);
            budget.check(self.nodes, 0)?;
            let until = budget.states.min(self.small_until).min(self.nodes + STRIDE);
            let Self { bound, next_bound, nodes, .. } = self;
            let end = self.walk.run(tables, *bound, next_bound, nodes, until);
            match end {
                WalkEnd::Exhausted => return Ok(WalkEnd::Exhausted),
                WalkEnd::Solution => {
                    let path = self.walk.path();
                    self.count += 1;
                    self.sum += checksum(&path);
                    if self.kept.len() + 1 == self.count as usize && self.kept.len() < self.keep {
                        self.kept.push(path.clone());
                    }
                    self.first.get_or_insert(path);
                    return Ok(WalkEnd::Solution);
                }
                // Exactly here, so that earlier stops change no figure.
                WalkEnd::Halted if self.nodes >= self.small_until => {
                    self.small_until = u64::MAX;
                    if self.first.is_none() {
                        return Ok(WalkEnd::Halted);
                    }
                }
                WalkEnd::Halted => {}
            }
        }
    }
}
