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

/// Runs a document to its end in a server with arguments; returns what came by `$/logTrace`.
fn traces(arguments: &[&str], trace: &str) -> Vec<Value> {
    let params = json!({ "capabilities": capable(), "trace": trace });
    let mut client = Client::initialize_with(arguments, &params);
    let text = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\nsolve => 4\n";
    client.open("file:///k.puzzle", text);
    client.settled("file:///k.puzzle", text);
    let is_trace = |message: &Value| message["method"] == "$/logTrace";
    if trace != "off" {
        // What is traced comes when it has ended, so after the answer to it.
        client.wait("the trace of the job", |message| {
            is_trace(message) && message["params"]["message"].to_string().contains("\"job took ")
        });
    }
    client.notify("$/setTrace", json!({ "value": "off" }));
    client.ask("textDocument/codeLens", json!({ "textDocument": { "uri": "file:///k.puzzle" } }));
    let traced = client.backlog.iter().filter(|message| is_trace(message)).cloned().collect();
    client.finish();
    traced
}

#[test]
fn a_client_is_told_as_much_as_it_wants() {
    assert_eq!(traces(&[], "off"), [Value::Null; 0]);

    let messages = traces(&[], "messages");
    assert!(messages.iter().all(|trace| trace["params"].get("verbose").is_none()), "{messages:?}");
    let opened = |trace: &Value, what: &str| {
        trace["params"]["message"].as_str().is_some_and(|text| text.starts_with(what))
    };
    assert!(messages.iter().any(|trace| opened(trace, "message took ")), "{messages:?}");
    assert!(!messages.iter().any(|trace| opened(trace, "message > check took ")), "{messages:?}");

    let verbose = traces(&[], "verbose");
    let check = verbose.iter().find(|trace| opened(trace, "message > check took "));
    let details = check.map(|trace| trace["params"]["verbose"].to_string());
    assert!(details.is_some_and(|text| text.contains("name=k.puzzle bytes=")), "{verbose:?}");
    let search = verbose.iter().find(|trace| opened(trace, "job > command > search took "));
    assert!(search.is_some(), "{verbose:?}");
}

#[test]
fn the_log_has_the_trace_that_the_call_asks_for() {
    let folder = Folder::new();
    for (detail, has_search) in [("messages", false), ("verbose", true)] {
        let file = folder.0.join(detail);
        let path = file.to_str().expect("a path of UTF-8");
        assert_eq!(traces(&["--log", path, "--trace", detail], "off"), [Value::Null; 0]);
        let text = std::fs::read_to_string(&file).expect("the log is there");
        assert!(text.contains(" message took ") && text.contains("method=initialize"), "{text}");
        assert!(text.contains(" job took ") && text.contains("task=run puzzle=k"), "{text}");
        assert_eq!(text.contains(" job > command > search took "), has_search, "{text}");
    }
    puzzled("lsp --trace verbose").run().code(2);
    puzzled("lsp --log x --trace much").run().code(2);
}

#[test]
fn a_call_is_traced_on_standard_error() {
    let document = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\nsolve\n";
    let plain = puzzled("run -").input(document).run().code(0);
    let call = || puzzled("run -").input(document);
    let traced = call().variable("PUZZLED_LOG", "debug").run().code(0);
    assert_eq!(traced.out(), plain.out());
    assert!(traced.err().contains("command > search took "), "{}", traced.err());
    assert!(traced.err().contains(" text=solve"), "{}", traced.err());
    let part = call().variable("PUZZLED_LOG", "puzzled::search=debug").run().code(0);
    assert!(
        part.err().contains("search took ") && !part.err().contains("command"),
        "{}",
        part.err()
    );
    let wrong = call().variable("PUZZLED_LOG", "puzzled=loud").run().code(0);
    assert!(wrong.err().contains("PUZZLED_LOG: cannot read `puzzled=loud`"), "{}", wrong.err());
    assert_eq!(plain.err(), "");
}
