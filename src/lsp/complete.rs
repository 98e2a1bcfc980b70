//! Completions at a place, and the form of the command that is being typed.

use serde_json::{Value, json};

use super::client::Client;
use super::document::Document;
use super::protocol as lsp;
use super::{hover, look};
use crate::kinds::KINDS;
use crate::puzzle::common;
use crate::session::live::Thread;
use crate::syntax::{Expected, Fragment, Statement, parse_prefix, uncommented};
use crate::text::Span;

/// The most candidates that are sent.
const MOST: usize = 500;
/// Statements of a thread that are followed at most to find the legal moves.
const FAR: usize = 200_000;

/// A candidate, before it is sent.
struct Candidate {
    label: String,
    /// The text that is inserted, if it is not the label; with places to fill in, `$1`.
    snippet: Option<String>,
    kind: lsp::CompletionItemKind,
    detail: String,
    documentation: String,
}

impl Candidate {
    fn new(label: impl Into<String>, kind: lsp::CompletionItemKind) -> Self {
        let (detail, documentation) = Default::default();
        Self { label: label.into(), snippet: None, kind, detail, documentation }
    }
}

/// The candidates at an offset.
pub(super) fn complete(document: &Document, client: &Client, offset: u32) -> Value {
    let (word, found) = candidates(document, offset).unwrap_or_default();
    let places = document.places();
    let range = places.range(word);
    let typed = document.source().slice(word);
    let matching: Vec<_> = found.into_iter().filter(|one| one.label.starts_with(typed)).collect();
    let incomplete = matching.len() > MOST;
    let items: Vec<_> = matching
        .into_iter()
        .take(MOST)
        .enumerate()
        .map(|(at, one)| {
            let snippet = one.snippet.filter(|_| client.snippets);
            let format = snippet.as_ref().map(|_| lsp::InsertTextFormat::Snippet);
            let new_text = snippet.unwrap_or_else(|| one.label.clone());
            let edit = json!({ "range": range, "newText": new_text });
            let mut item = json!({
                "label": one.label,
                "kind": one.kind,
                "sortText": format!("{at:04}"),
                "filterText": one.label,
                "textEdit": edit,
            });
            if let Some(format) = format {
                item["insertTextFormat"] = json!(format);
            }
            if !one.detail.is_empty() {
                item["detail"] = json!(one.detail);
            }
            if !one.documentation.is_empty() {
                item["documentation"] = prose(&one.documentation, client.markdown_items);
            }
            item
        })
        .collect();
    json!({ "isIncomplete": incomplete, "items": items })
}

/// Text for people, in the form that the client renders.
pub(super) fn markup(text: &str, markdown: bool) -> Value {
    if markdown {
        json!({ "kind": "markdown", "value": text })
    } else {
        let plain: Vec<_> =
            text.lines().filter(|line| !line.starts_with("```")).map(unmarked).collect();
        json!({ "kind": "plaintext", "value": plain.join("\n").trim() })
    }
}

/// The same where the protocol takes a plain string as well: every client shows that, even one that
/// names no format.
fn prose(text: &str, markdown: bool) -> Value {
    let told = markup(text, markdown);
    if markdown { told } else { told["value"].clone() }
}

fn unmarked(line: &str) -> String {
    line.replace("**", "").replace('`', "")
}

/// The stretch that a candidate replaces, and the candidates.
fn candidates(document: &Document, offset: u32) -> Option<(Span, Vec<Candidate>)> {
    let source = document.source();
    let text = source.text();
    let line = source.lines().span(source.lines().line(offset), text);
    let before = text.get(line.start as usize..offset as usize)?;
    let statement = document.statement(offset);
    match statement {
        Some((_, Statement::Declaration(one))) if within(one.body, offset) => return None,
        Some((_, Statement::Command(one))) => {
            if let Some(Expected::Block(span)) = one.expected
                && within(span, offset)
            {
                return None; // an answer, not a command
            }
        }
        _ => {}
    }
    // A body that is not closed yet extends to the end of the typed text.
    let all = &document.checked.document.statements;
    let above = all.partition_point(|one| one.span().start < line.start);
    if let Some(Statement::Declaration(one)) = above.checked_sub(1).map(|at| &all[at])
        && !one.closed
        && offset >= one.body.start
    {
        return None;
    }
    if uncommented(before).1 {
        return None;
    }
    let indent = before.len() - before.trim_start_matches([' ', '\t']).len();
    let start = line.start + indent as u32;
    let code = &before[indent..];
    if let Some(arrow) = code.find("=>") {
        return expected(document, statement.map(|one| one.0)?, start + arrow as u32 + 2, offset);
    }
    // `NAME:` in front?
    let (thread, place, from) = match parse_prefix(code) {
        Ok((rest, name)) => {
            let thread = document.named(name)?;
            let (at, _) = statement?;
            (Some(thread), look::place(document, thread, at), offset - rest.len() as u32)
        }
        Err(_) => match look::focus(document, start) {
            Some((thread, place)) => (Some(thread), place, start),
            None => (None, 0, start),
        },
    };
    let command = &text[from as usize..offset as usize];
    let prefixed = from != start;
    let Some(gap) = command.find([' ', '\t']) else {
        let word = Span::new(from, offset);
        return Some((word, first_words(document, thread, prefixed)));
    };
    let last = command.rfind([' ', '\t', ';']).map_or(0, |at| at + 1);
    let word = Span::new(from + last as u32, offset);
    let verb = &command[..gap];
    if verb == "use" && !prefixed {
        return Some((word, names(document)));
    }
    if KINDS.kind(verb).is_some() && !prefixed {
        return None; // the name of a new puzzle
    }
    let thread = thread?;
    if place > FAR {
        return None;
    }
    let mut session = document.checked.before(thread, place.max(1))?;
    let puzzle = session.puzzle(None)?;
    let fragment = Fragment { text: command, start: from };
    let found = puzzle.complete(fragment);
    let all = found.into_iter().map(|one| Candidate::new(one, lsp::CompletionItemKind::Value));
    Some((word, all.collect()))
}

