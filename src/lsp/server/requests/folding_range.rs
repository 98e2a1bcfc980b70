//! `textDocument/foldingRange`: what can be folded.

use serde::Serialize;

use super::Query;
use crate::ide::{self, Token};
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::TextDocumentParams;
use crate::syntax::{Expected, Statement};
use crate::text::Span;

pub(super) struct FoldingRanges;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FoldingRange {
    start_line: u32,
    end_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_character: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_character: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<FoldingRangeKind>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum FoldingRangeKind {
    Comment,
}

impl Query for FoldingRanges {
    const METHOD: &'static str = "textDocument/foldingRange";
    const IS_SLOW: bool = true;
    type Params = TextDocumentParams;
    type Result = Vec<FoldingRange>;

    fn answer(
        document: &Document,
        client: &Client,
        _: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        Ok(folds(document, client))
    }
}

/// Returns the folding ranges: bodies, blocks of expected lines, runs of comments.
fn folds(document: &Document, client: &Client) -> Vec<FoldingRange> {
    let lines = document.source().lines();
    let places = document.places();
    let mut ranges = Vec::new();
    let mut fold = |span: Span, kind: Option<FoldingRangeKind>| {
        let start_line = lines.line(span.start);
        let end_line = lines.line(span.end);
        // The line of the closing brace stays visible.
        let hides_end = kind.is_some() || !client.folds_lines;
        let end_line = if hides_end { end_line } else { end_line.saturating_sub(1) };
        if end_line <= start_line {
            return;
        }

        let column = |at| (!client.folds_lines).then(|| places.position(at).character);
        let start_character = column(span.start);
        let end_character = column(span.end);
        ranges.push(FoldingRange { start_line, end_line, start_character, end_character, kind });
    };

    for (_, statement) in document.statements() {
        match statement {
            Statement::Declaration(declaration) if declaration.closed => {
                fold(declaration.body, None);
            }
            Statement::Command(command) => {
                if let Some(Expected::Block(span)) = command.expected {
                    fold(span, None);
                }
            }
            _ => {}
        }
    }
    for span in comments(document) {
        fold(span, Some(FoldingRangeKind::Comment));
    }
    ranges.sort_by_key(|range| range.start_line);
    ranges
}

/// Runs of lines between statements that hold comments only.
fn comments(document: &Document) -> Vec<Span> {
    let text = document.source().text();
    let (mut tokens, mut runs) = (Vec::new(), Vec::<Span>::new());
    ide::comments(text, Span::new(0, text.len() as u32), &mut tokens);
    let statements = &document.checked.document.statements;
    for Token { span, .. } in document.until_cancelled(tokens.into_iter()) {
        let line = document.source().lines();
        let before = Span::new(line.start(line.line(span.start)), span.start);
        let next = statements.partition_point(|statement| statement.span().end <= span.start);
        let within =
            statements.get(next).is_some_and(|statement| statement.span().start < span.start);
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
