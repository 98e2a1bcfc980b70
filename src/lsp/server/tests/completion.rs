//! Completions replace whole words, and say how far the goal is after a move.

use serde_json::{Value, json};

use super::{examples, mutants, open};
use crate::kinds::KINDS;
use crate::lsp::server::client::Client;
use crate::lsp::server::requests::completion::complete;
use crate::puzzle::Solved;
use crate::search::Budget;
use crate::session::read;
use crate::syntax::Statement;
use crate::text::Source;

/// Returns the items at an offset, as the client gets them.
fn items(text: &str, offset: usize, client: &Client) -> Vec<Value> {
    let list = complete(&open(text), client, offset as u32);
    list.items.iter().map(|item| json!(item)).collect()
}

/// Returns a client that lets a person choose between inserting and replacing.
fn choosing() -> Client {
    Client { inserts_or_replaces: true, shows_details: true, ..Client::default() }
}

/// Returns the offset of a place, in a text whose characters are one unit each.
fn offset(text: &str, place: &Value) -> usize {
    let number = |name: &str| place[name].as_u64().expect("a number") as usize;
    let before: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
    before + number("character")
}

fn range(text: &str, range: &Value) -> (usize, usize) {
    (offset(text, &range["start"]), offset(text, &range["end"]))
}

/// Returns a document with commands of each form, for each kind.
fn texts() -> Vec<String> {
    let example = |kind: &&'static crate::puzzle::Info| {
        let info = kind;
        let name = info.example.split(' ').nth(1).expect("a name");
        let verbs = info.verbs.iter().map(|verb| verb.example).collect::<String>();
        format!("{}{verbs}{name}: solve => 4 // more\nuse {name}\nshow;show\n", info.example)
    };
    KINDS.iter().map(example).filter(|text| text.is_ascii()).collect()
}

#[test]
fn every_completion_changes_the_text() {
    let mut looked = 0;
    let mut left_out = 0;
    for text in examples(1_000).into_iter().chain(mutants(300)) {
        let document = open(&text);
        // After each word, where the word itself is a candidate.
        let ends = text.char_indices().filter(|(_, char)| !char.is_alphanumeric());
        for at in ends.map(|(at, _)| at).chain([text.len()]) {
            let list = complete(&document, &choosing(), at as u32);
            for item in list.items.iter().map(|item| json!(item)) {
                let replaced = &item["textEdit"]["replace"];
                let [start, end] = ["start", "end"].map(|end| {
                    let place = serde_json::from_value(replaced[end].clone()).expect("a place");
                    document.places().offset(place) as usize
                });
                let new = item["textEdit"]["newText"].as_str().expect("a text");
                assert_ne!(&text[start..end], new, "at {at} of\n{text}");
                looked += 1;
            }
            let is_known = !text[..at].ends_with(char::is_whitespace) && list.is_incomplete;
            left_out += usize::from(is_known);
        }
    }
    assert!(looked > 10_000 && left_out > 200, "{looked} {left_out}");
}

#[test]
fn a_completion_within_a_word_replaces_the_word() {
    let mut looked = 0;
    let mut within = 0;
    for text in texts() {
        let source = Source::new("", text.as_str());
        let statements = read(&source, false, &mut crate::diag::Sink::new()).statements;
        for statement in statements {
            let (Statement::Command(_) | Statement::Use(_)) = statement else { continue };
            let span = statement.span();
            for at in span.start as usize..=span.end as usize {
                for (chosen, plain) in
                    items(&text, at, &choosing()).iter().zip(items(&text, at, &Client::default()))
                {
                    let (start, cursor) = range(&text, &chosen["textEdit"]["insert"]);
                    let (same, end) = range(&text, &chosen["textEdit"]["replace"]);
                    assert_eq!((start, cursor), (same, at), "{chosen}");
                    assert_eq!(range(&text, &plain["textEdit"]["range"]), (start, end), "{plain}");
                    assert!(at <= end && !text[start..end].contains('\n'), "{chosen}");
                    // What follows does not belong to the word, unless moves are letters.
                    let label = chosen["label"].as_str().expect("a label");
                    let next = text[end..].chars().next().unwrap_or('\n');
                    let is_end = next.is_whitespace() || ";:=/".contains(next);
                    let typed = &text[start..at];
                    let stays = typed.is_empty()
                        || label.len() == typed.len() + 1 && text[at..end].is_empty();
                    assert!(is_end || stays, "{label}: {:?}", &text[start..=end]);
                    looked += 1;
                    within += usize::from(end > at);
                }
            }
        }
    }
    assert!(looked > 1000 && within > 200, "{looked} {within}");
}

