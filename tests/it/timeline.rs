//! Holds that a saved session comes back as it was: after any commands on a puzzle of any kind, the
//! saved document makes the same states with the same numbers and names, leads to the same one, and
//! its digests show when it does not.

use crate::common::{Random, paths, run_document};
use puzzled::diag::{Severity, Sink};
use puzzled::kinds::KINDS;
use puzzled::puzzle::Depth;
use puzzled::search::Budget;
use puzzled::session::Session;
use puzzled::syntax::Fragment;

/// A puzzle of each kind, and commands that change it, some of them now and then only.
const PUZZLES: [(&str, &str, &[&str]); 7] = [
    (
        "automaton",
        // The commands that the body implies run again when the document is read.
        "23749\n(((X . .) X (X . X)) X ((. X X) . (. X .)))\n2\n3 []\n-1 [<>]",
        &["1 []", "-1 [<]", "5 [<>]", "step", "step 3", "rule 90", "rule 23749", "at []"],
    ),
    (
        "matrix",
        "2 3 1\n1 2 3\n4 5 6",
        &["rotate 1", "rotate -2", "rotate 7", "play rotate 1; rotate 3"],
    ),
    (
        "klotski",
        "A . B\nC . B\nC D .\ngoal A at (2,2)",
        &["move A right", "move A left", "move B down", "move D right", "move C up", "step 3"],
    ),
    (
        "rush",
        "..B.\nAAB.\n...C\n...C",
        &["move B down", "move B-1", "play B+2; A right", "move C up", "step 3", "move A+1"],
    ),
    (
        "sudoku",
        "1...\n....\n...2\n....",
        &["play r1c3=4", "play r1c3=3", "play r2c1=4", "play r4c4=1", "play r2c2=3 r2c1=2"],
    ),
    (
        "bloxorz",
        "ooo-------\noSoooo----\nooooooooo-\n-ooooooooo\n-----ooToo\n------ooo-",
        &["play R", "play L", "play D", "play U", "play RR", "step 5"],
    ),
    ("sliders", "1 2\n3 .\ngoal\n1 2\n. 3", &["play R", "play D", "play L", "play U", "step 4"]),
];

fn ask(session: &mut Session, name: &str, text: &str) -> String {
    let puzzle = session.puzzle(Some(name)).expect("it is declared");
    let text = Fragment { text, start: 0 };
    let answer = puzzle.run(text, Depth::Run, &Budget::unlimited(), &mut Sink::new());
    answer.and_then(|answer| answer.text).expect("it answers")
}

fn random_session(random: &mut Random) -> String {
    let mut text = String::new();
    for (kind, body, _) in PUZZLES {
        text += &format!("{kind} {kind}-1 {{\n{body}\n}}\n");
    }
    for _ in 0..120 {
        let (kind, _, changes) = PUZZLES[random.below(PUZZLES.len())];
        let command = match random.below(10) {
            0 => format!("goto {}", random.below(9)),
            1 => format!("goto n{}", random.below(4)),
            2 => format!("branch n{}", random.below(4)),
            3 => format!("undo {}", 1 + random.below(3)),
            4 => format!("redo {}", 1 + random.below(2)),
            5 if random.below(3) == 0 => String::from("reset"),
            _ => changes[random.below(changes.len())].to_owned(),
        };
        text += &format!("{kind}-1: {command}\n");
    }
    text
}

#[test]
fn every_kind_is_tried() {
    let tried: Vec<_> = PUZZLES.iter().map(|(kind, ..)| *kind).collect();
    assert_eq!(tried, KINDS.iter().map(|kind| kind.info().name).collect::<Vec<_>>());
}

#[test]
fn random_sessions_come_back() {
    let mut random = Random(0x71e5);
    let (mut named, mut spaced) = (0, 0);
    for round in 0..40 {
        let text = random_session(&mut random);
        let (mut session, _, _) = run_document(&text);
        let budget = Budget::unlimited();
        let saved = session.save(&budget);
        let (mut again, _, found) = run_document(&saved);
        let errors = found.iter().any(|one| one.severity() == Severity::Error);
        assert!(!errors, "round {round}: {:?}\n{text}\nsaved as\n{saved}", paths(&found));
        assert_eq!(again.tally().held, PUZZLES.len() as u64, "each digest holds:\n{saved}");
        assert_eq!(again.entries(), session.entries(), "{text}\nsaved as\n{saved}");
        for (kind, ..) in PUZZLES {
            let name = format!("{kind}-1");
            for verb in ["show", "branches", "digest"] {
                let (one, other) = (ask(&mut session, &name, verb), ask(&mut again, &name, verb));
                assert_eq!(one, other, "{name}: {verb}\n{text}\nsaved as\n{saved}");
                if verb == "branches" {
                    named += one.matches(" n").count();
                    spaced += usize::from(one.lines().count() > 2);
                }
            }
        }
        assert_eq!(again.save(&budget), saved, "saving twice differs");
    }
    assert!(named > 40 && spaced > 100, "{named} names, {spaced} trees");
}

#[test]
fn a_document_that_does_not_replay_is_told() {
    let (mut session, _, _) = run_document("matrix m {\n1 2\n3 4\n}\nrotate 1\nbranch b\nreset\n");
    let saved = session.save(&Budget::unlimited());
    let lines = ["m: rotate 1", "m: branch b", "m: reset", "m: digest => 9221ea3cdbe4f67c", ""];
    assert_eq!(saved.lines().skip(4).collect::<Vec<_>>(), lines);
    let (again, _, found) = run_document(&saved.replace("3 4", "3 5"));
    assert_eq!((again.tally().wrong, paths(&found)), (1, vec!["expectation::wrong"]));
}

#[test]
fn a_command_is_quoted_as_the_formatter_writes_it() {
    let text =
        "klotski k {\n  A . B\n  goal A at (0,1)\n}\nmove\tA  right\ndiff 1 0\nundo\ndiff 0 1\n";
    let (mut session, answers, found) = run_document(text);
    assert_eq!(paths(&found), [""; 0]);
    assert!(answers[3].ends_with("\nmove A right"), "{answers:?}");
    assert!(session.save(&Budget::unlimited()).contains("\nk: move A right\n"));
}
