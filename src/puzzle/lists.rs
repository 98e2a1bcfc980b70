//! Raw input that is a list, with a puzzle per line: what the kinds that read lists have in common.

use crate::diag::{Diagnostic, Severity, Sink};
use crate::syntax::Line;

/// Lines of a list whose faults are shown.
pub(crate) const SHOWN: usize = 20;

/// A line of a text, without the spaces around it, and its number from 0.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<'a> {
    /// The line.
    pub line: Line<'a>,
    /// Its number.
    pub number: u32,
}

/// Returns the lines that are not empty.
pub(crate) fn used(text: &str) -> impl Iterator<Item = Numbered<'_>> {
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut number = 0;
    std::iter::from_fn(move || {
        while start < text.len() {
            let rest = &text[start..];
            let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
            let from = rest[..end].len() - rest[..end].trim_start().len();
            let line = Line { text: rest[..end].trim(), start: (start + from) as u32 };
            let here = number;
            start += end + if rest[end..].starts_with("\r\n") { 2 } else { 1 };
            number += 1;
            if !line.text.is_empty() {
                return Some(Numbered { line, number: here });
            }
        }
        None
    })
}

/// Returns the most important diagnostic: the first error, else the last.
pub(crate) fn single(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let error = diagnostics.iter().position(|diagnostic| diagnostic.severity() == Severity::Error);
    let at = error.unwrap_or(diagnostics.len().saturating_sub(1));
    diagnostics.into_iter().nth(at).into_iter().collect()
}

/// Pushes the first faults of a list, and how many more there are.
pub(crate) fn push_capped(faults: impl Iterator<Item = Diagnostic>, sink: &mut Sink) {
    // The first that is not shown; an error before a warning, because it represents all of them.
    let mut rest: Option<(Diagnostic, usize)> = None;
    for (at, fault) in faults.enumerate() {
        if at < SHOWN {
            sink.push(fault);
            continue;
        }
        rest = Some(match rest {
            None => (fault, 1),
            Some((first, count)) if first.severity() >= fault.severity() => (first, count + 1),
            Some((_, count)) => (fault, count + 1),
        });
    }
    if let Some((first, count)) = rest {
        sink.push(more_faults(&first, count));
    }
}

/// Returns the diagnostic that represents the faults of `count` more lines of a list, of which `first` is
/// the first.
fn more_faults(first: &Diagnostic, count: usize) -> Diagnostic {
    let message = match count {
        1 => String::from("1 more line of this list has a fault"),
        _ => format!("{count} more lines of this list have faults"),
    };
    Diagnostic::new(first.code, first.span, message, "the first of them")
        .help("fix the faults shown above first; many often have one cause")
}
