//! From `initialize` to `exit`, and what goes wrong in between.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::{Client, capable, code, list};
use crate::common::Random;

/// A search that takes minutes: a fifteen puzzle about 80 moves from its goal.
pub const HARD: &str = "sliders hard {\n  14 15 8 12\n  10 11 9 13\n  2 6 5 1\n  3 7 4 .\n  goal\n  \
                        1 2 3 4\n  5 6 7 8\n  9 10 11 12\n  13 14 15 .\n}\nsolve\n";

/// Starts a client whose server gives every statement a minute.
pub fn patient() -> Client {
    let options = json!({ "budget": { "seconds": 60 } });
    Client::initialize(&json!({ "capabilities": capable(), "initializationOptions": options }))
}

fn hint_params(uri: &str) -> Value {
    let range = json!({ "start": { "line": 0, "character": 0 },
                        "end": { "line": 99, "character": 0 } });
    json!({ "textDocument": { "uri": uri }, "range": range })
}

#[test]
fn a_clean_life() {
    let mut client = Client::start();
    let early = client.refused("textDocument/hover", json!({}));
    assert_eq!(early, -32002);
    client.notify("textDocument/didOpen", json!({})); // not heard before `initialize`
    let answer = client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(answer["serverInfo"]["name"], "puzzled");
    assert_eq!(answer["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    let capabilities = &answer["capabilities"];
    assert_eq!(capabilities["positionEncoding"], "utf-16");
    assert_eq!(capabilities["textDocumentSync"]["change"], 2);
    for provider in ["hover", "definition", "references", "documentHighlight", "documentSymbol"] {
        assert_eq!(capabilities[format!("{provider}Provider")], true, "{provider}");
    }
    client.notify("initialized", json!({}));
    assert_eq!(client.refused("initialize", json!({ "capabilities": {} })), -32600);
    assert_eq!(client.refused("textDocument/nothing", json!({})), -32601);
    assert_eq!(client.refused("$/nothing", json!({})), -32601);
    client.notify("$/nothing", json!({ "x": 1 }));
    client.notify("nothing/known", Value::Null);
    assert_eq!(client.refused("textDocument/nothing", json!({})), -32601);
    assert!(client.backlog.is_empty(), "{:?}", client.backlog);
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(client.refused("textDocument/hover", json!({})), -32600);
    assert_eq!(client.refused("shutdown", Value::Null), -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended(), Some(0));
}

#[cfg(unix)]
#[test]
fn the_pages_of_codes_are_written_whole_and_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let mut client = Client::new();
    let mode =
        |path: &std::path::Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    let folder = client.cache.0.join("puzzled/explain");
    // The page of another version is replaced and keeps its mode.
    std::fs::create_dir_all(&folder).expect("a folder");
    let stray = folder.join("syntax-stray-closer.md");
    std::fs::write(&stray, "old").expect("written");
    std::fs::set_permissions(&stray, PermissionsExt::from_mode(0o640)).expect("a mode");
    client.open("file:///x.puzzle", "matrix m {\n  1 2\n  3\n}\n}\n");
    let diagnostics = client.diagnostics("file:///x.puzzle", 1);
    let links = diagnostics.iter().map(|diagnostic| diagnostic["codeDescription"]["href"].as_str());
    let links: Vec<_> = links.map(|link| link.expect("a link").to_owned()).collect();
    assert_eq!(links.len(), 2, "{diagnostics:?}");
    let ragged = folder.join("matrix-ragged-row.md");
    assert!(links.iter().any(|link| link.ends_with("/matrix-ragged-row.md")), "{links:?}");
    assert_eq!((mode(&ragged), mode(&stray)), (0o600, 0o640));
    let text = std::fs::read_to_string(&stray).expect("it is there");
    assert!(text.starts_with("# `syntax::stray-closer`"), "{text}");
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 2);
    client.finish();

    let mut client = Client::new();
    client.open("file:///x.puzzle", "}\n");
    client.diagnostics("file:///x.puzzle", 1);
    assert_eq!(mode(&client.cache.0.join("puzzled/explain")), 0o700);
    client.finish();
}

