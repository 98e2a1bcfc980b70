//! The codes of the klotski kind, each with its explanation. `faults` makes the diagnostics.

mod label;
mod moves;

use crate::diag::Code;

pub use label::BAD_LABEL;
pub use moves::{HITS_WALL, LEAVES_BOARD, NO_WAY, NOT_A_MOVE, OVERLAPS, STANDS_ELSEWHERE};

/// Every code of this kind.
pub static CODES: &[&Code] = &[
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
pub static EMPTY: Code = Code::error(
    "klotski::empty",
    "a klotski without a board",
    "The body of a klotski is a board: rows of labels with spaces between them, `.` for an empty cell, `#` for\n\
     a wall; below it `goal LABEL at (ROW,COLUMN)`.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     }\n\
     ```\n\
     \n\
     Draw it.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     ```\n",
);

/// A misplaced line.
pub static STRAY_LINE: Code = Code::error(
    "klotski::stray-line",
    "a line that is neither row nor goal",
    "The board ends at a blank line or at the first `goal`. Only goals may follow.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \n\
     \x20 C D .\n\
     \x20 goal A at (0,1)\n\
     }\n\
     ```\n\
     \n\
     Close the gap between the rows, or remove the line.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     ```\n",
);

/// Too few or too many rows.
pub static WRONG_ROWS: Code = Code::error(
    "klotski::wrong-rows",
    "another number of rows than the size says",
    "A first line of two integers is the size: rows, then columns. That many rows must follow.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 4 3\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     ```\n\
     \n\
     Fix the size, or the rows. A size is not needed in a document.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 3 3\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     ```\n",
);

/// A row of a wrong length.
pub static RAGGED_ROW: Code = Code::error(
    "klotski::ragged-row",
    "a row with a wrong number of cells",
    "All rows of a board have the same number of cells. If every row is one word of the same length greater\n\
     than 1, its characters are the cells; otherwise spaces separate the cells.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C .\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     ```\n\
     \n\
     Add the missing cells, or remove the extra ones.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     ```\n",
);

/// A block in pieces.
pub static DISCONNECTED: Code = Code::warning(
    "klotski::disconnected",
    "a block whose cells are not connected",
    "Equal labels are one block. Its cells usually touch each other side by side; pieces that do not are read\n\
     as one block anyway and move together, at any distance.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 . A .\n\
     \x20 goal C at (2,2)\n\
     }\n\
     ```\n\
     \n\
     Give one of the pieces another label.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 . D .\n\
     \x20 goal C at (2,2)\n\
     }\n\
     ```\n",
);

/// Labels of different lengths.
pub static MIXED_WIDTHS: Code = Code::warning(
    "klotski::mixed-widths",
    "labels of different lengths",
    "A label may have any length, but labels of one board that differ in length are often a sign that a\n\
     space is missing. Numbers may differ.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 AA B\n\
     \x20 C .\n\
     \x20 goal C at (1,1)\n\
     }\n\
     ```\n\
     \n\
     Make all labels equally long, or put spaces between the cells.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 AA BB\n\
     \x20 CC ..\n\
     \x20 goal CC at (1,1)\n\
     }\n\
     ```\n",
);

/// No such block.
pub static UNKNOWN_LABEL: Code = Code::error(
    "klotski::unknown-label",
    "a label that no block has",
    "Goals and moves name blocks by their labels; upper and lower case differ.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal X at (2,2)\n\
     }\n\
     ```\n\
     \n\
     Use a label of the board.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     ```\n",
);

/// A goal off the board.
pub static TARGET_OFF_BOARD: Code = Code::error(
    "klotski::target-off-board",
    "a goal off the board",
    "The place of a goal is where the top left corner of the block's bounding box must be. Rows and columns\n\
     count from 0.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (3,3)\n\
     }\n\
     ```\n\
     \n\
     Name a place on the board.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     ```\n",
);

/// A goal too near the edge.
pub static TARGET_LEAVES_BOARD: Code = Code::error(
    "klotski::target-leaves-board",
    "a goal at which the block leaves the board",
    "The place of a goal is where the top left corner of the block's bounding box must be; the whole block\n\
     must then lie on the board.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal B at (2,2)\n\
     }\n\
     ```\n\
     \n\
     Name a place where the block fits.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal B at (1,2)\n\
     }\n\
     ```\n",
);

/// A goal on a wall.
pub static TARGET_HITS_WALL: Code = Code::error(
    "klotski::target-hits-wall",
    "a goal at which the block lies on a wall",
    "At its goal no cell of the block may lie on a wall `#`.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C # .\n\
     \x20 goal B at (1,1)\n\
     }\n\
     ```\n\
     \n\
     Name a place where the block fits.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C # .\n\
     \x20 goal B at (0,1)\n\
     }\n\
     ```\n",
);

/// Goals that exclude each other.
pub static GOALS_COLLIDE: Code = Code::error(
    "klotski::goals-collide",
    "two goals that cannot both hold",
    "All goals must hold at once: a block has one place, and no two blocks share a cell.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     \x20 goal B at (1,2)\n\
     }\n\
     ```\n\
     \n\
     Change or remove one of them.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     \x20 goal B at (0,0)\n\
     }\n\
     ```\n",
);

/// No goal.
pub static NO_GOAL: Code = Code::error(
    "klotski::no-goal",
    "a command that needs a goal",
    "A board needs no goal; `solve`, `hint`, `goals` and `hardest` do.\n\
     \n\
     ```puzzled wrong run\n\
     klotski k {\n\
     \x20 A .\n\
     }\n\
     solve\n\
     ```\n\
     \n\
     Add one.\n\
     \n\
     ```puzzled right run\n\
     klotski k {\n\
     \x20 A .\n\
     \x20 goal A at (0,1)\n\
     }\n\
     solve\n\
     ```\n",
);

/// No solution.
pub static UNSOLVABLE: Code = Code::error(
    "klotski::unsolvable",
    "a goal that no moves reach",
    "The search visited every board that can be reached from the start, and the goal holds on none of them. Found by\n\
     search: `check --solve`, `solve`, the language server.\n\
     \n\
     ```puzzled wrong solve\n\
     klotski k {\n\
     \x20 A B .\n\
     \x20 goal B at (0,0)\n\
     }\n\
     ```\n\
     \n\
     Change the board or the goal. If this is intended, state it: `solve => unsolvable`.\n\
     \n\
     ```puzzled right solve\n\
     klotski k {\n\
     \x20 A B .\n\
     \x20 goal B at (0,2)\n\
     }\n\
     ```\n",
);

/// Already solved.
pub static ALREADY_SOLVED: Code = Code::warning(
    "klotski::already-solved",
    "a goal that holds at the start",
    "There is nothing to solve: all goals hold on the board as it is declared.\n\
     \n\
     ```puzzled wrong solve\n\
     klotski k {\n\
     \x20 A B .\n\
     \x20 goal B at (0,1)\n\
     }\n\
     ```\n\
     \n\
     Choose another goal. If this is intended, state it: `solve => 0`.\n\
     \n\
     ```puzzled right solve\n\
     klotski k {\n\
     \x20 A B .\n\
     \x20 goal B at (0,2)\n\
     }\n\
     ```\n",
);
