//! The matrix itself: its cells, its rings, and where a cell lies in them.

use std::sync::Arc;

use super::rotate::rotate_cells;
use crate::puzzle::Rows;

/// A matrix of 64-bit signed integers.
///
/// Its *rings* (layers) are the closed lines of cells at equal distance from the border, numbered
/// from 0 at the outside. There are `min(rows, cols) / 2` of them. If the smaller side is odd, the
/// innermost line (a row, a column or one cell) is not a ring and never moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    /// Shared with the answers that show it.
    cells: Arc<Vec<i64>>,
}

impl Matrix {
    /// Returns a matrix from its cells in reading order; `None` unless there are exactly `rows *
    /// cols`.
    pub fn new(rows: usize, cols: usize, cells: Vec<i64>) -> Option<Self> {
        let agrees = rows.checked_mul(cols) == Some(cells.len());
        agrees.then(|| Self { rows, cols, cells: Arc::new(cells) })
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Returns the cells in reading order (row-major), `rows * cols` of them.
    pub fn cells(&self) -> &[i64] {
        &self.cells
    }

    /// Returns the element at a row and a column, both from 0; `None` outside the matrix.
    pub fn get(&self, row: usize, col: usize) -> Option<i64> {
        (row < self.rows && col < self.cols).then(|| self.cells[row * self.cols + col])
    }

    /// Returns the rows from top to bottom, each `cols` long. A matrix without columns has empty
    /// rows.
    pub fn iter_rows(&self) -> impl ExactSizeIterator<Item = &[i64]> {
        (0..self.rows).map(|row| &self.cells[row * self.cols..][..self.cols])
    }

    /// Returns the rows as they are answered. They share the cells with the matrix.
    pub fn to_rows(&self) -> Rows {
        Rows::of(&self.cells, self.rows, self.cols)
    }

    /// Returns the number of rings.
    pub fn rings(&self) -> usize {
        self.rows.min(self.cols) / 2
    }

    /// Returns the number of elements of ring `k`, or `None` if there is no such ring.
    pub fn ring_len(&self, k: usize) -> Option<usize> {
        // Dividing first keeps the sum in range: a ring is never longer than the matrix has cells.
        (k < self.rings()).then(|| 2 * (self.rows - 1 - 2 * k) + 2 * (self.cols - 1 - 2 * k))
    }

    /// Returns the elements of ring `k` clockwise from its top left corner, or `None` if there is
    /// none.
    pub fn ring(&self, k: usize) -> Option<Vec<i64>> {
        let mut ring = Vec::with_capacity(self.ring_len(k)?);
        let bottom = self.rows - 1 - k;
        let right = self.cols - 1 - k;
        let at = |row: usize, col: usize| self.cells[row * self.cols + col];
        ring.extend((k..right).map(|col| at(k, col)));
        ring.extend((k..bottom).map(|row| at(row, right)));
        ring.extend((k + 1..=right).rev().map(|col| at(bottom, col)));
        ring.extend((k + 1..=bottom).rev().map(|row| at(row, k)));
        Some(ring)
    }

    /// Returns the ring of a cell and its position there, clockwise from the ring's top left
    /// corner.
    ///
    /// `None` outside the matrix, and on the innermost line of an odd-sized matrix, which is not a ring.
    /// In a matrix of 4 rows and 5 columns `(2, 1)` is position 5 of ring 1.
    pub fn locate(&self, row: usize, col: usize) -> Option<(usize, usize)> {
        if row >= self.rows || col >= self.cols {
            return None;
        }
        let k = row.min(col).min(self.rows - 1 - row).min(self.cols - 1 - col);
        if k >= self.rings() {
            return None;
        }
        let height = self.rows - 1 - 2 * k;
        let width = self.cols - 1 - 2 * k;
        let down = row - k;
        let along = col - k;
        let position = if down == 0 {
            along
        } else if along == width {
            width + down
        } else if down == height {
            width + height + (width - along)
        } else {
            2 * width + height + (height - down)
        };
        Some((k, position))
    }

    /// Returns the matrix with every ring turned `r` places counterclockwise; clockwise if `r` is
    /// negative.
    ///
    /// Any `r` is allowed: each ring turns by the remainder on division by its own length. Takes
    /// time proportional to the cells, a small multiple of copying them; see [`rotate_cells`].
    #[must_use]
    pub fn rotate(&self, r: i128) -> Self {
        let mut cells = vec![0; self.cells.len()];
        rotate_cells(self.rows, self.cols, &self.cells, &mut cells, r);
        Self { rows: self.rows, cols: self.cols, cells: Arc::new(cells) }
    }

    /// Rotates like [`Matrix::rotate`], into a matrix that exists already. Its memory is used
    /// again, unless an answer still has it.
    pub fn rotate_into(&self, r: i128, out: &mut Self) {
        let Some(cells) = Arc::get_mut(&mut out.cells) else {
            *out = self.rotate(r);
            return;
        };
        cells.resize(self.cells.len(), 0);
        rotate_cells(self.rows, self.cols, &self.cells, cells, r);
        out.rows = self.rows;
        out.cols = self.cols;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(rows: usize, cols: usize) -> Matrix {
        Matrix::new(rows, cols, (1..=(rows * cols) as i64).collect()).unwrap()
    }

    #[test]
    fn the_number_of_cells_must_agree() {
        assert!(Matrix::new(2, 3, vec![0; 6]).is_some());
        assert!(Matrix::new(2, 3, vec![0; 5]).is_none());
        assert!(Matrix::new(usize::MAX, 2, vec![]).is_none());
        assert_eq!(Matrix::new(0, 3, vec![]).unwrap().rings(), 0);
        assert_eq!(Matrix::new(3, 0, vec![]).unwrap().iter_rows().len(), 3);
    }

    #[test]
    fn rings_run_clockwise_from_the_top_left() {
        let matrix = count(4, 5);
        assert_eq!(matrix.rings(), 2);
        assert_eq!(matrix.ring(0).unwrap(), [1, 2, 3, 4, 5, 10, 15, 20, 19, 18, 17, 16, 11, 6]);
        assert_eq!(matrix.ring(1).unwrap(), [7, 8, 9, 14, 13, 12]);
        assert_eq!(matrix.ring(2), None);
        assert_eq!(matrix.locate(2, 1), Some((1, 5)));
        assert_eq!(matrix.locate(4, 1), None);
        assert_eq!(matrix.locate(1, 5), None);
    }

    #[test]
    fn locate_finds_every_cell_in_its_ring() {
        for rows in 0..=7 {
            for cols in 0..=7 {
                let matrix = count(rows, cols);
                let mut moving = 0;
                for row in 0..rows {
                    for col in 0..cols {
                        let Some((k, position)) = matrix.locate(row, col) else { continue };
                        assert_eq!(
                            matrix.ring(k).unwrap()[position],
                            matrix.get(row, col).unwrap()
                        );
                        moving += 1;
                    }
                }
                let in_rings: usize =
                    (0..matrix.rings()).map(|k| matrix.ring_len(k).unwrap()).sum();
                assert_eq!(moving, in_rings);
            }
        }
    }
}
