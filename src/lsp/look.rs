//! The part of a document at a place.

use super::document::Document;
use crate::kinds::KINDS;
use crate::puzzle::{Body, Kind, Mark};
use crate::session::live::Thread;
use crate::syntax::{Command, Declaration, Expected, Fragment, Statement};
use crate::text::Span;

/// A part of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
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

/// A place within a statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<'a> {
    /// The number of the statement.
    pub(super) statement: usize,
    pub(super) part: Where,
    /// The stretch that the part is: the name, the verb, the body.
    pub(super) span: Span,
    /// The puzzle that the statement belongs to.
    pub(super) thread: Option<&'a Thread>,
}

/// Whether an offset lies in a span or at its end.
pub(super) fn touches(span: Span, offset: u32) -> bool {
    span.start <= offset && offset <= span.end
}

/// The part at an offset.
pub(super) fn look(document: &Document, offset: u32) -> Option<Look<'_>> {
    let (at, statement) = document.statement(offset)?;
    let thread = document.thread(at);
    let found = |part, span| Some(Look { statement: at, part, span, thread });
    match statement {
        Statement::Declaration(one) => {
            for (part, span) in [(Where::Kind, one.kind), (Where::Name, one.name)] {
                if !span.is_empty() && touches(span, offset) {
                    return found(part, span);
                }
            }
            if touches(one.body, offset) {
                return found(Where::Body, one.body);
            }
            found(Where::Other, one.span)
        }
        Statement::Use(one) => {
            if touches(one.name, offset) && !one.name.is_empty() {
                return found(Where::Name, one.name);
            }
            if touches(Span::new(one.span.start, one.span.start + 3), offset) {
                return found(Where::Verb, Span::new(one.span.start, one.span.start + 3));
            }
            found(Where::Other, one.span)
        }
        Statement::Command(one) => {
            if let Some(target) = one.target.filter(|&span| touches(span, offset)) {
                return found(Where::Name, target);
            }
            if touches(one.text, offset) {
                let verb = verb(document, one);
                if touches(verb, offset) {
                    return found(Where::Verb, verb);
                }
                return found(Where::Arguments, Span::new(verb.end, one.text.end));
            }
            match one.expected {
                Some(Expected::Line(span) | Expected::Block(span)) if touches(span, offset) => {
                    found(Where::Expected, span)
                }
                _ => found(Where::Other, one.span),
            }
        }
        Statement::Broken(span) => found(Where::Other, *span),
    }
}

/// The first word of a command; empty for a query, which has no verb.
pub(super) fn verb(document: &Document, one: &Command) -> Span {
    let text = document.source().slice(one.text);
    if text.starts_with(|char: char| char.is_ascii_digit() || char == '-' || char == '+') {
        return Span::at(one.text.start);
    }
    let length = text.find([' ', '\t']).unwrap_or(text.len());
    Span::new(one.text.start, one.text.start + length as u32)
}

/// The declaration of a thread.
pub(super) fn declaration<'a>(document: &'a Document, thread: &Thread) -> Option<&'a Declaration> {
    let first = *document.checked.members(thread).first()? as usize;
    match &document.checked.document.statements[first] {
        Statement::Declaration(one) => Some(one),
        _ => None,
    }
}

/// The kind of a thread's puzzle.
pub(super) fn kind_of(document: &Document, thread: &Thread) -> Option<&'static dyn Kind> {
    KINDS.kind(document.source().slice(declaration(document, thread)?.kind))
}

/// The body of a declaration.
pub(super) fn body<'a>(document: &'a Document, one: &Declaration) -> Body<'a> {
    let name = if one.name.is_empty() { one.kind } else { one.name };
    Body { source: document.source().text(), span: one.body, name, raw: false }
}

/// The marks of a statement: its body's, or its arguments'.
pub(super) fn marks(document: &Document, statement: usize) -> Vec<Mark> {
    let Some(thread) = document.thread(statement) else { return Vec::new() };
    let Some(kind) = kind_of(document, thread) else { return Vec::new() };
    match &document.checked.document.statements[statement] {
        Statement::Declaration(one) => kind.marks(&body(document, one)),
        Statement::Command(one) => {
            kind.command_marks(Fragment::of(document.source().text(), one.text))
        }
        _ => Vec::new(),
    }
}

/// The mark at an offset: the one that begins there, else the one that holds it or ends there.
pub(super) fn mark(marks: &[Mark], offset: u32) -> Option<&Mark> {
    let after = marks.partition_point(|mark| mark.span.start <= offset);
    let last = marks[..after].last()?;
    touches(last.span, offset).then_some(last)
}

/// The thread that a command typed at `offset` would go to, and how many of the thread's
/// statements stand before it.
pub(super) fn focus(document: &Document, offset: u32) -> Option<(&Thread, usize)> {
    let all = &document.checked.document.statements;
    let before = all.partition_point(|one| one.span().end < offset);
    let thread = document.checked.focus(before)?;
    Some((thread, place(document, thread, before)))
}

/// How many statements of a thread stand before statement `before` of the document.
pub(super) fn place(document: &Document, thread: &Thread, before: usize) -> usize {
    document.checked.members(thread).partition_point(|&at| (at as usize) < before)
}
