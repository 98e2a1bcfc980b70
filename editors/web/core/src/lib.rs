//! The language server in workers of a page: one thread each, a clock that the page brings, and
//! messages as bytes in the memory of the module.
//!
//! ```text
//!  page ─input, receive▶ ┌────────┐ ─next, data▶ page
//!            ─work(ms)─▶ │ Driver │ ─job, data▶ worker for jobs ─input, run▶ ┐
//!                        └────────┘ ◀─input, receive_report── report ◀───────┘
//! ```
//!
//! The first worker drives the server, and never searches: it calls [`work`] again and again, and
//! looks for messages between two calls. Searches are jobs, which run in workers with modules of
//! their own. Such a worker receives nothing while it runs a job, so the first one ends it when the
//! results of the job are no longer needed ([`is_unwanted`]).

mod page;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::Duration;

use puzzled::lsp::server::{
    Job, JobReader, JobWriter, Message, Outgoing, Report, Server, Settings,
};
use puzzled::search::{Budget, Cancel};

/// Bytes that the searches of a worker may use. A module has at most 4 GB, and a page that uses so
/// much is ended by some browsers.
const MEMORY: u64 = 1 << 30;
/// The number of workers for jobs at most.
const WORKERS: usize = 2;
/// Milliseconds after which a job that is at work does not keep the next one from another worker.
const LONG: f64 = 50.0;
/// Milliseconds for which a job may go on whose results are no longer needed, because starting a new
/// worker takes as long.
const SPARED: f64 = 20.0;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Returns the milliseconds since any moment.
    safe fn now() -> f64;

    /// Takes a result of the running job: so many bytes of memory.
    safe fn report(data: *const u8, length: usize);
}

/// Returns the milliseconds since any moment: always 0 outside of a page.
#[cfg(not(target_family = "wasm"))]
fn now() -> f64 {
    0.0
}

/// Takes a result of the running job: outside of a page it is lost.
#[cfg(not(target_family = "wasm"))]
fn report(_data: *const u8, _length: usize) {}

fn time() -> Duration {
    milliseconds(now())
}

fn milliseconds(count: f64) -> Duration {
    Duration::from_micros((count * 1000.0) as u64)
}

fn budget() -> Budget {
    Budget { bytes: MEMORY, ..Budget::unlimited() }
}

/// A worker for jobs.
#[derive(Debug, Default)]
struct Worker {
    writer: JobWriter,
    /// The job that it runs, and the time when that began.
    at_work: Option<(Job, f64)>,
}

/// A server with its work.
#[derive(Debug)]
struct Driver {
    server: Server,
    workers: [Worker; WORKERS],
    reports: VecDeque<Report>,
    outgoing: VecDeque<Outgoing>,
    /// True if the last call of [`Driver::work`] left something to do.
    has_more: bool,
}

impl Driver {
    fn new() -> Self {
        Self {
            server: Server::new(Settings { budget: budget(), ..Settings::default() }),
            workers: Default::default(),
            reports: VecDeque::new(),
            outgoing: VecDeque::new(),
            has_more: false,
        }
    }

    /// Receives a message of the page.
    fn receive(&mut self, frame: &[u8]) {
        match Message::read(frame) {
            Ok(Message::Request(id, method, params)) => match page::answer(&id, &method, &params) {
                Some(answer) => self.outgoing.push_back(answer.into()),
                None => self.server.receive(Message::Request(id, method, params)),
            },
            Ok(message) => self.server.receive(message),
            Err(answer) => self.outgoing.extend(answer.map(Outgoing::from)),
        }
    }

    /// Works for about so many milliseconds.
    fn work(&mut self, milliseconds: f64) {
        let end = now() + milliseconds;
        loop {
            self.has_more = self.step();
            if !self.has_more || now() >= end {
                return;
            }
        }
    }

    /// Does the next thing: a message, a result of a job, a request. Returns false if there is nothing
    /// to do.
    fn step(&mut self) -> bool {
        if self.server.step(time()) {
            self.hand_out();
            return true;
        }
        if self.server.deadline().is_some_and(|at| at <= time()) {
            self.server.pass(time());
            self.hand_out();
        }
        let lookup = || self.server.next_lookup().map(|lookup| lookup.answer());
        let Some(report) = self.reports.pop_front().or_else(lookup) else { return false };
        self.server.report(report, time());
        self.hand_out();
        true
    }

    /// Takes the messages of the server.
    fn hand_out(&mut self) {
        for message in self.server.take_messages() {
            if message.topic.is_some() {
                self.outgoing.retain(|other| other.topic != message.topic);
            }
            self.outgoing.push_back(message);
        }
        drop(self.server.take_notes());
    }

    /// Returns the milliseconds after which there is more to do: 0 for at once, -1 if nothing is to be
    /// done until the next message.
    fn delay(&self) -> f64 {
        if self.has_more {
            return 0.0;
        }
        let now = now();
        let deadline = self.server.deadline().map(|at| at.as_secs_f64() * 1000.0);
        let jobs = self.workers.iter().filter_map(|worker| worker.at_work.as_ref());
        let jobs = jobs.flat_map(|(job, began)| {
            let spared = is_cancelled(job).then_some(began + SPARED);
            [Some(began + LONG).filter(|&at| at > now), spared].into_iter().flatten()
        });
        let next = deadline.into_iter().chain(jobs).min_by(f64::total_cmp);
        next.map_or(-1.0, |at| (at - now).max(0.0))
    }

