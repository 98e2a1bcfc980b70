//! Holds what `--memory` promises: one limit for everything that the process searches and answers,
//! and a clean end where the system has less than that.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::puzzled;

/// What a process may hold beyond the limit, in MiB: its program, stacks and what it reads. Half of
/// what is promised, so that small limits are enough to tell.
const BESIDE: u64 = 32;

/// A sliders puzzle of 4×4 different tiles, whose states no limit of these tests holds.
fn tiles(name: &str) -> String {
    format!(
        "sliders {name} {{\n  1 2 3 4\n  5 6 7 8\n  9 10 11 12\n  13 14 15 .\n  goal\n  \
         . 15 14 13\n  12 11 10 9\n  8 7 6 5\n  4 3 1 2\n}}\n\n"
    )
}

/// A klotski puzzle of single blocks, eight of which have goals of their own, likewise.
fn blocks() -> String {
    let labels = ('A'..='V').map(String::from).chain([String::from("."), String::from(".")]);
    let cells: Vec<String> = labels.collect();
    let rows: Vec<String> = cells.chunks(6).map(|row| format!("  {}", row.join(" "))).collect();
    let goal = |at: u8| format!("  goal {} at (3,{})\n", char::from(b'A' + at), 5 - at);
    let goals: String = (0..6).map(goal).collect();
    format!("klotski blocks {{\n{}\n{goals}}}\n\n", rows.join("\n"))
}

/// A bloxorz puzzle of two cubes on a large floor, likewise.
fn cubes() -> String {
    let mut rows = vec!["o".repeat(80); 80];
    rows[0] = format!("oSos{}", "o".repeat(76));
    rows[79] = format!("{}T", "o".repeat(79));
    let rows: String = rows.iter().fold(String::new(), |text, row| text + "  " + row + "\n");
    format!("bloxorz cubes {{\n{rows}  s: splits to (0,7) and (2,7)\n}}\n\n")
}

/// How a run ended: its exit code, its standard output, and the most memory that it held, in MiB.
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
    let (mut out, mut err) =
        (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let status = format!("/proc/{}/status", child.id());
    let reader = std::thread::spawn(move || {
        let (mut text, mut part) = (String::new(), [0; 1 << 13]);
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
        if let Ok(status) = std::fs::read_to_string(&status) {
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let now = line.and_then(|line| line.split_ascii_whitespace().next()?.parse().ok());
            peak = peak.max(now.unwrap_or(0));
        }
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            break status.code();
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    };
    let mut said = String::new();
    let _ = err.read_to_string(&mut said);
    let out = reader.join().expect("the reader does not panic");
    Ended { code, out, err: said, peak: peak >> 10 }
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
    for number in 0..8 {
        puzzles += &tiles(&format!("p{number}"));
        puzzles += "step 1000000000\n\n";
    }
    stays_within(8, "several puzzles", &puzzles);

    let mut states = tiles("p");
    for _ in 0..4 {
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
    let ended = run(&text, "ulimit -v 200000; exec \"$0\" run \"$1\"");
    assert_eq!(ended.code, Some(1), "{}{}", ended.out, ended.err);
    assert_eq!(ended.out.matches("stopped at the limit of memory").count(), 2, "{}", ended.out);
    // More is asked for than the system has.
    let ended = run(&text, "ulimit -v 200000; exec \"$0\" run --memory 4G \"$1\"");
    assert_eq!(ended.code, Some(1), "{}{}", ended.out, ended.err);
    assert!(ended.out.contains("stopped at the limit of memory"), "{}", ended.out);
}

#[test]
fn a_control_group_ends_a_search_and_not_the_program() {
    let Some(group) = group(128 << 20) else {
        let _ = writeln!(std::io::stderr(), "left out: no control group can be made here");
        return;
    };
    let text = format!("{}step 1000000000\n", tiles("one"));
    let join = format!("echo $$ > '{}/cgroup.procs' && exec \"$0\" run \"$1\"", group.display());
    let ended = run(&text, &join);
    let _ = std::fs::remove_dir(&group);
    assert_eq!(ended.code, Some(1), "{}{}", ended.out, ended.err);
    assert!(ended.out.contains("stopped at the limit of memory"), "{}", ended.out);
    assert!(ended.peak <= 128, "{} MiB", ended.peak);
}

/// A control group of this process's own with that limit, where one can be made.
fn group(limit: u64) -> Option<PathBuf> {
    let list = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = |controller: &str| {
        let line = list.lines().find(|line| line.split(':').nth(1) == Some(controller))?;
        line.splitn(3, ':').nth(2).map(|path| path.trim_start_matches('/').to_owned())
    };
    let (root, own, file) = match own("memory") {
        Some(own) => ("/sys/fs/cgroup/memory", own, "memory.limit_in_bytes"),
        None => ("/sys/fs/cgroup", own("")?, "memory.max"),
    };
    let name = format!("puzzled-test-{}", std::process::id());
    let group = [Path::new(root).join(own), PathBuf::from(root)]
        .into_iter()
        .map(|parent| parent.join(&name))
        .find(|group| std::fs::create_dir(group).is_ok())?;
    if std::fs::write(group.join(file), limit.to_string()).is_err() {
        let _ = std::fs::remove_dir(&group);
        return None;
    }
    Some(group)
}
