//! The language server itself, without transport, threads and clock: a driver brings the messages
//! and the time, and takes messages and work away.
//!
//! ```text
//!  messages ─receive▶ ┌────────┐ ─take_messages▶ for the client
//!      time ────step▶ │ Server │ ─next_job▶ Job ─run▶ ┐
//!           ┌─report▶ └────────┘ ─next_lookup▶ Lookup ├▶ Report
//!           └─────────────────────────────────────────┘
//! ```
//!
//! The server checks a document after each change ([`crate::session::incremental`]), answers the
//! quick requests at once, and never waits for a search: searches are jobs that it hands out. The
//! driver runs them where it can, on threads or, [as bytes](JobWriter), in another worker, and reports
//! what they send. Requests that need what is not known yet stay open until it is.

mod board;
mod calls;
mod client;
mod diagnostics;
mod document;
mod hints;
mod jobs;
mod lookup;
mod message;
mod notifications;
mod place;
mod protocol;
mod requests;
mod run;
mod sync;
#[cfg(test)]
pub(crate) mod tests;
mod wire;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::board::{Distances, Judgments};
use self::calls::{Call, LogMessage, LogTrace, MessageType};
use self::client::Client;
use self::document::Document;
pub use self::jobs::{Job, Observer};
use self::jobs::{JobResult, Jobs, Limits};
pub use self::lookup::Lookup;
use self::lookup::Pending;
use self::message::{ErrorCode, Refusal};
pub use self::message::{Message, RequestId};
use self::requests::initialize::Options;
use self::run::Running;
pub use self::wire::{JobReader, JobWriter};
use crate::diag::Code;
use crate::kinds::KINDS;
use crate::puzzle::Registry;
use crate::search::Budget;
use crate::text::Span;

/// Returns the messages about boards and tests as declarations in TypeScript.
#[doc(hidden)]
pub fn board_types() -> String {
    board::types::typescript()
}

/// The time between two pushes of the diagnostics of a document while it is run. Each pushes all of
/// them.
const PUSHED: Duration = Duration::from_millis(500);
/// Requests that are answered on other threads at the same time.
const CROWD: usize = 32;
/// The time for which a request for hints waits for searches, unless the client says otherwise.
const PATIENCE: Duration = Duration::from_secs(1);

/// The limits of a server, and the services of its driver.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The kinds of puzzle that documents can declare.
    pub kinds: Registry,
    /// The limits of a search, and the account of its memory.
    pub budget: Budget,
    /// The processor time for a puzzle and all its statements, unless the client says otherwise. The
    /// driver keeps it ([`Job::time`]).
    pub time: Duration,
    /// The time for the searches of a document between two edits, unless the client says otherwise.
    pub total: Duration,
    /// Finds the address of the page that explains a code.
    pub link: fn(&'static Code) -> Option<String>,
    /// The codes of warnings and advice that are not published.
    pub allow: Vec<&'static Code>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            kinds: KINDS,
            budget: Budget::unlimited(),
            time: Duration::from_secs(2),
            total: Duration::from_secs(10),
            link: |_| None,
            allow: Vec::new(),
        }
    }
}

/// A result of a [`Job`] or a [`Lookup`], for [`Server::report`].
#[derive(Debug)]
pub struct Report(News);

#[derive(Debug)]
enum News {
    /// The result of the job with this number.
    Job(u64, JobResult),
    /// The progress of a running command: the token, a sentence.
    Progress(RequestId, String),
    /// The answer to a request.
    Answer(RequestId, Vec<u8>),
}

impl Report {
    fn of(job: u64, result: JobResult) -> Self {
        Self(News::Job(job, result))
    }

    fn progress(token: RequestId, sentence: String) -> Self {
        Self(News::Progress(token, sentence))
    }
}

/// A message for the client, serialized.
#[derive(Debug)]
pub struct Outgoing {
    /// The message.
    pub body: Vec<u8>,
    /// The topic of the message, if it replaces every earlier message with the same topic, so that
    /// those that have not been sent yet can be dropped.
    pub topic: Option<String>,
}

impl From<Vec<u8>> for Outgoing {
    fn from(body: Vec<u8>) -> Self {
        Self { body, topic: None }
    }
}

/// The states of the protocol's lifecycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Lifecycle {
    /// Before `initialize`.
    #[default]
    Uninitialized,
    /// Between `initialize` and `shutdown`.
    Running,
    /// After `shutdown`.
    ShuttingDown,
}

/// How much of its work the server reports to the client, by `$/logTrace`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trace {
    /// Nothing.
    #[default]
    Off,
    /// The messages that it handles and the jobs that it runs, with their times.
    Messages,
    /// Also what they consist of, and with details.
    Verbose,
}

/// A request of the server whose response it awaits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// For its settings.
    Configuration,
}

/// A request that waits for outcomes.
#[derive(Debug)]
struct Waiting {
    /// The time when it is answered with the results known by then.
    until: Duration,
    id: RequestId,
    uri: String,
    version: i32,
    within: Span,
    /// The first statement that has not been run: it only moves on.
    unready: usize,
}

