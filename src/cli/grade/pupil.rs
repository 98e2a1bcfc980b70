//! A file that was handed in. It is read, and nothing in it is run: its answers are compared with
//! those of the document that has the questions.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::Duration;

use super::master::{Judgment, Master, Question, Relation, words};
use crate::diag::{Severity, Sink, clip};
use crate::host::{Invocation, Limits, Picked, is_stdin, name, read_file, read_regular, shown};
use crate::kinds::KINDS;
use crate::session::{self, Parts};
use crate::syntax::{Expected, Statement, expected_lines};
use crate::text::Source;

/// Bytes of a file at most.
const LARGEST: u64 = 1 << 22;
/// Names of puzzles that a reason lists.
const NAMES: usize = 5;
/// Time for the verdicts on the answers to one question that a limit does not bound otherwise.
const VERDICT: Duration = Duration::from_secs(10);

/// The mark for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) outcome: Outcome,
    /// The word of the verdict on an answer that was judged.
    pub(super) verdict: Option<&'static str>,
    /// The reason for an outcome that is neither `right` nor `open`, if one is known.
    pub(super) reason: Option<String>,
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

impl Mark {
    /// Returns a mark for a question without an answer.
    pub(super) const fn of(outcome: Outcome, reason: Option<String>) -> Self {
        Self { outcome, verdict: None, reason, answer: None, line: None }
    }
}

/// The limits of judging, and what a reason may show.
pub(super) struct Judging<'a> {
    pub(super) limits: &'a Limits,
    pub(super) call: &'a Invocation,
    /// True if a reason may hold the right answer.
    pub(super) show_answers: bool,
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

/// A file as far as it matters to its marks.
#[derive(Default)]
struct HandIn {
    /// The commands with an answer, by puzzle and command.
    given: HashMap<(String, String), Vec<Given>>,
    /// The names of the puzzles that were changed.
    changed: HashSet<String>,
    /// The bodies that were filled in, by the name of the puzzle.
    filled: HashMap<String, Given>,
    /// The names of the puzzles that it declares or addresses.
    names: BTreeSet<String>,
    /// The first mistake in its form.
    fault: Option<String>,
}

/// Returns the marks of a file.
pub(super) fn marks(source: &Source, master: &Master, judging: &Judging<'_>) -> Vec<Mark> {
    let hand_in = HandIn::of(source, master);
    let limits = judging.limits;
    let limits = Limits { time: limits.time.or(Some(VERDICT)), ..limits.clone() };
    let judging = Judging { limits: &limits, ..*judging };
    let mark = |question| hand_in.mark(question, source, &judging);
    master.questions.iter().map(mark).collect()
}

/// Reads a file as text; `None` for one that a search of a folder met and that is not a text.
///
/// # Errors
/// Why that is not possible.
pub(super) fn read(file: &Picked) -> Result<Option<Source>, String> {
    let source = match is_stdin(file) {
        true => read_file(file).map_err(|error| error.to_string())?,
        false => {
            let bytes = read_regular(&file.path, LARGEST).map_err(|error| error.to_string())?;
            if file.from_folder && bytes.contains(&0) {
                return Ok(None);
            }
            Source::from_bytes(name(file), bytes)
        }
    };
    let mut sink = Sink::new();
    crate::syntax::codes::is_text(&source, &mut sink);
    match sink.diagnostics().first() {
        Some(fault) => Err(format!("cannot read {}: {}", shown(file), fault.message)),
        None => Ok(Some(source)),
    }
}

impl HandIn {
    /// Reads the commands of a file. Its bodies are only compared with those of the questions.
    fn of(source: &Source, master: &Master) -> Self {
        let mut sink = Sink::new();
        let document = session::read(source, false, &mut sink);
        let parts = Parts::of(KINDS, source, &document, &mut Sink::new());
        let line = |at| source.place(at).line + 1;
        let fault = sink.diagnostics().iter().find(|fault| fault.severity() == Severity::Error);
        let fault =
            fault.map(|fault| format!("line {}: {}", line(fault.span.start), fault.message));
        let mut hand_in = Self { fault, ..Self::default() };

        let mut changed = HashMap::new();
        for statement in &document.statements {
            let Statement::Declaration(declaration) = statement else { continue };
            let name = declaration.name_word(source).to_owned();
            let relation = master.compare(source, declaration);
            let is_changed = relation == Relation::Changed;
            changed.insert(declaration.span.start, is_changed);
            hand_in.names.insert(name.clone());
            if is_changed {
                hand_in.changed.insert(name);
            } else if relation == Relation::Filled {
                let expected = Expected::Block(declaration.body);
                let line = line(declaration.span.start);
                hand_in.filled.insert(name, Given { expected, line, is_changed });
            }
        }

        for (at, statement) in document.statements.iter().enumerate() {
            let Statement::Command(command) = statement else { continue };
            let Some(expected) = command.expected else { continue };
            let declaration = parts.declaration(at);
            let name = declaration.map(|declaration| declaration.name).or(command.target);
            let Some(name) = name.map(|name| source.slice(name).to_owned()) else { continue };
            let start = declaration.map(|declaration| declaration.span.start);
            let is_changed = start.is_some_and(|start| changed.get(&start) == Some(&true));
            let line = line(command.span.start);
            let given = Given { expected, line, is_changed };
            hand_in.names.insert(name.clone());
            let key = (name, words(source.slice(command.text)));
            hand_in.given.entry(key).or_default().push(given);
        }
        hand_in
    }

