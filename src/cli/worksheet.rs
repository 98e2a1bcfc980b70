//! `puzzled sheet`: puzzles with their questions as pages for printing, or the key to them.

use super::args::Worksheet;
use super::open::open;
use super::sheet::drawn;
use crate::diag::{Severity, Sink};
use crate::host::{Asked, Console, Exit, Picked, Runner, Step, full};
use crate::puzzle::common::meaning;
use crate::puzzle::{Answer, Puzzle, Role};
use crate::render::{self, Answered, Exercise, Instruction, Question};
use crate::session::{self, Event, Mode, Secrecy, Session};
use crate::syntax::{Document, Expected, Fragment, Meta, Statement};
use crate::text::{Source, Span};

/// Puzzles at most.
const PUZZLES: usize = 10_000;
/// Pictures of a strip at most.
const STRIP: usize = 60;
/// Lines to write an answer on at most.
const LINES: usize = 12;
/// Diagnostics shown for a file.
const LIMIT: usize = 100;

/// Prints the puzzles of files and folders, in the order of the files, with their questions.
pub(super) fn sheet(console: &Console, args: &Worksheet) -> Exit {
    let (files, mut exit) = console.walk(&args.paths);
    if files.is_empty() {
        return exit.max(Exit::Unusable);
    }
    let (limits, call) = args.limits.begin(None, console);
    let mut exercises = Vec::new();
    for file in files.iter().take_while(|_| !call.is_interrupted()) {
        let runner = Runner::of(&call, &limits, console.live_line());
        exit = exit
            .max(Collector { console, args, runner, failed: false }.collect(file, &mut exercises));
    }
    if exercises.len() > PUZZLES {
        exercises.truncate(PUZZLES);
        console.say(&format!("puzzled: only the first {PUZZLES} puzzles are printed\n"));
    }
    if exercises.is_empty() {
        let refused = console.refuse("there is no puzzle to print; name files that declare some");
        return call.exit(exit.max(refused), console);
    }
    console.print_painted(&render::worksheet(&render::Worksheet {
        title: args.title.clone().unwrap_or_default(),
        paper: args.paper.word(),
        columns: args.columns as usize,
        pencil_marks: args.pencil_marks,
        exercises,
    }));
    call.exit(exit, console)
}

/// Collects the puzzles and questions of files.
struct Collector<'a> {
    console: &'a Console,
    args: &'a Worksheet,
    runner: Runner,
    /// True if a file had errors.
    failed: bool,
}

