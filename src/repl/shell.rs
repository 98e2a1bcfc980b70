//! The shell of the prompt: takes an input and finds out whether it is one of the REPL's own
//! verbs (`act`) or a document of statements (`feed`).

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::commands;
use super::more::Pages;
use super::port::Port;
use super::recall::{Answers, Recalled};
use super::record::Log;
use super::settings::Settings;
use super::transcript;
use super::watch::Watched;
use crate::diag::{Severity, Sink};
use crate::host::{FOREIGN, Limits, Opened, Runner, is_stdin, open_document, shown};
use crate::kind::{Info, names};
use crate::render::sanitize;
use crate::search::{Budget, Cancel};
use crate::session::{self, Session};
use crate::syntax::{Document, parse_document};
use crate::text::{Source, Span};

/// Whether the REPL goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The next input.
    On,
    /// It is left.
    Leave,
}

/// The session of a REPL and how inputs run in it.
// Each is a fact of its own: no two of them exclude each other.
#[allow(clippy::struct_excessive_bools)]
pub(super) struct Shell {
    pub(super) session: Rc<RefCell<Session>>,
    pub(super) limits: Limits,
    pub(super) cancel: Cancel,
    pub(super) settings: Settings,
    /// What `~/` means.
    pub(super) home: Option<PathBuf>,
    /// The editor of `edit`, where it is not that of the environment.
    pub(super) editor: Option<String>,
    /// Whether what is typed is at work: a command in it may feed more.
    pub(super) feeding: bool,
    /// Whether anything went wrong.
    pub(super) failed: bool,
    /// Whether an error ended what ran ([`Settings::bail`]).
    pub(super) bailed: bool,
    /// Where `more` goes on.
    pub(super) pages: Option<Pages>,
    /// The last input that was not an `edit`, for `edit`.
    pub(super) last: String,
    /// What editors saved since the last input, for the history.
    pub(super) drafts: Vec<String>,
    /// What was answered.
    pub(super) answers: Rc<RefCell<Answers>>,
    /// Inputs taken so far.
    pub(super) number: usize,
    /// The command of the REPL that is at work.
    pub(super) command: String,
    /// Writes down what happens.
    pub(super) log: Log,
    /// Where journals lie.
    pub(super) journals: Option<PathBuf>,
    /// The document that is watched.
    pub(super) watched: Option<Watched>,
    /// Whether nobody reads standard output any more.
    pub(super) closed: bool,
}

impl Shell {
    /// A shell without puzzles.
    pub(super) fn new(limits: Limits, cancel: Cancel, home: Option<PathBuf>) -> Self {
        Self {
            session: Rc::default(),
            limits,
            cancel,
            settings: Settings::default(),
            home,
            editor: None,
            feeding: false,
            failed: false,
            bailed: false,
            number: 0,
            pages: None,
            last: String::new(),
            drafts: Vec::new(),
            answers: Rc::default(),
            command: String::new(),
            log: Log::default(),
            journals: None,
            watched: None,
            closed: false,
        }
    }

    /// The session, for callers that look at it between two inputs.
    pub(super) fn session(&self) -> Rc<RefCell<Session>> {
        self.session.clone()
    }

    /// Whether anything went wrong so far.
    pub(super) fn failed(&self) -> bool {
        self.failed
    }

    /// What a statement may spend.
    pub(super) fn budget(&self, port: &dyn Port) -> Budget {
        self.limits.budget(&self.cancel, port.live().map(|line| line.progress()))
    }

    /// Runs statements and computations under the limits of the session.
    pub(super) fn runner(&self, port: &dyn Port) -> Runner {
        Runner::new(&self.limits, &self.cancel, port.live())
    }

    /// Whether Ctrl-C was pressed since the last input; forgets it.
    pub(super) fn take_interrupt(&self) -> bool {
        let pressed = self.cancel.is_cancelled();
        self.cancel.clear();
        pressed
    }

    /// The prompt: the puzzle in focus and where it stands.
    pub(super) fn prompt(&self) -> String {
        let session = self.session.borrow();
        let focus = session.entries().into_iter().find(|entry| entry.focus);
        let Some(focus) = focus else { return String::from("puzzled> ") };
        // A long name must leave room to type in a narrow window.
        let name = match focus.name.char_indices().nth(24) {
            Some((at, _)) => format!("{}…", &focus.name[..at]),
            None => focus.name.clone(),
        };
        match place(&focus).as_str() {
            "" => format!("{name}> "),
            at => format!("{name} {at}> "),
        }
    }

    /// The name of the next input.
    pub(super) fn next(&self) -> String {
        format!("<repl:{}>", self.number + 1)
    }

    /// Whether an error ended the last input.
    pub(super) fn bailed(&self) -> bool {
        self.bailed
    }

    /// Takes an input: runs its statements one after the other. Of a transcript the inputs run,
    /// each as one of its own.
    pub(super) fn take(&mut self, source: &Source, port: &mut dyn Port) -> Flow {
        let Some(inputs) = transcript::inputs(source.text()) else {
            return self.take_one(source, port);
        };
        for (at, input) in inputs.iter().enumerate() {
            if port.watched() {
                let shown: Vec<_> = input.lines().map(sanitize).collect();
                port.say(&format!("{}{}\n", self.prompt(), shown.join("\n")));
            }
            let typed = source.name().starts_with("<repl:");
            let name = if typed { self.next() } else { source.name().to_owned() };
            let one = Source::new(name, input.as_str()).starting_at_line(source.first_line());
            if self.take_one(&one, port) == Flow::Leave {
                return Flow::Leave;
            }
            let left = inputs.len() - at - 1;
            if left > 0 && (self.bailed || self.cancel.is_cancelled()) {
                let plural = if left == 1 { "input was" } else { "inputs were" };
                port.say(&format!("{left} more {plural} not run\n"));
                break;
            }
        }
        Flow::On
    }

