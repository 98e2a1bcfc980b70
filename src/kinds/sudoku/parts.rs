//! The givens of a sudoku as parts that can be left out.

use super::Givens;
use super::grid::cell_name;
use super::solve::two;
use crate::puzzle::parts::{NamedParts, Part, Parts, Sort};
use crate::search::{Budget, Outcome};

static GIVENS: Sort = Sort { many: "givens", code: None };

impl Givens {
    /// Returns the cells whose givens can be left out: none if the grid obviously has no solution,
    /// or if pencil marks decide too.
    fn parts(&self) -> Vec<usize> {
        let cells = if self.hopeless || self.start.has_marks() { 0 } else { self.places.len() };
        (0..cells).filter(|&cell| self.grid.value(cell) != 0).collect()
    }
}

impl Parts for Givens {
    fn count(&self) -> usize {
        self.parts().len()
    }

    fn figure(&self, left_out: &[usize], budget: &Budget) -> Outcome<u64> {
        let (mut grid, givens) = (self.grid.clone(), self.parts());
        for &part in left_out {
            grid.set(givens[part], 0);
        }
        if self.hopeless {
            return Outcome::Unsolvable;
        }
        match two(&grid, budget).map(|found| found.len() as u64) {
            Ok(0) => Outcome::Unsolvable,
            Ok(count) => Outcome::Solved(count),
            Err(stop) => Outcome::GaveUp(stop),
        }
    }
}

impl NamedParts for Givens {
    fn part(&self, number: usize) -> Part {
        let (grid, cell) = (&self.grid, self.parts()[number]);
        let digit = grid.symbol(grid.value(cell), '.');
        Part {
            sort: &GIVENS,
            name: format!("given {digit} in {}", cell_name(cell, grid.size())),
            places: self.places.get(cell).copied().into_iter().collect(),
            instead: self.blank.to_string(),
        }
    }
}
