//! The search on packed states: a bit set of the cells that are taken, and a key of one word where
//! the cars fit it.

use std::cell::RefCell;
use std::hash::Hash;
use std::sync::Arc;

use super::Rules;
use super::board::{Board, Cell, Move, Places};
use super::small::Small;
use crate::kinds::blocks::Blocks as _;
use crate::puzzle::moves::{Either, Positions};
use crate::search::{Budget, Explorer, Space, Stop, push_successors};

/// The search from a state: on a small board, or with keys of 128 bits, or with boxed ones.
pub(super) type Finder = Either<Explorer<Small>, Larger>;

/// The search on boards that are not small.
pub(super) type Larger = Either<Explorer<Traffic<u128>>, Explorer<Traffic<Box<[u32]>>>>;

/// Where a car can go, and where its place stands in a key. A place is kept as the distance from
/// the first place between the walls of the lane.
#[derive(Clone, Copy, Debug)]
pub struct Track {
    /// The first place between the walls, or the edges.
    pub(super) low: i32,
    /// The last one.
    pub(super) high: i32,
    /// The number of cells of the car.
    pub(super) length: i32,
    /// Whether it lies in a row, and the number of that row, or else of its column.
    pub(super) across: bool,
    lane: i32,
    /// The number of the first cell of the lane, and from one cell to the next.
    first: usize,
    pub(super) stride: usize,
    /// The first bit in a key of one word, and a mask of as many bits as places need.
    pub(super) shift: u32,
    pub(super) mask: u128,
}

impl Track {
    /// The number of a cell of the lane.
    #[inline]
    pub(super) fn cell(&self, at: i32) -> usize {
        self.first + at as usize * self.stride
    }

    /// The corner of the car at a place of its lane.
    pub(super) fn corner(&self, at: i32) -> Cell {
        if self.across { Cell::new(self.lane, at) } else { Cell::new(at, self.lane) }
    }

    /// The place of a corner in the lane.
    pub(super) fn along(&self, corner: Cell) -> i32 {
        if self.across { corner.column } else { corner.row }
    }
}

/// A state: the places of all cars.
pub trait Key: Clone + Eq + Hash + Send + Sync + 'static {
    /// Bytes per car beyond the size of the key.
    const HEAP: usize;
    /// The key of places.
    fn pack(places: &[i32], tracks: &[Track]) -> Self;
    /// The place of a car.
    fn place(&self, car: usize, track: &Track) -> i32;
    /// The key after a car has gone to another place.
    #[must_use]
    fn replaced(&self, car: usize, place: i32, track: &Track) -> Self;
}

/// ```text
///   low bits                                    high bits
///   car 0 (as many bits as its places need) | car 1 | … | zeros
/// ```
impl Key for u128 {
    const HEAP: usize = 0;

    fn pack(places: &[i32], tracks: &[Track]) -> Self {
        let field = |(&at, track): (&i32, &Track)| {
            if track.mask == 0 { 0 } else { Self::from((at - track.low) as u32) << track.shift }
        };
        places.iter().zip(tracks).map(field).fold(0, |key, field| key | field)
    }

    fn place(&self, _: usize, track: &Track) -> i32 {
        if track.mask == 0 {
            return track.low;
        }
        track.low + (self >> track.shift & track.mask) as i32
    }

    fn replaced(&self, _: usize, place: i32, track: &Track) -> Self {
        let field = Self::from((place - track.low) as u32);
        self & !(track.mask << track.shift) | field << track.shift
    }
}

impl Key for Box<[u32]> {
    const HEAP: usize = size_of::<u32>();

    fn pack(places: &[i32], _: &[Track]) -> Self {
        places.iter().map(|&at| at as u32).collect()
    }

    fn place(&self, car: usize, _: &Track) -> i32 {
        self[car] as i32
    }

    fn replaced(&self, car: usize, place: i32, _: &Track) -> Self {
        let mut key = self.clone();
        key[car] = place as u32;
        key
    }
}

