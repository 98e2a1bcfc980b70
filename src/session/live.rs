//! Checking a document again and again while it is edited: only the puzzles that an edit touches
//! are opened and followed anew.
//!
//! Puzzles know nothing of each other. A document therefore falls apart into threads: a declaration
//! and the commands that go to it, in order. What is found in a thread depends on its own text
//! alone, so that it can be kept while that text stays the same, wherever it stands; the rest (names
//! and focus) is gone through each time and costs a few dozen nanoseconds a statement.

mod follow;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use self::follow::{Checkpoints, Known, follow};
use super::names::Names;
use super::{Mode, Session, codes, read};
use crate::diag::{Diagnostic, Sink};
use crate::search::Budget;
use crate::syntax::{Document, Statement};
use crate::text::{Source, Span};

/// A declaration and the commands that go to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Names its text: two threads of one [`Live`] with the same number have the same text.
    pub id: u64,
    /// Its statements, by their numbers in the document: the declaration first.
    pub statements: Vec<u32>,
}

/// A document and what is known of it without searching.
#[derive(Debug)]
pub struct Checked {
    /// The text.
    pub source: Arc<Source>,
    /// Its statements.
    pub document: Document,
    /// The puzzles, in the order of their declaration, with the commands on them.
    pub threads: Vec<Thread>,
    /// The thread of each statement, if it belongs to one (`use` belongs to the puzzle it names).
    pub owners: Vec<Option<u32>>,
    /// What is wrong with names, focus and form, in the order of places.
    pub general: Vec<Diagnostic>,
    /// What is wrong in each thread.
    pub own: Vec<Arc<Found>>,
    /// Where following each thread can be taken up.
    checkpoints: Vec<Arc<Checkpoints>>,
}

/// What was found in a thread, with the places where its statements stood then.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The diagnostics.
    pub diagnostics: Vec<Diagnostic>,
    /// Where the line of each statement of the thread began.
    pub starts: Vec<u32>,
}

impl Found {
    /// The diagnostics as they read when the statements of the thread begin at `starts`.
    pub fn at(&self, starts: &[u32]) -> Vec<Diagnostic> {
        let mut moved = self.diagnostics.clone();
        if self.starts != starts {
            for one in &mut moved {
                self.shift(one, starts);
            }
        }
        moved
    }

    fn shift(&self, one: &mut Diagnostic, starts: &[u32]) {
        let shift = |span: &mut Span| {
            let at = self.starts.partition_point(|&start| start <= span.start).saturating_sub(1);
            let (old, new) = (self.starts[at], starts[at]);
            *span = Span::new(span.start - old + new, span.end - old + new);
        };
        shift(&mut one.span);
        one.related.iter_mut().for_each(|label| shift(&mut label.span));
        one.fixes.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| shift(&mut edit.span));
    }
}

impl Checked {
    /// All diagnostics in the order of their places: the same as a session's
    /// ([`Session::run`] in [`Mode::Check`]). `better` may know more of a thread than this check.
    pub fn diagnostics(&self, better: impl Fn(&Thread) -> Option<Arc<Found>>) -> Vec<Diagnostic> {
        let mut all = self.general.clone();
        for (thread, own) in self.threads.iter().zip(&self.own) {
            let found = better(thread).unwrap_or_else(|| own.clone());
            if !found.diagnostics.is_empty() {
                all.extend(found.at(&self.starts(thread)));
            }
        }
        sort(&mut all);
        all
    }

    /// Where the lines of a thread's statements begin.
    pub fn starts(&self, thread: &Thread) -> Vec<u32> {
        let bytes = self.source.text().as_bytes();
        let start = |&at: &u32| piece(bytes, self.document.statements[at as usize].span()).start;
        thread.statements.iter().map(start).collect()
    }

    /// The document cut down to the first `count` statements of a thread.
    pub fn part(&self, thread: &Thread, count: usize) -> Document {
        let statements = thread.statements.iter().take(count);
        Document {
            statements: statements
                .map(|&at| self.document.statements[at as usize].clone())
                .collect(),
            bad: self.document.bad.clone(),
        }
    }

    /// A session in the state before statement `at` of a thread, reached without computing. None
    /// where the declaration has errors. Costs no more than a few hundred statements, but where
    /// answers that were computed on the way are part of the state.
    pub fn before(&self, thread: &Thread, at: usize) -> Option<Session> {
        let number = self.threads.iter().position(|one| one.id == thread.id)?;
        let part = self.part(thread, at);
        let starts = || self.starts(thread);
        let known = self.checkpoints.get(number).and_then(|all| all.before(at, &starts));
        let (mut session, from) = known.unwrap_or_default();
        session.follow(&self.source, &part, from, &mut Vec::new());
        if session.lost() {
            session = Session::new();
            session.follow(&self.source, &part, 0, &mut Vec::new());
        }
        session.puzzle(None).is_some().then_some(session)
    }

    /// The number of the statement that holds `offset`, or that begins on its line.
    pub fn statement(&self, offset: u32) -> Option<usize> {
        let statements = &self.document.statements;
        let after = statements.partition_point(|one| one.span().start <= offset);
        after.checked_sub(1).filter(|&at| {
            let span = piece(self.source.text().as_bytes(), statements[at].span());
            offset <= span.end
        })
    }
}

