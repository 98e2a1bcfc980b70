//! `.ss`: one sudoku as Simple Sudoku writes it, boxes parted by `|` and by lines of `-`.

use super::cells::Cells;
use super::sdm::{grid, single};
use super::{Format, Misfit, Options, Piece, comment, lines, trimmed};
use crate::diag::Sink;
use crate::kind::sudoku::grid::value_of;
use crate::syntax::Line;
use crate::text::{Source, Span};

pub(super) static FORMAT: Format = Format {
    name: "ss",
    summary: "a sudoku with its boxes parted by | and ---",
    endings: &["ss"],
    kinds: &["sudoku"],
    many: false,
    fits,
    read,
    write,
};

/// Whether a line only parts bands, or frames the grid.
fn is_rule(line: &Line<'_>) -> bool {
    line.text.contains('-') && line.text.chars().all(|char| "-+*|=: \t".contains(char))
}

fn fits(text: &str) -> bool {
    let all = lines(text);
    let rows = || all.iter().map(trimmed).filter(|line| !line.text.is_empty() && !is_rule(line));
    let rows = || rows().filter(|line| !line.text.starts_with('#') && comment(line).is_none());
    let row = |line: Line<'_>| {
        let mut inner = line.text.trim_matches('|').chars();
        let cell = |char| value_of(char).is_some() || "xX| \t".contains(char);
        line.text.contains('|') && inner.all(cell)
    };
    rows().next().is_some() && rows().all(row)
}

/// The grid.
fn read(source: &Source, _options: &Options<'_>, sink: &mut Sink) -> Vec<Piece> {
    let mut notes = Vec::new();
    let mut cells = Cells::default();
    let mut whole: Option<Span> = None;
    for line in lines(source.text()).iter().map(trimmed) {
        if let Some(note) = line.text.strip_prefix('#').or_else(|| comment(&line)) {
            notes.push(note.trim().to_owned());
        } else if !line.text.is_empty() && !is_rule(&line) {
            whole = Some(whole.map_or(line.span(), |whole| whole.to(line.span())));
            cells.take(&line, "|", "xX", sink);
        }
    }
    let Some(whole) = whole else { return Vec::new() };
    let body = cells.rows(whole, sink);
    let piece = body.map(|body| Piece { kind: "sudoku".into(), notes, body, ..Piece::default() });
    piece.into_iter().collect()
}

fn write(pieces: &[Piece]) -> Result<String, Misfit> {
    let rows = grid(single(pieces)?, '.');
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
