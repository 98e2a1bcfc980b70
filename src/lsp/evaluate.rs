//! Running scripts in the background: answers, expectations that need a search, and facts that only
//! a search can find, each statement with a time limit, and each document with one between two
//! edits.
//!
//! One worker does this, script by script in the order of the document. An edit never waits for it:
//! it makes the worker drop outdated results, and keep those that the edit does not touch.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::plays::{self, Step};
use crate::diag::Diagnostic;
use crate::host::{Limits, Timer, thread_time};
use crate::puzzle::{Data, Shape, Verdict};
use crate::search::Cancel;
use crate::session::codes::GAVE_UP;
use crate::session::incremental::{Checked, Found, Ran, Script, sort};
use crate::session::{Event, Mode};

/// Scripts that are run within this time are reported together.
const TOGETHER: Duration = Duration::from_millis(20);
/// How late the end of a document's processor time may be noticed.
const NOTICED: Duration = Duration::from_millis(2);
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

/// For the worker.
#[derive(Debug)]
pub(super) enum Work {
    /// The document has a new text.
    Look(String, Arc<Checked>),
    /// The document is closed.
    Forget(String),
}

/// From the worker.
#[derive(Debug)]
pub(super) enum News {
    /// Scripts of a text of a document were run: each with its number, and whether it found more
    /// than the check.
    Evaluated(String, Arc<Checked>, Vec<(u64, bool, Arc<Evaluated>)>),
    /// Nothing is left to do.
    Idle,
}

/// The script that is run at the moment.
#[derive(Debug, Default)]
struct Current {
    at: Mutex<Option<(String, u64)>>,
    cancel: Cancel,
    abort: AtomicBool,
}

/// The handle of the worker. The worker ends when it is dropped.
#[derive(Debug)]
pub(super) struct Worker {
    work: Sender<Work>,
    pub(super) news: Receiver<News>,
    current: Arc<Current>,
}

impl Worker {
    /// Starts the worker; `total` is the processor time that it may use for a document after an
    /// edit.
    pub(super) fn new(limits: Limits, total: Duration) -> Self {
        let (work, incoming) = unbounded();
        let (outgoing, news) = unbounded();
        let current = Arc::new(Current::default());
        let shared = current.clone();
        std::thread::spawn(move || labour(&incoming, &outgoing, &shared, &limits, total));
        Self { work, news, current }
    }

    /// Receives a new text. The script that is running is stopped if it is not part of the text.
    pub(super) fn look(&self, uri: &str, checked: &Arc<Checked>) {
        let alive = |id| checked.scripts.iter().any(|script| script.id == id);
        self.stop(uri, |id| !alive(id));
        let _ = self.work.send(Work::Look(uri.to_owned(), checked.clone()));
    }

    /// Reports that a document is closed.
    pub(super) fn forget(&self, uri: &str) {
        self.stop(uri, |_| true);
        let _ = self.work.send(Work::Forget(uri.to_owned()));
    }

