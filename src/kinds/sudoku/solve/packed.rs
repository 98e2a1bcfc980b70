//! A board of candidates in plain words, from givens and to digits; [`super::board`] has the layout.

use super::lanes::Words;

/// A row of a digit with all nine places.
pub(super) const ROW: u16 = 0x1ff;

/// The words of a board: three times eight for digits 1 to 8, and those of digit 9.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Packed {
    pub(super) rows: [[Words; 2]; 3],
    pub(super) ninth: Words,
    pub(super) placed: Words,
}

/// A cell and a digit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) word: usize,
    pub(super) bit: u32,
    pub(super) digit: usize,
}

impl Packed {
    /// Creates the board of these digits, 0 for an empty cell, without the candidates that they
    /// exclude.
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

    /// Takes a digit, from 0, from the candidates of a cell.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        let (row, column) = (cell / 9, cell % 9);
        let r = row % 3;
        let cleared = place(row / 3, column);
        if digit < 8 {
            self.rows[r][digit / 4][digit % 4] &= !cleared;
        } else {
            self.ninth[r] &= !cleared;
            self.ninth[3] = self.ninth[2];
        }
    }

    /// Returns the digits of a solved board.
    pub(super) fn digits(&self) -> [u8; 81] {
        let mut cells = [0; 81];
        for r in 0..3 {
            // Bit `i` of the digits of all cells, by cell.
            let digits = |digits: &[usize]| -> u64 {
                digits.iter().fold(0, |bits, &digit| bits | self.word(r, digit - 1))
            };
            let bits = [
                digits(&[1, 3, 5, 7, 9]),
                digits(&[2, 3, 6, 7]),
                digits(&[4, 5, 6, 7]),
                digits(&[8, 9]),
            ];
            for band in 0..3 {
                let (mut row, mut last) = (0, 0);
                for (at, word) in bits.into_iter().enumerate() {
                    let lane = word >> (16 * band);
                    row |= COLUMNS[lane as usize & 0xff] << at;
                    last |= (lane >> 8 & 1) << at;
                }
                let cells = &mut cells[27 * band + 9 * r..][..9];
                cells[..8].copy_from_slice(&row.to_le_bytes());
                cells[8] = last as u8;
            }
        }
        cells
    }

    /// Returns rows `r` of the bands for a digit from 0.
    #[inline]
    fn word(&self, r: usize, digit: usize) -> u64 {
        if digit < 8 { self.rows[r][digit / 4][digit % 4] } else { self.ninth[r] }
    }

    /// Returns a digit with two places in a row, or else a cell of `open` with the fewest
    /// candidates.
    pub(super) fn choose(&self, open: &Words) -> Place {
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

    /// Returns the first cell of `open` in reading order, with its smallest digit.
    pub(super) fn first(&self, open: &Words) -> Place {
        let rows = (0..3).flat_map(|band| (0..3).map(move |word| (band, word)));
        let columns = (0..9).map(|column| column % 3 * 3 + column / 3);
        let cells =
            rows.flat_map(|(band, word)| columns.clone().map(move |bit| (word, 16 * band + bit)));
        let mut cells = cells.filter(|&(word, bit)| open[word] >> bit & 1 == 1);
        let (word, bit) = cells.next().unwrap_or_default();
        Place { word, bit, digit: self.candidates(word, bit).next().unwrap_or_default() }
    }

    /// Returns the digits of a cell, from 0.
    pub(super) fn candidates(&self, r: usize, bit: u32) -> impl Iterator<Item = usize> {
        (0..9).filter(move |&digit| self.word(r, digit) >> bit & 1 == 1)
    }
}

/// Returns the bit of a cell in its word.
const fn place(band: usize, column: usize) -> u64 {
    1 << (16 * band + 3 * (column % 3) + column / 3)
}

/// For the first eight bits of a lane, a byte per column: 1 where the bit of the column is set. The
/// ninth bit is that of the last column.
static COLUMNS: [u64; 256] = {
    let mut table = [0; 256];
    let mut lane = 0;
    while lane < 256 {
        let mut column = 0;
        while column < 8 {
            if lane as u64 & place(0, column) != 0 {
                table[lane] |= 1 << (8 * column);
            }
            column += 1;
        }
        lane += 1;
    }
    table
};

/// Returns the first cell of a set: its word and bit.
pub(super) fn first(cells: &Words) -> Option<(usize, u32)> {
    let word = cells[..3].iter().position(|&word| word != 0)?;
    Some((word, cells[word].trailing_zeros()))
}
