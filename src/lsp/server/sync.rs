//! Keeps client and server in step: outgoing diagnostics, and the results of the evaluator.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use super::answers::Evaluated;
use super::board::types::BoardChanged;
use super::board::{Measure, Unmeasured};
use super::calls::{CodeLensRefresh, InlayHintRefresh, PublishDiagnostics};
use super::document::Document;
use super::evaluate::{Evaluation, News};
use super::hints::CodeLens;
use super::message::ErrorCode;
use super::{PUSHED, Server, Task, Waiting, Work, diagnostics, hints};
use crate::search::Budget;

impl Server {
    /// Logs once if the puzzles of the open documents need more memory than is allowed.
    pub(super) fn log_full(&mut self, uri: &str) {
        let is_full = self.documents.get(uri).is_some_and(|document| document.checked.is_full);
        if is_full && !std::mem::replace(&mut self.has_logged_full, true) {
            self.log(
                "stopped at the limit of memory: the puzzles alone need more; some are not \
                 checked; close documents, or raise the limit (`--memory`)",
            );
        }
    }

    /// Notes that the evaluator does not know the new text of a document yet; the last one comes
    /// first.
    pub(super) fn edited(&mut self, uri: &str) {
        self.fresh.retain(|own| own != uri);
        self.fresh.push(uri.to_owned());
    }

    /// Has the evaluator work on a document first, because the client asks about it.
    pub(super) fn asked(&mut self, uri: &str) {
        if self.first != uri && self.documents.contains_key(uri) {
            self.work.push(Work::Order(self.current.0.order(uri, News::Asked)));
            uri.clone_into(&mut self.first);
        }
    }

    /// Ends requests that wait for results which an edit has made void.
    pub(super) fn outdated(&mut self, uri: &str) {
        let (void, rest) =
            std::mem::take(&mut self.waiting).into_iter().partition(|one| one.uri == uri);
        self.waiting = rest;
        let void: Vec<Waiting> = void;
        let mut ids: Vec<_> = void.into_iter().map(|one| one.id).collect();
        self.pending.retain(|id, one| {
            let is_void = one.uri.as_deref() == Some(uri);
            if is_void {
                one.cancel.cancel();
            }
            ids.extend(is_void.then(|| id.clone()));
            !is_void
        });
        for id in ids {
            self.refuse(&id, ErrorCode::ContentModified, "the document has changed");
        }
    }

    /// Pushes the diagnostics of changed documents, and hands these to the evaluator. Answers
    /// whether there were any.
    pub(super) fn flush(&mut self) -> bool {
        let any = !self.dirty.is_empty() || !self.fresh.is_empty();
        let dirty = std::mem::take(&mut self.dirty);
        for uri in dirty {
            let Some(document) = self.documents.get(&uri) else { continue };
            let all = catch_unwind(AssertUnwindSafe(|| diagnostics::all(document, &self.client)));
            let version = self.client.versions.then_some(document.version);
            if let Ok(diagnostics) = &all {
                let published = PublishDiagnostics { uri: &uri, version, diagnostics };
                self.notify_newest(&uri, published);
            }
        }
        for uri in std::mem::take(&mut self.fresh) {
            if let Some(document) = self.documents.get(&uri) {
                let news = News::Text(document.checked.clone());
                self.work.push(Work::Order(self.current.0.order(&uri, news)));
                self.first = uri;
            }
        }
        any
    }

    /// Asks the client to request again what it has got and what has changed since. A client asks
    /// by itself after its own edits, so that most rounds of the evaluator need no refresh.
    pub(super) fn refresh(&mut self) {
        let evaluated = std::mem::take(&mut self.evaluated);
        let hints = evaluated.iter().any(|uri| self.partial.contains(uri));
        self.partial.retain(|uri| !evaluated.contains(uri));
        if hints && self.client.refreshes_hints {
            self.ask(None::<InlayHintRefresh>);
        }
        if self.client.refreshes_lenses {
            let mut documents = evaluated.iter().filter_map(|uri| self.documents.get(uri));
            let old = |document: &Document| {
                let sent = document.lenses.as_ref();
                sent.is_some_and(|sent| *sent != hints::notes(document, self.solved(&document.uri)))
            };
            if documents.any(old) {
                self.ask(None::<CodeLensRefresh>);
            }
        }
    }

