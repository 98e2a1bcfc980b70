//! The parts of a text by their meaning, for colors.

use super::verb;
use crate::puzzle::{Info, Mark, Part};
use crate::syntax::{
    Command, Expected, Fragment, Statement, expected_lines, meta_lines, uncommented,
};
use crate::text::Span;

/// The meaning of a part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// The word `use`.
    Keyword,
    /// A key of metadata.
    Key,
    /// The kind of a declaration.
    Kind,
    /// The name of a puzzle.
    Name,
    /// The verb of a command, if the puzzle has it.
    Verb,
    /// A part of a body or of arguments.
    Part(Part),
    /// The `=>` before an expected answer.
    Arrow,
    /// A line of an expected answer.
    Expected,
    /// A comment.
    Comment,
}

/// A part of a text: never empty, on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The place.
    pub span: Span,
    /// The meaning.
    pub sort: Sort,
    /// True if the text is a name that is declared here.
    pub defines: bool,
}

/// Returns the parts of a text that touch `within`, in order and without overlaps. `kind` returns
/// the kind of the puzzle to which a statement belongs. `marks` returns the marks of the body of a
/// declaration that touch a stretch. Both take the number of the statement. Takes one pass over the
/// text.
pub fn tokens(
    text: &str,
    statements: &[Statement],
    within: Option<Span>,
    kind: &dyn Fn(usize) -> Option<&'static Info>,
    marks: &dyn Fn(usize, Span) -> Vec<Mark>,
) -> Vec<Token> {
    let within = within.unwrap_or(Span::new(0, text.len() as u32));
    let visible = |span: Span| span.start <= within.end && within.start <= span.end;
    let mut found = Vec::new();
    comments(text, within, &mut found);
    for (at, statement) in statements.iter().enumerate() {
        if !visible(statement.span()) {
            continue;
        }
        let mut add = |span, sort, defines| found.push(Token { span, sort, defines });
        match statement {
            Statement::Declaration(one) => {
                add(one.kind, Sort::Kind, false);
                add(one.name, Sort::Name, true);
                for mark in marks(at, within) {
                    add(mark.span, Sort::Part(mark.part), mark.defines);
                }
            }
            Statement::Use(one) => {
                add(Span::new(one.span.start, one.span.start + 3), Sort::Keyword, false);
                add(one.name, Sort::Name, false);
            }
            Statement::Command(one) => command(text, one, kind(at), &mut add),
            Statement::Broken(_) => {}
        }
    }
    for statement in statements {
        if let Statement::Declaration(one) = statement
            && !one.meta.is_empty()
            && visible(one.meta)
        {
            keys(text, one.meta, &mut found);
        }
    }
    found.retain(|one| !one.span.is_empty() && visible(one.span));
    found.sort_by_key(|one| one.span);
    let mut end = 0;
    found.retain(|one| {
        let apart = one.span.start >= end;
        end = if apart { one.span.end } else { end };
        apart
    });
    found
}

/// Cuts the comments that are metadata before and after their keys.
fn keys(text: &str, meta: Span, found: &mut Vec<Token>) {
    for line in meta_lines(text, meta) {
        let Some(word) = line.word else { continue };
        // Comments come first, in the order of their places.
        let at = found
            .partition_point(|one| one.sort == Sort::Comment && one.span.start < line.span.start);
        let Some(comment) = found.get_mut(at).filter(|one| one.span.start == line.span.start)
        else {
            continue;
        };
        let rest = Span::new(word.end, comment.span.end);
        comment.span.end = word.start;
        found.push(Token { span: word, sort: Sort::Key, defines: false });
        found.push(Token { span: rest, sort: Sort::Comment, defines: false });
    }
}

/// Adds the parts of a command.
fn command(
    text: &str,
    one: &Command,
    kind: Option<&'static Info>,
    add: &mut dyn FnMut(Span, Sort, bool),
) {
    if let Some(target) = one.target {
        add(target, Sort::Name, false);
    }
    let command = Fragment::of(text, one.text);
    if let Some(kind) = kind {
        if let Some((_, false)) = verb(kind, command) {
            let length = command.text.find([' ', '\t']).unwrap_or(command.text.len());
            add(command.part(0..length).span(), Sort::Verb, false);
        }
        for mark in kind.command_marks(command) {
            add(mark.span, Sort::Part(mark.part), false);
        }
    }
    let Some(Expected::Line(answer) | Expected::Block(answer) | Expected::Open(answer)) =
        one.expected
    else {
        return;
    };
    let between = Span::new(one.text.end, answer.start.max(one.text.end));
    if let Some(arrow) = text[between.range()].find("=>") {
        let start = between.start + arrow as u32;
        add(Span::new(start, start + 2), Sort::Arrow, false);
    }
    match one.expected {
        Some(Expected::Block(span)) => {
            for line in expected_lines(text, span) {
                add(line.span(), Sort::Expected, false);
            }
        }
        _ => add(answer, Sort::Expected, false),
    }
}

/// Adds the comments on the lines that touch a stretch of text.
pub fn comments(text: &str, within: Span, found: &mut Vec<Token>) {
    let end = |char| matches!(char, '\n' | '\r');
    let start = text[..within.start as usize].rfind(end).map_or(0, |at| at + 1);
    let stop =
        text[within.end as usize..].find(end).map_or(text.len(), |at| at + within.end as usize);
    let mut at = start;
    for line in text[start..stop].split_inclusive(end) {
        let code = line.trim_end_matches(end);
        let (left, commented) = uncommented(code);
        if commented {
            let span = Span::new((at + left.len()) as u32, (at + code.len()) as u32);
            found.push(Token { span, sort: Sort::Comment, defines: false });
        }
        at += line.len();
    }
}
