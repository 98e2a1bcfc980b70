//! A program with a kind of its own, peg solitaire: `cargo run --example pegs -- FILE`. `kind` and
//! `rules` say what the puzzle is; everything else, from the reader of documents to the search, comes
//! with the library. `classics.pegs` and `english.pegs` are such files.

#![allow(unreachable_pub)] // a program has no outside

mod kind;
mod rules;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::process::ExitCode;

use puzzled::puzzle::Registry;
use puzzled::render::Look;
use puzzled::search::Budget;
use puzzled::session::Mode;
use puzzled::text::Source;

// ANCHOR: program
/// The kinds of this program. Shipped kinds could be listed beside it.
const KINDS: Registry = Registry(&[&kind::INFO]);

/// Runs or checks a file and writes what it says; returns whether it has no error.
fn perform(file: &str, mode: Mode, json: bool, out: &mut dyn Write) -> io::Result<bool> {
    let source = Source::from_bytes(file, std::fs::read(file)?);
    let budget = Budget::unlimited().with_states(5_000_000);
    let report = puzzled::run_with(KINDS, source, mode, &budget);
    for answered in report.answers.iter().filter(|_| json) {
        writeln!(out, "{}", serde_json::to_string(&answered.answer)?)?;
    }
    let rest = if json { report.diagnostics_text(Look::default()) } else { report.to_string() };
    write!(out, "{rest}")?;
    Ok(report.is_right())
}
// ANCHOR_END: program

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.pop().unwrap_or_default();
    let has_flag = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let modes = [Mode::Run { solve: false }, Mode::Check { solve: true }];
    let mode = modes[usize::from(has_flag("--check"))];
    match perform(&file, mode, has_flag("--json"), &mut io::stdout().lock()) {
        Ok(is_right) => ExitCode::from(u8::from(!is_right)),
        Err(error) => {
            let _ = writeln!(io::stderr(), "usage: pegs [--check] [--json] FILE: {error}");
            ExitCode::from(2)
        }
    }
}
