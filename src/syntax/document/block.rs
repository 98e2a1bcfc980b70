//! The text between two braces: the body of a declaration or an expected answer.
//!
//! No body holds a brace, so a block ends at the next `}` unless a `{` comes first. A block without
//! `}` ends where its indentation does, or before the first line that is a statement.

use super::forms::{parse_header, parse_inline_block};
use super::lines::{CLOSE, CONTROL, OPEN, Raw};
use super::{Parser, is_asked, slips, span};
use crate::diag::Applicability::{Likely, Sure};
use crate::diag::{Edit, Sink};
use crate::syntax::codes;
use crate::syntax::lexical::first_notable;
use crate::syntax::token::{is_blank, parse_prefix};
use crate::text::Span;

/// A block that was read.
pub(super) struct Block {
    /// The text between the braces.
    pub inner: Span,
    /// The offset after the closing brace.
    pub stop: usize,
    /// True if there is a closing brace.
    pub closed: bool,
    /// True if its statement is unknown, which was reported.
    pub unreadable: bool,
    /// True if one of its rows is elsewhere, which was reported.
    pub incomplete: bool,
}

impl Block {
    fn new(inner: Span, stop: usize, closed: bool) -> Self {
        Self { inner, stop, closed, unreadable: false, incomplete: false }
    }
}

/// Returns whether a line is a row of a list of another language: `{1, 2},`.
fn is_listed(code: &str) -> bool {
    let row = code.strip_suffix(',').unwrap_or(code).strip_prefix('{');
    let cells = row.and_then(|row| row.strip_suffix('}'));
    cells.is_some_and(|cells| !cells.contains(['{', '}']) && cells.contains(','))
}

/// Returns whether a sign can be a whole answer: a dead node, an empty cell, a row that is hidden.
fn is_answer(sign: char) -> bool {
    matches!(sign, '.' | '-' | '_' | '#' | '?')
}

/// The place where a block opens.
#[derive(Clone, Copy)]
pub(super) struct Opening {
    pub line: Raw,
    /// The offset of the `{`; the end of the code if it is missing.
    pub open: usize,
    /// The end of the code of the line.
    pub end: usize,
}

/// The owner of a block: a declaration with this word for its kind, or a command.
pub(super) type Owner<'k> = Option<&'k str>;

