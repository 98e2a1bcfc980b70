//! Declares a puzzle again under its name.

use super::Session;
use super::save::sound_text;
use crate::diag::Sink;
use crate::kind::{self, Ask, Body, Depth};
use crate::search::Budget;
use crate::syntax::{Declaration, Fragment};
use crate::text::Source;

/// The changes of state that were kept or lost when a puzzle was declared again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revised {
    /// Those that were made again.
    pub kept: usize,
    /// Those from the first one on that is not possible any more.
    pub lost: usize,
}

impl Session {
    /// The declaration of a puzzle as it was written.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.names.find(name).map(|slot| self.slots[slot].text.as_str())
    }

    /// Puts a declaration into the place of the one of the same name, and repeats the changes of
    /// state that lead from the old start to the current state, up to the first that is not
    /// possible. `None`, and nothing has changed, if it does not yield a puzzle; the sink says why.
    /// The queries of a verbatim body run first, and their answers are dropped.
    pub fn revise(
        &mut self,
        source: &Source,
        one: &Declaration,
        budget: &Budget,
        sink: &mut Sink,
    ) -> Option<Revised> {
        let slot = self.names.find(source.slice(one.name))?;
        let kind = kind::kind(source.slice(one.kind))?;
        let body = Body { source: source.text(), span: one.body, name: one.name, raw: false };
        let opened = kind.open(&body, sink)?;
        let mut puzzle = opened.puzzle;
        self.sources += 1;
        puzzle.enter(self.sources);
        for ask in &opened.asks {
            let text = match ask {
                Ask::Written(span) => Fragment::of(source.text(), *span),
                Ask::Implied { command, .. } => Fragment { text: command, start: 0 },
            };
            puzzle.run(text, Depth::Run, budget, sink);
        }
        let asked = puzzle.changed();
        let slot = &mut self.slots[slot];
        let old = slot.puzzle.as_ref().map(|puzzle| puzzle.changes()).unwrap_or_default();
        let changes = old.get(slot.asked..).unwrap_or_default();
        let mut kept = 0;
        for change in changes {
            let text = Fragment { text: change, start: 0 };
            let before = puzzle.changed();
            let answer = puzzle.run(text, Depth::Run, budget, &mut Sink::new());
            if answer.is_none() || puzzle.changed() <= before {
                break;
            }
            kept += 1;
        }
        let lost = changes.len() - kept;
        slot.kind = Some(kind);
        slot.puzzle = Some(puzzle);
        slot.text = sound_text(source, one);
        (slot.asked, slot.settled) = (asked, false);
        slot.facts.clear();
        (slot.origin, slot.place, slot.body) = (self.sources, one.name, one.body);
        Some(Revised { kept, lost })
    }
}
