//! Declarations that a session refuses. A session that runs a document keeps every declaration, the
//! faulty ones too, so that no error is shown twice. At the interactive prompt a misspelled name or
//! a mistyped body could then never be typed again. So a faulty declaration typed there, and all
//! that refers to it in the same text, is only checked for its form, and dropped when the text
//! ends.

use super::{Session, look};

/// A declaration that was refused.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) slot: usize,
    /// The puzzle of an earlier text that has its name.
    pub(super) earlier: Option<usize>,
}

impl Session {
    /// Returns true if the declaration of a slot was refused.
    pub(super) fn refuses(&self, slot: usize) -> bool {
        self.refused.iter().any(|refused| refused.slot == slot)
    }

    /// Returns the number of puzzles that the text at work has declared, and the number of its
    /// declarations that were refused.
    pub fn declared(&self) -> (usize, usize) {
        let declared = &self.slots[self.first.min(self.slots.len())..];
        look(declared.len());
        (declared.iter().filter(|slot| slot.puzzle.is_some()).count(), self.refused.len())
    }

    /// Drops the declarations that were refused. Their names get back their earlier meaning, and
    /// the focus moves to the last declaration that was not refused.
    pub(super) fn drop_refused(&mut self) {
        let mut end = self.slots.len();
        for Refused { slot, earlier } in std::mem::take(&mut self.refused).into_iter().rev() {
            if slot + 1 == end {
                end = slot;
                self.names.focus.accept((self.first..end).next_back());
            }
            let old = std::mem::take(&mut *self.slots[slot]);
            self.names.focus.give_back(&slot, earlier);
            match earlier {
                Some(earlier) => self.names.rebind(&old.name, earlier),
                None => self.names.release(&old.name, slot),
            }
        }
    }
}
