//! The givens of a sudoku as parts that can be left out.

use super::grid::{Grid, cell_name};
use super::several::several;
use super::solve::two;
use super::{Givens, codes};
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::moves::design;
use crate::puzzle::parts::{Effect, Part, Parts, Sort};
use crate::search::{Budget, Stop};

static GIVENS: Sort = Sort { many: "givens", code: None, effect: Effect::Hinders };

impl Givens {
    /// Returns the cells whose givens can be left out: none if the grid obviously has no solution,
    /// or if pencil marks decide too.
    fn parts(&self) -> Vec<usize> {
        let cells = if self.hopeless || self.start.has_marks() { 0 } else { self.places.len() };
        (0..cells).filter(|&cell| self.grid.value(cell) != 0).collect()
    }
}

/// The givens of a sudoku of which some cells may have been filled in.
pub(super) struct PartsAt<'a> {
    model: &'a Givens,
    grid: Grid,
    cells: Vec<usize>,
}

impl<'a> PartsAt<'a> {
    /// Returns the givens of a sudoku that starts with a grid.
    pub(super) fn of(model: &'a Givens, at: &Grid) -> Self {
        Self { model, grid: at.clone(), cells: model.parts() }
    }
}

impl Parts for PartsAt<'_> {
    fn count(&self) -> usize {
        self.cells.len()
    }

    fn figure(&self, left_out: &[usize], budget: &Budget) -> Result<Option<u64>, Stop> {
        if self.model.hopeless {
            return Ok(None);
        }
        let mut grid = self.grid.clone();
        for &part in left_out {
            grid.set(self.cells[part], 0);
        }
        let count = two(&grid, budget)?.len() as u64;
        Ok((count > 0).then_some(count))
    }

    fn part(&self, number: usize) -> Part {
        let model = self.model;
        let cell = self.cells[number];
        let grid = &model.grid;
        let digit = grid.symbol(grid.value(cell), '.');
        Part {
            sort: &GIVENS,
            name: format!("given {digit} in {}", cell_name(cell, grid.size())),
            places: model.places.get(cell).copied().into_iter().collect(),
            instead: model.blank.to_string(),
        }
    }
}

/// Adds to the diagnostics since `mark`: to that of a sudoku without a solution, the givens without
/// which it has one; to that of several solutions, in which cells they differ, and which givens
/// would decide.
///
/// # Errors
/// Why a search stopped.
pub(super) fn design(
    givens: &Givens,
    grid: &Grid,
    mark: usize,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let parts = PartsAt::of(givens, grid);
    let figure = design::figure(&parts, codes::DEEP, mark, budget, sink);
    let noted = match figure {
        Ok(Some(_)) => note_several(givens, grid, mark, budget, sink),
        Ok(None) => Ok(()),
        Err(stop) => Err(stop),
    };
    budget.show_turn(0, 0);
    noted
}

/// Adds where all solutions differ to the diagnostic of several solutions.
fn note_several(
    givens: &Givens,
    grid: &Grid,
    mark: usize,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let is_several = |fault: &&mut Diagnostic| *fault.code == codes::SEVERAL;
    let fault = sink.diagnostics_since(mark).iter_mut().find(is_several);
    let Some(fault) = fault.filter(|_| !grid.has_marks()) else { return Ok(()) };
    if let Some(solutions) = several(grid, budget)? {
        codes::note_all_known(fault, &givens.places, &givens.grid, &solutions);
    }
    Ok(())
}
