//! Floor 4: the mid-end. Named puzzles, statements run on them, expectations compared, sessions
//! saved. Checker, runner, REPL and language server are four callers of [`Session`]; it knows no
//! terminal.

mod beside;
pub mod codes;
mod expect;
mod facts;
mod format;
mod known;
pub mod live;
mod policy;
pub mod resolve;
mod revise;
mod run;
mod save;
mod skips;

pub use expect::stated;
pub use facts::{Facts, facts};
pub use format::format;
pub use revise::Revised;

use self::known::Known;
use self::resolve::Names;
use crate::diag::{Code, Sink};
use crate::kind::{self, Kind, Puzzle, Verdict};
use crate::syntax::{Document, Expected, parse_document};
use crate::text::{Source, Span};

/// How a session treats a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Check it by the rules; compute nothing that takes long.
    Check {
        /// Also look for facts that only a search can find.
        solve: bool,
    },
    /// Run it.
    Run {
        /// Also look for facts that only a search can find.
        solve: bool,
    },
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
}

/// The result of an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

impl Judgment {
    /// Its word in reports: `held`, `wrong`, `skipped` or `gave-up`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Wrong => "wrong",
            Self::Skipped => "skipped",
            Self::GaveUp => "gave-up",
        }
    }
}

impl Tally {
    /// The result of the one expectation that was counted since `before`; `None` if none was
    /// counted.
    fn judgment_since(&self, before: Self) -> Option<Judgment> {
        [
            (self.held > before.held, Judgment::Held),
            (self.wrong > before.wrong, Judgment::Wrong),
            (self.gave_up > before.gave_up, Judgment::GaveUp),
            (self.skipped > before.skipped, Judgment::Skipped),
        ]
        .into_iter()
        .find_map(|(counted, judgment)| counted.then_some(judgment))
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
        /// The answer's lines, without a final line end.
        text: &'a str,
        /// Its effect on the exit code.
        verdict: Verdict,
        /// Whether this is the answer that the document asks for. False after a statement that
        /// failed or stopped: such an answer proves nothing.
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

/// A declared puzzle.
struct Slot {
    name: String,
    kind: Option<&'static dyn Kind>,
    /// `None` if the declaration had errors: commands on it are checked for their form only.
    puzzle: Option<Box<dyn Puzzle>>,
    /// The declaration as it was written.
    text: String,
    /// Changes of state that the body itself asked for.
    asked: usize,
    /// Whether expectations stated the facts that would have been reported for the declaration, and
    /// those expectations that held in the state after it: without them, the facts would be
    /// reported for the saved document.
    settled: bool,
    facts: Vec<String>,
    /// Facts found by searching that were reported for it, with the numbers of the states.
    said: Vec<(&'static Code, usize)>,
    /// The knowledge about its state while a document runs.
    known: Known,
    /// Which source it stands in, where its name stands there, and its body.
    origin: u64,
    place: Span,
    body: Span,
}

/// The puzzles declared so far, each with its state, and the one in focus.
#[derive(Default)]
pub struct Session {
    slots: Vec<Slot>,
    names: Names,
    sources: u64,
    tally: Tally,
    /// The first puzzle that the document at work declares.
    first: usize,
}

/// A summary of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The name of its kind.
    pub kind: &'static str,
    /// Where it stands, in a few characters; `None` if its declaration had errors.
    pub prompt: Option<String>,
    /// Whether commands without a prefix go to it.
    pub focus: bool,
}

/// Reads a document, and reports what is wrong with its bytes. A file (`file`) must not be empty; a
/// line typed at a prompt may be empty.
pub fn read(source: &Source, file: bool, sink: &mut Sink) -> Document {
    if file && source.text().trim_start_matches('\u{feff}').trim().is_empty() {
        sink.push(codes::empty());
    }
    for &span in source.broken() {
        sink.push(crate::syntax::codes::not_utf8(span));
    }
    parse_document(source.text(), &kind::names(), sink)
}

impl Session {
    /// A session without puzzles.
    pub fn new() -> Self {
        Self::default()
    }

    /// The counts so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// A copy that continues from here in a check ([`Puzzle::fork`]).
    fn fork(&self) -> Option<Self> {
        let mut slots = Vec::with_capacity(self.slots.len());
        for slot in &self.slots {
            let puzzle = match &slot.puzzle {
                Some(puzzle) => Some(puzzle.fork()?),
                None => None,
            };
            let (name, text) = (slot.name.clone(), String::new());
            let (kind, asked, settled) = (slot.kind, slot.asked, slot.settled);
            let (origin, place, body) = (slot.origin, slot.place, slot.body);
            let known = slot.known.fork();
            slots.push(Slot {
                name,
                kind,
                puzzle,
                text,
                asked,
                settled,
                facts: Vec::new(),
                said: slot.said.clone(),
                known,
                origin,
                place,
                body,
            });
        }
        let (names, sources) = (self.names.clone(), self.sources);
        Some(Self { slots, names, sources, tally: self.tally, first: self.first })
    }

    /// Whether a copy was asked for a state that it does not have.
    fn lost(&self) -> bool {
        self.slots.iter().filter_map(|slot| slot.puzzle.as_ref()).any(|puzzle| puzzle.lost())
    }

    /// The puzzles in the order of their declaration.
    pub fn entries(&self) -> Vec<Entry> {
        let focus = self.names.focused();
        self.slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| !slot.name.is_empty())
            .filter_map(|(at, slot)| {
                Some(Entry {
                    name: slot.name.clone(),
                    kind: slot.kind?.info().name,
                    prompt: slot.puzzle.as_ref().map(|puzzle| puzzle.prompt()),
                    focus: focus == Some(at),
                })
            })
            .collect()
    }

    /// The name of the puzzle that commands without a prefix go to.
    pub fn focused(&self) -> Option<&str> {
        self.names.focused().map(|slot| self.slots[slot].name.as_str())
    }

    /// An open puzzle by its name, or the one in focus.
    pub fn puzzle(&mut self, name: Option<&str>) -> Option<&mut (dyn Puzzle + 'static)> {
        let slot = match name {
            Some(name) => self.names.find(name)?,
            None => self.names.focused()?,
        };
        self.slots[slot].puzzle.as_deref_mut()
    }

    /// Whether a puzzle (the one in focus, without a name) may stand in another state than its
    /// document intends, because a statement failed, could not be read, or stopped at its limit.
    pub fn is_unknown(&self, name: Option<&str>) -> bool {
        let slot = match name {
            Some(name) => self.names.find(name),
            None => self.names.focused(),
        };
        slot.is_some_and(|slot| !self.slots[slot].known.is_known())
    }
}
