//! The place of a declaration in a session. It remains after the puzzle is dropped, and is small: a
//! document can declare millions of puzzles.

use std::cell::OnceCell;
use std::ops::{Deref, DerefMut};

use super::{Live, Session, look};

/// A declaration, and its puzzle until that is dropped. An empty slot takes the place of one that
/// was dropped, if the session asks for it.
#[derive(Debug, Default)]
pub(super) struct Declared {
    slot: OnceCell<Box<Live>>,
}

impl Declared {
    /// Returns the place of a declaration that holds its puzzle.
    pub(super) fn of(slot: Live) -> Self {
        Self { slot: OnceCell::from(Box::new(slot)) }
    }

    /// Drops the puzzle.
    pub(super) fn clear(&mut self) {
        self.slot.take();
    }

    /// Returns whether the puzzle was dropped.
    pub(super) fn is_clear(&self) -> bool {
        self.slot.get().is_none()
    }

    /// Returns the puzzle, or an empty one if it was dropped.
    pub(super) fn into_slot(self) -> Live {
        self.slot.into_inner().map(|slot| *slot).unwrap_or_default()
    }
}

impl Deref for Declared {
    type Target = Live;

    fn deref(&self) -> &Live {
        self.slot.get_or_init(Box::default)
    }
}

impl DerefMut for Declared {
    fn deref_mut(&mut self) -> &mut Live {
        self.slot.get_or_init(Box::default);
        self.slot.get_mut().expect("the slot was just filled")
    }
}

impl Session {
    /// Makes all puzzles of the document at work unknown.
    pub(super) fn lose_all(&mut self) {
        look(self.slots.len() - self.first);
        for slot in self.slots[self.first..].iter_mut().filter(|slot| !slot.is_clear()) {
            slot.known.lose();
        }
    }
}
