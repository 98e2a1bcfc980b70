//! The shell of the prompt: takes an input and finds out whether it is one of the REPL's own
//! verbs (`verbs`) or a document of statements (`run`).

use std::cell::RefCell;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::repl::input::answers::Answers;
use crate::repl::input::transcript::{self, Input};
use crate::repl::jobs::{self, Background, Jobs};
use crate::repl::log::record::Log;
use crate::repl::output::Output;
use crate::repl::output::fold::{Folded, Redirected};
use crate::repl::output::pages::Pages;
use crate::repl::shared::Shared;
use crate::repl::verbs::commands::{self, Word};
use crate::repl::verbs::settings::Settings;
use crate::repl::verbs::watch::Watched;
use unicode_width::UnicodeWidthStr;

use crate::diag::{Severity, Sink, clip, clip_to};
use crate::host::prompt::Reading;
use crate::host::{FOREIGN, Limits, Opened, Runner, is_stdin, open_document, shown};
use crate::kinds::KINDS;
use crate::puzzle::Info;
use crate::render::sanitize;
use crate::search::{Budget, Cancel};
use crate::session::{self, Session};
use crate::syntax::{Document, Statement, parse_document};
use crate::text::{Source, Span};

/// Characters of a name that the prompt shows.
const SHOWN: usize = 24;

/// What follows an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The next input.
    On,
    /// It is left.
    Leave,
}

/// The session of a REPL and how inputs run in it.
// Each is a separate fact: no two of them exclude each other.
#[allow(clippy::struct_excessive_bools)]
#[derive(Default)]
pub(super) struct Shell {
    pub(super) session: Shared<Session>,
    pub(super) limits: Limits,
    pub(super) cancel: Cancel,
    pub(super) settings: Settings,
    /// What `~/` means.
    pub(super) home: Option<PathBuf>,
    /// The editor of `edit`, if it is not that of the environment.
    pub(super) editor: Option<String>,
    /// Whether typed text is running: a command in it (`time`) may run a part of it.
    pub(super) running: bool,
    /// Whether anything went wrong.
    pub(super) failed: bool,
    /// Whether an error ended what ran ([`Settings::bail`]).
    pub(super) bailed: bool,
    /// Where `more` continues.
    pub(super) pages: Option<Pages>,
    /// The last input that was not an `edit`, for `edit`.
    pub(super) last: String,
    /// What editors saved since the last input, for the history.
    pub(super) drafts: Vec<String>,
    /// What was answered.
    pub(super) answers: Rc<RefCell<Answers>>,
    /// Inputs taken so far.
    pub(super) number: usize,
    /// The command of the REPL that is running.
    pub(super) command: String,
    /// Writes down what happens.
    pub(super) log: Log,
    /// Where journals lie.
    pub(super) journals: Option<PathBuf>,
    /// The document that is watched.
    pub(super) watched: Option<Watched>,
    /// The documents that were loaded, for `reload`.
    pub(super) files: Vec<Watched>,
    /// What is left of a long answer, for `more`.
    pub(super) folded: Option<Folded>,
    /// Where answers go instead of standard output.
    pub(super) redirected: Option<Redirected>,
    /// The searches in the background.
    pub(super) jobs: Jobs,
    /// Starts the thread that runs them; `None` in tests.
    pub(super) background: Option<Background>,
    /// Whether the last input was refused to leave, because jobs run.
    pub(super) asked_to_leave: bool,
    /// Whether the reader of standard output has closed it.
    pub(super) closed: bool,
}

impl Shell {
    /// A shell without puzzles.
    pub(super) fn new(limits: Limits, cancel: Cancel, home: Option<PathBuf>) -> Self {
        let session = Shared::new(Session::new().replacing());
        Self { session, limits, cancel, home, ..Self::default() }
    }

    /// What a statement may spend.
    pub(super) fn budget(&self, output: &dyn Output) -> Budget {
        self.limits.budget(&self.cancel, output.live().map(|line| line.progress()))
    }

    /// Runs statements and computations under the limits of the session.
    pub(super) fn runner(&self, output: &dyn Output) -> Runner {
        Runner::new(&self.limits, &self.cancel, output.live())
    }

