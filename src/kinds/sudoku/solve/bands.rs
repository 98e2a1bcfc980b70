//! The fast solver of 9×9 grids.
//!
//! Candidates stand in 27 words, one for each digit and band (three rows):
//!
//! ```text
//!   word 3·digit + band, bit 9·row + column of the band   (digit from 0, 27 bits used)
//!   digit 5 possible in r2c4 (band 0, row 1, column 3): bit 12 of word 12
//! ```
//!
//! A digit is narrowed by tables that know how its thirds (row of a band ∩ box) exclude each other:
//! locked candidates in rows and columns fall out of one look-up each. The idea of band words and
//! shrinking tables is that of Zhou Yundong's solver of 2012; the arrangement here is our own.

use super::tables::{ALONE, CELLS, PEERS, SHRINK, THIRDS};
use crate::search::{Budget, Stop};

/// All cells of a band.
const ALL: u32 = (1 << 27) - 1;
/// A row of nine cells.
const ROW: u32 = 0x1ff;

/// Candidates and what is settled.
#[derive(Clone, Copy, Debug)]
struct State {
    words: [u32; 27],
    /// Cells whose digit has not been removed from their peers yet, by band.
    open: [u32; 3],
    /// Digits whose words have changed since they were narrowed.
    dirty: u16,
}

/// A depth-first search over `State`s, one solution after the other.
#[derive(Debug)]
pub struct Bands {
    stack: Vec<State>,
    solution: [u8; 81],
    nodes: u64,
}

impl Bands {
    /// A solver for 81 cells, 0 for an empty one.
    pub fn new(cells: &[u8]) -> Self {
        let mut bands = Self { stack: Vec::with_capacity(32), solution: [0; 81], nodes: 0 };
        bands.load(cells);
        bands
    }

    /// Starts again with other cells, in the same memory.
    pub fn load(&mut self, cells: &[u8]) {
        self.stack.clear();
        self.nodes = 0;
        let mut state = State { words: [ALL; 27], open: [ALL; 3], dirty: 0x1ff };
        for (cell, &digit) in cells.iter().enumerate() {
            if digit != 0 {
                let bit = 1 << (cell % 27);
                let digit = usize::from(digit) - 1;
                if state.words[3 * digit + cell / 27] & bit == 0 {
                    return; // a given that another excludes: no solution
                }
                state.settle(digit, cell / 27, bit);
            }
        }
        self.stack.push(state);
    }

    /// Guesses made so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The solution that [`Bands::next`] found last.
    pub fn solution(&self) -> &[u8; 81] {
        &self.solution
    }

    /// Looks for the next solution; false when there is none.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub fn next(&mut self, budget: &Budget) -> Result<bool, Stop> {
        while let Some(mut state) = self.stack.pop() {
            if self.nodes.is_multiple_of(256) {
                // Most puzzles need fewer guesses: threads that solve many of them publish nothing.
                if let Some(progress) = budget.progress.as_ref().filter(|_| self.nodes > 0) {
                    let bytes = self.stack.capacity() * size_of::<State>();
                    progress.publish(self.nodes, self.stack.len() as u64 + 1, 0, bytes as u64);
                }
                if let Err(stop) = budget.check(self.nodes, 0) {
                    self.stack.push(state);
                    return Err(stop);
                }
            }
            let Some(pairs) = state.narrow() else { continue };
            if state.open == [0; 3] {
                self.keep(&state);
                return Ok(true);
            }
            self.nodes += 1;
            self.branch(&state, pairs);
        }
        Ok(false)
    }

    /// Pushes the digits for one cell, the first digit on top.
    fn branch(&mut self, state: &State, pairs: [u32; 3]) {
        // A cell with two candidates, else the one with fewest.
        let band = (0..3).find(|&band| pairs[band] != 0);
        let (band, bit) = match band {
            Some(band) => (band, pairs[band] & pairs[band].wrapping_neg()),
            None => state.narrowest(),
        };
        for digit in (0..9).rev() {
            if state.words[3 * digit + band] & bit != 0 {
                let mut next = *state;
                next.settle(digit, band, bit);
                self.stack.push(next);
            }
        }
    }

    fn keep(&mut self, state: &State) {
        for (at, &word) in state.words.iter().enumerate() {
            let (digit, band) = (at / 3, at % 3);
            let mut cells = word;
            while cells != 0 {
                self.solution[27 * band + cells.trailing_zeros() as usize] = digit as u8 + 1;
                cells &= cells - 1;
            }
        }
    }
}

impl State {
    /// Puts a digit into the cell `bit` of a band: its peers lose it, the cell loses the others.
    fn settle(&mut self, digit: usize, band: usize, bit: u32) {
        let cell = bit.trailing_zeros() as usize;
        let column = (ALL / ROW) << (cell % 9); // bits 0, 9 and 18, moved to the column
        for other in 0..3 {
            let word = &mut self.words[3 * digit + other];
            *word &= if other == band { !PEERS[cell] | bit } else { !column };
        }
        for other in 0..9 {
            let word = &mut self.words[3 * other + band];
            if other != digit && *word & bit != 0 {
                *word ^= bit;
                self.dirty |= 1 << other;
            }
        }
        self.dirty |= 1 << digit;
        self.open[band] &= !bit;
    }

