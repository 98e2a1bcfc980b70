//! The search on boards of at most 64 cells whose states fit a word of 64 bits, as all boards of 6×6
//! do: the cells are one word, and a car finds its way to both sides by counting zeros.
//!
//! Measured beside the engine that all kinds with blocks share, on the hardest board of 6×6: MEASURED
//! of its time. A bit set of the cars in place of sorting alone, or masks of cells alone, gained
//! nothing.

use std::sync::Arc;

use super::board::{Board, Cell, Move, Places};
use crate::kinds::blocks::engine::{placements, width};
use crate::puzzle::moves::Positions;
use crate::search::{Space, push_successors};

/// A move: a car, and its place before and after, counted from the first place of its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    car: u8,
    from: u8,
    to: u8,
}

/// A car on its lane between two walls.
#[derive(Clone, Copy, Debug)]
struct Car {
    /// Its cells at the first place.
    body: u64,
    /// All cells of the lane.
    lane: u64,
    /// The first of them, and the last one.
    first: u8,
    last: u8,
    /// From one cell of the lane to the next.
    stride: u8,
    /// From the first cell of the car to the last one.
    span: u8,
    /// Where its place stands in a key, and as many bits as that takes.
    shift: u8,
    mask: u8,
    across: bool,
}

/// What the searches of a board share.
#[derive(Debug)]
struct Lanes {
    cars: Vec<Car>,
    /// The corners of each car, by its place in the lane.
    corners: Vec<Vec<Cell>>,
    /// For every cell, its row, and its column.
    coordinates: [[u8; 64]; 2],
}

/// The graph of states of a board in one metric. A state is the places of all cars.
///
/// ```text
///   low bits                                    high bits
///   car 0 (as many bits as its places need) | car 1 | … | zeros
/// ```
#[derive(Clone, Debug)]
pub struct Small {
    lanes: Arc<Lanes>,
    starts: Vec<u64>,
    /// The field of the car that must reach the edge, and its content then; none in a search from
    /// all goals.
    goal: Option<(u64, u64)>,
    hopeless: bool,
    /// Whether a move is a slide by one cell.
    steps: bool,
}

impl Small {
    /// Returns the graph from `places`, if the board fits. If it `is_hopeless`, no goal is looked for.
    pub(super) fn new(
        board: &Board,
        places: &Places,
        is_hopeless: bool,
        steps: bool,
    ) -> Option<Self> {
        if board.rows.checked_mul(board.columns)? > 64 {
            return None;
        }
        let (mut cars, mut corners, mut bits, mut start) = (Vec::new(), Vec::new(), 0, 0);
        for (number, at) in places.iter().enumerate() {
            let own = placements(board, number);
            let cells = |corner: Cell| board.cells(number, corner).map(|cell| board.index(cell));
            let mask = |corner| cells(corner).fold(0_u64, |mask, cell| mask | 1 << cell);
            let (body, across) = (mask(*own.first()?), board.is_across(number));
            let lane = own.iter().fold(0, |lane, &corner| lane | mask(corner));
            let (first, last) = (body.trailing_zeros() as u8, 63 - lane.leading_zeros() as u8);
            let span = 63 - body.leading_zeros() as u8 - first;
            let stride = if across { 1 } else { board.columns as u8 };
            // A car that cannot move has no bits, and its place is 0 wherever it is read.
            let field = width(own.len());
            let shift = if field == 0 { 0 } else { bits };
            let mask = ((1_u16 << field) - 1) as u8;
            bits += field;
            if u32::from(bits) > u64::BITS {
                return None;
            }
            start |= (own.binary_search(at).ok()? as u64) << shift;
            cars.push(Car { body, lane, first, last, stride, span, shift, mask, across });
            corners.push(own);
        }
        let goal = board.goals.first().and_then(|goal| {
            let (car, own) = (&cars[goal.block], &corners[goal.block]);
            let field = own.binary_search(&goal.at).ok()? as u64;
            Some((u64::from(car.mask) << car.shift, field << car.shift))
        });
        let columns = board.columns.max(1) as usize;
        let rows_of = std::array::from_fn(|cell| (cell / columns) as u8);
        let columns_of = std::array::from_fn(|cell| (cell % columns) as u8);
        let lanes = Arc::new(Lanes { cars, corners, coordinates: [rows_of, columns_of] });
        Some(Self { lanes, starts: vec![start], goal, hopeless: is_hopeless, steps })
    }
}

impl Car {
    #[inline]
    fn field(&self, state: u64) -> u8 {
        (state >> self.shift) as u8 & self.mask
    }
}

impl Space for Small {
    type State = u64;
    type Move = Hop;

