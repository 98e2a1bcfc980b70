//! Any request on any text: one answer each, and no internal error.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::{Client, capable};
use crate::common::{Random, example_texts, kibibytes};

/// Everything that can be asked about a document.
const METHODS: [&str; 18] = [
    "hover",
    "completion",
    "signatureHelp",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
    "rename",
    "documentSymbol",
    "foldingRange",
    "selectionRange",
    "formatting",
    "rangeFormatting",
    "codeAction",
    "codeLens",
    "inlayHint",
    "semanticTokens/full",
    "semanticTokens/range",
];

fn hasty() -> Client {
    let options = json!({ "budget": { "seconds": 0.01 } });
    Client::initialize(&json!({ "capabilities": capable(), "initializationOptions": options }))
}

/// Asks everything at a place, and everything between that place and another.
fn fire(client: &mut Client, uri: &str, at: &Value, to: &Value, open: &mut BTreeSet<String>) {
    for method in METHODS {
        let params = json!({
            "textDocument": { "uri": uri }, "position": at, "positions": [at, to],
            "range": { "start": at, "end": to }, "newName": "q",
            "context": { "diagnostics": [], "includeDeclaration": true },
            "options": { "tabSize": 2, "insertSpaces": true },
        });
        open.insert(client.request(&format!("textDocument/{method}"), params).to_string());
    }
}

/// Holds that every request is answered once, and that no answer is an internal error.
fn drain(client: &mut Client, open: &mut BTreeSet<String>, what: &str) {
    while !open.is_empty() {
        let answer = client.wait("a response", |message| message["method"].is_null());
        assert!(open.remove(&answer["id"].to_string()), "answered twice: {answer}");
        assert_ne!(answer["error"]["code"], -32603, "{what}: {answer}");
        assert_ne!(answer["error"]["code"], -32602, "{what}: {answer}");
    }
    client.backlog.retain(|message| message["method"] == "window/logMessage");
    assert!(client.backlog.is_empty(), "{what}: {:?}", client.backlog);
}

#[test]
fn strange_documents() {
    let control: String = (0..32_u8).chain([127]).map(char::from).collect();
    let c1: String =
        ('\u{80}'..'\u{a0}').chain("\u{2028}\u{202e}\u{feff}\u{fffd}".chars()).collect();
    let long = format!("matrix m {{\n  {}\n}}\nrings\n", "1 ".repeat(1 << 19));
    let deep = format!(
        "automaton a {{\n  rule 1\n  tree {}X{}\n}}\n1 []\n",
        "(".repeat(200_000),
        " . .)".repeat(200_000)
    );
    let mut client = hasty();

    for (name, text) in [
        ("empty", String::new()),
        ("blank", String::from(" \r\n\t\r")),
        ("control", format!("matrix m {{\n  1 {control} 2\n}}\nrings {control}\n{control}")),
        ("only control", control),
        ("wide", format!("matrix m {{\n  1 {c1} 2\n}}\nrings {c1} => {c1}\n")),
        ("mark", String::from("\u{feff}matrix m {\n  1 2\n}\nrings\n")),
        ("long", long),
        ("long comment", format!("// {}", "é".repeat(1 << 19))),
        ("long name", format!("use {}", "a".repeat(1 << 20))),
        ("deep", deep),
        ("open", "(".repeat(200_000)),
        ("braces", "{".repeat(100_000)),
        ("closers", "}\n".repeat(5_000)),
    ] {
        let uri = format!("file:///{name}.puzzle").replace(' ', "-");
        client.open(&uri, &text);
        let mut open = BTreeSet::new();
        let place = |line: usize, column: usize| json!({ "line": line, "character": column });
        let lines = text.matches('\n').count();
        let end = place(u32::MAX as usize, u32::MAX as usize);
        let places = [place(1, 5), place(0, 0), place(2, 7), place(lines, 0), end.clone()];
        // Of a large one, an answer alone has megabytes.
        for at in &places[..if text.len() > 10_000 { 1 } else { places.len() }] {
            fire(&mut client, &uri, at, &end, &mut open);
        }
        drain(&mut client, &mut open, name);
        client.close(&uri);
    }

    client.finish();
}

#[test]
fn damaged_documents() {
    let corpus: Vec<_> = example_texts()
        .into_iter()
        .map(|text| text.bytes)
        .filter(|text| !text.is_empty() && text.len() < 2_000)
        .collect();
    let mut random = Random(0xdead);
    let mut client = hasty();

    for round in 0..40 {
        let mut bytes = corpus[random.below(corpus.len())].clone();
        for _ in 0..=random.below(6) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[at] = random.next() as u8,
                1 => bytes.insert(at, random.next() as u8),
                2 => {
                    let emoji = "😀".bytes();
                    bytes.splice(at..at, emoji);
                }
                _ => {
                    let end = (at + random.below(30)).min(bytes.len());
                    if end - at < bytes.len() {
                        bytes.drain(at..end);
                    }
                }
            }
        }

        let text = String::from_utf8_lossy(&bytes).into_owned();
        let uri = format!("file:///{round}.puzzle");
        client.open(&uri, &text);
        let mut open = BTreeSet::new();
        let lines = text.lines().count() + 2;

        for _ in 0..4 {
            // Beyond the ends, and inside surrogate pairs, too.
            let mut place =
                || json!({ "line": random.below(lines), "character": random.below(24) });
            let at = place();
            let to = place();
            fire(&mut client, &uri, &at, &to, &mut open);
        }

        drain(&mut client, &mut open, &format!("round {round}: {text:?}"));
        if round % 3 > 0 {
            client.close(&uri);
        }
    }

    client.finish();
}

#[test]
fn thousands_of_edits_hold_no_memory() {
    let text: String = (0..40)
        .map(|at| {
            format!(
                "matrix m{at} {{\n  1 2 3 4\n  5 6 7 8\n}}\nrings => 1 2 3 4 8 7 6 5\nrotate 1\n"
            )
        })
        .collect();
    let mut client = hasty();
    let uri = "file:///edited.puzzle";
    client.open(uri, &text);
    client.diagnostics(uri, 1);
    let mut random = Random(0x5000);
    let mut edit = |client: &mut Client, count: usize| {
        for _ in 0..count / 2 {
            let at = json!({ "line": random.below(240), "character": random.below(6) });
            let next =
                json!({ "line": at["line"], "character": at["character"].as_u64().unwrap() + 1 });
            // Lines are longer than five, but for closing braces.
            client.change(uri, &json!([{ "range": { "start": at, "end": at }, "text": "7" }]));
            let version =
                client.change(uri, &json!([{ "range": { "start": at, "end": next }, "text": "" }]));
            client.diagnostics(uri, version);
            client.backlog.clear();
        }
    };

    edit(&mut client, 500);
    client.settled(uri, &text);
    let before = kibibytes(client.id(), "VmRSS:");
    edit(&mut client, 5_000);
    client.settled(uri, &text);
    if let Some(before) = before {
        let after = kibibytes(client.id(), "VmRSS:").expect("the server runs");
        assert!(after < before + 20_000, "{before} KiB, then {after} KiB");
    }
    assert!(before.is_some() || !cfg!(target_os = "linux"), "the server runs");
    client.finish();
}
