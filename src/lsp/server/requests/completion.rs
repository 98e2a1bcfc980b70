//! `textDocument/completion`: what can be typed at a place.

use std::cell::RefCell;

use serde::Serialize;

use super::Query;
use crate::diag::Sink;
use crate::ide::{self, Head, Means, Puzzles};
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{
    Documentation, Range, TextDocumentPositionParams, TextEdit, numbered,
};
use crate::puzzle::{Board, Info, Registry};
use crate::session::Live;
use crate::session::incremental::Script;
use crate::syntax::Fragment;
use crate::text::Span;

/// The most candidates that are sent.
const MOST: usize = 500;

pub(super) struct Completion;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp::server) struct CompletionList {
    pub(in crate::lsp::server) is_incomplete: bool,
    pub(in crate::lsp::server) items: Vec<CompletionItem>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp::server) struct CompletionItem {
    pub(in crate::lsp::server) label: String,
    kind: CompletionItemKind,
    sort_text: String,
    filter_text: String,
    text_edit: Edit,
    #[serde(skip_serializing_if = "Option::is_none")]
    insert_text_format: Option<InsertTextFormat>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(in crate::lsp::server) detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label_details: Option<LabelDetails>,
    #[serde(skip_serializing_if = "Option::is_none")]
    documentation: Option<Documentation>,
}

/// The edit that puts the text of a candidate in place.
#[derive(Debug, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub(in crate::lsp::server) enum Edit {
    /// The word.
    Range(TextEdit),
    /// The part of the word before the cursor, or the whole word: a person chooses.
    InsertReplace { new_text: String, insert: Range, replace: Range },
}

/// The details beside the label of a candidate.
#[derive(Debug, Serialize)]
pub(in crate::lsp::server) struct LabelDetails {
    description: String,
}

numbered! {
    /// The icon of a candidate.
    CompletionItemKind { Function = 3, Variable = 6, Class = 7, Value = 12, Keyword = 14 }
}

numbered! {
    /// The format of the text of a candidate.
    InsertTextFormat { Snippet = 2 }
}

impl Query for Completion {
    const METHOD: &'static str = "textDocument/completion";
    type Params = TextDocumentPositionParams;
    type Result = CompletionList;

    fn answer(
        document: &Document,
        client: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        Ok(complete(document, client, document.places().offset(params.position)))
    }
}

/// The puzzles of a document in their states before one of its lines.
struct Before<'a> {
    document: &'a Document,
    /// The number of statements before the line.
    count: usize,
    /// The puzzle that was asked last, by the number of its script.
    queried: RefCell<Option<(u64, Live)>>,
}

impl<'a> Before<'a> {
    fn new(document: &'a Document, head: &Head<'_>) -> Self {
        let statements = &document.checked.document.statements;
        let lines = document.source().lines();
        let line = lines.start(lines.line(head.start as u32));
        let count = statements.partition_point(|statement| statement.span().end < line);
        Self { document, count, queried: RefCell::default() }
    }

    fn script(&self, name: Option<&str>) -> Option<&'a Script> {
        let checked = &self.document.checked;
        match name {
            Some(name) => self.document.checked.named(name).filter(|script| self.has(script)),
            None => checked.focus(self.count),
        }
    }

    /// Returns whether a puzzle is declared before the line.
    fn has(&self, script: &Script) -> bool {
        self.document.checked.place(script, self.count) > 0
    }
}

