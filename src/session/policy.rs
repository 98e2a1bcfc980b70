//! Which diagnostics are kept: decided here, at the end of each statement, and nowhere else.

use super::codes;
use crate::diag::{Code, Diagnostic};
use crate::syntax::Document;
use crate::text::{Source, Span};

/// Facts about a statement when it ends.
#[derive(Debug, Default)]
pub(super) struct Circumstances {
    /// Facts that expectations of the document state: a diagnostic of these facts says nothing new.
    pub(super) settled: Vec<&'static Code>,
    /// Facts about the same state of the same puzzle that were reported before.
    pub(super) said: Vec<&'static Code>,
    /// Whether an expectation was compared with the answer: it states the fact, rightly or not, so
    /// remarks about the same answer say nothing new.
    pub(super) stated: bool,
    /// Whether an earlier statement cannot be read, so that the history may lack its effects.
    pub(super) gap: bool,
}

impl Circumstances {
    /// Whether a diagnostic of the statement is worth reporting.
    pub(super) fn keep(&self, one: &Diagnostic, source: &Source, bad: &BadLines) -> bool {
        let judgment = [&codes::WRONG, &codes::GAVE_UP].contains(&one.code);
        let known = || self.settled.contains(&one.code) || self.said.contains(&one.code);
        if self.gap && one.code.history {
            return false;
        }
        (judgment || !self.stated && !known()) && bad.keep(one, source)
    }
}

/// The places of bytes and characters that do not belong in a text. They cause the other findings
/// on their lines, so those are not reported.
#[derive(Debug, Default)]
pub(super) struct BadLines {
    spans: Vec<Span>,
}

impl BadLines {
    pub(super) fn of(source: &Source, document: &Document) -> Self {
        let mut spans: Vec<_> = source.broken().iter().chain(&document.bad).copied().collect();
        spans.sort_unstable();
        Self { spans }
    }

    /// Whether one lies in `span`.
    pub(super) fn touch(&self, span: Span) -> bool {
        let after = self.spans.partition_point(|bad| bad.end <= span.start);
        self.spans.get(after).is_some_and(|bad| bad.start < span.end)
    }

    /// How many of them lie on the lines of `span`.
    pub(super) fn count(&self, source: &Source, span: Span) -> u32 {
        if self.spans.is_empty() {
            return 0; // the common case
        }
        let lines = source.lines();
        let start = lines.start(lines.line(span.start));
        let end = lines.start(lines.line(span.end) + 1);
        let before = |at: u32| self.spans.partition_point(|bad| bad.start < at);
        (before(end) - before(start)) as u32
    }

    /// Whether a diagnostic is about such a place, or stands on no line with one of them.
    pub(super) fn keep(&self, one: &Diagnostic, source: &Source) -> bool {
        let own: [&Code; 2] =
            [&crate::syntax::codes::NOT_UTF8, &crate::syntax::codes::BAD_CHARACTER];
        if self.spans.is_empty() || own.contains(&one.code) {
            return true;
        }
        let lines = source.lines();
        let line = lines.line(one.span.start);
        !self.touch(Span::new(lines.start(line), lines.start(line + 1)))
    }
}
