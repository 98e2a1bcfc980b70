//! The layouts of grids: sizes, and the boxes that go with them. All other code asks here.

use std::fmt;

/// The layout of a grid: how many rows and columns a box has. A grid has as many rows, columns,
/// boxes and digits as a box has cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    box_rows: u8,
    box_columns: u8,
}

impl Layout {
    /// All layouts, from 4×4 to 25×25.
    pub const ALL: [Self; 6] = [
        Self { box_rows: 2, box_columns: 2 },
        Self { box_rows: 2, box_columns: 3 },
        Self { box_rows: 3, box_columns: 3 },
        Self { box_rows: 3, box_columns: 4 },
        Self { box_rows: 4, box_columns: 4 },
        Self { box_rows: 5, box_columns: 5 },
    ];

    /// Returns the layout of a grid with that many rows.
    pub fn of_size(size: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|layout| layout.size() == size)
    }

    /// Returns the layout of a grid with that many cells.
    pub(super) fn of_cells(cells: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|layout| layout.cells() == cells)
    }

    /// Returns the number of digits, rows, columns and boxes.
    pub fn size(self) -> usize {
        self.box_rows() * self.box_columns()
    }

    /// Returns the number of cells.
    pub(super) fn cells(self) -> usize {
        self.size() * self.size()
    }

    /// Returns the number of rows of a box.
    pub fn box_rows(self) -> usize {
        usize::from(self.box_rows)
    }

    /// Returns the number of columns of a box.
    pub fn box_columns(self) -> usize {
        usize::from(self.box_columns)
    }

    /// Returns whether a transposed or rotated grid has the same boxes.
    pub(super) fn has_square_boxes(self) -> bool {
        self.box_rows == self.box_columns
    }

    /// Returns the box of a cell, numbered in reading order.
    #[inline]
    pub(super) fn box_of(self, row: usize, column: usize) -> usize {
        row / self.box_rows() * self.box_rows() + column / self.box_columns()
    }

    /// Returns the first row and the first column of a box.
    pub(super) fn corner(self, number: usize) -> (usize, usize) {
        let (band, stack) = (number / self.box_rows(), number % self.box_rows());
        (band * self.box_rows(), stack * self.box_columns())
    }

    /// Returns whether a grid has at most 9×9 cells. Larger grids take too long for the harder
    /// techniques and for proofs on the side.
    pub(super) fn is_small(self) -> bool {
        self.size() <= 9
    }

    /// Returns whether letters can be all of its digits. Letters in the cells of a 4×4 or 9×9 grid are a
    /// board of another kind.
    pub(super) fn takes_letters(self) -> bool {
        ![4, 9].contains(&self.size())
    }

    /// Returns the fewest givens with which a grid can have a single solution; `None` if the number
    /// is not known.
    pub(super) fn fewest_givens(self) -> Option<usize> {
        match self.size() {
            4 => Some(4),
            6 => Some(8),
            9 => Some(17),
            _ => None,
        }
    }
}

impl fmt::Display for Layout {
    /// Writes `2 rows × 3 columns`, the shape of a box.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows × {} columns", self.box_rows, self.box_columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_tile_the_grid_in_reading_order() {
        for layout in Layout::ALL {
            let size = layout.size();
            assert_eq!(Layout::of_size(size), Some(layout));
            assert_eq!(Layout::of_cells(layout.cells()), Some(layout));
            let mut filled = vec![0; size];
            for row in 0..size {
                for column in 0..size {
                    let number = layout.box_of(row, column);
                    if filled[number] == 0 {
                        assert_eq!(layout.corner(number), (row, column));
                    }
                    filled[number] += 1;
                }
            }
            assert!(filled.iter().all(|&cells| cells == size), "{layout}");
        }
        assert_eq!(Layout::of_size(8), None);
        assert_eq!(Layout::of_cells(35), None);
        let sizes = Layout::ALL.map(Layout::size);
        assert_eq!(sizes, [4, 6, 9, 12, 16, 25]);
        let rectangular = Layout::ALL.into_iter().filter(|layout| !layout.has_square_boxes());
        let shapes: Vec<String> = rectangular.map(|layout| layout.to_string()).collect();
        assert_eq!(shapes, ["2 rows × 3 columns", "3 rows × 4 columns"]);
    }
}
