//! Checking a document again and again while it is edited: only the puzzles that an edit touches
//! are opened and followed again.
//!
//! Puzzles know nothing of each other. So a document consists of scripts: a declaration and the
//! commands that go to it, in order. The findings in a script depend on its own text alone, so they
//! can be kept while that text stays the same, even if it moves; the rest (names and focus) is
//! visited each time and costs a few dozen nanoseconds per statement.

mod bodies;
mod follow;
#[cfg(any())]
mod tests;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

pub use self::follow::{Numbered, Ran, Replay};
use self::follow::{Walk, follow};
#[cfg(feature = "lsp-core")]
use super::format::Broken;
use super::resolve::Names;
use super::resolved::{Resolved, Text};
use super::scope::Manner;
use super::{Event, Live, Mode, Tally, apply_notes, is_text};
use crate::diag::{Diagnostic, Sink};
use crate::kinds::KINDS;
use crate::puzzle::Registry;
use crate::search::{Budget, Cancel, Charge};
use crate::session::read_body::ReadBody;
use crate::syntax::{Document, Expected, Statement, parse_document};
use crate::text::{Source, Span};

/// A declaration and the commands that go to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Script {
    /// The number of its text: two scripts of one [`Incremental`] with the same number have the
    /// same text.
    pub id: u64,
    /// Its number in the document.
    number: usize,
}

/// A document and the findings of a check without search.
#[derive(Debug)]
pub struct Checked {
    /// The kinds that its declarations can name.
    pub kinds: Registry,
    /// The text.
    pub source: Arc<Source>,
    /// Its statements.
    pub document: Arc<Document>,
    /// The puzzles, in the order of their declaration, with the commands on them.
    pub scripts: Vec<Script>,
    /// Diagnostics about names, focus and form, in the order of places.
    pub general: Vec<Diagnostic>,
    /// The diagnostics of each script.
    pub own: Vec<Arc<Found>>,
    /// Scripts of the text before this one that are not in this one, by their numbers.
    pub gone: Vec<u64>,
    /// True if some scripts were not opened, because the puzzles need more memory than is allowed.
    pub is_full: bool,
    /// True if the bodies that were read are kept, with their marks, for questions about the text.
    keeps_bodies: bool,
    resolved: Resolved,
}

/// The diagnostics of a script, with the places where its statements stood then.
#[derive(Debug, Default)]
pub struct Found {
    /// The diagnostics.
    pub diagnostics: Vec<Diagnostic>,
    /// The place where the line of each statement of the script began.
    pub starts: Vec<u32>,
    /// The number of the state in which it ends.
    state: Option<usize>,
    /// True if there is something to solve.
    can_solve: bool,
    /// The body of the declaration, if bodies are kept.
    read: Option<Arc<ReadBody>>,
    /// The memory of the puzzle, as long as it is kept.
    charge: Charge,
}

/// Adds the findings of a check without search to those of a run, if a search gave up or the run
/// `is_cut` short, because then not all statements were judged.
#[cfg(any(feature = "cli", feature = "lsp-core"))]
pub(crate) fn add_check(
    found: &mut Vec<Diagnostic>,
    is_cut: bool,
    check: impl FnOnce() -> Vec<Diagnostic>,
) {
    if !is_cut && !found.iter().any(|one| *one.code == super::codes::GAVE_UP) {
        return;
    }
    let known: std::collections::HashSet<_> =
        found.iter().map(|one| (one.code.path, one.span)).collect();
    let new = check().into_iter().filter(|one| !known.contains(&(one.code.path, one.span)));
    found.extend(new);
}

impl Found {
    /// Makes the findings of a script whose statements began at `starts`.
    pub fn new(diagnostics: Vec<Diagnostic>, starts: Vec<u32>) -> Self {
        Self { diagnostics, starts, ..Self::default() }
    }

