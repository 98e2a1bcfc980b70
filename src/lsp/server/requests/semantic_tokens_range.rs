//! `textDocument/semanticTokens/range`: the tokens of the statements in a range.

use serde::Serialize;

use super::{Query, semantic_tokens};
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::TextDocumentRangeParams;

pub(super) struct SemanticTokensRange;

#[derive(Debug, Serialize)]
pub(super) struct SemanticTokensPartial {
    data: Vec<u32>,
}

impl Query for SemanticTokensRange {
    const METHOD: &'static str = "textDocument/semanticTokens/range";
    type Params = TextDocumentRangeParams;
    type Result = SemanticTokensPartial;

    fn answer(
        document: &Document,
        _: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let within = document.places().span(params.range);
        Ok(SemanticTokensPartial { data: semantic_tokens::tokens(document, Some(within)) })
    }
}
