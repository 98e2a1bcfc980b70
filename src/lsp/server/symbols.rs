//! The puzzles of a document, its folding ranges, and growing selections.

use serde_json::{Value, json};

use super::client::Client;
use super::document::Document;
use crate::ide::{self, Token, touches};
use crate::syntax::{Expected, Statement};
use crate::text::Span;

/// The kind that editors show for a puzzle: a class, of which commands are the methods.
const PUZZLE: u32 = 5;

/// The puzzles of a document.
pub(super) fn symbols(document: &Document, client: &Client) -> Value {
    let places = document.places();
    let mut cursor = places.cursor();
    let mut all = Vec::new();
    for statement in &document.checked.document.statements {
        let Statement::Declaration(one) = statement else { continue };
        let (kind, name) = (document.source().slice(one.kind), document.source().slice(one.name));
        if name.is_empty() {
            continue;
        }
        let range = cursor.range(one.span);
        all.push(if client.nested_symbols {
            let selection = places.range(one.name);
            json!({ "name": name, "detail": kind, "kind": PUZZLE, "range": range, "selectionRange": selection })
        } else {
            let location = json!({ "uri": document.uri, "range": range });
            json!({ "name": name, "kind": PUZZLE, "location": location, "containerName": kind })
        });
    }
    Value::Array(all)
}

/// The folding ranges: bodies, blocks of expected lines, runs of comments.
pub(super) fn folds(document: &Document, client: &Client) -> Value {
    let lines = document.source().lines();
    let places = document.places();
    let mut found = Vec::new();
    let mut fold = |span: Span, kind: Option<&str>| {
        let (first, last) = (lines.line(span.start), lines.line(span.end));
        // The line of the closing brace stays visible.
        let last = if kind.is_none() && client.folds_lines { last.saturating_sub(1) } else { last };
        if last <= first {
            return;
        }
        let mut range = json!({ "startLine": first, "endLine": last });
        if !client.folds_lines {
            range["startCharacter"] = json!(places.position(span.start).character);
            range["endCharacter"] = json!(places.position(span.end).character);
        }
        if let Some(kind) = kind {
            range["kind"] = json!(kind);
        }
        found.push((first, range));
    };
    for statement in &document.checked.document.statements {
        match statement {
            Statement::Declaration(one) if one.closed => fold(one.body, None),
            Statement::Command(one) => {
                if let Some(Expected::Block(span)) = one.expected {
                    fold(span, None);
                }
            }
            _ => {}
        }
    }
    for span in comments(document) {
        fold(span, Some("comment"));
    }
    found.sort_by_key(|(first, _)| *first);
    found.into_iter().map(|(_, range)| range).collect()
}

/// Runs of lines between statements that hold comments only.
fn comments(document: &Document) -> Vec<Span> {
    let text = document.source().text();
    let (mut tokens, mut runs) = (Vec::new(), Vec::<Span>::new());
    ide::comments(text, Span::new(0, text.len() as u32), &mut tokens);
    let statements = &document.checked.document.statements;
    for Token { span, .. } in tokens {
        let line = document.source().lines();
        let before = Span::new(line.start(line.line(span.start)), span.start);
        let next = statements.partition_point(|one| one.span().end <= span.start);
        let within = statements.get(next).is_some_and(|one| one.span().start < span.start);
        if within || !document.source().slice(before).trim().is_empty() {
            continue;
        }
        let gap = |run: &Span| document.source().slice(Span::new(run.end, before.start));
        match runs.last_mut() {
            Some(run) if gap(run).trim_matches(['\n', '\r']).is_empty() => run.end = span.end,
            _ => runs.push(span),
        }
    }
    runs
}

/// The ever larger stretches around an offset, the smallest first.
pub(super) fn selection(document: &Document, offset: u32) -> Vec<Span> {
    let text = document.source().text();
    let bytes = text.as_bytes();
    let at = offset as usize;
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 128 || b"_-".contains(&byte);
    let start = bytes[..at].iter().rposition(|&byte| !word(byte)).map_or(0, |at| at + 1);
    let end = bytes[at..].iter().position(|&byte| !word(byte)).map_or(bytes.len(), |n| at + n);
    let mut spans = vec![Span::new(start as u32, end as u32)];
    if let Some(look) = document.checked.at(offset) {
        let statement = &document.checked.document.statements[look.statement];
        let lines = document.source().lines();
        let line = lines.span(lines.line(offset), text);
        spans.push(look.span);
        match statement {
            Statement::Declaration(one) if touches(one.body, offset) => {
                spans.push(line);
                spans.push(one.body);
            }
            Statement::Command(one) => spans.push(one.text),
            _ => {}
        }
        spans.push(statement.span());
        if let Some(script) = look.script {
            let members = document.checked.members(script);
            let last = members.last().copied().unwrap_or_default() as usize;
            let first = members.first().copied().unwrap_or_default() as usize;
            let all = &document.checked.document.statements;
            spans.push(all[first].span().to(all[last].span()));
        }
    }
    spans.push(Span::new(0, text.len() as u32));
    let mut chain: Vec<Span> = Vec::new();
    spans.sort_by_key(|span| span.len());
    for span in spans {
        let larger = chain
            .last()
            .is_none_or(|last| span.start <= last.start && last.end <= span.end && span != *last);
        if larger && touches(span, offset) {
            chain.push(span);
        }
    }
    chain
}

/// The chain of [`selection`] as the protocol nests it.
pub(super) fn nested(document: &Document, chain: &[Span]) -> Value {
    chain.iter().rev().fold(Value::Null, |outer, &span| {
        let mut range = json!({ "range": document.places().range(span) });
        if !outer.is_null() {
            range["parent"] = outer;
        }
        range
    })
}
