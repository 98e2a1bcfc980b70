//! What surrounds the boards of a text from outside, and what is between their cells: it is taken
//! off before a kind reads them.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_while1};
use nom::character::complete::{char, multispace0, none_of};
use nom::combinator::{all_consuming, map, opt, recognize};
use nom::multi::{many0_count, separated_list0};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Offset, Parser};

use super::places::Rewritten;
use crate::syntax::{BOM, parse_name};

/// The deepest array: boards of rows of cells.
const DEEPEST: usize = 3;

/// The sign of an empty cell where nothing is written.
const EMPTY: &str = ".";

/// Returns a text without a byte order mark and without a fence around all of it.
pub(super) fn unfenced(text: &str) -> Rewritten {
    let start = if text.starts_with(BOM) { BOM.len() } else { 0 };
    let body = text[start..].trim();
    let from = text.offset(body);
    let whole = from..from + body.len();
    let inner = || {
        let (first, rest) = body.strip_prefix("```")?.split_once(['\n', '\r'])?;
        let inner = rest.strip_suffix("```")?;
        let ends_line = inner.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
        let is_plain = !first.contains('`') && !inner.contains("```");
        let from = text.offset(inner);
        (ends_line && is_plain).then(|| from..from + inner.len())
    };
    // The indentation of the first line is common to all, or not.
    let line = text[start..from].rfind(['\n', '\r']).map_or(start, |end| start + end + 1);
    Rewritten::slice(text, inner().unwrap_or(line..whole.end))
}

/// Returns a text with blanks between its cells, if it is an array or has other separators there;
/// else `None`.
pub(super) fn separated(text: &Rewritten) -> Option<Rewritten> {
    let separated = array(text).or_else(|| columns(text));
    let margin = unmargined(separated.as_ref().unwrap_or(text));
    margin.or(separated)
}

/// Returns rows without the `|` that every one of them begins with, except perhaps the first, and without
/// the quotes around all of them: strings of several lines in Scala. `None` if they have none.
fn unmargined(source: &Rewritten) -> Option<Rewritten> {
    let text = source.text.trim();
    let quoted = |text| str::strip_suffix(str::strip_prefix(text, "\"\"\"")?, "\"\"\"");
    let inner = quoted(text.strip_suffix(".stripMargin").unwrap_or(text)).unwrap_or(text);
    let is_row =
        |line: &&str| line.trim_start().strip_prefix('|').is_some_and(|row| !row.contains('|'));
    let mut lines = inner.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next()?;
    let is_margin = lines.clone().next().is_some() && lines.all(|line| is_row(&line));
    if !is_margin || !is_row(&first) && first.contains('|') {
        return None;
    }
    let mut rows = Rewritten::default();
    for line in inner.lines() {
        let row = line.trim_start();
        let row = row.strip_prefix('|').unwrap_or(row);
        rows.push(row, source.origin(source.text.offset(row) as u32) as usize);
        rows.text.push('\n');
    }
    Some(rows)
}

/// Returns whether a text is an array.
pub(super) fn is_array(text: &str) -> bool {
    all_consuming(parse_array_text).parse(text).is_ok()
}

/// A value of an array.
#[derive(Debug)]
enum Item<'a> {
    /// A number, a word or the inside of a string.
    Cell(&'a str),
    /// An array.
    Array(Vec<Item<'a>>),
}

/// `array-text = [ name "=" ] array [ ";" ]`.
fn parse_array_text(input: &str) -> IResult<&str, Vec<Item<'_>>> {
    let named = opt((parse_name, multispace0, char('='), multispace0));
    let end = (multispace0, opt(char(';')), multispace0);
    delimited((multispace0, named), |input| parse_array(input, DEEPEST), end).parse(input)
}

/// `array = "[" [ item { "," item } [ "," ] ] "]"`, at most `deepest` arrays in one another.
fn parse_array(input: &str, deepest: usize) -> IResult<&str, Vec<Item<'_>>> {
    let comma = || delimited(multispace0, char(','), multispace0);
    let items = separated_list0(comma(), move |input| parse_item(input, deepest));
    let open = terminated(char('['), multispace0);
    delimited(open, terminated(items, opt(comma())), preceded(multispace0, char(']'))).parse(input)
}

