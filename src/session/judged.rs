//! Expectations that are judged: solutions, by the plain rules.

use std::borrow::Cow;

use super::codes;
use super::expect::differs;
use crate::diag::Diagnostic;
use crate::puzzle::Answer;
use crate::puzzle::verdict::{Optimum, Ruling, given};
use crate::syntax::{Expected, expected_lines};
use crate::text::{Source, Span};

/// Returns the text of an expectation that is judged if its command solves the puzzle, and the
/// length that it must have. In place of comments are spaces, so that each byte keeps its place. A
/// lone length and `unsolvable` on the line of the command are compared.
pub(super) fn judged<'a>(
    text: &'a str,
    expected: Expected,
    answer: &Answer,
) -> Option<(Cow<'a, str>, Optimum)> {
    let (optimum, counts) = match answer {
        Answer::Solution(solution) => (Optimum::Known(Some(solution.length)), true),
        Answer::Unsolvable => (Optimum::Known(None), true),
        _ => (Optimum::Ignore, false),
    };
    match expected {
        Expected::Line(span) => {
            let wanted = text[span.range()].trim();
            let is_length = counts && wanted.bytes().all(|byte| byte.is_ascii_digit());
            let is_compared = is_length || given::is_unsolvable(wanted);
            (!is_compared).then_some((Cow::Borrowed(&text[span.range()]), optimum))
        }
        Expected::Block(span) => {
            let blank = |byte: u8| if matches!(byte, b'\n' | b'\r') { byte } else { b' ' };
            let mut bytes: Vec<u8> = text[span.range()].bytes().map(blank).collect();
            for line in expected_lines(text, span) {
                let at = (line.start - span.start) as usize;
                bytes[at..at + line.text.len()].copy_from_slice(line.text.as_bytes());
            }
            Some((Cow::Owned(String::from_utf8(bytes).ok()?), optimum))
        }
    }
}

/// Returns the diagnostic of a verdict on an expectation, at the first wrong move or cell, with
/// the fix that makes it hold.
pub(super) fn misjudged(
    source: &Source,
    expected: Expected,
    command: Span,
    found: &str,
    ruling: &Ruling,
    typed: bool,
) -> Diagnostic {
    let (Expected::Line(span) | Expected::Block(span)) = expected;
    let text = source.slice(span);
    let place = ruling.at.as_ref().map(|blame| blame.place.clone());
    let place = place.filter(|place| !place.is_empty()).unwrap_or_else(|| given::trimmed(text));
    let place = match place.is_empty() {
        true => Span::new(span.start - 1, span.start),
        false => Span::of(&place).shifted(span.start),
    };
    let fixes = differs(source, expected, command, found, typed).fixes;
    let mut fault = codes::misjudged(place, command, ruling.grade.word(), &ruling.reason, typed);
    fault.fixes = fixes;
    fault
}
