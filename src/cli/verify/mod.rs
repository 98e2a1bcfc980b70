//! `puzzled verify`: verdicts on answers.

mod kattis;
mod lines;

use std::io::{IsTerminal, Write, stdin};
use std::path::Path;

use serde::Serialize;
use serde_json::value::RawValue;

use super::args::{VerdictFormat, Verify};
use super::show::{Names, follow_source};
use crate::diag::Severity;
use crate::host::{
    Console, Exit, ReadAs, Runner, is_stdin, read_as, read_file, shown, text_output,
};
use crate::kinds::KINDS;
use crate::puzzle::verdict::{Blame, Grade, Measure, Optimum, Ruling, Subject, judge_raw};
use crate::puzzle::{Body, Input, Kind};
use crate::render::svg;
use crate::search::Budget;
use crate::session;
use crate::syntax::Statement;
use crate::text::Source;

/// A verdict in JSON.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    verdict: &'a str,
    moves: Option<u64>,
    shortest: Option<u64>,
    at: Option<&'a Blame>,
    reason: &'a str,
}

impl<'a> Record<'a> {
    /// Returns the record of a verdict, or of a puzzle that cannot be read.
    fn of(judged: &'a Result<Ruling, String>) -> Self {
        match judged {
            Ok(Ruling { grade, moves, shortest, at, reason, .. }) => {
                let (verdict, at) = (grade.word(), at.as_ref());
                Self { id: None, verdict, moves: *moves, shortest: *shortest, at, reason }
            }
            Err(reason) => Self::unreadable(reason),
        }
    }

    /// Returns the record of a text that cannot be read.
    fn unreadable(reason: &'a str) -> Self {
        let (verdict, moves, shortest) = ("unreadable", None, None);
        Self { id: None, verdict, moves, shortest, at: None, reason }
    }
}

/// Judges answers.
pub(super) fn verify(console: &Console, args: &Verify) -> Exit {
    if args.jsonl {
        return lines::verify(console, args);
    }
    if args.kattis {
        return kattis::verify(console, args);
    }
    let (limits, call) = args.limits.begin(None, console);
    let mut runner = Runner::of_list(&call, &limits, console.live_line());
    let exit = one(console, args, &mut runner).unwrap_or_else(|exit| exit);
    call.exit(exit, console)
}

impl Verify {
    /// Returns how answers are judged, if the shortest length is found by a search.
    fn measure(&self) -> Measure<'_> {
        let optimum = if self.any_length { Optimum::Ignore } else { Optimum::Search };
        let draws = self.format == VerdictFormat::Svg || self.kattis;
        Measure { optimum, by: self.by_steps.then_some("steps"), draw: draws.then_some("puzzle") }
    }
}

/// Reads the answer of the call.
fn answer_of(console: &Console, args: &Verify, file: &Path) -> Result<String, Exit> {
    if let Some(answer) = &args.answer {
        return Ok(answer.clone());
    }
    if is_stdin(file) {
        return Err(console.refuse("the puzzle is read from standard input; use `--answer TEXT`"));
    }
    if stdin().is_terminal() {
        let advice = "no answer to judge; use `--answer TEXT`, or give it on standard input";
        return Err(console.refuse(advice));
    }
    read_file("-").map(|source| source.text().to_owned()).map_err(|error| console.refuse(error))
}

