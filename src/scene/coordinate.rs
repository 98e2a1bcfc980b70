//! Where a cell is.

use std::fmt::{self, Display, Formatter};
use std::ops::{Add, Sub};

/// A cell by its row and its column, from 0 at the top left, or an offset between two cells. It may lie
/// off the board. A node of a tree has its level as row, and its place in that level as column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coordinate {
    /// The row, downward.
    pub row: i32,
    /// The column, to the right.
    pub column: i32,
}

impl Coordinate {
    /// Returns the cell of a row and a column.
    pub const fn new(row: i32, column: i32) -> Self {
        Self { row, column }
    }

    /// Returns the cell with this number in reading order, on a board with so many columns.
    pub const fn nth(number: usize, columns: usize) -> Self {
        Self { row: (number / columns) as i32, column: (number % columns) as i32 }
    }

    /// Returns the number of the cell in reading order; `None` if it is not on a board of that size.
    pub fn number(self, rows: usize, columns: usize) -> Option<usize> {
        let [row, column] = self.place()?;
        (row < rows && column < columns).then(|| row * columns + column)
    }

    /// Returns row and column; `None` if one of them is negative.
    pub fn place(self) -> Option<[usize; 2]> {
        Some([usize::try_from(self.row).ok()?, usize::try_from(self.column).ok()?])
    }

    /// Returns whether the two cells share an edge.
    pub fn touches(self, other: Self) -> bool {
        self.row.abs_diff(other.row).saturating_add(self.column.abs_diff(other.column)) == 1
    }
}

impl Add for Coordinate {
    type Output = Self;

    fn add(self, by: Self) -> Self {
        Self { row: self.row + by.row, column: self.column + by.column }
    }
}

impl Sub for Coordinate {
    type Output = Self;

    fn sub(self, by: Self) -> Self {
        Self { row: self.row - by.row, column: self.column - by.column }
    }
}

impl Display for Coordinate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.column)
    }
}
