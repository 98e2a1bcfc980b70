//! `solve by steps`: the second metric of the kinds whose pieces slide any distance.

use crate::diag::Sink;
use crate::puzzle::marks::words;
use crate::puzzle::{Mark, Part};
use crate::syntax::{Args, Fragment, keyword};

/// The arguments of `solve`: nothing, or `by steps`. Gives whether it is the latter.
pub fn by_steps(args: &mut Args<'_>, sink: &mut Sink) -> Option<bool> {
    // An answer whose `=>` is missing is text after the end, and not a misspelled `by`.
    let answer = |word: &str| word.parse::<u64>().is_ok() || word == "unsolvable";
    let by_steps = args.peek().is_some_and(|word| !answer(word.text));
    if by_steps {
        args.read((keyword(&["by"]), keyword(&["steps"])), sink)?;
    }
    args.expect_end(sink).then_some(by_steps)
}

/// What could stand at the end of these arguments.
pub fn complete_by_steps(before: Fragment<'_>) -> Vec<String> {
    let typed = before.text.rfind([' ', '\t']).map_or("", |at| &before.text[..at]);
    let next = match typed.split_whitespace().collect::<Vec<_>>()[..] {
        [] => Some("by"),
        ["by"] => Some("steps"),
        _ => None,
    };
    next.map(String::from).into_iter().collect()
}

/// The marks of these arguments.
pub fn mark_by_steps(args: Fragment<'_>) -> Vec<Mark> {
    words(args, |word| {
        let known = matches!(word.text, "by" | "steps");
        known.then(|| Mark::new(word.span(), Part::Keyword))
    })
}
