//! Requests about the workspace: what is kept of files is what a new server reads.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::Hand;
use crate::lsp::server::{Disk, Listed, Settings, Stamp};
use crate::puzzle::testing::Draw;
use crate::session::looked;

/// Files that exist in memory only.
#[derive(Clone, Default)]
pub(super) struct Memory {
    files: BTreeMap<PathBuf, (String, u64)>,
    /// Counts changes: the clock of the file system.
    clock: u64,
    /// True if stamps prove nothing.
    is_vague: bool,
    lists: usize,
    reads: usize,
}

impl Memory {
    fn write(&mut self, path: &str, text: &str) {
        self.clock += 1;
        self.files.insert(PathBuf::from(path), (text.to_owned(), self.clock));
    }
}

impl Disk for Memory {
    fn list(&mut self, folders: &[PathBuf]) -> Vec<Listed> {
        self.lists += 1;
        let of = |folder: &PathBuf| {
            let folder = folder.clone();
            let own = self.files.iter().filter(move |(path, _)| path.starts_with(&folder));
            own.map(|(path, (text, clock))| {
                let modified = Duration::from_secs(*clock);
                let stamp = Stamp { modified, length: text.len() as u64 };
                Listed { path: path.clone(), stamp: (!self.is_vague).then_some(stamp) }
            })
        };
        folders.iter().flat_map(of).collect()
    }

    fn read(&mut self, path: &Path) -> Option<String> {
        self.reads += 1;
        self.files.get(path).map(|(text, _)| text.clone())
    }
}

/// Starts a server for a client that works in `/w`, reports changed files or not, and pulls.
fn start(disk: Memory, watches: bool) -> Hand {
    let mut hand = Hand::with(Settings::default());
    hand.disk = disk;
    let params = json!({
        "capabilities": {
            "workspace": {
                "didChangeWatchedFiles": { "dynamicRegistration": watches },
                "diagnostics": { "refreshSupport": true },
            },
            "textDocument": { "diagnostic": {} },
        },
        "workspaceFolders": [{ "uri": "file:///w", "name": "w" }],
    });
    hand.send(&[Hand::request(0, "initialize", &params)]);
    hand.notify("initialized", &json!({}));
    let asked = hand.seen.iter().find(|one| one["method"] == "client/registerCapability").cloned();
    assert_eq!(asked.is_some(), watches);
    if let Some(asked) = asked {
        let method = &asked["params"]["registrations"][0]["method"];
        assert_eq!(method, "workspace/didChangeWatchedFiles");
        hand.send(&[json!({ "jsonrpc": "2.0", "id": asked["id"], "result": null })]);
    }
    hand
}

/// Returns the answer to a request about the workspace.
fn ask(hand: &mut Hand, method: &str, params: &Value) -> Value {
    hand.seen.clear();
    hand.send(&[Hand::request(1, method, params)]);
    hand.answer(1)["result"].clone()
}

fn symbols(hand: &mut Hand, query: &str) -> Value {
    ask(hand, "workspace/symbol", &json!({ "query": query }))
}

/// A client's copy of the diagnostics of the workspace: by document, the number and the items.
type Copy = BTreeMap<String, (Value, Value)>;

fn pull(hand: &mut Hand, copy: &mut Copy) {
    let known = copy.iter().map(|(uri, (id, _))| json!({ "uri": uri, "value": id }));
    let known: Vec<_> = known.collect();
    let answer = ask(hand, "workspace/diagnostic", &json!({ "previousResultIds": known }));
    for one in answer["items"].as_array().expect("a list") {
        let uri = one["uri"].as_str().expect("a uri").to_owned();
        if one["kind"] == "full" {
            copy.insert(uri, (one["resultId"].clone(), one["items"].clone()));
        } else {
            assert_eq!(copy[&uri].0, one["resultId"], "what the client does not have");
        }
    }
}

/// Returns the items of the documents that have any.
fn items(copy: &Copy) -> Vec<(&String, &Value)> {
    let all = copy.iter().map(|(uri, (_, items))| (uri, items));
    all.filter(|(_, items)| **items != json!([])).collect()
}

fn text(random: &mut Draw) -> String {
    let rows = ["1 2 / 3 4", "1 2 / 3"][random.index(2)];
    let puzzle = |at: usize| format!("matrix m{at} {{ {rows} }}\n");
    (0..random.index(3)).map(|_| puzzle(random.index(30))).collect()
}

/// Returns the parameters of a notification that replaces the text of an open document.
fn changed(uri: &str, version: usize, text: &str) -> Value {
    json!({
        "textDocument": { "uri": uri, "version": version },
        "contentChanges": [{ "text": text }],
    })
}

