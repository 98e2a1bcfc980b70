//! The codes of the klotski kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::Code;

/// Every code of this kind.
pub(super) static CODES: &[&Code] = &[
    &EMPTY,
    &STRAY_LINE,
    &WRONG_ROWS,
    &RAGGED_ROW,
    &BAD_LABEL,
    &DISCONNECTED,
    &MIXED_WIDTHS,
    &UNKNOWN_LABEL,
    &TARGET_OFF_BOARD,
    &TARGET_LEAVES_BOARD,
    &TARGET_HITS_WALL,
    &GOALS_COLLIDE,
    &NO_GOAL,
    &UNSOLVABLE,
    &ALREADY_SOLVED,
    &NOT_A_MOVE,
    &LEAVES_BOARD,
    &HITS_WALL,
    &OVERLAPS,
    &STANDS_ELSEWHERE,
    &NO_WAY,
];

/// No board.
pub(super) static EMPTY: Code =
    Code::error("klotski::empty", "a klotski without a board", include_str!("codes/empty.md"));

/// A misplaced line.
pub(super) static STRAY_LINE: Code = Code::error(
    "klotski::stray-line",
    "a line that is neither row nor goal",
    include_str!("codes/stray-line.md"),
);

/// Too few or too many rows.
pub(super) static WRONG_ROWS: Code = Code::error(
    "klotski::wrong-rows",
    "another number of rows than the size says",
    include_str!("codes/wrong-rows.md"),
);

/// A row of a wrong length.
pub(super) static RAGGED_ROW: Code = Code::error(
    "klotski::ragged-row",
    "a row with a wrong number of cells",
    include_str!("codes/ragged-row.md"),
);

/// A block in pieces.
pub(super) static DISCONNECTED: Code = Code::warning(
    "klotski::disconnected",
    "a block whose cells are not connected",
    include_str!("codes/disconnected.md"),
);

/// Labels of different lengths.
pub(super) static MIXED_WIDTHS: Code = Code::warning(
    "klotski::mixed-widths",
    "labels of different lengths",
    include_str!("codes/mixed-widths.md"),
);

/// No such block.
pub(super) static UNKNOWN_LABEL: Code = Code::error(
    "klotski::unknown-label",
    "a label that no block has",
    include_str!("codes/unknown-label.md"),
);

/// A goal off the board.
pub(super) static TARGET_OFF_BOARD: Code = Code::error(
    "klotski::target-off-board",
    "a goal off the board",
    include_str!("codes/target-off-board.md"),
);

/// A goal too near the edge.
pub(super) static TARGET_LEAVES_BOARD: Code = Code::error(
    "klotski::target-leaves-board",
    "a goal at which the block leaves the board",
    include_str!("codes/target-leaves-board.md"),
);

/// A goal on a wall.
pub(super) static TARGET_HITS_WALL: Code = Code::error(
    "klotski::target-hits-wall",
    "a goal at which the block lies on a wall",
    include_str!("codes/target-hits-wall.md"),
);

/// Goals that exclude each other.
pub(super) static GOALS_COLLIDE: Code = Code::error(
    "klotski::goals-collide",
    "two goals that cannot both hold",
    include_str!("codes/goals-collide.md"),
);

/// No goal.
pub(super) static NO_GOAL: Code = Code::error(
    "klotski::no-goal",
    "a command that needs a goal",
    include_str!("codes/no-goal.md"),
);

/// No solution.
pub(super) static UNSOLVABLE: Code = Code::error(
    "klotski::unsolvable",
    "a goal that no moves reach",
    include_str!("codes/unsolvable.md"),
);

/// Already solved.
pub(super) static ALREADY_SOLVED: Code = Code::warning(
    "klotski::already-solved",
    "a goal that holds at the start",
    include_str!("codes/already-solved.md"),
);

/// A label that cannot be written in a command.
pub(super) static BAD_LABEL: Code = Code::error(
    "klotski::bad-label",
    "a label that cannot be written everywhere",
    include_str!("codes/bad-label.md"),
);

/// Not a move.
pub(super) static NOT_A_MOVE: Code = Code::error(
    "klotski::not-a-move",
    "a word that is not a direction",
    include_str!("codes/not-a-move.md"),
);

/// A move off the board.
pub(super) static LEAVES_BOARD: Code = Code::error(
    "klotski::leaves-board",
    "a move off the board",
    include_str!("codes/leaves-board.md"),
);

/// A move onto a wall.
pub(super) static HITS_WALL: Code =
    Code::error("klotski::hits-wall", "a move onto a wall", include_str!("codes/hits-wall.md"));

/// A move onto another block.
pub(super) static OVERLAPS: Code = Code::error(
    "klotski::overlaps",
    "a move onto another block",
    include_str!("codes/overlaps.md"),
);

/// A wrong place before a move.
pub(super) static STANDS_ELSEWHERE: Code = Code::error(
    "klotski::stands-elsewhere",
    "a move from a place at which the block is not",
    include_str!("codes/stands-elsewhere.md"),
);

/// No slides lead there.
pub(super) static NO_WAY: Code =
    Code::error("klotski::no-way", "a place that no slides reach", include_str!("codes/no-way.md"));
