//! Each step with a session of many puzzles takes time in proportion to the number of puzzles.

use std::path::Path;

use crate::repl::log::offer::offer;
use crate::repl::log::replay::replay_bytes;
use crate::repl::shell::Shell;
use crate::repl::tests::{Captured, say, shell};
use crate::repl::verbs::recover::resume;
use crate::search::Budget;
use crate::session::looked;
use crate::text::Source;

/// Puzzles of one session.
const COUNT: usize = 160;
/// Puzzles, statements and records that are looked at anyhow.
const FEW: usize = 16;

/// A shell that keeps a journal in a folder, and what it says first.
fn start(folder: &Path) -> (Shell, String) {
    let mut shell = shell();
    let mut captured = Captured::default();
    shell.keep_journal(folder.to_owned());
    offer(folder, &shell.cancel, &mut captured);
    (shell, captured.err)
}

/// Returns the number of looks of each step with a session of `count` puzzles.
fn steps(count: usize) -> Vec<(&'static str, usize)> {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("list.sdm");
    let saved = folder.path().join("saved.puzzle");
    std::fs::write(&list, "1.343412214343.1\n".repeat(count)).expect("written");
    let journals = folder.path().join("journals");
    let mut steps = Vec::new();
    let mut step = |name: &'static str, work: &mut dyn FnMut() -> String, expected: &str| {
        let mut said = String::new();
        steps.push((name, looked(|| said = work())));
        assert!(said.contains(expected), "{name}: {said}");
    };
    let both = |shell: &mut Shell, line: &str| {
        let (out, err) = say(shell, line);
        out + &err
    };
    let puzzles = format!("{count} puzzles");
    let inputs = format!("{count} inputs");

    let (mut first, said) = start(&journals);
    assert_eq!(said, "");
    let load = format!("load {}", list.display());
    step("load", &mut || both(&mut first, &load), &puzzles);
    step("save", &mut || both(&mut first, &format!("save {}", saved.display())), "saved to");
    drop(first); // as a crash does

    step("start", &mut || start(&journals).1, &inputs);
    let (mut second, _) = start(&journals);
    step("recover list", &mut || both(&mut second, "recover list"), &inputs);
    step("recover", &mut || both(&mut second, "recover"), &inputs);
    drop(second);
    // What stood there before the first input is loaded here as it was loaded there.
    let moved: Vec<_> = (1..=count).map(|number| format!("list-{number}: play r1c2=2\n")).collect();
    let moved = moved.concat();
    let before = || {
        let mut shell = shell();
        say(&mut shell, &load);
        say(&mut shell, &moved);
        shell.keep_journal(journals.clone());
        shell
    };
    let mut third = before();
    say(&mut third, &moved.replace("r1c2=2", "r4c3=2"));
    drop(third);
    let mut fourth = before();
    let resume = &mut || {
        let mut captured = Captured::default();
        resume(&mut fourth, &mut captured).expect("it comes back");
        captured.err
    };
    step("--resume", resume, &inputs);
    drop(fourth);

    let (mut fifth, _) = start(&journals);
    say(&mut fifth, &load);
    let other = "1.343412214343.1\n".repeat(count - 1) + "12.43412214343.1\n";
    std::fs::write(&list, other).expect("written");
    step("reload", &mut || both(&mut fifth, "reload"), "was loaded again");
    steps
}

#[test]
fn a_session_of_many_puzzles_costs_as_much_as_it_has_puzzles() {
    let single = steps(COUNT);
    let double = steps(2 * COUNT);
    for ((name, cost), (_, double_cost)) in single.into_iter().zip(double) {
        let most = match name {
            "start" => 1,
            "--resume" => 6 * 3, // a declaration and two moves of each puzzle
            _ => 6,
        };
        assert!(cost <= most * COUNT + FEW, "{name}: {COUNT} puzzles, {cost} looks");
        assert!(cost >= COUNT / 2, "{name}: only {cost} looks are counted");
        assert!(
            double_cost <= 2 * cost + FEW,
            "{name}: {cost} looks, and {double_cost} with twice as many puzzles"
        );
    }
}

/// Names that are forgotten and replaced cost no more than others.
#[test]
fn a_journal_of_any_records_is_replayed_once() {
    let journal = |count: usize| {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut shell, _) = start(folder.path());
        let mut say = |line: String| {
            shell.take(&Source::new("x", line), &mut Captured::default());
        };
        for number in 0..count {
            say(format!("matrix m{number} {{ 1 2 / 3 4 }}"));
            say(String::from("rotate 1"));
            say(format!("matrix m{number} {{ 5 2 / 3 4 }}"));
            say(format!("forget m{number}"));
        }
        drop(shell);
        let file = std::fs::read_dir(folder.path()).expect("a folder").flatten().next();
        std::fs::read(file.expect("a journal").path()).expect("read")
    };

    let cost = |journal: &[u8]| {
        looked(|| {
            let (session, failed) =
                replay_bytes(journal, &Budget::unlimited()).expect("not stopped");
            assert!(session.entries().is_empty() && failed == 0);
        })
    };

    let single = cost(&journal(COUNT / 4));
    let double = cost(&journal(COUNT / 2));
    assert!(double <= 2 * single + FEW, "{single} and {double}");
}
