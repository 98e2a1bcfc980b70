//! Running scripts in the background: answers, expectations that need a search, and facts that only
//! a search can find, each statement with a time limit, and each document with one between two
//! edits.
//!
//! One evaluator does this, script by script in the order of the document, in slices. An edit never
//! waits for it: it makes the evaluator drop outdated results, and keep those that the edit does not
//! touch.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::plays::{self, Step};
use super::{Report, Settings};
use crate::puzzle::{Data, Shape, Verdict};
use crate::search::{Budget, Cancel};
use crate::session::incremental::{Checked, Found, Ran, Script, Walked, add_check, sort};
use crate::session::{Event, Mode};

/// What a driver knows of time while the evaluator is at work.
pub trait Watch {
    /// A statement begins. A driver that can cancels the evaluator ([`Evaluator::cancel`]) when the
    /// statement has had its time.
    fn begin(&self) {}
    /// The statement is done: a driver that cancelled it takes that back.
    fn end(&self) {}
    /// The time that the evaluator has used so far.
    fn time(&self) -> Duration;
    /// Whether the slice at work must end now. Asked between two statements.
    fn is_over(&self) -> bool {
        false
    }
}

/// Scripts that are run within this time are reported together.
const TOGETHER: Duration = Duration::from_millis(20);
/// Scripts of a document whose states are kept for the next edit: those that were run last. A state
/// of a sudoku takes two kilobytes.
const RECENT: usize = 16;
/// Characters of an answer that are kept for showing.
const SHOWN: usize = 4096;

/// The answer of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answered<'a> {
    /// Its lines, or the beginning of them.
    pub(super) data: Data<'a>,
    /// Whether the text is complete.
    pub(super) whole: bool,
    /// The number of its lines.
    pub(super) lines: usize,
    /// How it ended.
    pub(super) verdict: Verdict,
}

/// The answers of a script's statements: a hundred thousand of them lie in two blocks.
#[derive(Debug, Default)]
pub(super) struct Answers {
    text: String,
    /// For each statement where its text ends, its lines (none: no answer), whether it is whole,
    /// what it means and how it ended.
    ends: Vec<(u32, u32, bool, (Shape, Verdict))>,
}

impl Answers {
    fn push(&mut self, answer: Option<(Data<'_>, Verdict)>) {
        let (mut lines, mut whole, mut verdict) = (0, true, Verdict::Fine);
        let mut shape = Shape::Text;
        if let Some((data, of)) = answer {
            let text = data.text;
            shape = data.shape;
            let cut = text.char_indices().nth(SHOWN).map_or(text.len(), |(at, _)| at);
            self.text.push_str(&text[..cut]);
            (lines, whole, verdict) = (text.split('\n').count() as u32, cut == text.len(), of);
        }
        self.ends.push((self.text.len() as u32, lines, whole, (shape, verdict)));
    }

    /// Those of the first `count` statements.
    fn first(&self, count: usize) -> Self {
        let ends = self.ends[..count.min(self.ends.len())].to_vec();
        let text = self.text[..ends.last().map_or(0, |one| one.0 as usize)].to_owned();
        Self { text, ends }
    }

    /// The answer of the script's statement `at`.
    pub(super) fn get(&self, at: usize) -> Option<Answered<'_>> {
        let &(end, lines, whole, (shape, verdict)) = self.ends.get(at).filter(|one| one.1 > 0)?;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before].0);
        let text = &self.text[start as usize..end as usize];
        Some(Answered { data: Data { text, shape }, whole, lines: lines as usize, verdict })
    }
}

/// The results of running a script.
#[derive(Debug, Default)]
pub(super) struct Evaluated {
    /// The answer of each statement of the script.
    pub(super) answers: Answers,
    /// Moves of `play` statements: the place in the script, and its moves.
    pub(super) plays: HashMap<usize, Vec<Step>>,
    /// The diagnostics found.
    pub(super) found: Arc<Found>,
}

/// News for the evaluator.
#[derive(Debug)]
pub struct Order {
    uri: String,
    /// The new text of the document, or `None` if it is closed.
    checked: Option<Arc<Checked>>,
}

/// Scripts of a text of a document that were run.
#[derive(Debug)]
pub(super) struct Evaluation {
    pub(super) uri: String,
    pub(super) checked: Arc<Checked>,
    /// Each script with its number, and whether it found more than the check.
    pub(super) scripts: Vec<(u64, bool, Arc<Evaluated>)>,
}

