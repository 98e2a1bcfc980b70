//! Runs one script: from its declaration, or from where it differs from what was run before.

use std::ops::Range;
use std::sync::Arc;

use super::{Checked, Found, Script, sort};
use crate::diag::{Diagnostic, Sink};
use crate::puzzle::{Depth, Puzzle, Role};
use crate::search::Budget;
use crate::session::read_body::ReadBody;
use crate::session::scope::{Manner, Scope};
use crate::session::{Event, Live, Mode, Tally, codes, stops};
use crate::syntax::{Fragment, Statement};

/// A diagnostic, and the number of the statement of the script at which it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The number of the statement, counted from the declaration on.
    pub at: usize,
    /// The diagnostic.
    pub one: Diagnostic,
}

/// The end of a walk along a script.
pub(super) struct Ended {
    pub(super) tally: Tally,
    /// True if the puzzles need more than the limit of memory.
    pub(super) is_full: bool,
    /// The number of the statement within which it was paused.
    paused: Option<usize>,
}

/// A walk along a script.
pub(super) struct Walk<'a> {
    pub(super) checked: &'a Checked,
    pub(super) script: &'a Script,
    pub(super) mode: Mode,
    pub(super) budget: &'a Budget,
    pub(super) manner: Manner,
}

impl Walk<'_> {
    /// Runs the statements in `range`, after those before it, while `between` returns true after each.
    pub(super) fn run(
        self,
        live: &mut Option<Live>,
        range: Range<usize>,
        read: &mut Option<Arc<ReadBody>>,
        on: &mut dyn FnMut(Event<'_>, &mut Sink),
        between: &mut dyn FnMut(usize) -> bool,
    ) -> Ended {
        let Self { checked, script, mode, budget, manner } = self;
        let (resolved, mut sink) = (&checked.resolved, Sink::new());
        let text = checked.text();
        let mut scope = Scope::new(checked.kinds, text, resolved, mode, budget, &mut sink, on);
        (scope.manner, scope.read, scope.is_marked) = (manner, Some(read), checked.keeps_bodies);
        let mut paused = None;
        for nth in range.start..range.end.min(checked.members(script).len()) {
            // A budget that is cancelled leaves statements out.
            if scope.is_over() {
                break;
            }
            if !scope.step(script.number, nth, live) {
                paused = Some(nth);
                break;
            }
            if !between(nth + 1) {
                break;
            }
        }
        Ended { tally: scope.tally, is_full: scope.full, paused }
    }
}

/// Takes what was found at a statement over to `all`, with the statement's number.
fn collect(event: &Event<'_>, sink: &mut Sink, number: &mut usize, all: &mut Vec<Numbered>) {
    if matches!(event, Event::Done) {
        all.extend(sink.take().into_iter().map(|one| Numbered { at: *number, one }));
        *number += 1;
    }
}

/// Checks one script from its declaration on, without computing. `read` is its body, if it was read.
/// Returns whether it came to its end, too.
pub(super) fn follow(
    checked: &Checked,
    script: &Script,
    mut read: Option<Arc<ReadBody>>,
    budget: &Budget,
) -> (Found, bool) {
    let (mut live, mut number, mut raw) = (None, 0, Vec::new());
    let mode = Mode::Check { solve: false };
    let walk = Walk { checked, script, mode, budget, manner: Manner::Script };
    let on = &mut |event: Event<'_>, sink: &mut Sink| collect(&event, sink, &mut number, &mut raw);
    let ended = walk.run(&mut live, 0..usize::MAX, &mut read, on, &mut |_| true);
    let mut live = live.unwrap_or_default();
    let mut diagnostics: Vec<_> = raw.into_iter().map(|found| found.one).collect();
    sort(&mut diagnostics);
    let found = Found {
        starts: if diagnostics.is_empty() { Vec::new() } else { checked.starts(script) },
        diagnostics,
        state: live.puzzle.as_ref().map(|puzzle| puzzle.now()),
        can_solve: live.puzzle().is_some_and(|puzzle| can_solve(puzzle, budget)),
        read: read.filter(|_| checked.keeps_bodies),
        charge: std::mem::take(&mut live.charge),
    };
    (found, !ended.is_full)
}

/// Returns whether the command that solves a puzzle can be run. It is the last one on this copy.
fn can_solve(puzzle: &mut dyn Puzzle, budget: &Budget) -> bool {
    let Some(verb) = puzzle.info().solver() else { return false };
    let (text, depth) = (Fragment { text: verb.name, start: 0 }, Depth::Check { answer: false });
    puzzle.run(text, depth, budget, &mut Sink::new()).is_some()
}

/// A script that was run, as far as it was.
#[derive(Default)]
pub struct Ran {
    /// The diagnostics, each with the number of its statement.
    pub found: Vec<Numbered>,
    /// The script that was run ([`Checked::chain`]).
    chain: Vec<u64>,
    /// The puzzle after the first `at` statements, with its searches.
    live: Option<Live>,
    at: usize,
}

