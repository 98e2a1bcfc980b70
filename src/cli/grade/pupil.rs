//! A file that was handed in. It is read, and nothing in it is run: its answers are compared with
//! those of the document that has the questions.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Duration;

use super::master::{Master, Question, words};
use crate::diag::Sink;
use crate::host::{Invocation, Limits, is_stdin, read_file, shown};
use crate::kinds::KINDS;
use crate::session::{self, Parts};
use crate::syntax::{Expected, Statement, expected_lines};
use crate::text::Source;

/// Bytes of a file at most.
const LARGEST: u64 = 1 << 22;
/// Time for the verdicts on the answers to one question that a limit does not bound otherwise.
const VERDICT: Duration = Duration::from_secs(10);

/// The marks of a file, one for each question.
pub(super) type Marks = Vec<Mark>;

/// The mark for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) outcome: Outcome,
    /// The word of the verdict on an answer that was judged.
    pub(super) verdict: Option<&'static str>,
    /// The answer that was handed in.
    pub(super) answer: Option<String>,
    /// The line of its command, from 1.
    pub(super) line: Option<u32>,
}

/// The outcome of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Right,
    Wrong,
    Open,
    Missing,
    Changed,
    /// The file cannot be read.
    Unreadable,
}

impl Outcome {
    /// Returns the word for it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Open => "open",
            Self::Missing => "missing",
            Self::Changed => "changed",
            Self::Unreadable => "unreadable",
        }
    }
}

/// The mark of every question of a file that cannot be read.
pub(super) const UNREADABLE: Mark = Mark::of(Outcome::Unreadable);

impl Mark {
    const fn of(outcome: Outcome) -> Self {
        Self { outcome, verdict: None, answer: None, line: None }
    }
}

/// A command of a file with its answer.
#[derive(Clone, Copy)]
struct Given {
    expected: Expected,
    /// The line of the command, from 1.
    line: u32,
    /// True if it is about another puzzle than the question.
    is_changed: bool,
}

/// The commands with an answer, by puzzle and command, and the names of the puzzles that were
/// changed.
#[derive(Default)]
struct HandIn {
    given: HashMap<(String, String), Vec<Given>>,
    changed: HashSet<String>,
}

/// Returns the marks of a file.
///
/// # Errors
/// Why the file cannot be read.
pub(super) fn marks(
    file: &Path,
    master: &Master,
    limits: &Limits,
    call: &Invocation,
) -> Result<Marks, String> {
    let source = read(file)?;
    let hand_in = HandIn::of(&source, master);
    let limits = Limits { time: limits.time.or(Some(VERDICT)), ..limits.clone() };
    let mark = |question| hand_in.mark(question, &source, &limits, call);
    Ok(master.questions.iter().map(mark).collect())
}

/// Reads a file as text.
///
/// # Errors
/// Why that is not possible.
fn read(file: &Path) -> Result<Source, String> {
    let name = shown(file);
    match std::fs::metadata(file) {
        Ok(data) if data.len() > LARGEST => {
            return Err(format!("cannot read {name}: it is larger than {} MiB", LARGEST >> 20));
        }
        Ok(data) if !data.is_file() && !is_stdin(file) => {
            return Err(format!("cannot read {name}: it is not a regular file"));
        }
        _ => {}
    }
    let source = read_file(file).map_err(|error| error.to_string())?;
    let mut sink = Sink::new();
    crate::syntax::codes::not_utf8(&source, &mut sink);
    match sink.found().first() {
        Some(fault) => Err(format!("cannot read {name}: {}", fault.message)),
        None => Ok(source),
    }
}

impl HandIn {
    /// Reads the commands of a file. Its bodies are only compared with those of the questions.
    fn of(source: &Source, master: &Master) -> Self {
        let document = session::read(source, false, &mut Sink::new());
        let parts = Parts::of(KINDS, source, &document, false, &mut Sink::new());
        let mut hand_in = Self::default();
        let mut changed = HashMap::new();
        for statement in &document.statements {
            let Statement::Declaration(one) = statement else { continue };
            let is_changed = master.is_changed(source, one);
            changed.insert(one.span.start, is_changed);
            if is_changed {
                hand_in.changed.insert(source.slice(one.name).to_owned());
            }
        }
        for (at, statement) in document.statements.iter().enumerate() {
            let Statement::Command(one) = statement else { continue };
            let Some(expected) = one.expected else { continue };
            let declaration = parts.declaration(at);
            let name = declaration.map(|declaration| declaration.name).or(one.target);
            let Some(name) = name.map(|name| source.slice(name).to_owned()) else { continue };
            let start = declaration.map(|declaration| declaration.span.start);
            let is_changed = start.is_some_and(|start| changed.get(&start) == Some(&true));
            let line = source.place(one.span.start).line + 1;
            let given = Given { expected, line, is_changed };
            let key = (name, words(source.slice(one.text)));
            hand_in.given.entry(key).or_default().push(given);
        }
        hand_in
    }

    /// Returns the mark of a question.
    fn mark(
        &self,
        question: &Question,
        source: &Source,
        limits: &Limits,
        call: &Invocation,
    ) -> Mark {
        let key = (question.puzzle.clone(), question.command.clone());
        let given = self.given.get(&key).map_or(&[][..], Vec::as_slice);
        // Where an answer was written below the question, the question is not in the way.
        let mut spare = given.len().saturating_sub(question.count);
        let mut left = given.iter().filter(|one| {
            let is_passed = spare > 0 && matches!(one.expected, Expected::Open(_));
            spare -= usize::from(is_passed);
            !is_passed
        });
        let Some(given) = left.nth(question.repetition) else {
            let is_changed = self.changed.contains(&question.puzzle);
            return Mark::of(if is_changed { Outcome::Changed } else { Outcome::Missing });
        };
        let mark = |outcome, verdict| {
            let answer = text(source, given.expected);
            Mark { outcome, verdict, answer, line: Some(given.line) }
        };
        match given.expected {
            _ if given.is_changed => mark(Outcome::Changed, None),
            Expected::Open(_) => mark(Outcome::Open, None),
            expected => {
                let (is_right, word) = question.judge(source.text(), expected, limits, call);
                mark(if is_right { Outcome::Right } else { Outcome::Wrong }, Some(word))
            }
        }
    }
}

/// Returns the text of an answer; `None` for an open question.
fn text(source: &Source, expected: Expected) -> Option<String> {
    match expected {
        Expected::Open(_) => None,
        Expected::Line(span) => Some(source.slice(span).to_owned()),
        Expected::Block(span) => {
            let lines = expected_lines(source.text(), span);
            Some(lines.iter().map(|line| line.text).collect::<Vec<_>>().join("\n"))
        }
    }
}