    /// Whether Ctrl-C was pressed since the last input; forgets it.
    pub(super) fn take_interrupt(&self) -> bool {
        let pressed = self.cancel.is_cancelled();
        self.cancel.clear();
        pressed
    }

    /// The prompt in a window of 80 columns.
    #[cfg(test)]
    pub(super) fn prompt(&self) -> String {
        self.prompt_within(80)
    }

    /// The prompt: the number of the input, which `%N` names, the puzzle in focus, the number of its
    /// state, which `goto` takes, and, where the window has room, the kind's own figure:
    /// `[7] little @3, 2 moves> `.
    pub(super) fn prompt_within(&self, columns: usize) -> String {
        let number = self.number + 1;
        let focus = self.session.lock().focused_entry();
        let Some(focus) = focus else { return format!("[{number}] puzzled> ") };
        // A long name must leave room to type in a narrow window.
        let name = clip_to(&focus.name, SHOWN);
        let Some((state, figure)) = &focus.stands else { return format!("[{number}] {name}> ") };
        let short = format!("[{number}] {name} @{state}");
        let full = format!("{short}, {}", sanitize(figure));
        let fits = full.width() <= columns / 2;
        format!("{}> ", if fits { full } else { short })
    }

    /// The name of the next input.
    pub(super) fn next(&self) -> String {
        format!("<repl:{}>", self.number + 1)
    }

    /// Takes an input: runs its statements one after the other. Of a transcript the inputs run,
    /// each as one of its own.
    pub(super) fn take(&mut self, source: &Source, output: &mut dyn Output) -> Flow {
        let Some(inputs) = transcript::inputs(source.text()) else {
            return self.take_one(source, output);
        };
        for (at, input) in inputs.iter().enumerate() {
            let meant = self.turn_to_prompt(input, output);
            self.echo(&input.text, output);
            if let Err(name) = meant {
                let (name, text) = (sanitize(&name), clip(&input.text));
                let text = sanitize(first_line(&text)).into_owned();
                let why = format!(
                    "there is no puzzle `{name}`, which the prompt names: `{text}` is not run\n"
                );
                self.complain(&why, output);
                continue;
            }
            let typed = source.name().starts_with("<repl:");
            let name = if typed { self.next() } else { source.name().to_owned() };
            let one = Source::new(name, input.text.as_str()).starting_at_line(source.first_line());
            if self.take_one(&one, output) == Flow::Leave {
                return Flow::Leave;
            }
            let left = inputs.len() - at - 1;
            if left > 0 && (self.bailed || self.cancel.is_cancelled()) {
                let plural = if left == 1 { "input was" } else { "inputs were" };
                output.say(&format!("{left} more {plural} not run\n"));
                break;
            }
        }
        Flow::On
    }

    /// Shows a person an input that was not typed in this form, after its prompt.
    pub(super) fn echo(&self, text: &str, output: &mut dyn Output) {
        if output.watched() {
            let shown: Vec<_> = text.lines().map(sanitize).collect();
            let prompt = self.prompt_within(output.width());
            output.say(&format!("{prompt}{}\n", shown.join("\n")));
        }
    }

    /// Moves the focus to the puzzle that the prompt of a pasted input names, as `use` does.
    ///
    /// # Errors
    /// The name, if there is no such puzzle and the input needs one.
    fn turn_to_prompt(&mut self, input: &Input, output: &mut dyn Output) -> Result<(), String> {
        let Some(named) = &input.puzzle else { return Ok(()) };
        let name = {
            let session = self.session.lock();
            if session.focused().is_some_and(|focus| focus == named) {
                return Ok(());
            }
            let known = session.text(named).map(|_| named.clone());
            // A prompt shows only the beginning of a long name.
            let begins = || {
                let entries = session.entries().into_iter().map(|entry| entry.name);
                let mut long = entries.filter(|name| name.starts_with(named.as_str()));
                long.next().filter(|_| long.next().is_none() && named.chars().count() == SHOWN)
            };
            known.or_else(begins)
        };
        match name {
            Some(name) => {
                self.begin();
                self.input(&Source::new(self.next(), format!("use {name}")), output);
                Ok(())
            }
            None if needs_focus(&input.text) => Err(named.clone()),
            None => Ok(()),
        }
    }

