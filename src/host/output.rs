//! The one writer for standard output.
//!
//! A write that fails is remembered for the whole process, whoever wrote, and [`end`] turns it into
//! a message and an exit code when the process ends. So no caller can forget to report it.

use std::io::{self, BufWriter, Write};
use std::sync::OnceLock;

use super::fault::strike;
use super::{Exit, reason};

/// Bytes that are collected before they are written.
const BUFFER: usize = 1 << 16;

/// Why standard output cannot be written any more.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Buffered standard output: flush it when a reader waits.
pub type Output = BufWriter<StandardOutput>;

/// Standard output, which remembers the first write that fails and refuses all writes after it.
#[derive(Debug)]
pub struct StandardOutput(io::Stdout);

/// Standard output, buffered.
pub fn output() -> Output {
    BufWriter::with_capacity(BUFFER, StandardOutput::new())
}

/// Whether standard output cannot be written any more: nobody needs further answers.
pub fn output_lost() -> bool {
    LOST.get().is_some()
}

/// Remembers that standard output could not be written by somebody who does not write through
/// [`output`].
pub fn lose_output(error: io::Error) {
    let _ = LOST.set(error);
}

/// The exit code of the process, which is [`Exit::Unusable`] if standard output could not be
/// written; says why. A reader that closed its pipe wants no more, and that is not an error.
pub fn end(exit: Exit) -> Exit {
    let _ = StandardOutput::new().flush();
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
    /// Standard output without a buffer of its own.
    pub fn new() -> Self {
        Self(io::stdout())
    }

    /// Does something with the stream unless an earlier write failed, and remembers a failure.
    fn attempt<T>(&mut self, what: impl FnOnce(&mut io::Stdout) -> io::Result<T>) -> io::Result<T> {
        if output_lost() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        what(&mut self.0).map_err(|error| {
            let kind = error.kind();
            if kind != io::ErrorKind::Interrupted {
                lose_output(error);
            }
            kind.into()
        })
    }
}

impl Default for StandardOutput {
    fn default() -> Self {
        Self::new()
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(|out| strike("write standard output").and_then(|()| out.write(bytes)))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt(|out| strike("flush standard output").and_then(|()| out.flush()))
    }
}
