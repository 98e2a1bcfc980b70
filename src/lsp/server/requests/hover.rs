//! `textDocument/hover`: an explanation of what is at a place.

use std::fmt::Write as _;

use serde::Serialize;

use super::Query;
use crate::diag::Code;
use crate::ide::{self, At, Where};
use crate::lsp::server::client::Client;
use crate::lsp::server::document::Document;
use crate::lsp::server::message::Refusal;
use crate::lsp::server::protocol::{MarkupContent, Range, TextDocumentPositionParams};
use crate::puzzle::markdown::{code_span, fenced};
use crate::puzzle::{Mark, Part, Role, Spot};
use crate::render::{Paint, picture};
use crate::scene::Scene;
use crate::search::Budget;
use crate::session::all_codes;
use crate::session::incremental::{Script, Shown};
use crate::syntax::{Fragment, Meta, Statement};
use crate::text::Span;

/// Bytes of a body, at most, whose current picture is shown.
const PICTURE: u32 = 2_000;
/// States, at most, that a picture may cost.
const STATES: u64 = 1 << 16;
/// Lines of an answer that are shown.
const LINES: usize = 30;

pub(super) struct Hover;

#[derive(Debug, Serialize)]
pub(super) struct HoverResult {
    contents: MarkupContent,
    range: Range,
}

impl Query for Hover {
    const METHOD: &'static str = "textDocument/hover";
    type Params = TextDocumentPositionParams;
    type Result = Option<HoverResult>;

    fn answer(
        document: &Document,
        client: &Client,
        params: Self::Params,
    ) -> Result<Self::Result, Refusal> {
        let places = document.places();
        let section = hover(document, places.offset(params.position));
        Ok(section.map(|section| HoverResult {
            contents: MarkupContent::new(&section.markdown, client.markdown),
            range: places.range(section.span),
        }))
    }
}

/// Markdown about a stretch of the text.
struct Section {
    markdown: String,
    span: Span,
}

impl Section {
    /// Appends the first paragraph of a code's explanation.
    fn append_explanation(&mut self, code: &Code) {
        let rule = if self.markdown.is_empty() { "" } else { "\n\n---\n\n" };
        let meaning = code.explain.split("\n\n").next().unwrap_or_default();
        let _ = write!(self.markdown, "{rule}`{}`: {meaning}", code.path);
    }
}

/// Returns what is known about an offset; `None` if there is nothing to say.
fn hover(document: &Document, offset: u32) -> Option<Section> {
    if let Some((code, span)) = code(document, offset) {
        return Some(Section { markdown: ide::page(code), span });
    }

    let part =
        || document.checked.at(offset).and_then(|look| statement_section(document, &look, offset));
    let mut hover = metadata_section(document, offset).or_else(part);
    // The editor shows the diagnostic; the hover adds the explanation of its code.
    for diagnostic in document.diagnostics_at(offset).iter().take(2) {
        let empty = || Section { markdown: String::new(), span: diagnostic.span };
        hover.get_or_insert_with(empty).append_explanation(diagnostic.code);
    }

    let Section { markdown, span } = hover?;
    let markdown = markdown.trim_start().to_owned();
    (!markdown.is_empty()).then_some(Section { markdown, span })
}

/// Returns the code written at an offset, as in a comment, and its span.
fn code(document: &Document, offset: u32) -> Option<(&'static Code, Span)> {
    let text = document.source().text();
    let part = |byte: &u8| byte.is_ascii_lowercase() || matches!(byte, b':' | b'-');
    let before = text.as_bytes()[..offset as usize].iter().rev().take_while(|b| part(b)).count();
    let after = text.as_bytes()[offset as usize..].iter().take_while(|b| part(b)).count();
    let span = Span::new(offset - before as u32, offset + after as u32);
    let word = text.get(span.range())?;
    let codes = || all_codes(document.checked.kinds).into_iter();
    let code = word.contains("::").then(|| codes().find(|code| code.path == word))?;
    Some((code?, span))
}

/// Describes the part of a statement that is at an offset.
fn statement_section(document: &Document, look: &At<'_>, offset: u32) -> Option<Section> {
    let statement = &document.checked.document.statements[look.statement];
    let script = look.script;
    let span = look.span;
    let markdown = match look.part {
        Where::Kind => {
            ide::manual(document.checked.kinds.kind(document.source().slice(look.span))?)
        }
        Where::Name => puzzle_markdown(document, script?, look.statement)?,
        Where::Verb => {
            let Statement::Command(command) = statement else {
                let usage = "`use NAME` — commands without a prefix go to this puzzle";
                return Some(Section { markdown: String::from(usage), span });
            };
            let kind = document.checked.kind(script?)?;
            let fragment = Fragment::of(document.source().text(), command.text);
            let (verb, _) = ide::verb(kind, fragment)?;
            let answer = answer_markdown(document.answer(look.statement));
            ide::entry(kind, verb) + &answer + &hint_markdown(document, look)
        }
        Where::Body | Where::Arguments => {
            let marks = document.checked.marks(look.statement);
            let mark = ide::mark(&marks, offset);
            let section = mark.and_then(|mark| mark_section(document, look, &marks, mark));
            let answer = answer_markdown(document.answer(look.statement));
            return match (section, look.part) {
                (Some(Section { markdown, span }), _) => {
                    Some(Section { markdown: markdown + &answer, span })
                }
                (None, Where::Arguments) if !answer.is_empty() => {
                    Some(Section { markdown: answer, span })
                }
                _ => None,
            };
        }
        Where::Expected => {
            answer_markdown(document.answer(look.statement)) + &hint_markdown(document, look)
        }
        Where::Other => return None,
    };
    Some(Section { markdown, span })
}

