//! Saving: a document that replays to the same state.

use super::Session;

impl Session {
    /// A document that declares the puzzles of this session and leads each to its current state.
    /// Puzzles whose declaration had errors are left out.
    pub fn save(&self) -> String {
        let mut text = String::new();
        for slot in self.slots.iter().filter(|slot| !slot.name.is_empty()) {
            let Some(puzzle) = &slot.puzzle else { continue };
            text.push_str(&slot.text);
            text.push('\n');
            for fact in &slot.facts {
                text += &format!("{}: {fact}\n", slot.name);
            }
            let changes = puzzle.changes();
            // What the body asks for runs again when the document is read: start over behind it.
            let since = changes.iter().rposition(|change| change == "reset");
            let again = slot.asked > 0;
            let rest = since.map_or(&changes[..], |at| &changes[at + 1..]);
            if again {
                text += &format!("{}: reset\n", slot.name);
            }
            for change in rest {
                text += &format!("{}: {change}\n", slot.name);
            }
            text.push('\n');
        }
        if let Some(name) = self.focused().filter(|name| !name.is_empty()) {
            text += &format!("use {name}\n");
        }
        text
    }
}
