//! `textDocument/selectionRange`: the stretches to which a selection grows.

use serde::Serialize;

use super::Query;
use crate::ide::touches;
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{Position, Range, about};
use crate::syntax::Statement;
use crate::text::Span;

pub(super) struct SelectionRanges;

about! {
    SelectionRangeParams { positions: Vec<Position> }
}

/// A stretch, and the next larger one.
#[derive(Debug, Serialize)]
pub(super) struct SelectionRange {
    range: Range,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<Box<SelectionRange>>,
}

impl Query for SelectionRanges {
    const METHOD: &'static str = "textDocument/selectionRange";
    type Params = SelectionRangeParams;
    /// `None` never comes: the whole text is a stretch around each place.
    type Result = Vec<Option<Box<SelectionRange>>>;

    fn answer(
        document: &Document,
        _: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let places = document.places();
        let nested = |position| {
            let chain = selection(document, places.offset(position));
            chain.iter().rev().fold(None, |parent, &span| {
                Some(Box::new(SelectionRange { range: places.range(span), parent }))
            })
        };
        Ok(params.positions.into_iter().map(nested).collect())
    }
}

/// Returns the ever larger stretches around an offset, the smallest first.
fn selection(document: &Document, offset: u32) -> Vec<Span> {
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
            Statement::Declaration(declaration) if touches(declaration.body, offset) => {
                spans.push(line);
                spans.push(declaration.body);
            }
            Statement::Command(command) => spans.push(command.text),
            _ => {}
        }
        spans.push(statement.span());
        if let Some(script) = look.script {
            let members = document.checked.members(script);
            let last = members.last().copied().unwrap_or_default() as usize;
            let first = members.first().copied().unwrap_or_default() as usize;
            let statements = &document.checked.document.statements;
            spans.push(statements[first].span().to(statements[last].span()));
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
