//! `textDocument/semanticTokens/full`: what the cells of pictures and the words of statements are.

use serde::Serialize;

use super::Request;
use crate::ide::{self, Sort, Token};
use crate::lsp::server::Server;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{Position, TextDocumentParams};
use crate::puzzle::Part;
use crate::text::Span;

/// The types, by their numbers. Names are only added, because themes use them.
const TYPES: [&str; 21] = [
    "keyword", "type", "variable", "function", "number", "operator", "string", "comment", "block",
    "hero", "wall", "floor", "void", "goal", "given", "fragile", "switch", "bridge", "live",
    "dead", "step",
];
/// The one modifier.
const MODIFIERS: [&str; 1] = ["declaration"];

/// The meanings of the numbers in tokens.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Legend {
    token_types: [&'static str; 21],
    token_modifiers: [&'static str; 1],
}

impl Legend {
    pub(super) fn new() -> Self {
        Self { token_types: TYPES, token_modifiers: MODIFIERS }
    }
}

/// The tokens of a document, five numbers for each, and the name of this result.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp::server) struct SemanticTokens {
    pub(super) result_id: String,
    pub(super) data: Vec<u32>,
}

pub(super) struct SemanticTokensFull;

impl Request for SemanticTokensFull {
    const METHOD: &'static str = "textDocument/semanticTokens/full";
    type Params = TextDocumentParams;
    type Result = SemanticTokens;

    fn handle(server: &mut Server, params: Self::Params) -> Result<Self::Result, Refusal> {
        fresh(server, &params.text_document.uri)
    }
}

/// Returns the tokens of a document, which are kept for the next difference.
pub(super) fn fresh(server: &mut Server, uri: &str) -> Result<SemanticTokens, Refusal> {
    server.asked(uri);
    let data = tokens(server.document(uri)?, None);
    server.count += 1;
    let new = SemanticTokens { result_id: server.count.to_string(), data };
    if let Some(document) = server.documents.get_mut(uri) {
        document.tokens = Some(new.clone());
    }
    Ok(new)
}

fn number(sort: Sort) -> u32 {
    match sort {
        Sort::Keyword | Sort::Part(Part::Keyword) => 0,
        Sort::Kind => 1,
        Sort::Name => 2,
        Sort::Verb => 3,
        Sort::Part(Part::Number) => 4,
        Sort::Arrow | Sort::Part(Part::Bracket) => 5,
        Sort::Expected => 6,
        Sort::Comment => 7,
        Sort::Part(Part::Piece) => 8,
        Sort::Part(Part::Hero) => 9,
        Sort::Part(Part::Wall) => 10,
        Sort::Part(Part::Floor) => 11,
        Sort::Part(Part::Void) => 12,
        Sort::Part(Part::Goal) => 13,
        Sort::Part(Part::Given) => 14,
        Sort::Part(Part::Fragile) => 15,
        Sort::Part(Part::Switch) => 16,
        Sort::Part(Part::Bridge) => 17,
        Sort::Part(Part::Live) => 18,
        Sort::Part(Part::Dead) => 19,
        Sort::Part(Part::Step | Part::Move) => 20,
    }
}

/// The tokens of all statements that touch `within`, as the protocol packs them.
pub(in crate::lsp::server) fn tokens(document: &Document, within: Option<Span>) -> Vec<u32> {
    let text = document.source().text();
    let kind = |at| document.checked.kind(document.checked.script(at)?);
    pack(
        document,
        &ide::tokens(text, &document.checked.document.statements, within, u32::MAX, &kind),
    )
}

fn pack(document: &Document, found: &[Token]) -> Vec<u32> {
    let places = document.places();
    let mut cursor = places.cursor();
    let mut data = Vec::with_capacity(found.len() * 5);
    let mut last = Position { line: 0, character: 0 };
    for &Token { span, sort, defines } in found {
        let (from, to) = (cursor.position(span.start), cursor.position(span.end));
        if from.line != to.line {
            continue;
        }
        let line = from.line - last.line;
        let column = if line == 0 { from.character - last.character } else { from.character };
        data.extend([
            line,
            column,
            to.character - from.character,
            number(sort),
            u32::from(defines),
        ]);
        last = from;
    }
    data
}
