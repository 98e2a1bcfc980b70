//! The candidates of a 9×9 grid in seven vectors, and what follows from them without a guess.
//!
//! ```text
//!   a row of a digit is a lane: bit 3·(column mod 3) + column/3, columns from 0
//!   the rows 0+r, 3+r, 6+r of a digit are lanes 0, 1, 2 of a word; lane 3 is zero
//!   rows[r][half] has the words of digits 4·half + 1 .. 4·half + 4
//!   ninth         has the rows of digit 9: word r, and word 3 repeats word 2
//! ```
//!
//! A set of cells has the layout of `ninth`. Every pass treats all digits at once: the rows of a
//! band are the same lane of three vectors, the bands neighboring lanes, and the three columns of
//! a box three bits apart, so that locked candidates in boxes, rows and columns are a few
//! operations for all digits, without a look-up or a branch. The layout is the project's own.

// The same index in several arrays: closures and iterators would keep the passes out of the function
// that has the instructions of the machine.
#![allow(clippy::needless_range_loop)]

use super::lanes::{Machine, Words};

/// A row of a digit with all nine places.
const ROW: u16 = 0x1ff;
/// The rows of all bands with all places.
const ROWS: u64 = 0x01ff_01ff_01ff;
/// The lane of a word that holds no row.
const SPARE: u64 = 0xffff_0000_0000_0000;

/// The words of a board: three times eight for digits 1 to 8, and those of digit 9.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Packed {
    rows: [[Words; 2]; 3],
    ninth: Words,
    placed: Words,
}

/// A board in the vectors of a machine.
#[derive(Clone, Copy)]
pub(super) struct Board<V> {
    rows: [[V; 2]; 3],
    ninth: V,
    /// The cells whose digit was the only one of its row after the last pass.
    placed: V,
}

/// The end of [`Board::narrow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Narrowed {
    /// A contradiction.
    Dead,
    /// Every cell has its digit.
    Solved,
    /// Only a guess leads further.
    Open,
}

/// A cell and a digit.
#[derive(Clone, Copy, Debug)]
struct Place {
    word: usize,
    bit: u32,
    digit: usize,
}

impl Packed {
    /// The candidates that remain at once beside these digits, 0 for an empty cell.
    pub(super) fn new(cells: &[u8; 81]) -> Self {
        // For each row of the bands, the cells of each digit; "digit 0" has the empty cells.
        let mut words = [0_u64; 30];
        for (row, cells) in cells.as_chunks::<9>().0.iter().enumerate() {
            let words = &mut words[10 * (row % 3)..][..10];
            for (column, &digit) in cells.iter().enumerate() {
                words[usize::from(digit)] |= place(row / 3, column);
            }
        }
        let mut packed = Self { rows: [[[0; 4]; 2]; 3], ninth: [0; 4], placed: [0; 4] };
        for (r, words) in words.as_chunks::<10>().0.iter().enumerate() {
            for (at, &given) in words[1..9].iter().enumerate() {
                packed.rows[r][at / 4][at % 4] = given | words[0];
            }
            packed.ninth[r] = words[9] | words[0];
        }
        packed.ninth[3] = packed.ninth[2];
        packed
    }

    /// The digits of a solved board.
    pub(super) fn digits(&self) -> [u8; 81] {
        let mut cells = [0; 81];
        for digit in 0..9 {
            for r in 0..3 {
                let word = self.word(r, digit);
                for band in 0..3 {
                    let column = COLUMN[(word >> (16 * band)).trailing_zeros() as usize % 16];
                    cells[27 * band + 9 * r + usize::from(column)] = digit as u8 + 1;
                }
            }
        }
        cells
    }

    /// Rows `r` of the bands for a digit from 0.
    fn word(&self, r: usize, digit: usize) -> u64 {
        if digit < 8 { self.rows[r][digit / 4][digit % 4] } else { self.ninth[r] }
    }

    /// A digit with two places in a row; else a cell of `open` with the fewest candidates.
    fn choose(&self, open: &Words) -> Place {
        for digit in 0..9 {
            for word in 0..3 {
                for band in 0..3 {
                    let row = self.word(word, digit) >> (16 * band) & u64::from(ROW);
                    if row.count_ones() == 2 {
                        return Place { word, bit: 16 * band + row.trailing_zeros(), digit };
                    }
                }
            }
        }
        let cells = (0..3).flat_map(|word| (0..48).map(move |bit| (word, bit)));
        let cells = cells.filter(|&(word, bit)| open[word] >> bit & 1 == 1);
        let fewest = cells.min_by_key(|&(word, bit)| self.candidates(word, bit).count());
        let (word, bit) = fewest.unwrap_or_default();
        Place { word, bit, digit: self.candidates(word, bit).next().unwrap_or_default() }
    }

