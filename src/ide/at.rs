//! The part of a document at an offset.

use crate::puzzle::common::is_query;
use crate::puzzle::{Info, Mark};
use crate::session::incremental::{Checked, Script};
use crate::syntax::{Declaration, Expected, Fragment, Statement};
use crate::text::Span;

/// A part of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// The word that names a kind.
    Kind,
    /// The name of a puzzle, at its declaration or use.
    Name,
    /// Within a body.
    Body,
    /// The verb of a command.
    Verb,
    /// After the verb.
    Arguments,
    /// The expected answer.
    Expected,
    /// Anything else: braces, arrows, comments.
    Other,
}

/// The part of a document at an offset.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The number of the statement.
    pub statement: usize,
    /// The part of the statement.
    pub part: Where,
    /// The place of that part.
    pub span: Span,
    /// The puzzle that the statement belongs to.
    pub script: Option<&'a Script>,
}

/// Returns whether an offset is in a span or at its end.
pub fn touches(span: Span, offset: u32) -> bool {
    span.start <= offset && offset <= span.end
}

/// Returns the mark at an offset: the one that begins there, else the one that holds it or ends
/// there.
pub fn mark(marks: &[Mark], offset: u32) -> Option<&Mark> {
    let after = marks.partition_point(|mark| mark.span.start <= offset);
    let last = marks[..after].last()?;
    touches(last.span, offset).then_some(last)
}

/// The questions of an editor about a document.
impl Checked {
    /// Returns the part at an offset.
    pub fn at(&self, offset: u32) -> Option<At<'_>> {
        let statement = self.statement(offset)?;
        let script = self.script(statement);
        let here = |span: &Span| !span.is_empty() && touches(*span, offset);

        let (part, span) = match &self.document.statements[statement] {
            Statement::Declaration(declaration) if here(&declaration.kind) => {
                (Where::Kind, declaration.kind)
            }
            Statement::Declaration(declaration) if here(&declaration.name) => {
                (Where::Name, declaration.name)
            }
            Statement::Declaration(declaration) if touches(declaration.body, offset) => {
                (Where::Body, declaration.body)
            }
            Statement::Declaration(declaration) => (Where::Other, declaration.span),
            Statement::Use(use_statement) if here(&use_statement.name) => {
                (Where::Name, use_statement.name)
            }
            Statement::Use(use_statement) => {
                match Span::new(use_statement.span.start, use_statement.span.start + 3) {
                    word if touches(word, offset) => (Where::Verb, word),
                    _ => (Where::Other, use_statement.span),
                }
            }
            Statement::Command(command) => match (command.target, command.expected) {
                (Some(target), _) if touches(target, offset) => (Where::Name, target),
                _ if touches(command.text, offset) => {
                    let verb = first_word(Fragment::of(self.source.text(), command.text));
                    match touches(verb, offset) {
                        true => (Where::Verb, verb),
                        false => (Where::Arguments, Span::new(verb.end, command.text.end)),
                    }
                }
                (_, Some(Expected::Line(span) | Expected::Block(span) | Expected::Open(span)))
                    if touches(span, offset) =>
                {
                    (Where::Expected, span)
                }
                _ => (Where::Other, command.span),
            },
            Statement::Broken(span) => (Where::Other, *span),
        };
        Some(At { statement, part, span, script })
    }

    /// Returns the script that a statement belongs to, or (for a line that is not a statement yet)
    /// the one that a command there would go to.
    pub fn script(&self, statement: usize) -> Option<&Script> {
        self.scripts.get(self.owner(statement)?)
    }

    /// Returns the declaration of a script.
    pub fn declaration(&self, script: &Script) -> Option<&Declaration> {
        let Statement::Declaration(declaration) = self.statements(script).next()? else {
            return None;
        };
        Some(declaration)
    }

    /// Returns the name of a script's puzzle, and its place; `None` if the name is missing.
    pub fn name(&self, script: &Script) -> Option<(&str, Span)> {
        let declaration = self.declaration(script)?;
        let name = declaration.name_word(&self.source);
        (!name.is_empty()).then_some((name, declaration.name))
    }

    /// Returns the script of the puzzle of that name.
    pub fn named(&self, name: &str) -> Option<&Script> {
        let mut scripts = self.scripts.iter();
        scripts.find(|script| self.name(script).is_some_and(|(script_name, _)| script_name == name))
    }

    /// Returns the kind of a script's puzzle; `None` if the kind is unknown.
    pub fn kind(&self, script: &Script) -> Option<&'static Info> {
        self.kinds.kind(self.declaration(script)?.kind_word(&self.source))
    }

    /// Returns the marks of a statement: those of its body, or of its arguments.
    pub fn marks(&self, statement: usize) -> Vec<Mark> {
        match &self.document.statements[statement] {
            Statement::Declaration(declaration) => self.body_marks(statement, declaration.body),
            Statement::Command(command) => {
                let kind = self.script(statement).and_then(|script| self.kind(script));
                let fragment = Fragment::of(self.source.text(), command.text);
                kind.map_or_else(Vec::new, |kind| kind.command_marks(fragment))
            }
            _ => Vec::new(),
        }
    }

    /// Returns the number of a script's statements before statement `before` of the document.
    pub fn place(&self, script: &Script, before: usize) -> usize {
        self.members(script).partition_point(|&at| (at as usize) < before)
    }
}

/// Returns the span of the first word of a command; empty for a query, which has no verb.
fn first_word(command: Fragment<'_>) -> Span {
    let text = command.text;
    let length = if is_query(text) { Some(0) } else { text.find([' ', '\t']) };
    command.part(0..length.unwrap_or(text.len())).span()
}
