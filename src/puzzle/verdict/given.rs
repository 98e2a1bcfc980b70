//! The text of an answer: what a command prints, the judge's output, moves as `play` takes them, or
//! an answer in JSON. Its moves are slices of the text, found one by one, because the text may be
//! as long as the memory allows.

use std::borrow::Cow;
use std::fmt::{Formatter, Result as Written};
use std::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::Ruling;
use crate::syntax::{BOM, Fragment};
use crate::text::Span;

/// An answer that consists of moves.
#[derive(Debug)]
pub(crate) enum Given<'a> {
    /// The claim that there is no solution.
    Unsolvable,
    /// Moves.
    Moves(Moves<'a>),
}

/// The moves of an answer.
#[derive(Debug)]
pub(crate) struct Moves<'a> {
    /// The whole answer.
    answer: &'a str,
    /// The number in front of the moves.
    pub(crate) length: Option<u64>,
    form: Form<'a>,
}

/// The form in which moves are written.
#[derive(Debug)]
enum Form<'a> {
    /// As text.
    Text(Fragment<'a>),
    /// As an array of texts in JSON.
    Json(&'a RawValue),
}

/// A solution in JSON, as answers write it.
#[derive(Deserialize)]
struct Solution<'a> {
    length: u64,
    #[serde(borrow)]
    moves: &'a RawValue,
}

/// Calls a function with each element of an array in JSON.
struct Elements<F>(F);

/// The form of a solution in JSON.
const SOLUTION: &str = "`{\"length\":N,\"moves\":[…]}`";

/// Returns an answer without the byte order mark that some editors write before a text.
pub(crate) fn unmarked(answer: &str) -> &str {
    answer.strip_prefix(BOM).unwrap_or(answer)
}

/// Returns the bytes of a text without the spaces around it.
pub(crate) fn trimmed(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    start..start + text.trim().len()
}

/// Returns whether an answer claims that there is no solution, also as JSON writes it.
pub(crate) fn is_unsolvable(answer: &str) -> bool {
    matches!(unmarked(answer).trim(), "unsolvable" | "\"unsolvable\"")
}

/// Returns whether an answer is an array or a text in JSON.
fn is_json(answer: &str) -> bool {
    answer.trim_start().starts_with(['[', '"'])
        && serde_json::from_str::<serde::de::IgnoredAny>(answer).is_ok()
}

/// Returns an answer that is JSON with spaces in place of its brackets, quotes and commas, so that
/// each word keeps its place; other answers as they are.
pub(crate) fn without_json(answer: &str) -> Cow<'_, str> {
    match is_json(answer) {
        true => answer.replace(['[', ']', '"', ','], " ").into(),
        false => answer.into(),
    }
}

/// Returns the words of an answer, also of one in JSON, without a copy of its text.
pub(crate) fn words(answer: &str) -> impl Iterator<Item = &str> + Clone {
    let is_json = is_json(answer);
    let separates =
        move |char: char| char.is_whitespace() || is_json && matches!(char, '[' | ']' | '"' | ',');
    answer.split(separates).filter(|word| !word.is_empty())
}

/// Reads an answer that consists of moves. `begins` says whether a text begins with a move rather
/// than with a length.
///
/// # Errors
/// The verdict on a text that is not an answer.
pub(crate) fn read(answer: &str, begins: impl Fn(&str) -> bool) -> Result<Given<'_>, Box<Ruling>> {
    if is_unsolvable(answer) {
        return Ok(Given::Unsolvable);
    }
    if answer.trim_start().starts_with('{') {
        let solution: Result<Solution<'_>, _> = serde_json::from_str(answer);
        let solution = solution.map_err(|_| not_a_solution(answer, trimmed(answer)))?;
        let length = Some(solution.length);
        return Ok(Given::Moves(Moves { answer, length, form: Form::Json(solution.moves) }));
    }
    let all = trimmed(answer);
    let word = answer[all.clone()].split_whitespace().next().unwrap_or_default();
    let length = word.parse::<u64>().ok().filter(|_| word.bytes().all(|b| b.is_ascii_digit()));
    let length = length.filter(|_| !begins(&answer[all.clone()]));
    let from = if length.is_some() { all.start + word.len() } else { 0 };
    let text = Fragment { text: answer, start: 0 }.part(from..answer.len());
    Ok(Given::Moves(Moves { answer, length, form: Form::Text(text) }))
}

impl<'a> Moves<'a> {
    /// Calls `make` with the text of each move. `first` returns the first move in the text of a
    /// line, or, if `;` separates moves (`several`), in a part of it.
    ///
    /// # Errors
    /// The verdict on a text that is not an answer, also one that `make` returns.
    pub(crate) fn each(
        &self,
        several: bool,
        first: impl Fn(Fragment<'a>) -> Option<Fragment<'a>>,
        mut make: impl FnMut(Fragment<'a>) -> Result<(), Box<Ruling>>,
    ) -> Result<(), Box<Ruling>> {
        let text = match self.form {
            Form::Text(text) => text,
            Form::Json(moves) => return self.each_of_json(moves, make),
        };
        for line in text.text.split(['\n', '\r']) {
            let mut parts = line.split(|char| several && char == ';').peekable();
            while let Some(part) = parts.next() {
                let part = text.locate(part);
                let (mut rest, mut is_empty) = (part, true);
                while let Some(found) = first(rest) {
                    make(found)?;
                    rest = part.at(Span::new(found.span().end, part.span().end));
                    is_empty = false;
                }
                if is_empty && parts.peek().is_some() {
                    let at = part.span().end as usize;
                    let fault = Ruling::not_an_answer(self.answer, at..at + 1, "a move before `;`");
                    return Err(Box::new(fault));
                }
            }
        }
        Ok(())
    }

    /// Calls `make` with the text of each move of an array in JSON.
    fn each_of_json(
        &self,
        moves: &'a RawValue,
        mut make: impl FnMut(Fragment<'a>) -> Result<(), Box<Ruling>>,
    ) -> Result<(), Box<Ruling>> {
        let whole = Fragment { text: self.answer, start: 0 };
        let mut found = Ok(());
        let elements = Elements(|raw: &'a RawValue| {
            if found.is_err() {
                return;
            }
            let quoted = whole.locate(raw.get());
            let inner = raw.get().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            found = match inner.filter(|text| !text.contains('\\')) {
                Some(text) => make(whole.locate(text)),
                None => Err(not_a_solution(self.answer, quoted.span().range())),
            };
        });
        let read = serde_json::Deserializer::from_str(moves.get()).deserialize_seq(elements);
        read.map_err(|_| not_a_solution(self.answer, trimmed(self.answer)))?;
        found
    }
}

impl<'a, F: FnMut(&'a RawValue)> Visitor<'a> for Elements<F> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> Written {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'a>>(mut self, mut array: A) -> Result<(), A::Error> {
        while let Some(element) = array.next_element()? {
            self.0(element);
        }
        Ok(())
    }
}

/// Returns the verdict on a text that is not a solution in JSON.
fn not_a_solution(answer: &str, place: Range<usize>) -> Box<Ruling> {
    Box::new(Ruling::not_an_answer(answer, place, SOLUTION))
}