    /// The digits of a cell, from 0.
    fn candidates(&self, r: usize, bit: u32) -> impl Iterator<Item = usize> {
        (0..9).filter(move |&digit| self.word(r, digit) >> bit & 1 == 1)
    }
}

/// The bit of a cell in its word.
const fn place(band: usize, column: usize) -> u64 {
    1 << (16 * band + 3 * (column % 3) + column / 3)
}

/// The column of each bit of a lane; 0 for those without one.
static COLUMN: [u8; 16] = {
    let mut table = [0; 16];
    let mut column = 0;
    while column < 9 {
        table[place(0, column).trailing_zeros() as usize] = column as u8;
        column += 1;
    }
    table
};

/// The first cell of a set: its word and bit.
fn first(cells: &Words) -> Option<(usize, u32)> {
    let word = cells[..3].iter().position(|&word| word != 0)?;
    Some((word, cells[word].trailing_zeros()))
}

/// At least one, two and three of some sets.
#[derive(Clone, Copy)]
struct Count<V> {
    one: V,
    two: V,
    three: V,
}

impl<V: Copy> Count<V> {
    /// What two counts have together.
    #[inline(always)]
    fn plus<M: Machine<Vector = V>>(self, m: M, other: Self) -> Self {
        let both = m.and(self.one, other.one);
        let mixed = m.or(m.and(self.two, other.one), m.and(self.one, other.two));
        Self {
            one: m.or(self.one, other.one),
            two: m.or(m.or(self.two, other.two), both),
            three: m.or(m.or(self.three, other.three), mixed),
        }
    }
}

/// The count of two sets.
#[inline(always)]
fn halves<M: Machine>(m: M, [low, high]: [M::Vector; 2]) -> Count<M::Vector> {
    Count { one: m.or(low, high), two: m.and(low, high), three: m.fill(0) }
}

/// For each cell, how many of nine sets, laid out like the rows of the digits, have it.
///
/// What the caller does not use of the count is not computed.
#[inline(always)]
fn count<M: Machine>(m: M, rows: [[M::Vector; 2]; 3], ninth: M::Vector) -> Count<M::Vector> {
    let zero = m.fill(0);
    let [a, b, c] = [halves(m, rows[0]), halves(m, rows[1]), halves(m, rows[2])];
    let (one, two) = (m.fold_pair(a.one, b.one), m.fold_pair(a.two, b.two));
    let even = Count { one: one.0, two: two.0, three: zero };
    let odd = Count { one: one.1, two: two.1, three: zero };
    let front = even.plus(m, odd);
    let back = c.plus(m, Count { one: m.swap(c.one), two: m.swap(c.two), three: zero });
    let one = m.fold_halves(front.one, back.one);
    let two = m.fold_halves(front.two, back.two);
    let three = m.fold_halves(front.three, back.three);
    let low = Count { one: one.0, two: two.0, three: three.0 };
    let high = Count { one: one.1, two: two.1, three: three.1 };
    low.plus(m, high).plus(m, Count { one: ninth, two: zero, three: zero })
}

/// Rows with no place beside `own`, where a row has an own place.
#[inline(always)]
fn keep_alone<M: Machine>(m: M, row: M::Vector, own: M::Vector) -> M::Vector {
    m.or(own, m.and(row, m.zeros(own)))
}

/// The columns of places in the two other bands.
#[inline(always)]
fn in_other_bands<M: Machine>(m: M, places: M::Vector) -> M::Vector {
    m.or(m.next_lane(places), m.last_lane(places))
}

/// The boxes in which a row has places.
#[inline(always)]
fn thirds<M: Machine>(m: M, row: M::Vector) -> M::Vector {
    m.and(m.or(m.or(row, m.down::<3>(row)), m.down::<6>(row)), m.fill(7))
}

/// The places of the boxes that leave both other rows of the band a box of their own.
#[inline(always)]
fn kept_in_row<M: Machine>(m: M, next: M::Vector, last: M::Vector) -> M::Vector {
    let ways = m.and(m.turned(next), m.turned_back(last));
    m.triple(m.and(m.or(ways, m.down::<3>(ways)), m.fill(7)))
}

/// The columns of each band that leave both other bands a column of their own in the stack.
#[inline(always)]
fn kept_columns<M: Machine>(m: M, columns: M::Vector) -> M::Vector {
    let twice = m.or(columns, m.up::<9>(columns));
    let (next, last) = (m.down::<3>(twice), m.down::<6>(twice));
    let one = m.and(next, m.next_lane(last));
    let other = m.and(last, m.next_lane(next));
    m.next_lane(m.or(one, other))
}

