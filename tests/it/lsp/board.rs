//! Boards as a client sees them: the real server, pushed over the protocol.

use serde_json::{Value, json};

use super::client::{Client, capable, list};
use super::doc::Doc;

/// A board for the manual.
const LITTLE: &str = "klotski little { A . B / C . B / C D . / goal A at (2,2) }\nplay A right\n";

/// Opens a document in a client that shows boards.
fn open(text: &str) -> Doc {
    let mut capabilities = capable();
    capabilities["experimental"]["puzzledBoard"] = json!(true);
    Doc::in_client(Client::with(&capabilities), text)
}

/// Returns the parameters of a request for the board at an offset of the text as it is now.
fn params(doc: &Doc, version: i32, offset: usize, more: Value) -> Value {
    let mut params = more;
    params["textDocument"] = json!({ "uri": doc.uri, "version": version });
    params["position"] = doc.unit().position(&doc.text, offset);
    params
}

/// Returns the board at an offset, once its distance is known.
fn measured(doc: &mut Doc, version: i32, offset: usize, more: &Value) -> Value {
    loop {
        let params = params(doc, version, offset, more.clone());
        let board = doc.client.ask("puzzled/board", params);
        let is_solved = board["solved"] == true;
        if board["distanceState"] == "done" && (is_solved || !board["next"].is_null()) {
            return board;
        }
        doc.client.wait("a change", |message| message["method"] == "puzzled/boardChanged");
    }
}

/// Returns the fields of an object, one per line.
fn lines(value: &Value) -> String {
    let fields = value.as_object().expect("an object").iter();
    let lines: Vec<_> = fields.map(|(name, value)| format!("  \"{name}\": {value}")).collect();
    format!("```json\n{{\n{}\n}}\n```\n", lines.join(",\n"))
}

/// Returns a request and its answer, for the manual.
pub fn example() -> String {
    let mut doc = open(LITTLE);
    doc.settled();
    let more = json!({ "then": "B down", "parts": ["moves"] });
    let end = doc.text.len() - 1;
    let board = measured(&mut doc, 1, end, &more);
    let request = params(&doc, 1, end, more);
    let then = json!({ "then": "A up", "parts": [] });
    let request_illegal = json!({ "then": "A up", "parts": [] });
    let refused = params(&doc, 1, end, then);
    let refused = doc.client.ask("puzzled/board", refused);
    let tests = doc.client.ask("puzzled/tests", json!({ "textDocument": { "uri": doc.uri } }));
    assert_eq!(list(&tests), [Value::Null; 0]);
    format!(
        "In the document\n\n```puzzle\n{LITTLE}```\n\na client asks `puzzled/board` for the board at the end \
         of the second line, after one more move:\n\n{}\nThe answer:\n\n{}\nTo write the move \
         `A (0,1) (1,1)` the client replaces `write.range` with `{}A (0,1) (1,1)`. With \
         `\"then\": {}` the answer holds\n\n{}",
        lines(&request),
        lines(&board),
        board["write"]["prefix"].as_str().expect("a text"),
        request_illegal["then"],
        lines(&json!({ "illegal": refused["illegal"] })),
    )
}

#[test]
fn a_puzzle_is_pushed_to_its_goal() {
    let mut doc = open("// 😀\nklotski k { A . B / C . B / C D . / goal A at (2,2) }\n");
    assert_eq!(doc.client.initialized["capabilities"]["experimental"]["puzzledBoard"], 1);
    let mut version = 1;
    let mut offset = doc.text.find("klotski").expect("it is there");
    let mut distances = Vec::new();

    loop {
        let board = measured(&mut doc, version, offset, &json!({}));
        distances.push(board["distance"].as_u64().expect("a number"));
        assert!(board["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
        if board["solved"] == true {
            break;
        }
        let next = board["next"].as_str().expect("a move").to_owned();
        let moves = list(&board["moves"]);
        let by = moves.iter().find(|by| by["text"] == next.as_str()).expect("it is legal");
        assert!(!list(&by["from"]).is_empty() && !list(&by["to"]).is_empty());
        let write = &board["write"];
        let [prefix, suffix] =
            ["prefix", "suffix"].map(|part| write[part].as_str().expect("a text"));
        let edit =
            json!([{ "range": write["range"], "newText": format!("{prefix}{next}{suffix}") }]);
        let text = doc.unit().apply(&doc.text, &edit);
        version = doc.set(&text);
        offset = doc.text.rfind(&next).expect("it is written");
    }

    assert_eq!(distances, [4, 3, 2, 1, 0]);
    assert_eq!(doc.text.matches("play").count(), 1, "{}", doc.text);
    // A board of an older text is refused.
    let stale = params(&doc, 1, offset, json!({}));
    assert_eq!(doc.client.refused("puzzled/board", stale), -32801);
    doc.client.finish();
}

#[test]
fn a_client_without_boards_is_told_nothing_of_them() {
    let mut doc = Doc::new(LITTLE);
    doc.settled();
    let params = params(&doc, 1, 0, json!({ "parts": [] }));
    assert_eq!(doc.client.ask("puzzled/board", params)["puzzle"]["name"], "little");
    std::thread::sleep(std::time::Duration::from_millis(300));
    doc.settled();
    assert!(!doc.client.backlog.iter().any(|message| message["method"] == "puzzled/boardChanged"));
    doc.client.finish();
}

#[test]
fn tests_get_their_outcomes() {
    let mut doc =
        open("matrix m { 1 2 / 3 4 }\nrotate 1 => { 2 4 / 1 3 }\nshow => 9\nrings => ?\n");
    let outcome = |doc: &mut Doc| -> Vec<Value> {
        let params = json!({ "textDocument": { "uri": doc.uri } });
        let tests = list(&doc.client.ask("puzzled/tests", params));
        tests.iter().map(|test| test["outcome"].clone()).collect()
    };
    doc.settled();
    doc.client.wait("results", |message| message["method"] == "puzzled/boardChanged");
    assert_eq!(outcome(&mut doc), ["wrong", "wrong", "open"]);
    doc.client.finish();
}
