//! The forms of sudoku programs. One reader reads them all ([`super::judge`], which
//! `run --as sudoku` uses too): the name of a form only decides how it is written.

use super::Sudoku;
use super::judge::puzzles;
use crate::diag::Sink;
use crate::puzzle::foreign::json::Json;
use crate::puzzle::foreign::{Format, Misfit, Options, Piece, Strictness};
use crate::puzzle::{Game, Kind, Of};
use crate::text::Source;

/// `.sdk`: a row per line, with `#A` … header lines and `[Puzzle]` and `[State]` sections.
pub(super) static SDK: Format = Format {
    name: "sdk",
    summary: "a sudoku, a row per line, with header lines",
    endings: &["sdk"],
    kinds: &["sudoku"],
    many: false,
    strictness: Strictness::Syntax,
    fits,
    read,
    write: |pieces| Ok(format!("{}\n", rows_of(single(pieces)?, '.').join("\n"))),
};

/// `.sdm`: a sudoku per line, `0` for an empty cell.
pub(super) static SDM: Format = Format {
    name: "sdm",
    summary: "sudokus, one per line, 0 for an empty cell",
    endings: &["sdm"],
    kinds: &["sudoku"],
    many: true,
    strictness: Strictness::Syntax,
    fits,
    read,
    write: |pieces| Ok(lines(pieces, '0')),
};

/// Sudokus on one line each, `.` for an empty cell: what forums and test collections use.
pub(super) static LINE: Format = Format {
    name: "line",
    summary: "sudokus, one per line, . for an empty cell",
    endings: &[],
    kinds: &["sudoku"],
    many: true,
    strictness: Strictness::Syntax,
    fits,
    read,
    write: |pieces| Ok(lines(pieces, '.')),
};

/// `.ss`: a sudoku as Simple Sudoku writes it, boxes separated by `|` and by lines of `-`.
pub(super) static SS: Format = Format {
    name: "ss",
    summary: "a sudoku with its boxes separated by | and ---",
    endings: &["ss"],
    kinds: &["sudoku"],
    many: false,
    strictness: Strictness::Syntax,
    fits,
    read,
    write: framed,
};

fn fits(text: &str) -> bool {
    Of::<Sudoku>::KIND.fits(text)
}

/// Header lines and comments become notes; digits that a state has and its puzzle has not are
/// played.
fn read(source: &Source, _options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let piece = |puzzle: super::judge::Puzzle| {
        let play = format!("play {}", puzzle.played.join(" "));
        Piece {
            kind: Sudoku::INFO.name.into(),
            notes: puzzle.notes,
            body: puzzle.rows,
            commands: if puzzle.played.is_empty() { Vec::new() } else { vec![play] },
            ..Piece::default()
        }
    };
    puzzles(source, sink).into_iter().map(piece).collect()
}

/// Returns the rows of a sudoku, with `blank` for an empty cell; with `.` if `blank` is a digit there,
/// as `0` is in a grid that has it among its digits.
fn rows_of(piece: &Piece, blank: char) -> Vec<String> {
    let rows = piece.items("rows").iter().map(Json::as_text);
    let blank = if rows.clone().any(|row| row.contains(blank)) { '.' } else { blank };
    let cell = |char| if char == '.' { blank } else { char };
    rows.map(|row| row.chars().map(cell).collect()).collect()
}

fn lines(pieces: &[Piece], blank: char) -> String {
    pieces.iter().map(|piece| rows_of(piece, blank).concat() + "\n").collect()
}

/// The one puzzle of a form that holds only one.
fn single(pieces: &[Piece]) -> Result<&Piece, Misfit> {
    pieces.first().ok_or_else(|| Misfit(String::from("there is no puzzle")))
}

fn framed(pieces: &[Piece]) -> Result<String, Misfit> {
    let rows = rows_of(single(pieces)?, '.');
    let side = rows.len().isqrt().max(1);
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        if at > 0 && at % side == 0 {
            text += &"-".repeat(rows.len() + side - 1);
            text.push('\n');
        }
        let cells: Vec<char> = row.chars().collect();
        let boxes: Vec<String> = cells.chunks(side).map(|part| part.iter().collect()).collect();
        text += &boxes.join("|");
        text.push('\n');
    }
    Ok(text)
}
