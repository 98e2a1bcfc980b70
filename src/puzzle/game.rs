//! The typed trait that each kind of puzzle implements, and the types that it uses.

use std::sync::Arc;

use super::film::Cue;
use super::marks::{self, Converted, Mark, Spot};
use super::rank::Solutions;
use super::states::{self, Growth, Life, StateGraph};
use super::timeline::Cells;
use super::{Answer, Info, Verb, Verdict};
use crate::diag::{Code, Diagnostic, Sink};
use crate::scene::Scene;
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::{Args, Cut, Fragment, Line, body_lines, row_parts};
use crate::text::{Source, Span};

/// The body of a declaration, or a raw input.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    /// The whole source.
    pub source: &'a str,
    /// The span between the braces; the whole source for a raw input.
    pub span: Span,
    /// The place of a diagnostic about something that the body lacks: the name of the declaration,
    /// or the last character of a raw input.
    pub name: Span,
    /// Whether this is a raw input (`--as KIND`), not the body of a declaration.
    pub raw: bool,
}

impl<'a> Body<'a> {
    /// The whole of `source` as raw input.
    pub fn raw(source: &'a Source) -> Self {
        let text = source.text();
        let end = text.trim_end().len() as u32;
        let start = text.trim_end().char_indices().next_back().map_or(0, |(at, _)| at as u32);
        let skip = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Self {
            source: text,
            span: Span::new(skip, text.len() as u32),
            name: Span::new(start.max(skip), end.max(skip)),
            raw: true,
        }
    }

    /// The text of the body.
    pub fn text(&self) -> &'a str {
        &self.source[self.span.range()]
    }

    /// Its lines: without comments, common indentation and outer blank lines. In a body on one line
    /// ` / ` ends a row.
    pub fn lines(&self) -> Vec<Line<'a>> {
        self.parts(|_| Cut::No)
    }

    /// Its lines, as [`Body::lines`] gives them, except that a body on one line is cut into rows:
    /// ` / ` ends one, and so do the words that `cut` names.
    pub fn parts(&self, cut: impl Fn(&str) -> Cut) -> Vec<Line<'a>> {
        let text = self.text();
        if self.raw || memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some() {
            body_lines(self.source, self.span)
        } else {
            row_parts(self.source, self.span, cut)
        }
    }
}

/// A command that a verbatim body implies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The text at this place is a command.
    Written(Span),
    /// The text at this place implies this command.
    Implied {
        /// The command.
        command: String,
        /// The place of its diagnostics.
        span: Span,
    },
}

/// The result of reading a body.
#[derive(Debug)]
pub struct Reading<M> {
    /// The model.
    pub model: M,
    /// The commands that the body implies, run right after the declaration.
    pub asks: Vec<Ask>,
}

/// How far a command goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The checker: check the arguments against the model, follow every change of state, and
    /// compute nothing that takes long. `answer` says that an expectation stands after the command:
    /// if the answer costs next to nothing, give it; else [`Answer::unknown`].
    Check {
        /// Whether an answer is needed.
        answer: bool,
    },
    /// The runner: do it.
    Run,
}

/// The context in which a command runs.
#[derive(Debug)]
pub struct Context<'a> {
    /// Its limits.
    pub budget: &'a Budget,
    /// The sink for remarks that do not stop it (failures are returned). Remarks state facts, such
    /// as that a puzzle is unsolvable: they are dropped if an expectation states the same.
    pub sink: &'a mut Sink,
    /// How far it goes.
    pub depth: Depth,
    /// The verb and its arguments.
    pub span: Span,
    /// The verb.
    pub verb: Span,
    /// The number of the source in which the command stands: places of commands in the same
    /// source can be labelled.
    pub source: u64,
    /// Whether the declaration stands in that source too, so that its places can be labelled.
    pub home: bool,
}

/// The result of a command.
#[derive(Debug)]
pub enum Reply<S> {
    /// It answers and leaves the state as it is (a search in it may have advanced).
    Answer(Answer),
    /// It leads to a new state. Undo returns to the old one, its search included.
    Changed(S, Answer),
}

