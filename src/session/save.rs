//! Saving: a document that replays to the same state.

use super::Session;
use crate::diag::Sink;
use crate::kind::{Depth, Verdict};
use crate::search::Budget;
use crate::syntax::Fragment;

impl Session {
    /// A document that declares the puzzles of this session, makes all states of each anew, in
    /// their order and with their names, and leads to the current one. A `digest` at the end of
    /// each puzzle tells whether it did, where the budget allows to show the state. Puzzles whose
    /// declaration had errors are left out.
    pub fn save(&mut self, budget: &Budget) -> String {
        let mut text = String::new();
        for slot in self.slots.iter_mut().filter(|slot| !slot.name.is_empty()) {
            let Some(puzzle) = &mut slot.puzzle else { continue };
            text.push_str(&slot.text);
            text.push('\n');
            let told = puzzle.story(slot.asked);
            let digest = Fragment { text: "digest", start: 0 };
            let digest = puzzle.run(digest, Depth::Run, budget, &mut Sink::new());
            let digest = digest.filter(|answer| answer.verdict == Verdict::Fine);
            let digest = digest.and_then(|answer| Some(format!("digest => {}", answer.text?)));
            for line in slot.facts.iter().chain(&told).chain(&digest) {
                text.push_str(&slot.name);
                text.push_str(": ");
                text.push_str(line);
                text.push('\n');
            }
            text.push('\n');
        }
        if let Some(name) = self.focused().filter(|name| !name.is_empty()) {
            text += &format!("use {name}\n");
        }
        text
    }
}
