//! `puzzled run` and `puzzled solve`.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::Path;

use serde::Serialize;

use super::args::{Run, Solutions, Solve};
use super::judge::{Raw, judge};
use super::lines::{self, write};
use super::open::made;
use super::show::{Followed, follow_source};
use crate::diag::{Severity, Sink};
use crate::host::{
    Console, Exit, Invocation, Limits, RawOptions, ReadAs, Recognized, Runner, Step, full,
    is_stdin, name, output_lost, recognize, shown, text_output,
};
use crate::kinds::KINDS;
use crate::puzzle::{Answer, Board, Body, Depth, Directive, Info, Input, Role, Verdict};
use crate::render::picture;
use crate::scene::Scene;
use crate::search::Budget;
use crate::session::{self, Entry, Event, Mode, Orders, Session};
use crate::syntax::{Document, Fragment, Statement};
use crate::text::Source;

/// Diagnostics shown for one file.
const LIMIT: usize = 1000;

/// A person who reads the answers on a terminal; a pipe gets nothing but answers.
struct Reader<'a> {
    console: &'a Console,
    /// True if there are several files, so that each answer appears below its command.
    has_several_files: bool,
    /// True if several answers of the document at work may follow each other.
    is_named: bool,
    /// True if an answer was shown before.
    has_answered: bool,
    /// The board that was drawn last, of the puzzle of this name.
    drawn: Option<(String, Scene)>,
}

impl<'a> Reader<'a> {
    /// Returns the reader of several files or one, if standard output is a terminal.
    fn at(console: &'a Console, has_several_files: bool) -> Option<Self> {
        let reader = Self {
            console,
            has_several_files,
            is_named: has_several_files,
            has_answered: false,
            drawn: None,
        };
        std::io::stdout().is_terminal().then_some(reader)
    }

    /// Begins a document.
    fn begin(&mut self, document: &Document) {
        let commands = |statement: &&Statement| matches!(statement, Statement::Command(_));
        self.is_named =
            self.has_several_files || document.statements.iter().filter(commands).count() != 1;
        self.drawn = None;
    }

    /// Returns the lines above an answer: an empty one after the answer before, and what it answers.
    fn heading(&mut self, puzzle: &str, command: &str) -> String {
        if !self.is_named {
            return String::new();
        }
        let gap = if std::mem::replace(&mut self.has_answered, true) { "\n" } else { "" };
        format!("{gap}{puzzle}> {command}\n")
    }

    /// Returns the text of an answer, in which the length of a solution has its unit: `81 moves`.
    fn text(answer: &Answer) -> String {
        let text = answer.text();
        match (answer, text.split_once('\n')) {
            (Answer::Solution(_), Some((_, moves))) => format!("{}\n{moves}", answer.summary()),
            (Answer::Solution(_), None) => answer.summary().into_owned(),
            _ => text.into_owned(),
        }
    }

    /// Returns the drawing of a board that a command solves, unless it was the last one drawn: the
    /// board from which moves lead to the goal, or a grid that is filled in.
    fn picture(
        &mut self,
        name: &str,
        command: &str,
        answer: &Answer,
        state: Option<&Board>,
        budget: &Budget,
    ) -> Option<String> {
        let state = state?;
        let text = Fragment { text: command, start: 0 };
        let scene = match (state.info().role(text)?, answer) {
            (Role::Solve, Answer::Solution(_)) => state.judge().scene(name),
            (Role::Fill, Answer::Text(_)) => {
                state.judge().point(name, text, budget, &mut Sink::new())?
            }
            _ => return None,
        };
        let drawn = Some((name.to_owned(), scene));
        if self.drawn == drawn {
            return None;
        }
        self.drawn = drawn;
        let (_, scene) = self.drawn.as_ref()?;
        Some(picture(scene, self.console.paint()))
    }
}

