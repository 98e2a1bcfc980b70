//! A document of the server without a client, and the server without threads and clock.

mod boards;
mod completion;
mod formatting;
mod lenses;
mod lookup;
mod markdown;
mod reading;
mod settings;

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::Client;
use super::document::Document;
use super::requests::completion::complete;
use super::{Job, Lookup, Message, Outgoing, Report, Server, Settings};
use crate::search::{Budget, looks};
use crate::session::looked;
use crate::text::Encoding;

fn open(text: &str) -> Document {
    let uri = String::from("file:///x.puzzle");
    let client = Client { encoding: Encoding::Utf8, ..Client::default() };
    Document::open(uri, 1, text.to_owned(), &client, &Settings::default())
}

/// Returns the parts of a text that have a token.
pub(crate) fn colored(text: &str) -> Vec<&str> {
    let lines: Vec<_> = text.split('\n').collect();
    let mut line = 0;
    let mut column = 0;
    let part = |token: &[u32]| {
        column = if token[0] == 0 { column } else { 0 } + token[1] as usize;
        line += token[0] as usize;
        &lines[line][column..column + token[2] as usize]
    };
    super::requests::semantic_tokens::tokens(&open(text), None).chunks(5).map(part).collect()
}

/// Returns the labels that the server offers at the end of a text.
pub(crate) fn offered(text: &str) -> Vec<String> {
    let document = open(text);
    let answer = complete(&document, &Client::default(), text.len() as u32);
    answer.items.into_iter().map(|item| item.label).collect()
}

/// Returns the texts of all examples, right and wrong, that are shorter than `most` bytes.
fn examples(most: usize) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let entries = walkdir::WalkDir::new(root).sort_by_file_name().into_iter();
    let texts =
        entries.filter_map(|entry| std::fs::read_to_string(entry.expect("a file").path()).ok());
    texts.filter(|text| text.len() < most && !text.is_empty()).collect()
}

/// Returns `count` small examples in which one character is replaced, removed or added.
fn mutants(count: usize) -> Vec<String> {
    let small = examples(800);
    let mut state = 0x6d75_7461_6e74_u64;
    let mut below = |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % bound as u64) as usize
    };
    let keys: Vec<char> = "aAbBxT019 \n.,:;#_-+=/()[]{}>é".chars().collect();
    let mutant = |_| {
        let mut text: Vec<char> = small[below(small.len())].chars().collect();
        let at = below(text.len());
        match below(3) {
            0 => _ = text.remove(at),
            1 => text.insert(at, keys[below(keys.len())]),
            _ => text[at] = keys[below(keys.len())],
        }
        text.into_iter().collect()
    };
    (0..count).map(mutant).collect()
}

/// A driver that has no threads and no clock. A report takes a millisecond.
struct Hand {
    server: Server,
    time: u64,
    /// The messages of the server.
    seen: Vec<Value>,
    /// Requests that are to be answered beside other work.
    lookups: Vec<Lookup>,
    /// Reports of jobs that were run and are not delivered yet.
    reports: VecDeque<Report>,
}

impl Hand {
    fn new() -> Self {
        Self::with(Settings::default())
    }

    fn with(settings: Settings) -> Self {
        let server = Server::new(settings);
        let seen = Vec::new();
        Self { server, time: 0, seen, lookups: Vec::new(), reports: VecDeque::new() }
    }

    fn time(&self) -> Duration {
        Duration::from_millis(self.time)
    }

    fn read(text: &Value) -> Message {
        Message::read(text.to_string().as_bytes()).expect("it is a message")
    }

