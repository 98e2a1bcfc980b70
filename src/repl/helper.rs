//! What rustyline asks while a line is typed.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};

use super::complete::{Ghost, complete, ghost};
use super::highlight::{LONG, Mark, marks, paint};
use super::view::{View, is_open};
use crate::session::Session;

/// Completion, hints, highlighting and the end of an input.
pub(super) struct Typist {
    session: Rc<RefCell<Session>>,
    view: View,
    colour: bool,
    /// The last line that was read, with its marks.
    last: RefCell<Option<(String, Vec<Mark>)>>,
}

impl Typist {
    /// One who looks into that session.
    pub(super) fn new(session: Rc<RefCell<Session>>, colour: bool) -> Self {
        Self { session, view: View::default(), colour, last: RefCell::default() }
    }

    /// Looks again: something was run.
    pub(super) fn refresh(&mut self) {
        self.view = View::of(&self.session.borrow());
        self.last = RefCell::default();
    }
}

impl Helper for Typist {}

impl Completer for Typist {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let mut ask = |name: Option<&str>, before: crate::syntax::Fragment<'_>| {
            let Ok(mut session) = self.session.try_borrow_mut() else { return Vec::new() };
            session.puzzle(name).map(|puzzle| puzzle.complete(before)).unwrap_or_default()
        };
        let (start, found) = complete(line, pos, &self.view, &mut ask);
        let pair =
            |one: super::complete::Candidate| Pair { display: one.shown, replacement: one.text };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hint for Ghost {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        (self.taken > 0).then(|| &self.shown[..self.taken])
    }
}

impl Hinter for Typist {
    type Hint = Ghost;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Ghost> {
        ghost(line, pos, &self.view)
    }
}

impl Highlighter for Typist {
    fn highlight<'l>(&self, line: &'l str, pos: usize) -> Cow<'l, str> {
        if !self.colour || line.is_empty() || line.len() > LONG {
            return Cow::Borrowed(line);
        }
        let mut last = self.last.borrow_mut();
        if last.as_ref().is_none_or(|(text, _)| text != line) {
            *last = Some((line.to_owned(), marks(line, &self.view)));
        }
        let marks = last.as_ref().map(|(_, marks)| marks.as_slice()).unwrap_or_default();
        Cow::Owned(paint(line, pos, marks))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        if self.colour {
            Cow::Owned(format!("\u{1b}[1;32m{prompt}\u{1b}[0m"))
        } else {
            Cow::Borrowed(prompt)
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.colour {
            Cow::Owned(format!("\u{1b}[2m{hint}\u{1b}[0m"))
        } else {
            Cow::Borrowed(hint)
        }
    }

    fn highlight_char(&self, line: &str, _: usize, kind: CmdKind) -> bool {
        self.colour && line.len() <= LONG && kind != CmdKind::MoveCursor
    }
}

/// Whether Enter ends an input: a block is closed, or was given up with an empty line twice.
pub(super) fn ends(input: &str) -> bool {
    let blank = |line: &str| line.trim_matches([' ', '\t']).is_empty();
    let mut last = input.rsplit('\n');
    let given_up = last.next().is_some_and(blank) && last.next().is_some_and(blank);
    given_up && last.next().is_some() || !is_open(input)
}

impl Validator for Typist {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        if ends(context.input()) {
            Ok(ValidationResult::Valid(None))
        } else {
            Ok(ValidationResult::Incomplete)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enter_goes_on_in_an_open_block() {
        for (input, end) in [
            ("rotate 1", true),
            ("", true),
            ("matrix m {", false),
            ("matrix m {\n", false),
            ("matrix m {\n1 2\n", false),
            ("matrix m {\n1 2\n\n", true),
            ("matrix m {\n1 2\n \n\t", true),
            ("matrix m {\n1 2\n\n3 4", false),
            ("matrix m {\n1 2\n}", true),
            ("show => {", false),
            ("show => {\n1\n}", true),
        ] {
            assert_eq!(ends(input), end, "{input:?}");
        }
    }
}