/// The places of a row in `cells`, if there are at least two.
#[inline(always)]
fn shared<M: Machine>(m: M, row: M::Vector, cells: M::Vector) -> M::Vector {
    let row = m.and(row, cells);
    m.without(row, m.zeros(m.drop_lowest(row)))
}

/// A row with only its own digit in `cells`, and without it there.
#[inline(always)]
fn split<M: Machine>(
    m: M,
    row: M::Vector,
    cells: M::Vector,
    own: M::Vector,
) -> (M::Vector, M::Vector) {
    (m.or(m.without(row, cells), m.and(row, own)), m.without(row, m.and(cells, own)))
}

impl<V: Copy> Board<V> {
    #[inline(always)]
    pub(super) fn load<M: Machine<Vector = V>>(m: M, packed: &Packed) -> Self {
        let rows = &packed.rows;
        Self {
            rows: [
                [m.load(&rows[0][0]), m.load(&rows[0][1])],
                [m.load(&rows[1][0]), m.load(&rows[1][1])],
                [m.load(&rows[2][0]), m.load(&rows[2][1])],
            ],
            ninth: m.load(&packed.ninth),
            placed: m.load(&packed.placed),
        }
    }

    #[inline(always)]
    pub(super) fn pack<M: Machine<Vector = V>>(&self, m: M) -> Packed {
        let rows = &self.rows;
        Packed {
            rows: [
                [m.words(rows[0][0]), m.words(rows[0][1])],
                [m.words(rows[1][0]), m.words(rows[1][1])],
                [m.words(rows[2][0]), m.words(rows[2][1])],
            ],
            ninth: m.words(self.ninth),
            placed: m.words(self.placed),
        }
    }

    /// Follows all forced digits.
    #[inline(always)]
    pub(super) fn narrow<M: Machine<Vector = V>>(&mut self, m: M) -> Narrowed {
        let all = m.load(&[ROWS; 4]);
        let mut wrong = m.fill(0);
        loop {
            let before = *self;
            // A cell without a digit, or with two of which each is the only one of a row.
            let Count { one, two, .. } = count(m, self.rows, self.ninth);
            wrong = m.or(wrong, m.or(m.xor(one, all), m.and(two, self.placed)));
            if !m.is_zero(wrong) {
                return Narrowed::Dead;
            }
            let single = m.without(one, two);
            self.empty_peers(m, single);
            self.narrow_rows(m);
            self.narrow_columns(m);
            let empty = self.place_alone(m);
            // A digit that was alone in its cell is now alone in its row, or two exclude each other.
            wrong = m.or(empty, m.without(single, self.placed));
            if self.equals(m, &before) {
                return if !m.is_zero(wrong) {
                    Narrowed::Dead
                } else if m.is_zero(m.xor(self.placed, all)) {
                    Narrowed::Solved
                } else {
                    Narrowed::Open
                };
            }
        }
    }

    /// Removes the digits of `single` cells from the rest of their rows and columns.
    #[inline(always)]
    fn empty_peers<M: Machine<Vector = V>>(&mut self, m: M, single: V) {
        let singles = m.spread(single);
        for half in 0..2 {
            let mut own = singles;
            for r in 0..3 {
                own[r] = m.and(self.rows[r][half], singles[r]);
            }
            let columns = in_other_bands(m, m.or(m.or(own[0], own[1]), own[2]));
            for r in 0..3 {
                let row = keep_alone(m, self.rows[r][half], own[r]);
                self.rows[r][half] = m.without(row, columns);
            }
        }
        let own = m.and(self.ninth, single);
        let columns = in_other_bands(m, m.or(m.or(own, m.next_word(own)), m.last_word(own)));
        self.ninth = m.without(keep_alone(m, self.ninth, own), columns);
    }

    /// Removes each digit where its box or row cannot hold it within the band: of the nine thirds
    /// (row of a box) that hold it, one in each row and box must remain.
    #[inline(always)]
    fn narrow_rows<M: Machine<Vector = V>>(&mut self, m: M) {
        for half in 0..2 {
            let a = thirds(m, self.rows[0][half]);
            let b = thirds(m, self.rows[1][half]);
            let c = thirds(m, self.rows[2][half]);
            self.rows[0][half] = m.and(self.rows[0][half], kept_in_row(m, b, c));
            self.rows[1][half] = m.and(self.rows[1][half], kept_in_row(m, c, a));
            self.rows[2][half] = m.and(self.rows[2][half], kept_in_row(m, a, b));
        }
        let thirds = thirds(m, self.ninth);
        let kept = kept_in_row(m, m.next_word(thirds), m.last_word(thirds));
        self.ninth = m.and(self.ninth, kept);
    }

