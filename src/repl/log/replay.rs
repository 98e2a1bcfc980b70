//! Runs the records of a journal in a separate session.

use std::collections::HashMap;

use crate::diag::{Diagnostic, Severity, Sink, clip};
use crate::repl::log::journal::{RecordKind, read};
use crate::search::Budget;
use crate::session::{self, Event, Mode, Session, look};
use crate::text::Source;

/// The session that a journal led to, and what of it did not come back.
pub(crate) struct Replayed {
    pub(crate) session: Session,
    /// The puzzles that were there before the first statement, each as a document.
    pub(crate) before: HashMap<String, String>,
    /// The first reason why a statement did not come back.
    pub(crate) fault: Option<String>,
    /// Statements that did not come back.
    pub(crate) failed: usize,
}

/// Reads the bytes of a journal and runs its records. Returns the session, and the number of inputs
/// that did not come back; `None` if the budget was cancelled.
pub(crate) fn replay_bytes(bytes: &[u8], budget: &Budget) -> Option<(Session, usize)> {
    let (records, _) = read(bytes, &budget.cancel);
    replay(&records, budget).map(|replayed| (replayed.session, replayed.failed))
}

/// Runs the records of a journal in a separate session. Returns `None` if the budget was cancelled.
pub(crate) fn replay(records: &[(RecordKind, String)], budget: &Budget) -> Option<Replayed> {
    // Each record was typed: a `use` holds until the next one or a declaration.
    let before = HashMap::new();
    let mut replayed = Replayed { session: Session::new(), before, fault: None, failed: 0 };
    for (kind, text) in records {
        look(1);
        if budget.cancel.is_cancelled() {
            return None;
        }
        match kind {
            RecordKind::Forgotten => {
                replayed.session.forget(text);
                continue;
            }
            RecordKind::Before | RecordKind::Statement | RecordKind::Whole => {}
        }

        let source = Source::new("journal", text.as_str());
        let mut sink = Sink::new();
        let document = session::read(&source, false, &mut sink);
        let mut whole = Session::new();
        let mode = Mode::Run { solve: false };
        let session = if *kind == RecordKind::Whole { &mut whole } else { &mut replayed.session };
        session.begin(true);

        let mut has_changed = false;
        let mut has_statement_changed = false;
        let mut error = None;
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity() == Severity::Error;
        session.go_on(
            &source,
            &document,
            mode,
            budget,
            &mut sink,
            &mut |event, sink| match event {
                Event::Begin => has_statement_changed = false,
                Event::Changed { .. } => {
                    has_statement_changed = true;
                    has_changed = true;
                }
                // A puzzle with clashing digits opens all the same, as it did when it was typed.
                Event::Done => {
                    let first = sink.take().into_iter().find(is_error);
                    error = error.take().or(first.filter(|_| !has_statement_changed));
                }
                _ => {}
            },
        );

        if let Some(name) = session.focused().map(String::from) {
            session.set_focus(&name);
        }
        if *kind == RecordKind::Whole {
            replayed.session.adopt(whole);
        }
        if *kind == RecordKind::Before {
            for entry in replayed.session.entries() {
                let saved = replayed.session.document_text(Some(&entry.name));
                replayed.before.insert(entry.name, saved);
            }
        }

        if error.is_some() || !has_changed {
            replayed.failed += 1;
            let reason = error.map_or_else(|| String::from("it gave up"), |error| error.message);
            replayed.fault.get_or_insert(format!("`{}`: {reason}", clip(text)));
        }
    }
    (!budget.cancel.is_cancelled()).then_some(replayed)
}
