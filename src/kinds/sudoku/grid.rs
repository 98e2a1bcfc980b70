//! A sudoku grid: its size, its cells, and how digits and cells are written.

use std::fmt;

use super::layout::Layout;

/// The largest number of digits: a 25×25 grid.
pub(super) const MOST_DIGITS: usize = 25;

/// The signs of the digits of a grid. Both alphabets have 1 to 9 first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alphabet {
    /// Then letters from A: 10 is `A`, 16 is `G`, 25 is `P`. `0` is an empty cell.
    #[default]
    Letters,
    /// Then `A` to `F` and `0`, which is the sixteenth digit: 16×16 grids only.
    Hexadecimal,
}

impl Alphabet {
    /// Returns the character of a value; `blank` for 0.
    pub fn symbol(self, value: u8, blank: char) -> char {
        match (self, value) {
            (_, 0) => blank,
            (Self::Hexadecimal, 16) => '0',
            (_, 1..=9) => char::from(b'0' + value),
            _ => char::from(b'A' + value - 10),
        }
    }

    /// Returns the digit of a character; `None` if it is not a digit of a grid of `size` rows.
    pub fn digit(self, char: char, size: usize) -> Option<u8> {
        let value = match (self, char) {
            (Self::Hexadecimal, '0') => 16,
            (Self::Hexadecimal, 'G' | 'g') => return None,
            _ => value_of(char)?,
        };
        (1..=size).contains(&usize::from(value)).then_some(value)
    }

    /// Returns values as one word.
    pub fn line(self, values: &[u8], blank: char) -> String {
        values.iter().map(|&value| self.symbol(value, blank)).collect()
    }

    /// Returns the digits of a set (bit `d-1` for digit `d`) as one word, ascending.
    pub fn digits_line(self, set: u32) -> String {
        digits(set).map(|digit| self.symbol(digit, '.')).collect()
    }
}

/// A grid, with as many rows, columns, boxes and digits as its layout says.
///
/// Cells are numbered in reading order from 0. A value of 0 is an empty cell, others are digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    layout: Layout,
    alphabet: Alphabet,
    cells: Box<[u8]>,
    /// For each cell the candidates that were deleted (bit `d-1` for digit `d`); empty if there are
    /// none.
    deleted: Box<[u32]>,
}

impl Grid {
    /// Returns an empty grid.
    pub fn empty(layout: Layout) -> Self {
        Self {
            layout,
            alphabet: Alphabet::Letters,
            cells: vec![0; layout.cells()].into(),
            deleted: Box::default(),
        }
    }

    /// Returns the grid of these values, or `None` unless their number is that of a layout and each
    /// fits.
    pub fn new(cells: impl Into<Box<[u8]>>) -> Option<Self> {
        let cells = cells.into();
        let layout = Layout::of_cells(cells.len())?;
        let fits = cells.iter().all(|&value| usize::from(value) <= layout.size());
        let deleted = Box::default();
        fits.then_some(Self { layout, alphabet: Alphabet::Letters, cells, deleted })
    }

    /// Returns the same grid with its digits written in that way.
    #[must_use]
    pub fn written(self, alphabet: Alphabet) -> Self {
        debug_assert!(alphabet == Alphabet::Letters || self.size() == 16);
        Self { alphabet, ..self }
    }

    /// Returns how its digits are written.
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// Returns the character of a value of this grid; `blank` for 0.
    pub fn symbol(&self, value: u8, blank: char) -> char {
        self.alphabet.symbol(value, blank)
    }

    /// Returns its size and that of its boxes.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the number of digits, rows, columns and boxes.
    pub fn size(&self) -> usize {
        self.layout.size()
    }

    /// Returns the values in reading order.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the value of a cell, 0 if it is empty.
    pub fn value(&self, cell: usize) -> u8 {
        self.cells[cell]
    }

    /// Puts a value into a cell; 0 empties it. The value must fit the grid.
    pub fn set(&mut self, cell: usize, value: u8) {
        debug_assert!(usize::from(value) <= self.size());
        self.cells[cell] = value;
    }

    /// Returns the candidates of a cell that were deleted.
    pub fn deleted(&self, cell: usize) -> u32 {
        self.deleted.get(cell).copied().unwrap_or(0)
    }

    /// Returns whether any candidate was deleted.
    pub fn has_marks(&self) -> bool {
        !self.deleted.is_empty()
    }

    /// Sets the candidates of a cell that are deleted.
    pub fn delete(&mut self, cell: usize, digits: u32) {
        if self.deleted.is_empty() && digits != 0 {
            self.deleted = vec![0; self.cells.len()].into();
        }
        if let Some(mask) = self.deleted.get_mut(cell) {
            *mask = digits;
        }
        if self.deleted.iter().all(|&mask| mask == 0) {
            self.deleted = Box::default();
        }
    }

    /// Returns the same digits with all candidates.
    #[must_use]
    pub fn without_marks(&self) -> Self {
        Self { deleted: Box::default(), ..self.clone() }
    }

    /// Returns the number of filled cells.
    pub fn givens(&self) -> usize {
        self.cells.iter().filter(|&&value| value != 0).count()
    }

    /// Returns whether no cell is empty.
    pub fn is_full(&self) -> bool {
        !self.cells.contains(&0)
    }

    /// Returns the values as one word in reading order, `blank` for an empty cell.
    pub fn line(&self, blank: char) -> String {
        self.alphabet.line(&self.cells, blank)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line('.'))
    }
}

/// Returns the value of a character: 0 for `0`, `.` and `_`; digits; letters from A, in either
/// case, up to `P` = 25. `None` for any other.
pub fn value_of(char: char) -> Option<u8> {
    match char {
        '0' | '.' | '_' => Some(0),
        '1'..='9' => Some(char as u8 - b'0'),
        'A'..='P' => Some(char as u8 - b'A' + 10),
        'a'..='p' => Some(char as u8 - b'a' + 10),
        _ => None,
    }
}

/// Returns the digits of a set (bit `d-1` for digit `d`), ascending.
pub(super) fn digits(set: u32) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        let digit = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (digit < 32).then_some(digit as u8 + 1)
    })
}

/// Returns the name of a cell in a grid of `size` rows: `r1c3`, rows and columns from 1.
pub(super) fn cell_name(cell: usize, size: usize) -> String {
    format!("r{}c{}", cell / size + 1, cell % size + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_symbols_and_names() {
        assert!(Grid::new(vec![0; 80]).is_none() && Grid::new(vec![5; 16]).is_none());
        for value in 0..=25 {
            assert_eq!(value_of(Alphabet::Letters.symbol(value, '_')), Some(value));
        }
        assert_eq!(value_of('g'), Some(16));
        assert_eq!(value_of('q'), None);
        assert_eq!(Alphabet::Letters.digits_line(0b1_0000_0101), "139");
        for digit in 1..=16 {
            let shown = Alphabet::Hexadecimal.symbol(digit, '.');
            assert!(shown.is_ascii_hexdigit());
            assert_eq!(Alphabet::Hexadecimal.digit(shown, 16), Some(digit));
        }
        assert_eq!(Alphabet::Letters.digit('0', 16), None);
        assert_eq!(Alphabet::Hexadecimal.digit('G', 16), None);
        assert_eq!(cell_name(10, 9), "r2c2");
        let mut grid = Grid::empty(Layout::ALL[0]);
        grid.set(1, 3);
        assert_eq!(grid.line('0'), "0300000000000000");
    }
}
