//! No hover of a hostile document leaves its blocks of code.

use pulldown_cmark::{Event, Parser};
use serde_json::json;

use super::Hand;

/// Documents whose names, titles, labels and letters are markup.
const HOSTILE: [&str; 7] = [
    "/// title: ``` a `b` ![x](y:z) <img> \\\n/// author: ```\n/// note: # b\n/// note: ```\n\
     klotski k {\n  ``` . ![x](y:z) .\n  ``` . <img> .\n  ~~~ * `` .\n  goal <img> at (2,3)\n}\n\
     show\nmoves\nsolve\nhint\nplay <img> (2,2)\nshow\nuse k\nwhy not `` up\nmoev\n",
    "/// title: ```\nsliders s {\n  ``` ![x](y:z)\n  <b> .\n  goal\n  <b> ![x](y:z)\n  ``` .\n}\n\
     show\nmoves\nsolve\nhint\n",
    "/// source: ````\nbloxorz b {\n  Sboooopoo\n  oooooooooT\n  b: soft toggles p\n  p: bridge retracted\n}\n\
     show\nmoves\nhint\nneighbours all\n",
    "/// license: `\nsudoku d {\n  12..\n  ....\n  ....\n  ....\n}\nshow\nhint\n",
    "/// note: ```\n/// note: [x](y:z)\nmatrix m { 1 2 / 3 4 }\nshow\nrings\n",
    "/// title: `` ![x](y:z)\nautomaton a {\n  rule 23749\n  tree ((X . X) . (. X .))\n}\nshow\n",
    "/// title: ```\nrush r {\n  . . . . . .\n  . B . . . .\n  A B . . . .\n  A X X . . .\n  . . . . . .\n  \
     . . . . . .\n}\nshow\nmoves\nhint\n",
];

/// Returns a hostile document with a letter for every sign of markup in its labels and metadata.
fn tame(text: &str) -> String {
    let letter = |char| match char {
        '`' => 'a',
        '~' => 'b',
        '!' => 'c',
        '<' => 'd',
        '\\' => 'e',
        _ => char,
    };
    text.chars().map(letter).collect()
}

/// Returns the events of Markdown without its texts.
fn structure(markdown: &str) -> Vec<String> {
    let mut names = Vec::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Text(_) | Event::SoftBreak | Event::HardBreak => {}
            Event::Code(_) => names.push(String::from("code")),
            Event::Start(tag) => names.push(format!("{tag:?}")),
            Event::End(tag) => names.push(format!("end of {tag:?}")),
            other => names.push(format!("{other:?}")),
        }
    }
    names
}

/// Returns the Markdown of the hover at each character of a document.
fn hovers(text: &str) -> Vec<Option<String>> {
    let mut hand = Hand::new();
    let hover = json!({ "contentFormat": ["markdown"] });
    let capabilities = json!({ "textDocument": { "hover": hover } });
    hand.send(&[Hand::request(0, "initialize", &json!({ "capabilities": capabilities }))]);
    hand.open("file:///x.puzzle", text);
    hand.work();
    let mut id = 0;
    let mut hovers = Vec::new();
    for (line, row) in text.lines().enumerate() {
        for character in 0..row.len() {
            id += 1;
            let params = json!({
                "textDocument": { "uri": "file:///x.puzzle" },
                "position": { "line": line, "character": character },
            });
            hand.send(&[Hand::request(id, "textDocument/hover", &params)]);
            let value = &hand.answer(id)["result"]["contents"]["value"];
            hovers.push(value.as_str().map(String::from));
        }
    }
    hovers
}

#[test]
fn a_hostile_label_title_or_row_never_leaves_its_block() {
    let mut shown = 0;
    for text in HOSTILE {
        let hostile = hovers(text);
        let harmless = hovers(&tame(text));
        assert_eq!(hostile.len(), harmless.len());
        for (at, (hover, tame_hover)) in hostile.iter().zip(&harmless).enumerate() {
            let (Some(hover), Some(tame_hover)) = (hover, tame_hover) else {
                assert_eq!(
                    hover.is_some(),
                    tame_hover.is_some(),
                    "{at} of {text}: {hover:?} {tame_hover:?}"
                );
                continue;
            };
            let parts = structure(hover);
            let active =
                |name: &&String| ["Image", "Link", "Html"].iter().any(|at| name.contains(at));
            assert_eq!(parts.iter().find(active), None, "{at} of {text}:\n{hover}");
            assert_eq!(parts, structure(tame_hover), "{at} of {text}:\n{hover}\n---\n{tame_hover}");
            shown += usize::from(hover.contains("```"));
        }
    }
    assert!(shown > 300, "only {shown} hovers hold a block of code");
}
