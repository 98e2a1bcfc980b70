//! `puzzled verify`: verdicts on answers.

mod call;
mod kattis;
mod lines;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::value::RawValue;

use call::{Arguments, Text};

use super::args::{VerdictFormat, Verify};
use super::show::{Names, follow_source};
use crate::diag::{Severity, Sink};
use crate::exchange::Options;
use crate::exchange::outside::{self, RawText};
use crate::host::{Console, Exit, Opened, ReadAs, Runner, import, recognize, shown, text_output};
use crate::kinds::KINDS;
use crate::puzzle::verdict::given::{bare, is_unsolvable};
use crate::puzzle::verdict::{Batch, Blame, Grade, Measure, Optimum, Ruling, Subject};
use crate::puzzle::{Body, Info, Input};
use crate::render::{svg, verdict_line};
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
                let verdict = grade.word();
                let at = at.as_ref();
                Self { id: None, verdict, moves: *moves, shortest: *shortest, at, reason }
            }
            Err(reason) => Self::unreadable(reason),
        }
    }

    /// Returns the record of a text that cannot be read.
    fn unreadable(reason: &'a str) -> Self {
        let verdict = "unreadable";
        let moves = None;
        let shortest = None;
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
    let exit = judge_file(console, args, &mut runner).unwrap_or_else(|exit| exit);
    call.exit(exit, console)
}

impl Verify {
    /// Returns how an answer is judged by a length that is known without a search. If any length
    /// is right, only the claim that there is no solution is judged by it.
    fn measure_by(&self, known: Optimum, answer: Result<&str, &String>) -> Measure<'_> {
        let is_claim = answer.is_ok_and(is_unsolvable);
        let optimum = if self.any_length && !is_claim { Optimum::Ignore } else { known };
        Measure { optimum, ..self.measure() }
    }

    /// Returns how answers are judged, if the shortest length is found by a search.
    fn measure(&self) -> Measure<'_> {
        let optimum = if self.any_length { Optimum::Ignore } else { Optimum::Search };
        let draws = self.format == VerdictFormat::Svg || self.kattis;
        Measure { optimum, by: self.by_steps.then_some("steps"), draw: draws.then_some("puzzle") }
    }
}

/// Judges the answer, or the answers, to one file.
fn judge_file(console: &Console, args: &Verify, runner: &mut Runner) -> Result<Exit, Exit> {
    let [file, rest @ ..] = &args.paths[..] else { return Err(Exit::Unusable) };
    let raw = args.level.of(args.goal.raw_options(args.kind.as_deref()));
    let recognized = recognize(file, raw).map_err(|error| console.refuse(error))?;
    let ReadAs::Outside(kind) = recognized.how else {
        let opened = recognized.open(&**file, raw).map_err(|error| console.refuse(error))?;
        return declared(console, args, file, opened, rest, runner);
    };
    let reading = recognized.reading(file);
    let source = recognized.into_source(&**file).map_err(|error| console.refuse(error))?;
    let is_list = (kind.streams)(source.text());
    let options = Options { kind: Some(kind.name), ..Options::default() };
    if !is_list && outside::boards(&source, kind, &options).len() > 1 {
        let options = Options { goal: raw.goal, ..options };
        let opened = import(file, source, &options, &mut BTreeSet::new());
        let opened = opened.map_err(|error| console.refuse(error))?;
        return declared(console, args, file, Opened { reading, ..opened }, rest, runner);
    }
    console.note(reading.as_deref());
    let raw = match is_list {
        true => RawText { source, goal: raw.goal, remark: None },
        false => outside::raw_input(source, kind, raw.goal),
    };
    console.remark(raw.remark);
    judge_raw(console, args, file, rest, &raw, kind, runner)
}

/// Judges the answer to raw input.
fn judge_raw(
    console: &Console,
    args: &Verify,
    file: &Path,
    rest: &[PathBuf],
    raw: &RawText<'_>,
    kind: &'static Info,
    runner: &mut Runner,
) -> Result<Exit, Exit> {
    let call = Arguments::of_raw(file, rest).map_err(|error| console.refuse(error))?;
    let answer = call.read(console, args, file, &runner.budget())?;
    let answer = answer.as_ref().map(Text::as_str).map_err(String::clone);
    report_unread(console, &raw.source, kind);
    let entries = (kind.entries)(raw.source.text());
    if entries.len() > 1 {
        return listed(console, args, kind, &entries, answer, runner);
    }
    let judge = |budget: &Budget| {
        let input = Input { level: args.level.number, ..raw.input() };
        Batch::default().judge(kind, KINDS, input, answer, args.measure(), budget)
    };
    let (judged, _) = runner.compute(kind.name, judge);
    Ok(print(console, args, &judged))
}