    fn stop(&self, uri: &str, dead: impl Fn(u64) -> bool) {
        let current = self.current.at.lock().unwrap_or_else(PoisonError::into_inner);
        if current.as_ref().is_some_and(|(own, id)| own == uri && dead(*id)) {
            self.current.abort.store(true, Ordering::SeqCst);
            self.current.cancel.cancel();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.current.abort.store(true, Ordering::SeqCst);
        self.current.cancel.cancel();
    }
}

/// A document that the worker works on.
#[derive(Default)]
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

fn labour(
    work: &Receiver<Work>,
    news: &Sender<News>,
    current: &Current,
    limits: &Limits,
    total: Duration,
) {
    // The document edited last comes first.
    let mut jobs: Vec<(String, Job)> = Vec::new();
    // Small scripts are reported together.
    let mut batch: Vec<(u64, bool, Arc<Evaluated>)> = Vec::new();
    let mut since = Instant::now();
    let timer = Timer::new(limits.time, &current.cancel);
    loop {
        let pending = jobs.iter_mut().find_map(|(uri, job)| Some((uri.clone(), job.pending()?)));
        let first = if pending.is_none() {
            let _ = news.send(News::Idle);
            match work.recv() {
                Ok(work) => Some(work),
                Err(_) => return,
            }
        } else {
            work.try_recv().ok()
        };
        if let Some(first) = first {
            for one in std::iter::once(first).chain(work.try_iter()) {
                let (Work::Look(uri, _) | Work::Forget(uri)) = &one;
                let old = jobs.iter().position(|(own, _)| own == uri);
                let mut job = old.map_or_else(Job::default, |at| jobs.remove(at).1);
                if let Work::Look(uri, checked) = one {
                    for id in &checked.gone {
                        job.done.remove(id);
                    }
                    for id in std::mem::take(&mut job.late) {
                        job.done.remove(&id);
                    }
                    (job.checked, job.next, job.spent) = (Some(checked), 0, Duration::ZERO);
                    jobs.insert(0, (uri, job));
                }
            }
            continue;
        }
        let Some((uri, (checked, at))) = pending else { continue };
        let script = &checked.scripts[at];
        let Some((_, job)) = jobs.iter_mut().find(|(own, _)| *own == uri) else { continue };
        // For a script that is not run, the findings of the check stay.
        let unrun = || Evaluated { found: checked.own[at].clone(), ..Evaluated::default() };
        let left = total.saturating_sub(job.spent);
        let evaluated = if left.is_zero() {
            Arc::new(unrun())
        } else {
            set(current, Some((uri.clone(), script.id)));
            let (mut ran, last) = job.recent(&checked, script);
            let began = thread_time();
            let time = Time { end: began + left, looked: Instant::now() };
            let from = (&mut ran, &*last);
            let run = || evaluate(&checked, script, from, limits, current, (&timer, time));
            let evaluated = match catch_unwind(AssertUnwindSafe(run)) {
                Ok(evaluated) => {
                    let evaluated = Arc::new(evaluated);
                    job.keep(ran, evaluated.clone());
                    evaluated
                }
                Err(_) => Arc::new(unrun()),
            };
            job.spent += thread_time().saturating_sub(began);
            set(current, None);
            evaluated
        };
        if !current.abort.swap(false, Ordering::SeqCst) {
            job.done.insert(script.id);
            if job.spent >= total {
                job.late.push(script.id);
            }
            // Whether it found more than the check did.
            let starts = checked.starts(script);
            let novel = checked.own[at].at(&starts) != evaluated.found.at(&starts);
            batch.push((script.id, novel, evaluated));
        }
        let more =
            jobs.first_mut().is_some_and(|(own, job)| *own == uri && job.pending().is_some());
        if batch.is_empty() || more && work.is_empty() && since.elapsed() < TOGETHER {
            continue;
        }
        since = Instant::now();
        let message = News::Evaluated(uri, checked, std::mem::take(&mut batch));
        if news.send(message).is_err() {
            return;
        }
    }
}

fn set(current: &Current, to: Option<(String, u64)>) {
    let mut at = current.at.lock().unwrap_or_else(PoisonError::into_inner);
    if to.is_some() {
        current.abort.store(false, Ordering::SeqCst);
        current.cancel.clear();
    }
    *at = to;
}

/// The processor time that a document has left.
#[derive(Clone, Copy)]
pub(super) struct Time {
    /// When it is over, as [`thread_time`] counts.
    end: Duration,
    /// When that was looked at last: asking the system costs more than a short statement.
    looked: Instant,
}

impl Time {
    /// Whether it is over; noticed up to [`NOTICED`] late.
    pub(super) fn is_over(&mut self) -> bool {
        if self.looked.elapsed() < NOTICED {
            return false;
        }
        self.looked = Instant::now();
        thread_time() >= self.end
    }
}

/// Runs a script, or what is not known of it from `last`, an earlier run of one that began like it.
fn evaluate(
    checked: &Checked,
    script: &Script,
    (ran, last): (&mut Ran, &Evaluated),
    limits: &Limits,
    Current { cancel, abort, .. }: &Current,
    (timer, mut time): (&Timer, Time),
) -> Evaluated {
    let budget = limits.budget(cancel, None);
    let mode = Mode::Run { solve: true };
    let mut held = checked.resume(script, ran);
    let answers = loop {
        let mut answers = last.answers.first(held);
        let mut at = held;
        let done = checked.run_on(script, mode, &budget, ran, &mut |event| {
            match event {
                Event::Begin => {
                    if at > answers.ends.len() {
                        answers.push(None); // the one before had no answer
                    }
                    at += 1;
                    timer.begin();
                }
                // A query in a body is not a separate command, and an unknown state proves nothing.
                Event::Answer { data, verdict, known, .. } => {
                    if at > 1 && known {
                        answers.push(Some((data, verdict)));
                    }
                }
                Event::Changed { .. } | Event::Replaced { .. } | Event::Judged { .. } => {}
                Event::Done => {
                    timer.end();
                    if abort.load(Ordering::SeqCst) || time.is_over() {
                        cancel.cancel(); // the rest of the script is not run
                    }
                }
            }
        });
        if done {
            break answers;
        }
        held = 0;
    };
    let mut plays: HashMap<_, _> = last
        .plays
        .iter()
        .filter(|(at, _)| **at < held)
        .map(|(at, one)| (*at, one.clone()))
        .collect();
    if !cancel.is_cancelled() {
        plays::follow(checked, script, held, &budget, (abort, timer, time), &mut plays);
    }
    let mut diagnostics: Vec<_> = ran.found.iter().map(|(_, one)| one.clone()).collect();
    if diagnostics.iter().any(|one| *one.code == GAVE_UP) {
        // The findings of the check without searching still hold.
        let place = checked.scripts.iter().position(|one| one.id == script.id);
        let own = place.map(|place| checked.own[place].at(&checked.starts(script)));
        let own: Vec<_> =
            own.into_iter().flatten().filter(|own| !told(&diagnostics, own)).collect();
        diagnostics.extend(own);
    }
    sort(&mut diagnostics);
    let starts = if diagnostics.is_empty() { Vec::new() } else { checked.starts(script) };
    Evaluated { answers, plays, found: Arc::new(Found::new(diagnostics, starts)) }
}

/// Whether both report the same at the same place.
fn told(all: &[Diagnostic], own: &Diagnostic) -> bool {
    all.iter().any(|one| one.code == own.code && one.span == own.span)
}

/// The processor time that a document gets after an edit when the client says nothing.
pub(super) const TOTAL: Duration = Duration::from_secs(10);
/// The time that a statement gets when the client says nothing.
pub(super) const TIME: Duration = Duration::from_secs(2);
