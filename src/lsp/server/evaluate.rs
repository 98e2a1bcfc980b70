//! Running scripts in the background: answers, expectations that need a search, and facts that only
//! a search can find, each puzzle with a time limit, and each document with one between two edits.
//!
//! One evaluator does this, script by script, in slices, which may end within a statement. The
//! document that was edited or asked about last comes first, even if a script of another one is not
//! done: that goes on later. An edit never waits for the evaluator: it makes it drop outdated
//! results, and keep those that the edit does not touch.

use std::collections::{HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::answers::Evaluated;
use super::plays::{self, Followed};
use super::{Report, Settings};
use crate::search::{Budget, Cancel};
use crate::session::incremental::{Checked, Found, Ran, Replay, Script, add_check, sort};
use crate::session::{Event, Mode};

/// A driver's clock while the evaluator works.
pub trait Watch {
    /// Begins a slice, in which the evaluator works on a puzzle that has so much of its time left.
    /// A driver that can cancels the evaluator ([`Evaluator::cancel`]) when that time is over.
    fn begin(&self, _left: Duration) {}
    /// Ends the slice: a driver that cancelled the evaluator takes that back.
    fn end(&self) {}
    /// Returns the units of work of a slice ([`Slice`](crate::search::Slice)), if the driver sets
    /// them; else a slice has as many as take a few milliseconds.
    fn units(&self) -> Option<u64> {
        None
    }
    /// Returns the time that the evaluator has used so far.
    fn time(&self) -> Duration;
    /// Returns whether the current slice must end now. Called between two statements.
    fn is_over(&self) -> bool {
        false
    }
}

/// Scripts that are run within this time are reported together.
const TOGETHER: Duration = Duration::from_millis(20);
/// Scripts of a document whose states are kept for the next edit: those that were run last. A state
/// of a sudoku takes two kilobytes.
const RECENT: usize = 16;

/// News for the evaluator.
#[derive(Debug)]
pub struct Order(About);

/// The content of an order.
#[derive(Debug)]
enum About {
    Document(String, News),
    /// Everything is run anew with these limits.
    Limits(Limits),
}

/// The time limits of the evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// The time for a puzzle and all its statements.
    time: Duration,
    /// The time for the searches of a document between two edits.
    total: Duration,
}

impl Limits {
    pub(super) fn of(settings: &Settings) -> Self {
        Self { time: settings.time, total: settings.total }
    }
}

/// The news about a document.
#[derive(Debug)]
pub(super) enum News {
    /// Its text.
    Text(Arc<Checked>),
    /// The client asks about it: it comes first.
    Asked,
    /// It is closed.
    Closed,
}

/// Scripts of a text of a document that were run.
#[derive(Debug)]
pub(super) struct Evaluation {
    pub(super) uri: String,
    pub(super) checked: Arc<Checked>,
    /// Each script with its number, and whether it found more than the check.
    pub(super) scripts: Vec<(u64, bool, Arc<Evaluated>)>,
    /// True if they are the last ones of the text.
    pub(super) is_done: bool,
}

/// The script that is run at the moment: the server stops the evaluator at it.
#[derive(Debug, Default)]
pub(super) struct Current {
    at: Mutex<Option<(String, u64)>>,
    cancel: Cancel,
    abort: AtomicBool,
}

impl Current {
    /// Returns the order that brings news of a document. Stops a running script of the document if
    /// it is not part of its text any more.
    pub(super) fn order(&self, uri: &str, what: News) -> Order {
        let current = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((own, id)) = &*current
            && own == uri
        {
            let is_there = match &what {
                News::Text(checked) => checked.scripts.iter().any(|script| script.id == *id),
                News::Asked => true,
                News::Closed => false,
            };
            if !is_there {
                self.stop();
            }
        }
        Order(About::Document(uri.to_owned(), what))
    }

    /// Returns the order to run everything anew within other limits. The script that is running is
    /// stopped.
    pub(super) fn limit(&self, limits: Limits) -> Order {
        self.stop();
        Order(About::Limits(limits))
    }

