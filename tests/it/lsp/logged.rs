//! The log says why messages were dropped and requests refused.

use serde_json::{Value, json};

use super::client::{Client, Folder, capable};
use crate::common::puzzled;

#[test]
fn the_log_says_why_messages_were_dropped_and_requests_refused() {
    let folder = Folder::new();
    let file = folder.0.join("server.log");
    let path = file.to_str().expect("a path of UTF-8");

    for _ in 0..2 {
        let params = json!({ "capabilities": capable() });
        let mut client = Client::initialize_with(&["--log", path], &params);
        client.open("file:///a.puzzle", "matrix m { 1 2 / 3 4 }\n");
        client.change("file:///a.puzzle", &json!([{ "text": "" }]));
        let old = json!({ "uri": "file:///a.puzzle", "version": 1 });
        let params = json!({ "textDocument": old, "contentChanges": [] });
        client.notify("textDocument/didChange", params);
        let other = json!({ "uri": "file:///b\u{1b}[31m\n.puzzle", "version": 1 });
        let params = json!({ "textDocument": other, "contentChanges": [] });
        client.notify("textDocument/didChange", params);
        client.notify("textDocument/didOpen", json!({ "textDocument": 7 }));
        client.notify("nothing/known", Value::Null);
        client.frame("{");
        assert_eq!(client.refused("textDocument/nothing", json!({})), -32601);
        client.finish();
    }

    let text = std::fs::read_to_string(&file).expect("the log is there");
    let mut wanted = vec!["The log of `puzzled lsp`"];
    for _ in 0..2 {
        wanted.extend([
            "started as process",
            "`file:///a.puzzle`: 1 is older than 2",
            "is not open",
            "cannot read `textDocument/didOpen`",
            "dropped `nothing/known`",
            "dropped what is not a message",
            "refused `textDocument/nothing`",
        ]);
    }

    let mut lines: Vec<_> = text.lines().collect();
    for part in &wanted {
        let at = lines.iter().position(|line| line.contains(part));
        lines.remove(at.unwrap_or_else(|| panic!("{part} is missing: {text}")));
    }
    assert_eq!(lines, [""; 0], "nothing else");
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn a_file_that_is_not_a_log_is_not_touched() {
    let call = puzzled("lsp --log a.puzzle").file("a.puzzle", "matrix m { 1 }\n").run().code(2);
    assert_eq!(call.content("a.puzzle"), b"matrix m { 1 }\n");
    puzzled("lsp --log no/such/folder.log").run().code(2);
}
