//! `textDocument/documentHighlight`: the other appearances of what is at a place.

use serde::Serialize;

use super::Query;
use crate::ide;
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{Range, TextDocumentPositionParams, numbered};

pub(super) struct DocumentHighlight;

#[derive(Debug, Serialize)]
pub(super) struct Highlight {
    range: Range,
    kind: HighlightKind,
}

numbered! {
    /// The use of a name.
    HighlightKind { Read = 2, Write = 3 }
}

impl Query for DocumentHighlight {
    const METHOD: &'static str = "textDocument/documentHighlight";
    type Params = TextDocumentPositionParams;
    type Result = Vec<Highlight>;

    fn answer(
        document: &Document,
        _: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let places = document.places();
        let occurrences = ide::highlights(&document.checked, places.offset(params.position));
        let highlight = |occurrence: &ide::Occurrence| Highlight {
            range: places.range(occurrence.span),
            kind: if occurrence.defines { HighlightKind::Write } else { HighlightKind::Read },
        };
        Ok(occurrences.iter().map(highlight).collect())
    }
}