    /// Stops the script that is running.
    pub(super) fn stop(&self) {
        self.abort.store(true, Ordering::SeqCst);
        self.cancel.cancel();
    }

    /// Returns whether the script at work was stopped. The order that says why is on its way.
    fn is_stopped(&self) -> bool {
        self.abort.load(Ordering::SeqCst)
    }

    /// Names the script that is run from now on. False if it was stopped before it began.
    fn set(&self, to: Option<(String, u64)>) -> bool {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        *at = to;
        if self.is_stopped() {
            return false;
        }
        self.cancel.clear();
        true
    }

    /// Lets the evaluator continue, because an order has come.
    fn go_on(&self) {
        self.abort.store(false, Ordering::SeqCst);
    }
}

/// The server's hold on the evaluator, which ends its work when this is dropped.
#[derive(Debug, Default)]
pub(super) struct Owner(pub(super) Arc<Current>);

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A script at work.
pub(super) struct Work {
    checked: Arc<Checked>,
    id: u64,
    ran: Ran,
    /// The results so far.
    pub(super) evaluated: Evaluated,
    /// The number of statements that have begun.
    begun: usize,
    /// True if all statements were run, so that only moves are followed.
    is_through: bool,
    /// Follows the script after it was run.
    pub(super) replay: Option<Replay>,
    /// The `play` whose moves are followed.
    pub(super) followed: Followed,
    /// Time used for it.
    spent: Duration,
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").field("begun", &self.begun).finish_non_exhaustive()
    }
}

/// A document that the evaluator works on.
#[derive(Debug, Default)]
struct Job {
    checked: Option<Arc<Checked>>,
    /// The next script to look at.
    next: usize,
    /// Scripts that were run, or that must wait for the next edit.
    done: HashSet<u64>,
    /// Those of them that must wait: the document has had its time.
    late: Vec<u64>,
    /// Processor time used since the last edit.
    spent: Duration,
    /// The script that a slice left in the middle.
    work: Option<Work>,
    /// The scripts that were run last, so that an edit below a statement does not run it again.
    recent: VecDeque<(Ran, Arc<Evaluated>)>,
}

impl Job {
    /// Returns the current script: the one that the last slice left, or one that continues the last
    /// run of a script that began like it.
    fn work_on(&mut self, checked: &Arc<Checked>, script: &Script) -> Work {
        if let Some(work) = self.work.take() {
            if work.id == script.id && Arc::ptr_eq(&work.checked, checked) {
                return work;
            }
            self.keep(work.ran, Arc::new(work.evaluated));
        }
        let at = self.recent.iter().rposition(|(ran, _)| ran.begins(checked, script));
        let (mut ran, last) = at.and_then(|at| self.recent.remove(at)).unwrap_or_default();
        let begun = checked.resume(script, &mut ran);
        Work {
            checked: checked.clone(),
            id: script.id,
            ran,
            evaluated: last.first(begun),
            begun,
            is_through: false,
            replay: None,
            followed: Followed::default(),
            spent: Duration::ZERO,
        }
    }

    /// Keeps a run for the next edit.
    fn keep(&mut self, ran: Ran, evaluated: Arc<Evaluated>) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((ran, evaluated));
    }

    /// Returns the next script that was not run, if there is one.
    fn pending(&mut self) -> Option<(Arc<Checked>, usize)> {
        let checked = self.checked.as_ref()?;
        let rest = checked.scripts.get(self.next..).unwrap_or_default();
        let at = rest.iter().position(|script| !self.done.contains(&script.id));
        self.next = at.map_or(checked.scripts.len(), |at| self.next + at);
        at.map(|_| (checked.clone(), self.next))
    }
}

/// Runs scripts in the background. It ends its work when the server is dropped.
#[derive(Debug)]
pub struct Evaluator {
    budget: Budget,
    limits: Limits,
    current: Arc<Current>,
    /// The document edited or asked about last comes first.
    jobs: Vec<(String, Job)>,
    /// Small scripts are reported together.
    batch: Option<Evaluation>,
    /// The time when a batch was reported last, in the time of the [`Watch`].
    since: Duration,
    /// True if an order has come, for which the batch does not wait.
    is_ordered: bool,
}

