//! The codes of the sliders kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::{Code, codes};

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    /// No board.
    EMPTY = Code::error(
        "sliders::empty",
        "sliders without a board",
        include_str!("codes/empty.md"),
    );

    /// No goal.
    NO_GOAL = Code::error(
        "sliders::no-goal",
        "sliders without a goal",
        include_str!("codes/no-goal.md"),
    );

    /// A line after a board.
    STRAY_LINE = Code::error(
        "sliders::stray-line",
        "a line that belongs to neither board",
        include_str!("codes/stray-line.md"),
    );

    /// A slash as a label.
    BAD_LABEL = Code::error(
        "sliders::bad-label",
        "a slash where a tile should stand",
        include_str!("codes/bad-label.md"),
    );

    /// A row of another length.
    RAGGED_ROW = Code::error(
        "sliders::ragged-row",
        "a row that is shorter or longer than the others",
        include_str!("codes/ragged-row.md"),
    );

    /// Start and goal differ in shape.
    SHAPES_DIFFER = Code::error(
        "sliders::shapes-differ",
        "a goal of another shape than the start",
        include_str!("codes/shapes-differ.md"),
    );

    /// Start and goal differ in tiles.
    TILES_DIFFER = Code::error(
        "sliders::tiles-differ",
        "a goal with other tiles than the start",
        include_str!("codes/tiles-differ.md"),
    );

    /// No gap.
    NO_GAP = Code::error(
        "sliders::no-gap",
        "a board without a gap",
        include_str!("codes/no-gap.md"),
    );

    /// More than one gap.
    SEVERAL_GAPS = Code::error(
        "sliders::several-gaps",
        "a board with several gaps",
        include_str!("codes/several-gaps.md"),
    );

    /// An odd permutation.
    PARITY = Code::error(
        "sliders::parity",
        "a goal that parity forbids",
        include_str!("codes/parity.md"),
    );

    /// No solution.
    UNSOLVABLE = Code::error(
        "sliders::unsolvable",
        "a goal that no slides reach",
        include_str!("codes/unsolvable.md"),
    );

    /// A letter that is not a slide.
    NOT_A_MOVE = Code::error(
        "sliders::not-a-move",
        "a letter that is not a move",
        include_str!("codes/not-a-move.md"),
    );

    /// A slide from beyond the edge.
    NO_TILE = Code::error(
        "sliders::no-tile",
        "a slide with no tile for it",
        include_str!("codes/no-tile.md"),
    );

    /// A count or a sum that would cost too much.
    OUT_OF_REACH = Code::warning(
        "sliders::out-of-reach",
        "a number that was not found within the budget",
        include_str!("codes/out-of-reach.md"),
    );
}
