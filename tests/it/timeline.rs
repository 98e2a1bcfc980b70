//! Holds that a saved session comes back as it was: after any commands on a puzzle of any kind, the
//! saved document makes the same states with the same numbers and names, leads to the same one, and
//! its digests show when it does not.

use crate::common::{self, Random, paths, run_document};
use puzzled::diag::{Severity, Sink};
use puzzled::kinds::KINDS;
use puzzled::puzzle::Info;
use puzzled::search::Budget;
use puzzled::session::Session;
use puzzled::syntax::{Statement, parse_document};
use puzzled::text::Source;

/// Returns the commands of a kind's examples that change its puzzle, some of them now and then
/// only, or that move a search on.
fn changes(info: &Info) -> Vec<String> {
    let changes = info.verbs.iter().chain(info.query).filter(|verb| verb.role.changes());
    let examples = changes.map(|verb| verb.example).chain(["step 3\n"]);
    let mut commands = Vec::new();
    for example in examples {
        let source = Source::new("", format!("{}{example}", info.example));
        for statement in parse_document(source.text(), &KINDS, &mut Sink::new()).statements {
            if let Statement::Command(command) = statement {
                commands.push(source.slice(command.text).to_owned());
            }
        }
    }
    commands
}

fn ask(session: &mut Session, name: &str, text: &str) -> String {
    common::ask(session.puzzle(Some(name)).expect("it is declared"), text)
}

fn random_session(random: &mut Random) -> String {
    let infos: Vec<_> = KINDS.iter().copied().collect();
    let mut text: String = infos.iter().copied().map(declared).collect();
    let changes: Vec<_> = infos.iter().copied().map(changes).collect();
    for _ in 0..120 {
        let kind = random.below(changes.len());
        let command = match random.below(10) {
            0 => format!("goto {}", random.below(9)),
            1 => format!("goto n{}", random.below(4)),
            2 => format!("branch n{}", random.below(4)),
            3 => format!("undo {}", 1 + random.below(3)),
            4 => format!("redo {}", 1 + random.below(2)),
            5 if random.below(3) == 0 => String::from("reset"),
            _ => changes[kind][random.below(changes[kind].len())].clone(),
        };
        text += &format!("{}-1: {command}\n", infos[kind].name);
    }
    text
}

/// Returns the example of a kind, declared as `KIND-1`.
fn declared(info: &Info) -> String {
    let body = &info.example[info.example.find('{').expect("examples are declarations")..];
    format!("{0} {0}-1 {body}", info.name)
}

#[test]
fn random_sessions_come_back() {
    let mut random = Random(0x71e5);
    let mut named = 0;
    let mut spaced = 0;

    for round in 0..40 {
        let text = random_session(&mut random);
        let (mut session, _, _) = run_document(&text);
        let budget = Budget::unlimited();
        let saved = session.save(&budget);
        let (mut again, _, diagnostics) = run_document(&saved);
        let errors = diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error);
        assert!(!errors, "round {round}: {:?}\n{text}\nsaved as\n{saved}", paths(&diagnostics));
        assert_eq!(again.tally().held, KINDS.names().len() as u64, "each digest holds:\n{saved}");
        assert_eq!(again.entries(), session.entries(), "{text}\nsaved as\n{saved}");
        for kind in KINDS.names() {
            let name = format!("{kind}-1");
            for verb in ["show", "branches", "digest"] {
                let original = ask(&mut session, &name, verb);
                let replayed = ask(&mut again, &name, verb);
                assert_eq!(original, replayed, "{name}: {verb}\n{text}\nsaved as\n{saved}");
                if verb == "branches" {
                    named += original.matches(" n").count();
                    spaced += usize::from(original.lines().count() > 2);
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
    let lines = ["m: rotate 1", "m: branch b", "m: reset", "m: digest => 9221ea3cdbe4f67c"];
    assert_eq!(saved.lines().skip(4).collect::<Vec<_>>(), lines);
    let (again, _, diagnostics) = run_document(&saved.replace("3 4", "3 5"));
    assert_eq!((again.tally().wrong, paths(&diagnostics)), (1, vec!["expectation::wrong"]));
}

#[test]
fn a_command_is_quoted_as_the_formatter_writes_it() {
    let text =
        "klotski k {\n  A . B\n  goal A at (0,1)\n}\nmove\tA  right\ndiff 1 0\nundo\ndiff 0 1\n";
    let (mut session, answers, diagnostics) = run_document(text);
    assert_eq!(paths(&diagnostics), [""; 0]);
    assert!(answers[3].ends_with("\nmove A right"), "{answers:?}");
    assert!(session.save(&Budget::unlimited()).contains("\nk: move A right\n"));
}
