//! Holds what `--memory` promises: one limit for everything that the process searches and answers,
//! and a clean end if the system has less than that.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{kibibytes, puzzled};

/// The memory of a process beyond the limit, in MiB: its program, stacks and what it reads. Half of
/// what is promised, so that small limits show a fault. Code that is not optimized is larger.
const BESIDE: u64 = if cfg!(debug_assertions) { 44 } else { 32 };

/// Returns a sliders puzzle of 4×4 different tiles, whose states no limit of these tests holds.
fn tiles(name: &str) -> String {
    format!(
        "sliders {name} {{\n  1 2 3 4\n  5 6 7 8\n  9 10 11 12\n  13 14 15 .\n  goal\n  \
         . 15 14 13\n  12 11 10 9\n  8 7 6 5\n  4 3 2 1\n}}\n\n"
    )
}

/// Returns a klotski puzzle of single blocks, eight of which have their own goals; no limit of
/// these tests holds its states.
fn blocks() -> String {
    let labels = ('A'..='V').map(String::from).chain([String::from("."), String::from(".")]);
    let cells: Vec<String> = labels.collect();
    let rows: Vec<String> = cells.chunks(6).map(|row| format!("  {}", row.join(" "))).collect();
    let goal = |at: u8| format!("  goal {} at (3,{})\n", char::from(b'A' + at), 5 - at);
    let goals: String = (0..6).map(goal).collect();
    format!("klotski blocks {{\n{}\n{goals}}}\n\n", rows.join("\n"))
}

/// Returns a bloxorz puzzle of two cubes on a large floor; no limit of these tests holds its
/// states.
fn cubes() -> String {
    let mut rows = vec!["o".repeat(80); 80];
    rows[0] = format!("oSos{}", "o".repeat(76));
    rows[79] = format!("{}T", "o".repeat(79));
    let rows: String = rows.iter().fold(String::new(), |text, row| text + "  " + row + "\n");
    format!("bloxorz cubes {{\n{rows}  s: splits to (0,7) and (2,7)\n}}\n\n")
}

/// Returns an automaton with a tree of 2 to the power of `depth`, less one, nodes.
fn forest(depth: u32) -> String {
    let tree = (1..depth).fold(String::from("X"), |tree, level| {
        format!("({tree} {} {tree})", if level % 3 == 0 { 'X' } else { '.' })
    });
    format!("automaton forest {{\n  rule 23749\n  tree {tree}\n}}\n\n")
}

/// The end of a run: its exit code, its messages, and its peak memory in MiB.
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
    peak: u64,
}

/// Runs a shell command in which `$0` is the program and `$1` a document with that text, and watches
/// the memory of the process that the shell becomes.
fn run(text: &str, command: &str) -> Ended {
    let call = puzzled("").file("a.puzzle", text);
    let program = call.command();
    let mut child = Command::new("sh")
        .args(["-c", command])
        .arg(program.get_program())
        .arg("a.puzzle")
        .current_dir(program.get_current_dir().expect("a call has a folder"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the shell starts");

    let mut out = child.stdout.take().expect("piped");
    let mut err = child.stderr.take().expect("piped");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let mut part = [0; 1 << 13];
        // Long answers are not kept: the first characters say enough.
        while let Ok(read @ 1..) = out.read(&mut part) {
            if text.len() < 1 << 20 {
                text.push_str(&String::from_utf8_lossy(&part[..read]));
            }
        }
        text
    });

    // The high-water mark only rises, so that a look now and then misses little.
    let mut peak = 0;
    let code = loop {
        peak = peak.max(kibibytes(child.id(), "VmHWM:").unwrap_or(0) >> 10);
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            break status.code();
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    };
    let mut errors = String::new();
    let _ = err.read_to_string(&mut errors);
    let out = reader.join().expect("the reader does not panic");
    Ended { code, out, err: errors, peak }
}

/// Holds that a document stays within a limit of that many MiB, and that its answers say so.
fn stays_within(limit: u64, what: &str, text: &str) {
    let ended = run(text, &format!("exec \"$0\" run --memory {limit}M \"$1\""));
    assert_eq!(ended.code, Some(1), "{what}: {}", ended.err);
    assert!(ended.out.contains("gave up: "), "{what}: {}", ended.out);
    assert!(ended.out.contains("stopped at the limit of memory"), "{what}: {}", ended.out);
    let most = limit + BESIDE;
    assert!(ended.peak > limit / 2 && ended.peak <= most, "{what}: {} MiB", ended.peak);
}

