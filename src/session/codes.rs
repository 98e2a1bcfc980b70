//! The diagnostics of names and expectations.

use crate::diag::Applicability::{Guess, Likely};
use crate::diag::{Code, Diagnostic, Fix, among, clip, codes, nearest};
use crate::puzzle::common::of_the_prompt;
use crate::syntax::Fragment;
use crate::text::Span;

codes! {
    /// Every code of this area.
    pub(crate) CODES;

    EMPTY = Code::error("document::empty", "a file that holds nothing", "codes/empty.md");
    UNKNOWN_KIND = Code::error(
        "document::unknown-kind",
        "a declaration of an unknown kind of puzzle",
        "codes/unknown-kind.md"
    );
    DUPLICATE = Code::error(
        "document::duplicate-name", "two puzzles of the same name", "codes/duplicate-name.md"
    );
    UNKNOWN_PUZZLE = Code::error(
        "document::unknown-puzzle", "a name that no puzzle has", "codes/unknown-puzzle.md"
    );
    NO_PUZZLE = Code::error(
        "document::no-puzzle", "a command with no puzzle above it", "codes/no-puzzle.md"
    );
    MISPLACED_NAME = Code::error(
        "document::misplaced-name",
        "the name of a puzzle that does not stand before its command with a colon",
        "codes/misplaced-name.md"
    );
    WRONG = Code::error(
        "expectation::wrong", "an answer that differs from the one expected", "codes/wrong.md"
    );
    NO_ANSWER = Code::error(
        "expectation::no-answer",
        "an expectation on a statement that has no answer",
        "codes/no-answer.md"
    );
    GAVE_UP = Code::error(
        "search::gave-up",
        "a search that stopped at its limit before it was decided",
        "codes/gave-up.md"
    );
    BAD_NOTE = Code::advice(
        "document::bad-note",
        "a `// puzzled:` comment with an unknown word or code",
        "codes/bad-note.md"
    );
    UNUSED_ALLOW = Code::advice(
        "document::unused-allow",
        "a `// puzzled: allow` comment for something that was not found",
        "codes/unused-allow.md"
    ).unnecessary();
}

/// The first word of a comment for the checker is not `allow`.
pub(super) fn unknown_note(span: Span, word: &str) -> Diagnostic {
    let fault = Diagnostic::new(
        &BAD_NOTE,
        span,
        format!("expected `allow` after `// puzzled:`, found `{}`", clip(word)),
        "unknown word",
    );
    match nearest(word, ["allow"]) {
        Some(near) => fault.did_you_mean(span, near),
        None => fault.help("write `// puzzled: allow CODE`"),
    }
}

/// A comment for the checker ends at `end`, before its `missing` word.
pub(super) fn unfinished_note(end: u32, missing: &str) -> Diagnostic {
    let place = Span::new(end - 1, end);
    Diagnostic::new(&BAD_NOTE, place, format!("expected {missing}"), "after this").help(
        "write `// puzzled: allow CODE` above the statement; `puzzled explain` lists all codes",
    )
}

/// `word` is not a code; `codes` are.
pub(super) fn unknown_code<'a>(
    span: Span,
    word: &str,
    codes: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let shown = clip(word);
    let fault = Diagnostic::new(&BAD_NOTE, span, format!("unknown code `{shown}`"), "unknown code");
    match nearest(word, codes) {
        Some(near) => fault.did_you_mean(span, near),
        None => fault.help("`puzzled explain` lists all codes"),
    }
}

/// `code` is that of an error.
pub(super) fn allowed_error(span: Span, code: &Code) -> Diagnostic {
    let message = format!("`{}` is an error, and errors are always reported", code.path);
    Diagnostic::new(&BAD_NOTE, span, message, "an error").help("remove it, and correct the error")
}

/// No statement stands below a comment for the checker.
pub(super) fn note_above_nothing(span: Span) -> Diagnostic {
    Diagnostic::new(&BAD_NOTE, span, "no statement follows this comment", "silences nothing")
        .help("put it above the statement that it is for, or remove it")
}

/// `code` was not found in the statement below; `whole` is what can be removed.
pub(super) fn unused_allow(span: Span, code: &Code, whole: Span) -> Diagnostic {
    let message = format!("`{}` was not found in the statement below", code.path);
    let title = format!("Remove `{}`", code.path);
    Diagnostic::new(&UNUSED_ALLOW, span, message, "silences nothing")
        .help("remove it")
        .fix(Fix::new(Guess, title, whole, ""))
}

/// The file is empty.
pub(super) fn empty() -> Diagnostic {
    Diagnostic::new(&EMPTY, Span::at(0), "this file is empty", "nothing here")
        .help("declare a puzzle: `KIND NAME {`, its body, and `}`")
}

