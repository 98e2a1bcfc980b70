//! Floor 4: the mid-end. Named puzzles, statements run on them, expectations held, sessions saved.
//! Checker, runner, REPL and language server are four callers of [`Session`]; it knows no terminal.

mod beside;
pub mod codes;
mod expect;
mod facts;
mod format;
pub mod live;
mod names;
mod revise;
mod save;

use std::sync::Arc;

pub use expect::stated;
pub use facts::{Facts, facts};
pub use format::format;
pub use revise::Revised;

use self::names::Names;
use crate::diag::{Code, Sink};
use crate::kind::{self, Ask, Body, Depth, Kind, Puzzle, Verdict};
use crate::search::Budget;
use crate::syntax::{
    Command, Declaration, Document, Expected, Fragment, Statement, Use, parse_document,
};
use crate::text::{Source, Span};

/// What a session does with a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Hold it against the rules; compute nothing that takes long.
    Check {
        /// Also look for what only a search can find.
        solve: bool,
    },
    /// Run it.
    Run {
        /// Also look for what only a search can find.
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
}

/// What happens while statements are run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A command answered.
    Answer {
        /// The whole command; for what a verbatim body asks, the place in the body.
        span: Span,
        /// The puzzle that answered.
        puzzle: &'a str,
        /// The command as the puzzle read it: without a prefix and without an expectation.
        command: &'a str,
        /// The answer's lines, without a final line end.
        text: &'a str,
        /// What it means for the exit code.
        verdict: Verdict,
    },
    /// The statement has changed something, and would do so again in a session like this one: it
    /// declared a puzzle, moved the focus, or led a puzzle elsewhere. Comes before the answer:
    /// whoever writes it down has done so when somebody sees that.
    Changed {
        /// The puzzle that a command went to.
        puzzle: Option<&'a str>,
        /// The statement: of a command what stands behind the prefix, without an expectation.
        text: &'a str,
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
    /// None where the declaration had errors: commands on it are checked for their form only.
    puzzle: Option<Box<dyn Puzzle>>,
    /// The declaration as it was written.
    text: String,
    /// Changes of state that the body itself asked for.
    asked: usize,
    /// Whether expectations settled what would have been said of the declaration, and those that
    /// held in the state behind it: without them, it would be said of the saved document.
    settled: bool,
    facts: Vec<String>,
    /// Which source it stands in, and where.
    origin: u64,
    place: Span,
}

/// The puzzles declared so far, each with its state, and the one in focus.
#[derive(Default)]
pub struct Session {
    slots: Vec<Slot>,
    names: Names<Arc<str>>,
    sources: u64,
    tally: Tally,
}

/// What is known of a puzzle from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The name of its kind.
    pub kind: &'static str,
    /// Where it stands, in a few characters; none where its declaration had errors.
    pub prompt: Option<String>,
    /// Whether commands without a prefix go to it.
    pub focus: bool,
}

