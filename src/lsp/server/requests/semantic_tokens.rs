//! `textDocument/semanticTokens/full`: what the cells of pictures and the words of statements are.

use serde::Serialize;

use super::Query;
use crate::ide::{self, Sort, Token};
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::place::Cursor;
use crate::lsp::server::protocol::{Position, TextDocumentParams};
use crate::puzzle::Part;
use crate::text::Span;

/// The types, by their numbers. Names are only added, because themes use them.
const TYPES: [&str; 21] = [
    "keyword", "type", "variable", "function", "number", "operator", "string", "comment", "block",
    "hero", "wall", "floor", "void", "goal", "given", "fragile", "switch", "bridge", "live",
    "dead", "step",
];
/// The modifiers of tokens, in the order of their bits.
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

/// The tokens of a document or of a part of it, five numbers for each.
#[derive(Debug, Serialize)]
pub(in crate::lsp::server) struct SemanticTokens {
    pub(super) data: Vec<u32>,
}

pub(super) struct SemanticTokensFull;

impl Query for SemanticTokensFull {
    const METHOD: &'static str = "textDocument/semanticTokens/full";
    const IS_SLOW: bool = true;
    type Params = TextDocumentParams;
    type Result = SemanticTokens;

    fn answer(document: &Document, _: &Client, _: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(SemanticTokens { data: tokens(document, None) })
    }
}

fn number(sort: Sort) -> u32 {
    match sort {
        Sort::Keyword | Sort::Key | Sort::Part(Part::Keyword) => 0,
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

/// The number of statements whose tokens are made between two looks at the cancel flag.
const CHUNK: usize = 64;

/// Returns the tokens of all statements that touch `within`, as the protocol packs them; only a part
/// of them once the request is cancelled.
pub(in crate::lsp::server) fn tokens(document: &Document, within: Option<Span>) -> Vec<u32> {
    tokens_by(document, within, CHUNK)
}

/// Returns the same tokens, made for `chunk` statements at a time.
pub(in crate::lsp::server) fn tokens_by(
    document: &Document,
    within: Option<Span>,
    chunk: usize,
) -> Vec<u32> {
    let text = document.source().text();
    let checked = &document.checked;
    let places = document.places();
    let within = within.unwrap_or(Span::new(0, text.len() as u32));
    let statements = &checked.document.statements;
    let first = statements.partition_point(|statement| statement.span().end < within.start);
    let after =
        statements.partition_point(|statement| statement.span().start <= within.end).max(first);

    let mut packed = Packed::new(places.cursor());
    // Each chunk reaches from the end of the one before to the end of its last statement.
    let mut from = within.start;
    let starts = (first..after).step_by(chunk).chain((first == after).then_some(first));
    for start in document.until_cancelled(starts) {
        let stop = after.min(start.saturating_add(chunk));
        let to = if stop == after { within.end } else { statements[stop - 1].span().end };
        let kind = |at| checked.kind(checked.script(start + at)?);
        let marks = |at, within| checked.body_marks(start + at, within);
        let span = Some(Span::new(from, to));
        packed.add(&ide::tokens(text, &statements[start..stop], span, &kind, &marks));
        from = to;
    }
    packed.data
}

/// Tokens as the protocol packs them.
struct Packed<'a> {
    cursor: Cursor<'a>,
    /// The position where the last token begins, and the offset where it ends.
    last: Position,
    end: u32,
    data: Vec<u32>,
}

impl<'a> Packed<'a> {
    fn new(cursor: Cursor<'a>) -> Self {
        Self { cursor, last: Position { line: 0, character: 0 }, end: 0, data: Vec::new() }
    }

    /// Adds those that begin after the last one.
    fn add(&mut self, tokens: &[Token]) {
        for &Token { span, sort, defines } in tokens {
            if span.start < self.end {
                continue; // a comment that begins on the last line of the chunk before
            }
            self.end = span.end;
            let (from, to) = (self.cursor.position(span.start), self.cursor.position(span.end));
            if from.line != to.line {
                continue;
            }
            let line = from.line - self.last.line;
            let before = if line == 0 { self.last.character } else { 0 };
            self.data.extend([
                line,
                from.character - before,
                to.character - from.character,
                number(sort),
                u32::from(defines),
            ]);
            self.last = from;
        }
    }
}