    /// Follows all forced digits. `None` at a contradiction; else the cells with two candidates.
    fn narrow(&mut self) -> Option<[u32; 3]> {
        loop {
            while self.dirty != 0 {
                let digit = self.dirty.trailing_zeros() as usize;
                self.dirty &= self.dirty - 1;
                if !self.narrow_digit(digit) {
                    return None;
                }
            }
            let mut pairs = [0; 3];
            for (band, pair) in pairs.iter_mut().enumerate() {
                // At least one, two, three candidates.
                let (mut one, mut two, mut three) = (0, 0, 0);
                for digit in 0..9 {
                    let word = self.words[3 * digit + band];
                    three |= two & word;
                    two |= one & word;
                    one |= word;
                }
                if one != ALL {
                    return None;
                }
                let mut single = one & !two & self.open[band];
                while single != 0 {
                    let bit = single & single.wrapping_neg();
                    single ^= bit;
                    let digit = (0..9).find(|&digit| self.words[3 * digit + band] & bit != 0)?;
                    self.settle(digit, band, bit);
                }
                *pair = two & !three;
            }
            if self.dirty == 0 {
                return Some(pairs);
            }
        }
    }

    /// Narrows one digit by its thirds and settles the cells where it stands alone. `false` at a
    /// contradiction.
    fn narrow_digit(&mut self, digit: usize) -> bool {
        let base = 3 * digit;
        let mut words = [self.words[base], self.words[base + 1], self.words[base + 2]];
        loop {
            let before = words;
            for word in &mut words {
                let thirds = u32::from(THIRDS[(*word & ROW) as usize])
                    | u32::from(THIRDS[(*word >> 9 & ROW) as usize]) << 3
                    | u32::from(THIRDS[(*word >> 18) as usize]) << 6;
                let kept = SHRINK[thirds as usize];
                if kept == 0 {
                    return false;
                }
                *word &= CELLS[usize::from(kept)];
            }
            // The columns that hold it, by band; a stack excludes like a band.
            let columns = words.map(|word| (word | word >> 9 | word >> 18) & ROW);
            let mut kept = [0; 3];
            for stack in [0, 3, 6] {
                let thirds = (columns[0] >> stack & 7)
                    | (columns[1] >> stack & 7) << 3
                    | (columns[2] >> stack & 7) << 6;
                let shrunk = u32::from(SHRINK[thirds as usize]);
                if shrunk == 0 {
                    return false;
                }
                for (band, kept) in kept.iter_mut().enumerate() {
                    *kept |= (shrunk >> (3 * band) & 7) << stack;
                }
            }
            for (word, kept) in words.iter_mut().zip(kept) {
                *word &= kept | kept << 9 | kept << 18;
            }
            if words == before {
                break;
            }
        }
        self.words[base..base + 3].copy_from_slice(&words);
        // Columns that hold it once.
        let (mut one, mut two) = (0, 0);
        for word in words {
            for row in [word & ROW, word >> 9 & ROW, word >> 18] {
                two |= one & row;
                one |= row;
            }
        }
        if one != ROW {
            return false;
        }
        let once = one & !two;
        for (band, word) in words.into_iter().enumerate() {
            let rows = u32::from(ALONE[(word & ROW) as usize])
                | u32::from(ALONE[(word >> 9 & ROW) as usize]) << 9
                | u32::from(ALONE[(word >> 18) as usize]) << 18;
            let mut alone = (rows | word & (once | once << 9 | once << 18)) & self.open[band];
            // Boxes that hold it once.
            for mask in [0o7_007_007, 0o70_070_070, 0o700_700_700] {
                let inside = word & mask;
                if inside.is_power_of_two() {
                    alone |= inside & self.open[band];
                }
            }
            while alone != 0 {
                let bit = alone & alone.wrapping_neg();
                alone ^= bit;
                if self.words[base + band] & bit == 0 {
                    return false; // another digit that stood alone has removed it
                }
                self.settle(digit, band, bit);
            }
        }
        true
    }

    /// The open cell with the fewest candidates: its band and bit.
    fn narrowest(&self) -> (usize, u32) {
        let mut best = (u32::MAX, 0, 0);
        for band in 0..3 {
            let mut open = self.open[band];
            while open != 0 {
                let bit = open & open.wrapping_neg();
                open ^= bit;
                let count = (0..9).filter(|digit| self.words[3 * digit + band] & bit != 0).count();
                if (count as u32) < best.0 {
                    best = (count as u32, band, bit);
                }
            }
        }
        (best.1, best.2)
    }
}
