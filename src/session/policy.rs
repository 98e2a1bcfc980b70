//! The decision which diagnostics are kept, made at the end of each statement and nowhere else.

use super::codes;
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::puzzle::{Registry, common, foreign};
use crate::syntax::{Document, Fragment, Note, Statement, uncommented};
use crate::text::{Source, Span};

/// Facts about a statement when it ends.
#[derive(Debug, Default)]
pub(super) struct Circumstances {
    /// Facts that expectations of the document state: a diagnostic of these facts says nothing new.
    pub(super) stated_facts: Vec<&'static Code>,
    /// Facts about the same state of the same puzzle that were reported before.
    pub(super) reported_facts: Vec<&'static Code>,
    /// True if an expectation was compared with the answer. It states the fact, rightly or not, so
    /// that remarks about the same answer say nothing new.
    pub(super) stated: bool,
    /// True if an earlier statement cannot be read, so that the history may lack its effects.
    pub(super) gap: bool,
}

impl Circumstances {
    /// Returns true if a diagnostic of the statement is worth reporting.
    pub(super) fn keep(&self, diagnostic: &Diagnostic, source: &Source, bad: &BadLines) -> bool {
        let judgment = diagnostic.code.judges || *diagnostic.code == codes::GAVE_UP;
        let known = || {
            self.stated_facts.contains(&diagnostic.code)
                || self.reported_facts.contains(&diagnostic.code)
        };
        if self.gap && diagnostic.code.history {
            return false;
        }
        (judgment || !self.stated && !known()) && bad.keep(diagnostic, source)
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

    /// Returns true if one of them lies in `span`.
    pub(super) fn touch(&self, span: Span) -> bool {
        let after = self.spans.partition_point(|bad| bad.end <= span.start);
        self.spans.get(after).is_some_and(|bad| bad.start < span.end)
    }

    /// Returns true if one of them keeps a body from being read. A byte that is not UTF-8 may be in
    /// a comment.
    pub(super) fn spoil(&self, source: &Source, body: Span) -> bool {
        let first = self.spans.partition_point(|bad| bad.end <= body.start);
        let mut inside = self.spans[first..].iter().take_while(|bad| bad.start < body.end);
        inside.any(|bad| {
            let lines = source.lines();
            let start = lines.start(lines.line(bad.start));
            let before = source.slice(Span::new(start, bad.end));
            source.broken().binary_search(bad).is_err() || !uncommented(before).1
        })
    }

    /// Returns how many of them lie on the lines of `span`.
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

    /// Returns true if a diagnostic is about such a place, or is on a line without one.
    pub(super) fn keep(&self, diagnostic: &Diagnostic, source: &Source) -> bool {
        let exempt: [&Code; 2] =
            [&crate::syntax::codes::NOT_UTF8, &crate::syntax::codes::BAD_CHARACTER];
        if self.spans.is_empty() || exempt.contains(&diagnostic.code) {
            return true;
        }
        let lines = source.lines();
        let line = lines.line(diagnostic.span.start);
        !self.touch(Span::new(lines.start(line), lines.start(line + 1)))
    }
}

/// Returns every code, by area.
pub(crate) fn all_codes(kinds: Registry) -> Vec<&'static Code> {
    let general = [crate::syntax::codes::CODES, codes::CODES, foreign::codes::CODES, common::CODES];
    let of_kinds = kinds.iter().flat_map(|kind| kind.codes);
    general.into_iter().flatten().chain(of_kinds).copied().collect()
}

