//! The server reads a body once, whatever it is asked about the text.

use serde_json::{Value, json};

use super::Hand;
use crate::kinds::KINDS;
use crate::puzzle::testing::bodies_read;

const URI: &str = "file:///x.puzzle";

/// Every request about a text, except a renaming, which checks the text that it leads to.
const REQUESTS: &[&str] = &[
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/diagnostic",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/hover",
    "textDocument/inlayHint",
    "textDocument/prepareRename",
    "textDocument/rangeFormatting",
    "textDocument/references",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range",
    "textDocument/signatureHelp",
];

/// Sends every request about a place, and returns how many of them have an answer that is not empty.
fn ask(hand: &mut Hand, line: usize, character: usize) -> usize {
    let place = json!({ "line": line, "character": character });
    let params = json!({
        "textDocument": { "uri": URI }, "position": place, "positions": [place],
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } },
        "context": { "diagnostics": [], "includeDeclaration": true },
        "options": { "tabSize": 2, "insertSpaces": true }, "ch": "}",
        "previousResultId": "none",
    });
    let mut answered = 0;
    for method in REQUESTS {
        hand.seen.clear();
        hand.send(&[Hand::request(7, method, &params)]);
        let result = &hand.answer(7)["result"];
        answered += usize::from(!result.is_null() && *result != json!([]));
    }
    answered
}

#[test]
fn a_body_is_read_once_for_all_that_is_asked_about_its_text() {
    for kind in KINDS {
        let name = kind.name;
        let text = format!("{}show\n", kind.example);
        let mut hand = Hand::initialized(&Value::Null);
        let mut answered = 0;
        let read = bodies_read(|| {
            hand.open(URI, &text);
            hand.work();
            for (line, text) in text.lines().enumerate() {
                answered += ask(&mut hand, line, 0) + ask(&mut hand, line, text.len() / 2);
            }
        });
        assert!(answered > 40, "{name}: {answered}");
        assert_eq!(read, 1, "{name}");
        let changed = |text: &str| {
            json!({
                "textDocument": { "uri": URI, "version": 2 }, "contentChanges": [{ "text": text }],
            })
        };
        let typed = bodies_read(|| {
            hand.notify("textDocument/didChange", &changed(&format!("{text}show\n")));
            hand.work();
            ask(&mut hand, 1, 3);
        });
        assert_eq!(typed, 0, "{name}, after a command was typed");
    }
}
