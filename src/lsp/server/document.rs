//! An open document: its text as the client has it, and what the server knows of it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::Settings;
use super::client::Client;
use super::notifications::did_change::ContentChange;
use super::place::Places;
use crate::diag::{Code, Diagnostic, Edit};
use crate::ide::touches;
use crate::search::Cancel;
use crate::session::incremental::{Checked, Incremental, Outcome, Outcomes, Part, Script, Shown};
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
    /// The outcomes of the scripts that are known, by the numbers of their texts.
    outcomes: HashMap<u64, Arc<Outcomes>>,
    /// The first script that may not have been begun.
    next: usize,
    /// The processor time of its scripts since the last edit.
    pub(super) spent: Duration,
    /// True if that time is over, so that no further script is run before the next edit.
    is_late: bool,
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
        client: &Client,
        settings: &Settings,
    ) -> Self {
        // Results under way for an earlier document of the same name must not be mistaken for this
        // one's.
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let result = OPENED.fetch_add(1 << 32, Ordering::Relaxed);
        let incremental =
            Incremental::numbered_from(settings.kinds, result, settings.budget.clone());
        let mut incremental = incremental.keeping_bodies();
        let checked = Arc::new(incremental.check(Arc::new(Source::new(name(&uri), text))));

        Self {
            uri,
            version,
            encoding: client.encoding,
            incremental,
            allow: client.allow.clone(),
            checked,
            outcomes: HashMap::new(),
            next: 0,
            spent: Duration::ZERO,
            is_late: false,
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
            incremental: Incremental::with(self.checked.kinds),
            allow: self.allow.clone(),
            checked: self.checked.clone(),
            outcomes: self.outcomes.clone(),
            next: self.next,
            spent: self.spent,
            is_late: self.is_late,
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
        self.adopt();
        (self.next, self.spent, self.is_late) = (0, Duration::ZERO, false);
    }

    /// Keeps those outcomes of scripts that are gone that hold for new ones.
    fn adopt(&mut self) {
        let gone = self.checked.gone.iter().filter_map(|id| self.outcomes.remove(id));
        let gone: HashMap<_, _> = gone.map(|outcomes| (outcomes.first_key(), outcomes)).collect();
        if gone.is_empty() {
            return;
        }
        for script in &self.checked.scripts {
            if !self.outcomes.contains_key(&script.id)
                && let Some(known) = gone.get(&self.checked.first_key(script))
            {
                let outcomes = self.checked.outcomes(script, known);
                self.outcomes.insert(script.id, Arc::new(outcomes));
            }
        }
    }

    /// Returns the next script that is neither done nor at work, if there is time `left`.
    pub(super) fn next_script(
        &mut self,
        left: Duration,
        is_at_work: impl Fn(usize) -> bool,
    ) -> Option<(usize, Arc<Outcomes>)> {
        self.is_late = left.is_zero();
        if self.is_late {
            return None;
        }
        while let Some(script) = self.checked.scripts.get(self.next) {
            if !is_at_work(self.next) {
                let outcomes = self.outcomes.entry(script.id).or_insert_with(|| {
                    Arc::new(self.checked.outcomes(script, &Outcomes::default()))
                });
                if outcomes.next().is_some() {
                    return Some((self.next, outcomes.clone()));
                }
            }
            self.next += 1;
        }
        None
    }

    /// Looks at all scripts again, because the work on one was abandoned.
    pub(super) fn restart(&mut self) {
        self.next = 0;
    }

    /// Forgets all outcomes.
    pub(super) fn forget_outcomes(&mut self) {
        self.outcomes.clear();
        (self.next, self.spent, self.is_late) = (0, Duration::ZERO, false);
    }

    /// Returns the place of the script that begins like the one of which these outcomes were known.
    pub(super) fn script_for(&self, outcomes: &Outcomes) -> Option<usize> {
        let first = outcomes.first_key();
        let begins_alike = |known: &Outcomes| known.first_key() == first;
        let mut scripts = self.checked.scripts.iter();
        scripts.position(|script| self.outcomes_of(script.id).is_some_and(begins_alike))
    }

    /// Returns whether a part of the work on the script at this place is still to be done; `began` are
    /// the outcomes that were known when the work began.
    pub(super) fn wants(&self, script: usize, part: Part, began: &Outcomes) -> bool {
        let id = self.checked.scripts[script].id;
        self.outcomes_of(id).is_some_and(|outcomes| outcomes.wants(part, began))
    }

    /// Records the outcome of a part of the script at this place. Returns whether that may change the
    /// diagnostics.
    pub(super) fn take_outcome(
        &mut self,
        script: usize,
        part: Part,
        outcome: Arc<Outcome>,
    ) -> bool {
        let script = &self.checked.scripts[script];
        let differs = self.checked.differs(script, part, &outcome);
        if let Some(outcomes) = self.outcomes.get_mut(&script.id) {
            Arc::make_mut(outcomes).insert(part, outcome);
        }
        differs
    }

    /// Takes note that the work on the script at this place has ended: outcomes that are missing stay
    /// unknown.
    pub(super) fn script_ended(&mut self, script: usize) {
        let id = self.checked.scripts[script].id;
        if let Some(outcomes) =
            self.outcomes.get_mut(&id).filter(|outcomes| outcomes.next().is_some())
        {
            Arc::make_mut(outcomes).leave();
        }
    }

    /// Returns what is known of running a script.
    pub(super) fn outcomes_of(&self, script: u64) -> Option<&Outcomes> {
        self.outcomes.get(&script).map(|outcomes| &**outcomes)
    }

    /// Returns whether the outcome of statement `at` of a script is known, or will not be.
    pub(super) fn is_ready(&self, script: u64, at: usize) -> bool {
        self.is_late || self.outcomes_of(script).is_some_and(|outcomes| outcomes.is_ready(at))
    }

    /// Returns the name of the puzzle of the script at this place.
    pub(super) fn name_of(&self, script: usize) -> Option<&str> {
        self.checked.name(&self.checked.scripts[script]).map(|(name, _)| name)
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
        items: impl Iterator<Item = T>,
    ) -> impl Iterator<Item = T> {
        items.take_while(|_| !self.cancel.is_cancelled())
    }

    /// Returns the text with the encoding of the client's columns.
    pub(super) fn places(&self) -> Places<'_> {
        Places { source: self.source(), encoding: self.encoding }
    }

    /// Returns everything found so far, in the order of places.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics = self.checked.diagnostics(|script| self.outcomes_of(script.id));
        diagnostics.retain(|reported| !is_allowed(reported, &self.allow));
        diagnostics
    }

    /// Returns the edits that apply the safe fixes, as `check --fix` does, and the number of fixes;
    /// none in a large document, or once the request is cancelled.
    pub(super) fn safe_edits(&self) -> &(Vec<Edit>, usize) {
        const NONE: &(Vec<Edit>, usize) = &(Vec::new(), 0);
        if let Some(known) = self.fixed.get() {
            return known;
        }
        let kinds = self.checked.kinds;
        let source = Source::new(self.source().name(), self.source().text());
        let diagnostics = |checked: &Checked| {
            let mut diagnostics = checked.diagnostics(|_| None);
            diagnostics.retain(|reported| !is_allowed(reported, &self.allow));
            diagnostics
        };
        let fixed = apply_safe(
            kinds,
            source,
            diagnostics(&self.checked),
            FIXABLE,
            &self.cancel,
            |source| {
                let source = Source::new(source.name(), source.text());
                let mut incremental = Incremental::until(kinds, self.cancel.clone());
                diagnostics(&incremental.check(Arc::new(source)))
            },
        );
        match self.cancel.is_cancelled() {
            true => NONE,
            false => self.fixed.get_or_init(|| (fixed.edits, fixed.fixes)),
        }
    }

    /// Returns the diagnostics found so far at an offset: only the script there is searched.
    pub(super) fn diagnostics_at(&self, offset: u32) -> Vec<Diagnostic> {
        if !self.checked.document.notes.is_empty() {
            let mut diagnostics = self.diagnostics();
            diagnostics.retain(|reported| touches(reported.span, offset));
            return diagnostics;
        }
        let general = self.checked.general.iter();
        let mut diagnostics: Vec<_> =
            general.filter(|reported| touches(reported.span, offset)).cloned().collect();
        if let Some((statement, _)) = self.statement(offset)
            && let Some(owner) = self.checked.owner(statement)
        {
            let script = &self.checked.scripts[owner];
            self.checked.add_diagnostics(script, self.outcomes_of(script.id), &mut diagnostics);
        }
        diagnostics.retain(|reported| {
            touches(reported.span, offset) && !is_allowed(reported, &self.allow)
        });
        diagnostics
    }

    /// Returns the statement at an offset, with its number.
    pub(super) fn statement(&self, offset: u32) -> Option<(usize, &Statement)> {
        let at = self.checked.statement(offset)?;
        Some((at, &self.checked.document.statements[at]))
    }

    /// Returns the puzzle in the state before statement `at` of a script, but after its
    /// declaration; `None` if the state is too far to follow.
    pub(super) fn before(&self, script: &Script, at: usize) -> Option<Live> {
        before(&self.checked, script, at)
    }

    /// Returns the answer of the command, if it has been run and is not withheld.
    pub(super) fn answer(&self, statement: usize) -> Option<&Shown> {
        let script = self.checked.script(statement)?;
        if self.checked.withholds(script) {
            return None;
        }
        let at = self.checked.members(script).binary_search(&(statement as u32)).ok()?;
        self.outcomes_of(script.id)?.get(at)?.answer.as_ref()
    }
}

/// Returns the puzzle in the state before statement `at` of a script, but after its declaration; `None`
/// if the state is too far to follow.
pub(super) fn before(checked: &Checked, script: &Script, at: usize) -> Option<Live> {
    (at <= FAR).then(|| checked.before(script, at.max(1)))?
}

/// Returns the name of the document in diagnostics.
fn name(uri: &str) -> &str {
    uri.rsplit('/').next().unwrap_or(uri)
}