/// Returns whether a caller that allows these codes does not want to see a diagnostic.
#[cfg(any(feature = "cli", feature = "lsp-core"))]
pub(crate) fn is_allowed(diagnostic: &Diagnostic, codes: &[&'static Code]) -> bool {
    diagnostic.severity() != Severity::Error && codes.contains(&diagnostic.code)
}

/// The warnings and advice that comments of a document allow.
#[derive(Debug, Default)]
pub(super) struct Allowances(Vec<Allowance>);

/// A code in a comment.
#[derive(Debug)]
struct Allowance {
    code: &'static Code,
    /// The place of the code, and the place of the text that can be removed with it.
    word: Span,
    whole: Span,
    /// The statement for which it is allowed.
    target: Span,
    used: bool,
}

impl Allowances {
    /// Reads the comments of a document; reports what is wrong with them.
    pub(super) fn of(kinds: Registry, source: &Source, notes: &[Note], sink: &mut Sink) -> Self {
        let mut allowances = Vec::new();
        let known = if notes.is_empty() { Vec::new() } else { all_codes(kinds) };
        for note in notes {
            let Some((&verb, words)) = note.words.split_first() else {
                sink.push(codes::unfinished_note(note.span.end, "`allow` after `// puzzled:`"));
                continue;
            };
            if source.slice(verb) != "allow" {
                sink.push(codes::unknown_note(Fragment::of(source.text(), verb)));
                continue;
            }
            if words.is_empty() {
                sink.push(codes::unfinished_note(note.span.end, "a diagnostic code after `allow`"));
            }
            let Some(target) = note.target else {
                sink.push(codes::note_above_nothing(note.span));
                continue;
            };

            for &word in words {
                let path = source.slice(word);
                match known.iter().find(|code| code.path == path) {
                    None => {
                        sink.push(codes::unknown_code(Fragment::of(source.text(), word), &known));
                    }
                    // A search that gave up is an error only where it was asked for.
                    Some(code) if code.severity == Severity::Error && **code != codes::GAVE_UP => {
                        sink.push(codes::allowed_error(word, code));
                    }
                    Some(code) => {
                        let whole = if words.len() == 1 { note.span } else { word };
                        allowances.push(Allowance { code, word, whole, target, used: false });
                    }
                }
            }
        }
        Self(allowances)
    }

    /// Returns the allowances for the statement at a place, or around a diagnostic.
    fn around(&mut self, span: Span) -> &mut [Allowance] {
        let after = self.0.partition_point(|allowance| allowance.target.start <= span.start);
        let target = after.checked_sub(1).map(|last| self.0[last].target);
        let Some(target) = target.filter(|target| span.start <= target.end) else { return &mut [] };
        let first =
            self.0[..after].partition_point(|allowance| allowance.target.start < target.start);
        &mut self.0[first..after]
    }

    /// Returns whether a diagnostic is not reported because a comment allows it.
    pub(super) fn silence(&mut self, diagnostic: &Diagnostic) -> bool {
        if self.0.is_empty() || diagnostic.severity() == Severity::Error {
            return false;
        }
        let mut silenced = false;
        for allowance in self
            .around(diagnostic.span)
            .iter_mut()
            .filter(|allowance| allowance.code == diagnostic.code)
        {
            allowance.used = true;
            silenced = true;
        }
        silenced
    }

    /// Reports the codes that are allowed for a statement and were not found there, although it was
    /// checked for them.
    pub(super) fn judge(
        &mut self,
        kinds: Registry,
        source: &Source,
        statement: &Statement,
        is_checked: &dyn Fn(&Code) -> bool,
        sink: &mut Sink,
    ) {
        let Statement::Declaration(declaration) = statement else { return };
        if self.0.is_empty() {
            return;
        }
        let Some(kind) = kinds.kind(declaration.kind_word(source)) else { return };
        for allowance in self.around(declaration.span) {
            let checked = kind.codes.contains(&allowance.code) && is_checked(allowance.code);
            if checked && !allowance.used {
                sink.push(codes::unused_allow(allowance.word, allowance.code, allowance.whole));
            }
        }
    }
}

/// Applies the comments of a document to everything that was found in it. `searched` says of each
/// statement, by its number, whether its puzzle was searched too.
pub(crate) fn apply_notes(
    kinds: Registry,
    source: &Source,
    document: &Document,
    searched: impl Fn(usize) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if document.notes.is_empty() {
        return;
    }

    let mut sink = Sink::new();
    let mut allowances = Allowances::of(kinds, source, &document.notes, &mut sink);
    diagnostics.retain(|diagnostic| !allowances.silence(diagnostic));
    let mut last = None;
    for target in document.notes.iter().filter_map(|note| note.target) {
        if last.replace(target) == Some(target) {
            continue; // another comment for the same statement
        }
        let number =
            document.statements.partition_point(|statement| statement.span().start < target.start);
        let Some(statement) = document.statements.get(number) else { continue };
        let inside = |diagnostic: &&Diagnostic| {
            target.start <= diagnostic.span.start && diagnostic.span.start <= target.end
        };
        let has_failed = diagnostics.iter().filter(inside).any(stops_checks)
            || document.unsound.binary_search(&(number as u32)).is_ok();
        if !has_failed {
            let searched = searched(number);
            let is_checked = |code: &Code| code.is_checked(searched);
            allowances.judge(kinds, source, statement, &is_checked, &mut sink);
        }
    }

    diagnostics.append(&mut sink.take());
}

/// Returns whether other checks of its statement may not have run.
pub(super) fn stops_checks(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity() == Severity::Error || *diagnostic.code == codes::GAVE_UP
}
