//! HoDoKu's line of a 9×9 grid, and the removed candidates after any grid.
//!
//! ```text
//! :0000:x:1.+3..:412 512:985::    code, candidates, grid, deleted, removed, placed, extra
//! 1.+3..:412 512                  the same without its first fields
//! ```
//!
//! `+3` was placed, and 4 and 5 are deleted from r1c2. The code, the candidates and what comes after the
//! deleted candidates describe a step that the state shows; they do not belong to the state.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{anychar, char, one_of, space1};
use nom::combinator::{all_consuming, eof, map_opt, opt, peek};
use nom::multi::{count, separated_list0};
use nom::sequence::terminated;
use nom::{IResult, Offset, Parser};

use super::marked::{Content, Group};
use crate::kinds::sudoku::grid::{Grid, value_of};
use crate::kinds::sudoku::rules::allowed;
use crate::syntax::Line;
use crate::text::Span;

/// A line of a list that keeps givens, placed digits and deleted candidates apart.
#[derive(Debug)]
pub(in crate::kinds::sudoku) struct Library<'a> {
    /// The groups of its cells.
    pub(in crate::kinds::sudoku) groups: Vec<Group>,
    /// The fields after the grid that are not what they must be: groups of digit, row and column, and a
    /// number at the end.
    pub(in crate::kinds::sudoku) unknown: Vec<Line<'a>>,
}

/// A removed candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Removal {
    digit: u8,
    cell: usize,
}

/// A cell of HoDoKu's line.
#[derive(Clone, Copy, Debug)]
struct LibraryCell<'a> {
    /// 0 if it is empty.
    value: u8,
    /// True if a player placed the digit.
    is_placed: bool,
    /// The text after it.
    after: &'a str,
}

/// `library-cell = [ "+" ] digit`: `+` is before a digit that was placed.
fn parse_library_cell(input: &str) -> IResult<&str, LibraryCell<'_>> {
    let digit = map_opt(anychar, |char| value_of(char).filter(|&value| value <= 9));
    let (after, (placed, value)) = (opt(char('+')), digit).parse(input)?;
    Ok((after, LibraryCell { value, is_placed: placed.is_some(), after }))
}

/// `library-grid = 81( library-cell )`: the cells of HoDoKu's line.
fn parse_library_grid(input: &str) -> IResult<&str, Vec<LibraryCell<'_>>> {
    terminated(count(parse_library_cell, 81), peek(alt((tag(":"), eof)))).parse(input)
}

/// `deleted = [ removal { space removal } ]`, `removal = digit row column`: rows and columns from 1.
fn parse_deleted(input: &str) -> IResult<&str, Vec<Removal>> {
    let number = || map_opt(one_of("123456789"), value_of);
    let removal = (number(), number(), number()).map(|(digit, row, column)| Removal {
        digit,
        cell: usize::from(9 * (row - 1) + column - 1),
    });
    separated_list0(space1, removal).parse(input)
}

/// `field = { character } ":"`: a field of HoDoKu's line.
fn parse_field(input: &str) -> IResult<&str, &str> {
    terminated(take_till(|char| char == ':'), char(':')).parse(input)
}

/// Returns the removed candidates of a field; `None` if it holds something else.
fn removals(field: &str) -> Option<Vec<Removal>> {
    let (_, removals) = all_consuming(parse_deleted).parse(field.trim()).ok()?;
    Some(removals)
}

/// Returns a text after a grid without its comment.
pub(super) fn uncommented(text: &str) -> &str {
    text.split_once('#').map_or(text, |(before, _)| before)
}

/// Returns whether a removal names a candidate that its cell has.
fn stands(grid: &Grid, removal: Removal) -> bool {
    grid.value(removal.cell) == 0 && allowed(grid, removal.cell) >> (removal.digit - 1) & 1 == 1
}

/// Returns whether a text after a 9×9 grid is removed candidates: two or more groups of digit, row and
/// column with spaces between them, each of a candidate that its cell has.
pub(in crate::kinds::sudoku) fn are_removals(text: &str, grid: &Grid) -> bool {
    grid.size() == 9
        && removals(text).is_some_and(|removals| {
            removals.len() > 1 && removals.into_iter().all(|removal| stands(grid, removal))
        })
}

/// `library-line = [ ":" { field } ] library-grid { ":" field }`: parses HoDoKu's line of a 9×9 grid. The
/// code and the digits before its grid may be missing; without a colon before it, such a line has a
/// placed digit, or removed candidates that stand in their cells: several, or one and a further field.
pub(in crate::kinds::sudoku) fn parse_library_line<'a>(line: &Line<'a>) -> Option<Library<'a>> {
    // Most lines of a list are none.
    memchr::memchr2(b':', b'+', line.text.as_bytes())?;
    let is_begun = line.text.starts_with(':');
    let mut at = line.text.strip_prefix(':').unwrap_or(line.text);
    let mut fields_left = if is_begun { 2 } else { 0 };
    let (rest, cells) = loop {
        match parse_library_grid(at) {
            Ok(parsed) => break parsed,
            Err(_) if fields_left > 0 => {
                at = parse_field(at).ok()?.0;
                fields_left -= 1;
            }
            Err(_) => return None,
        }
    };

    let grid = Grid::new(cells.iter().map(|cell| cell.value).collect::<Vec<_>>())?;
    let fields: Vec<Line<'a>> = uncommented(rest)
        .split(':')
        .skip(1)
        .map(|text| Line { text, start: line.start + line.text.offset(text) as u32 })
        .collect();
    let first = fields.first().map_or("", |field| field.text);
    let deleted = removals(first).unwrap_or_default();
    let has_placed = cells.iter().any(|cell| cell.is_placed);
    if !is_begun && !has_placed {
        let are_enough = deleted.len() > 1 || deleted.len() == 1 && fields.len() > 1;
        if !are_enough || !deleted.iter().all(|&removal| stands(&grid, removal)) {
            return None;
        }
    }

    let mut groups: Vec<Group> = cells.into_iter().map(|cell| group(line, cell)).collect();
    for removal in deleted {
        groups[removal.cell].deleted |= 1 << (removal.digit - 1);
    }
    Some(Library { groups, unknown: unknown(&fields) })
}

/// Returns the group of a cell, which is one character.
fn group(line: &Line<'_>, cell: LibraryCell<'_>) -> Group {
    let end = line.start + line.text.offset(cell.after) as u32;
    let (content, digits) = match cell.value {
        0 => (Content::Open, 0),
        value => (Content::Filled, 1 << (value - 1)),
    };
    let is_given = !cell.is_placed;
    Group { is_given, ..Group::new(content, digits, Span::new(end - 1, end)) }
}

/// Returns the fields after a grid that are not what they must be: the deleted candidates, those that the
/// step removes, the digits that it places, and a number. HoDoKu also lists deleted candidates that a row,
/// column or box excludes; they change nothing.
fn unknown<'a>(fields: &[Line<'a>]) -> Vec<Line<'a>> {
    // The length of a chain; a longer one may be a solution.
    let is_number = |text: &str| text.len() < 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_known = |(number, field): &(usize, &Line<'a>)| {
        let text = field.text.trim();
        match number {
            0..=2 => removals(text).is_some(),
            3 => is_number(text),
            _ => text.is_empty(),
        }
    };
    let unknown = fields.iter().enumerate().filter(|field| !is_known(field));
    unknown.map(|(_, field)| *field).collect()
}
