//! The symmetries that the places of the givens can have.

use super::super::layout::Layout;

/// A symmetry of the places of the givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    None,
    Rotate180,
    Rotate90,
    Mirror,
    Flip,
    Diagonal,
    All,
}

/// A map of the square onto itself.
type Map = fn(Place, usize) -> Place;

/// A row and a column.
#[derive(Clone, Copy)]
struct Place {
    row: usize,
    column: usize,
}

const MIRROR: Map = |at, size| Place { column: size - 1 - at.column, ..at };
const FLIP: Map = |at, size| Place { row: size - 1 - at.row, ..at };
const DIAGONAL: Map = |at, _| Place { row: at.column, column: at.row };
const ROTATE_90: Map = |at, size| Place { row: at.column, column: size - 1 - at.row };
const ROTATE_180: Map = |at, size| Place { row: size - 1 - at.row, column: size - 1 - at.column };

impl Symmetry {
    /// All symmetries with their words.
    pub(super) const WORDS: [(&'static str, Self); 7] = [
        ("none", Self::None),
        ("rotate180", Self::Rotate180),
        ("rotate90", Self::Rotate90),
        ("mirror", Self::Mirror),
        ("flip", Self::Flip),
        ("diagonal", Self::Diagonal),
        ("all", Self::All),
    ];

    /// The symmetries of which `any` is one.
    pub(super) const ANY: [Self; 6] =
        [Self::Rotate180, Self::Rotate90, Self::Mirror, Self::Flip, Self::Diagonal, Self::All];

    /// Returns its word.
    pub(super) fn word(self) -> &'static str {
        Self::WORDS.iter().find(|entry| entry.1 == self).map_or("", |entry| entry.0)
    }

    /// Returns whether the symmetry maps boxes onto boxes.
    pub(super) fn fits(self, layout: Layout) -> bool {
        let is_turned = matches!(self, Self::Rotate90 | Self::Diagonal | Self::All);
        layout.has_square_boxes() || !is_turned
    }

    /// Returns maps that generate the symmetry.
    fn generators(self) -> &'static [Map] {
        match self {
            Self::None => &[],
            Self::Rotate180 => &[ROTATE_180],
            Self::Rotate90 => &[ROTATE_90],
            Self::Mirror => &[MIRROR],
            Self::Flip => &[FLIP],
            Self::Diagonal => &[DIAGONAL],
            Self::All => &[ROTATE_90, MIRROR],
        }
    }

    /// Returns the orbits of the cells of a grid of `size` rows: sets of cells, each in reading order,
    /// that the symmetry maps onto themselves.
    pub(super) fn orbits(self, size: usize) -> Vec<Vec<usize>> {
        let mut orbits = Vec::new();
        let mut known = vec![false; size * size];
        for first in 0..size * size {
            if known[first] {
                continue;
            }
            known[first] = true;
            let mut orbit = vec![first];
            let mut next = 0;
            while let Some(&cell) = orbit.get(next) {
                next += 1;
                for map in self.generators() {
                    let at = map(Place { row: cell / size, column: cell % size }, size);
                    let image = at.row * size + at.column;
                    if !known[image] {
                        known[image] = true;
                        orbit.push(image);
                    }
                }
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits
    }
}