impl Evaluator {
    pub(super) fn new(settings: &Settings, current: Arc<Current>) -> Self {
        let cancel = current.cancel.clone();
        let budget = Budget { cancel, ..settings.budget.clone() };
        let limits = Limits::of(settings);
        let (jobs, batch, since, is_ordered) = (Vec::new(), None, Duration::ZERO, false);
        Self { budget, limits, current, jobs, batch, since, is_ordered }
    }

    /// Returns the flag that stops the current script.
    pub fn cancel(&self) -> &Cancel {
        &self.current.cancel
    }

    /// Receives an order.
    pub fn accept(&mut self, Order(about): Order) {
        self.is_ordered = true;
        self.current.go_on();
        let (uri, what) = match about {
            About::Document(uri, what) => (uri, what),
            About::Limits(limits) => {
                self.limits = limits;
                for (_, job) in &mut self.jobs {
                    *job = Job { checked: job.checked.take(), ..Job::default() };
                }
                return;
            }
        };
        let old = self.jobs.iter().position(|(own, _)| *own == uri);
        let old = old.map(|at| self.jobs.remove(at).1);
        let job = match what {
            News::Closed => None,
            News::Asked => old,
            News::Text(checked) => {
                let mut job = old.unwrap_or_default();
                for id in &checked.gone {
                    job.done.remove(id);
                }
                for id in std::mem::take(&mut job.late) {
                    job.done.remove(&id);
                }
                (job.checked, job.next, job.spent) = (Some(checked), 0, Duration::ZERO);
                Some(job)
            }
        };
        self.jobs.splice(0..0, job.map(|job| (uri, job)));
    }

    /// Works for a slice: on some statements of a script. `None` if the work goes on with the next
    /// slice and there is nothing to report yet.
    pub fn slice(&mut self, watch: &dyn Watch) -> Option<Report> {
        if std::mem::take(&mut self.is_ordered) && self.batch.is_some() {
            return self.report(watch);
        }
        let pending = self.jobs.iter_mut().find_map(|(uri, job)| {
            let (checked, at) = job.pending()?;
            Some((uri.clone(), job, checked, at))
        });
        let Some((uri, job, checked, at)) = pending else {
            self.current.set(None);
            return Some(Report(super::Found::Rest));
        };
        let script = &checked.scripts[at];
        if !self.current.set(Some((uri.clone(), script.id))) {
            return None; // the order is on its way
        }
        let mut work = job.work_on(&checked, script);
        let (began, limits) = (watch.time(), self.limits);
        let (own, all) =
            (limits.time.saturating_sub(work.spent), limits.total.saturating_sub(job.spent));
        let (budget, current) = (&self.budget, &*self.current);
        let end = (began.saturating_add(own), began.saturating_add(all));
        let run = Run { checked: &checked, script, budget, current, watch, end };
        watch.begin(own);
        let done = catch_unwind(AssertUnwindSafe(|| run.work(&mut work)));
        // A driver that cancels keeps the time better than the clock that it shows.
        let is_late = !current.is_stopped() && budget.cancel.is_cancelled();
        watch.end();
        let took = watch.time().saturating_sub(began);
        job.spent += took;
        work.spent = if is_late { limits.time } else { work.spent + took };
        if current.is_stopped() {
            job.work = done.is_ok().then_some(work);
            return None;
        }
        let is_over = job.spent >= limits.total;
        // For a script that is not run, the findings of the check stay.
        let unrun = || Evaluated { found: checked.own[at].clone(), ..Evaluated::default() };
        let evaluated = match done {
            Ok(false) if !is_over => {
                job.work = Some(work);
                let is_due = watch.time().saturating_sub(self.since) >= TOGETHER;
                return if is_due { self.report(watch) } else { None };
            }
            Ok(_) => {
                let is_cut = !work.is_through;
                work.evaluated.found = found(&checked, script, at, &work.ran, is_cut);
                let evaluated = Arc::new(work.evaluated);
                job.keep(work.ran, evaluated.clone());
                evaluated
            }
            Err(_) => Arc::new(unrun()),
        };
        job.done.insert(script.id);
        if is_over {
            job.late.push(script.id);
        }
        // Whether it found more than the check did.
        let starts = checked.starts(script);
        let novel = checked.own[at].at(&starts) != evaluated.found.at(&starts);
        let (own, id, scripts) = (uri.clone(), script.id, Vec::new());
        let batch = || Evaluation { uri: own, checked, scripts, is_done: false };
        let batch = self.batch.get_or_insert_with(batch);
        batch.scripts.push((id, novel, evaluated));
        let more = job.pending().is_some();
        batch.is_done = !more;
        if more && watch.time().saturating_sub(self.since) < TOGETHER {
            return None;
        }
        self.report(watch)
    }

