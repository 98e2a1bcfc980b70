//! One line per finding.

use super::diagnostics::{one_line, places, sanitize};
use crate::diag::Diagnostic;
use crate::text::Source;

/// `file:line:column: severity[code]: message`, with a line end.
pub fn short(source: &Source, found: &Diagnostic) -> String {
    let (start, _) = places(source, found.span);
    format!(
        "{}:{}:{}: {}[{}]: {}\n",
        one_line(source.name()),
        start.line,
        start.column,
        found.severity().word(),
        found.code.path,
        sanitize(&found.message)
    )
}
