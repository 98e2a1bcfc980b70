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
    "A rule is a table of 16 rows, written as the number whose bit `8·parent + 4·left + 2·self + right`\n\
     is the new state of a node: 0 to 65535.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 65536\n\
     \x20 tree (X . X)\n\
     }\n\
     ```\n\
     \n\
     Use a number in the range.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 65535\n\
     \x20 tree (X . X)\n\
     }\n\
     ```\n",
);

pub(super) static BAD_CHARACTER: Code = Code::error(
    "automaton::bad-character",
    "a character that no tree holds",
    "A tree is made of `X` (live), `.` (dead), brackets and spaces.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X o .)\n\
     }\n\
     ```\n\
     \n\
     Write `X` for a live node and `.` for a dead one.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . .)\n\
     }\n\
     ```\n",
);

pub(super) static MALFORMED_NODE: Code = Code::error(
    "automaton::malformed-node",
    "brackets where the state of a node should stand",
    "A pair of brackets holds the left child, the node itself, and the right child, in this order. The\n\
     node itself is `X` or `.`.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X (X . .) .)\n\
     }\n\
     ```\n\
     \n\
     Put the state between the children.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree ((X . .) X .)\n\
     }\n\
     ```\n",
);

pub(super) static MISSING_CHILD: Code = Code::error(
    "automaton::missing-child",
    "brackets with fewer than three parts",
    "Every node has two children or none. A pair of brackets holds the left child, the node itself, and\n\
     the right child; a node without children is written without brackets.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X .)\n\
     }\n\
     ```\n\
     \n\
     Add the child that is missing, or remove the brackets.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . .)\n\
     }\n\
     ```\n",
);

pub(super) static TOO_MANY_PARTS: Code = Code::error(
    "automaton::too-many-parts",
    "brackets with more than three parts",
    "A pair of brackets holds three parts: the left child, the node itself, and the right child.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X .)\n\
     }\n\
     ```\n\
     \n\
     Remove the extra part, or put brackets around three parts that belong together.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . (X . .))\n\
     }\n\
     ```\n",
);

pub(super) static UNCLOSED_BRACKET: Code = Code::error(
    "automaton::unclosed-bracket",
    "a `(` that is never closed",
    "Every `(` of a tree needs its `)`.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree ((X . .) X (X . X)\n\
     }\n\
     ```\n\
     \n\
     Add the `)`.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree ((X . .) X (X . X))\n\
     }\n\
     ```\n",
);

pub(super) static STRAY_BRACKET: Code = Code::error(
    "automaton::stray-bracket",
    "a `)` that closes nothing",
    "Every `)` of a tree closes a `(` before it.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X))\n\
     }\n\
     ```\n\
     \n\
     Remove it, or add the `(` that is missing.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X)\n\
     }\n\
     ```\n",
);

pub(super) static TRAILING_TREE: Code = Code::error(
    "automaton::text-after-tree",
    "more text after the end of a tree",
    "A body holds one tree.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X) .\n\
     }\n\
     ```\n\
     \n\
     Remove the text after the tree, or put brackets around all of it.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree ((X . X) . .)\n\
     }\n\
     ```\n",
);

pub(super) static BARE_ROOT: Code = Code::warning(
    "automaton::bare-root",
    "a tree without its outer brackets",
    "A tree with children stands in brackets, the outermost too. People often leave those out, so the\n\
     tree is accepted without.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . .) X (X . X)\n\
     }\n\
     ```\n\
     \n\
     Put brackets around the whole tree.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree ((X . .) X (X . X))\n\
     }\n\
     ```\n",
);

pub(super) static MISSING_PART: Code = Code::error(
    "automaton::missing-part",
    "an automaton without its rule or its tree",
    "An automaton is made of a rule and a tree.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     }\n\
     ```\n\
     \n\
     Add the part that is missing.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X)\n\
     }\n\
     ```\n",
);

pub(super) static DUPLICATE_PART: Code = Code::error(
    "automaton::duplicate-part",
    "an automaton with two rules or two trees",
    "Each part is given once.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 rule 42354\n\
     \x20 tree (X . X)\n\
     }\n\
     ```\n\
     \n\
     Keep one of them. The command `rule N` changes the rule later on.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X)\n\
     }\n\
     rule 42354\n\
     ```\n",
);

pub(super) static UNKNOWN_PART: Code = Code::error(
    "automaton::unknown-part",
    "a line that is not part of an automaton",
    "The body of an automaton is either keyed (a line `rule N` and a line `tree TREE`) or exactly the\n\
     input of the judge: rule, tree, number of queries, queries.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 trie (X . X)\n\
     \x20 tree (X . X)\n\
     }\n\
     ```\n\
     \n\
     Write `rule` or `tree`.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X)\n\
     }\n\
     ```\n",
);

pub(super) static QUERY_COUNT: Code = Code::error(
    "automaton::query-count",
    "a number of queries that disagrees with the queries",
    "In the form of the judge the number of queries stands before them. Everything else is read as it\n\
     stands.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 23749\n\
     \x20 (X . X)\n\
     \x20 3\n\
     \x20 1 []\n\
     \x20 2 [<]\n\
     }\n\
     ```\n\
     \n\
     Give the number of the queries that follow.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 23749\n\
     \x20 (X . X)\n\
     \x20 2\n\
     \x20 1 []\n\
     \x20 2 [<]\n\
     }\n\
     ```\n",
);

pub(super) static BAD_PATH: Code = Code::error(
    "automaton::bad-path",
    "a path that is malformed",
    "A path stands in square brackets and goes down from the root: `<` to the left child, `>` to the\n\
     right. `[]` is the root.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X)\n\
     }\n\
     at [l]\n\
     ```\n\
     \n\
     Write `<` and `>` between `[` and `]`, without spaces.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X)\n\
     }\n\
     at [<]\n\
     ```\n",
);

pub(super) static OFF_TREE: Code = Code::error(
    "automaton::off-tree",
    "a path that leaves the tree",
    "A path can go no deeper than the tree: a path ends at a node without children.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X)\n\
     }\n\
     2 [<>]\n\
     ```\n\
     \n\
     End the path at a node of the tree. `at`, followed by the Tab key in the REPL, shows the next steps.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X)\n\
     }\n\
     2 [<]\n\
     ```\n",
);

pub(super) static BEFORE_START: Code = Code::error(
    "automaton::before-start",
    "a time before generation 0",
    "The history of an automaton begins with generation 0, the tree as declared. A query moves from\n\
     the time of the query before it, so the times add up. The position stays where it was.\n\
     \n\
     ```puzzled wrong\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X)\n\
     }\n\
     3 []\n\
     -4 []\n\
     ```\n\
     \n\
     Go back no further than generation 0.\n\
     \n\
     ```puzzled right\n\
     automaton a {\n\
     \x20 rule 23749\n\
     \x20 tree (X . X)\n\
     }\n\
     3 []\n\
     -3 []\n\
     ```\n",
);
