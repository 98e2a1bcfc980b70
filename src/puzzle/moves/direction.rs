//! The four directions of a slide.

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

    /// Returns the direction of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.word() == word)
    }
}
