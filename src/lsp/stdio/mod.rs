//! Drives the server on two streams. One thread owns the server and passes messages, reports and the
//! time on; reading, writing and the work that the server hands out have threads of their own.

mod log;
mod outbox;
mod pages;
mod transport;
mod work;

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use tracing::Level;

use self::log::Log;
use self::outbox::{Backlog, Writer};
use self::work::Pool;
use super::server::{Lookup, Message, Report, Server, Settings, Trace};
use crate::diag::Code;
use crate::host::trace::{self, Detail, Entry, Listener};
use crate::host::{Console, Exit, Limits, When, output};
use crate::search::Cancel;

/// Returns the least level of the spans of a trace.
fn level(trace: Trace) -> Option<Level> {
    match trace {
        Trace::Off => None,
        Trace::Messages => Some(Level::INFO),
        Trace::Verbose => Some(Level::DEBUG),
    }
}

/// The time between two checks of the driver that the client is still there.
const WATCH: Duration = Duration::from_secs(5);

/// An event for the server.
enum Event {
    /// The client sent a message.
    Message(Message),
    /// The input has ended.
    End,
    /// Work has come to something.
    Report(Report),
    /// The job with this number has ended.
    Ended(u64, Report),
    /// Something was dropped, for the log.
    Note(String),
    /// A client that did not read reads again.
    Room,
    /// Something that is traced has ended.
    Traced(Entry),
}

/// Serves standard input and output until the client says `exit` or goes away. The exit code is 0
/// after a `shutdown`, else 1, as the protocol requires. Warnings and advice of the codes in `allow`
/// are not published. Adds to the file `log` why messages were dropped and requests refused, and the
/// spans of the level `trace` and those above it.
pub fn serve(
    limits: &Limits,
    total: Option<Duration>,
    allow: Vec<&'static Code>,
    log: Option<&Path>,
    trace: Option<Level>,
) -> Exit {
    let log = match log.map(Log::open).transpose() {
        Ok(log) => log,
        Err(error) => return Console::new(When::Auto, None).refuse(error),
    };
    let settings = settings(limits, total, allow);
    let tracer = Tracer { detail: Detail::default(), logged: trace };
    let clean = serve_logged(std::io::stdin(), output(), settings, log, Some(tracer));
    if clean { Exit::Fine } else { Exit::Failed }
}

/// Serves two streams until the input says `exit` or ends; returns whether `shutdown` came before.
/// The fuzzer calls it.
#[doc(hidden)]
pub fn serve_streams(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    limits: &Limits,
    total: Option<Duration>,
    allow: Vec<&'static Code>,
) -> bool {
    serve_logged(input, output, settings(limits, total, allow), None, None)
}

fn settings(limits: &Limits, total: Option<Duration>, allow: Vec<&'static Code>) -> Settings {
    let default = Settings::default();
    Settings {
        budget: limits.budget(&Cancel::default(), None),
        time: limits.time.unwrap_or(default.time),
        total: total.unwrap_or(default.total),
        link: pages::link,
        allow,
        ..default
    }
}

fn serve_logged(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    settings: Settings,
    log: Option<Log>,
    tracer: Option<Tracer>,
) -> bool {
    let (sender, events) = channel();
    if let Some(Tracer { detail, .. }) = &tracer {
        let traced = sender.clone();
        let each = Box::new(move |entry| _ = traced.send(Event::Traced(entry)));
        trace::begin(Some(Listener { detail: detail.clone(), each }));
    }
    let writer = Writer::new(output, sender.clone());
    let backlog = Arc::new(Backlog::default());
    transport::read(input, sender.clone(), writer.outbox.clone(), backlog.clone());
    let server = Server::new(settings);
    let start = Instant::now();
    let lookups = work::answer(sender.clone(), writer.outbox.clone());
    let pool = Pool::new(sender);
    let mut driver = Driver { server, writer, backlog, events, pool, lookups, log, tracer, start };
    driver.set_detail();
    let is_clean = driver.run();
    driver.writer.close();
    is_clean
}

/// What of the server's work is traced.
struct Tracer {
    /// What is traced at all: for the log or for the client.
    detail: Detail,
    /// The least level of what goes to the log.
    logged: Option<Level>,
}

