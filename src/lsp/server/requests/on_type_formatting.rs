//! `textDocument/onTypeFormatting`: the canonical layout of a statement that a brace has closed.

use super::{Query, formatting};
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{TextDocumentPositionParams, TextEdit};

pub(super) struct OnTypeFormatting;

impl Query for OnTypeFormatting {
    const METHOD: &'static str = "textDocument/onTypeFormatting";
    type Params = TextDocumentPositionParams;
    type Result = Vec<TextEdit>;

    fn answer(
        document: &Document,
        _: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let offset = document.places().offset(params.position);
        let closed = document.statement(offset).map(|(_, statement)| statement.span());
        let closed = closed.filter(|span| span.end == offset);
        Ok(closed.map_or_else(Vec::new, |span| formatting::edits(document, Some(span))))
    }
}