#[test]
fn all_searches_together_stay_within_the_limit() {
    let mut puzzles = String::new();
    for number in 0..10 {
        puzzles += &tiles(&format!("p{number}"));
        puzzles += "step 1000000000\n\n";
    }
    stays_within(8, "several puzzles", &puzzles);

    let mut states = tiles("p");
    for _ in 0..5 {
        states += "step 1000000000\nplay R\nstep 1000000000\nplay L\n";
    }
    stays_within(8, "states of one puzzle", &states);

    let several =
        "step 100000\nfrontier 10000000\nstates\nhardest\ngoals 1000000\nstep 1000000000\n";
    stays_within(8, "all that lists", &format!("{}{several}", blocks()));
}

#[test]
fn a_long_answer_stays_within_the_limit() {
    stays_within(24, "paths of cubes", &format!("{}paths 100000000\n", cubes()));
    stays_within(8, "paths of blocks", &format!("{}paths 100000000\n", blocks()));
    let tree =
        "automaton a {\n  rule 23749\n  tree (((X . .) X (X . X)) X ((. X X) . (. X .)))\n}\n\n";
    stays_within(8, "history", &format!("{tree}step 10000000\nhistory 10000000\n"));
}

#[test]
fn a_small_address_space_ends_a_search_and_not_the_program() {
    let mut text = String::new();
    let _ = write!(text, "{}step 1000000000\n\n{}step 1000000000\n", tiles("one"), blocks());
    let ended = run(&text, "ulimit -v 80000; exec \"$0\" run \"$1\"");
    assert_eq!(ended.code, Some(1), "{}{}", ended.out, ended.err);
    assert_eq!(ended.out.matches("stopped at the limit of memory").count(), 2, "{}", ended.out);
    // More is asked for than the system has.
    let ended = run(&text, "ulimit -v 80000; exec \"$0\" run --memory 4G \"$1\"");
    assert_eq!(ended.code, Some(1), "{}{}", ended.out, ended.err);
    assert!(ended.out.contains("stopped at the limit of memory"), "{}", ended.out);
}

/// Returns ten searches that end, and an answer that no limit of these tests holds.
fn ending() -> String {
    let mut text = String::new();
    for number in 0..10 {
        let _ = write!(text, "{}step 5000\n\n", tiles(&format!("p{number}")));
    }
    text + &forest(16) + "step 4000\nhistory 4000\n"
}

/// Holds that each statement of [`ending`] was answered, however little memory there is.
fn all_answered(ended: &Ended, code: i32) {
    let output = format!("{}{}", ended.out, ended.err);
    assert_eq!(ended.code, Some(code), "{output}");
    assert_eq!(ended.out.matches("expanded 5000 ").count(), 10, "{output}");
    assert_eq!(ended.out.matches("stopped at the limit of memory").count(), 1, "{output}");
}

#[test]
fn every_statement_is_answered_in_a_small_address_space() {
    // The default limit of the smallest takes the longest to fill; the others are given less.
    for (space, option) in [(600_000, "--memory 32M"), (400_000, "--memory 32M"), (300_000, "")] {
        let command = format!("ulimit -v {space}; exec \"$0\" run {option} \"$1\"");
        let ended = run(&ending(), &command);
        all_answered(&ended, 1);
        let most = if option.is_empty() { space >> 10 } else { 32 + BESIDE };
        assert!(ended.peak < most, "{space}: {} MiB", ended.peak);
    }
    // The other front ends that end by themselves.
    let limited = "ulimit -v 120000; exec \"$0\"";
    let ended = run(&ending(), &format!("{limited} test \"$1\""));
    assert_eq!(ended.code, Some(1), "{}{}", ended.out, ended.err);
    assert!(ended.out.contains("stopped at the limit of memory"), "{}{}", ended.out, ended.err);
    let ended = run(&ending(), &format!("{limited} repl --no-init < \"$1\""));
    all_answered(&ended, 0);
    let several: String = (0..3).map(|at| blocks().replace("blocks", &format!("b{at}"))).collect();
    let ended = run(&several, &format!("{limited} check --solve --time 0.1 \"$1\""));
    assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
    assert_eq!(ended.out.matches("not decided").count(), 3, "{}{}", ended.out, ended.err);
}

