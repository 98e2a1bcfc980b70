//! A cursor over one line.

use nom::IResult;

use super::words::take_spaces;
use crate::syntax::Fragment;
use crate::text::Span;

/// A cursor over one line, which is in lower case; the line as it was written is beside it, with
/// the same offsets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    /// The rest of the line in lower case.
    rest: Fragment<'a>,
    /// The whole line in lower case.
    line: Fragment<'a>,
    /// The whole line as it was written.
    written: &'a str,
}

impl<'a> Cursor<'a> {
    /// Returns a cursor at the start of a line.
    pub(super) fn new(line: Fragment<'a>, written: &'a str) -> Self {
        Self { rest: line, line, written }
    }

    /// Returns the rest of the line in lower case.
    pub(super) fn rest(&self) -> &'a str {
        self.rest.text
    }

    /// Returns the whole line in lower case.
    pub(super) fn line(&self) -> Fragment<'a> {
        self.line
    }

    /// Returns the whole line as it was written.
    pub(super) fn written_line(&self) -> Fragment<'a> {
        Fragment { text: self.written, start: self.line.start }
    }

    /// Returns the rest of the line as it was written.
    pub(super) fn written(&self) -> Fragment<'a> {
        let at = self.line.text.len() - self.rest.text.len();
        self.written_line().part(at..self.written.len())
    }

    /// Returns whether nothing is left.
    pub(super) fn is_done(&self) -> bool {
        self.rest.text.is_empty()
    }

    /// Returns the next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.text.chars().next()
    }

    /// Returns the place of the next character; empty at the end.
    pub(super) fn here(&self) -> Span {
        let length = self.peek().map_or(0, char::len_utf8) as u32;
        Span::new(self.rest.start, self.rest.start + length)
    }

    /// Takes the next character.
    pub(super) fn next(&mut self) -> Option<Fragment<'a>> {
        let length = self.peek()?.len_utf8();
        Some(self.advance(length))
    }

    /// Takes a word, if a parser reads one.
    pub(super) fn take<T>(
        &mut self,
        mut parse: impl FnMut(&'a str) -> IResult<&'a str, T>,
    ) -> Option<(T, Fragment<'a>)> {
        let (rest, value) = parse(self.rest.text).ok()?;
        let taken = self.advance(self.rest.text.len() - rest.len());
        Some((value, taken))
    }

    /// Takes a word and the spaces after it, if a parser reads one. Returns the word.
    pub(super) fn word<T>(
        &mut self,
        parse: impl FnMut(&'a str) -> IResult<&'a str, T>,
    ) -> Option<Fragment<'a>> {
        let (_, word) = self.take(parse)?;
        self.spaces();
        Some(word)
    }

    /// Takes spaces.
    pub(super) fn spaces(&mut self) {
        self.take(take_spaces);
    }

    /// Takes everything that is left.
    pub(super) fn finish(&mut self) -> Fragment<'a> {
        self.advance(self.rest.text.len())
    }

    fn advance(&mut self, length: usize) -> Fragment<'a> {
        let taken = self.rest.part(0..length);
        self.rest = self.rest.part(length..self.rest.text.len());
        taken
    }
}

/// Returns a text without the spaces around it.
pub(super) fn trimmed(text: Fragment<'_>) -> Fragment<'_> {
    text.locate(text.text.trim_matches(super::words::is_space))
}
