//! Requests about a large text are answered beside other work.

use serde_json::{Value, json};

use super::{Hand, LONG};

const SLOW: [&str; 6] =
    ["documentSymbol", "references", "formatting", "foldingRange", "rename", "inlayHint"];

fn params() -> Value {
    let place = |line: u32| json!({ "line": line, "character": 8 });
    json!({
        "textDocument": { "uri": LONG }, "position": place(0), "newName": "other",
        "range": { "start": place(0), "end": place(9) }, "options": {},
    })
}

/// A server with a document of so many puzzles, all of them run.
fn start(count: usize) -> Hand {
    let mut hand = Hand::initialized(&json!({ "document": { "seconds": 1e6 } }));
    let puzzle = |at| format!("matrix m{at} {{ 1 2 / 3 4 }}\nrings\n");
    hand.open(LONG, &(0..count).map(puzzle).collect::<String>());
    hand.work();
    hand
}

fn ask(hand: &mut Hand) {
    for (id, method) in SLOW.iter().enumerate() {
        hand.send(&[Hand::request(id as i32 + 1, &format!("textDocument/{method}"), &params())]);
    }
}

#[test]
fn the_answer_to_a_request_is_the_same_beside_other_work() {
    let (mut large, mut small) = (start(8_000), start(10));
    ask(&mut large);
    ask(&mut small);
    assert_eq!((large.lookups.len(), small.lookups.len()), (SLOW.len(), 0));
    for lookup in std::mem::take(&mut large.lookups) {
        large.report(lookup.answer());
    }
    for id in 1..=SLOW.len() as i32 {
        let (large, small) = (large.answer(id), small.answer(id));
        assert!(large["error"].is_null() && !large["result"].is_null(), "{large}");
        let (many, few) = (large["result"].as_array(), small["result"].as_array());
        if let (Some(many), Some(few)) = (many, few) {
            assert!(many.starts_with(&few[..few.len().min(9)]), "{}", SLOW[id as usize - 1]);
        } else {
            assert_eq!(large["result"], small["result"]);
        }
    }
}

#[test]
fn a_request_is_cancelled_while_it_is_answered() {
    let mut hand = start(8_000);
    ask(&mut hand);
    for id in 1..=SLOW.len() {
        hand.notify("$/cancelRequest", &json!({ "id": id }));
    }
    for lookup in std::mem::take(&mut hand.lookups) {
        hand.report(lookup.answer());
    }
    for id in 1..=SLOW.len() as i32 {
        assert_eq!(hand.answer(id)["error"]["code"], -32800, "{}", SLOW[id as usize - 1]);
        let answers = hand.seen.iter().filter(|one| one["id"] == id);
        assert_eq!(answers.count(), 1, "it is answered once");
    }
    // An edit makes the answer void.
    hand.seen.clear();
    ask(&mut hand);
    let start = json!({ "line": 0, "character": 0 });
    let change = json!({
        "textDocument": { "uri": LONG, "version": 2 },
        "contentChanges": [{ "range": { "start": start, "end": start }, "text": "\n" }],
    });
    hand.notify("textDocument/didChange", &change);
    for id in 1..=SLOW.len() as i32 {
        assert_eq!(hand.answer(id)["error"]["code"], -32801, "{}", SLOW[id as usize - 1]);
    }
}
