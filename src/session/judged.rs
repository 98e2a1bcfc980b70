//! Expectations that are judged: solutions, by the plain rules.

use std::borrow::Cow;

use super::expect::difference;
use super::{codes, expect};
use crate::diag::Diagnostic;
use crate::puzzle::verdict::{Grade, Optimum, Question, Ruling, given};
use crate::puzzle::{Answer, Board};
use crate::search::Budget;
use crate::syntax::{Expected, Fragment, expected_lines};
use crate::text::{Source, Span};

/// The comparison of an answer with an expectation.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// True if the expectation states the answer.
    pub(crate) holds: bool,
    /// The verdict on an expectation that is another solution.
    pub(crate) ruling: Option<Ruling>,
}

impl Comparison {
    /// Compares the answer of a command with an expectation in `text`. `puzzle` is in the state after
    /// the command.
    pub(crate) fn of(
        puzzle: &mut Board,
        command: Fragment<'_>,
        text: &str,
        expected: Expected,
        answer: &Answer,
        budget: &Budget,
    ) -> Self {
        let holds = expect::holds(text, expected, &answer.text())
            || (puzzle.info().accepts)(answer, &expect::lines(text, expected).join("\n"));
        let question = if holds { None } else { ruling_question(text, expected, answer) };
        let ruling = question.and_then(|(expectation, optimum)| {
            let question = Question { answer: &expectation, optimum, draw: None };
            puzzle.verdict(command.text, &question, budget)
        });
        Self { holds, ruling }
    }

    /// Returns whether the expectation is right.
    pub(crate) fn is_right(&self) -> bool {
        self.holds || self.ruling.as_ref().is_some_and(|ruling| ruling.grade == Grade::Right)
    }
}

/// Returns the text of an expectation that must be judged, and what is known of the length that it
/// must have. Spaces replace comments, so that each byte keeps its place. Returns `None` for a lone
/// length and for `unsolvable` on the line of the command, because those are only compared.
fn ruling_question<'a>(
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
        Expected::Open(_) => None,
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
    answer: &str,
    ruling: &Ruling,
    typed: bool,
) -> Diagnostic {
    let place = blamed_span(source, expected, Some(ruling));
    let word = ruling.grade.word();
    if ruling.is_claim {
        return codes::misclaimed(place, command, word, &ruling.reason);
    }
    let mut fault = codes::misjudged(place, command, word, &ruling.reason, typed);
    fault.fixes = difference(source, expected, command, answer, typed).fixes;
    fault
}

/// Returns the diagnostic of an expectation that does not hold, without the right answer. A verdict
/// is reported as far as it is about the expected answer alone.
pub(super) fn withheld(
    source: &Source,
    expected: Expected,
    command: Span,
    ruling: Option<&Ruling>,
) -> Diagnostic {
    let place = blamed_span(source, expected, ruling);
    match ruling {
        Some(ruling) => {
            codes::misjudged_withheld(place, command, ruling.grade.word(), ruling.veiled())
        }
        None => codes::wrong_withheld(place, command),
    }
}

/// Returns the place of the first wrong move or cell of an expectation, or that of all its text.
fn blamed_span(source: &Source, expected: Expected, ruling: Option<&Ruling>) -> Span {
    let (Expected::Line(span) | Expected::Block(span) | Expected::Open(span)) = expected;
    let text = source.slice(span);
    let place = ruling.and_then(|ruling| ruling.at.as_ref()).map(|blame| blame.place.clone());
    let place = place.filter(|place| !place.is_empty()).unwrap_or_else(|| given::trimmed(text));
    match place.is_empty() {
        true => Span::new(span.start - 1, span.start),
        false => Span::of(&place).shifted(span.start),
    }
}
