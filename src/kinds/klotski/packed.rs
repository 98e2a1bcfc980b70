//! Klotski boards as packed text: one character per cell, rows in one line or glued line by line.

use crate::diag::{Shown, Sink, counted};
use crate::puzzle::foreign::headers::Headers;
use crate::puzzle::foreign::json::Json;
use crate::puzzle::foreign::rows::{Packed, Style, clean, pieces, size};
use crate::puzzle::foreign::{
    Format, Misfit, Options, Piece, Strictness, codes, comment, lines, trimmed,
};
use crate::syntax::Line;
use crate::text::Source;

pub(super) static FORMAT: Format = Format {
    name: "packed",
    summary: "klotski boards, one character per cell: 5x4 ABBCABBCDEEFDGHFI..J",
    endings: &[],
    kinds: &["klotski"],
    many: true,
    strictness: Strictness::Loose,
    headers: Headers::Lines(";"),
    fits,
    read,
    write,
};

static STYLE: Style = Style { is_tail, guess: Some(guess) };

fn is_tail(line: &str) -> bool {
    line.split([' ', '\t']).next() == Some("goal")
}

/// Returns the width of a board on one line: the classic board has rows of 4, others are squares.
fn guess(count: usize) -> Option<usize> {
    let side = count.isqrt();
    match count {
        20 => Some(4),
        _ => (side * side == count && side > 2).then_some(side),
    }
}

fn fits(text: &str) -> bool {
    let all = lines(text);
    let mut rows = all
        .iter()
        .map(trimmed)
        .filter(|line| !line.text.is_empty() && comment(line).is_none() && !is_tail(line.text))
        .filter(|line| !line.text.starts_with("# "))
        .peekable();
    let cell = |char: char| char.is_alphanumeric() || "./#;".contains(char);
    let row = |line: &str| {
        let head = line.split(';').next().unwrap_or_default();
        let words: Vec<&str> = head.split_whitespace().collect();
        match words[..] {
            [cells] => cells.chars().all(cell),
            [first, cells] => size(first).is_some() && cells.chars().all(cell),
            _ => false,
        }
    };
    // Words of letters alone could be anything: at least one line must look like a board.
    let sized = |line: &Line<'_>| line.text.split(' ').next().and_then(size).is_some();
    let board = text.contains(['.', '#']) || rows.peek().is_some_and(sized);
    board && rows.peek().is_some() && rows.take(1000).all(|line| row(line.text))
}

fn read(source: &Source, options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    pieces(source, options.width, &STYLE, piece, sink)
}

/// Returns the declaration of a board: its size, then its cells with spaces between them, so that
/// no row means anything else.
fn piece(board: &Packed<'_>, sink: &mut Sink) -> Option<Piece> {
    let length = |text: &str| text.chars().count();
    let width = board.rows.first().map_or(0, |row| length(row.text));
    let mut body = vec![format!("{} {width}", board.rows.len())];
    let mut sound = true;
    for row in &board.rows {
        if length(row.text) != width {
            let wanted = format!("the first row has {width}");
            let found = counted(length(row.text), "cell");
            sink.push(codes::wrong_length(row.span(), "row", &found, &wanted));
            sound = false;
        }
        let bad = |char: char| char.is_whitespace() || char.is_control() || "{}/;".contains(char);
        if let Some((at, char)) = row.text.char_indices().find(|&(_, char)| bad(char)) {
            let span = row.place(&(at..at + char.len_utf8()));
            let wanted = "a label, `.` for an empty cell, or `#` for a wall";
            sink.push(codes::bad_character(span, Shown(&char.to_string()), wanted));
            sound = false;
        }
        let cells: Vec<String> = row.text.chars().map(String::from).collect();
        body.push(cells.join(" "));
    }
    body.extend(board.tail.iter().map(|line| clean(line.text)));
    let notes = board.notes.clone();
    sound.then(|| Piece { kind: "klotski".into(), notes, body, ..Piece::default() })
}

/// Returns the cells of a klotski in reading order, one character each.
fn cells(rows: &[Json]) -> Result<String, Misfit> {
    let cells = rows.iter().flat_map(Json::items).map(Json::as_text);
    let long = |label: &&str| label.chars().count() != 1 || matches!(*label, "/" | ";");
    match cells.clone().find(long) {
        Some(label) => {
            let label = crate::diag::clip(label);
            Err(Misfit(format!("a cell has one character, but the label `{label}` has more")))
        }
        None => Ok(cells.collect()),
    }
}

fn write(pieces: &[Piece]) -> Result<String, Misfit> {
    let mut text = String::new();
    for piece in pieces {
        let rows = piece.items("rows");
        let columns = rows.first().map_or(0, |row| row.items().len());
        text += &format!("{}x{columns} {}", rows.len(), cells(rows)?);
        for goal in piece.items("goals") {
            if let (Some(label), Some([row, column])) =
                (goal.entry("block"), goal.entry("at").map(Json::items))
            {
                text += &format!("; goal {} at ({row},{column})", label.as_text());
            }
        }
        text.push('\n');
    }
    Ok(text)
}
