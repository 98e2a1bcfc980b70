//! The forms of sudoku programs. One reader reads them all ([`super::import`], which
//! `run --as sudoku` uses too): the name of a form only decides how it is written.

use super::INFO;
use super::grid::{Grid, cell_name, value_of};
use super::import::puzzles;
use super::layout::Layout;
use super::pencil::{drawn, library_line};
use super::rules::{allowed, candidates};
use super::syntax::foreign::{has_form, marked};
use super::syntax::library::parse_library_line;
use super::syntax::opensudoku::games_of;
use crate::diag::Sink;
use crate::puzzle::foreign::headers::Headers;
use crate::puzzle::foreign::json::Json;
use crate::puzzle::foreign::{Format, Misfit, Options, Piece};
use crate::syntax::{Key, Line};
use crate::text::Source;

/// Sudokus as grids of candidates: what HoDoKu, Simple Sudoku and forums show.
pub(super) static CANDIDATES: Format = Format {
    name: "candidates",
    summary: "a sudoku as a grid of candidates, as HoDoKu draws it",
    endings: &["sdx"],
    kinds: &["sudoku"],
    many: false,
    example: "14 2 3 14\n3 14 2 14\n2 3 14 14\n14 14 14 23\n",
    headers: Headers::Letters,
    fits: |text| marked(text).is_some(),
    read,
    write: Some(|pieces| {
        let (_, grid) = board(single(pieces)?)?;
        let is_dead = |&cell: &usize| grid.value(cell) == 0 && candidates(&grid, cell) == 0;
        if let Some(cell) = (0..grid.cells().len()).find(is_dead) {
            let name = cell_name(cell, grid.size());
            return Err(Misfit(format!("it has no sign for {name}, which has no candidates")));
        }
        Ok(format!("{}\n", drawn(&grid).join("\n")))
    }),
};

/// HoDoKu's line, which keeps givens, placed digits and pencil marks apart.
pub(super) static LIBRARY: Format = Format {
    name: "library",
    summary: "9×9 sudokus, one per line, as HoDoKu saves them: givens, placed digits, pencil marks",
    endings: &[],
    kinds: &["sudoku"],
    many: true,
    example: ":0000:x:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:::\n",
    headers: Headers::Lines("#"),
    fits: |text| {
        let is_content =
            |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        text.lines()
            .find(is_content)
            .is_some_and(|text| parse_library_line(&Line { text, start: 0 }).is_some())
    },
    read,
    write: Some(|pieces| {
        let line = |piece: &Piece| {
            let (givens, grid) = board(piece)?;
            let misfit = || Misfit(String::from("it holds 9×9 grids only"));
            Ok(library_line(&givens, &grid).ok_or_else(misfit)? + "\n")
        };
        pieces.iter().map(line).collect()
    }),
};

/// Returns the givens of a piece, and its grid with the pencil marks.
fn board(piece: &Piece) -> Result<(Grid, Grid), Misfit> {
    let values = |name: &str| -> Vec<u8> {
        let rows = piece.items(name).iter().map(Json::as_text);
        rows.flat_map(str::chars).filter_map(value_of).collect()
    };
    if piece.items("rows").iter().any(|row| row.as_text().contains('0')) {
        return Err(Misfit(String::from("`0` is an empty cell there, not a digit")));
    }
    let mut grid = Grid::new(values("rows")).ok_or_else(Misfit::unread)?;
    let givens = Grid::new(values("givens")).unwrap_or_else(|| grid.clone());
    for (cell, group) in piece.items("candidates").iter().enumerate() {
        let digits = group.as_text().chars().filter_map(value_of).filter(|&value| value > 0);
        let set = digits.fold(0_u32, |set, digit| set | 1 << (digit - 1));
        if grid.value(cell) == 0 {
            grid.delete(cell, allowed(&grid, cell) & !set);
        }
    }
    Ok((givens, grid))
}

/// `.sdk`: a row per line, with `#A` … header lines and `[Puzzle]` and `[State]` sections.
pub(super) static SDK: Format = Format {
    name: "sdk",
    summary: "a sudoku, a row per line, with header lines",
    endings: &["sdk"],
    kinds: &["sudoku"],
    many: false,
    example: "#A The author\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n",
    headers: Headers::Letters,
    fits: has_form,
    read,
    write: Some(|pieces| {
        let rows = rows_of(single(pieces)?, '.')?;
        // A list of small grids, by the rule for 16 lines of 16 cells.
        if rows.len() == 16 && rows.concat().chars().all(|cell| "1234.".contains(cell)) {
            return Err(Misfit(String::from("its rows would be read as 16 grids of 4×4 cells")));
        }
        Ok(rows.join("\n") + "\n")
    }),
};

/// `.sdm`: a sudoku per line, `0` for an empty cell.
pub(super) static SDM: Format = Format {
    name: "sdm",
    summary: "sudokus, one per line, 0 for an empty cell",
    endings: &["sdm"],
    kinds: &["sudoku"],
    many: true,
    example: "530070000600195000098000060800060003400803001700020006060000280000419005000080079\n",
    headers: Headers::None,
    fits: has_form,
    read,
    write: Some(|pieces| lines(pieces, '0')),
};

/// Sudokus on one line each, `.` for an empty cell: what forums and test collections use.
pub(super) static LINE: Format = Format {
    name: "line",
    summary: "sudokus, one per line, . for an empty cell",
    endings: &[],
    kinds: &["sudoku"],
    many: true,
    example: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
    headers: Headers::None,
    fits: has_form,
    read,
    write: Some(|pieces| lines(pieces, '.')),
};

