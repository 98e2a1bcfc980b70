//! The diagnostics of commands that every kind has.

use super::super::{Info, Registry, find};
use super::{
    COMMON, MISSING_VERB, NO_SUCH_STATE, NOT_A_COMMAND, NOTHING_TO_REDO, NOTHING_TO_UNDO,
    UNKNOWN_VERB,
};
use crate::diag::Applicability::Guess;
use crate::diag::{Diagnostic, Fix, among, clip, nearest};
use crate::syntax::{Fragment, parse_integer};
use crate::text::Span;

/// The verbs that only the prompt has.
pub(crate) const OF_THE_PROMPT: &[&str] = &[
    "help", "list", "load", "reload", "forget", "save", "draw", "time", "edit", "more", "answers",
    "explain", "quit", "exit", "set", "bail", "record", "output", "watch", "recover",
];

/// The fault of a command that begins with `word`, if only the prompt has that verb.
pub(crate) fn of_the_prompt(word: Fragment<'_>) -> Option<Diagnostic> {
    OF_THE_PROMPT.contains(&word.text).then(|| {
        let message = format!("`{}` is a command of the prompt", word.text);
        Diagnostic::new(&UNKNOWN_VERB, word.span(), message, "not a command of a puzzle")
            .help("`puzzled repl FILE` opens a document at the prompt, where it can be typed")
    })
}

/// `word` is not a verb of the kind; another of `kinds` may have it.
pub fn unknown_verb(info: &'static Info, kinds: Registry, word: Fragment<'_>) -> Diagnostic {
    let own = || info.verbs.iter().chain(COMMON).map(|verb| verb.name);
    let begins_query =
        word.text.starts_with('[') || matches!(parse_integer(word.text), Ok(("", _)));
    let elsewhere: Vec<_> = kinds
        .iter()
        .map(|kind| kind.info())
        .filter(|other| {
            other.name != info.name
                && (find(other.verbs, word.text).is_some() || other.query.is_some() && begins_query)
        })
        .map(|other| other.name)
        .collect();
    let shown = clip(word.text);
    if !elsewhere.is_empty() {
        return Diagnostic::new(
            &NOT_A_COMMAND,
            word.span(),
            format!("{} puzzles have no command `{shown}`", info.name),
            format!("a command of {}", among(elsewhere)),
        )
        .help(format!("`{}` has {}", info.name, among(own())));
    }
    if let Some(fault) = of_the_prompt(word) {
        return fault;
    }
    let diagnostic = Diagnostic::new(
        &UNKNOWN_VERB,
        word.span(),
        format!("unknown command `{shown}`"),
        "unknown command",
    );
    match nearest(word.text, own()) {
        Some(near) => diagnostic.did_you_mean(word.span(), near),
        None => diagnostic.help(format!("the commands here are {}", among(own()))),
    }
}

/// The fault of a command without a verb that stands for `right`; `why` says what is missing.
pub(super) fn rewritten(
    fault: Diagnostic,
    text: Fragment<'_>,
    right: &str,
    why: &str,
) -> Diagnostic {
    let title = format!("Write `{}`", clip(right));
    let fixes = vec![Fix::new(Guess, title, text.span(), right)];
    Diagnostic { fixes, ..fault }.help(format!("{why}: write `{}`", clip(right)))
}

/// There is no command at `span`.
pub fn missing_verb(span: Span) -> Diagnostic {
    Diagnostic::new(&MISSING_VERB, span, "a command is missing here", "expected a command")
        .help("say what to do: `show`, for example")
}

/// `undo` at `span` takes back more than the `left` changes there are.
pub fn nothing_to_undo(span: Span, left: usize) -> Diagnostic {
    let (message, help) = match left {
        0 => (
            String::from("there is no change to undo"),
            String::from("remove this `undo`, or make a change before it"),
        ),
        1 => (String::from("only 1 change can be undone"), String::from("use `undo`")),
        _ => (format!("only {left} changes can be undone"), format!("use `undo {left}`")),
    };
    Diagnostic::new(&NOTHING_TO_UNDO, span, message, "nothing left to undo").help(help)
}

/// `redo` at `span` makes more changes again than the `left` that were undone.
pub fn nothing_to_redo(span: Span, left: usize) -> Diagnostic {
    let (message, help) = match left {
        0 => (
            String::from("there is no undone change to redo"),
            String::from("remove this `redo`, or put it after an `undo`"),
        ),
        1 => (String::from("only 1 change can be redone"), String::from("use `redo`")),
        _ => (format!("only {left} changes can be redone"), format!("use `redo {left}`")),
    };
    Diagnostic::new(&NOTHING_TO_REDO, span, message, "nothing left to redo").help(help)
}

/// No state is called `word`, which stands at `span`; `near` is, nearly. The newest is `last`.
pub fn no_such_state(span: Span, word: &str, near: Option<&str>, last: usize) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &NO_SUCH_STATE,
        span,
        format!("there is no state `{}`", clip(word)),
        "unknown state",
    );
    match (near, last) {
        (Some(near), _) => diagnostic.did_you_mean(span, near),
        (None, 0) => diagnostic.help("nothing has changed yet: there is only state 0, the start"),
        (None, _) => diagnostic.help(format!(
            "states are numbered 0 to {last}; `branches` lists them, `branch NAME` names one"
        )),
    }
}
