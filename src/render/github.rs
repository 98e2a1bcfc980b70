//! GitHub workflow commands: annotations on the lines of a pull request.

use super::diagnostics::{one_line, places, sanitize};
use crate::diag::{Diagnostic, Severity};
use crate::text::Source;

/// `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=CODE::MESSAGE`, with a line end.
/// The help follows the message on a line of its own, escaped as the format wants it.
pub fn github(source: &Source, found: &Diagnostic) -> String {
    let (start, end) = places(source, found);
    let level = match found.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "notice",
    };
    let mut message = found.message.clone();
    if let Some(help) = &found.help {
        message.push('\n');
        message.push_str(help);
    }
    format!(
        "::{level} file={},line={},col={},endLine={},endColumn={},title={}::{}\n",
        property(&one_line(source.name())),
        start.line,
        start.column,
        end.line,
        end.column,
        property(found.code.path),
        data(&sanitize(&message)),
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
