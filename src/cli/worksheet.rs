//! `puzzled sheet`: puzzles with their questions as pages for printing, or the key to them.

use super::args::Worksheet;
use super::open::open;
use crate::diag::{Diagnostic, Severity, Sink};
use crate::host::{Console, Exit, Invocation, Picked, RawOptions, Runner, Step, full};
use crate::kinds::KINDS;
use crate::puzzle::rank::{self, Class, Figure};
use crate::puzzle::{Answer, Board, Role};
use crate::render::{self, Answered, Exercise, Sheet, solving_role};
use crate::search::Budget;
use crate::session::{self, Event, Mode, Parts, Secrecy, Session};
use crate::syntax::{Document, Fragment, Statement};
use crate::text::Source;

/// Puzzles at most.
const PUZZLES: usize = 10_000;
/// Puzzles at most whose class is printed, and cells of such a puzzle: hard ones take 30 ms to rate,
/// larger ones seconds.
const RATED: usize = 500;
const RATED_CELLS: usize = 81;
/// Pictures of a strip at most.
const STRIP: usize = 60;
/// Diagnostics shown for a file.
const LIMIT: usize = 100;

/// Prints the puzzles of files and folders, in the order of the files, with their questions. Each
/// puzzle is printed and dropped before the next one is opened.
pub(super) fn sheet(console: &Console, args: &Worksheet) -> Exit {
    let (files, mut exit) = console.walk_texts(&args.paths);
    if files.is_empty() {
        return exit;
    }

    let (limits, call) = args.limits.begin(None, console);
    let page = render::Worksheet {
        title: args.title.clone().unwrap_or_default(),
        paper: args.paper.word(),
        columns: args.columns as usize,
        pencil_marks: args.pencil_marks,
        is_key: args.answers,
    };
    let runner = Runner::of(&call, &limits, console.live_line());
    let mut printer =
        Printer { console, args, page, runner, failed: false, printed: 0, is_full: false };

    for file in &files {
        if call.is_interrupted() || printer.is_full {
            break;
        }
        exit = exit.max(printer.print(file, &call));
    }

    match printer.printed {
        0 => {
            let refused =
                console.refuse("there is no puzzle to print; name files that declare some");
            exit = exit.max(refused);
        }
        _ => console.print_painted(render::Worksheet::FOOT),
    }
    if printer.is_full {
        console.say(&format!("puzzled: only the first {PUZZLES} puzzles are printed\n"));
    }
    call.exit(exit, console)
}

/// Prints the puzzles and questions of files.
struct Printer<'a> {
    console: &'a Console,
    args: &'a Worksheet,
    page: render::Worksheet,
    runner: Runner,
    /// True if a file had errors.
    failed: bool,
    /// The number of puzzles so far.
    printed: usize,
    /// True if there are more puzzles than are printed.
    is_full: bool,
}