/// The script that is run at the moment: the server stops the evaluator at it.
#[derive(Debug, Default)]
pub(super) struct Current {
    at: Mutex<Option<(String, u64)>>,
    cancel: Cancel,
    abort: AtomicBool,
}

impl Current {
    /// The order that brings a new text of a document, or closes it (`None`). A script that is
    /// running is stopped if it is not part of the text.
    pub(super) fn order(&self, uri: &str, checked: Option<&Arc<Checked>>) -> Order {
        let mut scripts = checked.into_iter().flat_map(|checked| &checked.scripts);
        let current = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((own, id)) = &*current
            && own == uri
            && scripts.all(|script| script.id != *id)
        {
            self.stop();
        }
        Order { uri: uri.to_owned(), checked: checked.cloned() }
    }

    /// Stops the script that is running.
    pub(super) fn stop(&self) {
        self.abort.store(true, Ordering::SeqCst);
        self.cancel.cancel();
    }

    fn set(&self, to: Option<(String, u64)>) {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        if to.is_some() {
            self.abort.store(false, Ordering::SeqCst);
            self.cancel.clear();
        }
        *at = to;
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
    /// The scripts that were run last, so that an edit below a statement does not run it again.
    recent: VecDeque<(Ran, Arc<Evaluated>)>,
}

impl Job {
    /// The last run of a script that began like this one.
    fn recent(&mut self, checked: &Checked, script: &Script) -> (Ran, Arc<Evaluated>) {
        let at = self.recent.iter().rposition(|(ran, _)| ran.begins(checked, script));
        at.and_then(|at| self.recent.remove(at)).unwrap_or_default()
    }

    /// Keeps a run for the next edit.
    fn keep(&mut self, ran: Ran, evaluated: Arc<Evaluated>) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((ran, evaluated));
    }

    /// The next script that was not run, if there is one.
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
    time: Duration,
    total: Duration,
    current: Arc<Current>,
    /// The document edited last comes first.
    jobs: Vec<(String, Job)>,
    /// Small scripts are reported together.
    batch: Option<Evaluation>,
    /// When a batch was reported last, in the time of the [`Watch`].
    since: Duration,
    /// Whether an order has come, for which the batch does not wait.
    is_ordered: bool,
}

impl Evaluator {
    pub(super) fn new(settings: &Settings, current: Arc<Current>) -> Self {
        let cancel = current.cancel.clone();
        let budget = Budget { cancel, ..settings.budget.clone() };
        let (time, total) = (settings.time, settings.total);
        let (jobs, batch, since, is_ordered) = (Vec::new(), None, Duration::ZERO, false);
        Self { budget, time, total, current, jobs, batch, since, is_ordered }
    }

    /// The time for a statement.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The flag that stops the statement at work.
    pub fn cancel(&self) -> &Cancel {
        &self.current.cancel
    }

    /// Receives an order.
    pub fn accept(&mut self, Order { uri, checked }: Order) {
        self.is_ordered = true;
        let old = self.jobs.iter().position(|(own, _)| *own == uri);
        let mut job = old.map_or_else(Job::default, |at| self.jobs.remove(at).1);
        let Some(checked) = checked else { return };
        for id in &checked.gone {
            job.done.remove(id);
        }
        for id in std::mem::take(&mut job.late) {
            job.done.remove(&id);
        }
        (job.checked, job.next, job.spent) = (Some(checked), 0, Duration::ZERO);
        self.jobs.insert(0, (uri, job));
    }

