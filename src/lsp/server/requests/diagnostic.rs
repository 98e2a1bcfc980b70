//! `textDocument/diagnostic`: the diagnostics of a document, unless the client has them.

use serde::Serialize;

use super::Query;
use crate::lsp::server::client::Client;
use crate::lsp::server::diagnostics;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{self as lsp, about};

pub(super) struct DocumentDiagnostic;

about! {
    DocumentDiagnosticParams { previous_result_id: Option<String> }
}

/// The diagnostics of a document, or that the client has them.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(in crate::lsp::server) enum DiagnosticReport {
    Full { result_id: String, items: Vec<lsp::Diagnostic> },
    Unchanged { result_id: String },
}

impl Query for DocumentDiagnostic {
    const METHOD: &'static str = "textDocument/diagnostic";
    type Params = DocumentDiagnosticParams;
    type Result = DiagnosticReport;

    fn answer(
        document: &Document,
        client: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        Ok(report(document, client, params.previous_result_id.as_deref()))
    }
}

/// Returns the diagnostics of an open document, or that the client has them already.
pub(super) fn report(
    document: &Document,
    client: &Client,
    previous: Option<&str>,
) -> DiagnosticReport {
    let result_id = format!("open-{:x}", document.result);
    if previous == Some(&result_id) {
        return DiagnosticReport::Unchanged { result_id };
    }
    DiagnosticReport::Full { result_id, items: diagnostics::all(document, client) }
}
