//! The diagnostics of a counter, one function per diagnostic: the message says what is wrong, the
//! label stands under the place, the help says what to do.

use super::codes;
use super::rules::Step;
use crate::diag::{Diagnostic, clip};
use crate::syntax::Line;
use crate::text::{Span, Spanned};

/// A line that is neither the start nor the goal, or is the second of its sort.
pub(super) fn bad_line(line: &Line<'_>, second: bool) -> Diagnostic {
    let found = clip(line.text);
    let (message, label) = match second {
        true => (format!("unexpected second line `{found}`"), "a counter has one of each"),
        false => {
            let message = format!("expected `start N` or `goal N`, found `{found}`");
            (message, "N is a number from 0 to 999")
        }
    };
    Diagnostic::new(&codes::BAD_LINE, line.span(), message, label)
}

/// The counter at `name` lacks a line.
pub(super) fn missing_line(name: Span, missing: &str) -> Diagnostic {
    let message = format!("this counter has no line `{missing}`");
    Diagnostic::new(&codes::MISSING_LINE, name, message, "declared here")
        .help(format!("add the line `{missing}`"))
}

/// The text at `span` is not a move.
pub(super) fn not_a_move(span: Span, text: &str) -> Diagnostic {
    let message = format!("expected a move, found `{text}`");
    Diagnostic::new(&codes::NOT_A_MOVE, span, message, "not a move")
        .help("write `add 2`, `double` or `sub 4`")
}

/// A move leads out of the range.
pub(super) fn out_of_range(at: u32, step: &Spanned<Step>) -> Diagnostic {
    let text = step.value.text();
    let message = format!("`{text}` leads from {at} out of the range 0 to 999");
    Diagnostic::new(&codes::OUT_OF_RANGE, step.span, message, "illegal now")
        .help("`moves` lists the legal moves")
}

/// No moves lead to the goal.
pub(super) fn unsolvable(goal: u32, place: Span) -> Diagnostic {
    let message = format!("no moves lead to {goal}");
    Diagnostic::new(&codes::UNSOLVABLE, place, message, "cannot be reached")
}
