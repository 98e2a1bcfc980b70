//! The fast rotation.
//!
//! The plain way walks along one ring at a time, and in a large matrix every step down a column costs
//! a cache line, of which one element is used. Here `GROUP` neighbouring rings go together:
//!
//! ```text
//!            k0 .. k1                      1. gather: the rings of the group are unrolled, clockwise,
//!        +---+---------+---+                  into one buffer that stays in the L2 cache. Columns are
//!        | ring k0         |                  read in tiles of TILE rows by GROUP columns, so that a
//!        |   +---------+   |                  cache line is used whole.
//!        |   | k1 - 1  |   |               2. scatter: each side of a ring in the output is one run of
//!        |   |         |   |                  the unrolled ring, begun at the shift of this ring; rows
//!        |   +---------+   |                  are copied, columns are written in the same tiles.
//!        +-----------------+
//! ```
//!
//! One unrolled ring, `w = cols - 1 - 2k`, `h = rows - 1 - 2k`, length `2w + 2h`, then as many of its
//! first elements again as the run that wraps around needs:
//!
//! ```text
//!   0       w        w+h       2w+h      2w+2h
//!   | top → | right ↓ | bottom ← | left ↑ | 0 1 2 … again
//! ```
//!
//! A ring of 4 rows and 5 columns, `w = 4`, `h = 3`, turned by 5: its top side in the output is the run
//! of 4 from 5, its left side the run of 3 from `(11 + 5) mod 14 = 2`; the bottom side begins at
//! `(7 + 5) mod 14 = 12` and wraps, so the first two elements stand again at 14 and 15.

use std::array::from_fn;

use super::prefetch::prefetch;

/// Rings that go together. More of them need fewer address translations, fewer keep the unrolled
/// group in a nearer cache. Measured on 4096x4096: 16 rings 48 ms, 32 rings 52 ms, 64 rings 53 ms;
/// on 1000x1000 1.5, 1.6 and 2.2 ms.
const GROUP: usize = 16;
/// Rows of a tile, and its columns: one cache line of eight cells.
const TILE: usize = 8;
/// Rows from a tile to the one that is asked for. One tile ahead took 53 ms, two 51, four 54.
const AHEAD: usize = 2 * TILE;

/// One ring of the group: where it lies in the matrix and in the buffer.
#[derive(Clone, Copy, Default)]
struct Ring {
    /// Where its unrolled elements begin in the buffer.
    base: usize,
    /// Its number, which is also the row and the column of its top left corner.
    k: usize,
    /// Elements of its top side without the right corner.
    width: usize,
    /// Elements of its right side without the bottom corner.
    height: usize,
    /// Places by which it turns, less than its length.
    shift: usize,
}

impl Ring {
    fn new(rows: usize, cols: usize, k: usize, base: usize, r: i128) -> Self {
        let (width, height) = (cols - 1 - 2 * k, rows - 1 - 2 * k);
        let length = 2 * (width + height);
        Self { base, k, width, height, shift: remainder(r, length) }
    }

    fn len(&self) -> usize {
        2 * (self.width + self.height)
    }

    /// Where the sides begin in the unrolled ring: top, right, bottom, left.
    fn sides(&self) -> [(usize, usize); 4] {
        let (w, h) = (self.width, self.height);
        [(0, w), (w, h), (w + h, w), (2 * w + h, h)]
    }

    /// Where in the buffer the run begins that comes to the place `position` of the output.
    fn source(&self, position: usize) -> usize {
        let from = position + self.shift;
        self.base + if from >= self.len() { from - self.len() } else { from }
    }

    /// Where in the buffer its element in that row of the left side stands.
    fn left_at(&self, row: usize) -> usize {
        self.base + 2 * self.width + self.height + (self.k + self.height - row)
    }

    /// Where in the buffer its element in that row of the right side stands.
    fn right_at(&self, row: usize) -> usize {
        self.base + self.width + (row - self.k)
    }

    /// Elements that must stand after the ring once more, because a run wraps around.
    fn wrap(&self) -> usize {
        let end = self.base + self.len();
        let over = |(start, len): (usize, usize)| (self.source(start) + len).saturating_sub(end);
        self.sides().map(over).into_iter().max().unwrap_or(0)
    }
}

/// `r mod length`, never negative. Nearly every `r` fits 64 bits, which divide much faster.
fn remainder(r: i128, length: usize) -> usize {
    match (i64::try_from(r), i64::try_from(length)) {
        (Ok(r), Ok(length)) => r.rem_euclid(length) as usize,
        _ => r.rem_euclid(length as i128) as usize,
    }
}

