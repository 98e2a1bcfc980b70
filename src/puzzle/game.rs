//! The typed trait that each kind of puzzle implements, and the types that it uses.

use std::sync::Arc;

use super::legal::{LegalMove, Standing};
use super::marks::Spot;
use super::parts::NamedParts;
use super::rank::{Course, Extent, Figure, Solutions};
use super::states::{Growth, Life, StateGraph, Stretch};
use super::timeline::Cells;
use super::verdict::{Question, Ruling};
use super::{
    Answer, Body, Converted, Cue, Field, Info, Input, Mark, Out, Prospect, Reading, Searches,
    Solved, Status, Table, Unfinished, Verdict, Written, marks, read_rows,
};
use crate::diag::{Code, Diagnostic, Sink};
use crate::scene::Scene;
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::{Args, Fragment};
use crate::text::Span;

/// The depth of a command: that of the checker or of the runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The checker: check the arguments against the model, follow every change of state, and
    /// compute nothing that takes long. `answer` says that an expectation is after the command:
    /// if the answer costs next to nothing, give it; else [`Answer::NotComputed`].
    Check {
        /// True if an answer is needed.
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
    /// The searches that began in its state.
    pub searches: &'a mut Searches,
    /// The sink for remarks that do not stop it (failures are returned). Remarks state facts, such
    /// as that a puzzle is unsolvable: they are dropped if an expectation states the same.
    pub sink: &'a mut Sink,
    /// The depth of the command.
    pub depth: Depth,
    /// The verb and its arguments.
    pub span: Span,
    /// The verb.
    pub verb: Span,
    /// The number of the source in which the command is: places of commands in the same
    /// source can be labeled.
    pub source: u64,
    /// True if the declaration is in that source too, so that its places can be labeled.
    pub home: bool,
}

/// A command that was run, and what is expected of it.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// The command.
    pub text: Fragment<'a>,
    /// The lines of the expectation.
    pub expected: &'a str,
    /// The number of the source in which the command is.
    pub source: u64,
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
    /// A table that is needed to work on paper; its first row is its head.
    pub table: Vec<Vec<String>>,
}

/// Why a command failed: the diagnostic at its place. Nothing has changed.
pub type Failure = Box<Diagnostic>;

