//! Floor 4: puzzles in the forms of other programs, read and written.
//!
//! ```text
//! foreign text ─read─▶ Piece (kind, name, notes, body, commands) ─document─▶ text of a document
//! a puzzle's state ─declare─▶ Piece ─write─▶ foreign text
//! ```
//!
//! A [`Format`] is a file of this folder and a line of [`FORMATS`]. A reader makes the text of a
//! declaration; its kind reports the rest, as in any document.

pub mod codes;
mod json;
mod packed;
mod raw;
mod rows;
mod rush;
mod sudoku;
mod terrain;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::Sink;
use crate::kind::{Body, Game, kind};
use crate::syntax::{Line, parse_name};
use crate::text::{Source, Span};

/// A puzzle between two forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The name of its kind.
    pub kind: String,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Notes about it, one per line: comments of the document.
    pub notes: Vec<String>,
    /// The lines of its body, without indentation.
    pub body: Vec<String>,
    /// Commands that lead on from its start.
    pub commands: Vec<String>,
}

/// How something is to be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The form; `None` to find it by the name of the source, then by its text.
    pub format: Option<&'static Format>,
    /// The kind that it must be.
    pub kind: Option<&'a str>,
    /// The cells of a row, if the text does not say.
    pub width: Option<usize>,
}

/// Why a puzzle cannot be written in a form: a clause for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit(pub String);

/// A form.
#[derive(Debug)]
pub struct Format {
    /// Its name, as `--format` takes it.
    pub name: &'static str,
    /// A description in a few words.
    pub summary: &'static str,
    /// How the names of its files end, without the dot.
    pub endings: &'static [&'static str],
    /// The kinds that it can hold; empty for every kind.
    pub kinds: &'static [&'static str],
    /// Whether a file holds any number of puzzles.
    pub many: bool,
    /// Whether a text looks like it.
    fits: fn(&str) -> bool,
    /// Reads a text; reports what is wrong with it.
    read: fn(&Source, &Options<'_>, &mut Sink) -> Vec<Piece>,
    /// Writes puzzles of its kinds: one, or as many as it holds.
    write: fn(&[Piece]) -> Result<String, Misfit>,
}

/// Every form, in the order in which a text is tried.
pub static FORMATS: &[&Format] = &[
    &json::FORMAT,
    &sudoku::SS,
    &sudoku::SDK,
    &sudoku::SDM,
    &sudoku::LINE,
    &terrain::FORMAT,
    &rush::FORMAT,
    &packed::FORMAT,
    &raw::FORMAT,
];

impl Format {
    /// Whether it can hold a kind.
    pub fn holds(&self, kind: &str) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// Writes puzzles; the text ends with a line end.
    ///
    /// # Errors
    /// Why one of them cannot be written.
    pub fn write(&self, pieces: &[Piece]) -> Result<String, Misfit> {
        if let Some(other) = pieces.iter().find(|piece| !self.holds(&piece.kind)) {
            return Err(Misfit(format!("it holds no {}", other.kind)));
        }
        if pieces.len() > 1 && !self.many {
            return Err(Misfit(String::from("a file holds one puzzle")));
        }
        // Only JSON has a place for what was played.
        let led = pieces.iter().find(|piece| !piece.commands.is_empty() && !self.kinds.is_empty());
        if let Some(led) = led {
            let name = led.name.as_deref().unwrap_or(&led.kind);
            return Err(Misfit(format!(
                "the state in which `{name}` stands now cannot be drawn as a start"
            )));
        }
        (self.write)(pieces)
    }
}

/// The form of that name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|format| format.name == name)
}

/// The form that a file's name shows.
pub fn by_ending(name: &str) -> Option<&'static Format> {
    let (_, ending) = name.rsplit_once('.')?;
    let ending = ending.to_ascii_lowercase();
    FORMATS.iter().copied().find(|format| format.endings.contains(&ending.as_str()))
}