/// The goal and the rules of a puzzle, beside the picture of its start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// The scene that the puzzle must become.
    pub goal: Option<Scene>,
    /// Rules and goals, one per line.
    pub notes: Vec<String>,
}

/// Why a command failed: the diagnostic at its place. Nothing has changed.
pub type Failure = Box<Diagnostic>;

/// A kind of puzzle. The implementor holds what is shared by all states of one declared puzzle:
/// tables, caches, an engine. `State` is what undo restores; searches belong to the state that
/// they started from and live in it.
pub trait Game: Send + Sized + 'static {
    /// The content of a declaration in the file.
    type Model: Send + Sync + 'static;
    /// The part that undo restores.
    type State: Send + 'static;
    /// A parsed command.
    type Call;

    /// The description of the kind for the rest of the program.
    fn info() -> &'static Info;

    /// Reads a body (verbatim or keyed). Pushes all diagnostics; gives a model only if it is sound:
    /// `None` after an error, except an error that states a fact about a sound model (parity makes
    /// it unsolvable). One fault gives one diagnostic.
    fn read(body: &Body<'_>, sink: &mut Sink) -> Option<Reading<Self::Model>>;

    /// Opens a model: the part that all its states share. Cheap: tables are made at first need.
    fn open(model: Arc<Self::Model>) -> Self;

    /// Reads the arguments of `verb` (one of [`Info::verbs`], or the query, whose arguments are
    /// the whole text). Pushes a diagnostic and gives `None` if they are malformed. Does not know
    /// the model.
    fn parse(verb: &'static Verb, args: &mut Args<'_>, sink: &mut Sink) -> Option<Self::Call>;

    /// Runs a command.
    ///
    /// # Errors
    /// A diagnostic at the command's place. Nothing has changed then.
    fn run(
        &mut self,
        state: &mut Self::State,
        call: &Self::Call,
        context: &mut Context<'_>,
    ) -> Result<Reply<Self::State>, Failure>;

    /// The reasons, one per line, why [`Game::run`] refuses a call in this state. `None` if the
    /// message of its failure says everything.
    fn obstacles(&self, _state: &Self::State, _call: &Self::Call) -> Vec<String> {
        Vec::new()
    }

    /// The lines of a body, without indentation, that declares a puzzle which starts in this state.
    /// `None` if no declaration can express it.
    ///
    /// # Errors
    /// An [`Answer::gave_up`] if the state must be computed first and the budget is spent.
    fn declare(
        &mut self,
        state: &Self::State,
        budget: &Budget,
    ) -> Result<Option<Vec<String>>, Answer>;

    /// A copy of the state as it was at the start, without a search: what `reset` returns to.
    fn start(&self) -> Self::State;

    /// A copy of a state without its searches.
    fn copy(&self, state: &Self::State) -> Self::State;

    /// Whether a fresh opening of the same model, put into a copy of a state, would answer a
    /// checker as this one does: false if this one has computed something that the checker may ask
    /// for.
    fn forks(&self) -> bool {
        true
    }

    /// The answer of `show`.
    ///
    /// # Errors
    /// An [`Answer::gave_up`] if the state must be computed first and the budget is spent.
    fn show(&mut self, state: &Self::State, budget: &Budget) -> Answer;

    /// A text that identifies a state, however the puzzle is drawn; `digest` is computed from it.
    /// Two drawings of the same state (packed or spaced, `0` or `.`) have the same text.
    ///
    /// # Errors
    /// As [`Game::show`].
    fn essence(&mut self, state: &Self::State, budget: &Budget) -> Answer {
        self.show(state, budget)
    }

    /// How the text that `show` answers is made of cells, for listing how two states differ.
    fn cells(&self) -> Cells {
        Cells::Words
    }

    /// The answer of `undo`, `redo`, `goto` and `reset` after they led to `state`. The checker does
    /// not call it.
    fn arrived(&mut self, state: &Self::State, budget: &Budget) -> Answer {
        self.show(state, budget)
    }

    /// Repeats a search in the state that was dropped because memory was short, up to the point
    /// that `step`, `frontier` and `status` need: they answer as if it were still there.
    ///
    /// # Errors
    /// `gave up`, if the budget stops it before it is as far as it was.
    fn resume(&mut self, _state: &mut Self::State, _budget: &Budget) -> Result<(), Answer> {
        Ok(())
    }

    /// The answer of `status`: for a searching kind first `expanded N frontier N depth N`.
    fn status(&self, state: &Self::State) -> String;

    /// The kind's own figure with its word, in a few characters for the prompt: the generation, the
    /// number of moves made.
    fn prompt(&self, state: &Self::State) -> String;

    /// The picture of a state.
    fn scene(&mut self, name: &str, state: &Self::State) -> Scene;

    /// What a person must know, besides the picture of the start, to solve it on paper.
    fn task(&mut self, _name: &str) -> Task {
        Task::default()
    }

    /// The graph of the first `limit` states from `state` on, if the kind has one.
    fn graph(&mut self, _: &Self::State, _limit: usize, _: &Budget) -> Option<StateGraph> {
        None
    }

    /// How many states are new per depth from `state` on, if the kind searches.
    fn growth(&mut self, _: &Self::State, _: &Budget) -> Option<Growth> {
        None
    }

    /// How many solutions there are from `state`; of kinds with moves, shortest ones. `None` if the
    /// kind, or the puzzle, has no goal.
    fn solutions(&mut self, _: &mut Self::State, _: &Budget) -> Option<Outcome<Solutions>> {
        None
    }

    /// How hard `state` is for a person, if the kind can rate it.
    fn rating(&mut self, _: &Self::State, _: &Budget) -> Option<Outcome<String>> {
        None
    }

    /// A form that is equal for two models exactly if they differ only in being mirrored, rotated
    /// or relabeled ([`super::rank::Form::canonical`]). `None` if the kind has no such form.
    fn canonical(_model: &Self::Model) -> Option<Vec<u64>> {
        None
    }

    /// The generations of an automaton.
    fn life(&mut self, _: &Self::State, _: states::Stretch, _: &Budget) -> Option<Life> {
        None
    }

    /// The picture of a state that points at what `call` asks about: a path, a row, a ring; for
    /// moves, the moved pieces, or the obstacles of the first illegal move. `None` if there is
    /// nothing to point at. Cheap.
    ///
    /// # Errors
    /// A diagnostic at the name of a thing that does not exist.
    fn point(
        &mut self,
        _name: &str,
        _state: &Self::State,
        _call: &Self::Call,
    ) -> Result<Option<Scene>, Failure> {
        Ok(None)
    }

    /// The steps of a film that begins in `state`, each with a command of the kind: the moves of a
    /// shortest solution, the next generations. A search in the state may advance.
    ///
    /// # Errors
    /// The answer of the command that finds them: `unsolvable`, `gave up`.
    fn script(&mut self, _state: &mut Self::State, _budget: &Budget) -> Result<Vec<Cue>, Answer> {
        Ok(Vec::new())
    }

    /// Diagnostics of the model that need a search (`check --solve`, the verb `check`), pushed at
    /// `name`, or at better places that the model knows. A search that exhausts its budget reports
    /// nothing.
    ///
    /// # Errors
    /// The stop that ended the search before it was decided.
    fn deep(&mut self, name: Span, budget: &Budget, sink: &mut Sink) -> Result<(), Stop>;

    /// The codes that an expectation makes superfluous, because it states the same fact: it is
    /// compared with the answer anyway. `solve => unsolvable` and `solve => 81` both state whether
    /// a puzzle is solvable; `count => 288` that it has several solutions.
    fn states_fact(_verb: &str, _expected: &str) -> &'static [&'static Code] {
        &[]
    }

    /// Whether `expected` (the lines of a block, joined with LF) is another right answer:
    /// any legal solution of the same length for `solve => { … }`.
    fn accepts(
        &mut self,
        _state: &Self::State,
        _call: &Self::Call,
        _answer: &str,
        _expected: &str,
    ) -> bool {
        false
    }

    /// Whether two cells of a board of `side` rows, each a row and a column, constrain each other;
    /// a cell is a peer of itself.
    fn are_peers(_side: u32, _one: (u32, u32), _other: (u32, u32)) -> bool {
        false
    }

    /// Words that could stand at the end of `before` (arguments only, up to the cursor): whole
    /// replacements of its last word.
    fn complete(&self, _state: &Self::State, _verb: &str, _before: Fragment<'_>) -> Vec<String> {
        Vec::new()
    }

    /// The canonical lines of a keyed body, or `None` to leave the body as it is (verbatim bodies
    /// stay verbatim; only indentation and trailing spaces change).
    fn format(_body: &Body<'_>) -> Option<Vec<String>> {
        None
    }

    /// The marks of a body: in the order of their places, not overlapping, each on one line; also
    /// of a body that has errors. One pass over the body.
    fn marks(_body: &Body<'_>) -> Vec<Mark> {
        Vec::new()
    }

    /// The marks of a command's arguments (the whole text for the query).
    fn argument_marks(_verb: &'static Verb, args: Fragment<'_>) -> Vec<Mark> {
        marks::plain(args)
    }

    /// The places of the single moves in the arguments of `play`, for kinds whose `solve` answers
    /// how far the goal is.
    fn moves(_args: Fragment<'_>) -> Vec<Span> {
        Vec::new()
    }

    /// A description of a marked part while the puzzle is in `state`: Markdown, a few lines. A
    /// block: its shape, its cells, its legal moves; an open cell: its candidates; a path: the node
    /// and its neighbours. Costs next to nothing: no search, no far jump.
    fn describe(&mut self, _state: &Self::State, _spot: &Spot<'_>) -> Option<String> {
        None
    }

    /// The body in its other form (verbatim or keyed), if it is sound and there is one. Both lower
    /// to the same model; with the commands that follow, both give the same answers.
    fn convert(_body: &Body<'_>) -> Option<Converted> {
        None
    }

    /// How many of the lines that follow the `{` of a body without `}` belong to it: those before
    /// the first that `ends` it because it begins like `use` or a command, unless the body still
    /// lacks a part that this line can begin. Comments, outer spaces and blank lines are left out.
    fn extent(lines: &mut dyn Iterator<Item = &str>, ends: &dyn Fn(&str) -> bool) -> usize {
        lines.take_while(|line| !ends(line)).count()
    }

    /// Whether raw input that begins like this may be cut at any line end and judged in pieces.
    fn streams(_prefix: &str) -> bool {
        false
    }

    /// Whether `text` looks like raw input of this kind, for a message that suggests `--as`.
    fn fits(text: &str) -> bool {
        let source = Source::new("", text);
        let mut sink = Sink::new();
        Self::read(&Body::raw(&source), &mut sink).is_some()
    }

    /// The same as [`Game::judge`], with the number (from 1) of the line of input that each line of
    /// output answers.
    fn judge_lines(
        source: &Source,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict {
        let number = source.first_line() + 1;
        Self::judge(source, budget, sink, &mut |line| emit(number, line))
    }

    /// Reports what is wrong with raw input without answering it; with a budget (`deep`) also
    /// faults that only a search can find.
    ///
    /// # Errors
    /// Why a search stopped before it had decided.
    fn survey(source: &Source, deep: Option<&Budget>, sink: &mut Sink) -> Result<(), Stop> {
        let body = Body::raw(source);
        match (Self::read(&body, sink), deep) {
            (Some(reading), Some(budget)) => {
                Self::open(Arc::new(reading.model)).deep(body.name, budget, sink)
            }
            _ => Ok(()),
        }
    }

    /// Reads raw input and emits the judge's output line by line.
    fn judge(
        source: &Source,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(&str),
    ) -> Verdict;
}
