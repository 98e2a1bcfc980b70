//! Digging: which digits of a full grid can go while it stays the only solution.

use super::super::grid::Grid;
use super::super::solve::Solver;
use crate::puzzle::make::Draw;
use crate::search::{Budget, Outcome, Stop};

/// Some of the digits of a full grid, which is their only solution.
#[derive(Clone, Debug)]
pub(super) struct Draft<'a> {
    solution: &'a Grid,
    /// Sets of cells that are given or empty together.
    orbits: &'a [Vec<usize>],
    /// For each orbit, whether it is given.
    is_given: Vec<bool>,
    grid: Grid,
}

impl<'a> Draft<'a> {
    /// Returns a full grid, of which everything is given.
    pub(super) fn full(solution: &'a Grid, orbits: &'a [Vec<usize>]) -> Self {
        Self { solution, orbits, is_given: vec![true; orbits.len()], grid: solution.clone() }
    }

    /// Returns the full grid.
    pub(super) fn solution(&self) -> &'a Grid {
        self.solution
    }

    /// Returns the givens as a grid.
    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the numbers of the orbits that are given, or of those that are not.
    fn orbits(&self, given: bool) -> Vec<usize> {
        (0..self.orbits.len()).filter(|&orbit| self.is_given[orbit] == given).collect()
    }

    /// Adds orbits in the order of their ranks until there are at least so many givens. Returns the
    /// grid.
    pub(super) fn filled(&self, least: usize, ranks: &[usize]) -> Grid {
        let mut draft = self.clone();
        for &orbit in ranks {
            if draft.grid.givens() >= least {
                break;
            }
            draft.add(orbit);
        }
        draft.grid
    }

    /// Makes an orbit given.
    fn add(&mut self, orbit: usize) {
        self.is_given[orbit] = true;
        for &cell in &self.orbits[orbit] {
            self.grid.set(cell, self.solution.value(cell));
        }
    }

    /// Takes away what is not needed, in random order: what is left is minimal.
    ///
    /// # Errors
    /// The budget's stop.
    pub(super) fn dig(&mut self, draw: &mut Draw, budget: &Budget) -> Result<(), Stop> {
        let mut order = self.orbits(true);
        draw.shuffle(&mut order);
        self.thin(&order, budget)
    }

    /// Adds an orbit at random, and takes away what is not needed then: another minimal puzzle of
    /// mostly the same givens.
    ///
    /// # Errors
    /// The budget's stop.
    pub(super) fn vary(&mut self, draw: &mut Draw, budget: &Budget) -> Result<(), Stop> {
        let free = self.orbits(false);
        if free.is_empty() {
            return Ok(());
        }
        let orbit = free[draw.index(free.len())];
        let mut order = self.orbits(true);
        draw.shuffle(&mut order);
        self.add(orbit);
        // Last, because else it would go again at once.
        order.push(orbit);
        self.thin(&order, budget)
    }

    /// Takes away, in this order, each of the orbits without which there is still one solution. One
    /// pass is enough: an orbit that is needed stays needed when others go.
    ///
    /// # Errors
    /// The budget's stop.
    fn thin(&mut self, order: &[usize], budget: &Budget) -> Result<(), Stop> {
        for &orbit in order {
            if !self.is_needed(&self.orbits[orbit], budget)? {
                self.is_given[orbit] = false;
                for &cell in &self.orbits[orbit] {
                    self.grid.set(cell, 0);
                }
            }
        }
        Ok(())
    }

    /// Returns whether no single given can go.
    ///
    /// # Errors
    /// The budget's stop.
    pub(super) fn is_strict(&self, budget: &Budget) -> Result<bool, Stop> {
        for cell in (0..self.grid.cells().len()).filter(|&cell| self.grid.value(cell) != 0) {
            if !self.is_needed(&[cell], budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether there is another solution without the givens of some cells: one that differs
    /// in the first of them, or agrees there and differs in the second, and so on.
    ///
    /// # Errors
    /// The budget's stop.
    fn is_needed(&self, cells: &[usize], budget: &Budget) -> Result<bool, Stop> {
        let mut without = self.grid.clone();
        for &cell in cells {
            without.set(cell, 0);
        }
        for &cell in cells {
            let digit = self.solution.value(cell);
            without.delete(cell, 1 << (digit - 1));
            match Solver::new(&without).next_solution(budget) {
                Outcome::Solved(_) => return Ok(true),
                Outcome::Unsolvable => {}
                Outcome::GaveUp(stop) => return Err(stop),
            }
            without.delete(cell, 0);
            without.set(cell, digit);
        }
        Ok(false)
    }
}
