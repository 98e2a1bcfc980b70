//! Holds that nothing answers an open question: no command, format, hint, lens, completion or
//! diagnostic shows a figure or a move of the answer, but for the two calls that are for that.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::common::{declaration, puzzled};
use crate::lsp::client::{Client, Folder};
use puzzled::diag::Sink;
use puzzled::exchange::FORMATS;
use puzzled::kinds::KINDS;
use puzzled::puzzle::common::example;
use puzzled::puzzle::{Info, Role, Verb};
use puzzled::search::Budget;
use puzzled::session::{self, Event, Mode, Secrecy, Session};
use puzzled::text::Source;

/// Documents whose answers are all open. None of them holds a part of its answers.
const OPEN: &[(&str, &str)] = &[
    (
        "automaton",
        "automaton t {\n  rule 42354\n  tree ((. X (. . .)) X (X . (. X X)))\n}\n\
         cycle => ?\nwhen [<] = X => ?\npredecessors => ?\n7 [><] => ?\nshow => ?\nhistory 3 => ?\n",
    ),
    (
        "matrix",
        "matrix m {\n  11 22 33 44\n  55 66 77 88\n}\n\
         rings => ?\nring 0 => ?\nrotate 3 => ?\nshow => ?\n",
    ),
    (
        "klotski",
        "klotski k {\n  AA . . BB\n  CC DD . BB\n  CC DD EE .\n  goal AA at (2,3)\n}\n\
         solve => ?\nsolve by steps => ?\nstates => ?\nhint => ?\nhardest => ?\ngoals 2 => ?\n",
    ),
    (
        "rush",
        "rush r {\n  . . B B\n  A A . C\n  . D . C\n  . D . .\n}\n\
         solve => ?\nstates => ?\nhint => ?\nhardest => ?\n",
    ),
    (
        "sudoku",
        "sudoku s {\n  1 . | . .\n  . . | 2 .\n  ----+----\n  . 3 | . .\n  . . | . 4\n}\n\
         solve => ?\ncount => ?\nhint => ?\nexplain => ?\ncandidates r1c2 => ?\nsolutions => ?\n",
    ),
    (
        "bloxorz",
        "bloxorz b {\n  ooo-------\n  oSoooo----\n  ooooooooo-\n  -ooooooooo\n  -----ooToo\n  ------ooo-\n}\n\
         solve => ?\nhint => ?\ngoals 3 => ?\npaths 40 => ?\n",
    ),
    (
        "sliders",
        "sliders x {\n  . R B B\n  R R B B\n  R R B B\n  R R B B\n\ngoal\n  . B R B\n  B R B R\n  R B R B\n  B R B R\n}\n\
         solve => ?\ncount => ?\nsum => ?\nhint => ?\n",
    ),
];

/// Answers that are judged.
const ANSWERS: [&str; 7] = ["unsolvable", "", "1", "1 2 3", "AA right", "LRUD", "r1c1=1"];

/// Returns the figures and moves of the answers of a document: their lines, without those
/// that say nothing because they are in the document anyway or are shorter than three characters.
fn secrets(text: &str) -> BTreeSet<String> {
    let source = Source::new("open.puzzle", text);
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let mut session = Session::new().withholding(Secrecy::Nothing);
    let mut secrets = BTreeSet::new();
    let mode = Mode::Run { solve: true };
    session.run(&source, &document, mode, &Budget::unlimited(), &mut sink, &mut |event, _| {
        if let Event::Answer { answer, .. } = event {
            let answer = answer.text().into_owned();
            secrets.extend(answer.lines().map(|line| line.trim().to_owned()));
            secrets.insert(answer.trim().to_owned());
        }
    });
    let tally = session.tally();
    assert!(tally.open > 2 && tally.wrong + tally.skipped + tally.gave_up == 0, "{tally:?}");
    let source = text.replace(['\n', ' '], "");
    let words = ["none", "never", "unsolvable"];
    secrets.retain(|secret| {
        secret.len() > 2 && !text.contains(secret.as_str()) && !source.contains(secret.as_str())
            || words.contains(&secret.as_str())
    });

    // A direction and a technique are words of the manual; a place `(0,0)` is in many pictures.
    secrets.retain(|secret| !secret.chars().all(|char| char.is_ascii_lowercase() || char == '-'));
    let in_place = |char: char| char.is_ascii_digit() || "(,)".contains(char);
    secrets.retain(|answer| !answer.starts_with('(') || answer.contains(|char| !in_place(char)));
    assert!(!secrets.is_empty(), "nothing to look for in\n{text}");
    secrets
}

