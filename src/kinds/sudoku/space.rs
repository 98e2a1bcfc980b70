//! The seeds' stream of boards as a space: from a board, the first empty cell in reading order
//! takes each digit that it can, ascending.

use super::grid::{Grid, digits};
use super::moves::Move;
use super::rules::{candidates, clashes, put};
use crate::puzzle::moves::Positions;
use crate::search::Space;

/// A digit that is put into a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The number of the cell.
    pub cell: u16,
    /// The digit.
    pub digit: u8,
}

impl Placement {
    /// Returns a copy of a grid with the digit in the cell.
    pub(super) fn on(self, grid: &Grid) -> Grid {
        let mut next = grid.clone();
        put(&mut next, usize::from(self.cell), self.digit);
        next
    }
}

/// The boards that can be reached from one by filling its empty cells in reading order. A state is
/// the digits put there: one per level.
pub struct Boards {
    start: Grid,
    empty: Vec<u16>,
    /// True if no digit stands twice in a unit of the start: else a full board is not a solution.
    sound: bool,
}

impl Boards {
    pub(super) fn new(start: Grid) -> Self {
        let cells = 0..start.cells().len();
        let empty = cells.filter(|&cell| start.value(cell) == 0).map(|cell| cell as u16).collect();
        let sound = clashes(&start).is_empty();
        Self { start, empty, sound }
    }

    /// Returns the board of a state.
    fn board(&self, placed: &[u8]) -> Grid {
        let mut board = self.start.clone();
        for (&cell, &digit) in self.empty.iter().zip(placed) {
            put(&mut board, usize::from(cell), digit);
        }
        board
    }
}

impl Space for Boards {
    type State = Box<[u8]>;
    type Move = Placement;

    fn starts(&self, out: &mut Vec<Box<[u8]>>) {
        out.push(Box::default());
    }

    fn successors(&self, placed: &Box<[u8]>, out: &mut Vec<(Placement, Box<[u8]>)>) {
        let Some(&cell) = self.empty.get(placed.len()) else { return };
        for digit in digits(candidates(&self.board(placed), usize::from(cell))) {
            let longer: Vec<u8> = placed.iter().copied().chain([digit]).collect();
            out.push((Placement { cell, digit }, longer.into()));
        }
    }

    fn is_goal(&self, placed: &Box<[u8]>) -> bool {
        self.sound && placed.len() == self.empty.len()
    }

    fn heap_bytes(&self, depth: usize) -> usize {
        // One digit per level; the allocator rounds up, and keeps eight bytes with each block.
        (depth.min(self.empty.len()) + 8).next_multiple_of(16).max(32)
    }
}

impl Positions for Boards {
    type Position = Grid;
    type Step = Move;

    fn position(&self, placed: &Box<[u8]>) -> Grid {
        self.board(placed)
    }

    fn step(&self, by: Placement) -> Move {
        Move::Put(by)
    }
}
