//! The codes of names and expectations, with what their diagnostics say.

use crate::diag::Applicability::{Guess, Likely};
use crate::diag::{Code, Diagnostic, Shown, among, clip, codes, nearest};
use crate::puzzle::common::of_the_prompt;
use crate::syntax::Fragment;
use crate::text::Span;

codes! {
    /// Every code of this area.
    pub(crate) CODES;

    EMPTY = Code::error("document::empty", "a file that holds nothing", "codes/empty.md") {
        /// The file is empty.
        fn empty() {
            at Span::at(0) => "this file is empty", "nothing here";
            help "declare a puzzle: `KIND NAME {{`, its body, and `}}`";
        }
    }
    UNKNOWN_KIND = Code::error(
        "document::unknown-kind",
        "a declaration of an unknown kind of puzzle",
        "codes/unknown-kind.md"
    ) {
        /// `word` is not a kind.
        fn unknown_kind(span: Span, word: &str, names: Vec<&'static str>) {
            let near = nearest(word, names.iter().copied());
            let found = Shown(word);
            let kinds = among(names);
            at span => "unknown kind of puzzle `{found}`", "unknown kind";
            help "the kinds are {kinds}";
            when Some(near) = near => {
                help "did you mean `{near}`? The kinds are {kinds}";
                fix Likely, "Replace by `{near}`", span => near;
            }
        }
    }
    DUPLICATE = Code::error(
        "document::duplicate-name", "two puzzles of the same name", "codes/duplicate-name.md"
    ) {
        /// `name` was declared before, in this source at `first`.
        fn duplicate_name(span: Span, name: &str, first: Option<Span>) {
            let taken = Shown(name);
            at span => "the name `{taken}` is taken", "declared a second time";
            help "give this puzzle another name, such as `{taken}-2`";
            fix Guess, "Rename to `{name}-2`", span => format!("{name}-2");
            each first => "first declared here";
        }
    }
    UNKNOWN_PUZZLE = Code::error(
        "document::unknown-puzzle", "a name that no puzzle has", "codes/unknown-puzzle.md"
    ) {
        /// No puzzle is called `name`; `near` is, nearly; `known` are the first of the `count` that
        /// there are.
        fn unknown_puzzle(
            span: Span, name: Shown<'_>, near: Option<&str>, known: &[&str], count: usize
        ) {
            let names = among(known.iter().copied());
            at span => "no puzzle called `{name}` is declared yet", "unknown name";
            help [
                count == 0 => "declare it first: `KIND NAME {{`, its body, and `}}`",
                count <= 8 => "the puzzles declared so far are {names}",
                else "{count} puzzles are declared so far; name one of them",
            ];
            near span => near;
        }
    }
    NO_PUZZLE = Code::error(
        "document::no-puzzle", "a command with no puzzle above it", "codes/no-puzzle.md"
    ) {
        /// There is no puzzle for the command; `near` is a kind that may be intended.
        fn no_puzzle_yet(span: Span, near: Option<&str>) {
            let kind = near.unwrap_or("KIND");
            at span => "no puzzle is declared yet for this command", "for which?";
            help "declare a puzzle first: `{kind} NAME {{`, its body, and `}}`";
        }
    }
    MISPLACED_NAME = Code::error(
        "document::misplaced-name",
        "the name of a puzzle that does not stand before its command with a colon",
        "codes/misplaced-name.md"
    ) {
        /// The name of a puzzle is in a command, of which `rest` is left without it.
        fn misplaced_name(name: Fragment<'_>, command: Span, rest: &str) {
            let right = match rest {
                "" => format!("use {}", name.text),
                _ => format!("{}: {rest}", name.text),
            };
            let shown = clip(&right).into_owned();
            at name.span() => [
                rest.is_empty() => "`{name}` is a puzzle, and not a command",
                else "unexpected puzzle name `{name}`",
            ], "the name of a puzzle";
            help [
                rest.is_empty() => "write `{shown}` to make the commands below go to it",
                else "write `{shown}`",
            ];
            fix Guess, "Write `{shown}`", command => right;
        }
    }
    WRONG = Code::error(
        "expectation::wrong", "an answer that differs from the one expected", "codes/wrong.md"
    ).judging() {
        /// The answer, or its line `line`, differs. `lines` are those of an answer of which only
        /// the first was compared; `typed` says that the expectation was typed at the prompt, where
        /// it cannot be blessed.
        fn wrong(
            span: Span, command: Span, line: Option<usize>, expected: &str, found: &str,
            lines: usize, typed: bool
        ) {
            let number = line.unwrap_or_default();
            at span => [
                line.is_some() => "line {number} of the answer: expected {expected}, found {found}",
                else "expected {expected}, found {found}",
            ], "found {found}";
            also command => "the answer of this";
            help [
                typed && lines > 1 => "if the answer found is right, write it here; only line 1 of \
                                       {lines} was compared: put all of them between `=> {{` and \
                                       `}}`",
                typed => "if the answer found is right, write it here",
                lines > 1 => "if the answer found is right, write it here (`puzzled test --bless` \
                              does); only line 1 of {lines} was compared: put all of them between \
                              `=> {{` and `}}`",
                else "if the answer found is right, write it here (`puzzled test --bless` does)",
            ];
        }
        /// A solution that is expected gets the verdict `word`, for this `reason`.
        fn misjudged(span: Span, command: Span, word: &str, reason: &str, typed: bool) {
            at span => "{reason}", "{word}";
            also command => "the answer of this";
            help [
                typed => "correct it, or put the answer found here",
                else "correct it, or put the answer found here; `puzzled test --bless` does that",
            ];
        }
        /// A claim that moves solve a puzzle gets the verdict `word`, for this `reason`.
        fn misclaimed(span: Span, command: Span, word: &str, reason: &str) {
            at span => "{reason}", "{word}";
            also command => "after this";
            help "correct the moves, or remove the expectation";
        }
        /// The answer differs from the one found, which is withheld.
        fn wrong_withheld(span: Span, command: Span) {
            at span => "this is not the answer", "another answer is right";
            also command => "the answer of this";
            help "the right answer is withheld";
        }
        /// A solution that is expected gets the verdict `word`, for this `reason`; the right one is
        /// withheld.
        fn misjudged_withheld(span: Span, command: Span, word: &str, reason: &str) {
            at span => "{reason}", "{word}";
            also command => "the answer of this";
            help "the right answer is withheld";
        }
    }
    NO_ANSWER = Code::error(
        "expectation::no-answer",
        "an expectation on a statement that has no answer",
        "codes/no-answer.md"
    ) {
        /// A statement without an answer has an expectation.
        fn no_answer(span: Span) {
            at span => "`use` has no answer, so it takes no `=>`", "answers nothing";
            help "remove the `=>` and what follows it";
        }
    }
    GAVE_UP = Code::error(
        "search::gave-up",
        "a search that stopped at its limit before it was decided",
        "codes/gave-up.md"
    ) {
        /// The search for the puzzle or the command at `span` stopped: at its limit, or because of a rule of
        /// the puzzle (`by_rule`). `figures` say how far it got. If the command was typed, limits are settings.
        fn gave_up(span: Span, figures: &str, typed: bool, by_rule: bool) {
            at span => [
                by_rule => "a rule of the puzzle keeps the search from deciding it",
                else "the search stopped at its limit before it was decided",
            ], [figures.is_empty() => "not decided", else "{figures}"];
            help [
                by_rule => "change the rule, or state what `play` answers; a higher limit does not help",
                typed => "raise the limit: `set time`, `set states` or `set memory`, then ask \
                          again",
                else "raise the limit: `--time`, `--states` or `--memory`",
            ];
        }
        /// The searches for advice about the puzzle at `span` stopped at their limit.
        fn stopped_advising(span: Span) {
            at span => "the search stopped at its limit before every part was left out in turn",
                "there may be more advice";
            help "raise the limit: `--time`, `--states` or `--memory`";
        }
    }
    BAD_NOTE = Code::advice(
        "document::bad-note",
        "a `// puzzled:` comment with an unknown word or code",
        "codes/bad-note.md"
    ) {
        /// The first word of a comment for the checker is not `allow`.
        fn unknown_note(word: Fragment<'_>) {
            at word.span() => "expected `allow` after `// puzzled:`, found `{word}`", "unknown \
                                                                                       word";
            help "write `// puzzled: allow CODE`";
            near word.span() => nearest(word.text, ["allow"]);
        }
        /// A comment for the checker ends at `end`, before its `missing` word.
        fn unfinished_note(end: u32, missing: &str) {
            at Span::new(end - 1, end) => "expected {missing}", "after this";
            help "write `// puzzled: allow CODE` above the statement; `puzzled help codes` lists \
                  all codes";
        }
        /// `word` is not a code; `codes` are.
        fn unknown_code(word: Fragment<'_>, codes: &[&'static Code]) {
            at word.span() => "unknown code `{word}`", "unknown code";
            help "`puzzled help codes` lists all codes";
            near word.span() => nearest(word.text, codes.iter().map(|code| code.path));
        }
        /// `code` is the code of an error.
        fn allowed_error(span: Span, code: &Code) {
            at span => "`{code}` is an error, and errors are always reported", "an error";
            help "remove it, and correct the error";
        }
        /// No statement follows a comment for the checker.
        fn note_above_nothing(span: Span) {
            at span => "no statement follows this comment", "silences nothing";
            help "put it above the statement that it is for, or remove it";
        }
    }
    UNUSED_ALLOW = Code::advice(
        "document::unused-allow",
        "a `// puzzled: allow` comment for something that was not found",
        "codes/unused-allow.md"
    ).unnecessary() {
        /// `code` was not found in the statement below; `whole` is what can be removed.
        fn unused_allow(span: Span, code: &Code, whole: Span) {
            at span => "`{code}` was not found in the statement below", "silences nothing";
            help "remove it";
            fix Guess, "Remove `{code}`", whole => "";
        }
    }
}

/// Returns the diagnostic of a command without a puzzle; `known` says whether a kind has a command
/// of that name.
pub(super) fn no_puzzle(span: Span, text: &str, known: bool, kinds: &[&'static str]) -> Diagnostic {
    let word = text.split([' ', '\t']).next().unwrap_or_default();
    let of_prompt = of_the_prompt(Fragment { text: word, start: span.start });
    let near = nearest(word, kinds.iter().copied());
    of_prompt.filter(|_| !known).unwrap_or_else(|| no_puzzle_yet(span, near))
}