/// The state of the server. Times count from any moment of the driver's choice.
#[derive(Debug, Default)]
pub struct Server {
    /// Messages that were not handled yet.
    queue: VecDeque<Message>,
    messages: Vec<Outgoing>,
    /// Lines for a log: why a message was dropped or a request refused.
    notes: Vec<String>,
    jobs: Jobs,
    lookups: VecDeque<Lookup>,
    /// The time of the last event.
    now: Duration,
    lifecycle: Lifecycle,
    has_ended: bool,
    /// True if the client was told that the puzzles need more memory than is allowed.
    has_logged_full: bool,
    client: Arc<Client>,
    settings: Settings,
    documents: BTreeMap<String, Document>,
    running: Vec<Running>,
    waiting: Vec<Waiting>,
    /// Requests that are answered by a [`Lookup`].
    pending: HashMap<RequestId, Pending>,
    /// Requests of the server whose responses it awaits.
    awaited: Vec<(RequestId, Awaited)>,
    /// Documents whose diagnostics are to be pushed.
    dirty: BTreeSet<String>,
    /// Documents whose hints the client got while some of their commands had not been run.
    partial: BTreeSet<String>,
    /// The time when the diagnostics of a document that is not done were pushed last.
    pushed: Duration,
    /// Documents with outcomes that came since the client was last asked to request again.
    evaluated: BTreeSet<String>,
    /// The time for which a request for hints waits for searches.
    patience: Duration,
    /// Solutions found by lenses, by document and script.
    solved: HashMap<(String, u64), String>,
    /// Results of expectations found by lenses, by document and script.
    tested: HashMap<(String, u64), Judgments>,
    /// Distances of the states that boards show.
    distances: Distances,
    /// Counts our own requests and tokens.
    count: i32,
    parent: Option<u32>,
    trace: Trace,
}

impl Server {
    /// Returns a server that has received no message yet.
    pub fn new(settings: Settings) -> Self {
        Self { settings, patience: PATIENCE, ..Self::default() }
    }

    /// Queues a message of the client. All that have arrived are queued before the next is handled,
    /// so that requests that are cancelled already are not begun.
    pub fn receive(&mut self, message: Message) {
        self.queue.push_back(message);
    }

    /// Handles a message, or sends what must go out before it. Returns whether there was a message.
    pub fn step(&mut self, now: Duration) -> bool {
        self.now = now;
        let Some(message) = self.queue.pop_front() else { return false };
        let _span = message.span().entered();
        match message {
            Message::Request(id, method, params) => {
                if self.drop_request(&id) {
                    self.refuse(&id, ErrorCode::RequestCancelled, "cancelled");
                } else if self.flush() {
                    // Diagnostics do not wait for the answer to a request.
                    self.queue.push_front(Message::Request(id, method, params));
                    return true;
                } else {
                    self.request(&id, &method, params);
                }
            }
            Message::Notification(method, params) => {
                self.guarded(|server| notifications::handle(server, &method, params));
                if self.has_ended {
                    return true;
                }
            }
            Message::Response(id, result) => {
                self.guarded(|server| server.receive_response(&id, result));
            }
        }

        if self.queue.is_empty() {
            self.flush();
        }
        true
    }

    /// Receives a result of the work.
    pub fn report(&mut self, Report(news): Report, now: Duration) {
        self.now = now;
        self.guarded(|server| match news {
            News::Job(job, JobResult::Outcome(part, outcome)) => {
                server.take_outcome(job, part, outcome);
            }
            News::Job(job, JobResult::Done(done)) => server.command_done(job, *done),
            News::Job(job, JobResult::Distances(distances)) => server.distances.end(job, distances),
            News::Job(job, JobResult::Ended(spent)) => server.job_ended(job, spent),
            News::Progress(token, sentence) => server.report_progress(&token, &sentence),
            News::Answer(id, answer) => {
                if server.pending.remove(&id).is_some() {
                    server.messages.push(answer.into());
                }
            }
        });
        self.guarded(Self::notify_changed);
    }

    /// Responds to the requests that have waited long enough.
    pub fn pass(&mut self, now: Duration) {
        self.now = now;
        self.guarded(Self::serve_waiting);
        self.guarded(Self::notify_changed);
    }

    /// Returns the time when [`Server::pass`] should be called at the latest; `None` if nothing
    /// waits.
    pub fn deadline(&self) -> Option<Duration> {
        let waiting = self.waiting.iter().map(|request| request.until).min();
        waiting.into_iter().chain(self.distances.deadline()).min()
    }

    /// Returns whether requests are being answered by a [`Lookup`].
    pub fn is_answering(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Returns whether so many requests are being answered by a [`Lookup`] that no further message
    /// should be handled.
    pub fn is_crowded(&self) -> bool {
        self.pending.len() >= CROWD
    }

    /// Takes the messages for the client.
    pub fn take_messages(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.messages)
    }

    /// Takes the lines for a log.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Returns the next request whose answer takes long.
    pub fn next_lookup(&mut self) -> Option<Lookup> {
        self.lookups.pop_front()
    }

