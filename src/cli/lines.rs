//! Streams of JSON, one value per line: each line is answered before the next is read.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::args::Run;
use crate::diag::Sink;
use crate::exchange::outside;
use crate::host::{
    Console, Exit, InputError, Invocation, Limits, Output, Runner, is_stdin, output_lost, shown,
    text_output,
};
use crate::kinds::KINDS;
use crate::puzzle::{Info, Verdict};
use crate::render::json_line;
use crate::search::{Budget, Charge};
use crate::syntax::BOM;
use crate::text::Source;

/// The most bytes of a line, if that is not more than half of the limit of memory.
const LONGEST: u64 = 1 << 26;
/// The bytes of a line, or of an answer, that is read under any limit of memory.
pub(super) const SHORT: u64 = 1 << 20;

/// A line of input, its values not yet read.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Line<'a> {
    #[serde(borrow)]
    pub(super) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) kind: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) puzzle: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) answer: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) shortest: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) goal: Option<&'a RawValue>,
}

impl<'a> Line<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// Why it is not an object.
    pub(super) fn read(line: &'a [u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(line).map_err(|_| String::from("it is not UTF-8"))?;
        let is_object = text.trim_start().starts_with('{');
        let read = || serde_json::from_str(text).map_err(|error| error.to_string());
        let read = if is_object { read() } else { Err(String::from("it is none")) };
        read.map_err(|error| format!("expected a JSON object: {error}"))
    }

    /// Returns its `id` as it came.
    pub(super) fn id(&self) -> &'a RawValue {
        self.id.unwrap_or(RawValue::NULL)
    }

    /// Returns the puzzle.
    ///
    /// # Errors
    /// It is missing or not a text.
    pub(super) fn puzzle(&self) -> Result<Cow<'a, str>, String> {
        text("puzzle", self.puzzle)?.ok_or_else(|| String::from("expected a `puzzle`"))
    }
}

/// Returns the text of a value that must be one.
///
/// # Errors
/// It is another value.
pub(super) fn text<'a>(
    name: &str,
    value: Option<&'a RawValue>,
) -> Result<Option<Cow<'a, str>>, String> {
    #[derive(Deserialize)]
    struct Text<'a>(#[serde(borrow)] Cow<'a, str>);
    let Some(value) = value else { return Ok(None) };
    let text: Option<Text<'_>> =
        serde_json::from_str(value.get()).map_err(|_| format!("expected a text as `{name}`"))?;
    Ok(text.map(|Text(text)| text))
}

/// The answer to a line of `run --jsonl`.
#[derive(Serialize)]
struct Answered<'a> {
    id: &'a RawValue,
    answer: Option<String>,
    status: &'static str,
}

/// Solves the puzzles of lines of JSON: `puzzled run --as KIND --jsonl`.
pub(super) fn run(console: &Console, args: &Run, limits: &Limits, call: &Invocation) -> Exit {
    let Some(kind) = args.kind.as_deref().and_then(|name| KINDS.kind(name)) else {
        return Exit::Unusable;
    };
    let goal = args.goal.label.as_deref();
    if let Err(message) = goal_of(kind, goal) {
        return console.refuse(message);
    }
    let mut runner = Runner::of_list(call, limits, None);
    let answer = |budget: &Budget| {
        stream(console, &args.files, call, budget, |line, out| {
            let line = line.and_then(Line::read).unwrap_or_default();
            let solved = budget.part(|budget| solve(kind, &line, goal, budget));
            let (answer, status) = solved.unwrap_or((None, "unreadable"));
            write(&Answered { id: line.id(), answer, status }, out);
        })
    };
    runner.compute(kind.name, answer).0
}

