//! Floor 5: the mid-end. Named puzzles, statements run on them, expectations compared, sessions
//! saved. Checker, runner, REPL and language server are four callers of [`Session`]; it knows no
//! terminal.

mod beside;
pub(crate) mod codes;
mod command;
mod declared;
mod expect;
mod fixes;
mod focus;
mod format;
#[doc(hidden)]
pub mod incremental;
mod judged;
mod known;
mod live;
mod looked;
#[cfg(feature = "cli")]
mod orders;
mod parts;
mod policy;
mod read_body;
mod refuse;
pub(crate) mod resolve;
mod resolved;
mod revise;
mod room;
mod run;
mod save;
mod scope;
mod secrecy;

#[doc(hidden)]
pub use expect::{block_text, indent, stated};
#[doc(hidden)]
pub use fixes::{Fixed, apply_safe};
#[cfg(feature = "lsp-core")]
pub(crate) use format::Formatted;
pub use format::{format, format_with};
#[cfg(feature = "cli")]
pub(crate) use judged::Comparison;
#[doc(hidden)]
pub use live::Live;
pub(crate) use looked::look;
#[cfg(all(test, any(feature = "cli", feature = "lsp-core")))]
pub(crate) use looked::looked;
#[cfg(feature = "cli")]
pub(crate) use orders::Orders;
pub use parts::Parts;
#[cfg(any(feature = "cli", feature = "lsp-core"))]
pub(crate) use policy::is_allowed;
pub(crate) use policy::{all_codes, apply_notes};
pub(crate) use read_body::ReadBody;
#[doc(hidden)]
pub use revise::Revised;
#[cfg(feature = "lsp-core")]
pub(crate) use scope::End;
pub use secrecy::Secrecy;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::declared::Declared;
use self::known::Known;
use self::resolve::Names;
use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::puzzle::{Answer, Board, Directive, Registry};
use crate::syntax::{Document, Expected, Meta, expect_text, parse_document};
use crate::text::{Source, Span};

/// The way in which a session treats a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Check it by the rules; compute nothing that takes long.
    Check {
        /// Run it, too, and look for facts that only a search can find. A search that stops at its
        /// limit is an advice then, and not an error.
        solve: bool,
    },
    /// Run it.
    Run {
        /// Also look for facts that only a search can find.
        solve: bool,
    },
}

impl Mode {
    /// Returns true if commands are run, and not only checked.
    pub(crate) fn runs(self) -> bool {
        self != Self::Check { solve: false }
    }
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Expectations that held.
    pub held: u64,
    /// Expectations that did not.
    pub wrong: u64,
    /// Answers `unsolvable` or `gave up` that no expectation stated.
    pub unanswered: u64,
    /// Expectations that were not compared, because an earlier statement failed, could not be
    /// read, or stopped at its limit.
    pub skipped: u64,
    /// Expectations that were not compared, because their own search stopped at its limit.
    pub gave_up: u64,
    /// Open questions.
    pub open: u64,
}

/// The result of an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Judgment {
    /// The answer is the one expected.
    Held,
    /// The answer is another one.
    Wrong,
    /// It was not compared, because an earlier statement failed, could not be read, or stopped at
    /// its limit, or because its own command failed.
    Skipped,
    /// It was not compared, because its own search stopped at its limit.
    GaveUp,
    /// It is an open question: there is nothing to compare.
    Open,
}

impl Judgment {
    /// Returns the word of a result in reports: `held`, `wrong`, `skipped`, `gave-up` or `open`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Wrong => "wrong",
            Self::Skipped => "skipped",
            Self::GaveUp => "gave-up",
            Self::Open => "open",
        }
    }
}

impl Tally {
    /// Adds other counts.
    pub(crate) fn add(&mut self, other: Self) {
        self.held += other.held;
        self.wrong += other.wrong;
        self.unanswered += other.unanswered;
        self.skipped += other.skipped;
        self.gave_up += other.gave_up;
        self.open += other.open;
    }

    fn count(&mut self, judgment: Judgment) {
        *match judgment {
            Judgment::Held => &mut self.held,
            Judgment::Wrong => &mut self.wrong,
            Judgment::Skipped => &mut self.skipped,
            Judgment::GaveUp => &mut self.gave_up,
            Judgment::Open => &mut self.open,
        } += 1;
    }
}

