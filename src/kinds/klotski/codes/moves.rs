//! The codes of moves.

use crate::diag::Code;

/// Not a move.
pub static NOT_A_MOVE: Code = Code::error(
    "klotski::not-a-move",
    "a word that is not a direction",
    "A move is `LABEL up`, `down`, `left` or `right` (one slide), `LABEL to (R,C)`, or `LABEL (R,C) (R,C)` with\n\
     the places before and after. `play` takes several, with `;` between them.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     play A east\n\
     ```\n\
     \n\
     Use a direction or places.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     play A right\n\
     ```\n",
);

/// A move off the board.
pub static LEAVES_BOARD: Code = Code::error(
    "klotski::leaves-board",
    "a move off the board",
    "No cell of a block may leave the board.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     move A up\n\
     ```\n\
     \n\
     `moves` lists the legal moves.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     move A right\n\
     ```\n",
);

/// A move onto a wall.
pub static HITS_WALL: Code = Code::error(
    "klotski::hits-wall",
    "a move onto a wall",
    "Walls `#` never move.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A # .\n\
     \x20 . . .\n\
     \x20 goal A at (0,2)\n\
     }\n\
     move A right\n\
     ```\n\
     \n\
     Go around them.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A # .\n\
     \x20 . . .\n\
     \x20 goal A at (0,2)\n\
     }\n\
     move A to (0,2)\n\
     ```\n",
);

/// A move onto another block.
pub static OVERLAPS: Code = Code::error(
    "klotski::overlaps",
    "a move onto another block",
    "Two blocks never share a cell; the message names the block in the way.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     move A down\n\
     ```\n\
     \n\
     Move that block first.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     move A right\n\
     ```\n",
);

/// A wrong place before a move.
pub static STANDS_ELSEWHERE: Code = Code::error(
    "klotski::stands-elsewhere",
    "a move from a place at which the block is not",
    "`LABEL (R,C) (R,C)` names the place of the block before and after; its place is the top left corner of its\n\
     bounding box.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     play A (0,1) (1,1)\n\
     ```\n\
     \n\
     Begin at the place where the block stands.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     play A (0,0) (1,1)\n\
     ```\n",
);

/// No slides lead there.
pub static NO_WAY: Code = Code::error(
    "klotski::no-way",
    "a place that no slides reach",
    "A move leads a block to a free place by any sequence of slides. This place is free, but cut off; or the block\n\
     is there already.\n\
     \n\
     ```puzzled wrong\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     move A to (2,2)\n\
     ```\n\
     \n\
     Clear the way first; `moves` lists the legal moves.\n\
     \n\
     ```puzzled right\n\
     klotski k {\n\
     \x20 A . B\n\
     \x20 C . B\n\
     \x20 C D .\n\
     \x20 goal A at (2,2)\n\
     }\n\
     move A to (1,1)\n\
     ```\n",
);
