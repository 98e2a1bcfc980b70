//! Sudoku, 4×4 to 25×25.
//!
//! * `layout`, `grid`, `rules`: sizes, plain grids and rules; `reference`: the plain solver;
//! * `solve`: the fast solvers; `ordered`: solutions in ascending order;
//! * `techniques`: solving as a person does;
//! * `entries`: the puzzles of raw input, for `judge` and `import`; `stated`: what lists have beside them;
//! * `boards`: the stream of boards of the seeds; `make`: puzzles made to order.

mod boards;
mod codes;
mod commands;
mod dress;
mod entries;
mod forms;
mod grid;
mod import;
mod json;
mod judge;
#[cfg(test)]
mod laws;
mod layout;
mod lower;
mod make;
mod marks;
mod mistakes;
mod moves;
mod ordered;
mod parts;
mod pencil;
mod prospects;
mod reference;
mod rules;
mod scene;
mod searched;
mod several;
mod solve;
mod stated;
mod states;
mod syntax;
mod techniques;
#[cfg(test)]
mod tests;
mod verbs;
mod verdict;

// The benchmarks time these.
pub use grid::{Grid, value_of};
pub use layout::Layout;
pub use reference::Reference;
pub use solve::{Solver, two};

use std::sync::Arc;

use lower::Givens;

use crate::diag::{Code, Sink, counted};
use crate::puzzle::parts::Parts;
use crate::puzzle::rank::Extent;
use crate::puzzle::states::{Growth, StateGraph, explore};
use crate::puzzle::{
    Answer, Body, Cells, Field, Game, Info, Instruction, Json, LegalMove, Out, Precedence,
    Prospect, Reading, Searches, Slot, Spot, Standing,
};
use crate::scene::{Coordinate, Scene};
use crate::search::{Budget, Stop};
use crate::syntax::{Arg, Fragment};
use crate::text::Span;
use grid::cell_name;
use moves::Placement;
use searched::Searched;
use syntax::{Call, foreign};
use verbs::Word;

/// A grid in a game.
#[derive(Clone)]
pub(crate) struct Sudoku {
    givens: Arc<Givens>,
    grid: Grid,
    /// The number of cells filled since the start.
    made: u64,
}

/// The kind.
pub static INFO: Info = Info {
    name: "sudoku",
    summary: "sudoku of 4×4 to 25×25 cells",
    verbs: Word::TABLE.verbs,
    codes: codes::CODES,
    deep: codes::DEEP,
    example: "sudoku easy {\n  ..3.2.6..\n  9..3.5..1\n  ..18.64..\n  ..81.29..\n  7.......8\n  \
              ..67.82..\n  ..26.95..\n  8..2.3..9\n  ..5.1.3..\n}\n",
    json: Some(&json::FORM),
    forms: &[
        &forms::CANDIDATES,
        &forms::LIBRARY,
        &forms::OPENSUDOKU,
        &forms::SS,
        &forms::SDK,
        &forms::SDM,
        &forms::LINE,
    ],
    separator: Some(" "),
    are_peers,
    streams: foreign::is_stream,
    fits: Some(|text| foreign::fits(text).then_some(Precedence::Digits)),
    begins: foreign::begins,
    outdated: techniques::outdated,
    topics: techniques::topics,
    topic: techniques::topic,
    make: Some(&make::MakeSudoku),
    read,
    lints: |instruction, sink| Call::read(instruction, sink).is_some(),
    rest_marks: |_, args| marks::rest_marks(args),
    states_fact,
    entries: |text| if foreign::is_stream(text) { entries::lines(text) } else { Vec::new() },
    judge: |input, budget, sink, emit| judge::judge(input.source, budget, sink, emit),
    survey: Some(|input, deep, sink| judge::survey(input.source, deep, sink)),
    accepts,
    ..Info::PLAIN
};

/// Returns whether two cells share a row, a column or a box.
fn are_peers(side: usize, first: Coordinate, second: Coordinate) -> bool {
    let layout = Layout::of_size(side);
    let in_box =
        |at: Coordinate| layout.map(|layout| layout.box_of(at.row as usize, at.column as usize));
    first.row == second.row
        || first.column == second.column
        || layout.is_some() && in_box(first) == in_box(second)
}

/// Accepts the class or the technique of a rating alone.
fn accepts(answer: &Answer, expected: &str) -> bool {
    matches!(answer, Answer::Figure(figure) if techniques::states(figure, expected))
}

/// Splits a text before its last word, which can be empty.
fn last_word(text: &str) -> (&str, &str) {
    text.split_at(text.rfind([' ', '\t']).map_or(0, |at| at + 1))
}

/// Returns the number of empty cells with its word: `3 cells empty`.
fn empty_cells(grid: &Grid) -> String {
    counted(grid.cells().len() - grid.givens(), "cell") + " empty"
}

/// Reads a body, as a puzzle.
fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Reading> {
    let givens = Arc::new(read_givens(body, out)?);
    let other = givens.clone();
    Some(Reading {
        convert: Box::new(move |body, _| marks::convert(&other, body)),
        ..Reading::new(move || Sudoku::start(givens.clone()))
    })
}

/// Reads a body.
fn read_givens(body: &Body<'_>, out: &mut Out<'_>) -> Option<Givens> {
    match body.raw {
        true => judge::first(body, out),
        false => lower::lower(&syntax::expect_sudoku_body(body, out), body.name, out),
    }
}

/// Returns the codes that an expectation after a verb makes superfluous: see [`Info::states_fact`].
fn states_fact(at: usize, expected: &str) -> &'static [&'static Code] {
    let expected = expected.split_ascii_whitespace().next().unwrap_or_default();
    match (Word::TABLE.words[at], expected) {
        (Word::Solve | Word::Solutions | Word::Rate, "unsolvable") | (Word::Count, "0") => {
            codes::HOPELESS
        }
        (Word::Solve, _) => codes::SOLVABLE,
        (Word::Count | Word::Solutions, _) => codes::COUNTED,
        _ => &[],
    }
}

