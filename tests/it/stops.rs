//! What stops a call: signals, the time for a statement, and the time for all searches. And what is
//! said of a run that stopped, in which order.

use crate::common::puzzled;

const GOOD: &str = "matrix m {\n  1 2\n  3 4\n}\n\nrotate 1 => 2 4\n";
const WRONG: &str = "matrix m {\n  1 2\n  3 4\n}\n\nrotate 1 => 4 2\n";
/// A hard instance (Korf 1985): a long search on any machine, after an answer.
const LONG: &str = "\
sliders long {
  . 12 9 13
  15 11 10 14
  3 7 2 5
  4 8 6 1
  goal
  1 2 3 4
  5 6 7 8
  9 10 11 12
  13 14 15 .
}
moves
solve
solve
moves
";

#[cfg(unix)]
mod signals {
    use std::io::{Read, Write};
    use std::process::{Child, Command, Stdio};
    use std::sync::mpsc::{RecvTimeoutError, Sender};
    use std::time::Duration;

    use super::{GOOD, LONG, WRONG};
    use crate::common::puzzled;

    /// A process is not waited for longer than this.
    const WATCHDOG: Duration = Duration::from_secs(120);

    fn signal(child: &Child, name: &str) {
        let mut kill = Command::new("kill");
        kill.arg(format!("-{name}")).arg(child.id().to_string());
        assert!(kill.status().is_ok_and(|status| status.success()), "kill -{name}");
    }

    fn struck(arguments: &str, mark: &str, name: &str) -> (Option<i32>, String) {
        struck_by(arguments, mark, &[name])
    }

    /// Kills a process that runs too long, until what is returned is dropped.
    fn watched(child: &Child) -> Sender<()> {
        let (done, over) = std::sync::mpsc::channel();
        let id = child.id().to_string();
        std::thread::spawn(move || {
            if over.recv_timeout(WATCHDOG) == Err(RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-KILL", &id]).status();
            }
        });
        done
    }

    /// Sends signals to a process, one after the other, after it printed `mark` on standard output.
    /// Returns its exit code and all that it printed there.
    fn struck_by(arguments: &str, mark: &str, names: &[&str]) -> (Option<i32>, String) {
        let call = puzzled(arguments)
            .file("good.puzzle", GOOD)
            .file("wrong.puzzle", WRONG)
            .file("long.puzzle", LONG);
        let mut command = call.command();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let mut out = child.stdout.take().expect("standard output is piped");
        let watchdog = watched(&child);
        let mut text = Vec::new();
        while !String::from_utf8_lossy(&text).contains(mark) {
            let mut piece = [0; 256];
            let length = out.read(&mut piece).expect("standard output can be read");
            assert!(length > 0, "no {mark:?} in {}", String::from_utf8_lossy(&text));
            text.extend_from_slice(&piece[..length]);
        }
        for name in names {
            signal(&child, name);
        }
        out.read_to_end(&mut text).expect("standard output can be read");
        let status = child.wait().expect("the process can be waited for");
        drop(watchdog);
        (status.code(), String::from_utf8(text).expect("standard output is UTF-8"))
    }

    #[test]
    fn an_interrupt_stops_all_files_and_keeps_the_answers_so_far() {
        // The second file, and the one after it.
        let (code, out) =
            struck("run good.puzzle long.puzzle good.puzzle", "2 4\n1 3\nL\nU\n", "INT");
        assert_eq!(code, Some(130), "{out}");
        assert_eq!(out.matches("2 4").count(), 1, "{out}");
        assert_eq!(out.matches("L\nU\n").count(), 1, "{out}");
        let (code, out) = struck("run long.puzzle good.puzzle", "L\nU\n", "INT");
        assert_eq!((code, out.matches("2 4").count()), (Some(130), 0), "{out}");
    }

