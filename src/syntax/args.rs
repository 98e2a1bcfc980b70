//! The arguments of a command, read one after the other.

use std::fmt::Display;

use nom::error::{ErrorKind, ParseError};
use nom::{Offset, Parser};

use super::codes;
use super::form::{Missing, Stop};
use super::form_fix::form_fix;
use super::habits::Habit;
use super::token::{is_blank, parse_coordinate, parse_integer};
use super::usage::{Number, Usage};
use crate::diag::{Shown, Sink};
use crate::scene::Coordinate;
use crate::text::{Span, Spanned};

/// A piece of text with its place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment<'a> {
    /// The text.
    pub text: &'a str,
    /// The offset of its first byte.
    pub start: u32,
}

/// Shows at most 40 characters of the fragment, as messages do.
impl Display for Fragment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Shown(self.text).fmt(f)
    }
}

impl<'a> Fragment<'a> {
    /// Returns the text of `span` in `source`.
    pub fn of(source: &'a str, span: Span) -> Self {
        Self { text: &source[span.range()], start: span.start }
    }

    /// Returns the place of the text.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len() as u32)
    }

    /// Returns a part by its text, which must be a slice of this text.
    #[must_use]
    pub fn locate(&self, part: &'a str) -> Self {
        Self { text: part, start: self.start + self.text.offset(part) as u32 }
    }

    /// Returns the text without the spaces before it.
    #[must_use]
    pub fn trimmed(self) -> Self {
        self.locate(self.text.trim_start_matches([' ', '\t']))
    }

    /// Returns its characters, each with its place.
    pub fn characters(self) -> impl Iterator<Item = Self> {
        let end = |at: usize, char: char| at + char.len_utf8();
        self.text.char_indices().map(move |(at, char)| self.part(at..end(at, char)))
    }

    /// Returns whether the text is empty.
    pub fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the place of a range of bytes.
    pub fn place(&self, range: &std::ops::Range<usize>) -> Span {
        Span::of(range).shifted(self.start)
    }

    /// Returns a part by its place in the source.
    #[must_use]
    pub fn at(&self, span: Span) -> Self {
        self.part((span.start - self.start) as usize..(span.end - self.start) as usize)
    }

    /// Returns a part by its range of bytes.
    #[must_use]
    pub fn part(&self, range: std::ops::Range<usize>) -> Self {
        Self { text: &self.text[range.clone()], start: self.start + range.start as u32 }
    }
}

/// A cursor over the arguments of one command. Words are separated by spaces.
#[derive(Clone, Debug)]
pub struct Args<'a> {
    rest: Fragment<'a>,
    /// The last thing read: a missing argument is expected after it.
    before: Span,
    usage: Usage,
}

impl<'a> Args<'a> {
    /// Returns a cursor over `rest`, which follows the verb at `verb`; `usage` is the form that
    /// help shows.
    pub fn new(rest: Fragment<'a>, verb: Span, usage: impl Into<Usage>) -> Self {
        let mut args = Self { rest, before: verb, usage: usage.into() };
        args.skip();
        args
    }

    fn skip(&mut self) {
        let blanks = self.rest.text.bytes().take_while(|&byte| is_blank(byte)).count();
        self.rest = self.rest.part(blanks..self.rest.text.len());
    }

