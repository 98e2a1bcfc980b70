//! `textDocument/didChange`: the client edits a document.

use serde::Deserialize;

use super::Notification;
use crate::lsp::server::Server;
use crate::lsp::server::protocol::{Range, VersionedTextDocumentIdentifier};

pub(in crate::lsp::server) struct DidChange;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp::server) struct DidChangeParams {
    text_document: VersionedTextDocumentIdentifier,
    content_changes: Vec<ContentChange>,
}

/// A change of a document: of a range, or of all of it.
#[derive(Debug, Deserialize)]
pub(in crate::lsp::server) struct ContentChange {
    pub(in crate::lsp::server) range: Option<Range>,
    pub(in crate::lsp::server) text: String,
}

impl Notification for DidChange {
    const METHOD: &'static str = "textDocument/didChange";
    type Params = DidChangeParams;

    fn handle(server: &mut Server, params: DidChangeParams) {
        let VersionedTextDocumentIdentifier { uri, version } = params.text_document;
        let Some(document) = server.documents.get_mut(&uri) else {
            return server.note(format!("dropped a change: `{uri}` is not open"));
        };
        if version < document.version {
            let newer = document.version;
            let why = format!("dropped a change of `{uri}`: {version} is older than {newer}");
            return server.note(why);
        }
        document.version = version;
        document.change(params.content_changes);
        server.jobs.change(document);
        server.log_full(&uri);
        server.refuse_outdated(&uri);
        server.partial.remove(&uri);
        server.dirty.insert(uri);
    }
}
