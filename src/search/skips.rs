//! Notes on moves that need not be tried.

/// For every state that is not expanded, which of its moves lead nowhere new.
///
/// Every parent that is expanded before it adds its note, not the first one alone.
#[derive(Default)]
pub(super) struct Skips {
    notes: Vec<u32>,
    /// The number of the state that the first note is for.
    base: usize,
}

impl Skips {
    /// Adds a note for a state; expanded states need none.
    pub(super) fn add(&mut self, id: usize, note: u32) {
        if let Some(at) = id.checked_sub(self.base) {
            if at >= self.notes.len() {
                self.notes.resize(at + 1, 0);
            }
            self.notes[at] |= note;
        }
    }

    /// The notes for the state that is expanded next. Those before it are forgotten now and then.
    pub(super) fn take(&mut self, id: usize) -> u32 {
        let done = id - self.base;
        if done >= 4096 && done >= self.notes.len() / 2 {
            self.notes.drain(..done.min(self.notes.len()));
            self.base = id;
        }
        self.notes.get(id - self.base).copied().unwrap_or(0)
    }

    pub(super) fn bytes(&self) -> usize {
        4 * self.notes.capacity()
    }
}
