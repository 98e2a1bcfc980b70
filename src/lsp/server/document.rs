//! An open document: its text as the client has it, and what the server knows of it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use hashbrown::HashSet;

use super::answers::Evaluated;
use super::notifications::did_change::ContentChange;
use super::place::Places;
use crate::diag::{Code, Diagnostic, Edit};
use crate::ide::touches;
use crate::search::{Budget, Cancel};
use crate::session::incremental::{Checked, Found, Incremental, Script};
use crate::session::{Live, apply_safe, is_allowed};
use crate::syntax::Statement;
use crate::text::{Encoding, Source};

/// Statements of a script that are followed at most to find the state at a place.
const FAR: usize = 200_000;

/// The size of a text, in bytes, from which on answers that look at all of it are made on another
/// thread.
const LARGE: usize = 1 << 18;

/// Bytes of text that are checked at most to apply the safe fixes of a document: about a tenth of a
/// second.
const FIXABLE: usize = 1 << 20;

/// An open document.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) uri: String,
    /// The client's number of this text.
    pub(super) version: i32,
    pub(super) encoding: Encoding,
    incremental: Incremental,
    /// The codes of warnings and advice that the call of the server allows.
    allow: Vec<&'static Code>,
    /// The text and the findings of a check without searching.
    pub(super) checked: Arc<Checked>,
    /// The results of running the scripts, by their numbers.
    pub(super) evaluated: HashMap<u64, Arc<Evaluated>>,
    /// Those of them in which nothing is wrong: in a document of many puzzles nearly all.
    clean: HashSet<u64>,
    nothing: Arc<Found>,
    /// The notes on solutions in the lenses that were sent last, by the numbers of the scripts.
    pub(super) lenses: Option<Vec<(u64, String)>>,
    /// The edits that apply its safe fixes, and the number of fixes, once they were asked for.
    fixed: Arc<OnceLock<(Vec<Edit>, usize)>>,
    /// Set when the client cancels the request for which this snapshot was made. A pass over the
    /// whole text then ends early and returns a part of its result.
    pub(super) cancel: Cancel,
}

impl Document {
    /// Opens a text.
    pub(super) fn open(
        uri: String,
        version: i32,
        text: String,
        encoding: Encoding,
        allow: Vec<&'static Code>,
        budget: &Budget,
    ) -> Self {
        // Results under way for an earlier document of the same name must not be mistaken for this
        // one's.
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let result = OPENED.fetch_add(1 << 32, Ordering::Relaxed);
        let mut incremental = Incremental::numbered_from(result, budget.clone()).keeping_bodies();
        let checked = Arc::new(incremental.check(Arc::new(Source::new(name(&uri), text))));
        let evaluated = HashMap::new();
        Self {
            uri,
            version,
            encoding,
            incremental,
            allow,
            checked,
            evaluated,
            clean: HashSet::new(),
            nothing: Arc::default(),
            lenses: None,
            fixed: Arc::default(),
            cancel: Cancel::default(),
        }
    }

    /// Returns whether answers that look at the whole text take long.
    pub(super) fn is_large(&self) -> bool {
        self.source().text().len() >= LARGE
    }

    /// Returns what is known now, for an answer that is made beside other work until it is cancelled.
    pub(super) fn snapshot(&self, cancel: Cancel) -> Self {
        Self {
            uri: self.uri.clone(),
            version: self.version,
            encoding: self.encoding,
            incremental: Incremental::new(),
            allow: self.allow.clone(),
            checked: self.checked.clone(),
            evaluated: self.evaluated.clone(),
            clean: self.clean.clone(),
            nothing: self.nothing.clone(),
            lenses: None,
            fixed: self.fixed.clone(),
            cancel,
        }
    }

    /// Applies changes in their order.
    pub(super) fn change(&mut self, changes: Vec<ContentChange>) {
        let mut source = self.checked.source.clone();
        for change in changes {
            source = Arc::new(match change.range {
                Some(range) => {
                    let span = Places { source: &source, encoding: self.encoding }.span(range);
                    source.edited(span, &change.text)
                }
                None => Source::new(name(&self.uri), change.text),
            });
        }
        self.checked = Arc::new(self.incremental.check(source));
        self.fixed = Arc::default();
        for id in &self.checked.gone {
            self.evaluated.remove(id);
            self.clean.remove(id);
        }
    }

    /// Returns the text.
    pub(super) fn source(&self) -> &Source {
        &self.checked.source
    }

    /// Returns the statements with their numbers, until the client cancels the request.
    pub(super) fn statements(&self) -> impl Iterator<Item = (usize, &Statement)> {
        self.until_cancelled(self.checked.document.statements.iter().enumerate())
    }

