//! Requests that change the document: names, layout, fixes.

use serde_json::{Value, json};

use super::client::{Client, Folder, after, capable, list};
use super::doc::{Doc, SIX};
use crate::common::{Random, Text, diagnostics, example_texts, puzzled, run_document};
use crate::wrong;
use puzzled::diag::{Severity, Sink};
use puzzled::session;
use puzzled::syntax::Statement;
use puzzled::text::Source;

/// Returns the answers of a document, without the names of its puzzles.
fn answers(text: &str) -> Vec<String> {
    let (_, answers, diagnostics) = run_document(text);
    assert!(
        diagnostics.iter().all(|diagnostic| diagnostic.code.path != "expectation::wrong"),
        "{diagnostics:?}"
    );
    answers
}

fn refusal(doc: &mut Doc, part: &str, new: &str) -> String {
    let position = doc.unit().position(&doc.text, doc.offset(part));
    let params =
        json!({ "textDocument": { "uri": doc.uri }, "position": position, "newName": new });
    let id = doc.client.request("textDocument/rename", params);
    let response = doc.client.response(&id);
    assert_eq!(response["error"]["code"], -32803, "{new}: {response}");
    response["error"]["message"].as_str().expect("a sentence").to_owned()
}

#[test]
fn puzzles_and_labels_are_renamed() {
    let mut doc = Doc::new(SIX);
    let right = SIX.replace("; A left; A left", "");
    doc.set(&right);
    let before = answers(&right);

    for (part, old, new) in [
        ("use litt|le", "little", "small-one"),
        ("sudoku fo|ur", "four", "sixteen"),
        ("; |D up", "D", "Z"),
        ("goal |A at", "A", "Q"),
        ("toggles |p", "p", "w"),
        ("------ooo|b", "b", "a"),
    ] {
        let prepared = doc.at("prepareRename", part);
        assert_eq!(prepared["placeholder"], old);
        assert_eq!(doc.slice(&prepared["range"]), old);
        let edit = doc.about("rename", part, json!({ "newName": new }));
        let after = doc.applied(&edit);
        assert_ne!(after, right);
        if old.len() > 1 {
            assert_eq!(after, right.replace(old, new));
        }
        let swapped: Vec<_> = answers(&after);

        // The answers about little name its labels; those about first are letters of moves.
        let shows_labels = |answer: &str| answer.contains("(2,2)") || answer.contains(". A B");
        let renamed = |from: char, to: &str| -> Vec<String> {
            let rename = |answer: &String| match shows_labels(answer) {
                true => answer.replace(from, to),
                false => answer.clone(),
            };
            before.iter().map(rename).collect()
        };

        let expected = match part {
            "; |D up" => renamed('D', "Z"),
            "goal |A at" => renamed('A', "Q"),
            _ => before.clone(),
        };

        // The pictures of first show the letters that were renamed.
        let plain = |answers: &[String]| -> Vec<String> {
            answers.iter().map(|answer| answer.replace(['o', 'p', 'b', 'w', 'a'], "_")).collect()
        };
        assert_eq!(plain(&swapped), plain(&expected), "{part}");
    }
}

#[test]
fn names_that_will_not_do_are_refused() {
    let mut doc = Doc::new(SIX);
    assert!(refusal(&mut doc, "use litt|le", "").contains("found nothing"));
    for new in ["tree", "9", "a b", "é", "-"] {
        let why = refusal(&mut doc, "use litt|le", new);
        assert!(why.contains(&format!("`{new}`")), "{why}");
    }
    for new in ["B", "", "x y", ".", "#", "a\nb", "A }"] {
        assert!(!refusal(&mut doc, "goal |A at", new).is_empty());
    }
    for new in ["o", "S", "b", "pp", ""] {
        assert!(!refusal(&mut doc, "toggles |p", new).is_empty());
    }
    refusal(&mut doc, "rule 23|749", "x");
    assert_eq!(doc.at("prepareRename", "rule 23|749"), Value::Null);

    // In a packed picture every character is a cell.
    let mut doc = Doc::new("klotski packed {\n  AAB\n  CDB\n  C..\n  goal A at (1,1)\n}\nsolve\n");
    refusal(&mut doc, "goal |A at", "AA");
    let edit = doc.about("rename", "goal |A at", json!({ "newName": "X" }));
    assert_eq!(doc.applied(&edit), doc.text.replace('A', "X"));
}

