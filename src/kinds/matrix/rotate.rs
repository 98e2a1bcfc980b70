//! The fast rotation.
//!
//! The plain way walks along one ring at a time, and in a large matrix every step down a column costs
//! a cache line, of which one element is used. Here `GROUP` neighboring rings go together, and only
//! their columns take a detour:
//!
//! ```text
//!        k0  k1                            1. The columns of the group, left and right, are transposed
//!        +---+---------+---+                  into a buffer: a row of it is a column of the matrix.
//!        | ring k0         |               2. Band by band, the new columns are copied together in a
//!        |   +---------+   |                  second, small buffer, and transposed into the output.
//!        |   | k1 - 1  |   |               3. The new rows are copied to their places.
//!        |   |         |   |
//!        |   +---------+   |
//!        +-----------------+
//! ```
//!
//! A side of a ring in the output is a run of the ring, begun at its shift. It is copied in up to
//! five pieces, forward or backward: from rows of the matrix, and from columns in the buffer. With
//! `w = cols - 1 - 2k` and `h = rows - 1 - 2k`, the sides of ring `k` begin at these positions:
//!
//! ```text
//!   0       w        w+h       2w+h      2w+2h
//!   | top → | right ↓ | bottom ← | left ↑ | top …
//! ```
//!
//! A ring of 4 rows and 5 columns, `w = 4`, `h = 3`, turned by 5: its top side in the output is the run
//! of 4 from 5, its left side the run of 3 from `(11 + 5) mod 14 = 2`, which is two elements of the top
//! and one of the right side.

use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
use super::prefetch::prefetch;
use super::transpose::{Block, BlockMut, Portable, TILE, Transpose};

/// Rings that go together: more of them need fewer address translations, fewer keep their columns in
/// a nearer cache. Measured on 4096x4096, in copies of the matrix: 16 rings 3.3, 32 rings 2.9,
/// 64 rings 2.75; on 1000x1000 32 and 64 are alike.
const GROUP: usize = 64;
/// Rows of the output whose columns are written together.
const BAND: usize = 64;
/// Cells that are copied at once. The C library copies 2 kB and more by `rep movsb`, which takes three
/// times as long if the addresses are nearly the same modulo 4096, as those of rows of a matrix are
/// that turns by one place.
const PIECE: usize = 128;

/// `r mod length`, never negative. Nearly every `r` fits 64 bits, which divide much faster.
fn remainder(r: i128, length: usize) -> usize {
    match (i64::try_from(r), i64::try_from(length)) {
        (Ok(r), Ok(length)) => r.rem_euclid(length) as usize,
        _ => r.rem_euclid(length as i128) as usize,
    }
}

/// Writes into `out` the cells of a matrix with every ring turned `r` places counterclockwise.
///
/// `cells` and `out` hold `rows * cols` elements in reading order; every element of `out` is written.
/// Time proportional to the cells; beside them it uses a buffer of at most `2 * GROUP * (rows + BAND + 16)`
/// elements.
///
/// # Panics
/// When a slice does not hold `rows * cols` elements.
pub fn rotate_cells(rows: usize, cols: usize, cells: &[i64], out: &mut [i64], r: i128) {
    assert_eq!(Some(cells.len()), rows.checked_mul(cols), "the input holds rows * cols elements");
    assert_eq!(cells.len(), out.len(), "the output is as large as the input");
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = Avx2::detect() {
        return rotate_with(proof, rows, cols, cells, out, r);
    }
    rotate_with(Portable, rows, cols, cells, out, r);
}

fn rotate_with<T: Transpose>(
    blocks: T,
    rows: usize,
    cols: usize,
    cells: &[i64],
    out: &mut [i64],
    r: i128,
) {
    let rings = rows.min(cols) / 2;
    let most = 2 * GROUP.min(rings);
    // Some cells more, so that neighboring columns do not fall into one set of the cache.
    let pitch = rows.next_multiple_of(TILE) + TILE;
    let mut buffer = vec![0; most * (pitch + BAND) + TILE];
    // Tiles are cache lines there.
    let skip = buffer.as_ptr().align_offset(64).min(TILE);
    let (columns, band) = buffer[skip..].split_at_mut(most * pitch);
    for k0 in (0..rings).step_by(GROUP) {
        let group =
            Group::gather(blocks, rows, cols, cells, k0..rings.min(k0 + GROUP), columns, pitch);
        group.write(blocks, out, band, r);
    }
    // The innermost line of an odd smaller side stays as it is.
    for row in rings..rows - rings {
        let line = row * cols + rings..row * cols + cols - rings;
        out[line.clone()].copy_from_slice(&cells[line]);
    }
}

/// Neighboring rings whose columns are in a buffer.
struct Group<'a> {
    rows: usize,
    cols: usize,
    cells: &'a [i64],
    /// Their numbers. The first is the first row and the first column of all.
    rings: Range<usize>,
    /// The columns on the left from outside inwards, then those on the right from inside outwards,
    /// each from the first row to the last.
    columns: &'a [i64],
    /// Elements from one column to the next.
    pitch: usize,
}

