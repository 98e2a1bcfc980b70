//! The plain solver: fill the empty cell with the fewest candidates, try each digit, go back when a
//! cell has none. It shares only the rules with the engines, and is their oracle.

use super::grid::{Grid, digits};
use super::rules;

/// A depth-first search by the plain rules.
#[derive(Debug)]
pub struct Reference {
    stack: Vec<Grid>,
}

impl Reference {
    /// Creates a search from `grid`.
    pub fn new(grid: &Grid) -> Self {
        let sound = rules::clashes(grid).is_empty();
        Self { stack: if sound { vec![grid.clone()] } else { Vec::new() } }
    }

    /// Counts the solutions up to `limit`.
    pub fn count(&mut self, limit: u64) -> u64 {
        let mut counted = 0;
        while counted < limit && self.next().is_some() {
            counted += 1;
        }
        counted
    }
}

impl Iterator for Reference {
    type Item = Grid;

    /// Returns the next solution.
    fn next(&mut self) -> Option<Grid> {
        while let Some(grid) = self.stack.pop() {
            let empty = (0..grid.cells().len()).filter(|&cell| grid.value(cell) == 0);
            let choice = empty
                .map(|cell| (cell, rules::candidates(&grid, cell)))
                .min_by_key(|&(_, set)| set.count_ones());
            let Some((cell, set)) = choice else { return Some(grid) };
            let from = self.stack.len();
            for digit in digits(set) {
                let mut next = grid.clone();
                next.set(cell, digit);
                self.stack.push(next);
            }
            self.stack[from..].reverse();
        }
        None
    }
}
