//! The first line of a declaration: kind, name, and the `{` that may be missing.

use super::block::Opening;
use super::forms::parse_header;
use super::lines::Raw;
use super::{Parser, span};
use crate::diag::Applicability::{Likely, Sure};
use crate::diag::{Sink, nearest};
use crate::syntax::codes;
use crate::syntax::statement::{Declaration, Statement};
use crate::syntax::token::{is_blank, parse_name, trim_end};
use crate::text::Span;

/// Kind and name as they were read, and whether something was reported about them.
struct Header {
    kind: Span,
    name: Span,
    reported: bool,
}

impl Parser<'_> {
    /// Parses `declaration = header block`: `matrix m {` … `}`. The `{` is on this line.
    pub(super) fn expect_declaration(
        &mut self,
        line: Raw,
        start: usize,
        end: usize,
        sink: &mut Sink,
    ) {
        let code = &self.text[start..end];
        let (open, header) = match parse_header(code) {
            Ok((rest, (kind, name))) if rest.starts_with('{') => (
                end - rest.len(),
                Header { kind: self.place(kind), name: self.place(name), reported: false },
            ),
            _ => {
                let open = start + code.find('{').unwrap_or(code.len());
                match self.name_after_brace(start, Opening { line, open, end }, sink) {
                    Some(header) => (end, header),
                    None => (open, self.header(start, open, sink)),
                }
            }
        };
        self.declare(Opening { line, open, end }, start, &header, sink);
    }

    /// Reads the kind and the name of a declaration whose name is after the brace.
    fn name_after_brace(&self, start: usize, opening: Opening, sink: &mut Sink) -> Option<Header> {
        let Opening { open, end, .. } = opening;
        let kind = trim_end(&self.text[start..open]);
        let after = self.text.get(open + 1..end)?.trim_start_matches([' ', '\t']);
        let name = matches!(parse_name(after), Ok(("", _)));
        if !self.is_kind(kind) || !name {
            return None;
        }
        let kind = self.place(kind);
        let name = self.place(after);
        sink.push(codes::name_after_brace(name, after));
        Some(Header { kind, name, reported: true })
    }

    fn declare(
        &mut self,
        opening: Opening,
        start: usize,
        header: &Header,
        sink: &mut Sink,
    ) -> bool {
        let word = &self.text[header.kind.range()];
        let block = self.expect_block(opening, Some(word), sink);
        if block.unreadable {
            self.read.statements.push(Statement::Broken(span(start, block.stop)));
            return block.closed;
        }
        self.read.statements.push(Statement::Declaration(Declaration {
            span: span(start, block.stop),
            kind: if block.incomplete { Span::at(header.kind.start) } else { header.kind },
            name: header.name,
            body: block.inner,
            closed: block.closed,
            meta: Span::default(),
            whole: None,
        }));
        block.closed
    }

    /// Returns whether a word is a kind.
    pub(super) fn is_kind(&self, word: &str) -> bool {
        self.names.contains(&word)
    }

    /// Returns the kind that a word is, or is a misspelling of.
    pub(super) fn nearest_kind<'w>(&'w self, word: &'w str) -> Option<&'w str> {
        if self.is_kind(word) {
            return Some(word);
        }
        nearest(word, self.names.iter().copied())
    }

    /// Reads the kind and the name between `start` and the brace at `open`. Reports all their
    /// mistakes as one diagnostic; a kind that is part of it is left empty.
    fn header(&self, start: usize, open: usize, sink: &mut Sink) -> Header {
        let code = self.text[start..open].trim_end_matches([' ', '\t']);
        if let Ok(("", (kind, name))) = parse_header(code) {
            return Header { kind: self.place(kind), name: self.place(name), reported: false };
        }

        let mut words = code.split([' ', '\t']).filter(|word| !word.is_empty());
        let (Some(first), second, third) = (words.next(), words.next(), words.next()) else {
            let brace = span(open, (open + 1).min(self.text.len()));
            sink.push(codes::bad_name(brace, "", None));
            let nothing = Span::at(start as u32);
            return Header { kind: nothing, name: nothing, reported: true };
        };

        let known = self.is_kind(first);
        let place = self.place(first);
        let kind = if known { place } else { Span::at(place.start) };
        let example = known.then_some(first);
        let Some(second) = second else {
            sink.push(match known {
                true => codes::bad_name(place, "", example),
                false => codes::one_word_header(place, first),
            });
            return Header { kind, name: Span::at(place.end), reported: true };
        };

        let name = self.place(second);
        if third.is_some() {
            let name_words = Span::new(name.start, start as u32 + code.len() as u32);
            sink.push(codes::several_words(name_words, &self.text[name_words.range()]));
            let whole = matches!(parse_name(second), Ok(("", _)));
            let name = if whole { name } else { Span::at(name.start) };
            return Header { kind, name, reported: true };
        }

        if matches!(parse_name(second), Ok(("", _))) {
            let meant = first.trim_matches(|char: char| !char.is_ascii_alphanumeric());
            let meant = self.nearest_kind(meant).or_else(|| self.nearest_kind(first));
            sink.push(codes::bad_kind(place, first, meant, second));
            return Header { kind, name, reported: true };
        }
        sink.push(codes::bad_name(name, second, example));
        Header { kind, name: Span::at(name.start), reported: true }
    }

    /// Returns whether a line without a brace is intended as the first line of a declaration: it
    /// begins with a kind, perhaps misspelled, and the text below it looks like a body and not like
    /// a statement.
    pub(super) fn meant_declaration(&self, line: Raw, code: &str) -> bool {
        let length = code.bytes().position(is_blank).unwrap_or(code.len());
        let word = &code[..length];
        if word.ends_with(':') {
            return false; // a prefix
        }
        if !self.is_kind(word) {
            if length == code.len() {
                return false; // a verb
            }
            let header = parse_header(code.trim_end_matches([':', ' ', '\t']));
            let Ok(("", (kind, _))) = header else { return false };
            if kind.len() < 4
                || self.kinds.takes(None, code).is_some()
                || self.nearest_kind(kind).is_none()
            {
                return false;
            }
        }
        let indent = self.indent(line);
        let below = self.row(line.next);
        below.is_some_and(|next| {
            let code = self.code_text(next);
            self.indent(next) > indent || code.starts_with('{') || !self.like_a_statement(code)
        })
    }

    /// Reads a declaration on one line whose `{` is missing: `KIND NAME … }`. Returns whether the
    /// line is one.
    pub(super) fn headless_line(&mut self, start: usize, end: usize, sink: &mut Sink) -> bool {
        let Some(code) = self.text[start..end].strip_suffix('}') else { return false };
        let Ok((body, (kind, name))) = parse_header(code) else { return false };
        if body.is_empty() || body.contains(['{', '}']) || !self.is_kind(kind) {
            return false;
        }
        let kind = self.place(kind);
        let name = self.place(name);
        let body = self.place(body);
        if name.end == body.start {
            return false;
        }
        sink.push(codes::missing_brace(
            Span::new(kind.start, name.end),
            Span::at(name.end),
            None,
            Likely,
        ));
        let span = span(start, end);
        let meta = Span::default();
        let declaration = Declaration { span, kind, name, body, closed: true, meta, whole: None };
        self.read.statements.push(Statement::Declaration(declaration));
        true
    }

    /// Reads a declaration whose brace is missing, or is alone on the next line.
    pub(super) fn headless(&mut self, line: Raw, start: usize, end: usize, sink: &mut Sink) {
        let next = self.line(line.next);
        let brace = next.and_then(|next| {
            let (from, _) = self.code(next);
            (self.bytes.get(from) == Some(&b'{')).then_some((next, from))
        });

        let code = self.text[start..end].trim_end_matches([':', ' ', '\t']);
        let header = self.header(start, start + code.len(), sink);
        if let Some((next, from)) = brace {
            if !header.reported {
                sink.push(codes::brace_apart(span(from, from + 1), end as u32));
            }
            self.at = next.next;
            let opening = Opening { line: next, open: from, end: self.code(next).1 };
            self.declare(opening, start, &header, sink);
            return;
        }

        // Read on as if the brace stood at the end of the line.
        let closed = self.declare(Opening { line, open: end, end }, start, &header, sink);
        if !header.reported {
            let whole = span(start, start + code.len());
            let rest = span(start + code.len(), end);
            let stop =
                self.read.statements.last().map_or(end as u32, |statement| statement.span().end);
            let close = (!closed).then_some(stop);
            let sure = if rest.is_empty() { Sure } else { Likely };
            sink.push(codes::missing_brace(whole, rest, close, sure));
        }
    }
}
