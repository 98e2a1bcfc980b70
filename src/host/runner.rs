//! The one loop around the statements of a document: clock, live line, limits, and the way to stop.
//! Callers differ in what they do with its steps.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::exit::INTERRUPTED;
use super::{Console, Exit, Limits, LiveLine, Timer, signals};
use crate::diag::{Diagnostic, Severity, Sink};
use crate::puzzle::{Answer, Verdict};
use crate::search::{Budget, Cancel, Timekeeper};
use crate::session::{Event, Mode, Session, codes};
use crate::syntax::Document;
use crate::text::Source;

/// One call of the program. Ctrl-C, or the end of the time for all its searches, stops everything
/// in it.
#[derive(Clone, Debug, Default)]
pub struct Invocation(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// The end of the time for all searches.
    deadline: Option<Instant>,
    interrupted: AtomicBool,
    /// True if the end of that time cut a search short.
    cut: AtomicBool,
    /// The flags of the runners at work, and the number of the next one.
    at_work: Mutex<(u64, BTreeMap<u64, Cancel>)>,
}

impl Invocation {
    /// Begins a call with that much time for all searches, counted from now. The first Ctrl-C stops
    /// the work, or ends the process if no work has begun; the second ends the process.
    pub(crate) fn begin(total: Option<Duration>, console: &Console) -> Self {
        let call = Self::with(total);
        let heard = call.clone();
        let listener = move || {
            if heard.interrupt() {
                signals::end(INTERRUPTED);
            }
        };
        if let Err(error) = signals::listen(listener) {
            console.say(&format!("puzzled: Ctrl-C will end this at once: {error}\n"));
        }
        call
    }

    fn with(total: Option<Duration>) -> Self {
        let deadline = total.and_then(|total| Instant::now().checked_add(total));
        Self(Arc::new(Shared { deadline, ..Shared::default() }))
    }

    /// Stops everything. Returns whether that was asked for before, or nothing would be lost with the
    /// process because it still reads its input.
    fn interrupt(&self) -> bool {
        let before = self.0.interrupted.swap(true, Ordering::SeqCst);
        let at_work = self.0.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        at_work.1.values().for_each(Cancel::cancel);
        before || at_work.0 == 0
    }

    /// Returns whether there is a time for all searches.
    pub fn is_timed(&self) -> bool {
        self.0.deadline.is_some()
    }

    /// Returns whether Ctrl-C was pressed.
    pub fn is_interrupted(&self) -> bool {
        self.0.interrupted.load(Ordering::SeqCst)
    }

    /// Returns the exit code of the call if its statements ended with `exit`. Reports if the end of
    /// the time for all searches cut one short.
    pub(crate) fn exit(&self, exit: Exit, console: &Console) -> Exit {
        if self.is_interrupted() {
            return Exit::Interrupted;
        }
        if self.0.cut.load(Ordering::SeqCst) {
            console.say("puzzled: stopped at the time for all searches (--total-time)\n");
            return exit.max(Exit::Failed);
        }
        exit
    }

    /// Stops all work of the call, because the reader of the answers is gone.
    pub(crate) fn abandon(&self) {
        let at_work = self.0.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        at_work.1.values().for_each(Cancel::cancel);
    }

    fn enter(&self, cancel: &Cancel) -> u64 {
        let mut at_work = self.0.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        at_work.0 += 1;
        let number = at_work.0;
        at_work.1.insert(number, cancel.clone());
        if self.is_interrupted() {
            cancel.cancel();
        }
        number
    }

    fn leave(&self, number: u64) {
        self.0.at_work.lock().unwrap_or_else(PoisonError::into_inner).1.remove(&number);
    }
}

/// An event while a [`Runner`] runs a document.
#[derive(Debug)]
pub(crate) enum Step<'a> {
    /// The session reports an event; the live line is hidden while an answer is shown.
    Event {
        /// The event.
        event: Event<'a>,
        /// True if the statement has used up its time.
        late: bool,
    },
    /// Diagnostics of the statement at work, in the order of the text.
    Diagnostics(Vec<Diagnostic>),
}

/// Runs documents and single computations under limits.
#[derive(Debug)]
pub(crate) struct Runner {
    budget: Budget,
    timer: Timer,
    line: Option<&'static LiveLine>,
    /// The call that this runner is a part of, and its number there.
    call: Option<(Invocation, u64)>,
    /// Diagnostics of severity error so far.
    pub(crate) errors: u64,
    /// True if the current statement has given up.
    gave_up: bool,
}

impl Runner {
    /// Returns a runner whose `cancel` belongs to the caller.
    pub(crate) fn new(limits: &Limits, cancel: &Cancel, line: Option<&'static LiveLine>) -> Self {
        Self::with(limits, cancel, line, None)
    }

    /// Returns a runner that is a part of a call.
    pub(crate) fn of(call: &Invocation, limits: &Limits, line: Option<&'static LiveLine>) -> Self {
        let cancel = Cancel::default();
        let number = call.enter(&cancel);
        Self::with(limits, &cancel, line, Some((call.clone(), number)))
    }

