//! The threads that do the work of the server.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{available_parallelism, spawn};
use std::time::{Duration, Instant};

use super::Event;
use super::outbox::Outbox;
use crate::host::{hard_limit, spawn_small, thread_time};
use crate::lsp::server::{Job, Lookup};
use crate::search::Cancel;

/// The time between two reports of the progress of a command.
const TICK: Duration = Duration::from_millis(100);
/// A job that has been at work for this time does not keep the next one from its thread.
const LONG: Duration = Duration::from_millis(50);
/// The most jobs at work.
const MOST: usize = 16;
/// Bytes of a limited address space for a job at work: the allocator reserves some for each thread.
const SPACE: u64 = 256 << 20;

/// A job at work.
struct RunningJob {
    id: u64,
    began: Instant,
    /// The processor time that it has left, if it is limited.
    left: Option<Duration>,
    cancel: Cancel,
}

/// The threads that run jobs.
pub(super) struct Pool {
    events: Sender<Event>,
    jobs: Sender<Job>,
    queue: Arc<Mutex<Receiver<Job>>>,
    threads: usize,
    /// The number of processors.
    cores: usize,
    /// The most jobs at work.
    most: usize,
    /// In the order in which they began.
    at_work: VecDeque<RunningJob>,
    /// The time up to which the processor time of the jobs is known.
    counted: Instant,
}

impl Pool {
    pub(super) fn new(events: Sender<Event>) -> Self {
        let (jobs, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let cores = available_parallelism().map_or(1, NonZero::get);
        let most =
            hard_limit().map_or(MOST, |bytes| (bytes / SPACE).clamp(1, MOST as u64) as usize);
        let threads = 0;
        let at_work = VecDeque::new();
        let counted = Instant::now();
        Self { events, jobs, queue, threads, cores, most, at_work, counted }
    }

    /// Returns whether another job can begin: one more than there are processors, besides those that
    /// take long.
    pub(super) fn has_room(&self) -> bool {
        let young = self.at_work.iter().filter(|work| work.began.elapsed() < LONG).count();
        young <= self.cores && self.at_work.len() < self.most
    }

    /// Has a job done.
    pub(super) fn begin(&mut self, job: Job) {
        self.keep_time();
        let id = job.id();
        let left = job.time();
        let cancel = job.cancel().clone();
        self.at_work.push_back(RunningJob { id, began: Instant::now(), left, cancel });
        if self.threads < self.at_work.len() {
            self.threads += 1;
            let queue = self.queue.clone();
            let events = self.events.clone();
            spawn(move || {
                let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                while let Ok(job) = next() {
                    run(&job, &events);
                }
            });
        }
        let _ = self.jobs.send(job);
    }

    /// Takes note that a job has ended.
    pub(super) fn end(&mut self, job: u64) {
        self.keep_time();
        self.at_work.retain(|work| work.id != job);
    }

    /// Cancels the jobs that have had their time. The jobs at work share the processors.
    pub(super) fn keep_time(&mut self) {
        let now = Instant::now();
        let passed = now.duration_since(self.counted);
        self.counted = now;
        let share = (self.cores as f64 / self.at_work.len().max(1) as f64).min(1.0);
        let spent = passed.mul_f64(share);
        for work in &mut self.at_work {
            let Some(left) = &mut work.left else { continue };
            *left = left.saturating_sub(spent);
            if left.is_zero() {
                work.cancel.cancel();
            }
        }
    }

    /// Returns the time after which to look again at the jobs at work; `None` if there are none.
    pub(super) fn wait(&self) -> Option<Duration> {
        let running = self.at_work.iter().filter(|work| !work.cancel.is_cancelled());
        let left = running.filter_map(|work| work.left);
        let young = self.at_work.iter().map(|work| LONG.saturating_sub(work.began.elapsed()));
        left.chain(young.filter(|left| !left.is_zero())).min()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for work in &self.at_work {
            work.cancel.cancel();
        }
    }
}

/// Runs a job, and reports how far it is.
fn run(job: &Job, events: &Sender<Event>) {
    let before = thread_time();
    let (done, over) = channel::<()>();
    let reporter = job.observer().and_then(|observer| {
        let events = events.clone();
        spawn_small("progress", move || {
            while over.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let _ = events.send(Event::Report(observer.report()));
            }
        })
        .ok()
    });
    job.run(&mut |report| _ = events.send(Event::Report(report)));
    drop(done);
    if let Some(reporter) = reporter {
        let _ = reporter.join();
    }
    let ended = job.ended(thread_time().saturating_sub(before));
    let _ = events.send(Event::Ended(job.id(), ended));
}

/// Makes the answers to requests on a thread, one after the other, and waits for room in the outbox
/// before each.
pub(super) fn answer(events: Sender<Event>, outbox: Outbox) -> Sender<Lookup> {
    let (sender, lookups) = channel::<Lookup>();
    spawn(move || {
        for lookup in lookups {
            outbox.wait_for_room();
            if events.send(Event::Report(lookup.answer())).is_err() {
                return;
            }
        }
    });
    sender
}