/// The graph of states of a board in one metric.
pub struct Traffic<K> {
    tracks: Arc<[Track]>,
    starts: Vec<K>,
    /// The car that must reach the edge, and where it must be; none in a search from all goals.
    goal: Option<(usize, i32)>,
    hopeless: bool,
    /// Whether a move is a slide by one cell.
    steps: bool,
    scratch: RefCell<Scratch>,
}

/// Buffers of one expansion.
#[derive(Default)]
struct Scratch {
    /// The places of all cars in their lanes.
    places: Vec<i32>,
    /// The cells that are taken, one bit each; none between two expansions.
    taken: Vec<u64>,
    /// The cars in reading order: the number of the first cell, the number of the car.
    order: Vec<(usize, usize)>,
}

fn is_taken(taken: &[u64], cell: usize) -> bool {
    taken[cell / 64] >> (cell % 64) & 1 != 0
}

/// The tracks of all cars, and the bits of a key of one word.
fn tracks(board: &Board) -> (Vec<Track>, u32) {
    let mut shift = 0;
    let columns = board.columns as usize;
    let track = |number: usize| {
        let length = board.blocks[number].cells.len() as i32;
        let Cell { row, column } = board.start[number];
        let across = board.is_across(number);
        let (lane, at, first, stride, size) = match across {
            true => (row, column, row as usize * columns, 1, board.columns),
            false => (column, row, column as usize, columns, board.rows),
        };
        let wall = |at: &i32| board.walls[first + *at as usize * stride];
        let low = (0..at).rev().find(wall).map_or(0, |wall| wall + 1);
        let high = (at..size).find(wall).unwrap_or(size) - length;
        let bits = u32::BITS - ((high - low) as u32).leading_zeros();
        let mask = (1 << bits) - 1;
        shift += bits;
        let shift = shift - bits;
        Track { low, high, length, across, lane, first, stride, shift, mask }
    };
    let tracks = (0..board.blocks.len()).map(track).collect();
    (tracks, shift)
}

/// The search from `places`; `steps` counts slides by one cell.
///
/// # Errors
/// [`Stop::Memory`] if the budget has no room for the tables alone.
pub fn finder(
    board: &Board,
    places: &Places,
    steps: bool,
    budget: &Budget,
) -> Result<Finder, Stop> {
    budget.fits(board.walls.len() as u64 / 8)?;
    let (tracks, bits) = tracks(board);
    let tracks: Arc<[Track]> = tracks.into();
    let goal = |goal: &super::Goal| (goal.block, tracks[goal.block].along(goal.at));
    let (goal, hopeless) = (board.goals.first().map(goal), Rules::barrier(board).is_some());
    let Board { rows, columns, .. } = *board;
    if let Some(small) = Small::new(rows, columns, &tracks, places, goal, hopeless, steps) {
        return Ok(Either::Narrow(Explorer::new(small)));
    }
    Ok(Either::Wide(larger(board, tracks, bits, places, steps)))
}

/// The search on a board that is not small, whose places take that many bits.
fn larger(board: &Board, tracks: Arc<[Track]>, bits: u32, places: &Places, steps: bool) -> Larger {
    match bits <= u128::BITS {
        true => Either::Narrow(Explorer::new(Traffic::new(board, tracks, places, steps))),
        false => Either::Wide(Explorer::new(Traffic::new(board, tracks, places, steps))),
    }
}

/// The same search as [`finder`] makes, for tests: it takes no board as small.
#[cfg(test)]
pub(super) fn larger_finder(board: &Board, places: &Places, steps: bool) -> Larger {
    let (tracks, bits) = tracks(board);
    larger(board, tracks.into(), bits, places, steps)
}

impl<K: Key> Traffic<K> {
    fn new(board: &Board, tracks: Arc<[Track]>, places: &Places, steps: bool) -> Self {
        let taken = vec![0; board.walls.len().div_ceil(64)];
        let along = |(&at, track): (&Cell, &Track)| track.along(at);
        let lanes: Vec<i32> = places.iter().zip(&*tracks).map(along).collect();
        let goal = |goal: &super::Goal| (goal.block, tracks[goal.block].along(goal.at));
        Self {
            starts: vec![K::pack(&lanes, &tracks)],
            goal: board.goals.first().map(goal),
            hopeless: Rules::barrier(board).is_some(),
            tracks,
            steps,
            scratch: RefCell::new(Scratch { taken, ..Scratch::default() }),
        }
    }

