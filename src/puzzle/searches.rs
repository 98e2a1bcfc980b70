//! The searches that began in one state of a puzzle, and the commands that are run there.

use super::rank::{Course, Solutions};
use super::verdict::{Question, Ruling};
use super::{Answer, Context, Cue, Failure, Reply, Request, Solved, Status};
use crate::diag::Sink;
use crate::scene::Scene;
use crate::search::{Budget, Outcome};

/// A position with the searches that began in it, which each kind stores in types of its own. The board owns
/// them. If a search was stopped, it continues when the same question is repeated.
pub trait Searches: Send {
    /// Returns a command that is run here. Pushes a diagnostic and gives `None` if its arguments are
    /// malformed.
    fn command<'a>(
        &'a mut self,
        request: Request<'_>,
        sink: &mut Sink,
    ) -> Option<Box<dyn Command + 'a>>;

    /// Returns whether no search has begun.
    fn is_empty(&self) -> bool {
        true
    }

    /// Returns the answer of `status`: of a kind with moves first `expanded N frontier N depth N`.
    fn status(&self) -> Status;

    /// Returns the steps of a film that begins here: the moves of a shortest solution, the next
    /// generations.
    ///
    /// # Errors
    /// The answer of the command that finds them: `unsolvable`, `gave up`.
    fn script(&mut self, _budget: &Budget) -> Result<Vec<Cue>, Answer> {
        Ok(Vec::new())
    }

    /// Finds a solution from here. `None` if the kind, or the puzzle, has no goal.
    fn solve(&mut self, _budget: &Budget) -> Option<Solved> {
        None
    }

    /// Counts the solutions from here; of kinds with moves, shortest ones. `None` if the kind, or the
    /// puzzle, has no goal.
    fn solutions(&mut self, _budget: &Budget) -> Option<Outcome<Solutions>> {
        None
    }

    /// Returns how far the moves of a shortest solution from here are forced. `None` if the kind, or the
    /// puzzle, has no goal.
    fn course(&mut self, _budget: &Budget) -> Option<Outcome<Course>> {
        None
    }
}

/// A command whose arguments are read, at the position where it is run. It can be run again, to go on
/// with its search.
pub trait Command {
    /// Runs it.
    ///
    /// # Errors
    /// A diagnostic at its place. Nothing has changed then.
    fn run(&mut self, context: &mut Context<'_>) -> Result<Reply, Failure>;

    /// Returns the picture of the position that points at what the command asks about: a path, a row, a
    /// ring; for moves, the moved pieces, or the obstacles of the first illegal move; for a hint or a
    /// solution, what a search finds within the budget. `None` if there is nothing to point at.
    ///
    /// # Errors
    /// A diagnostic at the name of a thing that does not exist.
    fn point(&mut self, _name: &str, _budget: &Budget) -> Result<Option<Scene>, Failure> {
        Ok(None)
    }

    /// Returns the reasons, one per line, why [`Command::run`] refuses it. Empty if the message of its
    /// failure says everything.
    fn obstacles(&self) -> Vec<String> {
        Vec::new()
    }

    /// Judges an answer to the command by the plain rules; `None` if it is not one that solves, so that
    /// answers to it are compared as values.
    fn verdict(&mut self, _question: &Question<'_>, _budget: &Budget) -> Option<Ruling> {
        None
    }
}