    fn starts(&self, out: &mut Vec<u64>) {
        out.extend(&self.starts);
    }

    fn successors(&self, state: &u64, out: &mut Vec<(Hop, u64)>) {
        self.successors_but(state, 0, out);
    }

    /// Bit n of `skip` is for car n.
    fn successors_but(&self, state: &u64, skip: u32, out: &mut Vec<(Hop, u64)>) {
        let Lanes { cars, coordinates, .. } = &*self.lanes;
        let mut firsts = [0_u8; 64];
        let firsts = &mut firsts[..cars.len()];
        let mut taken = 0;
        for (car, first) in cars.iter().zip(&mut *firsts) {
            let ahead = car.field(*state) * car.stride;
            taken |= car.body << ahead;
            *first = car.first + ahead;
        }
        // Cars beside an empty cell of their lane, in reading order without sorting: a bit for the
        // first cell of each.
        let mut owners = [0_u8; 64];
        let (mut order, mut skip) = (0_u64, u64::from(skip));
        for (number, (car, &first)) in cars.iter().zip(&*firsts).enumerate() {
            let beside = 1_u64 << first >> car.stride | 1_u64 << (first + car.span) << car.stride;
            let lane = if skip & 1 == 0 { car.lane } else { 0 };
            order |= u64::from(beside & lane & !taken != 0) << first;
            owners[usize::from(first)] = number as u8;
            skip >>= 1;
        }
        while order != 0 {
            let first = order.trailing_zeros();
            order &= order - 1;
            let number = owners[first as usize];
            let car = &cars[usize::from(number)];
            let along = &coordinates[usize::from(car.across)];
            let low = along[usize::from(car.first)];
            let from = along[first as usize] - low;
            // The nearest cells that are taken, before the car and after it.
            let before = taken & car.lane & ((1 << first) - 1);
            let after = taken & car.lane & (!1 << (first + u32::from(car.span)));
            let mut back = match before {
                0 => 0,
                cells => along[63 - cells.leading_zeros() as usize] + 1 - low,
            };
            let length = along[usize::from(car.first + car.span)] - low + 1;
            let mut ahead = match after {
                0 => along[usize::from(car.last)] + 1,
                cells => along[cells.trailing_zeros() as usize],
            } - length
                - low;
            if self.steps {
                back = back.max(from.saturating_sub(1));
                ahead = ahead.min(from + 1);
            }
            for to in (back..from).chain(from + 1..=ahead) {
                let key = state ^ u64::from(from ^ to) << car.shift;
                out.push((Hop { car: number, from, to }, key));
            }
        }
    }

    #[inline]
    fn is_goal(&self, state: &u64) -> bool {
        self.goal.is_some_and(|(mask, wanted)| state & mask == wanted)
    }

    fn is_hopeless(&self) -> bool {
        self.hopeless
    }

    fn predecessors(&self, state: &u64, out: &mut Vec<u64>) -> bool {
        push_successors(self, state, out)
    }

    fn undoes(&self) -> bool {
        true
    }

    fn undone(&self, state: &u64, by: Hop) -> Option<u64> {
        Some(state ^ u64::from(by.from ^ by.to) << self.lanes.cars[usize::from(by.car)].shift)
    }

    #[inline]
    fn takes_back(&self, last: Hop, next: Hop) -> bool {
        // Moving the same car twice in a row is never shorter: its second place was reachable in
        // the first move.
        last.car == next.car && (!self.steps || last.from == next.to)
    }

    #[inline]
    fn skip_of(&self, by: Hop, _: &u64) -> u32 {
        // A move of the car that `by` has moved need not be tried: its new place was reachable
        // without `by`, in one move of the state before.
        1_u32.checked_shl(u32::from(by.car)).unwrap_or(0)
    }

    fn skips(&self) -> bool {
        !self.steps
    }

    fn backward_from(&self, goals: Vec<u64>) -> Option<Self> {
        Some(Self { starts: goals, goal: None, hopeless: false, ..self.clone() })
    }
}

impl Positions for Small {
    type Position = Places;
    type Step = Move;

    fn position(&self, state: &u64) -> Places {
        let Lanes { cars, corners, .. } = &*self.lanes;
        let corner = |(car, own): (&Car, &Vec<Cell>)| own[usize::from(car.field(*state))];
        cars.iter().zip(corners).map(corner).collect()
    }

    fn step(&self, by: Hop) -> Move {
        let block = usize::from(by.car);
        let corner = |at: u8| self.lanes.corners[block][usize::from(at)];
        Move { block, from: corner(by.from), to: corner(by.to) }
    }
}
