//! `textDocument/semanticTokens/range`: the tokens of the statements in a range.

use super::Query;
use super::semantic_tokens::{SemanticTokens, tokens};
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::TextDocumentRangeParams;

pub(super) struct SemanticTokensRange;

impl Query for SemanticTokensRange {
    const METHOD: &'static str = "textDocument/semanticTokens/range";
    type Params = TextDocumentRangeParams;
    type Result = SemanticTokens;

    fn answer(
        document: &Document,
        _: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let within = document.places().span(params.range);
        Ok(SemanticTokens { data: tokens(document, Some(within)) })
    }
}
