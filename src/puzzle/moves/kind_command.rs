//! The commands that only one kind with moves has, or that it answers in its own way.

use std::fmt::Debug;

use super::{Call, Engines, MoveGame};
use crate::diag::Sink;
use crate::puzzle::{Answer, Context, Failure};
use crate::syntax::Given;

/// The commands that only one kind with moves has.
pub trait KindCommand<M: MoveGame>: Debug + Sized {
    /// A verb that only this kind has.
    type Word: Copy + PartialEq + 'static;

    /// Returns the command of such a verb: see [`crate::puzzle::Searches::command`].
    fn call(word: Self::Word, given: &mut Given<'_>, sink: &mut Sink) -> Option<Call<M>>;

    /// Returns its answer, or the position to which it leads. A command that needs a search asks
    /// [`Engines::answer`], one that needs a goal [`MoveGame::expect_goal`].
    ///
    /// # Errors
    /// Returns what is wrong with its arguments in this position.
    fn reply(
        &self,
        model: &M,
        engines: &mut Engines<M>,
        context: &mut Context<'_>,
    ) -> Result<KindReply<M::Position>, Failure>;
}

/// The result of a command that only one kind has.
#[derive(Clone, Debug)]
pub enum KindReply<P> {
    /// An answer; the puzzle stays in its position.
    Answer(Answer),
    /// A new position, from which moves are counted anew.
    Position(P),
}

impl<P> From<Answer> for KindReply<P> {
    fn from(answer: Answer) -> Self {
        Self::Answer(answer)
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

    fn reply(
        &self,
        _: &M,
        _: &mut Engines<M>,
        _: &mut Context<'_>,
    ) -> Result<KindReply<M::Position>, Failure> {
        match *self {}
    }
}
