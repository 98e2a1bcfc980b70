//! `textDocument/semanticTokens/full/delta`: how the tokens differ from those sent last.

use serde::Serialize;

use super::Deferred;
use super::semantic_tokens::{SemanticTokens, send};
use crate::lsp::server::Server;
use crate::lsp::server::message::{Refusal, RequestId};
use crate::lsp::server::protocol::about;

pub(in crate::lsp::server) struct SemanticTokensDelta;

about! {
    SemanticTokensDeltaParams { previous_result_id: String }
}

/// The difference to the tokens that the client has, or all of them if it has others.
#[derive(Debug, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub(in crate::lsp::server) enum Difference<'a> {
    Edits { result_id: &'a str, edits: Vec<SemanticTokensEdit> },
    Full(&'a SemanticTokens),
}

/// A replacement of numbers: the place of the first, how many, and the new ones.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp::server) struct SemanticTokensEdit {
    start: usize,
    delete_count: usize,
    data: Vec<u32>,
}

impl Deferred for SemanticTokensDelta {
    const METHOD: &'static str = "textDocument/semanticTokens/full/delta";
    type Params = SemanticTokensDeltaParams;
    type Result<'a> = Difference<'a>;

    fn begin(server: &mut Server, id: &RequestId, params: Self::Params) -> Result<(), Refusal> {
        let previous = params.previous_result_id;
        send(server, id, &params.text_document.uri, move |old, new, id| {
            let difference = match old.filter(|old| old.result_id == previous) {
                Some(old) => Difference::Edits {
                    result_id: &new.result_id,
                    edits: delta(&old.data, &new.data),
                },
                None => Difference::Full(new),
            };
            Self::answer(id, difference)
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
