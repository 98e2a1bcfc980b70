//! Bloxorz terrains as packed text: the letters of a document, rows joined by `/`, in one line of a
//! known width, or line by line; the legend after `;`, or line by line.

use crate::diag::{Shown, Sink};
use crate::puzzle::foreign::headers::Headers;
use crate::puzzle::foreign::rows::{Packed, Style, clean, pieces, place, size};
use crate::puzzle::foreign::{Format, Options, Piece, Strictness, codes, comment, lines, trimmed};
use crate::text::Source;

pub(super) static FORMAT: Format = Format {
    name: "terrain",
    summary: "bloxorz terrains, rows joined by /: ooo/oSooT",
    endings: &[],
    kinds: &["bloxorz"],
    many: true,
    strictness: Strictness::Strict,
    headers: Headers::Lines(";"),
    fits,
    read,
    write: |pieces| Ok(write(pieces)),
};

static STYLE: Style = Style { is_tail, guess: None };

/// Returns whether a line is of the legend: `p: …`.
fn is_tail(line: &str) -> bool {
    let mut chars = line.chars();
    chars.next().is_some_and(|char| char.is_ascii_alphanumeric()) && chars.as_str().starts_with(':')
}

/// Returns whether a character is a cell of a terrain.
pub(super) fn is_cell(char: char) -> bool {
    char == '-' || char.is_ascii_alphanumeric()
}

fn fits(text: &str) -> bool {
    let all = lines(text);
    let rows: Vec<_> = all
        .iter()
        .map(trimmed)
        .filter(|line| !line.text.is_empty() && comment(line).is_none() && !is_tail(line.text))
        .collect();
    let head = |text: &str| {
        let head = text.split(';').next().unwrap_or_default().trim().to_owned();
        match head.split_once(' ') {
            Some((first, cells)) if size(first).is_some() => cells.to_owned(),
            _ => head,
        }
    };
    let cells: Vec<String> = rows.iter().map(|line| head(line.text)).collect();
    let count = |letter| cells.iter().flat_map(|row| row.chars()).filter(|c| *c == letter).count();
    let (starts, holes) = (count('S'), count('T'));
    // One board, or several, each on a line with a start and a hole.
    let each = cells.iter().all(|row| row.contains('S') && row.contains('T'));
    starts > 0
        && starts == holes
        && (starts == 1 || each)
        && count('o') > 0
        && cells.iter().flat_map(|row| row.chars()).all(|char| is_cell(char) || char == '/')
}

fn read(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    pieces(source, options.width, &STYLE, piece, sink)
}

fn piece(board: &Packed<'_>, sink: &mut Sink) -> Option<Piece> {
    let mut sound = true;
    let mut body = Vec::new();
    for row in &board.rows {
        if let Some((at, char)) = row.text.char_indices().find(|&(_, char)| !is_cell(char)) {
            let span = row.place(&(at..at + char.len_utf8()));
            let wanted = "`o`, `S`, `T`, `f`, a letter or digit of the legend, or `-` for void";
            sink.push(codes::bad_character(span, Shown(&char.to_string()), wanted));
            sound = false;
        }
        // An empty row would end the picture.
        body.push(if row.text.is_empty() { String::from("-") } else { row.text.to_owned() });
    }
    if board.rows.is_empty() {
        sink.push(codes::empty(place(&board.tail)));
        return None;
    }
    body.extend(board.tail.iter().map(|line| clean(line.text)));
    let notes = board.notes.clone();
    sound.then(|| Piece { kind: "bloxorz".into(), notes, body, ..Piece::default() })
}

/// Returns the rows of a body, and the legend lines after them.
pub(super) fn parts(body: &[String]) -> (&[String], &[String]) {
    let legend = body.iter().position(|line| is_tail(line)).unwrap_or(body.len());
    body.split_at(legend)
}

fn write(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        let (rows, legend) = parts(&piece.body);
        // A row alone, without `/`, might be cut by a given `--width`.
        let size = match rows {
            [row] => format!("1x{} ", row.len()),
            _ => String::new(),
        };
        text += &format!("{size}{}", rows.join("/"));
        for line in legend {
            text += &format!("; {line}");
        }
        text.push('\n');
    }
    text
}
