//! Ctrl-C while a line is edited.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyEvent,
    RepeatCount,
};

/// Remembers whether Ctrl-C was the last key that an editor received.
///
/// The editor's own way to be interrupted leaves ghost text on the screen. So Ctrl-C accepts the
/// line, which wipes it, and a flag says that it is to be dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct InterruptKey(Arc<AtomicBool>);

impl InterruptKey {
    /// Binds the keys of an editor.
    pub(crate) fn bind<H: Helper, I: History>(editor: &mut Editor<H, I>) -> Self {
        let pressed = Self::default();
        let key = || EventHandler::Conditional(Box::new(pressed.clone()));
        editor.bind_sequence(KeyEvent::ctrl('C'), key());
        // A list of candidates passes over keys: one pressed there must not drop a later line.
        editor.bind_sequence(Event::Any, key());
        pressed
    }

    /// Returns whether Ctrl-C was the last key, and forgets it.
    pub(crate) fn take_interrupt(&self) -> bool {
        self.0.swap(false, Ordering::SeqCst)
    }
}

impl ConditionalEventHandler for InterruptKey {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        let is_interrupt = *event == Event::from(KeyEvent::ctrl('C'));
        self.0.store(is_interrupt, Ordering::SeqCst);
        is_interrupt.then_some(Cmd::AcceptLine)
    }
}
