//! The codes of automata; [`super::blame`] makes the diagnostics.

use crate::diag::codes;

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    RULE_RANGE = Code::error(
        "automaton::rule-range",
        "a rule that is not a number from 0 to 65535",
        "codes/rule-range.md"
    );
    BAD_CHARACTER = Code::error(
        "automaton::bad-character", "a character that no tree holds", "codes/bad-character.md"
    );
    MALFORMED_NODE = Code::error(
        "automaton::malformed-node",
        "brackets where the state of a node should stand",
        "codes/malformed-node.md"
    );
    MISSING_CHILD = Code::error(
        "automaton::missing-child", "brackets with fewer than three parts", "codes/missing-child.md"
    );
    TOO_MANY_PARTS = Code::error(
        "automaton::too-many-parts",
        "brackets with more than three parts",
        "codes/too-many-parts.md"
    );
    UNCLOSED_BRACKET = Code::error(
        "automaton::unclosed-bracket", "a `(` that is never closed", "codes/unclosed-bracket.md"
    );
    STRAY_BRACKET = Code::error(
        "automaton::stray-bracket", "a `)` that closes nothing", "codes/stray-bracket.md"
    );
    TRAILING_TREE = Code::error(
        "automaton::text-after-tree",
        "more text after the end of a tree",
        "codes/text-after-tree.md"
    );
    BARE_ROOT = Code::warning(
        "automaton::bare-root", "a tree without its outer brackets", "codes/bare-root.md"
    );
    MISSING_PART = Code::error(
        "automaton::missing-part",
        "an automaton without its rule or its tree",
        "codes/missing-part.md"
    );
    DUPLICATE_PART = Code::error(
        "automaton::duplicate-part",
        "an automaton with two rules or two trees",
        "codes/duplicate-part.md"
    );
    UNKNOWN_PART = Code::error(
        "automaton::unknown-part",
        "a line that is not part of an automaton",
        "codes/unknown-part.md"
    );
    QUERY_COUNT = Code::error(
        "automaton::query-count",
        "a number of queries that disagrees with the queries",
        "codes/query-count.md"
    );
    BAD_PATH = Code::error("automaton::bad-path", "a path that is malformed", "codes/bad-path.md");
    OFF_TREE = Code::error(
        "automaton::off-tree", "a path that leaves the tree", "codes/off-tree.md"
    );
    BEFORE_START = Code::error(
        "automaton::before-start", "a time before generation 0", "codes/before-start.md"
    );
    NOT_A_MOVE = Code::error(
        "automaton::not-a-move", "text that is not a move of an automaton", "codes/not-a-move.md"
    );
}
