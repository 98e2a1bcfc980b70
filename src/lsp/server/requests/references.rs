//! `textDocument/references`: where the name at a place appears.

use serde::Deserialize;

use super::Query;
use crate::ide::{self, Occurrence};
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{Location, Position, about};

pub(super) struct References;

about! {
    ReferenceParams { position: Position, context: Option<ReferenceContext> }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp::server) struct ReferenceContext {
    include_declaration: bool,
}

impl Query for References {
    const METHOD: &'static str = "textDocument/references";
    const IS_SLOW: bool = true;
    type Params = ReferenceParams;
    type Result = Vec<Location>;

    fn answer(
        document: &Document,
        _: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let offset = document.places().offset(params.position);
        let Some((symbol, _)) = ide::symbol(&document.checked, offset) else {
            return Ok(Vec::new());
        };
        let whole = params.context.is_none_or(|context| context.include_declaration);
        let occurrences = ide::occurrences(&document.checked, &symbol, &document.cancel);
        let kept = occurrences.iter().filter(|occurrence| whole || !occurrence.defines);
        Ok(kept.map(|occurrence| location(document, occurrence)).collect())
    }
}

/// Returns where a name appears.
pub(super) fn location(document: &Document, occurrence: &Occurrence) -> Location {
    Location { uri: document.uri.clone(), range: document.places().range(occurrence.span) }
}