#[test]
fn renaming_without_a_new_name_is_refused_as_wrong_parameters() {
    let mut doc = Doc::new("matrix m { 1 2 / 3 4 }\n");
    let position = doc.unit().position(&doc.text, doc.offset("matrix |m"));
    let params = json!({ "textDocument": { "uri": doc.uri }, "position": position });
    let id = doc.client.request("textDocument/rename", params);
    let response = doc.client.response(&id);
    assert_eq!(response["error"]["code"], -32602, "{response}");
    assert_eq!(response["error"]["message"], "missing field `newName`");
}

fn options() -> Value {
    json!({ "tabSize": 2, "insertSpaces": true })
}

#[test]
fn formatting_is_what_the_command_does() {
    let folder = Folder::new();
    let mut random = Random(0xf0);
    let mut texts = Vec::new();

    for example in example_texts() {
        let name = example.name.clone();
        let Some(text) = example.utf8() else { continue };
        if text.is_empty() || random.below(2) == 0 {
            continue;
        }
        // Blanks where they do not matter, or where they do.
        let mut wild = String::new();
        for line in text.lines() {
            wild += ["", "  ", "\t", ""][random.below(4)];
            wild += line;
            wild += ["\n", " \n", "\n\n\n", "\r\n", "\n"][random.below(5)];
        }
        texts.push((name.clone(), wild));
        texts.push((name, text));
    }

    let mut arguments = String::from("fmt");
    for (at, (_, text)) in texts.iter().enumerate() {
        folder.write(&format!("{at}.puzzle"), text);
        arguments += &format!(" {}", folder.0.join(format!("{at}.puzzle")).display());
    }
    puzzled(&arguments).run();
    let mut doc = Doc::new("");
    let mut changed = 0;
    let mut compared = 0;

    for (at, (name, text)) in texts.iter().enumerate() {
        doc.set(text);
        let params = json!({ "textDocument": { "uri": doc.uri }, "options": options() });
        let edits = doc.client.ask("textDocument/formatting", params);
        let formatted = doc.unit().apply(text, &edits);

        // The command formats what can be read; under the hands of a person, a statement that has
        // any error stays as it is.
        let errors = diagnostics(&Source::new("", text.as_str()), "check");

        if errors.iter().all(|diagnostic| diagnostic.severity() != Severity::Error) {
            let by_command = std::fs::read_to_string(folder.0.join(format!("{at}.puzzle")));
            assert_eq!(formatted, by_command.unwrap(), "{name}: {text:?}");
            compared += 1;
        } else {
            let source = Source::new("", text.as_str());
            let document = session::read(&source, false, &mut Sink::new());
            let mut sink = Sink::new();
            for diagnostic in &errors {
                sink.push(diagnostic.clone());
                let touched = document.statements.iter().map(Statement::span).find(|span| {
                    diagnostic.severity() == Severity::Error
                        && diagnostic.span.start < span.end
                        && diagnostic.span.end > span.start
                });
                // Spaces at the end of its last line mean nothing.
                let stays = touched.is_none_or(|span| {
                    formatted.contains(source.slice(span).trim_end_matches(' '))
                });
                assert!(stays, "{name}: {text:?}\n{formatted}");
            }
            assert_eq!(formatted, session::format(&source, &document, &sink), "{name}: {text:?}");
        }

        changed += usize::from(formatted != *text);
        // Parts of the document, put together, are the whole.
        let line = random.below(text.lines().count());
        let to = line + random.below(4);
        let place = |line: usize| json!({ "line": line, "character": 0 });
        let range = json!({ "start": place(line), "end": place(to) });
        let params =
            json!({ "textDocument": { "uri": doc.uri }, "options": options(), "range": range });
        let partly = list(&doc.client.ask("textDocument/rangeFormatting", params));
        assert!(partly.iter().all(|edit| list(&edits).contains(edit)), "{partly:?}");
    }

    assert!(changed > 40 && compared > 20, "{changed} {compared}");
}

#[test]
fn broken_statements_and_what_is_out_of_range_stay() {
    let text =
        "matrix   a {\n1    2\n3 4\n}\nrings   =>   1 2 4 3\nmatrix  b {\n1   x\n}\nb:   show\n";
    let mut doc = Doc::new(text);
    let params = json!({ "textDocument": { "uri": doc.uri }, "options": options() });
    let edits = doc.client.ask("textDocument/formatting", params.clone());
    let formatted = doc.unit().apply(text, &edits);
    let right = "matrix a {\n  1 2\n  3 4\n}\nrings => 1 2 4 3\n";
    assert!(formatted.starts_with(right), "{formatted}");
    assert!(formatted.contains("matrix  b {\n1   x\n}\n"), "{formatted}");
    let mut within = params;
    within["range"] = doc.range("rings", "1 2 4 3");
    let edits = doc.client.ask("textDocument/rangeFormatting", within);
    let partly = doc.unit().apply(text, &edits);
    assert_eq!(partly, text.replace("rings   =>   1", "rings => 1"));
}

