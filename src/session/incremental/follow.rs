//! Runs one script, after those of its statements whose outcomes are known.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use super::outcome::{Outcome, Outcomes, Part};
use super::{Checked, Numbered, Script, ScriptCheck};
use crate::diag::Sink;
use crate::puzzle::{Board, Depth, Directive, Prospect, Role};
use crate::search::{Budget, Cancel};
use crate::session::read_body::ReadBody;
use crate::session::scope::{End, Manner, Scope};
use crate::session::{Event, Live, Mode, Tally};
use crate::syntax::{Fragment, Statement};

/// The end of a walk along a script.
pub(super) struct Ended {
    pub(super) tally: Tally,
    /// True if the puzzles need more than the limit of memory.
    pub(super) is_full: bool,
}

/// A walk along a script.
pub(super) struct Walk<'a> {
    pub(super) checked: &'a Checked,
    pub(super) script: &'a Script,
    pub(super) mode: Mode,
    pub(super) budget: &'a Budget,
    pub(super) manner: Manner,
}

impl<'a> Walk<'a> {
    fn scope(
        &self,
        read: &'a mut Option<Arc<ReadBody>>,
        sink: &'a mut Sink,
        on: &'a mut dyn FnMut(Event<'_>, &mut Sink),
    ) -> Scope<'a> {
        let Self { checked, mode, budget, manner, .. } = *self;
        let kinds = checked.kinds;
        let text = checked.text();
        let scope = Scope::new(kinds, text, &checked.resolved, mode, budget, sink, on);
        Scope { manner, read: Some(read), is_marked: checked.keeps_bodies, ..scope }
    }

    /// Runs the statements in `range`, after those before it.
    pub(super) fn run(
        self,
        live: &mut Option<Live>,
        range: Range<usize>,
        read: &'a mut Option<Arc<ReadBody>>,
        on: &'a mut dyn FnMut(Event<'_>, &mut Sink),
    ) -> Ended {
        let mut sink = Sink::new();
        let mut scope = self.scope(read, &mut sink, on);
        for nth in range.start..range.end.min(self.checked.members(self.script).len()) {
            // A budget that is cancelled leaves statements out.
            if scope.is_over() {
                break;
            }
            scope.step(self.script.number, nth, live);
        }
        Ended { tally: scope.tally, is_full: scope.full }
    }
}

/// Checks one script from its declaration on, without computing. `read` is its body, if it was read.
/// Returns whether it came to its end, too.
pub(super) fn follow(
    checked: &Checked,
    script: &Script,
    mut read: Option<Arc<ReadBody>>,
    budget: &Budget,
) -> (ScriptCheck, bool) {
    let mut live = None;
    let mut at = 0;
    let mut diagnostics = Vec::new();
    let mode = Mode::Check { solve: false };
    let walk = Walk { checked, script, mode, budget, manner: Manner::Script };
    let on = &mut |event: Event<'_>, sink: &mut Sink| {
        if matches!(event, Event::Done) {
            diagnostics
                .extend(sink.take().into_iter().map(|diagnostic| Numbered { at, diagnostic }));
            at += 1;
        }
    };

    let ended = walk.run(&mut live, 0..usize::MAX, &mut read, on);
    let mut live = live.unwrap_or_default();
    let check = ScriptCheck {
        starts: if diagnostics.is_empty() { Vec::new() } else { checked.starts(script) },
        diagnostics,
        state: live.puzzle.as_ref().map(Board::now),
        can_solve: live.puzzle().is_some_and(|puzzle| can_solve(puzzle, budget)),
        read: read.filter(|_| checked.keeps_bodies),
        _charge: std::mem::take(&mut live.charge),
    };
    (check, !ended.is_full)
}

/// Returns whether the command that solves a puzzle can be run. It is the last one on this copy.
fn can_solve(puzzle: &mut Board, budget: &Budget) -> bool {
    let Some(verb) = puzzle.info().solver() else { return false };
    let depth = Depth::Check { answer: false };
    puzzle.direct(Directive::new(verb), depth, budget, &mut Sink::new()).is_some()
}

impl Checked {
    /// Runs a script as [`super::super::Session::run`] runs a document in [`Mode::Check`] with
    /// `solve`, and hands out the outcome of each part that is not among those that are `known`, in
    /// the order of [`Outcomes::next`].
    ///
    /// Once the budget is cancelled, the statements that need no search are still judged. Once
    /// `abandoned` is set, the work ends at the next statement.
    pub fn work(
        &self,
        script: &Script,
        known: &Outcomes,
        budget: &Budget,
        abandoned: &Cancel,
        emit: &mut dyn FnMut(Part, Outcome),
    ) {
        let followed = match self.leans_on_searches(script, known, budget) {
            true => 0,
            false => known.known(),
        };
        let mode = Mode::Check { solve: true };
        let walk = Walk { checked: self, script, mode, budget, manner: Manner::Job };
        let mut live = None;
        let mut sink = Sink::new();
        let mut read = self.checks[script.number].read.clone();
        let mut starts: Option<Arc<[u32]>> = None;
        let outcome = RefCell::new(Outcome::default());
        let on = &mut |event: Event<'_>, _: &mut Sink| match event {
            // An unknown state proves nothing.
            Event::Answer { answer, known: true, .. } => outcome.borrow_mut().show(answer),
            Event::Judged { judgment, .. } => outcome.borrow_mut().judgment = Some(judgment),
            _ => {}
        };
        let mut scope = walk.scope(&mut read, &mut sink, on);
        let mut finish = |outcome: Outcome, sink: &mut Sink| {
            let diagnostics = sink.take();
            let starts = match diagnostics.is_empty() {
                true => Arc::default(),
                false => starts.get_or_insert_with(|| self.starts(script).into()).clone(),
            };
            Outcome { diagnostics, starts, ..outcome }
        };

