//! Requests that are answered later: hints that wait for the evaluator, commands that run, and
//! requests about files that are not open.

use std::sync::Arc;

use serde_json::{Value, json};

use super::document::{self, Document};
use super::hints::Hints;
use super::message::{Outgoing, Refusal, RequestId};
use super::protocol::Reply;
use super::run::{self, Done, Running, Task};
use super::workspace::{self, Question, Survey};
use super::{Lifecycle, Server, Waiting, Work, code, hints, requests};
use crate::search::{Budget, Cancel};

impl Server {
    /// Inlay hints: at once if everything in sight has been run, else when it has, or with the
    /// known answers when the patience is over.
    pub(super) fn hints(
        &mut self,
        id: &RequestId,
        params: &Value,
    ) -> Result<Option<Reply>, Refusal> {
        let (document, within) = requests::within(self, params)?;
        if hints::ready(document, within) {
            let hints = Hints { document: Some(document), within };
            self.messages.push(Outgoing::answer(id, Ok(hints)));
            return Ok(None);
        }
        let (uri, version) = (document.uri.clone(), document.version);
        let until = self.now + self.patience;
        self.waiting.push(Waiting { until, id: id.clone(), uri, version, within });
        Ok(None)
    }

    pub(super) fn serve_waiting(&mut self) {
        for one in std::mem::take(&mut self.waiting) {
            let document = self.documents.get(&one.uri);
            let ready = document
                .is_none_or(|own| own.version == one.version && hints::ready(own, one.within));
            if !ready && self.now < one.until {
                self.waiting.push(one);
                continue;
            }
            let hints = Hints { document, within: one.within };
            self.messages.push(Outgoing::answer(&one.id, Ok(hints)));
            if !ready {
                self.partial.insert(one.uri);
            }
        }
    }

    pub(super) fn execute(
        &mut self,
        id: &RequestId,
        params: &Value,
    ) -> Result<Option<Reply>, Refusal> {
        let arguments = params["arguments"].as_array().cloned().unwrap_or_default();
        let invalid = |why: String| Err(Refusal::new(code::INVALID_PARAMS, why));
        let solve = match params["command"].as_str().unwrap_or_default() {
            run::APPLY => {
                let edit = arguments.first().cloned().unwrap_or_default();
                if self.client.applies {
                    self.ask("workspace/applyEdit", Some(json!({ "edit": edit })));
                }
                return Ok(Some(Reply::Value(Value::Null)));
            }
            run::SOLVE => true,
            run::TEST => false,
            other => return invalid(format!("there is no command `{other}`")),
        };
        let text = |at: usize| arguments.get(at).and_then(Value::as_str).unwrap_or_default();
        let (uri, name) = (text(0).to_owned(), text(1).to_owned());
        let document = self.document(&uri)?;
        let Some(id_of) = document.checked.named(&name).map(|script| script.id) else {
            return invalid(format!("no puzzle of this document is called `{name}`"));
        };
        let checked = document.checked.clone();
        let script = checked.scripts.iter().position(|one| one.id == id_of).unwrap_or_default();
        let mut token = params.get("workDoneToken").filter(|token| !token.is_null()).cloned();
        if token.is_none() && self.client.progress {
            self.count += 1;
            let own = json!(format!("puzzled-{}", self.count));
            self.ask("window/workDoneProgress/create", Some(json!({ "token": own })));
            token = Some(own);
        }
        if let Some(token) = &token {
            let title = format!("{} {name}", if solve { "solving" } else { "testing" });
            let value = json!({ "kind": "begin", "title": title, "cancellable": true });
            self.notify("$/progress", json!({ "token": token, "value": value }));
        }
        let cancel = Cancel::default();
        let budget = Budget {
            cancel: cancel.clone(),
            progress: Some(Arc::default()),
            ..self.settings.budget.clone()
        };
        self.running.push(Running { id: id.clone(), token: token.clone(), cancel });
        let (id, live) = (id.clone(), None);
        let task = Task { id, token, uri, name, checked, script, solve, budget, live };
        self.work.push(Work::Run(Box::new(task)));
        Ok(None)
    }

    pub(super) fn tell_progress(&mut self, token: &Value, sentence: &str) {
        let value = json!({ "kind": "report", "message": sentence, "cancellable": true });
        self.notify("$/progress", json!({ "token": token, "value": value }));
    }

    pub(super) fn command_done(&mut self, Done(id, (value, sentence, solved)): Done) {
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
                    self.ask("workspace/codeLens/refresh", None);
                }
            }
        }
        self.answer(&id, Ok(value));
    }

    /// Hands out a request about the whole workspace, because files must be read for it.
    pub(super) fn survey(&mut self, id: &RequestId, method: &str, params: &Value) {
        let all = self.documents.values();
        let (question, known) = if method == "workspace/symbol" {
            let query = params["query"].as_str().unwrap_or_default();
            let known = all.flat_map(|one| workspace::matching(one, query)).collect();
            (Question::Symbols(query.to_owned()), known)
        } else {
            let previous = requests::previous(params);
            let report = |one: &Document| requests::report(one, &self.client, &previous);
            let known = all.map(report).collect();
            (Question::Reports(previous), known)
        };
        let (folders, client) = (self.folders.clone(), self.client.clone());
        let open = self.documents.keys().filter_map(|uri| document::path(uri)).collect();
        self.pending.insert(id.clone());
        let id = id.clone();
        self.work.push(Work::Survey(Survey { id, question, known, folders, client, open }));
    }
}