/// `item = array | string | word`.
fn parse_item(input: &str, deepest: usize) -> IResult<&str, Item<'_>> {
    if deepest > 1 && input.starts_with('[') {
        return map(|input| parse_array(input, deepest - 1), Item::Array).parse(input);
    }
    let quoted = |sign: char, inside: &'static str| {
        delimited(char(sign), recognize(many0_count(none_of(inside))), char(sign))
    };
    let word = take_while1(|char: char| !char.is_whitespace() && !"[]{},;\"'`\\".contains(char));
    alt((quoted('"', "\"\\\n\r"), quoted('\'', "'\\\n\r"), word)).map(Item::Cell).parse(input)
}

/// Returns the rows of the boards that an array holds.
fn array(source: &Rewritten) -> Option<Rewritten> {
    let text = source.text.as_str();
    let (_, items) = all_consuming(parse_array_text).parse(text).ok()?;
    let mut rows = Rewritten::default();
    let at = |cell: &str| source.origin(text.offset(cell) as u32) as usize;
    write_rows(&items, &at, &mut rows);
    Some(rows)
}

/// Writes an array: one of arrays of arrays is a list of boards, and so is one of arrays of rows.
fn write_rows(items: &[Item<'_>], at: &dyn Fn(&str) -> usize, rows: &mut Rewritten) {
    for item in items {
        match item {
            Item::Cell(row) => {
                rows.push(row, at(row));
                rows.text.push('\n');
            }
            Item::Array(inner) if is_board(inner) => {
                write_rows(inner, at, rows);
                rows.text.push('\n');
            }
            Item::Array(inner) => {
                for cell in inner {
                    let Item::Cell(cell) = cell else { continue };
                    let sign = if matches!(*cell, "" | "null" | "None") { EMPTY } else { cell };
                    rows.push(sign, at(cell));
                    rows.text.push(' ');
                }
                rows.text.push('\n');
            }
        }
    }
}

/// Returns whether the items of an array are the rows of a board: arrays, or words of one length that
/// is not that of a label.
fn is_board(items: &[Item<'_>]) -> bool {
    const LABEL: usize = 2;
    let mut lengths = items.iter().map(|item| match item {
        Item::Cell(cell) => cell.chars().count(),
        Item::Array(_) => usize::MAX,
    });
    let first = lengths.next().unwrap_or_default();
    items.len() > LABEL && first > LABEL && lengths.all(|length| length == first)
}

/// `column = quoted | [ word ]`, with blanks around it.
fn parse_column(input: &str) -> IResult<&str, &str> {
    let blanks = || many0_count(char(' '));
    let quoted = |sign: &'static str| delimited(tag(sign), is_not(sign), tag(sign));
    let word = recognize(many0_count(none_of(" ,;\t\"'\n\r")));
    delimited(blanks(), alt((quoted("\""), quoted("'"), word)), blanks()).parse(input)
}

/// `columns = column { ( "," | ";" | tab ) column }`: the columns of a line.
fn parse_columns(input: &str) -> IResult<&str, Vec<&str>> {
    let separator = alt((char(','), char(';'), char('\t')));
    let more = preceded(separator, parse_column);
    let columns = pair(parse_column, nom::multi::many0(more));
    map(columns, |(first, more)| std::iter::once(first).chain(more).collect()).parse(input)
}

/// Returns a text whose lines have columns with blanks between them; `None` if no line has.
fn columns(source: &Rewritten) -> Option<Rewritten> {
    let text = source.text.as_str();
    let at = |part: &str| source.origin(text.offset(part) as u32) as usize;
    let mut rows = Rewritten::default();
    let mut is_changed = false;
    for line in text.split_inclusive('\n') {
        let row = line.trim_end_matches(['\n', '\r']);
        let columns = all_consuming(parse_columns).parse(row.trim()).map(|(_, columns)| columns);
        let has_signs = row.contains([',', ';', '\t', '"', '\'']);
        match columns {
            Ok(mut columns) if has_signs && columns.iter().any(|column| !column.is_empty()) => {
                // Nothing between two separators is a cell, nothing after the last is none.
                if columns.last().is_some_and(|last| last.is_empty()) {
                    columns.pop();
                }
                for column in columns {
                    rows.push(if column.is_empty() { EMPTY } else { column }, at(column));
                    rows.text.push(' ');
                }
                rows.text.push('\n');
                is_changed = true;
            }
            _ => rows.push(line, at(line)),
        }
    }
    is_changed.then_some(rows)
}
