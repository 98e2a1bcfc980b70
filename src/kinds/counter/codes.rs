//! The codes of a counter's diagnostics, each with its explanation in a file of its own.

use crate::diag::codes;

codes! {
    /// All of them.
    pub(super) CODES;

    BAD_LINE = Code::error(
        "counter::bad-line", "a line that is neither the start nor the goal", "codes/bad-line.md"
    );
    MISSING_LINE = Code::error(
        "counter::missing-line",
        "a counter without a start or without a goal",
        "codes/missing-line.md"
    );
    NOT_A_MOVE = Code::error("counter::not-a-move", "an unknown move", "codes/not-a-move.md");
    OUT_OF_RANGE = Code::error(
        "counter::out-of-range",
        "a move that leaves the range from 0 to 999",
        "codes/out-of-range.md"
    );
    UNSOLVABLE = Code::warning(
        "counter::unsolvable", "a goal that cannot be reached", "codes/unsolvable.md"
    );
}