fn within(span: Span, offset: u32) -> bool {
    span.start <= offset && offset <= span.end
}

/// The answer of the command, after its `=>`.
fn expected(
    document: &Document,
    statement: usize,
    from: u32,
    offset: u32,
) -> Option<(Span, Vec<Candidate>)> {
    let answer = document.answer(statement)?;
    let first = answer.data.text.lines().next().filter(|line| !line.is_empty())?;
    let typed = document.source().slice(Span::new(from, offset));
    let start = from + (typed.len() - typed.trim_start_matches([' ', '\t']).len()) as u32;
    let mut one = Candidate::new(first, lsp::CompletionItemKind::Value);
    one.detail = String::from("the answer");
    Some((Span::new(start.min(offset), offset), vec![one]))
}

fn names(document: &Document) -> Vec<Candidate> {
    let threads = document.checked.threads.iter();
    let named = threads.filter_map(|thread| {
        let (name, _) = document.name(thread).filter(|(name, _)| !name.is_empty())?;
        let mut one = Candidate::new(name, lsp::CompletionItemKind::Variable);
        one.detail = String::from(look::kind_of(document, thread)?.info().name);
        Some(one)
    });
    named.take(MOST).collect()
}

/// Candidates for the beginning of a line: verbs, and (without a prefix) `use`, kinds and names.
fn first_words(document: &Document, thread: Option<&Thread>, prefixed: bool) -> Vec<Candidate> {
    let mut found = Vec::new();
    let info = thread.and_then(|thread| Some(look::kind_of(document, thread)?.info()));
    for verb in info.into_iter().flat_map(|info| info.verbs.iter().chain(common::COMMON)) {
        let mut one = Candidate::new(verb.name, lsp::CompletionItemKind::Function);
        one.detail = String::from(verb.usage);
        one.documentation = info.map(|info| hover::entry(info, verb)).unwrap_or_default();
        found.push(one);
    }
    if prefixed {
        return found;
    }
    found.push(Candidate::new("use", lsp::CompletionItemKind::Keyword));
    for kind in KINDS {
        let info = kind.info();
        let mut one = Candidate::new(info.name, lsp::CompletionItemKind::Class);
        one.detail = String::from(info.summary);
        one.documentation = format!("```puzzled\n{}```", info.example);
        one.snippet = Some(format!("{} ${{1:name}} {{\n  $0\n}}", info.name));
        found.push(one);
    }
    for mut one in names(document) {
        one.label += ":";
        found.push(one);
    }
    found
}

/// The form of the command at an offset, with the argument that is being typed.
pub(super) fn signature(document: &Document, client: &Client, offset: u32) -> Option<Value> {
    let look = look::look(document, offset)?;
    let Statement::Command(one) = &document.checked.document.statements[look.statement] else {
        return None;
    };
    if one.expected.is_some() && offset > one.text.end {
        return None;
    }
    let info = look::kind_of(document, look.thread?)?.info();
    let text = Fragment::of(document.source().text(), one.text);
    let verb = hover::verb_of(info, text)?;
    let query = info.query.as_ref().is_some_and(|query| query.name == verb.name);
    let typed = document.source().slice(Span::new(one.text.start, offset.max(one.text.start)));
    let words = typed.split([' ', '\t']).filter(|word| !word.is_empty()).count();
    let fresh = typed.ends_with([' ', '\t']) || offset > one.text.end;
    // The words of the form: the verb itself is not an argument, a query has only arguments.
    let parameters: Vec<(usize, &str)> = words_of(verb.usage)
        .skip(usize::from(!query))
        .filter(|(_, word)| word.contains(|char: char| char.is_ascii_alphanumeric()))
        .collect();
    let after = words + usize::from(fresh);
    let active = after.checked_sub(1 + usize::from(!query))?;
    let last = parameters.len().saturating_sub(1);
    let told: Vec<_> = parameters
        .iter()
        .map(|&(at, word)| {
            let bare = word.trim_matches(['[', ']']);
            if client.parameter_offsets {
                json!({ "label": [at, at + word.len()] })
            } else {
                json!({ "label": bare })
            }
        })
        .collect();
    let mut signature = json!({
        "label": verb.usage,
        "documentation": prose(verb.summary, client.markdown_signatures),
        "parameters": told,
    });
    if parameters.is_empty() {
        signature["parameters"] = json!([]);
    }
    let mut answer = json!({ "signatures": [signature], "activeSignature": 0 });
    if !parameters.is_empty() {
        answer["activeParameter"] = json!(active.min(last));
    }
    Some(answer)
}

/// The words of a usage with their offsets.
fn words_of(usage: &str) -> impl Iterator<Item = (usize, &str)> {
    usage.split(' ').scan(0, |at, word| {
        let start = *at;
        *at += word.len() + 1;
        Some((start, word))
    })
}
