//! Sudoku, 4×4 to 25×25.
//!
//! * `grid`, `rules`: plain grids and rules; `reference`: the plain solver;
//! * `solve`: the fast solvers; `ordered`: solutions in ascending order;
//! * `techniques`: solving as a person does;
//! * `space`: the stream of boards of the seeds.

mod at_work;
mod codes;
mod commands;
mod faults;
mod forms;
mod grid;
mod json;
mod judge;
#[cfg(test)]
mod laws;
mod lower;
mod marks;
mod ordered;
mod prospects;
mod reference;
mod rules;
mod scene;
mod solve;
mod space;
mod states;
mod stream;
mod syntax;
mod techniques;
#[cfg(test)]
mod tests;
mod verbs;

use std::sync::Arc;

// The benchmarks time these.
pub use grid::{Grid, value_of};
pub use reference::Reference;
pub use solve::{Solver, two};

use lower::Givens;

use crate::diag::{Code, Sink, counted};
use crate::puzzle::rank::Solutions;
use crate::puzzle::states::{Growth, StateGraph};
use crate::puzzle::{
    Answer, Body, CellPlace, Cells, Context, Cue, Failure, Field, Game, Info, Input, Json, Mark,
    Out, Prospect, Reading, Reply, Solved, Spot, Status, Table, Verdict,
};
use crate::scene::Scene;
use crate::search::{Budget, Kept, Outcome, Search, Stop, Work};
use crate::syntax::{Args, Fragment};
use crate::text::Span;
use at_work::AtWork;
use grid::cell_name;
use solve::Proof;
use space::Boards;
use syntax::{Call, foreign};
use verbs::Word;

static INFO: Info = Info {
    name: "sudoku",
    summary: "sudoku of 4×4 to 25×25 cells",
    verbs: Word::TABLE.verbs,
    codes: codes::CODES,
    deep: codes::DEEP,
    example: "sudoku easy {\n  ..3.2.6..\n  9..3.5..1\n  ..18.64..\n  ..81.29..\n  7.......8\n  \
              ..67.82..\n  ..26.95..\n  8..2.3..9\n  ..5.1.3..\n}\n",
    json: Some(&json::FORM),
    forms: &[&forms::SS, &forms::SDK, &forms::SDM, &forms::LINE],
    convert: marks::convert,
    separator: Some(" "),
    are_peers,
    streams: foreign::is_list,
    fits: Some(foreign::fits),
    ..Info::PLAIN
};

/// An open sudoku.
#[derive(Debug)]
pub struct Sudoku {
    model: Arc<Givens>,
}

/// A board with the searches that started from it.
pub struct State {
    grid: Grid,
    moves: usize,
    /// The stream of boards, once a command asked for it.
    boards: Kept<Search<Boards>>,
    /// The counter, once a command asked for it; it resumes after a stop.
    counter: Option<Box<Solver>>,
    /// The proof of the solution, once a command asked for it; it resumes after a stop.
    proof: Option<Box<Proof>>,
    /// The command that was paused.
    at_work: Option<Box<AtWork>>,
}

impl State {
    fn new(grid: Grid, moves: usize) -> Self {
        Self { grid, moves, boards: Kept::default(), counter: None, proof: None, at_work: None }
    }

    /// Repeats the stream of boards, if it was dropped.
    fn resume(&mut self, budget: &Budget) -> Result<(), Answer> {
        let reached = self.boards.reached();
        if reached == 0 {
            return Ok(());
        }
        let mut boards = self.boards(budget);
        let done = boards.catch_up(reached, budget);
        done.map_err(|stop| commands::gave_up(stop, boards.figures()))
    }

    fn boards(&mut self, budget: &Budget) -> Work<'_, Search<Boards>> {
        let grid = &self.grid;
        self.boards.open(budget, || Search::new(Boards::new(grid.clone())))
    }
}

/// Whether two cells share a row, a column or a box.
fn are_peers(side: u32, one: CellPlace, other: CellPlace) -> bool {
    let order = side.isqrt().max(1);
    let in_box = |at: CellPlace| (at.row / order, at.column / order);
    one.row == other.row || one.column == other.column || in_box(one) == in_box(other)
}

/// Splits a text before its last word, which can be empty.
fn last_word(text: &str) -> (&str, &str) {
    text.split_at(text.rfind([' ', '\t']).map_or(0, |at| at + 1))
}

impl Game for Sudoku {
    type Model = Givens;
    type State = State;
    type Word = Word;
    type Call = Call;

    const INFO: &'static Info = &INFO;
    const VERBS: Table<Word> = Word::TABLE;

    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Reading<Givens>> {
        let model = if body.raw {
            judge::first(body, out)?
        } else {
            let shape = syntax::expect_sudoku_body(body, out);
            lower::lower(&shape, body.name, out)?
        };
        Some(Reading { model, asks: Vec::new() })
    }

    fn open(model: Arc<Givens>) -> Self {
        Self { model }
    }

    fn parse(word: Word, args: &mut Args<'_>, sink: &mut Sink) -> Option<Call> {
        syntax::expect_sudoku_command(word, args, sink)
    }

