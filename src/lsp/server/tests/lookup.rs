//! Requests about a large text are answered beside other work.

use serde_json::{Value, json};

use super::{Hand, LONG, examples, open};
use crate::lsp::server::requests::semantic_tokens::tokens_by;
use crate::search::looks;

const SLOW: [&str; 8] = [
    "documentSymbol",
    "references",
    "formatting",
    "foldingRange",
    "rename",
    "inlayHint",
    "codeAction",
    "semanticTokens/full",
];

fn params() -> Value {
    let place = |line: u32| json!({ "line": line, "character": 8 });
    json!({
        "textDocument": { "uri": LONG }, "position": place(0), "newName": "other",
        "range": { "start": place(0), "end": place(9_999) }, "options": {}, "previousResultId": "none",
        "context": { "diagnostics": [], "includeDeclaration": true },
    })
}

/// Starts a server with a document of so many puzzles, all of them run.
fn start(count: usize) -> Hand {
    let mut hand = Hand::initialized(&json!({ "document": { "seconds": 1e6 } }));
    hand.open(LONG, &text(count));
    hand.work();
    hand
}

/// Returns puzzles with a space too much here and there, others with a sign that a safe fix puts
/// right, and half a kilobyte of comment after each.
fn text(count: usize) -> String {
    let note = "// ".repeat(180);
    let sound = |at| format!("matrix m{at} {{ 1 2 / 3 4 }}\nrings  => 1 2 4 3\nrings\n");
    let puzzle = |at| format!("{}{note}\n// end\nmatrix n{at} {{ \u{2212}1 }}\n", sound(at));
    (0..count).map(puzzle).collect()
}

fn ask(hand: &mut Hand) {
    for (id, method) in SLOW.iter().enumerate() {
        hand.send(&[Hand::request(id as i32 + 1, &format!("textDocument/{method}"), &params())]);
    }
}

#[test]
fn the_answer_to_a_request_is_the_same_beside_other_work() {
    let mut large = start(500);
    let mut small = start(10);
    ask(&mut large);
    ask(&mut small);
    assert_eq!((large.lookups.len(), small.lookups.len()), (SLOW.len(), 0));
    for lookup in std::mem::take(&mut large.lookups) {
        large.report(lookup.answer());
    }
    for id in 1..=SLOW.len() as i32 {
        let large = large.answer(id);
        let small = small.answer(id);
        assert!(large["error"].is_null() && !large["result"].is_null(), "{large}");
        let many = large["result"].as_array();
        let few = small["result"].as_array();
        if let (Some(many), Some(few)) = (many, few) {
            // The last action applies all safe fixes, which are more.
            let same = few.len().min(9);
            assert!(same > 0 && many[..same] == few[..same], "{}", SLOW[id as usize - 1]);
        } else if let (Some(many), Some(few)) =
            (large["result"]["data"].as_array(), small["result"]["data"].as_array())
        {
            assert!(many.starts_with(few) && few.len() > 100, "{}", SLOW[id as usize - 1]);
        } else {
            assert_eq!(large["result"], small["result"]);
        }
    }
}

#[test]
fn an_answer_that_is_cancelled_ends_early() {
    let mut hand = start(500);
    for (id, method) in SLOW.iter().enumerate() {
        let mut looks = |until| {
            let method = format!("textDocument/{method}");
            hand.send(&[Hand::request(id as i32 + 1, &method, &params())]);
            let lookup = hand.lookups.pop().expect("the text is large");
            let (_, counts) = looks::stopped_from(until, || lookup.answer());
            hand.notify(
                "textDocument/didChange",
                &json!({
                    "textDocument": { "uri": LONG, "version": 2 },
                    "contentChanges": [],
                }),
            );
            counts.looks
        };
        let whole = looks(0);
        assert!(whole > 20, "{method} looks {whole} times");
        for until in [2, whole / 2] {
            let count = looks(until);
            assert!(count <= until + 8, "{method} looks {count} times, the flag is set at {until}");
        }
    }
}

#[test]
fn exit_drops_what_is_being_answered() {
    let mut hand = start(500);
    ask(&mut hand);
    hand.notify("exit", &Value::Null);
    let lookups = std::mem::take(&mut hand.lookups);
    assert_eq!(lookups.len(), SLOW.len());
    let ((), counts) = looks::counted(|| {
        for lookup in lookups {
            lookup.answer();
        }
    });
    assert_eq!(counts.looks, SLOW.len() as u64, "each looks at its flag and ends");
}

#[test]
fn tokens_are_the_same_in_pieces() {
    let mut texts = examples(usize::MAX);
    texts.push(text(9) + "// a\nsize // b => // c\n\n// d");
    let mut count = 0;
    for text in texts {
        let document = open(&text);
        let whole = tokens_by(&document, None, usize::MAX);
        for chunk in 1..4 {
            assert_eq!(tokens_by(&document, None, chunk), whole, "{chunk} of {text}");
        }
        count += whole.len();
    }
    assert!(count > 10_000, "{count}");
}

#[test]
fn a_request_is_cancelled_while_it_is_answered() {
    let mut hand = start(500);
    ask(&mut hand);
    for id in 1..=SLOW.len() {
        hand.notify("$/cancelRequest", &json!({ "id": id }));
    }
    for lookup in std::mem::take(&mut hand.lookups) {
        hand.report(lookup.answer());
    }
    for id in 1..=SLOW.len() as i32 {
        assert_eq!(hand.answer(id)["error"]["code"], -32800, "{}", SLOW[id as usize - 1]);
        let answers = hand.seen.iter().filter(|message| message["id"] == id);
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
