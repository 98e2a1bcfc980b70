//! The games of OpenSudoku's XML: puzzles, and the states that its players leave.
//!
//! ```text
//! <game data="003020600…"/>                      81 digits
//! version: 1⏎0|1,4,|1|0|-|1|3|-|0|…              for each cell its digit, its notes, and whether
//! version: 2⏎0|9|1|0|0||1|3|0|0|…                a player can edit it; from 2 on bit 0 of the
//! version: 3⏎0|9|1|0|0|1|3|0|0|…                 notes is a 1; in 4 a second set of notes
//! version: 4⏎0|9|0|1|0|0|0|1|3|0|0|0|…           follows, in 5 also a color
//! ```

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till, take_until};
use nom::character::complete::{char, one_of, space0, u8 as byte, u16 as number};
use nom::combinator::{all_consuming, map, opt, value, verify};
use nom::multi::{count, fold_many1, many1_count};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Offset, Parser};

use super::marked::{Content, Group};
use crate::kinds::sudoku::grid::value_of;
use crate::puzzle::lists::used;
use crate::text::Span;

/// The start of a game's cells.
const DATA: &str = "data=\"";

/// The sets of digits that a cell can note.
const NOTES: u16 = (1 << 9) - 1;

/// A cell as a version from 1 on has it.
#[derive(Clone, Copy, Debug)]
struct Cell {
    digit: u8,
    /// Bit 0 for a 1.
    notes: u16,
    is_editable: bool,
}

/// Returns the games of a text, each as a group per cell; none if the text is not such a file. Games
/// in other forms are left out.
pub(in crate::kinds::sudoku) fn games_of(text: &str) -> Vec<Vec<Group>> {
    let mut games = Vec::new();
    let first = used(text).next().map_or("", |numbered| numbered.line.text);
    if !first.starts_with('<') {
        return games;
    }
    let mut rest = text;
    while let Ok((after, data)) = next_data(rest) {
        let begins = text[..text.offset(data) - DATA.len()]
            .ends_with(|char: char| char == ' ' || char.is_ascii_whitespace());
        let groups = state_cells(text, data).or_else(|| plain_cells(text, data));
        games.extend(groups.filter(|_| begins));
        rest = after;
    }
    games
}

/// `data = "data=" quote cells quote`: the next cells of a text.
fn next_data(input: &str) -> IResult<&str, &str> {
    let cells = terminated(take_till(|char| char == '"'), char('"'));
    preceded((take_until(DATA), tag(DATA)), cells).parse(input)
}

/// Parses 81 digits.
fn plain_cells(text: &str, data: &str) -> Option<Vec<Group>> {
    let start = text.offset(data) as u32;
    let group = |(at, char): (usize, char)| {
        let span = Span::new(start + at as u32, start + (at + char.len_utf8()) as u32);
        let digit = value_of(char).filter(|&digit| digit <= 9)?;
        Some(group_of(Cell { digit, notes: 0, is_editable: false }, span))
    };
    let groups = data.char_indices().map(group).collect::<Option<Vec<_>>>()?;
    (groups.len() == 81).then_some(groups)
}

/// `state = "version:" number line-end 81(cell)`: parses the state of a game.
fn state_cells(text: &str, data: &str) -> Option<Vec<Group>> {
    let line_end = alt((tag("\n"), tag("&#10;"), tag_no_case("&#xa;")));
    let version =
        delimited((tag("version:"), space0), byte::<_, nom::error::Error<&str>>, line_end);
    let (cells, version) = verify(version, |version| (1..=5).contains(version)).parse(data).ok()?;
    let cell = |input| {
        let (rest, cell) = state_cell(version, input)?;
        let start = text.offset(input) as u32;
        Ok((rest, group_of(cell, Span::new(start, start + 1))))
    };
    all_consuming(terminated(count(cell, 81), nom::character::complete::multispace0))
        .parse(cells)
        .ok()
        .map(|(_, groups)| groups)
}

/// `state-cell = digit bar notes bar { number bar } editable bar`.
fn state_cell(version: u8, input: &str) -> IResult<&str, Cell> {
    let bar = || many1_count(char('|'));
    let digit = |input| map(one_of("0123456789"), |char| char as u8 - b'0').parse(input);
    let listed = fold_many1(
        terminated(verify(digit, |&digit| digit > 0), char(',')),
        || 0,
        |notes, digit: u8| notes | 1 << (digit - 1),
    );
    let listed = alt((value(0, char('-')), listed));
    let set = verify(number, |&notes| notes <= NOTES);
    let (input, digit) = terminated(digit, bar()).parse(input)?;
    let (input, notes) = match version {
        1 => terminated(listed, bar()).parse(input)?,
        _ => terminated(set, bar()).parse(input)?,
    };
    let further = usize::from(version.saturating_sub(3));
    let (input, _) = count(terminated(number, bar()), further).parse(input)?;
    let (input, editable) = terminated(one_of("01"), opt(bar())).parse(input)?;
    Ok((input, Cell { digit, notes, is_editable: editable == '1' }))
}

/// Returns the group of a cell. A cell without notes has all candidates.
fn group_of(cell: Cell, span: Span) -> Group {
    let (content, digits) = match cell.digit {
        0 => (Content::Open, u32::from(cell.notes)),
        digit => (Content::Filled, 1 << (digit - 1)),
    };
    Group { is_given: !cell.is_editable, ..Group::new(content, digits, span) }
}