#[test]
fn an_end_without_shutdown_is_told_by_the_exit_code() {
    let mut client = Client::new();
    client.notify("exit", Value::Null);
    assert_eq!(client.ended(), Some(1), "exit without shutdown");

    let mut client = Client::start();
    client.notify("exit", Value::Null);
    assert_eq!(client.ended(), Some(1), "exit before initialize");

    let mut client = Client::new();
    client.open("file:///hard.puzzle", HARD);
    client.close_input();
    assert_eq!(client.ended(), Some(1), "end of input, while a search runs");

    let mut client = Client::new();
    client.ask("shutdown", Value::Null);
    client.close_input();
    assert_eq!(client.ended(), Some(0), "end of input after shutdown");

    let mut client = Client::new();
    client.raw(b"Content-Length: 100\r\n\r\n{\"jsonrpc\"");
    client.close_input();
    assert_eq!(client.ended(), Some(1), "end of input within a frame");
}

#[test]
fn what_was_asked_before_the_input_ends_is_answered() {
    let mut client = Client::new();
    let uri = "file:///large.puzzle";
    client.open(uri, &"matrix m { 1 2 }\n".repeat(20_000));
    let params = json!({ "textDocument": { "uri": uri } });
    let ids = [(); 2].map(|()| client.request("textDocument/documentSymbol", params.clone()));
    client.close_input();
    for id in ids {
        assert_eq!(list(&client.response(&id)["result"]).len(), 20_000);
    }
    assert_eq!(client.ended(), Some(1));
}

/// The client is gone, but another process holds the pipe open.
#[cfg(target_os = "linux")]
#[test]
fn a_client_that_is_gone_ends_the_server() {
    let mut short = std::process::Command::new(env!("CARGO_BIN_EXE_puzzled"));
    let mut short = short.arg("--version").stdout(std::process::Stdio::null()).spawn().unwrap();
    let id = short.id();
    short.wait().unwrap();
    let mut client = Client::initialize(&json!({ "processId": id, "capabilities": {} }));
    assert_eq!(client.ended(), Some(1));
}

#[test]
fn what_is_no_message_is_answered_and_survived() {
    let mut client = Client::new();
    let uri = "file:///empty.puzzle";
    client.open(uri, "");
    let null =
        |message: &Value| message["method"].is_null() && message.get("id") == Some(&Value::Null);

    for (frame, expected) in [
        ("{", -32700),
        ("", -32700),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\\ud800\"}", -32700),
        (
            "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":\"\\ud800\"}",
            -32700,
        ),
        ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}]", -32600),
        ("7", -32600),
        ("{\"jsonrpc\":\"2.0\"}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"shutdown\"}", -32600),
    ] {
        client.frame(frame);
        let answer = client.wait("an answer without an id", null);
        assert_eq!(code(&answer), expected, "{frame}");
    }

    let big = json!(4_294_967_296_u64);
    for id in [big, json!(1.5), json!({ "a": 1 }), json!(true)] {
        let frame = json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover" });
        client.frame(&frame.to_string());
        let answer = client.response(&id);
        assert_eq!(code(&answer), -32600, "{answer}");
    }

    for id in [json!("text"), json!(-7), json!(i32::MAX)] {
        let params = json!({ "textDocument": { "uri": uri } });
        let method = "textDocument/documentSymbol";
        let frame = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        client.frame(&frame.to_string());
        assert_eq!(client.response(&id)["result"], json!([]), "{id}");
    }
    client.frame("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":null}"); // to something never asked
    client.raw(b"rubbish\n\r\n\r\nContent-Length: -3\r\n\r\n");
    client.raw(b"content-type: x\r\ncontent-length: 2\r\n\r\n{}");
    assert_eq!(code(&client.wait("an answer", null)), -32600);
    client.frame("\u{feff}{}");
    assert_eq!(code(&client.wait("an answer", null)), -32700);
    client.finish();
}