impl Collector<'_> {
    /// Adds the puzzles of a file.
    fn collect(&mut self, file: &Picked, exercises: &mut Vec<Exercise>) -> Exit {
        let asked = Asked { kind: self.args.kind.as_deref(), goal: None, guess: false };
        let (source, mut failed) = match open(self.console, file, asked) {
            Ok(opened) => opened,
            Err(exit) => return exit,
        };
        let first = exercises.len();
        // The comment that asked the question before.
        let mut asked_by = None;
        let mut sink = Sink::new();
        let document = session::read(&source, true, &mut sink);
        let mut session = Session::new();
        if self.args.answers {
            session = session.withholding(Secrecy::Nothing);
        }
        session.begin(false);
        for statement in &document.statements {
            let answer = self.follow(&mut session, &source, statement, &mut sink);
            let last = match statement {
                Statement::Declaration(one) => {
                    let name = source.slice(one.name);
                    let meta = Meta::of(source.slice(one.meta));
                    if let Some(puzzle) = session.puzzle(Some(name)) {
                        let puzzle = drawn(name, meta, puzzle);
                        exercises.push(Exercise { puzzle, questions: Vec::new() });
                    }
                    continue;
                }
                Statement::Command(one) => one,
                _ => continue,
            };
            let Some(expected) = last.expected else { continue };
            let name = last.target.map(|target| source.slice(target).to_owned());
            let name = name.or_else(|| session.focused().map(str::to_owned));
            let Some(name) = name else { continue };
            let Some(puzzle) = session.puzzle(Some(&name)) else { continue };
            let answer = match answer {
                Some(answer) => self.answer(&name, puzzle, source.slice(last.text), &answer),
                None => Answered::Lines(lines(&source, expected)),
            };
            let mut of_file = exercises[first..].iter_mut().rev();
            let Some(exercise) = of_file.find(|one| one.puzzle.name == name) else { continue };
            let task = comment(&source, last.span);
            match exercise.questions.last_mut() {
                Some(question) if task.is_some() && task == asked_by => {
                    question.answers.push(answer);
                }
                _ => {
                    let task = match task {
                        Some(place) => Instruction::Words(words(source.slice(place))),
                        None => Instruction::Command(source.slice(last.text).to_owned()),
                    };
                    exercise.questions.push(Question { task, answers: vec![answer] });
                }
            }
            asked_by = task;
        }
        failed |= self.failed;
        if session.is_full() {
            return self.console.refuse(full(source.name(), self.runner.budget().bytes));
        }
        if failed { Exit::Failed } else { Exit::Fine }
    }

    /// Runs a statement: as the checker does, or for the key as the runner does. Returns the answer
    /// for the key.
    fn follow(
        &mut self,
        session: &mut Session,
        source: &Source,
        statement: &Statement,
        sink: &mut Sink,
    ) -> Option<Answer> {
        let one = Document { statements: vec![statement.clone()], ..Document::default() };
        let key = self.args.answers;
        let mode = if key { Mode::Run { solve: false } } else { Mode::Check { solve: false } };
        let (mut found, mut answered) = (Vec::new(), None);
        self.runner.go_on(session, source, &one, mode, sink, &mut |step| match step {
            Step::Found(mut more) => found.append(&mut more),
            Step::Event { event: Event::Answer { answer, .. }, .. } if key => {
                answered = Some(answer.clone());
            }
            Step::Event { .. } => {}
        });
        // A puzzle that is open all the same is printed, and perhaps an expectation states the fact.
        let is_open = |session: &mut Session| match statement {
            Statement::Declaration(one) => session.puzzle(Some(source.slice(one.name))).is_some(),
            _ => false,
        };
        if !is_open(session) {
            found.retain(|one| one.severity() == Severity::Error);
            self.failed |= !found.is_empty();
            self.console.report(source, &found, LIMIT, false);
        }
        answered
    }

    /// Returns the answer as the key shows it: that of `solve` in pictures.
    fn answer(
        &mut self,
        name: &str,
        puzzle: &mut dyn Puzzle,
        command: &str,
        answer: &Answer,
    ) -> Answered {
        let info = puzzle.info();
        let verb = meaning(info, Fragment { text: command, start: 0 });
        let solves =
            verb.is_some_and(|(verb, rest)| verb.verb(info).role == Role::Solve && rest.is_empty());
        let film = solves.then(|| self.runner.compute("solve", |budget| puzzle.film(name, budget)));
        match film {
            Some((Ok(mut film), _)) if !film.frames.is_empty() => match answer {
                Answer::Solution(found) => {
                    let unit = if found.length == 1 { found.unit.one } else { found.unit.many };
                    let frames = film.shown(STRIP).into_iter().cloned().collect();
                    Answered::Strip(format!("{} {unit}", found.length), frames)
                }
                _ => Answered::Picture(film.frames.pop().expect("there is one").scene),
            },
            _ => Answered::Text(answer.text().into_owned()),
        }
    }
}

/// Returns the number of lines to write an answer on.
fn lines(source: &Source, expected: Expected) -> usize {
    match expected {
        Expected::Line(_) | Expected::Open(_) => 1,
        Expected::Block(span) => {
            let rows = source.slice(span).lines().filter(|line| !line.trim().is_empty());
            rows.count().clamp(1, LINES)
        }
    }
}

/// Returns the place of the comment that asks a question: its lines are directly above the command,
/// or above the statements that lead to it.
pub(super) fn comment(source: &Source, command: Span) -> Option<Span> {
    let is_task = |line: &str| {
        line.strip_prefix("//").is_some_and(|text| {
            !text.starts_with('/') && !text.trim_start().starts_with("puzzled:")
        })
    };
    let text = source.text();
    let mut end = text[..command.start as usize].rfind('\n')?;
    let mut found: Option<Span> = None;
    loop {
        let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
        let line = text[start..end].trim();
        let is_part = match found {
            _ if line.is_empty() || line.ends_with(['{', '}']) => false,
            None => true,
            Some(_) => is_task(line),
        };
        if !is_part {
            return found;
        }
        if is_task(line) {
            let to = found.map_or(end as u32, |found| found.end);
            found = Some(Span::new(start as u32, to));
        }
        if start == 0 {
            return found;
        }
        end = start - 1;
    }
}

/// Returns the words of a comment.
fn words(comment: &str) -> String {
    let lines = comment.lines().map(|line| line.trim().trim_start_matches('/').trim());
    lines.collect::<Vec<_>>().join(" ")
}
