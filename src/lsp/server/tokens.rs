//! Semantic tokens: what the cells of pictures and the words of statements are.

use serde_json::{Value, json};

use super::document::Document;
use super::protocol as lsp;
use crate::ide::{self, Sort, Token};
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
pub(super) fn legend() -> Value {
    json!({ "tokenTypes": TYPES, "tokenModifiers": MODIFIERS })
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
pub(super) fn tokens(document: &Document, within: Option<Span>) -> Vec<u32> {
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
    let mut last = lsp::Position { line: 0, character: 0 };
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

/// The difference between two results: where, how many numbers are removed, and the new ones.
pub(super) fn delta(old: &[u32], new: &[u32]) -> Value {
    let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    // Whole tokens only.
    let same = same / 5 * 5;
    let (old, new) = (&old[same..], &new[same..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count() / 5 * 5;
    let (gone, come) = (old.len() - tail, &new[..new.len() - tail]);
    if gone == 0 && come.is_empty() {
        return json!([]);
    }
    json!([{ "start": same, "deleteCount": gone, "data": come }])
}
