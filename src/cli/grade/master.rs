//! The documents with the questions and the right answers.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::super::open::open;
use super::pupil::Outcome;
use crate::diag::{Severity, Sink};
use crate::host::{
    Console, Exit, Invocation, Limits, Picked, RawOptions, Runner, Step, full, shown,
};
use crate::kinds::KINDS;
use crate::puzzle::common::meaning;
use crate::puzzle::{Answer, Board, Body, Mark, Part, Piece, Role};
use crate::render::task_comment;
use crate::scene::Coordinate;
use crate::search::{Budget, Cancel};
use crate::session::{self, Comparison, Event, Mode, Secrecy, Session};
use crate::syntax::{Declaration, Document, Expected, Fragment, Statement, body_lines};
use crate::text::{Source, Span};

/// Diagnostics shown for the document.
const LIMIT: usize = 100;
/// States that may be looked at to compare two declarations.
const STATES: u64 = 1 << 16;

/// The questions, and the puzzles that they are about.
#[derive(Default)]
pub(super) struct Master {
    /// The questions in their order.
    pub(super) questions: Vec<Question>,
    /// The puzzles by their names.
    puzzles: HashMap<String, Known>,
    /// The documents, without links: they are not hand-ins.
    files: BTreeSet<PathBuf>,
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
    /// True if a body that is filled in answers it.
    pub(super) is_filled_in: bool,
    judge: Mutex<Judge>,
}

/// The result of comparing an answer that was handed in.
pub(super) struct Judgment {
    pub(super) outcome: Outcome,
    /// The word of the verdict.
    pub(super) verdict: &'static str,
    /// The reason of a verdict that the answer is not right.
    pub(super) reason: Option<String>,
}

/// The relation of a declaration that was handed in to that of the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// It says the same, or the questions are about no puzzle of that name.
    Same,
    /// It keeps what is given, and fills in cells that are open.
    Filled,
    /// It declares another puzzle.
    Changed,
}

/// The puzzle of a question in the state after its command.
struct Judge {
    puzzle: Board,
    /// True if a verdict has used up the time of the question: no other one searches.
    is_spent: bool,
}

/// A declared puzzle.
struct Known {
    kind: String,
    body: Vec<String>,
    /// Its canonical form.
    piece: Option<Piece>,
    /// Its cells, if all of its body are cells that hold something given or are open.
    cells: Option<Vec<Cell>>,
}

/// A cell of a body.
#[derive(PartialEq, Eq)]
struct Cell {
    place: Coordinate,
    /// The text that is given there; `None` if the cell is open.
    given: Option<String>,
}

impl Known {
    /// Reads a declaration; its canonical form is made if it is `needed`.
    fn of(source: &Source, declaration: &Declaration, needed: bool) -> Self {
        let lines = body_lines(source.text(), declaration.body);
        let body = lines.iter().map(|line| line.text.trim_end().to_owned()).collect();
        let word = declaration.kind_word(source);
        let kind = KINDS.kind(word).filter(|_| needed);
        let text = Body::of(source.text(), declaration);
        let opened = kind.and_then(|kind| kind.open(&text, KINDS, &mut Sink::new()));
        let budget = Budget::unlimited().with_states(STATES);
        let piece = opened.and_then(|puzzle| puzzle.piece(&budget).ok());
        let marks = kind.map(|kind| kind.marks(&text, declaration.body)).unwrap_or_default();
        let cell = |mark: &Mark| {
            let given = match mark.part {
                Part::Given => Some(source.slice(mark.span).to_owned()),
                Part::Floor => None,
                _ => return None,
            };
            Some(Cell { place: mark.cell?, given })
        };
        let cells = marks.iter().map(cell).collect();
        Self { kind: word.to_owned(), body, piece, cells }
    }

    /// Returns whether another declaration of the kind says the same in another layout.
    fn is_same(&self, other: &Self) -> bool {
        let (Some(piece), Some(other)) = (&self.piece, &other.piece) else { return false };
        !piece.fields.is_empty() && piece.fields == other.fields
            || (&piece.body, &piece.commands) == (&other.body, &other.commands)
    }

