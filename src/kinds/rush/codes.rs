//! The codes of the rush kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::Code;

/// Every code of this kind.
pub static CODES: &[&Code] = &[
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
pub static DEEP: &[&Code] = &[&UNSOLVABLE, &ALREADY_SOLVED];

/// No board.
pub static EMPTY: Code = Code::error(
    "rush::empty",
    "a rush puzzle without a board",
    "The body is a board: rows of cells, each a letter for a car, `.` or `o` for an empty cell, or `#`\n\
     or `x` for a wall. Either spaces stand between all cells, or nowhere.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     }\n\
     ```\n\
     \n\
     Draw it.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     ```\n",
);

/// A misplaced line.
pub static STRAY_LINE: Code = Code::error(
    "rush::stray-line",
    "a line that is neither row nor goal",
    "The board ends at a blank line or at `goal LABEL`. Only a goal may follow.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     ```\n\
     \n\
     Close the gap between the rows, or remove the line.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     ```\n",
);

/// A character that is not a cell.
pub static BAD_CELL: Code = Code::error(
    "rush::bad-cell",
    "a character that is not a cell",
    "A cell is a letter for a car, `.` or `o` if it is empty, or `#` or `x` for a wall. Either spaces\n\
     stand between all cells of a board, or nowhere.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 __B_\n\
     \x20 AAB_\n\
     \x20 ____\n\
     \x20 ____\n\
     }\n\
     ```\n\
     \n\
     Write one of these characters.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     ```\n",
);

/// A row of a wrong length.
pub static RAGGED_ROW: Code = Code::error(
    "rush::ragged-row",
    "a row with a wrong number of cells",
    "All rows of a board have the same number of cells.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     ```\n\
     \n\
     Add the missing cells, or remove the extra ones.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     ```\n",
);

/// A car that is not a straight line.
pub static BENT_CAR: Code = Code::error(
    "rush::bent-car",
    "a car that is not a straight line",
    "Equal letters are one car or truck. Its cells touch each other in one row or in one column.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 ..BB\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     ```\n\
     \n\
     Straighten it, or give the other cells another letter.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     ```\n",
);

/// A car of one cell.
pub static SHORT_CAR: Code = Code::error(
    "rush::short-car",
    "a car of one cell",
    "A car has two or more cells: its axis is the line through them.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ...C\n\
     \x20 ....\n\
     }\n\
     ```\n\
     \n\
     Draw the rest of the car, or write `.` for an empty cell.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ...C\n\
     \x20 ...C\n\
     }\n\
     ```\n",
);

/// No such car.
pub static UNKNOWN_LABEL: Code = Code::error(
    "rush::unknown-label",
    "a label that no car has",
    "Goals and moves name cars by their letters; upper and lower case differ.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     \x20 goal X\n\
     }\n\
     ```\n\
     \n\
     Use a letter of the board.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     \x20 goal A\n\
     }\n\
     ```\n",
);

/// A second goal.
pub static SECOND_GOAL: Code = Code::error(
    "rush::second-goal",
    "a second goal",
    "One car must reach the edge: the right edge if it lies across, or else the bottom.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     \x20 goal A\n\
     \x20 goal B\n\
     }\n\
     ```\n\
     \n\
     Remove one of them.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     \x20 goal B\n\
     }\n\
     ```\n",
);

/// No goal.
pub static NO_GOAL: Code = Code::error(
    "rush::no-goal",
    "a command that needs a goal",
    "The car `A` must reach the edge, or the one that `goal LABEL` names. A board without such a car\n\
     has no goal; `solve`, `hint`, `goals` and `hardest` need one.\n\
     \n\
     ```puzzled wrong run\n\
     rush r {\n\
     \x20 BB..\n\
     \x20 ....\n\
     }\n\
     solve\n\
     ```\n\
     \n\
     Add one.\n\
     \n\
     ```puzzled right run\n\
     rush r {\n\
     \x20 BB..\n\
     \x20 ....\n\
     \x20 goal B\n\
     }\n\
     solve\n\
     ```\n",
);

/// No solution.
pub static UNSOLVABLE: Code = Code::error(
    "rush::unsolvable",
    "a car that no moves bring to the edge",
    "The search visited every board that can be reached from the start, and the car is at the edge on\n\
     none of them; or a wall or another car of the same lane lies between for good. Found by search:\n\
     `check --solve`, `solve`, the language server.\n\
     \n\
     ```puzzled wrong solve\n\
     rush r {\n\
     \x20 AA.#\n\
     \x20 ....\n\
     }\n\
     ```\n\
     \n\
     Change the board. If this is intended, state it: `solve => unsolvable`.\n\
     \n\
     ```puzzled right solve\n\
     rush r {\n\
     \x20 AA..\n\
     \x20 ...#\n\
     }\n\
     ```\n",
);

/// Already solved.
pub static ALREADY_SOLVED: Code = Code::warning(
    "rush::already-solved",
    "a car that is at the edge at the start",
    "There is nothing to solve: the car touches the edge on the board as it is declared.\n\
     \n\
     ```puzzled wrong solve\n\
     rush r {\n\
     \x20 ..AA\n\
     \x20 ....\n\
     }\n\
     ```\n\
     \n\
     Choose another start. If this is intended, state it: `solve => 0`.\n\
     \n\
     ```puzzled right solve\n\
     rush r {\n\
     \x20 AA..\n\
     \x20 ....\n\
     }\n\
     ```\n",
);

/// Not a move.
pub static NOT_A_MOVE: Code = Code::error(
    "rush::not-a-move",
    "a word that is not a move",
    "A move is `LABEL+N` or `LABEL-N` (right and down are `+`), or `LABEL right`, `left`, `up` or\n\
     `down` for one cell. `play` takes several, with `;` between them.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     play A east\n\
     ```\n\
     \n\
     Use an offset or a direction.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     play B+2; A right\n\
     ```\n",
);

/// A move off the board.
pub static LEAVES_BOARD: Code = Code::error(
    "rush::leaves-board",
    "a move off the board",
    "No cell of a car may leave the board; the goal is reached at the edge.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     move A left\n\
     ```\n\
     \n\
     `moves` lists the legal moves.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     move B down\n\
     ```\n",
);

/// A move against a wall.
pub static HITS_WALL: Code = Code::error(
    "rush::hits-wall",
    "a move against a wall",
    "No car comes to a wall.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 AA.#\n\
     \x20 ....\n\
     }\n\
     play A+2\n\
     ```\n\
     \n\
     `moves` lists the legal moves.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 AA.#\n\
     \x20 ....\n\
     }\n\
     play A+1\n\
     ```\n",
);

/// A move against another car.
pub static OVERLAPS: Code = Code::error(
    "rush::overlaps",
    "a move against another car",
    "All cells that a car comes to on its way must be empty.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     move A right\n\
     ```\n\
     \n\
     Move the other car first.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     play B+2; A+2\n\
     ```\n",
);

/// A move across the axis of a car.
pub static NO_WAY: Code = Code::error(
    "rush::no-way",
    "a move that a car cannot make",
    "A car slides along its own axis, by at least one cell: left and right if it lies across, or else\n\
     up and down.\n\
     \n\
     ```puzzled wrong\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     move A down\n\
     ```\n\
     \n\
     `moves` lists the legal moves.\n\
     \n\
     ```puzzled right\n\
     rush r {\n\
     \x20 ..B.\n\
     \x20 AAB.\n\
     \x20 ....\n\
     \x20 ....\n\
     }\n\
     move B down\n\
     ```\n",
);

/// A line that is not a board.
pub static NOT_A_BOARD: Code = Code::error(
    "rush::not-a-board",
    "a line of a list that is not a board",
    "Raw input and files of other programs may be lists with a board per line: all cells of a square as\n\
     one word of 16, 25, 36, 49 … characters. A number may stand before it, and anything after it.\n\
     \n\
     ```puzzled wrong raw rush\n\
     1 ooBoAABooooooooo\n\
     2 ooBoAABoooooooo\n\
     ```\n\
     \n\
     Add the missing cells, or remove the extra ones.\n\
     \n\
     ```puzzled right raw rush\n\
     1 ooBoAABooooooooo\n\
     2 ooBoAABooooooooo 2\n\
     ```\n",
);
