//! Checking a document again and again while it is edited: only the puzzles that an edit touches
//! are opened and followed again.
//!
//! Puzzles know nothing of each other. So a document consists of scripts: a declaration and the
//! commands that go to it, in order. The findings in a script depend on its own text alone, so they
//! can be kept while that text stays the same, even if it moves; the rest (names and focus) is
//! visited each time and costs a few dozen nanoseconds per statement.

mod bodies;
mod follow;
mod outcome;
mod plays;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use self::follow::{Replay, Walk, follow};
use self::outcome::moved;
pub use self::outcome::{Outcome, Outcomes, Part, Shown};
pub use self::plays::Play;
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
use crate::syntax::{Document, Expected, Statement, expect_text};
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
    /// The result of the check of each script.
    checks: Vec<Arc<ScriptCheck>>,
    /// Scripts of the text before this one that are not in this one, by their numbers.
    pub gone: Vec<u64>,
    /// True if some scripts were not opened, because the puzzles need more memory than is allowed.
    pub is_full: bool,
    /// True if the bodies that were read are kept, with their marks, for questions about the text.
    keeps_bodies: bool,
    resolved: Resolved,
}

/// A diagnostic, and the statement of the script at which it was found, counted from the declaration
/// on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Numbered {
    at: usize,
    diagnostic: Diagnostic,
}

/// The result of a check of a script without search.
#[derive(Debug, Default)]
struct ScriptCheck {
    /// The diagnostics.
    diagnostics: Vec<Numbered>,
    /// The places where the lines of the script's statements began then; none without diagnostics.
    starts: Vec<u32>,
    /// The number of the state in which it ends.
    state: Option<usize>,
    /// True if there is something to solve.
    can_solve: bool,
    /// The body of the declaration, if bodies are kept.
    read: Option<Arc<ReadBody>>,
    /// The memory of the puzzle, as long as it is kept.
    _charge: Charge,
}

/// Adds the findings of a check without search to those of a run, if a search gave up, because then
/// not all statements were judged.
pub(crate) fn add_check(
    diagnostics: &mut Vec<Diagnostic>,
    check: impl FnOnce() -> Vec<Diagnostic>,
) {
    if !diagnostics.iter().any(|other| *other.code == super::codes::GAVE_UP) {
        return;
    }
    let place = |diagnostic: &Diagnostic| (diagnostic.code.path, diagnostic.span);
    let known: HashSet<_> = diagnostics.iter().map(place).collect();
    diagnostics.extend(check().into_iter().filter(|other| !known.contains(&place(other))));
}

impl ScriptCheck {
    /// Returns the diagnostics with the places that they have if the statements begin at `starts`.
    fn at(&self, starts: &[u32]) -> Vec<Diagnostic> {
        let numbered = self.diagnostics.iter();
        numbered.map(|numbered| moved(&numbered.diagnostic, &self.starts, starts)).collect()
    }
}

