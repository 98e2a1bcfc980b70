//! `textDocument/didOpen`: the client shows a document.

use serde::Deserialize;

use super::Notification;
use crate::lsp::server::Server;
use crate::lsp::server::document::Document;

pub(super) struct DidOpen;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidOpenParams {
    text_document: TextDocumentItem,
}

/// A document with its text.
#[derive(Debug, Deserialize)]
struct TextDocumentItem {
    uri: String,
    version: i32,
    text: String,
}

impl Notification for DidOpen {
    const METHOD: &'static str = "textDocument/didOpen";
    type Params = DidOpenParams;

    fn handle(server: &mut Server, params: DidOpenParams) {
        let TextDocumentItem { uri, version, text } = params.text_document;
        let document = Document::open(uri.clone(), version, text, &server.client, &server.settings);
        server.jobs.close(&uri);
        server.jobs.put_first(&uri);
        server.dirty.insert(uri.clone());
        server.documents.insert(uri.clone(), document);
        server.log_full(&uri);
    }
}
