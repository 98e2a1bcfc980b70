//! Bodies whose declaration line is missing: a text that is raw input, or lines that end with a `}`
//! which nothing opened. Such a body as a whole is one mistake.

use std::ops::Range;

use super::lines::Raw;
use super::{Parser, span};
use crate::diag::Sink;
use crate::syntax::codes;
use crate::syntax::statement::{Declaration, Statement};
use crate::syntax::uncommented;
use crate::text::Span;

/// A body without a declaration line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orphan {
    /// The start of its first line.
    pub start: usize,
    /// The place of the `}`.
    pub close: usize,
}

impl Parser<'_> {
    /// Looks for the next brace. If it is a `}` that nothing opens, the lines before it that are not
    /// statements are the body that it closes.
    pub(super) fn seek_orphan(&mut self) {
        let close = self.next_closer();
        self.orphan = close.and_then(|close| self.body_before(close));
    }

    /// Returns the next brace outside of comments if it is a `}` that begins its line. Moves
    /// `sought` to the brace.
    pub(super) fn next_closer(&mut self) -> Option<usize> {
        let mut at = self.at;
        loop {
            self.sought = self.bytes.len();
            let brace = at + memchr::memchr2(b'{', b'}', self.bytes.get(at..)?)?;
            self.sought = brace;
            if self.bytes[brace] == b'{' && memchr::memchr(b'/', &self.bytes[at..brace]).is_none() {
                return None; // the common case: a declaration or an expected answer follows
            }
            let start = self.line_start(brace, self.at);
            if uncommented(&self.text[start..brace]).1 {
                at = self.line(brace)?.next;
                continue;
            }
            let alone = self.text[start..brace].trim_matches([' ', '\t']).is_empty();
            return (self.bytes[brace] == b'}' && alone).then_some(brace);
        }
    }

    /// Returns the lines before a `}` that are indented deeper than the `}`, or that are not
    /// statements.
    pub(super) fn body_before(&self, close: usize) -> Option<Orphan> {
        let closer = self.line(self.line_start(close, self.at))?;
        let closer_indent = self.indent(closer);
        let rows: Vec<_> = self.rows(self.at).take_while(|row| row.start < closer.start).collect();
        let inside = |row: &&Raw| {
            let code = self.code_text(**row);
            self.indent(**row) > closer_indent
                || !self.is_a_statement(code) && !self.meant_declaration(**row, code)
        };
        let count = rows.iter().rev().take_while(inside).count();
        let first = rows.get(rows.len() - count)?;
        // A single line that begins no body may be a misspelled command.
        let body = count > 1 || !self.like_a_statement(self.code_text(*first));
        body.then_some(Orphan { start: first.start, close })
    }

    /// Takes in the body found by [`Parser::seek_orphan`] as a puzzle without kind and name, so that
    /// commands on it are not reported as well.
    pub(super) fn orphan_body(&mut self, sink: &mut Sink) {
        let Some(Orphan { start, close }) = self.orphan.take() else { return };
        let Some(closer) = self.line(close) else { return };
        self.at = closer.next;
        let end = self.code(closer).1;
        self.nameless(start..close, close + 1, sink);
        self.after_block(close + 1, end.max(close + 1), sink);
    }

    /// Reads a document that declares nothing and begins with lines which are not statements: a raw
    /// input, perhaps with commands after it.
    pub(super) fn raw_text(&mut self, sink: &mut Sink) {
        if memchr::memchr2(b'{', b'}', self.bytes).is_some() {
            return;
        }

        let mut first = None;
        let mut last = None;
        let mut count = 0;
        let mut worded = false;
        let mut query = true;
        for line in self.rows(self.at) {
            let code = self.code_text(line);
            if self.like_a_statement(code) || first.is_none() && self.meant_declaration(line, code)
            {
                query = !code.starts_with(char::is_alphabetic);
                break;
            }
            first = first.or(Some(line));
            last = Some(line);
            count += 1;
            worded |= code.starts_with(char::is_alphabetic);
        }

        let (Some(first), Some(last)) = (first, last) else { return };
        let start = first.start;
        if count == 1 && self.code_text(first).starts_with(char::is_alphabetic) {
            return; // a misspelled command
        }
        // Queries of raw input look like commands.
        let fits = |end| !self.kinds.fitting(&self.text[start..end]).is_empty();
        let (end, next) = if query && fits(self.text.len()) {
            (self.text.trim_end_matches([' ', '\t', '\r', '\n']).len(), self.text.len())
        } else if fits(last.end) || count > 1 && !worded {
            // Rows of numbers are not commands, whatever puzzle they belong to.
            (last.end, last.next)
        } else {
            return;
        };

        self.at = next;
        self.nameless(start..end, end, sink);
    }

    /// Reports a body that has no declaration line, and adds it as a declaration that ends at
    /// `stop`.
    fn nameless(&mut self, body: Range<usize>, stop: usize, sink: &mut Sink) {
        let Range { start, end: close } = body;
        let body = span(start, close);
        let code = self.line(start).map_or("", |line| self.code_text(line));
        let fits = self.kinds.fitting(self.text[start..close].trim_end());
        let first = self.place(code);
        let closer = (stop > close).then(|| span(close, stop));
        sink.push(codes::missing_header(first, start as u32, closer, stop as u32, &fits));
        let nothing = Span::at(start as u32);
        self.read.statements.push(Statement::Declaration(Declaration {
            span: span(start, stop),
            kind: nothing,
            name: nothing,
            body,
            closed: stop > close,
            meta: Span::default(),
            whole: None,
        }));
    }
}
