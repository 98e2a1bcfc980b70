//! The codes of the sliders kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::codes;

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    EMPTY = Code::error("sliders::empty", "sliders without a board", "codes/empty.md");
    NO_GOAL = Code::error("sliders::no-goal", "sliders without a goal", "codes/no-goal.md");
    STRAY_LINE = Code::error(
        "sliders::stray-line", "a line that belongs to neither board", "codes/stray-line.md"
    );
    BAD_LABEL = Code::error(
        "sliders::bad-label", "a slash where a tile should stand", "codes/bad-label.md"
    );
    RAGGED_ROW = Code::error(
        "sliders::ragged-row",
        "a row that is shorter or longer than the others",
        "codes/ragged-row.md"
    );
    SHAPES_DIFFER = Code::error(
        "sliders::shapes-differ", "a goal of another shape than the start", "codes/shapes-differ.md"
    );
    TILES_DIFFER = Code::error(
        "sliders::tiles-differ", "a goal with other tiles than the start", "codes/tiles-differ.md"
    );
    NO_GAP = Code::error("sliders::no-gap", "a board without a gap", "codes/no-gap.md");
    SEVERAL_GAPS = Code::error(
        "sliders::several-gaps", "a board with several gaps", "codes/several-gaps.md"
    );
    PARITY = Code::error("sliders::parity", "a goal that parity forbids", "codes/parity.md");
    UNSOLVABLE = Code::error(
        "sliders::unsolvable", "a goal that no slides reach", "codes/unsolvable.md"
    );
    NOT_A_MOVE = Code::error(
        "sliders::not-a-move", "a letter that is not a move", "codes/not-a-move.md"
    );
    NO_TILE = Code::error("sliders::no-tile", "a slide with no tile for it", "codes/no-tile.md");
    OUT_OF_REACH = Code::warning(
        "sliders::out-of-reach",
        "a number that was not found within the budget",
        "codes/out-of-reach.md"
    );
}
