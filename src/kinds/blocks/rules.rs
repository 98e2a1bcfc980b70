//! A board with blocks and its plain rules: clear rather than fast, and used to verify every solution.

use hashbrown::HashSet;

pub(crate) use crate::puzzle::moves::Direction;
use crate::scene::Coordinate;

/// A block: its label, and its cells relative to the top left corner of its bounding box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The label.
    pub label: String,
    /// The cells relative to the corner, in reading order. The corner need not be one of them.
    pub cells: Vec<Coordinate>,
}

/// A goal: the number of a block, and the place where its corner must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The number of the block.
    pub block: usize,
    /// The place where its corner must be.
    pub at: Coordinate,
}

/// The declared puzzle: a rectangle with walls, blocks and goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of rows.
    pub rows: i32,
    /// Number of columns.
    pub columns: i32,
    /// True if a cell is a wall, row by row.
    pub walls: Vec<bool>,
    /// The blocks, in reading order of their first cells.
    pub blocks: Vec<Block>,
    /// The corners of the blocks at the start.
    pub start: Vec<Coordinate>,
    /// The goals; all must hold.
    pub goals: Vec<Goal>,
    /// True if a block slides along its own axis only, as the cars of Rush Hour do.
    pub lanes: bool,
}

/// The corners of all blocks: a state.
pub(crate) type Places = Vec<Coordinate>;

/// The reason why a block cannot be at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// A cell of it would lie outside the board.
    Edge(Coordinate),
    /// A cell of it would lie on a wall.
    Wall(Coordinate),
    /// A cell of it would lie on that block.
    Block(Coordinate, usize),
}

/// A move of one block, by any sequence of slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The number of the block.
    pub block: usize,
    /// Its corner before.
    pub from: Coordinate,
    /// Its corner after.
    pub to: Coordinate,
}

impl Move {
    /// Returns whether it is a slide by one cell.
    pub fn is_step(&self) -> bool {
        self.from.row.abs_diff(self.to.row) + self.from.column.abs_diff(self.to.column) == 1
    }
}

impl Board {
    /// Returns whether a cell lies on the board.
    pub fn holds(&self, cell: Coordinate) -> bool {
        (0..self.rows).contains(&cell.row) && (0..self.columns).contains(&cell.column)
    }

    /// Returns the number of a cell in reading order.
    pub fn index(&self, cell: Coordinate) -> usize {
        (cell.row * self.columns + cell.column) as usize
    }

