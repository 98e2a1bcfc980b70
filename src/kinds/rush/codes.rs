//! The codes of the rush kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::{Code, codes};

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    /// No board.
    EMPTY = Code::error(
        "rush::empty",
        "a rush puzzle without a board",
        include_str!("codes/empty.md"),
    );

    /// A misplaced line.
    STRAY_LINE = Code::error(
        "rush::stray-line",
        "a line that is neither row nor goal",
        include_str!("codes/stray-line.md"),
    );

    /// A character that is not a cell.
    BAD_CELL = Code::error(
        "rush::bad-cell",
        "a character that is not a cell",
        include_str!("codes/bad-cell.md"),
    );

    /// A row of a wrong length.
    RAGGED_ROW = Code::error(
        "rush::ragged-row",
        "a row with a wrong number of cells",
        include_str!("codes/ragged-row.md"),
    );

    /// A car that is not a straight line.
    BENT_CAR = Code::error(
        "rush::bent-car",
        "a car that is not a straight line",
        include_str!("codes/bent-car.md"),
    );

    /// A car of one cell.
    SHORT_CAR = Code::error(
        "rush::short-car",
        "a car of one cell",
        include_str!("codes/short-car.md"),
    );

    /// No such car.
    UNKNOWN_LABEL = Code::error(
        "rush::unknown-label",
        "a label that no car has",
        include_str!("codes/unknown-label.md"),
    );

    /// A second goal.
    SECOND_GOAL = Code::error(
        "rush::second-goal",
        "a second goal",
        include_str!("codes/second-goal.md"),
    );

    /// Two cars that may be the one that must leave.
    WHICH_CAR = Code::advice(
        "rush::which-car",
        "a board with the red cars of two conventions",
        include_str!("codes/which-car.md"),
    );

    /// No goal.
    NO_GOAL = Code::error(
        "rush::no-goal",
        "a command that needs a goal",
        include_str!("codes/no-goal.md"),
    );

    /// No solution.
    UNSOLVABLE = Code::error(
        "rush::unsolvable",
        "a car that no moves bring to the edge",
        include_str!("codes/unsolvable.md"),
    );

    /// Already solved.
    ALREADY_SOLVED = Code::warning(
        "rush::already-solved",
        "a car that is at the edge at the start",
        include_str!("codes/already-solved.md"),
    );

    /// Not a move.
    NOT_A_MOVE = Code::error(
        "rush::not-a-move",
        "a word that is not a move",
        include_str!("codes/not-a-move.md"),
    );

    /// A move off the board.
    LEAVES_BOARD = Code::error(
        "rush::leaves-board",
        "a move off the board",
        include_str!("codes/leaves-board.md"),
    );

    /// A move against a wall.
    HITS_WALL = Code::error(
        "rush::hits-wall",
        "a move against a wall",
        include_str!("codes/hits-wall.md"),
    );

    /// A move against another car.
    OVERLAPS = Code::error(
        "rush::overlaps",
        "a move against another car",
        include_str!("codes/overlaps.md"),
    );

    /// A move across the axis of a car.
    NO_WAY = Code::error(
        "rush::no-way",
        "a move that a car cannot make",
        include_str!("codes/no-way.md"),
    );

    /// A line that is not a board.
    NOT_A_BOARD = Code::error(
        "rush::not-a-board",
        "a line of a list that is not a board",
        include_str!("codes/not-a-board.md"),
    );
}

/// The codes that only a search finds.
pub(super) static DEEP: &[&Code] = &[&UNSOLVABLE, &ALREADY_SOLVED];
