//! Promises that outlive a version: what an earlier version wrote leads to the same states.
//! The focus is kept by a journal only: the effect of `use` ends with its document.

use std::path::PathBuf;

use crate::common::{root, run_in};
use puzzled::diag::Severity;
use puzzled::repl::replay_journal;
use puzzled::search::Budget;
use puzzled::session::{Mode, Session};
use puzzled::text::Source;

fn fixture(name: &str) -> Vec<u8> {
    let path: PathBuf = root().join("tests/fixtures/0.1").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Runs a fixture in a session. No expectation of it is wrong, and nothing else is.
fn run(session: &mut Session, name: &str) {
    let source = Source::from_bytes(name, fixture(name));
    let mode = Mode::Run { solve: false };
    let before = session.tally();
    let diagnostics = run_in(session, &source, mode, &Budget::unlimited());
    let errors: Vec<_> =
        diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error).collect();
    assert!(errors.is_empty(), "{name}: {errors:?}");
    let after = session.tally();
    assert_eq!(after.wrong, 0, "{name}");
    assert!(after.held >= before.held + 9, "{name}: only {after:?}");
}

#[test]
fn a_saved_file_of_0_1_leads_to_the_same_states() {
    let mut session = Session::new();
    run(&mut session, "saved.puzzle");
    run(&mut session, "states.puzzle");
}

#[test]
fn a_recording_of_0_1_holds_and_leads_to_the_same_states() {
    let mut session = Session::new();
    run(&mut session, "recording.puzzle");
    run(&mut session, "states.puzzle");
}

#[test]
fn a_journal_of_0_1_leads_to_the_same_states() {
    let (mut session, failed) =
        replay_journal(&fixture("journal"), &Budget::unlimited()).expect("nothing cancels this");
    assert_eq!(failed, 0, "inputs did not come back");
    run(&mut session, "states.puzzle");
    assert_eq!(session.focused(), Some("little"));
}