    fn take_one(&mut self, source: &Source, output: &mut dyn Output) -> Flow {
        self.begin();
        self.number += 1;
        let word = source.text().split_whitespace().next();
        self.asked_to_leave &= is_leaving(source.text());
        if word != Some("edit") {
            source.text().trim_end().clone_into(&mut self.last);
        }
        self.look(output);
        let stood = self.stand();
        let flow = self.input(source, output);
        let trouble = self.log.settle();
        if !trouble.is_empty() {
            output.say(&trouble);
        }
        if self.log.take_torn() {
            self.fault();
        }
        if flow == Flow::On {
            jobs::check(self, output);
        }
        if self.bailed {
            // What stopped this input shall not stop the next.
            self.cancel.clear();
        }
        if self.settings.pictures && flow == Flow::On && self.stand() != stood {
            self.draw(output);
        }
        flow
    }

    /// Begins to count and to fail from here on: what ran before was not typed.
    pub(super) fn settle(&mut self) {
        self.begin();
        (self.number, self.failed) = (0, false);
    }

    /// Prepares to wait for a line: until it comes, the watched file may change and jobs run.
    pub(super) fn wait_for_line(&mut self) {
        let change = self.watched.as_ref().map(Watched::change);
        if change.is_some() {
            self.begin_background();
        }
        self.jobs.watch(change);
    }

    /// Starts the thread of the jobs, unless it runs.
    pub(super) fn begin_background(&mut self) {
        if let Some(background) = &mut self.background {
            background.begin(&self.jobs, &self.session, self.log.journal());
        }
    }

    /// Forgets what stopped the last input.
    pub(super) fn begin(&mut self) {
        self.cancel.clear();
        self.bailed = false;
    }

    /// What the puzzle in focus is called, and where it stands.
    fn stand(&self) -> Option<(String, usize, String)> {
        let mut session = self.session.lock();
        let name = session.focused()?.to_owned();
        let puzzle = session.puzzle(None)?;
        Some((name, puzzle.changed(), puzzle.prompt()))
    }

    /// Draws the puzzle in focus.
    fn draw(&mut self, output: &mut dyn Output) {
        let mut session = self.session.lock();
        let Some(name) = session.focused().map(String::from) else { return };
        if let Some(puzzle) = session.puzzle(None) {
            output.picture(&puzzle.scene(&name), 0);
        }
    }

    /// Runs an input that is not a transcript.
    pub(super) fn input(&mut self, source: &Source, output: &mut dyn Output) -> Flow {
        if let Some(meant) = other_word(source.text()).filter(|_| source.broken().is_empty()) {
            let whole = Span::new(0, source.text().len() as u32);
            return self.input(&source.edited(whole, &meant), output);
        }
        let Ok(recalled) = self.recall(source, output) else {
            return if self.closed { Flow::Leave } else { Flow::On };
        };
        let source = recalled.as_ref().unwrap_or(source);
        let Ok(written) = self.write_out(source, output) else { return Flow::On };
        let source = written.as_ref().unwrap_or(source);
        let text = source.text();
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let start = start + (text[start..].len() - text[start..].trim_start().len());
        let line = first_line(&text[start..]);
        let single = text[start..].trim_end().len() <= line.len();
        if let Some(own) = commands::own(line, start, self.focus()) {
            // A line with bad characters goes through the parser, which says so.
            if single && source.broken().is_empty() && !hostile(line) {
                return self.own(source, own, output);
            }
            if own.verb == Word::Time && !own.rest.is_empty() {
                let tail = Span::new(own.rest.start, text.len() as u32);
                let (document, sink) = part(source, tail);
                if document.statements.len() == 1 {
                    return self.timed(output, |shell, output| {
                        shell.run_document(source, &document, sink, true, output)
                    });
                }
            }
        }
        let mut sink = Sink::new();
        let mut document = session::read(source, false, &mut sink);
        jobs::allow(source.text(), &mut document, &mut sink);
        self.run_document(source, &document, sink, true, output)
    }

