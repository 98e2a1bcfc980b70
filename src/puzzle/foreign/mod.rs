//! The forms of other programs: what a kind says about those that belong to it.
//!
//! A kind lists its forms in [`super::Info::forms`], each a [`Format`] in a file of its folder, and
//! its form in JSON in [`super::Info::json`]. A reader makes the text of a declaration; the kind
//! reports the rest, as in any document.

pub(crate) mod codes;
pub(crate) mod headers;
pub(crate) mod json;
pub(crate) mod verbatim;

use self::headers::Headers;
use self::json::{Field, Json};
use crate::diag::Sink;
use crate::puzzle::Registry;
use crate::search::Cancel;
use crate::syntax::{Line, Meta};
use crate::text::Source;

/// A puzzle between two forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The name of its kind.
    pub kind: String,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its metadata.
    pub meta: Meta,
    /// Notes about it, one per line: comments of the document.
    pub notes: Vec<String>,
    /// The lines of its body, without indentation.
    pub body: Vec<String>,
    /// Commands that lead on from its start.
    pub commands: Vec<String>,
    /// The fields of its kind in JSON, if a puzzle wrote it ([`crate::puzzle::Board::piece`]).
    pub fields: Vec<Field>,
}

impl Piece {
    /// Returns the items of a field that is an array; none if there is no such field.
    pub(crate) fn items(&self, name: &str) -> &[Json] {
        let field = self.fields.iter().find(|field| field.name == name);
        field.map_or(&[], |field| field.value.items())
    }
}

/// The options for reading a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The form; `None` to find it by the name of the source, then by its text.
    pub format: Option<&'static Format>,
    /// The kind that it must be.
    pub kind: Option<&'a str>,
    /// The goal that the caller names, as [`crate::puzzle::Input::goal`].
    pub goal: Option<&'a str>,
    /// The kinds whose puzzles in JSON are read; `None` for the shipped ones.
    pub kinds: Option<Registry>,
    /// The flag that stops the reading: then some of the puzzles are returned.
    pub cancel: Option<&'a Cancel>,
}

impl Options<'_> {
    /// Returns whether the reading is to stop.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(Cancel::is_cancelled)
    }
}

/// Why a puzzle cannot be written in a form: a clause for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit(pub String);

impl Misfit {
    /// Returns the reason for a piece whose declaration was not written by a puzzle.
    pub fn unread() -> Self {
        Self(String::from("its declaration cannot be read"))
    }
}

/// The order of the kinds that one text fits: it is read as the one with the least value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precedence {
    /// Raw input with a header that says how much follows.
    Header,
    /// Digits in the cells of a grid.
    Digits,
    /// Tiles, each once.
    Tiles,
    /// Cars on a square board.
    Cars,
    /// Blocks on a board.
    Blocks,
    /// A terrain with a start and a hole.
    Terrain,
}

/// Writes puzzles of the kinds of a form.
pub(crate) type Writer = fn(&[Piece]) -> Result<String, Misfit>;

/// A form.
#[derive(Debug)]
pub struct Format {
    /// Its name, as `--format` takes it.
    pub name: &'static str,
    /// A description in a few words.
    pub summary: &'static str,
    /// The ending of the names of its files, without the dot.
    pub endings: &'static [&'static str],
    /// The kinds that it can hold, its own first; empty for every kind.
    pub kinds: &'static [&'static str],
    /// True if a file holds any number of puzzles.
    pub many: bool,
    /// A small text in this form.
    pub example: &'static str,
    /// The lines or fields that hold its metadata.
    pub(crate) headers: Headers,
    /// Returns whether a text of one of its kinds has this form.
    pub(crate) fits: fn(&str) -> bool,
    /// Reads a text; reports what is wrong with it.
    pub(crate) read: fn(&Source, &Options<'_>, &mut Sink) -> Vec<Piece>,
    /// Writes puzzles of its kinds, which have their fields: one, or as many as it holds. `None` if it
    /// is only read.
    pub(crate) write: Option<Writer>,
}

impl Format {
    /// Returns whether it can hold a kind.
    pub fn holds(&self, kind: &str) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// Returns whether puzzles can be written in it.
    pub fn is_written(&self) -> bool {
        self.write.is_some()
    }

    /// Writes puzzles that have their fields; the text ends with a line end.
    ///
    /// # Errors
    /// Why one of them cannot be written.
    pub(crate) fn write(&self, pieces: &[Piece]) -> Result<String, Misfit> {
        let write = self.write.ok_or_else(|| Misfit(String::from("it is only read")))?;
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
        if pieces.iter().any(|piece| piece.fields.is_empty()) {
            return Err(Misfit::unread());
        }
        match self.headers {
            Headers::None | Headers::Fields => write(pieces),
            headers => pieces.iter().try_fold(String::new(), |text, piece| {
                let written = write(std::slice::from_ref(piece))?;
                Ok(text + &headers.write(&piece.meta) + &written)
            }),
        }
    }
}

/// Returns the lines of a text, with spaces around them but without their ends.
pub(crate) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    while start < text.len() {
        let rest = &text[start..];
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        lines.push(Line { text: &rest[..end], start: start as u32 });
        start += end + if rest[end..].starts_with("\r\n") { 2 } else { 1 };
    }
    lines
}

/// Findings of one text that are kept.
const MOST: usize = 1000;

/// Forgets what was found beyond the first thousand: a long file in the wrong form has a fault per
/// line.
pub(crate) fn cap(sink: &mut Sink) {
    if sink.len() > MOST {
        sink.truncate(MOST);
    }
}

/// Returns a line without the spaces around it.
pub(crate) fn trimmed<'a>(line: &Line<'a>) -> Line<'a> {
    let text = line.text.trim_start();
    let start = line.start + (line.text.len() - text.len()) as u32;
    Line { text: text.trim_end(), start }
}

/// Returns the text of a comment line, if it is one: after `//`, or after the `;` of metadata.
pub(crate) fn comment<'a>(line: &Line<'a>) -> Option<&'a str> {
    let text = line.text.trim_start().strip_prefix("//").map(str::trim);
    text.or_else(|| headers::heading(line.text))
}