    /// Returns the answer to a question: of several the last, unless the same question is asked
    /// again.
    fn given(&self, question: &Question) -> Option<Given> {
        let key = (question.puzzle.clone(), question.command.clone());
        let given = self.given.get(&key).map_or(&[][..], Vec::as_slice);
        // Where an answer was written below the question, the question is not in the way.
        let mut spare = given.len().saturating_sub(question.count);
        let mut left = given.iter().copied().filter(|answer| {
            let is_passed = spare > 0 && matches!(answer.expected, Expected::Open(_));
            spare -= usize::from(is_passed);
            !is_passed
        });
        let is_last = question.repetition + 1 == question.count;
        let first = left.nth(question.repetition)?;
        Some(left.last().filter(|_| is_last).unwrap_or(first))
    }

    /// Returns the mark of a question.
    fn mark(&self, question: &Question, source: &Source, judging: &Judging<'_>) -> Mark {
        let given = self.given(question);
        let is_open = |given: &Given| matches!(given.expected, Expected::Open(_));
        let filled = self.filled.get(&question.puzzle).copied();
        let filled = filled.filter(|_| question.is_filled_in && given.as_ref().is_none_or(is_open));
        let Some(Given { expected, line, is_changed }) = filled.or(given) else {
            return match self.changed.contains(&question.puzzle) {
                true => Mark::of(Outcome::Changed, Some(changed(question))),
                false => Mark::of(Outcome::Missing, Some(self.missing(question))),
            };
        };

        let answer = text(source, expected);
        let line = Some(line);
        if is_changed {
            let reason = Some(changed(question));
            return Mark { answer, line, ..Mark::of(Outcome::Changed, reason) };
        }
        if matches!(expected, Expected::Open(_)) {
            return Mark { answer, line, ..Mark::of(Outcome::Open, None) };
        }

        let Judging { limits, call, show_answers } = judging;
        let Judgment { outcome, verdict, reason } =
            question.judge(source.text(), expected, *show_answers, limits, call);
        let differs = || {
            let answer = answer.as_deref().and_then(|answer| answer.lines().next());
            format!("`{}` is not the answer", clip(answer.unwrap_or_default().trim()))
        };
        let reason = reason.or_else(|| (outcome == Outcome::Wrong).then(differs));
        Mark { outcome, verdict: Some(verdict), reason, answer, line }
    }

    /// Returns the reason why a question has no answer: a mistake because of which it may not have
    /// been read, another name, a file without answers, or one that answers other questions.
    fn missing(&self, question: &Question) -> String {
        let puzzle = &question.puzzle;
        let misnamed = || {
            let some = self.names.iter().take(NAMES).map(|name| format!("`{}`", clip(name)));
            let some = some.collect::<Vec<_>>().join(", ");
            let names = match self.names.len().saturating_sub(NAMES) {
                _ if self.names.is_empty() => String::from("no puzzle"),
                0 => some,
                more => format!("{some} and {more} more"),
            };
            format!("expected the puzzle `{puzzle}`, found {names}")
        };
        let is_empty = self.given.is_empty() && self.filled.is_empty();
        let unanswered = || is_empty.then(|| String::from("no command of the file has an answer"));
        let misnamed = (!self.names.contains(puzzle)).then(misnamed);
        let reason = self.fault.clone().or(misnamed).or_else(unanswered);
        reason.unwrap_or_else(|| format!("no answer to `{}`", question.name()))
    }
}

/// Returns the reason why the answer to a question is not judged.
fn changed(question: &Question) -> String {
    format!("`{}` is another puzzle than in the document", question.puzzle)
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