/// A kind of puzzle. The implementor holds what is shared by all states of one declared puzzle:
/// tables, caches. `State` is what undo restores. The board that holds the states also holds the
/// searches that began in them.
pub trait Game: Send + Sized + 'static {
    /// The content of a declaration in the file.
    type Model: Send + Sync + 'static;
    /// The part that undo restores.
    type State: Clone + Send + 'static;
    /// A verb of the kind, or its query.
    type Word: Copy + 'static;
    /// A parsed command.
    type Call;

    /// The description of the kind for the rest of the program.
    const INFO: &'static Info;
    /// Its verbs.
    const VERBS: Table<Self::Word>;

    /// Reads a body (verbatim or keyed). Pushes all diagnostics, and the marks of its parts, also of
    /// broken ones; gives a model only if it is sound: `None` after an error, except an error that
    /// states a fact about a sound model (parity makes it unsolvable). One fault gives one
    /// diagnostic.
    fn read(body: &Body<'_>, out: &mut Out<'_>) -> Option<Reading<Self::Model>>;

    /// Returns the canonical lines of a keyed body without comments, or `None` to leave it as it is
    /// (verbatim bodies stay verbatim; only indentation and trailing spaces change).
    fn format(_: &Written<'_, Self::Model>) -> Option<Vec<String>> {
        None
    }

    /// Returns a body without comments in its other form (verbatim or keyed), if there is one. Both
    /// lower to the same model; with the commands that follow, both give the same answers.
    fn convert(_: &Written<'_, Self::Model>) -> Option<Converted> {
        None
    }

    /// Opens a model: the part that all its states share. Cheap: tables are made at first need.
    fn open(model: Arc<Self::Model>) -> Self;

    /// Reads the arguments of a verb; those of the query are the whole text. Pushes a diagnostic and
    /// gives `None` if they are malformed. Does not know the model.
    fn parse(word: Self::Word, args: &mut Args<'_>, sink: &mut Sink) -> Option<Self::Call>;

    /// Marks the arguments of a verb (the whole text for the query).
    fn argument_marks(_word: Self::Word, args: Fragment<'_>) -> Vec<Mark> {
        marks::plain(args)
    }

    /// Returns the codes that an expectation makes superfluous, because it states the same fact: it
    /// is compared with the answer anyway. `solve => unsolvable` and `solve => 81` both state whether
    /// a puzzle is solvable; `count => 288` that it has several solutions.
    fn states_fact(_word: Self::Word, _expected: &str) -> &'static [&'static Code] {
        &[]
    }

    /// Runs a command.
    ///
    /// # Errors
    /// A diagnostic at the command's place. Nothing has changed then.
    fn run(
        &mut self,
        state: &Self::State,
        call: &Self::Call,
        context: &mut Context<'_>,
    ) -> Result<Reply<Self::State>, Failure>;

    /// Returns the lines of a body, without indentation, that declares a puzzle which starts in this
    /// state; `None` if no declaration can express it. The lines are not read back.
    ///
    /// # Errors
    /// An [`Answer::gave_up`] if the state must be computed first and the budget is spent.
    fn declare(
        &mut self,
        state: &Self::State,
        budget: &Budget,
    ) -> Result<Option<Vec<String>>, Answer>;

    /// Returns the fields in JSON of a puzzle that starts in this state, which a declaration can
    /// express ([`Info::json`]).
    ///
    /// # Errors
    /// As [`Game::declare`].
    fn fields(&mut self, _state: &Self::State, _: &Budget) -> Result<Vec<Field>, Answer> {
        Ok(Vec::new())
    }

    /// Returns a copy of the state as it was at the start, without a search: what `reset` returns
    /// to.
    fn start(&self) -> Self::State;

    /// Returns the answer of `show`.
    ///
    /// # Errors
    /// An [`Answer::gave_up`] if the state must be computed first and the budget is spent.
    fn show(&mut self, state: &Self::State, budget: &Budget) -> Answer;

    /// Returns how the text that `show` answers is made of cells, for listing how two states
    /// differ.
    fn cells(&self) -> Cells {
        Cells::Words
    }

    /// Returns the answer of `status`: for a searching kind first `expanded N frontier N depth N`.
    fn status(&self, state: &Self::State, searches: &Searches) -> Status;

    /// Returns the kind's own figure with its word, in a few characters for the prompt: the
    /// generation, the number of moves made.
    fn prompt(&self, state: &Self::State) -> String;

    /// Returns the picture of a state.
    fn scene(&mut self, name: &str, state: &Self::State) -> Scene;

    /// Returns the picture of a state that points at what `call` asks about: a path, a row, a ring;
    /// for moves, the moved pieces, or the obstacles of the first illegal move; for a hint or a
    /// solution, what a search finds within the budget. `None` if there is nothing to point at.
    ///
    /// # Errors
    /// A diagnostic at the name of a thing that does not exist.
    fn point(
        &mut self,
        _name: &str,
        _state: &Self::State,
        _call: &Self::Call,
        _searches: &mut Searches,
        _budget: &Budget,
    ) -> Result<Option<Scene>, Failure> {
        Ok(None)
    }

    /// Returns the words that could be at the end of `before` (arguments only, up to the cursor):
    /// whole replacements of its last word.
    fn complete(&self, _: &Self::State, _: Self::Word, _before: Fragment<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Does what [`Game::complete`] does, for the move of `why not`: only illegal moves are asked
    /// about.
    fn complete_illegal(&self, _state: &Self::State, _before: Fragment<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Returns a description of a marked part while the puzzle is in `state`: Markdown, a few
    /// lines. A block: its shape, its cells, its legal moves; an open cell: its candidates; a path:
    /// the node and its neighbors. Costs next to nothing: no search, no far jump.
    fn describe(&mut self, _state: &Self::State, _spot: &Spot<'_>) -> Option<String> {
        None
    }

    /// Returns the reasons, one per line, why [`Game::run`] refuses a call in this state. Empty if
    /// the message of its failure says everything.
    fn obstacles(&self, _state: &Self::State, _call: &Self::Call) -> Vec<String> {
        Vec::new()
    }

    /// Judges an answer to a call by the plain rules; `None` if the call is not one that solves, so
    /// that answers to it are compared as values.
    fn verdict(
        &mut self,
        _state: &Self::State,
        _call: &Self::Call,
        _question: &Question<'_>,
        _searches: &mut Searches,
        _budget: &Budget,
    ) -> Option<Ruling> {
        None
    }

    /// Returns whether `expected` states the answer to a call in other words.
    fn accepts(&mut self, _call: &Self::Call, _answer: &Answer, _expected: &str) -> bool {
        false
    }

    /// True if what is asked about a state is handed to [`Game::observe`].
    const OBSERVES: bool = false;

    /// Takes note of what is asked about the present state, and of what is expected, whether it holds
    /// or not. `call` is the command, which was run, and `None` is `show`. Returns `None` if the game has
    /// an answer that is compared with the expectation. Otherwise returns why the expectation does not
    /// hold, or a statement on one line that states it again in the same state, so that it can be saved.
    /// It takes a few milliseconds.
    fn observe(
        &mut self,
        _: &Self::State,
        _call: Option<&Self::Call>,
        _asked: &Observed<'_>,
    ) -> Option<Result<String, Failure>> {
        None
    }

    /// Returns a text that identifies a state, however the puzzle is drawn; `digest` is computed
    /// from it. Two drawings of the same state (packed or spaced, `0` or `.`) have the same text. By default
    /// that of [`Game::show`].
    fn essence(&mut self, state: &Self::State, budget: &Budget) -> Answer {
        self.show(state, budget)
    }

    /// Returns the budget with which a checker shows a state for an expectation; `None` if that
    /// would cost too much each time a key is pressed.
    fn cheap(&self, budget: &Budget) -> Option<Budget> {
        Some(budget.clone())
    }

    /// Returns what a person must know, besides the picture of the start, to solve it on paper.
    fn task(&mut self, _name: &str) -> Task {
        Task::default()
    }

    /// Returns the steps of a film that begins in this state, each with a command of the kind: the
    /// moves of a shortest solution, the next generations.
    ///
    /// # Errors
    /// The answer of the command that finds them: `unsolvable`, `gave up`.
    fn script(
        &mut self,
        _state: &Self::State,
        _searches: &mut Searches,
        _budget: &Budget,
    ) -> Result<Vec<Cue>, Answer> {
        Ok(Vec::new())
    }

    /// Pushes the diagnostics of a state that need a search (`check --solve` for the start, the verb
    /// `check` for the current state), at `place`, or at better places that the model knows.
    ///
    /// # Errors
    /// Why a search stopped. It reports nothing then.
    fn deep(
        &mut self,
        _state: &Self::State,
        _place: Span,
        _budget: &Budget,
        _sink: &mut Sink,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// Reports what a designer wants to know of the puzzle that starts in this state: parts that
    /// change nothing. Adds to the diagnostics since `mark`, which say that it has no solution, the
    /// parts without which it has one.
    ///
    /// # Errors
    /// Why a search stopped. What was reported until then is right.
    fn design(
        &mut self,
        _state: &Self::State,
        _mark: usize,
        _budget: &Budget,
        _sink: &mut Sink,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// Makes moves from a state, each of them a call that makes one move (`None` if it cannot be
    /// read), and hands out after each of them how far the goal is, while `each` wants more.
    ///
    /// # Errors
    /// Why a search stopped.
    fn prospects(
        &mut self,
        _state: &Self::State,
        _calls: &mut dyn Iterator<Item = Option<Self::Call>>,
        _budget: &Budget,
        _each: &mut dyn FnMut(Prospect) -> bool,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// Reports what is wrong with raw input without answering it; with a budget also faults that
    /// only a search can find.
    ///
    /// # Errors
    /// Questions that a search leaves open when it stops.
    fn survey(input: Input<'_>, deep: Option<&Budget>, sink: &mut Sink) -> Result<(), Unfinished> {
        let body = Body::raw(input);
        let (Some(reading), Some(budget)) =
            (read_rows(Self::INFO, &body, &mut Out::new(sink), Self::read), deep)
        else {
            return Ok(());
        };
        let mut game = Self::open(Arc::new(reading.model));
        let (start, mark) = (game.start(), sink.len());
        let decided = game.deep(&start, body.name, budget, sink);
        decided.map_err(|_| Unfinished::Facts)?;
        let advised = game.design(&start, mark, budget, sink);
        advised.map_err(|_| Unfinished::Advice)
    }

    /// Returns how far the puzzle has been played in a state.
    fn standing(&self, _state: &Self::State) -> Standing {
        Standing::default()
    }

    /// Returns the legal moves of a state, each with the cells that it leads between, in the puzzle's
    /// order.
    fn legal_moves(&self, _state: &Self::State) -> Vec<LegalMove> {
        Vec::new()
    }

    /// Returns the graph of the first `limit` states from this one on.
    fn graph(&mut self, _: &Self::State, _limit: usize, _: &Budget) -> Option<StateGraph> {
        None
    }

    /// Returns how many states are new per depth from this state on, if the kind searches.
    fn growth(&mut self, _state: &Self::State, _budget: &Budget) -> Option<Growth> {
        None
    }

    /// Finds a solution from this state. `None` if the kind, or the puzzle, has no goal.
    fn solve(&mut self, _: &Self::State, _: &mut Searches, _: &Budget) -> Option<Solved> {
        None
    }

    /// Counts the solutions from this state; of kinds with moves, shortest ones. `None` if the kind,
    /// or the puzzle, has no goal.
    fn solutions(
        &mut self,
        _: &Self::State,
        _: &mut Searches,
        _: &Budget,
    ) -> Option<Outcome<Solutions>> {
        None
    }

    /// Returns the parts of the puzzle that starts in a state that can be left out; `None` if the kind
    /// has none, or the puzzle no goal.
    fn parts(&self, _state: &Self::State) -> Option<Box<dyn NamedParts + '_>> {
        None
    }

    /// Rates how hard a state is for a person.
    fn rating(&mut self, _state: &Self::State, _budget: &Budget) -> Figure {
        Figure::Absent
    }

    /// Returns how far the moves of a shortest solution from a state are forced. `None` if the kind, or
    /// the puzzle, has no goal.
    fn course(&mut self, _: &Self::State, _: &mut Searches, _: &Budget) -> Option<Outcome<Course>> {
        None
    }

    /// Returns the number of pieces of a model, and its size.
    fn extent(_model: &Self::Model) -> Extent {
        Extent::default()
    }

    /// Returns a form that is equal for two models exactly if they differ only in being mirrored,
    /// rotated or relabeled ([`super::rank::Form::canonical`]), or in another way that changes nothing
    /// about the puzzle: bands, stacks, rows and columns of a sudoku may be exchanged.
    fn canonical(_model: &Self::Model) -> Option<Vec<u64>> {
        None
    }

    /// Returns the generations of an automaton.
    fn life(&mut self, _state: &Self::State, _: Stretch, _: &Budget) -> Option<Life> {
        None
    }

    /// Returns the texts of the puzzles of raw input that is a list; none if it is one puzzle.
    fn entries(_text: &str) -> Vec<&str> {
        Vec::new()
    }

    /// Reads raw input and emits the judge's output line by line, each with the number (from 1) of
    /// the line of input that it answers.
    fn judge(
        input: Input<'_>,
        budget: &Budget,
        sink: &mut Sink,
        emit: &mut dyn FnMut(u32, &str),
    ) -> Verdict;
}