/// Judges the answers to one file.
fn one(console: &Console, args: &Verify, runner: &mut Runner) -> Result<Exit, Exit> {
    let (file, name) = match &args.paths[..] {
        [file] => (file, None),
        [file, name] => (file, Some(name.to_string_lossy())),
        _ => return Err(console.refuse("expected a file, and the name of a puzzle in it")),
    };
    let asked = args.goal.asked(args.kind.as_deref());
    let how = read_as(file, asked).map_err(|error| console.refuse(error))?;
    let answer = answer_of(console, args, file)?;
    if let ReadAs::Raw(kind) = how {
        let source = read_file(file).map_err(|error| console.refuse(error))?;
        let entries = kind.entries(source.text());
        if entries.len() > 1 {
            return listed(console, args, kind, &entries, &answer, runner);
        }
        let input = Input { source: &source, goal: args.goal.label.as_deref() };
        let (judged, _) = runner.compute(kind.info().name, |budget| {
            judge_raw(kind, KINDS, input, &answer, args.measure(), budget)
        });
        return Ok(print(console, args, &judged));
    }
    let (source, unsound) = super::open::open(console, file, asked)?;
    let mut followed = follow_source(console, &source, Some(Severity::Error), runner)?;
    if unsound || followed.failed {
        return Err(console.refuse(format!("{} has errors", shown(file))));
    }
    let withholds = followed.session.withholds(name.as_deref());
    let (Names { name, .. }, puzzle) = followed.puzzle(console, name.as_deref())?;
    let kind = KINDS.kind(puzzle.info().name).ok_or(Exit::Unusable)?;
    let (judged, _) = runner.compute(&name, |budget| {
        let measure = args.measure();
        let measure = Measure { draw: measure.draw.map(|_| &*name), ..measure };
        let mut sink = crate::diag::Sink::new();
        let document = session::read(&source, true, &mut sink);
        let body = document.statements.iter().find_map(|one| match one {
            Statement::Declaration(one) if source.slice(one.name) == name => {
                Some(Body::of(source.text(), one))
            }
            _ => None,
        });
        let body = body.ok_or("its declaration is not in this file")?;
        let subject = Subject::of(kind, &body, puzzle, budget);
        subject.ok_or("its body asks for nothing")?.judge(&answer, measure, budget)
    });
    let judged = judged.map(|ruling| if withholds { ruling.without_answer() } else { ruling });
    Ok(print(console, args, &judged))
}

/// Judges an answer per puzzle of a raw list.
fn listed(
    console: &Console,
    args: &Verify,
    kind: &'static dyn Kind,
    entries: &[&str],
    answers: &str,
    runner: &mut Runner,
) -> Result<Exit, Exit> {
    if args.format == VerdictFormat::Svg {
        return Err(console.refuse("a list of puzzles has no single picture"));
    }
    let judge = |entry: &str, answer: Option<&str>, budget: &Budget| {
        let Some(answer) = answer else {
            return Ok(Ruling::new(Grade::NotAnAnswer, "expected an answer, found nothing"));
        };
        let source = Source::new("", entry);
        let input = Input { source: &source, goal: args.goal.label.as_deref() };
        judge_raw(kind, KINDS, input, answer, args.measure(), budget)
    };
    let (mut exit, mut given) = (Exit::Fine, answers.lines());
    runner.compute(kind.info().name, |budget| {
        for entry in entries {
            let answer = given.next();
            let judged = budget.part(|budget| judge(entry, answer, budget));
            exit = exit.max(print(console, args, &judged));
        }
    });
    for answer in given.filter(|answer| !answer.trim().is_empty()) {
        let found = format!("expected the end, found `{}`", crate::diag::clip(answer));
        exit = exit.max(print(console, args, &Ok(Ruling::new(Grade::NotAnAnswer, found))));
    }
    Ok(exit)
}

/// Prints a verdict.
fn print(console: &Console, args: &Verify, judged: &Result<Ruling, String>) -> Exit {
    let mut out = text_output();
    match (args.format, judged) {
        (VerdictFormat::Json, _) => {
            let _ = out.write_all(crate::render::json_line(&Record::of(judged)).as_bytes());
        }
        (_, Err(reason)) => return console.refuse(format!("cannot read the puzzle: {reason}")),
        (VerdictFormat::Human, Ok(ruling)) => {
            let _ = writeln!(out, "{}: {}", ruling.grade.word(), ruling.reason);
        }
        (VerdictFormat::Svg, Ok(ruling)) => {
            if let Some(scene) = &ruling.scene {
                let _ = out.write_all(svg(scene).as_bytes());
            }
        }
    }
    let _ = out.flush();
    match judged {
        Err(_) => Exit::Unusable,
        Ok(ruling) if ruling.passes(args.any_length) => Exit::Fine,
        Ok(_) => Exit::Failed,
    }
}