impl Sudoku {
    /// Returns the start.
    fn start(givens: Arc<Givens>) -> Self {
        let grid = givens.start.clone();
        Self { givens, grid, made: 0 }
    }

    /// Returns the grid after a digit is written.
    fn after(&self, by: Placement) -> Self {
        Self { givens: self.givens.clone(), grid: by.on(&self.grid), made: self.made + 1 }
    }
}

impl Game for Sudoku {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn searches(&self) -> Box<dyn Searches> {
        Box::new(Searched::new(self.clone()))
    }

    fn declare(&self, _: &Budget) -> Result<Option<Vec<String>>, Answer> {
        Ok(Some(match self.grid.has_marks() {
            true => pencil::written(&self.grid, &self.grid),
            false => {
                let rows = commands::rows(&self.grid, self.givens.blank);
                rows.lines().map(str::to_owned).collect()
            }
        }))
    }

    fn fields(&self, _: &Budget) -> Result<Vec<Field>, Answer> {
        let grid = &self.grid;
        let givens = &self.givens.grid;
        let rows = |grid| Json::texts(commands::rows(grid, '.').lines());
        let mut fields = vec![Field::new("rows", rows(grid))];
        if givens.cells() != grid.cells() {
            fields.push(Field::new("givens", rows(givens)));
        }
        if grid.has_marks() {
            // There, `.` is a cell with all candidates.
            let group = |group: String| if group == "." { String::from("0") } else { group };
            let groups = pencil::groups(grid).into_iter().map(group);
            fields.push(Field::new("candidates", Json::texts(groups)));
        }
        Ok(fields)
    }

    fn show(&self, _: &Budget) -> Answer {
        Answer::list(commands::rows(&self.grid, self.givens.blank))
    }

    fn cells(&self) -> Cells {
        Cells::Characters
    }

    fn prompt(&self) -> String {
        if self.grid.is_full() { String::from("full") } else { empty_cells(&self.grid) }
    }

    fn scene(&self, name: &str) -> Scene {
        scene::scene(name, &self.givens.grid, &self.grid)
    }

    fn candidates(&self, slot: Slot<'_>, before: Fragment<'_>) -> Vec<String> {
        let grid = &self.grid;
        let (earlier, begun) = last_word(before.text);
        let next = |is_legal| moves::next_moves(&self.givens, grid, earlier, is_legal);
        match (Word::TABLE.words[slot.verb], slot.arg) {
            (Word::Candidates, Arg::Rest { .. }) => {
                let empty = (0..grid.cells().len()).filter(|&cell| grid.value(cell) == 0);
                empty.map(|cell| cell_name(cell, grid.size())).collect()
            }
            (Word::Play, Arg::Rest { .. }) if !slot.is_legal => {
                next(false).into_iter().filter(|word| word.starts_with(begun)).collect()
            }
            (Word::Play, Arg::Rest { .. }) if begun.contains(['-', '+']) => {
                moves::next_marks(&self.givens, grid, earlier)
            }
            (Word::Play, Arg::Rest { .. }) => next(true),
            (_, Arg::Name(_)) => techniques::TABLE.iter().map(|row| row.word.to_owned()).collect(),
            (Word::Row | Word::Column | Word::Box, Arg::Number(_)) => {
                (1..=grid.size()).map(|number| number.to_string()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn describe(&self, spot: &Spot<'_>) -> Option<String> {
        marks::describe(&self.givens.grid, &self.grid, spot)
    }

    fn essence(&self, _: &Budget) -> Answer {
        Answer::Text(match self.grid.has_marks() {
            true => pencil::drawn(&self.grid).join("\n"),
            false => commands::rows(&self.grid, '.'),
        })
    }

    fn deep(&self, place: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        judge::deep(&self.givens, &self.grid, place, budget, sink)
    }

    fn design(&self, mark: usize, budget: &Budget, sink: &mut Sink) -> Result<(), Stop> {
        parts::design(&self.givens, &self.grid, mark, budget, sink)
    }

    fn prospects(
        &self,
        moves: &mut dyn Iterator<Item = Option<Instruction<'_>>>,
        budget: &Budget,
        each: &mut dyn FnMut(Prospect) -> bool,
    ) -> Result<(), Stop> {
        let read = |instruction| Call::read(instruction, &mut Sink::new());
        let mut calls = moves.map(|instruction| instruction.and_then(read));
        prospects::prospects(&self.givens, &self.grid, &mut calls, budget, each)
    }

    fn standing(&self) -> Standing {
        let is_solved = rules::is_solution(&self.grid);
        Standing { has_goal: true, is_solved, made: self.made }
    }

    fn legal_moves(&self) -> Vec<LegalMove> {
        moves::legal_moves(&self.grid)
    }

    fn graph(&self, limit: usize, budget: &Budget) -> Option<StateGraph> {
        let mut stream = states::Stream { blank: self.givens.blank };
        Some(explore(&mut stream, self.grid.clone(), limit, budget))
    }

    fn growth(&self, budget: &Budget) -> Option<Growth> {
        Some(states::growth(&self.grid, budget))
    }

    fn parts(&self) -> Option<Box<dyn Parts + '_>> {
        Some(Box::new(parts::PartsAt::of(&self.givens, &self.grid)))
    }

    fn extent(&self) -> Extent {
        states::extent(&self.givens.grid)
    }

    fn canonical(&self) -> Option<Vec<u64>> {
        Some(states::canonical(&self.givens.start))
    }
}
