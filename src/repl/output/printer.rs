//! Where answers and messages of the prompt go, and whether anything went wrong.

use std::borrow::Cow;
use std::fmt::Display;

use serde::Serialize;

use super::Output;
use super::fold::{Held, fold, left_out, part};
use super::settings::{Settings, Shape};
use crate::diag::Diagnostic;
use crate::host::{Growing, Links, WriteError, shown};
use crate::puzzle::Answer;
use crate::puzzle::steps::Step;
use crate::render::json_line;
use crate::search::Cancel;
use crate::text::Source;

/// The command that an answer belongs to.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Asked<'a> {
    /// The number of the job that found the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) job: Option<usize>,
    /// The puzzle that answers; `None` if the prompt itself does.
    pub(crate) puzzle: Option<&'a str>,
    /// The command.
    pub(crate) command: &'a str,
}

/// An answer for programs.
#[derive(Serialize)]
struct Object<'a, T> {
    #[serde(flatten)]
    asked: Asked<'a>,
    answer: &'a T,
    /// The steps of a person that the answer shows as texts.
    #[serde(skip_serializing_if = "<[Step]>::is_empty")]
    steps: &'a [Step],
}

/// A file that takes the answers.
#[derive(Debug)]
struct Redirected {
    file: Growing,
    shown: String,
}

/// Writes answers in the form that was set, to standard output or to a file, and says what went wrong.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    pub(crate) settings: Settings,
    /// Ends what runs.
    cancel: Cancel,
    /// Where answers go instead of standard output.
    redirected: Option<Redirected>,
    /// What is left of the last answers, for `more`.
    pub(crate) held: Held,
    /// True if anything went wrong.
    pub(crate) failed: bool,
    /// True if an error ended what ran ([`Settings::bail`]).
    pub(crate) bailed: bool,
    /// True if the reader of standard output has closed it.
    pub(crate) closed: bool,
}

impl Printer {
    /// Returns a printer that ends what runs through `cancel`.
    pub(crate) fn new(cancel: Cancel) -> Self {
        Self { cancel, ..Self::default() }
    }

    /// Returns whether answers are shown as text, on standard output.
    pub(crate) fn shows_text(&self) -> bool {
        self.settings.shape == Shape::Text && self.redirected.is_none()
    }

    /// Writes an answer.
    pub(crate) fn answer(&mut self, asked: Asked<'_>, answer: &Answer, output: &mut dyn Output) {
        let text = match self.settings.shape {
            Shape::Text => answer.text(),
            Shape::Json => Cow::Owned(object(asked, answer, answer.steps())),
        };
        self.write(&text, output);
    }

    /// Writes what the prompt itself answers: `text` for people, `value` for programs. People get
    /// nothing if the text is empty.
    pub(crate) fn record(
        &mut self,
        command: &str,
        text: &str,
        value: &impl Serialize,
        output: &mut dyn Output,
    ) {
        let text = text.strip_suffix('\n').unwrap_or(text);
        match self.settings.shape {
            Shape::Text if text.is_empty() => {}
            Shape::Text => self.write(text, output),
            Shape::Json => {
                let asked = Asked { command, ..Asked::default() };
                self.write(&object(asked, value, &[]), output);
            }
        }
    }

    /// Writes a text in the form that was set. On a terminal a long text is folded.
    fn write(&mut self, text: &str, output: &mut dyn Output) {
        if let Some(to) = &mut self.redirected {
            let Err(error) = to.file.add(&format!("{text}\n")) else { return };
            self.redirected = None;
            self.complain(&format!("puzzled: {error}; answers are shown here again\n"), output);
            return self.send(output.answer(text));
        }
        self.held.clear();
        let most = self.settings.fold.filter(|_| self.settings.shape == Shape::Text);
        let hidden = most.zip(output.window()).and_then(|(most, window)| fold(text, most, window));
        let Some(hidden) = hidden else { return self.send(output.answer(text)) };
        self.send(output.answer(&part(text, 0..hidden.start)));
        if self.closed {
            return;
        }
        let note = left_out(&text[hidden.clone()]);
        output.say(&format!("… {note}; `more` continues, `set fold off` shows all\n"));
        self.send(output.answer(&part(text, hidden.end..text.len())));
        self.held.hold(text, hidden.start);
    }

    /// Notes whether something could be sent to standard output.
    pub(crate) fn send(&mut self, is_sent: bool) {
        if !is_sent {
            self.closed = true;
            self.cancel.cancel();
        }
    }

    /// Shows the next rows of the answer that was folded, `count` or a page of them. Returns false if
    /// none was.
    pub(crate) fn unfold(&mut self, count: Option<u64>, output: &mut dyn Output) -> bool {
        let Some((rows, rest)) = self.held.next_rows(count, output) else { return false };
        self.send(output.answer(&rows));
        if let Some(rest) = rest.filter(|_| !self.closed) {
            output.say(&format!("… {rest}; `more` continues\n"));
        }
        true
    }

    /// Sends answers to a new file from now on.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub(crate) fn redirect(&mut self, path: &std::path::Path) -> Result<(), WriteError> {
        Links::of_file(path).check(path)?;
        let file = Growing::begin(path, false)?;
        self.redirected = Some(Redirected { file, shown: shown(path) });
        Ok(())
    }

    /// Shows answers again, and returns the name of the file that took them.
    pub(crate) fn end_redirection(&mut self) -> Option<String> {
        self.redirected.take().map(|to| to.shown)
    }

    /// Says what went wrong.
    pub(crate) fn complain(&mut self, text: &str, output: &mut dyn Output) {
        self.fault();
        output.complain(text);
    }

    /// Says what an error of the system, or of the process, made impossible.
    pub(crate) fn trouble(&mut self, error: impl Display, output: &mut dyn Output) {
        self.complain(&format!("puzzled: {error}\n"), output);
    }

    /// Draws what is wrong with an input.
    pub(crate) fn refuse(&mut self, source: &Source, found: Diagnostic, output: &mut dyn Output) {
        self.fault();
        output.report(source, &[found], 1);
    }

    /// Notes that something went wrong: a script that bails ends here.
    pub(crate) fn fault(&mut self) {
        self.failed = true;
        if self.settings.bail {
            self.bailed = true;
            self.cancel.cancel();
        }
    }
}

/// Returns an answer as an object of JSON without a line end.
fn object(asked: Asked<'_>, answer: &impl Serialize, steps: &[Step]) -> String {
    json_line(&Object { asked, answer, steps }).trim_end().to_owned()
}
