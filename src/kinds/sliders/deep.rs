//! Iterative deepening A* (Korf 1985) under two sets of additive pattern databases.
//!
//! Depth-first with a bound on `moves so far + lower bound of the rest`; the bound rises to the
//! least value that exceeded it. Slides are tried in the tie order, and a slide that takes back the
//! last one is not, so the first solution of the last bound is the first of all shortest paths, and
//! continuing lists them all. The stack is explicit: a stop keeps it.
//!
//! A search begins with small tables; one that is not done after some nodes makes larger ones and
//! starts the same bound again.

mod node;

use std::sync::Arc;

use num_bigint::BigUint;

use node::{Child, NEW, NONE, Node, branch};

use super::board::{GAP, Pair};
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

/// How a run through a bound ended.
enum Ran {
    Found,
    Exhausted,
    /// The small tables have had their nodes.
    Outgrown,
}

/// A search for the shortest paths of a pair whose goal can be reached.
pub struct Deepening {
    pair: Pair,
    /// Places of the tiles that slide into a gap, in the tie order.
    tile_places: Vec<[u8; 4]>,
    /// Tile numbers by place; the gap's is not used.
    start_cells: Vec<u8>,
    cells: Vec<u8>,
    sides: [Side; 2],
    /// The tables to make, and how many are made.
    plans: Vec<Plan>,
    built: usize,
    making: [Vec<u8>; 2],
    /// The finished ones: searches with one goal share them.
    tables: Arc<[Vec<u8>; 2]>,
    phase: Phase,
    indices: [[u32; MAX_PLACES]; 2],
    stack: Vec<Node>,
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
    /// Whether a pair is one for this search: two rows and two columns at least, and no more
    /// than [`MAX_PLACES`] places.
    pub fn suits(pair: &Pair) -> bool {
        let board = pair.start();
        board.rows() > 1 && board.cols() > 1 && board.cells().len() <= MAX_PLACES
    }

