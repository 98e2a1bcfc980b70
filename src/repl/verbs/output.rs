//! `output`: sends answers to a file.

use std::path::Path;

use super::{Fault, Outcome, Reply};
use crate::host::shown;
use crate::repl::output::printer::Printer;

/// Runs `output FILE` and `output off`.
pub(super) fn output(printer: &mut Printer, argument: &str, path: &Path) -> Outcome {
    if argument == "off" {
        let file = printer.end_redirection();
        let file = file.ok_or(Fault::from("answers are shown here; `output FILE` begins\n"))?;
        return Ok(Reply::Note(format!("answers were written to {file}\n")));
    }
    printer.redirect(path).map_err(Fault::trouble)?;
    Ok(Reply::Note(format!("answers go to {}; `output off` ends it\n", shown(path))))
}