impl Checked {
    /// Returns a document of whose scripts nothing is known yet; the parser's findings are in the
    /// sink.
    fn new(kinds: Registry, source: Arc<Source>, document: Arc<Document>, mut sink: Sink) -> Self {
        let is_full = false;
        let keeps_bodies = false;
        let text = Text { source: &source, document: &document };
        let mut resolved = Resolved::of(&mut Names::new(kinds), text);
        resolved.report(text, &mut sink);
        let mut general = sink.take();
        sort(&mut general);
        let scripts: Vec<_> =
            (0..resolved.count()).map(|number| Script { id: 0, number }).collect();
        let checks = Vec::with_capacity(scripts.len());
        let gone = Vec::new();
        Self {
            kinds,
            source,
            document,
            scripts,
            general,
            checks,
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
    /// in [`Mode::Check`]: those of its `outcomes`, where a script has run, else those of the check.
    pub fn diagnostics<'a>(
        &self,
        outcomes: impl Fn(&Script) -> Option<&'a Outcomes>,
    ) -> Vec<Diagnostic> {
        let mut diagnostics = self.general.clone();
        let mut searched = Vec::with_capacity(self.scripts.len());
        for script in &self.scripts {
            let outcomes = outcomes(script);
            searched.push(outcomes.is_some_and(|outcomes| outcomes.next().is_none()));
            self.add_diagnostics(script, outcomes, &mut diagnostics);
        }
        let searched = |at: usize| {
            self.owner(at).is_some_and(|at| searched[at] && !self.withholds(&self.scripts[at]))
        };
        apply_notes(self.kinds, &self.source, &self.document, searched, &mut diagnostics);
        sort(&mut diagnostics);
        diagnostics
    }

    /// Adds the diagnostics of a script with these `outcomes`.
    pub(crate) fn add_diagnostics(
        &self,
        script: &Script,
        outcomes: Option<&Outcomes>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let check = &self.checks[script.number];
        match outcomes {
            Some(outcomes) => diagnostics.extend(outcomes.diagnostics(self, script.number)),
            None if check.diagnostics.is_empty() => {}
            None => diagnostics.extend(check.at(&self.starts(script))),
        }
    }

    /// Returns whether an outcome of a script changes the diagnostics that the check gave.
    #[cfg(feature = "lsp-core")]
    pub(crate) fn differs(&self, script: &Script, part: Part, outcome: &Outcome) -> bool {
        let check = &self.checks[script.number].diagnostics;
        let has_checked = |at| check.binary_search_by_key(&at, |numbered| numbered.at).is_ok();
        !outcome.diagnostics.is_empty() || matches!(part, Part::Statement(at) if has_checked(at))
    }

    /// Returns the places of the errors.
    #[cfg(feature = "lsp-core")]
    pub(crate) fn broken(&self) -> Broken {
        let scripts = self.scripts.iter().zip(&self.checks);
        let faulty = scripts.filter(|(_, check)| !check.diagnostics.is_empty());
        let checks: Vec<_> =
            faulty.flat_map(|(script, check)| check.at(&self.starts(script))).collect();
        Broken::of(self.general.iter().chain(&checks))
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
        self.resolved.has_question(script.number)
    }

    /// Returns the places where the lines of a script's statements begin.
    pub fn starts(&self, script: &Script) -> Vec<u32> {
        let bytes = self.source.text().as_bytes();
        self.statements(script).map(|statement| piece(bytes, statement.span()).start).collect()
    }

    /// Returns a number for each statement of a script: if two scripts have the same one, they are the
    /// same up to that statement; if they are `placed`, in the same places.
    fn chain(&self, script: &Script, placed: bool) -> impl Iterator<Item = u64> {
        let bytes = self.source.text().as_bytes();
        let after_doubt = self.resolved.after_doubt(script.number);
        let mut hasher = DefaultHasher::new();
        self.withholds(script).hash(&mut hasher);
        let link = move |(at, statement): (u32, &Statement)| {
            let lines = piece(bytes, statement.span());
            (&bytes[lines.range()], read_as(statement)).hash(&mut hasher);
            self.resolved.bad.count(&self.source, lines).hash(&mut hasher);
            after_doubt.contains(&at).hash(&mut hasher);
            placed.then_some(lines).hash(&mut hasher);
            hasher.finish()
        };
        (0..).zip(self.statements(script)).map(link)
    }

    /// Returns for each statement of a script a hash of all that its outcome depends on: two scripts
    /// with the same key at a statement have the same outcomes up to there.
    fn keys(&self, script: &Script) -> impl Iterator<Item = u64> {
        let mut hasher = DefaultHasher::new();
        for code in self.resolved.stated_facts(self.text(), script.number, false) {
            code.path.hash(&mut hasher);
        }
        let facts = hasher.finish();
        self.chain(script, false).map(move |key| key ^ facts)
    }

    /// Returns the key of the declaration of a script.
    pub fn first_key(&self, script: &Script) -> u64 {
        self.keys(script).next().unwrap_or_default()
    }

    /// Returns the outcomes of a script that are known from `other`, which begins like it.
    pub fn outcomes(&self, script: &Script, other: &Outcomes) -> Outcomes {
        Outcomes::of(self.keys(script).collect(), |at| self.can_follow(script, at), other)
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
        let mut live = None;
        let mut read = None;
        let walk = Walk { checked: self, script, mode, budget, manner: Manner::Script };
        let count = self.members(script).len();
        let ended = walk.run(&mut live, 0..count, &mut read, on);
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
        self.checks[script.number].state
    }

    /// Returns whether the puzzle of a script has something to solve: not if its declaration has
    /// errors, if it has no goal, or if its kind has none.
    pub fn can_solve(&self, script: &Script) -> bool {
        self.checks[script.number].can_solve
    }

    /// Returns the number of the statement that holds `offset`, or that begins on its line.
    pub fn statement(&self, offset: u32) -> Option<usize> {
        let statements = &self.document.statements;
        let after = statements.partition_point(|statement| statement.span().start <= offset);
        let holds = |&at: &usize| {
            let span = piece(self.source.text().as_bytes(), statements[at].span());
            offset <= span.end
        };
        // The commands in the comments of a whole text lie within its declaration.
        let whole = || self.document.is_whole_text().then_some(0);
        after.checked_sub(1).filter(holds).or_else(whole)
    }
}

/// Sorts diagnostics by place; those at the same place by their code.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|a, b| a.span.cmp(&b.span).then_with(|| a.code.path.cmp(b.code.path)));
}

