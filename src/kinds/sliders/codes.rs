//! The codes of the sliders kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::Code;

/// Every code of this kind.
pub static CODES: &[&Code] = &[
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
pub static EMPTY: Code = Code::error(
    "sliders::empty",
    "sliders without a board",
    "The body of sliders is the start, a line `goal`, and the goal: rows of labels with one gap `.` each.\n\
     \n\
     ```puzzled wrong\n\
     sliders s {\n\
     }\n\
     ```\n\
     \n\
     Draw both boards.\n\
     \n\
     ```puzzled right\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     ```\n",
);

/// No goal.
pub static NO_GOAL: Code = Code::error(
    "sliders::no-goal",
    "sliders without a goal",
    "Below the start stand a line `goal` and the board to reach.\n\
     \n\
     ```puzzled wrong\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     }\n\
     ```\n\
     \n\
     Add them.\n\
     \n\
     ```puzzled right\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     ```\n",
);

/// A line after a board.
pub static STRAY_LINE: Code = Code::error(
    "sliders::stray-line",
    "a line that belongs to neither board",
    "A board ends at a blank line or at the line `goal`. Nothing but the goal may follow the start, and\n\
     nothing follows the goal.\n\
     \n\
     ```puzzled wrong\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     \n\
     \x20 E E E\n\
     }\n\
     ```\n\
     \n\
     Remove it, or close the gap between the rows.\n\
     \n\
     ```puzzled right\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     ```\n",
);

/// A row of another length.
pub static RAGGED_ROW: Code = Code::error(
    "sliders::ragged-row",
    "a row that is shorter or longer than the others",
    "All rows of a board have the same number of cells. If every row is one word of the same length\n\
     greater than 1, its characters are the cells; otherwise spaces separate the cells.\n\
     \n\
     ```puzzled wrong\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D\n\
     \x20 goal\n\
     \x20 A B D\n\
     \x20 C . E\n\
     }\n\
     ```\n\
     \n\
     Add the missing cells, or remove the extra ones.\n\
     \n\
     ```puzzled right\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     ```\n",
);

/// Start and goal differ in shape.
pub static SHAPES_DIFFER: Code = Code::error(
    "sliders::shapes-differ",
    "a goal of another shape than the start",
    "Start and goal are boards of the same size.\n\
     \n\
     ```puzzled wrong\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B .\n\
     }\n\
     ```\n\
     \n\
     Make both the same size.\n\
     \n\
     ```puzzled right\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     ```\n",
);

/// Start and goal differ in tiles.
pub static TILES_DIFFER: Code = Code::error(
    "sliders::tiles-differ",
    "a goal with other tiles than the start",
    "Tiles slide, and none is lost or made: the goal holds the same tiles as the start, each label as\n\
     often.\n\
     \n\
     ```puzzled wrong\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A A E\n\
     \x20 C . D\n\
     }\n\
     ```\n\
     \n\
     Use the same labels in both boards.\n\
     \n\
     ```puzzled right\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     ```\n",
);

/// No gap.
pub static NO_GAP: Code = Code::error(
    "sliders::no-gap",
    "a board without a gap",
    "Each board has one gap, `.`, for a tile to slide into.\n\
     \n\
     ```puzzled wrong\n\
     sliders s {\n\
     \x20 A B F\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     ```\n\
     \n\
     Write `.` at the place without a tile.\n\
     \n\
     ```puzzled right\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     ```\n",
);

/// More than one gap.
pub static SEVERAL_GAPS: Code = Code::error(
    "sliders::several-gaps",
    "a board with several gaps",
    "Each board has exactly one gap, `.`.\n\
     \n\
     ```puzzled wrong\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C . E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     ```\n\
     \n\
     Keep one.\n\
     \n\
     ```puzzled right\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     ```\n",
);

/// An odd permutation.
pub static PARITY: Code = Code::error(
    "sliders::parity",
    "a goal that parity forbids",
    "If all tiles differ, every slide exchanges the gap with a tile: half of all arrangements can never\n\
     be reached. This goal is one of them. Two equal tiles anywhere would remove this limit.\n\
     \n\
     ```puzzled wrong\n\
     sliders s {\n\
     \x20 A B C\n\
     \x20 D E .\n\
     \x20 goal\n\
     \x20 B A C\n\
     \x20 D E .\n\
     }\n\
     ```\n\
     \n\
     Exchange two tiles of the goal. If this is intended, state it: `solve => unsolvable`.\n\
     \n\
     ```puzzled right\n\
     sliders s {\n\
     \x20 A B C\n\
     \x20 D E .\n\
     \x20 goal\n\
     \x20 B A C\n\
     \x20 E D .\n\
     }\n\
     ```\n",
);

/// No solution.
pub static UNSOLVABLE: Code = Code::error(
    "sliders::unsolvable",
    "a goal that no slides reach",
    "The search visited every board that can be reached from the start, and none of them is the goal. Found by\n\
     search: `check --solve`, `solve`, the language server.\n\
     \n\
     ```puzzled wrong solve\n\
     sliders s {\n\
     \x20 A B . A\n\
     \x20 goal\n\
     \x20 B A . A\n\
     }\n\
     ```\n\
     \n\
     Change the goal. If this is intended, state it: `solve => unsolvable`.\n\
     \n\
     ```puzzled right solve\n\
     sliders s {\n\
     \x20 A B . A\n\
     \x20 goal\n\
     \x20 A . B A\n\
     }\n\
     ```\n",
);

/// A letter that is not a slide.
pub static NOT_A_MOVE: Code = Code::error(
    "sliders::not-a-move",
    "a letter that is not a move",
    "Moves are `L`, `R`, `U` and `D`: the direction in which a tile slides into the gap.\n\
     \n\
     ```puzzled wrong\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     play RX\n\
     ```\n\
     \n\
     Use these letters.\n\
     \n\
     ```puzzled right\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     play RU\n\
     ```\n",
);

/// A slide from beyond the edge.
pub static NO_TILE: Code = Code::error(
    "sliders::no-tile",
    "a slide with no tile for it",
    "A move names the direction in which the *tile* slides: `L` needs a tile to the right of the gap,\n\
     `U` one below it. At the edge of the board there is none.\n\
     \n\
     ```puzzled wrong\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     play L\n\
     ```\n\
     \n\
     Slide another tile; `moves` lists the legal moves.\n\
     \n\
     ```puzzled right\n\
     sliders s {\n\
     \x20 A B .\n\
     \x20 C D E\n\
     \x20 goal\n\
     \x20 A B E\n\
     \x20 C . D\n\
     }\n\
     play R\n\
     ```\n",
);

/// A count or a sum that would cost too much.
pub static OUT_OF_REACH: Code = Code::warning(
    "sliders::out-of-reach",
    "a number that was not found within the budget",
    "A judge's answer is `LENGTH COUNT SUM`. If the shortest paths are too many to count them or to\n\
     add up their checksums within the budget, `?` stands in place of the number.\n\
     \n\
     ```puzzled wrong raw sliders\n\
     .AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     goal\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.\n\
     ```\n\
     \n\
     Allow more by `--time`, `--states` and `--memory`; the verb `sum` of a document answers the sum modulo\n\
     100000007 if the exact one is out of reach.\n\
     \n\
     ```puzzled right raw sliders\n\
     AB.\n\
     goal\n\
     .AB\n\
     ```\n",
);
