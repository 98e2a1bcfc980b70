//! Diagnostics that the client asks for, of one document and of the workspace.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::client::{Client, Folder, capable, list};

const WRONG: &str = "matrix m {\n  1 2\n  3\n}\n";
const RIGHT: &str = "matrix m {\n  1 2\n  3 4\n}\nrings\n";

fn pulling(folder: &Folder) -> Client {
    let mut capabilities = capable();
    capabilities["textDocument"]["diagnostic"] = json!({ "relatedInformation": true });
    capabilities["workspace"]["diagnostics"] = json!({ "refreshSupport": true });
    let folders = json!([{ "uri": folder.uri(""), "name": "x" }]);
    let params = json!({ "capabilities": capabilities, "workspaceFolders": folders });
    Client::initialize(&params)
}

fn pull(client: &mut Client, uri: &str, previous: &Value) -> Value {
    let mut params = json!({ "textDocument": { "uri": uri } });
    if !previous.is_null() {
        params["previousResultId"] = previous.clone();
    }
    client.ask("textDocument/diagnostic", params)
}

fn codes(report: &Value) -> Vec<String> {
    let items = list(&report["items"]);
    items.iter().map(|one| one["code"].as_str().expect("a code").to_owned()).collect()
}

#[test]
fn a_document_is_asked_for() {
    let mut client = pulling(&Folder::new());
    let provider = &client.initialized["capabilities"]["diagnosticProvider"];
    assert_eq!(provider["workspaceDiagnostics"], true);
    assert_eq!(provider["interFileDependencies"], false);
    let uri = "file:///a.puzzle";
    client.open(uri, WRONG);
    let first = pull(&mut client, uri, &Value::Null);
    assert_eq!(first["kind"], "full");
    assert_eq!(codes(&first), ["matrix::ragged-row"]);
    assert_eq!(first.as_object().expect("an object").len(), 3, "{first}");
    let again = pull(&mut client, uri, &first["resultId"]);
    assert_eq!(again, json!({ "kind": "unchanged", "resultId": first["resultId"] }));
    let other = pull(&mut client, uri, &json!("something else"));
    assert_eq!(other, first);
    client.change(uri, &json!([{ "text": RIGHT }]));
    let third = pull(&mut client, uri, &first["resultId"]);
    assert_eq!((&third["kind"], codes(&third)), (&json!("full"), vec![]));
    assert_ne!(third["resultId"], first["resultId"]);
    assert!(client.pushed.is_empty(), "nothing is pushed to one who asks");
    client.close(uri);
    let params = json!({ "textDocument": { "uri": uri } });
    assert_eq!(client.refused("textDocument/diagnostic", params), -32602);
    client.finish();
}

#[test]
fn the_client_is_told_to_ask_again() {
    let mut client = pulling(&Folder::new());
    let uri = "file:///a.puzzle";
    // Only a search shows that this is wrong.
    client.open(uri, SEARCHED);
    client.wait("the word", |one| one["method"] == "workspace/diagnostic/refresh");
    let report = pull(&mut client, uri, &Value::Null);
    assert_eq!(codes(&report), ["expectation::wrong"]);
    assert_eq!(pull(&mut client, uri, &report["resultId"])["kind"], "unchanged");
    client.finish();
}

type Reports = BTreeMap<String, Value>;

fn survey(client: &mut Client, previous: &Reports) -> Reports {
    let known = previous.iter();
    let known: Vec<_> =
        known.map(|(uri, one)| json!({ "uri": uri, "value": one["resultId"] })).collect();
    let report = client.ask("workspace/diagnostic", json!({ "previousResultIds": known }));
    let items = list(&report["items"]);
    let count = items.len();
    let by_uri = |one: Value| (one["uri"].as_str().expect("a uri").to_owned(), one);
    let reports: Reports = items.into_iter().map(by_uri).collect();
    assert_eq!(reports.len(), count, "every document once");
    reports
}