/// Says which text beside the puzzles is not read. A verdict says what else is wrong with a puzzle.
fn report_unread(console: &Console, source: &Source, kind: &'static Info) {
    if !kind.codes.iter().any(|code| code.is_once) {
        return;
    }
    let mut sink = Sink::new();
    let _ = kind.survey_raw(source.into(), None, &mut sink); // without a search nothing stops
    sink.retain_since(0, |fault| fault.code.is_once);
    console.report(source, sink.diagnostics(), 1, false);
}

/// Judges the answer to a puzzle of a document.
fn declared(
    console: &Console,
    args: &Verify,
    file: &Path,
    opened: Opened,
    rest: &[PathBuf],
    runner: &mut Runner,
) -> Result<Exit, Exit> {
    let (source, unsound) = super::open::made(console, opened).ok_or(Exit::Failed)?;
    let mut followed = follow_source(console, &source, Some(Severity::Error), runner)?;
    if unsound || followed.failed {
        return Err(console.refuse(format!("{} has errors", shown(file))));
    }

    let puzzles: Vec<_> = followed.session.entries().into_iter().map(|entry| entry.name).collect();
    let call = Arguments::of_declared(file, rest, &puzzles);
    let call = call.map_err(|error| console.refuse(error))?;
    let answer = call.read(console, args, file, &runner.budget())?;
    let withholds = followed.session.withholds(call.puzzle.as_deref());
    let (Names { name, .. }, puzzle) = followed.puzzle(console, call.puzzle.as_deref())?;
    let kind = KINDS.kind(puzzle.info().name).ok_or(Exit::Unusable)?;

    let (judged, _) = runner.compute(&name, |budget| {
        let measure = args.measure();
        let measure = Measure { draw: measure.draw.map(|_| &*name), ..measure };
        let mut sink = Sink::new();
        let document = session::read(&source, true, &mut sink);
        let body = document.statements.iter().find_map(|statement| match statement {
            Statement::Declaration(declaration) if declaration.name_word(&source) == name => {
                Some(Body::of(source.text(), declaration))
            }
            _ => None,
        });
        let body = body.ok_or("its declaration is not in this file")?;
        let subject = Subject::of(kind, &body, puzzle, budget);
        let mut subject = subject.ok_or("its body asks for nothing")?;
        let answer = answer.as_ref().map(Text::as_str).map_err(String::clone);
        subject.judge_or(answer, measure, budget)
    });

    let judged = judged.map(|ruling| if withholds { ruling.without_answer() } else { ruling });
    Ok(print(console, args, &judged))
}

/// Judges an answer per puzzle of a raw list.
fn listed(
    console: &Console,
    args: &Verify,
    kind: &'static Info,
    entries: &[&str],
    answers: Result<&str, String>,
    runner: &mut Runner,
) -> Result<Exit, Exit> {
    if args.format == VerdictFormat::Svg {
        return Err(console.refuse("a list of puzzles has no single picture"));
    }
    let missing = || String::from("expected an answer, found nothing");
    let (mut given, why) = match answers {
        Ok(answers) => (bare(answers).lines(), missing()),
        Err(reason) => ("".lines(), reason),
    };
    let mut exit = Exit::Fine;
    let mut batch = Batch::default();
    runner.compute(kind.name, |budget| {
        for entry in entries {
            let source = Source::new("", *entry);
            let input = Input { goal: args.goal.label.as_deref(), ..(&source).into() };
            let answer = given.next().ok_or_else(|| why.clone());
            let judged = budget
                .part(|budget| batch.judge(kind, KINDS, input, answer, args.measure(), budget));
            exit = exit.max(print(console, args, &judged));
        }
    });
    for answer in given.filter(|answer| !answer.trim().is_empty()) {
        let problem = format!("expected the end, found `{}`", crate::diag::clip(answer));
        exit = exit.max(print(console, args, &Ok(Ruling::new(Grade::NotAnAnswer, problem))));
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
            let _ = out.write_all(verdict_line(ruling).as_bytes());
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
