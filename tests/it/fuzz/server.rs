//! The language server under a fuzzer: a script of records becomes messages of an editor.
//!
//! | first byte | what the record is |
//! |---|---|
//! | `{` | a message as it stands |
//! | `+` `&` | opens the first or the second document with this text |
//! | `~` | a change of the first: from line, column, to line, column (a byte each), the new text |
//! | `-` | closes the first |
//! | `?` | a request: its method, line, column (a byte each), and a word |
//! | `!` | cancels the request of that number (a byte) |
//! | else | a frame that holds this |
//!
//! If the whole script begins with 0xff, the rest is sent as it stands, without frames.

use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use puzzled::host::Limits;
use puzzled::lsp::serve_streams;
use serde_json::{Value, json};

use super::targets::END;

/// No answer takes that long, not even on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// The requests that the server knows, and one that it does not.
const METHODS: [&str; 20] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/inlayHint",
    "workspace/executeCommand",
    "textDocument/unknown",
];

const FIRST: &str = "file:///fuzz/first.puzzle";
const SECOND: &str = "file:///fuzz/second.puzzle";

/// Where the conversation stands.
#[derive(Default)]
struct Seen {
    /// Bytes of the server that were not taken apart yet.
    bytes: Vec<u8>,
    /// Answers so far.
    answers: usize,
    /// Whether the server is done, so that no reader must wait for it.
    over: bool,
    /// Whether an answer did not come.
    late: bool,
}

/// The state that both ends share.
#[derive(Clone, Default)]
struct Line(Arc<(Mutex<Seen>, Condvar)>);

impl Line {
    fn with<T>(&self, work: impl FnOnce(&mut Seen) -> T) -> T {
        let done = work(&mut self.0.0.lock().unwrap_or_else(PoisonError::into_inner));
        self.0.1.notify_all();
        done
    }
}

/// The stream from the editor. It ends only after every request is answered.
struct Sent {
    bytes: io::Cursor<Vec<u8>>,
    requests: usize,
    line: Line,
}

impl Read for Sent {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(into)?;
        if read > 0 || into.is_empty() {
            return Ok(read);
        }
        let until = Instant::now() + PATIENCE;
        let (seen, changed) = &*self.line.0;
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        while seen.answers < self.requests && !seen.over && !seen.late {
            let remaining = until.saturating_duration_since(Instant::now());
            seen.late = remaining.is_zero();
            seen = changed.wait_timeout(seen, remaining).unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(0)
    }
}

/// The stream to the editor.
struct Received(Line);

impl Write for Received {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.with(|seen| {
            seen.bytes.extend(bytes);
            while let Some(message) = take_message(&mut seen.bytes) {
                assert_eq!(message["jsonrpc"], "2.0", "{message}");
                let answers = message.get("method").is_none() && !message["id"].is_null();
                seen.answers += usize::from(answers);
            }
        });
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Takes the first message of a stream, if it is whole.
fn take_message(bytes: &mut Vec<u8>) -> Option<Value> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).expect("a header is ASCII");
    let length = head.strip_prefix("Content-Length: ").and_then(|length| length.parse().ok());
    let length: usize = length.unwrap_or_else(|| panic!("{head:?} has no length"));
    let body = bytes.get(end + 4..end + 4 + length)?;
    let message = serde_json::from_slice(body).expect("a message is JSON");
    bytes.drain(..end + 4 + length);
    Some(message)
}

/// Puts frames together.
#[derive(Default)]
struct Script {
    bytes: Vec<u8>,
    requests: usize,
    version: i32,
}

impl Script {
    fn frame(&mut self, body: &[u8]) {
        self.bytes.extend(format!("Content-Length: {}\r\n\r\n", body.len()).bytes());
        self.bytes.extend(body);
    }

    fn request(&mut self, method: &str, params: &Value) {
        self.requests += 1;
        let message =
            json!({ "jsonrpc": "2.0", "id": self.requests, "method": method, "params": params });
        self.frame(message.to_string().as_bytes());
    }

    fn notify(&mut self, method: &str, params: &Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.frame(message.to_string().as_bytes());
    }