    /// Sends messages, and takes what the server has for its driver.
    fn send(&mut self, messages: &[Value]) {
        for message in messages {
            self.server.receive(Self::read(message));
        }
        while self.server.step(self.time()) {}
        self.take();
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&[json!({ "jsonrpc": "2.0", "method": method, "params": params })]);
    }

    fn request(id: i32, method: &str, params: &Value) -> Value {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
    }

    fn take(&mut self) {
        let messages = self.server.take_messages();
        let value =
            |message: &Outgoing| serde_json::from_slice(&message.body).expect("a message is JSON");
        self.seen.extend(messages.iter().map(value));
        self.lookups.extend(std::iter::from_fn(|| self.server.next_lookup()));
    }

    fn report(&mut self, report: Report) {
        self.time += 1;
        self.server.report(report, self.time());
        self.take();
    }

    /// Runs a job to its end, and keeps its reports.
    fn run(&mut self, job: &Job) {
        job.run(&mut |report| self.reports.push_back(report));
        self.reports.push_back(job.ended(Duration::from_millis(1)));
    }

    /// Delivers a report, of the next job if there is no other. Returns false if there is nothing to do.
    fn work_once(&mut self) -> bool {
        if self.reports.is_empty() {
            let Some(job) = self.server.next_job() else { return false };
            self.run(&job);
        }
        if let Some(report) = self.reports.pop_front() {
            self.report(report);
        }
        true
    }

    /// Delivers the reports of jobs that were run.
    fn work_on_reports(&mut self) {
        while let Some(report) = self.reports.pop_front() {
            self.report(report);
        }
    }

    /// Runs the jobs for which somebody waits, and no scripts.
    fn work_on_search(&mut self) {
        while self.searches() > 0 {
            let job = self.server.next_job().expect("it is the next");
            self.run(&job);
            self.work_on_reports();
        }
    }

    /// Returns the number of jobs for which somebody waits.
    fn searches(&self) -> usize {
        self.server.jobs.waiting()
    }

    /// Works until there is nothing to do. Returns the number of reports.
    fn work(&mut self) -> usize {
        std::iter::repeat_with(|| self.work_once()).take_while(|has_worked| *has_worked).count()
    }

    /// Returns a server that was initialized with these options.
    fn initialized(options: &Value) -> Self {
        let mut hand = Self::new();
        let params = json!({ "capabilities": {}, "initializationOptions": options });
        hand.send(&[Self::request(0, "initialize", &params)]);
        hand
    }

    fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "puzzled", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": item }));
    }

    /// Returns the codes of the last diagnostics of a document.
    fn codes_of(&self, uri: &str) -> Vec<&str> {
        let pushed = |message: &&Value| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
        };
        let last = self.seen.iter().rfind(pushed).expect("diagnostics were pushed");
        let diagnostics = last["params"]["diagnostics"].as_array().expect("a list");
        diagnostics.iter().filter_map(|diagnostic| diagnostic["code"].as_str()).collect()
    }

    /// Returns the answer to a request.
    fn answer(&self, id: i32) -> &Value {
        let response =
            self.seen.iter().find(|message| message["id"] == id && message.get("method").is_none());
        response.unwrap_or_else(|| panic!("{id} was not answered: {:?}", self.seen))
    }

    /// Returns the codes of the diagnostics that the client has.
    fn codes(&self) -> Vec<&str> {
        let pushed = |message: &&Value| message["method"] == "textDocument/publishDiagnostics";
        let last = self.seen.iter().rfind(pushed).expect("diagnostics were pushed");
        let diagnostics = last["params"]["diagnostics"].as_array().expect("a list");
        diagnostics.iter().filter_map(|diagnostic| diagnostic["code"].as_str()).collect()
    }
}

/// A board whose search takes some states.
const BLOCKS: &str = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\n";

/// A board whose search takes long.
const TILES: &str = "sliders s {\n  1 2 3 4\n  5 6 7 8\n  9 10 11 12\n  13 14 15 .\n  goal\n  \
                     . 15 14 13\n  12 11 10 9\n  8 7 6 5\n  4 3 2 1\n}\n";

