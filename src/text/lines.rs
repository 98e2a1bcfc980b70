//! The starts of lines, and columns in the encodings that editors count in.

use super::Span;

/// The unit in which a column is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units.
    Utf16,
    /// Unicode scalar values.
    Utf32,
}

/// A zero-based line and column; the unit of the column is the caller's [`Encoding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 0.
    pub line: u32,
    /// Column, from 0.
    pub column: u32,
}

/// Returns the line end of the first line of a text: LF, CRLF or a lone CR; LF if the text has only one
/// line.
pub(crate) fn line_end(text: &[u8]) -> &'static str {
    let first = memchr::memchr2(b'\n', b'\r', text);
    match first.map(|at| &text[at..]) {
        Some([b'\r', b'\n', ..]) => "\r\n",
        Some([b'\r', ..]) => "\r",
        _ => "\n",
    }
}

/// The offsets at which lines begin. A line ends with LF, CRLF or a lone CR.
///
/// Built in one pass; a look-up is a binary search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    len: u32,
    ascii: bool,
}

impl LineIndex {
    /// Indexes a text.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n') {
                continue;
            }
            starts.push(at as u32 + 1);
        }
        Self { starts, len: bytes.len() as u32, ascii: text.is_ascii() }
    }

    /// Returns the index of `text`, which came from the text of this index when the bytes
    /// `from..to` were replaced. Only the lines around them are looked at again.
    #[must_use]
    pub fn edited(&self, text: &str, from: u32, to: u32) -> Self {
        let len = text.len() as u32;
        // A CR may have lost or gained its LF: look at one more line on either side.
        let first = self.line(from).saturating_sub(1);
        let last = self.line(to) + 2;
        let (start, old_stop) = (self.start(first), self.start(last));
        let shift = |old: u32| (u64::from(old) + u64::from(len) - u64::from(self.len)) as u32;
        let stop = shift(old_stop);
        let between = Self::new(&text[start as usize..stop as usize]);
        let tail = self.starts.get(last as usize..).unwrap_or_default();
        let mut starts = Vec::with_capacity(self.starts.len() + between.starts.len());
        starts.extend_from_slice(&self.starts[..first as usize]);
        starts.extend(between.starts.iter().map(|own| own + start));
        if !tail.is_empty() && starts.last() == Some(&stop) {
            starts.pop(); // the line that begins there comes with the tail
        }
        starts.extend(tail.iter().map(|&old| shift(old)));
        Self { starts, len, ascii: text.is_ascii() }
    }

    /// Returns the number of lines; a text that ends with a line end has an empty last line.
    pub fn count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Returns the line (from 0) that holds `offset`; offsets after the end belong to the last
    /// line.
    pub fn line(&self, offset: u32) -> u32 {
        (self.starts.partition_point(|&start| start <= offset) - 1) as u32
    }

    /// Returns the offset at which `line` begins; a line after the last begins at the end of the
    /// text.
    pub fn start(&self, line: u32) -> u32 {
        self.starts.get(line as usize).copied().unwrap_or(self.len)
    }

    /// Returns the span of `line` without its line end.
    pub fn span(&self, line: u32, text: &str) -> Span {
        let start = self.start(line);
        let mut end = self.start(line + 1);
        let bytes = text.as_bytes();
        if line + 1 < self.count() {
            if end > start && bytes[end as usize - 1] == b'\n' {
                end -= 1;
            }
            if end > start && bytes[end as usize - 1] == b'\r' {
                end -= 1;
            }
        }
        Span::new(start, end)
    }

    /// Returns the position of a byte offset. Offsets inside a character count as its beginning,
    /// those after the end as the end.
    pub fn position(&self, offset: u32, text: &str, encoding: Encoding) -> Position {
        let offset = offset.min(self.len);
        let line = self.line(offset);
        let start = self.start(line) as usize;
        let mut end = offset as usize;
        let column = if self.ascii || encoding == Encoding::Utf8 {
            end - start
        } else {
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            width(&text[start..end], encoding)
        };
        Position { line, column: column as u32 }
    }

    /// Returns the byte offset of a position: lines after the last mean the end of the text,
    /// columns after the line its end, columns inside a character its beginning.
    pub fn offset(&self, position: Position, text: &str, encoding: Encoding) -> u32 {
        if position.line >= self.count() {
            return self.len;
        }
        let span = self.span(position.line, text);
        let column = position.column as usize;
        if self.ascii {
            return span.start + position.column.min(span.len());
        }
        let line = &text[span.range()];
        let mut units = 0;
        for (at, char) in line.char_indices() {
            let wide = match encoding {
                Encoding::Utf8 => char.len_utf8(),
                Encoding::Utf16 => char.len_utf16(),
                Encoding::Utf32 => 1,
            };
            if units + wide > column {
                return span.start + at as u32;
            }
            units += wide;
        }
        span.end
    }
}

/// Returns the length of `text` in units of `encoding`.
fn width(text: &str, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => text.len(),
        Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        Encoding::Utf32 => text.chars().count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_line_ends_count_once() {
        let text = "a\nb\r\nc\rd";
        let lines = LineIndex::new(text);
        assert_eq!(lines.count(), 4);
        let seen: Vec<_> = (0..4).map(|line| &text[lines.span(line, text).range()]).collect();
        assert_eq!(seen, ["a", "b", "c", "d"]);
    }

    #[test]
    fn an_edited_index_is_the_index_of_the_edited_text() {
        let pieces = ["", "a", "\n", "\r", "\r\n", "é", "x\ny", "\n\r", "\r\r\n"];
        let mut random = 7_u32;
        let mut below = |bound: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as usize % bound
        };
        for _ in 0..300 {
            let mut text = String::new();
            for _ in 0..below(12) {
                text.push_str(pieces[below(pieces.len())]);
            }
            for _ in 0..10 {
                let old = LineIndex::new(&text);
                let floor = |mut at: usize| {
                    while !text.is_char_boundary(at) {
                        at -= 1;
                    }
                    at
                };
                let from = floor(below(text.len() + 1));
                let to = floor(from + below(text.len() - from + 1));
                let mut new = text.clone();
                new.replace_range(from..to, pieces[below(pieces.len())]);
                let edited = old.edited(&new, from as u32, to as u32);
                assert_eq!(edited, LineIndex::new(&new), "{text:?} {from}..{to} {new:?}");
                text = new;
            }
        }
    }

    #[test]
    fn columns_follow_the_encoding_and_are_clamped() {
        let text = "方😀x\n";
        let lines = LineIndex::new(text);
        let x = text.find('x').expect("there is an x") as u32;
        for (encoding, column) in [(Encoding::Utf8, 7), (Encoding::Utf16, 3), (Encoding::Utf32, 2)]
        {
            let at = lines.position(x, text, encoding);
            assert_eq!(at, Position { line: 0, column });
            assert_eq!(lines.offset(at, text, encoding), x);
        }
        let half = Position { line: 0, column: 2 };
        assert_eq!(lines.offset(half, text, Encoding::Utf16), 3, "inside a surrogate pair");
        let far = Position { line: 0, column: 99 };
        assert_eq!(lines.offset(far, text, Encoding::Utf16), 8);
        assert_eq!(lines.offset(Position { line: 9, column: 0 }, text, Encoding::Utf16), 9);
    }
}
