//! The place in a document where a move is written.

use super::position::{Play, Position};
use super::types::BoardWrite;
use crate::diag::{Edit, with_line_ends};
use crate::lsp::server::document::Document;
use crate::puzzle::Role;
use crate::session::incremental::Checked;
use crate::syntax::{Fragment, Statement};
use crate::text::Span;

/// Returns the edit that writes a move which is made in a position; `None` if no move can be made there,
/// or if later statements use the state, unless the edit `is_forced`.
pub(super) fn write(
    document: &Document,
    position: &Position<'_>,
    is_forced: bool,
) -> Option<BoardWrite> {
    let checked = &*document.checked;
    if checked.declaration(position.script).is_some_and(|declaration| declaration.whole.is_some()) {
        return None; // nothing can be written below a whole text
    }
    let info = checked.kind(position.script)?;
    let separator = info.separator.filter(|_| position.can_move())?;
    let rest = position.play.as_ref().filter(|play| play.has_rest());
    if !is_forced && (rest.is_some() || is_used(checked, position)) {
        return None;
    }
    let then = joined(&position.then, separator).unwrap_or_default();
    let extended =
        position.play.as_ref().filter(|play| play.has_rest() || !expects(checked, position));
    Some(match extended {
        Some(play) => extend(document, play, separator, &then),
        None => begin(document, position, &then)?,
    })
}

/// Returns moves joined so that another one can follow; `None` without any.
pub(super) fn joined(moves: &[String], separator: &str) -> Option<String> {
    let parts = moves.iter().flat_map(|by| [by.as_str(), separator_after(by, separator)]);
    let text: String = parts.collect();
    (!text.is_empty()).then_some(text)
}

/// Returns moves as `play` takes them; `None` without any.
pub(in crate::lsp::server) fn played(moves: &[String], separator: &str) -> Option<String> {
    let (last, before) = moves.split_last()?;
    Some(joined(before, separator).unwrap_or_default() + last)
}

/// Returns whether a later statement uses the state after the statement of a position: any command but
/// `reset`.
fn is_used(checked: &Checked, position: &Position<'_>) -> bool {
    let Some(kind) = checked.kind(position.script) else { return false };
    let later = checked.members(position.script).iter().skip(position.count);
    let mut commands = later.filter_map(|&at| match &checked.document.statements[at as usize] {
        Statement::Command(command) => Some(Fragment::of(checked.source.text(), command.text)),
        _ => None,
    });
    commands.next().is_some_and(|text| kind.role(text) != Some(Role::Reset))
}

/// Returns whether the statement of a position has an expectation.
fn expects(checked: &Checked, position: &Position<'_>) -> bool {
    let statement = &checked.document.statements[position.statement];
    matches!(statement, Statement::Command(command) if command.expected.is_some())
}

/// Returns the edit that writes a move into a `play`, after the moves that were made.
fn extend(document: &Document, play: &Play, separator: &str, then: &str) -> BoardWrite {
    let source = document.source().text();
    let last = play.made.checked_sub(1).map(|last| play.moves[last]);
    let next = play.moves.get(play.made);
    let after = |word: &Span| separator_after(&source[word.range()], separator);

    let at = last.map(|last| last.end).or_else(|| next.map(|next| next.start)).unwrap_or_default();
    let lead = last.as_ref().map_or("", after);
    // The new move is separated from the last one as the last one is from the next; unless there is
    // no last move, or nothing is between the two.
    let is_apart = last.zip(next).is_some_and(|(last, next)| last.end < next.start);
    let suffix = next.filter(|_| !is_apart).map_or("", after);
    let range = document.places().range(Span::at(at));
    BoardWrite { range, prefix: format!("{lead}{then}"), suffix: suffix.to_owned() }
}

/// Returns the text between a move and the next one: capital letters follow each other without a space.
fn separator_after<'a>(word: &str, separator: &'a str) -> &'a str {
    let is_letter = word.chars().count() == 1 && !word.starts_with(char::is_lowercase);
    if separator.is_empty() && !is_letter { " " } else { separator }
}

/// Returns the edit that writes a move as a new `play` below the statement of a position.
fn begin(document: &Document, position: &Position<'_>, then: &str) -> Option<BoardWrite> {
    let checked = &*document.checked;
    let info = checked.kind(position.script)?;
    let verb = info.player()?.name;
    let text = checked.source.text();
    let span = checked.document.statements[position.statement].span();
    let line = text[..span.start as usize].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let indent: &str = &text[line..span.start as usize];
    let indent = if indent.trim_matches([' ', '\t']).is_empty() { indent } else { "" };
    let rest = &text[span.end as usize..];
    let end = span.end as usize + rest.find(['\n', '\r']).unwrap_or(rest.len());

    let is_in_focus = checked.focus(position.statement + 1) == Some(position.script);
    let target = if is_in_focus { String::new() } else { format!("{}: ", position.name) };
    let at = Span::at(end as u32);
    // Below a whole text without its `}` everything belongs to the text.
    let statement = &checked.document.statements[position.statement];
    let is_unclosed = matches!(statement, Statement::Declaration(body) if !body.closed);
    let close =
        if info.is_whole_text() && is_unclosed { format!("\n{indent}}}") } else { String::new() };
    let edit = Edit { span: at, text: format!("{close}\n{indent}{target}{verb} {then}") };
    let prefix = with_line_ends(&[edit], checked.source.bytes())[0].text.clone();
    Some(BoardWrite { range: document.places().range(at), prefix, suffix: String::new() })
}