    /// Returns the diagnostics with the places that they have if the statements begin at `starts`.
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
        for span in one.spans_mut() {
            let at = self.starts.partition_point(|&start| start <= span.start).saturating_sub(1);
            let (old, new) = (self.starts[at], starts[at]);
            *span = Span::new(span.start - old + new, span.end - old + new);
        }
    }
}

impl Checked {
    /// Returns a document of whose scripts nothing is known yet; the parser's findings are in the
    /// sink.
    fn new(kinds: Registry, source: Arc<Source>, document: Arc<Document>, mut sink: Sink) -> Self {
        let (is_full, keeps_bodies) = (false, false);
        let text = Text { source: &source, document: &document };
        let mut resolved = Resolved::of(&mut Names::new(kinds), text);
        resolved.report(text, &mut sink);
        let mut general = sink.take();
        sort(&mut general);
        let scripts: Vec<_> =
            (0..resolved.count()).map(|number| Script { id: 0, number }).collect();
        let (own, gone) = (Vec::with_capacity(scripts.len()), Vec::new());
        Self {
            kinds,
            source,
            document,
            scripts,
            general,
            own,
            gone,
            is_full,
            keeps_bodies,
            resolved,
        }
    }

    /// Returns the document and its text.
    fn text(&self) -> Text<'_> {
        Text { source: &self.source, document: &self.document }
    }

    /// Returns the number of the script that a statement belongs to, if there is one. A `use`
    /// belongs to the script that it names.
    pub fn owner(&self, statement: usize) -> Option<usize> {
        self.resolved.owner(statement)
    }

    /// Returns all diagnostics in the order of their places, as [`super::Session::run`] finds them
    /// in [`Mode::Check`]. `better` may return findings of a script that are more complete than
    /// these.
    pub fn diagnostics(&self, better: impl Fn(&Script) -> Option<Arc<Found>>) -> Vec<Diagnostic> {
        let mut all = self.general.clone();
        let mut searched = Vec::with_capacity(self.scripts.len());
        for (script, own) in self.scripts.iter().zip(&self.own) {
            let found = better(script);
            searched.push(found.is_some());
            let found = found.unwrap_or_else(|| own.clone());
            if !found.diagnostics.is_empty() {
                all.extend(found.at(&self.starts(script)));
            }
        }
        let searched = |at: usize| {
            self.owner(at).is_some_and(|at| searched[at] && !self.withholds(&self.scripts[at]))
        };
        apply_notes(self.kinds, &self.source, &self.document, searched, &mut all);
        sort(&mut all);
        all
    }

    /// Returns the places of the errors.
    #[cfg(feature = "lsp-core")]
    pub(crate) fn broken(&self) -> Broken {
        let scripts = self.scripts.iter().zip(&self.own);
        let scripts = scripts.filter(|(_, own)| !own.diagnostics.is_empty());
        let own: Vec<_> = scripts.flat_map(|(script, own)| own.at(&self.starts(script))).collect();
        Broken::of(self.general.iter().chain(&own))
    }

    /// Returns the numbers of the statements of a script in the document, the declaration first.
    pub fn members(&self, script: &Script) -> &[u32] {
        self.resolved.members(script.number)
    }

    /// Returns the statements of a script, the declaration first.
    pub fn statements(&self, script: &Script) -> impl Iterator<Item = &Statement> {
        self.members(script).iter().map(|&at| &self.document.statements[at as usize])
    }

    /// Returns whether the document asks an open question about the puzzle of a script, so that its
    /// answers are withheld.
    pub fn withholds(&self, script: &Script) -> bool {
        self.resolved.is_asked(script.number)
    }

    /// Returns the places where the lines of a script's statements begin.
    pub fn starts(&self, script: &Script) -> Vec<u32> {
        let bytes = self.source.text().as_bytes();
        self.statements(script).map(|one| piece(bytes, one.span()).start).collect()
    }

    /// Returns a number for each statement of a script: if two scripts have the same one, they are the
    /// same up to that statement; if they are `placed`, in the same places.
    fn chain(&self, script: &Script, placed: bool) -> impl Iterator<Item = u64> {
        let bytes = self.source.text().as_bytes();
        let (doubts, mut hasher) = (self.resolved.doubts(script.number), DefaultHasher::new());
        self.withholds(script).hash(&mut hasher);
        let link = move |(at, statement): (u32, &Statement)| {
            let lines = piece(bytes, statement.span());
            (&bytes[lines.range()], read_as(statement)).hash(&mut hasher);
            self.resolved.bad.count(&self.source, lines).hash(&mut hasher);
            doubts.contains(&at).hash(&mut hasher);
            placed.then_some(lines).hash(&mut hasher);
            hasher.finish()
        };
        (0..).zip(self.statements(script)).map(link)
    }

    /// Runs a script, as [`super::Session::run`] runs a document. Returns its puzzle after it, and
    /// the counts.
    pub fn run(
        &self,
        script: &Script,
        mode: Mode,
        budget: &Budget,
        on: &mut dyn FnMut(Event<'_>, &mut Sink),
    ) -> (Option<Live>, Tally) {
        let (mut live, mut read) = (None, None);
        let walk = Walk { checked: self, script, mode, budget, manner: Manner::Script };
        let count = self.members(script).len();
        let ended = walk.run(&mut live, 0..count, &mut read, on, &mut |_| true);
        (live, ended.tally)
    }

    /// Returns the puzzle that a command without a prefix would go to before statement `at`.
    pub fn focus(&self, at: usize) -> Option<&Script> {
        self.scripts.get(self.resolved.focus(at.checked_sub(1)?)?)
    }

    /// Returns the puzzle in the state before statement `at` of a script, reached without
    /// computing, or `None` if the declaration has errors. Costs no more than a few hundred
    /// statements, unless answers that were computed on the way are part of the state.
    pub fn before(&self, script: &Script, at: usize) -> Option<Live> {
        let mut replay = Replay::default();
        replay.go_to(self, script, at)?;
        replay.into_live()
    }

    /// Returns the number of the state in which a script ends, as `goto` takes it, or `None` if the
    /// declaration has errors.
    pub fn state(&self, script: &Script) -> Option<usize> {
        self.own[script.number].state
    }

    /// Returns whether the puzzle of a script has something to solve: not if its declaration has
    /// errors, if it has no goal, or if its kind has none.
    pub fn can_solve(&self, script: &Script) -> bool {
        self.own[script.number].can_solve
    }

    /// Returns the number of the statement that holds `offset`, or that begins on its line.
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

/// Returns the lengths of the parts that the parser read in a statement. They can depend on the
/// lines around it, because a row that may belong to a puzzle is not judged.
fn read_as(statement: &Statement) -> [u32; 2] {
    match statement {
        Statement::Declaration(one) => [one.kind.len(), one.body.len()],
        Statement::Command(one) => {
            let expected = match one.expected {
                None => 0,
                Some(Expected::Line(span) | Expected::Open(span)) => 1 + 2 * span.len(),
                Some(Expected::Block(span)) => 2 + 2 * span.len(),
            };
            [one.text.len(), expected]
        }
        Statement::Use(_) | Statement::Broken(_) => [0, 0],
    }
}

/// Returns the place of the whole lines of a statement.
fn piece(bytes: &[u8], span: Span) -> Span {
    let mut start = span.start as usize;
    while start > 0 && matches!(bytes[start - 1], b' ' | b'\t') {
        start -= 1;
    }
    let end = span.end as usize;
    let rest = memchr::memchr2(b'\n', b'\r', &bytes[end..]).unwrap_or(bytes.len() - end);
    Span::new(start as u32, (end + rest) as u32)
}

/// A document under edit: the scripts of its last text, by their texts.
#[derive(Debug)]
pub struct Incremental {
    known: HashMap<u64, (u64, Arc<Found>)>,
    /// The bodies of that text, by the texts and places of their declarations.
    bodies: HashMap<u64, Arc<ReadBody>>,
    next: u64,
    kinds: Registry,
    /// The account to which the memory of the puzzles is charged, and its limit.
    budget: Budget,
    /// True if the bodies of texts that are not long are kept.
    keeps_bodies: bool,
}

/// The largest size of a text in bytes whose bodies are kept. The marks of a body of pictures take
/// up to 24 times its bytes.
const LONGEST_KEPT: usize = 1 << 18;

impl Default for Incremental {
    fn default() -> Self {
        Self::new()
    }
}

impl Incremental {
    /// Returns a checker that knows nothing yet.
    pub fn new() -> Self {
        Self::with(KINDS)
    }

    /// Returns a checker that knows nothing yet, with other kinds than those that are shipped.
    pub fn with(kinds: Registry) -> Self {
        let (known, bodies, budget) = (HashMap::new(), HashMap::new(), Budget::unlimited());
        Self { known, bodies, next: 0, kinds, budget, keeps_bodies: false }
    }

    /// Returns a checker that knows nothing yet and numbers its scripts above `number`. When the
    /// puzzles need more memory than the budget allows, it opens no further ones.
    pub fn numbered_from(number: u64, budget: Budget) -> Self {
        Self { next: number, budget, ..Self::new() }
    }

    /// Keeps the bodies of texts of at most 256 kB with their marks, so that questions about such a
    /// text read none of them again.
    #[must_use]
    pub fn keeping_bodies(mut self) -> Self {
        self.keeps_bodies = true;
        self
    }

    /// Returns a checker that knows nothing yet. Once `cancel` is set, it leaves statements out.
    pub(crate) fn until(cancel: Cancel) -> Self {
        Self { budget: Budget { cancel, ..Budget::unlimited() }, ..Self::new() }
    }

    /// Checks a text. Finds what [`super::Session::run`] finds in [`Mode::Check`] without `solve`, and
    /// opens only those puzzles whose declaration or commands differ from the last time.
    pub fn check(&mut self, source: Arc<Source>) -> Checked {
        let mut sink = Sink::new();
        let document = match is_text(&source, true, &mut sink) {
            true => Arc::new(parse_document(source.text(), &self.kinds, &mut sink)),
            false => Arc::default(),
        };
        let mut checked = Checked::new(self.kinds, source, document, sink);
        checked.keeps_bodies = self.keeps_bodies && checked.source.text().len() <= LONGEST_KEPT;
        self.follow(&mut checked);
        checked
    }

    /// Fills in what is found in the scripts: of those that were in the last text, what is known.
    fn follow(&mut self, checked: &mut Checked) {
        let (mut old, mut bodies) =
            (std::mem::take(&mut self.known), std::mem::take(&mut self.bodies));
        for at in 0..checked.scripts.len() {
            let script = &checked.scripts[at];
            let key = checked.chain(script, false).last().unwrap_or_default();
            let known = self.known.get(&key).cloned().or_else(|| old.remove(&key));
            if self.budget.is_full() && known.is_none() {
                checked.gone.extend(old.drain().map(|(_, (id, _))| id)); // they make room
                bodies.clear();
            }
            let stops = self.budget.cancel.is_cancelled() || self.budget.is_full();
            let (id, found, is_whole) = match known {
                Some((id, found)) => (id, found, true),
                None => {
                    self.next += 1;
                    let read =
                        checked.chain(script, true).next().and_then(|key| bodies.remove(&key));
                    let follow = || follow(checked, script, read, &self.budget);
                    let (found, is_whole) =
                        if stops { (Found::default(), false) } else { follow() };
                    (self.next, Arc::new(found), is_whole)
                }
            };
            checked.is_full |= self.budget.is_full();
            if let Some(read) = &found.read {
                self.bodies.extend(checked.chain(script, true).next().zip(Some(read.clone())));
            }
            if is_whole {
                self.known.insert(key, (id, found.clone()));
            }
            checked.scripts[at].id = id;
            checked.own.push(found);
        }
        checked.gone.extend(old.into_values().map(|(id, _)| id));
        checked.gone.sort_unstable();
    }
}
