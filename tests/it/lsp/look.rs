//! The information about a place: hovers, symbols, folds, selections, highlights, definitions.

use serde_json::{Value, json};

use super::client::{Client, capable, list};
use super::doc::{Doc, SIX};

fn hover(doc: &mut Doc, part: &str) -> (String, String) {
    let hover = doc.at("hover", part);
    assert!(!hover.is_null(), "no hover for {part}");
    assert_eq!(hover["contents"]["kind"], "markdown");
    let text = hover["contents"]["value"].as_str().expect("a text").to_owned();
    (text, doc.slice(&hover["range"]))
}

#[test]
fn hovers_tell_what_stands_there() {
    let mut doc = Doc::new(SIX);
    doc.settled();
    for (part, range, words) in [
        // An explanation, for a code in a comment.
        ("klotski::no|-way", "klotski::no-way", &["leads a block to a free place"][..]),
        // Kinds and puzzles.
        ("mat|rix onion", "matrix", &["**matrix**", "`rotate R`", "`ring K | ring of (R,C)`"]),
        ("onio|n", "onion", &["matrix onion", "1 2 3 4\n5 6 7 8\n9 10 11 12"]),
        ("use li|ttle", "little", &["klotski little", "A . B\nC . B\nC D ."]),
        ("u|se little", "use", &["use NAME"]),
        // Verbs: the manual, and the answer.
        ("ri|ngs\n", "rings", &["lists the rings", "1 2 3 4 8 12 11 10 9 5"]),
        ("so|lve => 4", "solve", &["solve [by steps]", "\n4\nA (0,0) (0,1)\n"]),
        ("exp|lain", "explain", &["naked-single r1c2=2", "full-house r4c3=2"]),
        ("solve => |4", "4", &["\n4\nA (0,0) (0,1)\n"]),
        // Cells.
        ("  1 2 |3 4", "3", &["declared at (0,2)", "ring 0, position 2 of 10"]),
        ("tree (((|X", "X", &["node `[<<<]`", "`X` at generation 0, depth 3"]),
        ("rule 23|749", "23749", &["0101110011000101"]),
        ("2 [>|<]", "[><", &["node `[><]`", "at generation 3"]),
        ("  |A . B", "A", &["block A", "1×1", "can move to (0,1) (1,1)", "goal: (2,2)"]),
        ("A . |B", "B", &["block B", "2×1", "cells (0,2) (1,2)"]),
        ("; |D up", "D", &["block D", "can move to (0,1) (1,1) (2,2)"]),
        ("  1|.3.", ".", &["r1c2", "candidates `2`"]),
        ("  |1.3.", "1", &["r1c1 = 1", "given"]),
        ("-oo|fooo", "f", &["fragile tile", "place (3,3)"]),
        ("o|Soooo", "S", &["start", "place (1,1)"]),
        ("------ooo|b", "b", &["switch", "p"]),
        ("  |BBB\n  CC.", "B", &["tile B", "3 of 3 at a place"]),
    ] {
        let (text, stretch) = hover(&mut doc, part);
        assert_eq!(stretch, range, "{part}: {text}");
        for word in words {
            assert!(text.contains(word), "{part}: `{word}` is missing in {text}");
        }
    }

    assert_eq!(doc.at("hover", "A right|;"), Value::Null, "a direction is not a thing");
    assert_eq!(doc.at("hover", "in one doc|ument"), Value::Null);
}

#[test]
fn the_hover_of_a_hint_draws_its_links() {
    let grid = "sudoku x { .29...45. / .75...18. / .13...26. / 148..9732 / 5973..641 / 236.7.895 / \
                381745926 / 964213578 / 752896314 }\n";
    let mut doc = Doc::new(&format!("{grid}hint\nhint 1\n"));
    doc.settled();
    let (text, _) = hover(&mut doc, "}\nhi|nt");
    assert!(text.contains("╌") && text.contains("xy-chain r1c6-8: (8=2)r5c6"), "{text}");
    let (text, _) = hover(&mut doc, "hin|t 1");
    assert!(!text.contains("╌") && !text.contains("r1c6-8"), "{text}");
    // A picture could answer an open question.
    let mut doc = Doc::new(&format!("{grid}hint\nsolve => ?\n"));
    doc.settled();
    assert!(!hover(&mut doc, "}\nhi|nt").0.contains("╌"));
}

