//! The codes of commands that every kind has, with what their diagnostics say.

use crate::diag::Applicability::{Guess, Likely};
use crate::diag::{Diagnostic, Shown, among, codes, either};
use crate::syntax::Fragment;
use crate::text::Span;

codes! {
    /// Every code of this area.
    pub(crate) CODES;

    UNKNOWN_VERB = Code::error(
        "command::unknown-verb", "a command that does not exist", "unknown-verb.md"
    ) {
        /// A verb that only the prompt has.
        fn prompt_verb(word: Fragment<'_>) {
            at word.span() => "`{word}` is a command of the prompt", "not a command of a puzzle";
            help "`puzzled repl FILE` opens a document at the prompt, where it can be typed";
        }
        /// `word` is not a verb of any kind; one of the verbs `near` of `kind` may be intended, or the
        /// command `instead`. A puzzle of the kind is begun with the commands `first`.
        fn unknown_verb(
            kind: &str, word: Fragment<'_>, near: &[&str], first: &[&str],
            instead: Option<Instead<'_>>
        ) {
            let commands = either(if near.is_empty() { first } else { near });
            at word.span() => "unknown command `{word}`", "unknown command";
            help [
                near.is_empty() => "begin with {commands}; `puzzled help {kind}` lists all commands",
                near.len() == 1 => "did you mean {commands}?",
                else "did you mean {commands}? `puzzled help {kind}` lists all commands",
            ];
            when Some(nearest) = near.first() => {
                fix Likely, "Replace by `{nearest}`", word.span() => *nearest;
            }
            when Some(Instead { text, right, why }) = instead => {
                let shown = Shown(right);
                help "{why}: write `{shown}`";
                fix Guess, "Write `{shown}`", text => right;
            }
        }
    }
    NOT_A_COMMAND = Code::error(
        "command::not-of-this-kind",
        "a command that this kind of puzzle does not have",
        "not-of-this-kind.md"
    ) {
        /// `word` is not a verb of `kind`, but of the kinds `others`; one of the verbs `near` of the
        /// kind may be intended, or the command `instead`. A puzzle of the kind is begun with the
        /// commands `first`.
        fn not_a_command(
            kind: &str, word: Fragment<'_>, others: Vec<&str>, near: &[&str], first: &[&str],
            instead: Option<Instead<'_>>
        ) {
            let others = among(others);
            let commands = either(if near.is_empty() { first } else { near });
            at word.span() => "{kind} puzzles have no command `{word}`", "a command of {others}";
            help [
                near.is_empty() => "begin with {commands}; `puzzled help {kind}` lists all commands",
                else "did you mean {commands}? `puzzled help {kind}` lists all commands",
            ];
            when Some(Instead { text, right, why }) = instead => {
                let shown = Shown(right);
                help "{why}: write `{shown}`";
                fix Guess, "Write `{shown}`", text => right;
            }
        }
    }
    MISSING_VERB = Code::error(
        "command::missing-verb", "a statement without a command", "missing-verb.md"
    ) {
        /// There is no command.
        fn missing_verb(span: Span) {
            at span => "a command is missing here", "expected a command";
            help "say what to do: `show`, for example";
        }
    }
    NOTHING_TO_UNDO = Code::error(
        "command::nothing-to-undo", "nothing is left to undo", "nothing-to-undo.md"
    ).of_history() {
        /// An `undo` takes back more than the `left` changes that there are.
        fn nothing_to_undo(span: Span, left: usize) {
            at span => [
                left == 0 => "there is no change to undo",
                left == 1 => "only 1 change can be undone",
                else "only {left} changes can be undone",
            ], [left == 0 => "nothing to undo", else "more than were made"];
            help [
                left == 0 => "make a change first: `undo` takes it back",
                left == 1 => "use `undo`",
                else "use `undo {left}`",
            ];
        }
    }
    NOTHING_TO_REDO = Code::error(
        "command::nothing-to-redo", "nothing is left to redo", "nothing-to-redo.md"
    ).of_history() {
        /// A `redo` makes more changes again than the `left` that were undone.
        fn nothing_to_redo(span: Span, left: usize) {
            at span => [
                left == 0 => "there is no undone change to redo",
                left == 1 => "only 1 change can be redone",
                else "only {left} changes can be redone",
            ], [left == 0 => "nothing to redo", else "more than were undone"];
            help [
                left == 0 => "undo a change first: `redo` makes it again",
                left == 1 => "use `redo`",
                else "use `redo {left}`",
            ];
        }
    }
    ILLEGAL_NOW = Code::advice(
        "command::illegal-now", "why a move is illegal now", "../why/illegal-now.md"
    ) {
        /// The diagnostic that `play` would have for a move, as an advice.
        fn illegal_now(failure: &Diagnostic) {
            let Diagnostic { span, message, label, related, help, .. } = failure;
            at *span => "{message}", "{label}";
            for place in related => {
                let text = &place.text;
                also place.span => "{text}";
            }
            when Some(help) = help => { help "{help}"; }
        }
    }
    SEARCH_DROPPED = Code::advice(
        "search::dropped", "a search that was dropped because memory was short", "search-dropped.md"
    ) {
        /// Searches from the state of the command were dropped.
        fn search_was_dropped(command: Span) {
            at command => "memory was short, so the search from this state was dropped",
                "this starts it anew";
            help "raise the limit: `--memory`";
        }
    }
    NO_SUCH_STATE = Code::error(
        "command::no-such-state", "a number or a name that no state has", "no-such-state.md"
    ).of_history() {
        /// No state is called `word`; `near` is, nearly. The newest state is `last`.
        fn no_such_state(word: Fragment<'_>, near: Option<&str>, last: usize) {
            at word.span() => "there is no state `{word}`", "unknown state";
            help [
                last == 0 => "nothing has changed yet: there is only state 0, the start",
                else "states are numbered 0 to {last}; `branches` lists them, `branch NAME` names \
                      one",
            ];
            near word.span() => near;
        }
    }
}

/// A command that may be intended in place of one without a verb.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instead<'a> {
    /// The place of the command.
    pub(super) text: Span,
    /// The command that may be intended.
    pub(super) right: &'a str,
    /// Why it may be.
    pub(super) why: &'a str,
}
