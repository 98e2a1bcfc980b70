//! Bloxorz terrains as courses and sites draw them: a row a line, the legend below.

use super::INFO;
use crate::diag::Sink;
use crate::puzzle::foreign::headers::Headers;
use crate::puzzle::foreign::{Format, Piece, Precedence, verbatim};
use crate::puzzle::{Body, Out};
use crate::text::Source;

pub(super) static FORMAT: Format = Format {
    name: "terrain",
    summary: "bloxorz terrains, a row a line, the legend below; a blank line between two",
    example: "ooo-------\noSoooo----\nooooooooo-\n-ooooooooo\n-----ooToo\n------ooo-\n",
    endings: &[],
    kinds: &["bloxorz"],
    many: true,
    headers: Headers::Lines(";"),
    fits: |text| fits(text).is_some(),
    read: |source, _, sink| verbatim::read(INFO.name, source, sink),
    write: Some(|pieces| Ok(pieces.iter().map(drawing).collect::<Vec<_>>().join("\n"))),
};

/// Returns whether a text is a terrain.
pub(super) fn fits(text: &str) -> Option<Precedence> {
    let source = Source::new("", text);
    let reading = (INFO.read)(&Body::raw(&source), &mut Out::new(&mut Sink::new()));
    reading.map(|_| Precedence::Terrain)
}

/// Returns whether a text begins like a terrain.
pub(super) fn begins(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    line.chars().all(|char| "oSTf- ".contains(char)) && line.matches(['o', 'S', 'T']).count() > 1
}

/// Returns whether a character is a cell of a terrain.
pub(super) fn is_cell(char: char) -> bool {
    char == '-' || char.is_ascii_alphanumeric()
}

/// Writes the lines of a body.
fn drawing(piece: &Piece) -> String {
    piece.body.join("\n") + "\n"
}