#[test]
fn hovers_explain_what_is_wrong() {
    let mut doc = Doc::new("matrix m {\n  1 2\n  3 x4\n}\nrings\n");
    let (text, _) = hover(&mut doc, "3 x|4");
    assert!(text.contains("`matrix::not-an-integer`: "), "{text}");
    // Commands on it have no state to show; their manual stays.
    assert!(hover(&mut doc, "rin|gs").0.contains("lists the rings"));
}

#[test]
fn a_plain_client_gets_plain_text() {
    let mut doc = Doc::in_client(Client::with(&json!({})), SIX);
    let hover = doc.at("hover", "mat|rix onion");
    assert_eq!(hover["contents"]["kind"], "plaintext");
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.starts_with("matrix — a matrix"), "{text}");
    assert!(!text.contains('`') && !text.contains("**"), "{text}");
}

const NAMES: [(&str, &str); 6] = [
    ("onion", "matrix"),
    ("tree", "automaton"),
    ("little", "klotski"),
    ("four", "sudoku"),
    ("first", "bloxorz"),
    ("turn", "sliders"),
];

#[test]
fn symbols_are_the_puzzles() {
    let mut doc = Doc::new(SIX);
    let symbols = list(&doc.of("documentSymbol"));
    assert_eq!(symbols.len(), 6);
    for (symbol, (name, kind)) in symbols.iter().zip(NAMES) {
        assert_eq!((&symbol["name"], &symbol["detail"]), (&json!(name), &json!(kind)));
        assert_eq!(doc.slice(&symbol["selectionRange"]), name);
        let whole = doc.slice(&symbol["range"]);
        assert!(whole.starts_with(kind) && whole.ends_with('}'), "{whole}");
    }

    let mut capabilities = capable();
    capabilities["textDocument"]["documentSymbol"] = json!({});
    let mut doc = Doc::in_client(Client::with(&capabilities), SIX);
    let flat = list(&doc.of("documentSymbol"));
    for (symbol, (name, kind)) in flat.iter().zip(NAMES) {
        assert_eq!((&symbol["name"], &symbol["containerName"]), (&json!(name), &json!(kind)));
        assert_eq!(symbol["location"]["uri"], doc.uri.as_str());
        assert!(doc.slice(&symbol["location"]["range"]).starts_with(kind));
    }
    assert_eq!(flat.len(), 6);
}

#[test]
fn bodies_blocks_and_comments_fold() {
    let mut doc = Doc::new(SIX);
    let folds = list(&doc.of("foldingRange"));
    let number = |fold: &Value, name: &str| fold[name].as_u64().expect("a number");
    let texts: Vec<_> = folds
        .iter()
        .map(|fold| {
            let place = |side: &str| {
                json!({ "line": fold[format!("{side}Line")],
                        "character": fold[format!("{side}Character")] })
            };
            doc.slice(&json!({ "start": place("start"), "end": place("end") }))
        })
        .collect();
    assert_eq!(texts.len(), 8, "{texts:?}");
    assert!(texts[0].starts_with("// Six") && texts[0].ends_with("means."));
    assert_eq!(folds[0]["kind"], "comment");
    assert_eq!(texts[1], "\n  1 2 3 4\n  5 6 7 8\n  9 10 11 12\n");
    assert!(texts[5] == "\n  1234341221434321\n", "an expected block: {texts:?}");

    let mut capabilities = capable();
    capabilities["textDocument"]["foldingRange"] = json!({ "lineFoldingOnly": true });
    let mut lines = Doc::in_client(Client::with(&capabilities), SIX);
    let by_line = list(&lines.of("foldingRange"));
    assert_eq!(by_line.len(), 8);
    for (fold, exact) in by_line.iter().zip(&folds) {
        assert!(fold["startCharacter"].is_null() && fold["endCharacter"].is_null());
        assert_eq!(fold["startLine"], exact["startLine"]);
        // The closing brace stays in sight.
        let brace = u64::from(exact["kind"].is_null());
        assert_eq!(number(fold, "endLine"), number(exact, "endLine") - brace);
    }
}

