//! The codes of a counter's diagnostics, each with its explanation in a file of its own.

use crate::diag::Code;

/// A line that is neither the start nor the goal.
pub(super) static BAD_LINE: Code = Code::error(
    "counter::bad-line",
    "a line that is neither the start nor the goal",
    include_str!("codes/bad-line.md"),
);

/// A body without a start or a goal.
pub(super) static MISSING_LINE: Code = Code::error(
    "counter::missing-line",
    "a counter without a start or without a goal",
    include_str!("codes/missing-line.md"),
);

/// A word that is not a move.
pub(super) static NOT_A_MOVE: Code =
    Code::error("counter::not-a-move", "an unknown move", include_str!("codes/not-a-move.md"));

/// A move that leaves the range.
pub(super) static OUT_OF_RANGE: Code = Code::error(
    "counter::out-of-range",
    "a move that leaves the range from 0 to 999",
    include_str!("codes/out-of-range.md"),
);

/// A goal that no moves reach.
pub(super) static UNSOLVABLE: Code = Code::warning(
    "counter::unsolvable",
    "a goal that cannot be reached",
    include_str!("codes/unsolvable.md"),
);

/// All of them.
pub(super) static CODES: &[&Code] =
    &[&BAD_LINE, &MISSING_LINE, &NOT_A_MOVE, &OUT_OF_RANGE, &UNSOLVABLE];
