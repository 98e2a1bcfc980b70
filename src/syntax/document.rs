//! A document: declarations, commands and `use` statements, found line by line.
//!
//! The outer loop classifies a line in one pass over its bytes; most lines are plain commands and
//! cost no more than that. Whatever is wrong yields one diagnostic, and reading goes on at the next
//! statement. The grammar is `grammar/document.ebnf`.

use super::codes;
use super::lexical::{BOM, ESC, find_arrow, first_notable, sequence};
use super::statement::{Command, Declaration, Document, Expected, Statement, Use};
use super::token::{is_blank, parse_name};
use crate::diag::Sink;
use crate::text::Span;

const OPEN: u8 = 1;
const CLOSE: u8 = 2;
const EQUALS: u8 = 4;
const SLASH: u8 = 8;
const COLON: u8 = 16;
const CONTROL: u8 = 32;
const END: u8 = 64;

/// What a byte may mean to the line loop.
static CLASS: [u8; 256] = {
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
    table
};

/// A line of the text: its bytes without the line end, where the next begins, what it holds.
#[derive(Clone, Copy)]
struct Raw {
    start: usize,
    end: usize,
    next: usize,
    flags: u8,
}

/// Reads a document. `kinds` are the names of the kinds; they only tell where a declaration that
/// lacks its brace was meant.
///
/// Cost: one pass, a few bytes of memory a statement.
pub fn parse_document(text: &str, kinds: &[&str], sink: &mut Sink) -> Document {
    let mut parser =
        Parser { text, bytes: text.as_bytes(), kinds, at: 0, document: Document::default() };
    if text.starts_with(BOM) {
        parser.at = BOM.len();
    }
    while let Some(line) = parser.line(parser.at) {
        parser.at = line.next;
        parser.parse_statement(line, sink);
    }
    parser.document
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    kinds: &'a [&'a str],
    at: usize,
    document: Document,
}

