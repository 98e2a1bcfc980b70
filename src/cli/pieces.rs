//! A stream of lines, read in pieces that can be judged side by side.

use std::io::{self, ErrorKind, Read};

use crate::text::Source;

/// Bytes that decide whether a text is a stream.
const BEGINNING: usize = 1 << 16;
/// Bytes that one thread judges at a time, about 1600 sudokus: enough that the threads seldom meet,
/// and few enough that all of them end at about the same time.
const PIECE: usize = 1 << 17;

/// A stream that is cut after line ends. Only the piece at work and the beginning of its next line
/// are in memory.
#[derive(Debug)]
pub(super) struct Pieces<R> {
    input: R,
    /// The name of the stream.
    name: String,
    /// Bytes that were read and belong to the next piece.
    kept: Vec<u8>,
    /// The number of the next piece's first line.
    line: u32,
    /// True if the input has ended.
    ended: bool,
}

impl<R: Read> Pieces<R> {
    /// Reads the beginning of a stream.
    pub(super) fn new(input: R, name: &str) -> io::Result<Self> {
        let mut pieces =
            Self { input, name: name.to_owned(), kept: Vec::new(), line: 0, ended: false };
        let mut kept = Vec::new();
        pieces.fill(&mut kept, BEGINNING)?;
        pieces.kept = kept;
        Ok(pieces)
    }

    /// Returns the text that the stream begins with.
    pub(super) fn beginning(&self) -> String {
        String::from_utf8_lossy(&self.kept).into_owned()
    }

    /// Returns whether the beginning is all of the stream.
    pub(super) fn is_small(&self) -> bool {
        self.line == 0 && self.ended
    }

    /// Returns whether there are no more pieces.
    pub(super) fn is_over(&self) -> bool {
        self.ended && self.kept.is_empty()
    }

    /// Reads the whole stream as one text.
    pub(super) fn whole(mut self) -> io::Result<Source> {
        self.input.take(u64::from(u32::MAX)).read_to_end(&mut self.kept)?;
        if self.kept.len() as u64 >= u64::from(u32::MAX) {
            return Err(io::Error::other("it is larger than 4 GiB; split it"));
        }
        Ok(Source::from_bytes(self.name, self.kept))
    }

    /// Reads the next piece into the memory of `bytes`; returns `None` at the end of the stream.
    pub(super) fn next(&mut self, mut bytes: Vec<u8>) -> io::Result<Option<Source>> {
        bytes.clear();
        bytes.append(&mut self.kept);
        let mut size = PIECE;
        loop {
            self.fill(&mut bytes, size)?;
            if self.ended {
                break;
            }
            if let Some(end) = memchr::memrchr(b'\n', &bytes) {
                self.kept.extend_from_slice(&bytes[end + 1..]);
                bytes.truncate(end + 1);
                break;
            }
            size *= 2; // a line longer than a piece: read all of it
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let lines = memchr::memchr_iter(b'\n', &bytes).count() as u32;
        let piece = Source::from_bytes(self.name.as_str(), bytes).starting_at_line(self.line);
        self.line += lines;
        Ok(Some(piece))
    }

    /// Reads until there are `size` bytes, or the input ends.
    fn fill(&mut self, bytes: &mut Vec<u8>, size: usize) -> io::Result<()> {
        let mut length = bytes.len();
        bytes.resize(size.max(length), 0);
        while length < size && !self.ended {
            match self.input.read(&mut bytes[length..]) {
                Ok(0) => self.ended = true,
                Ok(count) => length += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        bytes.truncate(length);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out a few bytes at a time.
    struct Drips<'a>(&'a [u8], usize);

    impl Read for Drips<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(out.len());
            out[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn pieces_end_with_a_line_and_know_its_number() {
        let short = "line\nline 2\n\n".repeat(20_000);
        let long = format!("{short}{}\n{short}no end", "x".repeat(3 * PIECE));
        for (text, drip) in [(&short, usize::MAX), (&short, 1000), (&long, 70_000)] {
            let mut pieces = Pieces::new(Drips(text.as_bytes(), drip), "x").expect("no failure");
            assert!(!pieces.is_small() && text.starts_with(&pieces.beginning()));
            let mut again = String::new();
            let mut lines = 0;
            let mut memory = Vec::new();
            while let Some(piece) = pieces.next(memory).expect("no failure") {
                assert_eq!(piece.first_line(), lines);
                assert!(piece.text().ends_with('\n') || pieces.is_over());
                lines += piece.text().matches('\n').count() as u32;
                again += piece.text();
                memory = piece.into_bytes();
            }
            assert!(again == *text && pieces.is_over());
        }
    }

    #[test]
    fn a_text_without_a_line_is_whole() {
        for text in ["", "a", "a\nb"] {
            let pieces = Pieces::new(text.as_bytes(), "x").expect("no failure");
            assert!(pieces.is_small() && pieces.is_over() == text.is_empty());
            assert_eq!(pieces.whole().expect("no failure").text(), text);
        }
    }
}
