//! The text of an answer that consists of moves: what a command prints, the judge's output, moves
//! as `play` takes them, or an answer in JSON.

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Ruling;
use crate::syntax::Fragment;

/// An answer, cut into its parts.
#[derive(Debug)]
pub(crate) enum Given<'a> {
    /// The claim that there is no solution.
    Unsolvable,
    /// Moves, with the length in front of them if there is one.
    Moves(Option<u64>, Vec<Fragment<'a>>),
}

/// A solution in JSON, as answers write it.
#[derive(Deserialize)]
struct Solution<'a> {
    length: u64,
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
}

/// Returns the bytes of a text without the spaces around it.
pub(crate) fn trimmed(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    start..start + text.trim().len()
}

/// Returns whether an answer claims that there is no solution, also as JSON writes it.
pub(crate) fn is_unsolvable(answer: &str) -> bool {
    matches!(answer.trim(), "unsolvable" | "\"unsolvable\"")
}

/// Returns an answer that is JSON with spaces in place of its brackets, quotes and commas, so that
/// each word keeps its place; other answers as they are.
pub(crate) fn without_json(answer: &str) -> Cow<'_, str> {
    let is_json = answer.trim_start().starts_with(['[', '"'])
        && serde_json::from_str::<serde::de::IgnoredAny>(answer).is_ok();
    match is_json {
        true => answer.replace(['[', ']', '"', ','], " ").into(),
        false => answer.into(),
    }
}

/// Cuts an answer into moves. `cut` cuts the text of a line, or, where `;` separates moves
/// (`several`), of a part of it; `begins` says whether a text begins with a move rather than with
/// a length.
///
/// # Errors
/// The verdict on a text that is not an answer.
pub(crate) fn read<'a>(
    answer: &'a str,
    several: bool,
    cut: impl Fn(Fragment<'a>) -> Vec<Fragment<'a>>,
    begins: impl Fn(&str) -> bool,
) -> Result<Given<'a>, Box<Ruling>> {
    if is_unsolvable(answer) {
        return Ok(Given::Unsolvable);
    }
    if answer.trim_start().starts_with('{') {
        return json(answer);
    }
    let whole = Fragment { text: answer, start: 0 };
    let all = trimmed(answer);
    let word = answer[all.clone()].split_whitespace().next().unwrap_or_default();
    let length = word.parse::<u64>().ok().filter(|_| word.bytes().all(|b| b.is_ascii_digit()));
    let length = length.filter(|_| !begins(&answer[all.clone()]));
    let from = if length.is_some() { all.start + word.len() } else { 0 };
    let rest = whole.part(from..answer.len());
    let mut moves = Vec::new();
    for line in rest.text.split(['\n', '\r']) {
        let mut parts = if several { line.split(';').collect() } else { vec![line] }.into_iter();
        let last = parts.next_back();
        for part in parts {
            let found = cut(rest.locate(part));
            if found.is_empty() {
                let at = rest.locate(part).span().end as usize;
                let ruling = Ruling::not_an_answer(answer, at..at + 1, "a move before `;`");
                return Err(Box::new(ruling));
            }
            moves.extend(found);
        }
        moves.extend(last.into_iter().flat_map(|part| cut(rest.locate(part))));
    }
    Ok(Given::Moves(length, moves))
}

/// Reads a solution in JSON.
fn json<'a>(answer: &'a str) -> Result<Given<'a>, Box<Ruling>> {
    let whole = Fragment { text: answer, start: 0 };
    let expected = "`{\"length\":N,\"moves\":[…]}`";
    let fault = |place| Box::new(Ruling::not_an_answer(answer, place, expected));
    let solution: Solution<'_> =
        serde_json::from_str(answer).map_err(|_| fault(trimmed(answer)))?;
    let text = |raw: &'a RawValue| -> Result<_, Box<Ruling>> {
        let quoted = whole.locate(raw.get());
        let inner = raw.get().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let plain = inner.filter(|text| !text.contains('\\'));
        plain.map(|text| whole.locate(text)).ok_or_else(|| fault(quoted.span().range()))
    };
    let moves = solution.moves.into_iter().map(text).collect::<Result<_, _>>()?;
    Ok(Given::Moves(Some(solution.length), moves))
}
