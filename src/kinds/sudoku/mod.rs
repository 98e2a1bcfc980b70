//! Sudoku, 4×4 to 25×25.
//!
//! * `layout`, `grid`, `rules`: sizes, plain grids and rules; `reference`: the plain solver;
//! * `solve`: the fast solvers; `ordered`: solutions in ascending order;
//! * `techniques`: solving as a person does;
//! * `entries`: the puzzles of raw input, for `judge` and `import`; `stated`: solutions that lists state;
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
use crate::puzzle::parts::NamedParts;
use crate::puzzle::rank::{Extent, Figure, Solutions};
use crate::puzzle::states::{Growth, StateGraph, explore};
use crate::puzzle::verdict::{Question, Ruling};
use crate::puzzle::{
    Answer, Body, CellPlace, Cells, Context, Converted, Cue, Done, Failure, Field, Game, Info,
    Input, Json, LegalMove, Mark, Out, Precedence, Prospect, Reading, Reply, Searches, Solved,
    Spot, Standing, Status, Table, Unfinished, Verdict, Written,
};
use crate::scene::Scene;
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::{Arg, Fragment, Given};
use crate::text::Span;
use grid::cell_name;
use syntax::{Call, foreign};
use verbs::Word;

/// A declared sudoku.
pub struct Sudoku {
    givens: Arc<Givens>,
}

/// A grid in a game.
#[derive(Clone)]
pub struct State {
    grid: Grid,
    /// The number of cells filled since the start.
    made: u64,
}

