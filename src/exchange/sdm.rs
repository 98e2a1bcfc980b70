//! `.sdm`: sudokus, one a line, `0` or `.` for an empty cell.

use super::cells::{Cells, is_grid};
use super::{Format, Misfit, Options, Piece, lines, trimmed};
use crate::diag::Sink;
use crate::syntax::Line;
use crate::text::Source;

pub(super) static FORMAT: Format = Format {
    name: "sdm",
    summary: "sudokus, one a line, 0 for an empty cell",
    endings: &["sdm"],
    kinds: &["sudoku"],
    many: true,
    fits,
    read,
    write: |pieces| Ok(write(pieces, '0')),
};

/// The word that is the grid, and what stands behind it.
fn parts<'a>(line: &Line<'a>) -> (Line<'a>, &'a str) {
    let end = line.text.find([' ', '\t', ',', ';', '#']).unwrap_or(line.text.len());
    let rest = line.text[end..].trim_start_matches([' ', '\t', ',', ';', '#']);
    (Line { text: &line.text[..end], start: line.start }, rest)
}

/// Whether a line is a comment: its text.
fn note<'a>(line: &Line<'a>) -> Option<&'a str> {
    line.text.strip_prefix('#').or_else(|| super::comment(line)).map(str::trim)
}

/// Whether every line begins with a whole grid.
pub(super) fn fits(text: &str) -> bool {
    let all = lines(text);
    let mut rows =
        all.iter().map(trimmed).filter(|line| !line.text.is_empty() && note(line).is_none());
    let first = rows.next().is_some_and(|line| is_grid(parts(&line).0.text));
    // One broken line in a long file does not make it another form.
    first && rows.take(1000).filter(|line| !is_grid(parts(line).0.text)).count() <= 10
}

/// A grid a line; lines that begin with `#` are notes of the next one.
pub(super) fn read(source: &Source, _options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut notes = Vec::new();
    for line in lines(source.text()).iter().map(trimmed) {
        if line.text.is_empty() {
            continue;
        }
        if let Some(note) = note(&line) {
            notes.push(note.to_owned());
            continue;
        }
        let (grid, rest) = parts(&line);
        super::cap(sink);
        let mut cells = Cells::default();
        cells.take(&grid, "", "", sink);
        let mut notes = std::mem::take(&mut notes);
        if !rest.is_empty() {
            notes.push(rest.to_owned());
        }
        if let Some(body) = cells.rows(grid.span(), sink) {
            pieces.push(Piece { kind: "sudoku".into(), notes, body, ..Piece::default() });
        }
    }
    pieces
}

/// A grid a line.
pub(super) fn write(pieces: &[Piece], blank: char) -> String {
    let line = |piece: &Piece| format!("{}\n", grid(piece, blank).concat());
    pieces.iter().map(line).collect()
}

/// The rows of a sudoku, with `blank` for an empty cell.
pub(super) fn grid(piece: &Piece, blank: char) -> Vec<String> {
    let cell = |char| if matches!(char, '.' | '0' | '_') { blank } else { char };
    piece.body.iter().map(|row| row.chars().map(cell).collect()).collect()
}

/// The one puzzle of a form that holds no more.
pub(super) fn single(pieces: &[Piece]) -> Result<&Piece, Misfit> {
    pieces.first().ok_or_else(|| Misfit(String::from("there is no puzzle")))
}
