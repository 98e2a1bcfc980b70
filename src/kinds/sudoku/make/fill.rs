//! Full grids, drawn at random.

use super::super::grid::{Grid, digits};
use super::super::layout::Layout;
use super::super::rules::Geometry;
use crate::puzzle::make::Draw;
use crate::search::{Budget, Stop};

/// A digit in a cell, and the digits that are still to be tried there.
struct Guess {
    cell: usize,
    left: u32,
}

/// The digits that the units of a grid hold, as sets.
struct Filling {
    geometry: &'static Geometry,
    cells: Vec<u8>,
    rows: Vec<u32>,
    columns: Vec<u32>,
    boxes: Vec<u32>,
}

impl Filling {
    fn new(layout: Layout) -> Self {
        let geometry = Geometry::of(layout);
        let none = vec![0; geometry.size];
        let rows = none.clone();
        let columns = none.clone();
        let boxes = none;
        Self { geometry, cells: vec![0; geometry.size * geometry.size], rows, columns, boxes }
    }

    /// Returns the digits that fit into a cell.
    fn able(&self, cell: usize) -> u32 {
        let geometry = self.geometry;
        let taken = self.rows[geometry.row(cell)]
            | self.columns[geometry.column(cell)]
            | self.boxes[geometry.box_of(cell)];
        ((1 << geometry.size) - 1) & !taken
    }

    /// Puts a digit into a cell, or takes away the one that is there.
    fn toggle(&mut self, cell: usize, digit: u8) {
        let geometry = self.geometry;
        let bit = 1 << (digit - 1);
        self.rows[geometry.row(cell)] ^= bit;
        self.columns[geometry.column(cell)] ^= bit;
        self.boxes[geometry.box_of(cell)] ^= bit;
        self.cells[cell] = if self.cells[cell] == 0 { digit } else { 0 };
    }
}

/// Returns a full grid, drawn at random so that every grid can be drawn: the narrowest cell takes its
/// digits in random order, the first of equals in a random order of the cells. It starts again after
/// too many guesses.
///
/// # Errors
/// Cancelled.
pub(super) fn fill(layout: Layout, draw: &mut Draw, budget: &Budget) -> Result<Grid, Stop> {
    loop {
        budget.rest()?;
        if let Some(cells) = filled(layout, draw) {
            return Ok(Grid::new(cells).expect("each digit fits the grid"));
        }
    }
}

/// Returns the cells of a full grid, or `None` after a number of guesses.
fn filled(layout: Layout, draw: &mut Draw) -> Option<Vec<u8>> {
    let mut filling = Filling::new(layout);
    let mut cells: Vec<usize> = (0..filling.cells.len()).collect();
    draw.shuffle(&mut cells);
    let mut guesses: Vec<Guess> = Vec::with_capacity(cells.len());
    for _ in 0..4 * cells.len() {
        let empty = cells.iter().filter(|&&cell| filling.cells[cell] == 0);
        let Some(&cell) = empty.min_by_key(|&&cell| filling.able(cell).count_ones()) else {
            return Some(filling.cells);
        };
        let mut guess = Guess { cell, left: filling.able(cell) };
        while guess.left == 0 {
            guess = guesses.pop()?;
            filling.toggle(guess.cell, filling.cells[guess.cell]);
        }
        let at = draw.index(guess.left.count_ones() as usize);
        let digit = digits(guess.left).nth(at)?;
        guess.left &= !(1 << (digit - 1));
        filling.toggle(guess.cell, digit);
        guesses.push(guess);
    }
    None
}
