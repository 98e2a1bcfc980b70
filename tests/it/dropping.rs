//! A session that drops each puzzle after its last command finds and answers what one does that
//! keeps them all.

use std::collections::BTreeSet;

use puzzled::diag::Sink;
use puzzled::search::Budget;
use puzzled::session::{self, Event, Mode, Session};
use puzzled::text::Source;

use crate::common::{Random, right_examples, wrong_examples};

/// Everything that a session reports about a text, and its counts.
fn report(source: &Source, mode: Mode, mut session: Session) -> (Vec<String>, Session) {
    let (mut sink, mut report) = (Sink::new(), Vec::new());
    let document = session::read(source, true, &mut sink);
    let budget = Budget::unlimited().with_states(2000);
    session.run(source, &document, mode, &budget, &mut sink, &mut |event, sink| {
        let found = if matches!(event, Event::Done) { sink.take() } else { Vec::new() };
        report.push(format!("{event:?} {found:?}"));
    });
    report.push(format!("{:?} {:?}", session.tally(), sink.take()));
    (report, session)
}

/// Holds that both kinds of sessions report the same about a text. Returns whether a puzzle was
/// dropped.
fn agree(name: &str, text: String) -> bool {
    let source = Source::new(name, text);
    let mut drops = false;
    for mode in
        [Mode::Check { solve: false }, Mode::Run { solve: false }, Mode::Run { solve: true }]
    {
        let (kept, session) = report(&source, mode, Session::new());
        let (dropped, dropping) = report(&source, mode, Session::new().dropping());
        assert_eq!(kept, dropped, "{mode:?} of\n{}", source.text());
        drops |= session.entries().iter().any(|entry| entry.stands.is_some())
            && dropping.entries().iter().all(|entry| entry.stands.is_none());
    }
    drops
}

#[test]
fn a_session_that_drops_its_puzzles_says_the_same() {
    let mut dropped = 0;
    for path in right_examples().into_iter().chain(wrong_examples()) {
        let bytes = std::fs::read(&path).expect("it is there");
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if path.extension().is_some_and(|ending| ending == "puzzle") && text.len() < 20_000 {
            dropped += usize::from(agree(&path.to_string_lossy(), text));
        }
    }
    assert!(dropped > 100, "{dropped} examples whose puzzles were dropped");
}

/// Statements that go to some puzzle, to none, or to any; that repeat names, and cannot be read.
const STATEMENTS: [&str; 20] = [
    "matrix a { 1 2 / 3 4 }",
    "matrix b { 5 6 / 7 8 }",
    "klotski k { A . / . . / goal A at (1,1) }",
    "klotski k { A x . }",
    "matrix a { 1 2 3 / 4 5 6 }",
    "use a",
    "use k",
    "use nothing",
    "rotate 1",
    "rotate 1 => {\n  2 4\n  1 3\n}",
    "a: rotate 1",
    "b: show",
    "a: reset",
    "k: solve => 2",
    "k: play A down",
    "solve",
    "nobody: rotate 1",
    "rotate a 1",
    "rotate \u{1} 1",
    "a",
];

#[test]
fn whatever_the_order_a_session_that_drops_its_puzzles_says_the_same() {
    let (mut random, mut orders) = (Random(0xd20b), BTreeSet::new());
    for _ in 0..400 {
        let count = 3 + random.below(10);
        let lines: Vec<_> = (0..count).map(|_| STATEMENTS[random.below(20)]).collect();
        let text = lines.join("\n") + "\n";
        agree("order.puzzle", text.clone());
        orders.insert(text);
    }
    assert!(orders.len() > 350);
}
