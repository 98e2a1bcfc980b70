//! Limits of a turn: what stops one that would not end.

use super::position::RuleId;

/// The reason why a turn was given up. The position before it is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The caller asked to stop.
    Stopped,
    /// The again-turns do not end: they came back to a position of the same chain.
    Endless(RuleId),
    /// The again-turns went on up to the limit.
    ManyTurns(RuleId),
    /// A pattern of this rule matches at more places than can be listed or tried.
    TooManyMatches(RuleId),
}

impl Halt {
    /// Returns the rule that is to blame: the one that asked for the last again-turn, or whose
    /// pattern matches too often. `None` if the caller asked to stop.
    pub fn rule(self) -> Option<RuleId> {
        match self {
            Self::Stopped => None,
            Self::Endless(rule) | Self::ManyTurns(rule) | Self::TooManyMatches(rule) => Some(rule),
        }
    }
}

/// The work of a turn, counted in cells, and the question whether to go on.
pub(crate) struct Budget<'a> {
    /// The rule that is tried.
    pub(crate) rule: Option<RuleId>,
    spent: u32,
    /// Work that may still be done.
    left: u32,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Budget<'a> {
    /// The number of cells that are looked at between two questions.
    const INTERVAL: u32 = 1 << 14;

    /// The number of cells that an input may look at, with its again-turns: a second or two.
    const MOST: u32 = 1 << 28;

    /// Returns a budget that asks `stop` now and then whether to stop.
    pub(crate) fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self { rule: None, spent: 0, left: Self::MOST, stop }
    }

    /// Counts work on so many cells.
    ///
    /// # Errors
    /// The caller asked to stop, or the rule that is tried used up the work of a turn.
    pub(crate) fn spend(&mut self, cells: u32) -> Result<(), Halt> {
        self.spent = self.spent.saturating_add(cells);
        if self.spent < Self::INTERVAL {
            return Ok(());
        }
        self.left = self.left.saturating_sub(self.spent);
        self.spent = 0;
        if (self.stop)() {
            return Err(Halt::Stopped);
        }
        match self.rule {
            Some(rule) if self.left == 0 => Err(Halt::TooManyMatches(rule)),
            _ => Ok(()),
        }
    }
}
