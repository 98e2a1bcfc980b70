//! Sudoku, 4×4 to 25×25.
//!
//! * `layout`, `grid`, `rules`: sizes, plain grids and rules; `reference`: the plain solver;
//! * `solve`: the fast solvers; `ordered`: solutions in ascending order;
//! * `techniques`: solving as a person does;
//! * `stated`: solutions that lists state; `space`: the stream of boards of the seeds; `make`: puzzles made to order.

mod codes;
mod commands;
mod dress;
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
mod several;
mod solve;
mod space;
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

use lower::Givens;

use crate::diag::{Code, Diagnostic, Sink, counted, thousands};
use crate::puzzle::moves::verbs::Word;
use crate::puzzle::moves::{Call, Followed, Metric, MoveGame, Moves, State as StateOf};
use crate::puzzle::parts::NamedParts;
use crate::puzzle::rank::{Figure, Form, Solutions};
use crate::puzzle::verdict::{Question, Ruling};
use crate::puzzle::{
    Answer, Body, CellPlace, Cells, Converted, Cue, Failure, Field, Info, Input, Json, LegalMove,
    Mark, Out, Precedence, Prospect, Searches, Solved, Spot, Table, Unfinished, Unit, Verdict,
};
use crate::scene::{Pointed, Scene};
use crate::search::{Budget, Explorer, Outcome, Stop};
use crate::syntax::{Arg, Args, Fragment};
use crate::text::Span;
use grid::cell_name;
use moves::Move;
use space::Boards;
use syntax::{Typed, foreign};
use verbs::OwnWord;

/// A sudoku as a game.
pub type Sudoku = Moves<Givens>;

/// A grid in a game, with its searches.
type State = StateOf<Givens>;

/// The kind.
pub static INFO: Info = Info {
    name: "sudoku",
    summary: "sudoku of 4×4 to 25×25 cells",
    verbs: verbs::VERBS.verbs,
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
    ..crate::puzzle::moves::info::<Givens>()
};

/// Returns whether two cells share a row, a column or a box.
fn are_peers(side: u32, one: CellPlace, other: CellPlace) -> bool {
    let layout = Layout::of_size(side as usize);
    let in_box =
        |at: CellPlace| layout.map(|layout| layout.box_of(at.row as usize, at.column as usize));
    one.row == other.row
        || one.column == other.column
        || layout.is_some() && in_box(one) == in_box(other)
}

/// Splits a text before its last word, which can be empty.
fn last_word(text: &str) -> (&str, &str) {
    text.split_at(text.rfind([' ', '\t']).map_or(0, |at| at + 1))
}

/// Returns the number of empty cells with its word: `3 cells empty`.
fn empty_cells(grid: &Grid) -> String {
    counted(grid.cells().len() - grid.givens(), "cell") + " empty"
}