/// Returns the secrets of a document that the manual does not show: what it shows of another puzzle is
/// no answer to this one.
fn unpublished(text: &str) -> BTreeSet<String> {
    let verbs = KINDS.iter().flat_map(|kind| kind.verbs);
    let manual: String = verbs.map(|verb| verb.example).collect();
    let mut secrets = secrets(text);
    secrets.retain(|secret| !manual.contains(secret.as_str()));
    assert!(!secrets.is_empty(), "the manual has the answers of\n{text}");
    secrets
}

/// Holds that a text that was shown has none of the secrets.
fn keeps(secrets: &BTreeSet<String>, call: &str, shown: &str) {
    for secret in secrets {
        let is_word = |at: usize| {
            let word = |char: char| char.is_ascii_alphanumeric();
            let before = shown[..at].chars().next_back();
            let after = shown[at + secret.len()..].chars().next();
            let begins = secret.starts_with(word) && before.is_some_and(word);
            let ends = secret.ends_with(word) && after.is_some_and(word);
            !begins && !ends
        };
        let is_shown = shown.match_indices(secret.as_str()).any(|(at, _)| is_word(at));
        assert!(!is_shown, "`{call}` tells `{secret}`:\n{shown}");
    }
}

/// Returns the calls of all commands that read a document, without those that show the answers.
fn calls(kind: &str) -> Vec<String> {
    let mut calls: Vec<String> = [
        "run a.puzzle",
        "check a.puzzle",
        "check --solve a.puzzle",
        "fmt --check a.puzzle",
        "fmt -",
        "sheet a.puzzle",
        "show a.puzzle",
        "export --all a.puzzle",
        "import a.puzzle",
        "repl --no-init a.puzzle",
        "grade a.puzzle a.puzzle",
        "grade --format csv a.puzzle a.puzzle",
        "grade --format json a.puzzle a.puzzle",
    ]
    .map(String::from)
    .to_vec();
    for format in ["human", "short", "json", "sarif", "github"] {
        calls.push(format!("check --solve --format {format} a.puzzle"));
    }
    for format in ["human", "json", "junit", "github"] {
        calls.push(format!("test --format {format} a.puzzle"));
        calls.push(format!("test --hide-answers --format {format} a.puzzle"));
    }
    for format in ["table", "csv", "json"] {
        calls.push(format!("rank --format {format} a.puzzle"));
    }
    for format in ["text", "svg", "json"] {
        for what in ["", "--film", "--strip", "--growth", "--population", "--space-time"] {
            calls.push(format!("show {what} --format {format} a.puzzle"));
        }
    }
    for format in ["dot", "json"] {
        calls.push(format!("graph --format {format} a.puzzle"));
    }
    for format in FORMATS.iter().filter(|format| format.holds(kind)) {
        calls.push(format!("export --format {} a.puzzle", format.name));
    }
    for _ in ANSWERS {
        calls.push(String::from("verify --format json a.puzzle --answer"));
    }
    calls
}

/// Returns the example of a kind with open questions: those that a search answers, of the examples of its
/// verbs.
fn unanswered(info: &'static Info) -> String {
    let mut text = declaration(info, "p");
    let asks = |verb: &&Verb| !verb.role.changes() && example(info, verb).starts_with(info.example);
    for verb in info.verbs.iter().filter(asks) {
        let questions = verb.example.lines().filter_map(|line| line.split_once(" =>"));
        questions.for_each(|(command, _)| text += &format!("{command} => ?\n"));
    }
    text
}

#[test]
fn every_document_is_right_while_nothing_is_answered() {
    for (kind, text) in OPEN {
        let count = text.matches("=> ?").count();
        let tested = puzzled("test a.puzzle").file("a.puzzle", text).run();
        let output = tested.code(0).out();
        let line = format!("0 expectations held, 0 wrong, {count} open; 1 of 1 file passed\n");
        assert_eq!(output, line, "{kind}");
        let ran = puzzled("run a.puzzle").file("a.puzzle", text).run();
        assert_eq!(ran.code(0).out(), "", "{kind}");
        let checked = puzzled("check --solve a.puzzle").file("a.puzzle", text).run();
        assert_eq!(checked.code(0).out(), "", "{kind}");
        let blessed = puzzled("test --bless a.puzzle").file("a.puzzle", text).run().code(0);
        assert_eq!((blessed.content("a.puzzle"), blessed.out()), (text.as_bytes().to_vec(), line));
    }
}