    fn unpack(&self, state: &K, places: &mut Vec<i32>) {
        places.clear();
        let place = |(car, track)| state.place(car, track);
        places.extend(self.tracks.iter().enumerate().map(place));
    }
}

impl<K: Key> Space for Traffic<K> {
    type State = K;
    type Move = Move;

    fn starts(&self, out: &mut Vec<K>) {
        out.extend(self.starts.iter().cloned());
    }

    fn successors(&self, state: &K, out: &mut Vec<(Move, K)>) {
        self.successors_but(state, 0, out);
    }

    /// Bit n of `skip` is for car n.
    fn successors_but(&self, state: &K, skip: u32, out: &mut Vec<(Move, K)>) {
        let scratch = &mut *self.scratch.borrow_mut();
        let Scratch { places, taken, order } = scratch;
        self.unpack(state, places);
        order.clear();
        for (car, (&at, track)) in places.iter().zip(self.tracks.iter()).enumerate() {
            for cell in (at..at + track.length).map(|at| track.cell(at)) {
                taken[cell / 64] |= 1 << (cell % 64);
            }
            if track.low < track.high && (car >= 32 || skip >> car & 1 == 0) {
                order.push((track.cell(at), car));
            }
        }
        order.sort_unstable();
        let most = if self.steps { 1 } else { i32::MAX };
        for &(_, car) in &*order {
            let track = &self.tracks[car];
            let at = places[car];
            let mut push = |to: i32| {
                let by = Move { block: car, from: track.corner(at), to: track.corner(to) };
                out.push((by, state.replaced(car, to, track)));
            };
            let back = (track.low..at).rev().take(most as usize);
            let back = back.take_while(|&to| !is_taken(taken, track.cell(to))).count() as i32;
            (at - back..at).for_each(&mut push);
            let ahead = (at + 1..=track.high).take(most as usize);
            let end = |to: i32| track.cell(to + track.length - 1);
            ahead.take_while(|&to| !is_taken(taken, end(to))).for_each(&mut push);
        }
        for (&at, track) in places.iter().zip(self.tracks.iter()) {
            for cell in (at..at + track.length).map(|at| track.cell(at)) {
                taken[cell / 64] = 0;
            }
        }
    }

    fn is_goal(&self, state: &K) -> bool {
        self.goal.is_some_and(|(hero, at)| state.place(hero, &self.tracks[hero]) == at)
    }

    fn is_hopeless(&self) -> bool {
        self.hopeless
    }

    fn predecessors(&self, state: &K, out: &mut Vec<K>) -> bool {
        push_successors(self, state, out)
    }

    fn takes_back(&self, last: Move, next: Move) -> bool {
        // Moving the same car twice in a row is never shorter: its second place was reachable in
        // the first move.
        last.block == next.block && (!self.steps || last.from == next.to)
    }

    fn skip_of(&self, by: Move, _: &K) -> u32 {
        // A move of the car that `by` has moved need not be tried: its new place was reachable
        // without `by`, in one move of the state before.
        1_u32.checked_shl(by.block as u32).unwrap_or(0)
    }

    fn skips(&self) -> bool {
        !self.steps
    }

    fn heap_bytes(&self, _: usize) -> usize {
        K::HEAP * self.tracks.len()
    }

    fn backward_from(&self, goals: Vec<K>) -> Option<Self> {
        let taken = vec![0; self.scratch.borrow().taken.len()];
        Some(Self {
            tracks: self.tracks.clone(),
            starts: goals,
            goal: None,
            hopeless: false,
            steps: self.steps,
            scratch: RefCell::new(Scratch { taken, ..Scratch::default() }),
        })
    }
}

impl<K: Key> Positions for Traffic<K> {
    type Position = Places;
    type Step = Move;

    fn step(&self, by: Move) -> Move {
        by
    }

    fn position(&self, state: &K) -> Places {
        let corner = |(car, track): (usize, &Track)| track.corner(state.place(car, track));
        self.tracks.iter().enumerate().map(corner).collect()
    }
}
