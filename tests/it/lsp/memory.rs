//! Holds that the server answers within a small address space.

use serde_json::{Value, json};

use super::client::{Client, capable};
use crate::common::kibibytes;

/// A sliders puzzle whose states no limit of these tests holds.
const TILES: &str = "sliders NAME {\n  1 2 3 4\n  5 6 7 8\n  9 10 11 12\n  13 14 15 .\n  goal\n  \
                     . 15 14 13\n  12 11 10 9\n  8 7 6 5\n  4 3 1 2\n}\n\n";

#[test]
fn a_server_answers_in_a_small_address_space() {
    let mut client = Client::start_after("ulimit -v 300000");
    let options = json!({ "time": 1, "document": { "seconds": 5 }, "hints": { "seconds": 60 } });
    let params = json!({ "capabilities": capable(), "initializationOptions": options });
    client.ask("initialize", params);
    client.notify("initialized", json!({}));
    let mut text = String::new();
    for number in 0..10 {
        text += &TILES.replace("NAME", &format!("p{number}"));
        text += "step 2000\nmoves => nothing\n\n";
    }
    text += &TILES.replace("NAME", "last");
    text += "step 1000000000\n";
    let uri = "file:///tmp/a.puzzle";
    client.open(uri, &text);
    let published = client.wait("all wrong expectations", |message| {
        let diagnostics = message["params"]["diagnostics"].as_array();
        message["method"] == "textDocument/publishDiagnostics"
            && diagnostics.is_some_and(|diagnostics| {
                diagnostics.iter().filter(|diagnostic| is_wrong(diagnostic)).count() == 10
            })
    });
    assert_eq!(published["params"]["uri"], uri);
    let hints = client.settled(uri, &text);
    let labels: Vec<String> = hints.iter().map(|hint| hint["label"].to_string()).collect();
    assert_eq!(labels.iter().filter(|label| label.contains("expanded 2000")).count(), 10);
    client.ask("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended(), Some(0));
}

/// Returns the most memory that the server held, in MiB.
#[cfg(target_os = "linux")]
fn peak(client: &Client) -> u64 {
    kibibytes(client.id(), "VmHWM:").expect("the server runs") >> 10
}

#[test]
#[cfg(target_os = "linux")]
fn large_answers_are_not_built_as_trees() {
    let mut client = Client::with(&capable());
    let uri = "file:///tmp/a.puzzle";
    let commands = 50_000;
    let text =
        format!("automaton a {{\n  rule 30\n  tree (X . .)\n}}\n{}", "1 []\n".repeat(commands));
    client.open(uri, &text);
    let hints = client.settled(uri, &text);
    assert_eq!(hints.len(), commands);
    // 466 MiB for twice as many before.
    let mebibytes = peak(&client);
    assert!(mebibytes < 160, "{mebibytes} MiB");
    client.finish();
}

#[test]
#[cfg(target_os = "linux")]
fn formatting_is_linear_and_keeps_no_copies() {
    let mut client = Client::with(&capable());
    let uri = "file:///tmp/a.puzzle";
    client.open(uri, &"{\n".repeat(100_000));
    client.of("documentSymbol", uri);
    let before = peak(&client);
    let params = json!({
        "textDocument": { "uri": uri },
        "options": { "tabSize": 2, "insertSpaces": true },
    });
    client.ask("textDocument/formatting", params);
    let growth = peak(&client) - before;
    assert!(growth < 40, "{growth} MiB more than {before}");
    client.finish();
}

fn is_wrong(diagnostic: &Value) -> bool {
    diagnostic["code"].as_str().is_some_and(|code| code.contains("wrong"))
}
