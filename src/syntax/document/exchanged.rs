//! Lines that are on the wrong side of the line that opens or closes a block: rows outside of it, a
//! statement inside, a `}` between the opening line and its rows.

use super::block::{Block, Owner};
use super::forms::parse_header;
use super::lines::Raw;
use super::{Parser, is_asked, span};
use crate::diag::{Edit, Sink};
use crate::syntax::codes;
use crate::syntax::token::{is_blank, parse_prefix};

impl Parser<'_> {
    /// Returns whether a line is a row above the line that opens its block: it is indented deeper,
    /// and it is not a statement. Remembers the block, which lacks the row.
    pub(super) fn row_above(&mut self, line: Raw, code: &str, sink: &mut Sink) -> bool {
        let Some(next) = self.line(line.next) else { return false };
        if self.indent(line) <= self.indent(next) || !self.opens_after_row(next, code) {
            return false;
        }
        let (row, head) = (self.place(code), self.place(self.code_text(next)));
        sink.push(codes::row_above(row, head, self.exchange(line, next)));
        self.row = Some((next.start, row.start as usize));
        true
    }

    /// Returns whether a line opens a block whose first row may be `row`, the line above it.
    fn opens_after_row(&self, line: Raw, row: &str) -> bool {
        let Some(head) = self.code_text(line).strip_suffix('{') else { return false };
        match parse_header(head) {
            Ok(("", (kind, _))) if self.is_kind(kind) => {
                // A row may look like a command, but no puzzle was declared that could answer it.
                let first = self.read.statements.is_empty() && !self.follows;
                !self.like_a_statement(row) || first && self.fits_block(row, Some(kind))
            }
            Ok(("", _)) => false,
            // Queries are known by their form: any document may hold them after any line.
            _ => {
                let verb = head.starts_with(|char: char| char.is_ascii_alphabetic());
                let asks = verb && head.contains("=>") && parse_prefix(head).is_err();
                asks && self.known_verb(head) && !self.like_a_statement(row)
            }
        }
    }

    /// Returns the row that is above the block which a line opens.
    pub(super) fn row_of(&self, line: Raw) -> Option<usize> {
        self.row.filter(|&(opener, _)| opener == line.start).map(|(_, row)| row)
    }

    /// Looks for rows of a block, which `line` opens, below its `}`: they are indented deeper than
    /// the `}`, and they are not statements. Moves `at` after them.
    pub(super) fn row_below(
        &mut self,
        line: Raw,
        block: &mut Block,
        owner: Owner<'_>,
        sink: &mut Sink,
    ) {
        if !self.bytes.get(self.at).is_some_and(|&byte| is_blank(byte)) {
            return; // the common case
        }
        let Some(closer) = self.line(self.line_start(block.stop, line.start)) else { return };
        if self.code_text(closer) != "}" {
            return;
        }
        let (own, first) = (self.indent(closer), self.at);
        let mut last = None;
        let mut at = first;
        while let Some(row) = self.line(at) {
            let code = self.code_text(row);
            let inside = self.indent(row) > own && !self.known_verb(code);
            if code.is_empty() || !inside || !self.fits_block(code, owner) {
                break;
            }
            (last, at) = (Some(row), row.next);
        }
        let Some(last) = last else { return };
        let next = self.line(at);
        if next.is_some_and(|next| self.code_text(next).starts_with('}')) {
            return; // a separate body, whose first line is missing
        }
        let row = self.line(first).map_or("", |row| self.code_text(row));
        let (row, brace) = (self.place(row), self.place(self.code_text(closer)));
        let text = format!("\n{}", &self.text[closer.start..closer.end]);
        let add = Edit { span: span(last.end, last.end), text };
        sink.push(codes::row_below(row, brace, span(closer.start, closer.next), add));
        if next.is_some_and(|next| self.opens_after_row(next, self.code_text(last))) {
            // The row may also be the first of the next block: neither block is judged.
            self.row = Some((at, at));
        }
        self.at = at;
        block.stop = self.code(last).1;
        block.incomplete = true;
    }

    /// Returns whether a line can be a row of a block of `owner`, and is not a statement.
    fn fits_block(&self, code: &str, owner: Owner<'_>) -> bool {
        let row = match owner {
            Some(word) => {
                let kind = self.nearest_kind(word);
                kind.is_some() && self.kinds.extent(kind, &mut std::iter::once(code)) == 1
            }
            None => true,
        };
        let prefixed = parse_prefix(code).is_ok() && self.known_verb(code);
        row && !prefixed && !code.contains(['{', '}']) && !is_asked(code)
    }

    /// Looks for a statement between the line that opens a block and its first row: it is indented
    /// no deeper than that line, and the row is. The block then begins after the statement.
    pub(super) fn statement_inside(
        &mut self,
        line: Raw,
        block: &mut Block,
        owner: Owner<'_>,
        sink: &mut Sink,
    ) {
        let own = self.indent(line);
        let below = &self.bytes[line.next..];
        let deep = below.iter().take_while(|&&byte| is_blank(byte)).count();
        if deep > own && !matches!(below.get(deep), Some(b'\n' | b'\r' | b'/')) {
            return; // the common case
        }
        let mut rows = self.rows(line.next).take_while(|row| row.end <= block.inner.end as usize);
        let Some(first) = rows.next().filter(|row| self.indent(*row) <= own) else { return };
        let code = self.code_text(first);
        let statement = is_asked(code)
            || owner.is_some() && self.known_verb(code) && !self.fits_block(code, owner);
        if !statement || rows.next().is_none_or(|row| self.indent(row) <= own) {
            return;
        }
        let (inside, head) = (self.place(code), self.place(self.code_text(line)));
        sink.push(codes::statement_inside(inside, head, self.exchange(line, first)));
        block.inner.start = first.next as u32;
        // The order of the two commands is unknown, so the state that they ask about is unknown
        // too.
        block.unreadable |= owner.is_none();
    }

    /// Reports text before the `{` of an answer of several lines on the line of its command.
    /// Returns whether there is such text.
    pub(super) fn text_before_brace(&mut self, line: Raw, answer: &str, sink: &mut Sink) -> bool {
        let Some(before) = answer.strip_suffix('{') else { return false };
        let slip = before.trim_end_matches([' ', '\t']);
        if slip.chars().count() > 2 || before.contains(['{', '}']) || !self.block_below(line) {
            return false;
        }
        sink.push(codes::before_opener(self.place(before)));
        true
    }

    /// Returns the edits that exchange two lines.
    fn exchange(&self, one: Raw, other: Raw) -> Vec<Edit> {
        let put = |to: Raw, from: Raw| Edit {
            span: span(to.start, to.end),
            text: self.text[from.start..from.end].to_owned(),
        };
        vec![put(one, other), put(other, one)]
    }

    /// Returns the line after one that opens a block if it is only a `}` although the rows of the
    /// block follow: the two lines were exchanged.
    pub(super) fn closer_below(&self, opens: Raw) -> Option<Raw> {
        let closer = self.row(opens.next)?;
        let row = self.line(closer.next)?;
        let rows = !self.code_text(row).is_empty() && self.indent(row) > self.indent(opens);
        (self.code_text(closer) == "}" && rows).then_some(closer)
    }
}
