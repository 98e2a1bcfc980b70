//! The text of an answer: what a command prints, the judge's output, moves as people write them, or
//! an answer in JSON. Its moves are slices of the text, read one after the other, because the text
//! may be as long as the memory allows.

use std::collections::HashSet;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::Unit;
use super::Ruling;
use super::syntax::{parse_array_start, parse_ordinal, quoted_text};
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
    /// The text of the moves.
    text: Fragment<'a>,
    /// True if the text is an array, whose strings are its lines.
    is_array: bool,
}

/// A part of an answer that was read: a move, or letters in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'a> {
    /// The text after it.
    pub(crate) rest: &'a str,
    /// The number of its moves.
    pub(crate) moves: u64,
}

/// The signs between the moves of an answer.
#[derive(Debug, Default)]
pub(crate) struct Separation<'l> {
    /// True if spaces separate moves.
    pub(crate) by_spaces: bool,
    /// The labels of the board. A label can look like a sign between moves or like a number before one.
    pub(crate) labels: Labels<'l>,
}

/// The labels of the pieces of a board.
#[derive(Debug, Default)]
pub(crate) struct Labels<'l> {
    labels: HashSet<&'l str>,
    /// The bytes of the longest.
    longest: usize,
}

impl<'l> Labels<'l> {
    pub(crate) fn of(labels: impl IntoIterator<Item = &'l str>) -> Self {
        let labels: HashSet<&str> = labels.into_iter().collect();
        let longest = labels.iter().map(|label| label.len()).max().unwrap_or_default();
        Self { labels, longest }
    }

    /// Returns whether the first word of a text is a label. Costs no more than the longest label is long.
    pub(crate) fn begin(&self, text: &str) -> bool {
        let end = text.bytes().take(self.longest + 1).position(|byte| byte.is_ascii_whitespace());
        let end = end.unwrap_or_else(|| text.len().min(self.longest + 1));
        text.get(..end).is_some_and(|word| self.labels.contains(word))
    }

    /// Returns whether a label looks like the number before a move: `1.`.
    fn has_ordinal(&self) -> bool {
        self.labels.iter().any(|label| is_ordinal(label))
    }
}

/// Reads the move, or the letters, at the start of a text that is not blank. It fails with the verdict on
/// a text that is not an answer.
type ReadItem<'r, 'a> = dyn FnMut(Fragment<'a>) -> Result<Item<'a>, Box<Ruling>> + 'r;

/// A solution in JSON, as answers write it.
#[derive(Deserialize)]
struct Solution<'a> {
    length: u64,
    #[serde(borrow)]
    moves: &'a RawValue,
}

/// The form of a solution in JSON.
const SOLUTION: &str = "`{\"length\":N,\"moves\":[…]}`";

/// The rule of the numbers before moves.
const EACH_OR_NONE: &str = "a number before each move or before each line";

/// Returns an answer without the byte order mark that some editors write before a text.
pub(crate) fn unmarked(answer: &str) -> &str {
    answer.strip_prefix(BOM).unwrap_or(answer)
}

/// Returns an answer without a byte order mark and without the fence of backticks around it.
pub(crate) fn bare(answer: &str) -> &str {
    let answer = unmarked(answer);
    let text = answer.trim();
    let inner = text.trim_start_matches('`');
    let fence = &text[..text.len() - inner.len()];
    let Some(inner) = inner.strip_suffix(fence).filter(|_| !fence.is_empty()) else {
        return answer;
    };
    if inner.contains('`') {
        return answer;
    }
    match inner.split_once('\n') {
        // The rest of the first line names the language.
        Some((_, lines)) if fence.len() >= 3 => lines,
        _ => inner,
    }
}

/// Returns the bytes of a text without the spaces around it.
pub(crate) fn trimmed(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    start..start + text.trim().len()
}

/// Returns whether an answer claims that there is no solution, also as JSON writes it.
pub(crate) fn is_unsolvable(answer: &str) -> bool {
    matches!(bare(answer).trim(), "unsolvable" | "\"unsolvable\"")
}

