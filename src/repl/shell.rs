//! The shell behind the prompt: takes an input, runs its statements and the REPL's own verbs.
//!
//! A session keeps every declaration it has met, the faulty ones too, so that a document shows no
//! error twice. At a prompt this would be a trap: a name once misspelt or a body once mistyped
//! could never be typed again. So a faulty declaration, and what refers to it in the same input,
//! goes to a session of its own that only checks, and that is dropped when the input is done.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;

use super::commands::{self, Own, is_own};
use super::port::Port;
use super::slips::{duplicate, suggest};
use crate::cli::{Limits, read_file};
use crate::diag::{Severity, Sink};
use crate::kind::{Body, Info, kind, names};
use crate::render::sanitize;
use crate::search::{Budget, Cancel};
use crate::session::{self, Event, Mode, Session};
use crate::syntax::{Command, Declaration, Document, Statement, parse_document};
use crate::text::{Source, Span};

/// Diagnostics shown for one input.
const LIMIT: usize = 100;

/// Whether the REPL goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The next input.
    On,
    /// It is left.
    Leave,
}

/// The session of a REPL and how inputs run in it.
pub(super) struct Shell {
    pub(super) session: Rc<RefCell<Session>>,
    limits: Limits,
    cancel: Cancel,
    /// What `~/` means.
    pub(super) home: Option<PathBuf>,
    /// Whether `use` holds the focus; else the last declaration has it.
    used: bool,
    /// Whether anything went wrong.
    pub(super) failed: bool,
    /// Whether nobody reads standard output any more.
    pub(super) closed: bool,
}

/// Where statements are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    /// In the session.
    Session,
    /// Checked aside: faulty declarations and what refers to them.
    Aside,
    /// The same, and what is found is not worth saying.
    Silent,
}

/// One input on its way through the session.
struct Feed<'a> {
    source: &'a Source,
    /// Whether it was typed: the REPL's verbs are understood, and what has an error is not run.
    typed: bool,
    /// The places of bad characters, in order.
    bad: Vec<Span>,
    /// Where the parser found errors, in order.
    faults: Vec<u32>,
    sink: Sink,
    /// Statements that wait to be run together.
    batch: Vec<Statement>,
    /// Where they are to be run.
    lane: Lane,
    /// Faulty declarations and what refers to them.
    aside: Session,
    /// The names of the faulty declarations.
    broken: HashSet<&'a str>,
    /// The names of the sound ones.
    declared: HashMap<&'a str, Span>,
    /// Whether a command without a prefix means a faulty declaration.
    astray: bool,
    begun: usize,
    shown: usize,
}

impl Shell {
    /// A shell without puzzles.
    pub(super) fn new(limits: Limits, cancel: Cancel, home: Option<PathBuf>) -> Self {
        Self {
            session: Rc::default(),
            limits,
            cancel,
            home,
            used: false,
            failed: false,
            closed: false,
        }
    }

    /// The session, for whoever looks at it between two inputs.
    pub(super) fn session(&self) -> Rc<RefCell<Session>> {
        self.session.clone()
    }

    /// Whether anything went wrong so far.
    pub(super) fn failed(&self) -> bool {
        self.failed
    }

    /// What a statement may spend.
    pub(super) fn budget(&self, port: &dyn Port) -> Budget {
        self.limits.budget(&self.cancel, port.progress())
    }

    /// Whether Ctrl-C was pressed since the last input; forgets it.
    pub(super) fn take_interrupt(&self) -> bool {
        let pressed = self.cancel.is_cancelled();
        self.cancel.clear();
        pressed
    }

