//! Keeps client and server in step: outgoing diagnostics, and what the client is to request again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::board::State;
use super::board::types::BoardChanged;
use super::calls::{CodeLensRefresh, InlayHintRefresh, PublishDiagnostics};
use super::document::Document;
use super::hints::CodeLens;
use super::jobs::Task;
use super::message::ErrorCode;
use super::{Server, Waiting, diagnostics, hints};
use crate::search::{Budget, Cancel};

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

    /// Moves the scripts of a document to the front of the jobs, because the client asks about it.
    pub(super) fn prioritize(&mut self, uri: &str) {
        if self.documents.contains_key(uri) {
            self.jobs.put_first(uri);
        }
    }

    /// Refuses the requests that wait for results of a text that has changed since.
    pub(super) fn refuse_outdated(&mut self, uri: &str) {
        let (void, rest) =
            std::mem::take(&mut self.waiting).into_iter().partition(|request| request.uri == uri);
        self.waiting = rest;
        let void: Vec<Waiting> = void;
        let mut ids: Vec<_> = void.into_iter().map(|request| request.id).collect();
        self.pending.retain(|id, pending| {
            let is_void = pending.uri.as_deref() == Some(uri);
            if is_void {
                pending.cancel.cancel();
            }
            ids.extend(is_void.then(|| id.clone()));
            !is_void
        });
        for id in ids {
            self.refuse(&id, ErrorCode::ContentModified, "the document has changed");
        }
    }

    /// Pushes the diagnostics of changed documents. Returns whether there were any.
    pub(super) fn flush(&mut self) -> bool {
        let has_changed = !self.dirty.is_empty();
        let dirty = std::mem::take(&mut self.dirty);
        for uri in dirty {
            let Some(document) = self.documents.get(&uri) else { continue };
            let diagnostics =
                catch_unwind(AssertUnwindSafe(|| diagnostics::of_document(document, &self.client)));
            let version = self.client.versions.then_some(document.version);
            if let Ok(diagnostics) = &diagnostics {
                let published = PublishDiagnostics { uri: &uri, version, diagnostics };
                self.notify_newest(&uri, published);
            }
        }
        has_changed
    }

    /// Asks the client to request again what it has got and what has changed since. A client asks
    /// by itself after its own edits, so that most rounds of work need no refresh.
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
            let version = document.version;
            let puzzles = puzzles.into_iter().collect();
            if self.client.has_boards {
                self.notify(BoardChanged { uri, version, puzzles });
            }
        }
    }

    /// Searches for the distance of a state that a board shows.
    pub(super) fn measure(&mut self, uri: &str, state: &State) {
        let Some(document) = self.documents.get(uri) else { return };
        if self.distances.is_running(&state.key) {
            return;
        }
        let checked = document.checked.clone();
        let cancel = Cancel::default();
        let budget = Budget { cancel: cancel.clone(), ..self.settings.budget.clone() };
        let task = Task::Distance(state.clone());
        let time = Some(self.settings.time);
        let job = self.jobs.push(checked, task, budget, time, None);
        self.distances.begin(job, state, cancel);
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
}