/// Returns whether an answer is an array or a text in JSON.
fn is_json(answer: &str) -> bool {
    answer.trim_start().starts_with(['[', '"'])
        && serde_json::from_str::<serde::de::IgnoredAny>(answer).is_ok()
}

/// Returns the words of an answer, also of one in JSON, without a copy of its text.
pub(crate) fn words(answer: &str) -> impl Iterator<Item = &str> + Clone {
    let answer = bare(answer);
    let is_json = is_json(answer);
    let separates =
        move |char: char| char.is_whitespace() || is_json && matches!(char, '[' | ']' | '"' | ',');
    answer.split(separates).filter(|word| !word.is_empty())
}

/// Reads an answer that consists of moves, whose length is in the unit `unit`. `begins` says whether a
/// line that begins with a number begins with a move rather than with a length.
///
/// # Errors
/// The verdict on a text that is not an answer.
pub(crate) fn read(
    answer: &str,
    unit: Unit,
    begins: impl Fn(&str) -> bool,
) -> Result<Given<'_>, Box<Ruling>> {
    if is_unsolvable(answer) {
        return Ok(Given::Unsolvable);
    }
    let whole = Fragment { text: answer, start: 0 };
    let text = bare(answer).trim();
    if text.starts_with('{') {
        let solution: Result<Solution<'_>, _> = serde_json::from_str(text);
        let solution = solution.map_err(|_| not_a_solution(answer, trimmed(answer)))?;
        let moves = whole.locate(solution.moves.get());
        let Some(text) = array_in(moves) else {
            return Err(not_a_solution(answer, moves.span().range()));
        };
        let length = Some(solution.length);
        return Ok(Given::Moves(Moves { answer, length, text, is_array: true }));
    }
    if let Some(text) = array_in(whole.locate(text)) {
        return Ok(Given::Moves(Moves { answer, length: None, text, is_array: true }));
    }
    let word = text.split_whitespace().next().unwrap_or_default();
    let length = word.parse::<u64>().ok().filter(|_| word.bytes().all(|b| b.is_ascii_digit()));
    let length = length.filter(|_| !begins(text.lines().next().unwrap_or_default()));
    let text = if length.is_some() { after_unit(&text[word.len()..], unit) } else { text };
    Ok(Given::Moves(Moves { answer, length, text: whole.locate(text), is_array: false }))
}

/// Returns the text below the unit of a length, if that is the rest of the line.
fn after_unit(text: &str, unit: Unit) -> &str {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let is_unit = [unit.singular, unit.plural].contains(&line.trim());
    if is_unit { &text[line.len()..] } else { text }
}

/// Returns the text after the bracket that opens an array of strings: `["R", "D"]`, or
/// `moves = ["R", "D"]`.
fn array_in(text: Fragment<'_>) -> Option<Fragment<'_>> {
    parse_array_start(text.text).ok().map(|(rest, ())| text.locate(rest))
}

/// Returns whether a word is written as the number before a move.
pub(crate) fn is_ordinal(word: &str) -> bool {
    matches!(parse_ordinal(word), Ok(("", _)))
}

/// Returns the first word of a text.
fn first_word(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or_default()
}

/// The numbers before moves or lines: `1.`, `2.` … They count the moves or the lines.
#[derive(Debug, Default)]
struct Ordinals {
    /// The number that was read last.
    last: u64,
    /// The first move without a number.
    bare_move: Option<Span>,
    /// The first line without a number.
    bare_line: Option<Span>,
    /// True if a number is not at the start of a line.
    is_inside: bool,
}

impl Ordinals {
    /// Returns whether a number may follow where the line does not start.
    fn counts_moves(&self) -> bool {
        self.bare_move.is_none()
    }

    /// Returns the place where a number is missing, if there are numbers and they count neither the
    /// moves nor the lines.
    fn missing(&self) -> Option<Span> {
        let counts_lines = self.bare_line.is_none() && !self.is_inside;
        if self.last == 0 || self.counts_moves() || counts_lines {
            return None;
        }
        if self.is_inside { self.bare_move } else { self.bare_line }
    }
}

/// A part of an answer that holds moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A line, or a string of an array.
    Line,
    /// A text in quotes on a line, after a number or not.
    Quoted { is_numbered: bool },
}

