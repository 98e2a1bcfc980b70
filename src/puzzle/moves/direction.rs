//! The four directions of a slide.

use crate::scene::Coordinate;

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

    /// Returns the step as an offset.
    pub const fn offset(self) -> Coordinate {
        match self {
            Self::Up => Coordinate::new(-1, 0),
            Self::Left => Coordinate::new(0, -1),
            Self::Right => Coordinate::new(0, 1),
            Self::Down => Coordinate::new(1, 0),
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
    pub(super) fn from_any_word(word: &str) -> Option<Self> {
        let first = word.get(..1)?;
        let rest = &word[1..];
        let is_small = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_capital = |text: &str| text.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_even = is_small(rest) || is_capital(word);
        let is_named = |way: &Self| way.word().eq_ignore_ascii_case(word);
        Self::ALL.into_iter().find(is_named).filter(|_| is_even && first.is_ascii())
    }
}