fn actions(doc: &mut Doc, range: &Value, only: &[&str]) -> Vec<Value> {
    let mut context = json!({ "diagnostics": [] });
    if !only.is_empty() {
        context["only"] = json!(only);
    }
    let params = json!({ "textDocument": { "uri": doc.uri }, "range": range, "context": context });
    list(&doc.client.ask("textDocument/codeAction", params))
}

#[test]
fn every_fix_is_offered_and_mends() {
    let mut doc = Doc::new("");
    let mut fixes = 0;
    let mut preferred = 0;

    for example in wrong::texts() {
        let name = example.name.clone();
        let Some(text) = example.utf8() else { continue };
        if text.len() > 3_000 || text.starts_with('\u{feff}') || name.ends_with("gave-up.puzzle") {
            continue;
        }
        let version = doc.set(&text);
        let uri = doc.uri.clone();
        let diagnostics = doc.client.diagnostics(&uri, version);

        for diagnostic in &diagnostics {
            let Some(listed) = diagnostic["data"]["fixes"].as_array() else { continue };
            let quick_fixes = actions(&mut doc, &diagnostic["range"], &["quickfix"]);
            for fix in listed {
                let title = &fix["title"];
                let same = |action: &&Value| {
                    action["title"] == *title
                        && action["diagnostics"][0]["message"] == diagnostic["message"]
                };
                let action = quick_fixes.iter().find(same);
                let action =
                    action.unwrap_or_else(|| panic!("{title} is missing in {quick_fixes:?}"));
                assert_eq!(action["kind"], "quickfix");
                assert_eq!(action["diagnostics"][0]["range"], diagnostic["range"]);
                preferred += usize::from(action["isPreferred"] == true);
                let after = doc.applied(&action["edit"]);
                assert_eq!(after, doc.unit().apply(&text, &fix["edits"]), "the data says the same");
                assert_ne!(after, text);
                // The old faults are gone.
                let mut other = Doc::new(&after);
                let remaining = other.client.diagnostics(&uri, 1);
                let count = |diagnostics: &[Value]| {
                    diagnostics.iter().filter(|other| other["code"] == diagnostic["code"]).count()
                };
                assert!(count(&remaining) < count(&diagnostics), "{name}: {title}\n{after}");
                fixes += 1;
            }
        }
    }

    assert!(fixes > 20 && preferred > 10, "{fixes} {preferred}");
}

#[test]
fn all_that_is_safe_is_mended_at_once() {
    let text = "matrix m {\n  1 2\n  3 4\n}\nringz\nrings -> 1\nrotate 1 ==> 3 1\nm: show -> 3 1\n";
    let mut doc = Doc::new(text);
    let range = doc.range("rings ->", "->");
    let offered = actions(&mut doc, &range, &[]);
    let kinds: Vec<_> =
        offered.iter().map(|action| action["kind"].as_str().unwrap_or_default()).collect();
    assert_eq!(kinds, ["quickfix", "source.fixAll.puzzled"], "{offered:?}");
    assert_eq!(offered[0]["isPreferred"], true);
    assert_eq!(doc.applied(&offered[0]["edit"]), text.replace("->", "=>"));
    let fixed = text.replace("->", "=>").replace("==>", "=>");
    assert_eq!(doc.applied(&offered[1]["edit"]), fixed);

    for (only, count) in [
        ("source.fixAll.puzzled", 1),
        ("source.fixAll", 1),
        ("source", 1),
        ("source.fixAll.ruff", 0),
        ("quickfix", 1),
        ("refactor", 0),
    ] {
        assert_eq!(actions(&mut doc, &range, &[only]).len(), count, "{only}");
    }

    // A name or a verb is never sure.
    let range = doc.range("ringz", "ringz");
    let offered = actions(&mut doc, &range, &["quickfix"]);
    assert_eq!(offered[0].get("isPreferred"), None);
    assert_eq!(doc.applied(&offered[0]["edit"]), text.replace("ringz", "rings"));

    // One that takes commands only gets the edit by `workspace/applyEdit`.
    let mut capabilities = capable();
    capabilities["textDocument"]["codeAction"] = json!({});
    let mut doc = Doc::in_client(Client::with(&capabilities), text);
    let offered = actions(&mut doc, &range, &["quickfix"]);
    let params = json!({ "command": offered[0]["command"], "arguments": offered[0]["arguments"] });
    doc.client.ask("workspace/executeCommand", params);
    let request = doc.client.wait("an edit", |message| message["method"] == "workspace/applyEdit");
    assert_eq!(doc.applied(&request["params"]["edit"]), text.replace("ringz", "rings"));
}

