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
    let mut tokens = Vec::new();
    comments(text, within, &mut tokens);

    for (at, statement) in statements.iter().enumerate() {
        if !visible(statement.span()) {
            continue;
        }
        let mut add = |span, sort, defines| tokens.push(Token { span, sort, defines });
        match statement {
            Statement::Declaration(declaration) => {
                add(declaration.kind, Sort::Kind, false);
                add(declaration.name, Sort::Name, true);
                for mark in marks(at, within) {
                    add(mark.span, Sort::Part(mark.part), mark.defines);
                }
            }
            Statement::Use(use_statement) => {
                add(
                    Span::new(use_statement.span.start, use_statement.span.start + 3),
                    Sort::Keyword,
                    false,
                );
                add(use_statement.name, Sort::Name, false);
            }
            Statement::Command(command) => command_tokens(text, command, kind(at), &mut add),
            Statement::Broken(_) => {}
        }
    }

    for statement in statements {
        if let Statement::Declaration(declaration) = statement
            && !declaration.meta.is_empty()
            && visible(declaration.meta)
        {
            keys(text, declaration.meta, &mut tokens);
        }
    }

    tokens.retain(|token| !token.span.is_empty() && visible(token.span));
    tokens.sort_by_key(|token| token.span);
    let mut end = 0;
    tokens.retain(|token| {
        let apart = token.span.start >= end;
        end = if apart { token.span.end } else { end };
        apart
    });
    tokens
}

/// Cuts the comments that are metadata before and after their keys.
fn keys(text: &str, meta: Span, tokens: &mut Vec<Token>) {
    for line in meta_lines(text, meta) {
        let Some(word) = line.word else { continue };
        // Comments come first, in the order of their places.
        let at = tokens.partition_point(|token| {
            token.sort == Sort::Comment && token.span.start < line.span.start
        });
        let Some(comment) = tokens.get_mut(at).filter(|token| token.span.start == line.span.start)
        else {
            continue;
        };
        let rest = Span::new(word.end, comment.span.end);
        comment.span.end = word.start;
        tokens.push(Token { span: word, sort: Sort::Key, defines: false });
        tokens.push(Token { span: rest, sort: Sort::Comment, defines: false });
    }
}

/// Adds the parts of a command.
fn command_tokens(
    text: &str,
    command: &Command,
    kind: Option<&'static Info>,
    add: &mut dyn FnMut(Span, Sort, bool),
) {
    if let Some(target) = command.target {
        add(target, Sort::Name, false);
    }

    let fragment = Fragment::of(text, command.text);
    if let Some(kind) = kind {
        if let Some((_, false)) = verb(kind, fragment) {
            let length = fragment.text.find([' ', '\t']).unwrap_or(fragment.text.len());
            add(fragment.part(0..length).span(), Sort::Verb, false);
        }
        for mark in kind.command_marks(fragment) {
            add(mark.span, Sort::Part(mark.part), false);
        }
    }

    let Some(Expected::Line(answer) | Expected::Block(answer) | Expected::Open(answer)) =
        command.expected
    else {
        return;
    };

    let between = Span::new(command.text.end, answer.start.max(command.text.end));
    if let Some(arrow) = text[between.range()].find("=>") {
        let start = between.start + arrow as u32;
        add(Span::new(start, start + 2), Sort::Arrow, false);
    }
    match command.expected {
        Some(Expected::Block(span)) => {
            for line in expected_lines(text, span) {
                add(line.span(), Sort::Expected, false);
            }
        }
        _ => add(answer, Sort::Expected, false),
    }
}

/// Adds the comments on the lines that touch a stretch of text.
pub fn comments(text: &str, within: Span, tokens: &mut Vec<Token>) {
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
            tokens.push(Token { span, sort: Sort::Comment, defines: false });
        }
        at += line.len();
    }
}
