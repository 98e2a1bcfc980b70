//! A command drawn beside its declaration, if that is no longer in sight.

use super::Session;
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::Depth;
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::Span;

impl Session {
    /// Runs a command that changes nothing as if it were written on the line below the declaration
    /// of its puzzle. Returns both texts and the findings, so that places in a declaration from
    /// another source can be labeled, or `None` if there is no such puzzle.
    #[cfg_attr(
        not(test),
        expect(clippy::disallowed_methods, reason = "a person typed the command")
    )]
    pub fn beside(
        &mut self,
        name: &str,
        command: &str,
        budget: &Budget,
    ) -> Option<(String, Vec<Diagnostic>)> {
        let source = self.sources;
        let slot = self.names.find(name)?;
        let slot = &mut *self.slots[slot];
        let puzzle = slot.puzzle.as_mut()?;
        // The declaration begins with its kind; the place of its name is known.
        let kind = slot.text.find([' ', '\t'])?;
        let rest = &slot.text[kind..];
        let before = kind + rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let start = slot.place.start.checked_sub(before as u32)?;
        let end = start + slot.text.len() as u32;

        let below = Fragment { text: command, start: end + 1 };
        let mut sink = Sink::new();
        puzzle.enter(slot.origin);
        puzzle.run(below, Depth::Run, budget, &mut sink);
        puzzle.enter(source);

        let mut diagnostics = sink.take();
        for diagnostic in &mut diagnostics {
            // Other commands of that source are at the place that this one seems to have.
            diagnostic.related.retain(|label| start <= label.span.start && label.span.end <= end);
            diagnostic.fixes.clear();
            let spans = diagnostic.related.iter_mut().map(|label| &mut label.span);
            for span in spans.chain([&mut diagnostic.span]) {
                *span = Span::new(span.start - start, span.end - start);
            }
        }
        Some((format!("{}\n{command}", slot.text), diagnostics))
    }
}