    fn report(&mut self, watch: &dyn Watch) -> Option<Report> {
        self.since = watch.time();
        Some(Report(super::Found::Evaluation(self.batch.take()?)))
    }
}

/// Returns the diagnostics from running a script; if it `is_cut` short, with those of the check.
fn found(checked: &Checked, script: &Script, at: usize, ran: &Ran, is_cut: bool) -> Arc<Found> {
    let mut diagnostics: Vec<_> = ran.found.iter().map(|found| found.one.clone()).collect();
    add_check(&mut diagnostics, is_cut, || checked.own[at].at(&checked.starts(script)));
    sort(&mut diagnostics);
    let starts = if diagnostics.is_empty() { Vec::new() } else { checked.starts(script) };
    Arc::new(Found::new(diagnostics, starts))
}

/// A script that is run for a slice.
pub(super) struct Run<'a> {
    pub(super) checked: &'a Checked,
    pub(super) script: &'a Script,
    pub(super) budget: &'a Budget,
    current: &'a Current,
    watch: &'a dyn Watch,
    /// The ends of the time of the puzzle and of the time of the document.
    end: (Duration, Duration),
}

impl Run<'_> {
    /// Returns whether the text has changed or is closed.
    pub(super) fn is_aborted(&self) -> bool {
        self.current.is_stopped()
    }

    /// Returns whether no more of the script must be run, because the text has changed or the time
    /// of the document is over.
    pub(super) fn is_over(&self) -> bool {
        self.is_aborted() || self.watch.time() >= self.end.1
    }

    /// Returns whether the slice ends here.
    pub(super) fn pauses(&self) -> bool {
        self.is_over() || self.watch.is_over()
    }

    /// Goes on with the script until the slice is over. Returns whether it is done.
    fn work(&self, work: &mut Work) -> bool {
        if self.is_over() {
            return false;
        }
        self.keep_time();
        let was_through = work.is_through;
        work.is_through = work.is_through || self.run(work);
        if !work.is_through {
            return false;
        }
        let pauses = !was_through && !work.evaluated.waiting.is_empty() && self.pauses();
        !pauses && plays::follow(self, work)
    }

    /// Cancels what still needs a search when the puzzle has had its time.
    fn keep_time(&self) {
        if self.watch.time() >= self.end.0 {
            self.budget.cancel.cancel();
        }
    }

    fn run(&self, work: &mut Work) -> bool {
        let Self { checked, script, budget, .. } = *self;
        let Work { ran, evaluated, begun, .. } = work;
        let mode = Mode::Check { solve: true };
        let Evaluated { answers, waiting, judged, .. } = evaluated;
        checked.run_on(script, mode, budget, ran, &|| self.pauses(), &mut |event| match event {
            Event::Begin => {
                if *begun > answers.count() {
                    answers.push(None); // the one before had no answer
                }
                if plays::is_play(checked, script, *begun) {
                    waiting.push_back(*begun);
                }
                *begun += 1;
            }
            // A query in a body is not a separate command, and an unknown state proves nothing.
            Event::Answer { answer, known, .. } => {
                if *begun > 1 && known {
                    answers.push(Some(answer));
                }
            }
            Event::Judged { judgment, .. } => {
                judged.insert(begun.saturating_sub(1), judgment);
            }
            Event::Changed { .. } | Event::Replaced { .. } | Event::Question { .. } => {}
            Event::Done => self.keep_time(),
        })
    }
}