    fn argument_marks(_: Word, args: Fragment<'_>) -> Vec<Mark> {
        marks::argument_marks(args)
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
        state: &mut State,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Result<Reply<State>, Failure> {
        commands::run(&self.model, state, call, context)
    }

    fn declare(&mut self, state: &State, _budget: &Budget) -> Result<Option<Vec<String>>, Answer> {
        let rows = commands::rows(&state.grid, self.model.blank);
        Ok(Some(rows.lines().map(str::to_owned).collect()))
    }

    fn fields(&mut self, state: &State, _budget: &Budget) -> Result<Vec<Field>, Answer> {
        let rows = commands::rows(&state.grid, '.');
        Ok(vec![Field::new("rows", Json::texts(rows.lines()))])
    }

    fn copy(&self, state: &State) -> State {
        State::new(state.grid.clone(), state.moves)
    }

    fn start(&self) -> State {
        State::new(self.model.grid.clone(), 0)
    }

    fn show(&mut self, state: &State, _budget: &Budget) -> Answer {
        Answer::list(commands::rows(&state.grid, self.model.blank))
    }

    fn cells(&self) -> Cells {
        Cells::Characters
    }

    fn status(&self, state: &State) -> Status {
        let (done, held) = state.boards.look(|boards| match boards {
            Some(boards) => {
                let figures = boards.figures();
                (figures.to_string(), figures.bytes)
            }
            None => (String::from("expanded 0 frontier 1 depth 0"), 0),
        });
        let empty = state.grid.cells().len() - state.grid.givens();
        let empty = format!("{} empty", counted(empty, "cell"));
        Status { done, figures: vec![format!("{held} bytes held"), empty] }
    }

    fn prompt(&self, state: &State) -> String {
        let empty = state.grid.cells().len() - state.grid.givens();
        if empty == 0 { String::from("full") } else { counted(empty, "cell") + " empty" }
    }

    fn scene(&mut self, name: &str, state: &State) -> Scene {
        scene::scene(name, &self.model.grid, &state.grid)
    }

    fn point(&mut self, name: &str, state: &State, call: &Call) -> Result<Option<Scene>, Failure> {
        let Some(commands::Pointed { grid, marks }) = commands::point(&state.grid, call)? else {
            return Ok(None);
        };
        Ok(Some(scene::pointed(scene::scene(name, &self.model.grid, &grid), &marks)))
    }

    fn complete(&self, state: &State, word: Word, before: Fragment<'_>) -> Vec<String> {
        let size = state.grid.size();
        let (earlier, begun) = last_word(before.text);
        let words: Vec<String> = match word {
            Word::Candidates => {
                let empty = (0..state.grid.cells().len()).filter(|&at| state.grid.value(at) == 0);
                empty.map(|cell| cell_name(cell, size)).collect()
            }
            Word::Play => commands::after(&state.grid, earlier)
                .map(|grid| commands::placements(&grid))
                .unwrap_or_default(),
            Word::Row | Word::Column | Word::Box => {
                (1..=size).map(|number| number.to_string()).collect()
            }
            _ => Vec::new(),
        };
        words.into_iter().filter(|one| one.starts_with(begun)).collect()
    }

    fn complete_illegal(&self, state: &State, before: Fragment<'_>) -> Vec<String> {
        let (earlier, begun) = last_word(before.text);
        let Some(grid) = commands::after(&state.grid, earlier) else { return Vec::new() };
        let words = commands::misplacements(&grid).into_iter();
        words.filter(|one| one.starts_with(begun)).collect()
    }

    fn describe(&mut self, state: &State, spot: &Spot<'_>) -> Option<String> {
        marks::describe(&self.model.grid, &state.grid, spot)
    }

    fn obstacles(&self, state: &State, call: &Call) -> Vec<String> {
        commands::obstacles(&self.model, state, call)
    }

    fn accepts(&mut self, state: &State, call: &Call, _answer: &Answer, expected: &str) -> bool {
        matches!(call, Call::Solve) && commands::completes(&state.grid, expected)
    }

    fn essence(&mut self, state: &State, _budget: &Budget) -> Answer {
        Answer::Text(commands::rows(&state.grid, '.'))
    }

    fn resume(&mut self, state: &mut State, budget: &Budget) -> Result<(), Answer> {
        state.resume(budget)
    }

    fn script(&mut self, state: &mut State, budget: &Budget) -> Result<Vec<Cue>, Answer> {
        commands::script(&state.grid, budget)
    }

    fn deep(
        &mut self,
        state: &mut State,
        place: Span,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        judge::deep(&self.model, state, place, budget, sink)
    }

    fn prospects(
        &mut self,
        state: &State,
        calls: &mut dyn Iterator<Item = Option<Call>>,
        budget: &Budget,
        each: &mut dyn FnMut(Prospect) -> bool,
    ) {
        prospects::prospects(&self.model, &state.grid, calls, budget, each);
    }

    fn survey(input: Input<'_>, deep: Option<&Budget>, sink: &mut Sink) -> Result<(), Stop> {
        judge::survey(input.source, deep, sink)
    }

    fn graph(&mut self, state: &State, limit: usize, budget: &Budget) -> Option<StateGraph> {
        Some(states::graph(self.model.blank, state, limit, budget))
    }

    fn growth(&mut self, state: &State, budget: &Budget) -> Option<Growth> {
        Some(states::growth(state, budget))
    }

    fn solve(&mut self, state: &mut State, budget: &Budget) -> Option<Solved> {
        Some(states::solved(state, budget))
    }

    fn solutions(&mut self, state: &mut State, budget: &Budget) -> Option<Outcome<Solutions>> {
        Some(states::solutions(state, budget))
    }

    fn rating(&mut self, state: &State, budget: &Budget) -> Option<Outcome<String>> {
        Some(states::rating(state, budget))
    }

    fn canonical(model: &Givens) -> Option<Vec<u64>> {
        Some(states::form(&model.grid).canonical())
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
