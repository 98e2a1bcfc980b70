//! A recording: commands and answers as a document that `puzzled test` holds.

use std::path::Path;

use crate::diag::Sink;
use crate::host::{Growing, Links, WriteError, shown};
use crate::kinds::KINDS;
use crate::puzzle::Answer;
use crate::session::resolve::Focus;
use crate::session::stated;
use crate::syntax::{Statement, parse_document};
use crate::text::Span;

/// A document that is being recorded.
#[derive(Debug)]
pub(super) struct Recording {
    pub(super) file: Growing,
    /// The file as messages name it.
    pub(super) shown: String,
    /// The puzzle that a command without a prefix goes to in the document.
    focus: Focus<String>,
    /// The last answer of the running statement: puzzle, command, answer.
    pub(super) answer: Option<(String, String, Option<Answer>)>,
    /// True if that answer is not stated.
    pub(super) omits_answer: bool,
    /// The running declaration or `use`.
    pub(super) plain: Option<String>,
}

impl Recording {
    /// Begins a recording with a document that leads to the current state.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub(super) fn begin(path: &Path, start: &str) -> Result<Self, WriteError> {
        Links::of_file(path).check(path)?;
        let mut file = Growing::begin(path, false)?;
        let gap = if start.is_empty() { "" } else { "\n" };
        if let Err(error) = file.add(&format!("{start}{gap}")) {
            file.remove();
            return Err(error);
        }
        let answer = None;
        let plain = None;
        let mut recording = Self {
            file,
            shown: shown(path),
            focus: Focus::default(),
            answer,
            plain,
            omits_answer: false,
        };
        recording.focus.begin(false);
        recording.follow(start);
        Ok(recording)
    }

    /// Follows the focus through declarations and `use`.
    pub(super) fn follow(&mut self, text: &str) {
        for statement in parse_document(text, &KINDS, &mut Sink::new()).statements {
            let name = |span: Span| text[span.range()].to_owned();
            match statement {
                Statement::Declaration(declaration) => self.focus.declare(name(declaration.name)),
                Statement::Use(clause) => self.focus.follow(Some(name(clause.name))),
                Statement::Command(_) | Statement::Broken(_) => {}
            }
        }
    }

    /// Writes the statement that has ended, with its answer.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn done(&mut self) -> Result<(), WriteError> {
        let answer = self.answer.take();
        let text = if let Some(text) = self.plain.take() {
            self.follow(&text);
            text
        } else {
            match answer {
                None => return Ok(()), // it failed, or had nothing to say
                Some((_, command, None)) => format!("// {command} was stopped"),
                Some((puzzle, command, Some(answer))) => {
                    let text = match self.omits_answer {
                        true => command,
                        false => stated(&command, &answer),
                    };
                    match self.focus.get() {
                        Some(focus) if *focus == puzzle => text,
                        _ => format!("{puzzle}: {text}"),
                    }
                }
            }
        };
        self.file.add(&format!("{text}\n"))
    }
}
