//! A small editor: frames, ids, and a limit on every wait.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::text::{UTF16, Unit};

/// Nothing takes that long, not even on a machine that is busy.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A folder of a test, removed with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("puzzled-lsp-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
        Self(folder)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
        self
    }

    pub fn uri(&self, name: &str) -> String {
        let path = self.0.join(name).to_string_lossy().replace('\\', "/");
        format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The server under test, and what came from it.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    incoming: Receiver<Value>,
    /// Messages that came and were not asked for yet, in order.
    pub backlog: VecDeque<Value>,
    /// The diagnostics of each document that were pushed last.
    pub pushed: BTreeMap<String, Value>,
    next: i32,
    versions: BTreeMap<String, i32>,
    pub unit: Unit,
    pub initialized: Value,
    /// Where the server keeps its pages.
    pub cache: Folder,
}

impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the capabilities of a present-day editor.
pub fn capable() -> Value {
    let markdown = json!(["markdown", "plaintext"]);
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "window": { "workDoneProgress": true },
        "experimental": { "commands": { "commands": ["puzzled.repl"] } },
        "workspace": {
            "applyEdit": true,
            "workspaceEdit": { "documentChanges": true },
            "inlayHint": { "refreshSupport": true },
            "codeLens": { "refreshSupport": true },
        },
        "textDocument": {
            "publishDiagnostics": {
                "relatedInformation": true,
                "versionSupport": true,
                "codeDescriptionSupport": true,
                "dataSupport": true,
            },
            "hover": { "contentFormat": markdown },
            "completion": {
                "completionItem": { "snippetSupport": true, "documentationFormat": markdown },
            },
            "signatureHelp": { "signatureInformation": {
                "documentationFormat": markdown,
                "parameterInformation": { "labelOffsetSupport": true },
            } },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "codeAction": {
                "isPreferredSupport": true,
                "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } },
            },
        },
    })
}

fn read_frame(input: &mut BufReader<ChildStdout>) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        let (name, value) = line.split_once(": ").expect("a header has a name and a value");
        assert_eq!(name, "Content-Length");
        length = Some(value.trim_end().parse().expect("a length is a number"));
    }
    let mut bytes = vec![0; length.expect("a frame has a length")];
    input.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).expect("a frame holds JSON"))
}

#[allow(clippy::needless_pass_by_value)] // calls read better with `json!` in them
impl Client {
    /// Starts the server and says nothing yet.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a server with arguments after `puzzled lsp`.
    pub fn start_with(arguments: &[&str]) -> Self {
        Self::run(Command::new(env!("CARGO_BIN_EXE_puzzled")).arg("lsp").args(arguments))
    }

    /// Starts a server in a shell, after some commands.
    pub fn start_after(commands: &str) -> Self {
        let script = format!("{commands}; exec \"$0\" lsp");
        let program = env!("CARGO_BIN_EXE_puzzled");
        Self::run(Command::new("sh").args(["-c", &script]).arg(program))
    }

    /// Returns the number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn run(command: &mut Command) -> Self {
        let cache = Folder::new();
        command.env("XDG_CACHE_HOME", &cache.0).env("HOME", &cache.0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("the server starts");
        let mut output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let (sender, incoming) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read_frame(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self {
            child,
            input,
            incoming,
            backlog: VecDeque::new(),
            pushed: BTreeMap::new(),
            next: 0,
            versions: BTreeMap::new(),
            unit: UTF16,
            initialized: Value::Null,
            cache,
        }
    }

    /// Starts a server and initializes it with the capabilities of an editor.
    pub fn with(capabilities: &Value) -> Self {
        Self::initialize(&json!({ "processId": std::process::id(), "capabilities": capabilities }))
    }

    /// Starts a server and initializes it with these parameters.
    pub fn initialize(params: &Value) -> Self {
        Self::initialize_with(&[], params)
    }

    /// Starts a server with arguments after `puzzled lsp`, and initializes it with these
    /// parameters.
    pub fn initialize_with(arguments: &[&str], params: &Value) -> Self {
        let mut client = Self::start_with(arguments);
        let mut params = params.clone();
        let options = &mut params["initializationOptions"];
        if options["hints"].is_null() {
            // Tests wait for all hints; an editor gets those that are known after a second.
            options["hints"] = json!({ "seconds": 60 });
        }
        if options["document"].is_null() {
            options["document"] = json!({ "seconds": 600 });
        }
        client.initialized = client.ask("initialize", params);
        client.notify("initialized", json!({}));
        let units = [super::text::UTF8, UTF16, super::text::UTF32];
        let encoding = &client.initialized["capabilities"]["positionEncoding"];
        client.unit = *units.iter().find(|unit| encoding == unit.0).expect("a known encoding");
        client
    }

    /// Starts a server and initializes it for an editor of these days.
    pub fn new() -> Self {
        Self::with(&capable())
    }

    /// Bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    /// Sends a text in a frame.
    pub fn frame(&mut self, text: &str) {
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.frame(&message.to_string());
    }

    /// Sends a request; its id.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = json!(self.next);
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.frame(&message.to_string());
        id
    }