    /// The prompt: the puzzle in focus and where it stands.
    pub(super) fn prompt(&self) -> String {
        let session = self.session.borrow();
        let focus = session.entries().into_iter().find(|entry| entry.focus);
        let Some(focus) = focus else { return String::from("puzzled> ") };
        // A long name must leave room to type in a narrow window.
        let name = match focus.name.char_indices().nth(24) {
            Some((at, _)) => format!("{}…", &focus.name[..at]),
            None => focus.name.clone(),
        };
        match place(&focus).as_str() {
            "" => format!("{name}> "),
            at => format!("{name} {at}> "),
        }
    }

    /// Takes an input: runs its statements one after the other.
    pub(super) fn take(&mut self, source: &Source, port: &mut dyn Port) -> Flow {
        self.cancel.clear();
        let text = source.text();
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let start = start + (text[start..].len() - text[start..].trim_start().len());
        let line = first_line(&text[start..]);
        let single = text[start..].trim_end().len() <= line.len();
        if let Some(own) = commands::own(line, start, self.focus()) {
            // A line with bad characters goes through the parser, which says so.
            if single && source.broken().is_empty() && !hostile(line) {
                return self.own(source, own, port);
            }
            if own.verb.name == "time" && !own.rest.is_empty() {
                let tail = Span::new(own.rest.start, text.len() as u32);
                let (document, sink) = part(source, tail);
                if document.statements.len() == 1 {
                    return self.timed(port, |shell, port| {
                        shell.feed(source, &document, sink, true, port)
                    });
                }
            }
        }
        let mut sink = Sink::new();
        let document = session::read(source, false, &mut sink);
        self.feed(source, &document, sink, true, port)
    }

    /// Runs a document in this session. A file of the command line may be a pipe, one that is
    /// named at the prompt may not: reading it could not be interrupted.
    pub(super) fn load(&mut self, file: &str, typed: bool, port: &mut dyn Port) -> bool {
        let shown = sanitize(file).into_owned();
        let name = if file == "-" { "./-" } else { file };
        let device =
            std::fs::metadata(name).is_ok_and(|data| !data.is_file() && !data.is_dir() && typed);
        if device {
            port.say(&format!("puzzled: cannot read {shown}: it is no regular file\n"));
            self.failed = true;
            return false;
        }
        match read_file(name) {
            Err(error) => {
                port.say(&format!("puzzled: {}\n", sanitize(&error.to_string())));
                self.failed = true;
                false
            }
            Ok(source) => {
                let mut sink = Sink::new();
                let document = session::read(&source, true, &mut sink);
                self.feed(&source, &document, sink, false, port);
                true
            }
        }
    }

