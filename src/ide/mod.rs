//! Floor 6: editor support. What is at an offset, what could be typed there, what its words
//! mean and how they are colored. The prompt and the language server show it, each in its own form:
//! nothing here knows a terminal or a protocol, or reads a file.

mod at;
mod complete;
mod head;
mod help;
mod meant;
mod references;
#[cfg(test)]
mod tests;
mod tokens;

use crate::diag::Sink;
use crate::puzzle::{Answer, Board, Info, Registry, Verb, common};
use crate::search::Budget;
use crate::syntax::Fragment;

pub use at::{At, Where, mark, touches};
pub use complete::{
    Candidate, Means, complete, distances, expectation, is_in_block, verbs, word_end,
};
pub use head::Head;
pub use help::{entry, manual, page};
pub use meant::{Meant, meant};
pub use references::{Occurrence, highlights, occurrences, rename, symbol};
pub use tokens::{Sort, Token, comments, tokens};

/// The puzzles that a line can refer to, in their states at that line.
pub trait Puzzles {
    /// Returns the kinds that a declaration can name.
    fn kinds(&self) -> Registry;
    /// Returns the kind of a puzzle; without a name, the kind of the one in focus.
    fn kind(&self, name: Option<&str>) -> Option<&'static Info>;
    /// Returns the names with their kinds, in the order of declaration.
    fn names(&self) -> Box<dyn Iterator<Item = (&str, &'static str)> + '_>;
    /// Hands a puzzle to `ask`, which must not change it. Does nothing if its state is unknown.
    fn ask(&self, name: Option<&str>, ask: &mut dyn FnMut(&mut Board));
    /// Returns whether the document that declares a puzzle asks an open question about it, so that
    /// its answers are withheld.
    fn withholds(&self, name: Option<&str>) -> bool;
    /// Returns the answer of the command on a line, if it is known or costs next to nothing.
    fn answer(&self, head: &Head<'_>, command: Fragment<'_>) -> Option<String> {
        preview(self, head.target, command, &mut Sink::new())
    }
    /// Returns whether a command leads to a state that its puzzle does not know, because it was
    /// declared again since.
    fn crosses(&self, _name: Option<&str>, _command: Fragment<'_>) -> bool {
        false
    }
    /// Returns whether a verb without arguments is possible now. True if the state is unknown.
    fn is_possible(&self, name: Option<&str>, verb: &str) -> bool {
        let verb = Fragment { text: verb, start: 0 };
        let mut sink = Sink::new();
        if !self.crosses(name, verb) {
            preview(self, name, verb, &mut sink);
        }
        !sink.errors_since(0)
    }
}

/// Returns the answer of a command, if it costs next to nothing.
pub fn preview<P: Puzzles + ?Sized>(
    puzzles: &P,
    name: Option<&str>,
    command: Fragment<'_>,
    sink: &mut Sink,
) -> Option<String> {
    let mut answer = None;
    puzzles.ask(name, &mut |puzzle| {
        let previewed = puzzle.preview(command, &Budget::unlimited(), sink);
        answer = previewed.and_then(Answer::into_text);
    });
    answer
}

/// Returns the verb of a command on a puzzle of a kind, and whether it is the kind's query, whose
/// verb is not typed.
pub fn verb(kind: &'static Info, command: Fragment<'_>) -> Option<(&'static Verb, bool)> {
    let info = kind;
    let meaning = common::meaning(info, command)?.0;
    Some((meaning.verb(info), meaning.is_query(info)))
}