/// Returns the answer of a command as Markdown; empty if it is unknown.
fn answer_markdown(answer: Option<&Shown>) -> String {
    let Some(answer) = answer else { return String::new() };
    let shown: Vec<_> = answer.text.split('\n').take(LINES).collect();
    let mut text = format!("\n\n{}\n", fenced("text", &shown.join("\n")));
    if answer.lines > LINES {
        let _ = write!(text, "… {} lines in all", answer.lines);
    }
    text
}

/// Returns the picture of a hint as Markdown; empty for other commands.
fn hint_markdown(document: &Document, look: &At<'_>) -> String {
    hint_scene(document, look).map_or_else(String::new, |scene| {
        format!("\n\n{}", fenced("text", &picture(&scene, Paint::default())))
    })
}

/// Returns the picture that points at the hint of a command.
fn hint_scene(document: &Document, look: &At<'_>) -> Option<Scene> {
    let script = look.script.filter(|script| !document.checked.withholds(script))?;
    let Statement::Command(command) = &document.checked.document.statements[look.statement] else {
        return None;
    };
    let text = Fragment::of(document.source().text(), command.text);
    let role = document.checked.kind(script)?.role(text);
    role.filter(|role| *role == Role::Hint)?;
    let (name, _) = document.checked.name(script)?;
    let mut live = document.before(script, document.checked.place(script, look.statement))?;
    if live.is_unknown() {
        return None;
    }
    let budget = Budget::unlimited().with_states(STATES);
    live.puzzle()?.point(name, text, &budget, &mut crate::diag::Sink::new())
}

/// Describes a puzzle: its kind, and its picture after a statement, or at its start if an open
/// question is asked about it.
fn puzzle_markdown(document: &Document, script: &Script, statement: usize) -> Option<String> {
    let info = document.checked.kind(script)?;
    let (name, _) = document.checked.name(script)?;
    let head = fenced("puzzled", &format!("{} {name}", info.name));
    let mut text = format!("{head}\n{}", info.summary);
    let declaration = document.checked.declaration(script)?;
    text += &metadata_markdown(&Meta::of(document.source().slice(declaration.meta)));
    // The states after the start may answer an open question.
    let at = match document.checked.withholds(script) {
        true => 1,
        false => document.checked.place(script, statement + 1),
    };
    if declaration.body.len() <= PICTURE
        && let Some(mut live) = document.before(script, at)
        && let Some(puzzle) = live.puzzle()
    {
        // A picture that must be computed is left to `show`.
        let budget = Budget::unlimited().with_states(STATES);
        if let Some(shown) = puzzle.show(&budget).into_text() {
            let _ = write!(text, "\n\n{}", fenced("text", &shown));
        }
    }
    Some(text)
}

/// Returns metadata as Markdown; empty if there is none.
fn metadata_markdown(meta: &Meta) -> String {
    let mut text = String::new();
    for (key, said) in meta.entries() {
        let plain: String =
            said.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
        let _ = write!(text, "\n\n{}: {}", key.word(), code_span(&plain));
    }
    text
}

/// Returns the metadata of the declaration below a line of metadata at an offset.
fn metadata_section(document: &Document, offset: u32) -> Option<Section> {
    let statements = &document.checked.document.statements;
    let next = statements.partition_point(|statement| statement.span().start <= offset);
    let Statement::Declaration(declaration) = statements.get(next)? else { return None };
    let is_inside = !declaration.meta.is_empty() && ide::touches(declaration.meta, offset);
    is_inside.then(|| {
        let source = document.source();
        let head = format!("metadata of {}", code_span(declaration.name_word(source)));
        let markdown = head + &metadata_markdown(&Meta::of(source.slice(declaration.meta)));
        Section { markdown, span: declaration.meta }
    })
}

/// Returns the puzzle's text about a mark, in the state at the statement.
fn mark_section(
    document: &Document,
    look: &At<'_>,
    marks: &[Mark],
    mark: &Mark,
) -> Option<Section> {
    // A cell or a piece is described with what may answer an open question: candidates, moves.
    let script = look.script.filter(|script| !document.checked.withholds(script))?;
    let text = document.source().text();
    // A step represents the path that it ends.
    let mut word = text[mark.span.range()].to_owned();
    let mut span = mark.span;
    if mark.part == Part::Step {
        let at = marks.iter().position(|other| other.span == mark.span)?;
        let open = marks[..at].iter().rev().find(|other| other.part == Part::Bracket)?;
        word = format!("{}]", &text[open.span.start as usize..mark.span.end as usize]);
        span = Span::new(open.span.start, mark.span.end);
    }
    // A body is shown as it was declared, a command in the state that it meets.
    let at = match look.part {
        Where::Body => 1,
        _ => document.checked.place(script, look.statement),
    };
    let mut live = document.before(script, at)?;
    let puzzle = live.puzzle()?;
    let spot =
        Spot { text: &text[mark.span.range()], part: mark.part, cell: mark.cell, word: &word };
    puzzle.describe(&spot).map(|markdown| Section { markdown, span })
}
