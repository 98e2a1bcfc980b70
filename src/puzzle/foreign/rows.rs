//! Shared by the packed forms: boards whose rows are in one line, or glued line by line.
//!
//! A board on one line is `[ROWSxCOLUMNS] CELLS [; LINE …]`: its rows joined by `/`, or all in one
//! word of a known width; after each `;` is a line that would follow the picture in a document.
//! A board over several lines has one row per line, and ends at a blank line.

use super::{Piece, cap, codes, comment, lines, trimmed};
use crate::diag::{Sink, counted};
use crate::syntax::Line;
use crate::text::{Source, Span};

/// Rows wider than this are read as separate boards if several are below each other.
const WIDE: usize = 12;

/// A board as it is written.
#[derive(Debug, Default)]
pub(crate) struct Packed<'a> {
    /// Its rows.
    pub rows: Vec<Line<'a>>,
    /// The lines after it.
    pub tail: Vec<Line<'a>>,
    /// The notes before it.
    pub notes: Vec<String>,
}

/// The form of the boards of a kind.
pub(crate) struct Style {
    /// Returns whether a line belongs after the picture.
    pub is_tail: fn(&str) -> bool,
    /// The width of a board of that many cells on one line, if the text does not say; `None` if
    /// such a line is one row.
    pub guess: Option<fn(usize) -> Option<usize>>,
}

/// `ROWSxCOLUMNS`.
pub(crate) fn size(word: &str) -> Option<(usize, usize)> {
    let (rows, columns) = word.split_once(['x', 'X', '×'])?;
    let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number > 0);
    Some((number(rows)?, number(columns)?))
}

/// Returns a part of a line by byte offsets, without spaces around it.
fn part<'a>(line: &Line<'a>, from: usize, to: usize) -> Line<'a> {
    trimmed(&Line { text: &line.text[from..to], start: line.start + from as u32 })
}

/// Returns the parts of a line between separators.
fn split<'a>(line: &Line<'a>, by: char) -> Vec<Line<'a>> {
    let mut from = 0;
    line.text
        .split(by)
        .map(|text| {
            let found = part(line, from, from + text.len());
            from += text.len() + by.len_utf8();
            found
        })
        .collect()
}

/// Returns a word cut into rows of `width` characters.
fn cut<'a>(line: &Line<'a>, width: usize) -> Vec<Line<'a>> {
    let mut rows = Vec::new();
    let mut from = 0;
    let ends = line.text.char_indices().skip(width.max(1)).step_by(width.max(1));
    for to in ends.map(|(at, _)| at).chain([line.text.len()]) {
        rows.push(Line { text: &line.text[from..to], start: line.start + from as u32 });
        from = to;
    }
    rows
}

/// Returns the puzzles of a source, each board read by `piece`.
pub(crate) fn pieces(
    source: &Source,
    width: Option<usize>,
    style: &Style,
    piece: fn(&Packed<'_>, &mut Sink) -> Option<Piece>,
    sink: &mut Sink,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for board in &boards(source, width, style, sink) {
        pieces.extend(piece(board, sink));
        cap(sink);
    }
    pieces
}

/// Returns the boards of a text; reports the lines that are not boards.
fn boards<'a>(
    source: &'a Source,
    width: Option<usize>,
    style: &Style,
    sink: &mut Sink,
) -> Vec<Packed<'a>> {
    let mut found: Vec<Packed<'a>> = Vec::new();
    let mut notes = Vec::new();
    // The rows of a board over several lines, and how many boards there were before it.
    let mut open: Vec<Line<'a>> = Vec::new();
    let mut tail: Vec<Line<'a>> = Vec::new();
    let all = lines(source.text());
    for line in all.iter().map(trimmed).chain([Line { text: "", start: 0 }]) {
        cap(sink);
        let said = comment(&line).or_else(|| line.text.strip_prefix("# "));
        if let Some(note) = said {
            notes.push(note.to_owned());
            continue;
        }
        let is_tail = (style.is_tail)(line.text);
        let parts = split(&line, ';');
        let words: Vec<Line<'a>> = words(&parts[0]);
        let sized = words.len() == 2 && size(words[0].text).is_some();
        let count = words.last().map_or(0, |word| word.text.chars().count());
        let wide = width.is_some_and(|width| count > width);
        let alone = !is_tail && (sized || parts[0].text.contains('/') || parts.len() > 1 || wide);
        if line.text.is_empty() || alone {
            // A note before a board on one line is that board's.
            let own = if open.is_empty() { Vec::new() } else { std::mem::take(&mut notes) };
            let board = Packed {
                rows: std::mem::take(&mut open),
                tail: std::mem::take(&mut tail),
                notes: own,
            };
            close(&mut found, board, width, style, sink);
        }
        if line.text.is_empty() {
            continue;
        }
        if is_tail {
            match found.last_mut() {
                Some(last) if open.is_empty() => last.tail.push(line),
                _ => tail.push(line),
            }
        } else if alone {
            let said = if sized { size(words[0].text) } else { None };
            let cells = if sized { words[1] } else { parts[0] };
            if let Some(rows) = rows(&cells, said, width, style, sink) {
                let tail = parts[1..].iter().filter(|part| !part.text.is_empty()).copied();
                let tail = tail.collect();
                found.push(Packed { rows, tail, notes: std::mem::take(&mut notes) });
            }
        } else {
            open.push(line);
        }
    }
    found
}