#[test]
fn an_editor_applies_the_safe_fixes_that_check_fix_applies() {
    let texts = wrong::texts().into_iter().filter_map(Text::utf8);
    let texts: Vec<_> = texts.filter(|text| !text.starts_with('\u{feff}')).collect();
    let mut call = puzzled("check --fix .");
    let mut before = Vec::new();

    for (number, text) in texts.iter().enumerate() {
        for (end, sign) in [("lf", "\n"), ("crlf", "\r\n"), ("cr", "\r")] {
            let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', sign);
            let name = format!("{number}-{end}.puzzle");
            call = call.file(&name, &text);
            before.push((name, text));
        }
    }

    let call = call.run().code(1);
    let mut doc = Doc::new("");
    let mut changed = 0;

    for (name, text) in before {
        let fixed = call.text(&name);
        doc.set(&text);
        let range = doc.unit().range(&text, 0, 0);
        let offered = actions(&mut doc, &range, &["source.fixAll.puzzled"]);
        assert!(offered.len() < 2, "{offered:?}");
        let after = offered.first().map_or(text.clone(), |action| doc.applied(&action["edit"]));
        assert_eq!(after, fixed, "{name}");
        changed += usize::from(after != text);
    }

    assert!(changed > 40, "{changed}");
}

#[test]
fn answers_become_expectations_that_hold() {
    let mut doc = Doc::new(SIX);
    let mut inserted = 0;
    for part in ["rings\n", "2 [><]\n", "explain\n", "play RDL\n"] {
        doc.set(SIX);
        doc.settled();
        let at = after(SIX, part) - 1;
        let range = doc.unit().range(SIX, at, at);
        for action in actions(&mut doc, &range, &["refactor.rewrite"]) {
            assert_eq!(action["kind"], "refactor.rewrite");
            let after = doc.applied(&action["edit"]);
            assert!(after.len() > SIX.len() && after.contains(&format!("{} =>", part.trim_end())));
            answers(&after);
            inserted += 1;
        }
    }
    assert!(inserted >= 6, "{inserted}");
    // After a play that failed the answer of `solve` is unknown.
    doc.set(SIX);
    doc.settled();
    let at = after(SIX, "use little\nsolve\n") - 1;
    let range = doc.unit().range(SIX, at, at);
    assert_eq!(actions(&mut doc, &range, &["refactor.rewrite"]), Vec::<Value>::new());
    // A command with an expectation gets no second one.
    doc.set(SIX);
    doc.settled();
    let range = doc.range("3 [] => X", "3 [] => X");
    assert_eq!(actions(&mut doc, &range, &["refactor"]), Vec::<Value>::new());
}

#[test]
fn bodies_change_their_form_and_back() {
    let mut doc = Doc::new(SIX);
    let before = answers(&SIX.replace("; A left; A left", ""));
    let mut converted = 0;
    for part in ["automaton tree {", "klotski little {", "sudoku four {"] {
        doc.set(SIX);
        let range = doc.range(part, part);
        let rewrites = actions(&mut doc, &range, &["refactor.rewrite"]);
        assert_eq!(rewrites.len(), 1, "{part}");
        let after = doc.applied(&rewrites[0]["edit"]);
        assert_ne!(after, SIX);
        assert_eq!(answers(&after.replace("; A left; A left", "")), before, "{part}");
        doc.set(&after);
        let range = doc.range(part, part);
        let rewrites_back = actions(&mut doc, &range, &["refactor.rewrite"]);
        assert_ne!(rewrites_back[0]["title"], rewrites[0]["title"]);
        let again = doc.applied(&rewrites_back[0]["edit"]);
        assert_eq!(again, SIX, "{part}");
        converted += 1;
    }
    assert_eq!(converted, 3);
}
