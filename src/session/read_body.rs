//! A body that was read, with all that the one reading gave.

use std::sync::Arc;

use crate::diag::{Diagnostic, Sink};
use crate::puzzle::{Body, Info, Mark, Marks, Model, Out};
use crate::text::Span;

/// A body that was read.
pub(crate) struct ReadBody {
    /// The place of the body when it was read. Model and diagnostics hold places, so that they are
    /// those of a body only while it is there.
    place: Span,
    model: Option<Arc<Model>>,
    diagnostics: Vec<Diagnostic>,
    /// The marks of the whole body, if they were asked for.
    marks: Option<Vec<Mark>>,
}

impl std::fmt::Debug for ReadBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReadBody").field("place", &self.place).finish_non_exhaustive()
    }
}

impl ReadBody {
    /// Reads a body; keeps its marks, too, if `is_marked`.
    pub(crate) fn of(kind: &'static Info, body: &Body<'_>, is_marked: bool) -> Self {
        let mut sink = Sink::new();
        let mut marks = is_marked.then(|| Marks::within(body.span));
        let model = kind.read(body, &mut Out::of(&mut sink, marks.as_mut()));
        let marks = marks.map(Marks::into_sorted);
        Self { place: body.span, model, diagnostics: sink.take(), marks }
    }

    /// Returns whether a body at that place is the one that was read.
    pub(crate) fn is_at(&self, place: Span) -> bool {
        self.place == place
    }

    /// Returns the model, if the body is sound.
    pub(crate) fn model(&self) -> Option<&Arc<Model>> {
        self.model.as_ref()
    }

    /// Returns what is wrong with the body.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the marks that touch `within` in the same body at another place, if they were kept.
    pub(crate) fn marks(&self, place: Span, within: Span) -> Option<Vec<Mark>> {
        let moved = |at: u32| at - self.place.start + place.start;
        let moved_marks = self.marks.as_ref()?.iter().map(|mark| Mark {
            span: Span::new(moved(mark.span.start), moved(mark.span.end)),
            ..*mark
        });
        let mut marks = Marks::within(within);
        marks.extend(moved_marks);
        Some(marks.into_sorted())
    }
}
