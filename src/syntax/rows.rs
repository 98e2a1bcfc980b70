//! Rows of cells, and what to do about a row that is longer or shorter than the others.

use std::iter;

use nom::character::complete::anychar;
use nom::combinator::recognize;
use nom::error::Error;
use nom::multi::fold_many1;
use nom::sequence::terminated;
use nom::{IResult, Parser};

use super::token::{parse_blanks, parse_word};
use super::{Fragment, Line};
use crate::diag::Applicability::Guess;
use crate::diag::Fix;
use crate::text::Span;

/// The longest row, in cells, for which a fix is searched; the effort grows with the square.
const MOST: usize = 100;

/// The rows of a board as they are written.
#[derive(Debug, Default)]
pub struct Grid<'a> {
    /// The cells, row by row.
    pub rows: Vec<Vec<Fragment<'a>>>,
    /// True if its characters are the cells.
    pub packed: bool,
}

impl<'a> Grid<'a> {
    /// Reads the rows on `lines`, none of which is blank.
    pub fn read(lines: &[Line<'a>], packed: bool) -> Self {
        let row = |line: &Line<'a>| {
            let cells = if packed { packed_row(*line) } else { row(*line) };
            cells.map_or_else(|_| Vec::new(), |(_, cells)| cells)
        };
        Self { rows: lines.iter().map(row).collect(), packed }
    }

    /// Returns whether a line has as many cells as most rows.
    pub fn is_row(&self, line: &Line<'a>) -> bool {
        let cells = Self::read(&[*line], self.packed).rows.pop().unwrap_or_default();
        cells.len() == usual_length(self.rows.iter().map(Vec::len))
    }

    /// Returns the place from the first to the last cell.
    pub fn span(&self) -> Span {
        let ends = self.rows.first().zip(self.rows.last());
        ends.map_or_else(Span::default, |(first, last)| row_span(first).to(row_span(last)))
    }
}

/// Parses `row = word { gap word }`: `A . B`.
fn row(line: Fragment<'_>) -> IResult<&str, Vec<Fragment<'_>>> {
    let cell = parse_word.map(|cell| line.locate(cell));
    let most = line.text.len() / 2 + 1;
    cells(terminated(cell, parse_blanks), most).parse(line.text)
}

/// Parses a packed `row = character { character }`: `A.B`.
fn packed_row(line: Fragment<'_>) -> IResult<&str, Vec<Fragment<'_>>> {
    cells(recognize(anychar).map(|cell| line.locate(cell)), line.text.len()).parse(line.text)
}

/// Parses one or more of `cell`, at most `most`, for which memory is allocated at once.
fn cells<'a>(
    cell: impl Parser<&'a str, Output = Fragment<'a>, Error = Error<&'a str>>,
    most: usize,
) -> impl Parser<&'a str, Output = Vec<Fragment<'a>>, Error = Error<&'a str>> {
    fold_many1(
        cell,
        move || Vec::with_capacity(most),
        |mut cells, cell| {
            cells.push(cell);
            cells
        },
    )
}

