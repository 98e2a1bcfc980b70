//! Lists with a column of solutions: a solution that is not that of its puzzle.

use super::codes;
use super::entries::givens;
use super::grid::{Grid, cell_name};
use super::rules::clashes;
use super::solve::two;
use super::syntax::Signs;
use super::syntax::foreign::{puzzle_in, solutions, word};
use crate::diag::Sink;
use crate::puzzle::lists::Numbered;
use crate::search::Budget;
use crate::syntax::Line;

/// The most guesses for the solution that a fix writes.
const GUESSES: u64 = 10_000;

/// The column of a list whose header calls it `solution` or `solutions`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column(usize);

impl Column {
    /// Returns the column of solutions of a list, if its header names one.
    pub(super) fn of(list: &str) -> Option<Self> {
        solutions(list).map(Self)
    }

    /// Reports a solution of a line that is not that of its puzzle. Words that are not made of digits
    /// are ignored.
    pub(super) fn judge(self, numbered: &Numbered<'_>, sink: &mut Sink) {
        let Some(stated) = word(&numbered.line, self.0) else { return };
        let Some((line, signs)) =
            puzzle_in(&numbered.line).filter(|cells| cells.0.start < stated.start)
        else {
            return;
        };
        let count = |line: &Line<'_>| line.text.chars().count();
        if !stated.text.chars().all(|char| Signs::Own.value(char).is_some_and(|value| value > 0)) {
            return;
        }
        let grid = |line: Line<'_>, signs| {
            let model = givens(&[Numbered { line, ..*numbered }], &[], signs, &mut Sink::new());
            model.map(|model| model.grid)
        };
        let Some(puzzle) = grid(line, signs) else { return };
        let cells = puzzle.cells().len();
        let why = match grid(stated, Signs::Own).filter(|_| count(&stated) == cells) {
            Some(solution) => why_not(&puzzle, &solution),
            None => Some(format!("it has {} digits, the puzzle {cells} cells", count(&stated))),
        };
        let Some(why) = why else { return };
        let solutions = two(&puzzle, &Budget::unlimited().with_states(GUESSES)).unwrap_or_default();
        let right = if let [only] = &solutions[..] { Some(only.line('.')) } else { None };
        sink.push(codes::wrong_solution(stated.span(), &why, right.as_deref()));
    }
}

/// Returns why a full grid does not solve a puzzle of its size; `None` if it does.
fn why_not(puzzle: &Grid, solution: &Grid) -> Option<String> {
    let digit = |grid: &Grid, cell: usize| grid.symbol(grid.value(cell), '.');
    let is_other = |&cell: &usize| ![0, solution.value(cell)].contains(&puzzle.value(cell));
    if let Some(cell) = (0..puzzle.cells().len()).find(is_other) {
        let name = cell_name(cell, puzzle.size());
        let stated = digit(solution, cell);
        let given = digit(puzzle, cell);
        return Some(format!("it has {stated} in {name}, where {given} is given"));
    }
    let clash = clashes(solution).into_iter().next()?;
    Some(format!("{} appears twice in {}", solution.symbol(clash.digit, '.'), clash.unit))
}
