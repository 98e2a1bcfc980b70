//! Writes the answers and messages of the prompt, and keeps whether anything went wrong.

use std::fmt::Display;
use std::rc::Rc;

use indicatif::HumanCount;
use serde::Serialize;

use super::Output;
use super::settings::{Settings, Shape};
use crate::diag::Diagnostic;
use crate::puzzle::Answer;
use crate::puzzle::steps::Step;
use crate::render::json_line;
use crate::repl::input::last::LAST;
use crate::search::Cancel;
use crate::text::Source;

/// Bytes of an answer that `_` repeats.
const KEPT: usize = 64 << 20;
/// Rows of the end of a long answer that are shown.
const TAIL: usize = 4;
/// Rows that stay free for the note and the next prompt.
const SPARE: usize = 6;
/// A window is taken to have at least this many rows.
const LEAST: usize = 16;

/// The command that an answer belongs to.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct CommandRef<'a> {
    /// The puzzle that answers; `None` if the prompt itself does.
    pub(crate) puzzle: Option<&'a str>,
    /// The command.
    pub(crate) command: &'a str,
}

/// An answer for programs.
#[derive(Serialize)]
struct Object<'a, T> {
    #[serde(flatten)]
    of: CommandRef<'a>,
    answer: &'a T,
    /// The steps of a person that the answer shows as texts.
    #[serde(skip_serializing_if = "<[Step]>::is_empty")]
    steps: &'a [Step],
}

/// Writes answers in the form that was set, and says what went wrong.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    pub(crate) settings: Settings,
    /// Ends what runs.
    cancel: Cancel,
    /// The text of the last answer of a puzzle, unless it is too long to keep.
    pub(crate) last: Option<Rc<str>>,
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

    /// Returns whether answers are shown as text.
    pub(crate) fn shows_text(&self) -> bool {
        self.settings.shape == Shape::Text
    }

    /// Writes an answer.
    pub(crate) fn answer(&mut self, of: CommandRef<'_>, answer: &Answer, output: &mut dyn Output) {
        let text = answer.text();
        self.last = (text.len() <= KEPT).then(|| Rc::from(&*text));
        match self.settings.shape {
            Shape::Text => self.write_part(&text, output),
            Shape::Json => self.write(&object(of, answer, answer.steps()), output),
        }
    }

    /// Writes all of the last answer again.
    pub(crate) fn repeat(&mut self, output: &mut dyn Output) {
        match self.last.clone() {
            None => self.complain("nothing has answered yet\n", output),
            Some(text) => {
                let lines: Vec<_> = text.lines().collect();
                self.record(LAST, &text, &lines, output);
            }
        }
    }

    /// Writes an answer, on a terminal only its first and its last lines if it is long.
    fn write_part(&mut self, text: &str, output: &mut dyn Output) {
        let lines: Vec<_> = text.lines().collect();
        let shown = output.rows().map_or(usize::MAX, |rows| rows.max(LEAST) - SPARE);
        let hidden = lines.len().saturating_sub(shown);
        if hidden < TAIL || self.last.is_none() {
            return self.write(text, output);
        }
        let head = shown - TAIL;
        self.write(&lines[..head].join("\n"), output);
        if !self.closed {
            let hidden = HumanCount(hidden as u64);
            output.say(&format!("… {hidden} more lines; `_` prints all\n"));
            self.write(&lines[lines.len() - TAIL..].join("\n"), output);
        }
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
                let of = CommandRef { command, ..CommandRef::default() };
                self.write(&object(of, value, &[]), output);
            }
        }
    }

    /// Writes a text and a line end.
    fn write(&mut self, text: &str, output: &mut dyn Output) {
        self.send(output.answer(text));
    }

    /// Notes whether something could be sent to standard output.
    pub(crate) fn send(&mut self, is_sent: bool) {
        if !is_sent {
            self.closed = true;
            self.cancel.cancel();
        }
    }

    /// Writes a message about a failure.
    pub(crate) fn complain(&mut self, text: &str, output: &mut dyn Output) {
        self.fault();
        output.complain(text);
    }

    /// Writes a message about an error of the system or of the process.
    pub(crate) fn trouble(&mut self, error: impl Display, output: &mut dyn Output) {
        self.complain(&format!("puzzled: {error}\n"), output);
    }

    /// Draws the diagnostic of an input that is refused.
    pub(crate) fn refuse(
        &mut self,
        source: &Source,
        diagnostic: Diagnostic,
        output: &mut dyn Output,
    ) {
        self.fault();
        output.report(source, &[diagnostic], 1);
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
fn object(of: CommandRef<'_>, answer: &impl Serialize, steps: &[Step]) -> String {
    json_line(&Object { of, answer, steps }).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::tests::Captured;

    fn lines(text: &str) -> Vec<usize> {
        text.lines().map(|line| line.parse().expect("a number")).collect()
    }

    #[test]
    fn a_long_answer_is_shown_by_its_ends_and_an_underscore_prints_all() {
        for (rows, count) in [(16, 10), (16, 13), (16, 14), (24, 22), (24, 5000), (5, 40), (90, 99)]
        {
            let mut printer = Printer::default();
            let terminal = || Captured { rows: Some(rows), ..Captured::default() };
            let mut first = terminal();
            let numbers: Vec<_> = (0..count).collect();
            let text = numbers.iter().map(usize::to_string).collect::<Vec<_>>().join("\n");
            let answer = Answer::Text(text);
            printer.answer(CommandRef::default(), &answer, &mut first);
            let shown = lines(&first.out);
            assert!(shown.len() < rows.max(LEAST), "{rows} rows: {shown:?}");
            let head = shown.iter().zip(&numbers).take_while(|(line, other)| line == other).count();
            let tail = &shown[head..];
            assert_eq!(tail, &numbers[count - tail.len()..], "{rows} rows");
            let hidden = HumanCount((count - shown.len()) as u64);
            let note = format!("… {hidden} more lines; `_` prints all\n");
            assert_eq!(first.err, if shown == numbers { String::new() } else { note });

            let mut again = terminal();
            printer.repeat(&mut again);
            assert_eq!((lines(&again.out), again.err), (numbers.clone(), String::new()));
            let mut pipe = Captured::default();
            printer.answer(CommandRef::default(), &answer, &mut pipe);
            assert_eq!((lines(&pipe.out), pipe.err), (numbers, String::new()));
        }
        let mut captured = Captured::default();
        Printer::default().repeat(&mut captured);
        assert_eq!(captured.err, "nothing has answered yet\n");
    }
}
