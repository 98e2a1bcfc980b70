//! Help while typing: completions and the form of commands.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::{Client, list};
use super::doc::{Doc, SIX};
use crate::common::run_document;
use puzzled::kinds::KINDS;
use puzzled::puzzle::common::COMMON;

/// Returns the completions after a text at the end of the document: labels and kinds.
fn offered(doc: &mut Doc, before: &str, typed: &str) -> Vec<(String, u64)> {
    doc.set(&format!("{before}{typed}"));
    let end = doc.text.len();
    let text = doc.text.clone();
    let answer = doc.client.at("completion", &doc.uri, &text, end);
    assert_eq!(answer["isIncomplete"], false);
    let items = list(&answer["items"]);
    for item in &items {
        // Applying the edit gives a line that begins with what was typed.
        let edits = json!([item["textEdit"]]);
        let after = doc.unit().apply(&text, &edits);
        let label = item["label"].as_str().expect("a label");
        assert!(item["insertTextFormat"] == 2 || after.ends_with(label), "{item}");
    }
    let sorts: Vec<_> = items.iter().map(|item| item["sortText"].to_string()).collect();
    assert!(sorts.is_sorted(), "{sorts:?}");
    let pair = |item: &Value| {
        let label = item["label"].as_str().expect("a label").to_owned();
        (label, item["kind"].as_u64().expect("a kind"))
    };
    items.iter().map(pair).collect()
}

fn labels(doc: &mut Doc, typed: &str) -> Vec<String> {
    offered(doc, SIX, typed).into_iter().map(|(label, _)| label).collect()
}

#[test]
fn a_line_begins_with_a_verb_of_this_kind_a_name_or_a_kind() {
    let mut doc = Doc::new("");
    let class = 7;
    let variable = 6;
    let keyword = 14;
    let function = 3;
    let items = offered(&mut doc, "", "");
    let kinds: BTreeSet<_> =
        items.iter().filter(|item| item.1 == class).map(|item| item.0.as_str()).collect();
    assert_eq!(kinds, KINDS.iter().map(|kind| kind.name).collect());
    assert!(items.iter().all(|item| item.1 == class || item.1 == keyword), "{items:?}");

    let common: Vec<_> = COMMON.iter().map(|verb| verb.name).collect();
    for name in ["onion", "tree", "little", "four", "first", "turn"] {
        let items = offered(&mut doc, SIX, &format!("{name}: "));
        let of = SIX.lines().find_map(|line| line.strip_suffix(&format!(" {name} {{")));
        let info = KINDS.kind(of.expect("it is declared")).expect("a kind");
        let mut verbs: Vec<_> = info.verbs.iter().map(|verb| verb.name).collect();
        verbs.extend(&common);
        // Whether there is something to undo or to redo, a run says.
        verbs.retain(|verb| {
            !["undo", "redo"].contains(verb)
                || run_document(&format!("{SIX}{name}: {verb}\n")).1.len()
                    > run_document(SIX).1.len()
        });
        let labels: Vec<_> = items
            .iter()
            .map(|item| {
                assert_eq!(item.1, function);
                item.0.as_str()
            })
            .collect();
        assert_eq!(labels, verbs, "{name}");
    }
    // Without a prefix, `use little` decides.
    let items = offered(&mut doc, SIX, "");
    let verbs: Vec<_> =
        items.iter().filter(|item| item.1 == function).map(|item| item.0.as_str()).collect();
    let klotski = KINDS.kind("klotski").expect("a kind");
    assert!(verbs.starts_with(&klotski.verbs.iter().map(|verb| verb.name).collect::<Vec<_>>()));
    // The only `play` fails: there is nothing to undo or to redo.
    assert_eq!(verbs.len(), klotski.verbs.len() + common.len() - 2);
    assert!(
        items.contains(&("little:".into(), variable)) && items.contains(&("use".into(), keyword))
    );
    assert_eq!(labels(&mut doc, "so"), ["solve"]);
    assert_eq!(labels(&mut doc, "onion: rin"), ["rings", "ring"]);
    assert_eq!(labels(&mut doc, "nobody: s"), Vec::<String>::new());
}

#[test]
fn names_stand_after_use() {
    let mut doc = Doc::new(SIX);
    let names = ["onion", "tree", "little", "four", "first", "turn"];
    assert_eq!(labels(&mut doc, "use "), names);
    assert_eq!(labels(&mut doc, "use t"), ["tree", "turn"]);
    assert_eq!(labels(&mut doc, "matrix "), Vec::<String>::new(), "a new name is one's own");
}

