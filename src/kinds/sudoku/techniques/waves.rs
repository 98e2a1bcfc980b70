//! How far some techniques get: all steps of a technique at a time, which is several times faster
//! than one step after the other, and ends at the same board unless a step hides the pattern of
//! another.

use super::super::grid::Grid;
use super::board::Board;
use super::{Collector, TABLE, used};

/// The board of a puzzle with one solution, thinned by waves of steps.
#[derive(Clone, Debug)]
pub(in crate::kinds::sudoku) struct Waves {
    board: Board,
}

impl Waves {
    /// Creates the board of a puzzle that is proved to have one solution.
    pub(in crate::kinds::sudoku) fn new(puzzle: &Grid) -> Self {
        let mut board = Board::new(puzzle, puzzle, true);
        board.is_silent = true;
        Self { board }
    }

    /// Makes all steps of techniques that `is_allowed`, the first of the table first, until none
    /// makes progress. Returns whether the board is full then.
    pub(in crate::kinds::sudoku) fn run(&mut self, is_allowed: impl Fn(usize) -> bool) -> bool {
        let rows: Vec<usize> = used().filter(|&row| is_allowed(row)).collect();
        while !self.board.grid().is_full() && rows.iter().any(|&row| self.wave(row)) {}
        self.board.grid().is_full()
    }

    /// Makes all steps of a technique that are possible now. Returns whether there are any.
    pub(in crate::kinds::sudoku) fn wave(&mut self, row: usize) -> bool {
        let mut collector = Collector::new(row, false);
        (TABLE[row].find)(&self.board, &mut collector);
        for step in &collector.steps {
            self.board.apply(&step.effect);
        }
        !collector.steps.is_empty()
    }

    /// Returns the number of candidates that are left.
    pub(in crate::kinds::sudoku) fn candidates(&self) -> u32 {
        self.board.open().map(|cell| self.board.mask(cell).count_ones()).sum()
    }
}
