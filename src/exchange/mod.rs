//! Floor 6: puzzles in the forms of other programs, read and written.
//!
//! ```text
//! foreign text ─read─▶ Piece (kind, name, notes, body, commands) ─document─▶ text of a document
//! a puzzle's state ─declare─▶ Piece ─write─▶ foreign text
//! ```
//!
//! The forms that belong to a kind lie in its folder ([`crate::puzzle::Info::forms`]); here are those of
//! all kinds. A reader makes the text of a declaration; its kind reports the rest, as in any document.

mod json;
pub mod outside;
mod raw;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::puzzle::Body;
use crate::puzzle::foreign::json::Field;
use crate::puzzle::foreign::{comment, headers, lines};
use crate::search::Budget;
use crate::syntax::{Line, parse_name};
use crate::text::{Source, Span};

pub(crate) use crate::puzzle::foreign::codes;
pub use crate::puzzle::foreign::{Format, Misfit, Options, Piece};

/// Every form: that of all kinds, then those of each.
pub static FORMATS: LazyLock<Vec<&'static Format>> = LazyLock::new(|| {
    let of_kinds = KINDS.iter().flat_map(|kind| kind.forms).copied();
    std::iter::once(&json::FORMAT).chain(of_kinds).collect()
});

/// Returns whether a text is puzzles in JSON.
pub(crate) fn is_json(text: &str) -> bool {
    (json::FORMAT.fits)(text)
}

/// Returns the form of that name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|format| format.name == name)
}

/// Returns the form that the ending of a file's name means.
pub fn by_ending(name: &str) -> Option<&'static Format> {
    let (_, ending) = name.rsplit_once('.')?;
    let ending = ending.to_ascii_lowercase();
    FORMATS.iter().copied().find(|format| format.endings.contains(&ending.as_str()))
}

/// Reads the puzzles of a text; reports what is wrong with it. Returns the sound puzzles in any
/// case.
///
/// ```
/// use puzzled::exchange::{self, Options};
/// use puzzled::{diag::Sink, text::Source};
///
/// let source = Source::new("two.sdm", "1...\n..2.\n".replace('\n', "............\n"));
/// let mut sink = Sink::new();
/// let pieces = exchange::read(&source, &Options::default(), &mut sink);
/// assert!(sink.is_empty() && pieces.len() == 2);
/// let text = exchange::document(&pieces, "two", &mut Default::default());
/// assert!(text.contains("sudoku two-1 {"), "{text}");
/// ```
pub fn read(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    if !crate::syntax::codes::is_text(source, sink) {
        return Vec::new();
    }
    let text = source.text();
    let says = |line: &Line<'_>| !line.text.trim().is_empty() && comment(line).is_none();
    if !lines(text).iter().any(says) {
        sink.push(codes::empty(Span::at(0)));
        return Vec::new();
    }

    let format = options.format.or_else(|| by_ending(source.name()));
    let is_json = options.format.is_none() && is_json(text);
    let mark = sink.len();
    let mut pieces = match format.filter(|format| format.kinds.is_empty() || is_json) {
        _ if is_json => (json::FORMAT.read)(source, options, sink),
        Some(format) => (format.read)(source, options, sink),
        None => {
            let named = options.kind.or_else(|| Some(*format?.kinds.first()?));
            let kind = named.and_then(|name| KINDS.kind(name)).or_else(|| outside::kind_of(text));
            match kind {
                Some(kind) => outside::pieces(source, kind, options, sink),
                None => {
                    sink.push(outside::unfit(text).fault(text));
                    return Vec::new();
                }
            }
        }
    };

    pieces.iter_mut().for_each(headers::take);
    if let Some(kind) = options.kind {
        pieces.retain(|piece| piece.kind == kind);
    }
    if pieces.is_empty() && sink.len() == mark {
        sink.push(codes::empty(Span::at(text.trim_end().len() as u32)));
    }
    pieces
}

/// Writes puzzles in a form; the text ends with a line end. A puzzle that was read from a text, so
/// that only the lines of its body are there, is opened for that.
///
/// # Errors
/// Why one of them cannot be written.
pub fn write(format: &Format, pieces: &[Piece]) -> Result<String, Misfit> {
    if pieces.iter().all(|piece| !piece.fields.is_empty()) {
        return format.write(pieces);
    }
    let fields = |piece: &Piece| -> Option<Vec<Field>> {
        let source = Source::new("", piece.body.join("\n"));
        let body = Body { raw: false, ..Body::raw(&source) };
        let puzzle = KINDS.kind(&piece.kind)?.open(&body, KINDS, &mut Sink::new())?;
        puzzle.piece(&Budget::unlimited()).ok().map(|piece| piece.fields)
    };
    let open = |piece: &Piece| {
        let fields = match piece.fields.is_empty() {
            true => fields(piece).ok_or_else(Misfit::unread)?,
            false => piece.fields.clone(),
        };
        Ok(Piece { fields, ..piece.clone() })
    };
    format.write(&pieces.iter().map(open).collect::<Result<Vec<_>, _>>()?)
}

/// Returns the text of a document that declares puzzles. Those without a name are named after
/// `stem`, with a number if there are several. The names in `taken` are in use, and the new ones
/// are added.
pub fn document(pieces: &[Piece], stem: &str, taken: &mut BTreeSet<String>) -> String {
    let mut text = String::new();
    // The last number that was appended to a repeated name.
    let mut again: BTreeMap<String, usize> = BTreeMap::new();
    for (number, piece) in pieces.iter().enumerate() {
        let wanted = match &piece.name {
            Some(name) => name.clone(),
            None if pieces.len() > 1 => format!("{}-{}", name_of(stem, &piece.kind), number + 1),
            None => name_of(stem, &piece.kind),
        };
        let mut name = wanted.clone();
        while !taken.insert(name.clone()) {
            let other = again.entry(wanted.clone()).or_insert(1);
            *other += 1;
            name = format!("{wanted}-{other}");
        }

        if number > 0 {
            text.push('\n');
        }
        for note in &piece.notes {
            let clean = note.replace(char::is_control, " ");
            text += format!("// {}", clean.trim()).trim_end();
            text.push('\n');
        }

        text += &piece.meta.to_string();
        text += &format!("{} {name} {{\n", piece.kind);
        for line in &piece.body {
            let indent = if line.is_empty() { "" } else { "  " };
            text += &format!("{indent}{line}\n");
        }
        text += "}\n";
        for command in &piece.commands {
            text += &format!("{command}\n");
        }
    }
    text
}

/// Returns a name made of the name of a file.
fn name_of(stem: &str, kind: &str) -> String {
    let word = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let parts: Vec<&str> = stem.split(|char| !word(char)).filter(|part| !part.is_empty()).collect();
    let name = parts.join("-");
    match name.chars().next() {
        None => String::from(kind),
        Some(first) if first.is_ascii_alphabetic() => name,
        Some(_) => format!("{kind}-{name}"),
    }
}

/// Returns whether a text is a name.
fn is_name(text: &str) -> bool {
    matches!(parse_name(text), Ok(("", _)))
}
