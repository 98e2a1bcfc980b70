//! The document with the questions and the right answers.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::super::open::open;
use super::super::worksheet::comment;
use crate::diag::{Severity, Sink};
use crate::host::{Asked, Console, Exit, Invocation, Limits, Runner, Step, full, shown};
use crate::kinds::KINDS;
use crate::puzzle::{Answer, Body, Piece, Puzzle};
use crate::search::{Budget, Cancel};
use crate::session::{self, Compared, Event, Mode, Secrecy, Session};
use crate::syntax::{Declaration, Document, Expected, Fragment, Statement, body_lines};
use crate::text::{Source, Span};

/// Diagnostics shown for the document.
const LIMIT: usize = 100;
/// States that may be looked at to compare two declarations.
const STATES: u64 = 1 << 16;

/// The questions, and the puzzles that they are about.
pub(super) struct Master {
    /// The questions in their order.
    pub(super) questions: Vec<Question>,
    /// The puzzles by their names.
    puzzles: HashMap<String, Known>,
}

/// A question with its answer.
pub(super) struct Question {
    /// The name of its puzzle.
    pub(super) puzzle: String,
    /// The command, its words separated by single spaces.
    pub(super) command: String,
    /// The number of questions before it with the same puzzle and command.
    pub(super) repetition: usize,
    /// The number of questions with the same puzzle and command.
    pub(super) count: usize,
    /// Its weight.
    pub(super) points: u32,
    /// The right answer.
    pub(super) answer: Answer,
    judge: Mutex<Judge>,
}

/// The puzzle of a question in the state after its command.
struct Judge {
    puzzle: Box<dyn Puzzle>,
    /// True if a verdict has used up the time of the question: no other one searches.
    is_spent: bool,
}

/// A declared puzzle.
struct Known {
    kind: String,
    body: Vec<String>,
    /// Its canonical form.
    piece: Option<Piece>,
}

impl Known {
    /// Reads a declaration; its canonical form is made if it is `needed`.
    fn of(source: &Source, one: &Declaration, needed: bool) -> Self {
        let lines = body_lines(source.text(), one.body);
        let body = lines.iter().map(|line| line.text.trim_end().to_owned()).collect();
        let kind = source.slice(one.kind);
        let opened = KINDS
            .kind(kind)
            .filter(|_| needed)
            .and_then(|kind| kind.open(&Body::of(source.text(), one), KINDS, &mut Sink::new()));
        let budget = Budget::unlimited().with_states(STATES);
        let piece = opened.and_then(|mut puzzle| puzzle.piece(&budget).ok());
        Self { kind: kind.to_owned(), body, piece }
    }

    /// Returns whether another declaration of the kind says the same in another layout.
    fn is_same(&self, other: &Self) -> bool {
        let (Some(own), Some(other)) = (&self.piece, &other.piece) else { return false };
        !own.fields.is_empty() && own.fields == other.fields
            || (&own.body, &own.commands) == (&other.body, &other.commands)
    }
}

impl Master {
    /// Runs a document as `puzzled test` does, and keeps its questions with their answers.
    ///
    /// # Errors
    /// The exit code if the document cannot be read, does not pass, or asks nothing.
    pub(super) fn open(
        console: &Console,
        file: &Path,
        limits: &Limits,
        call: &Invocation,
    ) -> Result<Self, Exit> {
        let (source, unsound) =
            open(console, file, Asked::default()).map_err(|_| Exit::Unusable)?;
        let mut runner = Runner::of(call, limits, console.live_line());
        let mut sink = Sink::new();
        let document = session::read(&source, true, &mut sink);
        let mut session = Session::new().dropping().withholding(Secrecy::Nothing);
        let (mut questions, mut found, mut answered) = (Vec::new(), Vec::new(), 0);
        let mut counts: HashMap<(String, String), usize> = HashMap::new();
        let mode = Mode::Run { solve: true };
        runner.run(&mut session, &source, &document, mode, &mut sink, &mut |step| match step {
            Step::Event {
                event: Event::Question { span, puzzle, command, answer, state }, ..
            } => {
                let (puzzle, command) = (puzzle.to_owned(), words(command));
                let count = counts.entry((puzzle.clone(), command.clone())).or_default();
                let repetition = *count;
                *count += 1;
                answered += u64::from(is_open(&document, span));
                let points = points(&source, span);
                let judge = Judge { puzzle: state.judge(), is_spent: false };
                let (answer, judge) = (answer.clone(), Mutex::new(judge));
                questions.push(Question {
                    puzzle,
                    command,
                    repetition,
                    count: 0,
                    points,
                    answer,
                    judge,
                });
            }
            Step::Event { .. } => {}
            Step::Found(mut more) => found.append(&mut more),
        });
        if session.is_full() {
            return Err(console.refuse(full(file, limits.bytes)));
        }
        let tally = session.tally();
        let faults = tally.wrong + tally.unanswered + tally.skipped + tally.gave_up;
        if unsound || runner.errors + faults > 0 || answered != tally.open {
            found.retain(|one| one.severity() == Severity::Error);
            console.report(&source, &found, LIMIT, false);
            let name = shown(file);
            return Err(console.refuse(format!("{name} does not pass `puzzled test`")));
        }
        if questions.is_empty() {
            return Err(console.refuse(format!("{} has no expectations", shown(file))));
        }
        for one in &mut questions {
            let Question { puzzle, command, count, .. } = one;
            *count = counts.get(&(puzzle.clone(), command.clone())).copied().unwrap_or_default();
        }
        let mut puzzles = HashMap::new();
        for statement in &document.statements {
            if let Statement::Declaration(one) = statement {
                puzzles.insert(source.slice(one.name).to_owned(), Known::of(&source, one, true));
            }
        }
        Ok(Self { questions, puzzles })
    }

