//! What lists have beside their puzzles: solutions, which are compared, and text that is not read, which
//! is reported.

use super::codes;
use super::entries::{Entry, givens};
use super::grid::{Grid, cell_name};
use super::lower::Givens;
use super::rules::clashes;
use super::solve::two;
use super::syntax::Signs;
use super::syntax::foreign::{After, header, puzzle_in, solutions, word};
use crate::diag::Sink;
use crate::puzzle::lists::Numbered;
use crate::search::Budget;
use crate::syntax::Line;

/// The most guesses for the solution that a fix writes.
const GUESSES: u64 = 10_000;

/// What a list has beside its puzzles.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beside {
    /// The number of the word of each line that is its solution, if the header of the list says so.
    column: Option<usize>,
    /// True if no text needs a report: the header names the columns, or one was reported.
    is_silent: bool,
}

impl Beside {
    /// Returns what the header of a list says of the columns. `begins` says that the text is the beginning
    /// of the list, which may be a header.
    pub(super) fn of(list: &str, begins: bool) -> Self {
        match header(list).filter(|_| begins) {
            Some(header) => Self { column: solutions(&header), is_silent: true },
            None => Self::default(),
        }
    }

    /// Reports a solution of a line that is not that of its puzzle in `faults`, and in `remarks` the first
    /// text of the list that is not read. A word of the column of solutions that is not made of digits is
    /// ignored.
    pub(super) fn judge(&mut self, entry: &Entry<'_>, faults: &mut Sink, remarks: &mut Sink) {
        let Some(numbered) = entry.line() else { return };
        let line = &numbered.line;
        let After { solution, unread } = After::of(line);
        if let Some(solution) = self.stated(line).or(solution) {
            compare(entry, numbered, solution, faults);
        }
        if let Some(unread) = unread
            && !std::mem::replace(&mut self.is_silent, true)
        {
            remarks.push(codes::unread_text(unread.span(), unread.text));
        }
    }

    /// Returns the word of a line in the column of solutions.
    fn stated<'a>(self, line: &Line<'a>) -> Option<Line<'a>> {
        let stated = word(line, self.column?)?;
        let is_after = puzzle_in(line).is_some_and(|(puzzle, _)| puzzle.start < stated.start);
        let is_digit = |char| Signs::Own.value(char).is_some_and(|value| value > 0);
        Some(stated).filter(|stated| is_after && stated.text.chars().all(is_digit))
    }
}

/// Reports a solution that is not that of its puzzle.
fn compare(entry: &Entry<'_>, numbered: &Numbered<'_>, stated: Line<'_>, sink: &mut Sink) {
    let Some(puzzle) = entry.read(&mut Sink::new()) else { return };
    let digits = stated.text.chars().count();
    let cells = puzzle.grid.cells().len();
    let grid = |signs| {
        let model = givens(&[Numbered { line: stated, ..*numbered }], &[], signs, &mut Sink::new());
        model.map(|model| model.grid)
    };
    let solution = grid(Signs::Own).or_else(|| grid(Signs::Letters));
    let why = match solution.filter(|_| digits == cells) {
        Some(solution) => why_not(&puzzle, &solution),
        None => Some(format!("it has {digits} digits, the puzzle {cells} cells")),
    };
    let Some(why) = why else { return };
    let budget = Budget::unlimited().with_states(GUESSES);
    let solutions = two(&puzzle.start, &budget).unwrap_or_default();
    let right = match &solutions[..] {
        [only] => Some(puzzle.dress.line(only.cells())),
        _ => None,
    };
    sink.push(codes::wrong_solution(stated.span(), &why, right.as_deref()));
}

/// Returns why a full grid does not solve a puzzle of its size; `None` if it does.
fn why_not(puzzle: &Givens, solution: &Grid) -> Option<String> {
    let start = &puzzle.start;
    let digit = |grid: &Grid, cell: usize| grid.symbol(grid.value(cell), '.');
    let is_other = |&cell: &usize| ![0, solution.value(cell)].contains(&start.value(cell));
    if let Some(cell) = (0..start.cells().len()).find(is_other) {
        let name = cell_name(cell, start.size());
        let stated = digit(solution, cell);
        let here = digit(start, cell);
        let how = if puzzle.grid.value(cell) == 0 { "was placed" } else { "is given" };
        return Some(format!("it has {stated} in {name}, where {here} {how}"));
    }
    let is_removed = |&cell: &usize| start.deleted(cell) >> (solution.value(cell) - 1) & 1 == 1;
    if let Some(cell) = (0..start.cells().len()).find(is_removed) {
        let name = cell_name(cell, start.size());
        let stated = digit(solution, cell);
        return Some(format!("it has {stated} in {name}, whose candidate {stated} is removed"));
    }
    let clash = clashes(solution).into_iter().next()?;
    Some(format!("{} appears twice in {}", solution.symbol(clash.digit, '.'), clash.unit))
}