/// The moves of an answer while they are read.
struct Reading<'m, 'r, 'a> {
    answer: &'a str,
    separation: &'m Separation<'m>,
    read_item: &'m mut ReadItem<'r, 'a>,
    /// `None` if a label of the board is written as a number would be.
    ordinals: Option<Ordinals>,
}

impl<'a> Moves<'a> {
    /// Reads each move.
    ///
    /// # Errors
    /// The verdict on a text that is not an answer.
    pub(crate) fn each(
        &self,
        separation: &Separation<'_>,
        read_item: &mut ReadItem<'_, 'a>,
    ) -> Result<(), Box<Ruling>> {
        let ordinals = (!separation.labels.has_ordinal()).then(Ordinals::default);
        let mut reading = Reading { answer: self.answer, separation, read_item, ordinals };
        if self.is_array {
            reading.array(self.text)?;
        } else {
            for line in self.text.text.split(['\n', '\r']) {
                reading.line(self.text.locate(line))?;
            }
        }
        match reading.ordinals.and_then(|ordinals| ordinals.missing()) {
            Some(place) => {
                let place = place.range();
                Err(Box::new(Ruling::not_an_answer(self.answer, place, EACH_OR_NONE)))
            }
            None => Ok(()),
        }
    }

    /// Returns the text from the first move on, without a quote and a number before it.
    pub(crate) fn first(&self) -> &'a str {
        let text = self.text.text.trim_start();
        let text = text.strip_prefix(['"', '\'']).unwrap_or(text);
        parse_ordinal(text).map_or(text, |(rest, _)| rest.trim_start())
    }
}

impl<'a> Reading<'_, '_, 'a> {
    /// Reads the strings of an array, each of which is a line, and what follows the array.
    fn array(&mut self, text: Fragment<'a>) -> Result<(), Box<Ruling>> {
        let mut rest = text.text.trim_start();
        while !rest.starts_with(']') {
            let Ok((after, inner)) = quoted_text(rest) else {
                let word = rest.split([',', ']', '\n']).next().unwrap_or_default();
                return Err(self.unexpected(text.locate(word), "moves in quotes"));
            };
            self.line(text.locate(inner))?;
            let after = after.trim_start();
            rest = match after.strip_prefix(',') {
                Some(next) => next.trim_start(),
                None if after.starts_with(']') => after,
                None => {
                    let word = text.locate(first_word(after));
                    return Err(self.unexpected(word, "`,` or `]` after the moves"));
                }
            };
        }
        let rest = rest[1..].trim();
        match rest.is_empty() {
            true => Ok(()),
            false => Err(self.unexpected(text.locate(rest), "the end after `]`")),
        }
    }

    /// Reads the moves of a line.
    fn line(&mut self, line: Fragment<'a>) -> Result<(), Box<Ruling>> {
        let text = line.locate(line.text.trim());
        if text.is_blank() {
            return Ok(());
        }
        let is_numbered = parse_ordinal(text.text).is_ok();
        if let Some(ordinals) = &mut self.ordinals
            && !is_numbered
        {
            ordinals.bare_line.get_or_insert(text.span());
        }
        self.items(text, Part::Line)
    }

    /// Reads the moves of a line or of a part of it.
    fn items(&mut self, text: Fragment<'a>, part: Part) -> Result<(), Box<Ruling>> {
        let mut rest = text;
        while !rest.is_blank() {
            let starts = rest == text;
            let is_numbered = self.ordinal(&mut rest, starts && part == Part::Line)?
                || starts && part == Part::Quoted { is_numbered: true };
            if let Some(separator) = rest.text.chars().next().filter(|sign| ",;".contains(*sign)) {
                let expected = format!("a move before `{separator}`");
                return Err(self.unexpected(rest.part(0..1), &expected));
            }
            let after = match quoted_text(rest.text) {
                Ok((after, inner)) if part == Part::Line && !self.begins_with_label(rest) => {
                    let inner = rest.locate(inner.trim());
                    if inner.is_blank() {
                        let quotes = rest.at(Span::new(rest.start, rest.locate(after).start));
                        return Err(self.unexpected(quotes, "a move in the quotes"));
                    }
                    self.items(inner, Part::Quoted { is_numbered })?;
                    after
                }
                _ => self.item(rest, is_numbered)?.rest,
            };
            rest = self.separated(rest.locate(after))?;
        }
        Ok(())
    }

