//! Shared by the unit tests of the kinds.

use std::cell::Cell;

use super::{Body, Kind, Puzzle};
use crate::diag::{Sink, edited};
use crate::kinds::KINDS;
use crate::text::{Source, Span};

thread_local! {
    /// How many bodies were read on this thread.
    pub(crate) static READ: Cell<usize> = const { Cell::new(0) };
}

/// How many bodies `work` reads.
pub(crate) fn bodies_read(work: impl FnOnce()) -> usize {
    let before = READ.get();
    work();
    READ.get() - before
}

/// A puzzle of the kind of that name, with a sound body.
pub(crate) fn open(name: &str, body: &str) -> Box<dyn Puzzle> {
    let source = Source::new("x", body);
    let body = Body { raw: false, ..Body::raw(&source) };
    KINDS
        .kind(name)
        .expect("a kind")
        .open(&body, KINDS, &mut Sink::new())
        .expect("a sound body")
        .puzzle
}

/// The code of the only diagnostic of a body, the text that it points at, and the body after its
/// first fix.
pub(crate) fn first_fix(kind: &dyn Kind, text: &str) -> (&'static str, String, String) {
    let mut sink = Sink::new();
    let span = Span::new(0, text.len() as u32);
    kind.open(&Body { source: text, span, name: Span::at(0), raw: false }, KINDS, &mut sink);
    let [found] = sink.found() else { panic!("one fault, one diagnostic: {:?}", sink.found()) };
    let edits = found.fixes.first().map_or_else(Vec::new, |fix| fix.edits.clone());
    let after = String::from_utf8(edited(text.as_bytes(), &edits)).expect("UTF-8");
    (found.code.path, text[found.span.range()].to_owned(), after)
}
