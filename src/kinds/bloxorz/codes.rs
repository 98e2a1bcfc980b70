//! The codes of the bloxorz kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::{Code, codes};

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    /// No terrain.
    EMPTY = Code::error(
        "bloxorz::empty",
        "a bloxorz without a terrain",
        include_str!("codes/empty.md"),
    );

    /// A character that is not a tile.
    BAD_CHARACTER = Code::error(
        "bloxorz::bad-character",
        "a character that no terrain has",
        include_str!("codes/bad-character.md"),
    );

    /// A letter without a legend.
    UNDECLARED = Code::error(
        "bloxorz::undeclared",
        "a tile that no legend line declares",
        include_str!("codes/undeclared.md"),
    );

    /// No `S`.
    NO_START = Code::error(
        "bloxorz::no-start",
        "a terrain without a start",
        include_str!("codes/no-start.md"),
    );

    /// More than one `S`.
    SEVERAL_STARTS = Code::error(
        "bloxorz::several-starts",
        "a terrain with several starts",
        include_str!("codes/several-starts.md"),
    );

    /// No `T`.
    NO_HOLE = Code::error(
        "bloxorz::no-hole",
        "a terrain without a hole",
        include_str!("codes/no-hole.md"),
    );

    /// More than one `T`.
    SEVERAL_HOLES = Code::error(
        "bloxorz::several-holes",
        "a terrain with several holes",
        include_str!("codes/several-holes.md"),
    );

    /// A line below the terrain that is not a legend.
    MALFORMED_LEGEND = Code::error(
        "bloxorz::malformed-legend",
        "a legend line that cannot be read",
        include_str!("codes/malformed-legend.md"),
    );

    /// A legend for `o`, `S`, `T` or `f`.
    RESERVED = Code::error(
        "bloxorz::reserved-letter",
        "a legend for a letter that has a meaning already",
        include_str!("codes/reserved-letter.md"),
    );

    /// A second legend line for a letter.
    DUPLICATE = Code::error(
        "bloxorz::duplicate-legend",
        "a letter that is declared twice",
        include_str!("codes/duplicate-legend.md"),
    );

    /// A legend line that is not used.
    UNUSED = Code::warning(
        "bloxorz::unused-legend",
        "a legend line without a tile",
        include_str!("codes/unused-legend.md"),
    )
    .unnecessary();

    /// A switch on something that is not a bridge.
    NO_BRIDGE = Code::error(
        "bloxorz::no-such-bridge",
        "a switch on something that is not a bridge",
        include_str!("codes/no-such-bridge.md"),
    );

    /// A split onto nothing.
    SPLIT_ON_VOID = Code::error(
        "bloxorz::split-on-void",
        "a split that puts a cube on void",
        include_str!("codes/split-on-void.md"),
    );

    /// A split without a difference.
    SPLIT_ON_ONE_PLACE = Code::error(
        "bloxorz::split-on-one-place",
        "a split that puts both cubes on one place",
        include_str!("codes/split-on-one-place.md"),
    );

    /// A terrain without a solution.
    UNREACHABLE = Code::error(
        "bloxorz::unreachable",
        "a hole that the block cannot reach",
        include_str!("codes/unreachable.md"),
    );

    /// A letter that is not a roll.
    NOT_A_MOVE = Code::error(
        "bloxorz::not-a-move",
        "a letter that is not a move",
        include_str!("codes/not-a-move.md"),
    );

    /// A part of the block has no floor under it.
    NO_FLOOR = Code::error(
        "bloxorz::no-floor",
        "a roll over the edge",
        include_str!("codes/no-floor.md"),
    );

    /// A fragile tile breaks.
    BREAKS = Code::error(
        "bloxorz::fragile-breaks",
        "a block that stands on a fragile tile",
        include_str!("codes/fragile-breaks.md"),
    );

    /// Passing control without a second cube.
    NOT_SPLIT = Code::error(
        "bloxorz::not-split",
        "control passed without a second cube",
        include_str!("codes/not-split.md"),
    );
}
