//! Rows of cells, and what to do about a row that differs from the others: which length is usual,
//! and which cell is missing or too many.

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
use crate::diag::{Fix, clip};
use crate::text::Span;

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

/// Returns the fix that removes the blank lines between two rows, or `None` if there is a comment
/// between them.
pub(crate) fn join_rows(source: &str, above: Span, below: Span) -> Option<Fix> {
    let text = source.get(above.end as usize..below.start as usize)?;
    let line = text.trim_end_matches([' ', '\t']);
    let first = line.trim_end_matches(['\n', '\r']).len();
    let end = if line.ends_with("\r\n") { 2 } else { 1 };
    let from = line.len().checked_sub(end)?;
    (first == 0).then(|| {
        let blank = Span::new(above.end, above.end + from as u32);
        Fix::new(Guess, "Remove the blank line", blank, "")
    })
}

/// Returns the fix that moves the line of `row` above the line of `below`.
pub(crate) fn move_row(source: &str, row: Span, below: Span) -> Fix {
    let (from, to) = (whole_line(source, row), whole_line(source, below));
    let text = &source[from.range()];
    Fix::new(Guess, "Move the row up", Span::at(to.start), text).and(from, "")
}

/// The longest row, in cells, for which a fix is searched; the effort grows with the square.
const MOST: usize = 100;

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

