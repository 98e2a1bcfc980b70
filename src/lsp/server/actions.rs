//! Fixes and rewritings that an editor offers at a place.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::client::Client;
use super::diagnostics;
use super::document::Document;
use super::protocol as lsp;
use crate::diag::{Edit, safe_fixes};
use crate::ide::expectation;
use crate::puzzle::{Body, Verdict};
use crate::session::{block_text, indent};
use crate::syntax::Statement;
use crate::text::Span;

/// The kinds of action that are offered.
const QUICKFIX: &str = "quickfix";
const REWRITE: &str = "refactor.rewrite";
pub(super) const FIX_ALL: &str = "source.fixAll.puzzled";

/// The edit of one document.
pub(super) fn edit_of(document: &Document, client: &Client, edits: Vec<lsp::TextEdit>) -> Value {
    if client.document_changes {
        let file = json!({ "uri": document.uri, "version": document.version });
        return json!({ "documentChanges": [{ "textDocument": file, "edits": edits }] });
    }
    json!({ "changes": HashMap::from([(document.uri.clone(), edits)]) })
}

/// The actions for a range. `only` are the kinds that the client asks for; empty for all.
pub(super) fn actions(
    document: &Document,
    client: &Client,
    range: Span,
    only: &[String],
) -> Vec<Value> {
    let wanted = |kind: &str| {
        only.is_empty()
            || only.iter().any(|one| {
                kind == one || kind.strip_prefix(one.as_str()).is_some_and(|r| r.starts_with('.'))
            })
    };
    let mut found = Vec::new();
    let all = document.diagnostics();
    if wanted(QUICKFIX) {
        let places = document.places();
        for one in &all {
            if one.span.start > range.end || range.start > one.span.end {
                continue;
            }
            let told = diagnostics::told(one, &document.uri, client, &places, &mut places.cursor());
            for (at, fix) in one.fixes.iter().enumerate() {
                let mut action = action(document, client, &fix.title, QUICKFIX, &fix.edits);
                if client.action_literals {
                    action["diagnostics"] = json!([told]);
                    if client.preferred && at == 0 && fix.is_safe() {
                        action["isPreferred"] = json!(true);
                    }
                }
                found.push(action);
            }
        }
    }
    let least = if only.is_empty() { 2 } else { 1 };
    if wanted(FIX_ALL) && safe_fixes(&all).len() >= least {
        let (edits, count) = document.safe_edits();
        let title = match count {
            1 => String::from("Apply the safe fix"),
            _ => format!("Apply all {count} safe fixes"),
        };
        if *count >= least {
            found.push(action(document, client, &title, FIX_ALL, edits));
        }
    }
    if wanted(REWRITE) {
        for (title, edits) in rewritings(document, range) {
            found.push(action(document, client, &title, REWRITE, &edits));
        }
    }
    found
}

fn action(document: &Document, client: &Client, title: &str, kind: &str, edits: &[Edit]) -> Value {
    let edit = edit_of(document, client, document.places().edits(edits));
    if client.action_literals {
        return json!({ "title": title, "kind": kind, "edit": edit });
    }
    json!({ "title": title, "command": super::run::APPLY, "arguments": [edit] })
}

/// The other actions on the statement in a range: state the answer, change the form.
fn rewritings(document: &Document, range: Span) -> Vec<(String, Vec<Edit>)> {
    let mut found = Vec::new();
    let Some((at, statement)) = document.statement(range.start) else { return found };
    let source = document.source();
    match statement {
        Statement::Command(one) if one.expected.is_none() => {
            let Some(answer) = document.answer(at).filter(|answer| answer.whole) else {
                return found;
            };
            if answer.verdict == Verdict::GaveUp {
                return found;
            }
            let insert = |text: String| vec![Edit { span: Span::at(one.text.end), text }];
            let first = answer.data.text.lines().next().unwrap_or_default().trim();
            if let Some(first) = expectation(first) {
                let title = format!("Expect the answer: `=> {}`", crate::diag::clip(first));
                found.push((title, insert(format!(" => {first}"))));
            }
            if answer.lines > 1 || first.is_empty() {
                let title = format!("Expect the whole answer, {} lines", answer.lines);
                let block = block_text(source, one.span.start, answer.data.text.split('\n'));
                found.push((title, insert(format!(" => {{{block}}}"))));
            }
        }
        Statement::Declaration(one) => {
            let Some(script) = document.checked.script(at) else { return found };
            let Some(kind) = document.checked.kind(script) else { return found };
            let Some(new) = kind.convert(&Body::of(source.text(), one)) else {
                return found;
            };
            let lines = new.lines.iter().map(String::as_str);
            let text = block_text(source, one.span.start, lines);
            let mut edits = vec![Edit { span: one.body, text }];
            if !new.commands.is_empty() {
                let (name, indent) = (source.slice(one.name), indent(source, one.span.start));
                let lines = new.commands.iter().map(|line| format!("\n{indent}{name}: {line}"));
                edits.push(Edit { span: Span::at(one.span.end), text: lines.collect() });
            }
            found.push((new.title.to_owned(), edits));
        }
        _ => {}
    }
    found
}