/// Sorts diagnostics by place; those at the same place by their code.
pub fn sort(found: &mut [Diagnostic]) {
    found.sort_by(|a, b| a.span.cmp(&b.span).then_with(|| a.code.path.cmp(b.code.path)));
}

/// A statement with the whole lines that it stands on.
fn piece(bytes: &[u8], span: Span) -> Span {
    let mut start = span.start as usize;
    while start > 0 && matches!(bytes[start - 1], b' ' | b'\t') {
        start -= 1;
    }
    let end = span.end as usize;
    let rest = memchr::memchr2(b'\n', b'\r', &bytes[end..]).unwrap_or(bytes.len() - end);
    Span::new(start as u32, (end + rest) as u32)
}

/// A document under edit: what was found in its threads so far.
#[derive(Debug, Default)]
pub struct Live {
    /// By the hash of the declaration.
    known: HashMap<u64, Vec<Known>>,
    next: u64,
}

impl Live {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Checks a text. Finds what [`Session::run`] finds in [`Mode::Check`] without `solve`, and
    /// opens only those puzzles whose declaration or commands differ from the last time.
    pub fn check(&mut self, source: Arc<Source>) -> Checked {
        let mut sink = Sink::new();
        let document = read(&source, true, &mut sink);
        let (mut threads, owners) = plan(&source, &document, &mut sink);
        let mut own = Vec::with_capacity(threads.len());
        if !document.bad.is_empty() || !source.broken().is_empty() {
            // What is found on a line with a bad character is not said: leave that to a session.
            let mut sink = Sink::new();
            let document = read(&source, true, &mut sink);
            let general = everything(&source, &document, sink);
            for thread in &mut threads {
                self.next += 1;
                thread.id = self.next;
                own.push(Arc::new(Found::default()));
            }
            self.known.clear();
            let checkpoints = Vec::new();
            return Checked { source, document, threads, owners, general, own, checkpoints };
        }
        let mut general = sink.take();
        sort(&mut general);
        let mut checked = Checked {
            source,
            document,
            threads: Vec::new(),
            owners,
            general,
            own: Vec::new(),
            checkpoints: Vec::new(),
        };
        let mut before = std::mem::take(&mut self.known);
        let mut pieces = Vec::new();
        for thread in &mut threads {
            let bytes = checked.source.text().as_bytes();
            pieces.clear();
            pieces.extend(
                thread
                    .statements
                    .iter()
                    .map(|&at| piece(bytes, checked.document.statements[at as usize].span())),
            );
            let mut hasher = DefaultHasher::new();
            hasher.write(&bytes[pieces[0].range()]);
            let hash = hasher.finish();
            let mut like = before.get_mut(&hash);
            let same = like
                .as_deref()
                .and_then(|all| all.iter().position(|one| one.is(&checked.source, &pieces)));
            let known = match (same, &mut like) {
                (Some(at), Some(all)) => all.swap_remove(at),
                (_, like) => {
                    // The same puzzle with other commands: go on where they begin to differ.
                    let old = like.as_mut().and_then(|all| all.pop());
                    self.next += 1;
                    follow(&checked, thread, &pieces, old, self.next)
                }
            };
            thread.id = known.id;
            own.push(known.found.clone());
            checked.checkpoints.push(known.checkpoints.clone());
            self.known.entry(hash).or_default().push(known);
        }
        checked.threads = threads;
        checked.own = own;
        checked
    }
}

/// Everything that a session finds without searching, behind what is in `sink`.
fn everything(source: &Source, document: &Document, mut sink: Sink) -> Vec<Diagnostic> {
    let mode = Mode::Check { solve: false };
    let budget = Budget::unlimited();
    Session::new().run(source, document, mode, &budget, &mut sink, &mut |_, _| {});
    let mut found = sink.take();
    sort(&mut found);
    found
}

/// Which thread each statement belongs to; says what is wrong with names and focus.
fn plan(source: &Source, document: &Document, sink: &mut Sink) -> (Vec<Thread>, Vec<Option<u32>>) {
    let mut names = Names::default();
    let mut places: Vec<Span> = Vec::new();
    let mut threads: Vec<Thread> = Vec::new();
    let mut owners = Vec::with_capacity(document.statements.len());
    for (at, statement) in document.statements.iter().enumerate() {
        let mut own = true;
        let owner = match statement {
            Statement::Declaration(one) => {
                let name = source.slice(one.name);
                if let Some(first) = names.declare(name) {
                    sink.push(codes::duplicate_name(one.name, name, Some(places[first])));
                }
                places.push(one.name);
                threads.push(Thread { id: 0, statements: Vec::new() });
                Some(threads.len() - 1)
            }
            Statement::Use(one) => {
                own = false;
                let slot = names.named(source, one.name, sink);
                if let Some(slot) = slot {
                    names.focus(slot);
                }
                slot
            }
            Statement::Command(one) => {
                if names.misses_answer(source, one, sink) {
                    own = false;
                    None
                } else {
                    names.target(source, one, sink)
                }
            }
            Statement::Broken(_) => None,
        };
        owners.push(owner.map(|owner| owner as u32));
        if let Some(owner) = owner.filter(|_| own) {
            threads[owner].statements.push(at as u32);
        }
    }
    (threads, owners)
}
