//! `textDocument/definition`: where the name at a place is declared.

use super::Query;
use super::references::location;
use crate::ide;
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{Location, TextDocumentPositionParams};

pub(super) struct Definition;

impl Query for Definition {
    const METHOD: &'static str = "textDocument/definition";
    type Params = TextDocumentPositionParams;
    type Result = Option<Location>;

    fn answer(
        document: &Document,
        _: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let offset = document.places().offset(params.position);
        let Some((symbol, _)) = ide::symbol(&document.checked, offset) else { return Ok(None) };
        let occurrences = ide::occurrences(&document.checked, &symbol, &document.cancel);
        let first =
            occurrences.iter().find(|occurrence| occurrence.defines).or(occurrences.first());
        Ok(first.map(|occurrence| location(document, occurrence)))
    }
}