#[test]
fn a_limit_that_each_search_fits_in_drops_the_one_used_longest_ago() {
    let mut text = tiles("a") + "step 120000\n\n" + &tiles("b") + "step 120000\n\n" + &blocks();
    text += "step 60000\n\n";
    text += "a: step 10\na: frontier 2\nb: status\nblocks: frontier 2\nb: step 1\na: status\n";
    let free = run(&text, "exec \"$0\" run \"$1\"");
    assert_eq!(free.code, Some(0), "{}{}", free.out, free.err);
    let tight = run(&text, "exec \"$0\" run --memory 12M \"$1\"");
    assert!(tight.peak < free.peak, "{} and {} MiB", tight.peak, free.peak);
    assert_eq!(tight.code, Some(0), "{}{}", tight.out, tight.err);
    assert_eq!(tight.err.matches("search::dropped").count(), 1, "{}", tight.err);
    // The search of `a` begins anew, and the others go on. A table may be smaller where memory is short.
    let answers = |ended: &Ended| {
        let lines = ended.out.lines().filter(|line| !line.contains("bytes")).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    let free = answers(&free);
    let tight = answers(&tight);
    assert_eq!((&free[..3], &free[6..11]), (&tight[..3], &tight[6..11]));
    assert!(free[3].starts_with("expanded 120010 ") && tight[3].starts_with("expanded 10 "));
}

#[test]
fn a_control_group_ends_a_search_and_not_the_program() {
    let Some(group) = group(256 << 20) else {
        let _ = writeln!(std::io::stderr(), "left out: no control group can be made here");
        return;
    };
    let text = ending();
    // The second asks for more than the group allows.
    let ended = ["", "--memory 4G"].map(|option| {
        let join = format!("echo $$ > '{}/cgroup.procs'", group.display());
        run(&text, &format!("{join} && exec \"$0\" run {option} \"$1\""))
    });
    let _ = std::fs::remove_dir(&group);
    for ended in ended {
        all_answered(&ended, 1);
        assert!((64..=256).contains(&ended.peak), "{} MiB", ended.peak);
    }
}

/// Makes a control group of this process with that limit, if it can be made.
fn group(limit: u64) -> Option<PathBuf> {
    let list = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let path_of = |controller: &str| {
        let line = list.lines().find(|line| line.split(':').nth(1) == Some(controller))?;
        line.splitn(3, ':').nth(2).map(|path| path.trim_start_matches('/').to_owned())
    };
    let (root, path, file) = match path_of("memory") {
        Some(path) => ("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes"),
        None => ("/sys/fs/cgroup", path_of("")?, "memory.max"),
    };
    let name = format!("puzzled-test-{}", std::process::id());
    let group = [Path::new(root).join(path), PathBuf::from(root)]
        .into_iter()
        .map(|parent| parent.join(&name))
        .find(|group| std::fs::create_dir(group).is_ok())?;
    if std::fs::write(group.join(file), limit.to_string()).is_err() {
        let _ = std::fs::remove_dir(&group);
        return None;
    }
    Some(group)
}

#[test]
fn a_puzzle_without_further_commands_needs_no_memory() {
    // Each puzzle takes more than 1 KiB while it is open.
    let text: String = (0..60_000).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "matrix m{number} {{ 1 2 / 3 4 }}");
        text
    });
    for command in ["run", "test", "check"] {
        let ended = run(&text, &format!("exec \"$0\" {command} \"$1\""));
        assert_eq!(ended.code, Some(0), "{command}: {}", ended.err);
        assert!(ended.peak <= 18 + BESIDE, "{command}: {} MiB", ended.peak);
    }
}

/// Returns whether an error says that the puzzles of a file need more than a limit of that many MiB.
fn is_full(err: &str, limit: u64) -> bool {
    ["a.puzzle: ", &format!(" {limit} MiB; "), "`--memory`"].iter().all(|part| err.contains(part))
}