    /// A search that has done nothing yet. The pair must [suit](Self::suits), and must be solvable
    /// (it is, unless [`Pair::parity_forbids`] it).
    pub fn new(pair: &Pair) -> Self {
        assert!(Self::suits(pair), "the caller asks for boards of that size");
        let (rows, cols) = (pair.start().rows(), pair.start().cols());
        let places = pair.start().cells().len();
        let Groups { start_cells, sides, plans } =
            Groups::new(pair, SMALL_GROUP.min(group_size(places)));
        let tile_places = (0..start_cells.len())
            .map(|gap| {
                Slide::ALL
                    .map(|slide| slide.tile_place(rows, cols, gap).map_or(NONE, |at| at as u8))
            })
            .collect();
        Self {
            pair: pair.clone(),
            tile_places,
            cells: start_cells.clone(),
            start_cells,
            sides,
            plans,
            built: 0,
            making: [Vec::new(), Vec::new()],
            tables: Arc::default(),
            phase: Phase::Build(None),
            indices: [[0; MAX_PLACES]; 2],
            stack: Vec::new(),
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

    /// Nodes visited so far, over all bounds.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes on the path that is being tried.
    pub fn open_nodes(&self) -> u64 {
        self.stack.len() as u64
    }

    /// The bound that is being tried: no path is shorter, once the tables are made.
    pub fn bound(&self) -> u64 {
        u64::from(self.bound)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let building = match &self.phase {
            Phase::Build(Some(builder)) => builder.bytes(),
            _ => 0,
        };
        let path = self.bound as usize + 24;
        let tables: usize = self.tables.iter().chain(&self.making).map(Vec::len).sum();
        (tables + self.stack.len() * size_of::<Node>() + self.kept.len() * path) as u64 + building
    }

    /// The first of the shortest paths, in the tie order.
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

    /// The number of shortest paths, by listing them all.
    pub fn count(&mut self, budget: &Budget) -> Outcome<u64> {
        match self.finish(budget) {
            Ok(()) if self.count > 0 => Outcome::Solved(self.count),
            Ok(()) => Outcome::Unsolvable,
            Err(stop) => Outcome::GaveUp(stop),
        }
    }

    /// The sum of the checksums of all shortest paths, each reduced.
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

    /// The next of the shortest paths, in the tie order; `Unsolvable` after the last.
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
                Ran::Found => return Ok(true),
                Ran::Exhausted => {}
                Ran::Outgrown => {
                    self.enlarge();
                    self.build(budget)?;
                    continue;
                }
            }
            if self.count > 0 || self.next_bound == u16::MAX {
                self.phase = Phase::Done;
            } else {
                self.bound = self.next_bound;
                self.enter();
            }
        }
        Ok(false)
    }

    /// What the tables depend on: the goal, and the size of the groups.
    fn key(&self) -> Vec<u32> {
        let goal = self.pair.goal();
        let shape = [goal.rows() as u32, goal.cols() as u32, self.plans.len() as u32];
        shape.into_iter().chain(goal.cells().iter().copied()).collect()
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
            let (goal, array) = (self.pair.goal(), *array);
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
        (self.start_cells, self.sides, self.plans) = (start_cells, sides, plans);
        self.tables = Arc::default();
        self.built = 0;
        self.phase = Phase::Build(None);
        self.stack.clear();
    }

    /// Stands at the start with nothing tried; the lower bound there.
    fn enter(&mut self) -> u16 {
        self.cells.clone_from(&self.start_cells);
        let gap = self.pair.start().gap();
        let mut bounds = [0u16; 2];
        for (number, side) in self.sides.iter().enumerate() {
            let mut indices = [0; MAX_PLACES];
            for (index, &offset) in indices.iter_mut().zip(&side.offsets) {
                *index = offset as u32;
            }
            for (place, &tile) in self.cells.iter().enumerate() {
                let tile = usize::from(tile);
                if self.pair.start().cells()[place] != GAP {
                    let count = (side.places[place] * side.weight[tile]) as u32;
                    indices[usize::from(side.group[tile])] += count;
                }
            }
            let table = &self.tables[side.tables];
            let groups = &indices[..side.offsets.len()];
            bounds[number] = groups.iter().map(|&index| u16::from(table[index as usize])).sum();
            self.indices[number] = indices;
        }
        self.stack.clear();
        self.stack.push(Node::new(gap as u8, 4, bounds, [0; 2]));
        self.next_bound = u16::MAX;
        bounds[0].max(bounds[1])
    }

    /// Continues with the present bound to its next solution.
    fn run(&mut self, budget: &Budget) -> Result<Ran, Stop> {
        let Self { tile_places, cells, sides, tables, indices, stack, charge, .. } = self;
        let tables = [&tables[sides[0].tables][..], &tables[sides[1].tables][..]];
        let mut look = 0;
        loop {
            if look == 0 {
                let kept = self.kept.len() as u64 * 64;
                if let Some(progress) = &budget.progress {
                    let bound = u64::from(self.bound);
                    let held = (tables[0].len() + tables[1].len()) as u64 + kept;
                    progress.publish(self.nodes, stack.len() as u64, bound, held);
                }
                charge.set(kept, budget);
                budget.check(self.nodes, 0)?;
                look = STRIDE.min(budget.states - self.nodes);
            }
            look -= 1;
            let depth = stack.len();
            let Some(node) = stack.last_mut() else { return Ok(Ran::Exhausted) };
            if node.next == NEW {
                node.next = 0;
                if node.bounds == [0, 0] {
                    let path: Vec<Slide> =
                        stack[1..].iter().map(|node| Slide::ALL[usize::from(node.came)]).collect();
                    self.count += 1;
                    self.sum += checksum(&path);
                    if self.kept.len() + 1 == self.count as usize && self.kept.len() < self.keep {
                        self.kept.push(path.clone());
                    }
                    self.first.get_or_insert(path);
                    return Ok(Ran::Found);
                }
                let places = &tile_places[usize::from(node.gap)];
                let most = self.bound - depth as u16;
                if let Some(least) = branch(node, places, cells, sides, tables, indices, most) {
                    self.next_bound = self.next_bound.min(least + depth as u16);
                }
            }
            if node.next == node.count {
                let Node { gap, indices: before, .. } = *node;
                stack.pop();
                if let Some(above) = stack.last() {
                    // The tile that slid goes back to where the gap is now.
                    let tile = cells[usize::from(above.gap)];
                    cells[usize::from(gap)] = tile;
                    for ((side, indices), before) in sides.iter().zip(&mut *indices).zip(before) {
                        indices[side.group_of(tile)] = before;
                    }
                }
                continue;
            }
            let Child { place, slide, bounds, indices: after } =
                node.children[usize::from(node.next)];
            node.next += 1;
            self.nodes += 1;
            let tile = cells[usize::from(place)];
            cells[usize::from(node.gap)] = tile;
            let mut before = [0; 2];
            for number in 0..2 {
                let index = &mut indices[number][sides[number].group_of(tile)];
                before[number] = std::mem::replace(index, after[number]);
            }
            stack.push(Node::new(place, slide, bounds, before));
            // Exactly here, so that earlier stops change no figure.
            if self.nodes >= self.small_until {
                self.small_until = u64::MAX;
                if self.first.is_none() {
                    return Ok(Ran::Outgrown);
                }
            }
        }
    }
}
