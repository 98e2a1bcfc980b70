//! The codes of the rush kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::Code;

/// Every code of this kind.
pub(super) static CODES: &[&Code] = &[
    &EMPTY,
    &STRAY_LINE,
    &BAD_CELL,
    &RAGGED_ROW,
    &BENT_CAR,
    &SHORT_CAR,
    &UNKNOWN_LABEL,
    &SECOND_GOAL,
    &NO_GOAL,
    &UNSOLVABLE,
    &ALREADY_SOLVED,
    &NOT_A_MOVE,
    &LEAVES_BOARD,
    &HITS_WALL,
    &OVERLAPS,
    &NO_WAY,
    &NOT_A_BOARD,
];

/// The codes that only a search finds.
pub(super) static DEEP: &[&Code] = &[&UNSOLVABLE, &ALREADY_SOLVED];

/// No board.
pub(super) static EMPTY: Code =
    Code::error("rush::empty", "a rush puzzle without a board", include_str!("codes/empty.md"));

/// A misplaced line.
pub(super) static STRAY_LINE: Code = Code::error(
    "rush::stray-line",
    "a line that is neither row nor goal",
    include_str!("codes/stray-line.md"),
);

/// A character that is not a cell.
pub(super) static BAD_CELL: Code = Code::error(
    "rush::bad-cell",
    "a character that is not a cell",
    include_str!("codes/bad-cell.md"),
);

/// A row of a wrong length.
pub(super) static RAGGED_ROW: Code = Code::error(
    "rush::ragged-row",
    "a row with a wrong number of cells",
    include_str!("codes/ragged-row.md"),
);

/// A car that is not a straight line.
pub(super) static BENT_CAR: Code = Code::error(
    "rush::bent-car",
    "a car that is not a straight line",
    include_str!("codes/bent-car.md"),
);

/// A car of one cell.
pub(super) static SHORT_CAR: Code =
    Code::error("rush::short-car", "a car of one cell", include_str!("codes/short-car.md"));

/// No such car.
pub(super) static UNKNOWN_LABEL: Code = Code::error(
    "rush::unknown-label",
    "a label that no car has",
    include_str!("codes/unknown-label.md"),
);

/// A second goal.
pub(super) static SECOND_GOAL: Code =
    Code::error("rush::second-goal", "a second goal", include_str!("codes/second-goal.md"));

/// No goal.
pub(super) static NO_GOAL: Code =
    Code::error("rush::no-goal", "a command that needs a goal", include_str!("codes/no-goal.md"));

/// No solution.
pub(super) static UNSOLVABLE: Code = Code::error(
    "rush::unsolvable",
    "a car that no moves bring to the edge",
    include_str!("codes/unsolvable.md"),
);

/// Already solved.
pub(super) static ALREADY_SOLVED: Code = Code::warning(
    "rush::already-solved",
    "a car that is at the edge at the start",
    include_str!("codes/already-solved.md"),
);

/// Not a move.
pub(super) static NOT_A_MOVE: Code = Code::error(
    "rush::not-a-move",
    "a word that is not a move",
    include_str!("codes/not-a-move.md"),
);

/// A move off the board.
pub(super) static LEAVES_BOARD: Code = Code::error(
    "rush::leaves-board",
    "a move off the board",
    include_str!("codes/leaves-board.md"),
);

/// A move against a wall.
pub(super) static HITS_WALL: Code =
    Code::error("rush::hits-wall", "a move against a wall", include_str!("codes/hits-wall.md"));

/// A move against another car.
pub(super) static OVERLAPS: Code =
    Code::error("rush::overlaps", "a move against another car", include_str!("codes/overlaps.md"));

/// A move across the axis of a car.
pub(super) static NO_WAY: Code =
    Code::error("rush::no-way", "a move that a car cannot make", include_str!("codes/no-way.md"));

/// A line that is not a board.
pub(super) static NOT_A_BOARD: Code = Code::error(
    "rush::not-a-board",
    "a line of a list that is not a board",
    include_str!("codes/not-a-board.md"),
);
