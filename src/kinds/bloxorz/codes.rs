//! The codes of the bloxorz kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::Code;

/// Every code of this kind.
pub static CODES: &[&Code] = &[
    &EMPTY,
    &BAD_CHARACTER,
    &UNDECLARED,
    &NO_START,
    &SEVERAL_STARTS,
    &NO_HOLE,
    &SEVERAL_HOLES,
    &MALFORMED_LEGEND,
    &RESERVED,
    &DUPLICATE,
    &UNUSED,
    &NO_BRIDGE,
    &SPLIT_ON_VOID,
    &SPLIT_ON_ONE_PLACE,
    &UNREACHABLE,
    &NOT_A_MOVE,
    &NO_FLOOR,
    &BREAKS,
    &NOT_SPLIT,
];

/// No terrain.
pub static EMPTY: Code = Code::error(
    "bloxorz::empty",
    "a bloxorz without a terrain",
    "The body of a bloxorz begins with its terrain: one row per line, `o` floor, `-` void, `S` the start,\n\
     `T` the hole.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     }\n\
     ```\n\
     \n\
     Draw at least one row.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoooooT\n\
     }\n\
     ```\n",
);

/// A character that is not a tile.
pub static BAD_CHARACTER: Code = Code::error(
    "bloxorz::bad-character",
    "a character that no terrain has",
    "The tiles of a terrain are letters and digits, and `-` for void. Spaces are void at the start\n\
     and the end of a row, and only there.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSo..ooT\n\
     }\n\
     ```\n\
     \n\
     Write `-` for void.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoooooT\n\
     }\n\
     ```\n",
);

/// A letter without a legend.
pub static UNDECLARED: Code = Code::error(
    "bloxorz::undeclared",
    "a tile that no legend line declares",
    "`o`, `S`, `T` and `f` need no legend. Any other letter or digit is a bridge, a switch or a split, and a\n\
     legend line after the terrain says which.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSoqqooT\n\
     }\n\
     ```\n\
     \n\
     Declare it, or write `o` for floor.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoqqooT\n\
     \x20 q: bridge extended\n\
     }\n\
     ```\n",
);

/// No `S`.
pub static NO_START: Code = Code::error(
    "bloxorz::no-start",
    "a terrain without a start",
    "The block stands on `S` at the start.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 ooooooT\n\
     }\n\
     ```\n\
     \n\
     Put an `S` at its place.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoooooT\n\
     }\n\
     ```\n",
);

/// More than one `S`.
pub static SEVERAL_STARTS: Code = Code::error(
    "bloxorz::several-starts",
    "a terrain with several starts",
    "There is one block, and it stands on `S` at the start.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 SoSoooT\n\
     }\n\
     ```\n\
     \n\
     Keep one `S`; write `o` for the others.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 SoooooT\n\
     }\n\
     ```\n",
);

/// No `T`.
pub static NO_HOLE: Code = Code::error(
    "bloxorz::no-hole",
    "a terrain without a hole",
    "The block must stand on `T` in the end.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSooooo\n\
     }\n\
     ```\n\
     \n\
     Put a `T` at the place of the hole.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoooooT\n\
     }\n\
     ```\n",
);

/// More than one `T`.
pub static SEVERAL_HOLES: Code = Code::error(
    "bloxorz::several-holes",
    "a terrain with several holes",
    "The block must stand on `T` in the end, and there is one such place.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 TooSooT\n\
     }\n\
     ```\n\
     \n\
     Keep one `T`; write `o` for the others.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oooSooT\n\
     }\n\
     ```\n",
);

/// A line below the terrain that is not a legend.
pub static MALFORMED_LEGEND: Code = Code::error(
    "bloxorz::malformed-legend",
    "a legend line that cannot be read",
    "A legend line is a letter or digit, a colon, and its meaning:\n\
     \n\
     * `p: bridge extended`, `q: bridge retracted`\n\
     * `b: soft toggles p, extends q`, `x: hard retracts p`\n\
     * `s: splits to (0,7) and (2,7)`\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSoppooT\n\
     \x20 p: brige extended\n\
     }\n\
     ```\n\
     \n\
     Use one of these forms.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoppooT\n\
     \x20 p: bridge extended\n\
     }\n\
     ```\n",
);

/// A legend for `o`, `S`, `T` or `f`.
pub static RESERVED: Code = Code::error(
    "bloxorz::reserved-letter",
    "a legend for a letter that has a meaning already",
    "`o` is floor, `S` the start, `T` the hole and `f` a fragile tile in every terrain.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSoffooT\n\
     \x20 f: bridge extended\n\
     }\n\
     ```\n\
     \n\
     Take another letter.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoppooT\n\
     \x20 p: bridge extended\n\
     }\n\
     ```\n",
);

/// A second legend line for a letter.
pub static DUPLICATE: Code = Code::error(
    "bloxorz::duplicate-legend",
    "a letter that is declared twice",
    "Each letter has one legend line; a switch may have several effects on it.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSoppooT\n\
     \x20 p: bridge extended\n\
     \x20 p: bridge retracted\n\
     }\n\
     ```\n\
     \n\
     Keep one of them.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoppooT\n\
     \x20 p: bridge extended\n\
     }\n\
     ```\n",
);