impl Parser<'_> {
    /// Parses `block = inline-block | "{" … "}"`, which may take several lines. Moves `at` to the
    /// line after the block.
    pub(super) fn expect_block(
        &mut self,
        opening: Opening,
        owner: Owner<'_>,
        sink: &mut Sink,
    ) -> Block {
        let mut block = self.block(opening, owner, sink);
        if block.closed && self.at > opening.line.next {
            self.row_below(&mut block, owner, sink);
        }
        if self.orphan.take().is_some() {
            self.sought = self.at; // lines of it may belong to the block
        }
        block
    }

    fn block(&mut self, opening: Opening, owner: Owner<'_>, sink: &mut Sink) -> Block {
        if owner.is_some_and(|word| self.kinds.has_whole_text(word)) {
            return self.whole_text(opening, sink);
        }
        let Opening { line, open, end } = opening;
        if let Ok((rest, _)) = parse_inline_block(&self.text[open..end]) {
            let stop = end - rest.len();
            let mut inner_start = open + 1;
            let incomplete =
                self.second_brace(Opening { end: stop - 1, ..opening }, &mut inner_start, sink);
            self.after_block(stop, end, sink);
            return Block { incomplete, ..Block::new(span(inner_start, stop - 1), stop, true) };
        }

        // A comment after the `{` belongs to the body, which leaves it out.
        let mut inner_start = if open == end { line.end } else { open + 1 };
        let mut at = line.next;
        let mut controls = Vec::new();
        loop {
            let notable = self.notable(at);
            if controls.is_empty()
                && let Some(next) = self.closes(notable)
            {
                self.at = next;
                let incomplete = self.second_brace(opening, &mut inner_start, sink);
                let inner = span(inner_start, notable);
                return Block { incomplete, ..Block::new(inner, notable + 1, true) };
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
                    let incomplete = self.second_brace(opening, &mut inner_start, sink);
                    let mut last = close;
                    if self.beside_closer(line, next, close) {
                        last = next.start;
                        sink.push(codes::before_closer(self.place(&self.text[start..close])));
                    }
                    return Block {
                        incomplete,
                        ..Block::new(span(inner_start, last), close + 1, true)
                    };
                }
            }

            if next.flags & OPEN != 0 && memchr::memchr(b'{', &self.bytes[start..stop]).is_some() {
                // No body holds a brace: this is another statement, or a row of a list.
                let listed = owner.is_some() && is_listed(&self.text[start..stop]);
                if !listed || self.row(at).is_none_or(|row| row.start != next.start) {
                    break;
                }
            }

            if next.flags & CONTROL != 0 {
                controls.push((next.start, next.end));
            }
            at = next.next;
        }
        self.unclosed(opening, owner, inner_start, sink)
    }

    /// Reads a body that is a whole text. It ends before the first line that is a `}` alone; without one,
    /// before the first line that opens another declaration, or with the document.
    fn whole_text(&mut self, opening: Opening, sink: &mut Sink) -> Block {
        let Opening { line, open, end } = opening;
        let beside = self.text.get(open + 1..end).unwrap_or_default().trim_matches([' ', '\t']);
        if !beside.is_empty() {
            sink.push(codes::beside_whole_text(self.place(beside)));
        }
        if beside.ends_with('}') {
            self.at = line.next;
            let inner = span(open + 1, end - 1);
            return Block { unreadable: true, ..Block::new(inner, end, true) };
        }

        let is_alone = open < end && beside.is_empty();
        let inner_start = if is_alone { open + 1 } else { line.end };
        let mut last = line;
        let mut at = line.next;
        while let Some(next) = self.line(at) {
            let code = self.text[next.start..next.end].trim_matches([' ', '\t']);
            if code == "}" {
                let close = self.place(code).start as usize;
                self.read.whole_texts.push(inner_start..close);
                self.at = next.next;
                return Block::new(span(inner_start, close), close + 1, true);
            }
            if next.flags & OPEN != 0 && self.opens_declaration(code) {
                break;
            }
            if next.flags & CONTROL != 0 {
                self.control(next.start, next.end, sink);
            }
            if !code.is_empty() {
                last = next;
            }
            at = next.next;
        }

        self.at = last.next;
        if open < end {
            let opened = span(open, open + 1);
            let text = self.text[last.start..last.end].trim_matches([' ', '\t']);
            let shown = if last.start == line.start { opened } else { self.place(text) };
            let close = format!("\n{}}}", " ".repeat(self.indent(line)));
            let add = Edit { span: span(last.end, last.end), text: close };
            sink.push(codes::unclosed_whole_text(opened, shown, add));
        }
        self.read.whole_texts.push(inner_start..last.end);
        Block::new(span(inner_start.min(last.end), last.end), last.end, false)
    }

    /// Returns whether a line opens a declaration: a kind, a name and a `{` at its end.
    fn opens_declaration(&self, code: &str) -> bool {
        matches!(parse_header(code), Ok(("{", (kind, _))) if self.is_kind(kind))
    }

    /// Reports a second `{` on the line that opens a block. No body holds a brace: the answer says
    /// whether this one does, because text is before it.
    fn second_brace(&self, opening: Opening, inner_start: &mut usize, sink: &mut Sink) -> bool {
        let Opening { line, open, end } = opening;
        if open + 1 >= end {
            return false; // the common case
        }
        let Some(at) = self.text[open + 1..end].find('{') else { return false };
        let at = open + 1 + at;
        // One that was typed twice, and not in place of another character.
        let twice = at == open + 1 && self.text[..open].ends_with([' ', '\t']);
        let sure = if twice && self.opens(line, open) { Sure } else { Likely };
        sink.push(codes::second_brace(span(at, at + 1), span(open, open + 1), sure));
        let doubled = self.text[open + 1..at].trim_matches([' ', '\t']).is_empty();
        if doubled {
            *inner_start = at + 1;
        }
        !doubled
    }

    /// Returns whether the line before the brace at `open` certainly opens a block: it is a kind
    /// and a name, or a command and `=>`.
    fn opens(&self, line: Raw, open: usize) -> bool {
        let code = self.text[line.start..open].trim_matches([' ', '\t']);
        let answer = code.strip_suffix("=>").is_some_and(|command| !command.contains(['{', '}']));
        answer || matches!(parse_header(code), Ok(("", (kind, _))) if self.is_kind(kind))
    }

    /// Returns the first brace or control character at or after `at`, where a line begins. The
    /// lines before it do not decide where a block ends.
    fn notable(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        first_notable(rest).map_or(self.bytes.len(), |first| at + first)
    }

    /// Returns the start of the next line if a `}` is at `at`, alone on its line. Nearly every
    /// block ends in this way.
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

    /// Finds the end of a block that is not closed. The block ends before the first line that opens
    /// another block, before the first line that is indented no deeper than the line of the `{` if
    /// the body is indented deeper, and before the first line that is a statement.
    fn unclosed(
        &mut self,
        opening: Opening,
        owner: Owner<'_>,
        inner_start: usize,
        sink: &mut Sink,
    ) -> Block {
        let Opening { line, open, end } = opening;
        let line_indent = self.indent(line);
        let mut rows: Vec<Raw> = Vec::new();
        let mut deeper = None;
        let mut end_line = None;
        for next in self.rows(line.next) {
            let indent = self.indent(next);
            let deep = *deeper.get_or_insert(indent > line_indent);
            let opens = self.code_text(next).contains('{');
            if opens || deep && indent <= line_indent {
                end_line = Some((next, opens));
                break;
            }
            rows.push(next);
        }

        // Text after the `{` is the first row.
        let beside = self.text.get(open + 1..end).unwrap_or_default().trim_matches([' ', '\t']);
        let first = usize::from(!beside.is_empty());
        let beside = std::iter::once(beside).filter(|text| !text.is_empty());
        let mut lines = beside.chain(rows.iter().map(|&row| self.code_text(row)));
        let count = match owner {
            // A misspelled kind still decides where its body ends.
            Some(word) => self.kinds.extent(self.nearest_kind(word), &mut lines).max(first) - first,
            None => rows.iter().take_while(|&&row| !self.ends_answer(row, line_indent)).count(),
        };

        let whole = count == rows.len();
        rows.truncate(count);
        for row in rows.iter().filter(|row| row.flags & CONTROL != 0) {
            self.control(row.start, row.end, sink);
        }
        let last = rows.last().copied().unwrap_or(line);
        self.at = last.next;
        let stop = last.end;
        let opened = span(open, end.min(open + 1));
        let end_line = end_line.filter(|_| whole && open < end);
        if let Some((next, false)) = end_line
            && !rows.is_empty()
            && self.indent(next) == line_indent
            && self.code_text(next).chars().count() == 1
        {
            // Another character in place of the `}`.
            let sign = self.place(self.code_text(next));
            sink.push(codes::mistyped_closer(opened, sign, self.code_text(next)));
            self.at = next.next;
            let inner = span(inner_start, next.start);
            return Block::new(inner, sign.end as usize, true);
        }
        if let Some((next, true)) = end_line
            && rows.is_empty()
            && self.code_text(next) == self.code_text(line)
        {
            let whole = span(line.start, line.next);
            sink.push(codes::repeated_line(self.place(self.code_text(line)), whole));
            return Block { unreadable: true, ..Block::new(span(stop, stop), stop, false) };
        }

        if open < end {
            let blanks = " ".repeat(line_indent);
            let first = self.text[open + 1..end].trim_end_matches([' ', '\t']);
            let alone = first.trim_start_matches([' ', '\t']).is_empty();
            let one_line = rows.is_empty() && !alone;
            let (at, text) = match one_line {
                true => (open + 1 + first.len(), String::from(" }")),
                false => (stop, format!("\n{blanks}}}")),
            };

            // A brace in a row ends the rows, too.
            let begins = |next: Raw| {
                let (start, stop) = self.code(next);
                let brace = self.text[start..stop].find('{');
                brace.is_none_or(|brace| self.opens(next, start + brace))
            };
            let apart = end_line.is_none_or(|(next, _)| begins(next));
            let sure = alone && apart && !rows.is_empty() && self.opens(line, open);
            let sure = if sure { Sure } else { Likely };
            let opened = span(open, open + 1);
            let last = match rows.last() {
                Some(&row) => self.place(self.code_text(row)),
                None if one_line => self.place(first.trim_start_matches([' ', '\t'])),
                None => opened,
            };
            let add = Edit { span: span(at, at), text };
            sink.push(codes::unclosed_brace(opened, last, add, sure, one_line));
        }
        Block::new(span(inner_start.min(stop), stop), stop, false)
    }

    /// Returns whether the text before a closing brace is a typing mistake, not a row: it is one
    /// character in the place of the brace, and the rows are indented deeper.
    fn beside_closer(&self, line: Raw, closer: Raw, close: usize) -> bool {
        let line_indent = self.indent(line);
        let before = self.text[closer.start..close].trim_matches([' ', '\t']);
        let first = self.line(line.next);
        before.chars().count() == 1
            && self.indent(closer) == line_indent
            && first
                .is_some_and(|first| first.start < closer.start && self.indent(first) > line_indent)
    }

    /// Reports a single row below the `}` of a block: the line is indented deeper than the `}`, can
    /// be a row of `owner`, and is not a statement. Moves `at` after it.
    fn row_below(&mut self, block: &mut Block, owner: Owner<'_>, sink: &mut Sink) {
        if !self.bytes.get(self.at).is_some_and(|&byte| is_blank(byte)) {
            return; // the common case
        }
        let Some((closer, row)) = self.line(self.line_start(block.stop, 0)).zip(self.line(self.at))
        else {
            return;
        };

        let closer_indent = self.indent(closer);
        let code = self.code_text(row);
        let apart =
            self.indent(row) > closer_indent && !code.is_empty() && self.fits_block(code, owner);
        let ends = self.line(row.next).is_none_or(|next| {
            // Several rows, or a row above a `}`, are a body whose first line is missing.
            self.indent(next) <= closer_indent && !self.code_text(next).starts_with('}')
        });
        if self.code_text(closer) != "}" || !apart || !ends {
            return;
        }

        let put = |at: Span, text: String| Edit { span: at, text };
        let line = format!("\n{}", &self.text[closer.start..closer.end]);
        let down = vec![
            put(span(closer.start, closer.next), String::new()),
            put(span(row.end, row.end), line),
        ];
        sink.push(codes::row_below(self.place(code), span(block.stop - 1, block.stop), down));
        self.at = row.next;
        block.stop = self.code(row).1;
        block.incomplete = true;
    }

    /// Returns whether a line can be a row of a block of `owner`, and is not a statement.
    fn fits_block(&self, code: &str, owner: Owner<'_>) -> bool {
        let fits = |kind| self.kinds.extent(Some(kind), &mut std::iter::once(code)) == 1;
        !self.is_a_statement(code)
            && owner.is_none_or(|word| self.nearest_kind(word).is_some_and(fits))
    }

    /// Returns whether the lines below a line are a block without its `{`: they end with a `}`.
    pub(super) fn block_below(&mut self, line: Raw) -> bool {
        let sought = self.sought;
        let body = self.next_closer().and_then(|close| self.body_before(close));
        self.sought = sought;
        let below = self.row(line.next).map(|row| row.start);
        body.is_some_and(|body| Some(body.start) == below)
    }

    /// Returns whether the text after the `=>` of a line is a mistyped `{`: it is another sign, or
    /// ends with the brace, and rows with a `}` begin on the next line.
    pub(super) fn stands_for_brace(&mut self, line: Raw, text: &str) -> bool {
        let mut signs = text.chars();
        let first = signs.next().is_some_and(|sign| !sign.is_alphanumeric() && !is_answer(sign));
        let is_mistyped = text.ends_with('{') || first && signs.next().is_none();
        is_mistyped
            && self.line(line.next).is_some_and(|next| !self.code_text(next).is_empty())
            && self.block_below(line)
    }

    /// Returns whether a line ends an expected answer that is not closed: it is a statement by its
    /// form, or it begins with a verb and is indented no deeper than the command.
    fn ends_answer(&self, row: Raw, command_indent: usize) -> bool {
        let code = self.code_text(row);
        let known = self.known_verb(code);
        let target = parse_prefix(code).ok();
        is_asked(code) || known && (target.is_some() || self.indent(row) <= command_indent)
    }

    /// Returns whether a line begins with a verb of some kind.
    pub(super) fn known_verb(&self, code: &str) -> bool {
        let call = parse_prefix(code).map_or(code, |(call, _)| call);
        self.kinds.takes(None, call).is_some()
    }

    /// Returns whether a line is a statement by its form or its verb.
    pub(super) fn is_a_statement(&self, code: &str) -> bool {
        code.contains(['{', '}']) || is_asked(code) || self.known_verb(code)
    }

    /// Returns whether a line is a statement, perhaps with its verb misspelled.
    pub(super) fn like_a_statement(&self, code: &str) -> bool {
        self.is_a_statement(code) || self.kinds.resembles(code)
    }

    /// Reports text after a closing brace. Only a comment may follow it.
    pub(super) fn after_block(&mut self, from: usize, end: usize, sink: &mut Sink) {
        let text = self.text[from..end].trim_start_matches([' ', '\t']);
        if text.is_empty() {
            return;
        }
        let start = end - text.len();
        let place = span(start, end);
        let comment = if text.starts_with("//") { Some(2) } else { slips::comment_sign(text) };
        match comment {
            _ if text.bytes().all(|byte| matches!(byte, b';' | b',')) => {
                sink.push(codes::after_closer(place, Likely, place, ""));
            }
            Some(length) if start == from => {
                let sign = span(start, start + length);
                let sure = if text.starts_with("//") { Sure } else { Likely };
                sink.push(codes::after_closer(place, sure, sign, " //"));
            }
            Some(length) => self.read.slips.comment(span(start, start + length)),
            None if !text.starts_with(['{', '}']) && self.is_a_statement(text) => {
                let gap = span(from, start);
                sink.push(codes::after_closer(place, Sure, gap, "\n"));
            }
            None => sink.push(codes::trailing_text(place, "the closing `}`")),
        }
    }
}
