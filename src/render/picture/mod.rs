//! A scene as text for a terminal: no line is wider than the room there is.

mod board;
mod ink;
mod links;
#[cfg(test)]
mod tests;
mod tree;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::diagnostics::sanitize;
use crate::scene::{Drawing, Frame, Scene};

/// Columns that every picture may use.
const LEAST: usize = 8;

/// The colors, characters and size that a picture may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// True if ANSI colors may be used.
    pub color: bool,
    /// True if characters beyond ASCII may be used. Labels stay as they are.
    pub unicode: bool,
    /// Columns that lines may fill, at least 8: wider drawings are made smaller, folded or cut, and
    /// a note below says so.
    pub width: usize,
    /// Lines that the drawing may fill, the same way; `usize::MAX` for no limit.
    pub height: usize,
}

impl Default for Paint {
    /// Returns paint without colors and without limits on width and height.
    fn default() -> Self {
        Self { color: false, unicode: true, width: usize::MAX, height: usize::MAX }
    }
}

/// Draws the scene as lines of text, each with a line end.
///
/// ```
/// use puzzled::{kinds::KINDS, render::{Paint, picture}};
///
/// let mut puzzle = KINDS.kind("matrix").and_then(|kind| kind.opened_example()).expect("an example");
/// let drawn = picture(&puzzle.scene("m"), Paint::default());
/// assert!(drawn.lines().count() > 3);
/// ```
///
/// The lines of a board have equal widths; the caption and notes are below.
pub fn picture(scene: &Scene, paint: Paint) -> String {
    let paint = Paint { width: paint.width.max(LEAST), height: paint.height.max(1), ..paint };
    let (mut text, note) = match &scene.drawing {
        Drawing::Board(board) => board::draw(board, paint),
        Drawing::Tree(tree) => tree::draw(tree, paint),
    };
    for line in [scene.caption.as_str(), note.as_str()] {
        text.push_str(&wrapped(&sanitize(line), paint.width));
    }
    text
}

/// Draws a picture of a film as lines of text under its heading.
pub fn frame(heading: &str, frame: &Frame, paint: Paint) -> String {
    format!("{}\n{}", sanitize(heading), picture(&frame.scene, paint))
}

/// Breaks a text into lines between its words, or within a word that is too long.
pub(in crate::render) fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let word_width = word.width();
        if used > 0 && used + 1 + word_width > width {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        for char in word.chars() {
            let wide = char.width().unwrap_or(0);
            if used > 0 && used + wide > width {
                out.push('\n');
                used = 0;
            }
            out.push(char);
            used += wide;
        }
    }
    if used > 0 {
        out.push('\n');
    }
    out
}