    /// The kind of the puzzle in focus.
    pub(super) fn focus(&self) -> Option<&'static Info> {
        self.session.borrow_mut().puzzle(None).map(|puzzle| puzzle.info())
    }

    /// Runs a document, with what its parser found.
    pub(super) fn feed(
        &mut self,
        source: &Source,
        document: &Document,
        sink: Sink,
        typed: bool,
        port: &mut dyn Port,
    ) -> Flow {
        let mut faults: Vec<u32> = sink
            .found()
            .iter()
            .filter(|found| found.severity() == Severity::Error)
            .map(|found| found.span.start)
            .collect();
        faults.sort_unstable();
        let mut feed = Feed {
            source,
            typed,
            bad: document.bad.clone(),
            faults,
            sink,
            batch: Vec::new(),
            lane: Lane::Session,
            aside: Session::new(),
            broken: HashSet::new(),
            declared: HashMap::new(),
            astray: false,
            begun: 0,
            shown: 0,
        };
        // What the parser found, first of all and once, without what bad characters brought about.
        let empty = Document { statements: Vec::new(), bad: feed.bad.clone() };
        self.run(&mut feed, &empty, port);
        let statements = &document.statements;
        for (at, statement) in statements.iter().enumerate() {
            let next = statements.get(at + 1).map_or(u32::MAX, |next| next.span().start);
            let faulty = feed.faulty(statement.span().start, next);
            let flow = self.statement(statement, faulty, &mut feed, port);
            if flow == Flow::Leave {
                return flow;
            }
            if self.cancel.is_cancelled() {
                break;
            }
        }
        self.flush(&mut feed, port);
        let left = statements.len().saturating_sub(feed.begun);
        if self.cancel.is_cancelled() && !self.closed && left > 0 {
            let plural = if left == 1 { "statement was" } else { "statements were" };
            port.say(&format!("interrupted; {left} {plural} not run\n"));
        }
        if feed.shown > LIMIT {
            let name = sanitize(source.name()).into_owned();
            port.say(&format!("… and {} more in {name}\n", feed.shown - LIMIT));
        }
        if self.closed { Flow::Leave } else { Flow::On }
    }

    /// Sends a statement to where it belongs.
    fn statement<'a>(
        &mut self,
        statement: &Statement,
        faulty: bool,
        feed: &mut Feed<'a>,
        port: &mut dyn Port,
    ) -> Flow {
        let source: &'a Source = feed.source;
        let aside = match statement {
            Statement::Broken(_) => {
                feed.begun += 1;
                return Flow::On;
            }
            Statement::Declaration(one) => {
                let name = source.slice(one.name);
                let known = feed.declared.contains_key(name) || self.has(name);
                if known && !name.is_empty() {
                    self.flush(feed, port);
                    feed.sink.push(duplicate(one.name, name, feed.declared.get(name).copied()));
                }
                let sound = !faulty && !known && opens(source, one);
                if sound {
                    feed.declared.insert(name, one.name);
                } else {
                    feed.broken.insert(name);
                }
                if !self.used {
                    feed.astray = !sound;
                }
                if feed.typed && !one.closed {
                    // The open brace was reported; what its body lacks may only not be there yet.
                    self.flush(feed, port);
                    feed.batch.push(statement.clone());
                    feed.lane = Lane::Silent;
                    self.flush(feed, port);
                    return Flow::On;
                }
                !sound
            }
            Statement::Use(one) => {
                let name = source.slice(one.name);
                let known = feed.declared.contains_key(name) || self.has(name);
                if faulty && feed.typed {
                    feed.begun += 1;
                    return Flow::On;
                }
                let aside = !known && feed.broken.contains(name);
                if known || aside {
                    feed.astray = aside;
                    self.used |= known;
                }
                aside
            }
            Statement::Command(one) => {
                if let Some(own) = self.own_of(one, feed, port) {
                    // What waited before it may have been interrupted.
                    if self.cancel.is_cancelled() {
                        return Flow::On;
                    }
                    feed.begun += 1;
                    return self.own(source, own, port);
                }
                if faulty && feed.typed {
                    feed.begun += 1;
                    return Flow::On;
                }
                match one.target.map(|target| source.slice(target)) {
                    None => feed.astray,
                    Some(name) => {
                        feed.broken.contains(name)
                            && !feed.declared.contains_key(name)
                            && !self.has(name)
                    }
                }
            }
        };
        let lane = if aside { Lane::Aside } else { Lane::Session };
        if feed.lane != lane {
            self.flush(feed, port);
            feed.lane = lane;
        }
        feed.batch.push(statement.clone());
        Flow::On
    }

    /// The REPL's verb in a command of a pasted block, if it is one.
    fn own_of(&mut self, one: &Command, feed: &mut Feed<'_>, port: &mut dyn Port) -> Option<Own> {
        if !feed.typed || one.target.is_some() {
            return None;
        }
        let text = &feed.source.text()[one.span.start as usize..];
        let line = first_line(text);
        if !is_own(line.split([' ', '\t']).next().unwrap_or_default()) {
            return None;
        }
        self.flush(feed, port);
        if hostile(line) {
            return None;
        }
        let mut own = commands::own(line, one.span.start as usize, self.focus())?;
        if own.verb.name == "time" {
            own.rest.end = own.rest.end.max(one.span.end);
        }
        Some(own)
    }

    fn has(&self, name: &str) -> bool {
        !name.is_empty() && self.session.borrow_mut().puzzle(Some(name)).is_some()
    }

    /// Runs the statements that wait.
    fn flush(&mut self, feed: &mut Feed<'_>, port: &mut dyn Port) {
        let statements = std::mem::take(&mut feed.batch);
        let (Some(first), Some(last)) = (statements.first(), statements.last()) else {
            return;
        };
        let from = feed.bad.partition_point(|bad| bad.end <= first.span().start);
        let to = feed.bad.partition_point(|bad| bad.start < last.span().end);
        let bad = feed.bad[from..to.max(from)].to_vec();
        self.run(feed, &Document { statements, bad }, port);
    }

    fn run(&mut self, feed: &mut Feed<'_>, document: &Document, port: &mut dyn Port) {
        let budget = self.budget(port);
        let session = self.session.clone();
        let mut session = session.borrow_mut();
        let (session, mode) = if feed.lane != Lane::Session && !document.statements.is_empty() {
            (&mut feed.aside, Mode::Check { solve: false })
        } else {
            (&mut *session, Mode::Run { solve: false })
        };
        let (source, typed, mute) = (feed.source, feed.typed, feed.lane == Lane::Silent);
        let (begun, shown) = (&mut feed.begun, &mut feed.shown);
        session.run(
            source,
            document,
            mode,
            &budget,
            &mut feed.sink,
            &mut |event, sink| match event {
                Event::Begin => {
                    *begun += 1;
                    port.begin();
                }
                Event::Answer { text, .. } => {
                    port.end();
                    if !port.answer(text) {
                        self.closed = true;
                        self.cancel.cancel();
                    }
                    port.begin();
                }
                Event::Done => {
                    port.end();
                    let mut found = sink.take();
                    self.failed |= found.iter().any(|one| one.severity() == Severity::Error);
                    if mute {
                        found.clear();
                    } else if typed {
                        for one in &mut found {
                            suggest(source, one);
                        }
                    }
                    let room = LIMIT.saturating_sub(*shown);
                    *shown += found.len();
                    found.truncate(room);
                    if !found.is_empty() {
                        port.report(source, &found, room);
                    }
                }
            },
        );
    }
}

