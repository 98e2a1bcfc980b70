//! The frame of a drawn grid. It shows where the boxes are, and, if the cells have fixed columns, which
//! cells are empty: there an empty cell can be a space.
//!
//! ```text
//!   5 3 . | . 7 .               a bar: a line between two columns
//!   ------+------               a rule: a line between two rows
//!
//! | 7   6 |       |     6 |     columns for three cells between two bars
//! |   |   | 3 |                 a column for each cell
//! | 12    |  4 16 |             columns for numbers
//! ```
//!
//! Lines around the grid, or between all cells, say nothing about boxes.

use std::collections::{BTreeMap, BTreeSet};

use nom::bytes::complete::take_till;
use nom::character::complete::{satisfy, space0};
use nom::combinator::all_consuming;
use nom::multi::many1;
use nom::sequence::{delimited, terminated};
use nom::{IResult, Offset, Parser};

use super::plain::is_box;
use crate::kinds::sudoku::layout::Layout;
use crate::puzzle::foreign::lines;
use crate::puzzle::lists::used;
use crate::text::Span;

/// A line of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kinds::sudoku) struct FrameLine {
    /// The number of cells before it.
    pub(in crate::kinds::sudoku) before: usize,
    /// The place in the text.
    pub(in crate::kinds::sudoku) span: Span,
}

impl FrameLine {
    /// Returns the same line of a text that lies `by` bytes further on.
    pub(in crate::kinds::sudoku) fn shifted(self, by: u32) -> Self {
        Self { span: self.span.shifted(by), ..self }
    }
}

/// The lines of a frame.
#[derive(Debug, Default)]
pub(in crate::kinds::sudoku) struct Frame {
    /// Lines between columns.
    pub(in crate::kinds::sudoku) bars: Vec<FrameLine>,
    /// Lines between rows.
    pub(in crate::kinds::sudoku) rules: Vec<FrameLine>,
}

/// A frame that does not show the boxes of the grid.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::kinds::sudoku) enum FrameFault {
    /// It shows boxes of another shape.
    OtherBoxes {
        /// Rows of a box.
        rows: usize,
        /// Columns of a box.
        columns: usize,
        /// The first line in the wrong place.
        span: Span,
    },
    /// It has lines that are not between two boxes.
    Misplaced {
        /// The first of them.
        line: FrameLine,
        /// The number of the others.
        others: usize,
    },
}

impl Frame {
    /// Returns the fault of the frame of a whole grid.
    pub(in crate::kinds::sudoku) fn fault(&self, layout: Layout) -> Option<FrameFault> {
        let size = layout.size();
        let mut rows: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for bar in self.bars.iter().filter(|bar| !bar.before.is_multiple_of(size)) {
            rows.entry(bar.before / size).or_default().insert(bar.before % size);
        }
        let is_table = !rows.is_empty() && rows.values().all(|columns| columns.len() == size - 1);
        rows.retain(|_, columns| columns.len() < size - 1);
        let inner = 1..layout.cells();
        let rules = self.rules.iter().filter(|rule| inner.contains(&rule.before));
        let mut lines: BTreeSet<usize> = rules.clone().map(|rule| rule.before).collect();
        let first = BTreeSet::from([size]);
        // Markdown has a rule below the first row of a table.
        if (1..size).all(|row| lines.contains(&(row * size))) || is_table && lines == first {
            lines.clear();
        }
        let bars = self.bars.iter().filter(|bar| {
            rows.contains_key(&(bar.before / size))
                && !(bar.before % size).is_multiple_of(layout.box_columns())
        });
        let rules = rules.filter(|rule| {
            let is_edge = rule.before.is_multiple_of(size * layout.box_rows());
            lines.contains(&rule.before) && !is_edge
        });
        let misplaced: Vec<&FrameLine> = bars.chain(rules).collect();
        let line = **misplaced.iter().min_by_key(|line| line.span.start)?;
        match drawn_boxes(size, &rows, &lines) {
            Some((rows, columns)) => {
                Some(FrameFault::OtherBoxes { rows, columns, span: line.span })
            }
            None => Some(FrameFault::Misplaced { line, others: misplaced.len() - 1 }),
        }
    }
}

