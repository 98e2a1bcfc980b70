//! The answers that a session withholds.

use super::Session;

/// The answers that a session withholds. What is withheld is not searched for, and not shown: not
/// as a diagnostic, not as a fix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Secrecy {
    /// The answers about puzzles of which the document asks an open question (`=> ?`).
    #[default]
    OpenQuestions,
    /// All answers that differ from their expectations. Open questions are not answered.
    Everything,
    /// None: open questions are answered.
    Nothing,
}

impl Session {
    /// Lets the session withhold other answers than those about puzzles with open questions.
    #[must_use]
    pub fn withholding(mut self, secrecy: Secrecy) -> Self {
        self.secrecy = secrecy;
        self
    }

    /// Returns whether a document asks an open question about a puzzle (the one in focus, without a
    /// name), so that its answers are withheld.
    pub fn withholds(&self, name: Option<&str>) -> bool {
        let slot = self.names.find_or_focused(name);
        self.secrecy != Secrecy::Nothing && slot.is_some_and(|slot| self.slots[slot].withholds)
    }
}
