//! The codes of sudoku.

use crate::diag::{Code, codes};

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    CELLS = Code::error("sudoku::cells", "a grid with the wrong number of cells", "codes/cells.md");
    BAD_CHARACTER = Code::error(
        "sudoku::bad-character",
        "a character that is not a digit of the grid",
        "codes/bad-character.md"
    );
    DUPLICATE = Code::error(
        "sudoku::duplicate-digit",
        "the same digit twice in a row, a column or a box",
        "codes/duplicate-digit.md"
    );
    NO_CANDIDATE = Code::error(
        "sudoku::no-candidate", "an empty cell that can take no digit", "codes/no-candidate.md"
    );
    NO_PLACE = Code::error(
        "sudoku::no-place",
        "a digit without a place in a row, a column or a box",
        "codes/no-place.md"
    );
    NOT_A_PUZZLE = Code::error(
        "sudoku::not-a-puzzle",
        "a line of a list of sudokus that is not a puzzle",
        "codes/not-a-puzzle.md"
    );
    FEW_GIVENS = Code::warning(
        "sudoku::few-givens", "a 9×9 grid with fewer than 17 givens", "codes/few-givens.md"
    );
    UNSOLVABLE = Code::error(
        "sudoku::unsolvable", "a grid without a solution", "codes/unsolvable.md"
    );
    SEVERAL = Code::error(
        "sudoku::several-solutions",
        "a grid with more than one solution",
        "codes/several-solutions.md"
    );
    NOT_UNIQUE = Code::warning(
        "sudoku::not-unique", "an answer that is one of several solutions", "codes/not-unique.md"
    );
    NO_SUCH_PLACE = Code::error(
        "sudoku::no-such-place",
        "a row, column, box or cell that the grid does not have",
        "codes/no-such-place.md"
    );
    BAD_MOVE = Code::error(
        "sudoku::bad-move", "a move that is not of the form `r1c3=4`", "codes/bad-move.md"
    );
    ILLEGAL_MOVE = Code::error(
        "sudoku::illegal-move", "a move that the rules do not allow", "codes/illegal-move.md"
    );
}

/// The codes that only a search finds.
pub(super) static DEEP: &[&Code] = &[&UNSOLVABLE, &SEVERAL];

/// The codes whose fact an expectation of `solve` states.
pub(super) static SOLVABLE: &[&Code] = &[&UNSOLVABLE];

/// The codes whose fact an expectation of `unsolvable` states.
pub(super) static HOPELESS: &[&Code] =
    &[&UNSOLVABLE, &SEVERAL, &FEW_GIVENS, &DUPLICATE, &NO_CANDIDATE, &NO_PLACE];

/// The codes whose fact an expectation of `count` states.
pub(super) static COUNTED: &[&Code] = &[&UNSOLVABLE, &SEVERAL, &FEW_GIVENS];
