//! The server's loop: its life from `initialize` to `exit`, its documents, and the dispatch of
//! requests.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::client::Client;
use super::document::{self, Document};
use super::evaluate::{self, Worker};
use super::requests;
use super::run::{Running, Told};
use super::transport::{Incoming, Outgoing, Transport};
use crate::host::Limits;
use crate::text::Span;

/// How often the server checks that the client is still there.
const WATCH: Duration = Duration::from_secs(5);

/// How long a request for hints waits for searches, unless the client says otherwise.
const PATIENCE: Duration = Duration::from_secs(1);

/// The states of the protocol's lifecycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lifecycle {
    /// Before `initialize`.
    Uninitialized,
    /// Between `initialize` and `shutdown`.
    Running,
    /// After `shutdown`.
    ShuttingDown,
}

/// Why a request gets no result.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) code: i32,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code: code as i32, message: message.into() }
    }
}

/// A request that waits for the worker.
pub(super) struct Waiting {
    /// When it is answered with what is known by then.
    pub(super) until: Instant,
    pub(super) id: RequestId,
    pub(super) uri: String,
    pub(super) version: i32,
    pub(super) within: Span,
}

/// Both ends of a channel from other threads.
pub(super) type Both<T> = (Sender<T>, Receiver<T>);

/// The state of the server.
pub(super) struct Server {
    pub(super) incoming: Receiver<Incoming>,
    pub(super) out: Sender<Outgoing>,
    pub(super) lifecycle: Lifecycle,
    pub(super) client: Arc<Client>,
    pub(super) limits: Limits,
    /// Processor time that the worker may use for a document after an edit.
    pub(super) total: Duration,
    pub(super) documents: BTreeMap<String, Document>,
    pub(super) folders: Vec<PathBuf>,
    pub(super) worker: Worker,
    pub(super) told: Both<Told>,
    pub(super) answers: Both<(RequestId, Value)>,
    pub(super) running: Vec<Running>,
    pub(super) waiting: Vec<Waiting>,
    /// Requests that another thread answers.
    pub(super) pending: HashSet<RequestId>,
    /// Documents whose diagnostics are to be pushed.
    pub(super) dirty: BTreeSet<String>,
    /// Documents whose new text the worker does not know yet.
    pub(super) fresh: BTreeSet<String>,
    /// Whether a client that asks for diagnostics has not asked for the newest.
    pub(super) unpulled: bool,
    /// Documents whose hints the client got while some of their commands had not been run.
    pub(super) partial: BTreeSet<String>,
    /// Documents about which the worker found something since it last came to rest.
    pub(super) evaluated: BTreeSet<String>,
    /// How long a request for hints waits for searches.
    pub(super) patience: Duration,
    /// Solutions found by lenses, by document and script.
    pub(super) solved: HashMap<(String, u64), String>,
    /// Counts our own requests and tokens.
    pub(super) count: i32,
    pub(super) parent: Option<u32>,
}

impl Server {
    pub(super) fn new(transport: &Transport, limits: Limits, total: Option<Duration>) -> Self {
        let total = total.unwrap_or(evaluate::TOTAL);
        Self {
            incoming: transport.incoming.clone(),
            out: transport.out.clone(),
            lifecycle: Lifecycle::Uninitialized,
            client: Arc::new(Client::new(&Value::Null)),
            worker: Worker::new(limits.clone(), total),
            limits,
            total,
            documents: BTreeMap::new(),
            folders: Vec::new(),
            told: unbounded(),
            answers: unbounded(),
            running: Vec::new(),
            waiting: Vec::new(),
            pending: HashSet::new(),
            dirty: BTreeSet::new(),
            fresh: BTreeSet::new(),
            unpulled: false,
            partial: BTreeSet::new(),
            evaluated: BTreeSet::new(),
            patience: PATIENCE,
            solved: HashMap::new(),
            count: 0,
            parent: None,
        }
    }

    /// Serves until the end; answers whether it was a clean one.
    pub(super) fn run(mut self) -> bool {
        let mut queue: VecDeque<Message> = VecDeque::new();
        let mut ended = false;
        loop {
            // Receive all waiting messages, so that requests that are cancelled already are not
            // begun.
            while let Ok(incoming) = self.incoming.try_recv() {
                match incoming {
                    Incoming::Message(message) => queue.push_back(message),
                    Incoming::End => ended = true, // requests before it are answered first
                }
            }
            if let Some(message) = queue.pop_front() {
                match message {
                    Message::Request(request) => {
                        if dropped(&request.id, &mut queue) {
                            self.refuse(request.id, ErrorCode::RequestCanceled, "cancelled");
                        } else {
                            self.flush();
                            self.request(request);
                        }
                    }
                    Message::Notification(one) if one.method == "exit" => {
                        return self.lifecycle == Lifecycle::ShuttingDown;
                    }
                    Message::Notification(one) => self.guarded(|server| server.notified(one)),
                    Message::Response(_) => {}
                }
                if queue.is_empty() {
                    self.flush();
                }
                continue;
            }
            if ended {
                return self.lifecycle == Lifecycle::ShuttingDown;
            }
            let now = Instant::now();
            let next =
                self.waiting.iter().map(|one| one.until.saturating_duration_since(now)).min();
            let watch = crossbeam_channel::after(next.map_or(WATCH, |next| next.min(WATCH)));
            select! {
                recv(self.incoming) -> one => match one {
                    Ok(Incoming::Message(message)) => queue.push_back(message),
                    Ok(Incoming::End) | Err(_) => ended = true,
                },
                recv(self.worker.news) -> one => if let Ok(one) = one {
                    self.guarded(|server| server.news(one));
                },
                recv(self.told.1) -> one => if let Ok(one) = one { self.tell(one) },
                recv(self.answers.1) -> one => match one {
                    Ok((id, value)) if self.pending.remove(&id) => self.answer(id, Ok(value)),
                    _ => {}
                },
                recv(watch) -> _ => {
                    self.guarded(Self::serve_waiting);
                    if self.orphaned() {
                        return false;
                    }
                }
            }
        }
    }