    /// Returns the cells of a block whose corner is at `at`.
    pub fn cells(&self, block: usize, at: Coordinate) -> impl Iterator<Item = Coordinate> + '_ {
        self.blocks[block].cells.iter().map(move |&cell| cell + at)
    }

    /// Returns the block on every cell, in reading order.
    pub fn layout(&self, places: &[Coordinate]) -> Vec<Option<usize>> {
        let mut layout = vec![None; (self.rows * self.columns) as usize];
        for (block, &at) in places.iter().enumerate() {
            for cell in self.cells(block, at) {
                layout[self.index(cell)] = Some(block);
            }
        }
        layout
    }

    /// Returns the obstacle for a block with its corner at `at`; the block itself is left out of
    /// the layout.
    pub fn blocked(
        &self,
        layout: &[Option<usize>],
        block: usize,
        at: Coordinate,
    ) -> Option<Blocked> {
        self.obstacles(layout, block, at).next()
    }

    /// Returns all obstacles for a block with its corner at `at`, cell by cell.
    pub fn obstacles<'a>(
        &'a self,
        layout: &'a [Option<usize>],
        block: usize,
        at: Coordinate,
    ) -> impl Iterator<Item = Blocked> + 'a {
        self.cells(block, at).filter_map(move |cell| {
            if !self.holds(cell) {
                return Some(Blocked::Edge(cell));
            }
            let index = self.index(cell);
            match layout[index] {
                _ if self.walls[index] => Some(Blocked::Wall(cell)),
                Some(other) if other != block => Some(Blocked::Block(cell, other)),
                _ => None,
            }
        })
    }

    /// Returns whether the cells of a block lie in one row.
    pub fn is_across(&self, block: usize) -> bool {
        self.blocks[block].cells.iter().all(|cell| cell.row == 0)
    }

    /// Returns the directions in which a block slides, if nothing is in its way.
    pub fn ways(&self, block: usize) -> &'static [Direction] {
        match (self.lanes, self.is_across(block)) {
            (false, _) => &Direction::ALL,
            (true, true) => &[Direction::Left, Direction::Right],
            (true, false) => &[Direction::Up, Direction::Down],
        }
    }

    /// Returns the obstacles that keep a block from a place: those of its slide in a straight line,
    /// up to the first place that is not free, or those at the place.
    pub fn in_the_way(
        &self,
        layout: &[Option<usize>],
        block: usize,
        from: Coordinate,
        to: Coordinate,
        straight: bool,
    ) -> Vec<Blocked> {
        if !straight {
            return self.obstacles(layout, block, to).collect();
        }
        let Coordinate { row: down, column: right } = to - from;
        let at = |step| from + Coordinate::new(step * down.signum(), step * right.signum());
        let steps = 1..=down.abs().max(right.abs());
        let mut obstacles = steps.map(|step| self.obstacles(layout, block, at(step)).collect());
        obstacles.find(|obstacles: &Vec<Blocked>| !obstacles.is_empty()).unwrap_or_default()
    }

    /// Returns whether a corner may lie there, judged by the board's extent alone: no sum with the
    /// cells of a block can overflow.
    pub fn near(&self, corner: Coordinate) -> bool {
        (-1..=self.rows).contains(&corner.row) && (-1..=self.columns).contains(&corner.column)
    }

    /// Returns the places that a block can reach by slides, in reading order, without its own
    /// place.
    ///
    /// The walk passes through places that a search may have seen before: only its results may be
    /// compared with known states, never its path.
    pub fn reach(&self, places: &[Coordinate], block: usize) -> Vec<Coordinate> {
        self.reach_on(&self.layout(places), block, places[block])
    }

    /// Does the same on a given layout, for a block whose corner is at `from`.
    pub fn reach_on(
        &self,
        layout: &[Option<usize>],
        block: usize,
        from: Coordinate,
    ) -> Vec<Coordinate> {
        let ways = self.ways(block);
        let beside = |at: Coordinate| ways.iter().map(move |way| at + way.offset());
        let free = |at: &Coordinate| self.blocked(layout, block, *at).is_none();
        // Most blocks of most boards cannot move.
        if !beside(from).any(|at| free(&at)) {
            return Vec::new();
        }
        let mut seen: HashSet<Coordinate> = HashSet::from([from]);
        let mut reached = Vec::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for next in beside(at).filter(free) {
                if seen.insert(next) {
                    open.push(next);
                    reached.push(next);
                }
            }
        }
        reached.sort_unstable();
        reached
    }

    /// Returns whether some block can slide.
    pub fn can_move(&self, places: &[Coordinate]) -> bool {
        let layout = self.layout(places);
        let slides = |block: usize| {
            let mut beside = self.ways(block).iter().map(|way| places[block] + way.offset());
            beside.any(|at| self.blocked(&layout, block, at).is_none())
        };
        (0..self.blocks.len()).any(slides)
    }

    /// Returns the blocks in reading order of their first cells.
    pub fn in_order(&self, places: &[Coordinate]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&block| self.cells(block, places[block]).min());
        order
    }

    /// Returns every legal move, in reading order of blocks, then of places.
    pub fn moves(&self, places: &[Coordinate]) -> Vec<Move> {
        let mut moves = Vec::new();
        let layout = self.layout(places);
        for block in self.in_order(places) {
            let from = places[block];
            let reached = self.reach_on(&layout, block, from);
            moves.extend(reached.into_iter().map(|to| Move { block, from, to }));
        }
        moves
    }

    /// Returns whether all goals hold. A board without a goal is never solved.
    pub fn is_solved(&self, places: &[Coordinate]) -> bool {
        !self.goals.is_empty() && self.goals.iter().all(|goal| places[goal.block] == goal.at)
    }

    /// Returns the places after a move that is legal.
    pub fn after(&self, places: &[Coordinate], by: Move) -> Places {
        let mut next = places.to_vec();
        next[by.block] = by.to;
        next
    }

    /// Makes a move if it is legal: its block is at its start, and slides lead to its end.
    pub fn play(&self, places: &[Coordinate], by: Move) -> Option<Places> {
        let is_there = places.get(by.block) == Some(&by.from) && by.from != by.to;
        let leads = || match self.lanes {
            true => {
                let Coordinate { row, column } = by.to - by.from;
                let in_lane = if self.is_across(by.block) { row == 0 } else { column == 0 };
                let layout = self.layout(places);
                in_lane && self.in_the_way(&layout, by.block, by.from, by.to, true).is_empty()
            }
            false => self.reach(places, by.block).contains(&by.to),
        };
        (is_there && leads()).then(|| self.after(places, by))
    }
}
