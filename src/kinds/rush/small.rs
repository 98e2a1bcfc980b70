//! The search on boards of at most 64 cells whose states fit a word of 64 bits, as all boards of 6×6
//! do: the cells are one word, and a car finds its way to both sides by counting zeros.
//!
//! Measured on the hardest board of 6×6 beside [`super::engine::Traffic`] of 128 bits: 0.44 of its
//! time. A bit set of the cars in place of sorting alone, or masks of cells alone, gained nothing.

use std::sync::Arc;

use super::board::{Cell, Move, Places};
use super::engine::Track;
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
    tracks: Arc<[Track]>,
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
    /// The graph from `places`, if the board fits: `goal` is a car and
    /// the place that it must reach.
    pub(super) fn new(
        rows: i32,
        columns: i32,
        tracks: &Arc<[Track]>,
        places: &Places,
        goal: Option<(usize, i32)>,
        hopeless: bool,
        steps: bool,
    ) -> Option<Self> {
        let bits = tracks.last().map_or(0, |last| last.shift + last.mask.count_ones());
        if rows.checked_mul(columns)? > 64 || bits > u64::BITS {
            return None;
        }
        let car = |track: &Track| {
            let cells = |from: i32, to: i32| {
                (from..to).fold(0_u64, |cells, at| cells | 1 << track.cell(at))
            };
            let end = track.high + track.length;
            Car {
                body: cells(track.low, track.low + track.length),
                lane: cells(track.low, end),
                first: track.cell(track.low) as u8,
                last: track.cell(end - 1) as u8,
                stride: track.stride as u8,
                span: (track.stride * (track.length - 1) as usize) as u8,
                // A car that cannot move has no bits, and its place is 0 wherever it is read.
                shift: if track.mask == 0 { 0 } else { track.shift as u8 },
                mask: track.mask as u8,
                across: track.across,
            }
        };
        let cars: Vec<Car> = tracks.iter().map(car).collect();
        let columns = columns.max(1) as usize;
        let rows_of = std::array::from_fn(|cell| (cell / columns) as u8);
        let columns_of = std::array::from_fn(|cell| (cell % columns) as u8);
        let coordinates = [rows_of, columns_of];
        let mut start = 0;
        for ((track, car), &at) in tracks.iter().zip(&cars).zip(places) {
            start |= ((track.along(at) - track.low) as u64) << car.shift;
        }
        let goal = goal.map(|(hero, at)| {
            let car = &cars[hero];
            let field = (at - tracks[hero].low) as u64;
            (u64::from(car.mask) << car.shift, field << car.shift)
        });
        let lanes = Arc::new(Lanes { cars, tracks: tracks.clone(), coordinates });
        Some(Self { lanes, starts: vec![start], goal, hopeless, steps })
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
        let Lanes { cars, tracks, .. } = &*self.lanes;
        let corner =
            |(car, track): (&Car, &Track)| track.corner(track.low + i32::from(car.field(*state)));
        cars.iter().zip(&**tracks).map(corner).collect()
    }

    fn step(&self, by: Hop) -> Move {
        let track = &self.lanes.tracks[usize::from(by.car)];
        let corner = |at: u8| -> Cell { track.corner(track.low + i32::from(at)) };
        Move { block: usize::from(by.car), from: corner(by.from), to: corner(by.to) }
    }
}
