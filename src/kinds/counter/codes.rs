//! The codes of a counter's diagnostics, each with its explanation in a file of its own, and with
//! what its diagnostics say: a message, a label under the place, and a help that says what to do.

use super::rules::Step;
use crate::diag::{Shown, codes};
use crate::syntax::Line;
use crate::text::{Span, Spanned};

codes! {
    /// All of them.
    pub(super) CODES;

    BAD_LINE = Code::error(
        "counter::bad-line", "a line that is neither the start nor the goal", "codes/bad-line.md"
    ) {
        /// A line that is neither the start nor the goal, or is the second of its sort.
        fn bad_line(line: &Line<'_>, second: bool) {
            at line.span() => [
                second => "unexpected second line `{line}`",
                else "expected `start N` or `goal N`, found `{line}`",
            ], [second => "a counter has one of each", else "N is a number from 0 to 999"];
        }
    }
    MISSING_LINE = Code::error(
        "counter::missing-line",
        "a counter without a start or without a goal",
        "codes/missing-line.md"
    ) {
        /// The counter at `name` lacks a line.
        fn missing_line(name: Span, missing: &str) {
            at name => "this counter has no line `{missing}`", "declared here";
            help "add the line `{missing}`";
        }
    }
    NOT_A_MOVE = Code::error("counter::not-a-move", "an unknown move", "codes/not-a-move.md") {
        /// The text at `span` is not a move.
        fn not_a_move(span: Span, text: Shown<'_>) {
            at span => "expected a move, found `{text}`", "not a move";
            help "write `add 2`, `double` or `sub 4`";
        }
    }
    OUT_OF_RANGE = Code::error(
        "counter::out-of-range",
        "a move that leaves the range from 0 to 999",
        "codes/out-of-range.md"
    ) {
        /// A move leads out of the range.
        fn out_of_range(number: u32, step: &Spanned<Step>) {
            let step_text = step.value.text();
            at step.span => "`{step_text}` leads from {number} out of the range 0 to 999",
                "illegal now";
            help "`moves` lists the legal moves";
        }
    }
    UNSOLVABLE = Code::warning(
        "counter::unsolvable", "a goal that cannot be reached", "codes/unsolvable.md"
    ) {
        /// No moves lead to the goal.
        fn unsolvable(goal: u32, place: Span) {
            at place => "no moves lead to {goal}", "cannot be reached";
        }
    }
}