/// Reads the puzzles of a text; reports what is wrong with it. Answers the sound puzzles in any
/// case.
pub fn read(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    for &span in source.broken() {
        sink.push(crate::syntax::codes::not_utf8(span));
    }
    let text = source.text();
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        sink.push(codes::empty(Span::at(0)));
        return Vec::new();
    }
    let able = |format: &&'static Format| options.kind.is_none_or(|kind| format.holds(kind));
    let named = || by_ending(source.name()).filter(able);
    let fitting = || FORMATS.iter().copied().filter(able).find(|format| (format.fits)(text));
    // What `run --as` takes, a document may hold as well.
    let judged = || options.kind.is_some_and(|name| kind(name).is_some_and(|kind| kind.fits(text)));
    let raw = || judged().then_some(&raw::FORMAT);
    // A list of that kind, even if many of its lines are faulty.
    let listed = || {
        let name = options.kind.filter(|name| kind(name).is_some_and(|kind| kind.streams(text)))?;
        FORMATS.iter().copied().find(|format| format.many && *format.kinds == [name])
    };
    let found = options.format.or_else(named).or_else(fitting).or_else(listed).or_else(raw);
    let Some(format) = found else {
        let said = |line: &Line<'_>| !line.text.trim().is_empty() && comment(line).is_none();
        let first = lines(text).into_iter().find(said);
        sink.push(codes::unknown_format(first.map(|line| line.span()).unwrap_or_default()));
        return Vec::new();
    };
    let mark = sink.len();
    let mut pieces = (format.read)(source, options, sink);
    if let Some(kind) = options.kind {
        pieces.retain(|piece| piece.kind == kind);
    }
    if pieces.is_empty() && sink.len() == mark {
        sink.push(codes::empty(Span::at(text.trim_end().len() as u32)));
    }
    pieces
}

/// The text of a document that declares puzzles. Those without a name are named after `stem`, with
/// a number if there are several; `taken` are the names that are in use, and grows.
pub fn document(pieces: &[Piece], stem: &str, taken: &mut BTreeSet<String>) -> String {
    let mut text = String::new();
    // How often a name was wanted again.
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
        text += &format!("{} {name} {{\n", piece.kind);
        for line in &piece.body {
            text += &format!("  {line}\n");
        }
        text += "}\n";
        for command in &piece.commands {
            text += &format!("{command}\n");
        }
    }
    text
}

/// A name made of the name of a file.
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

/// Whether a text is a name.
fn is_name(text: &str) -> bool {
    matches!(parse_name(text), Ok(("", _)))
}

/// The lines of a text, with spaces around them but without their ends.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut found = Vec::new();
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    while start < text.len() {
        let rest = &text[start..];
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        found.push(Line { text: &rest[..end], start: start as u32 });
        start += end + if rest[end..].starts_with("\r\n") { 2 } else { 1 };
    }
    found
}

/// Findings of one text that are kept.
const MOST: usize = 1000;

/// Forgets what was found beyond the first thousand: a long file in the wrong form has a fault per
/// line.
fn cap(sink: &mut Sink) {
    if sink.len() > MOST {
        sink.truncate(MOST);
    }
}

/// A line without the spaces around it.
fn trimmed<'a>(line: &Line<'a>) -> Line<'a> {
    let text = line.text.trim_start();
    let start = line.start + (line.text.len() - text.len()) as u32;
    Line { text: text.trim_end(), start }
}

/// The text of a comment line, if it is one: after `//`.
fn comment<'a>(line: &Line<'a>) -> Option<&'a str> {
    line.text.trim_start().strip_prefix("//").map(str::trim)
}

/// The model of a body that a puzzle wrote itself.
fn model<G: Game>(body: &[String]) -> Option<G::Model> {
    let text = body.join("\n");
    let span = Span::new(0, text.len() as u32);
    let body = Body { source: &text, span, name: Span::default(), raw: false };
    G::read(&body, &mut Sink::new()).map(|reading| reading.model)
}
