//! Forms that are the body of a declaration as it stands.

use super::{Piece, codes, lines};
use crate::diag::{Shown, Sink};
use crate::text::{Source, Span};

/// Returns a text as the body of a puzzle of that kind. Reports a brace, which no body holds.
pub(crate) fn read(kind: &str, source: &Source, sink: &mut Sink) -> Vec<Piece> {
    if let Some(at) = source.text().find(['{', '}']) {
        let brace = &source.text()[at..=at];
        let span = Span::new(at as u32, at as u32 + 1);
        sink.push(codes::bad_character(span, Shown(brace), "a label without braces"));
        return Vec::new();
    }
    let lines = lines(source.text());
    let body = lines.iter().map(|line| line.text.trim_end().replace(char::is_control, " "));
    let mut body: Vec<String> = body.skip_while(String::is_empty).collect();
    body.truncate(body.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
    vec![Piece { kind: kind.to_owned(), body, ..Piece::default() }]
}
