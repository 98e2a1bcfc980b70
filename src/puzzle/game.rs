//! The trait that the positions of each kind of puzzle implement, and the types that it uses.

use std::any::Any;
use std::sync::Arc;

use super::board::Cells;
use super::legal::{LegalMove, Standing};
use super::parts::Parts;
use super::rank::Extent;
use super::states::{Growth, StateGraph};
use super::{Answer, Field, Info, Prospect, Searches, Spot};
use crate::diag::{Diagnostic, Sink};
use crate::scene::Scene;
use crate::search::{Budget, Stop};
use crate::syntax::{Arg, Fragment, Given};
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

/// A command of a kind: its verb found, and its arguments read as [`Verb::args`](super::Verb::args) says,
/// but for [`Arg::Rest`], which the kind reads itself.
#[derive(Debug)]
pub struct Instruction<'a> {
    /// The position of the verb in [`Info::verbs`]; the query comes after them.
    pub verb: usize,
    /// Its arguments.
    pub given: Given<'a>,
}

/// A request to a position.
#[derive(Debug)]
pub enum Request<'a> {
    /// A command.
    Command(Instruction<'a>),
    /// A request to take an expectation as true, if the expectations of the kind can be premises
    /// ([`Info::has_premises`]).
    Premise(Observed<'a>),
}

impl<'a> Request<'a> {
    /// Returns the command; `None` for a premise.
    pub fn command(self) -> Option<Instruction<'a>> {
        match self {
            Self::Command(instruction) => Some(instruction),
            Self::Premise(_) => None,
        }
    }
}

/// A command that was run, and what is expected of it.
#[derive(Debug)]
pub struct Observed<'a> {
    /// The command; `None` for `show`.
    pub command: Option<Instruction<'a>>,
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

    /// Returns this position without any searches: it runs the commands, and keeps the searches that they
    /// begin.
    fn searches(&self) -> Box<dyn Searches>;

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

    /// Returns the kind's own figure with its word, in a few characters for the prompt: the
    /// generation, the number of moves made.
    fn prompt(&self) -> String;

    /// Returns the picture of a state.
    fn scene(&self, name: &str) -> Scene;

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

    /// Makes moves from a state, each of them a command that makes one move (`None` if it cannot be
    /// read), and hands out after each of them how far the goal is, while `each` wants more.
    ///
    /// # Errors
    /// Why a search stopped.
    fn prospects(
        &self,
        _moves: &mut dyn Iterator<Item = Option<Instruction<'_>>>,
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
