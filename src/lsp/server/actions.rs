//! Fixes and rewritings that an editor offers at a place.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::client::Client;
use super::diagnostics;
use super::document::Document;
use super::protocol as lsp;
use crate::diag::{Edit, safe_fixes, together};
use crate::puzzle::{Body, Verdict};
use crate::syntax::Statement;
use crate::text::Span;

/// The kinds of action that are offered.
const QUICKFIX: &str = "quickfix";
const REWRITE: &str = "refactor.rewrite";
const FIX_ALL: &str = "source.fixAll";

/// The edit of one document.
pub(super) fn edit_of(document: &Document, client: &Client, edits: Vec<lsp::TextEdit>) -> Value {
    if client.document_changes {
        let file = json!({ "uri": document.uri, "version": document.version });
        return json!({ "documentChanges": [{ "textDocument": file, "edits": edits }] });
    }
    json!({ "changes": HashMap::from([(document.uri.0.clone(), edits)]) })
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
                let edits = text_edits(document, &fix.edits);
                let mut action = action(document, client, &fix.title, QUICKFIX, edits);
                if client.action_literals {
                    action["diagnostics"] = json!([told]);
                    if client.preferred && at == 0 && fix.safe {
                        action["isPreferred"] = json!(true);
                    }
                }
                found.push(action);
            }
        }
    }
    let safe = safe_fixes(&all);
    if wanted(FIX_ALL) && (!safe.is_empty() && (safe.len() > 1 || !only.is_empty())) {
        let (edits, _) = together(&safe);
        let title = match safe.len() {
            1 => String::from("Apply the safe fix"),
            count => format!("Apply all {count} safe fixes"),
        };
        found.push(action(document, client, &title, FIX_ALL, text_edits(document, &edits)));
    }
    if wanted(REWRITE) {
        for (title, edits) in rewritings(document, range) {
            found.push(action(document, client, &title, REWRITE, text_edits(document, &edits)));
        }
    }
    found
}

fn text_edits(document: &Document, edits: &[Edit]) -> Vec<lsp::TextEdit> {
    let places = document.places();
    edits
        .iter()
        .map(|edit| lsp::TextEdit { range: places.range(edit.span), new_text: edit.text.clone() })
        .collect()
}

fn action(
    document: &Document,
    client: &Client,
    title: &str,
    kind: &str,
    edits: Vec<lsp::TextEdit>,
) -> Value {
    let edit = edit_of(document, client, edits);
    if client.action_literals {
        return json!({ "title": title, "kind": kind, "edit": edit });
    }
    json!({ "title": title, "command": super::run::APPLY, "arguments": [edit] })
}

/// The other actions on the statement in a range: state the answer, change the form.
fn rewritings(document: &Document, range: Span) -> Vec<(String, Vec<Edit>)> {
    let mut found = Vec::new();
    let Some((at, statement)) = document.statement(range.start) else { return found };
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
            if !first.is_empty() && !first.starts_with(['{', '/']) {
                let shown = crate::diag::clip(first);
                found.push((
                    format!("Expect the answer: `=> {shown}`"),
                    insert(format!(" => {first}")),
                ));
            }
            if answer.lines > 1 || first.is_empty() {
                let indent = indent(document, one.span.start);
                let mut block = String::from(" => {\n");
                for line in answer.data.text.split('\n') {
                    if !line.is_empty() {
                        block += &format!("{indent}  {line}");
                    }
                    block.push('\n');
                }
                block += &format!("{indent}}}");
                found.push((
                    format!("Expect the whole answer, {} lines", answer.lines),
                    insert(block),
                ));
            }
        }
        Statement::Declaration(one) => {
            let Some(script) = document.checked.script(at) else { return found };
            let Some(kind) = document.checked.kind(script) else { return found };
            let Some(new) = kind.convert(&Body::of(document.source().text(), one)) else {
                return found;
            };
            let indent = indent(document, one.span.start);
            let mut body = String::from("\n");
            for line in &new.lines {
                if !line.is_empty() {
                    body += &format!("{indent}  {line}");
                }
                body.push('\n');
            }
            body += &indent;
            let mut edits = vec![Edit { span: one.body, text: body }];
            if !new.commands.is_empty() {
                let name = document.source().slice(one.name);
                let lines = new.commands.iter().map(|line| format!("\n{indent}{name}: {line}"));
                edits.push(Edit { span: Span::at(one.span.end), text: lines.collect() });
            }
            found.push((new.title.to_owned(), edits));
        }
        _ => {}
    }
    found
}

/// The spaces in front of the line of an offset.
fn indent(document: &Document, offset: u32) -> String {
    let lines = document.source().lines();
    let line = lines.span(lines.line(offset), document.source().text());
    let text = document.source().slice(line);
    text[..text.len() - text.trim_start_matches([' ', '\t']).len()].to_owned()
}
