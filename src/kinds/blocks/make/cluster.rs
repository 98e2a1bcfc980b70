//! All states that a board of cars can reach, and how far each is from the goal.
//!
//! Slides by one cell reach the same states as moves, and there are fewer of them: a state looks up
//! its slides alone, each once for both directions. A move is a run of slides of one car, so the
//! distances in moves are found without looking anything up. More than twice as fast as the engine's
//! search there and back.

use super::plan::{Ground, Piece, Plan};
use crate::scene::Coordinate;

/// Bits of a field of a key.
const BITS: usize = 3;
/// The most cells of a lane, whose offsets a field holds.
const LANE: usize = 1 << BITS;
/// The most cars, whose fields a key holds.
pub(super) const CARS: usize = 64 / BITS;

/// A slide of a car by one cell.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The cells that must be empty; all of them for a slide off the board.
    free: u64,
    /// The cells that are empty before and taken after it, or the reverse.
    change: u64,
}

/// The states of a board, with room that the next board uses again. They are numbered in the order
/// of discovery. Slide 2n of a state moves car n ahead, slide 2n + 1 moves it back.
#[derive(Debug, Default)]
pub(super) struct Cluster {
    /// The cars, the hero first.
    cars: Vec<Piece>,
    /// The slides of each car by its offset: the column of a horizontal car, the row of another.
    steps: Vec<[[Step; 2]; LANE]>,
    /// A state: the offset of car n in the bits from 3n.
    keys: Vec<u64>,
    /// The cells of a state that are not empty.
    taken: Vec<u64>,
    /// Bit n: slide n is legal; while states are found, slide n is known.
    slides: Vec<u64>,
    /// The state after each slide of each state.
    after: Vec<u16>,
    /// The moves to the goal; [`u16::MAX`] while they are not known.
    moves: Vec<u16>,
    /// The states by their distance.
    order: Vec<u16>,
    /// States, counted from 1, by the hash of their keys; 0 where there is none.
    table: Vec<u16>,
}

/// Returns whether a car is horizontal.
fn is_across(car: Piece) -> bool {
    car.shape.rows == 1
}

/// Returns the numbers of the bits of a word.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

impl Cluster {
    /// Lists the states of a plan of at most [`CARS`] cars on at most 8×8 cells. Returns the moves from
    /// the farthest to the goal. `None` if no goal can be reached, or if there are more than `most`
    /// states.
    pub(super) fn list(&mut self, plan: &Plan, ground: &Ground, most: u16) -> Option<u64> {
        let sides = [ground.size.rows, ground.size.columns];
        let hero = Piece { at: plan.hero, shape: ground.hero };
        self.cars.clear();
        self.cars.extend([hero].into_iter().chain(plan.pieces.iter().copied()));
        let set = |cells: &mut dyn Iterator<Item = Coordinate>| {
            let bit =
                |cell: Coordinate| 1_u64 << (cell.row as usize * sides[1] + cell.column as usize);
            cells.fold(0, |set, cell| set | bit(cell))
        };

        self.steps.clear();
        let mut key = 0;
        let mut taken = set(&mut plan.walls.iter().copied());
        for (number, &car) in self.cars.iter().enumerate() {
            let long = car.shape.rows.max(car.shape.columns) as usize;
            let last = sides[usize::from(is_across(car))] - long;
            let cells = |offset: usize| set(&mut moved(car, offset).cells());
            let mut steps = [[Step { free: u64::MAX, change: 0 }; 2]; LANE];
            for offset in 0..last {
                let here = cells(offset);
                let ahead = cells(offset + 1);
                steps[offset][0] = Step { free: ahead & !here, change: here ^ ahead };
                steps[offset + 1][1] = Step { free: here & !ahead, change: here ^ ahead };
            }

            self.steps.push(steps);
            let offset = if is_across(car) { car.at.column } else { car.at.row } as usize;
            key |= (offset as u64) << (BITS * number);
            taken |= cells(offset);
        }

        self.discover(key, taken, most)?;
        self.measure(ground.goal.column as u64)
    }

    /// Finds all states that can be reached from the one with this key and these taken cells.
    fn discover(&mut self, key: u64, taken: u64, most: u16) -> Option<()> {
        let most = usize::from(most);
        let size = (2 * most).next_power_of_two();
        let place = |key: u64| {
            // The golden ratio spreads the keys (Knuth, "The Art of Computer Programming", 6.4).
            (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - size.trailing_zeros())) as usize
        };

