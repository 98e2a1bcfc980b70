//! The codes of the bloxorz kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::codes;

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    EMPTY = Code::error("bloxorz::empty", "a bloxorz without a terrain", "codes/empty.md");
    BAD_CHARACTER = Code::error(
        "bloxorz::bad-character", "a character that no terrain has", "codes/bad-character.md"
    );
    UNDECLARED = Code::error(
        "bloxorz::undeclared", "a tile that no legend line declares", "codes/undeclared.md"
    );
    NO_START = Code::error("bloxorz::no-start", "a terrain without a start", "codes/no-start.md");
    SEVERAL_STARTS = Code::error(
        "bloxorz::several-starts", "a terrain with several starts", "codes/several-starts.md"
    );
    NO_HOLE = Code::error("bloxorz::no-hole", "a terrain without a hole", "codes/no-hole.md");
    SEVERAL_HOLES = Code::error(
        "bloxorz::several-holes", "a terrain with several holes", "codes/several-holes.md"
    );
    MALFORMED_LEGEND = Code::error(
        "bloxorz::malformed-legend",
        "a legend line that cannot be read",
        "codes/malformed-legend.md"
    );
    RESERVED = Code::error(
        "bloxorz::reserved-letter",
        "a legend for a letter that has a meaning already",
        "codes/reserved-letter.md"
    );
    DUPLICATE = Code::error(
        "bloxorz::duplicate-legend", "a letter that is declared twice", "codes/duplicate-legend.md"
    );
    UNUSED = Code::warning(
        "bloxorz::unused-legend", "a legend line without a tile", "codes/unused-legend.md"
    ).unnecessary();
    NO_BRIDGE = Code::error(
        "bloxorz::no-such-bridge",
        "a switch on something that is not a bridge",
        "codes/no-such-bridge.md"
    );
    SPLIT_ON_VOID = Code::error(
        "bloxorz::split-on-void", "a split that puts a cube on void", "codes/split-on-void.md"
    );
    SPLIT_ON_ONE_PLACE = Code::error(
        "bloxorz::split-on-one-place",
        "a split that puts both cubes on one place",
        "codes/split-on-one-place.md"
    );
    UNREACHABLE = Code::error(
        "bloxorz::unreachable", "a hole that the block cannot reach", "codes/unreachable.md"
    );
    NOT_A_MOVE = Code::error(
        "bloxorz::not-a-move", "a letter that is not a move", "codes/not-a-move.md"
    );
    NO_FLOOR = Code::error("bloxorz::no-floor", "a roll over the edge", "codes/no-floor.md");
    BREAKS = Code::error(
        "bloxorz::fragile-breaks",
        "a block that stands on a fragile tile",
        "codes/fragile-breaks.md"
    );
    NOT_SPLIT = Code::error(
        "bloxorz::not-split", "control passed without a second cube", "codes/not-split.md"
    );
}
