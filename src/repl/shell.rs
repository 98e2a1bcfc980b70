//! The shell of the prompt: takes an input and finds out whether it is one of the REPL's own
//! verbs (`verbs`) or a document of statements (`run`).

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use unicode_width::UnicodeWidthStr;

use super::input::expand::{Expanded, expand, other_word};
use super::input::last::is_last;
use super::log::Log;
use super::output::Output;
use super::output::printer::Printer;
use super::run::{document_of_slice, run_document};
use super::verbs;
use super::verbs::commands::{self, Word};
use super::verbs::edit::Drafts;
use super::verbs::load::Files;
use crate::diag::{Diagnostic, Sink, clip_to};
use crate::host::{Limits, LiveLine, Runner};
use crate::puzzle::Info;
use crate::render::sanitize;
use crate::search::{Budget, Cancel};
use crate::session::{self, Session};
use crate::text::{Source, Span};

/// Characters of a name that the prompt shows.
const SHOWN: usize = 24;

/// The action after an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Read the next input.
    On,
    /// Leave the prompt.
    Leave,
}

/// The session of a prompt, and the parts that work on it.
#[derive(Default)]
pub(crate) struct Shell {
    pub(crate) session: Rc<RefCell<Session>>,
    /// The limits of a command.
    pub(crate) limits: Limits,
    /// Stops the running command.
    pub(crate) cancel: Cancel,
    /// Writes answers and messages, and keeps whether anything went wrong.
    pub(crate) printer: Printer,
    /// Writes the events of the session to the journal and to the recording.
    pub(crate) log: Log,
    /// The files that were loaded.
    pub(crate) files: Files,
    /// The text that was refused last, for `load --as KIND`.
    pub(crate) refused: String,
    /// The texts of `edit`.
    pub(crate) drafts: Drafts,
    /// The number of inputs so far.
    pub(crate) number: usize,
    /// The verb of the prompt that runs, with its arguments.
    pub(crate) command: String,
    /// True if typed text is running: a command in it (`time`) may run a part of it.
    pub(crate) running: bool,
}

impl Shell {
    /// Returns a shell without puzzles. `home` is the meaning of `~/`.
    pub(crate) fn new(limits: Limits, cancel: Cancel, home: Option<PathBuf>) -> Self {
        let session = Rc::new(RefCell::new(Session::new().replacing()));
        let printer = Printer::new(cancel.clone());
        let files = Files { home, ..Files::default() };
        Self { session, limits, cancel, printer, files, ..Self::default() }
    }

    /// Returns the budget of a statement.
    pub(crate) fn budget(&self, output: &dyn Output) -> Budget {
        self.limits.budget(&self.cancel, output.live().map(LiveLine::progress))
    }

    /// Returns a runner of statements and computations under the limits of the session.
    pub(crate) fn runner(&self, output: &dyn Output) -> Runner {
        Runner::new(&self.limits, &self.cancel, output.live())
    }

    /// Returns whether Ctrl-C was pressed since the last input, and forgets it.
    pub(crate) fn take_interrupt(&self) -> bool {
        let pressed = self.cancel.is_cancelled();
        self.cancel.clear();
        pressed
    }

    /// Returns the prompt in a window of 80 columns.
    #[cfg(test)]
    pub(crate) fn prompt(&self) -> String {
        self.prompt_within(80)
    }

    /// Returns the prompt: the number of the input, the puzzle in focus, the number of its
    /// state, which `goto` takes, and, where the window has room, the kind's own figure:
    /// `[7] little @3, 2 moves> `.
    pub(crate) fn prompt_within(&self, columns: usize) -> String {
        let number = self.number + 1;
        let focus = self.session.borrow_mut().focused_entry();
        let Some(focus) = focus else { return format!("[{number}] puzzled> ") };
        // A long name must leave room to type in a narrow window.
        let name = clip_to(&focus.name, SHOWN);
        let Some((state, figure)) = &focus.stands else { return format!("[{number}] {name}> ") };
        let short = format!("[{number}] {name} @{state}");
        let full = format!("{short}, {}", sanitize(figure));
        let fits = full.width() <= columns / 2;
        format!("{}> ", if fits { full } else { short })
    }

    /// Returns the name of the next input.
    pub(crate) fn next(&self) -> String {
        format!("<repl:{}>", self.number + 1)
    }

    /// Takes an input: runs its statements one after the other.
    pub(crate) fn take(&mut self, source: &Source, output: &mut dyn Output) -> Flow {
        self.begin();
        self.number += 1;
        let word = source.text().split_whitespace().next();
        if word != Some("edit") {
            source.text().trim_end().clone_into(&mut self.drafts.last);
        }
        let before = self.position();
        let flow = self.input(source, output);
        let trouble = self.log.take_trouble();
        if !trouble.is_empty() {
            output.say(&trouble);
        }
        if self.log.take_torn() {
            self.printer.fault();
        }
        if self.printer.bailed {
            // What stopped this input shall not stop the next.
            self.cancel.clear();
        }
        if self.printer.settings.pictures && flow == Flow::On && self.position() != before {
            self.draw(output);
        }
        flow
    }

    /// Shows a person an input that was not typed in this form, after its prompt.
    pub(crate) fn echo(&self, text: &str, output: &mut dyn Output) {
        if output.watched() {
            let shown: Vec<_> = text.lines().map(sanitize).collect();
            let prompt = self.prompt_within(output.width());
            output.say(&format!("{prompt}{}\n", shown.join("\n")));
        }
    }

    /// Counts inputs and failures from here on: what ran before was not typed.
    pub(crate) fn reset_counts(&mut self) {
        self.begin();
        self.number = 0;
        self.printer.failed = false;
    }

