//! The codes of the bloxorz kind, each with its explanation. `faults` makes the diagnostics.

use crate::diag::Code;

/// Every code of this kind.
pub(super) static CODES: &[&Code] = &[
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
pub(super) static EMPTY: Code =
    Code::error("bloxorz::empty", "a bloxorz without a terrain", include_str!("codes/empty.md"));

/// A character that is not a tile.
pub(super) static BAD_CHARACTER: Code = Code::error(
    "bloxorz::bad-character",
    "a character that no terrain has",
    include_str!("codes/bad-character.md"),
);

/// A letter without a legend.
pub(super) static UNDECLARED: Code = Code::error(
    "bloxorz::undeclared",
    "a tile that no legend line declares",
    include_str!("codes/undeclared.md"),
);

/// No `S`.
pub(super) static NO_START: Code = Code::error(
    "bloxorz::no-start",
    "a terrain without a start",
    include_str!("codes/no-start.md"),
);

/// More than one `S`.
pub(super) static SEVERAL_STARTS: Code = Code::error(
    "bloxorz::several-starts",
    "a terrain with several starts",
    include_str!("codes/several-starts.md"),
);

/// No `T`.
pub(super) static NO_HOLE: Code =
    Code::error("bloxorz::no-hole", "a terrain without a hole", include_str!("codes/no-hole.md"));

/// More than one `T`.
pub(super) static SEVERAL_HOLES: Code = Code::error(
    "bloxorz::several-holes",
    "a terrain with several holes",
    include_str!("codes/several-holes.md"),
);

/// A line below the terrain that is not a legend.
pub(super) static MALFORMED_LEGEND: Code = Code::error(
    "bloxorz::malformed-legend",
    "a legend line that cannot be read",
    include_str!("codes/malformed-legend.md"),
);

/// A legend for `o`, `S`, `T` or `f`.
pub(super) static RESERVED: Code = Code::error(
    "bloxorz::reserved-letter",
    "a legend for a letter that has a meaning already",
    include_str!("codes/reserved-letter.md"),
);

/// A second legend line for a letter.
pub(super) static DUPLICATE: Code = Code::error(
    "bloxorz::duplicate-legend",
    "a letter that is declared twice",
    include_str!("codes/duplicate-legend.md"),
);

/// A legend line that is not used.
pub(super) static UNUSED: Code = Code::warning(
    "bloxorz::unused-legend",
    "a legend line without a tile",
    include_str!("codes/unused-legend.md"),
)
.unnecessary();

/// A switch on something that is not a bridge.
pub(super) static NO_BRIDGE: Code = Code::error(
    "bloxorz::no-such-bridge",
    "a switch on something that is not a bridge",
    include_str!("codes/no-such-bridge.md"),
);

/// A split onto nothing.
pub(super) static SPLIT_ON_VOID: Code = Code::error(
    "bloxorz::split-on-void",
    "a split that puts a cube on void",
    include_str!("codes/split-on-void.md"),
);

/// A split without a difference.
pub(super) static SPLIT_ON_ONE_PLACE: Code = Code::error(
    "bloxorz::split-on-one-place",
    "a split that puts both cubes on one place",
    include_str!("codes/split-on-one-place.md"),
);

/// A terrain without a solution.
pub(super) static UNREACHABLE: Code = Code::error(
    "bloxorz::unreachable",
    "a hole that the block cannot reach",
    include_str!("codes/unreachable.md"),
);

/// A letter that is not a roll.
pub(super) static NOT_A_MOVE: Code = Code::error(
    "bloxorz::not-a-move",
    "a letter that is not a move",
    include_str!("codes/not-a-move.md"),
);

/// A part of the block has no floor under it.
pub(super) static NO_FLOOR: Code =
    Code::error("bloxorz::no-floor", "a roll over the edge", include_str!("codes/no-floor.md"));

/// A fragile tile breaks.
pub(super) static BREAKS: Code = Code::error(
    "bloxorz::fragile-breaks",
    "a block that stands on a fragile tile",
    include_str!("codes/fragile-breaks.md"),
);

/// Passing control without a second cube.
pub(super) static NOT_SPLIT: Code = Code::error(
    "bloxorz::not-split",
    "control passed without a second cube",
    include_str!("codes/not-split.md"),
);
