//! GitHub workflow commands: annotations on the lines of a pull request.

use super::diagnostics::{one_line, places, sanitize};
use crate::diag::{Diagnostic, Severity};
use crate::text::{Source, Span};

/// Formats a diagnostic as `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=CODE::MESSAGE`,
/// with a line end. The help follows the message on a separate line, escaped as the format
/// requires.
pub fn github(source: &Source, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "notice",
    };
    let mut message = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        message.push('\n');
        message.push_str(help);
    }
    annotation(level, source, diagnostic.span, diagnostic.code.path, &message)
}

/// Returns a workflow command about a place, with a line end: `level` is `error`, `warning`,
/// `notice` or `debug`.
pub fn annotation(level: &str, source: &Source, span: Span, title: &str, message: &str) -> String {
    let (start, end) = places(source, span);
    format!(
        "::{level} file={},line={},col={},endLine={},endColumn={},title={}::{}\n",
        property(&one_line(source.name())),
        start.line,
        start.column,
        end.line,
        end.column,
        property(&one_line(title)),
        data(&sanitize(message)),
    )
}

/// Escapes the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
