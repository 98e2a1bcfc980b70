//! The smallest pieces: blanks (spaces and tabs), names, words, integers, coordinates.

use crate::scene::Coordinate;

use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, satisfy};
use nom::combinator::{not, opt, recognize};
use nom::error::{Error, ErrorKind};
use nom::sequence::{delimited, pair, separated_pair, terminated};
use nom::{IResult, Parser};

/// Returns whether a byte is a space or a tab.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns a text without the spaces at its end.
pub(crate) fn trim_end(text: &str) -> &str {
    let end = text.bytes().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
    &text[..end]
}

/// Parses `blanks = { blank }`, possibly none.
///
/// # Errors
/// Never fails.
pub(crate) fn parse_blanks(input: &str) -> IResult<&str, &str> {
    take_while(|char| char == ' ' || char == '\t').parse(input)
}

/// Parses `gap = blank blanks`, which separates words.
///
/// # Errors
/// The input does not begin with a space.
pub(crate) fn parse_gap(input: &str) -> IResult<&str, &str> {
    take_while1(|char| char == ' ' || char == '\t').parse(input)
}

/// Parses `name = letter { letter | digit | "-" | "_" }`.
///
/// # Errors
/// The input does not begin with a letter.
#[inline]
pub(crate) fn parse_name(input: &str) -> IResult<&str, &str> {
    if !input.starts_with(|char: char| char.is_ascii_alphabetic()) {
        return Err(nom::Err::Error(Error::new(input, ErrorKind::Alpha)));
    }
    // Names are the most frequent token: a table of bytes is quicker than looking at characters.
    let length = input.bytes().take_while(|&byte| IN_NAME[byte as usize]).count();
    Ok((&input[length..], &input[..length]))
}

/// The bytes that a name can have after its first letter.
static IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let char = byte as u8;
        table[byte] = char.is_ascii_alphanumeric() || char == b'-' || char == b'_';
        byte += 1;
    }
    table
};

/// Parses `prefix = name blanks ":" blanks`, which no second colon follows: `small: `. Returns the
/// name. `codes::bad` has no prefix, because no call begins with a colon.
///
/// # Errors
/// The input begins with other text.
#[inline]
pub(crate) fn parse_prefix(input: &str) -> IResult<&str, &str> {
    terminated(parse_name, (parse_blanks, char(':'), parse_blanks, not(char(':')))).parse(input)
}

/// Parses `word = character { character }`, the text before the next space.
///
/// # Errors
/// The input is empty or begins with a space.
pub(crate) fn parse_word(input: &str) -> IResult<&str, &str> {
    take_while1(|char| char != ' ' && char != '\t').parse(input)
}

/// Parses `integer = [ "+" | "-" ] digit { digit }`, of any length. Returns its text.
///
/// # Errors
/// The input does not begin with an integer.
pub(crate) fn parse_integer(input: &str) -> IResult<&str, &str> {
    recognize(pair(
        opt(satisfy(|char| char == '+' || char == '-')),
        take_while1(|char: char| char.is_ascii_digit()),
    ))
    .parse(input)
}

/// Parses `coordinate = "(" blanks integer blanks "," blanks integer blanks ")"`: `(0,2)`.
///
/// A number that a coordinate cannot hold is the nearest that it can: no board reaches there.
///
/// # Errors
/// The input does not have this form.
pub(crate) fn parse_coordinate(input: &str) -> IResult<&str, Coordinate> {
    fn number(input: &str) -> IResult<&str, i32> {
        delimited(parse_blanks, parse_integer, parse_blanks).map(nearest_i32).parse(input)
    }
    let pair = separated_pair(number, char(','), number);
    let place = pair.map(|(row, column)| Coordinate { row, column });
    delimited(char('('), place, char(')')).parse(input)
}

/// Returns the value of an integer, or the nearest that fits.
pub(crate) fn nearest_i32(integer: &str) -> i32 {
    let farthest = if integer.starts_with('-') { i32::MIN } else { i32::MAX };
    integer.parse().unwrap_or(farthest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces() {
        assert_eq!(parse_name("a-b_3 x"), Ok((" x", "a-b_3")));
        assert!(parse_name("3a").is_err());
        assert_eq!(parse_prefix("a : solve"), Ok(("solve", "a")));
        assert_eq!(parse_prefix("a:"), Ok(("", "a")));
        assert!(parse_prefix("a::solve").is_err());
        assert!(parse_prefix("a: : solve").is_err());
        assert_eq!(parse_integer("-12x"), Ok(("x", "-12")));
        assert!(parse_integer("-").is_err());
        assert_eq!(parse_coordinate("( 2 ,-1)r"), Ok(("r", Coordinate { row: 2, column: -1 })));
        assert!(parse_coordinate("(2 1)").is_err());
        let far = Coordinate { row: i32::MAX, column: i32::MIN };
        assert_eq!(parse_coordinate("(99999999999999999999,-9999999999)"), Ok(("", far)));
    }
}
