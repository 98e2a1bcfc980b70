//! The keys that the editor takes: whether Ctrl-C was the last one, and whether keys were typed ahead.
//!
//! The editor reads all that the terminal has, up to its buffer, and takes keys out of the buffer
//! until it is empty. It does not say what the buffer holds. So each key is compared with the bytes
//! that the process has read:
//!
//! ```text
//! read     watch w⏎list⏎show⏎                          x
//! keys     w a t c h   w ⏎ │ l i s t ⏎ │ s h o w ⏎ │   x
//! held     17 16 …      10 │ 9 …     5 │ 4 …     0 │   0
//! ```

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyCode,
    KeyEvent, Modifiers, RepeatCount,
};

use crate::host::bytes_read;

/// Bytes of the sequences around pasted text.
const PASTE_MARKS: u64 = 12;

/// Counts the bytes that the editor has read and not taken yet. They are kept from one input to the
/// next, as the editor's buffer is.
#[derive(Debug, Default)]
struct Held {
    /// All bytes that the process had read at the last key.
    read: u64,
    bytes: u64,
    /// The length of the line when a paste began: the next key knows how long the pasted text was.
    pasting: Option<u64>,
}

impl Held {
    /// Takes a key of `length` bytes. The process has read `read` bytes in all, and the line had
    /// `line` bytes before the key.
    fn take(&mut self, length: u64, read: u64, line: u64) {
        let fresh = read.saturating_sub(self.read);
        self.read = read;
        let pasted = self.pasting.take().map(|before| line.saturating_sub(before));
        self.bytes = match (fresh, pasted) {
            // The pasted text may have filled the buffer more than once.
            (_, Some(pasted)) => (self.bytes + fresh).saturating_sub(pasted),
            (0, None) => self.bytes,
            // The buffer was empty: otherwise nothing would have been read. What was counted wrong
            // before, because some keys are longer than `length` says, does not matter any more.
            (fresh, None) => fresh,
        };
        self.bytes = self.bytes.saturating_sub(length);
    }
}

/// How many bytes a terminal sends for a key, at least.
fn length(event: &Event) -> u64 {
    let Event::KeySeq(keys) = event else { return 0 };
    let key = |KeyEvent(code, modifiers): &KeyEvent| match code {
        KeyCode::Char(_) if modifiers.contains(Modifiers::CTRL) => 1,
        KeyCode::Char(char) => char.len_utf8() as u64,
        KeyCode::BracketedPasteStart => PASTE_MARKS,
        KeyCode::Enter | KeyCode::Tab | KeyCode::Backspace | KeyCode::Esc => 1,
        _ => 3,
    };
    keys.iter().map(key).sum()
}

#[derive(Debug, Default)]
struct State {
    /// Whether Ctrl-C was the last key.
    interrupted: bool,
    held: Held,
}

/// Listens to the keys of an editor.
///
/// The editor's own way to be interrupted leaves ghost text on the screen. So Ctrl-C accepts the
/// line, which wipes it, and a flag says that it is to be dropped.
#[derive(Clone, Debug, Default)]
pub(super) struct Pressed {
    state: Arc<Mutex<State>>,
}

impl Pressed {
    /// Listens to the keys of an editor from now on.
    pub(super) fn bind<H: Helper, I: History>(editor: &mut Editor<H, I>) -> Self {
        let pressed = Self::default();
        let key = || EventHandler::Conditional(Box::new(pressed.clone()));
        editor.bind_sequence(KeyEvent::ctrl('C'), key());
        // A list of candidates passes over keys: one pressed there must not drop a later line.
        editor.bind_sequence(Event::Any, key());
        pressed
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Called before the editor reads: what was read since the last key was not for the editor.
    pub(super) fn begin(&self) {
        if let Some((read, own)) = bytes_read() {
            self.state().held.read = read + own;
        }
    }

    /// Whether Ctrl-C was the last key.
    pub(super) fn take_interrupt(&self) -> bool {
        std::mem::take(&mut self.state().interrupted)
    }

    /// Whether the editor may hold keys that were typed ahead: to wait for a key would be to wait
    /// for another one. False where the system does not count what is read.
    pub(super) fn is_ahead(&self) -> bool {
        self.state().held.bytes > 0
    }
}

impl ConditionalEventHandler for Pressed {
    fn handle(
        &self,
        event: &Event,
        _: RepeatCount,
        _: bool,
        context: &EventContext<'_>,
    ) -> Option<Cmd> {
        let mut state = self.state();
        state.interrupted = *event == Event::from(KeyEvent::ctrl('C'));
        let line = context.line().len() as u64;
        if let Some((read, own)) = bytes_read() {
            state.held.take(length(event), read, line);
            state.held.read += own;
        }
        let pastes = *event == Event::from(KeyEvent(KeyCode::BracketedPasteStart, Modifiers::NONE));
        state.held.pasting = pastes.then_some(line);
        state.interrupted.then_some(Cmd::AcceptLine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_lasts_from_input_to_input() {
        let mut held = Held::default();
        // Three lines of four bytes are read at once; in between, files are read.
        for line in 0..3_u64 {
            held.read = 100 * line;
            for key in 0..4 {
                held.take(1, held.read + if line + key == 0 { 12 } else { 0 }, key);
            }
            assert_eq!(held.bytes, 8 - 4 * line);
        }
        // A key that is longer than it says is forgotten with the next one that is read.
        held.take(3, held.read + 6, 0);
        assert_eq!(held.bytes, 3);
        held.take(1, held.read + 1, 0);
        assert_eq!(held.bytes, 0);
    }

    #[test]
    fn pasted_text_may_fill_the_buffer_more_than_once() {
        let mut held = Held::default();
        held.take(PASTE_MARKS, 1024, 5);
        held.pasting = Some(5);
        // 3,000 bytes of text, the marks, Enter and a line of four bytes after it.
        held.take(1, 3000 + PASTE_MARKS + 1 + 4, 3005);
        assert_eq!(held.bytes, 4);
        for key in 0..4 {
            held.take(1, held.read, key);
        }
        assert_eq!(held.bytes, 0);
    }
}
