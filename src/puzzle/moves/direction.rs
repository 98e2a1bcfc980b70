//! The four directions of a slide.

use nom::IResult;
use nom::Parser;
use nom::character::complete::{alpha1, anychar};
use nom::combinator::map_opt;

/// A direction of a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// One row up.
    Up,
    /// One column left.
    Left,
    /// One column right.
    Right,
    /// One row down.
    Down,
}

/// The case of a direction that is written as a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// `l`
    Small,
    /// `L`
    Capital,
}

impl Direction {
    /// All four, in reading order of their targets.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// Returns the step as an offset: rows, columns.
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
        }
    }

    /// Returns the word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Left => "left",
            Self::Right => "right",
            Self::Down => "down",
        }
    }

    /// Returns the letter for it.
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Down => 'D',
        }
    }

    /// Returns the arrow for it.
    const fn arrow(self) -> char {
        match self {
            Self::Up => '↑',
            Self::Left => '←',
            Self::Right => '→',
            Self::Down => '↓',
        }
    }

    /// Returns the direction of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.word() == word)
    }

    /// Returns the direction of a letter or an arrow, and the case of the letter.
    pub fn from_sign(sign: char) -> Option<(Self, Option<Case>)> {
        let case = if sign.is_ascii_lowercase() { Case::Small } else { Case::Capital };
        let case = sign.is_ascii().then_some(case);
        let upper = sign.to_ascii_uppercase();
        let is_named = |way: &Self| way.letter() == upper || way.arrow() == sign;
        Self::ALL.into_iter().find(is_named).map(|way| (way, case))
    }

    /// Returns the direction of a word in small or capital letters, or with a capital first letter.
    fn from_any_word(word: &str) -> Option<Self> {
        let first = word.get(..1)?;
        let rest = &word[1..];
        let is_small = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_capital = |text: &str| text.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_even = is_small(rest) || is_capital(word);
        let is_named = |way: &Self| way.word().eq_ignore_ascii_case(word);
        Self::ALL.into_iter().find(is_named).filter(|_| is_even && first.is_ascii())
    }
}

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
