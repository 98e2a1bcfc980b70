//! Actions: where they are offered, and that each of them changes something.

use serde_json::{Value, json};

use super::client::{Client, capable, list};
use super::doc::Doc;
use crate::common::{Random, Text, example_texts};
use crate::mutants::KEYS;

/// Returns the actions for a stretch of the document.
fn actions(doc: &mut Doc, from: usize, to: usize) -> Vec<Value> {
    let range = doc.unit().range(&doc.text, from, to);
    let context = json!({ "diagnostics": [] });
    let params = json!({ "textDocument": { "uri": doc.uri }, "range": range, "context": context });
    list(&doc.client.ask("textDocument/codeAction", params))
}

/// Holds that each action for the whole document, and for some of its places, changes the text.
fn each_changes(doc: &mut Doc, random: &mut Random) -> usize {
    let length = doc.text.len();
    let mut places = vec![(0, length)];
    for _ in 0..3 {
        let mut at = random.below(length + 1);
        while !doc.text.is_char_boundary(at) {
            at -= 1;
        }
        places.push((at, at));
    }
    let mut count = 0;
    for (from, to) in places {
        for action in actions(doc, from, to) {
            let after = doc.applied(&action["edit"]);
            assert_ne!(after, doc.text, "{action}");
            count += 1;
        }
    }
    count
}

#[test]
fn every_action_changes_the_text() {
    let options = json!({ "budget": { "seconds": 0.01 }, "hints": { "seconds": 0.02 } });
    let params = json!({ "capabilities": capable(), "initializationOptions": options });
    let mut doc = Doc::in_client(Client::initialize(&params), "");
    let texts: Vec<_> = example_texts()
        .into_iter()
        .filter_map(Text::utf8)
        .filter(|text| text.len() < 3_000 && !text.starts_with('\u{feff}'))
        .collect();
    let mut random = Random(0xac);
    let mut count = 0;

    for text in &texts {
        for ends in ["\n", "\r\n"] {
            doc.set(&text.replace("\r\n", "\n").replace('\n', ends));
            doc.settled();
            count += each_changes(&mut doc, &mut random);
        }
    }
    let keys: Vec<char> = KEYS.chars().collect();
    let small: Vec<_> = texts.iter().filter(|text| text.len() < 800 && !text.is_empty()).collect();

    for _ in 0..2_000 {
        let mut text = small[random.below(small.len())].clone();
        let mut at = random.below(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        match random.below(3) {
            0 => _ = text.remove(at),
            1 => text.insert(at, keys[random.below(keys.len())]),
            _ => {
                text.remove(at);
                text.insert(at, keys[random.below(keys.len())]);
            }
        }
        doc.set(&text);
        count += each_changes(&mut doc, &mut random);
        doc.client.backlog.clear();
    }

    assert!(count > 2_000, "{count}");
    doc.client.finish();
}

#[test]
fn the_right_answer_is_offered_anywhere_on_the_statement() {
    let text = "matrix m {\n  1 2\n  3 4\n}\nm: rings => 7 7 // more\nshow => {\n  1 3\n  3 4\n}\n\
                automaton a {\n  rule 30\n  tree (X . .)\n}\n1 [] => .\nm: rotate 1\nm: ringz\n";
    let mut doc = Doc::new(text);
    doc.settled();
    let diagnostics = list(&doc.client.pushed[&doc.uri]["diagnostics"]);
    let wrong =
        diagnostics.iter().filter(|diagnostic| diagnostic["code"] == "expectation::wrong").count();
    let offers = |actions: &[Value]| {
        let answers = actions.iter().filter(|action| action["title"] == "Put the answer found");
        answers.map(|action| action["diagnostics"][0]["range"].clone()).collect::<Vec<_>>()
    };
    let mut offered = std::collections::BTreeSet::new();
    let mut at = 0;

    for line in text.split_inclusive('\n') {
        for place in at..at + line.len() {
            let offers = offers(&actions(&mut doc, place, place));
            let is_one =
                ["m: rings", "show", "  1 3", "1 []"].iter().any(|start| line.starts_with(start));
            let is_in_block =
                place > text.find("show").unwrap() && place < text.find("automaton").unwrap();
            assert_eq!(
                offers.len(),
                usize::from(is_one || is_in_block),
                "{line:?} {place}: {offers:?}"
            );
            offered.extend(offers.iter().map(ToString::to_string));
        }
        at += line.len();
    }

    assert_eq!(offered.len(), wrong, "each one: {diagnostics:?}");
    // Other faults are mended at their places only.
    let verb = text.rfind("ringz\n").unwrap();
    assert!(!actions(&mut doc, verb + 1, verb + 1).is_empty());
    assert!(actions(&mut doc, verb - 2, verb - 2).is_empty());
    doc.client.finish();
}
