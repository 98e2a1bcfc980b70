//! Semantic tokens: what the cells of pictures and the words of statements are.

use serde_json::{Value, json};

use super::document::Document;
use super::look;
use super::protocol as lsp;
use crate::puzzle::Part;
use crate::syntax::{Expected, Statement, uncommented};
use crate::text::Span;

/// The types, by their numbers. Names are only added, because themes use them.
const TYPES: [&str; 21] = [
    "keyword", "type", "variable", "function", "number", "operator", "string", "comment", "block",
    "hero", "wall", "floor", "void", "goal", "given", "fragile", "switch", "bridge", "live",
    "dead", "step",
];
/// The one modifier.
const MODIFIERS: [&str; 1] = ["declaration"];

const KEYWORD: u32 = 0;
const TYPE: u32 = 1;
const VARIABLE: u32 = 2;
const FUNCTION: u32 = 3;
const NUMBER: u32 = 4;
const OPERATOR: u32 = 5;
const STRING: u32 = 6;
const COMMENT: u32 = 7;

/// The meanings of the numbers in tokens.
pub(super) fn legend() -> Value {
    json!({ "tokenTypes": TYPES, "tokenModifiers": MODIFIERS })
}

fn number(part: Part) -> u32 {
    match part {
        Part::Keyword => KEYWORD,
        Part::Number => NUMBER,
        Part::Piece => 8,
        Part::Hero => 9,
        Part::Wall => 10,
        Part::Floor => 11,
        Part::Void => 12,
        Part::Goal => 13,
        Part::Given => 14,
        Part::Fragile => 15,
        Part::Switch => 16,
        Part::Bridge => 17,
        Part::Live => 18,
        Part::Dead => 19,
        Part::Step | Part::Move => 20,
        Part::Bracket => OPERATOR,
    }
}

/// The tokens of all statements that touch `within`, as the protocol packs them.
pub(super) fn tokens(document: &Document, within: Option<Span>) -> Vec<u32> {
    let mut found: Vec<(Span, u32, u32)> = Vec::new();
    let source = document.source();
    let text = source.text();
    let all = &document.checked.document.statements;
    let visible = |span: Span| {
        within.is_none_or(|within| span.start <= within.end && within.start <= span.end)
    };
    let mut at = 0;
    for (index, statement) in all.iter().enumerate() {
        let span = statement.span();
        let gap = Span::new(at, span.start);
        at = span.end;
        if visible(gap) {
            comments(text, gap, &mut found);
        }
        if !visible(span) {
            continue;
        }
        match statement {
            Statement::Declaration(one) => {
                found.push((one.kind, TYPE, 0));
                found.push((one.name, VARIABLE, 1));
                let mut marks = look::marks(document, index);
                marks.retain(|mark| visible(mark.span));
                found.extend(
                    marks
                        .iter()
                        .map(|mark| (mark.span, number(mark.part), u32::from(mark.defines))),
                );
                comments(text, one.body, &mut found);
            }
            Statement::Use(one) => {
                found.push((Span::new(span.start, span.start + 3), KEYWORD, 0));
                found.push((one.name, VARIABLE, 0));
            }
            Statement::Command(one) => {
                if let Some(target) = one.target {
                    found.push((target, VARIABLE, 0));
                }
                found.push((look::verb(document, one), FUNCTION, 0));
                let marks = look::marks(document, index);
                found.extend(marks.iter().map(|mark| (mark.span, number(mark.part), 0)));
                match one.expected {
                    Some(Expected::Line(span)) => found.push((span, STRING, 0)),
                    Some(Expected::Block(span)) => {
                        for line in crate::syntax::expected_lines(text, span) {
                            found.push((line.span(), STRING, 0));
                        }
                    }
                    None => {}
                }
            }
            Statement::Broken(_) => {}
        }
    }
    let tail = Span::new(at, text.len() as u32);
    if visible(tail) {
        comments(text, tail, &mut found);
    }
    found.retain(|(span, _, _)| !span.is_empty() && visible(*span));
    found.sort_by_key(|(span, _, _)| *span);
    pack(document, &found)
}

/// The comments in a stretch of text, line by line.
fn comments(text: &str, within: Span, found: &mut Vec<(Span, u32, u32)>) {
    let mut at = within.start as usize;
    let stretch = &text[within.range()];
    if !stretch.contains("//") {
        return;
    }
    for line in stretch.split_inclusive(['\n', '\r']) {
        let code = line.trim_end_matches(['\n', '\r']);
        let (left, commented) = uncommented(code);
        if commented {
            found.push((Span::new((at + left.len()) as u32, (at + code.len()) as u32), COMMENT, 0));
        }
        at += line.len();
    }
}

fn pack(document: &Document, found: &[(Span, u32, u32)]) -> Vec<u32> {
    let places = document.places();
    let mut cursor = places.cursor();
    let mut data = Vec::with_capacity(found.len() * 5);
    let mut last = lsp::Position { line: 0, character: 0 };
    let mut end = 0;
    for &(span, kind, modifiers) in found {
        if span.start < end {
            continue; // marks never overlap; be sure of it
        }
        end = span.end;
        let (from, to) = (cursor.position(span.start), cursor.position(span.end));
        if from.line != to.line {
            continue;
        }
        let line = from.line - last.line;
        let column = if line == 0 { from.character - last.character } else { from.character };
        data.extend([line, column, to.character - from.character, kind, modifiers]);
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
