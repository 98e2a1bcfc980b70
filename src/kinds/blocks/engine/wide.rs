//! Boards of more than 128 cells: lists of offsets where small boards have tables of masks, so that
//! only the states grow with the number of shapes.

use std::cell::RefCell;
use std::sync::Arc;

use super::super::rules::{Move, Places};
use super::Metric;
use super::finder::{Hop, Origin};
use super::tables::PieceGoal;
use crate::puzzle::moves::Positions;
use crate::scene::Coordinate;
use crate::search::{Budget, Goals, Properties, Space, Stop};

/// The parts of a board that all its searches share.
pub(super) struct Terrain {
    origin: Origin,
    /// For each class, a block of it.
    block: Vec<usize>,
    /// For each piece of a key, its class; the pieces of a class are together.
    class_of: Vec<u32>,
    /// The goals, with corners.
    goals: Vec<PieceGoal>,
}

/// A move of a piece of a class between two corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WideSlide {
    from: u32,
    to: u32,
    class: u32,
}

/// The graph of states. A state is the corners of all pieces as numbers of cells in reading order,
/// those of a class ascending.
#[derive(Clone)]
pub(super) struct Wide {
    terrain: Arc<Terrain>,
    start: Box<[u32]>,
    metric: Metric,
    scratch: RefCell<Scratch>,
}

/// Buffers of one expansion, one word per cell.
#[derive(Clone)]
struct Scratch {
    /// The content of a cell: nothing, a wall, or a piece and [`FIRST`].
    taken: Vec<u32>,
    /// The flood in which a corner was reached last.
    stamps: Vec<u32>,
    stamp: u32,
    reached: Vec<u32>,
    /// The first cell of each piece that may move, and the piece: in reading order once sorted.
    order: Vec<(u32, u32)>,
}

/// Cells that a flood looks at before it looks at the budget: well below a millisecond.
const LOOK: usize = 1 << 16;

/// The budget of an expansion: one state may have as many successors as there are pieces times
/// cells, each with a key as long as the list of pieces.
struct Purse<'a> {
    budget: &'a Budget,
    /// Bytes of the successors so far, which are not charged.
    bytes: u64,
}

impl Purse<'_> {
    /// Checks the limits of time and memory; the search counts the states.
    fn check(&self) -> Result<(), Stop> {
        if self.budget.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        self.budget.fits(self.bytes)
    }
}

const EMPTY: u32 = 0;
const WALL: u32 = 1;
/// Piece 0 on a cell.
const FIRST: u32 = 2;

impl Wide {
    /// Returns the graph of the states in reach of a start.
    pub(super) fn new(origin: Origin, metric: Metric) -> Self {
        let Origin { board, classes, places, .. } = &origin;
        let mut class_of = Vec::with_capacity(board.blocks.len());
        let mut key = Vec::with_capacity(board.blocks.len());
        let mut goals = Vec::new();
        for (class, blocks) in classes.iter().enumerate() {
            let aim = board.goals.iter().find(|goal| goal.block == blocks[0]);
            let corner = aim.map(|goal| board.index(goal.at) as u32);
            goals.extend(corner.map(|field| PieceGoal { piece: key.len(), field }));
            let mut corners: Vec<u32> =
                blocks.iter().map(|&block| board.index(places[block]) as u32).collect();
            corners.sort_unstable();
            key.extend(corners);
            class_of.extend(blocks.iter().map(|_| class as u32));
        }
        let block = classes.iter().map(|blocks| blocks[0]).collect();
        let cell = |&wall: &bool| if wall { WALL } else { EMPTY };
        let scratch = RefCell::new(Scratch {
            taken: board.walls.iter().map(cell).collect(),
            stamps: vec![0; board.walls.len()],
            stamp: 0,
            reached: Vec::new(),
            order: Vec::new(),
        });
        let terrain = Arc::new(Terrain { origin, block, class_of, goals });
        Self { terrain, start: key.into(), metric, scratch }
    }

    /// Returns the bytes of a state beyond its own size.
    fn heap_bytes(&self) -> usize {
        4 * self.terrain.class_of.len() + 16
    }

    fn corner(&self, at: u32) -> Coordinate {
        let columns = self.terrain.origin.board.columns;
        Coordinate::new(at as i32 / columns, at as i32 % columns)
    }