/// Holds that no call that reads a document shows a secret of it.
fn no_call_shows(secrets: &BTreeSet<String>, kind: &str, text: &str) {
    for (number, call) in calls(kind).into_iter().enumerate() {
        let mut ran = puzzled(&call);
        if call.starts_with("verify") {
            ran = ran.argument(ANSWERS[number % ANSWERS.len()]);
        }
        let ran = ran.file("a.puzzle", text).input(text.as_bytes()).run();
        keeps(secrets, &call, &format!("{}{}", ran.out(), ran.err()));
    }
}

#[test]
fn no_call_answers_an_open_question() {
    for (kind, text) in OPEN {
        no_call_shows(&unpublished(text), kind, text);
    }
}

#[test]
fn no_call_answers_an_open_question_about_the_example_of_a_kind() {
    let has_moves = |kind: &&&Info| kind.verbs.iter().any(|verb| verb.role == Role::Solve);
    for kind in KINDS.iter().filter(has_moves) {
        let text = unanswered(kind);
        no_call_shows(&secrets(&text), kind.name, &text);
    }
}

#[test]
fn two_calls_answer_open_questions() {
    for (kind, text) in OPEN {
        for call in
            ["sheet --answers a.puzzle", "grade --show-answers --format json a.puzzle a.puzzle"]
        {
            let ran = puzzled(call).file("a.puzzle", text).run();
            let shown = ran.code(0).out();
            let secrets = unpublished(text);
            let count = secrets.iter().filter(|secret| shown.contains(secret.as_str())).count();
            assert!(count > 0, "{kind} {call}: {shown}");
        }
    }
}

#[test]
fn no_editor_shows_an_answer_to_an_open_question() {
    for (kind, text) in OPEN {
        let secrets = unpublished(text);
        // Lines that are being typed, below the questions.
        let typed: &str = &format!("{text}play \nwhy not \nsolve =>  \nhint\nsolve\n");
        let folder = Folder::new();
        let mut client = Client::new();
        let uri = folder.uri("a.puzzle");

        for text in [text, typed] {
            client.open(&uri, text);
            let mut shown = vec![json!(client.settled(&uri, text))];
            for method in ["codeLens", "documentSymbol", "foldingRange"] {
                shown.push(client.of(method, &uri));
            }

            for offset in (0..=text.len()).filter(|offset| text.is_char_boundary(*offset)) {
                shown.push(client.at("hover", &uri, text, offset));
                if offset == text.len() || text[offset..].starts_with('\n') {
                    shown.push(client.at("completion", &uri, text, offset));
                    shown.push(client.at("signatureHelp", &uri, text, offset));
                }
            }
            let range = client.unit.range(text, 0, text.len());
            let more = json!({ "range": range, "context": { "diagnostics": [] } });
            let document = json!({ "textDocument": { "uri": uri } });
            let mut params = document.clone();
            params["range"] = more["range"].clone();
            params["context"] = more["context"].clone();
            shown.push(client.ask("textDocument/codeAction", params));
            let name = text.split(' ').nth(1).expect("a name");
            for command in ["puzzled.server.solve", "puzzled.server.test"] {
                let params = json!({ "command": command, "arguments": [uri, name] });
                shown.push(client.ask("workspace/executeCommand", params));
            }
            shown.push(client.pushed.get(&uri).cloned().unwrap_or(Value::Null));
            for response in shown {
                keeps(&secrets, kind, &response.to_string().replace("\\n", "\n"));
            }
            client.close(&uri);
        }

        client.finish();
    }
}

#[test]
fn a_wrong_answer_beside_an_open_question_is_reported_without_the_right_one() {
    let text = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\nsolve => ?\nstates => 77\n\
                solve => {\n  A (0,0) (0,1)\n  A (0,1) (0,0)\n}\n";
    for call in
        ["test a.puzzle", "test --format json a.puzzle", "check --solve --format json a.puzzle"]
    {
        let ran = puzzled(call).file("a.puzzle", text).run().code(1);
        let shown = format!("{}{}", ran.out(), ran.err());
        assert!(!shown.contains("240") && !shown.contains("Put the answer"), "{call}: {shown}");
    }
    // An author who has the expectations rewritten gets them, and the question stays.
    let blessed = puzzled("test --bless a.puzzle").file("a.puzzle", text).run().code(0);
    let new = blessed.text("a.puzzle");
    assert!(new.contains("solve => ?\nstates => 240\n"), "{new}");
}