    /// Reads a move or a row of letters.
    fn item(&mut self, text: Fragment<'a>, is_numbered: bool) -> Result<Item<'a>, Box<Ruling>> {
        let item = (self.read_item)(text)?;
        if let Some(ordinals) = &mut self.ordinals
            && (!is_numbered || item.moves > 1)
        {
            let end = text.locate(item.rest).start;
            ordinals.bare_move.get_or_insert(Span::new(text.start, end));
        }
        Ok(item)
    }

    /// Returns the text after a separator, or after the spaces that are one.
    fn separated(&self, after: Fragment<'a>) -> Result<Fragment<'a>, Box<Ruling>> {
        let rest = after.locate(after.text.trim_start());
        if let Some(next) = rest.text.strip_prefix([',', ';']) {
            return Ok(rest.locate(next.trim_start()));
        }
        let is_apart = rest.start > after.start && self.separation.by_spaces;
        match rest.is_blank() || is_apart {
            true => Ok(rest),
            false => {
                let word = rest.locate(first_word(rest.text));
                Err(self.unexpected(word, "`;`, `,` or the end of the line after a move"))
            }
        }
    }

    /// Reads the number before a move or a line, if there is one, and the spaces after it.
    fn ordinal(&mut self, rest: &mut Fragment<'a>, starts: bool) -> Result<bool, Box<Ruling>> {
        let text = *rest;
        let Some(ordinals) = &mut self.ordinals else { return Ok(false) };
        let Ok((after, ordinal)) = parse_ordinal(text.text) else { return Ok(false) };
        if self.separation.labels.begin(text.text) {
            return Ok(false);
        }
        let next = ordinals.last + 1;
        let number = ordinal[..ordinal.len() - 1].parse::<u64>().ok();
        let expected = match number == Some(next) {
            true if starts || ordinals.counts_moves() => None,
            true => Some(String::from(EACH_OR_NONE)),
            false => Some(format!("a move, or the number {next} before one")),
        };
        if let Some(expected) = expected {
            return Err(self.unexpected(text.locate(ordinal), &expected));
        }
        ordinals.last = next;
        ordinals.is_inside |= !starts;
        *rest = text.locate(after.trim_start());
        match rest.is_blank() {
            true => Err(self.unexpected(text.locate(ordinal), "a move after its number")),
            false => Ok(true),
        }
    }

    fn begins_with_label(&self, text: Fragment<'a>) -> bool {
        self.separation.labels.begin(text.text)
    }

    fn unexpected(&self, fragment: Fragment<'a>, expected: &str) -> Box<Ruling> {
        Box::new(Ruling::not_an_answer(self.answer, fragment.span().range(), expected))
    }
}

/// Returns the verdict on a text that is not a solution in JSON.
fn not_a_solution(answer: &str, place: Range<usize>) -> Box<Ruling> {
    Box::new(Ruling::not_an_answer(answer, place, SOLUTION))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_and_a_mark_are_taken_off() {
        for (answer, text) in [
            ("RR", "RR"),
            ("\u{feff}RR", "RR"),
            ("```\nRR\nD\n```\n", "RR\nD\n"),
            ("\n```text\n RR\n```", " RR\n"),
            ("`RR`", "RR"),
            ("```RR```", "RR"),
            ("````\nRR\n```", "````\nRR\n```"),
            ("`R` `R`", "`R` `R`"),
            ("`", "`"),
            ("``", "``"),
        ] {
            assert_eq!(bare(answer), text, "{answer:?}");
        }
    }
}
