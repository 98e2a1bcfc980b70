//! The one writer for standard output.
//!
//! Every write that fails is remembered for the whole process, and [`end`] turns it into a message
//! and an exit code when the process ends. So no caller can forget to report it.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::OnceLock;

use super::fault::strike;
use super::{Exit, reason};
use crate::render::sanitize;

/// The number of bytes that are collected before they are written.
const BUFFER: usize = 1 << 16;

/// The error because of which standard output cannot be written any more.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Buffered standard output: flush it when a reader waits.
pub(crate) type Output = BufWriter<StandardOutput>;

/// Standard output, which remembers the first write that fails and refuses all writes after it.
#[derive(Debug)]
pub(crate) struct StandardOutput {
    out: io::Stdout,
    /// Makes texts harmless on their way to a terminal, if standard output is one.
    sieve: Option<Sieve>,
}

/// Returns buffered standard output: flush it when a reader waits. A write that fails is reported
/// when the process ends ([`end`]). Every byte arrives as it is: for pictures, which may hold
/// colors and whose control sequences were escaped when they were drawn.
pub(crate) fn output() -> Output {
    BufWriter::with_capacity(BUFFER, StandardOutput::new(None))
}

/// Returns buffered standard output for all other texts: on a terminal, control sequences are
/// written as escapes, even those of colors.
pub(crate) fn text_output() -> Output {
    let sieve = io::stdout().is_terminal().then(Sieve::default);
    BufWriter::with_capacity(BUFFER, StandardOutput::new(sieve))
}

/// A filter that makes texts harmless, which come in pieces of any length.
#[derive(Debug, Default)]
struct Sieve {
    /// The beginning of a character, up to 3 bytes.
    begun: Vec<u8>,
}

impl Sieve {
    /// Returns the text of a piece, as it may reach a terminal. Bytes that are not UTF-8 are
    /// written as `\xff`; bytes that may begin a character wait for the next piece.
    fn pass(&mut self, bytes: &[u8]) -> String {
        self.begun.extend_from_slice(bytes);
        let bytes = std::mem::take(&mut self.begun);
        let mut text = String::with_capacity(bytes.len());
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text += &sanitize(chunk.valid());
            let last = chunks.peek().is_none();
            let cut =
                || std::str::from_utf8(chunk.invalid()).is_err_and(|e| e.error_len().is_none());
            if last && cut() {
                self.begun = chunk.invalid().to_vec();
                break;
            }
            for byte in chunk.invalid() {
                text += &format!("\\x{byte:02x}");
            }
        }
        text
    }
}

/// Returns whether standard output cannot be written any more, so that further answers are not
/// needed.
pub(crate) fn output_lost() -> bool {
    LOST.get().is_some()
}

/// Remembers that standard output could not be written, for writers that do not use [`output`].
pub(crate) fn lose_output(error: io::Error) {
    let _ = LOST.set(error);
}

/// Returns the exit code of the process, which is at least [`Exit::Unusable`] if standard output
/// could not be written; reports why. A closed pipe is not an error, because its reader wants no
/// more.
pub fn end(exit: Exit) -> Exit {
    let _ = StandardOutput::new(None).flush();
    match LOST.get() {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let text = format!("puzzled: cannot write standard output: {}\n", reason(error));
            let _ = io::stderr().lock().write_all(text.as_bytes());
            exit.max(Exit::Unusable)
        }
        _ => exit,
    }
}

impl StandardOutput {
    /// Returns standard output without a separate buffer.
    fn new(sieve: Option<Sieve>) -> Self {
        Self { out: io::stdout(), sieve }
    }

    /// Uses the stream unless an earlier write failed, and remembers a failure.
    fn attempt<T>(
        &mut self,
        what: &str,
        act: impl FnOnce(&mut io::Stdout) -> io::Result<T>,
    ) -> io::Result<T> {
        if output_lost() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        strike(what).and_then(|()| act(&mut self.out)).map_err(|error| {
            let kind = error.kind();
            if kind != io::ErrorKind::Interrupted {
                lose_output(error);
            }
            kind.into()
        })
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sieve {
            None => self.attempt("write standard output", |out| out.write(bytes)),
            Some(sieve) => {
                let text = sieve.pass(bytes);
                self.attempt("write standard output", |out| out.write_all(text.as_bytes()))?;
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt("flush standard output", Write::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_pieces_are_harmless() {
        let hostile = b"a\x1b]0;x\x07 \xc2\x9b \xe2\x80\xae \xff \xf0\x9f\x91 \xf0\x9f\x99\x82\n";
        let clean = "a\\u{1b}]0;x\\u{7} \\u{9b} \\u{202e} \\xff \\xf0\\x9f\\x91 🙂\n";
        for size in 1..=hostile.len() {
            let mut sieve = Sieve::default();
            let text: String = hostile.chunks(size).map(|piece| sieve.pass(piece)).collect();
            assert_eq!(text, clean, "{size}");
        }
    }
}
