//! Metadata in the forms of other programs: `#A AUTHOR` in the header of a sudoku, `; Title: TEXT`
//! above a puzzle of a collection.

use super::Piece;
use crate::syntax::{Key, Meta};

/// The place of metadata in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Headers {
    /// There is none.
    None,
    /// The form has fields for it.
    Fields,
    /// Lines of `#` and a letter, before the puzzle.
    Letters,
    /// Lines `Title: TEXT` after this sign, above each puzzle.
    Lines(&'static str),
}

/// The letters of header lines, and what they introduce: a key, or a word of the note. The first
/// letter of a key is written.
const LETTERS: [(char, Key, &str); 7] = [
    ('A', Key::Author, ""),
    ('D', Key::Title, ""),
    ('S', Key::Source, ""),
    ('U', Key::Source, ""),
    ('C', Key::Note, ""),
    ('B', Key::Note, "date: "),
    ('L', Key::Note, "level: "),
];

impl Headers {
    /// Writes metadata as the lines of a form, each with its line end.
    pub(crate) fn write(self, meta: &Meta) -> String {
        let mut out = String::new();
        for (key, text) in meta.entries() {
            for line in text.lines() {
                out += &match self {
                    Self::None | Self::Fields => continue,
                    Self::Letters => {
                        match LETTERS.iter().find(|(_, candidate, _)| *candidate == key) {
                            Some((letter, ..)) => format!("#{letter} {line}\n"),
                            None => format!("#C {}: {line}\n", capitalized(key)),
                        }
                    }
                    Self::Lines(sign) => format!("{sign} {}: {line}\n", capitalized(key)),
                };
            }
        }
        out
    }
}

/// Returns the word of a key with a capital letter.
fn capitalized(key: Key) -> String {
    let (first, rest) = key.word().split_at(1);
    first.to_ascii_uppercase() + rest
}

/// Returns the key and the text of a line `Title: TEXT`; upper and lower case are alike.
fn titled(line: &str) -> Option<(Key, &str)> {
    let (word, text) = line.trim_start().split_once(':')?;
    Some((Key::of(&word.to_ascii_lowercase())?, text.trim()))
}

/// Returns whether a line is metadata and not a heading.
pub(crate) fn is_metadata(line: &str) -> bool {
    titled(line).is_some() || lettered(line).is_some()
}

/// Returns the text after the `;` of a line of a collection, if it is metadata.
pub(crate) fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix(';')?.trim();
    titled(text).map(|_| text)
}

/// Returns the key and the text of a header line that begins with `#` and a letter.
fn lettered(line: &str) -> Option<(Key, String)> {
    let mut rest = line.strip_prefix('#')?.chars();
    let letter = rest.next()?;
    let (_, key, word) = LETTERS.iter().find(|(candidate, ..)| *candidate == letter)?;
    let text = rest.as_str();
    // `#All of them` is a comment, and `#Uhttp://` an address.
    if letter != 'U' && text.starts_with(char::is_lowercase) {
        return None;
    }
    let text = text.trim();
    Some(match titled(text).filter(|_| letter == 'C') {
        Some((key, text)) => (key, text.to_owned()),
        None => (*key, format!("{word}{text}")),
    })
}

/// Makes metadata of those notes of a puzzle that are header lines.
pub(crate) fn take(piece: &mut Piece) {
    for note in std::mem::take(&mut piece.notes) {
        let entry = titled(&note).map(|(key, text)| (key, text.to_owned()));
        match entry.or_else(|| lettered(&note)) {
            Some((_, text)) if text.is_empty() => {}
            Some((key, text)) => piece.meta.add(key, &text),
            None => piece.notes.push(note),
        }
    }
}