/// Returns the rows and columns of the boxes that lines draw: the columns after which each row has
/// bars, and the numbers of cells after which there are rules.
fn drawn_boxes(
    size: usize,
    rows: &BTreeMap<usize, BTreeSet<usize>>,
    lines: &BTreeSet<usize>,
) -> Option<(usize, usize)> {
    let step = |places: &BTreeSet<usize>, length: usize| {
        let step = *places.first()?;
        let is_even = length.is_multiple_of(step)
            && places.iter().copied().eq((1..length / step).map(|at| at * step));
        is_even.then_some(step)
    };
    let columns = match rows.values().next() {
        Some(first) if rows.values().all(|columns| columns == first) => Some(step(first, size)?),
        Some(_) => return None,
        None => None,
    };
    let rows = match lines.is_empty() {
        true => None,
        false => Some(step(lines, size * size)?),
    };
    let rows = match rows {
        Some(cells) if !cells.is_multiple_of(size) => return None,
        cells => cells.map(|cells| cells / size),
    };
    let boxes = match (rows, columns) {
        (Some(rows), Some(columns)) => (rows, columns),
        (Some(rows), None) => (rows, size / rows),
        (None, Some(columns)) => (size / columns, columns),
        (None, None) => return None,
    };
    (boxes.0 * boxes.1 == size).then_some(boxes)
}

/// The columns of the cells between two bars, which repeat.
#[derive(Clone, Copy, Debug)]
struct Columns {
    /// The spaces before the first cell.
    lead: usize,
    /// The characters of a cell.
    width: usize,
    /// The spaces between two cells.
    gap: usize,
}

impl Columns {
    /// Returns the columns of a cell by its number.
    fn of(self, cell: usize) -> std::ops::Range<usize> {
        let start = self.lead + cell * (self.width + self.gap);
        start..start + self.width
    }

    /// Returns whether the characters between two bars lie in the columns of `count` cells.
    fn holds(self, part: &[char], count: usize) -> bool {
        let is_cell = |cell: usize| {
            let text: String = part[self.of(cell)].iter().collect();
            !text.trim().contains(' ')
        };
        let is_between = |at: &usize| (0..count).all(|cell| !self.of(cell).contains(at));
        (0..count).all(is_cell)
            && (0..part.len()).filter(is_between).all(|at| part[at].is_whitespace())
    }
}

/// Returns whether a line only draws a frame.
pub(in crate::kinds::sudoku) fn is_rule(text: &str) -> bool {
    text.contains(['-', '=']) && text.chars().all(|char| "-+*|=: \t".contains(char))
}

fn is_bar(char: char) -> bool {
    matches!(char, '|' | '│' | '┃' | '║' | '╎' | '┆')
}

/// `framed-row = bar 1*(part bar)`: the parts of a row of cells.
fn framed_row(input: &str) -> IResult<&str, Vec<&str>> {
    let bar = || satisfy(is_bar);
    let part = || take_till(is_bar);
    let row = delimited((space0, bar()), many1(terminated(part(), bar())), space0);
    all_consuming(row).parse(input)
}

/// Returns whether a line only draws a frame, also in characters that draw boxes.
fn is_edge(line: &str) -> bool {
    is_rule(line) || line.contains(|char| is_box(char) && !is_bar(char))
}

