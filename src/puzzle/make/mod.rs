//! Puzzles made to order. A kind reads the wishes of a call ([`Make`]) and tries to make a puzzle
//! that meets them, attempt by attempt ([`Maker`]). An attempt depends on the version, the wishes,
//! the seed and its number alone, so that a call gives the same puzzles on every system, however
//! many attempts run side by side.

mod draw;
mod wishes;

pub use draw::Draw;
pub use wishes::{Ends, Range, Size, Wish, Wishes};

use crate::search::Budget;

/// A kind whose puzzles can be made.
pub trait Make: std::fmt::Debug + Sync {
    /// Returns the names of its options, without dashes, in the order in which they are recorded.
    fn options(&self) -> &'static [&'static str];

    /// Reads the wishes of a call; all of them are among its options.
    ///
    /// # Errors
    /// A message for wishes that cannot be met, which says what to do.
    fn order(&self, wishes: &Wishes) -> Result<Box<dyn Maker>, String>;
}

/// Makes puzzles that meet the wishes of a call.
pub trait Maker: Send + Sync {
    /// Returns the number of attempts after which to give up, unless the caller says otherwise.
    fn attempts(&self) -> u64;

    /// Tries to make a puzzle. If the budget's stop flag is set meanwhile, returns the best so far.
    /// Nothing but the draws may decide the result: limits are constants, and count states.
    fn attempt(&self, draw: &mut Draw, budget: &Budget) -> Option<Made>;
}

/// A question about a puzzle that was made, with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The command.
    pub command: String,
    /// The text of its answer.
    pub answer: String,
}

/// A puzzle that was made. Everything that is said about it is proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The lines of its body, as the formatter leaves them and without indentation.
    pub body: Vec<String>,
    /// The questions about it.
    pub questions: Vec<Question>,
    /// Facts for its metadata, each a note.
    pub notes: Vec<String>,
    /// True if it meets all wishes.
    pub fits: bool,
    /// The measure of how far it is from the wishes, to choose the nearest of several.
    pub distance: u64,
    /// The figure that it reaches, for a message: `42 moves`.
    pub reached: String,
}

/// Reads the wishes of a call for puzzles of the kind called `kind`.
///
/// # Errors
/// A message if an option is not one of the kind, or if the wishes cannot be met.
pub fn order(kind: &str, make: &dyn Make, wishes: &Wishes) -> Result<Box<dyn Maker>, String> {
    wishes.only(kind, make.options())?;
    make.order(wishes)
}