#[test]
fn a_server_is_driven_by_hand_without_threads_and_clock() {
    let uri = "file:///x.puzzle";
    let mut hand = Hand::new();
    let file = json!({ "uri": uri });
    hand.send(&[Hand::request(0, "textDocument/hover", &json!({}))]);
    assert_eq!(hand.answer(0)["error"]["code"], -32002);
    hand.send(&[Hand::request(1, "initialize", &json!({ "capabilities": {} }))]);
    assert_eq!(hand.answer(1)["result"]["serverInfo"]["name"], "puzzled");

    let text = format!("{BLOCKS}solve => 5\nmoves\n{TILES}moves\nmoev\n");
    let item = json!({ "uri": uri, "languageId": "puzzled", "version": 1, "text": text });
    hand.notify("textDocument/didOpen", &json!({ "textDocument": item }));
    assert_eq!(hand.codes(), ["command::unknown-verb"], "before anything was run");

    // Hints wait for the evaluator, and are answered when their time is over.
    let end = json!({ "line": 99, "character": 0 });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": end });
    let hints = json!({ "textDocument": file, "range": range });
    hand.send(&[Hand::request(2, "textDocument/inlayHint", &hints)]);
    let deadline = hand.server.deadline().expect("a request waits");
    hand.server.pass(deadline);
    hand.take();
    assert_eq!(hand.answer(2)["result"], json!([]));
    assert!(hand.work() > 5, "each statement has an outcome");
    assert_eq!(hand.codes(), ["expectation::wrong", "command::unknown-verb"]);
    hand.send(&[Hand::request(3, "textDocument/inlayHint", &hints)]);
    assert_eq!(hand.answer(3)["result"].as_array().map(Vec::len), Some(2));

    // An edit: nothing is run again but the script that it touches, from there on.
    let range =
        json!({ "start": { "line": 1, "character": 9 }, "end": { "line": 1, "character": 10 } });
    let change = json!({
        "textDocument": { "uri": uri, "version": 2 },
        "contentChanges": [{ "range": range, "text": "4" }],
    });
    hand.notify("textDocument/didChange", &change);
    assert_eq!(hand.work(), 3, "`solve`, `moves` and the end");
    assert_eq!(hand.codes(), ["command::unknown-verb"]);
    let place = json!({ "textDocument": file, "position": { "line": 2, "character": 0 } });
    hand.send(&[Hand::request(4, "textDocument/completion", &place)]);
    let items = hand.answer(4)["result"]["items"].as_array().expect("a list");
    assert!(items.iter().any(|item| item["label"] == "solve"), "{items:?}");

    // A command that is cancelled before it has begun its search.
    let solve = json!({ "command": "puzzled.server.solve", "arguments": [uri, "s"] });
    hand.send(&[Hand::request(5, "workspace/executeCommand", &solve)]);
    let job = hand.server.next_job().expect("a command is a job");
    hand.notify("$/cancelRequest", &json!({ "id": 5 }));
    hand.run(&job);
    hand.work();
    let answer = hand.answer(5)["result"]["answer"].as_str().unwrap_or_default();
    assert!(answer.starts_with("gave up") && answer.ends_with("stopped"), "{answer}");

    // A request that is cancelled by a message that has arrived is not begun.
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 6 } });
    hand.send(&[Hand::request(6, "textDocument/completion", &place), cancel]);
    assert_eq!(hand.answer(6)["error"]["code"], -32800);
    let shutdown = Hand::request(7, "shutdown", &Value::Null);
    hand.send(&[shutdown, json!({ "jsonrpc": "2.0", "method": "exit" })]);
    assert_eq!(hand.answer(7)["result"], Value::Null);
    assert!(hand.server.has_ended() && hand.server.is_shutting_down());
}

/// Returns a document whose only puzzle has `count` statements after its declaration.
fn long(count: usize) -> String {
    let commands = ["play A right\n", "play A left\n", "moves\n", "hint\n"];
    let commands = (0..count).map(|at| commands[at % commands.len()]);
    format!("{BLOCKS}{}", commands.collect::<String>())
}

const LONG: &str = "file:///long.puzzle";
const SHORT: &str = "file:///short.puzzle";

#[test]
fn a_statement_is_looked_at_three_times_at_most() {
    let queries =
        "automaton a {\n  rule 30\n  tree (X . .)\n}\n".to_owned() + &"1 []\n".repeat(3000);
    for (text, count) in [(long(500), 501), (queries, 3001)] {
        let mut hand = Hand::initialized(&Value::Null);
        hand.open(LONG, &text);
        let mut reports = 0;
        let looked = looked(|| reports = hand.work());
        assert!(reports > count, "each statement has an outcome: {reports}");
        assert!(looked <= 3 * count, "{looked} looks at {count} statements");
    }
}

#[test]
fn a_document_that_is_closed_is_left() {
    let mut hand = Hand::initialized(&Value::Null);
    hand.open(LONG, &long(500));
    let job = hand.server.next_job().expect("a script is a job");
    hand.notify("textDocument/didClose", &json!({ "textDocument": { "uri": LONG } }));
    assert!(job.abandoned().is_cancelled());
    assert_eq!(looked(|| hand.run(&job)), 0, "no statement of it");
    hand.open(SHORT, &format!("{BLOCKS}solve => 5\n"));
    let looked = looked(|| _ = hand.work());
    assert_eq!(looked, 2, "the statements of the other document");
    assert_eq!(hand.codes_of(SHORT), ["expectation::wrong"]);
}

#[test]
fn the_document_edited_or_asked_about_last_comes_first() {
    let mut hand = Hand::initialized(&Value::Null);
    let wrong = |name: &str| format!("{BLOCKS}solve => 5\n").replace(" k ", &format!(" {name} "));
    let many: String = ["a", "b", "c"].map(wrong).concat();
    hand.open(LONG, &many);
    let first = hand.server.next_job().expect("a script is a job");
    // One that is opened meanwhile does not wait for it.
    hand.open(SHORT, &wrong("k"));
    let second = hand.server.next_job().expect("the script of the other document");
    hand.run(&second);
    while hand.codes_of(SHORT).is_empty() {
        assert!(hand.work_once());
    }
    assert_eq!(hand.codes_of(LONG), [""; 0], "it is not done");
    // Of two, the one that the client asks about.
    hand.open("file:///third.puzzle", &many);
    let place =
        json!({ "textDocument": { "uri": LONG }, "position": { "line": 0, "character": 0 } });
    hand.send(&[Hand::request(1, "textDocument/hover", &place)]);
    hand.run(&first);
    while hand.codes_of(LONG).len() < 3 {
        assert!(hand.work_once());
    }
    assert_eq!(hand.codes_of("file:///third.puzzle"), [""; 0]);
    hand.work();
    assert_eq!(hand.codes_of("file:///third.puzzle"), ["expectation::wrong"; 3]);
}