struct Driver {
    server: Server,
    writer: Writer,
    backlog: Arc<Backlog>,
    events: Receiver<Event>,
    pool: Pool,
    /// The channel to the thread that answers requests.
    lookups: Sender<Lookup>,
    log: Option<Log>,
    tracer: Option<Tracer>,
    /// The beginning of the server's time.
    start: Instant,
}

impl Driver {
    /// Serves until the end. Returns whether the end was a clean one.
    fn run(&mut self) -> bool {
        let mut reports = VecDeque::new();
        let mut has_ended = false;
        let mut waited = None;
        loop {
            // All that has arrived is received first: messages come before reports, and the server
            // sees which requests are cancelled.
            while let Some(event) = waited.take().or_else(|| self.events.try_recv().ok()) {
                match event {
                    Event::Message(message) => self.server.receive(message),
                    Event::Report(report) => reports.push_back(report),
                    Event::Ended(job, report) => {
                        self.pool.end(job);
                        reports.push_back(report);
                    }
                    Event::End => has_ended = true, // requests before it are answered first
                    Event::Note(text) => self.note(&text),
                    Event::Room => {}
                    Event::Traced(entry) => self.trace(&entry),
                }
            }

            let now = self.start.elapsed();
            // A client that does not read its answers gets no further ones.
            let is_full = self.writer.outbox.is_full() || self.server.is_crowded();
            if !is_full && self.server.step(now) {
                self.hand_out();
                if self.server.has_ended() {
                    return self.server.is_shutting_down();
                }
            } else if has_ended && !is_full && !self.server.is_answering() {
                return self.server.is_shutting_down();
            } else if let Some(report) = reports.pop_front() {
                self.server.report(report, now);
                self.hand_out();
            } else {
                if !is_full {
                    self.backlog.clear();
                }
                self.begin_jobs();
                let deadline = self.server.deadline().map(|at| at.saturating_sub(now));
                let waits = deadline.into_iter().chain(self.pool.wait());
                match self.events.recv_timeout(waits.min().unwrap_or(WATCH).min(WATCH)) {
                    Ok(event) => waited = Some(event),
                    Err(RecvTimeoutError::Timeout) => {
                        self.pool.keep_time();
                        self.server.pass(self.start.elapsed());
                        self.hand_out();
                        if self.is_orphaned() {
                            return false;
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => return false,
                }
            }
        }
    }

    /// Traces what the log or the client wants, which may have changed.
    fn set_detail(&self) {
        let Some(Tracer { detail, logged }) = &self.tracer else { return };
        detail.set((*logged).max(level(self.server.trace())));
    }

    /// Tells the log and the client of something that was done.
    fn trace(&mut self, entry: &Entry) {
        let text = entry.to_string();
        let logged = self.tracer.as_ref().and_then(|tracer| tracer.logged);
        if logged.is_some_and(|logged| entry.level <= logged) {
            self.note(&format!("{text}{}", entry.fields));
        }
        // What a client does not read is not kept for it.
        let is_wanted = level(self.server.trace()).is_some_and(|wanted| entry.level <= wanted);
        if is_wanted && !self.writer.outbox.is_full() {
            self.server.log_trace(&text, entry.fields.trim_start());
            self.hand_out();
        }
    }

    /// Sends the messages of the server, and has its work done.
    fn hand_out(&mut self) {
        self.set_detail();
        for message in self.server.take_messages() {
            self.writer.outbox.send(message);
        }
        for note in self.server.take_notes() {
            self.note(&note);
        }
        while let Some(lookup) = self.server.next_lookup() {
            let _ = self.lookups.send(lookup);
        }
    }

    /// Has jobs of the server done, as long as there is room.
    fn begin_jobs(&mut self) {
        while self.pool.has_room()
            && let Some(job) = self.server.next_job()
        {
            self.pool.begin(job);
        }
    }

    /// Adds a line to the log, if one is kept.
    fn note(&mut self, text: &str) {
        if let Some(log) = &mut self.log {
            log.add(self.start.elapsed(), text);
        }
    }

    /// Returns whether the process that started this one is gone.
    fn is_orphaned(&self) -> bool {
        let proc = Path::new("/proc");
        let parent = self.server.parent();
        parent.is_some_and(|id| proc.is_dir() && !proc.join(id.to_string()).exists())
    }
}
