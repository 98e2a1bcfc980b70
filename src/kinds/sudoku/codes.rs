//! The codes of sudoku.

use crate::diag::Code;

/// Every code of this kind.
pub(super) static CODES: &[&Code] = &[
    &CELLS,
    &BAD_CHARACTER,
    &DUPLICATE,
    &NO_CANDIDATE,
    &NO_PLACE,
    &NOT_A_PUZZLE,
    &FEW_GIVENS,
    &UNSOLVABLE,
    &SEVERAL,
    &NOT_UNIQUE,
    &NO_SUCH_PLACE,
    &BAD_MOVE,
    &ILLEGAL_MOVE,
];

/// The codes that only a search finds.
pub(super) static DEEP: &[&Code] = &[&UNSOLVABLE, &SEVERAL];

/// The codes whose fact an expectation of `solve` states.
pub(super) static SOLVABLE: &[&Code] = &[&UNSOLVABLE];

/// The codes whose fact an expectation of `unsolvable` states.
pub(super) static HOPELESS: &[&Code] =
    &[&UNSOLVABLE, &SEVERAL, &FEW_GIVENS, &DUPLICATE, &NO_CANDIDATE, &NO_PLACE];

/// The codes whose fact an expectation of `count` states.
pub(super) static COUNTED: &[&Code] = &[&UNSOLVABLE, &SEVERAL, &FEW_GIVENS];

pub(super) static CELLS: Code = Code::error(
    "sudoku::cells",
    "a grid with the wrong number of cells",
    "A grid has 16, 81, 256 or 625 cells: 4×4, 9×9, 16×16 or 25×25. `0`, `.` and `_` are empty\n\
     cells; spaces, line ends and the frame characters `| + - =` are ignored.\n\n\
     ```puzzled wrong\nsudoku small {\n  1.3.\n  ..1\n  .1..\n  ...4\n}\n```\n\n\
     Add the cells that are missing, or remove those that are too many.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...1\n}\n```\n",
);

pub(super) static BAD_CHARACTER: Code = Code::error(
    "sudoku::bad-character",
    "a character that is not a digit of the grid",
    "A 4×4 grid takes the digits 1 to 4, a 9×9 one 1 to 9; larger ones continue with letters from A\n\
     (10 is A). `0`, `.` and `_` are empty cells.\n\n\
     ```puzzled wrong\nsudoku small {\n  1.3.\n  ..5.\n  .1..\n  ...4\n}\n```\n\n\
     Use a digit of the grid.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...1\n}\n```\n",
);

pub(super) static DUPLICATE: Code = Code::error(
    "sudoku::duplicate-digit",
    "the same digit twice in a row, a column or a box",
    "Every row, every column and every box holds each digit once.\n\n\
     ```puzzled wrong\nsudoku small {\n  1.1.\n  ..2.\n  ....\n  ...4\n}\n```\n\n\
     Remove or change one of the two; or state the fact: `solve => unsolvable`.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  ....\n  ...1\n}\n```\n",
);

pub(super) static NO_CANDIDATE: Code = Code::error(
    "sudoku::no-candidate",
    "an empty cell that can take no digit",
    "All digits already stand in the row, the column or the box of this cell.\n\n\
     ```puzzled wrong\nsudoku small {\n  12.3\n  ..4.\n  ....\n  ....\n}\n```\n\n\
     Look for the given that is wrong among the row, the column and the box.\n\n\
     ```puzzled right\nsudoku small {\n  12.3\n  ..1.\n  ....\n  ....\n}\n```\n",
);

pub(super) static NO_PLACE: Code = Code::error(
    "sudoku::no-place",
    "a digit without a place in a row, a column or a box",
    "Every row, every column and every box holds each digit. Here the digits that stand already keep\n\
     one from all empty cells of a unit, so there is no solution.\n\n\
     ```puzzled wrong\nsudoku small {\n  12..\n  ..3.\n  ....\n  ....\n}\n```\n\n\
     Change a given; or state the fact: `solve => unsolvable`.\n\n\
     ```puzzled right\nsudoku small {\n  12..\n  ..3.\n  ....\n  ....\n}\n\n\
     solve => unsolvable\n```\n",
);

pub(super) static NOT_A_PUZZLE: Code = Code::error(
    "sudoku::not-a-puzzle",
    "a line of a list of sudokus that is not a puzzle",
    "A list has a puzzle per line: the first word with 16, 81, 256 or 625 cells, or that many cells\n\
     separated by spaces. `0`, `.`, `_`, `*`, `-`, `x` and `X` are empty cells. Text after the\n\
     puzzle is ignored, and so are lines that start with `#`. The answer to a line that is not a\n\
     puzzle is `?`.\n\n\
     ```puzzled wrong raw sudoku\n1.34341221434321\n1.3434122143432\n```\n\n\
     Add the cells that are missing, or remove the line.\n\n\
     ```puzzled right raw sudoku\n1.34341221434321\n1.34341221434.21\n```\n",
);

