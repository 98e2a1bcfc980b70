//! Where diagnostics of a game go.

use hashbrown::HashSet;

use crate::diag::{Diagnostic, Severity, Sink};
use crate::text::Span;

/// The most errors of a game that are shown, and the most warnings and advice; others are counted.
const MOST: usize = 100;

/// A sink that takes one diagnostic a fault, and not too many.
///
/// The same word is often at fault for several readers: for the one of its line, for each copy that
/// is made of its rule. Only the first error at a place is kept, and a message once a line.
#[derive(Debug)]
pub(super) struct Report<'s> {
    sink: &'s mut Sink,
    /// The line that is being read; 0 for what belongs to no line.
    line: u32,
    seen: HashSet<(&'static str, u32, Span, String)>,
    faulty_places: HashSet<Span>,
    faulty_lines: HashSet<u32>,
    errors: usize,
    /// The errors that are shown.
    shown_errors: usize,
    /// The warnings and the advice that are shown.
    shown_others: usize,
}

impl<'s> Report<'s> {
    /// Returns a report to a sink.
    pub(super) fn new(sink: &'s mut Sink) -> Self {
        Self {
            sink,
            line: 0,
            seen: HashSet::new(),
            faulty_places: HashSet::new(),
            faulty_lines: HashSet::new(),
            errors: 0,
            shown_errors: 0,
            shown_others: 0,
        }
    }

    /// Sets the line to which the next diagnostics belong; 0 for no line.
    pub(super) fn at_line(&mut self, line: u32) {
        self.line = line;
    }

    /// Takes a diagnostic, unless it says what was said before.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        let is_error = diagnostic.severity() == Severity::Error;
        let shown = if is_error { self.shown_errors } else { self.shown_others };
        if shown == MOST {
            self.sink.count();
            self.errors += usize::from(is_error);
            return;
        }
        if !self.is_new(&diagnostic) {
            return;
        }
        if is_error {
            self.errors += 1;
            self.faulty_lines.insert(self.line);
            if !self.faulty_places.insert(diagnostic.span) {
                return;
            }
            self.shown_errors += 1;
        } else {
            self.shown_others += 1;
        }
        self.sink.push(diagnostic);
    }

    /// Takes a diagnostic that may follow from another one, unless its line has an error already.
    pub(super) fn push_after(&mut self, diagnostic: Diagnostic) {
        if !self.is_faulty() {
            self.push(diagnostic);
        }
    }

    /// Counts an error that follows from another one of its line, without showing it.
    pub(super) fn hide(&mut self, diagnostic: &Diagnostic) {
        self.errors += usize::from(self.is_new(diagnostic));
    }

    /// Returns whether the line has an error already.
    pub(super) fn is_faulty(&self) -> bool {
        self.faulty_lines.contains(&self.line)
    }

    /// Returns whether nothing has said this about the line before.
    fn is_new(&mut self, diagnostic: &Diagnostic) -> bool {
        let place = if self.line == 0 { diagnostic.span } else { Span::default() };
        self.seen.insert((diagnostic.code.path, self.line, place, diagnostic.message.clone()))
    }

    /// Returns whether no further error would be shown: reading can stop.
    pub(super) fn is_full(&self) -> bool {
        self.shown_errors == MOST
    }

    /// Returns the number of errors so far.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }
}