/// Returns a text with `.` in the blank cells of its frames; `None` if it has no such cells, or if not
/// all of its rows have the same columns.
pub(super) fn filled(text: &str) -> Option<String> {
    let first = used(text).find(|numbered| !numbered.line.text.starts_with('#'))?.line.text;
    if !(first.contains(is_bar) || is_edge(first)) {
        return None;
    }

    let rows = lines(text).into_iter().map(|line| line.text);
    let rows = rows.filter(|row| row.contains(is_bar) && !is_edge(row));
    let rows: Vec<Vec<&str>> =
        rows.map(|row| Some(framed_row(row).ok()?.1)).collect::<Option<_>>()?;
    let parts = rows.first()?.len();
    if rows.iter().any(|row| row.len() != parts) {
        return None;
    }
    let blanks = cells_of_parts(rows.len(), parts).into_iter().find_map(|count| {
        (0..parts).try_fold(Vec::new(), |mut blanks, part| {
            let column: Vec<&str> = rows.iter().map(|row| row[part]).collect();
            blanks.extend(blanks_of(text, &column, count)?);
            Some(blanks)
        })
    })?;
    let mut bytes = text.as_bytes().to_vec();
    for &at in &blanks {
        bytes[at] = b'.';
    }
    // Only spaces were replaced.
    String::from_utf8(bytes).ok().filter(|_| !blanks.is_empty())
}

/// Returns how many cells a part of a row can have, by the numbers of rows and of parts: one, those of a
/// box, or those of a box of another shape, which is a fault of the frame.
fn cells_of_parts(rows: usize, parts: usize) -> Vec<usize> {
    let layouts = Layout::ALL.into_iter().filter(|layout| rows.is_multiple_of(layout.size()));
    let of_layouts = layouts.clone().filter_map(|layout| match parts {
        _ if parts == layout.size() => Some(1),
        _ if parts == layout.box_rows() => Some(layout.box_columns()),
        _ => None,
    });
    let others = layouts.filter(|layout| parts > 1 && layout.size().is_multiple_of(parts));
    of_layouts.chain(others.map(|layout| layout.size() / parts)).collect()
}

/// Returns the places of the spaces that are cells, of parts below each other with `count` cells each.
fn blanks_of(text: &str, parts: &[&str], count: usize) -> Option<Vec<usize>> {
    let chars: Vec<Vec<char>> = parts.iter().map(|part| part.chars().collect()).collect();
    let length = chars.first()?.len();
    if chars.iter().any(|part| part.len() != length) {
        return None;
    }
    let columns = columns(length, count)
        .find(|columns| chars.iter().all(|part| columns.holds(part, count)))?;
    let mut blanks = Vec::new();
    for (part, chars) in parts.iter().zip(&chars) {
        for cell in (0..count).map(|cell| columns.of(cell)) {
            let last = cell.end - 1;
            if chars[cell].iter().all(|char| *char == ' ') {
                let bytes: usize = part.chars().take(last).map(char::len_utf8).sum();
                blanks.push(text.offset(part) + bytes);
            }
        }
    }
    Some(blanks)
}

