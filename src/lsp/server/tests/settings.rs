//! Settings that change while the server runs.

use serde_json::{Value, json};

use super::{BLOCKS, Hand, LONG, SHORT, TILES};

/// Starts a server for a client that can be asked for its settings, or that sends them.
fn start(options: &Value, can_be_asked: bool) -> Hand {
    let mut hand = Hand::with(crate::lsp::server::Settings::default());
    let workspace = json!({
        "configuration": can_be_asked,
        "didChangeConfiguration": { "dynamicRegistration": can_be_asked },
        "inlayHint": { "refreshSupport": true },
    });
    let capabilities = json!({ "workspace": workspace });
    let params = json!({ "capabilities": capabilities, "initializationOptions": options });
    hand.send(&[Hand::request(0, "initialize", &params)]);
    hand.notify("initialized", &json!({}));
    hand
}

/// Changes the settings as the client does.
fn change(hand: &mut Hand, settings: &Value, can_be_asked: bool) {
    hand.seen.retain(|one| one["method"] == "textDocument/publishDiagnostics");
    let sent = if can_be_asked { json!(null) } else { json!({ "puzzled": settings }) };
    hand.notify("workspace/didChangeConfiguration", &json!({ "settings": sent }));
    let asked = hand.seen.iter().find(|one| one["method"] == "workspace/configuration").cloned();
    assert_eq!(asked.is_some(), can_be_asked);
    if let Some(asked) = asked {
        assert_eq!(asked["params"]["items"], json!([{ "section": "puzzled" }]));
        let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": [settings] });
        hand.send(&[answer]);
    }
}

/// Returns the hints of a document.
fn hints(hand: &mut Hand, uri: &str) -> Value {
    hand.seen.retain(|one| one["id"] != 9);
    let range = json!({ "start": { "line": 0, "character": 0 },
                        "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri }, "range": range });
    hand.send(&[Hand::request(9, "textDocument/inlayHint", &params)]);
    hand.answer(9)["result"].clone()
}

#[test]
fn after_any_change_of_settings_the_findings_are_those_of_a_new_server() {
    let long = format!("{TILES}{}", "step 5000 => 1\nstep 3\n".repeat(8));
    let short = format!("{BLOCKS}solve => 5\nhint\n");
    let seconds = |budget: f64, document: f64| json!({ "budget": { "seconds": budget }, "document": { "seconds": document } });
    // A slice is a statement and takes a millisecond.
    let all = [(0.004, 1e6), (1e6, 1e6), (0.008, 1e6), (1e6, 0.002), (1e6, 1e6), (0.0, 1e6)];
    for can_be_asked in [false, true] {
        let mut hand = start(&seconds(0.001, 1e6), can_be_asked);
        hand.open(LONG, &long);
        hand.open(SHORT, &short);
        hand.work();
        let (mut different, mut last) = (0, Vec::new());
        for (round, (budget, document)) in all.into_iter().enumerate() {
            if round % 2 == 1 {
                // The evaluator need not be at rest.
                hand.notify(
                    "textDocument/didChange",
                    &json!({ "textDocument": { "uri": LONG, "version": round + 2 },
                             "contentChanges": [{ "text": long }] }),
                );
                (0..3).for_each(|_| _ = hand.work_once());
            }
            change(&mut hand, &seconds(budget, document), can_be_asked);
            hand.work();
            let mut new = start(&seconds(budget, document), can_be_asked);
            new.open(LONG, &long);
            new.open(SHORT, &short);
            new.work();
            for uri in [LONG, SHORT] {
                assert_eq!(hand.codes_of(uri), new.codes_of(uri), "{uri} {round}");
                assert_eq!(hints(&mut hand, uri), hints(&mut new, uri), "{uri} {round}");
            }
            let codes: Vec<_> = hand.codes_of(LONG).into_iter().map(str::to_owned).collect();
            different += usize::from(codes != last);
            last = codes;
        }
        assert!(different > 3, "the limits matter");
    }
}

#[test]
fn settings_that_are_missing_or_of_another_form_change_nothing() {
    let mut hand = start(&json!({ "budget": { "seconds": 0.003 } }), false);
    hand.open(LONG, &format!("{TILES}{}", "step 5000 => 1\n".repeat(8)));
    hand.work();
    let pushed = hand.seen.len();
    for settings in [json!(null), json!({}), json!([1]), json!({ "budget": 7 }), json!({ "x": {} })]
    {
        for settings in [settings.clone(), json!({ "puzzled": settings })] {
            hand.notify("workspace/didChangeConfiguration", &json!({ "settings": settings }));
        }
    }
    assert_eq!(hand.work(), 1, "nothing is run again");
    assert_eq!(hand.seen.len(), pushed, "{:?}", &hand.seen[pushed..]);
    // The same without the name of the server is heard.
    let settings = json!({ "budget": { "seconds": 0.006 } });
    hand.notify("workspace/didChangeConfiguration", &json!({ "settings": settings }));
    assert!(hand.work() > 1);
}
