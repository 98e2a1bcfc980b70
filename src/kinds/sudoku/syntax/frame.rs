//! Drawn frames whose cells have fixed columns: there an empty cell can be a space.
//!
//! ```text
//! | 7   6 |       |     6 |     columns for three cells between two bars
//! |   |   | 3 |                 a column for each cell
//! | 12    |  4 16 |             columns for numbers
//! ```

use nom::bytes::complete::take_till;
use nom::character::complete::{satisfy, space0};
use nom::combinator::all_consuming;
use nom::multi::many1;
use nom::sequence::{delimited, terminated};
use nom::{IResult, Offset, Parser};

use super::foreign::is_rule;
use super::plain::is_box;
use crate::puzzle::foreign::lines;
use crate::puzzle::lists::used;

/// The sizes of grids, and the numbers of boxes beside each other.
const SIZES: [(usize, usize); 6] = [(4, 2), (6, 2), (9, 3), (12, 3), (16, 4), (25, 5)];

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

/// Returns whether a line only draws a frame.
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
    let counts = SIZES.into_iter().filter(|(size, _)| rows.len().is_multiple_of(*size));
    let mut counts = counts.filter_map(|(size, boxes)| match parts {
        _ if parts == size => Some(1),
        _ if parts == boxes => Some(size / boxes),
        _ => None,
    });
    let blanks = counts.find_map(|count| {
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
