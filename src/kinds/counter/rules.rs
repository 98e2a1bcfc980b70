//! The plain rules: three moves, and the numbers that they lead to. They know nothing of the
//! search.

/// The largest number that a counter reaches.
pub(super) const LARGEST: u32 = 999;

/// A move of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `add 2`
    Add,
    /// `double`
    Double,
    /// `sub 4`
    Sub,
}

impl Step {
    /// All moves, in the order in which they are tried.
    pub const ALL: [Self; 3] = [Self::Add, Self::Double, Self::Sub];

    /// Returns the move as it is written.
    pub fn text(self) -> &'static str {
        match self {
            Self::Add => "add 2",
            Self::Double => "double",
            Self::Sub => "sub 4",
        }
    }

    /// Returns the move of that text.
    pub fn from_text(text: &str) -> Option<Self> {
        let same = |step: &Self| step.text().split(' ').eq(text.split_whitespace());
        Self::ALL.into_iter().find(same)
    }

    /// Returns where the move leads; `None` if that is below zero or too large.
    pub fn applied_to(self, number: u32) -> Option<u32> {
        let next = match self {
            Self::Add => number + 2,
            Self::Double => 2 * number,
            Self::Sub => number.checked_sub(4)?,
        };
        (next <= LARGEST).then_some(next)
    }
}
