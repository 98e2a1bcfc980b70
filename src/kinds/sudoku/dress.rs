//! How texts from outside write the digits of a grid. A body has only the two alphabets.

use super::grid::{Alphabet, value_of};

/// The signs of the digits in a text from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dress {
    /// The signs of a body.
    Body(Alphabet),
    /// Letters from `A` for all digits.
    Capitals,
    /// Letters from `a` for all digits.
    Small,
    /// Numbers with a space between. Their reader leaves the letters of a body in their places.
    Numbers,
}

impl Dress {
    /// Returns the alphabet of a grid that was written so.
    pub(super) fn alphabet(self) -> Alphabet {
        match self {
            Self::Body(alphabet) => alphabet,
            Self::Capitals | Self::Small | Self::Numbers => Alphabet::Letters,
        }
    }

    /// Returns the digit of a character; `None` if it is not a digit of a grid of `size` rows.
    pub(super) fn digit(self, char: char, size: usize) -> Option<u8> {
        match self {
            Self::Capitals | Self::Small => {
                letter_value(char).filter(|&value| (1..=size).contains(&usize::from(value)))
            }
            Self::Body(_) | Self::Numbers => self.alphabet().digit(char, size),
        }
    }

    /// Returns a digit as it is written.
    pub(super) fn word(self, digit: u8) -> String {
        match self {
            Self::Body(alphabet) => alphabet.symbol(digit, '.').to_string(),
            Self::Capitals => char::from(b'A' + digit - 1).to_string(),
            Self::Small => char::from(b'a' + digit - 1).to_string(),
            Self::Numbers => digit.to_string(),
        }
    }

    /// Returns the digits of a full grid as one line.
    pub(super) fn line(self, digits: &[u8]) -> String {
        let between = if self == Self::Numbers { " " } else { "" };
        let words: Vec<String> = digits.iter().map(|&digit| self.word(digit)).collect();
        words.join(between)
    }
}

/// Returns the value of a character where letters from A, in either case, are the digits; 0 for an
/// empty cell. `None` for any other.
pub(super) fn letter_value(char: char) -> Option<u8> {
    match char {
        'A'..='Y' => Some(char as u8 - b'A' + 1),
        'a'..='y' => Some(char as u8 - b'a' + 1),
        '*' | '-' | '?' => Some(0),
        _ => value_of(char).filter(|&value| value == 0),
    }
}
