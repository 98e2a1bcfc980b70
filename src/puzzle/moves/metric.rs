//! Metrics: the ways to measure the length of a solution.

use std::marker::PhantomData;

use super::MoveGame;
use crate::diag::Sink;
use crate::puzzle::marks::words;
use crate::puzzle::{Mark, Part, Unit};
use crate::syntax::{Args, Fragment, keyword};

/// A way to measure the length of a solution.
#[derive(Debug)]
pub struct Metric<B> {
    /// The word that chooses it: `solve by steps`.
    pub word: &'static str,
    /// The name of what the length counts.
    pub unit: Unit,
    /// Returns what a move adds to the length.
    pub cost: fn(&B) -> u64,
    /// Returns whether a solution may have a move.
    pub allows: fn(&B) -> bool,
}

impl<B> Metric<B> {
    /// The number of moves.
    pub const MOVES: Self =
        Self { word: "moves", unit: Unit::MOVES, cost: |_| 1, allows: |_| true };

    /// Returns the length of a path.
    pub fn length(&self, path: &[B]) -> u64 {
        path.iter().map(self.cost).sum()
    }
}

/// Returns the metric that measures a puzzle unless another one is asked for.
pub fn main_metric<M: MoveGame>() -> &'static Metric<M::Move> {
    &M::METRICS[0]
}

/// The largest number of metrics that a kind can have beside its main one.
const MOST: usize = 8;

/// The words of a kind's metrics.
struct Words<M>(PhantomData<M>);

impl<M: MoveGame> Words<M> {
    const ALL: [&'static str; MOST] = {
        let mut words = [""; MOST];
        let mut at = 1;
        while at < M::METRICS.len() {
            words[at - 1] = M::METRICS[at].word;
            at += 1;
        }
        words
    };
    /// Those of the metrics after the main one.
    const OTHERS: &'static [&'static str] = {
        let all: &'static [_] = &Self::ALL;
        all.split_at(M::METRICS.len() - 1).0
    };
}

/// Reads the arguments of `solve`: nothing, or `by` and the word of a metric. Returns the number of
/// the metric.
pub(super) fn expect_metric<M: MoveGame>(args: &mut Args<'_>, sink: &mut Sink) -> Option<usize> {
    let others = Words::<M>::OTHERS;
    // An answer whose `=>` is missing is text after the end, and not a misspelled `by`.
    let answer = |word: &str| word.parse::<u64>().is_ok() || word == "unsolvable";
    let mut metric = 0;
    if !others.is_empty() && args.peek().is_some_and(|word| !answer(word.text)) {
        metric = 1 + args.read((keyword(&["by"]), keyword(others)), sink)?.1;
    }
    args.expect_end(sink).then_some(metric)
}

/// Returns what could be at the end of the arguments of `solve`.
pub(super) fn complete_metric<M: MoveGame>(before: Fragment<'_>) -> Vec<String> {
    let others = Words::<M>::OTHERS;
    let typed = before.text.rfind([' ', '\t']).map_or("", |at| &before.text[..at]);
    let next = match typed.split_whitespace().collect::<Vec<_>>()[..] {
        [] if !others.is_empty() => &["by"],
        ["by"] => others,
        _ => &[][..],
    };
    next.iter().copied().map(String::from).collect()
}

/// Returns the marks of the arguments of `solve`.
pub fn mark_metric<M: MoveGame>(args: Fragment<'_>) -> Vec<Mark> {
    words(args, |word| {
        let known = word.text == "by" || Words::<M>::OTHERS.contains(&word.text);
        known.then(|| Mark::new(word.span(), Part::Keyword))
    })
}