    /// Forgets what stopped the last input.
    pub(crate) fn begin(&mut self) {
        self.cancel.clear();
        self.printer.bailed = false;
    }

    /// Keeps a journal in a folder from now on.
    pub(crate) fn keep_journal(&mut self, folder: PathBuf) {
        let before = self.session.borrow_mut().document_text(None);
        self.log.keep(folder, before);
    }

    /// Ends the recording and the journal, because the prompt is left. The journal stays for `recover`
    /// if the session was cut off.
    pub(crate) fn leave(&mut self, is_cut_off: bool, output: &mut dyn Output) {
        if self.log.recorded().is_some() {
            let budget = self.budget(output);
            let digests = self.session.borrow_mut().digests(&budget);
            match self.log.end_recording(&digests) {
                Ok(ended) => ended.into_iter().for_each(|text| output.say(&text)),
                Err(error) => self.printer.trouble(error, output),
            }
        }
        self.log.end(is_cut_off || self.printer.closed);
    }

    /// Returns the name of the puzzle in focus, and its position.
    fn position(&self) -> Option<(String, usize, String)> {
        let mut session = self.session.borrow_mut();
        let name = session.focused()?.to_owned();
        let puzzle = session.puzzle(None)?;
        Some((name, puzzle.changed(), puzzle.prompt()))
    }

    /// Draws the puzzle in focus.
    fn draw(&mut self, output: &mut dyn Output) {
        let mut session = self.session.borrow_mut();
        let Some(name) = session.focused().map(String::from) else { return };
        if let Some(puzzle) = session.puzzle(None) {
            output.picture(&puzzle.scene(&name), 0);
        }
    }

    /// Runs an input.
    pub(crate) fn input(&mut self, source: &Source, output: &mut dyn Output) -> Flow {
        if let Some(meant) = other_word(source.text()).filter(|_| source.broken().is_empty()) {
            let whole = Span::new(0, source.text().len() as u32);
            return self.input(&source.edited(whole, &meant), output);
        }
        if is_last(source.text()) {
            self.printer.repeat(output);
            return if self.printer.closed { Flow::Leave } else { Flow::On };
        }

        let last = self.printer.last.clone();
        let expanded = expand(source, last.as_deref(), &mut self.session.borrow_mut());
        let written = match self.expanded(source, expanded, output) {
            Ok(written) => written,
            Err(flow) => return flow,
        };

        let source = written.as_ref().unwrap_or(source);
        let text = source.text();
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let start = start + (text[start..].len() - text[start..].trim_start().len());
        let line = first_line(&text[start..]);
        let single = text[start..].trim_end().len() <= line.len();

        if let Some(call) = commands::parse_call(line, start, self.focus()) {
            // A line with bad characters goes through the parser, which says so.
            if single && source.broken().is_empty() && !hostile(line) {
                return verbs::run(self, source, call, output);
            }
            if call.verb == Word::Time && !call.rest.is_empty() {
                let tail = Span::new(call.rest.start, text.len() as u32);
                let (document, sink) = document_of_slice(source, tail);
                if document.statements.len() == 1 {
                    return verbs::timed(self, output, |shell, output| {
                        run_document(shell, source, &document, sink, true, output)
                    });
                }
            }
        }

        let mut sink = Sink::new();
        let document = session::read(source, false, &mut sink);
        if sink.errors_since(0) {
            text.clone_into(&mut self.refused);
        }
        let flow = run_document(self, source, &document, sink, true, output);
        self.session.borrow_mut().keep_metadata(source, &document);
        flow
    }

    /// Shows what an input was expanded to, and returns it if it is another input.
    ///
    /// # Errors
    /// When nothing is left to run.
    fn expanded(
        &mut self,
        source: &Source,
        expanded: Result<Expanded, Vec<Diagnostic>>,
        output: &mut dyn Output,
    ) -> Result<Option<Source>, Flow> {
        match expanded {
            Ok(Expanded::Same) => return Ok(None),
            Ok(Expanded::Written(new, message)) => {
                output.say(&message);
                return Ok(Some(new));
            }
            Ok(Expanded::Pasted(new, message)) => {
                output.say(&message);
                self.declare(&new, output);
            }
            Err(faults) => {
                source.text().clone_into(&mut self.refused);
                for fault in faults {
                    self.printer.refuse(source, fault, output);
                }
            }
        }
        Err(if self.printer.closed { Flow::Leave } else { Flow::On })
    }

    /// Runs the declarations of puzzles from outside, and draws the last of them.
    pub(crate) fn declare(&mut self, source: &Source, output: &mut dyn Output) {
        let mut sink = Sink::new();
        let document = session::read(source, false, &mut sink);
        run_document(self, source, &document, sink, true, output);
        self.session.borrow_mut().keep_metadata(source, &document);
        if !self.printer.settings.pictures {
            self.draw(output);
        }
    }

    /// Returns the kind of the puzzle in focus.
    pub(crate) fn focus(&self) -> Option<&'static Info> {
        self.session.borrow_mut().puzzle(None).map(|puzzle| puzzle.info())
    }

    /// Returns whether there is a puzzle of that name.
    pub(crate) fn has(&self, name: &str) -> bool {
        !name.is_empty() && self.session.borrow_mut().puzzle(Some(name)).is_some()
    }
}

/// Returns whether a line holds control characters.
pub(crate) fn hostile(line: &str) -> bool {
    line.chars().any(|char| char != '\t' && char.is_control())
}

/// Returns the text up to its first line end.
pub(crate) fn first_line(text: &str) -> &str {
    text.split(['\n', '\r']).next().unwrap_or_default()
}