/// A legend line that is not used.
pub static UNUSED: Code = Code::warning(
    "bloxorz::unused-legend",
    "a legend line without a tile",
    "The terrain has no such tile, so the line does nothing.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSoooooT\n\
     \x20 p: bridge extended\n\
     }\n\
     ```\n\
     \n\
     Remove the line, or draw the tile.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoppooT\n\
     \x20 p: bridge extended\n\
     }\n\
     ```\n",
)
.unnecessary();

/// A switch on something that is not a bridge.
pub static NO_BRIDGE: Code = Code::error(
    "bloxorz::no-such-bridge",
    "a switch on something that is not a bridge",
    "A switch acts on bridges, and a legend line declares each of them.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSbppooT\n\
     \x20 p: bridge retracted\n\
     \x20 b: soft toggles q\n\
     }\n\
     ```\n\
     \n\
     Name a bridge.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSbppooT\n\
     \x20 p: bridge retracted\n\
     \x20 b: soft toggles p\n\
     }\n\
     ```\n",
);

/// A split onto nothing.
pub static SPLIT_ON_VOID: Code = Code::error(
    "bloxorz::split-on-void",
    "a split that puts a cube on void",
    "Both cubes of a split need ground to lie on.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSooosoT\n\
     \x20 s: splits to (0,0) and (4,0)\n\
     }\n\
     ```\n\
     \n\
     Name two places of the terrain, rows and columns counted from 0.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSooosoT\n\
     \x20 s: splits to (0,0) and (0,3)\n\
     }\n\
     ```\n",
);

/// A split without a difference.
pub static SPLIT_ON_ONE_PLACE: Code = Code::error(
    "bloxorz::split-on-one-place",
    "a split that puts both cubes on one place",
    "A split puts its two cubes on two places.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSooosoT\n\
     \x20 s: splits to (0,3) and (0,3)\n\
     }\n\
     ```\n\
     \n\
     Name two places.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSooosoT\n\
     \x20 s: splits to (0,0) and (0,3)\n\
     }\n\
     ```\n",
);

/// A terrain without a solution.
pub static UNREACHABLE: Code = Code::error(
    "bloxorz::unreachable",
    "a hole that the block cannot reach",
    "The search visited every position that the block can reach, and the block never stands on the\n\
     hole. Found by search: `check --solve`, `solve`, the language server.\n\
     \n\
     ```puzzled wrong solve\n\
     bloxorz b {\n\
     \x20 oSoooT\n\
     }\n\
     ```\n\
     \n\
     Change the terrain: on a single row the hole must be three places away, or six, or nine. If this\n\
     is intended, state it: `solve => unsolvable`.\n\
     \n\
     ```puzzled right solve\n\
     bloxorz b {\n\
     \x20 oSooT\n\
     }\n\
     ```\n",
);

/// A letter that is not a roll.
pub static NOT_A_MOVE: Code = Code::error(
    "bloxorz::not-a-move",
    "a letter that is not a move",
    "Moves are `L`, `R`, `U` and `D`, and `_`, which gives control to the other cube of a split block.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSoooooT\n\
     }\n\
     play RX\n\
     ```\n\
     \n\
     Use these letters.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoooooT\n\
     }\n\
     play RR\n\
     ```\n",
);

/// A part of the block has no floor under it.
pub static NO_FLOOR: Code = Code::error(
    "bloxorz::no-floor",
    "a roll over the edge",
    "After a roll every part of the block must lie on the terrain, after the switches that it pressed\n\
     have acted; a bridge is floor only while it is extended.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSoooooT\n\
     }\n\
     play L\n\
     ```\n\
     \n\
     Roll another way; `moves` lists the legal moves.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoooooT\n\
     }\n\
     play R\n\
     ```\n",
);

/// A fragile tile breaks.
pub static BREAKS: Code = Code::error(
    "bloxorz::fragile-breaks",
    "a block that stands on a fragile tile",
    "A fragile tile carries a lying block or a single cube. A standing block breaks it.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSooffooT\n\
     }\n\
     play RRR\n\
     ```\n\
     \n\
     Come onto it lying.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSfooooT\n\
     }\n\
     play R\n\
     ```\n",
);

/// Passing control without a second cube.
pub static NOT_SPLIT: Code = Code::error(
    "bloxorz::not-split",
    "control passed without a second cube",
    "`_` gives control to the other cube, and only a block that stood on a split has one.\n\
     \n\
     ```puzzled wrong\n\
     bloxorz b {\n\
     \x20 oSoooooT\n\
     }\n\
     play _\n\
     ```\n\
     \n\
     Leave it out.\n\
     \n\
     ```puzzled right\n\
     bloxorz b {\n\
     \x20 oSoooooT\n\
     }\n\
     play R\n\
     ```\n",
);
