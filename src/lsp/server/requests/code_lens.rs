//! `textDocument/codeLens`: the commands above each puzzle.

use super::Request;
use crate::lsp::server::Server;
use crate::lsp::server::hints::CodeLens;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::TextDocumentParams;

pub(super) struct CodeLenses;

impl Request for CodeLenses {
    const METHOD: &'static str = "textDocument/codeLens";
    type Params = TextDocumentParams;
    type Result = Vec<CodeLens>;

    fn handle(server: &mut Server, params: Self::Params) -> Result<Self::Result, Refusal> {
        let uri = &params.text_document.uri;
        server.prioritize(uri);
        server.document(uri)?;
        Ok(server.lenses(uri))
    }
}
