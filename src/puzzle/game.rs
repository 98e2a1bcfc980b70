//! The trait that the positions of each kind of puzzle implement, and the types that it uses.

use std::any::Any;
use std::sync::Arc;

use super::board::Cells;
use super::legal::{LegalMove, Standing};
use super::parts::Parts;
use super::rank::{Course, Extent, Solutions};
use super::states::{Growth, StateGraph};
use super::verdict::{Question, Ruling};
use super::{Answer, Cue, Field, Info, Prospect, Searches, Solved, Spot, Status};
use crate::diag::{Diagnostic, Sink};
use crate::scene::Scene;
use crate::search::{Budget, Outcome, Stop};
use crate::syntax::{Arg, Fragment};
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
    /// An editor that shows what an answer would be: as the checker with an answer, and nothing that is
    /// computed shows in `status` afterwards.
    Preview,
    /// The runner: do it.
    Run,
}

impl Depth {
    /// Returns whether the caller reads the answer.
    pub fn answers(self) -> bool {
        self != Self::Check { answer: false }
    }
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
pub struct Observed<'a> {
    /// The command; `None` for `show`.
    pub call: Option<Call>,
    /// Its text.
    pub text: Fragment<'a>,
    /// The lines of the expectation.
    pub expected: &'a str,
}

/// The result of a command.
pub enum Reply {
    /// It answers and leaves the position as it is (a search in it may have advanced).
    Answer(Answer),
    /// It leads to a new position. Undo returns to the old one, its search included.
    Moved(Arc<dyn Game>, Answer),
}

/// An argument that is typed.
#[derive(Clone, Copy, Debug)]
pub struct Slot<'a> {
    /// The position of the verb in [`Info::verbs`].
    pub verb: usize,
    /// The argument.
    pub arg: &'a Arg,
    /// False for the move of `why not`: only illegal moves are asked about.
    pub is_legal: bool,
}

/// A command whose arguments are read, as its kind keeps it: see [`Info::call`].
pub struct Call(Box<dyn Any + Send + Sync>);

impl Call {
    /// Returns a command of a kind.
    pub fn new<T: Any + Send + Sync>(command: T) -> Self {
        Self(Box::new(command))
    }

    /// Returns the command of a kind that has only one type of them.
    ///
    /// # Panics
    /// Panics if it is a command of another kind.
    pub fn of<T: Any>(&self) -> &T {
        self.0.downcast_ref().expect("a position runs commands of its own kind")
    }

    /// Does what [`Call::of`] does, by value.
    ///
    /// # Panics
    /// As [`Call::of`].
    pub fn into_inner<T: Any>(self) -> T {
        *self.0.downcast().unwrap_or_else(|_| panic!("a position runs commands of its own kind"))
    }
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

/// A position of a puzzle, and the rules that hold in it. It is immutable: a command returns an answer,
/// or another position. The positions of a declaration may share a cache; it changes how long an answer
/// takes, and never the answer.
pub trait Game: Any + Send + Sync {
    /// Returns the description of its kind.
    fn info(&self) -> &'static Info;