#[test]
fn many_requests_are_each_answered_once() {
    let mut client = Client::new();
    let uri = "file:///many.puzzle";
    let text = "matrix m {\n  1 2\n  3 4\n}\nrings\nring 0\n";
    client.open(uri, text);
    let mut open = BTreeSet::new();
    let mut random = Random(0x200);

    for number in 0..200 {
        let at = json!({ "line": random.below(8), "character": random.below(9) });
        let range = json!({ "start": at, "end": at });
        let params = json!({
            "textDocument": { "uri": uri }, "position": at, "positions": [at], "range": range,
            "context": { "diagnostics": [], "includeDeclaration": true },
            "newName": "n", "options": { "tabSize": 2, "insertSpaces": true },
        });
        let methods = ["hover", "completion", "definition", "references", "documentSymbol"];
        let method = match number % 8 {
            0 => String::from("textDocument/foldingRange"),
            1 => String::from("textDocument/inlayHint"),
            2 => String::from("textDocument/unknown"),
            other => format!("textDocument/{}", methods[other % 5]),
        };
        open.insert(client.request(&method, params).to_string());
    }

    assert_eq!(open.len(), 200);
    while !open.is_empty() {
        let answer = client.wait("a response", |message| message["method"].is_null());
        assert!(open.remove(&answer["id"].to_string()), "answered twice: {answer}");
        let is_expected = answer["error"]["code"] == -32601 || answer["error"].is_null();
        assert!(is_expected, "{answer}");
    }
    client.finish();
}

#[test]
fn what_waits_can_be_cancelled_and_gets_void() {
    let mut client = patient();
    let uri = "file:///hard.puzzle";
    client.open(uri, HARD);
    let waits = client.request("textDocument/inlayHint", hint_params(uri));
    // Quick requests are answered meanwhile.
    assert_eq!(list(&client.of("documentSymbol", uri)).len(), 1);
    client.notify("$/cancelRequest", json!({ "id": waits }));
    assert_eq!(code(&client.response(&waits)), -32800);
    client.notify("$/cancelRequest", json!({ "id": waits })); // twice: there is nothing to cancel
    client.notify("$/cancelRequest", json!({ "id": "nothing" }));

    let waits = client.request("textDocument/inlayHint", hint_params(uri));
    client.of("documentSymbol", uri);
    client.change(uri, &json!([{ "text": format!("{HARD}\n// changed\n") }]));
    assert_eq!(code(&client.response(&waits)), -32801);

    let waits = client.request("textDocument/inlayHint", hint_params(uri));
    client.of("documentSymbol", uri);
    client.close(uri);
    assert_eq!(code(&client.response(&waits)), -32801);
    client.finish();
}

