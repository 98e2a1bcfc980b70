//! What stands between two braces: the body of a declaration or an expected answer.
//!
//! No body holds a brace, so a block ends at the next `}` unless a `{` comes first. A block without
//! `}` ends where its indentation does, or before the first line that is a statement.

use super::forms::parse_inline_block;
use super::lines::{CLOSE, CONTROL, OPEN, Raw};
use super::{Parser, is_use, slips, span};
use crate::diag::Sink;
use crate::syntax::codes;
use crate::syntax::lexical::{find_arrow, first_notable};
use crate::syntax::token::{is_blank, parse_prefix};
use crate::text::Span;

/// A block that was read.
pub(super) struct Block {
    /// What is between the braces.
    pub inner: Span,
    /// The offset after the closing brace.
    pub stop: usize,
    /// Whether there is a closing brace.
    pub closed: bool,
}

/// What a block belongs to: a declaration with this word for its kind, or a command.
type Owner<'k> = Option<&'k str>;

impl Parser<'_> {
    /// `block = inline-block | "{" … "}"`, over several lines. The `{` stands at `open` on `line`,
    /// whose code ends at `end`; where the brace is missing, `open == end`. Moves `at` to the line
    /// after the block.
    pub(super) fn parse_block(
        &mut self,
        line: Raw,
        (open, end): (usize, usize),
        owner: Owner<'_>,
        sink: &mut Sink,
    ) -> Block {
        if let Ok((rest, inner)) = parse_inline_block(&self.text[open..end]) {
            let stop = end - rest.len();
            self.after_block(stop, end, sink);
            return Block { inner: self.place(inner), stop, closed: true };
        }
        // A comment after the `{` belongs to the body, where it is left out again.
        let inner_start = if open == end { line.end } else { open + 1 };
        let mut at = line.next;
        let mut controls = Vec::new();
        loop {
            let notable = self.notable(at);
            if controls.is_empty()
                && let Some(next) = self.closes(notable)
            {
                self.at = next;
                let inner = span(inner_start, notable);
                return Block { inner, stop: notable + 1, closed: true };
            }
            let Some(next) = self.line(self.line_start(notable, at)) else { break };
            let (start, stop) = self.code(next);
            if next.flags & CLOSE != 0
                && let Some(close) = memchr::memchr(b'}', &self.bytes[start..stop])
            {
                let close = start + close;
                if memchr::memchr(b'{', &self.bytes[start..close]).is_none() {
                    for (from, to) in controls {
                        self.control(from, to, sink);
                    }
                    if next.flags & CONTROL != 0 {
                        self.control(next.start, next.end, sink);
                    }
                    self.after_block(close + 1, stop, sink);
                    self.at = next.next;
                    return Block {
                        inner: span(inner_start, close),
                        stop: close + 1,
                        closed: true,
                    };
                }
            }
            if next.flags & OPEN != 0 && memchr::memchr(b'{', &self.bytes[start..stop]).is_some() {
                break; // no body holds a brace: this is another statement
            }
            if next.flags & CONTROL != 0 {
                controls.push((next.start, next.end));
            }
            at = next.next;
        }
        self.unclosed(line, (open, end), owner, inner_start, sink)
    }

    /// The first brace or control character at or after `at`, where a line begins: the lines before
    /// it say nothing about where a block ends.
    fn notable(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        first_notable(rest).map_or(self.bytes.len(), |first| at + first)
    }

    /// Where the next line begins, if a `}` stands at `at` alone on its line: how nearly every block
    /// ends.
    fn closes(&self, at: usize) -> Option<usize> {
        let (before, rest) = self.bytes.split_at_checked(at)?;
        let mut before = before.iter().rev().skip_while(|&&byte| is_blank(byte));
        if !matches!(before.next(), Some(b'\n' | b'\r')) {
            return None;
        }
        match rest {
            [b'}', b'\r', b'\n', ..] => Some(at + 3),
            [b'}', b'\n' | b'\r', ..] => Some(at + 2),
            [b'}'] => Some(at + 1),
            _ => None,
        }
    }

    /// The block is not closed. It ends before the first line that opens another block; before the
    /// first that is indented no deeper than its own first line, if its body is; and before the
    /// first that is a statement.
    fn unclosed(
        &mut self,
        line: Raw,
        (open, end): (usize, usize),
        owner: Owner<'_>,
        inner_start: usize,
        sink: &mut Sink,
    ) -> Block {
        let own = self.indent(line);
        let mut rows: Vec<Raw> = Vec::new();
        let mut deeper = None;
        let mut at = line.next;
        while let Some(next) = self.line(at) {
            let (from, to) = self.code(next);
            if from < to {
                let indent = self.indent(next);
                let deep = *deeper.get_or_insert(indent > own);
                let opens = memchr::memchr(b'{', &self.bytes[from..to]).is_some();
                if opens || deep && indent <= own {
                    break;
                }
                rows.push(next);
            }
            at = next.next;
        }
        // Text after the `{` is the first row.
        let beside = self.text.get(open + 1..end).unwrap_or_default().trim_matches([' ', '\t']);
        let first = usize::from(!beside.is_empty());
        let beside = std::iter::once(beside).filter(|text| !text.is_empty());
        let mut lines = beside.chain(rows.iter().map(|&row| self.code_text(row)));
        let count = match owner {
            // A kind that is misspelt still tells where its body ends.
            Some(word) => self.kinds.extent(self.nearest_kind(word), &mut lines).max(first) - first,
            None => rows.iter().take_while(|&&row| !self.ends_answer(row, own)).count(),
        };
        rows.truncate(count);
        for row in rows.iter().filter(|row| row.flags & CONTROL != 0) {
            self.control(row.start, row.end, sink);
        }
        let last = rows.last().copied().unwrap_or(line);
        self.at = last.next;
        let stop = last.end;
        if open < end {
            let place = match rows.last() {
                Some(&row) => self.place(self.code_text(row)),
                None => span(open, open),
            };
            let blanks = " ".repeat(own);
            let text = format!("\n{blanks}}}");
            sink.push(codes::unclosed_brace(span(open, open + 1), place, stop as u32, text));
        }
        Block { inner: span(inner_start.min(stop), stop), stop, closed: false }
    }

    /// Whether a line ends an expected answer that is not closed: it is a statement by its form, or
    /// it begins with a verb and is indented no deeper than the command.
    fn ends_answer(&self, row: Raw, own: usize) -> bool {
        let code = self.code_text(row);
        let (call, target) =
            parse_prefix(code).map_or((code, None), |(call, name)| (call, Some(name)));
        let known = self.kinds.takes(None, call).is_some();
        find_arrow(code.as_bytes()).is_some()
            || is_use(code)
            || known && (target.is_some() || self.indent(row) <= own)
    }

    /// Whether a line is a statement by its form or its verb.
    pub(super) fn is_a_statement(&self, code: &str) -> bool {
        let call = parse_prefix(code).map_or(code, |(call, _)| call);
        code.contains(['{', '}'])
            || find_arrow(code.as_bytes()).is_some()
            || is_use(code)
            || self.kinds.takes(None, call).is_some()
    }

    /// Whether a line is a statement, perhaps with its verb misspelt.
    pub(super) fn like_a_statement(&self, code: &str) -> bool {
        self.is_a_statement(code) || self.kinds.resembles(code)
    }

    /// Nothing but a comment may follow the closing brace.
    pub(super) fn after_block(&mut self, from: usize, end: usize, sink: &mut Sink) {
        let text = self.text[from..end].trim_start_matches([' ', '\t']);
        if text.is_empty() {
            return;
        }
        let start = end - text.len();
        match slips::comment_sign(text) {
            Some(length) => self.slips.comment(span(start, start + length)),
            None => sink.push(codes::trailing_text(span(start, end), "the closing `}`")),
        }
    }
}
