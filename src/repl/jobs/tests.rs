//! Jobs without their thread: they run in `wait`, or a slice at a time.

use std::path::Path;

use crate::kinds::KINDS;
use crate::puzzle::common;
use crate::repl::shell::{Flow, Shell};
use crate::repl::tests::{Captured, say, shell};
use crate::syntax::Fragment;
use crate::text::Source;

const BLOCKS: &str = "klotski k {\nA . B\nC . B\nC D .\ngoal A at (2,2)\n}";
/// A puzzle with so many states that their search takes many slices.
const LONG: &str =
    "klotski long {\nA B B C\nA B B C\nD E E F\nD G H F\nI . . J\ngoal B at (3,1)\n}";

/// Runs a slice of a job.
fn slice(shell: &Shell) -> bool {
    shell.jobs.work(&mut shell.session.lock())
}

/// Starts a job, and runs one slice of it.
fn begun(text: &str) -> Shell {
    let mut shell = shell();
    say(&mut shell, LONG);
    say(&mut shell, BLOCKS);
    let (out, err) = say(&mut shell, text);
    assert!(out.is_empty() && err.contains(" runs in the background"), "{err}");
    assert!(slice(&shell) && shell.jobs.count() == 1, "it takes several slices");
    shell
}

#[test]
fn every_search_answers_in_the_background_as_it_does_else() {
    for kind in KINDS {
        for verb in common::verbs(kind.info()).filter(|verb| verb.role.searches()) {
            let command = verb.name;
            let reads = kind.info().role(Fragment { text: command, start: 0 }).is_some();
            let (mut one, mut other) = (shell(), shell());
            for shell in [&mut one, &mut other] {
                say(shell, kind.info().example);
            }
            let (answer, said) = say(&mut one, command);
            if !reads || said.contains("syntax::missing-argument") {
                continue;
            }
            let (out, err) = say(&mut other, &format!("{command} &"));
            assert!(out.is_empty() && err.starts_with("job 1 runs"), "{command}: {out}{err}");
            assert_eq!(say(&mut other, "wait").0, answer, "{}: {command}", kind.info().name);
            // The answer takes its number when it comes, here after `wait`.
            assert_eq!(say(&mut other, "_").0, answer, "{command}");
            assert_eq!(say(&mut other, "status").0, say(&mut one, "status").0, "{command}");
        }
    }
}

#[test]
fn questions_look_into_a_running_search_and_leave_it_alone() {
    let mut plain = shell();
    say(&mut plain, LONG);
    let answer = say(&mut plain, "states").0;
    let after = say(&mut plain, "status").0;
    let mut shell = begun("long: states &");
    let mut before = String::new();
    while shell.jobs.count() > 0 {
        let status = say(&mut shell, "long: status").0;
        assert_ne!(status, before, "it advances");
        before = status;
        for question in
            ["long: frontier", "long: show", "long: moves", "list", "jobs", "set", "k: solve"]
        {
            say(&mut shell, question);
        }
        slice(&shell);
    }
    let (out, err) = say(&mut shell, "list");
    assert!(out.ends_with(&answer) && err.contains("job 1 answers as %"), "{out}{err}");
    assert_eq!(say(&mut shell, "long: status").0, after);
}

#[test]
fn a_command_that_changes_the_puzzle_or_its_search_stops_the_job() {
    for change in [
        "long: play G down",
        "long: play G down\nlong: undo",
        "long: branch here\nlong: play H down",
        "long: step 5",
        "long: solve",
        "long: paths 1000",
        "forget long",
        LONG,
        "matrix long { 1 }",
    ] {
        let mut shell = begun("long: states &");
        let (_, err) = say(&mut shell, change);
        assert!(err.contains("job 1 was stopped, because "), "{change}: {err}");
        assert!(shell.jobs.count() == 0 && !slice(&shell));
    }
    for other in [
        "k: play A right",
        "show",
        "draw",
        "k: branch one",
        "long: why not A left",
        "use long",
        "rotat",
    ] {
        let mut shell = begun("long: states &");
        let (_, err) = say(&mut shell, other);
        assert!(!err.contains("job") && shell.jobs.count() == 1, "{other}: {err}");
    }
}