/// Runs documents, and answers texts from outside.
pub(super) fn run(console: &Console, args: &Run) -> Exit {
    let (limits, call) = args.limits.begin(None, console);
    if args.jsonl {
        return call.exit(lines::run(console, args, &limits, &call), console);
    }
    let mut reader = Reader::at(console, args.files.len() > 1);
    let mut exit = Exit::Fine;
    for file in &args.files {
        if output_lost() || call.is_interrupted() {
            break;
        }
        let raw = args.level.of(args.goal.raw_options(args.kind.as_deref()));
        let means = Means {
            console,
            limits: &limits,
            call: &call,
            number: args.number,
            is_json: false,
            question: Question::Commands,
        };
        exit = exit.max(means.input(file, raw, &mut reader));
    }
    call.exit(exit, console)
}

/// Prints solutions of the puzzles of documents and of texts from outside.
pub(super) fn solve(console: &Console, args: &Solve) -> Exit {
    let (limits, call) = args.limits.begin(None, console);
    let is_json = args.format == Solutions::Json;
    let mut reader = Reader::at(console, args.inputs.len() > 1).filter(|_| !is_json);
    let mut exit = Exit::Fine;
    let means = Means {
        console,
        limits: &limits,
        call: &call,
        number: false,
        is_json,
        question: Question::Solutions,
    };
    for input in &args.inputs {
        if output_lost() || call.is_interrupted() {
            break;
        }
        let raw = args.level.of(args.goal.raw_options(args.kind.as_deref()));
        exit = exit.max(means.input(input, raw, &mut reader));
    }
    call.exit(exit, console)
}

/// The limits and options of a call, which all its inputs share.
struct Means<'a> {
    console: &'a Console,
    limits: &'a Limits,
    call: &'a Invocation,
    /// True if the number of its line of input is written before each answer to raw input.
    number: bool,
    /// True if each answer is written as a JSON object.
    is_json: bool,
    question: Question,
}

/// An answer in JSON.
#[derive(Serialize)]
struct Record<'a> {
    file: &'a str,
    puzzle: &'a str,
    command: &'a str,
    status: &'static str,
    /// `None` if the search gave up.
    answer: Option<&'a Answer>,
}

impl<'a> Record<'a> {
    fn of(file: &'a str, puzzle: &'a str, command: &'a str, answer: &'a Answer) -> Self {
        let (status, answer) = match answer {
            Answer::GaveUp { .. } => ("gave-up", None),
            Answer::Unsolvable => ("unsolvable", Some(answer)),
            _ => ("solved", Some(answer)),
        };
        Self { file, puzzle, command, status, answer }
    }
}

/// The question about a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Its commands. It must hold something.
    Commands,
    /// Its commands, if it has any.
    Piped,
    /// The solutions of its puzzles.
    Solutions,
}

/// Statements that are run.
struct Script<'a> {
    file: &'a Path,
    source: &'a Source,
    document: &'a Document,
    /// True if the name of its puzzle is written above each answer.
    is_named: bool,
}

