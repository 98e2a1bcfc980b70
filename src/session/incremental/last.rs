//! The scripts of a text as the parser sees them. A script is the same if none of it was parsed
//! again.

use super::{Checked, Script};
use crate::syntax::Kept;

/// The scripts of the last text, by the numbers of their statements.
#[derive(Debug, Default)]
pub(super) struct Last {
    /// The ends of the statements of each script in the list of all.
    ends: Vec<usize>,
    members: Vec<u32>,
    /// The number of statements of the text.
    count: usize,
    /// True if all bytes of the text were UTF-8.
    pub(super) is_utf8: bool,
    /// The statements of the next text that were kept from this one.
    pub(super) kept: Kept,
}

impl Last {
    /// Remembers the scripts of a text.
    pub(super) fn of(checked: &Checked) -> Self {
        let count = checked.document.statements.len();
        let is_utf8 = checked.source.broken().is_empty();
        let mut last = Self { count, is_utf8, ..Self::default() };
        for script in &checked.scripts {
            last.members.extend_from_slice(checked.members(script));
            last.ends.push(last.members.len());
        }
        last
    }

    /// Returns true if script `at` has the statements of a script of the next text.
    pub(super) fn is(&self, at: usize, script: &Script, next: &Checked) -> bool {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let (old, new) = (&self.members[start..self.ends[at]], next.members(script));
        let (total, Kept { head, tail }) = (next.document.statements.len(), self.kept);
        old.len() == new.len()
            && old.iter().zip(new).all(|(&old, &new)| {
                let (old, new) = (old as usize, new as usize);
                let after = total - new;
                old == new && new < head || after <= tail && after == self.count - old
            })
    }
}