/// An event while statements are run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A command answered.
    Answer {
        /// The whole command; for a query in a verbatim body, the place in the body.
        span: Span,
        /// The puzzle that answered.
        puzzle: &'a str,
        /// The command as the puzzle read it: without a prefix and without an expectation.
        command: &'a str,
        /// The answer.
        answer: &'a Answer,
        /// The puzzle in the state after the command; `None` if the command was not run there.
        state: Option<&'a Board>,
        /// True if this is the answer that the document asks for. False after a statement that
        /// failed or stopped, because such an answer proves nothing.
        known: bool,
    },
    /// The statement has changed something, and would do so again in a session like this one: it
    /// declared a puzzle, moved the focus, or led a puzzle elsewhere. It comes before the answer,
    /// so that a journal can record it before the answer is shown.
    Changed {
        /// The puzzle that a command went to.
        puzzle: Option<&'a str>,
        /// The statement: for a command, the part after the prefix, without an expectation.
        text: &'a str,
    },
    /// The statement has put a puzzle into the place of another one of its name: a declaration, or
    /// an `undo` or `redo` that led over one.
    Replaced {
        /// The name of both.
        puzzle: &'a str,
        /// The declaration and the commands that lead to its state.
        text: &'a str,
    },
    /// A command with an expectation, or an open question, was answered, in a session that
    /// withholds nothing ([`Secrecy::Nothing`]).
    Question {
        /// The whole command.
        span: Span,
        /// The puzzle that answered.
        puzzle: &'a str,
        /// The command without a prefix and without its expectation.
        command: &'a str,
        /// The answer.
        answer: &'a Answer,
        /// The puzzle in the state after the command.
        state: &'a Board,
    },
    /// The statement has an expectation, and this is its result. Follows the answer.
    Judged {
        /// The whole command.
        span: Span,
        /// The puzzle that the command went to; `None` if it is unknown.
        puzzle: Option<&'a str>,
        /// The command without a prefix and without its expectation.
        command: Span,
        /// The expected answer.
        expected: Expected,
        /// Its result.
        judgment: Judgment,
    },
    /// A statement is about to run.
    Begin,
    /// A statement is done; its diagnostics are in the sink.
    Done,
}

/// The puzzles declared so far, each with its state, and the one in focus.
pub struct Session {
    slots: Vec<Declared>,
    names: Names,
    sources: u64,
    tally: Tally,
    /// The first puzzle that the document at work declares.
    first: usize,
    /// True if a declaration replaces the puzzle of its name that an earlier text declared, and is
    /// refused if it has errors, as at the interactive prompt.
    replaces: bool,
    /// The declarations of the text at work that were refused.
    refused: Vec<refuse::Refused>,
    /// True if a puzzle is dropped after the last statement that goes to it.
    drops: bool,
    /// True if the puzzles of the text at work need more than the limit of memory.
    full: bool,
    secrecy: Secrecy,
    /// The lines of metadata that were typed and wait for a declaration, each with its line end.
    waiting: String,
    /// The text whose body was read last before it runs, and the body.
    read_ahead: Option<(String, Arc<ReadBody>)>,
    /// The commands that the program gives, one for each statement of the next document.
    given: Vec<Directive<'static>>,
}

/// A summary of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The name of its kind.
    pub kind: &'static str,
    /// The number of its current state, as `goto` takes it, and the kind's own figure with its
    /// word; `None` if its declaration had errors.
    pub stands: Option<(usize, String)>,
    /// True if commands without a prefix go to it.
    pub focus: bool,
    /// Its metadata.
    pub meta: Meta,
}

/// Reads a document, and reports what is wrong with its form and its bytes.
///
/// ```
/// use puzzled::{diag::Sink, session, syntax::Statement, text::Source};
///
/// let (source, mut sink) = (Source::new("m.puzzle", "matrix m { 1 2 / 3 4 }\nrotate 1\n"), Sink::new());
/// let document = session::read(&source, true, &mut sink);
/// assert!(sink.is_empty() && document.statements.len() == 2);
/// let Statement::Command(command) = &document.statements[1] else { panic!() };
/// assert_eq!(source.slice(command.text), "rotate 1");
/// ```
///
/// A file (`file`) must not be empty; a line typed at the interactive prompt may be empty.
pub fn read(source: &Source, file: bool, sink: &mut Sink) -> Document {
    read_with(KINDS, source, file, sink)
}

/// Reads a document like [`read`], with other kinds than those that are shipped
/// ([`Session::with`]).
pub fn read_with(kinds: Registry, source: &Source, file: bool, sink: &mut Sink) -> Document {
    match is_text(source, file, sink) {
        true if file => expect_text(source, &kinds, sink),
        true => parse_document(source.text(), &kinds, sink),
        false => Document::default(),
    }
}

