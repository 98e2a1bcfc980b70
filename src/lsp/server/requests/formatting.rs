//! `textDocument/formatting`: the canonical layout as edits of single statements.

use super::Query;
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{TextDocumentParams, TextEdit};
use crate::session::Formatted;
use crate::text::Span;

pub(super) struct Formatting;

impl Query for Formatting {
    const METHOD: &'static str = "textDocument/formatting";
    const IS_SLOW: bool = true;
    type Params = TextDocumentParams;
    type Result = Vec<TextEdit>;

    fn answer(document: &Document, _: &Client, _: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(edits(document, None))
    }
}

/// Returns the edits that bring the statements touching `within` (or all) into the canonical
/// layout. Statements with errors are left as they are.
pub(super) fn edits(document: &Document, within: Option<Span>) -> Vec<TextEdit> {
    let source = document.source();
    let before = &document.checked.document;
    let Formatted { text: formatted, ends } = document.checked.formatted(&document.cancel);
    if formatted == source.text() || document.cancel.is_cancelled() {
        return Vec::new();
    }

    let places = document.places();
    let mut cursor = places.cursor();
    let mut edits = Vec::new();
    let mut from = 0;
    let mut to = 0;
    let last = [(source.text().len() as u32, formatted.len() as u32)];
    let old = before.statements.iter().map(|statement| statement.span().end);
    let stops = old.zip(ends).chain(last);

    for (old_end, new_end) in stops {
        let was = Span::new(from, old_end);
        let is = Span::new(to, new_end);
        let was_text = source.slice(was);
        let is_text = &formatted[is.range()];
        let wanted = within.is_none_or(|within| {
            // The spaces in front of a statement belong to it; a range that touches only them does
            // not touch the statement.
            let lead = (was_text.len() - was_text.trim_start().len()) as u32;
            was.start + lead <= within.end && within.start < was.end.max(was.start + 1)
        });

        if wanted && was_text != is_text {
            // Only the part that differs, cut at characters.
            let bytes = was_text.bytes().zip(is_text.bytes());
            let mut head = bytes.take_while(|(a, b)| a == b).count();
            while !was_text.is_char_boundary(head) || !is_text.is_char_boundary(head) {
                head -= 1;
            }
            // No column lies between CR and LF.
            if was_text[..head].ends_with('\r') {
                head -= 1;
            }

            let (a, b) = (&was_text[head..], &is_text[head..]);
            let pairs = a.bytes().rev().zip(b.bytes().rev());
            let mut tail = pairs.take_while(|(a, b)| a == b).count();
            while !a.is_char_boundary(a.len() - tail) || !b.is_char_boundary(b.len() - tail) {
                tail -= 1;
            }
            if tail > 0 && a[a.len() - tail..].starts_with('\n') {
                let cut = was_text.as_bytes()[..was_text.len() - tail].last() == Some(&b'\r');
                tail -= usize::from(cut);
            }
            let span = Span::new(was.start + head as u32, was.end - tail as u32);
            edits.push(TextEdit {
                range: cursor.range(span),
                new_text: b[..b.len() - tail].to_owned(),
            });
        }
        (from, to) = (old_end, new_end);
    }
    edits
}
