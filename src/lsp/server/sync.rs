//! Keeps client and server in step: notifications, outgoing diagnostics, and the results of the
//! evaluator.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::document::{self, Document};
use super::evaluate::{Evaluation, News};
use super::message::RequestId;
use super::protocol as lsp;
use super::run::Running;
use super::{Lifecycle, PUSHED, Server, Work, code, diagnostics, hints, parse};

impl Server {
    pub(super) fn notified(&mut self, method: &str, params: Value) {
        if self.lifecycle != Lifecycle::Running {
            return;
        }
        match method {
            "textDocument/didOpen" => {
                if let Some(params) = self.read::<lsp::DidOpenTextDocumentParams>(method, params) {
                    let item = params.text_document;
                    let encoding = self.client.encoding;
                    let allow = self.client.allow.clone();
                    let (uri, budget) = (item.uri.clone(), &self.settings.budget);
                    let document =
                        Document::open(uri, item.version, item.text, encoding, allow, budget);
                    self.edited(&item.uri);
                    self.dirty.insert(item.uri.clone());
                    self.documents.insert(item.uri.clone(), document);
                    self.log_full(&item.uri);
                }
            }
            "textDocument/didChange" => {
                let params = self.read::<lsp::DidChangeTextDocumentParams>(method, params);
                let Some(params) = params else { return };
                let uri = params.text_document.uri;
                let version = params.text_document.version;
                let Some(document) = self.documents.get_mut(&uri) else { return };
                if version < document.version {
                    return; // outdated: the newer text is here
                }
                document.version = version;
                document.change(params.content_changes);
                self.log_full(&uri);
                self.edited(&uri);
                self.outdated(&uri);
                self.partial.remove(&uri);
                self.dirty.insert(uri);
            }
            "textDocument/didClose" => {
                if let Some(uri) = params["textDocument"]["uri"].as_str() {
                    self.documents.remove(uri);
                    self.solved.retain(|(own, _), _| own != uri);
                    self.work.push(Work::Order(self.current.0.order(uri, News::Closed)));
                    self.outdated(uri);
                    self.dirty.remove(uri);
                    self.partial.remove(uri);
                    if !self.client.pulls {
                        let params = json!({ "uri": uri, "diagnostics": [] });
                        self.notify("textDocument/publishDiagnostics", params);
                    }
                }
            }
            "workspace/didChangeWorkspaceFolders" => {
                let gone = |uri: &Value| uri["uri"].as_str().and_then(document::path);
                let list = |name: &str| -> Vec<PathBuf> {
                    let all = params["event"][name].as_array();
                    all.into_iter().flatten().filter_map(gone).collect()
                };
                let removed = list("removed");
                self.folders.retain(|folder| !removed.contains(folder));
                self.folders.extend(list("added"));
            }
            "$/cancelRequest" => {
                if let Ok(id) = parse(params["id"].clone()) {
                    self.cancel(&id);
                }
            }
            "window/workDoneProgress/cancel" => {
                let token = &params["token"];
                let own = |one: &&Running| one.token.as_ref() == Some(token);
                if let Some(one) = self.running.iter().find(own) {
                    one.cancel.cancel();
                }
            }
            _ => {}
        }
    }

    /// The parameters of a notification. Logs why they cannot be read: the text of the client and
    /// that of the server differ from then on.
    fn read<T: DeserializeOwned>(&mut self, method: &str, params: Value) -> Option<T> {
        let read = parse(params);
        read.map_err(|why| self.log(&format!("cannot read `{method}`: {}", why.message))).ok()
    }

    /// Logs once if the puzzles of the open documents need more memory than is allowed.
    fn log_full(&mut self, uri: &str) {
        let is_full = self.documents.get(uri).is_some_and(|document| document.checked.is_full);
        if is_full && !std::mem::replace(&mut self.has_logged_full, true) {
            self.log(
                "stopped at the limit of memory: the puzzles alone need more; some are not \
                 checked; close documents, or raise the limit (`--memory`)",
            );
        }
    }

