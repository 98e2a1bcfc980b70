//! The outline of a set of cells as one path with rounded corners, holes included.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::page::{Point, number};

/// The place of a cell, or of a corner: the lines that cross there have the numbers of the cell to the
/// right of it and below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct At {
    pub(super) row: usize,
    pub(super) column: usize,
}

impl At {
    /// Returns the place of a cell by its number in a board with so many columns.
    pub(super) fn of(number: usize, columns: usize) -> Self {
        Self { row: number / columns, column: number % columns }
    }

    /// Returns how many steps to a cell beside lead from here to another place.
    pub(super) fn steps(self, to: Self) -> usize {
        self.row.abs_diff(to.row) + self.column.abs_diff(to.column)
    }
}

/// The place of cells on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    /// Left edge of column 0 and top edge of row 0.
    pub(super) left: f64,
    pub(super) top: f64,
    /// Width and height of a cell.
    pub(super) wide: f64,
    pub(super) high: f64,
}

impl Grid {
    /// Returns the left edge of a column, or of the space after it.
    pub(super) fn x(&self, column: usize) -> f64 {
        self.left + column as f64 * self.wide
    }

    /// Returns the top edge of a row.
    pub(super) fn y(&self, row: usize) -> f64 {
        self.top + row as f64 * self.high
    }

    /// Returns the left upper corner of a cell.
    pub(super) fn corner(&self, at: At) -> Point {
        Point { x: self.x(at.column), y: self.y(at.row) }
    }

    /// Returns the middle of a cell.
    pub(super) fn middle(&self, at: At) -> Point {
        Point { x: self.x(at.column) + self.wide / 2.0, y: self.y(at.row) + self.high / 2.0 }
    }
}

/// Left, right, up and down by steps of rows and columns, in the order of a turn to the right.
const WAYS: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Returns the borders of a set of cells, each as the corners where it turns, cells on the right
/// hand: the outer one clockwise, those of holes the other way. Cells that meet only in a corner
/// are separate.
fn borders(cells: &BTreeSet<At>) -> Vec<Vec<At>> {
    let holds = |row: isize, column: isize| {
        row >= 0
            && column >= 0
            && cells.contains(&At { row: row as usize, column: column as usize })
    };

    // From each corner, the directions in which a border leaves it: one bit each.
    let mut leaves: BTreeMap<At, u8> = BTreeMap::new();
    for &At { row, column } in cells {
        let (r, c) = (row as isize, column as isize);
        let sides = [
            (At { row, column }, 0, holds(r - 1, c)),
            (At { row, column: column + 1 }, 1, holds(r, c + 1)),
            (At { row: row + 1, column: column + 1 }, 2, holds(r + 1, c)),
            (At { row: row + 1, column }, 3, holds(r, c - 1)),
        ];
        for (corner, way, inner) in sides {
            if !inner {
                *leaves.entry(corner).or_default() |= 1 << way;
            }
        }
    }

    let mut borders = Vec::new();
    while let Some((&start, &ways)) = leaves.iter().find(|(_, ways)| **ways != 0) {
        let first = ways.trailing_zeros() as usize;
        let mut at = start;
        let mut way = first;
        let mut border = Vec::new();
        loop {
            if let Some(left) = leaves.get_mut(&at) {
                *left &= !(1 << way);
                if *left == 0 {
                    leaves.remove(&at);
                }
            }

            let (row, column) = WAYS[way];
            at.row = at.row.wrapping_add_signed(row);
            at.column = at.column.wrapping_add_signed(column);
            // To the right first, so that cells that meet in a corner stay apart.
            let here = leaves.get(&at).copied().unwrap_or(0);
            let next = [1, 0, 3].map(|turn| (way + turn) % 4);
            let closes = |next: usize| at == start && next == first;
            let Some(next) = next.into_iter().find(|&n| here >> n & 1 == 1 || closes(n)) else {
                break;
            };
            if next != way {
                border.push(at);
            }
            if closes(next) && here >> next & 1 == 0 {
                break;
            }
            way = next;
        }
        borders.push(border);
    }
    borders
}

