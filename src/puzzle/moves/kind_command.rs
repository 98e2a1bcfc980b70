//! The commands that only one kind with moves has, or that it answers in its own way.

use std::fmt::Debug;

use super::{Call, MoveGame, State};
use crate::diag::Sink;
use crate::puzzle::{Answer, Failure};
use crate::scene::Scene;
use crate::search::{Budget, Outcome};
use crate::syntax::Given;

/// The commands that only one kind with moves has.
pub trait KindCommand<M: MoveGame>: Debug + Sized {
    /// A verb that only this kind has.
    type Word: Copy + PartialEq + 'static;

    /// Returns the command of such a verb: see [`crate::puzzle::Info::call`].
    fn call(word: Self::Word, given: &mut Given<'_>, sink: &mut Sink) -> Option<Call<M>>;

    /// Returns whether the command needs a goal.
    fn aims(&self) -> bool {
        false
    }

    /// Returns the answer of a command that needs no search; `None` if it needs one. `wanted` says
    /// whether the caller reads the answer.
    ///
    /// # Errors
    /// Returns what is wrong with its arguments in this position.
    fn answer(
        &self,
        _model: &M,
        _at: &M::Position,
        _wanted: bool,
    ) -> Result<Option<Answer>, Failure> {
        Ok(None)
    }

    /// Returns the answer of a command that needs the search of the puzzle.
    fn search(&self, _model: &M, _engine: &mut M::Engine, _: &Budget) -> Outcome<Answer> {
        Outcome::Unsolvable
    }

    /// Returns the picture that points at what it asks about, as [`crate::puzzle::Game::point`] does.
    ///
    /// # Errors
    /// A diagnostic at the place of what is not there.
    fn point(
        &self,
        _model: &M,
        _name: &str,
        _: &State<M>,
        _: &Budget,
    ) -> Result<Option<Scene>, Failure> {
        Ok(None)
    }
}

/// The verbs and commands of a kind that has none of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoKindCommand {}

impl<M: MoveGame> KindCommand<M> for NoKindCommand {
    type Word = Self;

    fn call(word: Self, _: &mut Given<'_>, _: &mut Sink) -> Option<Call<M>> {
        match word {}
    }
}