/// Returns the place of a row.
pub(crate) fn row_span(row: &[Fragment<'_>]) -> Span {
    match (row.first(), row.last()) {
        (Some(first), Some(last)) => first.span().to(last.span()),
        _ => Span::default(),
    }
}

/// Returns the number of cells that most rows have; of equally frequent numbers, the first.
pub(crate) fn usual_length(mut lengths: impl Iterator<Item = usize>) -> usize {
    let Some(first) = lengths.next() else { return 0 };
    let mut alike = 1;
    let Some(other) = lengths.by_ref().find(|&length| {
        alike += usize::from(length == first);
        length != first
    }) else {
        return first;
    };
    let mut counts: Vec<(usize, usize)> = vec![(first, alike)];
    for length in iter::once(other).chain(lengths) {
        match counts.iter().position(|&(known, _)| known == length) {
            Some(at) => counts[at].1 += 1,
            None if counts.len() < 64 => counts.push((length, 1)),
            None => {}
        }
    }
    let most = counts.iter().map(|&(_, count)| count).max().unwrap_or(0);
    counts.iter().find(|&&(_, count)| count == most).map_or(0, |&(length, _)| length)
}

/// Returns the place of the whole line that contains a place, including its end.
pub(crate) fn whole_line(source: &str, at: Span) -> Span {
    let ends = ['\n', '\r'];
    let start = source[..at.start as usize].rfind(ends).map_or(0, |end| end + 1);
    let rest = &source[at.end as usize..];
    let length = rest
        .find(ends)
        .map_or(rest.len(), |end| end + if rest[end..].starts_with("\r\n") { 2 } else { 1 });
    Span::new(start as u32, at.end + length as u32)
}

/// Returns the fix for a row that has one cell more or less than `wanted`. The fix removes or adds
/// the cell with which the row is most like the rows beside it; `filler` is the cell to add.
pub(crate) fn row_fix(grid: &Grid<'_>, at: usize, wanted: usize, filler: &str) -> Option<Fix> {
    let row = &grid.rows[at];
    if row.len().min(wanted) == 0 || row.len() > MOST || row.len().abs_diff(wanted) != 1 {
        return None;
    }

    let long = row.len() > wanted;
    let texts: Vec<&str> = row.iter().map(|cell| cell.text).collect();
    let likeness = |place: usize| {
        let mut cells = texts.clone();
        if long {
            cells.remove(place);
        } else {
            cells.insert(place, filler);
        }
        let beside = [at.wrapping_sub(1), at + 1].map(|at| grid.rows.get(at));
        let beside = beside.into_iter().flatten().filter(|other| other.len() == wanted);
        let pairs = beside.flat_map(|other| other.iter().zip(&cells));
        let doubled = long && place > 0 && texts[place] == texts[place - 1];
        (pairs.filter(|(other, cell)| other.text == **cell).count(), doubled)
    };

    let place = (0..row.len().max(wanted)).max_by_key(|&place| likeness(place))?;
    if long {
        let cell = row[place];
        let span = match row.get(place + 1) {
            Some(next) => Span::new(cell.start, next.start),
            None => Span::new(row[place - 1].span().end, cell.span().end),
        };
        return Some(Fix::new(Guess, format!("Remove `{cell}`"), span, ""));
    }

    let gap = if grid.packed { "" } else { " " };
    let title = format!("Add `{filler}`");
    Some(match row.get(place) {
        Some(next) => Fix::new(Guess, title, Span::at(next.start), format!("{filler}{gap}")),
        None => Fix::new(Guess, title, Span::at(row_span(row).end), format!("{gap}{filler}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odd_cell_is_found_by_the_rows_beside_it() {
        for (wrong, packed, right) in [
            ("A B C\nA B B C\nA B C", false, Some("A B C\nA B C\nA B C")),
            ("A B C\nB C\nA B C", false, Some("A B C\n. B C\nA B C")),
            ("A B C\nA B\nA B C", false, Some("A B C\nA B .\nA B C")),
            ("A B C\nA B C D\nA B C", false, Some("A B C\nA B C\nA B C")),
            ("ABC\nAxBC\nABC", true, Some("ABC\nABC\nABC")),
            ("ABC\nAC\nABC", true, Some("ABC\nA.C\nABC")),
            ("ABC\nA\nABC", true, None),
        ] {
            let mut start = 0;
            let lines: Vec<_> = wrong
                .split('\n')
                .map(|text| {
                    let line = Fragment { text, start };
                    start += text.len() as u32 + 1;
                    line
                })
                .collect();
            let fixed = row_fix(&Grid::read(&lines, packed), 1, 3, ".").map(|fix| {
                let mut text = wrong.to_owned();
                let edit = &fix.edits[0];
                text.replace_range(edit.span.range(), &edit.text);
                text
            });
            assert_eq!(fixed.as_deref(), right, "{wrong}");
        }
    }

    #[test]
    fn a_whole_line_ends_with_its_line_end() {
        for text in ["a\nbcd\ne", "a\r\nbcd\r\ne", "a\rbcd\re", "a\nbcd"] {
            let at = text.find('c').expect("a place") as u32;
            let line = whole_line(text, Span::at(at));
            assert_eq!(text[line.range()].trim_end(), "bcd", "{text:?}");
            assert!(line.end as usize == text.len() || text[line.range()].ends_with(['\n', '\r']));
        }
    }
}
