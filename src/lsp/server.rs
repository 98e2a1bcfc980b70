//! The server's loop: its life from `initialize` to `exit`, documents, and who answers what.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::client::Client;
use super::document::{self, Document};
use super::evaluate::{News, Worker};
use super::run::{self, Running, Told};
use super::transport::{Incoming, Outgoing, Transport};
use super::workspace::Survey;
use super::{diagnostics, hints, requests};
use crate::cli::Limits;
use crate::search::Cancel;
use crate::text::Span;

/// How often it is looked whether the client is still there.
const WATCH: Duration = Duration::from_secs(5);

/// Where the server stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    /// Before `initialize`.
    Young,
    /// At work.
    Grown,
    /// Behind `shutdown`.
    Old,
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
struct Waiting {
    id: RequestId,
    uri: String,
    version: i32,
    within: Span,
}

/// The state of the server.
pub(super) struct Server {
    incoming: Receiver<Incoming>,
    out: Sender<Outgoing>,
    life: Life,
    pub(super) client: Arc<Client>,
    pub(super) limits: Limits,
    pub(super) documents: BTreeMap<String, Document>,
    pub(super) folders: Vec<PathBuf>,
    worker: Worker,
    told: (Sender<Told>, Receiver<Told>),
    answers: (Sender<(RequestId, Value)>, Receiver<(RequestId, Value)>),
    running: Vec<Running>,
    waiting: Vec<Waiting>,
    /// Requests that another thread answers.
    elsewhere: HashSet<RequestId>,
    /// Documents whose diagnostics are to be pushed.
    dirty: HashSet<String>,
    /// Whether the worker found something since the client was told to ask again.
    stale: bool,
    /// Solutions found by lenses, by document and thread.
    pub(super) solved: HashMap<(String, u64), String>,
    /// Counts our own requests and tokens.
    count: i32,
    parent: Option<u32>,
}

impl Server {
    pub(super) fn new(transport: &Transport, limits: Limits) -> Self {
        Self {
            incoming: transport.incoming.clone(),
            out: transport.out.clone(),
            life: Life::Young,
            client: Arc::new(Client::new(&Value::Null)),
            worker: Worker::new(limits.clone()),
            limits,
            documents: BTreeMap::new(),
            folders: Vec::new(),
            told: unbounded(),
            answers: unbounded(),
            running: Vec::new(),
            waiting: Vec::new(),
            elsewhere: HashSet::new(),
            dirty: HashSet::new(),
            stale: false,
            solved: HashMap::new(),
            count: 0,
            parent: None,
        }
    }