/// `word` at `span` is not a kind.
pub(super) fn unknown_kind(span: Span, word: &str, names: Vec<&'static str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &UNKNOWN_KIND,
        span,
        format!("unknown kind of puzzle `{}`", clip(word)),
        "unknown kind",
    );
    match nearest(word, names.iter().copied()) {
        Some(near) => diagnostic
            .help(format!("did you mean `{near}`? The kinds are {}", among(names.clone())))
            .fix(Fix::replace(Likely, span, near)),
        None => diagnostic.help(format!("the kinds are {}", among(names))),
    }
}

/// `name` at `span` was declared before, in this source at `first`.
pub(super) fn duplicate_name(span: Span, name: &str, first: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &DUPLICATE,
        span,
        format!("the name `{}` is taken", clip(name)),
        "declared a second time",
    )
    .help(format!("give this puzzle another name, such as `{}-2`", clip(name)))
    .fix(Fix::new(Guess, format!("Rename to `{name}-2`"), span, format!("{name}-2")));
    diagnostic.also_at(first, "first declared here")
}

/// No puzzle is called `name`; `near` is, nearly; `known` are the first of
/// the `count` that there are.
pub(super) fn unknown_puzzle(
    span: Span,
    name: &str,
    near: Option<&str>,
    known: &[&str],
    count: usize,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &UNKNOWN_PUZZLE,
        span,
        format!("no puzzle called `{}` is declared yet", clip(name)),
        "unknown name",
    );
    if let Some(near) = near {
        return diagnostic.did_you_mean(span, near);
    }
    match count {
        0 => diagnostic.help("declare it first: `KIND NAME {`, its body, and `}`"),
        1..=8 => diagnostic
            .help(format!("the puzzles declared so far are {}", among(known.iter().copied()))),
        _ => diagnostic.help(format!("{count} puzzles are declared so far; name one of them")),
    }
}

/// The name of a puzzle stands in a command, of which `rest` is left without it.
pub(super) fn misplaced_name(span: Span, name: &str, command: Span, rest: &str) -> Diagnostic {
    let shown = clip(name);
    let (message, right, aim) = match rest {
        "" => (
            format!("`{shown}` is a puzzle, and not a command"),
            format!("use {name}"),
            " to make the commands below go to it",
        ),
        _ => (format!("unexpected puzzle name `{shown}`"), format!("{name}: {rest}"), ""),
    };
    let title = format!("Write `{}`", clip(&right));
    Diagnostic::new(&MISPLACED_NAME, span, message, "the name of a puzzle")
        .help(format!("write `{}`{aim}", clip(&right)))
        .fix(Fix::new(Guess, title, command, right))
}

/// There is no puzzle for the command; `known` says whether a kind has a command of that name.
pub(super) fn no_puzzle(span: Span, text: &str, known: bool, kinds: &[&'static str]) -> Diagnostic {
    let word = text.split([' ', '\t']).next().unwrap_or_default();
    let of_prompt = of_the_prompt(Fragment { text: word, start: span.start });
    if let Some(fault) = of_prompt.filter(|_| !known) {
        return fault;
    }
    let diagnostic = Diagnostic::new(
        &NO_PUZZLE,
        span,
        "no puzzle is declared yet for this command",
        "for which?",
    );
    match nearest(word, kinds.iter().copied()) {
        Some(near) => {
            diagnostic.help(format!("declare a puzzle first: `{near} NAME {{`, its body, and `}}`"))
        }
        None => diagnostic.help("declare a puzzle first: `KIND NAME {`, its body, and `}`"),
    }
}

/// The answer differs. `lines` are those of an answer of which only the first was compared; `typed`
/// says that the expectation was typed at the prompt, where it cannot be blessed.
pub(super) fn wrong(
    span: Span,
    command: Span,
    expected: &str,
    found: &str,
    lines: usize,
    typed: bool,
) -> Diagnostic {
    let mut help = String::from("if the answer is right, put it here");
    if !typed {
        help += "; `puzzled test --bless` does that";
    }
    if lines > 1 {
        help += &format!(
            "; only the first of its {lines} lines was compared: to compare all, write them \
             between `=> {{` and `}}`"
        );
    }
    Diagnostic::new(&WRONG, span, format!("{expected}, found {found}"), format!("found {found}"))
        .also(command, "the answer of this")
        .help(help)
}

/// The search for the puzzle or the command at `span` stopped at its limit; `figures` say how far
/// it got.
pub(crate) fn gave_up(span: Span, figures: &str) -> Diagnostic {
    let label = if figures.is_empty() { "not decided" } else { figures };
    Diagnostic::new(&GAVE_UP, span, "the search stopped at its limit before it was decided", label)
        .help("raise the limit: `--time`, `--states` or `--memory`")
}

/// The same at the prompt, where limits are settings.
pub(super) fn gave_up_typed(span: Span, figures: &str) -> Diagnostic {
    gave_up(span, figures)
        .help("raise the limit: `set time`, `set states` or `set memory`, then ask again")
}

/// A statement without an answer has an expectation.
pub(super) fn no_answer(span: Span) -> Diagnostic {
    Diagnostic::new(&NO_ANSWER, span, "`use` has no answer, so it takes no `=>`", "answers nothing")
        .help("remove the `=>` and what follows it")
}