impl Means<'_> {
    /// Prints the answers to the commands of a document, or the solutions of a text from outside.
    fn input(&self, file: &Path, raw: RawOptions<'_>, reader: &mut Option<Reader<'_>>) -> Exit {
        let console = self.console;
        let recognized = match recognize(file, raw) {
            Ok(recognized) => recognized,
            Err(error) => return console.refuse(error),
        };
        let how = recognized.how;

        if let ReadAs::Outside(kind) = how {
            let is_single = !kind.is_whole_text() && recognized.is_single();
            let drawn = reader.is_some() && !self.number && is_single;
            if !drawn && !self.is_json {
                console.note(recognized.reading(file).as_deref());
                let input =
                    Raw { file, kind, goal: raw.goal, level: raw.level, number: self.number };
                return judge(console, &input, recognized.into_read(), self.limits, self.call);
            }
        }

        if let ReadAs::Outside(kind) = how
            && kind.is_whole_text()
        {
            return self.levels(file, recognized, kind, raw);
        }

        let opened = recognized.open(file, raw).map_err(|error| console.refuse(error));
        let opened = opened.and_then(|opened| made(console, opened).ok_or(Exit::Failed));
        let (source, unsound) = match opened {
            Ok(opened) => opened,
            Err(exit) => return exit,
        };

        // A person sees the board of a text from outside above its answer.
        let solver = match how {
            ReadAs::Outside(kind) => kind.solver(),
            ReadAs::Document | ReadAs::Json => None,
        };
        let exit = match (solver, self.question) {
            (Some(_), _) if self.is_json => self.solve(file, &source, reader),
            (Some(verb), _) => {
                let text = format!("{}{}\n", source.text(), verb.name);
                self.document(file, &Source::new(source.name(), text), reader, true)
            }
            (None, Question::Solutions) if !matches!(how, ReadAs::Outside(_)) => {
                self.solve(file, &source, reader)
            }
            (None, question) => self.document(file, &source, reader, question != Question::Piped),
        };
        if unsound { exit.max(Exit::Failed) } else { exit }
    }
}

/// Runs the document on standard input.
pub(super) fn piped(console: &Console) -> Exit {
    let call = Invocation::begin(None, console);
    let limits = Limits::default();
    let means = Means {
        console,
        limits: &limits,
        call: &call,
        number: false,
        is_json: false,
        question: Question::Piped,
    };
    let mut reader = Reader::at(console, false);
    let exit = means.input(Path::new("-"), RawOptions::default(), &mut reader);
    call.exit(exit, console)
}

