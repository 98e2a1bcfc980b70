//! An input on its way through the session, statement by statement.
//!
//! A session keeps every declaration it has met, the faulty ones too, so that a document shows no
//! error twice. At a prompt this would be a trap: a name once misspelt or a body once mistyped
//! could never be typed again. So a faulty declaration, and what refers to it in the same input,
//! goes to a separate session that only checks, and that is dropped when the input is done.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::commands::{self, Own, is_own};
use super::more::Pages;
use super::port::Port;
use super::shell::{Flow, Shell, first_line, hostile};
use super::slips::{duplicate, suggest};
use super::summary::{paused, replaced, resume, summary};
use crate::diag::{Severity, Sink};
use crate::host::Step;
use crate::kinds::KINDS;
use crate::puzzle::why::ILLEGAL_NOW;
use crate::puzzle::{Body, Data, Verdict};
use crate::render::sanitize;
use crate::search::Budget;
use crate::session::resolve::Focus;
use crate::session::{Event, Mode, Revised, Session};
use crate::syntax::{Command, Declaration, Document, Fragment, Statement};
use crate::text::{Source, Span};

/// Diagnostics shown for one input.
const LIMIT: usize = 100;

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
    /// Whether the puzzle is sound that commands without a prefix go to.
    focus: Focus<bool>,
    begun: usize,
    shown: usize,
}

impl Shell {
    /// Runs a document, with what its parser found.
    pub(super) fn feed(
        &mut self,
        source: &Source,
        document: &Document,
        sink: Sink,
        typed: bool,
        port: &mut dyn Port,
    ) -> Flow {
        // A command of what is typed may run a part of it (`time`), which is not a separate text.
        if typed && self.feeding {
            return self.feed_text(source, document, sink, typed, port);
        }
        let before = std::mem::replace(&mut self.feeding, typed);
        self.session.borrow_mut().begin(typed);
        let flow = self.feed_text(source, document, sink, typed, port);
        self.settle_moves(port);
        self.session.borrow_mut().end();
        self.feeding = before;
        flow
    }

    /// Makes the moves again of the puzzles that a text declared again, and says so.
    fn settle_moves(&mut self, port: &mut dyn Port) {
        let mut runner = self.runner(port);
        let work = |budget: &Budget| self.session.borrow_mut().settle(budget);
        let (revised, _) = runner.compute("replay", work);
        for (name, Revised { kept, lost }) in &revised {
            if kept + lost > 0 {
                let told = self.session.borrow().told(Some(name));
                self.log.replaced(name, &told, false);
            }
        }
        if !revised.is_empty() {
            port.say(&replaced(&revised));
        }
    }

