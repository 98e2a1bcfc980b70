//! Holds that a server with next to no time and memory reports less than a check without limits, and
//! never anything else. The server is the process that editors start.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::{Client, capable, list};
use super::property::{Plain, heard, plain, whole};
use crate::common::{Random, right_examples};
use puzzled::session::Mode;

/// Returns documents of puzzles with commands, whose expectations are right by chance only.
fn generated() -> Vec<String> {
    let mut random = Random(0x7137);
    let make = |random: &mut Random, number: usize| {
        let mut pick = |choices: &[&str]| choices[random.below(choices.len())].to_owned();
        let mut text = match number % 4 {
            0 => String::from("klotski p {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}\n"),
            1 => String::from(
                "automaton p {\n  rule 23749\n  tree (((X . .) X (X . X)) X ((. X X) . (. X .)))\n}\n",
            ),
            2 => String::from("sudoku p {\n  1...\n  .4..\n  2..3\n  ....\n}\n"),
            _ => String::from(
                "sliders p {\n  1 2 3\n  4 5 6\n  7 . 8\n  goal\n  1 2 3\n  4 5 6\n  7 8 .\n}\n",
            ),
        };

        for _ in 0..8 {
            let command = match number % 4 {
                0 => {
                    pick(&["solve", "step 100", "status", "states", "move A right", "hint", "undo"])
                }
                1 => pick(&["3 []", "-2 [<]", "1000 [><]", "cycle", "step 7", "undo", "reset"]),
                2 => pick(&["solve", "count 9", "candidates r1c2", "rate", "hint"]),
                _ => pick(&["solve", "step 50", "status", "count", "paths 2", "reset"]),
            };
            let expected =
                pick(&["", "", " => 4", " => X", " => 1", " => 25955", " => unsolvable"]);
            text += &format!("{command}{expected}\n");
        }

        text
    };

    (0..12).map(|number| make(&mut random, number)).collect()
}

/// Returns the labels of the hints of answers, each with its place.
fn labels(hints: &[Value]) -> BTreeSet<String> {
    let answers = hints.iter().filter(|hint| hint["label"].as_str().is_some());
    answers.map(|hint| format!("{} {}", hint["position"], hint["label"])).collect()
}

/// Returns whether a diagnostic says only that a search stopped.
fn only_stopped(diagnostic: &Plain) -> bool {
    diagnostic.code == "search::gave-up"
}

/// Returns whether a diagnostic is one of the expected ones, perhaps with fewer labels and another
/// help: some labels are found by searches of their own.
fn is_found(diagnostic: &Plain, expected: &[Plain]) -> bool {
    let is_help = |(_, text): &((usize, usize), String)| text.starts_with("help: ");
    expected.iter().any(|full| {
        let related = full.related.clone();
        let is_same = Plain { related, ..diagnostic.clone() } == *full;
        let mut labels = diagnostic.related.iter();
        is_same && labels.all(|label| is_help(label) || full.related.contains(label))
    })
}

#[test]
fn with_tiny_budgets_the_server_knows_less_and_never_otherwise() {
    let mut texts = generated();
    texts.extend(right_examples().iter().filter_map(|path| std::fs::read_to_string(path).ok()));
    let open = |arguments: &[&str], options: Value| {
        let params = json!({ "capabilities": capable(), "initializationOptions": options });
        Client::initialize_with(arguments, &params)
    };
    let mut unlimited = open(&[], json!({ "budget": { "seconds": 60 } }));
    let tiny = |budget: f64, document: f64| json!({ "budget": { "seconds": budget }, "document": { "seconds": document } });
    let mut limited = [
        ("time of a statement", open(&[], tiny(0.0001, 60.0))),
        ("time of a document", open(&[], tiny(60.0, 0.001))),
        ("--states", open(&["--states", "3"], json!({ "budget": { "seconds": 60 } }))),
        ("--memory", open(&["--memory", "20k"], json!({ "budget": { "seconds": 60 } }))),
    ];
    let mut compared = 0;
    let mut less = [0; 4];

    for (number, text) in texts.iter().enumerate() {
        let Some(diagnostics) = whole(text, Mode::Check { solve: true }) else { continue };
        let expected = plain(&diagnostics, text);
        let uri = format!("file:///{number}/x.puzzle");
        unlimited.open(&uri, text);
        let hints = labels(&unlimited.settled(&uri, text));
        unlimited.close(&uri);

        for ((limit, client), less) in limited.iter_mut().zip(&mut less) {
            client.backlog.clear();
            client.open(&uri, text);
            let known = labels(&client.settled(&uri, text));
            let unit = client.unit;
            let mut messages: Vec<_> = client
                .backlog
                .iter()
                .filter(|message| message["params"]["uri"] == uri.as_str())
                .collect();
            let pushed = client.pushed.get(&uri).map(|params| json!({ "params": params }));
            messages.extend(pushed.as_ref());
            let mut last = Vec::new();

            for message in messages {
                let published = list(&message["params"]["diagnostics"]);
                last = heard(&published, text, unit);
                for diagnostic in &last {
                    let is_known = only_stopped(diagnostic) || is_found(diagnostic, &expected);
                    assert!(
                        is_known,
                        "{limit}: {diagnostic:?} is not said of\n{text}\n{expected:#?}"
                    );
                }
            }

            *less += expected.iter().filter(|diagnostic| !last.contains(diagnostic)).count();
            *less += hints.difference(&known).count();
            for hint in &known {
                let is_known = hint.contains("gave up") || hints.contains(hint);
                assert!(is_known, "{limit}: the hint {hint} is not given in\n{text}\n{hints:#?}");
            }
            client.close(&uri);
        }

        compared += 1;
    }

    assert!(compared > 25, "only {compared} documents were quick enough without limits");
    assert!(less.iter().all(|&less| less > 0), "a limit stopped nothing: {less:?}");
    let text = format!("{compared} documents; known less, by limit: {less:?}\n");
    let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
    unlimited.finish();
    for (_, client) in limited {
        client.finish();
    }
}