impl Printer<'_> {
    /// Prints the puzzles of a file, script by script.
    fn print(&mut self, file: &Picked, call: &Invocation) -> Exit {
        let raw = RawOptions { kind: self.args.kind.as_deref(), ..RawOptions::default() };
        let (source, failed) = match open(self.console, file, raw) {
            Ok(opened) => opened,
            Err(exit) => return exit,
        };
        self.failed = failed;

        let mut sink = Sink::new();
        let document = session::read(&source, true, &mut sink);
        let parts = Parts::of(KINDS, &source, &document, &mut sink);
        let mut errors = sink.take();
        errors.retain(|fault| fault.severity() == Severity::Error);
        // The places of the declarations that are open all the same.
        let mut opened = Vec::new();

        for script in parts.scripts() {
            if call.is_interrupted() {
                return Exit::Fine;
            }
            let place = document.statements[script[0] as usize].span();
            if self.printed == PUZZLES {
                self.is_full = true;
                errors.retain(|fault| fault.span.start < place.start);
                break;
            }
            let withheld = !self.args.answers && parts.withholds(script[0] as usize);
            let is_rated = self.printed < RATED && !withheld;
            let statements = script.iter().map(|&at| &document.statements[at as usize]);
            let mut session = Session::new();
            let exercise = self.exercise(&mut session, &source, statements, is_rated);
            if session.is_full() {
                return self.console.refuse(full(source.name(), self.runner.budget().bytes));
            }
            let Some(exercise) = exercise else { continue };
            opened.push(place);
            let levels = session.puzzle(None).map(|puzzle| puzzle.levels()).unwrap_or_default();
            let later = levels.into_iter().skip(1);
            let of_level = |(number, mut level): (usize, Board)| {
                Exercise::new(exercise.puzzle.of_level(number, &mut level), None)
            };
            let later: Vec<_> = later.map(of_level).collect();
            for exercise in std::iter::once(exercise).chain(later) {
                if self.printed == PUZZLES {
                    self.is_full = true;
                    break;
                }
                self.printed += 1;
                if self.printed == 1 {
                    self.console.print_painted(&self.page.head());
                }
                self.console.print_painted(&self.page.exercise(&exercise));
            }
        }

        errors.retain(|fault| {
            let after = opened.partition_point(|place| place.start <= fault.span.start);
            after.checked_sub(1).is_none_or(|at| fault.span.start >= opened[at].end)
        });
        self.report(&source, &errors);
        if self.failed { Exit::Failed } else { Exit::Fine }
    }

    /// Shows errors.
    fn report(&mut self, source: &Source, errors: &[Diagnostic]) {
        self.failed |= !errors.is_empty();
        self.console.report(source, errors, LIMIT, false);
    }

    /// Runs a script, and returns its puzzle with its questions; `None` if the puzzle is not open. Its
    /// class is left out unless `is_rated`.
    fn exercise<'a>(
        &mut self,
        session: &mut Session,
        source: &Source,
        statements: impl Iterator<Item = &'a Statement>,
        is_rated: bool,
    ) -> Option<Exercise> {
        if self.args.answers {
            *session = std::mem::take(session).withholding(Secrecy::Nothing);
        }

        session.begin(false);
        let mut exercise: Option<Exercise> = None;
        for statement in statements {
            let answer = self.follow(session, source, statement);
            let command = match statement {
                Statement::Declaration(declaration) => {
                    if let Some(puzzle) = session.puzzle(None) {
                        let class = if is_rated { self.class(puzzle) } else { None };
                        exercise =
                            Some(Exercise::new(Sheet::of(source, declaration, puzzle), class));
                    }
                    continue;
                }
                Statement::Command(command) => command,
                _ => continue,
            };
            let Some(exercise) = &mut exercise else { continue };
            let Some(puzzle) = session.puzzle(None) else { continue };
            let Some(blank) = Answered::blank(source, command, puzzle) else { continue };
            let text = source.slice(command.text);
            let answer = match answer {
                Some(answer @ Answer::Text(_)) if blank == Answered::InPicture => {
                    self.fill(exercise, puzzle, text, &answer)
                }
                Some(answer) => self.answer(&exercise.puzzle.name, puzzle, text, &answer),
                None => blank,
            };
            exercise.add(source, command, answer);
        }
        exercise
    }

    /// Rates a puzzle that is small enough.
    fn class(&mut self, puzzle: &mut Board) -> Option<Class> {
        let [rows, columns] = puzzle.extent().size?;
        if rows.saturating_mul(columns) > RATED_CELLS {
            return None;
        }
        match self.runner.compute("rate", |budget| rank::rating(puzzle, budget)).0 {
            Figure::Rating(rating) => Some(rating.class),
            _ => None,
        }
    }

    /// Runs a statement: as the checker does, or for the key as the runner does. Returns the answer
    /// for the key.
    fn follow(
        &mut self,
        session: &mut Session,
        source: &Source,
        statement: &Statement,
    ) -> Option<Answer> {
        let alone = Document { statements: vec![statement.clone()], ..Document::default() };
        let key = self.args.answers;
        let mode = if key { Mode::Run { solve: false } } else { Mode::Check { solve: false } };
        let mut errors = Vec::new();
        let mut answered = None;
        let sink = &mut Sink::new();
        self.runner.go_on(session, source, &alone, mode, sink, &mut |step| match step {
            Step::Diagnostics(mut more) => errors.append(&mut more),
            Step::Event { event: Event::Answer { answer, .. }, .. } if key => {
                answered = Some(answer.clone());
            }
            Step::Event { .. } => {}
        });
        // A puzzle that is open all the same is printed, and perhaps an expectation states the fact.
        let declares = matches!(statement, Statement::Declaration(_));
        if !(declares && session.puzzle(None).is_some()) {
            errors.retain(|fault| fault.severity() == Severity::Error);
            self.report(source, &errors);
        }
        answered
    }

    /// Fills in the picture of a puzzle whose solution is a state, unless that was done before.
    fn fill(
        &mut self,
        exercise: &mut Exercise,
        puzzle: &mut Board,
        command: &str,
        answer: &Answer,
    ) -> Answered {
        let Exercise { puzzle: Sheet { name, scene, .. }, questions, .. } = exercise;
        let text = Fragment { text: command, start: 0 };
        let point = |budget: &Budget| puzzle.point(name, text, budget, &mut Sink::new());
        let is_done =
            questions.iter().any(|question| question.answers.contains(&Answered::InPicture));
        match self.runner.compute("solve", point) {
            (Some(filled), _) if !is_done || filled == *scene => {
                *scene = filled;
                Answered::InPicture
            }
            _ => Answered::Text(answer.text().into_owned()),
        }
    }

    /// Returns the answer as the key shows it: that of `solve` in pictures.
    fn answer(
        &mut self,
        name: &str,
        puzzle: &mut Board,
        command: &str,
        answer: &Answer,
    ) -> Answered {
        let text = || Answered::Text(answer.text().into_owned());
        let Answer::Solution(solution) = answer else { return text() };
        if solving_role(puzzle, command) != Some(Role::Solve) {
            return text();
        }
        match self.runner.compute("solve", |budget| puzzle.film(name, budget)) {
            (Ok(film), _) => {
                let frames = film.shown(STRIP).into_iter().cloned().collect();
                Answered::Strip(solution.unit.count(solution.length), frames)
            }
            (Err(_), _) => text(),
        }
    }
}