/// Solves the puzzle of a line.
fn solve(
    kind: &'static Info,
    line: &Line<'_>,
    goal: Option<&str>,
    budget: &Budget,
) -> Result<(Option<String>, &'static str), String> {
    let named = text("goal", line.goal)?;
    let goal = goal_of(kind, named.as_deref().or(goal))?;
    let raw = outside::raw_input(Source::new("", &*line.puzzle()?), kind, goal);
    let mut sink = Sink::new();
    let mut lines = Vec::new();
    let mut emit = |_, line: &str| lines.push(line.to_owned());
    let verdict = (kind.judge)(raw.input(), budget, &mut sink, &mut emit);
    let answer = lines.join("\n");
    Ok(match verdict {
        Verdict::GaveUp => (None, "gave-up"),
        Verdict::Unsolvable => (Some(answer), "unsolvable"),
        Verdict::Fine if sink.errors_since(0) => (None, "unreadable"),
        Verdict::Fine => (Some(answer), "solved"),
    })
}

/// Returns the goal that raw input of a kind has, if its caller names one and the kind leaves it open.
///
/// # Errors
/// The message that there is no such goal.
pub(super) fn goal_of<'a>(
    kind: &'static Info,
    named: Option<&'a str>,
) -> Result<Option<&'a str>, String> {
    let (Some(goal), Some(open)) = (named, kind.raw_goal) else { return Ok(None) };
    open.check(goal).map(|()| Some(goal))
}

/// Reads lines of files, or of standard input without a file, and writes the record that `answer`
/// makes of each. Lines without text have none. `answer` gets the reason why a line is not read
/// that is too long.
pub(super) fn stream(
    console: &Console,
    files: &[PathBuf],
    call: &Invocation,
    budget: &Budget,
    mut answer: impl FnMut(Result<&[u8], String>, &mut Output),
) -> Exit {
    let standard = [PathBuf::from("-")];
    let files = if files.is_empty() { &standard[..] } else { files };
    let mut exit = Exit::Fine;
    for file in files {
        let read = if is_stdin(file) {
            each(io::stdin().lock(), true, call, budget, &mut answer)
        } else if file.is_dir() {
            exit = console.refuse(InputError::Folder(shown(file)));
            continue;
        } else {
            File::open(file).and_then(|open| {
                let waits = !open.metadata()?.is_file();
                each(BufReader::with_capacity(1 << 16, open), waits, call, budget, &mut answer)
            })
        };
        if let Err(error) = read {
            exit = console.refuse(InputError::Unreadable { name: shown(file), error });
        }
    }
    exit
}

/// Writes the answer to each line of an input; those of a stream that `waits` at once.
fn each(
    mut input: impl BufRead,
    waits: bool,
    call: &Invocation,
    budget: &Budget,
    answer: &mut impl FnMut(Result<&[u8], String>, &mut Output),
) -> io::Result<()> {
    let longest = LONGEST.min(budget.bytes / 2).max(SHORT);
    let mut out = text_output();
    let mut line = Vec::new();
    let mut charge = Charge::default();

    while !call.is_interrupted() && !output_lost() {
        line.clear();
        if input.by_ref().take(longest + 1).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let is_whole = line.len() as u64 <= longest || line.ends_with(b"\n");
        if !is_whole {
            skip_line(&mut input)?;
        }
        let text = line.strip_prefix(BOM.as_bytes()).unwrap_or(&line);
        if text.trim_ascii().is_empty() {
            continue;
        }
        charge.set(line.len() as u64, budget);
        let too_long = || format!("the line is longer than {longest} bytes");
        answer(is_whole.then_some(text).ok_or_else(too_long), &mut out);
        if waits {
            let _ = out.flush();
        }
    }
    let _ = out.flush();
    Ok(())
}

/// Reads up to the end of a line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = memchr::memchr(b'\n', buffer);
        let read = end.map_or(buffer.len(), |at| at + 1);
        input.consume(read);
        if end.is_some() || read == 0 {
            return Ok(());
        }
    }
}

/// Writes a record as a line of JSON. A write that fails is reported when the process ends.
pub(super) fn write(record: &impl Serialize, out: &mut Output) {
    let _ = out.write_all(json_line(record).as_bytes());
}