#[test]
fn jobs_are_listed_stopped_and_continued() {
    let mut shell = begun("long: states & // all of them");
    assert!(say(&mut shell, "k: solve &").1.starts_with("job 2 runs"));
    let (out, _) = say(&mut shell, "jobs");
    let rows: Vec<_> = out.lines().collect();
    assert!(
        rows[0].starts_with("1  long: states  64 states  ") && rows[1].starts_with("2  k: solve"),
        "{out}"
    );
    let (out, err) = say(&mut shell, "stop 1");
    assert!(out.starts_with("paused after 64 states ("), "{out}{err}");
    assert!(say(&mut shell, "stop 1").1.contains("no job 1 runs"));
    assert!(say(&mut shell, "wait 7").1.contains("no job 7 runs"));
    assert!(say(&mut shell, "stop").1.contains("syntax::missing-argument"));
    assert!(say(&mut shell, "stop x").1.contains("syntax::bad-argument"));
    assert!(say(&mut shell, "wait 2").0.starts_with("4\nA "));
    assert!(say(&mut shell, "jobs").1.contains("no job runs"));
    // The same command continues, alone or in the background; a second one takes the first's place.
    assert!(say(&mut shell, "long: states &\nlong: states &").1.contains("job 3 answers"));
    let (out, _) = say(&mut shell, "wait");
    let mut plain = self::shell();
    say(&mut plain, LONG);
    assert_eq!(out, say(&mut plain, "states").0);
}

#[test]
fn a_search_has_one_word_for_what_it_counts() {
    let empty = format!("sudoku s {{ {} }}", ".".repeat(81));
    for (puzzle, command, word) in
        [(LONG, "long: states", "states"), (&empty, "s: count 100000000", "guesses")]
    {
        let mut shell = shell();
        say(&mut shell, puzzle);
        say(&mut shell, &format!("{command} &"));
        for _ in 0..40 {
            assert!(slice(&shell), "{command} takes many slices");
        }
        let (out, _) = say(&mut shell, "jobs");
        assert!(out.contains(&format!(" {word}  ")), "{out}");
        let (out, err) = say(&mut shell, "stop 1");
        let count = out.strip_prefix("paused after ").and_then(|rest| rest.split(' ').next());
        let count = count.unwrap_or_else(|| panic!("{out}{err}"));
        assert!(out.starts_with(&format!("paused after {count} {word}")), "{out}");
        assert!(count.len() < 4 || count.contains(','), "{out}");
    }
}

#[test]
fn what_cannot_run_in_the_background_says_so_and_changes_nothing() {
    let mut shell = shell();
    say(&mut shell, BLOCKS);
    for (text, code) in [
        ("show &", "syntax::background"),
        ("play A right &", "syntax::background"),
        ("solve & => 4", "syntax::background"),
        ("solve => 4 &", "syntax::background"),
        ("solev &", "command::unknown-verb"),
        ("paths x &", "syntax::bad-argument"),
        ("z: solve &", "document::unknown-puzzle"),
        ("list &", "there is no puzzle `&`"),
    ] {
        let (out, err) = say(&mut shell, text);
        assert!(out.is_empty() && err.contains(code), "{text}: {out}{err}");
        assert_eq!(
            (shell.jobs.count(), err.matches("error[").count().max(1)),
            (0, 1),
            "{text}: {err}"
        );
    }
    assert_eq!(say(&mut shell, "status").0.lines().next(), Some("expanded 0 frontier 1 depth 0"));
}

#[test]
fn a_limit_ends_a_job() {
    let mut shell = begun("set states 100\nlong: states &");
    assert!(say(&mut shell, "wait").0.starts_with("gave up: expanded 100 "));
    say(&mut shell, "set states unlimited\nset time 1ms\nlong: states &");
    let (out, _) = say(&mut shell, "wait");
    assert!(out.starts_with("gave up: ") || out.trim().parse::<u64>().is_ok(), "{out}");
}