    /// Opens a file, or says why it cannot be read. A file of the command line may be a pipe, one
    /// that is named at the prompt (`typed`) may not: reading it could not be interrupted.
    pub(super) fn open(
        &mut self,
        file: &Path,
        reading: &Reading,
        typed: bool,
        output: &mut dyn Output,
    ) -> Option<Opened> {
        let device = |data: Metadata| !data.is_file() && !data.is_dir();
        if typed && std::fs::metadata(file).is_ok_and(device) {
            let why = format!("cannot read {}: it is not a regular file", shown(file));
            self.trouble(why, output);
            return None;
        }
        open_document(file, reading.asked()).map_err(|error| self.trouble(error, output)).ok()
    }

    /// Runs a document in this session; `typed` says that the prompt named it.
    pub(super) fn load(
        &mut self,
        file: &Path,
        reading: &Reading,
        typed: bool,
        output: &mut dyn Output,
    ) -> bool {
        let file = if is_stdin(file) { Path::new("./-") } else { file };
        let Some(opened) = self.open(file, reading, typed, output) else { return false };
        let loaded = Watched::loaded(file, reading, &opened);
        let Some(source) = self.document_of(opened, output) else { return false };
        self.files.retain(|one| !one.is(&loaded));
        self.files.push(loaded);
        let mut sink = Sink::new();
        let document = session::read(&source, true, &mut sink);
        self.run_document(&source, &document, sink, false, output);
        true
    }

    /// The document that a file was opened as. Reports what is wrong with a file of another program
    /// that it was made of, and says how that was read.
    pub(super) fn document_of(
        &mut self,
        opened: Opened,
        output: &mut dyn Output,
    ) -> Option<Source> {
        let found = opened.unrepeated();
        if let Some((source, _)) = &opened.made_of {
            if let Some(kind) = opened.guessed {
                output.say(&format!(
                    "{} is read as raw input (`--as {kind}`)\n",
                    shown(source.name())
                ));
            }
            if let Some(remark) = opened.remark {
                output.say(&format!("{remark}\n"));
            }
            output.report(source, &found, FOREIGN);
            if found.iter().any(|one| one.severity() == Severity::Error) {
                self.fault();
            }
        }
        opened.source
    }

    /// The kind of the puzzle in focus.
    pub(super) fn focus(&self) -> Option<&'static Info> {
        self.session.lock().puzzle(None).map(|puzzle| puzzle.info())
    }
}

/// What people who come from other prompts type, in the words of this one.
pub(super) fn other_word(text: &str) -> Option<String> {
    let text = text.trim();
    match text {
        "?" | ":?" | ":h" | ":help" | ".help" | "help()" => Some(String::from("help")),
        ":q" | ":quit" | ".quit" | ".exit" | "exit()" | "quit()" => Some(String::from("quit")),
        ":r" | ":reload" => Some(String::from("reload")),
        _ => {
            let word = text.strip_prefix('?').or_else(|| text.strip_suffix('?'))?.trim();
            let plain = !word.is_empty() && !word.contains(char::is_whitespace);
            plain.then(|| format!("help {word}"))
        }
    }
}

/// Returns whether an input leaves the prompt.
fn is_leaving(text: &str) -> bool {
    let text = other_word(text).unwrap_or_else(|| text.trim().to_owned());
    matches!(Word::TABLE.find(&text), Some(Word::Quit | Word::Exit))
}

/// Whether an input has a command that goes to the puzzle in focus.
fn needs_focus(text: &str) -> bool {
    let document = parse_document(text, &KINDS, &mut Sink::new());
    document.statements.iter().any(|statement| match statement {
        Statement::Command(one) => {
            one.target.is_none() && !commands::is_own(&text[one.span.range()])
        }
        _ => false,
    })
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
    let mut document = parse_document(&masked, &KINDS, &mut sink);
    jobs::allow(&masked, &mut document, &mut sink);
    (document, sink)
}
