//! The lines of a text, each found in one pass over its bytes that also finds what it may hold.

use super::Parser;
use crate::syntax::lexical::BOM;
use crate::syntax::token::is_blank;
use crate::syntax::uncommented;

pub(super) const OPEN: u8 = 1;
pub(super) const CLOSE: u8 = 2;
pub(super) const EQUALS: u8 = 4;
pub(super) const SLASH: u8 = 8;
pub(super) const COLON: u8 = 16;
pub(super) const CONTROL: u8 = 32;
pub(super) const END: u8 = 64;
/// The beginnings of comments in other languages, and of arrows.
pub(super) const MARK: u8 = 128;

/// The possible meanings of a byte for the line loop.
pub(super) static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 32 {
        table[byte] = CONTROL;
        byte += 1;
    }
    table[127] = CONTROL;
    table[BOM.as_bytes()[0] as usize] = CONTROL; // perhaps; `Parser::bad` looks closer
    table[b'\t' as usize] = 0;
    table[b'\n' as usize] = END;
    table[b'\r' as usize] = END;
    table[b'{' as usize] = OPEN;
    table[b'}' as usize] = CLOSE;
    table[b'=' as usize] = EQUALS;
    table[b'/' as usize] = SLASH;
    table[b':' as usize] = COLON;
    table[b'#' as usize] = MARK;
    table[b';' as usize] = MARK;
    table[b'%' as usize] = MARK;
    table[b'-' as usize] = MARK;
    table["→".as_bytes()[0] as usize] = MARK; // perhaps; `slips` looks closer
    table
};

/// A line of the text: its bytes without the line end, where the next begins, what it holds.
#[derive(Clone, Copy)]
pub(super) struct Raw {
    pub start: usize,
    pub end: usize,
    pub next: usize,
    pub flags: u8,
}

impl<'a> Parser<'a> {
    /// Returns the line that begins at `start`, or `None` at the end of the text.
    pub(super) fn line(&self, start: usize) -> Option<Raw> {
        if start >= self.bytes.len() {
            return None;
        }
        let mut flags = 0;
        // A minus at the start is not a mark: queries may begin with a negative number.
        let mut end = start + usize::from(self.bytes[start] == b'-');
        while let Some(&byte) = self.bytes.get(end) {
            let class = CLASS[byte as usize];
            if class == END {
                break;
            }
            flags |= class;
            end += 1;
        }
        let next = match self.bytes.get(end) {
            None => end,
            Some(b'\r') if self.bytes.get(end + 1) == Some(&b'\n') => end + 2,
            Some(_) => end + 1,
        };
        Some(Raw { start, end, next, flags })
    }

    /// Returns the lines from `start` that have text besides a comment. A line must begin at
    /// `start`.
    pub(super) fn rows(&self, start: usize) -> impl Iterator<Item = Raw> {
        let lines = std::iter::successors(self.line(start), |line| self.line(line.next));
        lines.filter(|line| !self.code_text(*line).is_empty())
    }

    /// Returns the first line from `start` that has text besides a comment.
    pub(super) fn row(&self, start: usize) -> Option<Raw> {
        self.rows(start).next()
    }

    /// Returns the place of the line's code, without outer spaces and without a comment.
    pub(super) fn code(&self, line: Raw) -> (usize, usize) {
        let mut end = line.end;
        if line.flags & SLASH != 0 {
            end = line.start + uncommented(&self.text[line.start..line.end]).0.len();
        }
        let mut start = line.start;
        while start < end && is_blank(self.bytes[start]) {
            start += 1;
        }
        while end > start && is_blank(self.bytes[end - 1]) {
            end -= 1;
        }
        (start, end)
    }

    /// Returns the text of the line's code.
    pub(super) fn code_text(&self, line: Raw) -> &'a str {
        let (start, end) = self.code(line);
        &self.text[start..end]
    }

    /// Returns the number of spaces that a line begins with.
    pub(super) fn indent(&self, line: Raw) -> usize {
        self.bytes[line.start..line.end].iter().take_while(|&&byte| is_blank(byte)).count()
    }

    /// Returns the start of the line that contains the byte at `at`, but no less than `least`.
    pub(super) fn line_start(&self, at: usize, least: usize) -> usize {
        memchr::memrchr2(b'\n', b'\r', &self.bytes[least..at]).map_or(least, |end| least + end + 1)
    }
}
