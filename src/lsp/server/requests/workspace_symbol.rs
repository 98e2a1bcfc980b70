//! `workspace/symbol`: the puzzles of the workspace by the letters of their names.

use serde::Deserialize;

use super::Deferred;
use crate::lsp::server::Server;
use crate::lsp::server::message::{Refusal, RequestId};
use crate::lsp::server::protocol::SymbolInformation;
use crate::lsp::server::workspace::Question;

pub(in crate::lsp::server) struct WorkspaceSymbols;

#[derive(Debug, Deserialize)]
pub(in crate::lsp::server) struct WorkspaceSymbolParams {
    query: String,
}

impl Deferred for WorkspaceSymbols {
    const METHOD: &'static str = "workspace/symbol";
    type Params = WorkspaceSymbolParams;
    type Result<'a> = Vec<SymbolInformation>;

    fn begin(server: &mut Server, id: &RequestId, params: Self::Params) -> Result<(), Refusal> {
        let all = server.documents.values();
        let known = all.map(|one| (one.uri.clone(), one.symbols().clone())).collect();
        server.survey(id, Question::Symbols { query: params.query, known });
        Ok(())
    }
}