    /// Returns whether the client has sent `exit`.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Returns whether the client has sent `shutdown`, as it must before `exit`.
    pub fn is_shutting_down(&self) -> bool {
        self.lifecycle == Lifecycle::ShuttingDown
    }

    /// Returns the process that started the server, if the client named it.
    pub fn parent(&self) -> Option<u32> {
        self.parent
    }

    /// Returns how much of the work the client wants to be told by [`Server::log_trace`].
    pub fn trace(&self) -> Trace {
        self.trace
    }

    /// Tells the client of something that was done; `details` only if it wants them.
    pub fn log_trace(&mut self, message: &str, details: &str) {
        let verbose = match self.trace {
            Trace::Off => return,
            Trace::Messages => None,
            Trace::Verbose => Some(details),
        };
        self.notify(LogTrace { message, verbose });
    }

    /// Runs something that must not end the server.
    fn guarded(&mut self, work: impl FnOnce(&mut Self)) {
        if catch_unwind(AssertUnwindSafe(|| work(self))).is_err() {
            self.log("internal error; the server continues; please report it");
        }
    }

    fn notify<C: Call>(&mut self, params: C) {
        self.messages.push(message::call(None, C::METHOD, Some(params)).into());
    }

    /// Sends a notification that makes the earlier ones about `what` useless.
    fn notify_newest<C: Call>(&mut self, what: &str, params: C) {
        let body = message::call(None, C::METHOD, Some(params));
        self.messages.push(Outgoing { body, topic: Some(format!("{} {what}", C::METHOD)) });
    }

    /// Notes for a log why something was not done.
    fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    fn log(&mut self, message: &str) {
        self.note(message.to_owned());
        self.notify(LogMessage { r#type: MessageType::Error, message });
    }

    /// Sends the client a request whose response the server awaits. An earlier one for the same
    /// purpose is no longer awaited.
    fn ask_for<C: Call>(&mut self, awaited: Awaited, params: C) {
        let id = self.fresh_id();
        self.messages.push(message::call(Some(&id), C::METHOD, Some(params)).into());
        self.awaited.retain(|(_, other)| *other != awaited);
        self.awaited.push((id, awaited));
    }

    /// Receives the client's answer to a request, `None` if that failed.
    fn receive_response(&mut self, id: &RequestId, result: Option<Value>) {
        let Some(at) = self.awaited.iter().position(|(sent_id, _)| sent_id == id) else { return };
        match (self.awaited.remove(at).1, result) {
            (_, None) => {}
            (Awaited::Configuration, Some(sections)) => {
                if let Ok([options]) = message::parse::<[Options; 1]>(sections) {
                    self.configure(&options);
                }
            }
        }
    }

    /// Asks the client for something whose answer does not matter.
    fn ask<C: Call>(&mut self, params: Option<C>) {
        let id = self.fresh_id();
        // A second request without parameters asks for the same.
        let topic = params.is_none().then(|| C::METHOD.to_owned());
        self.messages.push(Outgoing { body: message::call(Some(&id), C::METHOD, params), topic });
    }

    /// Returns an id or a token of the server that was not used before.
    fn fresh_id(&mut self) -> RequestId {
        self.count += 1;
        RequestId::Text(format!("puzzled-{}", self.count))
    }

    fn answer(&mut self, id: &RequestId, result: Result<impl Serialize, Refusal>) {
        self.messages.push(message::answer(id, result).into());
    }

    fn refuse(&mut self, id: &RequestId, code: ErrorCode, why: &str) {
        self.note(format!("refused the request {id}: {why}"));
        self.answer(id, Err::<(), _>(Refusal::new(code, why)));
    }

    fn request(&mut self, id: &RequestId, method: &str, params: Value) {
        match catch_unwind(AssertUnwindSafe(|| requests::respond(self, id, method, params))) {
            Ok(Ok(())) => {}
            Ok(Err(refusal)) => {
                self.note(format!("refused `{method}`, the request {id}: {}", refusal.message));
                self.answer(id, Err::<(), _>(refusal));
            }
            Err(_) => {
                let why = "internal error; please report it";
                self.refuse(id, ErrorCode::InternalError, why);
            }
        }
    }

    /// Takes over what the client sets; the rest stays. Once documents are open, they are evaluated
    /// anew if that changes what may be found.
    fn configure(&mut self, options: &Options) {
        let settings = &mut self.settings;
        let before = Limits::of(settings);
        settings.time = options.budget.duration().unwrap_or(settings.time);
        settings.total = options.document.duration().unwrap_or(settings.total);
        self.patience = options.hints.duration().unwrap_or(self.patience);
        let limits = Limits::of(settings);
        if limits != before && self.lifecycle == Lifecycle::Running {
            self.distances.retry();
            self.partial.extend(self.documents.keys().cloned());
            self.evaluate_anew();
        }
    }

    /// Returns the open document of that URI.
    fn document(&self, uri: &str) -> Result<&Document, Refusal> {
        self.documents
            .get(uri)
            .ok_or_else(|| Refusal::new(ErrorCode::InvalidParams, format!("`{uri}` is not open")))
    }
}
