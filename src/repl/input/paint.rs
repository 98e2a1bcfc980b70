//! Paints a line while it is typed: turns its marks into escape sequences.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::ide::Sort;
use crate::puzzle::Part;
use crate::render::sanitize;
use crate::text::Span;

/// The style of a stretch of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// A part of a right text.
    Sort(Sort),
    /// Doubtful.
    Warning,
    /// Wrong.
    Error,
}

impl Style {
    /// Returns the parameters of its escape sequence; `None` if it is only a color and colors are
    /// off.
    fn code(self, color: bool) -> Option<&'static str> {
        let part = match self {
            Self::Sort(Sort::Comment) => return Some("2"),
            Self::Warning => return Some(if color { "4;33" } else { "4" }),
            Self::Error => return Some(if color { "4;31" } else { "4" }),
            Self::Sort(_) if !color => return None,
            Self::Sort(Sort::Keyword | Sort::Key | Sort::Kind) => return Some("35"),
            Self::Sort(Sort::Name) => return Some("34"),
            Self::Sort(Sort::Verb) => return Some("36"),
            Self::Sort(Sort::Arrow | Sort::Expected) => return Some("32"),
            Self::Sort(Sort::Part(part)) => part,
        };
        match part {
            Part::Keyword | Part::Fragile | Part::Switch | Part::Bridge => Some("35"),
            Part::Number | Part::Given => Some("33"),
            Part::Piece => Some("34"),
            Part::Hero | Part::Goal | Part::Live => Some("32"),
            Part::Step | Part::Move => Some("36"),
            Part::Wall | Part::Void | Part::Dead => Some("2"),
            Part::Floor | Part::Bracket => None,
        }
    }
}

/// A stretch of text with its style. Later marks lie over earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Styled {
    pub(crate) span: Span,
    pub(crate) style: Style,
    /// Wrong as it stands, but right words begin like it: not shown while the cursor is at its end.
    pub(crate) unfinished: bool,
}

/// Returns whether a character has no width and does something to the text around it: it never
/// reaches the terminal.
fn is_hidden(char: char) -> bool {
    !char.is_ascii()
        && char.width().unwrap_or(0) == 0
        && matches!(sanitize(char.encode_utf8(&mut [0; 4])), Cow::Owned(_))
}

/// Returns whether a text has such a character.
pub(crate) fn has_hidden(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_hidden)
}

/// Returns the text without such characters, as wide as it was.
pub(crate) fn unhidden(text: &str) -> Cow<'_, str> {
    match has_hidden(text) {
        true => Cow::Owned(text.chars().filter(|&char| !is_hidden(char)).collect()),
        false => Cow::Borrowed(text),
    }
}

/// Returns the prompt with the number of the input and the kind's own figure dimmed.
pub(crate) fn painted_prompt(prompt: &str, color: bool) -> String {
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
            (text, false) if color => out += &format!("\u{1b}[1;32m{text}\u{1b}[0m"),
            (text, false) => out += text,
        }
    }
    out
}

/// Returns the text with its marks as escape sequences; its width stays what it is. `pos` is the
/// cursor. Without `color` there is no color, but what is wrong is underlined all the same.
pub(crate) fn paint(text: &str, pos: usize, marks: &[Styled], color: bool) -> String {
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
    let mut now: Option<&str> = None;
    // The end of a stretch that goes on if the same style follows the spaces after it.
    let mut gap = None;
    for (at, char) in text.char_indices() {
        // Colors end with the line: an underline would run on to the edge of the window.
        let style = if matches!(char, '\n' | '\r') { None } else { styles[at] };
        let style = style.and_then(|style| style.code(color));
        let goes_on = now.is_some_and(|now| !now.starts_with('4'));
        if style.is_none() && matches!(char, ' ' | '\t') && goes_on {
            gap = gap.or(Some(out.len()));
        } else if style != now {
            if now.is_some() {
                out.insert_str(gap.unwrap_or(out.len()), "\u{1b}[0m");
            }
            if let Some(style) = style {
                out.push_str("\u{1b}[");
                out.push_str(style);
                out.push('m');
            }
            now = style;
            gap = None;
        } else {
            gap = None;
        }
        if is_hidden(char) {
            continue;
        }
        out.push(char);
    }

    if now.is_some() {
        out.insert_str(gap.unwrap_or(out.len()), "\u{1b}[0m");
    }
    out
}
