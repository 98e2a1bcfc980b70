//! Between byte offsets and the lines and columns of a client.

use super::protocol as lsp;
use crate::diag::{Edit, with_line_ends};
use crate::text::{Encoding, Position, Source, Span};

/// A source seen in the columns of a client.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places<'a> {
    pub(super) source: &'a Source,
    pub(super) encoding: Encoding,
}

impl Places<'_> {
    /// Returns the byte offset of a position. A position after the end of a line becomes the end of
    /// the line, one inside a character its beginning.
    pub(super) fn offset(&self, at: lsp::Position) -> u32 {
        let at = Position { line: at.line, column: at.character };
        self.source.lines().offset(at, self.source.text(), self.encoding)
    }

    /// Returns the span of a range; a reversed range is put in order.
    pub(super) fn span(&self, range: lsp::Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span::new(start.min(end), start.max(end))
    }

    /// Returns the position of a byte offset.
    pub(super) fn position(&self, offset: u32) -> lsp::Position {
        let at = self.source.lines().position(offset, self.source.text(), self.encoding);
        lsp::Position { line: at.line, character: at.column }
    }

    /// Returns the range of a span.
    pub(super) fn range(&self, span: Span) -> lsp::Range {
        lsp::Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// Edits as the client gets them: their lines end as those of the text do.
    pub(super) fn edits(&self, edits: &[Edit]) -> Vec<lsp::TextEdit> {
        let edit = |edit: &Edit| lsp::TextEdit {
            range: self.range(edit.span),
            new_text: edit.text.clone(),
        };
        with_line_ends(edits, self.source.bytes()).iter().map(edit).collect()
    }

    /// Returns a cursor for many positions in rising order.
    pub(super) fn cursor(&self) -> Cursor<'_> {
        Cursor { places: *self, line: 0, start: 0, at: 0, column: 0 }
    }
}

/// Positions of offsets that mostly rise: a long line is not counted from its beginning each time.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    places: Places<'a>,
    /// The line last asked for, where it begins, and an offset on it with its column.
    line: u32,
    start: u32,
    at: u32,
    column: u32,
}

impl Cursor<'_> {
    pub(super) fn position(&mut self, offset: u32) -> lsp::Position {
        let source = self.places.source;
        let encoding = self.places.encoding;
        let lines = source.lines();
        let line = lines.line(offset);
        if line != self.line || offset < self.at {
            let start = lines.start(line);
            (self.line, self.start, self.at, self.column) = (line, start, start, 0);
        }

        if encoding == Encoding::Utf8 {
            return lsp::Position { line, character: offset - self.start };
        }

        let text = source.text();
        let mut end = (offset as usize).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }

        let between = text.get(self.at as usize..end).unwrap_or_default();
        self.column += if between.is_ascii() {
            between.len() as u32
        } else {
            let units = between.chars().map(|char| match encoding {
                Encoding::Utf16 => char.len_utf16(),
                _ => 1,
            });
            units.sum::<usize>() as u32
        };
        self.at = end as u32;
        lsp::Position { line, character: self.column }
    }

    pub(super) fn range(&mut self, span: Span) -> lsp::Range {
        lsp::Range { start: self.position(span.start), end: self.position(span.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_tells_what_the_index_tells() {
        let source = Source::new("x", "a😀b\r\n方x\n\n  é😀\rlast");
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let places = Places { source: &source, encoding };
            let mut cursor = places.cursor();
            let offsets = source.text().char_indices().map(|(at, _)| at as u32);
            for at in offsets.clone().chain(offsets).chain([source.text().len() as u32]) {
                assert_eq!(cursor.position(at), places.position(at), "{at} {encoding:?}");
                // No column lies between CR and LF.
                let between = source.text()[..at as usize].ends_with('\r')
                    && source.text()[at as usize..].starts_with('\n');
                if !between {
                    assert_eq!(places.offset(places.position(at)), at, "{at} {encoding:?}");
                }
            }
        }
    }
}