    /// Works for a slice: on a script, or on some of its statements. `None` if the work goes on with
    /// the next slice and there is nothing to report yet.
    pub fn slice(&mut self, watch: &dyn Watch) -> Option<Report> {
        if std::mem::take(&mut self.is_ordered) && self.batch.is_some() {
            return self.report(watch);
        }
        let pending = self.jobs.iter_mut().find_map(|(uri, job)| {
            let (checked, at) = job.pending()?;
            Some((uri.clone(), job, checked, at))
        });
        let Some((uri, job, checked, at)) = pending else {
            return Some(Report(super::Found::Rest));
        };
        let script = &checked.scripts[at];
        // For a script that is not run, the findings of the check stay.
        let unrun = || Evaluated { found: checked.own[at].clone(), ..Evaluated::default() };
        let left = self.total.saturating_sub(job.spent);
        let evaluated = if left.is_zero() {
            Arc::new(unrun())
        } else {
            self.current.set(Some((uri.clone(), script.id)));
            let (mut ran, last) = job.recent(&checked, script);
            let began = watch.time();
            let (budget, abort) = (&self.budget, &self.current.abort);
            let run = Run { checked: &checked, script, budget, abort, watch, end: began + left };
            let evaluated = catch_unwind(AssertUnwindSafe(|| run.evaluate(&mut ran, &last)));
            job.spent += watch.time().saturating_sub(began);
            self.current.set(None);
            match evaluated {
                Ok((evaluated, is_done)) => {
                    let evaluated = Arc::new(evaluated);
                    job.keep(ran, evaluated.clone());
                    if !is_done {
                        return None;
                    }
                    evaluated
                }
                Err(_) => Arc::new(unrun()),
            }
        };
        if !self.current.abort.swap(false, Ordering::SeqCst) {
            job.done.insert(script.id);
            if job.spent >= self.total {
                job.late.push(script.id);
            }
            // Whether it found more than the check did.
            let starts = checked.starts(script);
            let novel = checked.own[at].at(&starts) != evaluated.found.at(&starts);
            let (own, checked, scripts) = (uri.clone(), checked.clone(), Vec::new());
            let batch = || Evaluation { uri: own, checked, scripts };
            self.batch.get_or_insert_with(batch).scripts.push((script.id, novel, evaluated));
        }
        let more = self.jobs.first_mut().filter(|(own, _)| *own == uri);
        let more = more.is_some_and(|(_, job)| job.pending().is_some());
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

/// A script that is run.
pub(super) struct Run<'a> {
    pub(super) checked: &'a Checked,
    pub(super) script: &'a Script,
    pub(super) budget: &'a Budget,
    abort: &'a AtomicBool,
    pub(super) watch: &'a dyn Watch,
    /// When the document has had its time.
    end: Duration,
}

impl Run<'_> {
    /// Whether the rest of the script must not be run: the document has had its time, or the text
    /// has changed.
    pub(super) fn is_over(&self) -> bool {
        self.abort.load(Ordering::SeqCst) || self.watch.time() >= self.end
    }

    /// Runs the script, or what is not known of it from `last`, an earlier run of one that began
    /// like it. Answers also whether it is done; if not, it goes on from what is known now.
    fn evaluate(&self, ran: &mut Ran, last: &Evaluated) -> (Evaluated, bool) {
        let Self { checked, script, budget, watch, .. } = *self;
        let mode = Mode::Check { solve: true };
        let mut held = checked.resume(script, ran);
        let (answers, is_done) = loop {
            let mut answers = last.answers.first(held);
            let mut at = held;
            let pause = &|| watch.is_over();
            let walked = checked.run_on(script, mode, budget, ran, pause, &mut |event| {
                match event {
                    Event::Begin => {
                        if at > answers.ends.len() {
                            answers.push(None); // the one before had no answer
                        }
                        at += 1;
                        watch.begin();
                    }
                    // A query in a body is not a separate command, and an unknown state proves
                    // nothing.
                    Event::Answer { data, verdict, known, .. } => {
                        if at > 1 && known {
                            answers.push(Some((data, verdict)));
                        }
                    }
                    Event::Changed { .. } | Event::Replaced { .. } | Event::Judged { .. } => {}
                    Event::Done => {
                        watch.end();
                        if self.is_over() {
                            budget.cancel.cancel(); // the rest of the script is not run
                        }
                    }
                }
            });
            match walked {
                Walked::Through => break (answers, true),
                Walked::Paused => break (answers, false),
                Walked::Lost => held = 0,
            }
        };
        let known = last.plays.iter().filter(|(at, _)| **at < held);
        let mut plays: HashMap<_, _> = known.map(|(at, one)| (*at, one.clone())).collect();
        if !is_done {
            return (Evaluated { answers, plays, found: Arc::default() }, false);
        }
        if !budget.cancel.is_cancelled() {
            plays::follow(self, held, &mut plays);
        }
        let mut diagnostics: Vec<_> = ran.found.iter().map(|(_, one)| one.clone()).collect();
        let place = checked.scripts.iter().position(|one| one.id == script.id);
        let own = || place.map_or_else(Vec::new, |at| checked.own[at].at(&checked.starts(script)));
        add_check(&mut diagnostics, own);
        sort(&mut diagnostics);
        let starts = if diagnostics.is_empty() { Vec::new() } else { checked.starts(script) };
        let found = Arc::new(Found::new(diagnostics, starts));
        (Evaluated { answers, plays, found }, true)
    }
}