    fn open(&mut self, uri: &str, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        self.version += 1;
        let item = json!({
            "uri": uri, "languageId": "puzzled", "version": self.version, "text": text,
        });
        self.notify("textDocument/didOpen", &json!({ "textDocument": item }));
    }

    fn record(&mut self, record: &[u8]) {
        let Some((&first, rest)) = record.split_first() else { return };
        let at = |at: usize| u32::from(rest.get(at).copied().unwrap_or_default());
        let place = |line: u32, column: u32| json!({ "line": line, "character": column });
        let tail = |from: usize| String::from_utf8_lossy(rest.get(from..).unwrap_or_default());

        match first {
            b'{' => self.raw(record),
            b'+' => self.open(FIRST, rest),
            b'&' => self.open(SECOND, rest),
            b'-' => {
                self.notify("textDocument/didClose", &json!({ "textDocument": { "uri": FIRST } }));
            }
            b'~' => {
                self.version += 1;
                let range = json!({ "start": place(at(0), at(1)), "end": place(at(2), at(3)) });
                let params = json!({
                    "textDocument": { "uri": FIRST, "version": self.version },
                    "contentChanges": [{ "range": range, "text": tail(4) }],
                });
                self.notify("textDocument/didChange", &params);
            }
            b'?' => {
                let method = METHODS[at(0) as usize % METHODS.len()];
                let from = place(at(1), at(2));
                let word = tail(3);
                let command = ["puzzled.server.solve", "puzzled.server.test", "puzzled.unknown"]
                    [at(1) as usize % 3];
                let params = json!({
                    "textDocument": { "uri": FIRST },
                    "position": from,
                    "positions": [from],
                    "range": { "start": from, "end": place(at(1) + 9, at(2)) },
                    "context": { "diagnostics": [], "includeDeclaration": at(2) % 2 == 0 },
                    "options": { "tabSize": 2, "insertSpaces": true },
                    "ch": "\n",
                    "newName": word,
                    "query": word,
                    "previousResultId": word,
                    "previousResultIds": [],
                    "command": command,
                    "arguments": [FIRST, word],
                });
                self.request(method, &params);
            }
            b'!' => self.notify("$/cancelRequest", &json!({ "id": at(0) })),
            _ => self.frame(record),
        }
    }

    /// Sends a message as it is. A message that would have the server walk the disk, or end before
    /// the rest is answered, is left out.
    fn raw(&mut self, record: &[u8]) {
        let Ok(message) = serde_json::from_slice::<Value>(record) else {
            return self.frame(record);
        };
        let method = message["method"].as_str();
        if method == Some("exit") || method.is_some_and(|method| method.contains("Folders")) {
            return;
        }
        self.requests += usize::from(method.is_some() && !message["id"].is_null());
        self.frame(record);
    }
}

/// Serves a script. Every request is answered, everything said is a message, and the server ends.
pub fn server(bytes: &[u8]) {
    let mut script = Script::default();
    if let Some(rest) = bytes.strip_prefix(b"\xff") {
        script.bytes.extend(rest);
    } else {
        // Without links to explanations, which the server would write into the folder of caches.
        let capabilities = json!({
            "window": { "workDoneProgress": true },
            "workspace": { "applyEdit": true, "codeLens": { "refreshSupport": true } },
            "textDocument": {
                "publishDiagnostics": { "relatedInformation": true, "dataSupport": true },
                "completion": { "completionItem": { "snippetSupport": true } },
                "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } },
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            },
        });
        script.request("initialize", &json!({ "processId": null, "capabilities": capabilities }));
        for record in bytes.split(|&byte| byte == END) {
            script.record(record);
        }
        script.request("shutdown", &Value::Null);
    }

    let line = Line::default();
    let Script { bytes, requests, .. } = script;
    let sent = Sent { bytes: io::Cursor::new(bytes), requests, line: line.clone() };
    let time = Some(Duration::from_millis(500));
    let states = 2_000;
    let bytes = 64 << 20;
    let limits = Limits { time, states, bytes, uniqueness: true };
    serve_streams(sent, Received(line.clone()), &limits, None, Vec::new());
    let (answers, late) = line.with(|seen| {
        seen.over = true;
        (seen.answers, seen.late)
    });
    assert!(!late, "{answers} of {requests} requests were answered");
}