        let width = 2 * self.cars.len();
        self.table.clear();
        self.table.resize(size, 0);
        // What is left of the board before is not read.
        self.after.resize(self.after.len().max(most * width), 0);
        self.keys.clear();
        self.taken.clear();
        self.slides.clear();
        self.keys.push(key);
        self.taken.push(taken);
        self.slides.push(0);
        self.table[place(key)] = 1;

        let mut id = 0;
        while id < self.keys.len() {
            let key = self.keys[id];
            let taken = self.taken[id];

            // Most branches on a single slide would be guessed wrong, so there are none.
            let mut legal = 0;
            let mut fields = key;
            for (car, steps) in self.steps.iter().enumerate() {
                let [ahead, back] = steps[fields as usize % LANE];
                let pair =
                    u64::from(ahead.free & taken == 0) | u64::from(back.free & taken == 0) << 1;
                legal |= pair << (2 * car);
                fields >>= BITS;
            }

            let new = legal & !self.slides[id];
            self.slides[id] = legal;
            for slide in bits(new) {
                let car = slide / 2;
                let way = slide % 2;
                let unit = 1 << (BITS * car);
                let next = if way == 0 { key + unit } else { key - unit };

                let mut at = place(next);
                let successor = loop {
                    let entry = usize::from(self.table[at]);
                    if entry == 0 {
                        let number = self.keys.len();
                        if number == most {
                            return None;
                        }
                        let offset = (key >> (BITS * car)) as usize % LANE;
                        self.table[at] = number as u16 + 1;
                        self.keys.push(next);
                        self.taken.push(taken ^ self.steps[car][offset][way].change);
                        self.slides.push(0);
                        break number;
                    }
                    if self.keys[entry - 1] == next {
                        break entry - 1;
                    }
                    at = (at + 1) % size;
                };

                self.after[id * width + slide] = successor as u16;
                self.after[successor * width + (slide ^ 1)] = id as u16;
                self.slides[successor] |= 1 << (slide ^ 1);
            }
            id += 1;
        }
        Some(())
    }

    /// Finds the moves to the nearest state in which the hero's offset is `goal`. Returns the most.
    fn measure(&mut self, goal: u64) -> Option<u64> {
        let width = 2 * self.cars.len();
        self.moves.clear();
        self.moves.resize(self.keys.len(), u16::MAX);
        self.order.clear();
        for (id, key) in self.keys.iter().enumerate() {
            if key % LANE as u64 == goal {
                self.moves[id] = 0;
                self.order.push(id as u16);
            }
        }
        let mut at = 0;
        while let Some(&id) = self.order.get(at) {
            let moves = self.moves[usize::from(id)] + 1;
            for slide in bits(self.slides[usize::from(id)]) {
                let mut next = usize::from(id);
                while self.slides[next] >> slide & 1 == 1 {
                    next = usize::from(self.after[next * width + slide]);
                    if self.moves[next] == u16::MAX {
                        self.moves[next] = moves;
                        self.order.push(next as u16);
                    }
                }
            }
            at += 1;
        }
        self.order.last().map(|last| u64::from(self.moves[usize::from(*last)]))
    }

    /// Returns the number of states.
    pub(super) fn states(&self) -> u64 {
        self.keys.len() as u64
    }

    /// Returns the states whose distance is a number of moves.
    pub(super) fn at(&self, moves: u64) -> &[u16] {
        let of = |id: &u16| u64::from(self.moves[usize::from(*id)]);
        let first = self.order.partition_point(|id| of(id) < moves);
        let end = self.order.partition_point(|id| of(id) <= moves);
        &self.order[first..end]
    }

    /// Returns the plan with the cars of a state.
    pub(super) fn plan(&self, id: u16, walls: &[Coordinate]) -> Plan {
        let key = self.keys[usize::from(id)];
        let car = |(number, &car)| moved(car, (key >> (BITS * number)) as usize % LANE);
        let mut cars = self.cars.iter().enumerate().map(car);
        let hero = cars.next().expect("the hero").at;
        Plan { hero, pieces: cars.collect(), walls: walls.to_vec() }
    }
}

/// Returns a car at another offset.
fn moved(car: Piece, offset: usize) -> Piece {
    let at = match is_across(car) {
        true => Coordinate { column: offset as i32, ..car.at },
        false => Coordinate { row: offset as i32, ..car.at },
    };
    Piece { at, ..car }
}
