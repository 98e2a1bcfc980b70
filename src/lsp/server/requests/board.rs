//! `puzzled/board`: a puzzle in the state at a place, for clients that draw it and let a person move.

use super::Request;
use crate::lsp::server::Server;
use crate::lsp::server::board::board;
use crate::lsp::server::board::types::{Board, BoardParams};
use crate::lsp::server::message::{ErrorCode, Refusal};

pub(super) struct Boards;

impl Request for Boards {
    const METHOD: &'static str = "puzzled/board";
    type Params = BoardParams;
    type Result = Option<Board>;

    fn handle(server: &mut Server, params: BoardParams) -> Result<Option<Board>, Refusal> {
        let uri = &params.text_document.uri;
        server.prioritize(uri);
        let document = server.document(uri)?;
        if params.text_document.version.is_some_and(|version| version != document.version) {
            let why = "the document has another version";
            return Err(Refusal::new(ErrorCode::ContentModified, why));
        }
        let Some((board, unmeasured)) = board(document, &params, &server.distances) else {
            return Ok(None);
        };
        if let Some(state) = unmeasured {
            server.measure(uri, &state);
        }
        Ok(Some(board))
    }
}
