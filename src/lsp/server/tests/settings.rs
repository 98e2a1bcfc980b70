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
    hand.seen.retain(|message| message["method"] == "textDocument/publishDiagnostics");
    let sent = if can_be_asked { json!(null) } else { json!({ "puzzled": settings }) };
    hand.notify("workspace/didChangeConfiguration", &json!({ "settings": sent }));
    let request =
        hand.seen.iter().find(|message| message["method"] == "workspace/configuration").cloned();
    assert_eq!(request.is_some(), can_be_asked);
    if let Some(request) = request {
        assert_eq!(request["params"]["items"], json!([{ "section": "puzzled" }]));
        let answer = json!({ "jsonrpc": "2.0", "id": request["id"], "result": [settings] });
        hand.send(&[answer]);
    }
}

/// Returns the hints of a document.
fn hints(hand: &mut Hand, uri: &str) -> Value {
    hand.seen.retain(|message| message["id"] != 9);
    let range = json!({ "start": { "line": 0, "character": 0 },
                        "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri }, "range": range });
    hand.send(&[Hand::request(9, "textDocument/inlayHint", &params)]);
    hand.answer(9)["result"].clone()
}

#[test]
fn after_any_change_of_limits_the_scripts_are_run_anew() {
    let seconds = |budget: f64, document: f64| json!({ "budget": { "seconds": budget }, "document": { "seconds": document } });
    let text = format!("{BLOCKS}solve => 5\nhint\n");
    for can_be_asked in [false, true] {
        let mut hand = start(&seconds(1.0, 1e6), can_be_asked);
        hand.open(LONG, &format!("{TILES}{}", "step 50 => 1\n".repeat(3)));
        hand.open(SHORT, &text);
        hand.work();
        let hinted = hints(&mut hand, SHORT);
        assert_eq!(hinted.as_array().map(Vec::len), Some(1), "{hinted}");
        for (round, (budget, document)) in
            [(4.0, 1e6), (1e6, 1e6), (1e6, 2.0)].into_iter().enumerate()
        {
            change(&mut hand, &seconds(budget, document), can_be_asked);
            let job = hand.server.next_job().expect("it is run anew");
            assert_eq!(job.time().map(|time| time.as_secs_f64()), Some(budget.min(document)));
            // Another change abandons it.
            change(&mut hand, &seconds(budget + 1.0, document), can_be_asked);
            assert!(job.abandoned().is_cancelled());
            hand.work();
            assert_eq!(hand.codes_of(SHORT), ["expectation::wrong"], "round {round}");
            assert_eq!(hints(&mut hand, SHORT), hinted);
        }
        // Without time nothing is run, and what is known is shown at once.
        change(&mut hand, &seconds(1.0, 0.0), can_be_asked);
        assert_eq!(hand.work(), 0);
        assert_eq!(hints(&mut hand, SHORT), json!([]));
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
    assert_eq!(hand.work(), 0, "nothing is run again");
    assert_eq!(hand.seen.len(), pushed, "{:?}", &hand.seen[pushed..]);
    // The same without the name of the server is heard.
    let settings = json!({ "budget": { "seconds": 0.006 } });
    hand.notify("workspace/didChangeConfiguration", &json!({ "settings": settings }));
    assert!(hand.work() > 1);
}