#[test]
fn the_workspace_is_asked_for() {
    let folder = Folder::new();
    folder.write("wrong.puzzle", WRONG).write("deep/er/é 1%.puzzle", RIGHT);
    folder.write("open.puzzle", RIGHT).write("other.txt", WRONG).write("broken.puzzle", b"\xff\n");
    folder.write(".git/x.puzzle", WRONG).write("target/x.puzzle", WRONG);
    folder.write("drafts/x.puzzle", WRONG).write("drafts/.puzzleignore", "");
    let mut client = pulling(&folder);
    client.open(&folder.uri("open.puzzle"), WRONG); // not what the file holds
    client.open("untitled:Untitled-1", RIGHT);
    let first = survey(&mut client, &Reports::new());
    let uris: Vec<_> = first.keys().map(String::as_str).collect();
    let [deep, wrong, open] = ["deep/er/%C3%A9%201%25.puzzle", "wrong.puzzle", "open.puzzle"];
    let broken = folder.uri("broken.puzzle");
    let [deep, wrong, open] = [deep, wrong, open].map(|name| folder.uri(name));
    let mut expected = [&broken, &deep, &open, "untitled:Untitled-1", &wrong].map(String::from);
    expected.sort();
    assert_eq!(uris, expected);
    assert!(first.values().all(|one| one["kind"] == "full"));
    assert_eq!(codes(&first[&wrong]), ["matrix::ragged-row"]);
    assert_eq!(codes(&first[&open]), ["matrix::ragged-row"]);
    assert_eq!(codes(&first[&deep]), Vec::<String>::new());
    assert!(!codes(&first[&broken]).is_empty());
    assert_eq!(first[&wrong]["version"], Value::Null);
    assert_eq!(first[&open]["version"], 1);

    let settled = |client: &mut Client| client.settled(&folder.uri("open.puzzle"), WRONG);
    settled(&mut client);
    let second = survey(&mut client, &first);
    for (uri, one) in &second {
        let open = uri.ends_with("open.puzzle") || uri.starts_with("untitled");
        assert!(open || one["kind"] == "unchanged", "{uri}: {one}");
        assert!(one["kind"] == "full" || one["resultId"] == first[uri]["resultId"]);
    }
    folder.write("wrong.puzzle", RIGHT);
    let third = survey(&mut client, &first);
    assert_eq!(third[&wrong]["kind"], "full");
    assert_eq!(codes(&third[&wrong]), Vec::<String>::new());
    assert_eq!(third[&deep]["kind"], "unchanged");
    // Closed, the file counts again.
    client.close(&open);
    let fourth = survey(&mut client, &Reports::new());
    assert_eq!(codes(&fourth[&open]), Vec::<String>::new());
    assert_eq!(fourth[&open]["version"], Value::Null);

    let event = json!({ "added": [], "removed": [{ "uri": folder.uri(""), "name": "x" }] });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    let fifth = survey(&mut client, &Reports::new());
    assert_eq!(fifth.keys().collect::<Vec<_>>(), ["untitled:Untitled-1"]);
    client.finish();
}

/// A fault that only a search finds.
const SEARCHED: &str = "klotski k {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}\nsolve => 5\n";

#[test]
fn a_client_that_cannot_be_told_to_ask_again_is_pushed_to() {
    // As Neovim 0.11 says it: it asks for diagnostics, and takes no refresh.
    let mut capabilities = capable();
    capabilities["textDocument"]["diagnostic"] = json!({ "dynamicRegistration": false });
    let mut client = Client::with(&capabilities);
    assert!(client.initialized["capabilities"]["diagnosticProvider"].is_null());
    let uri = "file:///a.puzzle";
    client.open(uri, SEARCHED);
    client.wait("what the search found", |one| {
        let found = one["params"]["diagnostics"].as_array();
        found.is_some_and(|all| all.iter().any(|one| one["code"] == "expectation::wrong"))
    });
    client.finish();
}

#[test]
fn a_document_that_is_opened_again_is_another_one() {
    let mut client = pulling(&Folder::new());
    let uri = "file:///a.puzzle";
    client.open(uri, "foo\n");
    let first = pull(&mut client, uri, &Value::Null);
    client.close(uri);
    client.open(uri, WRONG);
    let second = pull(&mut client, uri, &first["resultId"]);
    assert_eq!(codes(&second), ["matrix::ragged-row"], "{second}");
    client.finish();
}

#[test]
fn a_file_that_is_gone_has_no_diagnostics_any_more() {
    let folder = Folder::new();
    folder.write("a.puzzle", WRONG);
    let mut client = pulling(&folder);
    let first = survey(&mut client, &Reports::new());
    let uri = folder.uri("a.puzzle");
    assert_eq!(codes(&first[&uri]), ["matrix::ragged-row"]);
    std::fs::remove_file(folder.0.join("a.puzzle")).expect("the file is there");
    let second = survey(&mut client, &first);
    assert_eq!((&second[&uri]["kind"], codes(&second[&uri])), (&json!("full"), vec![]));
    assert!(survey(&mut client, &second).is_empty());
    client.finish();
}

#[test]
fn an_open_document_is_known_under_every_spelling_of_its_uri() {
    let folder = Folder::new();
    let name = "a (copy)+1'.puzzle";
    folder.write(name, "matrix ondisk {\n  1\n}\n");
    for spelling in ["a%20(copy)+1'.puzzle", "a%20%28copy%29%2b1%27.puzzle"] {
        let mut client = pulling(&folder);
        client.open(&folder.uri(spelling), "matrix edited {\n  1\n}\n");
        let symbols = list(&client.ask("workspace/symbol", json!({ "query": "" })));
        let names: Vec<_> = symbols.iter().map(|one| one["name"].clone()).collect();
        assert_eq!(names, ["edited"]);
        assert_eq!(survey(&mut client, &Reports::new()).len(), 1);
        client.finish();
    }
}
