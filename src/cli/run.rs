//! `puzzled run`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::args::Run;
use super::judge::judge;
use super::lines;
use super::open::open;
use crate::diag::Sink;
use crate::host::{
    Asked, Console, Exit, Invocation, Limits, ReadAs, Runner, Step, full, output_lost, read_as,
    read_file, text_output,
};
use crate::puzzle::{Answer, Puzzle, Role};
use crate::render::picture;
use crate::scene::Scene;
use crate::search::Budget;
use crate::session::{self, Event, Mode, Session};
use crate::syntax::{Document, Fragment, Statement};

/// Diagnostics shown for one file.
const LIMIT: usize = 1000;

/// A person who reads the answers on a terminal; a pipe gets nothing but answers.
struct Reader<'a> {
    console: &'a Console,
    /// True if there are several files, so that each answer says what it answers.
    is_busy: bool,
    /// True if several answers of the document at work may follow each other.
    is_named: bool,
    /// True if an answer was shown before.
    is_followed: bool,
    /// The board that was drawn last, of the puzzle of this name.
    drawn: Option<(String, Scene)>,
}

impl<'a> Reader<'a> {
    /// Returns the reader of several files or one, if standard output is a terminal.
    fn at(console: &'a Console, is_busy: bool) -> Option<Self> {
        let reader = Self { console, is_busy, is_named: is_busy, is_followed: false, drawn: None };
        std::io::stdout().is_terminal().then_some(reader)
    }

    /// Begins a document.
    fn begin(&mut self, document: &Document) {
        let commands = |one: &&Statement| matches!(one, Statement::Command(_));
        self.is_named = self.is_busy || document.statements.iter().filter(commands).count() != 1;
        self.drawn = None;
    }

    /// Returns the lines above an answer: an empty one after the answer before, and what it answers.
    fn heading(&mut self, puzzle: &str, command: &str) -> String {
        if !self.is_named {
            return String::new();
        }
        let gap = if std::mem::replace(&mut self.is_followed, true) { "\n" } else { "" };
        format!("{gap}{puzzle}> {command}\n")
    }

    /// Returns the drawing of a board that a command solves, unless it was the last one drawn: the
    /// board from which moves lead to the goal, or a grid that is filled in.
    fn picture(
        &mut self,
        name: &str,
        command: &str,
        answer: &Answer,
        state: Option<&dyn Puzzle>,
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

/// Runs documents, or raw inputs with `--as`.
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
        let asked = args.goal.asked(args.kind.as_deref());
        exit = exit.max(match read_as(file, asked) {
            Ok(ReadAs::Raw(kind)) => {
                judge(console, file, kind, asked.goal, &limits, &call, args.number)
            }
            Ok(ReadAs::Document | ReadAs::Import) => {
                document(console, file, asked, &limits, &call, &mut reader, true)
            }
            Err(error) => console.refuse(error),
        });
    }
    call.exit(exit, console)
}

/// Runs the document on standard input.
pub(super) fn piped(console: &Console) -> Exit {
    let call = Invocation::begin(None, console);
    let (input, asked, limits) = (PathBuf::from("-"), Asked::default(), Limits::default());
    let mut reader = Reader::at(console, false);
    let exit = document(console, &input, asked, &limits, &call, &mut reader, false);
    call.exit(exit, console)
}

/// Runs a document in a separate session. A file (`whole`) must hold something.
fn document(
    console: &Console,
    file: &Path,
    asked: Asked<'_>,
    limits: &Limits,
    call: &Invocation,
    reader: &mut Option<Reader<'_>>,
    whole: bool,
) -> Exit {
    let opened = if whole {
        open(console, file, asked)
    } else {
        read_file(file).map(|source| (source, false)).map_err(|error| console.refuse(error))
    };
    let (source, unsound) = match opened {
        Ok(opened) => opened,
        Err(exit) => return exit,
    };
    let mut runner = Runner::of(call, limits, console.live_line());
    let budget = runner.budget();
    let cancel = budget.cancel.clone();
    let mut sink = Sink::new();
    let document = session::read(&source, whole, &mut sink);
    let mut session = Session::new().dropping();
    let mut out = text_output();
    let mut shown = 0;
    let mode = Mode::Run { solve: false };
    if let Some(reader) = reader {
        reader.begin(&document);
    }
    runner.run(&mut session, &source, &document, mode, &mut sink, &mut |step| match step {
        Step::Event { event: Event::Answer { puzzle, command, answer, state, .. }, .. } => {
            if let Some(reader) = reader {
                let _ = out.write_all(reader.heading(puzzle, command).as_bytes());
                if let Some(picture) = reader.picture(puzzle, command, answer, state, &budget) {
                    let _ = out.flush();
                    console.print_painted(&picture);
                }
            }
            let sent = out.write_all(answer.text().as_bytes()).and_then(|()| out.write_all(b"\n"));
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
        Step::Found(found) if !output_lost() => {
            let _ = out.flush();
            console.report(&source, &found, LIMIT.saturating_sub(shown), false);
            shown += found.len();
        }
        Step::Event { .. } | Step::Found(_) => {}
    });
    if session.is_full() {
        return console.refuse(full(file, limits.bytes));
    }
    let tally = session.tally();
    let unanswered = tally.unanswered > 0 && !output_lost();
    let failed = unsound || runner.errors > 0 || tally.wrong > 0 || unanswered;
    if failed { Exit::Failed } else { Exit::Fine }
}