    /// Runs a command.
    ///
    /// # Errors
    /// A diagnostic at the command's place. Nothing has changed then.
    fn run(&self, call: &Call, context: &mut Context<'_>) -> Result<Reply, Failure>;

    /// Returns the lines of a body, without indentation, that declares a puzzle which starts in this
    /// state; `None` if no declaration can express it. The lines are not read back.
    ///
    /// # Errors
    /// An [`Answer::gave_up`] if the state must be computed first and the budget is spent.
    fn declare(&self, budget: &Budget) -> Result<Option<Vec<String>>, Answer>;

    /// Returns the fields in JSON of a puzzle that starts in this state, which a declaration can
    /// express ([`Info::json`]).
    ///
    /// # Errors
    /// As [`Game::declare`].
    fn fields(&self, _: &Budget) -> Result<Vec<Field>, Answer> {
        Ok(Vec::new())
    }

    /// Returns the answer of `show`.
    ///
    /// # Errors
    /// An [`Answer::gave_up`] if the state must be computed first and the budget is spent.
    fn show(&self, budget: &Budget) -> Answer;

    /// Returns how the text that `show` answers is made of cells, for listing how two states
    /// differ.
    fn cells(&self) -> Cells {
        Cells::Words
    }

    /// Returns the answer of `status`: of a kind with moves first `expanded N frontier N depth N`.
    fn status(&self, searches: &Searches) -> Status;

    /// Returns the kind's own figure with its word, in a few characters for the prompt: the
    /// generation, the number of moves made.
    fn prompt(&self) -> String;

    /// Returns the picture of a state.
    fn scene(&self, name: &str) -> Scene;

    /// Returns the picture of a state that points at what `call` asks about: a path, a row, a ring;
    /// for moves, the moved pieces, or the obstacles of the first illegal move; for a hint or a
    /// solution, what a search finds within the budget. `None` if there is nothing to point at.
    ///
    /// # Errors
    /// A diagnostic at the name of a thing that does not exist.
    fn point(
        &self,
        _name: &str,
        _call: &Call,
        _searches: &mut Searches,
        _budget: &Budget,
    ) -> Result<Option<Scene>, Failure> {
        Ok(None)
    }

    /// Returns the values that an argument could have at the end of `before`, the arguments up to the
    /// cursor: whole replacements of its last word. Words of the form come with it.
    fn candidates(&self, _: Slot<'_>, _before: Fragment<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Returns a description of a marked part while the puzzle is in `state`: Markdown, a few
    /// lines. A block: its shape, its cells, its legal moves; an open cell: its candidates; a path:
    /// the node and its neighbors. Costs next to nothing: no search, no far jump.
    fn describe(&self, _spot: &Spot<'_>) -> Option<String> {
        None
    }

    /// Returns the reasons, one per line, why [`Game::run`] refuses a call in this state. Empty if
    /// the message of its failure says everything.
    fn obstacles(&self, _call: &Call) -> Vec<String> {
        Vec::new()
    }

    /// Judges an answer to a call by the plain rules; `None` if the call is not one that solves, so
    /// that answers to it are compared as values.
    fn verdict(
        &self,
        _call: &Call,
        _question: &Question<'_>,
        _searches: &mut Searches,
        _budget: &Budget,
    ) -> Option<Ruling> {
        None
    }

    /// Returns a text that identifies a state, however the puzzle is drawn; `digest` is computed
    /// from it. Two drawings of the same state (packed or spaced, `0` or `.`) have the same text. By default
    /// that of [`Game::show`].
    fn essence(&self, budget: &Budget) -> Answer {
        self.show(budget)
    }

    /// Returns the budget with which a checker shows a state for an expectation; `None` if that
    /// would cost too much each time a key is pressed.
    fn cheap(&self, budget: &Budget) -> Option<Budget> {
        Some(budget.clone())
    }

    /// Returns what a person must know, besides the picture of the start, to solve it on paper.
    fn task(&self, _name: &str) -> Task {
        Task::default()
    }

    /// Returns the steps of a film that begins in this state, each with a command of the kind: the
    /// moves of a shortest solution, the next generations.
    ///
    /// # Errors
    /// The answer of the command that finds them: `unsolvable`, `gave up`.
    fn script(&self, _searches: &mut Searches, _budget: &Budget) -> Result<Vec<Cue>, Answer> {
        Ok(Vec::new())
    }

    /// Pushes the diagnostics of a state that need a search (`check --solve` for the start, the verb
    /// `check` for the current state), at `place`, or at better places that the model knows.
    ///
    /// # Errors
    /// Why a search stopped. It reports nothing then.
    fn deep(&self, _place: Span, _budget: &Budget, _sink: &mut Sink) -> Result<(), Stop> {
        Ok(())
    }

    /// Reports what a designer wants to know of the puzzle that starts in this state: parts that
    /// change nothing. Adds to the diagnostics since `mark`, which say that it has no solution, the
    /// parts without which it has one.
    ///
    /// # Errors
    /// Why a search stopped. What was reported until then is right.
    fn design(&self, _mark: usize, _budget: &Budget, _sink: &mut Sink) -> Result<(), Stop> {
        Ok(())
    }

    /// Makes moves from a state, each of them a call that makes one move (`None` if it cannot be
    /// read), and hands out after each of them how far the goal is, while `each` wants more.
    ///
    /// # Errors
    /// Why a search stopped.
    fn prospects(
        &self,
        _calls: &mut dyn Iterator<Item = Option<Call>>,
        _budget: &Budget,
        _each: &mut dyn FnMut(Prospect) -> bool,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// Returns how far the puzzle has been played in a state.
    fn standing(&self) -> Standing {
        Standing::default()
    }

    /// Returns the legal moves of a state, each with the cells that it leads between, in the puzzle's
    /// order.
    fn legal_moves(&self) -> Vec<LegalMove> {
        Vec::new()
    }

    /// Returns the graph of the first `limit` states from this one on.
    fn graph(&self, _limit: usize, _: &Budget) -> Option<StateGraph> {
        None
    }

    /// Returns how many states are new per depth from this state on, if the kind searches.
    fn growth(&self, _budget: &Budget) -> Option<Growth> {
        None
    }

    /// Finds a solution from this state. `None` if the kind, or the puzzle, has no goal.
    fn solve(&self, _: &mut Searches, _: &Budget) -> Option<Solved> {
        None
    }

    /// Counts the solutions from this state; of kinds with moves, shortest ones. `None` if the kind,
    /// or the puzzle, has no goal.
    fn solutions(&self, _: &mut Searches, _: &Budget) -> Option<Outcome<Solutions>> {
        None
    }

    /// Returns the starts of the levels of a puzzle that has several, with their numbers from 1, without
    /// those that cannot begin; none if it is a single one.
    fn levels(&self) -> Vec<(usize, Arc<dyn Game>)> {
        Vec::new()
    }

    /// Returns the parts of the puzzle that starts in a state that can be left out; `None` if the kind
    /// has none, or the puzzle no goal.
    fn parts(&self) -> Option<Box<dyn Parts + '_>> {
        None
    }

    /// Returns how far the moves of a shortest solution from a state are forced. `None` if the kind, or
    /// the puzzle, has no goal.
    fn course(&self, _: &mut Searches, _: &Budget) -> Option<Outcome<Course>> {
        None
    }

    /// Returns the number of pieces of a model, and its size.
    fn extent(&self) -> Extent {
        Extent::default()
    }

    /// Returns a form that is equal for two models exactly if they differ only in being mirrored,
    /// rotated or relabeled ([`super::rank::Form::canonical`]), or in another way that changes nothing
    /// about the puzzle: bands, stacks, rows and columns of a sudoku may be exchanged.
    fn canonical(&self) -> Option<Vec<u64>> {
        None
    }
}