    /// Whether the process that started this one is gone.
    fn orphaned(&self) -> bool {
        let proc = std::path::Path::new("/proc");
        self.parent.is_some_and(|id| proc.is_dir() && !proc.join(id.to_string()).exists())
    }

    /// Runs something that must not end the server.
    fn guarded(&mut self, work: impl FnOnce(&mut Self)) {
        if catch_unwind(AssertUnwindSafe(|| work(self))).is_err() {
            self.log("internal error; the server continues; please report it");
        }
    }

    pub(super) fn send(&self, message: impl Into<Message>) {
        let _ = self.out.send(Outgoing::Message(message.into()));
    }

    pub(super) fn notify(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    pub(super) fn log(&self, text: &str) {
        self.notify("window/logMessage", json!({ "type": 1, "message": text }));
    }

    /// Asks the client for something whose answer does not matter.
    pub(super) fn ask(&mut self, method: &str, params: Value) {
        self.count += 1;
        let id = RequestId::from(format!("puzzled-{}", self.count));
        self.send(Request::new(id, method.to_owned(), params));
    }

    pub(super) fn answer(&self, id: RequestId, result: Result<Value, Refusal>) {
        self.send(match result {
            Ok(value) => Response::new_ok(id, value),
            Err(refusal) => Response::new_err(id, refusal.code, refusal.message),
        });
    }

    pub(super) fn refuse(&self, id: RequestId, code: ErrorCode, why: &str) {
        self.answer(id, Err(Refusal::new(code, why)));
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match (self.lifecycle, method.as_str()) {
            (Lifecycle::Uninitialized, "initialize") => {
                let result = self.initialize(&params);
                self.answer(id, Ok(result));
                return;
            }
            (Lifecycle::Uninitialized, _) => {
                let why = "the first request must be `initialize`";
                return self.refuse(id, ErrorCode::ServerNotInitialized, why);
            }
            (Lifecycle::ShuttingDown, _) => {
                let why = "only `exit` can follow `shutdown`";
                return self.refuse(id, ErrorCode::InvalidRequest, why);
            }
            (Lifecycle::Running, "initialize") => {
                return self.refuse(
                    id,
                    ErrorCode::InvalidRequest,
                    "the server is already initialized",
                );
            }
            (Lifecycle::Running, "shutdown") => {
                self.lifecycle = Lifecycle::ShuttingDown;
                for one in &self.running {
                    one.cancel.cancel();
                }
                return self.answer(id, Ok(Value::Null));
            }
            (Lifecycle::Running, _) => {}
        }
        let handle = || self.handle(&id, &method, params);
        match catch_unwind(AssertUnwindSafe(handle)) {
            Ok(Some(result)) => self.answer(id, result),
            Ok(None) => {} // answered later
            Err(_) => {
                self.refuse(id, ErrorCode::InternalError, "internal error; please report it");
            }
        }
    }

    /// Answers a request, or arranges that it is answered later.
    fn handle(
        &mut self,
        id: &RequestId,
        method: &str,
        params: Value,
    ) -> Option<Result<Value, Refusal>> {
        match method {
            "textDocument/inlayHint" => self.hints(id, params),
            "workspace/executeCommand" => self.execute(id, &params),
            "workspace/diagnostic" | "workspace/symbol" => {
                self.survey(id, method, &params);
                None
            }
            _ => Some(requests::handle(self, method, params)),
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.lifecycle = Lifecycle::Running;
        self.client = Arc::new(Client::new(params));
        self.parent = params["processId"].as_u64().and_then(|id| u32::try_from(id).ok());
        let seconds = |path: &str| {
            let seconds = params.pointer(&format!("/initializationOptions/{path}/seconds"))?;
            Duration::try_from_secs_f64(seconds.as_f64()?.max(0.0)).ok()
        };
        let (time, total) = (seconds("budget"), seconds("document"));
        if time.or(total).is_some() {
            self.limits.time = time.or(self.limits.time);
            self.total = total.unwrap_or(self.total);
            self.worker = Worker::new(self.limits.clone(), self.total);
        }
        self.patience = seconds("hints").unwrap_or(PATIENCE);
        let folders = params["workspaceFolders"].as_array().cloned().unwrap_or_default();
        let named: Vec<_> = folders.iter().filter_map(|one| one["uri"].as_str()).collect();
        let roots =
            if named.is_empty() { params["rootUri"].as_str().into_iter().collect() } else { named };
        self.folders = roots.into_iter().filter_map(document::path).collect();
        self.client.answer()
    }

    /// The open document of that URI.
    pub(super) fn document(&self, uri: &str) -> Result<&Document, Refusal> {
        self.documents
            .get(uri)
            .ok_or_else(|| Refusal::new(ErrorCode::InvalidParams, format!("`{uri}` is not open")))
    }
}

/// Whether a request is cancelled by a message that is already here; takes that message out.
fn dropped(id: &RequestId, queue: &mut VecDeque<Message>) -> bool {
    let own = |message: &Message| match message {
        Message::Notification(one) if one.method == "$/cancelRequest" => {
            let wanted = serde_json::to_value(id).unwrap_or_default();
            one.params["id"] == wanted
        }
        _ => false,
    };
    match queue.iter().position(own) {
        Some(at) => {
            queue.remove(at);
            true
        }
        None => false,
    }
}

/// Typed parameters of a request.
pub(super) fn parse<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Refusal::new(ErrorCode::InvalidParams, error.to_string()))
}