/// Writes the outline of cells, as [`outline`] describes it, with a class; nothing without cells.
pub(super) fn outlined(
    class: &str,
    cells: &[At],
    grid: &Grid,
    inset: f64,
    radius: f64,
    out: &mut String,
) {
    if !cells.is_empty() {
        let path = outline(cells, grid, inset, radius);
        let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
}

/// Returns the outline as path data: `inset` inside the cells' edges, corners rounded by `radius`.
/// Holes run the other way, so that both fill rules leave them open.
fn outline(cells: &[At], grid: &Grid, inset: f64, radius: f64) -> String {
    let mut path = String::new();
    for border in borders(&cells.iter().copied().collect()) {
        let count = border.len();
        let points: Vec<Point> = (0..count)
            .map(|at| {
                let before = border[(at + count - 1) % count];
                let here = border[at];
                let after = border[(at + 1) % count];
                // The inside lies to the right of each side: the point moves by both normals.
                let (a, b) = (normal(before, here), normal(here, after));
                let x = grid.x(here.column) + inset * (a.x + b.x);
                let y = grid.y(here.row) + inset * (a.y + b.y);
                Point { x, y }
            })
            .collect();

        for at in 0..count {
            let before = points[(at + count - 1) % count];
            let here = points[at];
            let after = points[(at + 1) % count];
            let reach = |other: Point| radius.min(here.distance(other) / 2.0);
            let from = here.toward(before, reach(before));
            let to = here.toward(after, reach(after));
            let pen = if at == 0 { 'M' } else { 'L' };
            let [a, b, c] =
                [from, here, to].map(|Point { x, y }| format!("{} {}", number(x), number(y)));
            let _ = write!(path, "{pen}{a}Q{b} {c}");
        }
        path.push('Z');
    }
    path
}

/// Returns the unit vector to the right of a side.
fn normal(from: At, to: At) -> Point {
    let sign = |a: usize, b: usize| match a.cmp(&b) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => -1.0,
    };
    Point { x: -sign(from.row, to.row), y: sign(from.column, to.column) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { left: 0.0, top: 0.0, wide: 10.0, high: 10.0 };

    fn corners(cells: &[[usize; 2]]) -> Vec<usize> {
        let cells = cells.iter().map(|&[row, column]| At { row, column });
        borders(&cells.collect()).iter().map(Vec::len).collect()
    }

    #[test]
    fn borders_turn_where_they_should() {
        assert_eq!(corners(&[[0, 0]]), [4]);
        assert_eq!(corners(&[[0, 0], [0, 1]]), [4]);
        assert_eq!(corners(&[[0, 0], [1, 0], [1, 1]]), [6]);
        // A ring has two borders; cells that meet in a corner have one each.
        let ring: Vec<_> = (0..9).map(|n| [n / 3, n % 3]).filter(|&cell| cell != [1, 1]).collect();
        assert_eq!(corners(&ring), [4, 4]);
        assert_eq!(corners(&[[0, 0], [1, 1]]), [4, 4]);
        assert_eq!(corners(&[[0, 1], [1, 0]]), [4, 4]);
        assert!(corners(&[]).is_empty());
        // A checkerboard within a ring: every hole and cell has its own border.
        let lattice: Vec<_> =
            (0..25).map(|n| [n / 5, n % 5]).filter(|&[r, c]| r % 2 == 0 || c % 2 == 0).collect();
        assert_eq!(corners(&lattice).len(), 5);
    }

    #[test]
    fn the_path_lies_inside() {
        let path = outline(&[At::default()], &GRID, 1.0, 2.0);
        assert_eq!(path, "M7 1Q9 1 9 3L9 7Q9 9 7 9L3 9Q1 9 1 7L1 3Q1 1 3 1Z");
        assert_eq!(outline(&[At::default()], &GRID, 1.0, 50.0).matches('Q').count(), 4);
    }

    #[test]
    fn every_side_is_walked_once() {
        // By the shoelace formula the borders enclose as many squares as there are cells.
        let mut draw = 88_172_645_463_325_252_u64;
        for _ in 0..200 {
            let mut cells = BTreeSet::new();
            for number in 0..36 {
                draw ^= draw << 13;
                draw ^= draw >> 7;
                draw ^= draw << 17;
                if draw & 1 == 0 {
                    cells.insert(At::of(number, 6));
                }
            }
            let area: i64 = borders(&cells)
                .iter()
                .map(|border| {
                    let next = border.iter().cycle().skip(1);
                    let twice: i64 = border
                        .iter()
                        .zip(next)
                        .map(|(a, b)| (a.column * b.row) as i64 - (b.column * a.row) as i64)
                        .sum();
                    twice / 2
                })
                .sum();
            assert_eq!(area, cells.len() as i64);
        }
    }
}
