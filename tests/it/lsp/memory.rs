//! Holds that the server answers within a small address space.

use serde_json::{Value, json};

use super::client::{Client, capable};

/// A sliders puzzle whose states no limit of these tests holds.
const TILES: &str = "sliders NAME {\n  1 2 3 4\n  5 6 7 8\n  9 10 11 12\n  13 14 15 .\n  goal\n  \
                     . 15 14 13\n  12 11 10 9\n  8 7 6 5\n  4 3 1 2\n}\n\n";

#[test]
fn a_server_maps_little_and_answers_in_a_small_address_space() {
    let mut client = Client::start_after("ulimit -v 300000");
    let options = json!({ "time": 1, "document": { "seconds": 5 }, "hints": { "seconds": 60 } });
    let params = json!({ "capabilities": capable(), "initializationOptions": options });
    client.ask("initialize", params);
    client.notify("initialized", json!({}));
    if cfg!(target_os = "linux") {
        let status = std::fs::read_to_string(format!("/proc/{}/status", client.id()));
        let status = status.expect("the server runs");
        let mapped = status.lines().find_map(|line| line.strip_prefix("VmPeak:"));
        let mapped = mapped.and_then(|line| line.split_ascii_whitespace().next()?.parse().ok());
        // A second heap would map 64 MiB.
        assert!(mapped.is_some_and(|kib: u64| kib < 64 << 10), "{mapped:?} KiB");
    }
    let mut text = String::new();
    for number in 0..10 {
        text += &TILES.replace("NAME", &format!("p{number}"));
        text += "step 2000\nmoves => nothing\n\n";
    }
    text += &TILES.replace("NAME", "last");
    text += "step 1000000000\n";
    let uri = "file:///tmp/a.puzzle";
    client.open(uri, &text);
    let found = client.wait("all wrong expectations", |one| {
        let found = one["params"]["diagnostics"].as_array();
        one["method"] == "textDocument/publishDiagnostics"
            && found.is_some_and(|all| all.iter().filter(|one| is_wrong(one)).count() == 10)
    });
    assert_eq!(found["params"]["uri"], uri);
    let hints = client.settled(uri, &text);
    let labels: Vec<String> = hints.iter().map(|hint| hint["label"].to_string()).collect();
    assert_eq!(labels.iter().filter(|label| label.contains("expanded 2000")).count(), 10);
    client.ask("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended(), Some(0));
}

fn is_wrong(found: &Value) -> bool {
    found["code"].as_str().is_some_and(|code| code.contains("wrong"))
}
