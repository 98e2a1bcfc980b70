//! `textDocument/prepareRename`: the name at a place, if there is one to change.

use serde::Serialize;

use super::Query;
use crate::ide;
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{Range, TextDocumentPositionParams};

pub(super) struct PrepareRename;

#[derive(Debug, Serialize)]
pub(super) struct Renamed {
    range: Range,
    placeholder: String,
}

impl Query for PrepareRename {
    const METHOD: &'static str = "textDocument/prepareRename";
    type Params = TextDocumentPositionParams;
    type Result = Option<Renamed>;

    fn answer(
        document: &Document,
        _: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let offset = document.places().offset(params.position);
        Ok(ide::symbol(&document.checked, offset).map(|(_, span)| Renamed {
            range: document.places().range(span),
            placeholder: document.source().slice(span).to_owned(),
        }))
    }
}