    /// Waits for the first wanted message, among those that came or will come.
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.backlog.iter().position(&wanted) {
            return self.backlog.remove(at).expect("it is there");
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let remaining = end.saturating_duration_since(Instant::now());
            let Ok(message) = self.incoming.recv_timeout(remaining) else {
                panic!("waited in vain for {what}; there is: {:?}", self.backlog);
            };
            self.take(&message);
            if wanted(&message) {
                return message;
            }
            self.backlog.push_back(message);
        }
    }

    /// Keeps what is pushed, answers what is asked.
    fn take(&mut self, message: &Value) {
        assert_eq!(message["jsonrpc"], "2.0");
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().expect("a uri").to_owned();
            self.pushed.insert(uri, message["params"].clone());
        } else if !message["method"].is_null() && !message["id"].is_null() {
            let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": null });
            self.frame(&answer.to_string());
        }
    }

    /// Returns the whole response to a request.
    pub fn response(&mut self, id: &Value) -> Value {
        self.wait("a response", |message| message["method"].is_null() && message["id"] == *id)
    }

    /// Sends a request, and returns its result.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let mut response = self.response(&id);
        assert!(response["error"].is_null(), "{method}: {response}");
        assert!(response.get("result").is_some(), "{method}: {response}");
        response["result"].take()
    }

    /// Sends a request that is refused, and returns the number of the error.
    pub fn refused(&mut self, method: &str, params: Value) -> i64 {
        let id = self.request(method, params);
        let response = self.response(&id);
        code(&response)
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        self.versions.insert(uri.to_owned(), 1);
        let item = json!({ "uri": uri, "languageId": "puzzled", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Sends changes; the number of the new version.
    pub fn change(&mut self, uri: &str, changes: &Value) -> i32 {
        let version = self.versions.get_mut(uri).expect("the document is open");
        *version += 1;
        let version = *version;
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
        version
    }

    pub fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// Waits for the first diagnostics that are pushed for a version.
    pub fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        let message = self.wait("diagnostics", |message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"]["version"] == version
        });
        list(&message["params"]["diagnostics"])
    }

    /// Sends a request about an offset of a document, and returns its result.
    pub fn at(&mut self, method: &str, uri: &str, text: &str, offset: usize) -> Value {
        self.about(method, uri, text, offset, json!({}))
    }

    /// Sends a request about an offset of a document with more parameters, and returns its result.
    pub fn about(
        &mut self,
        method: &str,
        uri: &str,
        text: &str,
        offset: usize,
        more: Value,
    ) -> Value {
        let params = place(self.unit, uri, text, offset, more);
        self.ask(&format!("textDocument/{method}"), params)
    }

    /// Sends a request about a whole document, and returns its result.
    pub fn of(&mut self, method: &str, uri: &str) -> Value {
        self.ask(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": uri } }))
    }

    /// Waits until everything in the document has been run; its hints.
    pub fn settled(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let range = self.unit.range(text, 0, text.len());
        let params = json!({ "textDocument": { "uri": uri }, "range": range });
        list(&self.ask("textDocument/inlayHint", params))
    }

    /// Says that nothing more comes.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until the server ends by itself, and returns its exit code.
    pub fn ended(&mut self) -> Option<i32> {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("the server can be waited for") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the server does not end");
    }

    /// Ends the server as the protocol requires, and tests that it ends well.
    pub fn finish(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.ended(), Some(0));
    }
}

/// Returns the parameters of a request about an offset.
pub fn place(unit: Unit, uri: &str, text: &str, offset: usize, mut more: Value) -> Value {
    more["textDocument"] = json!({ "uri": uri });
    more["position"] = unit.position(text, offset);
    more
}

/// Returns the items of a list.
pub fn list(value: &Value) -> Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}")).clone()
}

/// Returns the number of an error.
pub fn code(response: &Value) -> i64 {
    let code = response["error"]["code"].as_i64();
    code.unwrap_or_else(|| panic!("this is not a refusal: {response}"))
}

/// Returns the offset after the one occurrence of a text.
pub fn after(text: &str, part: &str) -> usize {
    before(text, part) + part.len()
}

/// Returns the offset of the first occurrence of a text.
pub fn before(text: &str, part: &str) -> usize {
    text.find(part).unwrap_or_else(|| panic!("`{part}` is missing in {text}"))
}
