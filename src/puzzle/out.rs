//! The output of the reader of a body beside the model: diagnostics, and marks if they are asked for.

use std::ops::{Deref, DerefMut};

use super::Mark;
use crate::diag::Sink;
use crate::text::Span;

/// The output of the reader of a body: it takes diagnostics, as the [`Sink`] that it derefs to, and
/// marks of the parts of the body. No mark is made unless the caller asks for marks.
#[derive(Debug)]
pub struct Out<'a> {
    sink: &'a mut Sink,
    marks: Option<&'a mut Marks>,
}

impl<'a> Out<'a> {
    /// Returns an output that takes diagnostics only.
    pub fn new(sink: &'a mut Sink) -> Self {
        Self { sink, marks: None }
    }

    /// Returns an output that takes marks, too.
    pub fn with_marks(sink: &'a mut Sink, marks: &'a mut Marks) -> Self {
        Self { sink, marks: Some(marks) }
    }

    /// Returns an output that takes marks if there is a collection for them.
    pub(crate) fn of(sink: &'a mut Sink, marks: Option<&'a mut Marks>) -> Self {
        Self { sink, marks }
    }

    /// Returns an output with the same marks, whose diagnostics go to `sink`.
    pub(crate) fn with_sink<'b>(&'b mut self, sink: &'b mut Sink) -> Out<'b> {
        Out { sink, marks: self.marks.as_deref_mut() }
    }

    /// Calls `make` to make marks, if they are asked for. The order of marks does not matter.
    pub fn mark(&mut self, make: impl FnOnce(&mut Marks)) {
        if let Some(marks) = self.marks.as_deref_mut() {
            make(marks);
        }
    }
}

impl Deref for Out<'_> {
    type Target = Sink;

    fn deref(&self) -> &Sink {
        self.sink
    }
}

impl DerefMut for Out<'_> {
    fn deref_mut(&mut self) -> &mut Sink {
        self.sink
    }
}

/// The marks that touch a stretch of a text.
#[derive(Clone, Debug)]
pub struct Marks {
    within: Span,
    marks: Vec<Mark>,
}

impl Marks {
    /// Returns an empty collection for the marks that touch a stretch of the text.
    pub fn within(within: Span) -> Self {
        Self { within, marks: Vec::new() }
    }

    /// Returns whether another stretch touches this one. Marks elsewhere are left out.
    pub fn touches(&self, span: Span) -> bool {
        span.start <= self.within.end && self.within.start <= span.end
    }

    /// Takes a mark, unless it lies outside.
    pub fn push(&mut self, mark: Mark) {
        if self.touches(mark.span) {
            self.marks.push(mark);
        }
    }

    /// Returns the marks in the order of the text.
    pub fn into_sorted(mut self) -> Vec<Mark> {
        self.marks.sort_by_key(|mark| mark.span);
        self.marks
    }
}

impl Extend<Mark> for Marks {
    fn extend<I: IntoIterator<Item = Mark>>(&mut self, marks: I) {
        marks.into_iter().for_each(|mark| self.push(mark));
    }
}

#[cfg(test)]
mod tests {
    use crate::diag::Sink;
    use crate::kinds::KINDS;
    use crate::puzzle::testing::{body, marks_made};

    #[test]
    fn marks_are_made_and_kept_only_if_and_where_they_are_asked_for() {
        for kind in KINDS {
            let example = kind.example;
            let inner = &example[example.find('{').expect("a body") + 1..];
            let body = body(inner.trim_end().trim_end_matches('}'));
            let opens = || drop(kind.open(&body, KINDS, &mut Sink::new()).expect("it is sound"));
            assert_eq!(marks_made(opens), 0, "{}", kind.name);
            let marks = kind.marks(&body, body.span);
            assert!(!marks.is_empty(), "{}: nothing in its example has a color", kind.name);
            let middle = marks[marks.len() / 2];
            let near = kind.marks(&body, middle.span);
            // Marks that touch the stretch are kept too.
            assert!(near.contains(&middle) && near.len() <= 3, "{}: {near:?}", kind.name);
        }
    }
}