/// Returns the lengths of the parts that the parser read in a statement. They can depend on the
/// lines around it, because a row that may belong to a puzzle is not judged.
fn read_as(statement: &Statement) -> [u32; 2] {
    match statement {
        Statement::Declaration(declaration) => [declaration.kind.len(), declaration.body.len()],
        Statement::Command(command) => {
            let expected = match command.expected {
                None => 0,
                Some(Expected::Line(span) | Expected::Open(span)) => 1 + 2 * span.len(),
                Some(Expected::Block(span)) => 2 + 2 * span.len(),
            };
            [command.text.len(), expected]
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
    known: HashMap<u64, (u64, Arc<ScriptCheck>)>,
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
        let known = HashMap::new();
        let bodies = HashMap::new();
        let budget = Budget::unlimited();
        Self { known, bodies, next: 0, kinds, budget, keeps_bodies: false }
    }

    /// Returns a checker that knows nothing yet and numbers its scripts above `number`. When the
    /// puzzles need more memory than the budget allows, it opens no further ones.
    pub fn numbered_from(kinds: Registry, number: u64, budget: Budget) -> Self {
        Self { next: number, budget, ..Self::with(kinds) }
    }

    /// Keeps the bodies of texts of at most 256 kB with their marks, so that questions about such a
    /// text read none of them again.
    #[must_use]
    pub fn keeping_bodies(mut self) -> Self {
        self.keeps_bodies = true;
        self
    }

    /// Returns a checker that knows nothing yet. Once `cancel` is set, it leaves statements out.
    pub(crate) fn until(kinds: Registry, cancel: Cancel) -> Self {
        Self { budget: Budget { cancel, ..Budget::unlimited() }, ..Self::with(kinds) }
    }

    /// Checks a text. Finds what [`super::Session::run`] finds in [`Mode::Check`] without `solve`, and
    /// opens only those puzzles whose declaration or commands differ from the last time.
    pub fn check(&mut self, source: Arc<Source>) -> Checked {
        let bytes = source.text().len();
        let _span = tracing::debug_span!("check", name = %source.name(), bytes).entered();
        let mut sink = Sink::new();
        let document = match is_text(&source, true, &mut sink) {
            true => Arc::new(expect_text(&source, &self.kinds, &mut sink)),
            false => Arc::default(),
        };
        let mut checked = Checked::new(self.kinds, source, document, sink);
        checked.keeps_bodies = self.keeps_bodies && checked.source.text().len() <= LONGEST_KEPT;
        self.follow(&mut checked);
        checked
    }

    /// Fills in what is found in the scripts: of those that were in the last text, what is known.
    fn follow(&mut self, checked: &mut Checked) {
        let mut old = std::mem::take(&mut self.known);
        let mut bodies = std::mem::take(&mut self.bodies);
        let scripts = checked.scripts.iter();
        let keys: Vec<u64> =
            scripts.map(|script| checked.chain(script, false).last().unwrap_or_default()).collect();
        self.known.extend(keys.iter().filter_map(|key| old.remove_entry(key)));
        // The others make room.
        checked.gone.extend(old.into_values().map(|(id, _)| id));
        checked.gone.sort_unstable();

        let mut is_cancelled = false;
        for (at, key) in keys.into_iter().enumerate() {
            let script = &checked.scripts[at];
            is_cancelled = is_cancelled || self.budget.cancel.is_cancelled();
            let known = self.known.get(&key).cloned();
            let is_new = known.is_none();
            let (id, check) = known.unwrap_or_else(|| {
                self.next += 1;
                let mut check = ScriptCheck::default();
                let mut is_whole = false;
                if !is_cancelled && !self.budget.is_full() {
                    let place = checked.chain(script, true).next();
                    let read = place.and_then(|place| bodies.remove(&place));
                    (check, is_whole) = follow(checked, script, read, &self.budget);
                }
                let check = Arc::new(check);
                if is_whole {
                    self.known.insert(key, (self.next, check.clone()));
                }
                (self.next, check)
            });
            checked.is_full |= is_new && self.budget.is_full();
            if let Some(read) = &check.read {
                self.bodies.extend(checked.chain(script, true).next().zip(Some(read.clone())));
            }
            checked.scripts[at].id = id;
            checked.checks.push(check);
        }
    }
}