/// Returns the words of a line.
fn words<'a>(line: &Line<'a>) -> Vec<Line<'a>> {
    split(line, ' ').into_iter().filter(|word| !word.text.is_empty()).collect()
}

/// Adds a board over several lines; if its width says so, every line is a board.
fn close<'a>(
    found: &mut Vec<Packed<'a>>,
    board: Packed<'a>,
    width: Option<usize>,
    style: &Style,
    sink: &mut Sink,
) {
    let Packed { rows: open, tail, mut notes } = board;
    let Some(first) = open.first() else {
        if let Some(last) = found.last_mut() {
            last.tail.extend(tail);
        }
        return;
    };
    let length = first.text.chars().count();
    let each = style.guess.is_some_and(|guess| {
        guess(length).is_some()
            && (open.len() == 1 || length > WIDE)
            && width.is_none_or(|width| width != length)
    });
    let lone = open.len() == 1 && style.guess.is_some() && width.is_none_or(|w| w != length);
    if each || lone {
        for line in &open {
            if let Some(rows) = rows(line, None, width, style, sink) {
                let notes = std::mem::take(&mut notes);
                found.push(Packed { rows, tail: Vec::new(), notes });
            }
        }
        if let Some(last) = found.last_mut() {
            last.tail.extend(tail);
        }
    } else {
        found.push(Packed { rows: open, tail, notes });
    }
}

/// Returns the rows of a board on one line; reports it if their number is not known.
fn rows<'a>(
    cells: &Line<'a>,
    said: Option<(usize, usize)>,
    width: Option<usize>,
    style: &Style,
    sink: &mut Sink,
) -> Option<Vec<Line<'a>>> {
    if cells.text.contains('/') {
        let rows = split(cells, '/');
        let fits = |&(high, _): &(usize, usize)| high == rows.len();
        if said.as_ref().is_some_and(|said| !fits(said)) {
            let wanted = said.map_or(0, |said| said.0);
            let wanted = format!("the size says {wanted}");
            let many = counted(rows.len(), "row");
            sink.push(codes::wrong_length(cells.span(), "board", &many, &wanted));
            return None;
        }
        return Some(rows);
    }
    let count = cells.text.chars().count();
    let Some(width) = said.map(|said| said.1).or(width).or_else(|| style.guess?(count)) else {
        if style.guess.is_some() {
            sink.push(codes::no_width(cells.span(), count));
            return None;
        }
        return Some(vec![*cells]);
    };
    let whole =
        said.map_or(count.div_ceil(width) * width, |(high, wide)| high.saturating_mul(wide));
    if count != whole {
        let wanted = match said {
            Some((high, wide)) => format!("{high} rows of {wide} are {whole}"),
            None => format!("rows of {width} would be {whole}"),
        };
        sink.push(codes::wrong_length(cells.span(), "board", &counted(count, "cell"), &wanted));
        return None;
    }
    Some(cut(cells, width))
}

/// Returns the place of a board.
pub(crate) fn place(rows: &[Line<'_>]) -> Span {
    match (rows.first(), rows.last()) {
        (Some(first), Some(last)) => first.span().to(last.span()),
        _ => Span::default(),
    }
}

/// Returns a line that may be in a body: nothing in it ends the body or begins a comment.
pub(crate) fn clean(line: &str) -> String {
    let line = line.replace(['{', '}'], "?").replace(char::is_control, " ");
    line.replace("//", "/ /")
}