    /// Returns the next job for a worker that has none. Only long jobs run beside others.
    fn job(&mut self, worker: usize) -> Option<Vec<u8>> {
        let now = now();
        let mut at_work = self.workers.iter().filter_map(|worker| worker.at_work.as_ref());
        if at_work.any(|(_, began)| now - began < LONG) {
            return None;
        }
        let job = self.server.next_job()?;
        let Worker { writer, at_work } = &mut self.workers[worker];
        let bytes = writer.write(&job);
        *at_work = Some((job, now));
        Some(bytes)
    }

    /// Returns whether a worker is to be ended, because the results of its job are no longer needed.
    fn is_unwanted(&self, worker: usize) -> bool {
        let at_work = self.workers[worker].at_work.as_ref();
        at_work.is_some_and(|(job, began)| is_cancelled(job) && now() - began >= SPARED)
    }

    /// Notes that a worker has run its job to the end, in so many milliseconds.
    fn ended(&mut self, worker: usize, spent: f64) {
        if let Some((job, _)) = self.workers[worker].at_work.take() {
            self.reports.push_back(job.ended(milliseconds(spent)));
        }
    }

    /// Notes that there is a new worker in the place of one that has failed, or was ended.
    fn replaced(&mut self, worker: usize) {
        let Worker { at_work, .. } = std::mem::take(&mut self.workers[worker]);
        let Some((job, began)) = at_work else { return };
        if is_cancelled(&job) {
            // A search that is cancelled says so at once.
            job.run(&mut |report| self.reports.push_back(report));
        }
        self.reports.push_back(job.ended(milliseconds(now() - began)));
    }
}

fn is_cancelled(job: &Job) -> bool {
    job.abandoned().is_cancelled() || job.cancel().is_cancelled()
}

thread_local! {
    static DRIVER: RefCell<Driver> = RefCell::new(Driver::new());
    static READER: RefCell<JobReader> = RefCell::new(JobReader::new(budget()));
    /// The time when the running job must stop.
    static END: Cell<f64> = const { Cell::new(f64::INFINITY) };
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Keeps bytes for [`data`]. Returns their length.
fn put(bytes: Option<Vec<u8>>) -> usize {
    let bytes = bytes.unwrap_or_default();
    let length = bytes.len();
    OUTPUT.set(bytes);
    length
}

/// Returns the place of memory for that many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Returns the place of what was put there last.
#[unsafe(no_mangle)]
pub extern "C" fn data() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Receives the message of the page that was written to [`input`].
#[unsafe(no_mangle)]
pub extern "C" fn receive() {
    let frame = INPUT.take();
    DRIVER.with_borrow_mut(|driver| driver.receive(&frame));
}

/// Works for about so many milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn work(milliseconds: f64) {
    DRIVER.with_borrow_mut(|driver| driver.work(milliseconds));
}

/// Returns the milliseconds after which there is more to do: 0 for at once, -1 if nothing is to be
/// done until the next message.
#[unsafe(no_mangle)]
pub extern "C" fn delay() -> f64 {
    DRIVER.with_borrow(Driver::delay)
}

/// Puts the next message for the page to [`data`]. Returns its length, 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn next() -> usize {
    let message = DRIVER.with_borrow_mut(|driver| driver.outgoing.pop_front());
    put(message.map(|message| message.body))
}

/// Returns the number of workers for jobs that there may be.
#[unsafe(no_mangle)]
pub extern "C" fn workers() -> usize {
    WORKERS
}

/// Puts the next job for a worker that has none to [`data`]. Returns its length, 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn job(worker: usize) -> usize {
    put(DRIVER.with_borrow_mut(|driver| driver.job(worker)))
}

/// Receives the result of a job that was written to [`input`].
#[unsafe(no_mangle)]
pub extern "C" fn receive_report() {
    let report = Report::from_bytes(&INPUT.take());
    DRIVER.with_borrow_mut(|driver| driver.reports.extend(report));
}

/// Notes that a worker has run its job to the end, in so many milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn ended(worker: usize, spent: f64) {
    DRIVER.with_borrow_mut(|driver| driver.ended(worker, spent));
}

/// Returns whether a worker is to be ended, because the results of its job are no longer needed.
#[unsafe(no_mangle)]
pub extern "C" fn is_unwanted(worker: usize) -> bool {
    DRIVER.with_borrow(|driver| driver.is_unwanted(worker))
}

/// Notes that there is a new worker in the place of one that has failed, or was ended.
#[unsafe(no_mangle)]
pub extern "C" fn replaced(worker: usize) {
    DRIVER.with_borrow_mut(|driver| driver.replaced(worker));
}

/// Runs the job that was written to [`input`], in a worker for jobs. Returns the milliseconds that it
/// took.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> f64 {
    let (bytes, began) = (INPUT.take(), now());
    END.set(f64::INFINITY);
    let job = READER.with_borrow_mut(|reader| reader.read(&bytes, cancel()));
    if let Some(job) = job {
        END.set(job.time().map_or(f64::INFINITY, |time| now() + time.as_secs_f64() * 1000.0));
        job.run(&mut |result| {
            let bytes = result.to_bytes().unwrap_or_default();
            report(bytes.as_ptr(), bytes.len());
        });
    }
    now() - began
}

/// Returns a flag that is set when the time of the running job is over.
#[cfg(target_family = "wasm")]
fn cancel() -> Cancel {
    Cancel::until(|| now() >= END.get())
}

#[cfg(not(target_family = "wasm"))]
fn cancel() -> Cancel {
    Cancel::default()
}
