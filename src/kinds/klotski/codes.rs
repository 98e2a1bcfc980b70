//! The codes of the klotski kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::{Code, codes};

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    /// No board.
    EMPTY = Code::error(
        "klotski::empty",
        "a klotski without a board",
        include_str!("codes/empty.md"),
    );

    /// A misplaced line.
    STRAY_LINE = Code::error(
        "klotski::stray-line",
        "a line that is neither row nor goal",
        include_str!("codes/stray-line.md"),
    );

    /// Too few or too many rows.
    WRONG_ROWS = Code::error(
        "klotski::wrong-rows",
        "another number of rows than the size says",
        include_str!("codes/wrong-rows.md"),
    );

    /// A row of a wrong length.
    RAGGED_ROW = Code::error(
        "klotski::ragged-row",
        "a row with a wrong number of cells",
        include_str!("codes/ragged-row.md"),
    );

    /// A label that cannot be written in a command.
    BAD_LABEL = Code::error(
        "klotski::bad-label",
        "a label that cannot be written everywhere",
        include_str!("codes/bad-label.md"),
    );

    /// A block in pieces.
    DISCONNECTED = Code::warning(
        "klotski::disconnected",
        "a block whose cells are not connected",
        include_str!("codes/disconnected.md"),
    );

    /// Labels of different lengths.
    MIXED_WIDTHS = Code::warning(
        "klotski::mixed-widths",
        "labels of different lengths",
        include_str!("codes/mixed-widths.md"),
    );

    /// No such block.
    UNKNOWN_LABEL = Code::error(
        "klotski::unknown-label",
        "a label that no block has",
        include_str!("codes/unknown-label.md"),
    );

    /// A goal off the board.
    TARGET_OFF_BOARD = Code::error(
        "klotski::target-off-board",
        "a goal off the board",
        include_str!("codes/target-off-board.md"),
    );

    /// A goal too near the edge.
    TARGET_LEAVES_BOARD = Code::error(
        "klotski::target-leaves-board",
        "a goal at which the block leaves the board",
        include_str!("codes/target-leaves-board.md"),
    );

    /// A goal on a wall.
    TARGET_HITS_WALL = Code::error(
        "klotski::target-hits-wall",
        "a goal at which the block lies on a wall",
        include_str!("codes/target-hits-wall.md"),
    );

    /// Goals that exclude each other.
    GOALS_COLLIDE = Code::error(
        "klotski::goals-collide",
        "two goals that cannot both hold",
        include_str!("codes/goals-collide.md"),
    );

    /// No goal.
    NO_GOAL = Code::error(
        "klotski::no-goal",
        "a command that needs a goal",
        include_str!("codes/no-goal.md"),
    );

    /// No solution.
    UNSOLVABLE = Code::error(
        "klotski::unsolvable",
        "a goal that no moves reach",
        include_str!("codes/unsolvable.md"),
    );

    /// Already solved.
    ALREADY_SOLVED = Code::warning(
        "klotski::already-solved",
        "a goal that holds at the start",
        include_str!("codes/already-solved.md"),
    );

    /// Not a move.
    NOT_A_MOVE = Code::error(
        "klotski::not-a-move",
        "a word that is not a direction",
        include_str!("codes/not-a-move.md"),
    );

    /// A move off the board.
    LEAVES_BOARD = Code::error(
        "klotski::leaves-board",
        "a move off the board",
        include_str!("codes/leaves-board.md"),
    );

    /// A move onto a wall.
    HITS_WALL = Code::error(
        "klotski::hits-wall",
        "a move onto a wall",
        include_str!("codes/hits-wall.md"),
    );

    /// A move onto another block.
    OVERLAPS = Code::error(
        "klotski::overlaps",
        "a move onto another block",
        include_str!("codes/overlaps.md"),
    );

    /// A wrong place before a move.
    STANDS_ELSEWHERE = Code::error(
        "klotski::stands-elsewhere",
        "a move from a place at which the block is not",
        include_str!("codes/stands-elsewhere.md"),
    );

    /// No slides lead there.
    NO_WAY = Code::error(
        "klotski::no-way",
        "a place that no slides reach",
        include_str!("codes/no-way.md"),
    );
}
