//! The keys that the editor takes: whether Ctrl-C was the last one, and whether keys were typed ahead.
//!
//! The editor reads all that the terminal has, up to its buffer, and takes keys out of the buffer
//! until it is empty. It does not say what the buffer holds. So the bytes that the process has read
//! while an input was edited are compared with the keys of the input, and the difference is carried
//! over to the next input:
//!
//! ```text
//! read   17 bytes: watch w⏎list⏎show⏎    0       0
//! keys   watch w⏎                        list⏎   show⏎
//! held   10                              5       0
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

/// Counts the bytes that the editor has read and not taken yet.
#[derive(Debug, Default)]
struct Held {
    /// Bytes that were left from earlier inputs.
    bytes: u64,
    /// All bytes that the process had read when the editor began to read this input.
    begun: u64,
    /// Bytes of the keys of this input, and of pasted text.
    taken: u64,
    /// Whether a key of this input was taken.
    any: bool,
    /// The length of the line when a paste began: the next key knows how long the pasted text was.
    pasting: Option<u64>,
}

impl Held {
    /// The editor begins to read an input, after the process has read so many bytes.
    fn begin(&mut self, read: u64) {
        *self = Self { bytes: self.bytes, begun: read, ..Self::default() };
    }

    /// Takes a key of `length` bytes, before which the line had `line` bytes. `read` returns how many
    /// bytes the process has read, if that is needed.
    fn take(&mut self, length: u64, line: u64, read: impl FnOnce() -> Option<u64>) {
        if self.bytes > 0 && !self.any && read().is_some_and(|read| read > self.begun) {
            // The editor has read more because it held nothing. Some keys are longer than `length`
            // says; this error ends here.
            self.bytes = 0;
        }
        self.any = true;
        self.taken += length;
        if let Some(before) = self.pasting.take() {
            self.taken += line.saturating_sub(before);
        }
    }

    /// The input ends, after the process has read so many bytes.
    fn end(&mut self, read: u64) {
        let fresh = read.saturating_sub(self.begun);
        self.bytes = (self.bytes + fresh).saturating_sub(std::mem::take(&mut self.taken));
        self.begun = read;
    }
}

/// Returns how many bytes a terminal sends for a key, at least.
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

    /// Called before the editor reads: what was read since the last input was not for the editor.
    pub(super) fn begin(&self) {
        let (read, own) = bytes_read().unwrap_or_default();
        self.state().held.begin(read + own);
    }

    /// Called when the editor has read an input.
    pub(super) fn end(&self) {
        let (read, _) = bytes_read().unwrap_or_default();
        self.state().held.end(read);
    }

    /// Returns whether Ctrl-C was the last key.
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
        let mut asked = 0;
        let read = || {
            let (read, own) = bytes_read()?;
            asked = own;
            Some(read)
        };
        state.held.take(length(event), line, read);
        state.held.begun += asked;
        let pastes = *event == Event::from(KeyEvent(KeyCode::BracketedPasteStart, Modifiers::NONE));
        state.held.pasting = pastes.then_some(line);
        state.interrupted.then_some(Cmd::AcceptLine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes an input of keys of one byte; `read` are the bytes read before and after its first key.
    fn input(held: &mut Held, keys: u64, read: [u64; 2]) -> u64 {
        held.begin(1000);
        for key in 0..keys {
            held.take(1, key, || Some(1000 + read[0]));
        }
        held.end(1000 + read[0] + read[1]);
        held.bytes
    }

    #[test]
    fn what_is_held_lasts_from_input_to_input() {
        let mut held = Held::default();
        assert_eq!(input(&mut held, 4, [12, 0]), 8, "three lines are read at once");
        assert_eq!(input(&mut held, 4, [0, 0]), 4);
        assert_eq!(input(&mut held, 4, [0, 9]), 9, "more was typed meanwhile");
        assert_eq!(input(&mut held, 9, [0, 0]), 0);
        assert_eq!(input(&mut held, 3, [1, 2]), 0, "fingers");
    }

    #[test]
    fn a_key_that_is_longer_than_it_says_is_forgotten_with_the_next_input() {
        let mut held = Held::default();
        assert_eq!(input(&mut held, 2, [6, 1]), 5);
        assert_eq!(input(&mut held, 2, [1, 1]), 0, "the editor read, so it held nothing");
    }

    #[test]
    fn pasted_text_may_fill_the_buffer_more_than_once() {
        let mut held = Held::default();
        held.begin(0);
        held.take(PASTE_MARKS, 5, || None);
        held.pasting = Some(5);
        // 3,000 bytes of text, the marks, Enter and a line of four bytes after it.
        held.take(1, 3005, || None);
        held.end(3000 + PASTE_MARKS + 1 + 4);
        assert_eq!(held.bytes, 4);
    }
}
