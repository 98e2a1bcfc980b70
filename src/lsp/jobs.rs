//! Requests that are answered later: hints that wait for the worker, commands that run, and
//! requests about files that are not open.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use lsp_server::{ErrorCode, RequestId};
use serde_json::{Value, json};

use super::document::{self, Document};
use super::protocol as lsp;
use super::run::{self, Running, Told};
use super::server::{Lifecycle, Refusal, Server, Waiting, parse};
use super::workspace::{self, Survey};
use super::{hints, requests};
use crate::host::Limits;
use crate::search::Cancel;

impl Server {
    /// Inlay hints: at once if everything in sight has been run, else when it has, or with the
    /// known answers when the patience is over.
    pub(super) fn hints(
        &mut self,
        id: &RequestId,
        params: Value,
    ) -> Option<Result<Value, Refusal>> {
        let params: lsp::RangeParams = match parse(params) {
            Ok(params) => params,
            Err(refusal) => return Some(Err(refusal)),
        };
        let uri = params.text_document.uri.0;
        let document = match self.document(&uri) {
            Ok(document) => document,
            Err(refusal) => return Some(Err(refusal)),
        };
        let within = document.places().span(params.range);
        if hints::ready(document, within) {
            return Some(Ok(Value::Array(hints::hints(document, within))));
        }
        let version = document.version;
        let until = Instant::now() + self.patience;
        self.waiting.push(Waiting { until, id: id.clone(), uri, version, within });
        None
    }

    pub(super) fn serve_waiting(&mut self) {
        let now = Instant::now();
        for one in std::mem::take(&mut self.waiting) {
            let document = self.documents.get(&one.uri);
            let ready = document
                .is_none_or(|own| own.version == one.version && hints::ready(own, one.within));
            if !ready && now < one.until {
                self.waiting.push(one);
                continue;
            }
            let found = document.map_or_else(Vec::new, |own| hints::hints(own, one.within));
            self.answer(one.id, Ok(Value::Array(found)));
            if !ready {
                self.partial.insert(one.uri);
            }
        }
    }

    pub(super) fn execute(
        &mut self,
        id: &RequestId,
        params: &Value,
    ) -> Option<Result<Value, Refusal>> {
        let arguments = params["arguments"].as_array().cloned().unwrap_or_default();
        let invalid = |why: String| Some(Err(Refusal::new(ErrorCode::InvalidParams, why)));
        let solve = match params["command"].as_str().unwrap_or_default() {
            run::APPLY => {
                let edit = arguments.first().cloned().unwrap_or_default();
                if self.client.applies {
                    self.ask("workspace/applyEdit", json!({ "edit": edit }));
                }
                return Some(Ok(Value::Null));
            }
            run::SOLVE => true,
            run::TEST => false,
            other => return invalid(format!("there is no command `{other}`")),
        };
        let text = |at: usize| arguments.get(at).and_then(Value::as_str).unwrap_or_default();
        let (uri, name) = (text(0).to_owned(), text(1).to_owned());
        let document = match self.document(&uri) {
            Ok(document) => document,
            Err(refusal) => return Some(Err(refusal)),
        };
        let Some(id_of) = document.checked.named(&name).map(|script| script.id) else {
            return invalid(format!("no puzzle of this document is called `{name}`"));
        };
        let checked = document.checked.clone();
        let script = checked.scripts.iter().position(|one| one.id == id_of).unwrap_or_default();
        let mut token = params.get("workDoneToken").filter(|token| !token.is_null()).cloned();
        if token.is_none() && self.client.progress {
            self.count += 1;
            let own = json!(format!("puzzled-{}", self.count));
            self.ask("window/workDoneProgress/create", json!({ "token": own }));
            token = Some(own);
        }
        if let Some(token) = &token {
            let title = format!("{} {name}", if solve { "solving" } else { "testing" });
            let value = json!({ "kind": "begin", "title": title, "cancellable": true });
            self.notify("$/progress", json!({ "token": token, "value": value }));
        }
        let running = Running { id: id.clone(), token, cancel: Cancel::default() };
        let task = run::Task { uri, name, checked, script, solve };
        // A person waits for this one and can cancel it: no limit of time.
        let limits = Limits { time: None, ..self.limits.clone() };
        run::start(task, &running, limits, self.told.0.clone());
        self.running.push(running);
        None
    }

    pub(super) fn tell(&mut self, one: Told) {
        match one {
            Told::Progress(token, sentence) => {
                let value = json!({ "kind": "report", "message": sentence, "cancellable": true });
                self.notify("$/progress", json!({ "token": token, "value": value }));
            }
            Told::Done(id, value, sentence, solved) => {
                let Some(at) = self.running.iter().position(|one| one.id == id) else { return };
                let running = self.running.swap_remove(at);
                if let Some(token) = running.token {
                    let value = json!({ "kind": "end", "message": sentence });
                    self.notify("$/progress", json!({ "token": token, "value": value }));
                }
                if self.lifecycle == Lifecycle::Running {
                    self.notify("window/showMessage", json!({ "type": 3, "message": sentence }));
                    if let Some((uri, script, short)) = solved {
                        self.solved.insert((uri, script), short);
                        if self.client.refreshes_lenses {
                            self.ask("workspace/codeLens/refresh", Value::Null);
                        }
                    }
                }
                self.answer(id, Ok(value));
            }
        }
    }

    /// Answers requests about the whole workspace on another thread, because they read files.
    pub(super) fn survey(&mut self, id: &RequestId, method: &str, params: &Value) {
        let own: Vec<_> = match method {
            "workspace/symbol" => {
                let query = params["query"].as_str().unwrap_or_default();
                let found = |one: &Document| workspace::matching(one, query);
                self.documents.values().flat_map(found).collect()
            }
            _ => {
                let previous = requests::previous(params);
                let found = |one: &Document| requests::report(one, &self.client, &previous);
                self.documents.values().map(found).collect()
            }
        };
        let survey = Survey {
            folders: self.folders.clone(),
            client: self.client.clone(),
            open: self.documents.keys().filter_map(|uri| document::path(uri)).collect(),
        };
        let (id, params, symbols) = (id.clone(), params.clone(), method == "workspace/symbol");
        let answers = self.answers.0.clone();
        self.pending.insert(id.clone());
        std::thread::spawn(move || {
            let mut all = own;
            let rest = catch_unwind(AssertUnwindSafe(|| -> Vec<Value> {
                if symbols {
                    survey.symbols(params["query"].as_str().unwrap_or_default())
                } else {
                    survey.reports(&requests::previous(&params))
                }
            }));
            all.extend(rest.unwrap_or_default());
            let value = if symbols { Value::Array(all) } else { json!({ "items": all }) };
            let _ = answers.send((id, value));
        });
    }
}