    /// Returns a runner for raw input that is a part of a call. Each puzzle of a list has the time
    /// of a statement; a single puzzle has it for the whole.
    pub(crate) fn of_list(
        call: &Invocation,
        limits: &Limits,
        line: Option<&'static LiveLine>,
    ) -> Self {
        let mut runner = Self::of(call, limits, line);
        if limits.time.is_some() {
            let call = call.clone();
            let limits = limits.clone();
            let spare = Mutex::default();
            runner.budget.parts = Some(Arc::new(Puzzles { call, limits, spare }));
        }
        runner
    }

    fn with(
        limits: &Limits,
        cancel: &Cancel,
        line: Option<&'static LiveLine>,
        call: Option<(Invocation, u64)>,
    ) -> Self {
        let deadline = call.as_ref().and_then(|(call, _)| call.0.deadline);
        let budget = limits.budget(cancel, line.map(LiveLine::progress));
        let timer = Timer::new(limits.time, deadline, cancel);
        Self { budget, timer, line, call, errors: 0, gave_up: false }
    }

    /// Returns the limits of a search.
    pub(crate) fn budget(&self) -> Budget {
        self.budget.clone()
    }

    /// Returns whether the current work was asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.budget.cancel.is_cancelled()
    }

    fn is_interrupted(&self) -> bool {
        self.call.as_ref().is_some_and(|(call, _)| call.is_interrupted())
    }

    /// Runs a document in a session, as [`Session::run`] does.
    pub(crate) fn run(
        &mut self,
        session: &mut Session,
        source: &Source,
        document: &Document,
        mode: Mode,
        sink: &mut Sink,
        on: &mut dyn FnMut(Step<'_>),
    ) {
        session.begin(false);
        self.go_on(session, source, document, mode, sink, on);
    }

    /// Runs statements of the text that the session is at work on ([`Session::begin`]), and passes
    /// on its events. The parser's findings, which are in the sink, come with the statements that
    /// they belong to.
    pub(crate) fn go_on(
        &mut self,
        session: &mut Session,
        source: &Source,
        document: &Document,
        mode: Mode,
        sink: &mut Sink,
        on: &mut dyn FnMut(Step<'_>),
    ) {
        let mut waiting: Option<VecDeque<Diagnostic>> = None;
        let mut statements = document.statements.iter();
        let mut end = 0;
        let budget = self.budget();

        session.go_on(source, document, mode, &budget, sink, &mut |event, sink| {
            let parsed = waiting.get_or_insert_with(|| in_order(sink.take()));
            if matches!(event, Event::Begin)
                && let Some(statement) = statements.next()
            {
                let span = statement.span();
                end = span.end;
                self.pass_on_diagnostics(before(parsed, span.start), on);
                if let Some(line) = self.line {
                    line.phase(source.slice(span));
                }
            }
            if matches!(event, Event::Done) {
                let due = before(parsed, end);
                if !due.is_empty() {
                    let mut diagnostics = sink.take();
                    diagnostics.extend(due);
                    for diagnostic in in_order(diagnostics) {
                        sink.push(diagnostic);
                    }
                }
            }
            self.hear(event, sink, on);
        });

        let mut rest: Vec<_> = waiting.into_iter().flatten().collect();
        rest.extend(sink.take());
        self.pass_on_diagnostics(rest, on);
    }

    /// Passes on an event of a session that another caller runs.
    pub(crate) fn hear(&mut self, event: Event<'_>, sink: &mut Sink, on: &mut dyn FnMut(Step<'_>)) {
        match event {
            Event::Begin => {
                self.begin();
                on(Step::Event { event, late: false });
            }
            Event::Answer { answer: Answer::GaveUp { .. }, known: false, .. }
                if self.is_interrupted() =>
            {
                // After Ctrl-C the remaining diagnostics are not needed.
            }
            Event::Answer { answer, .. } => {
                self.gave_up |= answer.verdict() == Verdict::GaveUp;
                self.clear();
                on(Step::Event { event, late: self.timer.has_fired() });
                self.resume();
            }
            Event::Changed { .. }
            | Event::Replaced { .. }
            | Event::Question { .. }
            | Event::Judged { .. } => {
                on(Step::Event { event, late: self.timer.has_fired() });
            }
            Event::Done => {
                let mut diagnostics = sink.take();
                let late = self.timer.has_fired();
                self.gave_up |=
                    diagnostics.iter().any(|diagnostic| *diagnostic.code == codes::GAVE_UP);
                if self.is_interrupted() || self.is_stopped() && !late {
                    // A computation that Ctrl-C stopped did not reach a limit.
                    diagnostics.retain(|diagnostic| *diagnostic.code != codes::GAVE_UP);
                }
                self.end();
                self.pass_on_diagnostics(diagnostics, on);
                on(Step::Event { event, late });
            }
        }
    }

    /// Runs one computation that is not a statement; `phase` is its name in the live line. Returns
    /// its value, and whether it has used up its time.
    pub(crate) fn compute<T>(&mut self, phase: &str, work: impl FnOnce(&Budget) -> T) -> (T, bool) {
        if let Some(line) = self.line {
            line.phase(phase);
        }
        self.begin();
        let value = work(&self.budget);
        let late = self.timer.has_fired();
        self.gave_up = late;
        self.end();
        (value, late)
    }

    /// Counts the errors among diagnostics, and passes the diagnostics on.
    fn pass_on_diagnostics(&mut self, diagnostics: Vec<Diagnostic>, on: &mut dyn FnMut(Step<'_>)) {
        self.errors += diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity() == Severity::Error)
            .count() as u64;
        if !diagnostics.is_empty() {
            on(Step::Diagnostics(diagnostics));
        }
    }

    fn begin(&mut self) {
        self.gave_up = false;
        self.timer.begin();
        self.resume();
    }

    fn end(&mut self) {
        self.clear();
        let overdue = self.timer.is_overdue();
        self.timer.end();
        if let Some((call, _)) = &self.call {
            if overdue && self.gave_up {
                call.0.cut.store(true, Ordering::SeqCst);
            }
            // The timer clears its own stop, but must not clear that of Ctrl-C.
            if call.is_interrupted() {
                self.budget.cancel.cancel();
            }
        }
    }

    fn resume(&self) {
        if let Some(line) = self.line {
            line.begin();
        }
    }

    fn clear(&self) {
        if let Some(line) = self.line {
            line.end();
        }
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.clear();
        if let Some((call, number)) = &self.call {
            call.leave(*number);
        }
    }
}