    /// Ends a sequence when the client cancels the request.
    pub(super) fn until_cancelled<T>(
        &self,
        all: impl Iterator<Item = T>,
    ) -> impl Iterator<Item = T> {
        all.take_while(|_| !self.cancel.is_cancelled())
    }

    /// Returns the text with the encoding of the client's columns.
    pub(super) fn places(&self) -> Places<'_> {
        Places { source: self.source(), encoding: self.encoding }
    }

    /// Takes in the result of running a script, and returns the one before.
    pub(super) fn evaluate(
        &mut self,
        script: u64,
        evaluated: Arc<Evaluated>,
    ) -> Option<Arc<Evaluated>> {
        match evaluated.found.diagnostics.is_empty() {
            true => self.clean.insert(script),
            false => self.clean.remove(&script),
        };
        self.evaluated.insert(script, evaluated)
    }

    /// Returns the diagnostics from running a script; `None` if it has not been run.
    fn better(&self, script: u64) -> Option<Arc<Found>> {
        if self.clean.contains(&script) {
            return Some(self.nothing.clone());
        }
        self.evaluated.get(&script).map(|evaluated| evaluated.found.clone())
    }

    /// Returns everything found so far, in the order of places.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut found = self.checked.diagnostics(|script| self.better(script.id));
        found.retain(|one| !is_allowed(one, &self.allow));
        found
    }

    /// Returns the edits that apply the safe fixes, as `check --fix` does, and the number of fixes;
    /// none in a large document, or once the request is cancelled.
    pub(super) fn safe_edits(&self) -> &(Vec<Edit>, usize) {
        const NONE: &(Vec<Edit>, usize) = &(Vec::new(), 0);
        if let Some(known) = self.fixed.get() {
            return known;
        }
        let source = Source::new(self.source().name(), self.source().text());
        let found = |checked: &Checked| {
            let mut found = checked.diagnostics(|_| None);
            found.retain(|one| !is_allowed(one, &self.allow));
            found
        };
        let fixed = apply_safe(source, found(&self.checked), FIXABLE, &self.cancel, |source| {
            let source = Source::new(source.name(), source.text());
            found(&Incremental::until(self.cancel.clone()).check(Arc::new(source)))
        });
        match self.cancel.is_cancelled() {
            true => NONE,
            false => self.fixed.get_or_init(|| (fixed.edits, fixed.fixes)),
        }
    }

    /// Returns the diagnostics found so far at an offset: only the script there is searched.
    pub(super) fn diagnostics_at(&self, offset: u32) -> Vec<Diagnostic> {
        if !self.checked.document.notes.is_empty() {
            let mut found = self.diagnostics();
            found.retain(|one| touches(one.span, offset));
            return found;
        }
        let general = self.checked.general.iter();
        let mut found: Vec<_> = general.filter(|one| touches(one.span, offset)).cloned().collect();
        if let Some((statement, _)) = self.statement(offset)
            && let Some(owner) = self.checked.owner(statement)
        {
            let script = &self.checked.scripts[owner];
            let own = self.better(script.id).unwrap_or_else(|| self.checked.own[owner].clone());
            if !own.diagnostics.is_empty() {
                found.extend(own.at(&self.checked.starts(script)));
            }
        }
        found.retain(|one| touches(one.span, offset) && !is_allowed(one, &self.allow));
        found
    }

    /// Returns the statement at an offset, with its number.
    pub(super) fn statement(&self, offset: u32) -> Option<(usize, &Statement)> {
        let at = self.checked.statement(offset)?;
        Some((at, &self.checked.document.statements[at]))
    }

    /// Returns the puzzle in the state before statement `at` of a script, but after its
    /// declaration; `None` if the state is too far to follow.
    pub(super) fn before(&self, script: &Script, at: usize) -> Option<Live> {
        (at <= FAR).then(|| self.checked.before(script, at.max(1)))?
    }

    /// Returns the result of the command, if it has been run and is not withheld.
    pub(super) fn answer(&self, statement: usize) -> Option<super::answers::Answered<'_>> {
        let script = self.checked.script(statement)?;
        if self.checked.withholds(script) {
            return None;
        }
        let at = self.checked.members(script).binary_search(&(statement as u32)).ok()?;
        self.evaluated.get(&script.id)?.answers.get(at)
    }
}

/// Returns the name of the document in diagnostics.
fn name(uri: &str) -> &str {
    uri.rsplit('/').next().unwrap_or(uri)
}