/// Returns the number of cells of a row that are equal to the cell above or below them.
fn alike<'a>(row: impl Iterator<Item = Option<&'a str>>, beside: &[&[Fragment<'_>]]) -> usize {
    row.enumerate()
        .map(|(at, cell)| {
            let same = |other: &&&[Fragment<'_>]| other.get(at).map(|cell| cell.text) == cell;
            cell.map_or(0, |_| beside.iter().filter(same).count())
        })
        .sum()
}

/// Returns the fix for a row in which one long word is two cells that lack the space between them,
/// or have another character in its place. All cells of the other rows must have the same width.
fn wide_cell(rows: &[Vec<Fragment<'_>>], at: usize) -> Option<Fix> {
    let width = |cell: &Fragment<'_>| cell.text.chars().count();
    let mut others = rows.iter().enumerate().filter(|&(row, _)| row != at).flat_map(|(_, row)| row);
    let usual = width(others.next()?);
    if others.any(|cell| width(cell) != usual) {
        return None;
    }
    let mut wide = rows[at].iter().filter(|cell| width(cell) != usual);
    let (cell, None) = (wide.next()?, wide.next()) else { return None };
    let (middle, char) = cell.text.char_indices().nth(usual)?;
    let (end, title) = match width(cell) - usual {
        extra if extra == usual => (middle, String::from("Add a space")),
        extra if extra == usual + 1 => {
            (middle + char.len_utf8(), format!("Replace `{char}` by a space"))
        }
        _ => return None,
    };
    Some(Fix::new(Guess, title, cell.part(middle..end).span(), " "))
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

/// Returns a fix for the row at `at` of `rows`, which has one cell more or less than `wanted`. The
/// fix removes or adds the cell with which the row is most like its neighbors. `filler` is the cell
/// to add, if one is known; a cell like `odd` is removed, if there is one.
pub(crate) fn row_fix(
    rows: &[Vec<Fragment<'_>>],
    at: usize,
    wanted: usize,
    packed: bool,
    filler: &str,
    odd: Option<&str>,
) -> Option<Fix> {
    let row = rows.get(at)?;
    if row.is_empty() || row.len() > MOST {
        return None;
    }
    let beside: Vec<&[Fragment<'_>]> = [at.checked_sub(1), Some(at + 1)]
        .into_iter()
        .filter_map(|at| rows.get(at?))
        .filter(|row| row.len() == wanted)
        .map(Vec::as_slice)
        .collect();
    let texts = || row.iter().map(|cell| Some(cell.text));
    let gap = if packed { "" } else { " " };
    if row.len() == wanted + 1 {
        let without = |left: usize| {
            let kept = texts().enumerate().filter(move |&(at, _)| at != left);
            let double = left > 0 && row[left].text == row[left - 1].text;
            let odd = odd == Some(row[left].text);
            (odd, alike(kept.map(|(_, cell)| cell), &beside), double, left)
        };
        let left = (0..row.len()).map(without).max()?.3;
        let span = match row.get(left + 1) {
            Some(next) => Span::new(row[left].start, next.start),
            None => Span::new(row[left - 1].span().end, row[left].span().end),
        };
        return Some(Fix::new(Guess, format!("Remove `{}`", row[left].text), span, ""));
    }
    if row.len() + 1 == wanted && !packed {
        let wide = wide_cell(rows, at);
        if wide.is_some() {
            return wide;
        }
    }
    if row.len() + 1 == wanted && !filler.is_empty() {
        let with = |put: usize| {
            let (before, after) = (texts().take(put), texts().skip(put));
            let filled = before.chain([Some(filler)]).chain(after);
            (alike(filled, &beside), put)
        };
        let put = (0..=row.len()).map(with).max()?.1;
        let (at, text) = match row.get(put) {
            Some(next) => (next.start, format!("{filler}{gap}")),
            None => (row[put - 1].span().end, format!("{gap}{filler}")),
        };
        return Some(Fix::new(Guess, format!("Add `{filler}`"), Span::at(at), text));
    }
    None
}

/// The largest picture, in cells, that is searched for exchanged rows or cells.
const SEARCHED: usize = 400;

/// Returns the fix that exchanges two neighboring rows or cells, after which the picture is
/// `sound`; `None` if there is none.
pub(crate) fn exchange_fix(picture: &Grid<'_>, sound: impl Fn(&Grid<'_>) -> bool) -> Option<Fix> {
    let rows = &picture.rows;
    if rows.iter().map(Vec::len).sum::<usize>() > SEARCHED {
        return None;
    }
    let joined = |rows: Vec<Vec<Fragment<'_>>>| sound(&Grid { rows, packed: picture.packed });
    let text = |row: &[Fragment<'_>]| {
        let cells: Vec<&str> = row.iter().map(|cell| cell.text).collect();
        cells.join(if picture.packed { "" } else { " " })
    };
    let swap = |title: String, one: (Span, String), other: (Span, String)| {
        Fix::new(Guess, title, one.0, other.1).and(other.0, one.1)
    };
    for at in 1..rows.len() {
        let mut swapped = rows.clone();
        swapped.swap(at - 1, at);
        if joined(swapped) {
            let [one, other] = [at - 1, at].map(|at| (row_span(&rows[at]), text(&rows[at])));
            return Some(swap(String::from("Exchange the two rows"), one, other));
        }
    }
    for (at, row) in rows.iter().enumerate() {
        for column in 1..row.len() {
            let mut swapped = rows.clone();
            swapped[at].swap(column - 1, column);
            if row[column - 1].text != row[column].text && joined(swapped) {
                let [one, other] = [row[column - 1], row[column]];
                let title = format!("Exchange `{}` and `{}`", clip(one.text), clip(other.text));
                let place = |cell: Fragment<'_>| (cell.span(), cell.text.to_owned());
                return Some(swap(title, place(one), place(other)));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str, at: usize, packed: bool) -> Option<String> {
        let mut start = 0;
        let rows: Vec<Vec<Fragment<'_>>> = text
            .split('\n')
            .map(|line| {
                let whole = Fragment { text: line, start };
                start += line.len() as u32 + 1;
                let ends = |(from, part): (usize, &str)| whole.part(from..from + part.len());
                match packed {
                    true => line
                        .char_indices()
                        .map(|(at, c)| ends((at, &line[at..at + c.len_utf8()])))
                        .collect(),
                    false => line
                        .split(' ')
                        .map(|word| ends((word.as_ptr() as usize - line.as_ptr() as usize, word)))
                        .collect(),
                }
            })
            .collect();
        let wanted = usual_length(rows.iter().map(Vec::len));
        let fix = row_fix(&rows, at, wanted, packed, ".", None)?;
        let mut text = text.to_owned();
        for edit in fix.edits {
            text.replace_range(edit.span.range(), &edit.text);
        }
        Some(text)
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

    #[test]
    fn the_odd_cell_is_found_by_the_rows_beside_it() {
        for (wrong, at, packed, right) in [
            ("A B C\nA B B C\nA B C", 1, false, "A B C\nA B C\nA B C"),
            ("A B C\nB C\nA B C", 1, false, "A B C\n. B C\nA B C"),
            ("A B C\nA B\nA B C", 1, false, "A B C\nA B .\nA B C"),
            ("A B C\nA BC\nA B C", 1, false, "A B C\nA B C\nA B C"),
            ("A B C\nAxB C\nA B C", 1, false, "A B C\nA B C\nA B C"),
            ("ABC\nAxBC\nABC", 1, true, "ABC\nABC\nABC"),
            ("ABC\nAC\nABC", 1, true, "ABC\nA.C\nABC"),
            ("ABC\nABC\nABCD", 2, true, "ABC\nABC\nABC"),
        ] {
            assert_eq!(fixed(wrong, at, packed).as_deref(), Some(right), "{wrong}");
        }
        assert_eq!(fixed("ABC\nA\nABC", 1, true), None);
    }
}
