//! A named text with its line index.

use std::sync::OnceLock;

use super::{Encoding, LineIndex, Position, Span};

/// One input: a file, standard input, or a line typed at a prompt.
///
/// ```
/// use puzzled::text::{Source, Span};
///
/// let source = Source::new("m.puzzle", "matrix m {\n  1 2\n}\n");
/// assert_eq!(source.slice(Span::new(7, 8)), "m");
/// assert_eq!(source.lines().line(13), 1); // counted from 0
/// ```
#[derive(Debug)]
pub struct Source {
    name: String,
    text: String,
    /// Byte ranges of the original that are not UTF-8; each such byte is a `?` in the text.
    broken: Vec<Span>,
    /// The bytes as they came, if the text differs from them.
    original: Option<Vec<u8>>,
    lines: OnceLock<LineIndex>,
    first_line: u32,
}

/// A count of NULs, by which bytes that come in pieces are a text or not.
#[derive(Debug, Default)]
pub(crate) struct Nuls(usize);

impl Nuls {
    /// The most NULs of a text.
    const FEW: usize = 8;

    /// Counts those of a piece. Returns whether there are now more than in a text.
    pub(crate) fn are_many(&mut self, piece: &[u8]) -> bool {
        self.0 += memchr::memchr_iter(0, piece).take(Self::FEW + 1).count();
        self.0 > Self::FEW
    }
}

/// Returns whether bytes look like UTF-16: after its byte order mark, if there is one, every other
/// one of the first is NUL.
pub(crate) fn is_utf16(bytes: &[u8]) -> bool {
    let marked = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let text = &bytes[if marked { 2 } else { 0 }..];
    let pairs = text.as_chunks::<2>().0;
    let head = &pairs[..pairs.len().min(16)];
    let nul = |at: usize| head.iter().all(|pair| pair[at] == 0 && pair[1 - at] != 0);
    head.len() > 1 && (nul(0) || nul(1))
}

impl Source {
    /// Returns a text under a name that diagnostics show.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
            broken: Vec::new(),
            original: None,
            lines: OnceLock::new(),
            first_line: 0,
        }
    }

    /// Returns the text of the bytes of a file. A byte that is not UTF-8 becomes a `?`, so that
    /// every offset is the same as in the file, and its place is kept for a diagnostic
    /// ([`Source::broken`]).
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let mut broken: Vec<Span> = Vec::new();
        let (text, original) = match String::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let bytes = error.into_bytes();
                let mut text = String::with_capacity(bytes.len());
                for chunk in bytes.utf8_chunks() {
                    text.push_str(chunk.valid());
                    let start = text.len() as u32;
                    for _ in chunk.invalid() {
                        text.push('?');
                    }
                    let end = text.len() as u32;
                    match broken.last_mut() {
                        Some(last) if last.end == start => last.end = end,
                        _ if end > start => broken.push(Span::new(start, end)),
                        _ => {}
                    }
                }
                (text, Some(bytes))
            }
        };
        Self { name: name.into(), text, broken, original, lines: OnceLock::new(), first_line: 0 }
    }

    /// Returns whether the bytes look like UTF-16.
    pub(crate) fn is_utf16(&self) -> bool {
        is_utf16(self.bytes())
    }

    /// Returns the place of the first NUL if there are so many that the bytes are a program or a
    /// picture. A text has a few at most, by mistake; UTF-16 is a text.
    pub(crate) fn binary(&self) -> Option<Span> {
        let text = self.text.as_bytes();
        let first = memchr::memchr(0, text)? as u32;
        let mut nuls = Nuls::default();
        let is_binary = nuls.are_many(text) && !self.is_utf16();
        is_binary.then(|| Span::new(first, first + 1))
    }

    /// Returns the text with the bytes of `span` replaced. The index of the unchanged lines is
    /// kept.
    #[must_use]
    pub fn edited(&self, span: Span, new: &str) -> Self {
        let old = &self.text;
        let mut text = String::with_capacity(old.len() + new.len());
        text.push_str(&old[..span.start as usize]);
        text.push_str(new);
        text.push_str(&old[span.end as usize..]);
        let lines = OnceLock::new();
        if let Some(known) = self.lines.get() {
            let _ = lines.set(known.edited(&text, span.start, span.end));
        }
        let (name, first_line) = (self.name.clone(), self.first_line);
        Self { name, text, broken: Vec::new(), original: None, lines, first_line }
    }

    /// Returns the text as a part whose first line is line `line` (from 0) of the whole: a chunk of
    /// a stream, whose diagnostics should name the line of the stream.
    #[must_use]
    pub fn starting_at_line(mut self, line: u32) -> Self {
        self.first_line = line;
        self
    }

    /// Returns the name that diagnostics show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the bytes as they came. Offsets into the text are offsets into them.
    pub fn bytes(&self) -> &[u8] {
        self.original.as_deref().unwrap_or(self.text.as_bytes())
    }

    /// Returns the bytes as they came, and drops everything else.
    pub fn into_bytes(self) -> Vec<u8> {
        self.original.unwrap_or_else(|| self.text.into_bytes())
    }

    /// Returns the places of bytes that are not UTF-8.
    pub fn broken(&self) -> &[Span] {
        &self.broken
    }

    /// Returns the number (from 0) of the text's first line in the whole that it is part of.
    pub fn first_line(&self) -> u32 {
        self.first_line
    }

    /// Returns the text of a span; a span out of range, or one that cuts a character, gives an
    /// empty text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns the line index, which is built at the first use.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Returns the number, from 1, of the line of an offset in the whole that the text is part of.
    pub fn line_number(&self, offset: u32) -> u32 {
        self.first_line + self.lines().line(offset) + 1
    }

    /// Returns line and column of an offset, both from 0, the column in characters.
    pub fn place(&self, offset: u32) -> Position {
        let mut at = self.lines().position(offset, &self.text, Encoding::Utf32);
        at.line += self.first_line;
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_text_keep_every_offset() {
        let bytes = b"ab\xff\xfecd\xc3";
        let source = Source::from_bytes("x", bytes.to_vec());
        assert_eq!(source.bytes(), bytes);
        assert_eq!(source.text(), "ab??cd?");
        assert_eq!(source.broken(), [Span::new(2, 4), Span::new(6, 7)]);
    }

    #[test]
    fn many_nul_characters_are_not_a_text() {
        let of = |bytes: &[u8]| Source::from_bytes("x", bytes.to_vec()).binary();
        assert_eq!(of(b"\x7fELF\x02\0\0\0\0\0\0\0\0\0\0"), Some(Span::new(5, 6)));
        assert_eq!(of(&[0; 9]), Some(Span::new(0, 1)));
        for text in [&b""[..], b"matrix", b"\0", b"a\0b\0c", &[0; 8], &[0xff; 99]] {
            assert_eq!(of(text), None, "{text:?}");
        }
    }

    #[test]
    fn utf_16_is_told_from_other_bytes() {
        for (bytes, wide) in [
            (&b"\xff\xfem\0a\0\n\0"[..], true),
            (b"\xfe\xff\0m\0a\0\n", true),
            (b"m\0a\0", true),
            (b"\0m\0a", true),
            (b"\xff\xfematrix m {", false),
            (b"m\0atrix", false),
            (b"\0\0\0\0", false),
            (b"m\0", false),
            (b"", false),
        ] {
            assert_eq!(Source::from_bytes("x", bytes.to_vec()).is_utf16(), wide, "{bytes:?}");
        }
    }
}