/// Writes into `out` the cells of a matrix with every ring turned `r` places anticlockwise.
///
/// `cells` and `out` hold `rows * cols` elements in reading order; every element of `out` is written.
/// Time proportional to the cells; beside them it uses a buffer of at most
/// `GROUP * 3 * (rows + cols)` elements.
///
/// # Panics
/// When a slice does not hold `rows * cols` elements.
pub fn rotate_cells(rows: usize, cols: usize, cells: &[i64], out: &mut [i64], r: i128) {
    assert_eq!(Some(cells.len()), rows.checked_mul(cols), "the input holds rows * cols elements");
    assert_eq!(cells.len(), out.len(), "the output is as large as the input");
    let rings = rows.min(cols) / 2;
    let mut buffer = Vec::new();
    let mut k0 = 0;
    while k0 < rings {
        let k1 = (k0 + GROUP).min(rings);
        let mut group = [Ring::default(); GROUP];
        let group = &mut group[..k1 - k0];
        let mut base = 0;
        for (k, ring) in (k0..k1).zip(&mut *group) {
            *ring = Ring::new(rows, cols, k, base, r);
            base += ring.len() + ring.wrap();
        }
        if buffer.len() < base {
            buffer.resize(base, 0);
        }
        gather(cols, cells, group, &mut buffer);
        scatter(cols, out, group, &buffer);
        k0 = k1;
    }
    // The innermost line of an odd smaller side stays as it is.
    for row in rings..rows - rings {
        let line = row * cols + rings..row * cols + cols - rings;
        out[line.clone()].copy_from_slice(&cells[line]);
    }
}

/// The `TILE` cells from `at`.
#[inline]
fn run(cells: &[i64], at: usize) -> &[i64; TILE] {
    cells[at..at + TILE].try_into().expect("a run of TILE cells")
}

/// The elements at `i` of all rows of a tile.
#[inline]
fn column(tile: &[&[i64; TILE]; TILE], i: usize) -> [i64; TILE] {
    from_fn(|j| tile[j][i])
}

/// The `TILE` cells from `at`, to write.
#[inline]
fn run_mut(cells: &mut [i64], at: usize) -> &mut [i64; TILE] {
    (&mut cells[at..at + TILE]).try_into().expect("a run of TILE cells")
}

/// Unrolls the rings of a group into the buffer.
fn gather(cols: usize, cells: &[i64], group: &[Ring], buffer: &mut [i64]) {
    let rows_of = |ring: &Ring| (ring.k, ring.k + ring.height);
    for ring in group {
        let (w, h, k) = (ring.width, ring.height, ring.k);
        let (top, bottom) = rows_of(ring);
        let unrolled = &mut buffer[ring.base..][..ring.len()];
        unrolled[..w].copy_from_slice(&cells[top * cols + k..][..w]);
        let below = &cells[bottom * cols + k + 1..][..w];
        for (to, from) in unrolled[w + h..][..w].iter_mut().zip(below.iter().rev()) {
            *to = *from;
        }
    }
    let (Some(first), Some(inner)) = (group.first(), group.last()) else { return };
    let (k0, n) = (first.k, group.len());
    // The right sides run over the rows `k .. k + h`, the left sides over `k + 1 ..= k + h`. Rows
    // that all rings of the group share go in tiles, the few others ring by ring.
    let (shared_top, shared_bottom) = (inner.k + 1, inner.k + inner.height);
    for ring in group {
        let (top, bottom) = rows_of(ring);
        for row in (top..shared_top).chain(shared_bottom..bottom) {
            buffer[ring.right_at(row)] = cells[row * cols + ring.k + ring.width];
        }
        for row in (top + 1..shared_top).chain(shared_bottom..=bottom) {
            buffer[ring.left_at(row)] = cells[row * cols + ring.k];
        }
    }
    let right_edge = cols - k0 - n;
    let mut row = shared_top;
    while row + TILE <= shared_bottom {
        for row in row + AHEAD..row + AHEAD + TILE {
            prefetch(cells, row * cols + k0, n);
            prefetch(cells, row * cols + right_edge, n);
        }
        for (j, rings) in group.chunks_exact(TILE).enumerate() {
            let at = row * cols + k0 + j * TILE;
            let lines: [_; TILE] = from_fn(|i| run(cells, at + (TILE - 1 - i) * cols));
            for (j, ring) in rings.iter().enumerate() {
                let to = run_mut(buffer, ring.left_at(row + TILE - 1));
                *to = column(&lines, j);
            }
            let at = row * cols + right_edge + n - (j + 1) * TILE;
            let lines: [_; TILE] = from_fn(|i| run(cells, at + i * cols));
            for (j, ring) in rings.iter().enumerate() {
                let to = run_mut(buffer, ring.right_at(row));
                *to = column(&lines, TILE - 1 - j);
            }
        }
        for row in row..row + TILE {
            for ring in group.chunks_exact(TILE).remainder() {
                buffer[ring.left_at(row)] = cells[row * cols + ring.k];
                buffer[ring.right_at(row)] = cells[row * cols + ring.k + ring.width];
            }
        }
        row += TILE;
    }
    for row in row..shared_bottom {
        for ring in group {
            buffer[ring.left_at(row)] = cells[row * cols + ring.k];
            buffer[ring.base + ring.width + row - ring.k] = cells[row * cols + ring.k + ring.width];
        }
    }
    for ring in group {
        let wrap = ring.wrap();
        buffer.copy_within(ring.base..ring.base + wrap, ring.base + ring.len());
    }
}

