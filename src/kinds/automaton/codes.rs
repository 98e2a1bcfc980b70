//! The codes of automata; [`super::blame`] makes the diagnostics.

use crate::diag::Code;

/// Every code of this kind.
pub(super) static CODES: &[&Code] = &[
    &RULE_RANGE,
    &BAD_CHARACTER,
    &MALFORMED_NODE,
    &MISSING_CHILD,
    &TOO_MANY_PARTS,
    &UNCLOSED_BRACKET,
    &STRAY_BRACKET,
    &TRAILING_TREE,
    &BARE_ROOT,
    &MISSING_PART,
    &DUPLICATE_PART,
    &UNKNOWN_PART,
    &QUERY_COUNT,
    &BAD_PATH,
    &OFF_TREE,
    &BEFORE_START,
];

pub(super) static RULE_RANGE: Code = Code::error(
    "automaton::rule-range",
    "a rule that is not a number from 0 to 65535",
    include_str!("codes/rule-range.md"),
);

pub(super) static BAD_CHARACTER: Code = Code::error(
    "automaton::bad-character",
    "a character that no tree holds",
    include_str!("codes/bad-character.md"),
);

pub(super) static MALFORMED_NODE: Code = Code::error(
    "automaton::malformed-node",
    "brackets where the state of a node should stand",
    include_str!("codes/malformed-node.md"),
);

pub(super) static MISSING_CHILD: Code = Code::error(
    "automaton::missing-child",
    "brackets with fewer than three parts",
    include_str!("codes/missing-child.md"),
);

pub(super) static TOO_MANY_PARTS: Code = Code::error(
    "automaton::too-many-parts",
    "brackets with more than three parts",
    include_str!("codes/too-many-parts.md"),
);

pub(super) static UNCLOSED_BRACKET: Code = Code::error(
    "automaton::unclosed-bracket",
    "a `(` that is never closed",
    include_str!("codes/unclosed-bracket.md"),
);

pub(super) static STRAY_BRACKET: Code = Code::error(
    "automaton::stray-bracket",
    "a `)` that closes nothing",
    include_str!("codes/stray-bracket.md"),
);

pub(super) static TRAILING_TREE: Code = Code::error(
    "automaton::text-after-tree",
    "more text after the end of a tree",
    include_str!("codes/text-after-tree.md"),
);

pub(super) static BARE_ROOT: Code = Code::warning(
    "automaton::bare-root",
    "a tree without its outer brackets",
    include_str!("codes/bare-root.md"),
);

pub(super) static MISSING_PART: Code = Code::error(
    "automaton::missing-part",
    "an automaton without its rule or its tree",
    include_str!("codes/missing-part.md"),
);

pub(super) static DUPLICATE_PART: Code = Code::error(
    "automaton::duplicate-part",
    "an automaton with two rules or two trees",
    include_str!("codes/duplicate-part.md"),
);

pub(super) static UNKNOWN_PART: Code = Code::error(
    "automaton::unknown-part",
    "a line that is not part of an automaton",
    include_str!("codes/unknown-part.md"),
);

pub(super) static QUERY_COUNT: Code = Code::error(
    "automaton::query-count",
    "a number of queries that disagrees with the queries",
    include_str!("codes/query-count.md"),
);

pub(super) static BAD_PATH: Code = Code::error(
    "automaton::bad-path",
    "a path that is malformed",
    include_str!("codes/bad-path.md"),
);

pub(super) static OFF_TREE: Code = Code::error(
    "automaton::off-tree",
    "a path that leaves the tree",
    include_str!("codes/off-tree.md"),
);

pub(super) static BEFORE_START: Code = Code::error(
    "automaton::before-start",
    "a time before generation 0",
    include_str!("codes/before-start.md"),
);
