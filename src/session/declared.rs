//! The place of a declaration in a session. It remains after the puzzle is dropped, and is small: a
//! document can declare millions of puzzles.

use std::cell::OnceCell;
use std::ops::{Deref, DerefMut};

use super::scope::Scope;
use super::{Session, Slot, look};
use crate::search::Charge;
use crate::text::Span;

/// A declaration, and its puzzle until that is dropped. An empty slot takes the place of one that
/// was dropped, if the session asks for it.
#[derive(Default)]
pub(super) struct Declared {
    /// The source in which the declaration stands, and the place of its name there.
    pub(super) origin: u64,
    pub(super) place: Span,
    slot: OnceCell<Box<Slot>>,
}

impl Declared {
    /// The declaration of a puzzle.
    pub(super) fn of(slot: Slot) -> Self {
        Self { origin: slot.origin, place: slot.place, slot: OnceCell::from(Box::new(slot)) }
    }

    /// Drops the puzzle.
    pub(super) fn clear(&mut self) {
        self.slot.take();
    }

    /// Returns whether the puzzle was dropped.
    pub(super) fn is_clear(&self) -> bool {
        self.slot.get().is_none()
    }

    /// The puzzle alone.
    pub(super) fn into_slot(self) -> Slot {
        self.slot.into_inner().map(|slot| *slot).unwrap_or_default()
    }
}

impl Deref for Declared {
    type Target = Slot;

    fn deref(&self) -> &Slot {
        self.slot.get_or_init(Box::default)
    }
}

impl DerefMut for Declared {
    fn deref_mut(&mut self) -> &mut Slot {
        self.slot.get_or_init(Box::default);
        self.slot.get_mut().expect("the slot was just filled")
    }
}

impl Session {
    /// Charges the memory of a puzzle and its states.
    pub(super) fn charge(&mut self, at: usize, scope: &Scope<'_>) {
        let slot = &mut *self.slots[at];
        let bytes = slot.puzzle.as_ref().map_or(0, |puzzle| puzzle.bytes());
        if bytes > slot.charge.bytes() {
            slot.charge.set_lasting(bytes, scope.budget);
            self.full |= scope.budget.is_full();
        }
    }

    /// Returns the charge of the first puzzle, for the caller who keeps its model.
    pub(super) fn take_charge(&mut self) -> Charge {
        self.slots.first_mut().map(|slot| std::mem::take(&mut slot.charge)).unwrap_or_default()
    }

    /// All puzzles of the document at work become unknown.
    pub(super) fn lose_all(&mut self) {
        look(self.slots.len() - self.first);
        for slot in self.slots[self.first..].iter_mut().filter(|slot| !slot.is_clear()) {
            slot.known.lose();
        }
    }
}