    /// Returns whether another declaration of the kind keeps what is given in this one, and fills
    /// in some of its open cells.
    fn is_filled_by(&self, other: &Self) -> bool {
        let (Some(before), Some(after)) = (&self.cells, &other.cells) else { return false };
        let keeps = |(before, after): (&Cell, &Cell)| {
            before.place == after.place && (before.given.is_none() || before.given == after.given)
        };
        before.len() == after.len() && before.iter().zip(after).all(keeps) && before != after
    }
}

impl Master {
    /// Runs a document, or those of a folder, as `puzzled test` does, and keeps the questions with
    /// their answers.
    ///
    /// # Errors
    /// The exit code if a document cannot be read or does not pass, if two of them declare a puzzle
    /// of the same name, or if nothing is asked.
    pub(super) fn open(
        console: &Console,
        path: &Path,
        limits: &Limits,
        call: &Invocation,
    ) -> Result<Self, Exit> {
        let (files, exit) = console.walk(&[path.to_owned()]);
        if files.is_empty() || exit != Exit::Fine {
            return Err(Exit::Unusable);
        }
        let mut master = Self::default();
        for file in &files {
            master.add(console, file, limits, call)?;
        }
        if master.questions.is_empty() {
            return Err(console.refuse(format!("{} has no expectations", shown(path))));
        }
        let mut counts: HashMap<(String, String), usize> = HashMap::new();
        for Question { puzzle, command, .. } in &master.questions {
            *counts.entry((puzzle.clone(), command.clone())).or_default() += 1;
        }
        for Question { puzzle, command, count, .. } in &mut master.questions {
            *count = counts.get(&(puzzle.clone(), command.clone())).copied().unwrap_or_default();
        }
        Ok(master)
    }

    /// Adds the questions of a document.
    ///
    /// # Errors
    /// As [`Master::open`].
    fn add(
        &mut self,
        console: &Console,
        file: &Picked,
        limits: &Limits,
        call: &Invocation,
    ) -> Result<(), Exit> {
        let (source, unsound) =
            open(console, file, RawOptions::default()).map_err(|_| Exit::Unusable)?;
        let mut runner = Runner::of(call, limits, console.live_line());
        let mut sink = Sink::new();
        let document = session::read(&source, true, &mut sink);
        let mut session = Session::new().dropping().withholding(Secrecy::Nothing);

        let mut diagnostics = Vec::new();
        let mut answered = 0;
        let mut counts: HashMap<(String, String), usize> = HashMap::new();
        let mode = Mode::Run { solve: true };
        runner.run(&mut session, &source, &document, mode, &mut sink, &mut |step| match step {
            Step::Event {
                event: Event::Question { span, puzzle, command, answer, state }, ..
            } => {
                let puzzle = puzzle.to_owned();
                let command = words(command);
                let count = counts.entry((puzzle.clone(), command.clone())).or_default();
                let repetition = *count;
                *count += 1;
                answered += u64::from(is_open(&document, span));
                let points = points(&source, span);
                let verb = meaning(state.info(), Fragment { text: &command, start: 0 });
                let is_filled_in = verb.is_some_and(|(verb, rest)| {
                    verb.verb(state.info()).role == Role::Fill && rest.is_empty()
                });
                let judge = Judge { puzzle: state.judge(), is_spent: false };
                let answer = answer.clone();
                let judge = Mutex::new(judge);
                self.questions.push(Question {
                    puzzle,
                    command,
                    repetition,
                    count: 0,
                    points,
                    answer,
                    is_filled_in,
                    judge,
                });
            }
            Step::Event { .. } => {}
            Step::Diagnostics(mut more) => diagnostics.append(&mut more),
        });

        if session.is_full() {
            return Err(console.refuse(full(file, limits.bytes)));
        }
        let tally = session.tally();
        let faults = tally.wrong + tally.unanswered + tally.skipped + tally.gave_up;
        if unsound || runner.errors + faults > 0 || answered != tally.open {
            diagnostics.retain(|diagnostic| diagnostic.severity() == Severity::Error);
            console.report(&source, &diagnostics, LIMIT, false);
            let name = shown(file);
            return Err(console.refuse(format!("{name} does not pass `puzzled test`")));
        }

        let mut declared = Vec::new();
        for statement in &document.statements {
            if let Statement::Declaration(declaration) = statement {
                let known = Known::of(&source, declaration, true);
                declared.push((declaration.name_word(&source).to_owned(), known));
            }
        }

        let is_known = |(name, _): &&(String, Known)| self.puzzles.contains_key(name);
        if let Some((name, _)) = declared.iter().find(is_known) {
            let file = shown(file);
            return Err(console.refuse(format!(
                "{file} declares `{name}`, and so does a file before it; give each puzzle its own name"
            )));
        }

        self.puzzles.extend(declared);
        self.files.extend(file.path.canonicalize());
        Ok(())
    }