#[test]
fn every_command_that_opens_puzzles_ends_when_one_exceeds_the_limit() {
    let rows = "  1 2 3 4 5 6 7 8\n".repeat(1 << 15);
    let text = format!("matrix a {{ 1 }}\nmoev\nmatrix large {{\n{rows}}}\nmoev\n");
    for command in [
        "check --format short",
        "check --format short --solve",
        "check --format short --fix",
        "run",
        "test",
        "rank",
        "show",
        "sheet",
        "graph",
        "export --format json",
    ] {
        let ended = run(&text, &format!("exec \"$0\" {command} --memory 1M \"$1\""));
        assert_eq!(ended.code, Some(2), "{command}: {}{}", ended.out, ended.err);
        assert!(is_full(&ended.err, 1), "{command}: {}", ended.err);
        assert!(ended.peak <= 1 + BESIDE, "{command}: {} MiB", ended.peak);
        // What was found before is reported; `rank` looks at no command.
        let count = format!("{}{}", ended.out, ended.err).matches("unknown command `moev`").count();
        assert_eq!(count, usize::from(command != "rank"), "{command}: {}{}", ended.out, ended.err);
    }

    // One that opens no puzzle, and one that keeps the puzzles.
    let ended = run(&text, "exec \"$0\" fmt --check \"$1\"");
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let load = "printf 'set memory 1M\nload a.puzzle\n' | \"$0\" repl --no-init";
    let ended = run(&text, load);
    assert!(ended.err.contains("the puzzles alone need more"), "{}", ended.err);
}

#[test]
fn puzzles_that_fit_one_after_the_other_are_checked_on_any_number_of_threads() {
    let rows = "  1 2 3 4 5 6 7 8\n".repeat(1 << 12);
    let document =
        |name: usize| format!("matrix m{name} {{\n{rows}}}\n{}", "show\n".repeat(1 << 10));
    let text: String = (0..4).map(document).collect();
    for threads in [1, 4] {
        let check = "exec \"$0\" check --memory 700k \"$1\"";
        let ended = run(&text, &format!("export RAYON_NUM_THREADS={threads}; {check}"));
        assert_eq!((ended.code, &*ended.err), (Some(0), ""), "{threads}: {}", ended.out);
    }
}

/// Puzzles of a kind, all of which are used at the end of the document.
fn kept(kind: &str, body: &str, count: usize) -> String {
    let mut text = String::new();
    let mut commands = String::new();
    for number in 0..count {
        let _ = writeln!(text, "{kind} p{number} {{ {body} }}");
        let _ = writeln!(commands, "p{number}: show");
    }
    text + &commands
}

#[test]
fn puzzles_that_alone_exceed_the_limit_end_the_call() {
    let tree = (0..12).fold(String::from("X"), |tree, _| format!("({tree} X {tree})"));
    let tree = format!("rule 42354 tree {tree}");
    for (kind, body, count) in [
        ("matrix", "1 2 / 3 4", 20_000),
        ("klotski", "A . B / C . B / C D . / goal A at (2,2)", 20_000),
        ("sliders", "1 2 / 3 . / goal / 1 2 / . 3", 20_000),
        ("bloxorz", "Soo / ooo / ooT", 20_000),
        ("automaton", &tree, 60),
    ] {
        let text = kept(kind, body, count);
        for command in ["run", "test"] {
            let ended = run(&text, &format!("exec \"$0\" {command} --memory 8M \"$1\""));
            assert!(is_full(&ended.err, 8), "{command} {kind}: {}", ended.err);
            assert_eq!(ended.err.lines().count(), 1, "{command} {kind}: {}", ended.err);
            assert_eq!(ended.code, Some(2), "{command} {kind}");
            assert!(ended.peak <= 8 + BESIDE, "{command} {kind}: {} MiB", ended.peak);
        }
    }
    // At the prompt the puzzles stay, and a search of theirs has no memory left.
    let ended = run(
        &kept("matrix", "1 2 / 3 4", 20_000),
        "printf 'set memory 8M\\nload a.puzzle\\nlist m7\\nshow\\n' | \"$0\" repl --no-init",
    );
    assert!(ended.err.contains("limit of memory"), "{}", ended.err);
}

