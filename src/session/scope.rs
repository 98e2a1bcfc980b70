//! The context in which the statements of a text run.

use std::sync::Arc;

use super::policy::{Allowances, BadLines};
use super::skips::Skips;
use super::{Event, Facts, Mode, codes};
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::{Body, Kind, Model};
use crate::search::Budget;
use crate::text::{Source, Span};

/// The context of running one text.
pub(super) struct Scope<'a> {
    pub(super) source: &'a Source,
    pub(super) mode: Mode,
    pub(super) budget: &'a Budget,
    pub(super) bad: &'a BadLines,
    pub(super) facts: &'a Facts,
    pub(super) sink: &'a mut Sink,
    pub(super) on: &'a mut dyn FnMut(Event<'_>, &mut Sink),
    pub(super) course: Course<'a>,
}

/// What is special about a text, and how far it was run: by default, not at all.
#[derive(Default)]
pub(super) struct Course<'a> {
    /// Declarations met so far.
    pub(super) declared: usize,
    /// The number of the next statement.
    pub(super) number: usize,
    /// Numbers of statements before which a statement stands that may refer to any puzzle.
    pub(super) doubts: &'a [u32],
    /// Numbers of statements with an error that the parser found.
    pub(super) unsound: &'a [u32],
    /// Counted when the first statement fails.
    pub(super) skips: Option<Skips>,
    /// Whether a statement failed, so that later ones may not be compared.
    pub(super) failed: bool,
    /// The body of the declaration, if it was read before, and for the next time.
    pub(super) read: Option<&'a mut Option<ReadBody>>,
    /// Whether all statements mean one puzzle, which is dropped after them: its declaration comes
    /// first, and neither its name nor its text is kept.
    pub(super) alone: bool,
    /// Whether statements are run after the budget is cancelled: those that need no search are
    /// still judged.
    pub(super) persists: bool,
    /// The warnings and advice that comments of the text allow.
    pub(super) allowances: Allowances,
}

/// A body that was read. It holds while the body stays where it is.
#[derive(Clone)]
pub(super) struct ReadBody {
    place: Span,
    model: Option<Arc<dyn Model>>,
    found: Vec<Diagnostic>,
}

impl Scope<'_> {
    /// A search stopped at its limit.
    pub(super) fn push_gave_up(&mut self, span: Span, figures: &str) {
        let found = codes::gave_up(span, figures);
        let asked = matches!(self.mode, Mode::Run { .. });
        self.sink.push(if asked { found } else { found.advice() });
    }

    /// The model of a body; pushes what is wrong with it. A body that was read before is not read
    /// again.
    pub(super) fn read(&mut self, kind: &dyn Kind, body: &Body<'_>) -> Option<Arc<dyn Model>> {
        let Some(known) = self.course.read.as_deref_mut() else {
            return kind.read(body, self.sink);
        };
        if known.as_ref().is_none_or(|known| known.place != body.span) {
            let mut sink = Sink::new();
            let model = kind.read(body, &mut sink);
            *known = Some(ReadBody { place: body.span, model, found: sink.take() });
        }
        let known = known.as_ref()?;
        known.found.iter().for_each(|one| self.sink.push(one.clone()));
        known.model.clone()
    }
}
