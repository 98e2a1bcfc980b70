//! `textDocument/rangeFormatting`: the canonical layout of the statements in a range.

use super::{Query, formatting};
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{TextDocumentRangeParams, TextEdit};

pub(super) struct RangeFormatting;

impl Query for RangeFormatting {
    const METHOD: &'static str = "textDocument/rangeFormatting";
    type Params = TextDocumentRangeParams;
    type Result = Vec<TextEdit>;

    fn answer(
        document: &Document,
        _: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        Ok(formatting::edits(document, Some(document.places().span(params.range))))
    }
}