#[test]
fn selections_grow() {
    let mut doc = Doc::new(SIX);
    let ends: Vec<_> = SIX.char_indices().map(|(at, _)| at).step_by(7).collect();
    let positions: Vec<_> = ends.iter().map(|&at| doc.unit().position(SIX, at)).collect();
    let params = json!({ "textDocument": { "uri": doc.uri }, "positions": positions });
    let chains = list(&doc.client.ask("textDocument/selectionRange", params));
    assert_eq!(chains.len(), ends.len(), "one for each position");

    for (chain, at) in chains.iter().zip(ends) {
        let mut inner: Option<(usize, usize)> = None;
        let mut link = chain;
        while !link.is_null() {
            let (start, end) = doc.unit().span(SIX, &link["range"]);
            assert!(start <= at && at <= end);
            if let Some(inner) = inner {
                assert!(start <= inner.0 && inner.1 <= end && (start, end) != inner);
            }
            inner = Some((start, end));
            link = &link["parent"];
        }
        assert_eq!(inner, Some((0, SIX.len())), "the last is everything");
    }

    let chain = |doc: &mut Doc, part: &str| -> Vec<String> {
        let position = doc.unit().position(SIX, doc.offset(part));
        let params = json!({ "textDocument": { "uri": doc.uri }, "positions": [position] });
        let mut link = doc.client.ask("textDocument/selectionRange", params)[0].take();
        let mut texts = Vec::new();
        while !link.is_null() {
            texts.push(doc.slice(&link["range"]));
            link = link["parent"].take();
        }
        texts
    };

    let texts = chain(&mut doc, "  5 |6 7 8");
    assert_eq!(texts[..2], ["6", "  5 6 7 8"]);
    assert!(texts[2].starts_with("\n  1 2") && texts[3].starts_with("matrix onion {"));
    let texts = chain(&mut doc, "A ri|ght");
    assert_eq!(texts[0], "right");
    assert_eq!(texts[texts.len() - 3], "little: play A right; D up; A left; A left");
}

#[test]
fn what_belongs_together_is_highlighted() {
    let mut doc = Doc::new(SIX);
    let block = doc.at("documentHighlight", "D up; |A left");
    let goal = doc.line("goal A at");
    let play = doc.line("little: play");
    let places = [doc.line("  A . B"), goal, play, play, play];
    let a = |line: u64| (line, String::from("A"));
    assert_eq!(doc.places(&block), places.map(a));
    assert_eq!(block[0]["kind"], 3, "where it is declared");
    assert_eq!(block[1]["kind"], 2);

    let bracket = doc.at("documentHighlight", "tree |(((X");
    let line = doc.line("  tree (((");
    let bracket = list(&bracket);
    let columns: Vec<_> =
        bracket.iter().map(|highlight| highlight["range"]["start"]["character"].as_u64()).collect();
    let text = SIX.lines().nth(line as usize).expect("the line");
    assert_eq!(columns, [Some(7), Some(text.len() as u64 - 1)]);
    let inner = doc.at("documentHighlight", "X . X|)) X");
    assert_eq!(doc.places(&inner), [(line, ")".into()), (line, "(".into())]);

    let cell = list(&doc.at("documentHighlight", "  1|.3."));
    assert_eq!(cell.len(), 4 + 3 + 1, "row, column and box meet: {cell:?}");
    assert_eq!(
        cell.iter().filter(|highlight| highlight["kind"] == 3).count(),
        1,
        "the cell itself"
    );

    let name = doc.at("documentHighlight", "litt|le: play");
    assert_eq!(doc.places(&name).len(), 3);
    assert_eq!(doc.at("documentHighlight", "in one doc|ument"), json!([]));
}

#[test]
fn names_lead_to_their_declarations() {
    let mut doc = Doc::new(SIX);
    for (part, declared, line, uses) in [
        ("use litt|le", "little", "klotski little", &["little: play", "use little"][..]),
        ("|little: play", "little", "klotski little", &["little: play", "use little"]),
        (
            "goal |A at",
            "A",
            "  A . B",
            &["goal A at", "little: play", "little: play", "little: play"],
        ),
        ("; |D up", "D", "  C D .", &["little: play"]),
        ("toggles |p", "p", "  p: bridge", &["oooooop", "toggles p"]),
        ("------ooo|b", "b", "  b: soft", &["------ooob"]),
    ] {
        let definition = doc.at("definition", part);
        assert_eq!(definition["uri"], doc.uri.as_str());
        assert_eq!(doc.slice(&definition["range"]), declared, "{part}");
        assert_eq!(definition["range"]["start"]["line"], doc.line(line), "{part}");
        let context = |whole: bool| json!({ "context": { "includeDeclaration": whole } });
        let references = doc.about("references", part, context(false));
        let expected: Vec<_> =
            uses.iter().map(|part| (doc.line(part), declared.to_owned())).collect();
        assert_eq!(doc.places(&references), expected, "{part}");
        let whole = doc.about("references", part, context(true));
        assert!(list(&whole).len() > expected.len(), "{part}");
    }

    assert_eq!(doc.at("definition", "rule 2|3749"), Value::Null);
    assert_eq!(doc.about("references", "rule 2|3749", json!({})), json!([]));
}
