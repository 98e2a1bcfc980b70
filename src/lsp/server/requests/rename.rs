//! `textDocument/rename`: another name wherever the one at a place appears.

use super::Query;
use crate::ide;
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::{ErrorCode, Refusal};
use crate::lsp::server::protocol::{Position, TextEdit, WorkspaceEdit, about};

pub(super) struct Rename;

about! {
    RenameParams { position: Position, new_name: String }
}

impl Query for Rename {
    const METHOD: &'static str = "textDocument/rename";
    const IS_SLOW: bool = true;
    type Params = RenameParams;
    type Result = WorkspaceEdit;

    fn answer(
        document: &Document,
        client: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let places = document.places();
        let failed = |why: String| Refusal::new(ErrorCode::RequestFailed, why);
        let (symbol, _) = ide::symbol(&document.checked, places.offset(params.position))
            .ok_or_else(|| failed(String::from("there is no name here")))?;
        let new = params.new_name;
        let spans =
            ide::rename(&document.checked, &symbol, &new, &document.cancel).map_err(failed)?;
        let mut cursor = places.cursor();
        let edit = |&span: &_| TextEdit { range: cursor.range(span), new_text: new.clone() };
        Ok(WorkspaceEdit::new(document, client, spans.iter().map(edit).collect()))
    }
}
