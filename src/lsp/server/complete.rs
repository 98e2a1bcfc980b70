//! Completions at a place, and the form of the command that is being typed.

use std::cell::RefCell;

use serde_json::{Value, json};

use super::client::Client;
use super::document::Document;
use super::protocol as lsp;
use crate::diag::Sink;
use crate::ide::{self, Candidate, Form, Head, Means, Puzzles};
use crate::puzzle::{Kind, Puzzle};
use crate::session::Live;
use crate::session::incremental::Script;
use crate::syntax::{Fragment, Statement};
use crate::text::Span;

/// The most candidates that are sent.
const MOST: usize = 500;

/// The puzzles of a document as they stand before one of its lines.
struct Before<'a> {
    document: &'a Document,
    /// How many statements stand before the line.
    count: usize,
    /// The puzzle that was asked last, by the number of its script.
    asked: RefCell<Option<(u64, Live)>>,
}

impl<'a> Before<'a> {
    fn new(document: &'a Document, head: &Head<'_>) -> Self {
        let all = &document.checked.document.statements;
        let lines = document.source().lines();
        let line = lines.start(lines.line(head.start as u32));
        let count = all.partition_point(|one| one.span().end < line);
        Self { document, count, asked: RefCell::default() }
    }

    fn script(&self, name: Option<&str>) -> Option<&'a Script> {
        let checked = &self.document.checked;
        match name {
            Some(name) => self.document.checked.named(name).filter(|script| self.has(script)),
            None => checked.focus(self.count),
        }
    }

    /// Whether a puzzle is declared before the line.
    fn has(&self, script: &Script) -> bool {
        self.document.checked.place(script, self.count) > 0
    }
}

impl Puzzles for Before<'_> {
    fn kind(&self, name: Option<&str>) -> Option<&'static dyn Kind> {
        self.document.checked.kind(self.script(name)?)
    }

    fn names(&self) -> Box<dyn Iterator<Item = (&str, &'static str)> + '_> {
        let scripts = self.document.checked.scripts.iter().filter(|script| self.has(script));
        Box::new(scripts.filter_map(|script| {
            let (name, _) = self.document.checked.name(script)?;
            Some((name, self.document.checked.kind(script)?.info().name))
        }))
    }

    fn ask(&self, name: Option<&str>, ask: &mut dyn FnMut(&mut dyn Puzzle)) {
        let Some(script) = self.script(name) else { return };
        let mut asked = self.asked.borrow_mut();
        if asked.as_ref().is_none_or(|(id, _)| *id != script.id) {
            let place = self.document.checked.place(script, self.count);
            let live = self.document.before(script, place);
            *asked = live.map(|live| (script.id, live));
        }
        if let Some(puzzle) = asked.as_mut().and_then(|(_, live)| live.puzzle()) {
            ask(puzzle);
        }
    }

    fn answer(&self, head: &Head<'_>, command: Fragment<'_>) -> Option<String> {
        match self.document.answer(self.count) {
            Some(known) => Some(known.data.text.to_owned()),
            None => ide::preview(self, head.target, command, &mut Sink::new()),
        }
    }
}

/// The place that a candidate replaces, and the candidates at an offset.
fn candidates(document: &Document, offset: u32) -> (Span, Vec<Candidate>) {
    let text = document.source().text();
    if ide::is_in_block(text, &document.checked.document.statements, offset) {
        return (Span::at(offset), Vec::new());
    }
    let head = Head::at(text, offset as usize);
    let (start, found) = ide::complete(&head, &Before::new(document, &head));
    (Span::new(start as u32, offset), found)
}

/// The candidates at an offset.
pub(super) fn complete(document: &Document, client: &Client, offset: u32) -> Value {
    let (word, found) = candidates(document, offset);
    let range = document.places().range(word);
    let incomplete = found.len() > MOST;
    let items = found.into_iter().take(MOST).enumerate().map(|(at, one)| {
        let snippet = match one.means {
            Means::Kind(info) if client.snippets => {
                Some(format!("{} ${{1:name}} {{\n  $0\n}}", info.name))
            }
            _ => None,
        };
        let (kind, detail, documentation) = (kind(one.means), one.detail(), one.documentation());
        let mut item = json!({
            "label": one.label,
            "kind": kind,
            "sortText": format!("{at:04}"),
            "filterText": one.label,
            "textEdit": { "range": range, "newText": snippet.as_ref().unwrap_or(&one.label) },
        });
        if snippet.is_some() {
            item["insertTextFormat"] = json!(lsp::InsertTextFormat::Snippet);
        }
        if !detail.is_empty() {
            item["detail"] = json!(detail);
        }
        if !documentation.is_empty() {
            item["documentation"] = prose(&documentation, client.markdown_items);
        }
        item
    });
    let items: Vec<_> = items.collect();
    json!({ "isIncomplete": incomplete, "items": items })
}

/// The kind that an editor shows for a candidate.
fn kind(means: Means) -> lsp::CompletionItemKind {
    match means {
        Means::Verb(..) => lsp::CompletionItemKind::Function,
        Means::Use => lsp::CompletionItemKind::Keyword,
        Means::Kind(_) => lsp::CompletionItemKind::Class,
        Means::Name(_) | Means::Prefix(_) => lsp::CompletionItemKind::Variable,
        Means::Word | Means::Answer => lsp::CompletionItemKind::Value,
    }
}

/// Text for people, in the form that the client renders.
pub(super) fn markup(text: &str, markdown: bool) -> Value {
    if markdown {
        json!({ "kind": "markdown", "value": text })
    } else {
        let lines = text.lines().filter(|line| !line.starts_with("```"));
        let plain: Vec<_> = lines.map(|line| line.replace("**", "").replace('`', "")).collect();
        json!({ "kind": "plaintext", "value": plain.join("\n").trim() })
    }
}

/// The same where the protocol takes a plain string as well: every client shows that, even one that
/// names no format.
fn prose(text: &str, markdown: bool) -> Value {
    let told = markup(text, markdown);
    if markdown { told } else { told["value"].clone() }
}

/// The form of the command at an offset, with the argument that is being typed.
pub(super) fn signature(document: &Document, client: &Client, offset: u32) -> Option<Value> {
    let look = document.checked.at(offset)?;
    let Statement::Command(one) = &document.checked.document.statements[look.statement] else {
        return None;
    };
    if one.expected.is_some() && offset > one.text.end {
        return None;
    }
    let kind = document.checked.kind(look.script?)?;
    let (verb, query) = ide::verb(kind, Fragment::of(document.source().text(), one.text))?;
    let typed = document.source().slice(Span::new(one.text.start, offset.max(one.text.start)));
    let (arguments, active) = Form::new(verb.usage).arguments(query, typed)?;
    let parameters = arguments.into_iter().map(|at| match client.parameter_offsets {
        true => json!({ "label": [at.start, at.end] }),
        false => json!({ "label": verb.usage[at].trim_matches(['[', ']']) }),
    });
    let signature = json!({
        "label": verb.usage,
        "documentation": prose(verb.summary, client.markdown_signatures),
        "parameters": parameters.collect::<Vec<_>>(),
    });
    let mut answer = json!({ "signatures": [signature], "activeSignature": 0 });
    if let Some(active) = active {
        answer["activeParameter"] = json!(active);
    }
    Some(answer)
}