impl MoveGame for Givens {
    type Position = Grid;
    type Move = Move;
    type Typed = Typed;
    type Command = syntax::SudokuCommand;
    type Engine = Explorer<Boards>;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word<OwnWord>> = verbs::VERBS;
    const METRICS: &'static [Metric<Move>] = &[Metric {
        word: "cells",
        unit: Unit { one: "cell filled", many: "cells filled" },
        cost: |by| u64::from(matches!(by, Move::Put(_))),
        ..Metric::MOVES
    }];
    const STATES: &'static str = "boards without a clash, cells filled in reading order";

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Self> {
        if body.raw {
            return judge::first(body, out);
        }
        lower::lower(&syntax::expect_sudoku_body(body, out), body.name, out)
    }

    fn convert(&self, body: &Body<'_>) -> Option<Converted> {
        marks::convert(self, body)
    }

    fn expect_moves(args: &mut Args<'_>, sink: &mut Sink) -> Option<Vec<Typed>> {
        syntax::expect_play(args, sink)
    }

    fn start(&self) -> Grid {
        self.start.clone()
    }

    fn is_solved(&self, at: &Grid) -> bool {
        rules::is_solution(at)
    }

    fn legal(&self, at: &Grid) -> Vec<(Move, Grid)> {
        moves::legal(at)
    }

    fn legal_moves(&self, at: &Grid) -> Vec<LegalMove> {
        moves::legal_moves(at)
    }

    fn branches(&self, at: &Grid) -> Vec<(Move, Grid)> {
        moves::branches(at)
    }

    fn make(&self, at: &Grid, typed: &Typed, home: bool) -> Result<(Grid, Move), Failure> {
        moves::make(self, at, typed, home)
    }

    fn obstacles(&self, followed: &Followed<'_, Self>) -> Vec<String> {
        moves::obstacles(self, followed)
    }

    fn move_text(&self, by: &Move) -> String {
        moves::move_text(*by, &self.grid)
    }

    fn figures(&self, at: &Grid, _made: u64, bytes: u64) -> Vec<String> {
        vec![format!("{} bytes held", thousands(bytes.into())), empty_cells(at)]
    }

    fn prompt(&self, at: &Grid, _made: u64) -> String {
        if at.is_full() { String::from("full") } else { empty_cells(at) }
    }

    fn position_text(&self, at: &Grid) -> String {
        commands::rows(at, self.blank)
    }

    fn essence(&self, at: &Grid) -> String {
        if at.has_marks() { pencil::drawn(at).join("\n") } else { commands::rows(at, '.') }
    }

    fn frontier_text(&self, _path: &[Move], at: &Grid) -> String {
        at.line(self.blank)
    }

    fn engine(&self, at: &Grid, _: usize, _: &Budget) -> Result<Explorer<Boards>, Stop> {
        Ok(Explorer::new(Boards::new(at.clone())))
    }

    /// Returns nothing, because the commands of sudoku name the digits that prevent a solution.
    fn unsolvable(&self, _verb: Option<Span>) -> Option<Diagnostic> {
        None
    }

    fn deep(
        &self,
        state: &State,
        place: Span,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        judge::deep(self, state, place, budget, sink)
    }

    fn script(&self, state: &State, _: &mut Searches, budget: &Budget) -> Result<Vec<Cue>, Answer> {
        commands::script(self, &state.position, budget)
    }

    fn prospects(
        &self,
        state: &State,
        calls: &mut dyn Iterator<Item = Option<Call<Self>>>,
        budget: &Budget,
        each: &mut dyn FnMut(Prospect) -> bool,
    ) -> Result<(), Stop> {
        prospects::prospects(self, &state.position, calls, budget, each)
    }

    fn verdict(
        &self,
        state: &State,
        _metric: usize,
        question: &Question<'_>,
        searches: &mut Searches,
        budget: &Budget,
    ) -> Ruling {
        verdict::verdict(self, state, question, searches, budget)
    }

    fn missing(&self, at: &Grid) -> String {
        empty_cells(at)
    }

    fn solve(&self, state: &State, searches: &mut Searches, budget: &Budget) -> Solved {
        states::solved(state, searches, budget)
    }

    fn solutions(&self, state: &State, _: &mut Searches, budget: &Budget) -> Outcome<Solutions> {
        states::solutions(&state.position, budget)
    }

    fn rating(&self, at: &Grid, budget: &Budget) -> Figure {
        states::rating(self, at, budget)
    }

    fn entries(text: &str) -> Vec<&str> {
        judge::lines(text)
    }

    fn judge(
        input: Input<'_>,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict {
        judge::judge(input.source, budget, sink, emit)
    }

    fn survey(input: Input<'_>, deep: Option<&Budget>, sink: &mut Sink) -> Result<(), Unfinished> {
        judge::survey(input.source, deep, sink)
    }

    fn declare(&self, at: &Grid) -> Option<Vec<String>> {
        if at.has_marks() {
            return Some(pencil::drawn(at));
        }
        Some(self.position_text(at).lines().map(str::to_owned).collect())
    }

    fn fields(&self, at: &Grid) -> Vec<Field> {
        let mut fields = vec![Field::new("rows", Json::texts(commands::rows(at, '.').lines()))];
        if self.grid.cells() != at.cells() {
            let givens = commands::rows(&self.grid, '.');
            fields.push(Field::new("givens", Json::texts(givens.lines())));
        }
        if at.has_marks() {
            fields.push(Field::new("candidates", Json::texts(pencil::groups(at))));
        }
        fields
    }

    fn cells(&self) -> Cells {
        Cells::Characters
    }

    fn scene(&self, name: &str, at: &Grid, _made: u64) -> Scene {
        scene::scene(name, &self.grid, at)
    }

    fn point(&self, followed: Followed<'_, Self>) -> Result<Pointed, Failure> {
        moves::point(&followed)
    }

    fn cell_of(&self, at: &Grid, typed: &Typed) -> Option<String> {
        let size = at.size() as i64;
        let (row, column) = (typed.place.row, typed.place.column);
        let is_cell = (0..size).contains(&row) && (0..size).contains(&column);
        is_cell.then(|| cell_name((row * size + column) as usize, at.size()))
    }

    fn parts(&self, at: &Grid) -> Option<Box<dyn NamedParts + '_>> {
        Some(Box::new(parts::PartsAt::of(self, at)))
    }

    /// Says more of several solutions: in which cells they differ, and which givens would decide.
    fn remarks(
        &self,
        at: &Grid,
        mark: usize,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        let is_several = |one: &&mut Diagnostic| *one.code == codes::SEVERAL;
        let fault = sink.found_since(mark).iter_mut().find(is_several);
        let Some(fault) = fault.filter(|_| !at.has_marks()) else { return Ok(()) };
        if let Some(all) = several::several(at, budget)? {
            codes::note_all_known(fault, &self.places, &self.grid, &all);
        }
        Ok(())
    }

    fn pieces(&self) -> Option<u64> {
        Some(self.grid.givens() as u64)
    }

    /// Returns the canonical form of the givens, or, where that is not known, a form that the symmetries
    /// of the boxes and new names of the digits do not change.
    fn canonical(&self) -> Option<Vec<u64>> {
        let canonical = techniques::canonical(&self.grid);
        let cells = canonical.map(|grid| grid.cells().iter().copied().map(u64::from).collect());
        cells.or_else(|| self.form().map(|form| form.canonical()))
    }

    fn form(&self) -> Option<Form> {
        Some(states::form(&self.grid))
    }

    fn candidates(
        &self,
        at: &Grid,
        word: Word<OwnWord>,
        arg: &Arg,
        before: Fragment<'_>,
    ) -> Vec<String> {
        let (earlier, begun) = last_word(before.text);
        match (word, arg) {
            (Word::Own(OwnWord::Candidates), Arg::Own { .. }) => {
                let empty = (0..at.cells().len()).filter(|&cell| at.value(cell) == 0);
                empty.map(|cell| cell_name(cell, at.size())).collect()
            }
            (Word::Play, Arg::Own { .. }) if begun.contains(['-', '+']) => {
                moves::next_marks(self, at, earlier)
            }
            (Word::Play, Arg::Own { .. }) => moves::next_moves(self, at, earlier, true),
            (_, Arg::Name(_)) => techniques::TABLE.iter().map(|row| row.word.to_owned()).collect(),
            (Word::Own(OwnWord::Row | OwnWord::Column | OwnWord::Box), Arg::Number(_)) => {
                (1..=at.size()).map(|number| number.to_string()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn complete_illegal(&self, at: &Grid, before: Fragment<'_>) -> Vec<String> {
        let (earlier, begun) = last_word(before.text);
        let words = moves::next_moves(self, at, earlier, false).into_iter();
        words.filter(|one| one.starts_with(begun)).collect()
    }

    fn own_marks(_: Word<OwnWord>, args: Fragment<'_>) -> Vec<Mark> {
        marks::own_marks(args)
    }

    fn states_fact(word: Word<OwnWord>, expected: &str) -> &'static [&'static Code] {
        let Word::Own(word) = word else { return &[] };
        match (word, expected.split_ascii_whitespace().next().unwrap_or_default()) {
            (OwnWord::Solve | OwnWord::Solutions | OwnWord::Rate, "unsolvable")
            | (OwnWord::Count, "0") => codes::HOPELESS,
            (OwnWord::Solve, _) => codes::SOLVABLE,
            (OwnWord::Count | OwnWord::Solutions, _) => codes::COUNTED,
            _ => &[],
        }
    }

    fn describe(&self, at: &Grid, spot: &Spot<'_>) -> Option<String> {
        marks::describe(&self.grid, at, spot)
    }
}