#[test]
fn what_is_kept_of_files_is_what_a_new_server_reads() {
    for (seed, watches) in (1..7).map(|seed| (seed, seed % 2 == 0)) {
        let mut random = Draw(seed);
        let is_vague = seed % 3 == 0;
        let mut hand = start(Memory { is_vague, ..Memory::default() }, watches);
        let (mut open, mut copy) = (BTreeMap::<String, String>::new(), Copy::new());
        for round in 2..80 {
            let folder = ["/w", "/w/a", "/w/a/b", "/other"][random.index(4)];
            let path = format!("{folder}/{}.puzzle", random.index(4));
            let (uri, fresh) = (format!("file://{path}"), text(&mut random));
            let document = json!({ "textDocument": { "uri": uri } });
            let mut events = Vec::new();
            match random.index(7) {
                0 | 1 => {
                    hand.disk.write(&path, &fresh);
                    events.push(json!({ "uri": uri, "type": 1 + random.index(2) }));
                }
                2 => {
                    hand.disk.files.remove(Path::new(&path));
                    events.push(json!({ "uri": uri, "type": 3 }));
                }
                3 => {
                    // A folder goes: that is one event.
                    hand.disk.files.retain(|path, _| !path.starts_with("/w/a"));
                    events.push(json!({ "uri": "file:///w/a", "type": 3 }));
                }
                4 if open.contains_key(&uri) => {
                    hand.notify("textDocument/didChange", &changed(&uri, round, &fresh));
                    open.insert(uri, fresh);
                }
                5 if open.remove(&uri).is_some() => hand.notify("textDocument/didClose", &document),
                _ if !open.contains_key(&uri) => {
                    hand.open(&uri, &fresh);
                    open.insert(uri, fresh);
                }
                _ => {}
            }
            if watches && !events.is_empty() {
                hand.notify("workspace/didChangeWatchedFiles", &json!({ "changes": events }));
            }
            let mut new = start(hand.disk.clone(), watches);
            for (uri, text) in &open {
                new.open(uri, text);
            }
            let query = ["", "m1", "2"][random.index(3)];
            assert_eq!(symbols(&mut hand, query), symbols(&mut new, query), "round {round}");
            let mut whole = Copy::new();
            pull(&mut hand, &mut copy);
            pull(&mut new, &mut whole);
            assert_eq!(items(&copy), items(&whole), "round {round}");
        }
    }
}

#[test]
fn nothing_is_read_again_that_has_not_changed() {
    for (watches, is_vague) in [(true, false), (false, false), (true, true), (false, true)] {
        let mut disk = Memory { is_vague, ..Memory::default() };
        for at in 0..100 {
            disk.write(&format!("/w/{at}.puzzle"), &format!("matrix m{at} {{ 1 2 / 3 4 }}\n"));
        }
        let mut hand = start(disk, watches);
        let mut copy = Copy::new();
        hand.open("file:///w/7.puzzle", "matrix open { 1 }\n");
        assert_eq!(symbols(&mut hand, "").as_array().map(Vec::len), Some(100));
        pull(&mut hand, &mut copy);
        for _ in 0..3 {
            let (lists, reads) = (hand.disk.lists, hand.disk.reads);
            let parsed = looked(|| {
                symbols(&mut hand, "m");
                pull(&mut hand, &mut copy);
            });
            assert_eq!(parsed, 0, "nothing is parsed");
            let lists = hand.disk.lists - lists;
            assert_eq!(lists, if watches { 0 } else { 2 }, "who reports changes is believed");
            // Without a stamp, the text itself says that it has not changed.
            let reads = hand.disk.reads - reads;
            assert_eq!(reads, if is_vague && !watches { 198 } else { 0 });
        }
        // One file changes: that one is read.
        hand.disk.write("/w/3.puzzle", "matrix other { 1 }\n");
        let event = json!({ "uri": "file:///w/3.puzzle", "type": 2 });
        hand.seen.clear();
        hand.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [event] }));
        let asks = hand.seen.iter().any(|one| one["method"] == "workspace/diagnostic/refresh");
        assert!(asks, "the client is told that it lacks diagnostics");
        let reads = hand.disk.reads;
        let parsed = looked(|| assert_eq!(symbols(&mut hand, "other")[0]["name"], "other"));
        assert_eq!(parsed, 1);
        assert!(is_vague || hand.disk.reads - reads == 1);
        // So is one that is closed, whose text on disk may be another than it was.
        hand.notify(
            "textDocument/didClose",
            &json!({ "textDocument": { "uri": "file:///w/7.puzzle" } }),
        );
        assert_eq!(symbols(&mut hand, "m7").as_array().map(Vec::len), Some(19), "m7, m17 … m70");
    }
}

#[test]
fn a_client_that_refuses_to_report_files_is_not_relied_on() {
    let mut hand = start(Memory::default(), false);
    let params = json!({ "changes": [] });
    hand.notify("workspace/didChangeWatchedFiles", &params);
    hand.disk.write("/w/a.puzzle", "matrix a { 1 }\n");
    assert_eq!(symbols(&mut hand, "a").as_array().map(Vec::len), Some(1));
    let mut hand = Hand::with(Settings::default());
    let watches = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let folders = json!([{ "uri": "file:///w", "name": "w" }]);
    let params = json!({ "capabilities": { "workspace": watches }, "workspaceFolders": folders });
    hand.send(&[Hand::request(0, "initialize", &params)]);
    hand.notify("initialized", &json!({}));
    let id = hand.seen.last().expect("a request")["id"].clone();
    let error = json!({ "code": -32601, "message": "no" });
    hand.send(&[json!({ "jsonrpc": "2.0", "id": id, "error": error })]);
    for at in 1..3 {
        hand.disk.write(&format!("/w/{at}.puzzle"), "matrix a { 1 }\n");
        assert_eq!(symbols(&mut hand, "a").as_array().map(Vec::len), Some(at));
    }
}