    /// Returns whether a hand-in declares another puzzle under the name of one of the document.
    /// Costs a look at its body.
    pub(super) fn is_changed(&self, source: &Source, one: &Declaration) -> bool {
        let Some(own) = self.puzzles.get(source.slice(one.name)) else { return false };
        let theirs = Known::of(source, one, false);
        if own.kind != theirs.kind {
            return true;
        }
        if own.body == theirs.body {
            return false;
        }
        let size = |body: &[String]| body.iter().map(|line| line.len() + 1).sum::<usize>();
        if size(&theirs.body) > 64 * size(&own.body) + (1 << 12) {
            return true; // nobody lays the same puzzle out in so many bytes
        }
        !own.is_same(&Known::of(source, one, true))
    }
}

impl Question {
    /// Returns the name of its column.
    pub(super) fn name(&self) -> String {
        match self.repetition {
            0 => format!("{}: {}", self.puzzle, self.command),
            count => format!("{}: {} #{}", self.puzzle, self.command, count + 1),
        }
    }

    /// Judges an expectation of a hand-in: returns whether it would hold in the document, and the
    /// word of its verdict. `text` is the text of the hand-in.
    pub(super) fn judge(
        &self,
        text: &str,
        expected: Expected,
        limits: &Limits,
        call: &Invocation,
    ) -> (bool, &'static str) {
        let mut judge = self.judge.lock().unwrap_or_else(PoisonError::into_inner);
        let Judge { puzzle, is_spent } = &mut *judge;
        let mut runner = Runner::of(call, limits, None);
        let command = Fragment { text: &self.command, start: 0 };
        let (compared, is_late) = runner.compute(&self.puzzle, |budget| {
            let cancel = Cancel::default();
            cancel.cancel();
            let budget =
                if *is_spent { Budget { cancel, ..budget.clone() } } else { budget.clone() };
            Compared::of(&mut **puzzle, command, text, expected, &self.answer, &budget)
        });
        *is_spent |= is_late;
        let is_right = compared.is_right();
        let word = compared.ruling.filter(|_| !compared.holds).map(|ruling| ruling.grade.word());
        (is_right, word.unwrap_or(if is_right { "right" } else { "wrong" }))
    }
}

/// Returns a command with single spaces between its words.
pub(super) fn words(command: &str) -> String {
    command.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether the statement at a place is an open question.
fn is_open(document: &Document, span: Span) -> bool {
    let at = document.statements.partition_point(|one| one.span().start < span.start);
    document.statements.get(at).is_some_and(Statement::is_open)
}

/// Returns the weight of a question: `N points` in the comment above it, or else 1.
fn points(source: &Source, command: Span) -> u32 {
    let Some(place) = comment(source, command) else { return 1 };
    let between = &source.text()[place.end as usize..command.start as usize];
    let is_above = |line: &str| line.is_empty() || line.starts_with("// puzzled:");
    if !between.lines().map(str::trim).all(is_above) {
        return 1;
    }
    let words: Vec<&str> = source
        .slice(place)
        .split_ascii_whitespace()
        .map(|word| word.trim_matches(|char: char| !char.is_ascii_alphanumeric()))
        .collect();
    let pair = words.windows(2).find_map(|pair| match pair {
        [number, "point" | "points"] => number.parse().ok(),
        _ => None,
    });
    pair.unwrap_or(1)
}