    /// Serves until the end; whether it was a clean one.
    pub(super) fn run(mut self) -> bool {
        let mut queue: VecDeque<Message> = VecDeque::new();
        loop {
            // Take in all that is there, so that what was cancelled meanwhile is not begun.
            while let Ok(incoming) = self.incoming.try_recv() {
                match incoming {
                    Incoming::Message(message) => queue.push_back(message),
                    Incoming::End => return self.life == Life::Old,
                }
            }
            if let Some(message) = queue.pop_front() {
                match message {
                    Message::Request(request) => {
                        if !dropped(&request.id, &mut queue) {
                            self.flush();
                            self.request(request);
                        } else {
                            self.refuse(request.id, ErrorCode::RequestCanceled, "cancelled");
                        }
                    }
                    Message::Notification(one) if one.method == "exit" => {
                        return self.life == Life::Old;
                    }
                    Message::Notification(one) => self.guarded(|server| server.notified(one)),
                    Message::Response(_) => {}
                }
                if queue.is_empty() {
                    self.flush();
                }
                continue;
            }
            let watch = crossbeam_channel::after(WATCH);
            select! {
                recv(self.incoming) -> one => match one {
                    Ok(Incoming::Message(message)) => queue.push_back(message),
                    Ok(Incoming::End) | Err(_) => return self.life == Life::Old,
                },
                recv(self.worker.news) -> one => if let Ok(one) = one {
                    self.guarded(|server| server.news(one));
                },
                recv(self.told.1) -> one => if let Ok(one) = one { self.tell(one) },
                recv(self.answers.1) -> one => if let Ok((id, value)) = one {
                    if self.elsewhere.remove(&id) {
                        self.answer(id, Ok(value));
                    }
                },
                recv(watch) -> _ => if self.orphaned() { return false; },
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
            self.log("an internal error was survived; please report it");
        }
    }

    pub(super) fn send(&self, message: impl Into<Message>) {
        let _ = self.out.send(Outgoing::Message(message.into()));
    }

    fn notify(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    fn log(&self, text: &str) {
        self.notify("window/logMessage", json!({ "type": 1, "message": text }));
    }

    /// Asks the client for something whose answer does not matter.
    pub(super) fn ask(&mut self, method: &str, params: Value) {
        self.count += 1;
        let id = RequestId::from(format!("puzzled-{}", self.count));
        self.send(Request::new(id, method.to_owned(), params));
    }

    fn answer(&self, id: RequestId, result: Result<Value, Refusal>) {
        self.send(match result {
            Ok(value) => Response::new_ok(id, value),
            Err(refusal) => Response::new_err(id, refusal.code, refusal.message),
        });
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, why: &str) {
        self.answer(id, Err(Refusal::new(code, why)));
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match (self.life, method.as_str()) {
            (Life::Young, "initialize") => {
                let result = self.initialize(&params);
                self.answer(id, Ok(result));
                return;
            }
            (Life::Young, _) => {
                let why = "the first request has to be `initialize`";
                return self.refuse(id, ErrorCode::ServerNotInitialized, why);
            }
            (Life::Old, _) => {
                let why = "nothing but `exit` may follow `shutdown`";
                return self.refuse(id, ErrorCode::InvalidRequest, why);
            }
            (Life::Grown, "initialize") => {
                return self.refuse(id, ErrorCode::InvalidRequest, "this server is initialised");
            }
            (Life::Grown, "shutdown") => {
                self.life = Life::Old;
                for one in &self.running {
                    one.cancel.cancel();
                }
                return self.answer(id, Ok(Value::Null));
            }
            (Life::Grown, _) => {}
        }
        let handle = || self.handle(&id, &method, params);
        match catch_unwind(AssertUnwindSafe(handle)) {
            Ok(Some(result)) => self.answer(id, result),
            Ok(None) => {} // answered later
            Err(_) => {
                self.refuse(id, ErrorCode::InternalError, "an internal error; please report it")
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
        self.life = Life::Grown;
        self.client = Arc::new(Client::new(params));
        self.parent = params["processId"].as_u64().and_then(|id| u32::try_from(id).ok());
        if let Some(seconds) = params.pointer("/initializationOptions/time").and_then(Value::as_f64)
            && let Ok(time) = Duration::try_from_secs_f64(seconds.max(0.0))
        {
            self.limits.time = Some(time);
            self.worker = Worker::new(self.limits.clone());
        }
        let folders = params["workspaceFolders"].as_array().cloned().unwrap_or_default();
        let named: Vec<_> = folders.iter().filter_map(|one| one["uri"].as_str()).collect();
        let roots =
            if named.is_empty() { params["rootUri"].as_str().into_iter().collect() } else { named };
        self.folders = roots.into_iter().filter_map(document::path).collect();
        self.client.answer()
    }

    fn notified(&mut self, one: Notification) {
        if self.life != Life::Grown {
            return;
        }
        let Notification { method, params } = one;
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(params) = parse::<lsp::DidOpenTextDocumentParams>(params) {
                    let item = params.text_document;
                    let encoding = self.client.encoding;
                    let document =
                        Document::open(item.uri.clone(), item.version, item.text, encoding);
                    self.worker.look(&item.uri.0, &document.checked);
                    self.dirty.insert(item.uri.0.clone());
                    self.documents.insert(item.uri.0, document);
                }
            }
            "textDocument/didChange" => {
                let Ok(params) = parse::<lsp::DidChangeTextDocumentParams>(params) else { return };
                let uri = params.text_document.text_document_identifier.uri.0.clone();
                let version = params.text_document.version;
                let Some(document) = self.documents.get_mut(&uri) else { return };
                if version < document.version {
                    return; // an answer to nothing: the newer text is here
                }
                document.version = version;
                document.change(params.content_changes);
                self.worker.look(&uri, &document.checked);
                self.outdated(&uri);
                self.dirty.insert(uri);
            }
            "textDocument/didClose" => {
                if let Ok(params) = parse::<lsp::DidCloseTextDocumentParams>(params) {
                    let uri = params.text_document.uri.0;
                    self.documents.remove(&uri);
                    self.solved.retain(|(own, _), _| *own != uri);
                    self.worker.forget(&uri);
                    self.outdated(&uri);
                    self.dirty.remove(&uri);
                    if !self.client.pulls {
                        let params = json!({ "uri": uri, "diagnostics": [] });
                        self.notify("textDocument/publishDiagnostics", params);
                    }
                }
            }
            "workspace/didChangeWorkspaceFolders" => {
                let gone = |uri: &Value| uri["uri"].as_str().and_then(document::path);
                let list = |name: &str| -> Vec<PathBuf> {
                    let all = params["event"][name].as_array();
                    all.into_iter().flatten().filter_map(gone).collect()
                };
                let removed = list("removed");
                self.folders.retain(|folder| !removed.contains(folder));
                self.folders.extend(list("added"));
            }
            "$/cancelRequest" => {
                let id = match &params["id"] {
                    Value::Number(number) => {
                        number.as_i64().and_then(|id| i32::try_from(id).ok()).map(RequestId::from)
                    }
                    Value::String(text) => Some(RequestId::from(text.clone())),
                    _ => None,
                };
                if let Some(id) = id {
                    self.cancel(&id);
                }
            }
            "window/workDoneProgress/cancel" => {
                let token = &params["token"];
                let own = |one: &&Running| one.token.as_ref() == Some(token);
                if let Some(one) = self.running.iter().find(own) {
                    one.cancel.cancel();
                }
            }
            _ => {}
        }
    }

    /// Answers a request that is still open as cancelled.
    fn cancel(&mut self, id: &RequestId) {
        let before = self.waiting.len() + self.elsewhere.len();
        self.waiting.retain(|one| one.id != *id);
        self.elsewhere.remove(id);
        if self.waiting.len() + self.elsewhere.len() < before {
            self.refuse(id.clone(), ErrorCode::RequestCanceled, "cancelled");
        }
        if let Some(one) = self.running.iter().find(|one| one.id == *id) {
            one.cancel.cancel(); // it answers with what it has
        }
    }

    /// Requests that wait for what an edit has made void.
    fn outdated(&mut self, uri: &str) {
        let (void, rest) =
            std::mem::take(&mut self.waiting).into_iter().partition(|one| one.uri == uri);
        self.waiting = rest;
        for one in void {
            self.refuse(one.id, ErrorCode::ContentModified, "the document has changed");
        }
    }

    /// Pushes the diagnostics of what has changed.
    fn flush(&mut self) {
        if self.client.pulls {
            self.dirty.clear();
            return;
        }
        for uri in std::mem::take(&mut self.dirty) {
            let Some(document) = self.documents.get(&uri) else { continue };
            let client = self.client.clone();
            let told = catch_unwind(AssertUnwindSafe(|| diagnostics::all(document, &client)));
            let version = client.versions.then_some(document.version);
            if let Ok(told) = told {
                let bytes = diagnostics::publish(&document.uri, version, &told);
                let _ = self.out.send(Outgoing::Raw(bytes));
            }
        }
    }

    /// Takes in what the worker has found.
    fn news(&mut self, one: News) {
        match one {
            News::Evaluated(uri, id, evaluated) => {
                let Some(document) = self.documents.get_mut(&uri) else { return };
                let Some(at) = document.checked.threads.iter().position(|one| one.id == id) else {
                    return;
                };
                let known = &document.checked.own[at];
                let thread = &document.checked.threads[at];
                // What the check had found already needs no second telling.
                let starts = document.checked.starts(thread);
                let news = known.at(&starts) != evaluated.found.at(&starts);
                document.evaluated.insert(id, evaluated);
                if news {
                    document.result += 1;
                    self.dirty.insert(uri);
                }
                self.stale |= true;
                self.serve_waiting();
            }
            News::Idle => {
                if !self.stale {
                    return;
                }
                self.stale = false;
                if self.client.refreshes_hints {
                    self.ask("workspace/inlayHint/refresh", Value::Null);
                }
                if self.client.refreshes_lenses {
                    self.ask("workspace/codeLens/refresh", Value::Null);
                }
                if self.client.pulls && self.client.refreshes_diagnostics && !self.dirty.is_empty()
                {
                    self.ask("workspace/diagnostic/refresh", Value::Null);
                }
                self.flush();
            }
        }
    }

    /// Inlay hints: at once where everything in sight has been run, else when it has.
    fn hints(&mut self, id: &RequestId, params: Value) -> Option<Result<Value, Refusal>> {
        let params: lsp::InlayHintParams = match parse(params) {
            Ok(params) => params,
            Err(refusal) => return Some(Err(refusal)),
        };
        let uri = params.text_document.uri.0;
        let document = match self.document(&uri) {
            Ok(document) => document,
            Err(refusal) => return Some(Err(refusal)),
        };
        let within = document.places().span(params.range);
        if hints::ready(document, within) {
            return Some(Ok(Value::Array(hints::hints(document, within))));
        }
        let version = document.version;
        self.waiting.push(Waiting { id: id.clone(), uri, version, within });
        None
    }

    fn serve_waiting(&mut self) {
        let (ready, rest) = std::mem::take(&mut self.waiting).into_iter().partition(|one| {
            self.documents
                .get(&one.uri)
                .is_none_or(|own| own.version == one.version && hints::ready(own, one.within))
        });
        self.waiting = rest;
        let ready: Vec<Waiting> = ready;
        for one in ready {
            let found = self.documents.get(&one.uri);
            let found = found.map_or_else(Vec::new, |own| hints::hints(own, one.within));
            self.answer(one.id, Ok(Value::Array(found)));
        }
    }

    /// The open document of that URI.
    pub(super) fn document(&self, uri: &str) -> Result<&Document, Refusal> {
        self.documents
            .get(uri)
            .ok_or_else(|| Refusal::new(ErrorCode::InvalidParams, format!("`{uri}` is not open")))
    }

    fn execute(&mut self, id: &RequestId, params: &Value) -> Option<Result<Value, Refusal>> {
        let arguments = params["arguments"].as_array().cloned().unwrap_or_default();
        let invalid = |why: String| Some(Err(Refusal::new(ErrorCode::InvalidParams, why)));
        let solve = match params["command"].as_str().unwrap_or_default() {
            run::APPLY => {
                let edit = arguments.first().cloned().unwrap_or_default();
                if self.client.applies {
                    self.ask("workspace/applyEdit", json!({ "edit": edit }));
                }
                return Some(Ok(Value::Null));
            }
            run::SOLVE => true,
            run::TEST => false,
            other => return invalid(format!("there is no command `{other}`")),
        };
        let text = |at: usize| arguments.get(at).and_then(Value::as_str).unwrap_or_default();
        let (uri, name) = (text(0).to_owned(), text(1).to_owned());
        let document = match self.document(&uri) {
            Ok(document) => document,
            Err(refusal) => return Some(Err(refusal)),
        };
        let Some(id_of) = document.named(&name).map(|thread| thread.id) else {
            return invalid(format!("no puzzle of this document is called `{name}`"));
        };
        let checked = document.checked.clone();
        let thread = checked.threads.iter().position(|one| one.id == id_of).unwrap_or_default();
        let mut token = params.get("workDoneToken").filter(|token| !token.is_null()).cloned();
        if token.is_none() && self.client.progress {
            self.count += 1;
            let own = json!(format!("puzzled-{}", self.count));
            self.ask("window/workDoneProgress/create", json!({ "token": own }));
            token = Some(own);
        }
        if let Some(token) = &token {
            let title = format!("{} {name}", if solve { "solving" } else { "testing" });
            let value = json!({ "kind": "begin", "title": title, "cancellable": true });
            self.notify("$/progress", json!({ "token": token, "value": value }));
        }
        let running = Running { id: id.clone(), token, cancel: Cancel::default() };
        let task = run::Task { uri, name, checked, thread, solve };
        // A person waits for this one and can cancel it: no limit of time.
        let limits = Limits { time: None, ..self.limits.clone() };
        run::start(task, &running, limits, self.told.0.clone());
        self.running.push(running);
        None
    }

    fn tell(&mut self, one: Told) {
        match one {
            Told::Progress(token, sentence) => {
                let value = json!({ "kind": "report", "message": sentence, "cancellable": true });
                self.notify("$/progress", json!({ "token": token, "value": value }));
            }
            Told::Done(id, value, sentence, solved) => {
                let Some(at) = self.running.iter().position(|one| one.id == id) else { return };
                let running = self.running.swap_remove(at);
                if let Some(token) = running.token {
                    let value = json!({ "kind": "end", "message": sentence });
                    self.notify("$/progress", json!({ "token": token, "value": value }));
                }
                if self.life == Life::Grown {
                    self.notify("window/showMessage", json!({ "type": 3, "message": sentence }));
                    if let Some((uri, thread, short)) = solved {
                        self.solved.insert((uri, thread), short);
                        if self.client.refreshes_lenses {
                            self.ask("workspace/codeLens/refresh", Value::Null);
                        }
                    }
                }
                self.answer(id, Ok(value));
            }
        }
    }

    /// Answers what concerns the whole workspace, on another thread: it reads files.
    fn survey(&mut self, id: &RequestId, method: &str, params: &Value) {
        let own: Vec<_> = match method {
            "workspace/symbol" => {
                let query = params["query"].as_str().unwrap_or_default();
                let found = |one: &Document| super::workspace::matching(one, query);
                self.documents.values().flat_map(found).collect()
            }
            _ => {
                let previous = requests::previous(params);
                let found = |one: &Document| requests::report(one, &self.client, &previous);
                self.documents.values().map(found).collect()
            }
        };
        let survey = Survey {
            folders: self.folders.clone(),
            client: self.client.clone(),
            open: self.documents.keys().cloned().collect(),
        };
        let (id, params, symbols) = (id.clone(), params.clone(), method == "workspace/symbol");
        let answers = self.answers.0.clone();
        self.elsewhere.insert(id.clone());
        std::thread::spawn(move || {
            let mut all = own;
            let rest = catch_unwind(AssertUnwindSafe(|| -> Vec<Value> {
                let documents = survey.documents();
                if symbols {
                    let query = params["query"].as_str().unwrap_or_default();
                    documents.flat_map(|one| super::workspace::matching(&one, query)).collect()
                } else {
                    let previous = requests::previous(&params);
                    documents
                        .map(|one| super::workspace::report(&one, &survey.client, &previous))
                        .collect()
                }
            }));
            all.extend(rest.unwrap_or_default());
            let value = if symbols { Value::Array(all) } else { json!({ "items": all }) };
            let _ = answers.send((id, value));
        });
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