    /// The evaluator does not know the new text of a document yet; the last one comes first.
    fn edited(&mut self, uri: &str) {
        self.fresh.retain(|own| own != uri);
        self.fresh.push(uri.to_owned());
    }

    /// Has the evaluator work on a document first, because the client asks about it.
    pub(super) fn asked(&mut self, params: &Value) {
        let Some(uri) = params["textDocument"]["uri"].as_str() else { return };
        if self.first != uri && self.documents.contains_key(uri) {
            self.work.push(Work::Order(self.current.0.order(uri, News::Asked)));
            uri.clone_into(&mut self.first);
        }
    }

    /// Answers a request that is still open as cancelled.
    pub(super) fn cancel(&mut self, id: &RequestId) {
        let before = self.waiting.len() + self.pending.len();
        self.waiting.retain(|one| one.id != *id);
        self.pending.remove(id);
        if self.waiting.len() + self.pending.len() < before {
            self.refuse(id, code::REQUEST_CANCELLED, "cancelled");
        }
        if let Some(one) = self.running.iter().find(|one| one.id == *id) {
            one.cancel.cancel(); // it answers with what it has
        }
    }

    /// Ends requests that wait for results which an edit has made void.
    pub(super) fn outdated(&mut self, uri: &str) {
        let (void, rest) =
            std::mem::take(&mut self.waiting).into_iter().partition(|one| one.uri == uri);
        self.waiting = rest;
        for one in void {
            self.refuse(&one.id, code::CONTENT_MODIFIED, "the document has changed");
        }
    }

    /// Pushes the diagnostics of changed documents, and hands these to the evaluator. Answers
    /// whether there were any.
    pub(super) fn flush(&mut self) -> bool {
        let any = !self.dirty.is_empty() || !self.fresh.is_empty();
        let dirty = std::mem::take(&mut self.dirty);
        for uri in dirty.into_iter().filter(|_| !self.client.pulls) {
            let Some(document) = self.documents.get(&uri) else { continue };
            let client = self.client.clone();
            let told = catch_unwind(AssertUnwindSafe(|| diagnostics::all(document, &client)));
            let version = client.versions.then_some(document.version);
            if let Ok(told) = told {
                self.messages.push(diagnostics::publish(&document.uri, version, &told));
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
            self.ask("workspace/inlayHint/refresh", None);
        }
        if self.client.refreshes_lenses {
            let mut documents = evaluated.iter().filter_map(|uri| self.documents.get(uri));
            let old = |document: &Document| {
                let sent = document.lenses.as_ref();
                sent.is_some_and(|sent| *sent != hints::notes(document, self.solved(&document.uri)))
            };
            if documents.any(old) {
                self.ask("workspace/codeLens/refresh", None);
            }
        }
        if std::mem::take(&mut self.unpulled) {
            self.ask("workspace/diagnostic/refresh", None);
        }
    }

    /// The solutions of a document that its lenses found, by the numbers of the scripts.
    fn solved(&self, uri: &str) -> impl Fn(u64) -> Option<String> {
        |script| self.solved.get(&(uri.to_owned(), script)).cloned()
    }

    /// The lenses of a document, which the client then knows.
    pub(super) fn lenses(&mut self, uri: &str) -> Vec<lsp::CodeLens> {
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
        let is_same = std::sync::Arc::ptr_eq(&checked, &document.checked);
        let known: HashSet<_> = match is_same {
            true => HashSet::new(),
            false => document.checked.scripts.iter().map(|one| one.id).collect(),
        };
        for (id, novel, evaluated) in scripts {
            if !is_same && !known.contains(&id) {
                continue;
            }
            document.evaluated.insert(id, evaluated);
            if novel {
                document.result += 1;
                self.unpulled = self.client.pulls;
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