/// `.ss`: a sudoku as Simple Sudoku writes it, boxes separated by `|` and by lines of `-`.
pub(super) static SS: Format = Format {
    name: "ss",
    summary: "a sudoku with its boxes separated by | and ---",
    endings: &["ss"],
    kinds: &["sudoku"],
    many: false,
    example: "53.|.7.|...\n6..|195|...\n.98|...|.6.\n-----------\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n-----------\n.6.|...|28.\n...|419|..5\n...|.8.|.79\n",
    headers: Headers::None,
    fits: has_form,
    read,
    write: Some(framed),
};

/// The elements of OpenSudoku's XML that say something of all its puzzles. The first one of a key is
/// written.
const ELEMENTS: [(&str, Key); 6] = [
    ("name", Key::Title),
    ("author", Key::Author),
    ("source", Key::Source),
    ("sourceURL", Key::Source),
    ("description", Key::Note),
    ("comment", Key::Note),
];

/// Signs that XML has other names for, the first of which is replaced first.
const ENTITIES: [(&str, &str); 3] = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")];

/// Returns the metadata in OpenSudoku's XML, as lines `Title: TEXT`.
fn elements(text: &str) -> Vec<String> {
    let mut notes = Vec::new();
    for (element, key) in ELEMENTS {
        let (start, end) = (format!("<{element}>"), format!("</{element}>"));
        for content in text.split(&start).skip(1).filter_map(|rest| Some(rest.split_once(&end)?.0))
        {
            let content = ENTITIES
                .iter()
                .rev()
                .fold(content.to_owned(), |decoded, (char, entity)| decoded.replace(entity, char));
            let has_key = content.starts_with("License: ");
            let line = |line: &str| match has_key {
                true => line.to_owned(),
                false => format!("{}: {line}", key.word()),
            };
            notes
                .extend(content.lines().map(str::trim).filter(|entry| !entry.is_empty()).map(line));
        }
    }
    notes
}

/// OpenSudoku's XML, of 9×9 grids. A file with one puzzle has its metadata.
pub(super) static OPENSUDOKU: Format = Format {
    name: "opensudoku",
    summary: "9×9 sudokus as OpenSudoku's XML",
    endings: &["opensudoku"],
    kinds: &["sudoku"],
    many: true,
    example: "<opensudoku><game data=\"530070000600195000098000060800060003400803001700020006060000280000419005000080079\"/></opensudoku>\n",
    headers: Headers::Fields,
    fits: |text| !games_of(text).is_empty(),
    read: |source, options, sink| {
        let mut pieces = read(source, options, sink);
        if let [piece] = &mut pieces[..] {
            piece.notes.extend(elements(source.text()));
        }
        pieces
    },
    write: Some(|pieces| {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n";
        let mut text = String::from(head);
        if let [piece] = pieces {
            for (key, content) in piece.meta.entries() {
                let element = ELEMENTS.iter().find(|(_, element_key)| *element_key == key);
                let (element, word) =
                    element.map_or(("comment", "License: "), |(name, _)| (*name, ""));
                let content =
                    ENTITIES.iter().fold(content.to_owned(), |escaped, (char, entity)| {
                        escaped.replace(*char, entity)
                    });
                text += &format!("  <{element}>{word}{content}</{element}>\n");
            }
        }
        for piece in pieces {
            let cells = rows_of(piece, '0')?.concat();
            if cells.len() != 81 {
                return Err(Misfit(String::from("it holds 9×9 grids only")));
            }
            text += &format!("  <game data=\"{cells}\"/>\n");
        }
        Ok(text + "</opensudoku>\n")
    }),
};

/// Reads header lines and comments as notes.
fn read(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let piece = |puzzle: super::import::Puzzle| Piece {
        kind: INFO.name.into(),
        notes: puzzle.notes,
        body: puzzle.rows,
        ..Piece::default()
    };
    puzzles(source, options, sink).into_iter().map(piece).collect()
}

/// Returns the rows of a sudoku, with `blank` for an empty cell; with `.` if `blank` is a digit there,
/// as `0` is in a grid that has it among its digits.
fn rows_of(piece: &Piece, blank: char) -> Result<Vec<String>, Misfit> {
    if !piece.items("candidates").is_empty() {
        return Err(Misfit(String::from("it has no place for pencil marks")));
    }
    let rows = piece.items("rows").iter().map(Json::as_text);
    let blank = if rows.clone().any(|row| row.contains(blank)) { '.' } else { blank };
    let cell = |char| if char == '.' { blank } else { char };
    Ok(rows.map(|row| row.chars().map(cell).collect()).collect())
}

fn lines(pieces: &[Piece], blank: char) -> Result<String, Misfit> {
    pieces.iter().map(|piece| Ok(rows_of(piece, blank)?.concat() + "\n")).collect()
}

/// Returns the one puzzle of a form that holds only one.
fn single(pieces: &[Piece]) -> Result<&Piece, Misfit> {
    pieces.first().ok_or_else(|| Misfit(String::from("there is no puzzle")))
}

fn framed(pieces: &[Piece]) -> Result<String, Misfit> {
    let rows = rows_of(single(pieces)?, '.')?;
    let layout = Layout::of_size(rows.len()).ok_or_else(Misfit::unread)?;
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        if at > 0 && at.is_multiple_of(layout.box_rows()) {
            let bars = layout.size() / layout.box_columns() - 1;
            text += &"-".repeat(rows.len() + bars);
            text.push('\n');
        }
        let cells: Vec<char> = row.chars().collect();
        let boxes = cells.chunks(layout.box_columns());
        let boxes: Vec<String> = boxes.map(|part| part.iter().collect()).collect();
        text += &boxes.join("|");
        text.push('\n');
    }
    Ok(text)
}
