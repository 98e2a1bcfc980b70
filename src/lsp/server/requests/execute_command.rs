//! `workspace/executeCommand`: what lenses and actions run.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::Deferred;
use crate::lsp::server::calls::{
    ApplyEdit, CodeLensRefresh, CreateProgress, MessageType, Progress, ShowMessage,
    WorkDoneProgress,
};
use crate::lsp::server::jobs::Task;
use crate::lsp::server::message::{ErrorCode, Refusal, RequestId};
use crate::lsp::server::run::{Done, Outcome, Running};
use crate::lsp::server::{Lifecycle, Server};
use crate::search::{Budget, Cancel};

pub(in crate::lsp::server) struct ExecuteCommand;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp::server) struct ExecuteCommandParams {
    #[serde(flatten)]
    command: Command,
    work_done_token: Option<RequestId>,
}

/// The commands that the server runs, with their arguments. The names are those of
/// [`COMMANDS`](crate::lsp::server::run::COMMANDS).
#[derive(Debug, Deserialize)]
#[serde(tag = "command", content = "arguments")]
enum Command {
    #[serde(rename = "puzzled.server.solve")]
    Solve(String, String),
    #[serde(rename = "puzzled.server.test")]
    Test(String, String),
    #[serde(rename = "puzzled.server.applyEdit")]
    Apply([Value; 1]),
}

impl Deferred for ExecuteCommand {
    const METHOD: &'static str = "workspace/executeCommand";
    type Params = ExecuteCommandParams;
    type Result<'a> = Outcome;

    fn begin(server: &mut Server, id: &RequestId, params: Self::Params) -> Result<(), Refusal> {
        let (uri, name, solve) = match params.command {
            Command::Solve(uri, name) => (uri, name, true),
            Command::Test(uri, name) => (uri, name, false),
            Command::Apply([edit]) => {
                if server.client.applies {
                    server.ask(Some(ApplyEdit { edit }));
                }
                server.messages.push(Self::answer(id, Outcome::Nothing).into());
                return Ok(());
            }
        };

        let checked = server.document(&uri)?.checked.clone();
        let Some(script) = checked.named(&name).map(|script| script.id) else {
            let why = format!("no puzzle of this document is called `{name}`");
            return Err(Refusal::new(ErrorCode::InvalidParams, why));
        };

        let number =
            checked.scripts.iter().position(|candidate| candidate.id == script).unwrap_or_default();
        let title = format!("{} {name}", if solve { "solving" } else { "testing" });
        let token = server.begin_progress(params.work_done_token, &title);

        let cancel = Cancel::default();
        let budget = Budget {
            cancel: cancel.clone(),
            progress: Some(Arc::default()),
            ..server.settings.budget.clone()
        };
        let task = if solve { Task::Solve { number } } else { Task::Test { number } };
        let job = server.jobs.push(checked, task, budget, None, token.clone());
        server.running.push(Running { id: id.clone(), job, uri, name, script, token, cancel });
        Ok(())
    }
}

impl Server {
    /// Shows that a command has begun, under the client's token or one of the server's.
    fn begin_progress(&mut self, token: Option<RequestId>, title: &str) -> Option<RequestId> {
        let token = token.or_else(|| {
            let fresh = self.client.progress.then(|| self.fresh_id())?;
            self.ask(Some(CreateProgress { token: &fresh }));
            Some(fresh)
        })?;
        let value = WorkDoneProgress::Begin { title, cancellable: true };
        self.notify(Progress { token: &token, value });
        Some(token)
    }

    /// Shows how far a command is.
    pub(in crate::lsp::server) fn report_progress(&mut self, token: &RequestId, message: &str) {
        let value = WorkDoneProgress::Report { message, cancellable: true };
        self.notify_newest(&format!("{token:?}"), Progress { token, value });
    }

    /// Responds to a command whose job has ended without a result, by a fault of ours.
    pub(in crate::lsp::server) fn command_failed(&mut self, job: u64) {
        if let Some(running) = self.running.iter().find(|running| running.job == job) {
            let why = "internal error; please report it";
            self.command_done(job, Done::failed(&running.name, why));
        }
    }

    /// Responds to a command that is done.
    pub(in crate::lsp::server) fn command_done(&mut self, job: u64, done: Done) {
        let Some(at) = self.running.iter().position(|running| running.job == job) else { return };
        let Running { id, token, uri, name, script, .. } = self.running.swap_remove(at);
        let message = done.sentence.as_str();
        if let Some(token) = &token {
            self.notify(Progress { token, value: WorkDoneProgress::End { message } });
        }
        if self.lifecycle == Lifecycle::Running {
            // A client with boards shows the message of a result itself.
            if !self.client.has_boards || matches!(done.outcome, Outcome::Nothing) {
                self.notify(ShowMessage { r#type: MessageType::Info, message });
            }
            self.distances.keep(done.distances);
            self.distances.change(&uri, [name]);
            if let Some(judged) = done.judged {
                self.tested.insert((uri.clone(), script), judged);
            }
            if let Some(summary) = done.summary {
                self.solved.insert((uri, script), summary);
                if self.client.refreshes_lenses {
                    self.ask(None::<CodeLensRefresh>);
                }
            }
        }
        self.messages.push(ExecuteCommand::answer(&id, done.outcome).into());
    }
}