/// Puzzles of every kind with moves or values, each with texts that a long answer repeats.
const REPEATED: [(&str, &str, &[&str]); 7] = [
    ("bloxorz", "SoooT\\n", &["RL", "X", "R\n"]),
    ("rush", "..B.AAB....C...C\\n", &["B+2 B-2 ", "B left left ", "A+1;"]),
    ("klotski", "2 2\\nA .\\n. .\\nA\\n1 1\\n", &["A to (0,1)\nA to (0,0)\n", "x"]),
    ("sliders", "A.\\nBC\\ngoal\\nAC\\nB.\\n", &["UD", "1 "]),
    ("sudoku", "1.343412214343.1\\n", &["r1c2=2 ", "1", "1,", "1234\n", "["]),
    ("matrix", "2 2 1\\n1 2\\n3 4\\n", &["2 ", "0", "-"]),
    ("automaton", "3\\nX\\n1\\n0 []\\n", &["X", ". "]),
];

/// An answer is held once, and its moves are made one by one.
#[test]
fn an_answer_stays_within_the_limit_and_a_longer_one_is_a_verdict() {
    // Half of the limit of 4 MiB is for the answer.
    for (kind, puzzle, texts) in REPEATED {
        for text in texts {
            let answer = text.repeat(1_500_000 / text.len());
            let verify = format!("exec \"$0\" verify --memory 4M --as {kind} in \"$1\"");
            let ended = run(&answer, &format!("printf '{puzzle}' > in; {verify}"));
            let what = format!("{kind} {text}: {} MiB, {}{}", ended.peak, ended.out, ended.err);
            assert_eq!((ended.code, &*ended.err), (Some(1), ""), "{what}");
            assert!(!ended.out.contains("--memory"), "{what}");
            assert!(ended.peak <= 4 + BESIDE, "{what}");
        }
    }

    let moves = format!("{{\"length\":1,\"moves\":[\"R\"{}]}}", ",\"L\"".repeat(500_000));
    let long = "RL".repeat(10_000_000);
    let reason = "at most 2097152 bytes";
    let verify = "exec \"$0\" verify --memory 4M";

    for (answer, call, code, expected) in [
        (&moves, "--as bloxorz in \"$1\"", 1, "illegal: move 3"),
        (&long, "--as bloxorz in \"$1\"", 1, reason),
        (&long, "--as bloxorz in < \"$1\"", 1, reason),
        // As the answer of the judge, and as that of the team.
        (&long, "--as bloxorz --kattis in \"$1\" fb < in", 2, reason),
        (&long, "--as bloxorz --kattis in none fb < \"$1\"", 43, ""),
    ] {
        let ended =
            run(answer, &format!("printf 'SoooT\\n' > in; : > none; mkdir fb; {verify} {call}"));
        let output = format!("{}{}", ended.out, ended.err);
        assert_eq!(ended.code, Some(code), "{call}: {output}");
        assert!(output.contains(expected), "{call}: {output}");
        assert!(ended.peak <= 4 + BESIDE, "{call}: {} MiB", ended.peak);
    }

    // Lines of JSON: one that fits, one whose answer does not fit beside its line, and a long one.
    let line = |bytes: usize, text: &str| {
        let answer = text.repeat(bytes / text.len());
        format!("{{\"id\":1,\"kind\":\"bloxorz\",\"puzzle\":\"SoooT\",\"answer\":\"{answer}\"}}\n")
    };
    let lines = line(1_500_000, "RL") + &line(2_000_000, "\\n") + &line(20_000_000, "RL");
    let ended = run(&lines, &format!("{verify} --jsonl \"$1\""));
    assert_eq!((ended.code, &*ended.err), (Some(0), ""), "{}", ended.out);

    for (line, expected) in ended.out.lines().zip([
        "\"unsolved\"",
        "an answer of at most ",
        "the line is longer than 2097152",
    ]) {
        assert!(line.contains(expected), "{expected}: {}", ended.out);
    }
    assert_eq!(ended.out.lines().count(), 3, "{}", ended.out);
    assert!(ended.peak <= 4 + BESIDE, "{} MiB", ended.peak);
}
