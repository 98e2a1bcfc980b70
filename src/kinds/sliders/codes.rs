//! The codes of the sliders kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::Code;

/// Every code of this kind.
pub(super) static CODES: &[&Code] = &[
    &EMPTY,
    &NO_GOAL,
    &STRAY_LINE,
    &RAGGED_ROW,
    &SHAPES_DIFFER,
    &TILES_DIFFER,
    &NO_GAP,
    &SEVERAL_GAPS,
    &PARITY,
    &UNSOLVABLE,
    &NOT_A_MOVE,
    &NO_TILE,
    &OUT_OF_REACH,
];

/// No board.
pub(super) static EMPTY: Code =
    Code::error("sliders::empty", "sliders without a board", include_str!("codes/empty.md"));

/// No goal.
pub(super) static NO_GOAL: Code =
    Code::error("sliders::no-goal", "sliders without a goal", include_str!("codes/no-goal.md"));

/// A line after a board.
pub(super) static STRAY_LINE: Code = Code::error(
    "sliders::stray-line",
    "a line that belongs to neither board",
    include_str!("codes/stray-line.md"),
);

/// A row of another length.
pub(super) static RAGGED_ROW: Code = Code::error(
    "sliders::ragged-row",
    "a row that is shorter or longer than the others",
    include_str!("codes/ragged-row.md"),
);

/// Start and goal differ in shape.
pub(super) static SHAPES_DIFFER: Code = Code::error(
    "sliders::shapes-differ",
    "a goal of another shape than the start",
    include_str!("codes/shapes-differ.md"),
);

/// Start and goal differ in tiles.
pub(super) static TILES_DIFFER: Code = Code::error(
    "sliders::tiles-differ",
    "a goal with other tiles than the start",
    include_str!("codes/tiles-differ.md"),
);

/// No gap.
pub(super) static NO_GAP: Code =
    Code::error("sliders::no-gap", "a board without a gap", include_str!("codes/no-gap.md"));

/// More than one gap.
pub(super) static SEVERAL_GAPS: Code = Code::error(
    "sliders::several-gaps",
    "a board with several gaps",
    include_str!("codes/several-gaps.md"),
);

/// An odd permutation.
pub(super) static PARITY: Code =
    Code::error("sliders::parity", "a goal that parity forbids", include_str!("codes/parity.md"));

/// No solution.
pub(super) static UNSOLVABLE: Code = Code::error(
    "sliders::unsolvable",
    "a goal that no slides reach",
    include_str!("codes/unsolvable.md"),
);

/// A letter that is not a slide.
pub(super) static NOT_A_MOVE: Code = Code::error(
    "sliders::not-a-move",
    "a letter that is not a move",
    include_str!("codes/not-a-move.md"),
);

/// A slide from beyond the edge.
pub(super) static NO_TILE: Code = Code::error(
    "sliders::no-tile",
    "a slide with no tile for it",
    include_str!("codes/no-tile.md"),
);

/// A count or a sum that would cost too much.
pub(super) static OUT_OF_REACH: Code = Code::warning(
    "sliders::out-of-reach",
    "a number that was not found within the budget",
    include_str!("codes/out-of-reach.md"),
);
