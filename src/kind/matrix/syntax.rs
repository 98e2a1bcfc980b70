//! What a row of a matrix is made of. `numbers` reads the same, faster.

use nom::branch::alt;
use nom::character::complete::{char, digit1};
use nom::combinator::{opt, recognize};
use nom::{IResult, Parser};

/// The text of an integer: an optional sign, `+` or `-`, and at least one decimal digit.
///
/// Says nothing about its size; see [`parse_integer`].
///
/// # Errors
/// Where the input does not begin with an integer.
pub fn parse_digits(input: &str) -> IResult<&str, &str> {
    recognize((opt(alt((char('+'), char('-')))), digit1)).parse(input)
}

/// An integer, or `None` in its place where it does not fit 64 bits with a sign.
///
/// # Errors
/// Where the input does not begin with an integer.
pub fn parse_integer(input: &str) -> IResult<&str, Option<i64>> {
    parse_digits.map(|digits: &str| digits.parse().ok()).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        assert_eq!(parse_integer("12 3"), Ok((" 3", Some(12))));
        assert_eq!(parse_integer("+7"), Ok(("", Some(7))));
        assert_eq!(parse_integer("-9223372036854775808"), Ok(("", Some(i64::MIN))));
        assert_eq!(parse_integer("9223372036854775808"), Ok(("", None)));
        assert_eq!(parse_integer("000000000000000000000000000001x"), Ok(("x", Some(1))));
        for wrong in ["", "-", "+-1", "x", " 1", "−1"] {
            assert!(parse_integer(wrong).is_err(), "{wrong:?}");
        }
    }
}