static INFO: Info = Info {
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
    ..Info::PLAIN
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

impl Game for Sudoku {
    type Model = Givens;
    type State = State;
    type Word = Word;
    type Call = Call;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word> = Word::TABLE;

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Reading<Givens>> {
        let model = match body.raw {
            true => judge::first(body, out),
            false => lower::lower(&syntax::expect_sudoku_body(body, out), body.name, out),
        };
        Some(Reading { model: model?, asks: Vec::new() })
    }

    fn convert(written: &Written<'_, Givens>) -> Option<Converted> {
        marks::convert(written.model, written.body)
    }

    fn open(givens: Arc<Givens>) -> Self {
        Self { givens }
    }

    fn call(word: Word, given: &mut Given<'_>, sink: &mut Sink) -> Option<Call> {
        syntax::sudoku_command(word, given, sink)
    }

    fn own_marks(_: Word, args: Fragment<'_>) -> Vec<Mark> {
        marks::own_marks(args)
    }

    fn states_fact(word: Word, expected: &str) -> &'static [&'static Code] {
        match (word, expected.split_ascii_whitespace().next().unwrap_or_default()) {
            (Word::Solve | Word::Solutions | Word::Rate, "unsolvable") | (Word::Count, "0") => {
                codes::HOPELESS
            }
            (Word::Solve, _) => codes::SOLVABLE,
            (Word::Count | Word::Solutions, _) => codes::COUNTED,
            _ => &[],
        }
    }

    fn run(
        &mut self,
        state: &State,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Result<Reply<State>, Failure> {
        commands::run(&self.givens, state, call, context)
    }

    fn declare(&mut self, state: &State, _: &Budget) -> Result<Option<Vec<String>>, Answer> {
        Ok(Some(match state.grid.has_marks() {
            true => pencil::drawn(&state.grid),
            false => {
                let rows = commands::rows(&state.grid, self.givens.blank);
                rows.lines().map(str::to_owned).collect()
            }
        }))
    }

    fn fields(&mut self, state: &State, _: &Budget) -> Result<Vec<Field>, Answer> {
        let (grid, givens) = (&state.grid, &self.givens.grid);
        let rows = |grid| Json::texts(commands::rows(grid, '.').lines());
        let mut fields = vec![Field::new("rows", rows(grid))];
        if givens.cells() != grid.cells() {
            fields.push(Field::new("givens", rows(givens)));
        }
        if grid.has_marks() {
            fields.push(Field::new("candidates", Json::texts(pencil::groups(grid))));
        }
        Ok(fields)
    }

    fn start(&self) -> State {
        State { grid: self.givens.start.clone(), made: 0 }
    }

    fn show(&mut self, state: &State, _: &Budget) -> Answer {
        Answer::list(commands::rows(&state.grid, self.givens.blank))
    }

    fn cells(&self) -> Cells {
        Cells::Characters
    }

    fn status(&self, state: &State, _: &Searches) -> Status {
        Status { done: Done::Phrase(empty_cells(&state.grid)), figures: Vec::new() }
    }

    fn prompt(&self, state: &State) -> String {
        if state.grid.is_full() { String::from("full") } else { empty_cells(&state.grid) }
    }

    fn scene(&mut self, name: &str, state: &State) -> Scene {
        scene::scene(name, &self.givens.grid, &state.grid)
    }

    fn point(
        &mut self,
        name: &str,
        state: &State,
        call: &Call,
        _: &mut Searches,
        budget: &Budget,
    ) -> Result<Option<Scene>, Failure> {
        commands::point(&self.givens, name, &state.grid, call, budget)
    }

    fn candidates(
        &self,
        state: &State,
        word: Word,
        arg: &Arg,
        before: Fragment<'_>,
    ) -> Vec<String> {
        let grid = &state.grid;
        let (earlier, begun) = last_word(before.text);
        match (word, arg) {
            (Word::Candidates, Arg::Own { .. }) => {
                let empty = (0..grid.cells().len()).filter(|&cell| grid.value(cell) == 0);
                empty.map(|cell| cell_name(cell, grid.size())).collect()
            }
            (Word::Play, Arg::Own { .. }) if begun.contains(['-', '+']) => {
                moves::next_marks(&self.givens, grid, earlier)
            }
            (Word::Play, Arg::Own { .. }) => moves::next_moves(&self.givens, grid, earlier, true),
            (_, Arg::Name(_)) => techniques::TABLE.iter().map(|row| row.word.to_owned()).collect(),
            (Word::Row | Word::Column | Word::Box, Arg::Number(_)) => {
                (1..=grid.size()).map(|number| number.to_string()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn complete_illegal(&self, state: &State, before: Fragment<'_>) -> Vec<String> {
        let (earlier, begun) = last_word(before.text);
        let mut words = moves::next_moves(&self.givens, &state.grid, earlier, false);
        words.retain(|word| word.starts_with(begun));
        words
    }

    fn describe(&mut self, state: &State, spot: &Spot<'_>) -> Option<String> {
        marks::describe(&self.givens.grid, &state.grid, spot)
    }

    fn obstacles(&self, state: &State, call: &Call) -> Vec<String> {
        let Call::Play(moves) = call else { return Vec::new() };
        let followed = moves::follow(&self.givens, &state.grid, moves);
        let refused = followed.refused;
        refused.map_or_else(Vec::new, |typed| moves::obstacles(&self.givens, &followed.grid, typed))
    }

    fn verdict(
        &mut self,
        state: &State,
        call: &Call,
        question: &Question<'_>,
        searches: &mut Searches,
        budget: &Budget,
    ) -> Option<Ruling> {
        let verdict = || verdict::verdict(&self.givens, &state.grid, question, searches, budget);
        (*call == Call::Solve).then(verdict)
    }

    /// Accepts the class or the technique of a rating alone.
    fn accepts(&mut self, _: &Call, answer: &Answer, expected: &str) -> bool {
        matches!(answer, Answer::Figure(figure) if techniques::states(figure, expected))
    }

    fn essence(&mut self, state: &State, _: &Budget) -> Answer {
        Answer::Text(match state.grid.has_marks() {
            true => pencil::drawn(&state.grid).join("\n"),
            false => commands::rows(&state.grid, '.'),
        })
    }

    fn script(
        &mut self,
        state: &State,
        _: &mut Searches,
        budget: &Budget,
    ) -> Result<Vec<Cue>, Answer> {
        commands::script(&self.givens, &state.grid, budget)
    }

    fn deep(
        &mut self,
        state: &State,
        place: Span,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        judge::deep(&self.givens, &state.grid, place, budget, sink)
    }

    fn design(
        &mut self,
        state: &State,
        mark: usize,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        parts::design(&self.givens, &state.grid, mark, budget, sink)
    }

    fn prospects(
        &mut self,
        state: &State,
        calls: &mut dyn Iterator<Item = Option<Call>>,
        budget: &Budget,
        each: &mut dyn FnMut(Prospect) -> bool,
    ) -> Result<(), Stop> {
        prospects::prospects(&self.givens, &state.grid, calls, budget, each)
    }

    fn survey(input: Input<'_>, deep: Option<&Budget>, sink: &mut Sink) -> Result<(), Unfinished> {
        judge::survey(input.source, deep, sink)
    }

    fn standing(&self, state: &State) -> Standing {
        let is_solved = rules::is_solution(&state.grid);
        Standing { has_goal: true, is_solved, made: state.made }
    }

    fn legal_moves(&self, state: &State) -> Vec<LegalMove> {
        moves::legal_moves(&state.grid)
    }

    fn graph(&mut self, state: &State, limit: usize, budget: &Budget) -> Option<StateGraph> {
        let mut stream = states::Stream { blank: self.givens.blank };
        Some(explore(&mut stream, state.grid.clone(), limit, budget))
    }

    fn growth(&mut self, state: &State, budget: &Budget) -> Option<Growth> {
        Some(states::growth(&state.grid, budget))
    }

    fn solve(&mut self, state: &State, searches: &mut Searches, budget: &Budget) -> Option<Solved> {
        Some(states::solved(&state.grid, searches, budget))
    }

    fn solutions(
        &mut self,
        state: &State,
        _: &mut Searches,
        budget: &Budget,
    ) -> Option<Outcome<Solutions>> {
        Some(states::solutions(&state.grid, budget))
    }

    fn parts(&self, state: &State) -> Option<Box<dyn NamedParts + '_>> {
        Some(Box::new(parts::PartsAt::of(&self.givens, &state.grid)))
    }

    fn rating(&mut self, state: &State, budget: &Budget) -> Figure {
        states::rating(&self.givens, &state.grid, budget)
    }

    fn extent(givens: &Givens) -> Extent {
        states::extent(&givens.grid)
    }

    fn canonical(givens: &Givens) -> Option<Vec<u64>> {
        Some(states::canonical(&givens.grid))
    }

    fn entries(text: &str) -> Vec<&str> {
        if foreign::is_stream(text) { entries::lines(text) } else { Vec::new() }
    }

    fn judge(
        input: Input<'_>,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict {
        judge::judge(input.source, budget, sink, emit)
    }
}