    /// The same for the columns of a stack.
    #[inline(always)]
    fn narrow_columns<M: Machine<Vector = V>>(&mut self, m: M) {
        for half in 0..2 {
            let columns = m.or(m.or(self.rows[0][half], self.rows[1][half]), self.rows[2][half]);
            let kept = kept_columns(m, columns);
            for r in 0..3 {
                self.rows[r][half] = m.and(self.rows[r][half], kept);
            }
        }
        let (next, last) = (m.next_word(self.ninth), m.last_word(self.ninth));
        let kept = kept_columns(m, m.or(m.or(self.ninth, next), last));
        self.ninth = m.and(self.ninth, kept);
    }

    /// Removes all other digits from cells whose digit has no other place in its row. What is not
    /// zero in the result is a row without a place for a digit.
    #[inline(always)]
    fn place_alone<M: Machine<Vector = V>>(&mut self, m: M) -> V {
        let (mut rows, mut full) = (self.rows, self.ninth);
        for r in 0..3 {
            for half in 0..2 {
                let row = self.rows[r][half];
                rows[r][half] = m.and(row, m.zeros(m.drop_lowest(row)));
                full = m.nonzero_in_both(full, row);
            }
        }
        let ninth = m.and(self.ninth, m.zeros(m.drop_lowest(self.ninth)));
        self.placed = count(m, rows, ninth).one;
        let placed = m.spread(self.placed);
        for r in 0..3 {
            for half in 0..2 {
                self.rows[r][half] = m.or(rows[r][half], m.without(self.rows[r][half], placed[r]));
            }
        }
        self.ninth = m.or(ninth, m.without(self.ninth, self.placed));
        m.without(m.zeros(full), m.load(&[SPARE; 4]))
    }

    /// Whether the candidates are the same.
    #[inline(always)]
    fn equals<M: Machine<Vector = V>>(&self, m: M, other: &Self) -> bool {
        let mut differ = m.xor(self.ninth, other.ninth);
        for r in 0..3 {
            for half in 0..2 {
                differ = m.or(differ, m.xor(self.rows[r][half], other.rows[r][half]));
            }
        }
        m.is_zero(differ)
    }

    /// The board with a digit in a cell, and the board without it there; for a board that is open.
    #[inline(always)]
    pub(super) fn branch<M: Machine<Vector = V>>(&self, m: M) -> (Self, Self) {
        let Place { word, bit, digit } = self.choose(m);
        let mut cells = [0; 4];
        cells[word] = 1 << bit;
        if word == 2 {
            cells[3] = cells[2];
        }
        let mut rows = [[0; 4]; 3];
        if digit < 8 {
            rows[digit / 4][digit % 4] = ROWS;
        } else {
            rows[2] = [ROWS; 4];
        }
        let own = [m.load(&rows[0]), m.load(&rows[1])];
        let cells = m.load(&cells);
        let spread = m.spread(cells);
        let (mut with, mut without) = (*self, *self);
        for r in 0..3 {
            for half in 0..2 {
                (with.rows[r][half], without.rows[r][half]) =
                    split(m, self.rows[r][half], spread[r], own[half]);
            }
        }
        (with.ninth, without.ninth) = split(m, self.ninth, cells, m.load(&rows[2]));
        (with, without)
    }

    /// A cell with two candidates, of which one stands in another such cell of the row if possible;
    /// else a digit with two places in a row; else a cell with the fewest candidates.
    #[inline(always)]
    fn choose<M: Machine<Vector = V>>(&self, m: M) -> Place {
        let Count { two, three, .. } = count(m, self.rows, self.ninth);
        let pairs = m.without(two, three);
        if !m.is_zero(pairs) {
            let spread = m.spread(pairs);
            let mut rows = self.rows;
            for r in 0..3 {
                for half in 0..2 {
                    rows[r][half] = shared(m, rows[r][half], spread[r]);
                }
            }
            let best = m.and(pairs, count(m, rows, shared(m, self.ninth, pairs)).one);
            let best = if m.is_zero(best) { pairs } else { best };
            let packed = self.pack(m);
            let (word, bit) = first(&m.words(best)).unwrap_or_default();
            let digit = packed.candidates(word, bit).next().unwrap_or_default();
            return Place { word, bit, digit };
        }
        self.pack(m).choose(&m.words(two))
    }
}