    fn advance(&mut self, length: usize) -> Fragment<'a> {
        let taken = self.rest.part(0..length);
        self.rest = self.rest.part(length..self.rest.text.len());
        self.before = taken.span();
        self.skip();
        taken
    }

    /// Returns whether no argument is left.
    pub fn is_empty(&self) -> bool {
        self.rest.text.is_empty()
    }

    /// Returns the text that is left, without taking it.
    pub fn rest(&self) -> Fragment<'a> {
        let text = self.rest.text.trim_end_matches([' ', '\t']);
        Fragment { text, start: self.rest.start }
    }

    /// Returns the text that is left with its trailing spaces: the text before an editor's cursor.
    pub fn unfinished(&self) -> Fragment<'a> {
        self.rest
    }

    /// Takes all that is left.
    pub fn take_rest(&mut self) -> Fragment<'a> {
        let rest = self.rest();
        self.rest = self.rest.part(self.rest.text.len()..self.rest.text.len());
        if !rest.text.is_empty() {
            self.before = rest.span();
        }
        rest
    }

    /// Returns the place of the last argument that was read; at first, the place of the verb.
    pub fn before(&self) -> Span {
        self.before
    }

    /// Returns the form of the command.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Returns the next word without taking it.
    pub fn peek(&self) -> Option<Fragment<'a>> {
        let length = self.rest.text.bytes().take_while(|&byte| !is_blank(byte)).count();
        (length > 0).then(|| self.rest.part(0..length))
    }

    /// Takes the next word, if there is one.
    pub fn word(&mut self) -> Option<Fragment<'a>> {
        let length = self.peek()?.text.len();
        Some(self.advance(length))
    }

    /// Takes the next word if it is `word`.
    pub fn keyword(&mut self, word: &str) -> Option<Span> {
        if self.peek()?.text == word { self.word().map(|taken| taken.span()) } else { None }
    }

    /// Takes the text that `form` reads, or returns the place where the text stops matching the
    /// form.
    ///
    /// # Errors
    /// The text is not of that form.
    pub fn try_read<T>(
        &mut self,
        mut form: impl Parser<&'a str, Output = T, Error = Missing<'a>>,
    ) -> Result<T, Box<Stop<'a>>> {
        let (rest, outcome) = match form.parse(self.rest.text) {
            Ok((rest, outcome)) => (rest, Ok(outcome)),
            Err(nom::Err::Error(error) | nom::Err::Failure(error)) => (error.rest, Err(error)),
            Err(nom::Err::Incomplete(_)) => {
                let text = self.rest.text;
                (text, Err(Missing::from_error_kind(text, ErrorKind::Complete)))
            }
        };

        let read = self.rest().text.len().min(self.rest.text.offset(rest));
        let read = self.rest.part(0..read).text.trim_end_matches([' ', '\t']);
        if !read.is_empty() {
            let last = read.rfind([' ', '\t']).map_or(0, |at| at + 1);
            self.before = self.rest.part(last..read.len()).span();
        }
        self.rest = self.rest.locate(rest);

        outcome.map_err(|missing| {
            let word = rest.split([' ', '\t', ';']).next().unwrap_or_default();
            // A keyword is not found where it ends without a space.
            let word = match missing.words.contains(&word) {
                true => rest.split([' ', '\t']).next().unwrap_or_default(),
                false => word,
            };
            let word = (!word.is_empty()).then(|| self.rest.locate(word));
            Box::new(Stop {
                before: self.before,
                rest: self.rest,
                word,
                missing,
                usage: self.usage,
            })
        })
    }

    /// Takes the text that `form` reads. Reports what is expected where the text stops matching the
    /// form.
    pub fn read<T>(
        &mut self,
        form: impl Parser<&'a str, Output = T, Error = Missing<'a>>,
        sink: &mut Sink,
    ) -> Option<T> {
        self.try_read(form).map_err(|stop| sink.push(stop.fault())).ok()
    }

    /// Takes the next word. Reports that `what` is missing if there is none.
    pub fn expect_word(&mut self, what: &str, sink: &mut Sink) -> Option<Fragment<'a>> {
        let word = self.word();
        if word.is_none() {
            sink.push(codes::missing_argument(self.before, what, self.usage));
        }
        word
    }

    /// Takes the next word and reports that it is not `what`.
    pub fn reject(&mut self, what: &str, sink: &mut Sink) {
        if let Some(word) = self.expect_word(what, sink) {
            sink.push(codes::bad_argument(word.span(), word.text, what, self.usage));
        }
    }

    /// Takes a 64-bit signed integer.
    pub fn expect_integer(&mut self, meaning: &'static str, sink: &mut Sink) -> Option<i64> {
        let number = Number { name: "", meaning, least: i64::MIN.into(), most: i64::MAX.into() };
        self.expect_number(&number, sink)?.try_into().ok()
    }

    /// Takes a number within its range; reports that it is missing, or that it is not such a number.
    pub fn expect_number(&mut self, number: &Number, sink: &mut Sink) -> Option<i128> {
        let Number { meaning, least, most, .. } = *number;
        let word = self.expect_word(meaning, sink)?;
        if !matches!(parse_integer(word.text), Ok(("", _))) {
            let what = if least < 0 { "an integer" } else { "a number" };
            let sign = Habit::Minus.begins(word.text);
            let digits = sign.map_or("", |sign| &word.text[sign.len()..]);
            sink.push(match parse_integer(digits) {
                Ok(("", _)) => codes::foreign_minus(word, what, digits),
                _ => codes::bad_argument(word.span(), word.text, what, self.usage),
            });
            return None;
        }
        let value = word.text.parse().ok().filter(|value| (least..=most).contains(value));
        if value.is_none() {
            sink.push(codes::integer_range(word, least, most));
        }
        value
    }

    /// Takes a coordinate `(R,C)`, which may contain spaces.
    pub fn coordinate(&mut self) -> Option<Spanned<Coordinate>> {
        let (rest, value) = parse_coordinate(self.rest.text).ok()?;
        let length = self.rest.text.len() - rest.len();
        Some(Spanned { value, span: self.advance(length).span() })
    }

    /// Takes a coordinate. Reports any other text.
    pub fn expect_coordinate(&mut self, sink: &mut Sink) -> Option<Spanned<Coordinate>> {
        let coordinate = self.coordinate();
        let mark = sink.len();
        let rest = self.rest();
        if coordinate.is_none() {
            self.reject("a place `(ROW,COLUMN)`", sink);
            let whole = |text: &str| matches!(parse_coordinate(text), Ok(("", _)));
            let end = rest.text.find(')').map_or(rest.text.len(), |end| end + 1);
            let fix = form_fix(rest.part(0..end), &[], whole);
            sink.diagnostics_since(mark)
                .iter_mut()
                .for_each(|fault| fault.fixes.extend(fix.clone()));
        }
        coordinate
    }

    /// Returns whether no argument is left. Reports the text that is left.
    pub fn expect_end(&mut self, sink: &mut Sink) -> bool {
        if self.is_empty() {
            return true;
        }
        let rest = self.take_rest();
        sink.push(codes::trailing_arguments(rest.span(), self.usage));
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Args<'_> {
        Args::new(Fragment { text, start: 10 }, Span::new(6, 10), "verb R")
    }

    #[test]
    fn words_numbers_and_places() {
        let mut sink = Sink::new();
        let mut cursor = args("  of  ( 1, 2 ) -7  4");
        assert_eq!(cursor.keyword("of"), Some(Span::new(12, 14)));
        assert_eq!(
            cursor.coordinate().map(|place| place.value),
            Some(Coordinate { row: 1, column: 2 })
        );
        assert_eq!(cursor.expect_integer("a number", &mut sink), Some(-7));
        assert_eq!(cursor.expect_integer("a number", &mut sink), Some(4));
        assert!(sink.is_empty());
    }

    #[test]
    fn mistakes_name_their_place() {
        for (text, code, span) in [
            ("", "syntax::missing-argument", Span::new(6, 10)),
            (" x", "syntax::bad-argument", Span::new(11, 12)),
            (" 99999999999999999999", "syntax::integer-range", Span::new(11, 31)),
        ] {
            let mut sink = Sink::new();
            assert_eq!(args(text).expect_integer("R", &mut sink), None);
            assert_eq!(
                (sink.diagnostics()[0].code.path, sink.diagnostics()[0].span),
                (code, span),
                "{text}"
            );
        }
    }
}