/// Runs the puzzles of a list, each with the time of a statement.
#[derive(Debug)]
struct Puzzles {
    call: Invocation,
    limits: Limits,
    /// The runners that no thread uses now.
    spare: Mutex<Vec<Runner>>,
}

impl Timekeeper for Puzzles {
    fn run(&self, whole: &Budget, work: &mut dyn FnMut(&Budget)) {
        let spare = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let known = spare().pop();
        let mut runner = known.unwrap_or_else(|| Runner::of(&self.call, &self.limits, None));
        runner.budget.progress.clone_from(&whole.progress);
        runner.compute("", |budget| work(budget));
        spare().push(runner);
    }
}

/// Sorts diagnostics by their places; those of one place keep their order.
fn in_order(mut diagnostics: Vec<Diagnostic>) -> VecDeque<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    diagnostics.into()
}

/// Removes and returns the diagnostics that begin before `end`.
fn before(waiting: &mut VecDeque<Diagnostic>, end: u32) -> Vec<Diagnostic> {
    let count = waiting.partition_point(|diagnostic| diagnostic.span.start < end);
    waiting.drain(..count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(time: Option<Duration>) -> Limits {
        Limits { time, ..Limits::default() }
    }

    #[test]
    fn one_interrupt_stops_every_runner_of_the_call_and_the_next_one_is_told() {
        assert!(Invocation::with(None).interrupt(), "nothing has begun");
        let call = Invocation::with(None);
        let first = Runner::of(&call, &limits(None), None);
        let second = Runner::of(&call, &limits(None), None);
        assert!(!first.is_stopped() && !second.is_stopped());
        assert!(!call.interrupt(), "the first");
        assert!(first.is_stopped() && second.is_stopped());
        assert!(Runner::of(&call, &limits(None), None).is_stopped());
        assert!(call.interrupt(), "the second ends the process");
        drop((first, second));
        assert!(call.0.at_work.lock().expect("no panic").1.is_empty());
    }

    #[test]
    fn an_interrupt_outlives_the_end_of_a_statement_whose_time_is_up() {
        let call = Invocation::with(None);
        let mut runner = Runner::of(&call, &limits(Some(Duration::ZERO)), None);
        let (stopped, late) = runner.compute("test", |budget| budget.cancel.is_cancelled());
        assert!(stopped && late && !runner.is_stopped(), "the next statement has its own time");
        runner.compute("test", |_| call.interrupt());
        assert!(runner.is_stopped());
    }

    #[test]
    fn what_the_parser_found_comes_with_its_statement() {
        let text = "matrix m {\n1 2\n3 4\n}\nrotate 1 => 9\n}\nrotate 1 => 9\n";
        let source = Source::new("a.puzzle", text);
        let mut sink = Sink::new();
        let document = crate::session::read(&source, true, &mut sink);
        let mut runner = Runner::new(&limits(None), &Cancel::default(), None);
        let mut places = Vec::new();
        let mut answers = Vec::new();
        let mode = Mode::Run { solve: false };
        let mut session = Session::new();
        runner.run(&mut session, &source, &document, mode, &mut sink, &mut |step| match step {
            Step::Diagnostics(diagnostics) => {
                places.extend(diagnostics.iter().map(|diagnostic| diagnostic.span.start));
            }
            Step::Event { event: Event::Answer { .. }, .. } => answers.push(places.len()),
            Step::Event { .. } => {}
        });
        assert_eq!(
            runner.errors, 2,
            "expectations after a statement that cannot be read are not compared"
        );
        assert!(places.len() == 2 && places.is_sorted(), "{places:?}");
        assert_eq!(answers, [0, 2], "no diagnostic before the answers above it");
    }
}
