//! The solver for grids of any order: a mask of candidates per cell, naked and hidden singles, and
//! guesses at the narrowest place, which is a cell or a digit in a unit.

use super::super::grid::Grid;
use super::super::rules::{Geometry, Unit};
use crate::search::{Budget, Charge, Stop};

/// Candidates of all cells. A cell of one candidate is settled once its peers have lost it.
#[derive(Clone, Debug)]
struct State {
    candidates: Box<[u32]>,
    settled: Box<[bool]>,
    left: usize,
}

/// A depth-first search over [`State`]s.
#[derive(Debug)]
pub(super) struct Wide {
    order: usize,
    stack: Vec<State>,
    nodes: u64,
    /// The stack: a search that was stopped keeps it.
    charge: Charge,
}

/// The subject of a guess.
enum Choice {
    /// One of the candidates of a cell.
    Cell(usize),
    /// One of the cells of a unit for a digit.
    Digit(Unit, u32),
}

impl Wide {
    pub(super) fn new(grid: &Grid) -> Self {
        let size = grid.size();
        let all = (1_u32 << size) - 1;
        let cells = grid.cells();
        let state = State {
            candidates: cells
                .iter()
                .enumerate()
                .map(|(cell, &digit)| match digit {
                    0 => all & !grid.deleted(cell),
                    _ => 1 << (digit - 1),
                })
                .collect(),
            settled: vec![false; cells.len()].into(),
            left: cells.len(),
        };
        Self { order: grid.order(), stack: vec![state], nodes: 0, charge: Charge::default() }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn next(&mut self, budget: &Budget) -> Result<Option<Grid>, Stop> {
        let geometry = Geometry::of(self.order);
        while let Some(mut state) = self.stack.pop() {
            let bytes = (self.stack.len() * state.candidates.len() * 5) as u64;
            if let Some(progress) = &budget.progress {
                progress.publish(self.nodes, self.stack.len() as u64 + 1, 0, bytes);
            }
            if bytes != self.charge.bytes() {
                self.charge.set(bytes, budget);
            }
            if let Err(stop) = budget.check(self.nodes, 0) {
                self.stack.push(state);
                return Err(stop);
            }
            if !state.narrow(geometry, self.order) {
                continue;
            }
            if state.left == 0 {
                let cells: Vec<u8> =
                    state.candidates.iter().map(|mask| mask.trailing_zeros() as u8 + 1).collect();
                return Ok(Grid::new(cells));
            }
            self.nodes += 1;
            match state.choose(geometry, self.order) {
                Choice::Cell(cell) => {
                    for digit in (0..32).rev() {
                        if state.candidates[cell] >> digit & 1 == 1 {
                            let mut next = state.clone();
                            next.candidates[cell] = 1 << digit;
                            self.stack.push(next);
                        }
                    }
                }
                Choice::Digit(unit, bit) => {
                    for &cell in geometry.cells(unit).iter().rev() {
                        if state.candidates[usize::from(cell)] & bit != 0 {
                            let mut next = state.clone();
                            next.candidates[usize::from(cell)] = bit;
                            self.stack.push(next);
                        }
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Returns all units of a grid of that order.
fn units(order: usize) -> impl Iterator<Item = Unit> {
    let size = order * order;
    (0..size).map(Unit::Row).chain((0..size).map(Unit::Column)).chain((0..size).map(Unit::Box))
}

impl State {
    /// Follows naked and hidden singles. `false` at a contradiction.
    fn narrow(&mut self, geometry: &Geometry, order: usize) -> bool {
        loop {
            let mut changed = false;
            for cell in 0..self.candidates.len() {
                let mask = self.candidates[cell];
                if mask == 0 {
                    return false;
                }
                if mask.is_power_of_two() && !self.settled[cell] {
                    self.settled[cell] = true;
                    self.left -= 1;
                    changed = true;
                    let units = [
                        Unit::Row(geometry.row(cell)),
                        Unit::Column(geometry.column(cell)),
                        Unit::Box(geometry.box_of(cell)),
                    ];
                    for peer in units.into_iter().flat_map(|unit| geometry.cells(unit)) {
                        let peer = usize::from(*peer);
                        if peer != cell {
                            self.candidates[peer] &= !mask;
                            if self.candidates[peer] == 0 {
                                return false;
                            }
                        }
                    }
                }
            }
            for unit in units(order) {
                let (mut one, mut two) = (0, 0);
                for &cell in geometry.cells(unit) {
                    let mask = self.candidates[usize::from(cell)];
                    two |= one & mask;
                    one |= mask;
                }
                if one.count_ones() as usize != order * order {
                    return false;
                }
                let once = one & !two;
                if once != 0 {
                    for &cell in geometry.cells(unit) {
                        let mask = &mut self.candidates[usize::from(cell)];
                        if *mask & once != 0 && !mask.is_power_of_two() {
                            *mask &= once;
                            changed = true;
                            if !mask.is_power_of_two() {
                                return false; // two digits have only this cell
                            }
                        }
                    }
                }
            }
            if !changed {
                return true;
            }
        }
    }

    /// Returns the place with the fewest possibilities; cells before units, the first of equals.
    fn choose(&self, geometry: &Geometry, order: usize) -> Choice {
        let mut fewest = u32::MAX;
        let mut choice = Choice::Cell(0);
        for (cell, mask) in self.candidates.iter().enumerate() {
            let count = mask.count_ones();
            if count > 1 && count < fewest {
                (fewest, choice) = (count, Choice::Cell(cell));
            }
        }
        if fewest <= 2 {
            return choice;
        }
        for unit in units(order) {
            let mut counts = [0_u32; 32];
            for &cell in geometry.cells(unit) {
                let mut mask = self.candidates[usize::from(cell)];
                while mask != 0 {
                    counts[mask.trailing_zeros() as usize] += 1;
                    mask &= mask - 1;
                }
            }
            for (digit, &count) in counts.iter().enumerate() {
                if count > 1 && count < fewest {
                    (fewest, choice) = (count, Choice::Digit(unit, 1 << digit));
                }
            }
        }
        choice
    }
}
