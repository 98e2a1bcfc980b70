//! The sink of diagnostics.

use super::{Diagnostic, Severity};
use crate::text::Span;

/// Collects diagnostics in the order in which they are found.
///
/// ```
/// use puzzled::{diag::Sink, session, text::Source};
///
/// let (source, mut sink) = (Source::new("m.puzzle", "matrix m {\n  1 2\n"), Sink::new());
/// session::read(&source, true, &mut sink);
/// let found = sink.take();
/// assert_eq!(found[0].code.path, "syntax::unclosed-brace");
/// assert_eq!(source.slice(found[0].span), "1 2");
/// ```
#[derive(Debug, Default)]
pub struct Sink {
    diagnostics: Vec<Diagnostic>,
    remark: Option<&'static str>,
    /// The number of diagnostics that were counted, but not made.
    counted: usize,
}

impl Sink {
    /// Returns an empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes one in, unless its code is said only once and was said.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let is_same = |other: &Diagnostic| other.code == diagnostic.code;
        if !(diagnostic.code.is_once && self.diagnostics.iter().any(is_same)) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Counts a diagnostic that is not made, because enough of its kind will be shown.
    pub fn count(&mut self) {
        self.counted += 1;
    }

    /// Returns the number of diagnostics that were counted, but not made.
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// Takes in a sentence about how a raw or foreign text is read, such as the convention that
    /// was followed. Only the first is kept: it is shown once, before the diagnostics.
    pub fn remark(&mut self, text: impl Into<Option<&'static str>>) {
        self.remark = self.remark.or(text.into());
    }

    /// Takes the remark out.
    pub fn take_remark(&mut self) -> Option<&'static str> {
        self.remark.take()
    }

    /// Takes in everything that another sink holds.
    pub fn append(&mut self, mut other: Self) {
        self.remark(other.take_remark());
        self.counted += other.counted;
        other.diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }

    /// Returns all diagnostics, in the order found.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the diagnostics that came in since the sink held `mark` diagnostics.
    pub fn diagnostics_since(&mut self, mark: usize) -> &mut [Diagnostic] {
        &mut self.diagnostics[mark..]
    }

    /// Returns the number of diagnostics: a mark for [`Sink::errors_since`] and [`Sink::truncate`].
    pub fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// Returns whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Returns whether an error came in since the sink held `mark` diagnostics.
    pub fn errors_since(&self, mark: usize) -> bool {
        self.diagnostics[mark..].iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    /// Forgets what came in since the sink held `mark` diagnostics.
    pub fn truncate(&mut self, mark: usize) {
        self.diagnostics.truncate(mark);
    }

    /// Keeps only those for which `keep` holds, from `mark` on.
    pub fn retain_since(&mut self, mark: usize, mut keep: impl FnMut(&Diagnostic) -> bool) {
        let tail = self.diagnostics.split_off(mark);
        self.diagnostics.extend(tail.into_iter().filter(|diagnostic| keep(diagnostic)));
    }

    /// Takes all out.
    pub fn take(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }

    /// Lays every span that came in since `mark` onto one place: for text that is not in the
    /// source, such as the command that a header implies.
    pub fn blame_since(&mut self, mark: usize, place: Span) {
        for diagnostic in &mut self.diagnostics[mark..] {
            diagnostic.span = place;
            diagnostic.related.clear();
            diagnostic.fixes.clear();
        }
    }
}