    #[test]
    fn an_interrupt_ends_a_test_with_its_report() {
        let call = "test wrong.puzzle long.puzzle good.puzzle";
        let (code, out) = struck(call, "expectation::wrong", "INT");
        assert_eq!(code, Some(130), "{out}");
        assert!(
            out.ends_with("0 expectations held, 1 wrong; 0 of 3 files passed, 1 failed\n"),
            "{out}"
        );
    }

    /// Returns whether a process has a thread of that name.
    #[cfg(target_os = "linux")]
    fn has_thread(process: u32, name: &str) -> bool {
        let threads = std::fs::read_dir(format!("/proc/{process}/task")).expect("it runs");
        let names =
            threads.flatten().map(|thread| std::fs::read_to_string(thread.path().join("comm")));
        names.flatten().any(|found| found.trim_end() == name)
    }

    /// Waits until a condition holds.
    #[cfg(target_os = "linux")]
    fn wait_until(condition: impl Fn() -> bool, what: &str) {
        let begun = std::time::Instant::now();
        while !condition() {
            assert!(begun.elapsed() < WATCHDOG, "{what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Reading stops with its command: no thread goes on with it. The file is a pipe to which nobody
    /// writes, one that is written to, and a list that takes long.
    #[test]
    #[cfg(target_os = "linux")]
    fn an_interrupt_leaves_no_thread_that_reads() {
        let list =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
        for (arguments, typed, is_written) in
            [("repl --no-init pipe", "", false), ("repl --no-init pipe", "", true)]
        {
            let call = puzzled(arguments);
            let call =
                if typed.is_empty() { call } else { call.file("list", list.repeat(400_000)) };
            let pipe = call.path("pipe");
            crate::common::fifo(&pipe);
            let mut command = call.command();
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut child = command.spawn().expect("the program starts");
            let watchdog = watched(&child);
            let mut input = child.stdin.take().expect("standard input is piped");
            input.write_all(typed.as_bytes()).expect("it reads");
            let writer = is_written.then(|| {
                let mut writer =
                    std::fs::OpenOptions::new().write(true).open(&pipe).expect("a pipe");
                writer.write_all(b"matrix m { 1 2 }\n").expect("it is read");
                writer
            });

            wait_until(|| has_thread(child.id(), "reading"), "nothing is read");
            signal(&child, "INT");
            wait_until(|| !has_thread(child.id(), "reading"), "it goes on");
            // Well before the list is read: the prompt goes on, and nothing was loaded.
            input.write_all(b"matrix n { 3 4 }\nlist\n").expect("it reads");
            drop(input);
            let output = child.wait_with_output().expect("the process ends");
            drop(watchdog);
            drop(writer);
            let out = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(out, "* n  matrix  @0  rotated by 0\n", "{arguments}");
        }
    }

    #[test]
    fn an_interrupt_ends_a_ranking() {
        let call = puzzled("rank --format csv --time 10min pipe.puzzle good.puzzle");
        let call = call.file("good.puzzle", GOOD);
        let mut command = call.command();
        let folder = command.get_current_dir().expect("calls have a folder").to_owned();
        let pipe = folder.join("pipe.puzzle");
        crate::common::fifo(&pipe);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");

        // The pipe opens once the program reads it: then it listens to signals.
        let (read, reading) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let done = std::fs::write(&pipe, LONG).is_ok();
            let _ = read.send(done); // the test may be over
        });
        let fed = reading.recv_timeout(WATCHDOG);
        if fed.is_ok() {
            signal(&child, "INT");
        }
        let watchdog = watched(&child);
        let mut text = String::new();
        let mut out = child.stdout.take().expect("standard output is piped");
        out.read_to_string(&mut text).expect("standard output can be read");
        let status = child.wait().expect("the process can be waited for");
        drop(watchdog);
        assert_eq!((fed, status.code()), (Ok(true), Some(130)), "{text}");

        // While files are read nothing is written.
        assert!(text.is_empty() || text.starts_with("file,name,kind,"), "{text}");
        assert!(!text.contains("pipe.puzzle"), "{text}");
    }

    #[test]
    fn the_first_request_to_end_is_followed() {
        let (code, out) = struck("run good.puzzle long.puzzle", "2 4\n1 3\nL\nU\n", "TERM");
        assert_eq!(code, Some(143), "{out}");
        let (code, out) = struck("test wrong.puzzle long.puzzle", "expectation::wrong", "TERM");
        assert_eq!(code, Some(143), "{out}");
        let (code, out) = struck_by("run long.puzzle", "L\nU\n", &["HUP", "TERM"]);
        // A run of the tests that was itself started with `nohup` hands that down.
        let nohup = std::fs::read_to_string("/proc/self/status").is_ok_and(|status| {
            let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
            mask.is_some_and(|mask| {
                u64::from_str_radix(mask.trim(), 16).is_ok_and(|bits| bits & 1 == 1)
            })
        });
        assert_eq!(code, Some(if nohup { 143 } else { 129 }), "{out}");
    }
}

#[test]
fn a_check_whose_time_is_over_still_judges_what_needs_no_search() {
    let text = format!("{LONG}matrix m {{ 1 2 / 3 4 }}\nrotate 1 => 7\n");
    let call = "check --solve --total-time 0s --format short a.puzzle";
    let end = puzzled(call).file("a.puzzle", text).run().code(1);
    end.says("advice[search::gave-up]").says("error[expectation::wrong]").complains("--total-time");
}

#[test]
fn a_search_that_gives_up_is_reported_once() {
    let puzzle = "klotski donkey {\n  A B B C\n  A B B C\n  D E E F\n  D G H F\n  I . . J\n  \
                  goal B at (3,1)\n}\n";
    for commands in ["", "solve\n", "hint\nsolve\n", "solve => 81\n"] {
        let text = format!("{puzzle}{commands}");
        let call = puzzled("check --solve --states 50 --format short a.puzzle");
        let out = call.file("a.puzzle", text).run().out();
        assert_eq!(out.matches("search::gave-up").count(), 1, "{commands}: {out}");
    }
}

#[test]
fn after_the_time_for_all_searches_each_gives_up() {
    let call = |arguments: &str| puzzled(arguments).file("a.puzzle", LONG).file("b.puzzle", LONG);
    let end = call("run --total-time 0s a.puzzle b.puzzle").run().code(1);
    let out = end.out();
    assert_eq!(out.matches("gave up").count(), 4, "{out}");
    assert_eq!(out.matches("L\nU\n").count(), 4, "other commands answer: {out}");
    assert_eq!(end.err().matches("--total-time").count(), 1, "{}", end.err());
    let end = call("test --total-time 50ms a.puzzle b.puzzle").run().code(1);
    end.says("a.puzzle:13:1").says("b.puzzle:14:1").says("search::gave-up");
    call("show --film --total-time 50ms a.puzzle").run().code(1).complains("--total-time");
    call("graph --states 10000000 --total-time 50ms a.puzzle").run().code(1);
    let out = call("rank --total-time 0s --format csv a.puzzle b.puzzle").run().code(1).out();
    assert_eq!(out.matches(",long,sliders,?,?,?,-,-,").count(), 2, "{out}");

    // So does each query of a body, so that answers and queries stay side by side.
    let body = "  23749\n  ((X . .) X (X . X))\n  4\n  0 []\n  9000000 []\n  0 []\n  9000001 []\n";
    let queries = format!("automaton a {{\n{body}}}\n");

    for limit in ["--total-time 0", "--states 0"] {
        let end = puzzled(&format!("run {limit} a.puzzle")).file("a.puzzle", &queries);
        let end = end.run().code(1);
        let out = end.out();
        let lines: Vec<_> = out.lines().collect();
        assert_eq!((lines.len(), lines[0]), (4, "X"), "{limit}: {out}");
        assert!(lines[1..].iter().all(|line| line.starts_with("gave up: ")), "{limit}: {out}");
        assert_eq!(lines[2..], ["gave up: not run"; 2], "{limit}: {out}");
        assert_eq!(end.err().matches("search::gave-up").count(), 1, "{}", end.err());
        let raw = puzzled(&format!("run --as automaton {limit} -")).input(body).run().code(1);
        let out = raw.out();
        let lines: Vec<_> = out.lines().collect();
        assert_eq!((lines.len(), lines[0]), (4, "X"), "{limit}: {out}");
        assert_eq!(lines[2..], ["gave up: not run"; 2], "{limit}: {out}");
    }

    // Enough time changes nothing.
    let end = puzzled("run --total-time 1h a.puzzle").file("a.puzzle", GOOD).run();
    end.code(0).stdout("2 4\n1 3\n").stderr("");
    puzzled("export --total-time 1h a.puzzle").file("a.puzzle", GOOD).run().code(0);
    puzzled("check --solve --total-time 1h a.puzzle").file("a.puzzle", GOOD).run().code(0);
}

#[test]
fn the_time_for_a_statement_has_units_and_ends_each() {
    for time in ["20ms", "0.02", "0.02s"] {
        let end = puzzled("run --time").argument(time).argument("a.puzzle").file("a.puzzle", LONG);
        let end = end.run().code(1);
        assert_eq!(end.out().matches("gave up").count(), 2, "{time}: {}", end.out());
        assert_eq!(end.err().matches("search::gave-up").count(), 2, "{time}: {}", end.err());
    }
    for command in ["run", "check", "test", "rank", "show", "graph", "export", "lsp", "verify"] {
        let end = puzzled(command).argument("--time=10x").argument("a.puzzle").run().code(2);
        end.complains("500ms");
    }
}

#[test]
fn a_test_says_why_a_file_failed_that_expects_nothing() {
    let end = puzzled("test --states 3 a.puzzle").file("a.puzzle", LONG).run().code(1).stderr("");
    let end = end.says("a.puzzle:13:1").says("search::gave-up").says("--states");
    assert!(end.out().ends_with("0 of 1 file passed, 1 failed\n"), "{}", end.out());
    let walled = "bloxorz b {\n  SoT\n}\nsolve\nb: solve => unsolvable\n";
    let end = puzzled("test a.puzzle").file("a.puzzle", walled).run().code(1);
    assert_eq!(end.out().matches("is unsolvable;").count(), 1, "{}", end.out());
    end.says("a.puzzle:4:1: `solve` is unsolvable; ").says("`solve => unsolvable`");
}

#[test]
fn diagnostics_of_a_run_come_in_the_order_of_the_text() {
    let text = format!("{WRONG}rotate 1 => 1 1\n}}\nrotate 1 => 2 2\nuse\n");
    let end = puzzled("run a.puzzle").file("a.puzzle", &text).run().code(1);
    let err = end.err();
    // Labels far above a place are drawn before it, under a heading of their own.
    let places: Vec<_> = err
        .split("  × ")
        .filter_map(|drawing| {
            drawing.rsplit_once("a.puzzle:")?.1.split(':').next()?.parse::<u32>().ok()
        })
        .collect();
    // Expectations after the statement that cannot be read are not compared.
    assert_eq!(places, [6, 7, 8, 10], "{err}");
}

#[test]
fn commands_that_walk_folders_begin_here() {
    let call = |arguments: &str| puzzled(arguments).file("sub/a.puzzle", WRONG).run();
    call("check").code(1).says("expectation::wrong");
    call("test").code(1).says("0 of 1 file passed");
    call("fmt").code(0);
    call("rank").code(0).says("a.puzzle");
    let loose = puzzled("fmt --check").file("sub/a.puzzle", "matrix   m {\n1 2\n3 4\n}\n").run();
    loose.code(1).says("a.puzzle");
}