impl std::fmt::Debug for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ran").field("at", &self.at).finish_non_exhaustive()
    }
}

impl Ran {
    /// Returns true if it has the declaration of a script, in the same place.
    pub fn begins(&self, checked: &Checked, script: &Script) -> bool {
        self.chain.first().copied() == checked.chain(script, true).next()
    }
}

impl Checked {
    /// Drops what does not hold in a script any more, and follows the statements that hold, without
    /// computing. Returns the number of statements, from the first on, that need not be run again.
    pub fn resume(&self, script: &Script, ran: &mut Ran) -> usize {
        let chain: Vec<_> = self.chain(script, true).collect();
        let same = chain.iter().zip(&ran.chain).take_while(|(new, old)| new == old).count();
        let is_whole = same == chain.len() && same == ran.chain.len();
        let old = ran.live.take();
        if is_whole && let Some(mut live) = old {
            live.begin_again();
            let has_run = live.has_run();
            ran.live = Some(live);
            return ran.at + usize::from(has_run);
        }
        // The last statement ends with the advice about the puzzle.
        let count = same.min(ran.at).min(chain.len() - 1);
        let count = if self.leans_on_searches(script, count, ran) { 0 } else { count };
        if count > 0 {
            ran.live = self.before(script, count);
            if let (Some(live), Some(old)) = (&mut ran.live, old) {
                live.inherit(old);
            }
        }
        let count = if ran.live.is_some() { count } else { 0 };
        ran.found.retain(|found| found.at < count);
        (ran.chain, ran.at) = (chain, count);
        count
    }

    /// Returns whether an answer after the first `count` statements of a script depends on how far the
    /// searches in them came, or what is said of them depends on the statements that follow.
    fn leans_on_searches(&self, script: &Script, count: usize, ran: &Ran) -> bool {
        let text = self.source.text();
        let rest = self.statements(script).skip(count);
        let mut roles = rest.filter_map(|one| match one {
            Statement::Command(one) => self.kind(script)?.info().role(Fragment::of(text, one.text)),
            _ => None,
        });
        let failed = |one: &&Numbered| {
            one.at < count && (*one.one.code == codes::GAVE_UP || stops(&one.one))
        };
        ran.found.iter().any(|one| failed(&one)) || roles.any(|role| role == Role::Progress)
    }

    /// Runs the statements of a script that [`Checked::resume`] did not find in `ran`, as
    /// [`super::Session::run`] runs a document, until `pause` holds after one of them. Returns whether
    /// all of them were run.
    pub fn run_on(
        &self,
        script: &Script,
        mode: Mode,
        budget: &Budget,
        ran: &mut Ran,
        pause: &dyn Fn() -> bool,
        on: &mut dyn FnMut(Event<'_>),
    ) -> bool {
        let Ran { found, live, at, .. } = ran;
        let (from, total) = (*at, self.members(script).len());
        let mut read = self.own[script.number].read.clone();
        let walk = Walk { checked: self, script, mode, budget, manner: Manner::Slices };
        let mut number = from;
        let on = &mut |event: Event<'_>, sink: &mut Sink| {
            collect(&event, sink, &mut number, found);
            on(event);
        };
        let mut between = None;
        let ended = walk.run(live, from..total, &mut read, on, &mut |count| {
            between = (count < total && pause()).then_some(count);
            between.is_none()
        });
        let paused = ended.paused.or(between);
        *at = paused.unwrap_or(total);
        paused.is_none()
    }
}

/// A puzzle that goes along a script without computing.
#[derive(Default)]
pub struct Replay {
    live: Option<Live>,
    /// The number of statements that it has followed.
    at: usize,
}

impl std::fmt::Debug for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay").field("at", &self.at).finish_non_exhaustive()
    }
}

impl Replay {
    /// Goes on to the state before statement `at`, which does not lie before the statement asked
    /// for last. `None` if there is no puzzle.
    pub fn go_to(&mut self, checked: &Checked, script: &Script, at: usize) -> Option<&mut Live> {
        let (mode, budget) = (Mode::Check { solve: false }, Budget::unlimited());
        let mut read = checked.own[script.number].read.clone();
        let walk = Walk { checked, script, mode, budget: &budget, manner: Manner::Script };
        let on = &mut |_: Event<'_>, sink: &mut Sink| drop(sink.take());
        walk.run(&mut self.live, self.at..at, &mut read, on, &mut |_| true);
        self.at = at.max(self.at);
        self.live.as_mut().filter(|live| live.puzzle.is_some())
    }

    /// Returns the puzzle in its present state.
    pub(super) fn into_live(self) -> Option<Live> {
        self.live
    }
}
