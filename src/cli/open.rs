//! Opens files of the command line as documents and shows their diagnostics.

use crate::diag::Severity;
use crate::host::{Console, Exit, FOREIGN, InputFile, Opened, RawOptions, open_document};
use crate::text::Source;

/// Opens a file as a document. Returns the document, and whether the file of another program that
/// it was made of has errors.
///
/// # Errors
/// The exit code if there is no document; the reason has been reported.
pub(super) fn open<'a>(
    console: &Console,
    file: impl Into<InputFile<'a>>,
    raw: RawOptions<'_>,
) -> Result<(Source, bool), Exit> {
    let opened = open_document(file, raw).map_err(|error| console.refuse(error))?;
    made(console, opened).ok_or(Exit::Failed)
}

/// Returns the document of a file that was opened, and whether the file of another program that it
/// was made of has errors, which are shown; `None` if there is no document.
pub(super) fn made(console: &Console, opened: Opened) -> Option<(Source, bool)> {
    let mut failed = false;
    console.note(opened.reading.as_deref());
    console.remark(opened.remark);
    let diagnostics = opened.unrepeated();
    if let Some((source, _)) = &opened.made_of {
        console.report(source, &diagnostics, FOREIGN, false);
        failed = diagnostics.iter().any(|fault| fault.severity() == Severity::Error);
    }
    opened.source.map(|source| (source, failed))
}