    /// Notifies the client of boards that have changed without an edit, unless it was just notified.
    pub(super) fn notify_changed(&mut self) {
        for (uri, puzzles) in self.distances.take_changed(self.now) {
            let Some(document) = self.documents.get(&uri) else { continue };
            let (version, puzzles) = (document.version, puzzles.into_iter().collect());
            if self.client.has_boards {
                self.notify(BoardChanged { uri, version, puzzles });
            }
        }
    }

    /// Searches for the distance of a state that a board shows.
    pub(super) fn measure(&mut self, uri: &str, state: Unmeasured) {
        let Unmeasured { name, key, puzzle } = state;
        let until = self.now.saturating_add(self.settings.time);
        let Some(cancel) = self.distances.begin(uri, &key, until) else { return };
        let budget = Budget { cancel, ..self.settings.budget.clone() };
        let (uri, has_begun) = (uri.to_owned(), false);
        let measure = Measure { uri, name, key, puzzle, budget, has_begun };
        self.work.push(Work::Run(Box::new(Task::measure(measure))));
    }

    /// Returns the solutions of a document that its lenses found, by the numbers of the scripts.
    fn solved(&self, uri: &str) -> impl Fn(u64) -> Option<String> {
        |script| self.solved.get(&(uri.to_owned(), script)).cloned()
    }

    /// Returns the lenses of a document, and remembers their notes as known to the client.
    pub(super) fn lenses(&mut self, uri: &str) -> Vec<CodeLens> {
        let Some(document) = self.documents.get(uri) else { return Vec::new() };
        let (lenses, notes) = {
            let solved = self.solved(&document.uri);
            (
                hints::lenses(document, self.client.opens_repl, &solved),
                hints::notes(document, &solved),
            )
        };
        if let Some(document) = self.documents.get_mut(uri) {
            document.lenses = Some(notes);
        }
        lenses
    }

    /// Receives what running scripts found.
    pub(super) fn evaluated(&mut self, found: Evaluation, now: Duration) {
        let Evaluation { uri, checked, scripts, is_done } = found;
        let Some(document) = self.documents.get_mut(&uri) else { return };
        if self.client.has_boards {
            let ids: HashSet<_> = scripts.iter().map(|(id, ..)| *id).collect();
            let own = document.checked.scripts.iter().filter(|script| ids.contains(&script.id));
            let names = own.filter_map(|script| document.checked.name(script));
            self.distances.change(&uri, names.map(|(name, _)| name.to_owned()));
        }
        let is_same = Arc::ptr_eq(&checked, &document.checked);
        let known: HashSet<_> = match is_same {
            true => HashSet::new(),
            false => document.checked.scripts.iter().map(|one| one.id).collect(),
        };
        for (id, novel, evaluated) in scripts {
            if !is_same && !known.contains(&id) {
                continue;
            }
            // The limits may have been others when the script was run before.
            let before = document.evaluate(id, evaluated.clone());
            let differs =
                |before: Arc<Evaluated>| before.found.diagnostics != evaluated.found.diagnostics;
            if novel || before.is_some_and(differs) {
                self.dirty.insert(uri.clone());
            }
        }
        // Other documents may keep the evaluator busy for long.
        let is_partial = self.partial.contains(&uri);
        self.evaluated.insert(uri);
        self.serve_waiting();
        if is_done || now.saturating_sub(self.pushed) >= PUSHED {
            self.pushed = now;
            self.flush();
        }
        if is_done && is_partial {
            self.refresh();
        }
    }
}