    /// Returns the numbers of the cells of a piece of a class whose corner is there.
    fn cells(&self, class: u32, at: u32) -> impl Iterator<Item = usize> + '_ {
        let board = &*self.terrain.origin.board;
        let block = self.terrain.block[class as usize];
        board.cells(block, self.corner(at)).map(|cell| board.index(cell))
    }

    /// Fills `reached` with the corners that a piece can reach, in reading order, without its own;
    /// `spent` counts the cells that were looked at.
    fn flood(
        &self,
        scratch: &mut Scratch,
        class: u32,
        piece: u32,
        from: u32,
        spent: &mut usize,
        purse: &Purse<'_>,
    ) -> Result<(), Stop> {
        let board = &*self.terrain.origin.board;
        let block = self.terrain.block[class as usize];
        scratch.reached.clear();
        scratch.stamp = scratch.stamp.wrapping_add(1);
        if scratch.stamp == 0 {
            scratch.stamps.fill(0);
            scratch.stamp = 1;
        }
        scratch.stamps[from as usize] = scratch.stamp;
        let moving = piece + FIRST;
        let mut open = from;
        let mut at = 0;
        loop {
            let here = self.corner(open);
            for &direction in board.ways(block) {
                let next = here + direction.offset();
                if !board.holds(next) || scratch.stamps[board.index(next)] == scratch.stamp {
                    continue;
                }
                *spent += board.blocks[block].cells.len();
                if *spent >= LOOK {
                    *spent = 0;
                    purse.check()?;
                }
                let free = |cell: Coordinate| {
                    board.holds(cell) && [EMPTY, moving].contains(&scratch.taken[board.index(cell)])
                };
                if board.cells(block, next).all(free) {
                    scratch.stamps[board.index(next)] = scratch.stamp;
                    scratch.reached.push(board.index(next) as u32);
                }
            }
            if self.metric == Metric::Steps || at == scratch.reached.len() {
                break;
            }
            open = scratch.reached[at];
            at += 1;
        }
        scratch.reached.sort_unstable();
        Ok(())
    }

    /// Hands every successor to `out`, in tie order, if the budget allows. Bit n of `skip` is for
    /// piece n of the key.
    fn slide_all(
        &self,
        state: &[u32],
        skip: u32,
        purse: &mut Purse<'_>,
        mut out: impl FnMut(WideSlide, Box<[u32]>, &mut Purse<'_>),
    ) -> Result<(), Stop> {
        let scratch = &mut *self.scratch.borrow_mut();
        self.lay(scratch, state, true);
        let done = self.slides(scratch, state, skip, purse, &mut out);
        self.lay(scratch, state, false);
        done
    }

    /// Returns the work of [`Wide::slide_all`] between placing the pieces and removing them.
    fn slides(
        &self,
        scratch: &mut Scratch,
        state: &[u32],
        skip: u32,
        purse: &mut Purse<'_>,
        out: &mut impl FnMut(WideSlide, Box<[u32]>, &mut Purse<'_>),
    ) -> Result<(), Stop> {
        let class_of = &self.terrain.class_of;
        scratch.order.clear();
        for (piece, &at) in state.iter().enumerate() {
            if piece >= 32 || skip >> piece & 1 == 0 {
                // The cells of a block are in reading order.
                let first = self.cells(class_of[piece], at).next().unwrap_or(0);
                scratch.order.push((first as u32, piece as u32));
            }
        }
        scratch.order.sort_unstable();

        let mut spent = 0;
        for index in 0..scratch.order.len() {
            let piece = scratch.order[index].1;
            let class = class_of[piece as usize];
            let from = state[piece as usize];
            self.flood(scratch, class, piece, from, &mut spent, purse)?;
            let start = class_of.partition_point(|&other| other < class);
            let end = class_of.partition_point(|&other| other <= class);
            for &to in &scratch.reached {
                purse.check()?;
                let mut key: Box<[u32]> = state.into();
                key[piece as usize] = to;
                key[start..end].sort_unstable();
                out(WideSlide { from, to, class }, key, purse);
            }
        }
        Ok(())
    }

    /// Places the pieces of a state on the board, or removes them.
    fn lay(&self, scratch: &mut Scratch, state: &[u32], down: bool) {
        for (piece, &at) in state.iter().enumerate() {
            let mark = if down { piece as u32 + FIRST } else { EMPTY };
            for cell in self.cells(self.terrain.class_of[piece], at) {
                scratch.taken[cell] = mark;
            }
        }
    }
}

impl Space for Wide {
    type State = Box<[u32]>;
    type Move = WideSlide;

    fn starts(&self, out: &mut Vec<Box<[u32]>>) {
        out.push(self.start.clone());
    }

    fn successors(&self, state: &Box<[u32]>, out: &mut Vec<(WideSlide, Box<[u32]>)>) {
        // It cannot stop without limits.
        let _ = self.expand(state, 0, &Budget::unlimited(), out);
    }

    fn expand(
        &self,
        state: &Box<[u32]>,
        skip: u32,
        budget: &Budget,
        out: &mut Vec<(WideSlide, Box<[u32]>)>,
    ) -> Result<(), Stop> {
        let mut purse = Purse { budget, bytes: 0 };
        let each = size_of::<(WideSlide, Box<[u32]>)>();
        self.slide_all(state, skip, &mut purse, |by, key, purse| {
            let before = out.capacity();
            out.push((by, key));
            purse.bytes += (self.heap_bytes() + (out.capacity() - before) * each) as u64;
        })
    }

    fn is_goal(&self, state: &Box<[u32]>) -> bool {
        let goals = &self.terrain.goals;
        !goals.is_empty() && goals.iter().all(|goal| state[goal.piece] == goal.field)
    }

    fn properties(&self) -> Properties {
        let is_hopeless = self.terrain.origin.is_hopeless;
        Properties {
            goals: if is_hopeless { Goals::Unreachable } else { Goals::Unknown },
            is_reversible: true,
            makes_notes: self.metric == Metric::Moves,
            heap_bytes: self.heap_bytes(),
            ..Properties::default()
        }
    }

    fn takes_back(&self, last: WideSlide, next: WideSlide) -> bool {
        let same = last.class == next.class && last.to == next.from;
        same && (self.metric == Metric::Moves || last.from == next.to)
    }

    fn skip_of(&self, by: WideSlide, state: &Box<[u32]>) -> u32 {
        let start = self.terrain.class_of.partition_point(|&class| class < by.class);
        let rank = state[start..].iter().take_while(|&&at| at != by.to).count();
        1_u32.checked_shl((start + rank) as u32).unwrap_or(0)
    }
}

impl Positions for Wide {
    type Position = Places;
    type Step = Move;

    fn steps(&self, path: &[WideSlide]) -> Vec<Move> {
        let hop = |by: &WideSlide| {
            let class = by.class as usize;
            Hop { from: self.corner(by.from), to: self.corner(by.to), class }
        };
        self.terrain.origin.replayed(path.iter().map(hop))
    }

    fn position(&self, state: &Box<[u32]>, moves: &[Move]) -> Places {
        self.terrain.origin.after(moves, self.is_goal(state))
    }
}