#[test]
fn only_what_is_legal_is_offered() {
    let mut doc = Doc::new(SIX);
    for (typed, expected) in [
        ("tree: 2 ", &["[]", "[<", "[>"][..]),
        ("tree: 2 [>", &["[>]", "[><", "[>>"]),
        ("first: play ", &["R", "U"]),
        ("first: play R", &["RL", "RR", "RU", "RD"]),
        ("turn: play ", &["R", "D"]),
        ("little: play ", &["A", "B", "D"]),
        ("little: play A (0,0) (0,1); ", &["A", "B", "C", "D"]),
        ("little: move A ", &["right", "to"]),
        ("four: play r1c2", &["r1c2=2"]),
        ("four: row ", &["1", "2", "3", "4"]),
    ] {
        assert_eq!(labels(&mut doc, typed), expected, "{typed}");
    }

    // Every letter that is offered is a legal move, and no other is.
    for (name, letters) in [("first", "LRUD"), ("turn", "LRUD")] {
        let offered = labels(&mut doc, &format!("{name}: play "));
        for letter in letters.chars().map(String::from) {
            let (_, answers, _) = run_document(&format!("{SIX}{name}: play {letter}\n"));
            let (_, before, _) = run_document(SIX);
            let legal = answers.len() > before.len();
            assert_eq!(legal, offered.contains(&letter), "{name} {letter}");
        }
    }

    let offered = labels(&mut doc, "four: candidates ");
    let open = "1.3..4..2..3...1".char_indices().filter(|(_, sign)| *sign == '.');
    let open: Vec<_> = open.map(|(at, _)| format!("r{}c{}", at / 4 + 1, at % 4 + 1)).collect();
    assert_eq!(offered, open);
}

#[test]
fn nothing_is_offered_in_pictures_comments_and_answers() {
    let mut doc = Doc::new(SIX);
    for part in ["  |A . B", "  1.|3.", "rule 2|3749", "  1234|341221434321", "// Six ki|nds"] {
        let completion = doc.at("completion", part);
        assert_eq!(completion["items"], json!([]), "{part}");
    }
    for typed in [
        "matrix x {\n  ",
        "matrix x {\n  1 ",
        "matrix x {\n",
        "klotski x {\n  A .\n  goal A",
        "// so",
        "solve // so",
        "solve => {\n  s",
    ] {
        assert_eq!(labels(&mut doc, typed), Vec::<String>::new(), "{typed}");
    }
}

#[test]
fn an_answer_is_offered_after_its_arrow() {
    let mut doc = Doc::new("");
    doc.set(&format!("{SIX}solve => "));
    doc.settled();
    let end = doc.text.len();
    let text = doc.text.clone();
    let answer = doc.client.at("completion", &doc.uri, &text, end);
    let items = list(&answer["items"]);
    let known = items.iter().all(|item| item["label"] == "4");
    assert!(known, "{items:?}"); // none while nothing is known
}

#[test]
fn kinds_are_written_with_their_braces() {
    let mut doc = Doc::new("klo");
    let answer = doc.at("completion", "klo|");
    let item = &answer["items"][0];
    assert_eq!(item["label"], "klotski");
    assert_eq!(item["insertTextFormat"], 2);
    assert_eq!(item["textEdit"]["newText"], "klotski ${1:name} {\n  $0\n}");
    let mut doc = Doc::in_client(Client::with(&json!({})), "klo");
    let answer = doc.at("completion", "klo|");
    assert_eq!(answer["items"][0]["insertTextFormat"], Value::Null);
    assert_eq!(answer["items"][0]["textEdit"]["newText"], "klotski");
}

#[test]
fn forms_of_commands_are_shown() {
    let mut doc = Doc::new(SIX);
    for (typed, label, active) in [
        ("little: solve ", "solve [by steps]", json!("by")),
        ("little: solve by ", "solve [by steps]", json!("steps")),
        ("tree: 2", "t PATH", json!("t")),
        ("tree: 2 ", "t PATH", json!("PATH")),
        ("four: row ", "row N", json!("N")),
        ("first: play R", "play MOVES", json!("MOVES")),
        ("four: status ", "status", Value::Null),
    ] {
        doc.set(&format!("{SIX}{typed}"));
        let end = doc.text.len();
        let text = doc.text.clone();
        let help = doc.client.at("signatureHelp", &doc.uri, &text, end);
        let signature = &help["signatures"][0];
        assert_eq!(signature["label"], label, "{typed}");
        assert_eq!(help["activeSignature"], 0);
        let parameters = list(&signature["parameters"]);
        let shown = help["activeParameter"].as_u64().map_or(Value::Null, |at| {
            let place = &parameters[at as usize]["label"];
            let offset = |at: usize| place[at].as_u64().expect("an offset") as usize;
            json!(label[offset(0)..offset(1)].trim_matches(['[', ']']))
        });
        assert_eq!(shown, active, "{typed}");
    }

    for part in ["  A |. B", "// Si|x", "use lit|tle"] {
        doc.set(SIX);
        assert_eq!(doc.at("signatureHelp", part), Value::Null, "{part}");
    }
}
