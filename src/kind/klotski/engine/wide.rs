//! Boards of more than 128 cells: lists of offsets where small boards have tables of masks, so that
//! nothing but a state grows with the number of shapes.

use std::cell::RefCell;
use std::sync::Arc;

use super::super::board::{Board, Cell, Direction, Places};
use super::Metric;
use super::run::{Graph, Hop};
use crate::search::Space;

/// The parts of a board that all its searches share.
pub(super) struct Terrain {
    board: Arc<Board>,
    /// For each class, a block of it.
    block: Vec<usize>,
    /// For each piece of a key, its class; the pieces of a class stand together.
    class_of: Vec<u32>,
    /// Goals: piece and corner.
    goals: Vec<(usize, u32)>,
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
pub(super) struct Wide {
    terrain: Arc<Terrain>,
    starts: Vec<Box<[u32]>>,
    metric: Metric,
    aimed: bool,
    scratch: RefCell<Scratch>,
}

/// Buffers of one expansion, a word a cell.
struct Scratch {
    /// What lies on a cell: nothing, a wall, or a piece and [`FIRST`].
    taken: Vec<u32>,
    /// The flood in which a corner was reached last.
    stamps: Vec<u32>,
    stamp: u32,
    reached: Vec<u32>,
    order: Vec<(u32, u32)>,
}

const EMPTY: u32 = 0;
const WALL: u32 = 1;
/// Piece 0 on a cell.
const FIRST: u32 = 2;

impl Wide {
    /// The graph of the states in reach of `start`.
    pub(super) fn new(
        board: &Arc<Board>,
        classes: &[Vec<usize>],
        start: &Places,
        metric: Metric,
    ) -> Self {
        let mut class_of = Vec::with_capacity(board.blocks.len());
        let mut key = Vec::with_capacity(board.blocks.len());
        let mut goals = Vec::new();
        for (class, blocks) in classes.iter().enumerate() {
            let aim = board.goals.iter().find(|goal| goal.block == blocks[0]);
            goals.extend(aim.map(|goal| (key.len(), board.index(goal.at) as u32)));
            let mut own: Vec<u32> =
                blocks.iter().map(|&block| board.index(start[block]) as u32).collect();
            own.sort_unstable();
            key.extend(own);
            class_of.extend(blocks.iter().map(|_| class as u32));
        }
        let block = classes.iter().map(|blocks| blocks[0]).collect();
        let terrain = Arc::new(Terrain { board: board.clone(), block, class_of, goals });
        Self::open(terrain, vec![key.into()], metric, true)
    }

    fn open(terrain: Arc<Terrain>, starts: Vec<Box<[u32]>>, metric: Metric, aimed: bool) -> Self {
        let board = &*terrain.board;
        let cell = |&wall: &bool| if wall { WALL } else { EMPTY };
        let scratch = RefCell::new(Scratch {
            taken: board.walls.iter().map(cell).collect(),
            stamps: vec![0; board.walls.len()],
            stamp: 0,
            reached: Vec::new(),
            order: Vec::new(),
        });
        Self { terrain, starts, metric, aimed, scratch }
    }

    fn corner(&self, at: u32) -> Cell {
        let columns = self.terrain.board.columns;
        (at as i32 / columns, at as i32 % columns)
    }

    /// The numbers of the cells of a piece of a class whose corner is there.
    fn cells(&self, class: u32, at: u32) -> impl Iterator<Item = usize> + '_ {
        let board = &*self.terrain.board;
        let block = self.terrain.block[class as usize];
        board.cells(block, self.corner(at)).map(|cell| board.index(cell))
    }

    /// Fills `reached` with the corners to which a piece gets, in reading order, without its own.
    fn flood(&self, scratch: &mut Scratch, class: u32, piece: u32, from: u32) {
        let board = &*self.terrain.board;
        let block = self.terrain.block[class as usize];
        scratch.reached.clear();
        scratch.stamp = scratch.stamp.wrapping_add(1);
        if scratch.stamp == 0 {
            scratch.stamps.fill(0);
            scratch.stamp = 1;
        }
        scratch.stamps[from as usize] = scratch.stamp;
        let own = piece + FIRST;
        let (mut open, mut at) = (from, 0);
        loop {
            let here = self.corner(open);
            for direction in Direction::ALL {
                let (row, column) = direction.offset();
                let next = (here.0 + row, here.1 + column);
                if !board.holds(next) || scratch.stamps[board.index(next)] == scratch.stamp {
                    continue;
                }
                let free = |cell: Cell| {
                    board.holds(cell) && [EMPTY, own].contains(&scratch.taken[board.index(cell)])
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
    }

    /// Lays the pieces of a state on the board, or takes them off.
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
        out.extend(self.starts.iter().cloned());
    }

    fn successors(&self, state: &Box<[u32]>, out: &mut Vec<(WideSlide, Box<[u32]>)>) {
        self.successors_but(state, 0, out);
    }

    /// Bit n of `skip` is for piece n of the key.
    fn successors_but(
        &self,
        state: &Box<[u32]>,
        skip: u32,
        out: &mut Vec<(WideSlide, Box<[u32]>)>,
    ) {
        let class_of = &self.terrain.class_of;
        let scratch = &mut *self.scratch.borrow_mut();
        self.lay(scratch, state, true);
        scratch.order.clear();
        for (piece, &at) in state.iter().enumerate() {
            if piece >= 32 || skip >> piece & 1 == 0 {
                // The cells of a block stand in reading order.
                let first = self.cells(class_of[piece], at).next().unwrap_or(0);
                scratch.order.push((first as u32, piece as u32));
            }
        }
        scratch.order.sort_unstable();
        for index in 0..scratch.order.len() {
            let piece = scratch.order[index].1;
            let (class, from) = (class_of[piece as usize], state[piece as usize]);
            self.flood(scratch, class, piece, from);
            let start = class_of.partition_point(|&other| other < class);
            let end = class_of.partition_point(|&other| other <= class);
            for &to in &scratch.reached {
                let mut key = state.clone();
                key[piece as usize] = to;
                key[start..end].sort_unstable();
                out.push((WideSlide { from, to, class }, key));
            }
        }
        self.lay(scratch, state, false);
    }

    fn is_goal(&self, state: &Box<[u32]>) -> bool {
        let goals = &self.terrain.goals;
        self.aimed && !goals.is_empty() && goals.iter().all(|&(piece, at)| state[piece] == at)
    }

    fn predecessors(&self, state: &Box<[u32]>, out: &mut Vec<Box<[u32]>>) -> bool {
        // Every slide can be taken back.
        let mut found = Vec::new();
        self.successors(state, &mut found);
        out.extend(found.into_iter().map(|(_, state)| state));
        true
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

    fn skips(&self) -> bool {
        self.metric == Metric::Moves
    }

    fn heap_bytes(&self) -> usize {
        4 * self.terrain.class_of.len() + 16
    }
}

impl Graph for Wide {
    fn hop(&self, by: WideSlide) -> Hop {
        (self.corner(by.from), self.corner(by.to), by.class as usize)
    }

    fn backward_from(&self, goals: Vec<Box<[u32]>>) -> Self {
        Self::open(self.terrain.clone(), goals, self.metric, false)
    }

    fn is_hopeless(&self) -> bool {
        false
    }
}