#[test]
fn what_a_completion_replaces_in_each_place() {
    let matrix = "matrix onion {\n  1 2\n  3 4\n}\n";
    let sliders = KINDS.kind("sliders").expect("a kind").example;
    let text = format!("{sliders}play ");
    let first = items(&text, text.len(), &choosing())[0]["label"].as_str().unwrap().to_owned();
    let text = format!("{text}{first}");
    let both = items(&text, text.len(), &choosing())[0]["label"].as_str().unwrap().to_owned();
    let line = format!("play {first}|DR");
    let after = format!("play {both}DR");
    for (before, line, label, after) in [
        (matrix, "ro|tat 1", "rotate", "rotate 1"),
        (matrix, "on|io: show", "onion:", "onion: show"),
        (matrix, "onion: sh|owing", "show", "onion: show"),
        (matrix, "use on|ions // more", "onion", "use onion // more"),
        (matrix, "rings => 1| 9 9 // more", "1 2 4 3", "rings => 1 2 4 3 // more"),
        (matrix, "mat|ri x {", "matrix", "matrix x {"),
        (sliders, &line, &both, &after),
    ] {
        let at = before.len() + line.find('|').expect("a cursor");
        let text = format!("{before}{}", line.replace('|', ""));
        let client = Client { snippets: true, ..Client::default() };
        let offers = items(&text, at, &client);
        let Some(item) = offers.iter().find(|offer| offer["label"] == label) else {
            panic!("{label} is not offered in {line}: {offers:?}");
        };
        let (start, end) = range(&text, &item["textEdit"]["range"]);
        let mut edited = text.clone();
        edited.replace_range(start..end, item["textEdit"]["newText"].as_str().expect("a text"));
        assert_eq!(&edited[before.len()..], after, "{line}");
    }
}

#[test]
fn a_completed_move_says_how_far_the_goal_is_from_there() {
    let mut kinds = Vec::new();
    for kind in KINDS {
        let info = kind;
        let name = info.example.split(' ').nth(1).expect("a name");
        let Some(play) = info.player() else { continue };
        // Each word that is offered, and the words after it.
        let mut lines = vec![format!("{} ", play.name)];
        for _ in 0..3 {
            let mut next = Vec::new();
            for line in &lines {
                let text = format!("{}{line}", info.example);
                for item in items(&text, text.len(), &choosing()).iter().take(6) {
                    let label = item["label"].as_str().expect("a label");
                    let typed = line.rfind([' ', ';']).map_or(0, |at| at + 1);
                    let line = format!("{}{label}", &line[..typed]);
                    let detail = item["detail"].as_str().unwrap_or_default();
                    if detail.is_empty() {
                        next.push(format!("{line} "));
                        continue;
                    }
                    assert_eq!(item["labelDetails"]["description"], detail);
                    let mut report = crate::check(&format!("{}{line}\n", info.example));
                    assert!(report.diagnostics.is_empty(), "{line}: {report}");
                    let puzzle = report.puzzle(name).expect("it is declared");
                    let solved = puzzle.solve(&Budget::unlimited());
                    let wanted = match solved {
                        Some(Solved::Moves(solution)) => format!("{} to the goal", solution.length),
                        Some(Solved::Unsolvable) => String::from("the goal cannot be reached"),
                        other => panic!("{line}: {other:?}"),
                    };
                    assert_eq!(detail, wanted, "{line}");
                    kinds.push(info.name);
                    next.push(line);
                }
            }
            lines = next;
        }
    }
    let total = kinds.len();
    kinds.dedup();
    assert!(kinds.len() >= 4 && total > 40, "{kinds:?} {total}");
    // Where only a long search could say it, nothing is said.
    let text = format!("{}play ", super::TILES);
    let items = items(&text, text.len(), &choosing());
    assert!(!items.is_empty() && items.iter().all(|item| item["detail"].is_null()), "{items:?}");
}
