//! One JSON object per line.

use serde::Serialize;
use serde_json::Value;

use super::diagnostics::{escaped, places};
use crate::diag::{Diagnostic, with_line_ends};
use crate::syntax::Meta;
use crate::text::{Source, Span};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Object<'a> {
    file: &'a str,
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(flatten)]
    extent: Extent,
    labels: Vec<Place<'a>>,
    help: Option<&'a str>,
    fixes: Vec<Fix<'a>>,
}

/// The beginning and the end of a stretch of text in JSON: offsets are bytes, lines and columns
/// count from 1, columns in characters.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Extent {
    start: u32,
    end: u32,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

impl Extent {
    /// Returns the extent of a span.
    pub(crate) fn of(source: &Source, span: Span) -> Self {
        let (first, last) = places(source, span);
        Self {
            start: span.start,
            end: span.end,
            line: first.line,
            column: first.column,
            end_line: last.line,
            end_column: last.column,
        }
    }
}

#[derive(Serialize)]
struct Place<'a> {
    start: u32,
    end: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct Fix<'a> {
    title: &'a str,
    safe: bool,
    edits: Vec<Place<'a>>,
}

/// Returns the diagnostic as one line of JSON, with its line end. The first label is the place
/// itself.
pub fn json(source: &Source, diagnostic: &Diagnostic) -> String {
    let primary =
        Place { start: diagnostic.span.start, end: diagnostic.span.end, text: &diagnostic.label };
    let related = diagnostic.related.iter().map(|label| Place {
        start: label.span.start,
        end: label.span.end,
        text: &label.text,
    });
    let fixes = diagnostic.fixes.iter();
    let edits: Vec<_> = fixes.map(|fix| with_line_ends(&fix.edits, source.bytes())).collect();

    let object = Object {
        file: source.name(),
        code: diagnostic.code.path,
        severity: diagnostic.severity().word(),
        message: &diagnostic.message,
        extent: Extent::of(source, diagnostic.span),
        labels: std::iter::once(primary).chain(related).collect(),
        help: diagnostic.help.as_deref(),
        fixes: diagnostic
            .fixes
            .iter()
            .zip(&edits)
            .map(|(fix, edits)| Fix {
                title: &fix.title,
                safe: fix.is_safe(),
                edits: edits
                    .iter()
                    .map(|edit| Place {
                        start: edit.span.start,
                        end: edit.span.end,
                        text: &edit.text,
                    })
                    .collect(),
            })
            .collect(),
    };
    json_line(&object)
}

/// Returns a value as one line of JSON, with its line end; characters that could make a terminal
/// act are escaped.
///
/// # Panics
/// If the value has a map whose keys are not strings, or writes itself with an error.
pub fn json_line(value: &impl Serialize) -> String {
    let line = serde_json::to_string(value).expect("plain strings and numbers serialize");
    let mut line = escaped(line);
    line.push('\n');
    line
}

/// Returns metadata as a value: an object with a text per key that has one.
pub fn meta_value(meta: &Meta) -> Value {
    let entries = meta.entries().map(|(key, text)| (key.word().to_owned(), text.into()));
    Value::Object(entries.collect())
}
