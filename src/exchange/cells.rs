//! What the sudoku formats share: cells in a row of characters.

use super::codes;
use crate::diag::Sink;
use crate::kind::sudoku::grid::{order_of, value_of};
use crate::syntax::Line;
use crate::text::Span;

/// Cells as they are written, each with its place.
#[derive(Debug, Default)]
pub(super) struct Cells {
    cells: Vec<(u8, Span)>,
    /// Whether a character was no cell, which was said.
    bad: bool,
}

impl Cells {
    /// Takes the cells of a line; characters of `frame` and blanks are none. `blank` are empty cells
    /// besides `0`, `.` and `_`.
    pub(super) fn take(&mut self, line: &Line<'_>, frame: &str, blank: &str, sink: &mut Sink) {
        super::cap(sink);
        let mut bad: Option<(usize, usize)> = None;
        for (at, char) in line.text.char_indices().chain([(line.text.len(), ' ')]) {
            let skip = char == ' ' || char == '\t' || frame.contains(char);
            let value = if blank.contains(char) { Some(0) } else { value_of(char) };
            if !skip && value.is_none() {
                bad = Some((bad.map_or(at, |(from, _)| from), at + char.len_utf8()));
                continue;
            }
            if let Some((from, to)) = bad.take() {
                self.bad = true;
                sink.push(codes::bad_character(
                    line.part(&(from..to)),
                    &line.text[from..to],
                    "a digit, or `.` or `0` for an empty cell",
                ));
            }
            if let Some(value) = value.filter(|_| !skip) {
                self.cells.push((value, line.part(&(at..at + char.len_utf8()))));
            }
        }
    }

    /// The rows of the grid that they are, with `.` for empty cells; says so where they are none.
    /// `whole` is where they stand.
    pub(super) fn rows(&self, whole: Span, sink: &mut Sink) -> Option<Vec<String>> {
        if self.bad {
            return None;
        }
        let count = self.cells.len();
        let Some(order) = order_of(count) else {
            sink.push(codes::wrong_length(
                whole,
                (count, "cell"),
                "grid",
                "a sudoku has 16, 81, 256 or 625",
            ));
            return None;
        };
        let size = order * order;
        let symbol = crate::kind::sudoku::grid::symbol;
        if let Some(&(value, span)) = self.cells.iter().find(|cell| usize::from(cell.0) > size) {
            let wanted = format!("a digit up to {}", symbol(size as u8, '.'));
            sink.push(codes::bad_character(span, &symbol(value, '.').to_string(), &wanted));
            return None;
        }
        let row = |row: &[(u8, Span)]| row.iter().map(|cell| symbol(cell.0, '.')).collect();
        Some(self.cells.chunks(size).map(row).collect())
    }
}

/// Whether a word is a whole grid on one line, of characters that its size allows.
pub(super) fn is_grid(word: &str) -> bool {
    let Some(order) = order_of(word.chars().count()) else { return false };
    let cell = |char| value_of(char).is_some_and(|value| usize::from(value) <= order * order);
    word.chars().all(cell)
}
