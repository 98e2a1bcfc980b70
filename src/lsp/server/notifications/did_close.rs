//! `textDocument/didClose`: the client shows a document no more.

use super::Notification;
use crate::lsp::server::Server;
use crate::lsp::server::calls::PublishDiagnostics;
use crate::lsp::server::protocol::TextDocumentParams;

pub(super) struct DidClose;

impl Notification for DidClose {
    const METHOD: &'static str = "textDocument/didClose";
    type Params = TextDocumentParams;

    fn handle(server: &mut Server, params: TextDocumentParams) {
        let uri = &params.text_document.uri;
        server.documents.remove(uri);
        server.solved.retain(|(owner, _), _| owner != uri);
        server.tested.retain(|(owner, _), _| owner != uri);
        server.distances.stop(uri);
        server.jobs.close(uri);
        server.refuse_outdated(uri);
        server.dirty.remove(uri);
        server.partial.remove(uri);
        let published = PublishDiagnostics { uri, version: None, diagnostics: &[] };
        server.notify_newest(uri, published);
    }
}
