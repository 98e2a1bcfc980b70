//! A client that does not read: the server holds little for it, and goes on when it reads again.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::client::Folder;
use crate::common::kibibytes;

/// A message, without what makes it large.
#[derive(Deserialize)]
struct Seen {
    id: Option<i64>,
    #[serde(default)]
    params: Params,
    #[serde(skip)]
    size: usize,
}

#[derive(Default, Deserialize)]
struct Params {
    uri: Option<String>,
    version: Option<i64>,
}

/// A server whose answers wait in the pipe.
struct Silent {
    child: Child,
    input: ChildStdin,
    _cache: Folder,
}

impl Silent {
    fn start() -> Self {
        let cache = Folder::new();
        let mut child = Command::new(env!("CARGO_BIN_EXE_puzzled"))
            .arg("lsp")
            .env("XDG_CACHE_HOME", &cache.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = child.stdin.take().expect("a pipe");
        let mut silent = Self { child, input, _cache: cache };
        silent.request(
            0,
            "initialize",
            &json!({ "capabilities": {
            "textDocument": { "publishDiagnostics": { "versionSupport": true } },
        } }),
        );
        silent
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let frame = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        self.input.write_all(frame.as_bytes()).expect("the server reads");
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn request(&mut self, id: i32, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
    }

    fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "puzzled", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": item }));
    }

    /// Returns the most memory that the server held, in MiB, once it does nothing more.
    fn peak(&self) -> u64 {
        // The processor time of the process.
        let time = || -> Vec<String> {
            let path = format!("/proc/{}/stat", self.child.id());
            let stat = std::fs::read_to_string(path).expect("the server runs");
            stat.split(' ').skip(13).take(2).map(str::to_owned).collect()
        };
        let mut last = time();
        loop {
            std::thread::sleep(Duration::from_millis(500));
            let now = time();
            if std::mem::replace(&mut last, now.clone()) == now {
                break;
            }
        }
        kibibytes(self.child.id(), "VmHWM:").expect("the server runs") >> 10
    }

    /// Says that nothing more comes, and reads everything.
    fn read(mut self) -> Vec<Seen> {
        self.request(i32::MAX, "shutdown", &Value::Null);
        drop(self.input);
        let mut output = BufReader::new(self.child.stdout.take().expect("a pipe"));
        let mut messages = Vec::new();
        loop {
            let mut line = String::new();
            if output.read_line(&mut line).expect("a line") == 0 {
                break;
            }
            let length = line.trim_end().rsplit(' ').next().and_then(|digits| digits.parse().ok());
            output.read_line(&mut line).expect("a line");
            let mut body = vec![0; length.expect("a length")];
            output.read_exact(&mut body).expect("a body");
            let seen: Seen = serde_json::from_slice(&body).expect("a message");
            messages.push(Seen { size: body.len(), ..seen });
        }
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
        messages
    }
}

const SMALL: &str = "file:///small.puzzle";
const LARGE: &str = "file:///large.puzzle";

#[cfg(target_os = "linux")]
#[test]
fn answers_that_nobody_reads_are_bounded() {
    let mut silent = Silent::start();
    silent.open(LARGE, &"matrix m { 1 2 }\n".repeat(20_000));
    let params = json!({ "textDocument": { "uri": LARGE } });
    let before = silent.peak();
    for id in 1..=36 {
        silent.request(id, "textDocument/documentSymbol", &params);
    }
    let grown = silent.peak() - before;
    let messages = silent.read();
    let mut ids: Vec<_> = messages.iter().filter_map(|message| message.id).collect();
    ids.sort_unstable();
    let expected: Vec<_> = (0..=36).chain([i64::from(i32::MAX)]).collect();
    assert_eq!(ids, expected, "each is answered once");
    let size: usize = messages.iter().map(|message| message.size).sum();
    assert!(size > 120 << 20, "{size} bytes");
    assert!(grown < 110, "{grown} MiB more");
}

#[cfg(target_os = "linux")]
#[test]
fn only_the_newest_diagnostics_wait() {
    let mut silent = Silent::start();
    let text = "matrix m { 1 2 / 3 }\n".repeat(2_000);
    silent.open(LARGE, &text);
    silent.open(SMALL, "matrix m { 1 2 }\nrings\n");
    let before = silent.peak();
    let start = json!({ "line": 0, "character": 0 });
    for version in 2..=30 {
        let change = json!({
            "textDocument": { "uri": LARGE, "version": version },
            "contentChanges": [{ "range": { "start": start, "end": start }, "text": "\n" }],
        });
        silent.notify("textDocument/didChange", &change);
        // Diagnostics do not wait for the answer to a request.
        let params = json!({ "textDocument": { "uri": SMALL } });
        silent.request(version, "textDocument/documentSymbol", &params);
    }
    let grown = silent.peak() - before;
    let messages = silent.read();
    let pushed: Vec<_> =
        messages.iter().filter(|message| message.params.uri.as_deref() == Some(LARGE)).collect();
    let last = pushed.last().expect("diagnostics");
    assert_eq!(last.params.version, Some(30));
    let size = last.size as u64;
    assert!(pushed.len() < 6 && size > 1 << 19, "{} of {size} bytes", pushed.len());
    assert!(grown < 10 * (size >> 20) + 40, "{grown} MiB more, {size} bytes each");
}