#[test]
fn hidden_answers_are_in_no_format() {
    let text = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\nsolve => 17\nstates => 77\n\
                solve => A (0,0) (0,1); C (1,0) (0,0); D (2,1) (2,0); A (0,1) (1,1); A (1,1) (2,2); \
                A (2,2) (1,1); A (1,1) (2,2)\nhardest => 12\n\
                sudoku two { 1.3.34122143.3.1 }\nsolve => 1234341221434322\n\
                matrix m { 1 2 / 3 4 }\nrotate 1 => 4 2\n";
    let mut kept = 0;

    for format in ["human", "json", "junit", "github"] {
        let call = format!("test --hide-answers --format {format} a.puzzle");
        let ran = puzzled(&call).file("a.puzzle", text).run().code(1);
        let shown = format!("{}{}", ran.out(), ran.err());
        for secret in ["240", "found\"", "found:", "Put the", "are enough", "2 4", "r1c2"] {
            assert!(!shown.contains(secret), "{call} shows `{secret}`: {shown}");
        }
        kept += usize::from(shown.contains("wrong"));
        let unhidden = puzzled(&call.replace("--hide-answers ", "")).file("a.puzzle", text).run();
        assert!(unhidden.code(1).out().contains("240"), "{call}");
    }

    assert_eq!(kept, 4, "each format says what is wrong");
    // Facts that a search found, and those that need none, hold nothing of an answer either.
    let facts = "sudoku two { 12.. / 34.. / .... / .... }\nklotski k { A B / C D / goal A at (1,1) }\n\
                 sliders p { 1 2 3 / 4 5 6 / 8 7 . / goal / 1 2 3 / 4 5 6 / 7 8 . }\n";

    for format in ["human", "json", "junit", "github"] {
        let call = format!("test --hide-answers --format {format} a.puzzle");
        let ran = puzzled(&call).file("a.puzzle", facts).run().code(1);
        let shown = format!("{}{}", ran.out(), ran.err());
        for secret in ["=> ", "r3c", "help: "] {
            assert!(!shown.contains(secret), "{call} shows `{secret}`: {shown}");
        }
        assert!(shown.contains("more than one solution"), "{call}: {shown}");
    }

    puzzled("test --hide-answers --bless a.puzzle").file("a.puzzle", text).run().code(2);
}

#[test]
fn an_open_question_that_only_asks_is_not_run() {
    let text = "sliders x { 1 2 3 4 / 5 6 7 8 / 9 a b c / d e f . / goal / . f e d / c b a 9 / 8 7 6 5 / \
                4 3 2 1 }\nsolve => ?\ncount => ?\nsum => ?\nhint => ?\ngoals 3 => ?\n";
    for call in ["run", "test", "check --solve"] {
        let call = format!("{call} --states 100000 a.puzzle");
        puzzled(&call).file("a.puzzle", text).run().code(0);
    }
    // Its form is checked all the same.
    let wrong = text.replace("solve => ?", "solve fast => ?");
    puzzled("check a.puzzle").file("a.puzzle", wrong).run().code(1);
}

#[test]
fn a_comment_for_a_fact_that_is_not_looked_for_is_not_unused() {
    let text = "// puzzled: allow klotski::already-solved\n\
                klotski k { A . / . . / goal A at (1,1) }\nsolve => ?\n";
    for call in ["check --solve a.puzzle", "test a.puzzle"] {
        let ended = puzzled(call).file("a.puzzle", text).run().code(0);
        assert!(!ended.out().contains("unused-allow"), "{call}: {}", ended.out());
        let answered = puzzled(call).file("a.puzzle", text.replace("solve => ?", "show")).run();
        assert!(answered.out().contains("unused-allow"), "{call}: {}", answered.out());
    }
}

#[test]
fn an_open_question_is_a_question_mark_alone() {
    let open = |text: &str| {
        let source = Source::new("", text);
        let document = session::read(&source, true, &mut Sink::new());
        document.statements.iter().filter(|statement| statement.is_open()).count()
    };
    for text in ["show => ?", "show=>?", "show =>\t? // or not", "m: show => ?  "] {
        assert_eq!(open(&format!("matrix m {{ 1 }}\n{text}\n")), 1, "{text}");
    }
    for text in ["show => ? 1", "show => ??", "show => { ? }", "show => {\n  ?\n}", "show ?"] {
        assert_eq!(open(&format!("matrix m {{ 1 }}\n{text}\n")), 0, "{text}");
    }
    let text = "matrix m { 1 2 / 3 4 }\nrotate 1 => ?\nshow => {\n  2 4\n  1 3\n}\n";
    puzzled("test a.puzzle").file("a.puzzle", text).run().code(0);
    let formatted = puzzled("fmt -").input(b"matrix m { 1 }\nshow=>?\n").run();
    assert_eq!(formatted.code(0).out(), "matrix m { 1 }\nshow => ?\n");
}
