//! The codes of a counter's diagnostics, each with its explanation in a file of its own.

use crate::diag::{Code, codes};

codes! {
    /// All of them.
    pub(super) CODES;

    /// A line that is neither the start nor the goal.
    BAD_LINE = Code::error(
        "counter::bad-line",
        "a line that is neither the start nor the goal",
        include_str!("codes/bad-line.md"),
    );

    /// A body without a start or a goal.
    MISSING_LINE = Code::error(
        "counter::missing-line",
        "a counter without a start or without a goal",
        include_str!("codes/missing-line.md"),
    );

    /// A word that is not a move.
    NOT_A_MOVE = Code::error(
        "counter::not-a-move",
        "an unknown move",
        include_str!("codes/not-a-move.md"),
    );

    /// A move that leaves the range.
    OUT_OF_RANGE = Code::error(
        "counter::out-of-range",
        "a move that leaves the range from 0 to 999",
        include_str!("codes/out-of-range.md"),
    );

    /// A goal that no moves reach.
    UNSOLVABLE = Code::warning(
        "counter::unsolvable",
        "a goal that cannot be reached",
        include_str!("codes/unsolvable.md"),
    );
}