    fn feed_text(
        &mut self,
        source: &Source,
        document: &Document,
        sink: Sink,
        typed: bool,
        port: &mut dyn Port,
    ) -> Flow {
        let before = self.session.borrow().tally();
        let mut faults: Vec<u32> = sink
            .found()
            .iter()
            .filter(|found| found.severity() == Severity::Error)
            .map(|found| found.span.start)
            .collect();
        faults.sort_unstable();
        let mut focus = Focus::default();
        focus.set(true);
        focus.begin(typed);
        let mut feed = Feed {
            source,
            typed,
            bad: document.bad.clone(),
            faults,
            sink,
            batch: Vec::new(),
            lane: Lane::Session,
            aside: {
                let mut aside = Session::new();
                aside.begin(typed);
                aside
            },
            broken: HashSet::new(),
            declared: HashMap::new(),
            focus,
            begun: 0,
            shown: 0,
        };
        // What the parser found, first of all and once, without what bad characters brought about.
        if !typed {
            let (session, mode) = (self.session.borrow(), Mode::Run { solve: false });
            session.note_unreadable(source, document, mode, &mut feed.sink);
        }
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
        if !typed {
            let broken = feed.broken.iter().filter(|name| feed.is_broken(name)).count();
            let puzzles = (feed.declared.len(), broken);
            let now = self.session.borrow().tally();
            port.say(&summary(source.name(), puzzles, document, (before, now)));
        }
        let left = statements.len().saturating_sub(feed.begun);
        if self.cancel.is_cancelled() && !self.closed && left > 0 {
            let plural = if left == 1 { "statement was" } else { "statements were" };
            let why = if self.bailed { "stopped at the first error" } else { "interrupted" };
            port.say(&format!("{why}; {left} {plural} not run\n"));
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
            // In a file, what follows is not compared.
            Statement::Broken(_) if !feed.typed => false,
            Statement::Broken(_) => {
                feed.begun += 1;
                return Flow::On;
            }
            Statement::Declaration(one) => {
                let name = source.slice(one.name);
                let first = feed.declared.get(name).copied();
                if let (Some(first), false) = (first, name.is_empty()) {
                    self.flush(feed, port);
                    feed.sink.push(duplicate(one.name, name, first));
                }
                let sound = !faulty && first.is_none() && opens(source, one);
                if sound {
                    feed.declared.insert(name, one.name);
                } else {
                    feed.broken.insert(name);
                }
                feed.focus.declare(sound);
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
                let aside = feed.is_broken(name);
                let known = !aside && (feed.declared.contains_key(name) || self.has(name));
                if faulty && feed.typed {
                    feed.begun += 1;
                    return Flow::On;
                }
                feed.focus.follow((known || aside).then_some(known));
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
                    None => feed.focus.get() == Some(&false),
                    Some(name) => feed.is_broken(name),
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
        if !feed.typed {
            return None;
        }
        let text = &feed.source.text()[one.span.start as usize..];
        let line = first_line(text);
        if !is_own(line) {
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

    /// Whether there is a puzzle of that name.
    pub(super) fn has(&self, name: &str) -> bool {
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
        let pages = self.run_batch(feed, document, port);
        self.turn_to(pages);
    }

    /// Runs statements; answers the page of the last one that gave one.
    fn run_batch(
        &mut self,
        feed: &mut Feed<'_>,
        document: &Document,
        port: &mut dyn Port,
    ) -> Option<Pages> {
        let mut runner = self.runner(port);
        let session = self.session.clone();
        let mut session = session.borrow_mut();
        let (session, mode) = if feed.lane != Lane::Session && !document.statements.is_empty() {
            (&mut feed.aside, Mode::Check { solve: false })
        } else {
            (&mut *session, Mode::Run { solve: false })
        };
        let (source, typed, mute) = (feed.source, feed.typed, feed.lane == Lane::Silent);
        let (begun, shown) = (&mut feed.begun, &mut feed.shown);
        let logged = matches!(mode, Mode::Run { .. });
        // What was asked last, and which of these questions are to be drawn.
        let (mut asked, mut drawn) = ((String::new(), String::new()), Vec::new());
        let mut pages = None;
        let shown_answers = typed || self.settings.echo;
        runner.go_on(session, source, document, mode, &mut feed.sink, &mut |step| {
            if let Step::Event { event, .. } = &step
                && logged
            {
                self.log.hear(event);
            }
            match step {
                Step::Event { event: Event::Begin, .. } => *begun += 1,
                Step::Event {
                    event: Event::Answer { puzzle, command, data, verdict, span, .. },
                    late,
                } => {
                    self.answers.borrow_mut().add(self.number, command, data.text);
                    if !shown_answers {
                        return;
                    }
                    asked = (puzzle.to_owned(), command.to_owned());
                    if verdict == Verdict::Fine {
                        pages = Pages::of(puzzle, command, data).or(pages.take());
                    }
                    if !typed {
                        port.say(&format!("{}> {}\n", sanitize(puzzle), sanitize(command)));
                    }
                    let stopped = verdict == Verdict::GaveUp && self.cancel.is_cancelled();
                    let text = match stopped && !late {
                        true => paused(data.text),
                        false => Cow::Borrowed(data.text),
                    };
                    let data = Data { text: &text, ..data };
                    if !self.emit(Some(puzzle), command, data, port) {
                        self.closed = true;
                        self.cancel.cancel();
                    }
                    if verdict == Verdict::GaveUp && port.watched() {
                        // As it was typed: another puzzle may be in focus.
                        let prefixed = source.slice(span).starts_with(&format!("{puzzle}:"));
                        let command = match prefixed {
                            true => format!("{puzzle}: {command}"),
                            false => command.to_owned(),
                        };
                        port.say(&resume(&command, self.cancel.is_cancelled(), late));
                    }
                }
                Step::Event { .. } => {}
                Step::Found(mut found) => {
                    if found.iter().any(|one| one.severity() == Severity::Error) {
                        self.failed = true;
                        if self.settings.bail {
                            self.bailed = true;
                            self.cancel.cancel();
                        }
                    }
                    if mute {
                        found.clear();
                    } else if typed {
                        let before = found.len();
                        found.retain(|one| *one.code != ILLEGAL_NOW);
                        if found.len() < before && port.watched() {
                            drawn.push(std::mem::take(&mut asked));
                        }
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
            }
        });
        let budget = runner.budget();
        // The declaration was typed long ago: shown again, with what is in the way marked.
        for (puzzle, command) in drawn {
            if let Some((text, found)) = session.beside(&puzzle, &command, &budget) {
                port.report(&Source::new(puzzle.clone(), text), &found, LIMIT);
            }
            let asked = Fragment { text: &command, start: 0 };
            let state = session.puzzle(Some(&puzzle));
            if let Some(scene) = state.and_then(|it| it.point(&puzzle, asked, &mut Sink::new())) {
                port.picture(&scene);
            }
        }
        pages
    }
}

impl Feed<'_> {
    /// Whether the last declaration of that name is a faulty one of this text.
    fn is_broken(&self, name: &str) -> bool {
        self.broken.contains(name) && !self.declared.contains_key(name)
    }

    /// Whether the parser found an error between these offsets.
    fn faulty(&self, from: u32, to: u32) -> bool {
        let at = self.faults.partition_point(|&fault| fault < from);
        self.faults.get(at).is_some_and(|&fault| fault < to)
    }
}

/// Whether a declaration yields a puzzle.
fn opens(source: &Source, one: &Declaration) -> bool {
    let Some(kind) = KINDS.kind(source.slice(one.kind)) else { return false };
    let body = Body { source: source.text(), span: one.body, name: one.name, raw: false };
    one.closed && !one.name.is_empty() && kind.open(&body, KINDS, &mut Sink::new()).is_some()
}