/// Reads a document, with what is wrong with its bytes. A file (`file`) has to hold something; a
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

    /// Runs a whole document. After each statement `on` is called with [`Event::Done`]; a caller
    /// that shows diagnostics as they come takes them out of the sink then. Stops between two
    /// statements when the budget is cancelled.
    pub fn run(
        &mut self,
        source: &Source,
        document: &Document,
        mode: Mode,
        budget: &Budget,
        sink: &mut Sink,
        on: &mut dyn FnMut(Event<'_>, &mut Sink),
    ) {
        self.sources += 1;
        let facts = facts(source, &document.statements);
        let bad = BadLines::of(source, document);
        let mut scope =
            Scope { source, mode, budget, bad: &bad, facts: &facts, sink, on, declared: 0 };
        bad.clean(source, 0, scope.sink);
        (scope.on)(Event::Done, scope.sink);
        self.walk(&document.statements, &mut scope);
    }

    /// Runs statements, the first or the next of a source.
    fn walk<'a>(
        &mut self,
        statements: impl IntoIterator<Item = &'a Statement>,
        scope: &mut Scope<'_>,
    ) {
        let Scope { source, mode, budget, bad, .. } = *scope;
        for statement in statements {
            if budget.cancel.is_cancelled() && matches!(mode, Mode::Run { .. }) {
                break;
            }
            (scope.on)(Event::Begin, scope.sink);
            let mark = scope.sink.len();
            match statement {
                Statement::Declaration(one) => self.declare(one, scope),
                Statement::Use(one) => {
                    if self.focus(one, scope) {
                        let text = source.slice(one.span);
                        (scope.on)(Event::Changed { puzzle: None, text }, scope.sink);
                    }
                }
                Statement::Command(one) => self.command(one, scope),
                Statement::Broken(_) => {}
            }
            bad.clean(source, mark, scope.sink);
            (scope.on)(Event::Done, scope.sink);
        }
    }

    /// A copy that goes on from here in a check ([`Puzzle::fork`]).
    fn fork(&self) -> Option<Self> {
        let mut slots = Vec::with_capacity(self.slots.len());
        for slot in &self.slots {
            let puzzle = match &slot.puzzle {
                Some(puzzle) => Some(puzzle.fork()?),
                None => None,
            };
            let (name, text) = (slot.name.clone(), String::new());
            let (kind, asked, settled) = (slot.kind, slot.asked, slot.settled);
            let (origin, place, facts) = (slot.origin, slot.place, Vec::new());
            slots.push(Slot { name, kind, puzzle, text, asked, settled, facts, origin, place });
        }
        Some(Self { slots, names: self.names.clone(), sources: self.sources, tally: self.tally })
    }

    /// Whether a copy was asked for a state that it does not have.
    fn lost(&self) -> bool {
        self.slots.iter().filter_map(|slot| slot.puzzle.as_ref()).any(|puzzle| puzzle.lost())
    }

    fn declare(&mut self, one: &Declaration, scope: &mut Scope<'_>) {
        let source = scope.source;
        let (name, word) = (source.slice(one.name), source.slice(one.kind));
        let decided = scope.facts.of(scope.declared);
        scope.declared += 1;
        let kind = kind::kind(word);
        if kind.is_none() && !one.kind.is_empty() {
            scope.sink.push(codes::unknown_kind(one.kind, word));
        }
        if let Some(first) = self.names.declare(name.into()) {
            let first = &self.slots[first];
            let place = (first.origin == self.sources).then_some(first.place);
            scope.sink.push(codes::duplicate_name(one.name, name, place));
        }
        let body = Body { source: source.text(), span: one.body, name: one.name, raw: false };
        let body = Body { name: if name.is_empty() { one.kind } else { one.name }, ..body };
        let mark = scope.sink.len();
        let opened = kind.and_then(|kind| kind.open(&body, scope.sink));
        let said = scope.sink.len();
        scope.sink.retain_since(mark, |found| !decided.contains(&found.code));
        let settled = scope.sink.len() < said;
        let (puzzle, asks) = match opened {
            Some(opened) => (Some(opened.puzzle), opened.asks),
            None => (None, Vec::new()),
        };
        let puzzle = puzzle.map(|mut puzzle| {
            puzzle.enter(self.sources);
            puzzle
        });
        let slot = self.slots.len();
        self.slots.push(Slot {
            name: name.to_owned(),
            kind,
            puzzle,
            text: source.slice(one.span).to_owned(),
            asked: 0,
            settled,
            facts: Vec::new(),
            origin: self.sources,
            place: one.name,
        });
        let (Mode::Check { solve } | Mode::Run { solve }) = scope.mode;
        let Some(puzzle) = self.slots[slot].puzzle.as_mut() else { return };
        let text = source.slice(one.span);
        (scope.on)(Event::Changed { puzzle: None, text }, scope.sink);
        if solve && !puzzle.info().deep.iter().all(|code| decided.contains(code)) {
            let mark = scope.sink.len();
            if puzzle.deep(one.name, scope.budget, scope.sink).is_err() {
                scope.sink.push(codes::cut_short(one.name, ""));
            }
            scope.sink.retain_since(mark, |found| !decided.contains(&found.code));
        }
        for ask in &asks {
            if scope.budget.cancel.is_cancelled() {
                break;
            }
            match ask {
                Ask::Written(span) => {
                    let text = Fragment::of(source.text(), *span);
                    self.execute(slot, text, (None, *span), false, scope);
                }
                Ask::Implied { command, span } => {
                    let mark = scope.sink.len();
                    let text = Fragment { text: command, start: 0 };
                    self.execute(slot, text, (None, *span), false, scope);
                    scope.sink.blame_since(mark, *span);
                }
            }
        }
        let slot = &mut self.slots[slot];
        slot.asked = slot.puzzle.as_ref().map_or(0, |puzzle| puzzle.changed());
    }

    fn focus(&mut self, one: &Use, scope: &mut Scope<'_>) -> bool {
        let slot = self.names.named(scope.source, one.name, scope.sink);
        if let Some(slot) = slot {
            self.names.focus(slot);
        }
        slot.is_some()
    }

    fn command(&mut self, one: &Command, scope: &mut Scope<'_>) {
        if scope.bad.touch(one.span) {
            return; // what it would mean without the bad character is a guess
        }
        let text = Fragment::of(scope.source.text(), one.text);
        if self.names.misses_answer(scope.source, one, scope.sink) {
            return;
        }
        let slot = self.names.target(scope.source, one, scope.sink);
        if let Some(slot) = slot {
            self.execute(slot, text, (one.expected, one.span), true, scope);
        }
    }

    fn execute(
        &mut self,
        slot: usize,
        text: Fragment<'_>,
        (expected, span): (Option<Expected>, Span),
        written: bool,
        scope: &mut Scope<'_>,
    ) {
        let slot = &mut self.slots[slot];
        let Some(puzzle) = slot.puzzle.as_mut() else {
            if let Some(kind) = slot.kind {
                kind.lint(text, scope.sink);
            }
            return;
        };
        let depth = match scope.mode {
            Mode::Check { .. } => Depth::Check { answer: expected.is_some() },
            Mode::Run { .. } => Depth::Run,
        };
        let mark = scope.sink.len();
        puzzle.enter(self.sources);
        let place = puzzle.place();
        let Some(answer) = puzzle.run(text, depth, scope.budget, scope.sink) else { return };
        if written && puzzle.place() != place {
            let event = Event::Changed { puzzle: Some(&slot.name), text: text.text };
            (scope.on)(event, scope.sink);
        }
        let Some(found) = &answer.text else { return };
        if depth == Depth::Run {
            let verdict = answer.verdict;
            let (puzzle, command) = (slot.name.as_str(), text.text);
            let event = Event::Answer { span, puzzle, command, text: found, verdict };
            (scope.on)(event, scope.sink);
        }
        let Some(expected) = expected else {
            if answer.verdict != Verdict::Fine {
                self.tally.unanswered += 1;
            }
            return;
        };
        // The expectation states the fact, rightly or not: the remark says nothing new.
        scope.sink.truncate(mark);
        let holds = expect::holds(scope.source.text(), expected, found)
            || matches!(expected, Expected::Block(_)) && {
                let lines = expect::lines(scope.source.text(), expected);
                puzzle.accepts(text, found, &lines.join("\n"))
            };
        if holds {
            self.tally.held += 1;
            if slot.settled && puzzle.changed() == slot.asked {
                let verb = text.text.split([' ', '\t']).next().unwrap_or_default();
                let lines = expect::lines(scope.source.text(), expected);
                let first = lines.first().copied().unwrap_or_default();
                let states =
                    slot.kind.is_some_and(|kind| !kind.states_fact(verb, first).is_empty());
                let fact = format!("{} => {first}", text.text);
                if states && !slot.facts.contains(&fact) {
                    slot.facts.push(fact);
                }
            }
        } else {
            self.tally.wrong += 1;
            scope.sink.push(expect::wrong(scope.source, expected, text.span(), found));
        }
    }

    /// Forgets declarations that had errors, so that their names are free and the focus is where
    /// it was before them: a slip at a prompt can be mended by typing it again.
    pub fn forget_broken(&mut self) {
        while let Some(slot) = self.slots.last() {
            let at = self.slots.len() - 1;
            if slot.puzzle.is_some() && self.names.find(&slot.name) == Some(at) {
                break;
            }
            self.slots.pop();
            self.names.pop();
        }
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
}

