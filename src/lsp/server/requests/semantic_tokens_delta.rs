//! `textDocument/semanticTokens/full/delta`: how the tokens differ from those sent last.

use serde::Serialize;

use super::Request;
use super::semantic_tokens::{SemanticTokens, fresh};
use crate::lsp::server::Server;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::about;

pub(super) struct SemanticTokensDelta;

about! {
    SemanticTokensDeltaParams { previous_result_id: String }
}

/// The difference to the tokens that the client has, or all of them if it has others.
#[derive(Debug, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub(super) enum Difference {
    Edits { result_id: String, edits: Vec<SemanticTokensEdit> },
    Full(SemanticTokens),
}

/// Where numbers are replaced, how many, and the new ones.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SemanticTokensEdit {
    start: usize,
    delete_count: usize,
    data: Vec<u32>,
}

impl Request for SemanticTokensDelta {
    const METHOD: &'static str = "textDocument/semanticTokens/full/delta";
    type Params = SemanticTokensDeltaParams;
    type Result = Difference;

    fn handle(server: &mut Server, params: Self::Params) -> Result<Difference, Refusal> {
        let uri = &params.text_document.uri;
        let old = server.document(uri)?.tokens.clone();
        let new = fresh(server, uri)?;
        Ok(match old.filter(|old| old.result_id == params.previous_result_id) {
            Some(old) => {
                Difference::Edits { result_id: new.result_id, edits: delta(&old.data, &new.data) }
            }
            None => Difference::Full(new),
        })
    }
}

/// Returns the difference between two results, in whole tokens of five numbers.
fn delta(old: &[u32], new: &[u32]) -> Vec<SemanticTokensEdit> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count() / 5 * 5;
    let (old, new) = (&old[start..], &new[start..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count() / 5 * 5;
    let (delete_count, data) = (old.len() - tail, new[..new.len() - tail].to_vec());
    if delete_count == 0 && data.is_empty() {
        return Vec::new();
    }
    vec![SemanticTokensEdit { start, delete_count, data }]
}
