//! The boards of tiles that programs and courses write: a size or not, the start, the goal or not.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till1};
use nom::character::complete::{digit1, line_ending, space0};
use nom::combinator::{all_consuming, eof, opt, recognize, verify};
use nom::multi::{many0_count, many1, many1_count};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

/// The rows of a board.
pub(in crate::kinds::sliders) type Rows<'a> = Vec<Vec<&'a str>>;

/// Two boards as they are written; without a goal the numbers are in order there.
pub(in crate::kinds::sliders) struct Drawn<'a> {
    pub(in crate::kinds::sliders) start: Rows<'a>,
    pub(in crate::kinds::sliders) goal: Option<Rows<'a>>,
}

/// The end of a line.
fn newline(input: &str) -> IResult<&str, &str> {
    alt((line_ending, tag("\r"))).parse(input)
}

/// `row = label { blank label }`.
fn parse_tiles_row(input: &str) -> IResult<&str, Vec<&str>> {
    let label = take_till1(|char: char| char.is_whitespace());
    let end = alt((newline, eof));
    let labels = many1(terminated(label, space0));
    let is_row = |labels: &Vec<&str>| !labels[0].trim_end_matches(':').eq_ignore_ascii_case("goal");
    terminated(preceded(space0, verify(labels, is_row)), end).parse(input)
}

/// Returns whether one number is that of the rows, or two are those of rows and columns in either order.
fn is_size(first: usize, second: Option<usize>, rows: &Rows<'_>) -> bool {
    let height = rows.len();
    let width = rows.first().map_or(0, Vec::len);
    match second {
        None => first == height,
        Some(second) => [(height, width), (width, height)].contains(&(first, second)),
    }
}

/// `tiles = [ size ] board [ ( "goal" | blank-line ) board ]`, with a size if it `is_sized`.
fn parse_tiles(input: &str, is_sized: bool) -> IResult<&str, Drawn<'_>> {
    let blank = || recognize((space0, newline));
    let board = || many1(parse_tiles_row);
    let number = || delimited(space0, digit1, space0).map_res(str::parse::<usize>);
    let size = terminated((number(), opt(number())), newline);
    let sized = verify((size, board()), |((first, second), start)| is_size(*first, *second, start));
    let mut sized = sized.map(|(_, start)| start);
    let word = (many0_count(blank()), space0, tag_no_case("goal"), opt(tag(":")), space0);
    let named = recognize((word, newline, many0_count(blank())));
    let between = alt((named, recognize(many1_count(blank()))));
    let (rest, _) = many0_count(blank()).parse(input)?;
    let (rest, start) = if is_sized { sized.parse(rest)? } else { board().parse(rest)? };
    let (rest, goal) = opt(preceded(between, board())).parse(rest)?;
    let (rest, _) = (many0_count(blank()), space0).parse(rest)?;
    Ok((rest, Drawn { start: cells(start), goal: goal.map(cells) }))
}

/// Returns the cells of rows that are each one word as the characters of the words.
fn cells(rows: Rows<'_>) -> Rows<'_> {
    let first = rows.first().and_then(|row| row.first()).map_or(0, |word| word.chars().count());
    let is_word = |row: &Vec<&str>| row.len() == 1 && row[0].chars().count() == first;
    if first < 2 || !rows.iter().all(is_word) {
        return rows;
    }
    let signs = |row: Vec<_>| row.into_iter().flat_map(|word: &str| word.split("").skip(1));
    let row = |row: Vec<_>| signs(row).filter(|sign| !sign.is_empty()).collect();
    rows.into_iter().map(row).collect()
}

/// Returns the readings of a text that is nothing but boards of tiles: its first line may be a size, or a
/// row.
pub(in crate::kinds::sliders) fn whole_tiles(text: &str) -> impl Iterator<Item = Drawn<'_>> {
    [true, false].into_iter().filter_map(move |is_sized| {
        let whole = all_consuming(|input| parse_tiles(input, is_sized)).parse(text);
        whole.ok().map(|(_, drawn)| drawn)
    })
}
