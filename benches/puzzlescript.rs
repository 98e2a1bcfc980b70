//! PuzzleScript: the 470 recorded sessions of the engine's own tests, read, compiled, played and
//! compared, beside the engine itself, which node runs.
//!
//! `PUZZLESCRIPT=DIR cargo bench --bench puzzlescript`, where `DIR` is a clone of
//! `increpare/PuzzleScript`. Both are measured as whole processes, in turns.

#![allow(clippy::print_stdout)]

#[path = "../tests/puzzlescript/sessions.rs"]
mod sessions;

use std::path::{Path, PathBuf};
use std::process::Command;

use puzzled::diag::Sink;
use puzzled::kinds::puzzlescript::game::{Game, Stage};
use puzzled::kinds::puzzlescript::read_playable;
use puzzled::kinds::puzzlescript::rules::{
    Event, Generator, Halt, Input, Options, Position, SoundEvent, Turn,
};
use puzzled::text::Span;
use sessions::{session_miss, sessions};

const ROUNDS: usize = 3;

/// Plays all sessions. Returns their number.
fn play(clone: &Path) -> usize {
    let path = clone.join("src/tests/resources/testdata.js");
    let text = std::fs::read_to_string(path).expect("testdata.js is missing");
    let sessions = sessions(&text);
    for session in &sessions {
        let miss = session_miss(session);
        assert!(miss.is_none(), "{}: {miss:?}", session.name);
    }
    sessions.len()
}

/// Returns the seconds of processor time that a process takes, the system's included.
fn processor_time(program: &Path, arguments: &[&str]) -> f64 {
    let script = "TIMEFORMAT='%U %S'; time \"$@\" > /dev/null 2>&1 || exit 1";
    let mut bash = Command::new("bash");
    bash.args(["-c", script, "bash"]).arg(program).args(arguments);
    let output = bash.output().expect("bash is missing");
    assert!(output.status.success(), "{} failed", program.display());
    let times = String::from_utf8_lossy(&output.stderr);
    times.split_whitespace().map(|time| time.parse::<f64>().expect("a time")).sum()
}

/// Returns the median.
fn median(mut times: [f64; ROUNDS]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[ROUNDS / 2]
}

fn main() {
    let Some(clone) = std::env::var_os("PUZZLESCRIPT").map(PathBuf::from) else {
        println!("left out: PUZZLESCRIPT names no clone of the engine");
        return;
    };
    if std::env::args().any(|argument| argument == "once") {
        println!("{} sessions", play(&clone));
        return;
    }

    let program = std::env::current_exe().expect("the program has a path");
    let runner = clone.join("src/tests/run_tests_node.js");
    let runner = runner.to_str().expect("a path in UTF-8");
    let [mut ours, mut theirs] = [[0.0; ROUNDS]; 2];
    for round in 0..ROUNDS {
        ours[round] = processor_time(&program, &["once"]);
        theirs[round] = processor_time(Path::new("node"), &[runner, "--sim-only"]);
    }
    let [ours, theirs] = [ours, theirs].map(median);
    let ratio = theirs / ours;
    println!("recorded sessions      ours {ours:.2} s     node {theirs:.2} s     x{ratio:.1}");
}