impl Feed<'_> {
    /// Whether the parser found an error between these offsets.
    fn faulty(&self, from: u32, to: u32) -> bool {
        let at = self.faults.partition_point(|&fault| fault < from);
        self.faults.get(at).is_some_and(|&fault| fault < to)
    }
}

/// Where a puzzle stands: a number is shown as `@3`.
pub(super) fn place(entry: &session::Entry) -> String {
    match entry.prompt.as_deref().map(sanitize) {
        Some(at) if at.starts_with(|c: char| c.is_ascii_digit() || c == '-') => format!("@{at}"),
        at => at.unwrap_or_default().into_owned(),
    }
}

/// Whether a line holds control characters.
fn hostile(line: &str) -> bool {
    line.chars().any(|char| char != '\t' && char.is_control())
}

/// The text up to its first line end.
fn first_line(text: &str) -> &str {
    text.split(['\n', '\r']).next().unwrap_or_default()
}

/// The document that a part of the text of `source` is, with its places in the whole.
pub(super) fn part(source: &Source, span: Span) -> (Document, Sink) {
    let mut sink = Sink::new();
    let mut masked = " ".repeat(span.start as usize);
    masked.push_str(source.slice(span));
    let document = parse_document(&masked, &names(), &mut sink);
    (document, sink)
}

/// Whether a declaration yields a puzzle.
fn opens(source: &Source, one: &Declaration) -> bool {
    let Some(kind) = kind(source.slice(one.kind)) else { return false };
    let body = Body { source: source.text(), span: one.body, name: one.name, raw: false };
    one.closed && !one.name.is_empty() && kind.open(&body, &mut Sink::new()).is_some()
}