pub(super) static FEW_GIVENS: Code = Code::warning(
    "sudoku::few-givens",
    "a 9×9 grid with fewer than 17 givens",
    "No 9×9 sudoku with fewer than 17 givens has only one solution (McGuire, Tugemann and Civario,\n\
     2012). An expectation such as `count 10 => 10` says that this is intended.\n\n\
     ```puzzled wrong\nsudoku sparse {\n  1........\n  .........\n  .........\n  .........\n  \
     .........\n  .........\n  .........\n  .........\n  ........9\n}\n```\n\n\
     Add givens, or state the number of solutions.\n\n\
     ```puzzled right\nsudoku sparse {\n  1........\n  .........\n  .........\n  .........\n  \
     .........\n  .........\n  .........\n  .........\n  ........9\n}\n\ncount 10 => 10\n```\n",
);

pub(super) static UNSOLVABLE: Code = Code::error(
    "sudoku::unsolvable",
    "a grid without a solution",
    "Every way to fill the grid puts a digit twice into some row, column or box. If the grid would\n\
     have a solution without one of its digits, up to three such digits are named.\n\n\
     ```puzzled wrong solve\nsudoku small {\n  12..\n  ....\n  ..1.\n  ..2.\n}\n```\n\n\
     Change the givens, or state the fact: `solve => unsolvable`.\n\n\
     ```puzzled right solve\nsudoku small {\n  12..\n  ....\n  ..1.\n  ..2.\n}\n\n\
     solve => unsolvable\n```\n",
);

pub(super) static SEVERAL: Code = Code::error(
    "sudoku::several-solutions",
    "a grid with more than one solution",
    "A proper sudoku has exactly one solution. The cell labelled here differs between two of them; the\n\
     help names all cells that do: a given in one of them decides between the two.\n\n\
     ```puzzled wrong solve\nsudoku small {\n  1234\n  ....\n  ....\n  ....\n}\n```\n\n\
     Add givens, or state the number of solutions: `count => 12`.\n\n\
     ```puzzled right solve\nsudoku small {\n  1234\n  ....\n  ....\n  ....\n}\n\ncount => 12\n```\n",
);

pub(super) static NOT_UNIQUE: Code = Code::warning(
    "sudoku::not-unique",
    "an answer that is one of several solutions",
    "`solve` gives the first solution, the smallest when read row by row. This grid has others; the\n\
     cell named here differs between two of them.\n\n\
     ```puzzled wrong run\nsudoku small {\n  1234\n  ....\n  ....\n  ....\n}\n\nsolve\n```\n\n\
     Add givens, or say that this solution is the one expected.\n\n\
     ```puzzled right run\nsudoku small {\n  1234\n  ....\n  ....\n  ....\n}\n\n\
     solve => 1234341221434321\n```\n",
);

pub(super) static NO_SUCH_PLACE: Code = Code::error(
    "sudoku::no-such-place",
    "a row, column, box or cell that the grid does not have",
    "Rows, columns and boxes are numbered from 1. A cell is `r1c3` (from 1) or `(0,2)` (from 0).\n\n\
     ```puzzled wrong\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...1\n}\n\nrow 5\n```\n\n\
     Use a number of the grid.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...1\n}\n\nrow 4\n```\n",
);

pub(super) static BAD_MOVE: Code = Code::error(
    "sudoku::bad-move",
    "a move that is not of the form `r1c3=4`",
    "A move puts a digit into a cell: `r`, the row, `c`, the column (both from 1), `=`, the digit.\n\n\
     ```puzzled wrong\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...1\n}\n\nplay 1,2=4\n```\n\n\
     Write it in that form; several moves are separated by spaces.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...1\n}\n\nplay r1c2=4\n```\n",
);

pub(super) static ILLEGAL_MOVE: Code = Code::error(
    "sudoku::illegal-move",
    "a move that the rules do not allow",
    "A digit goes into an empty cell, and only if its row, column and box do not hold it yet.\n\n\
     ```puzzled wrong\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...1\n}\n\nplay r1c2=3\n```\n\n\
     Choose a digit that the cell can take: `candidates r1c2` lists them.\n\n\
     ```puzzled right\nsudoku small {\n  1.3.\n  ..1.\n  .1..\n  ...1\n}\n\nplay r1c2=4\n```\n",
);
