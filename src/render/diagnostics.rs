//! What the renderers of diagnostics share.

use std::borrow::Cow;

use crate::diag::Diagnostic;
use crate::text::{Position, Source};

/// The formats of `puzzled check --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Format {
    /// A picture of the place, for people.
    #[default]
    Human,
    /// A line a finding: `file:line:column: severity[code]: message`.
    Short,
    /// A JSON object a line.
    Json,
    /// One SARIF 2.1.0 log.
    Sarif,
    /// GitHub workflow commands.
    Github,
}

/// Where a diagnostic begins and ends, lines and columns from 1.
pub(super) fn places(source: &Source, found: &Diagnostic) -> (Position, Position) {
    let one = |offset| {
        let at = source.place(offset);
        Position { line: at.line + 1, column: at.column + 1 }
    };
    (one(found.span.start), one(found.span.end))
}

/// Whether a character would do something to a terminal rather than be shown: control characters
/// and the marks that turn the direction of writing.
fn is_hostile(char: char) -> bool {
    char.is_control() && !matches!(char, '\n' | '\r' | '\t')
        || matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

/// The text with every hostile character replaced by as many `?` as it has bytes, so that offsets
/// stay what they are.
pub fn sanitize(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hostile) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    for char in text.chars() {
        if is_hostile(char) {
            clean.extend(std::iter::repeat_n('?', char.len_utf8()));
        } else {
            clean.push(char);
        }
    }
    Cow::Owned(clean)
}

/// A text for one line, such as the name of a file: whatever would end the line, turn the direction
/// of writing or do something to a terminal is written as an escape (`\n`, `\u{1b}`).
pub fn one_line(text: &str) -> Cow<'_, str> {
    let escaped = |char: char| is_hostile(char) || matches!(char, '\n' | '\r' | '\t');
    let ends_line = |char: char| matches!(char, '\u{2028}' | '\u{2029}');
    if !text.chars().any(|char| escaped(char) || ends_line(char)) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        match char {
            _ if escaped(char) || ends_line(char) => line.extend(char.escape_default()),
            _ => line.push(char),
        }
    }
    Cow::Owned(line)
}

/// JSON text in which every hostile character is written as `\\uXXXX`. JSON writers escape those
/// below U+0020 themselves; the others may stand in strings only, where the escape means the same.
pub(super) fn escaped(json: String) -> String {
    if !json.chars().any(is_hostile) {
        return json;
    }
    let mut clean = String::with_capacity(json.len() + 16);
    for char in json.chars() {
        if is_hostile(char) {
            clean += &format!("\\u{:04x}", char as u32);
        } else {
            clean.push(char);
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hostile_gets_through_and_offsets_stay() {
        let text = "a\u{1b}[31m\0é\u{9b}\u{202e}\t\n";
        let clean = sanitize(text);
        assert_eq!(clean, "a?[31m?é?????\t\n");
        assert_eq!(clean.len(), text.len());
    }

    #[test]
    fn escaped_json_means_the_same() {
        let text = "a\u{9b}31m\u{7f}é\u{202e}\n";
        let json = escaped(serde_json::to_string(text).expect("a string"));
        assert!(!json.chars().any(is_hostile));
        assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
    }
}