/// Returns whether a document can be parsed; reports what is wrong with its bytes.
fn is_text(source: &Source, file: bool, sink: &mut Sink) -> bool {
    if file && source.text().trim_start_matches('\u{feff}').trim().is_empty() {
        sink.push(codes::empty());
    }
    crate::syntax::codes::is_text(source, sink)
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// Returns a session without puzzles.
    pub fn new() -> Self {
        Self::with(KINDS)
    }

    /// Returns a session without puzzles, with other kinds than those that are shipped.
    pub fn with(kinds: Registry) -> Self {
        Self {
            slots: Vec::new(),
            names: Names::new(kinds),
            sources: 0,
            tally: Tally::default(),
            first: 0,
            replaces: false,
            refused: Vec::new(),
            drops: false,
            full: false,
            secrecy: Secrecy::default(),
            waiting: String::new(),
            read_ahead: None,
            given: Vec::new(),
        }
    }

    /// Keeps the body that was read in a text, for the case that this text runs.
    #[cfg(feature = "cli")]
    pub(crate) fn keep_body(&mut self, text: &str, read: &Arc<ReadBody>) {
        self.read_ahead = Some((text.to_owned(), read.clone()));
    }

    /// Lets the session drop each puzzle after the last statement of its document that goes to it.
    /// This is for callers that need the answers and not the puzzles: a document of many puzzles
    /// then needs only the memory of those that are still to be used.
    #[must_use]
    pub fn dropping(mut self) -> Self {
        self.drops = true;
        self
    }

    /// Returns true if the last run stopped early because the puzzles themselves need more memory
    /// than the budget allows.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Returns the counts so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Returns summaries of the puzzles in the order of their declaration.
    pub fn entries(&self) -> Vec<Entry> {
        look(self.slots.len());
        (0..self.slots.len()).filter_map(|at| self.entry_at(at)).collect()
    }

    /// Returns a summary of the puzzle in focus. The cost does not depend on the number of puzzles.
    pub fn focused_entry(&self) -> Option<Entry> {
        self.entry_at(self.names.focused()?)
    }

    fn entry_at(&self, at: usize) -> Option<Entry> {
        self.slots.get(at)?.entry(self.names.focused() == Some(at))
    }

    /// Returns a number that changes whenever a name or a kind changes, to detect outdated data.
    pub fn version(&self) -> u64 {
        self.names.version()
    }

    /// Returns the name of the puzzle that commands without a prefix go to.
    pub fn focused(&self) -> Option<&str> {
        self.names.focused().map(|slot| self.slots[slot].name.as_str())
    }

    /// Returns an open puzzle by its name, or the one in focus.
    pub fn puzzle(&mut self, name: Option<&str>) -> Option<&mut Board> {
        let slot = self.names.find_or_focused(name)?;
        self.slots[slot].puzzle.as_mut()
    }

    /// Returns the metadata of a puzzle, or of the one in focus.
    pub fn meta(&self, name: Option<&str>) -> Meta {
        let slot = self.names.find_or_focused(name);
        slot.map(|slot| Meta::of(&self.slots[slot].meta)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Budget;

    #[test]
    fn a_program_can_have_kinds_of_its_own() {
        const OWN: Registry = Registry(&[&crate::kinds::counter::INFO]);
        let source = Source::new(
            "own.puzzle",
            "counter n {\n  start 3\n  goal 10\n}\nsolve => 2\nrotate 1\nmatrix m { 1 }\n",
        );
        let mut sink = Sink::new();
        let mut session = Session::with(OWN);
        let document = read_with(OWN, &source, true, &mut sink);
        let mode = Mode::Run { solve: false };
        session.run(&source, &document, mode, &Budget::unlimited(), &mut sink, &mut |_, _| {});
        let paths: Vec<_> =
            sink.diagnostics().iter().map(|diagnostic| diagnostic.code.path).collect();
        assert_eq!(paths, ["command::unknown-verb", "document::unknown-kind"]);
        assert_eq!(session.tally().held, 1);
        let checked = incremental::Incremental::with(OWN).check(Arc::new(source));
        let checked_paths: Vec<_> =
            checked.diagnostics(|_| None).iter().map(|diagnostic| diagnostic.code.path).collect();
        assert_eq!(checked_paths, paths);
    }
}