impl Puzzles for Before<'_> {
    fn kinds(&self) -> Registry {
        self.document.checked.kinds
    }

    fn kind(&self, name: Option<&str>) -> Option<&'static Info> {
        self.document.checked.kind(self.script(name)?)
    }

    fn names(&self) -> Box<dyn Iterator<Item = (&str, &'static str)> + '_> {
        let scripts = self.document.checked.scripts.iter().filter(|script| self.has(script));
        Box::new(scripts.filter_map(|script| {
            let (name, _) = self.document.checked.name(script)?;
            Some((name, self.document.checked.kind(script)?.name))
        }))
    }

    fn ask(&self, name: Option<&str>, ask: &mut dyn FnMut(&mut Board)) {
        let Some(script) = self.script(name) else { return };
        let mut queried = self.queried.borrow_mut();
        if queried.as_ref().is_none_or(|(id, _)| *id != script.id) {
            let place = self.document.checked.place(script, self.count);
            let live = self.document.before(script, place);
            *queried = live.map(|live| (script.id, live));
        }
        if let Some(puzzle) = queried.as_mut().and_then(|(_, live)| live.puzzle()) {
            ask(puzzle);
        }
    }

    fn withholds(&self, name: Option<&str>) -> bool {
        self.script(name).is_some_and(|script| self.document.checked.withholds(script))
    }

    fn answer(&self, head: &Head<'_>, command: Fragment<'_>) -> Option<String> {
        match self.document.answer(self.count) {
            Some(known) => Some(known.text.clone()),
            None => ide::preview(self, head.target, command, &mut Sink::new()),
        }
    }
}

/// Returns the candidates at an offset that change the text.
pub(in crate::lsp::server) fn complete(
    document: &Document,
    client: &Client,
    offset: u32,
) -> CompletionList {
    let text = document.source().text();
    if ide::is_in_block(text, &document.checked.document.statements, offset) {
        return CompletionList { is_incomplete: false, items: Vec::new() };
    }

    let head = Head::at(text, offset as usize);
    let before = Before::new(document, &head);
    let (start, candidates) = ide::complete(&head, &before);
    let distances = ide::distances(&head, start, &candidates, &before);
    let mut is_incomplete = candidates.len() > MOST;
    let range = |end: usize| document.places().range(Span::new(start as u32, end as u32));
    let insert = range(offset as usize);

    let items = candidates.into_iter().zip(distances).take(MOST).enumerate();
    let items = items.filter_map(|(at, (candidate, far))| {
        let end = ide::word_end(text, start..offset as usize, candidate.means, &before);
        let rest = text[end..].split(['\n', '\r']).next().unwrap_or_default();
        let snippet = match candidate.means {
            Means::Kind(info) if client.snippets && rest.trim().is_empty() => {
                Some(format!("{} ${{1:name}} {{\n  $0\n}}", info.name))
            }
            _ => None,
        };

        let kind = kind(candidate.means);
        let documentation = candidate.documentation();
        let insert_text_format = snippet.is_some().then_some(InsertTextFormat::Snippet);
        let new_text = snippet.unwrap_or_else(|| candidate.label.clone());
        if text[start..end] == new_text {
            // It is a candidate again once a letter of the word is gone.
            is_incomplete = true;
            return None;
        }

        let text_edit = if client.inserts_or_replaces {
            Edit::InsertReplace { new_text, insert, replace: range(end) }
        } else {
            Edit::Range(TextEdit { range: range(end), new_text })
        };
        let details = far.clone().filter(|_| client.shows_details);
        Some(CompletionItem {
            kind,
            sort_text: format!("{at:04}"),
            filter_text: candidate.label.clone(),
            insert_text_format,
            text_edit,
            detail: far.unwrap_or_else(|| candidate.detail().into_owned()),
            label_details: details.map(|description| LabelDetails { description }),
            documentation: (!documentation.is_empty())
                .then(|| Documentation::new(&documentation, client.markdown_items)),
            label: candidate.label,
        })
    });
    let items = items.collect();
    CompletionList { is_incomplete, items }
}

/// Returns the kind that an editor shows for a candidate.
fn kind(means: Means) -> CompletionItemKind {
    match means {
        Means::Verb(..) => CompletionItemKind::Function,
        Means::Use => CompletionItemKind::Keyword,
        Means::Kind(_) => CompletionItemKind::Class,
        Means::Name(_) | Means::Prefix(_) => CompletionItemKind::Variable,
        Means::Word | Means::Answer => CompletionItemKind::Value,
    }
}