/// Writes the unrolled rings of a group to their places in the output, each turned by its shift.
fn scatter(cols: usize, out: &mut [i64], group: &[Ring], buffer: &[i64]) {
    let (Some(first), Some(inner)) = (group.first(), group.last()) else { return };
    let (k0, n) = (first.k, group.len());
    let (shared_top, shared_bottom) = (inner.k + 1, inner.k + inner.height);
    // Where the runs of the right and the left sides begin in the buffer.
    let mut starts = [(0, 0); GROUP];
    for (ring, start) in group.iter().zip(&mut starts) {
        let (w, h, k) = (ring.width, ring.height, ring.k);
        let bottom = k + h;
        out[k * cols + k..][..w].copy_from_slice(&buffer[ring.source(0)..][..w]);
        let below = &mut out[bottom * cols + k + 1..][..w];
        for (to, from) in below.iter_mut().rev().zip(&buffer[ring.source(w + h)..][..w]) {
            *to = *from;
        }
        let (right, left) = (ring.source(w), ring.source(2 * w + h));
        for row in (k..shared_top).chain(shared_bottom..bottom) {
            out[row * cols + k + w] = buffer[right + row - k];
        }
        for row in (k + 1..shared_top).chain(shared_bottom..=bottom) {
            out[row * cols + k] = buffer[left + bottom - row];
        }
        *start = (right, left);
    }
    let right_edge = cols - k0 - n;
    let mut row = shared_top;
    while row + TILE <= shared_bottom {
        for row in row + AHEAD..row + AHEAD + TILE {
            prefetch(out, row * cols + k0, n);
            prefetch(out, row * cols + right_edge, n);
        }
        for (j, rings) in group.chunks_exact(TILE).enumerate() {
            let starts = &starts[j * TILE..][..TILE];
            let at = row * cols + k0 + j * TILE;
            let runs: [_; TILE] = from_fn(|j| {
                run(buffer, starts[j].1 + rings[j].k + rings[j].height - (row + TILE - 1))
            });
            for i in 0..TILE {
                *run_mut(out, at + i * cols) = column(&runs, TILE - 1 - i);
            }
            let at = row * cols + right_edge + n - (j + 1) * TILE;
            let runs: [_; TILE] = from_fn(|j| {
                let j = TILE - 1 - j;
                run(buffer, starts[j].0 + row - rings[j].k)
            });
            for i in 0..TILE {
                *run_mut(out, at + i * cols) = column(&runs, i);
            }
        }
        for row in row..row + TILE {
            let whole = n - n % TILE;
            for (ring, (right, left)) in group[whole..].iter().zip(&starts[whole..]) {
                out[row * cols + ring.k] = buffer[left + ring.k + ring.height - row];
                out[row * cols + ring.k + ring.width] = buffer[right + row - ring.k];
            }
        }
        row += TILE;
    }
    for row in row..shared_bottom {
        for (ring, (right, left)) in group.iter().zip(starts) {
            out[row * cols + ring.k] = buffer[left + ring.k + ring.height - row];
            out[row * cols + ring.k + ring.width] = buffer[right + row - ring.k];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Matrix, reference};

    fn count(rows: usize, cols: usize) -> Matrix {
        Matrix::new(rows, cols, (1..=(rows * cols) as i64).collect()).unwrap()
    }

    fn text(matrix: &Matrix) -> String {
        let row = |row: &[i64]| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        matrix.iter_rows().map(row).collect::<Vec<_>>().join(" / ")
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
                    assert_eq!(
                        matrix.rotate(r),
                        reference::rotate(&matrix, r),
                        "{rows}x{cols} by {r}"
                    );
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
        ];
        for (rows, cols) in sizes {
            let matrix = count(rows, cols);
            let mut into = Matrix::default();
            for r in [1, -1, 7, 100, 555, 1_000_003, i64::MIN, i64::MAX, 987_654_321_987] {
                let turned = matrix.rotate(i128::from(r));
                assert_eq!(
                    turned,
                    reference::rotate(&matrix, i128::from(r)),
                    "{rows}x{cols} by {r}"
                );
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
}
