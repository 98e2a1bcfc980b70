//! The facts that the parser of documents needs about the kinds of puzzle.

use std::ops::Range;

/// The text that may follow a verb, to the grammar of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// No text, or numbers, places and paths: no `=`, and no mark that begins a comment elsewhere.
    Plain,
    /// Moves, labels or conditions, which may hold an `=` or such a mark.
    Words,
}

/// The kinds of puzzle, as the grammar of documents sees them. The parser is given them as an
/// argument, so that this floor knows no kind.
pub trait Kinds {
    /// Returns the names of all kinds.
    fn names(&self) -> Vec<&'static str>;

    /// Returns the text that may follow the verb with which a call of that kind begins, or of any
    /// kind if `kind` is `None`. Returns `None` if there is no such verb.
    fn takes(&self, _kind: Option<&str>, _call: &str) -> Option<Takes> {
        None
    }

    /// Returns whether a line begins like a command of some kind, perhaps with its verb misspelled.
    fn resembles(&self, _line: &str) -> bool {
        false
    }

    /// Returns the number of lines after the `{` of a body without `}` that belong to the body. The
    /// lines are given without comments and outer spaces; blank ones are left out.
    fn extent(&self, _kind: Option<&str>, lines: &mut dyn Iterator<Item = &str>) -> usize {
        lines.count()
    }

    /// Returns whether the body of a declaration of a kind is a whole text: only a line that is `}` alone
    /// ends it, and nothing in it belongs to the document.
    fn has_whole_text(&self, _kind: &str) -> bool {
        false
    }

    /// Returns the kind whose whole text a text is by itself, by the name of its file or by its form.
    fn whole_text(&self, _name: &str, _text: &str) -> Option<&'static str> {
        None
    }

    /// Returns the places of the commands in the comments of a whole text of a kind, in order.
    fn commands(&self, _kind: &str, _text: &str) -> Vec<Range<usize>> {
        Vec::new()
    }

    /// Returns the kinds whose raw input a text looks like.
    fn fitting(&self, _text: &str) -> Vec<&'static str> {
        Vec::new()
    }
}

impl<const COUNT: usize> Kinds for [&'static str; COUNT] {
    fn names(&self) -> Vec<&'static str> {
        self.to_vec()
    }
}
