//! The codes of automata, each with its explanation and with what its diagnostics say.

use super::syntax::RULE;
use crate::diag::Applicability::{Guess, Likely, Sure};
use crate::diag::{Edit, Shown, codes};
use crate::syntax::{Fragment, NOT_COUNTED};
use crate::text::Span;

/// The order of a body in the form of the judge.
const JUDGE: &str = "in the form of the judge, the rule comes first, then the tree";
/// The parts of a keyed body.
const KEYED: &str = "an automaton has a line `rule N` and a line `tree TREE`";

codes! {
    /// Every code of this kind.
    pub(super) CODES;

    RULE_RANGE = Code::error(
        "automaton::rule-range",
        "a rule that is not a number from 0 to 65535",
        "codes/rule-range.md"
    ) {
        /// A number that is not a rule.
        fn rule_range(span: Span, text: &str) {
            let number = Shown(text);
            let nearest = if text.starts_with('-') { "0" } else { "65535" };
            at span => "expected a rule (a number from 0 to 65535), found `{number}`",
                "out of range";
            help "use the number whose bit `8·parent + 4·left + 2·self + right` is the new state";
            fix Guess, "Replace by {nearest}", span => nearest;
        }
    }
    BAD_CHARACTER = Code::error(
        "automaton::bad-character", "a character that no tree holds", "codes/bad-character.md"
    ) {
        /// A character that no tree holds; `meant` is in its place in other programs.
        fn bad_character(text: Fragment<'_>, meant: Option<&str>, also: RelatedPlaces) {
            at text.span() => "`{text}` has no meaning in a tree", "not `X`, `.` or a bracket";
            each also.second => "this does not fit either";
            help "write `X` for a live node and `.` for a dead one";
            when Some(word @ "") = meant => { fix Guess, "Remove it", text.span() => word; }
            when Some(word @ ("X" | "." | "(" | ")")) = meant => {
                fix Guess, "Replace by `{word}`", text.span() => word;
            }
        }
        /// The characters `chars`, at `uses` places, of which these are the first two. `edits`
        /// write the tree with the characters of this language.
        fn bad_characters(
            chars: &str, several: bool, uses: usize, first: Span, second: Span,
            edits: Option<Vec<Edit>>
        ) {
            at first => [
                several => "{chars} are used {uses} times; they have no meaning in a tree",
                else "{chars} is used {uses} times; it has no meaning in a tree",
            ], "not `X`, `.` or a bracket";
            also second => "and here";
            help "write `X` for a live node and `.` for a dead one";
            when Some(edits) = edits => { fix Guess, "Write `X`, `.` and brackets", edits; }
        }
    }
    MALFORMED_NODE = Code::error(
        "automaton::malformed-node",
        "brackets where the state of a node should stand",
        "codes/malformed-node.md"
    ) {
        /// Brackets in the place of a state.
        fn malformed_node(at: Span, also: RelatedPlaces) {
            at at => "the state of a node is `X` or `.`, not brackets",
                "the node itself belongs here";
            each also.opened => "opened here";
            each also.second => "this does not fit either";
            help "write the parent's state between its two children: `(LEFT STATE RIGHT)`";
        }
    }
    MISSING_CHILD = Code::error(
        "automaton::missing-child", "brackets with fewer than three parts", "codes/missing-child.md"
    ) {
        /// Brackets that hold `parts` parts, fewer than three, which are `shown`; the rest belongs
        /// in the `gap`.
        fn missing_child(
            at: Span, parts: usize, shown: impl Iterator<Item = Span>, gap: Span, also: RelatedPlaces
        ) {
            at at => "a child is missing in these brackets", [
                parts == 0 => "nothing is in these brackets",
                parts == 1 => "only 1 part instead of 3",
                else "only 2 parts instead of 3",
            ];
            each also.opened => "opened here";
            each shown => "a part";
            each also.second => "this does not fit either";
            help "write `(LEFT STATE RIGHT)`, or a node without children without brackets";
            fix Guess, "Add the missing part as dead nodes", gap =>
                [". . .", " . .", " ."][parts.min(2)];
        }
    }
    TOO_MANY_PARTS = Code::error(
        "automaton::too-many-parts",
        "brackets with more than three parts",
        "codes/too-many-parts.md"
    ) {
        /// Brackets with a part too many, which is `at`.
        fn too_many_parts(at: Span, also: RelatedPlaces) {
            at at => "these brackets hold more than three parts", "a part too many";
            each also.opened => "opened here";
            each also.second => "this does not fit either";
            help "write `(LEFT STATE RIGHT)`; children that have children need brackets too";
            fix Guess, "Remove the extra part", at => "";
        }
    }
    UNCLOSED_BRACKET = Code::error(
        "automaton::unclosed-bracket", "a `(` that is never closed", "codes/unclosed-bracket.md"
    ) {
        /// A `(` at the end of the tree.
        fn open_at_the_end(at: Span, also: RelatedPlaces) {
            at at => "this `(` is never closed", "opened here";
            each also.second => "this does not fit either";
            help "remove it, or add the `)` where its subtree ends";
            fix Guess, "Remove the `(`", at => "";
        }
        /// A `(` at `open`, and `count - 1` before it, that are never closed; a `)` is missing
        /// after `at`.
        fn unclosed(at: Span, open: Span, count: usize, also: RelatedPlaces) {
            let before = count - 1;
            at open => [
                count == 1 => "this `(` is never closed",
                else "this `(` and {before} before it are never closed",
            ], "opened here";
            each (at.start > open.start).then_some(at) => "a `)` is missing after this";
            each also.second => "this does not fit either";
            help "add the `)` where its subtree ends";
            fix Likely, [count == 1 => "Add the `)`", else "Add {count} `)`"], Span::at(at.end) =>
                ")".repeat(count.min(1000));
        }
    }
    STRAY_BRACKET = Code::error(
        "automaton::stray-bracket", "a `)` that closes nothing", "codes/stray-bracket.md"
    ) {
        /// A `)` that closes nothing; a `(` may be missing in the `gap`.
        fn stray_bracket(at: Span, gap: Option<Span>, also: RelatedPlaces) {
            at at => "this `)` closes nothing", "a `)` too many";
            each gap => "a `(` is missing before this";
            each also.second => "this does not fit either";
            help "remove it, or add the `(` that is missing before it";
            when Some(gap) = gap => { fix Guess, "Add the `(`", gap => "("; }
            when None = gap => { fix Likely, "Remove the `)`", at => ""; }
        }
    }
    TRAILING_TREE = Code::error(
        "automaton::text-after-tree",
        "more text after the end of a tree",
        "codes/text-after-tree.md"
    ) {
        /// Text after the end of the tree.
        fn text_after_tree(at: Span, also: RelatedPlaces) {
            at at => "the tree ended before this", "text after the end";
            each also.second => "this does not fit either";
            help "remove it, or put brackets around the parts of each node: `(LEFT STATE RIGHT)`";
            fix Guess, "Remove the text after the end", at => "";
        }
    }
    BARE_ROOT = Code::warning(
        "automaton::bare-root", "a tree without its outer brackets", "codes/bare-root.md"
    ) {
        /// A tree without its outer brackets.
        fn bare_root(tree: Span) {
            let edit = |at, text: &str| Edit { span: Span::at(at), text: text.to_owned() };
            let short = tree.len() <= 60;
            at (if short { tree } else { Span::new(tree.start, tree.start + 1) }) =>
                "this tree lacks its outer brackets", "the tree begins here";
            help "put `(` before it and `)` after it";
            fix Likely, "Add the outer brackets", vec![edit(tree.start, "("), edit(tree.end, ")")];
        }
    }
    MISSING_PART = Code::error(
        "automaton::missing-part",
        "an automaton without its rule or its tree",
        "codes/missing-part.md"
    ) {
        /// The automaton at `span` has no `part`, which is expected after `last` if that is there.
        fn missing_part(span: Span, part: &str, last: Option<Span>) {
            let form = if part == RULE { "rule N" } else { "tree TREE" };
            at last.unwrap_or(span) => "the {part} of this automaton is missing",
                [last.is_some() => "expected after this", else "no {part}"];
            help "add a line `{form}`; {JUDGE}";
        }
        /// A number is where the tree of a body in the form of the judge should begin.
        fn no_tree_here(line: Fragment<'_>, rule: Option<Fragment<'_>>) {
            at line.span() => "expected the tree, found `{line}`", "not a tree";
            help "{JUDGE}";
            when Some(rule) = rule.filter(|rule| rule.text == line.text) => {
                also rule.span() => "the rule";
                fix Guess, "Remove the repeated rule",
                    Span::new(rule.span().end, line.span().end) => "";
            }
        }
    }
    DUPLICATE_PART = Code::error(
        "automaton::duplicate-part",
        "an automaton with two rules or two trees",
        "codes/duplicate-part.md"
    ) {
        /// The part that begins with `word` was given before, at `first`.
        fn duplicate_part(word: Fragment<'_>, first: Span) {
            at word.span() => "the {word} of this automaton is given twice", "the second one";
            also first => "the first one";
            help "keep one of them";
        }
    }
    UNKNOWN_PART = Code::error(
        "automaton::unknown-part",
        "a line that is not part of an automaton",
        "codes/unknown-part.md"
    ) {
        /// A line of a keyed body begins with `word`, which may be a misspelling of `near`.
        fn unknown_part(word: Fragment<'_>, near: Option<&str>) {
            at word.span() => "`{word}` is not part of an automaton", "not `rule` or `tree`";
            help "{KEYED}";
            near word.span() => near;
        }
        /// The tree of a keyed body lacks its keyword.
        fn missing_keyword(tree: Fragment<'_>) {
            at tree.span() => "expected `tree` before the tree, found `{tree}`", "the tree";
            help "write `tree` before it";
            fix Guess, "Add `tree`", Span::at(tree.start) => "tree ";
        }
        /// The number of the rule of a keyed body lacks its keyword.
        fn missing_rule_keyword(number: Fragment<'_>) {
            at number.span() => "expected `rule` before the number, found `{number}`",
                "the number of the rule";
            help "write `rule` before it";
            fix Guess, "Add `rule`", Span::at(number.start) => "rule ";
        }
        /// Signs are around the parts of a keyed body, as in `rule: 3` and `tree = X;`.
        fn sign_in_part(source: &str, signs: &[Span]) {
            let sign = Shown(&source[signs[0].range()]);
            at signs[0] => "`{sign}` does not belong to a part of an automaton",
                "not needed here";
            each signs[1..].iter().copied().take(3) => "and not here";
            help "{KEYED}";
            fix Likely, "Remove it", signs.iter().map(|sign| without(source, *sign)).collect();
        }
        /// Queries are below the parts of a keyed body.
        fn queries_in_keyed(first: Span) {
            at first => "a body with `rule` and `tree` holds no queries", "the first line of them";
            help "write them as commands below the `}}`, without their number; or leave out the \
                  words `rule` and `tree`, as in the form of the judge";
        }
    }
    QUERY_COUNT = Code::error(
        "automaton::query-count",
        "a number of queries that disagrees with the queries",
        "codes/query-count.md"
    ) {
        /// A query is where the number of `queries` should be.
        fn no_count_here(line: Fragment<'_>, queries: usize) {
            at line.span() => "expected the number of queries, found `{line}`", "a query";
            help "in the form of the judge, the number of queries comes before them";
            fix Guess, "Add {queries}", Span::at(line.start) => format!("{queries}\n");
        }
        /// `count` queries are announced, and others follow.
        fn query_count(count: Fragment<'_>, queries: &[Fragment<'_>]) {
            let actual = queries.len();
            // A query that appears twice, and makes them one too many.
            let surplus = count.text.parse() == Ok(actual.saturating_sub(1));
            let twice = queries.windows(2).find(|pair| surplus && pair[0].text == pair[1].text);
            let repeated = twice.map(|pair| pair[1].span());
            at repeated.unwrap_or(count.span()) => [
                actual == 0 => "the number of queries is given as {count}, but none follows",
                actual == 1 => "the number of queries is given as {count}, but 1 follows",
                else "the number of queries is given as {count}, but {actual} follow",
            ], [repeated.is_some() => "the same as the query before it", else "should be {actual}"];
            help "give the number of the queries below, or add those that are missing";
            when Some([first, second]) = twice => {
                also count.span() => "should be {actual}";
                fix Guess, "Remove the repeated query",
                    Span::new(first.span().end, second.span().end) => "";
            }
            fix Guess, "Replace by {actual}", count.span() => actual.to_string();
        }
    }
    BAD_PATH = Code::error("automaton::bad-path", "a path that is malformed", "codes/bad-path.md") {
        /// A word without the bracket of a path; `steps` says that it has only the steps of one.
        fn not_a_path(word: Fragment<'_>, steps: bool) {
            at word.span() => "expected a path, found `{word}`", "a path begins with `[`";
            help [steps => "write it in brackets: `[{word}]`", else "{PATH}"];
        }
        /// A character that is not a step.
        fn bad_step(step: Fragment<'_>) {
            at step.span() => "expected a step of a path, found `{step}`", "neither `<` nor `>`";
            help "{PATH}";
        }
        /// Text after the end of the path.
        fn text_after_path(rest: Span) {
            at rest => "unexpected text after the path", "a path ends with its `]`";
            help "{PATH}";
        }
        /// A path without its `]`.
        fn unclosed_path(word: Fragment<'_>) {
            at word.span() => "the path `{word}` is never closed", "a `]` is missing";
            help "{PATH}";
            fix Likely, "Add the `]`", Span::at(word.span().end) => "]";
        }
        /// A path with spaces between its signs.
        fn spaced_path(span: Span, path: &str) {
            let shown = Shown(path);
            at span => "this path has spaces in it", "expected no spaces";
            help "write `{shown}`";
            fix Sure, "Remove the spaces", span => path;
        }
    }
    OFF_TREE = Code::error(
        "automaton::off-tree", "a path that leaves the tree", "codes/off-tree.md"
    ) {
        /// The step with the index `step` of a path of `length` steps leaves the tree.
        fn off_tree(path: Span, step: usize, length: usize) {
            let at = path.start + 1 + step as u32;
            let next = step + 1;
            at Span::new(at, at + 1) => "the path leaves the tree with step {next} of {length}", [
                step == 0 => "the root has no children",
                step == 1 => "the tree is 1 step deep there",
                else "the tree is {step} steps deep there",
            ];
            help [
                step == 0 => "end the path at the root, `[]`",
                else "end the path at step {step}",
            ];
            fix Guess, "End the path where the tree ends", Span::new(at, path.end) => "]";
        }
    }
    BEFORE_START = Code::error(
        "automaton::before-start", "a time before generation 0", "codes/before-start.md"
    ) {
        /// The time leads to before generation 0 from `position`, to which the command at `came`
        /// led.
        fn before_start(time: Span, by: i64, position: u128, came: Option<Span>) {
            let most = if position == 0 { String::from("0") } else { format!("-{position}") };
            let back = by.unsigned_abs();
            let to = i128::try_from(position).unwrap_or(i128::MAX) + i128::from(by);
            at time => "cannot go back {back}: the position is generation {position}",
                "goes to generation {to}";
            help "use a time of at least {most}: the history begins at generation 0";
            fix Guess, "Go back to generation 0", time => most;
            each came => "led to generation {position}";
        }
    }
    UNKNOWN_RULE = Code::error(
        "automaton::unknown-rule", "a command that needs the rule of `rule ?`", "codes/unknown-rule.md"
    ) {
        /// A command that has no answer under an unknown rule.
        fn unknown_rule(command: Span) {
            at command => "this has no answer, because the rule is unknown (`rule ?`)",
                "the rule is needed";
            help "ask `rules` or `next-question`, or state what was observed: `1 [] => X`";
        }
    }
    CONTRADICTION = Code::error(
        "automaton::contradiction", "expectations that no rule explains", "codes/contradiction.md"
    ) {
        /// The expectations at these places hold together under no rule.
        fn contradiction(verb: Span, places: impl Iterator<Item = Span>) {
            at verb => "the expectations above hold together under no rule", "no rule is left";
            each places => "expected here";
            help "correct one of the marked expectations: without it, a rule is left for the others";
        }
        /// An expectation that holds under no rule together with those at these places.
        fn contradicts(command: Span, places: impl Iterator<Item = Span>) {
            at command => "no rule is left under which this expectation holds", "no rule is left";
            each places => "this is expected, too";
            help "expect the other answer, or correct one of the marked expectations";
        }
        /// An expectation that no rule can fulfill.
        fn no_premise(command: Span, expected: &str) {
            let answer = Shown(expected);
            at command => "no rule gives the answer `{answer}`", "never answered like this";
            help "expect the state of a node, `X` or `.`, a tree of the same shape, or a later generation";
        }
    }
    NOT_A_MOVE = Code::error(
        "automaton::not-a-move", "text that is not a move of an automaton", "codes/not-a-move.md"
    ) + [NOT_COUNTED];
}

/// The form of a path.
const PATH: &str = "a path is `[`, then `<` (left) and `>` (right) from the root down, then `]`";

/// The places beside that of a fault in a tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RelatedPlaces {
    /// The bracket that opens the pair, if the pair is not marked as a whole.
    pub(super) opened: Option<Span>,
    /// A second fault that has the same cause.
    pub(super) second: Option<Span>,
}

/// Returns the edit that removes a sign, and leaves a space in its place if there is none around it.
fn without(source: &str, span: Span) -> Edit {
    let apart = source[..span.start as usize].ends_with([' ', '\t'])
        || source[span.end as usize..].starts_with([' ', '\t', '\n', '\r']);
    Edit { span, text: String::from(if apart { "" } else { " " }) }
}