#[test]
fn slow_requests_are_cancelled_and_exit_drops_them() {
    let mut client = patient();
    let uri = "file:///large.puzzle";
    let puzzle =
        |at| format!("matrix m{at} {{ 1 2 / 3 4 }}\nrings\nmatrix n{at} {{ \u{2212}1 }}\n");
    let text: String = (0..6_000).map(puzzle).collect();
    assert!(text.len() > 1 << 18, "requests about smaller texts are not slow");
    client.open(uri, &text);
    client.diagnostics(uri, 1);
    let ask = |client: &mut Client| {
        let mut params = hint_params(uri);
        params["options"] = json!({ "tabSize": 2, "insertSpaces": true });
        params["context"] = json!({ "diagnostics": [], "includeDeclaration": true });
        params["position"] = json!({ "line": 0, "character": 8 });
        params["newName"] = json!("other");
        let slow = [
            "semanticTokens/full",
            "codeAction",
            "formatting",
            "rename",
            "references",
            "documentSymbol",
            "foldingRange",
        ];
        let ask = |method| client.request(&format!("textDocument/{method}"), params.clone());
        slow.map(ask)
    };

    let ids = ask(&mut client);
    // Each gets one answer, whenever it is cancelled; the first one waits for no other.
    for id in &ids {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    for id in &ids {
        let answer = client.response(id);
        assert!(answer["error"].is_null() || code(&answer) == -32800, "{answer}");
    }
    client.notify("$/cancelRequest", json!({ "id": ids[0] }));
    let at = json!({ "textDocument": { "uri": uri }, "position": { "line": 1, "character": 1 } });
    assert!(!client.ask("textDocument/hover", at).is_null());
    assert!(
        client.backlog.iter().all(|message| !message["method"].is_null()),
        "{:?}",
        client.backlog
    );

    // Those that are not cancelled are answered in full.
    let [full, ..] = ask(&mut client);
    let tokens = client.response(&full);
    assert!(list(&tokens["result"]["data"]).len() > 5 * 6_000);
    ask(&mut client);
    client.finish();
}

#[test]
fn a_thousand_documents() {
    let mut client = Client::new();
    let uri = |number| format!("file:///many/{number}.puzzle");
    for number in 0..1000 {
        client
            .open(&uri(number), &format!("matrix m{number} {{\n  1 2\n  3 {number}\n}}\nringz\n"));
    }
    for number in (0..1000).rev() {
        let diagnostics = client.diagnostics(&uri(number), 1);
        assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    }
    for number in 0..1000 {
        client.close(&uri(number));
    }
    for number in [0, 999] {
        client.wait("empty diagnostics", |message| {
            message["params"]["uri"] == uri(number) && message["params"]["diagnostics"] == json!([])
        });
    }
    let params = json!({ "textDocument": { "uri": uri(0) } });
    assert_eq!(client.refused("textDocument/documentSymbol", params), -32602);
    client.finish();
}

#[test]
fn wrong_parameters_are_refused() {
    let mut client = Client::new();
    let uri = "file:///a.puzzle";
    client.open(uri, "matrix m {\n  1\n}\n");
    let document = json!({ "uri": uri });

    for (method, params) in [
        ("hover", json!({})),
        ("hover", json!("text")),
        ("hover", Value::Null),
        ("hover", json!({ "textDocument": document, "position": { "line": -1, "character": 0 } })),
        ("hover", json!({ "textDocument": document, "position": [0, 0] , "x": 1 })),
        ("completion", json!({ "textDocument": document })),
        ("selectionRange", json!({ "textDocument": document })),
        ("rangeFormatting", json!({ "textDocument": document })),
        ("codeAction", json!({ "textDocument": document, "range": 3 })),
        ("inlayHint", json!({ "textDocument": document })),
        ("semanticTokens/range", json!({ "textDocument": document })),
        ("documentSymbol", json!({ "textDocument": { "uri": "file:///other.puzzle" } })),
        ("documentSymbol", json!({})),
    ] {
        let request = format!("{method} {params}");
        if method == "hover" && params["position"].is_array() {
            // The reader of the types takes a list for a structure: no fault, and no crash.
            client.request("textDocument/hover", params);
            continue;
        }
        assert_eq!(client.refused(&format!("textDocument/{method}"), params), -32602, "{request}");
    }

    let id = client.request("textDocument/hover", json!({}));
    let why = client.response(&id)["error"]["message"].clone();
    assert_eq!(why, "missing field `textDocument`");

    for params in [
        json!({}),
        json!({ "command": "puzzled.server.nothing" }),
        json!({ "command": "puzzled.server.solve", "arguments": [uri, "nobody"] }),
        json!({ "command": "puzzled.server.solve", "arguments": [7] }),
    ] {
        assert_eq!(client.refused("workspace/executeCommand", params), -32602);
    }

    for method in ["didOpen", "didChange", "didClose"] {
        client.notify(&format!("textDocument/{method}"), json!({ "textDocument": 7 }));
    }
    client.finish();
}
