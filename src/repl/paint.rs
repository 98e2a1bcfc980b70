//! How a line is shown while it is typed: its marks as escape sequences.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::render::sanitize;
use crate::text::Span;

/// What a stretch of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// The name of a kind, `use`.
    Keyword,
    /// The name of a puzzle.
    Name,
    /// A verb.
    Verb,
    /// A number.
    Number,
    /// A comment, and the `=>` before an expected answer.
    Faint,
    /// An expected answer.
    Expected,
    /// Doubtful.
    Warning,
    /// Wrong.
    Error,
}

impl Style {
    /// The parameters of its escape sequence; `None` if it is only a colour and colours are off.
    fn code(self, colour: bool) -> Option<&'static str> {
        if !colour {
            return match self {
                Self::Faint => Some("2"),
                Self::Warning | Self::Error => Some("4"),
                _ => None,
            };
        }
        Some(match self {
            Self::Keyword => "35",
            Self::Name => "34",
            Self::Verb => "36",
            Self::Number => "33",
            Self::Faint => "2",
            Self::Expected => "32",
            Self::Warning => "4;33",
            Self::Error => "4;31",
        })
    }
}

/// A stretch of text with its style. Later marks lie over earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) span: Span,
    pub(super) style: Style,
    /// Wrong as it stands, but right words begin like it: not shown while the cursor is at its end.
    pub(super) unfinished: bool,
}

/// Whether a character has no width and does something to the text around it: it never reaches the
/// terminal.
fn is_hidden(char: char) -> bool {
    !char.is_ascii()
        && char.width().unwrap_or(0) == 0
        && matches!(sanitize(char.encode_utf8(&mut [0; 4])), Cow::Owned(_))
}

/// Whether a text has such a character.
pub(super) fn has_hidden(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_hidden)
}

/// The text without such characters, as wide as it was.
pub(super) fn unhidden(text: &str) -> Cow<'_, str> {
    match has_hidden(text) {
        true => Cow::Owned(text.chars().filter(|&char| !is_hidden(char)).collect()),
        false => Cow::Borrowed(text),
    }
}

/// The prompt with the number of the input and the kind's own figure dimmed.
pub(super) fn painted_prompt(prompt: &str, colour: bool) -> String {
    let (number, rest) = prompt
        .split_once("] ")
        .map_or(("", prompt), |(number, rest)| (&prompt[..number.len() + 2], rest));
    let (rest, end) = rest.strip_suffix("> ").map_or((rest, ""), |rest| (rest, "> "));
    let (name, figure) = rest.split_at(rest.find(", ").unwrap_or(rest.len()));
    let mut out = String::new();
    for (text, dim) in [(number, true), (name, false), (figure, true), (end, false)] {
        match (text, dim) {
            ("", _) => {}
            (text, true) => out += &format!("\u{1b}[2m{text}\u{1b}[0m"),
            (text, false) if colour => out += &format!("\u{1b}[1;32m{text}\u{1b}[0m"),
            (text, false) => out += text,
        }
    }
    out
}

/// The text with its marks as escape sequences; its width stays what it is. `pos` is the cursor.
/// Without `colour` there is no colour, but what is wrong is underlined all the same.
pub(super) fn paint(text: &str, pos: usize, marks: &[Mark], colour: bool) -> String {
    let mut styles: Vec<Option<Style>> = vec![None; text.len()];
    for mark in marks {
        if mark.unfinished && mark.span.end as usize == pos && pos == text.len() {
            continue;
        }
        if let Some(part) = styles.get_mut(mark.span.range()) {
            part.fill(Some(mark.style));
        }
    }
    let mut out = String::with_capacity(text.len() + 16 * marks.len());
    let mut now = None;
    for (at, char) in text.char_indices() {
        // Colours end with the line: an underline would run on to the edge of the window.
        let style = if matches!(char, '\n' | '\r') { None } else { styles[at] };
        let style = style.and_then(|style| style.code(colour));
        if style != now {
            if now.is_some() {
                out.push_str("\u{1b}[0m");
            }
            if let Some(style) = style {
                out.push_str("\u{1b}[");
                out.push_str(style);
                out.push('m');
            }
            now = style;
        }
        if is_hidden(char) {
            continue;
        }
        out.push(char);
    }
    if now.is_some() {
        out.push_str("\u{1b}[0m");
    }
    out
}
