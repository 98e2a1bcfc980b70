//! What surrounds the moves of an answer: an array, quotes, numbers.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{char, digit1, multispace0, one_of};
use nom::combinator::{opt, peek, recognize};
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};

use crate::syntax::{parse_blanks, parse_name};

/// `array-start = [ name blanks "=" blanks ] "["`, before a quote or the end of the array.
pub(super) fn parse_array_start(input: &str) -> IResult<&str, ()> {
    let name = (parse_name, parse_blanks, tag("="), parse_blanks);
    let inside = peek(one_of("\"']"));
    (opt(name), char('['), multispace0, inside).map(|_| ()).parse(input)
}

/// `quoted = '"' { character } '"' | "'" { character } "'"`: returns the text between the quotes,
/// which no backslash changes.
pub(super) fn quoted_text(input: &str) -> IResult<&str, &str> {
    let within = |quote| {
        let inner = take_till(move |char| char == quote || matches!(char, '\\' | '\n' | '\r'));
        delimited(char(quote), inner, char(quote))
    };
    alt((within('"'), within('\''))).parse(input)
}

/// `ordinal = digit { digit } ( "." | ")" | ":" )`: the number before a move or a line.
pub(super) fn parse_ordinal(input: &str) -> IResult<&str, &str> {
    recognize(terminated(digit1, one_of(".):"))).parse(input)
}
