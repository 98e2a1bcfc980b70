//! Shared by the renderers of diagnostics.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::text::{Position, Source, Span};

/// The formats of `puzzled check --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Format {
    /// A picture of the place, for people.
    #[default]
    Human,
    /// One line per finding: `file:line:column: severity[code]: message`.
    Short,
    /// One JSON object per line.
    Json,
    /// One SARIF 2.1.0 log.
    Sarif,
    /// GitHub workflow commands.
    Github,
}

/// Returns the positions where a stretch of text begins and ends, lines and columns from 1.
pub fn places(source: &Source, span: Span) -> (Position, Position) {
    let position = |offset| {
        let at = source.place(offset);
        Position { line: at.line + 1, column: at.column + 1 }
    };
    (position(span.start), position(span.end))
}

/// Returns whether a message must show a character as an escape: control characters make a terminal
/// act, marks turn the direction of writing, and characters that are not seen could hide in a name.
/// Those that join letters and emoji stay, because words and pictures are written with them.
fn is_hostile(char: char) -> bool {
    char.is_control() && !matches!(char, '\n' | '\r' | '\t')
        || matches!(char,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}' // direction
            | '\u{ad}' | '\u{34f}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{feff}' // no width
            | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{ffa0}' // empty letters
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' // shorthand and music
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e00ff}' // notes and tags
            | '\u{2028}' | '\u{2029}') // ends of lines
}

/// Returns the columns that a character fills in a drawing of a text after [`sanitize`].
pub(super) fn columns(char: char) -> usize {
    match char {
        '\t' => 4, // at most
        _ if is_hostile(char) => char.escape_default().count(),
        _ => char.width().unwrap_or(0),
    }
}

/// Escapes every character that [`is_hostile`] or `more` names.
fn with_escapes(text: &str, more: fn(char) -> bool) -> Cow<'_, str> {
    let wrong = |char| is_hostile(char) || more(char);
    if !text.chars().any(wrong) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        if wrong(char) {
            clean.extend(char.escape_default());
        } else {
            clean.push(char);
        }
    }
    Cow::Owned(clean)
}

/// Makes a text harmless to a terminal: control characters, marks that turn the direction of
/// writing, and characters without a width are written as escapes (`\u{1b}`). Ends of lines and
/// tabs stay.
pub fn sanitize(text: &str) -> Cow<'_, str> {
    with_escapes(text, |_| false)
}

/// Makes a text, such as the name of a file, fit within a line: ends of lines and tabs are written
/// as escapes too.
pub fn one_line(text: &str) -> Cow<'_, str> {
    with_escapes(text, |char| matches!(char, '\n' | '\r' | '\t'))
}

/// Writes every hostile character of a JSON text as `\uXXXX`. JSON writers escape those below
/// U+0020 themselves; the others can only be in strings, where the escape means the same.
pub(super) fn escaped(json: String) -> String {
    if !json.chars().any(is_hostile) {
        return json;
    }
    let mut clean = String::with_capacity(json.len() + 16);
    for char in json.chars() {
        if is_hostile(char) {
            for unit in char.encode_utf16(&mut [0; 2]) {
                clean += &format!("\\u{unit:04x}");
            }
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
    fn nothing_hostile_gets_through() {
        let text = "a\u{1b}[31m\0é\u{9b}\u{202e}b\u{200b}\u{feff}\u{2060}\t\n";
        let clean = "a\\u{1b}[31m\\u{0}é\\u{9b}\\u{202e}b\\u{200b}\\u{feff}\\u{2060}";
        assert_eq!(sanitize(text), format!("{clean}\t\n"));
        assert_eq!(one_line(text), format!("{clean}\\t\\n"));
        assert!(
            matches!(sanitize("é ✓ 👩\u{200d}🔬"), Cow::Borrowed(_)),
            "what people write stays"
        );
        for hidden in ['\u{34f}', '\u{115f}', '\u{206a}', '\u{3164}', '\u{1d173}', '\u{e0001}'] {
            let shown = sanitize(&format!("a{hidden}b")).into_owned();
            assert!(shown.is_ascii(), "{shown:?}");
            assert_eq!(columns(hidden), shown.len() - 2);
        }
    }

    #[test]
    fn escaped_json_means_the_same() {
        let text = "a\u{9b}31m\u{7f}é\u{202e}\u{e0041}\n";
        let json = escaped(serde_json::to_string(text).expect("a string"));
        assert!(!json.chars().any(is_hostile));
        assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
    }
}
