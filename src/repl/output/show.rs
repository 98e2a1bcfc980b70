//! Shows a person or a program the answers, diagnostics and pictures of statements that run.

use super::printer::{CommandRef, Printer};
use super::summary::{paused, resume};
use super::{BESIDE, Output, least_rows};
use crate::diag::{Diagnostic, Severity, Sink};
use crate::puzzle::common::ILLEGAL_NOW;
use crate::puzzle::{Answer, Verdict};
use crate::render::sanitize;
use crate::repl::input::suggest::suggest;
use crate::search::{Budget, Cancel};
use crate::session::Session;
use crate::syntax::Fragment;
use crate::text::{Source, Span};

/// Diagnostics shown for one input.
pub(crate) const LIMIT: usize = 100;

/// A command of a puzzle.
#[derive(Clone, Debug, Default)]
struct Question {
    puzzle: String,
    command: String,
}

impl Question {
    fn as_command(&self) -> CommandRef<'_> {
        CommandRef { puzzle: Some(&self.puzzle), command: &self.command }
    }
}

/// Shows the answers and the diagnostics of statements.
pub(crate) struct Show<'a> {
    source: &'a Source,
    typed: bool,
    /// Whether a single command was typed: the words of a question that is drawn come after its picture,
    /// so that both are in sight.
    alone: bool,
    cancel: &'a Cancel,
    printer: &'a mut Printer,
    output: &'a mut dyn Output,
    /// Diagnostics of the input so far, shown or not.
    diagnostic_count: &'a mut usize,
    /// The last command that was answered.
    question: Question,
    /// Its answer, if it is not written yet.
    waiting: Option<Answer>,
    /// Questions that are to be drawn, with their answers if they are not written yet.
    drawn: Vec<(Question, Option<Answer>)>,
}

impl<'a> Show<'a> {
    /// Creates the view of the statements of a text; `alone` if it is a single command that was typed.
    /// Adds the number of diagnostics to `diagnostic_count`.
    pub(crate) fn new(
        source: &'a Source,
        typed: bool,
        alone: bool,
        cancel: &'a Cancel,
        printer: &'a mut Printer,
        output: &'a mut dyn Output,
        diagnostic_count: &'a mut usize,
    ) -> Self {
        Self {
            source,
            typed,
            alone,
            cancel,
            printer,
            output,
            diagnostic_count,
            question: Question::default(),
            waiting: None,
            drawn: Vec::new(),
        }
    }

    /// Shows an answer.
    pub(crate) fn answer(
        &mut self,
        [puzzle, command]: [&str; 2],
        answer: &Answer,
        span: Span,
        late: bool,
    ) {
        if !self.typed && !self.printer.settings.echo {
            return;
        }
        self.write_waiting();
        self.question = Question { puzzle: puzzle.to_owned(), command: command.to_owned() };
        let verdict = answer.verdict();
        if !self.typed {
            self.output.say(&format!("{}> {}\n", sanitize(puzzle), sanitize(command)));
        }
        let is_cancelled = self.cancel.is_cancelled();
        self.waiting = Some(paused(answer.clone(), is_cancelled && !late));
        if !self.alone || verdict != Verdict::Fine {
            self.write_waiting();
        }
        if verdict == Verdict::GaveUp && self.output.watched() {
            let command = as_typed(self.source.slice(span), puzzle, command);
            self.output.say(&resume(&command, answer, is_cancelled, late));
        }
    }

    /// Writes the answer that waits, if there is one.
    fn write_waiting(&mut self) {
        if let Some(answer) = self.waiting.take() {
            self.printer.answer(self.question.as_command(), &answer, self.output);
        }
    }

    /// Shows diagnostics.
    pub(crate) fn show_diagnostics(&mut self, mut diagnostics: Vec<Diagnostic>) {
        if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
            self.printer.fault();
        }
        if self.typed {
            let before = diagnostics.len();
            diagnostics.retain(|diagnostic| *diagnostic.code != ILLEGAL_NOW);
            if diagnostics.len() < before && self.output.watched() {
                self.drawn.push((self.question.clone(), self.waiting.take()));
            }
            for diagnostic in &mut diagnostics {
                suggest(self.source, diagnostic);
            }
        }
        self.write_waiting();
        let room = LIMIT.saturating_sub(*self.diagnostic_count);
        *self.diagnostic_count += diagnostics.len();
        diagnostics.truncate(room);
        if !diagnostics.is_empty() {
            self.output.report(self.source, &diagnostics, room);
        }
    }

    /// Shows what is left when the statements have run: the answer that waits, and questions that are
    /// drawn.
    pub(crate) fn end(mut self, session: &mut Session, budget: &Budget) {
        self.write_waiting();
        if session.is_full() {
            self.printer.fault();
            self.output.say(
                "stopped at the limit of memory: the puzzles alone need more; `forget` some, or `set memory`\n",
            );
        }
        for (question, answer) in std::mem::take(&mut self.drawn) {
            self.draw(&question, answer.as_ref(), session, budget);
        }
    }

    /// Draws a question, and writes its answer.
    fn draw(
        &mut self,
        question: &Question,
        answer: Option<&Answer>,
        session: &mut Session,
        budget: &Budget,
    ) {
        let Question { puzzle, command } = question;
        // The declaration was typed long ago: shown again, with what is in the way marked.
        let beside = session.beside(puzzle, command, budget);
        let beside =
            beside.map(|(text, diagnostics)| (Source::new(puzzle.clone(), text), diagnostics));
        let text = Fragment { text: command, start: 0 };
        let board = session.puzzle(Some(puzzle));
        let scene = board.and_then(|board| board.point(puzzle, text, budget, &mut Sink::new()));

        let words = answer.map_or(0, |answer| answer.text().lines().count());
        let (source, diagnostics) = beside.unwrap_or_else(|| (Source::new("", ""), Vec::new()));
        let rows = words + self.output.report_rows(&source, &diagnostics);
        let least = scene.as_ref().map_or(0, least_rows);
        let height = self.output.rows();
        let crowded = height.is_some_and(|height| height < rows + least + BESIDE);
        let helps = || diagnostics.iter().filter_map(|diagnostic| diagnostic.help.as_deref());

        if let Some(scene) = &scene {
            self.output.picture(scene, if crowded { words + helps().count() } else { rows });
        }
        if let Some(answer) = answer {
            self.printer.answer(question.as_command(), answer, self.output);
        }
        if crowded {
            // The answer says what is in the way, and the picture shows where.
            helps().for_each(|help| self.output.say(&format!("help: {help}\n")));
        } else if !diagnostics.is_empty() {
            self.output.report(&source, &diagnostics, LIMIT);
        }
    }
}

/// Returns a command as it was typed in `text`: with the name of its puzzle, if another one is in
/// focus.
fn as_typed(text: &str, puzzle: &str, command: &str) -> String {
    let prefix = format!("{puzzle}: ");
    if text.starts_with(prefix.trim_end()) { prefix + command } else { command.to_owned() }
}