/// What running one document passes around.
struct Scope<'a> {
    source: &'a Source,
    mode: Mode,
    budget: &'a Budget,
    bad: &'a BadLines,
    facts: &'a Facts,
    sink: &'a mut Sink,
    on: &'a mut dyn FnMut(Event<'_>, &mut Sink),
    /// Declarations met so far.
    declared: usize,
}

/// The places of bytes and characters that have no business in a text. What else is found on their
/// lines is their doing, and is not said.
struct BadLines {
    spans: Vec<Span>,
}

impl BadLines {
    fn of(source: &Source, document: &Document) -> Self {
        let mut spans: Vec<_> = source.broken().iter().chain(&document.bad).copied().collect();
        spans.sort_unstable();
        Self { spans }
    }

    /// Whether one lies in `span`.
    fn touch(&self, span: Span) -> bool {
        let after = self.spans.partition_point(|bad| bad.end <= span.start);
        self.spans.get(after).is_some_and(|bad| bad.start < span.end)
    }

    /// Drops what was found since `mark` on a line with one of them.
    fn clean(&self, source: &Source, mark: usize, sink: &mut Sink) {
        if self.spans.is_empty() || sink.len() == mark {
            return;
        }
        let own: [&Code; 2] =
            [&crate::syntax::codes::NOT_UTF8, &crate::syntax::codes::BAD_CHARACTER];
        let lines = source.lines();
        sink.retain_since(mark, |found| {
            let line = lines.line(found.span.start);
            own.contains(&found.code)
                || !self.touch(Span::new(lines.start(line), lines.start(line + 1)))
        });
    }
}