impl Parser<'_> {
    /// The line that begins at `start`, or none at the end of the text.
    fn line(&self, start: usize) -> Option<Raw> {
        if start >= self.bytes.len() {
            return None;
        }
        let mut flags = 0;
        let mut end = start;
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

    fn span(start: usize, end: usize) -> Span {
        Span::new(start as u32, end as u32)
    }

    /// The line's code: without blanks at both ends and without comment.
    fn code(&self, line: Raw) -> (usize, usize) {
        let mut end = line.end;
        if line.flags & SLASH != 0 {
            end = line.start + super::uncommented(&self.text[line.start..line.end]).0.len();
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

    /// Reads the statement that begins on `line`; moves `at` behind it.
    fn parse_statement(&mut self, line: Raw, sink: &mut Sink) {
        let (start, end) = self.code(line);
        if line.flags & CONTROL != 0 {
            self.control(line.start, line.end, sink);
        }
        if start == end {
            return;
        }
        let first = self.bytes[start];
        if line.flags & (OPEN | CLOSE | EQUALS | COLON) == 0 && !first.is_ascii_alphabetic() {
            // A plain query: the common case of a long document.
            let span = Self::span(start, end);
            self.push(Command { span, target: None, text: span, expected: None });
            return;
        }
        let code = &self.text[start..end];
        let arrow = if line.flags & EQUALS == 0 { None } else { find_arrow(code) };
        // A brace in the comment opens nothing.
        if arrow.is_none() && line.flags & OPEN != 0 && code.contains('{') {
            self.parse_declaration(line, start, end, sink);
            return;
        }
        if first == b'}' {
            let rest = code[1..].trim_start_matches([' ', '\t']);
            let whole = Self::span(line.start, line.next);
            let brace = Self::span(start, start + 1);
            self.document.statements.push(Statement::Broken(Self::span(start, end)));
            if rest.is_empty() {
                sink.push(codes::stray_closer(brace, whole));
            } else {
                sink.push(codes::stray_closer(brace, brace));
            }
            return;
        }
        let word = code.split([' ', '\t']).next().unwrap_or_default();
        if arrow.is_none() && self.kinds.contains(&word) && self.meant_declaration(line, code) {
            self.headless(line, start, end, sink);
            return;
        }
        if word == "use" && arrow.is_none() {
            self.parse_use_statement(start, end, sink);
            return;
        }
        self.parse_command(line, start, end, arrow, sink);
    }

    fn push(&mut self, command: Command) {
        self.document.statements.push(Statement::Command(command));
    }

    /// The length of the control character or byte order mark at `at`, or 0 if there is none.
    fn bad(&self, at: usize) -> usize {
        match self.bytes[at] {
            byte if CLASS[byte as usize] != CONTROL => 0,
            byte if byte.is_ascii() => 1,
            _ if self.text[at..].starts_with(BOM) => BOM.len(),
            _ => 0,
        }
    }

    /// Reports the runs of control characters and byte order marks in a stretch of text.
    fn control(&mut self, start: usize, end: usize, sink: &mut Sink) {
        let mut at = start;
        while at < end {
            let from = at;
            while at < end && self.bad(at) > 0 {
                at += self.bad(at);
            }
            if at == from {
                at += self.text[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            }
            if self.bytes[at - 1] == ESC {
                at += sequence(&self.bytes[at..end]);
            }
            let span = Self::span(from, at);
            self.document.bad.push(span);
            let first = self.text[from..].chars().next().unwrap_or_default();
            sink.push(codes::bad_character(span, first));
        }
    }

    fn parse_use_statement(&mut self, start: usize, end: usize, sink: &mut Sink) {
        let code = &self.text[start..end];
        let mut words = code.split([' ', '\t']).filter(|word| !word.is_empty()).skip(1);
        let offset = |word: &str| word.as_ptr() as usize - self.text.as_ptr() as usize;
        let name = match words.next() {
            None => {
                let after = Self::span(start, end);
                sink.push(codes::missing_argument(after, "the name of a puzzle", "use NAME"));
                Span::at(end as u32)
            }
            Some(word) => Self::span(offset(word), offset(word) + word.len()),
        };
        if let Some(extra) = words.next() {
            let span = Self::span(offset(extra), end);
            sink.push(codes::trailing_text(span, "the name"));
        }
        let span = Self::span(start, end);
        self.document.statements.push(Statement::Use(Use { span, name }));
    }

    fn parse_command(
        &mut self,
        line: Raw,
        start: usize,
        end: usize,
        arrow: Option<usize>,
        sink: &mut Sink,
    ) {
        let mut text_start = start;
        let mut target = None;
        if line.flags & COLON != 0
            && let Ok((rest, name)) = parse_name(&self.text[start..end])
            && rest.starts_with(':')
        {
            target = Some(Self::span(start, start + name.len()));
            text_start = start + name.len() + 1;
            while text_start < end && is_blank(self.bytes[text_start]) {
                text_start += 1;
            }
        }
        let mut text_end = arrow.map_or(end, |at| start + at);
        while text_end > text_start && is_blank(self.bytes[text_end - 1]) {
            text_end -= 1;
        }
        text_end = text_end.max(text_start);
        let mut stop = end;
        let expected = arrow.and_then(|at| {
            let arrow = start + at;
            self.parse_expectation(line, arrow, end, &mut stop, sink)
        });
        let text = Self::span(text_start, text_end);
        let span = Self::span(start, stop);
        self.push(Command { span, target, text, expected });
    }

    /// What stands behind the `=>` at `arrow`; `stop` becomes the end of it.
    fn parse_expectation(
        &mut self,
        line: Raw,
        arrow: usize,
        end: usize,
        stop: &mut usize,
        sink: &mut Sink,
    ) -> Option<Expected> {
        let mut from = arrow + 2;
        while from < end && is_blank(self.bytes[from]) {
            from += 1;
        }
        if from == end {
            sink.push(codes::missing_expectation(Self::span(arrow, arrow + 2)));
            return None;
        }
        if self.bytes[from] != b'{' {
            return Some(Expected::Line(Self::span(from, end)));
        }
        let body = self.parse_block(line, from, end, sink);
        *stop = body.stop;
        Some(Expected::Block(body.inner))
    }

    /// `KIND NAME {` …
    fn parse_declaration(&mut self, line: Raw, start: usize, end: usize, sink: &mut Sink) {
        let code = &self.text[start..end];
        let open = start + code.find('{').unwrap_or(code.len());
        let (kind, name) = self.parse_header(start, open, sink);
        let block = self.parse_block(line, open, end, sink);
        self.document.statements.push(Statement::Declaration(Declaration {
            span: Self::span(start, block.stop),
            kind,
            name,
            body: block.inner,
            closed: block.closed,
        }));
    }

    /// Kind and name before the brace at `open`.
    fn parse_header(&self, start: usize, open: usize, sink: &mut Sink) -> (Span, Span) {
        let offset = |word: &str| word.as_ptr() as usize - self.text.as_ptr() as usize;
        let mut words = self.text[start..open].split([' ', '\t']).filter(|word| !word.is_empty());
        let kind = words.next().map_or(Self::span(start, start), |word| {
            Self::span(offset(word), offset(word) + word.len())
        });
        let Some(word) = words.next() else {
            let at = if kind.is_empty() { Self::span(open, open + 1) } else { kind };
            sink.push(codes::bad_name(at, ""));
            return (kind, Span::at(kind.end));
        };
        let span = Self::span(offset(word), offset(word) + word.len());
        let mut name = span;
        if !matches!(parse_name(word), Ok(("", _))) {
            sink.push(codes::bad_name(span, crate::diag::clip(word).as_ref()));
            name = Span::at(span.start);
        } else if let Some(extra) = words.next() {
            let from = offset(extra);
            let to = start + self.text[start..open].trim_end_matches([' ', '\t']).len();
            sink.push(codes::trailing_text(Self::span(from, to), "the name of a puzzle"));
        }
        (kind, name)
    }

    /// Whether a line `KIND NAME` without a brace was meant as a declaration: nothing else stands
    /// on it, and the next line is indented deeper or is the brace.
    fn meant_declaration(&self, line: Raw, code: &str) -> bool {
        let mut words = code.split([' ', '\t']).filter(|word| !word.is_empty()).skip(1);
        let Some(name) = words.next() else { return false };
        if words.next().is_some() || !matches!(parse_name(name), Ok(("", _))) {
            return false;
        }
        let indent = self.indent(line);
        self.line(line.next).is_some_and(|next| {
            let (start, end) = self.code(next);
            start < end && (self.indent(next) > indent || self.bytes[start] == b'{')
        })
    }

    fn indent(&self, line: Raw) -> usize {
        self.bytes[line.start..line.end].iter().take_while(|&&byte| is_blank(byte)).count()
    }

    /// A declaration whose brace is missing, or stands alone on the next line.
    fn headless(&mut self, line: Raw, start: usize, end: usize, sink: &mut Sink) {
        let next = self.line(line.next);
        let brace = next.and_then(|next| {
            let (from, _) = self.code(next);
            (self.bytes.get(from) == Some(&b'{')).then_some((next, from))
        });
        let (kind, name) = self.parse_header(start, end, sink);
        sink.push(match brace {
            None => codes::missing_brace(Self::span(start, end)),
            Some((_, from)) => codes::brace_apart(Self::span(from, from + 1), end as u32),
        });
        let block = match brace {
            Some((next, from)) => {
                self.at = next.next;
                let end = self.code(next).1;
                self.parse_block(next, from, end, sink)
            }
            // Read on as if the brace stood at the end of the line.
            None => self.parse_block(line, end, end, sink),
        };
        self.document.statements.push(Statement::Declaration(Declaration {
            span: Self::span(start, block.stop),
            kind,
            name,
            body: block.inner,
            closed: block.closed,
        }));
    }

    /// The block whose `{` stands at `open` on `line`, whose code ends at `end`. Where the brace is
    /// missing, `open == end`. Moves `at` behind the block.
    fn parse_block(&mut self, line: Raw, open: usize, end: usize, sink: &mut Sink) -> Block {
        let inner_start = (open + 1).min(end);
        // On the same line?
        if let Some(close) = memchr::memchr(b'}', &self.bytes[inner_start..end]) {
            let close = inner_start + close;
            self.after_block(close + 1, end, sink);
            return Block { inner: Self::span(inner_start, close), stop: close + 1, closed: true };
        }
        // A comment behind the `{` belongs to the body, where it is left out again.
        let inner_start = if open == end { line.end } else { inner_start };
        let mut at = line.next;
        let mut controls = Vec::new();
        while let Some(next) = self.line(self.notable(at)) {
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
                        inner: Self::span(inner_start, close),
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
        self.unclosed(line, open, end, inner_start, sink)
    }

    /// The line at or behind `at` (where a line begins) that holds the first brace or control
    /// character: all lines before it say nothing about where a block ends.
    fn notable(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let Some(first) = first_notable(rest) else { return self.bytes.len() };
        memchr::memrchr2(b'\n', b'\r', &rest[..first]).map_or(at, |end| at + end + 1)
    }

    /// The block is not closed: it ends before the first line that is indented no deeper than its
    /// own first line, if its body is; else before the next line that opens a block.
    fn unclosed(
        &mut self,
        line: Raw,
        open: usize,
        end: usize,
        inner_start: usize,
        sink: &mut Sink,
    ) -> Block {
        let own = self.indent(line);
        let mut at = line.next;
        let mut stop = line.end;
        let mut resume = line.next;
        let mut last = Self::span(open, open);
        let mut deeper = None;
        while let Some(next) = self.line(at) {
            let (from, to) = self.code(next);
            if from < to {
                let indent = self.indent(next);
                let deep = *deeper.get_or_insert(indent > own);
                let opens = memchr::memchr(b'{', &self.bytes[from..to]).is_some();
                if opens || deep && indent <= own {
                    break;
                }
                if next.flags & CONTROL != 0 {
                    self.control(next.start, next.end, sink);
                }
                last = Self::span(from, to);
                stop = next.end;
                resume = next.next;
            }
            at = next.next;
        }
        self.at = resume;
        if open < end {
            let eol = if self.text[..stop].ends_with(['\n', '\r']) { "" } else { "\n" };
            let blanks = " ".repeat(own);
            sink.push(codes::unclosed_brace(
                Self::span(open, open + 1),
                last,
                stop as u32,
                format!("{eol}{blanks}}}"),
            ));
        }
        Block { inner: Self::span(inner_start.min(stop), stop), stop, closed: false }
    }

    /// Nothing but a comment may follow the closing brace.
    fn after_block(&self, from: usize, end: usize, sink: &mut Sink) {
        let rest = &self.text[from..end];
        let text = rest.trim_start_matches([' ', '\t']);
        if !text.is_empty() {
            let span = Self::span(end - text.len(), end);
            sink.push(codes::trailing_text(span, "the closing `}`"));
        }
    }
}

struct Block {
    /// What is between the braces.
    inner: Span,
    /// Behind the closing brace.
    stop: usize,
    closed: bool,
}

#[cfg(test)]
mod tests;
