//! Commands that the program gives to the puzzles of a session.

use super::Session;
use crate::puzzle::{Directive, Verb};
use crate::syntax::{Command, Document, Statement};
use crate::text::{Source, Span};

/// Commands without arguments, one per puzzle, and the document that shows them to people.
#[derive(Debug)]
pub(crate) struct Orders {
    pub(crate) source: Source,
    pub(crate) document: Document,
    directives: Vec<Directive<'static>>,
}

impl Orders {
    /// Returns commands of puzzles, each the name of a puzzle and a verb of its kind.
    pub(crate) fn new<'a>(
        title: String,
        commands: impl IntoIterator<Item = (&'a str, &'static Verb)>,
    ) -> Self {
        let mut text = String::new();
        let mut document = Document::default();
        let mut directives = Vec::new();
        for (puzzle, verb) in commands {
            let start = text.len() as u32;
            let target = Span::new(start, start + puzzle.len() as u32);
            text += &format!("{puzzle}: {}", verb.name);
            let end = text.len() as u32;
            let verb_place = Span::new(end - verb.name.len() as u32, end);
            document.statements.push(Statement::Command(Command {
                span: Span::new(start, end),
                target: Some(target),
                text: verb_place,
                expected: None,
            }));
            directives.push(Directive::new(verb).at(verb_place));
            text.push('\n');
        }
        Self { source: Source::new(title, text), document, directives }
    }
}

impl Session {
    /// Stores the commands of `orders`. The next document that runs must be that of `orders`: its statements then
    /// run these commands, and its text is not read.
    pub(crate) fn give(&mut self, orders: &Orders) {
        self.given.clone_from(&orders.directives);
    }
}
