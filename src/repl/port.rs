//! What a shell speaks through: a terminal, a pipe, or a test that listens.

use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::cli::{Console, Watch};
use crate::diag::Diagnostic;
use crate::render::sanitize;
use crate::search::{Cancel, Progress};
use crate::text::Source;

/// Bytes of an answer that are written before Ctrl-C is looked at again.
const PIECE: usize = 1 << 14;
/// The live line of a [`Watch`] appears no earlier than this; before, nothing has to be cleared.
const QUIET: Duration = Duration::from_millis(400);

/// The two streams, and the live line of a long computation.
pub(super) trait Port {
    /// Writes an answer and a line end to standard output. False when nobody reads any more.
    fn answer(&mut self, text: &str) -> bool;
    /// Writes to standard error.
    fn say(&mut self, text: &str);
    /// Draws diagnostics on standard error, at most `limit` of them.
    fn report(&mut self, source: &Source, found: &[Diagnostic], limit: usize);
    /// A statement begins.
    fn begin(&mut self) {}
    /// A statement has answered or is done: clears the live line.
    fn end(&mut self) {}
    /// Where computations publish their figures.
    fn progress(&mut self) -> Option<Arc<Progress>> {
        None
    }
    /// Columns that help may fill.
    fn width(&self) -> usize {
        80
    }
}

/// The streams of the process.
pub(super) struct Streams<'a> {
    console: &'a Console,
    cancel: Cancel,
    /// Kept for one batch of statements: the line is gone for sure when it is dropped.
    watch: Option<Watch>,
    begun: Cell<Option<Instant>>,
    terminal: bool,
}

impl<'a> Streams<'a> {
    /// The streams; `cancel` cuts a long answer short.
    pub(super) fn new(console: &'a Console, cancel: Cancel) -> Self {
        let terminal = std::io::stdout().is_terminal();
        Self { console, cancel, watch: None, begun: Cell::new(None), terminal }
    }
}

impl Port for Streams<'_> {
    fn answer(&mut self, text: &str) -> bool {
        let mut out = self.console.out();
        let clean = if self.terminal { sanitize(text) } else { text.into() };
        for piece in clean.as_bytes().chunks(PIECE) {
            if self.terminal && self.cancel.is_cancelled() {
                let sent = out.write_all(b"\n").and_then(|()| out.flush());
                self.say("the rest of this answer was left out\n");
                return sent.is_ok();
            }
            if out.write_all(piece).is_err() {
                return false;
            }
        }
        out.write_all(b"\n").and_then(|()| out.flush()).is_ok()
    }

    fn say(&mut self, text: &str) {
        self.console.say(text);
    }

    fn report(&mut self, source: &Source, found: &[Diagnostic], limit: usize) {
        let mut text = String::new();
        for one in found.iter().take(limit) {
            text += &self.console.draw(source, one);
            text.push('\n');
        }
        if found.len() > limit {
            text += &format!("… and {} more in {}\n", found.len() - limit, sanitize(source.name()));
        }
        self.console.say(&text);
    }

    fn begin(&mut self) {
        self.begun.set(Some(Instant::now()));
        if let Some(watch) = &self.watch {
            watch.begin();
        }
    }

    fn end(&mut self) {
        let long = self.begun.take().is_some_and(|begun| begun.elapsed() > QUIET);
        if let Some(watch) = &self.watch {
            watch.end();
        }
        if long {
            // Dropping waits until the line is cleared; what follows is printed on clean ground.
            self.watch = None;
        }
    }

    fn progress(&mut self) -> Option<Arc<Progress>> {
        let watched = self.console.watched();
        Some(self.watch.insert(Watch::new(watched)).progress())
    }

    fn width(&self) -> usize {
        if self.terminal {
            usize::from(console::Term::stdout().size().1).clamp(20, 120)
        } else {
            80
        }
    }
}