impl<'a> Group<'a> {
    /// Reads the columns of the rings into the buffer.
    fn gather<T: Transpose>(
        blocks: T,
        rows: usize,
        cols: usize,
        cells: &'a [i64],
        rings: Range<usize>,
        columns: &'a mut [i64],
        pitch: usize,
    ) -> Self {
        let (k0, n) = (rings.start, rings.len());
        let height = rows - 2 * k0;
        let (left, right) = columns.split_at_mut(n * pitch);
        for row in (0..height).step_by(TILE) {
            let tall = TILE.min(height - row);
            let at = (k0 + row) * cols;
            let block = Block { cells: &cells[at + k0..], pitch: cols };
            blocks.transpose(block, BlockMut { cells: &mut left[row..], pitch }, tall, n);
            let block = Block { cells: &cells[at + cols - k0 - n..], pitch: cols };
            blocks.transpose(block, BlockMut { cells: &mut right[row..], pitch }, tall, n);
        }
        Self { rows, cols, cells, rings, columns, pitch }
    }

    /// Writes the rings to `out`, each turned `r` places. `band` has room for a band of all columns.
    fn write<T: Transpose>(&self, blocks: T, out: &mut [i64], band: &mut [i64], r: i128) {
        let (k0, n) = (self.rings.start, self.rings.len());
        let turned: Vec<_> = self.rings.clone().map(|k| self.ring(k, r)).collect();
        // In the first and the last rows of the group, these columns hold cells of the new rows too:
        // anything may come there, the rows follow.
        for row in (k0..self.rows - k0).step_by(BAND) {
            let end = (row + BAND).min(self.rows - k0);
            for (j, ring) in turned.iter().enumerate() {
                let (k, w, h) = (ring.k, ring.width, ring.height);
                let (from, to) = (row.max(k), end.min(k + h));
                if from < to {
                    let right = &mut band[(2 * n - 1 - j) * BAND..][..BAND];
                    ring.copy(w + from - k, &mut right[from - row..to - row], false);
                }
                let (from, to) = (row.max(k + 1), end.min(k + h + 1));
                if from < to {
                    let left = &mut band[j * BAND..][..BAND];
                    let start = 2 * w + h + (k + h + 1 - to);
                    ring.copy(start, &mut left[from - row..to - row], true);
                }
            }
            let at = row * self.cols;
            let (left, right) = band.split_at(n * BAND);
            let tall = end - row;
            let to = BlockMut { cells: &mut out[at + k0..], pitch: self.cols };
            blocks.transpose(Block { cells: left, pitch: BAND }, to, n, tall);
            let edge = at + self.cols - k0 - n;
            let to = BlockMut { cells: &mut out[edge..], pitch: self.cols };
            blocks.transpose(Block { cells: right, pitch: BAND }, to, n, tall);
        }
        for ring in turned {
            let (k, w, h) = (ring.k, ring.width, ring.height);
            ring.copy(0, &mut out[k * self.cols + k..][..w], false);
            ring.copy(w + h, &mut out[(k + h) * self.cols + k + 1..][..w], true);
        }
    }

    /// Returns ring `k`, turned `r` places.
    fn ring(&self, k: usize, r: i128) -> Ring<'a> {
        let (width, height) = (self.cols - 1 - 2 * k, self.rows - 1 - 2 * k);
        let j = k - self.rings.start;
        let column = |i| &self.columns[i * self.pitch + j..][..=height];
        let row = |row| &self.cells[row * self.cols + k..][..=width];
        Ring {
            k,
            width,
            height,
            shift: remainder(r, 2 * (width + height)),
            sides: [
                &row(k)[..width],
                &column(2 * self.rings.len() - 1 - j)[..height],
                &row(k + height)[1..],
                &column(j)[1..],
            ],
        }
    }
}

/// A ring that turns.
struct Ring<'a> {
    /// Its number, which is also the row and the column of its top left corner.
    k: usize,
    /// Elements of its top side without the right corner.
    width: usize,
    /// Elements of its right side without the bottom corner.
    height: usize,
    /// Places by which it turns, less than its length.
    shift: usize,
    /// Its sides before the turn: top, right, bottom, left; the last two run against the reading order.
    sides: [&'a [i64]; 4],
}

impl Ring<'_> {
    /// Copies the run that comes to `position` and the places after it to `to`, or in the reverse
    /// order from the end of `to`.
    fn copy(&self, position: usize, mut to: &mut [i64], reverse: bool) {
        let length = 2 * (self.width + self.height);
        let mut skip = position + self.shift;
        if skip >= length {
            skip -= length;
        }
        for (i, side) in self.sides.iter().enumerate().cycle() {
            if skip >= side.len() {
                skip -= side.len();
                continue;
            }
            let len = to.len().min(side.len() - skip);
            let backward = i >= 2;
            let start = if backward { side.len() - skip - len } else { skip };
            // What the next band needs.
            let next = if backward == reverse { start + len } else { start.saturating_sub(len) };
            prefetch(side, next, len.min(BAND));
            let (now, later) = if reverse {
                let (later, now) = to.split_at_mut(to.len() - len);
                (now, later)
            } else {
                to.split_at_mut(len)
            };
            copy_run(&side[start..start + len], now, backward != reverse);
            to = later;
            if to.is_empty() {
                return;
            }
            skip = 0;
        }
    }
}