    fn take_one(&mut self, source: &Source, port: &mut dyn Port) -> Flow {
        self.begin();
        self.number += 1;
        let word = source.text().split_whitespace().next();
        if word != Some("edit") {
            source.text().trim_end().clone_into(&mut self.last);
        }
        self.look(port);
        let stood = self.stand();
        let flow = self.input(source, port);
        let trouble = self.log.settle();
        if !trouble.is_empty() {
            port.say(&trouble);
        }
        if self.log.take_torn() {
            self.fault();
        }
        if self.bailed {
            // What stopped this input shall not stop the next.
            self.cancel.clear();
        }
        if self.settings.pictures && flow == Flow::On && self.stand() != stood {
            self.draw(port);
        }
        flow
    }

    /// Begins to count and to fail from here on: what ran before was not typed.
    pub(super) fn settle(&mut self) {
        self.begin();
        (self.number, self.failed) = (0, false);
    }

    /// Forgets what stopped the last input.
    pub(super) fn begin(&mut self) {
        self.cancel.clear();
        self.bailed = false;
    }

    /// What the puzzle in focus is called, and where it stands.
    fn stand(&self) -> Option<(String, usize, String)> {
        let mut session = self.session.borrow_mut();
        let name = session.focused()?.to_owned();
        let puzzle = session.puzzle(None)?;
        Some((name, puzzle.changed(), puzzle.prompt()))
    }

    /// Draws the puzzle in focus.
    fn draw(&mut self, port: &mut dyn Port) {
        let mut session = self.session.borrow_mut();
        let Some(name) = session.focused().map(String::from) else { return };
        if let Some(puzzle) = session.puzzle(None) {
            port.picture(&puzzle.scene(&name));
        }
    }

    /// Runs an input that is not a transcript.
    pub(super) fn input(&mut self, source: &Source, port: &mut dyn Port) -> Flow {
        let recalled = self.recall(source, port);
        let source = match &recalled {
            Recalled::Done => return if self.closed { Flow::Leave } else { Flow::On },
            Recalled::Same => source,
            Recalled::Expanded(expanded) => expanded,
        };
        let text = source.text();
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let start = start + (text[start..].len() - text[start..].trim_start().len());
        let line = first_line(&text[start..]);
        let single = text[start..].trim_end().len() <= line.len();
        if let Some(own) = commands::own(line, start, self.focus()) {
            // A line with bad characters goes through the parser, which says so.
            if single && source.broken().is_empty() && !hostile(line) {
                return self.own(source, own, port);
            }
            if own.verb.name == "time" && !own.rest.is_empty() {
                let tail = Span::new(own.rest.start, text.len() as u32);
                let (document, sink) = part(source, tail);
                if document.statements.len() == 1 {
                    return self.timed(port, |shell, port| {
                        shell.feed(source, &document, sink, true, port)
                    });
                }
            }
        }
        let mut sink = Sink::new();
        let document = session::read(source, false, &mut sink);
        self.feed(source, &document, sink, true, port)
    }

    /// Runs a document in this session. A file of the command line may be a pipe, one that is
    /// named at the prompt may not: reading it could not be interrupted.
    pub(super) fn load(&mut self, file: &Path, typed: bool, port: &mut dyn Port) -> bool {
        let name = if is_stdin(file) { Path::new("./-") } else { file };
        let device =
            std::fs::metadata(name).is_ok_and(|data| !data.is_file() && !data.is_dir() && typed);
        if device {
            port.say(&format!("puzzled: cannot read {}: it is not a regular file\n", shown(file)));
            self.fault();
            return false;
        }
        let opened = match open_document(name, None) {
            Ok(opened) => opened,
            Err(error) => {
                port.say(&format!("puzzled: {error}\n"));
                self.fault();
                return false;
            }
        };
        let Some(source) = self.document_of(opened, port) else { return false };
        let mut sink = Sink::new();
        let document = session::read(&source, true, &mut sink);
        self.feed(&source, &document, sink, false, port);
        true
    }

    /// The document that a file was opened as. Reports what is wrong with a file of another program
    /// that it was made of.
    pub(super) fn document_of(&mut self, opened: Opened, port: &mut dyn Port) -> Option<Source> {
        if let Some((source, found)) = &opened.made_of {
            port.report(source, found, FOREIGN);
            if found.iter().any(|one| one.severity() == Severity::Error) {
                self.fault();
            }
        }
        opened.source
    }

    /// The kind of the puzzle in focus.
    pub(super) fn focus(&self) -> Option<&'static Info> {
        self.session.borrow_mut().puzzle(None).map(|puzzle| puzzle.info())
    }
}

/// Where a puzzle stands: a number is shown as `@3`.
pub(super) fn place(entry: &session::Entry) -> String {
    match entry.prompt.as_deref().map(sanitize) {
        Some(at) if at.starts_with(|c: char| c.is_ascii_digit() || c == '-') => format!("@{at}"),
        at => at.unwrap_or_default().into_owned(),
    }
}

/// Whether a line holds control characters.
pub(super) fn hostile(line: &str) -> bool {
    line.chars().any(|char| char != '\t' && char.is_control())
}

/// The text up to its first line end.
pub(super) fn first_line(text: &str) -> &str {
    text.split(['\n', '\r']).next().unwrap_or_default()
}

/// The document that a part of the text of `source` is, with its places in the whole.
pub(super) fn part(source: &Source, span: Span) -> (Document, Sink) {
    let mut sink = Sink::new();
    let mut masked = " ".repeat(span.start as usize);
    masked.push_str(source.slice(span));
    let document = parse_document(&masked, &names(), &mut sink);
    (document, sink)
}
