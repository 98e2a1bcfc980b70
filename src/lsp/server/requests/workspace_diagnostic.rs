//! `workspace/diagnostic`: the diagnostics of all puzzle files that the client does not have.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Deferred;
use super::diagnostic::{DiagnosticReport, report};
use crate::lsp::server::Server;
use crate::lsp::server::message::{Refusal, RequestId};
use crate::lsp::server::workspace::Question;

pub(in crate::lsp::server) struct WorkspaceDiagnostics;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp::server) struct WorkspaceDiagnosticParams {
    #[serde(default)]
    previous_result_ids: Vec<PreviousResultId>,
}

/// The result that a client has of a document.
#[derive(Debug, Deserialize)]
pub(in crate::lsp::server) struct PreviousResultId {
    uri: String,
    value: String,
}

#[derive(Clone, Debug, Serialize)]
pub(in crate::lsp::server) struct WorkspaceDiagnosticReport {
    pub(in crate::lsp::server) items: Vec<WorkspaceDocumentReport>,
}

/// The diagnostics of a document of the workspace.
#[derive(Clone, Debug, Serialize)]
pub(in crate::lsp::server) struct WorkspaceDocumentReport {
    pub(in crate::lsp::server) uri: String,
    pub(in crate::lsp::server) version: Option<i32>,
    #[serde(flatten)]
    pub(in crate::lsp::server) report: DiagnosticReport,
}

impl Deferred for WorkspaceDiagnostics {
    const METHOD: &'static str = "workspace/diagnostic";
    type Params = WorkspaceDiagnosticParams;
    type Result<'a> = WorkspaceDiagnosticReport;

    fn begin(server: &mut Server, id: &RequestId, params: Self::Params) -> Result<(), Refusal> {
        let previous: BTreeMap<String, String> =
            params.previous_result_ids.into_iter().map(|one| (one.uri, one.value)).collect();
        let own = server.documents.values().map(|one| WorkspaceDocumentReport {
            uri: one.uri.clone(),
            version: Some(one.version),
            report: report(one, &server.client, previous.get(&one.uri).map(String::as_str)),
        });
        let known = own.collect();
        server.survey(id, Question::Reports { previous, known });
        Ok(())
    }
}