/// Copies a run, or the same in the reverse order.
fn copy_run(from: &[i64], to: &mut [i64], reverse: bool) {
    if reverse {
        to.iter_mut().zip(from.iter().rev()).for_each(|(to, from)| *to = *from);
    } else {
        for (to, from) in to.chunks_mut(PIECE).zip(from.chunks(PIECE)) {
            to.copy_from_slice(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Matrix, rules};
    use super::*;

    fn count(rows: usize, cols: usize) -> Matrix {
        Matrix::new(rows, cols, (1..=(rows * cols) as i64).collect()).unwrap()
    }

    fn text(matrix: &Matrix) -> String {
        let row = |row: &[i64]| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        matrix.iter_rows().map(row).collect::<Vec<_>>().join(" / ")
    }

    /// Holds the engine against the plain rotation.
    fn check(matrix: &Matrix, r: i128) {
        let (rows, cols) = (matrix.rows(), matrix.cols());
        let expected = rules::rotate(matrix, r);
        let mut out = vec![i64::MIN; rows * cols];
        rotate_cells(rows, cols, matrix.cells(), &mut out, r);
        assert_eq!(out, expected.cells(), "{rows}x{cols} by {r}");
        assert_eq!(matrix.rotate(r), expected, "{rows}x{cols} by {r}");
    }

    #[test]
    fn worked_examples() {
        let turned = count(4, 4).rotate(2);
        assert_eq!(text(&turned), "3 4 8 12 / 2 11 10 16 / 1 7 6 15 / 5 9 13 14");
        let cells = vec![1, 2, 3, 4, 7, 8, 9, 10, 13, 14, 15, 16, 19, 20, 21, 22, 25, 26, 27, 28];
        let turned = Matrix::new(5, 4, cells).unwrap().rotate(7);
        assert_eq!(text(&turned), "28 27 26 25 / 22 9 15 19 / 16 8 21 13 / 10 14 20 7 / 4 3 2 1");
        let turned = count(4, 5).rotate(i128::from(i64::MIN));
        assert_eq!(text(&turned), "15 20 19 18 17 / 10 13 12 7 16 / 5 14 9 8 11 / 4 3 2 1 6");
    }

    #[test]
    fn agrees_with_the_plain_way_on_all_small_sizes() {
        let mut places: Vec<i128> = (-40..=40).collect();
        places.extend([i64::MIN, i64::MIN + 1, i64::MAX, 1_000_003].map(i128::from));
        places.extend([i128::MIN, i128::MAX, 1 << 64]);
        for rows in 0..=9 {
            for cols in 0..=9 {
                let matrix = count(rows, cols);
                for &r in &places {
                    check(&matrix, r);
                }
            }
        }
    }

    #[test]
    fn agrees_with_the_plain_way_on_larger_sizes() {
        let sizes = [
            (2, 300),
            (300, 2),
            (3, 129),
            (130, 5),
            (33, 32),
            (34, 90),
            (35, 35),
            (49, 47),
            (64, 64),
            (97, 200),
            (300, 300),
            (257, 70),
            (129, 400),
            (131, 133),
            (261, 260),
        ];
        for (rows, cols) in sizes {
            let matrix = count(rows, cols);
            let mut into = Matrix::default();
            for r in [1, -1, 7, 100, 555, 1_000_003, i64::MIN, i64::MAX, 987_654_321_987] {
                check(&matrix, i128::from(r));
                let turned = matrix.rotate(i128::from(r));
                matrix.rotate_into(i128::from(r), &mut into);
                assert_eq!(turned, into);
                assert_eq!(turned.rotate(-i128::from(r)), matrix);
            }
        }
    }

    #[test]
    fn turning_adds_up_and_mirrors() {
        let matrix = count(37, 52);
        let mirror = |m: &Matrix| {
            let cells = m.iter_rows().flat_map(|row| row.iter().rev().copied()).collect();
            Matrix::new(m.rows(), m.cols(), cells).unwrap()
        };
        for (a, b) in [(3, 5), (1000, -999), (123_456_789, 987_654_321)] {
            assert_eq!(matrix.rotate(a).rotate(b), matrix.rotate(a + b));
            assert_eq!(mirror(&matrix.rotate(a)), mirror(&matrix).rotate(-a));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn random_sizes_agree_with_the_plain_way(
            (rows, cols) in (0..300_usize, 0..300_usize),
            r in prop_oneof![any::<i128>(), -2000..2000_i128],
        ) {
            check(&count(rows, cols), r);
        }
    }
}