/// Returns the columns that `count` cells in `length` characters can have.
fn columns(length: usize, count: usize) -> impl Iterator<Item = Columns> {
    let whole = (count == 1).then_some(Columns { lead: 0, width: length, gap: 0 });
    let regular = (1..=2).flat_map(move |width| {
        let leads =
            (0..=2).flat_map(move |gap| (0..=2).map(move |lead| Columns { lead, width, gap }));
        leads.filter(move |columns| {
            (columns.of(count - 1).end..=columns.of(count - 1).end + 2).contains(&length)
        })
    });
    whole.filter(|columns| columns.width > 0).into_iter().chain(regular.filter(move |_| count > 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the frame of a drawing, in which each letter is a cell.
    fn frame(text: &str) -> (Frame, usize) {
        let mut frame = Frame::default();
        let mut cells = 0;
        let mut start = 0;
        for line in text.lines() {
            let place = |at: usize| Span::new((start + at) as u32, (start + at + 1) as u32);
            if line.contains('-') {
                frame.rules.push(FrameLine { before: cells, span: place(0) });
            } else {
                for (at, char) in line.char_indices() {
                    match char {
                        '|' => frame.bars.push(FrameLine { before: cells, span: place(at) }),
                        ' ' => {}
                        _ => cells += 1,
                    }
                }
            }
            start += line.len() + 1;
        }
        (frame, cells)
    }

    /// Draws a frame: which columns have a bar and which rows a rule before them.
    fn drawing(
        size: usize,
        bar: impl Fn(usize, usize) -> bool,
        rule: impl Fn(usize) -> bool,
    ) -> String {
        let mut text = String::new();
        for row in 0..=size {
            if rule(row) {
                text += "---\n";
            }
            if row < size {
                for column in 0..=size {
                    text += if bar(row, column) { "|" } else { "" };
                    text += if column < size { "o" } else { "\n" };
                }
            }
        }
        text
    }

    fn fault(text: &str) -> Option<FrameFault> {
        let (frame, cells) = frame(text);
        frame.fault(Layout::of_cells(cells).expect("a whole grid"))
    }

    #[test]
    fn ordinary_frames_have_no_fault() {
        for layout in Layout::ALL {
            let size = layout.size();
            let (tall, wide) = (layout.box_rows(), layout.box_columns());
            let inner = |at: usize, step: usize| at.is_multiple_of(step) && at > 0 && at < size;
            for text in [
                drawing(size, |_, _| false, |_| false),
                drawing(size, |_, at| inner(at, wide), |at| inner(at, tall)),
                drawing(size, |_, at| at % wide == 0, |at| at % tall == 0),
                drawing(size, |_, at| at % wide == 0, |_| false),
                drawing(size, |_, _| false, |at| at % tall == 0),
                drawing(size, |_, at| at == 0 || at == size, |at| at == 0 || at == size),
                // Lines between all cells, or between all cells of a row or a column.
                drawing(size, |_, _| true, |_| true),
                drawing(size, |_, _| true, |at| at % tall == 0),
                drawing(size, |_, at| at % wide == 0, |_| true),
                // A table of Markdown; a frame that lacks a line.
                drawing(size, |_, _| true, |at| at == 1),
                drawing(size, |row, at| row > 0 && inner(at, wide), |at| at == tall),
            ] {
                assert_eq!(fault(&text), None, "{text}");
            }
        }
    }

    #[test]
    fn boxes_of_another_shape_are_named() {
        for layout in Layout::ALL {
            let size = layout.size();
            for rows in (2..size).filter(|rows| size % rows == 0 && *rows != layout.box_rows()) {
                let columns = size / rows;
                let is_band = rows % layout.box_rows() == 0;
                let is_stack = columns % layout.box_columns() == 0;
                for (bars, rules) in [(true, true), (true, false), (false, true)] {
                    let bar = |_, at: usize| bars && at.is_multiple_of(columns);
                    let text = drawing(size, bar, |at| rules && at % rows == 0);
                    // Lines between some of the boxes.
                    if (is_band || !rules) && (is_stack || !bars) {
                        assert_eq!(fault(&text), None, "{text}");
                        continue;
                    }
                    let Some(FrameFault::OtherBoxes { rows: tall, columns: wide, .. }) =
                        fault(&text)
                    else {
                        panic!("{:?}\n{text}", fault(&text));
                    };
                    assert_eq!((tall, wide), (rows, columns), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_line_within_a_box_is_misplaced() {
        for layout in Layout::ALL {
            let size = layout.size();
            let (tall, wide) = (layout.box_rows(), layout.box_columns());
            let bars = |_, at: usize| at.is_multiple_of(wide);
            for (text, before, others) in [
                (
                    drawing(size, |row, at| bars(row, at) || (row, at) == (1, 1), |_| false),
                    size + 1,
                    0,
                ),
                (drawing(size, |row, at| bars(row, at) || at == 1, |_| false), 1, size - 1),
                (drawing(size, bars, |at| at % tall == 0 || at == 1), size, 0),
            ] {
                let frame_fault = fault(&text);
                let Some(FrameFault::Misplaced { line, others: more }) = frame_fault else {
                    panic!("{frame_fault:?}\n{text}");
                };
                assert_eq!((line.before, more), (before, others), "{text}");
            }
        }
    }
}
