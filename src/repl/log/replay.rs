//! Running what a journal holds in a separate session.

use std::collections::HashMap;

use crate::diag::{Diagnostic, Severity, Sink, clip};
use crate::repl::log::journal::{RecordKind, read};
use crate::search::Budget;
use crate::session::{self, Event, Mode, Session, look};
use crate::text::Source;

/// What became of a journal.
pub(crate) struct Replayed {
    pub(crate) session: Session,
    /// The puzzles that were there before the first statement, each as a document.
    pub(crate) before: HashMap<String, String>,
    /// What was said first of a statement that did not change anything any more.
    pub(crate) fault: Option<String>,
    pub(crate) failed: usize,
}

/// Reads the bytes of a journal and runs what they hold: the session, and how many inputs did not
/// come back. None if it was stopped.
pub(crate) fn replay_bytes(bytes: &[u8], budget: &Budget) -> Option<(Session, usize)> {
    let (records, _) = read(bytes, &budget.cancel);
    replay(&records, budget).map(|replayed| (replayed.session, replayed.failed))
}

/// Runs what a journal holds in a separate session. `None` if it was stopped.
pub(crate) fn replay(records: &[(RecordKind, String)], budget: &Budget) -> Option<Replayed> {
    // Each record was typed: a `use` holds until the next one or a declaration.
    let before = HashMap::new();
    let mut all = Replayed { session: Session::new(), before, fault: None, failed: 0 };
    for (what, text) in records {
        look(1);
        if budget.cancel.is_cancelled() {
            return None;
        }
        match what {
            RecordKind::Forgotten => {
                all.session.forget(text);
                continue;
            }
            RecordKind::Before | RecordKind::Statement | RecordKind::Whole => {}
        }
        let source = Source::new("journal", text.as_str());
        let mut sink = Sink::new();
        let document = session::read(&source, false, &mut sink);
        let (mut whole, mode) = (Session::new(), Mode::Run { solve: false });
        let session = if *what == RecordKind::Whole { &mut whole } else { &mut all.session };
        session.begin(true);
        let (mut changed, mut here, mut error) = (false, false, None);
        let is_error = |one: &Diagnostic| one.severity() == Severity::Error;
        session.go_on(
            &source,
            &document,
            mode,
            budget,
            &mut sink,
            &mut |event, sink| match event {
                Event::Begin => here = false,
                Event::Changed { .. } => {
                    (here, changed) = (true, true);
                }
                // A puzzle with clashing digits opens all the same, as it did when it was typed.
                Event::Done => {
                    let found = sink.take().into_iter().find(is_error).filter(|_| !here);
                    error = error.take().or(found);
                }
                _ => {}
            },
        );
        if let Some(name) = session.focused().map(String::from) {
            session.set_focus(&name);
        }
        if *what == RecordKind::Whole {
            all.session.adopt(whole);
        }
        if *what == RecordKind::Before {
            let entries = all.session.entries().into_iter();
            let told = |name: String| (all.session.told(Some(&name)), name);
            all.before
                .extend(entries.map(|entry| told(entry.name)).map(|(told, name)| (name, told)));
        }
        if error.is_some() || !changed {
            all.failed += 1;
            let reason = error.map_or_else(|| String::from("it gave up"), |error| error.message);
            all.fault.get_or_insert(format!("`{}`: {reason}", clip(text)));
        }
    }
    (!budget.cancel.is_cancelled()).then_some(all)
}