#[test]
fn programs_read_the_number_of_the_job() {
    let mut shell = begun("long: states &");
    say(&mut shell, "set format json");
    let (out, _) = say(&mut shell, "wait");
    let object: serde_json::Value = serde_json::from_str(out.trim()).expect("an object");
    assert_eq!(
        (&object["job"], &object["puzzle"], &object["command"]),
        (&1.into(), &"long".into(), &"states".into())
    );
    assert!(object["answer"].is_number(), "{out}");
}

#[test]
fn a_recording_has_the_command_where_its_answer_came() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tour.puzzle");
    let read = |path: &Path| std::fs::read_to_string(path).expect("a file");
    let mut shell = shell();
    say(&mut shell, BLOCKS);
    say(&mut shell, &format!("record {}", path.display()));
    say(&mut shell, "solve &\nmoves");
    assert!(!read(&path).contains("solve"));
    say(&mut shell, "wait");
    let text = read(&path);
    assert!(
        text.contains("moves => ") && text.contains("\nsolve => {\n") && !text.contains('&'),
        "{text}"
    );
    assert!(text.find("moves") < text.find("solve"));
}

#[test]
fn leaving_asks_once_while_jobs_run() {
    for word in ["quit", "exit", ":q"] {
        let mut shell = begun("long: states &");
        let mut take = |text: &str| shell.take(&Source::new("x", text), &mut Captured::default());
        assert_eq!((take(word), take("show"), take(word)), (Flow::On, Flow::On, Flow::On));
        assert_eq!(take("quit"), Flow::Leave);
    }
}

#[test]
fn a_search_without_an_answer_is_run_again_to_where_it_was() {
    for kind in KINDS {
        for verb in common::verbs(kind.info()).filter(|verb| verb.role.searches()) {
            let folder = tempfile::tempdir().expect("a folder");
            let start = |text: &str| {
                let mut shell = shell();
                shell.keep_journal(folder.path().to_owned());
                say(&mut shell, text);
                shell
            };
            let stopped = |shell: &mut Shell, command: &str| {
                let limited = format!("set states 5\n{command}\nset states unlimited");
                (say(shell, &limited).0.contains("gave up: expanded"), say(shell, "status").0)
            };
            let mut first = start(kind.info().example);
            let (is_stopped, before) = stopped(&mut first, verb.name);
            drop(first); // as a crash does
            let mut second = start("");
            let (_, said) = say(&mut second, "recover");
            let name = format!("{}: {}", kind.info().name, verb.name);
            assert_eq!(said.contains(" is again at "), is_stopped, "{name}: {before}{said}");
            if !is_stopped {
                continue;
            }
            assert_eq!(say(&mut second, "status").0, before, "{name}");
            // What was recovered is kept in turn; what has its answer is not run again.
            drop(second);
            let mut third = start("");
            assert!(say(&mut third, "recover").1.contains(" is again at "), "{name}");
            say(&mut third, verb.name);
            drop(third);
            assert!(!say(&mut start(""), "recover").1.contains(" is again at "), "{name}");
        }
    }
}

#[test]
fn a_job_that_ends_with_its_prompt_is_run_again_to_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = || {
        let mut shell = shell();
        shell.keep_journal(folder.path().to_owned());
        shell
    };
    for stopped in ["stop 1", "quit\nquit"] {
        let mut first = start();
        say(&mut first, &format!("{LONG}\nbranch here"));
        say(&mut first, "states &");
        slice(&first);
        slice(&first);
        let before = say(&mut first, "status").0;
        for line in stopped.lines() {
            first.take(&Source::new("x", line), &mut Captured::default());
        }
        first.leave(true, &mut Captured::default());
        drop(first);
        let mut second = start();
        let (_, said) = say(&mut second, "recover");
        assert!(said.contains("`long: states` is again at 192 states"), "{said}");
        assert_eq!(say(&mut second, "status").0, before);
        // A search from another state is not.
        say(&mut second, "play G down");
        drop(second);
        let mut third = start();
        assert!(!say(&mut third, "recover").1.contains("is again at"));
        say(&mut third, "forget long\nmatrix m { 1 }");
        third.leave(false, &mut Captured::default());
    }
}