    /// Returns whether a file is one of the documents.
    pub(super) fn is_master(&self, file: &Path) -> bool {
        file.canonicalize().is_ok_and(|file| self.files.contains(&file))
    }

    /// Compares a declaration of a hand-in with the puzzle of its name. Costs a look at its body.
    pub(super) fn compare(&self, source: &Source, declaration: &Declaration) -> Relation {
        let Some(known) = self.puzzles.get(declaration.name_word(source)) else {
            return Relation::Same;
        };
        let theirs = Known::of(source, declaration, false);
        if known.kind != theirs.kind {
            return Relation::Changed;
        }
        if known.body == theirs.body {
            return Relation::Same;
        }
        let size = |body: &[String]| body.iter().map(|line| line.len() + 1).sum::<usize>();
        if size(&theirs.body) > 64 * size(&known.body) + (1 << 12) {
            return Relation::Changed; // nobody lays the same puzzle out in so many bytes
        }
        let theirs = Known::of(source, declaration, true);
        match () {
            () if known.is_same(&theirs) => Relation::Same,
            () if known.is_filled_by(&theirs) => Relation::Filled,
            () => Relation::Changed,
        }
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

    /// Judges an expectation of a hand-in, as it would be judged in the document. `text` is the text
    /// of the hand-in. Without `show_answers` the reason holds nothing of the right answer.
    pub(super) fn judge(
        &self,
        text: &str,
        expected: Expected,
        show_answers: bool,
        limits: &Limits,
        call: &Invocation,
    ) -> Judgment {
        let mut judge = self.judge.lock().unwrap_or_else(PoisonError::into_inner);
        let Judge { puzzle, is_spent } = &mut *judge;
        let mut runner = Runner::of(call, limits, None);
        let command = Fragment { text: &self.command, start: 0 };
        let (compared, is_late) = runner.compute(&self.puzzle, |budget| {
            let cancel = Cancel::default();
            cancel.cancel();
            let budget =
                if *is_spent { Budget { cancel, ..budget.clone() } } else { budget.clone() };
            Comparison::of(puzzle, command, text, expected, &self.answer, &budget)
        });
        *is_spent |= is_late;
        let ruling = compared.ruling.as_ref().filter(|_| !compared.holds);
        let verdict = ruling.map(|ruling| ruling.grade.word());
        if compared.is_right() {
            let verdict = verdict.unwrap_or("right");
            return Judgment { outcome: Outcome::Right, verdict, reason: None };
        }
        let reason = ruling.map(|ruling| match show_answers {
            true => ruling.reason.clone(),
            false => ruling.veiled().to_owned(),
        });
        Judgment { outcome: Outcome::Wrong, verdict: verdict.unwrap_or("wrong"), reason }
    }
}

/// Returns a command with single spaces between its words.
pub(super) fn words(command: &str) -> String {
    command.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether the statement at a place is an open question.
fn is_open(document: &Document, span: Span) -> bool {
    let at = document.statements.partition_point(|statement| statement.span().start < span.start);
    document.statements.get(at).is_some_and(Statement::is_open)
}

/// Returns the weight of a question: `N points` in the comment above it, or else 1.
fn points(source: &Source, command: Span) -> u32 {
    let Some(place) = task_comment(source, command) else { return 1 };
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