        for nth in 0..self.members(script).len() {
            if abandoned.is_cancelled() || scope.is_over() {
                return;
            }
            if let Some(known) = known.get(nth).filter(|_| nth < followed) {
                scope.follow(script.number, nth, known, &mut live);
                drop(outcome.take());
                continue;
            }
            let reported = live.as_ref().map_or(0, |live| live.reported_facts.len());
            let step = scope.step(script.number, nth, &mut live);
            let mut outcome = finish(outcome.take(), scope.sink);
            if nth == 0 {
                outcome.answer = None; // a query in a body is not a separate command
            }
            (outcome.end, outcome.has_failed) = (step.end, step.failed);
            if let Some(live) = &live {
                outcome.facts =
                    live.reported_facts[reported..].iter().map(|(code, _)| *code).collect();
                outcome.wants_advice = live.wants_advice;
            }
            if !known.has(Part::Statement(nth)) {
                emit(Part::Statement(nth), outcome);
            }
        }

        let mut replay = Replay::default();
        for at in known.plays() {
            if abandoned.is_cancelled() {
                return;
            }
            let distances = self.distances(script, at, &mut replay, budget, abandoned);
            if abandoned.is_cancelled() {
                return;
            }
            emit(Part::Distances(at), Outcome { distances, ..Outcome::default() });
        }

        if let Some(live) = live.as_mut().filter(|_| !known.has(Part::Advice))
            && live.wants_advice
        {
            let end = live.advise_last(script.number, &mut scope);
            emit(Part::Advice, finish(Outcome { end, ..Outcome::default() }, scope.sink));
        }
    }

    /// Returns whether the answers of the statements of a script that are not known depend on how far
    /// the searches before them came.
    fn leans_on_searches(&self, script: &Script, known: &Outcomes, budget: &Budget) -> bool {
        let Some(kind) = self.kind(script) else { return false };
        let text = self.source.text();
        let rest = self.statements(script).skip(known.known());
        let mut roles = rest.filter_map(|statement| match statement {
            Statement::Command(command) => kind.role(Fragment::of(text, command.text)),
            _ => None,
        });
        let is_limited = budget.states < u64::MAX || known.has_stopped();
        // What a body asks for is not followed once it has failed.
        known.get(0).is_some_and(|declaration| declaration.end != End::Answered)
            || roles.any(|role| role == Role::Progress || is_limited && role.searches())
    }

    /// Returns the distances of the goal after the moves of the `play` that is statement `at`: fewer
    /// than there are moves once the budget is cancelled.
    fn distances(
        &self,
        script: &Script,
        at: usize,
        replay: &mut Replay,
        budget: &Budget,
        abandoned: &Cancel,
    ) -> Vec<Prospect> {
        let mut distances = Vec::new();
        let live = if budget.cancel.is_cancelled() { None } else { replay.go_to(self, script, at) };
        let live = live.filter(|live| !live.is_unknown());
        if let Some(play) = self.play(script, at)
            && let Some(puzzle) = live.and_then(Live::puzzle)
        {
            let moves = play.kind.moves(play.args).into_iter();
            let mut moves =
                moves.map(|span| Directive::new(play.verb).with(self.source.slice(span)));
            let each = &mut |distance| {
                distances.push(distance);
                !abandoned.is_cancelled()
            };
            // Those that were found before a stop are right.
            let _ = puzzle.prospects(&mut moves, budget, each);
        }
        distances
    }
}

impl Scope<'_> {
    /// Goes on to the state after a statement of a script whose outcome is `known`, without
    /// computing.
    fn follow(&mut self, script: usize, nth: usize, known: &Outcome, live: &mut Option<Live>) {
        let mode = std::mem::replace(&mut self.mode, Mode::Check { solve: false });
        match live.as_mut().filter(|_| known.end != End::Answered) {
            Some(live) => self.take_over(script, nth, known.end, live),
            None => _ = self.step(script, nth, live),
        }
        self.mode = mode;
        drop(self.sink.take());
        if let Some(live) = live {
            live.take_facts(known, nth == 0);
        }
    }
}

/// A puzzle that goes along a script without computing.
#[derive(Default)]
pub(super) struct Replay {
    live: Option<Live>,
    /// The number of statements that it has followed.
    at: usize,
}

impl Replay {
    /// Goes on to the state before statement `at`, which does not lie before the statement asked
    /// for last. `None` if there is no puzzle.
    pub(super) fn go_to(
        &mut self,
        checked: &Checked,
        script: &Script,
        at: usize,
    ) -> Option<&mut Live> {
        let mode = Mode::Check { solve: false };
        let budget = Budget::unlimited();
        let mut read = checked.checks[script.number].read.clone();
        let walk = Walk { checked, script, mode, budget: &budget, manner: Manner::Script };
        let on = &mut |_: Event<'_>, sink: &mut Sink| drop(sink.take());
        walk.run(&mut self.live, self.at..at, &mut read, on);
        self.at = at.max(self.at);
        self.live.as_mut().filter(|live| live.puzzle.is_some())
    }

    /// Returns the puzzle in its present state.
    pub(super) fn into_live(self) -> Option<Live> {
        self.live
    }
}
