//! Directions and moves that are letters, as they are written.

use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::{alpha1, anychar, digit1, satisfy};
use nom::combinator::{consumed, eof, map_opt, not};
use nom::multi::many1;
use nom::sequence::terminated;
use nom::{IResult, Parser};

use super::direction::{Case, Direction};
use super::letters::move_of;
use crate::syntax::{Form, expected};

/// Parses `direction-sign = "L" | "R" | "U" | "D" | "l" | "r" | "u" | "d" | "←" | "→" | "↑" | "↓"`.
/// Returns the case of a letter, too.
///
/// # Errors
/// The input does not begin with such a sign.
pub(crate) fn parse_direction_sign(input: &str) -> IResult<&str, (Direction, Option<Case>)> {
    map_opt(anychar, Direction::from_sign).parse(input)
}

/// Parses `direction-word`: `left`, `LEFT` or `Left`, and the like. No letter follows it.
///
/// # Errors
/// The input does not begin with such a word.
pub(crate) fn parse_direction_word(input: &str) -> IResult<&str, Direction> {
    map_opt(alpha1, Direction::from_any_word).parse(input)
}

/// A move that is a letter, an arrow or a word, with its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letter<'a, T> {
    pub(super) text: &'a str,
    pub(super) value: T,
}

/// Parses a direction as a word, or letters and arrows in a row.
fn word<T>(of: fn(char) -> Option<T>, input: &str) -> IResult<&str, Vec<Letter<'_, T>>> {
    let letter = |(text, value)| Letter { text, value };
    let goes_on = satisfy(|char| !char.is_whitespace());
    let direction = terminated(parse_direction_word, not(goes_on));
    let direction = consumed(map_opt(direction, |way| of(way.letter()))).map(letter);
    let sign = consumed(map_opt(anychar, |sign| move_of(sign, of))).map(letter);
    alt((direction.map(|letter| vec![letter]), many1(sign))).parse(input)
}

/// Parses words of letters, separated by spaces: `LU R`, `left up right`.
pub(super) fn letters<T>(of: fn(char) -> Option<T>, input: &str) -> Form<'_, Vec<Letter<'_, T>>> {
    let words = many1(expected("a move", |input| word(of, input)));
    let words = words.map(|words| words.into_iter().flatten().collect());
    terminated(words, expected("a move", eof)).parse(input)
}

/// A direction with a count before or after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted<'a> {
    pub(super) way: Direction,
    pub(super) case: Option<Case>,
    /// The digits.
    pub(super) count: &'a str,
}

/// Parses a direction that is not a part of a row of letters: `R`, `→` or `right`.
fn single_direction(input: &str) -> IResult<&str, (Direction, Option<Case>)> {
    parse_direction_word.map(|way| (way, None)).or(parse_direction_sign).parse(input)
}

/// Parses `counted = direction digit { digit } | digit { digit } direction`: `R2` or `2R`.
pub(super) fn parse_counted(input: &str) -> IResult<&str, Counted<'_>> {
    let after = (single_direction, digit1).map(|((way, case), count)| Counted { way, case, count });
    let before =
        (digit1, single_direction).map(|(count, (way, case))| Counted { way, case, count });
    after.or(before).parse(input)
}

/// Parses the text up to a space, a comma or `;`.
pub(super) fn whole_word(input: &str) -> IResult<&str, &str> {
    take_till1(|char: char| char.is_whitespace() || matches!(char, ',' | ';')).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_one_case_and_signs_are_letters_or_arrows() {
        for word in ["left", "LEFT", "Left"] {
            assert_eq!(parse_direction_word(word), Ok(("", Direction::Left)));
        }
        for word in ["lEFT", "LefT", "lefts", "l", "→"] {
            assert!(parse_direction_word(word).is_err(), "{word}");
        }
        let sign = |text| parse_direction_sign(text).map(|(_, sign)| sign);
        assert_eq!(sign("u"), Ok((Direction::Up, Some(Case::Small))));
        assert_eq!(sign("D"), Ok((Direction::Down, Some(Case::Capital))));
        assert_eq!(sign("→"), Ok((Direction::Right, None)));
        assert!(sign("x").is_err());
    }
}
