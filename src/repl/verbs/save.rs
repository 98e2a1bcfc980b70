//! `save`: writes a document that replays to the state of the session.

use std::path::Path;

use super::{Fault, Outcome, Reply};
use crate::diag::Sink;
use crate::host::shown;
use crate::repl::log::saved;
use crate::search::Budget;
use crate::session::{self, Session};
use crate::text::Source;

/// Runs `save FILE`.
pub(super) fn save(session: &mut Session, path: &Path, budget: &Budget) -> Outcome {
    if session.entries().is_empty() {
        return Err(Fault::from("there is nothing to save yet: no puzzle is declared\n"));
    }
    let source = Source::new("", session.save(budget));
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let text = session::format(&source, &document, &sink);
    saved::write(path, &text).map_err(Fault::trouble)?;
    Ok(Reply::Note(format!("saved to {}\n", shown(path))))
}