#[test]
fn what_needs_no_search_is_judged_after_a_puzzle_has_had_its_time() {
    let mut hand = Hand::initialized(&Value::Null);
    hand.open(LONG, &format!("{TILES}{}rotate 1\n", "step 5000 => 1\n".repeat(30)));
    let job = hand.server.next_job().expect("a script is a job");
    assert_eq!(job.time(), Some(Duration::from_secs(2)));
    job.cancel().cancel();
    hand.run(&job);
    hand.work();
    let codes = hand.codes_of(LONG);
    let count = |code: &str| codes.iter().filter(|reported| **reported == code).count();
    assert_eq!(count("search::gave-up"), 30, "each search: {codes:?}");
    assert_eq!(count("command::not-of-this-kind"), 1, "{codes:?}");
}

/// Returns the change that adds a text at the end of a document, on its last line.
fn added(line: usize, column: usize, version: usize, text: &str) -> Value {
    let end = json!({ "line": line, "character": column });
    json!({
        "textDocument": { "uri": LONG, "version": version },
        "contentChanges": [{ "range": { "start": end, "end": end }, "text": text }],
    })
}

#[test]
fn typing_below_a_search_starts_no_other_search() {
    let mut hand = Hand::initialized(&Value::Null);
    hand.open(LONG, &format!("{TILES}solve\n"));
    let line = TILES.lines().count() + 1;
    let job = hand.server.next_job().expect("a script is a job");
    let text = "moves // It is said that nothing is searched again here, however long the comment \
                below the search grows.";
    for (column, letter) in text.chars().enumerate() {
        let change = added(line, column, column + 2, &letter.to_string());
        hand.notify("textDocument/didChange", &change);
        assert!(hand.server.next_job().is_none(), "the search goes on");
    }
    assert!(!job.abandoned().is_cancelled());
    // It stops at its limit; what follows it is run, and it stays as it is.
    job.cancel().cancel();
    hand.run(&job);
    hand.work();
    let count =
        |hand: &Hand| hand.codes_of(LONG).iter().filter(|code| **code == "search::gave-up").count();
    assert_eq!(count(&hand), 1);
    hand.notify("textDocument/didChange", &added(line, text.len(), 200, "!"));
    let (_, counts) = looks::counted(|| hand.work());
    assert_eq!(count(&hand), 1);
    assert!(counts.looks < 1_000, "nothing is searched for");
    // An edit of the search itself abandons it.
    hand.notify("textDocument/didChange", &added(line - 1, 5, 201, " "));
    let job = hand.server.next_job().expect("it is run again");
    hand.notify("textDocument/didChange", &added(line - 1, 5, 202, " "));
    assert!(job.abandoned().is_cancelled());
}

#[test]
fn puzzles_that_exceed_the_limit_of_memory_are_reported_once() {
    let budget = Budget::unlimited().with_bytes(1 << 18);
    let mut hand = Hand::with(Settings { budget: budget.clone(), ..Settings::default() });
    hand.send(&[Hand::request(1, "initialize", &json!({ "capabilities": {} }))]);
    let text: String =
        (0..2000).map(|at| TILES.replace(" s ", &format!(" s{at} ")) + "\n").collect();
    for uri in ["file:///a.puzzle", "file:///b.puzzle"] {
        let item = json!({ "uri": uri, "languageId": "puzzled", "version": 1, "text": text });
        hand.notify("textDocument/didOpen", &json!({ "textDocument": item }));
        let end =
            json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
        let change = json!({ "textDocument": { "uri": uri, "version": 2 },
                             "contentChanges": [{ "range": end, "text": "\n" }] });
        hand.notify("textDocument/didChange", &change);
    }
    let sentence = "stopped at the limit of memory";
    let said = hand.seen.iter().filter(|message| message["method"] == "window/logMessage");
    assert_eq!(said.filter(|message| message.to_string().contains(sentence)).count(), 1);
    assert!(budget.account.held() < 1 << 19, "{:?}", budget.account);
    for uri in ["file:///a.puzzle", "file:///b.puzzle"] {
        hand.notify("textDocument/didClose", &json!({ "textDocument": { "uri": uri } }));
    }
    hand.work();
    assert_eq!(budget.account.held(), 0);
}