impl Means<'_> {
    /// Runs a document in a separate session. A document that is `whole` must hold something.
    fn document(
        &self,
        file: &Path,
        source: &Source,
        reader: &mut Option<Reader<'_>>,
        whole: bool,
    ) -> Exit {
        let mut sink = Sink::new();
        let document = session::read(source, whole, &mut sink);
        let mut session = Session::new().dropping();
        let script = Script { file, source, document: &document, is_named: false };
        self.answer(&mut session, &script, sink, reader)
    }

    /// Writes a JSON object for the solution of each level of a game in a file of its own.
    fn levels(
        &self,
        file: &Path,
        recognized: Recognized,
        kind: &'static Info,
        raw: RawOptions<'_>,
    ) -> Exit {
        let source = match recognized.into_source(file) {
            Ok(source) => source,
            Err(error) => return self.console.refuse(error),
        };
        let mut sink = Sink::new();
        let body = Body::raw(Input { level: raw.level, ..(&source).into() });
        let puzzle = kind.open(&body, KINDS, &mut sink);
        sink.retain_since(0, |fault| fault.severity() > Severity::Advice);
        self.console.report(&source, sink.diagnostics(), LIMIT, false);
        let Some((puzzle, solver)) = puzzle.zip(kind.solver()) else { return Exit::Failed };

        let stem = file.file_stem().filter(|_| !is_stdin(file)).map(|stem| stem.to_string_lossy());
        let stem = stem.unwrap_or(Cow::Borrowed(kind.name));
        let name = name(file);
        let mut out = text_output();
        let mut exit = Exit::Fine;
        let mut runner = Runner::of(self.call, self.limits, None);
        for (number, mut level) in puzzle.levels() {
            if self.call.is_interrupted() {
                break;
            }
            let mut faults = Sink::new();
            let directive = Directive::new(solver);
            let solve = |budget: &Budget| level.direct(directive, Depth::Run, budget, &mut faults);
            let Some(answer) = runner.compute(&name, solve).0 else {
                self.console.report(&source, faults.diagnostics(), LIMIT, false);
                return Exit::Failed;
            };
            if answer.verdict() != Verdict::Fine {
                exit = Exit::Failed;
            }
            let puzzle = format!("{stem}:{number}");
            write(&Record::of(&name, &puzzle, solver.name, &answer), &mut out);
        }
        let _ = out.flush();
        exit
    }

    /// Solves each puzzle of a document that can be solved, from the state in which the document
    /// leaves it.
    fn solve(&self, file: &Path, source: &Source, reader: &mut Option<Reader<'_>>) -> Exit {
        let console = self.console;
        let mut runner = Runner::of(self.call, self.limits, console.live_line());
        let followed = follow_source(console, source, Some(Severity::Error), &mut runner);
        let Followed { mut session, failed } = match followed {
            Ok(followed) => followed,
            Err(exit) => return exit,
        };

        let entries = session.entries();
        let mut commands = Vec::new();
        for Entry { name, .. } in &entries {
            let Some(puzzle) = session.puzzle(Some(name)) else { continue };
            let Some(verb) = puzzle.info().solver() else { continue };
            let has_goal = puzzle.standing().has_goal;
            if has_goal && !session.withholds(Some(name)) {
                commands.push((name.as_str(), verb));
            }
        }
        if commands.is_empty() {
            let file = shown(file);
            return console.refuse(format!("{file} has no puzzle that can be solved"));
        }

        let is_named = commands.len() > 1;
        let orders = Orders::new(format!("{}, solved", source.name()), commands);
        session.give(&orders);
        let Orders { source, document, .. } = &orders;
        let script = Script { file, source, document, is_named };
        let exit = self.answer(&mut session, &script, Sink::new(), reader);
        if failed { exit.max(Exit::Failed) } else { exit }
    }

    /// Runs statements and prints their answers.
    fn answer(
        &self,
        session: &mut Session,
        script: &Script<'_>,
        mut sink: Sink,
        reader: &mut Option<Reader<'_>>,
    ) -> Exit {
        let &Self { console, limits, call, .. } = self;
        let &Script { file, source, document, is_named } = script;

        let mut runner = Runner::of(call, limits, console.live_line());
        let budget = runner.budget();
        let cancel = budget.cancel.clone();
        let mut out = text_output();
        let mut shown = 0;
        let mode = Mode::Run { solve: false };
        if let Some(reader) = reader {
            reader.begin(document);
        }

        runner.run(session, source, document, mode, &mut sink, &mut |step| match step {
            Step::Event { event: Event::Answer { puzzle, command, answer, .. }, .. }
                if self.is_json =>
            {
                write(&Record::of(&name(file), puzzle, command, answer), &mut out);
            }
            Step::Event { event: Event::Answer { puzzle, command, answer, state, .. }, .. } => {
                if let Some(reader) = reader {
                    let _ = out.write_all(reader.heading(puzzle, command).as_bytes());
                    if let Some(picture) = reader.picture(puzzle, command, answer, state, &budget) {
                        let _ = out.flush();
                        console.print_painted(&picture);
                    }
                } else if is_named {
                    let _ = writeln!(out, "{puzzle}:");
                }
                let text = match reader {
                    Some(_) => Cow::Owned(Reader::text(answer)),
                    None => answer.text(),
                };
                let sent = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n"));
                if sent.is_err() {
                    cancel.cancel(); // the reader has gone away
                }
            }
            Step::Event { event: Event::Done, .. } => {
                if out.flush().is_err() {
                    cancel.cancel();
                }
            }
            // After the output is lost, a stop only means that the reader has gone away.
            Step::Diagnostics(diagnostics) if !output_lost() => {
                let _ = out.flush();
                console.report(source, &diagnostics, LIMIT.saturating_sub(shown), false);
                shown += diagnostics.len();
            }
            Step::Event { .. } | Step::Diagnostics(_) => {}
        });

        if session.is_full() {
            return console.refuse(full(file, limits.bytes));
        }
        let tally = session.tally();
        let unanswered = tally.unanswered > 0 && !output_lost();
        let failed = runner.errors > 0 || tally.wrong > 0 || unanswered;
        if failed { Exit::Failed } else { Exit::Fine }
    }
}
