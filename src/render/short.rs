//! One line per finding.

use super::diagnostics::{one_line, places};
use crate::diag::Diagnostic;
#[cfg(feature = "cli")]
use crate::puzzle::verdict::Ruling;
use crate::text::Source;

/// Formats a diagnostic as `file:line:column: severity[code]: message`, with a line end.
///
/// ```
/// use puzzled::{diag::Sink, render::short, session, text::Source};
///
/// let (source, mut sink) = (Source::new("m.puzzle", "matrix m {\n  1 2\n"), Sink::new());
/// session::read(&source, true, &mut sink);
/// assert!(short(&source, &sink.diagnostics()[0]).starts_with("m.puzzle:2:3: error[syntax::unclosed-brace]"));
/// ```
pub fn short(source: &Source, diagnostic: &Diagnostic) -> String {
    let (start, _) = places(source, diagnostic.span);
    format!(
        "{}:{}:{}: {}[{}]: {}\n",
        one_line(source.name()),
        start.line,
        start.column,
        diagnostic.severity().word(),
        diagnostic.code.path,
        one_line(&diagnostic.message)
    )
}

/// Formats a verdict as `verdict: reason`, with a line end.
#[cfg(feature = "cli")]
pub(crate) fn verdict_line(ruling: &Ruling) -> String {
    format!("{}: {}\n", ruling.grade.word(), one_line(&ruling.reason))
}
