//! The results of running: hints, lenses, commands; and semantic tokens.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, capable, list};
use super::doc::{Doc, SIX};
use super::life::HARD;
use crate::common::{Random, run_document};

fn words(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// Returns the hints of one line: the text in front of each, and its label.
fn on_line(doc: &Doc, hints: &[Value], part: &str) -> Vec<(String, String)> {
    let line = doc.line(part);
    let line_hints = hints.iter().filter(|hint| hint["position"]["line"] == line);
    let start = json!({ "line": line, "character": 0 });
    line_hints
        .map(|hint| {
            let before = json!({ "start": start, "end": hint["position"] });
            (doc.slice(&before), words(&hint["label"]))
        })
        .collect()
}

#[test]
fn answers_stand_after_their_commands() {
    let mut doc = Doc::new(SIX);
    let hints = doc.settled();
    let answer = |text: &str, label: &str| vec![(text.to_owned(), label.to_owned())];
    assert_eq!(on_line(&doc, &hints, "rings"), answer("rings", "⟶ 1 2 3 4 8 12 11 10 9 5"));
    assert_eq!(on_line(&doc, &hints, "2 [><]"), answer("2 [><]", "⟶ ."));
    // The expected answer stands there already.
    for part in ["3 [] => X", "solve => 4", "solve => 7", "solutions =>"] {
        assert_eq!(on_line(&doc, &hints, part), [], "{part}");
    }
    let long = on_line(&doc, &hints, "explain");
    assert!(long[0].1.starts_with("⟶ naked-single r1c2=2") && long[0].1.ends_with('…'), "{long:?}");
    let whole = hints.iter().find(|hint| hint["tooltip"].to_string().contains("r4c3=2"));
    assert!(whole.is_some(), "the whole answer is shown when it is pointed at");
    // Taking a hint makes it an expectation that holds.
    for hint in hints.iter().filter(|hint| hint["textEdits"].is_array()) {
        let after = doc.unit().apply(SIX, &hint["textEdits"]);
        let (_, _, diagnostics) = run_document(&after);
        assert!(after.len() > SIX.len());
        assert!(
            diagnostics.iter().all(|diagnostic| diagnostic.code.path != "expectation::wrong"),
            "{hint}: {diagnostics:?}"
        );
    }
    // Only visible answers are sent.
    let range = doc.range("rings", "rings");
    let params = json!({ "textDocument": { "uri": doc.uri }, "range": range });
    assert_eq!(list(&doc.client.ask("textDocument/inlayHint", params)).len(), 1);
}

#[test]
fn what_runs_for_a_former_text_is_not_taken_for_this_one() {
    let mut doc = Doc::new("");
    for round in 0..12 {
        let text = format!("matrix m {{\n  1 {round}\n  3 4\n}}\nrings\n");
        // Closed and opened at once; or opened again, as no client should.
        if round % 3 > 0 {
            doc.client.close(&doc.uri);
        }
        doc.text.clone_from(&text);
        doc.client.open(&doc.uri, &text);
        let hints = doc.settled();
        let label = format!("⟶ 1 {round} 4 3");
        assert_eq!(on_line(&doc, &hints, "rings"), [(String::from("rings"), label)]);
    }
}

#[test]
fn moves_tell_how_far_the_goal_is() {
    let mut doc = Doc::new(SIX);
    let hints = doc.settled();
    let play = on_line(&doc, &hints, "little: play");
    let labels: Vec<_> = play.iter().map(|(_, label)| label.as_str()).collect();
    assert_eq!(labels, ["3", "3 !", "4 !", "✗"]);
    assert_eq!(play[1].0, "little: play A right; D up");
    let rolls = on_line(&doc, &hints, "play RDL");
    assert_eq!(rolls[0], ("play R".to_owned(), "6".to_owned()));
    assert_eq!(rolls[2].1, "6 !", "the third roll leads away");

    // The figures are those of a solve in that place.
    for (moves, label) in [("A right", "3"), ("A right; D up", "3"), ("A right; D up; A left", "4")]
    {
        let text = SIX.replace("A right; D up; A left; A left", &format!("{moves}\nlittle: solve"));
        let (_, answers, _) = run_document(&text);
        let solve = answers
            .iter()
            .rev()
            .find(|answer| answer.contains("(2,2)") && !answer.starts_with('.'));
        let at = answers.iter().position(|answer| answer.starts_with("4\nA"));
        let after = &answers[at.expect("the first solve") + 2];
        assert!(after.starts_with(&format!("{label}\n")), "{moves}: {after} {solve:?}");
    }

    doc.set("klotski k {\n  A B .\n  goal A at (0,1)\n}\nplay B right; A right\nmove B left\n");
    let hints = doc.settled();
    let labels: Vec<_> =
        on_line(&doc, &hints, "play").into_iter().map(|(_, label)| label).collect();
    assert_eq!(labels[..2], ["1", "0"]);
}

#[test]
fn a_part_of_a_move_leaves_no_shortest_path() {
    let labels = |text: &str| -> Vec<String> {
        let mut doc = Doc::new(text);
        let hints = doc.settled();
        let move_hints = hints.iter().filter(|hint| !words(&hint["label"]).starts_with('⟶'));
        let labels = move_hints.map(|hint| words(&hint["label"])).collect();
        doc.client.finish();
        labels
    };
    let klotski = "klotski k {\n  A .\n  . .\n  goal A at (1,1)\n}\n";
    assert_eq!(labels(&format!("{klotski}play A down; A right\n")), ["1", "0"]);
    assert_eq!(labels(&format!("{klotski}play A down\nplay A right\n")), ["1", "0"]);
    let rush = "rush r {\n  . . A A . .\n  . . . . . .\n  . . . . . .\n  . . . . . .\n  . . . . . .\n  . . . . . .\n}\n";
    assert_eq!(labels(&format!("{rush}play A right; A right\n")), ["1", "0"]);
    // A move of another piece in between makes them two.
    let two = "klotski k {\n  A . .\n  . . .\n  . . B\n  goal A at (1,1)\n}\n";
    assert_eq!(labels(&format!("{two}play A down; B up; A right\n")), ["1", "1 !", "0"]);
    // A digit that makes the grid unsolvable.
    let sudoku = "sudoku s {\n  1 . 3 .\n  . 4 . .\n  2 . . 3\n  . . . 1\n}\n";
    assert_eq!(labels(&format!("{sudoku}play r1c2=2 r1c4=4\n")), [""; 0]);
    assert_eq!(labels(&format!("{sudoku}play r1c2=2 r3c2=4\n")), ["✗"]);
    assert_eq!(labels(&format!("{sudoku}play r2c1=3 r4c1=3\n")), ["✗"]);
    assert_eq!(
        labels(
            "sudoku s {\n  1 2 . .\n  . . . .\n  . . . .\n  . . . .\n}\nplay r1c3=3 r2c4=4 r4c4=3\n"
        ),
        ["∞ !"]
    );
}

#[test]
fn what_cannot_be_won_any_more_is_told() {
    // Rolling down takes the bridge to the hole away, and nothing brings it back.
    let text = "bloxorz b {\n  ooooo------\n  oSoooopoooT\n  ooooo------\n  ob---------\n  \
                p: bridge extended\n  b: soft retracts p\n}\nplay D\n";
    let mut doc = Doc::new(text);
    let hints = doc.settled();
    let labels: Vec<_> =
        on_line(&doc, &hints, "play D").into_iter().map(|(_, label)| label).collect();
    assert_eq!(labels[0], "∞ !", "{hints:?}");
}

const DONKEY: &str = "klotski donkey {\n  A B B C\n  A B B C\n  D E E F\n  D G H F\n  I . . J\n  \
                      goal B at (3,1)\n}\n";

fn titles(doc: &mut Doc) -> Vec<String> {
    let lenses = list(&doc.of("codeLens"));
    lenses.iter().map(|lens| words(&lens["command"]["title"])).collect()
}

fn execute(doc: &mut Doc, lens: &Value, token: Option<&str>) -> Value {
    let mut params = lens["command"].clone();
    if let Some(token) = token {
        params["workDoneToken"] = json!(token);
    }
    doc.client.request("workspace/executeCommand", params)
}

#[test]
fn lenses_solve_and_test() {
    let text = format!("{DONKEY}hint => B\nstates => 25955\nstates => 7\n");
    let mut doc = Doc::new(&text);
    assert_eq!(titles(&mut doc), ["▶ solve", "▶ test", "▶ open in REPL"]);
    let lenses = list(&doc.of("codeLens"));
    assert!(lenses.iter().all(|lens| doc.slice(&lens["range"]) == "donkey"));
    assert_eq!(lenses[0]["command"]["arguments"], json!([doc.uri, "donkey"]));

    let id = execute(&mut doc, &lenses[0], Some("token"));
    let answer = doc.client.response(&id);
    assert!(words(&answer["result"]["answer"]).starts_with("81\n"), "{answer}");
    assert_eq!(titles(&mut doc)[0], "▶ solve · 81 moves");
    let progress: Vec<_> = doc
        .client
        .backlog
        .iter()
        .filter(|message| {
            message["method"] == "$/progress" && message["params"]["token"] == "token"
        })
        .map(|message| words(&message["params"]["value"]["kind"]))
        .collect();
    assert_eq!(progress.first().map(String::as_str), Some("begin"));
    assert_eq!(progress.last().map(String::as_str), Some("end"));
    assert_eq!(progress.iter().filter(|kind| *kind != "report").count(), 2);
    doc.client.wait("a new look", |message| message["method"] == "workspace/codeLens/refresh");

    let id = execute(&mut doc, &lenses[1], None);
    let answer = doc.client.response(&id);
    assert_eq!(answer["result"]["held"], 1, "{answer}");
    assert_eq!(answer["result"]["wrong"], 2, "{answer}");
    // Without a token, the server begins its own.
    let created =
        doc.client.wait("a token", |message| message["method"] == "window/workDoneProgress/create");
    let token = &created["params"]["token"];
    let reports_progress =
        |message: &Value| message["method"] == "$/progress" && message["params"]["token"] == *token;
    doc.client.wait("its progress", reports_progress);
    // A puzzle that is edited is not solved any more.
    doc.set(&text.replace("goal B at (3,1)", "goal B at (2,1)"));
    assert_eq!(titles(&mut doc)[0], "▶ solve");
    // The lens shows the answer of a `solve` right after the declaration when it was run.
    doc.set(&format!("{DONKEY}solve\n"));
    doc.settled();
    assert_eq!(titles(&mut doc)[0], "▶ solve · 81 moves");
    doc.client.finish();
}

#[test]
fn only_a_client_that_has_the_command_is_offered_the_repl() {
    let mut capabilities = capable();
    capabilities["experimental"] = json!({});
    let mut doc = Doc::in_client(Client::with(&capabilities), DONKEY);
    assert_eq!(titles(&mut doc), ["▶ solve"]);
    doc.client.finish();
}

#[test]
fn the_lens_of_a_sudoku_says_whether_it_has_a_solution() {
    let sudoku = |rows: &str| format!("sudoku s {{\n{rows}}}\n");
    let good = sudoku("  1.3.\n  .4..\n  2..3\n  ...1\n");
    let clash = sudoku("  11..\n  ....\n  ....\n  ....\n");
    let mut doc = Doc::new(&good);
    assert_eq!(titles(&mut doc), ["▶ solve", "▶ open in REPL"]);
    for (text, answer, title) in [
        (&good, "1234341221434321", "▶ solve · solved"),
        (&clash, "unsolvable", "▶ solve · unsolvable"),
    ] {
        doc.set(text);
        let lenses = list(&doc.of("codeLens"));
        assert_eq!(doc.slice(&lenses[0]["range"]), "s");
        let id = execute(&mut doc, &lenses[0], None);
        let response = doc.client.response(&id);
        let solution = words(&response["result"]["answer"]).replace(['\n', ' '], "");
        assert_eq!(solution, answer);
        assert_eq!(titles(&mut doc)[0], title);
        // It is shown as well if the document asks for it.
        doc.set(&format!("{text}solve\n"));
        doc.settled();
        assert_eq!(titles(&mut doc)[0], title);
    }
    doc.client.finish();
}

#[test]
fn a_long_search_is_cancelled_at_once_and_disturbs_nothing() {
    let puzzle = HARD.trim_end_matches("solve\n");
    let mut doc = Doc::new(puzzle);
    let lenses = list(&doc.of("codeLens"));
    let mut took = Vec::new();

    for round in 0..3 {
        let token = format!("token {round}");
        let id = execute(&mut doc, &lenses[0], Some(&token));
        let progress_kind = |message: &Value| message["params"]["value"]["kind"].clone();
        let has_token = |message: &Value| message["params"]["token"] == token.as_str();
        doc.client
            .wait("progress", |message| has_token(message) && progress_kind(message) == "report");

        // Meanwhile the user goes on typing, and everything is answered.
        let version = doc.set(&format!("{puzzle}// {round}\nsoolve\n"));
        let uri = doc.uri.clone();
        let diagnostics = doc.client.diagnostics(&uri, version);
        assert_eq!(diagnostics[0]["code"], "command::unknown-verb");
        assert!(!doc.at("hover", "sliders ha|rd").is_null());
        let open = !doc
            .client
            .backlog
            .iter()
            .any(|message| message["id"] == id && message["method"].is_null());
        assert!(open, "the search ended by itself");
        let start = Instant::now();
        match round {
            0 => doc.client.notify("$/cancelRequest", json!({ "id": id })),
            _ => doc.client.notify("window/workDoneProgress/cancel", json!({ "token": token })),
        }
        let answer = doc.client.response(&id);
        took.push(start.elapsed());
        assert!(answer["error"].is_null(), "it answers with what it has: {answer}");
        doc.client.wait("the end", |message| has_token(message) && progress_kind(message) == "end");
    }

    // The machine may be busy once, not three times.
    assert!(took.iter().min() < Some(&Duration::from_secs(1)), "{took:?}");
    assert_eq!(titles(&mut doc)[0], "▶ solve", "nothing was found");

    // `shutdown` ends what still runs.
    execute(&mut doc, &lenses[0], None);
    doc.client.finish();
}

/// Returns absolute tokens: line, column, length, type, modifiers.
fn absolute(data: &Value) -> Vec<[u64; 5]> {
    let data: Vec<u64> =
        list(data).iter().map(|number| number.as_u64().expect("a number")).collect();
    assert_eq!(data.len() % 5, 0);
    let mut line = 0;
    let mut column = 0;
    let tokens = data.chunks(5).map(|token| {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        [line, column, token[2], token[3], token[4]]
    });
    tokens.collect()
}

const LEGEND: [&str; 21] = [
    "keyword", "type", "variable", "function", "number", "operator", "string", "comment", "block",
    "hero", "wall", "floor", "void", "goal", "given", "fragile", "switch", "bridge", "live",
    "dead", "step",
];

#[test]
fn tokens_say_what_words_and_cells_are() {
    let mut doc = Doc::new(SIX);
    let provider = doc.client.initialized["capabilities"]["semanticTokensProvider"].clone();
    assert_eq!(provider["legend"]["tokenTypes"], json!(LEGEND), "only ever added to");
    assert_eq!(provider["legend"]["tokenModifiers"], json!(["declaration"]));
    let tokens = absolute(&doc.of("semanticTokens/full")["data"]);
    let described: Vec<_> = tokens
        .iter()
        .map(|&[line, column, length, kind, modifiers]| {
            let place = |column| json!({ "line": line, "character": column });
            let range = json!({ "start": place(column), "end": place(column + length) });
            (line, doc.slice(&range), LEGEND[kind as usize], modifiers)
        })
        .collect();

    for pair in tokens.windows(2) {
        assert!((pair[0][0], pair[0][1] + pair[0][2]) <= (pair[1][0], pair[1][1]), "{pair:?}");
    }

    for (part, text, kind, modifiers) in [
        (
            "// Six",
            "// Six kinds of puzzles in one document, as an editor shows them: 😀.",
            "comment",
            0,
        ),
        ("matrix onion", "matrix", "type", 0),
        ("matrix onion", "onion", "variable", 1),
        ("  9 10 11", "10", "number", 0),
        ("rings", "rings", "function", 0),
        ("  rule 23749", "rule", "keyword", 0),
        ("  rule 23749", "23749", "number", 0),
        ("  tree (((", "(", "operator", 0),
        ("  tree (((", "X", "live", 0),
        ("  tree (((", ".", "dead", 0),
        ("2 [><]", ">", "step", 0),
        ("  A . B", "A", "hero", 1),
        ("  A . B", "B", "block", 1),
        ("  A . B", ".", "floor", 0),
        ("little: play", "little", "variable", 0),
        ("little: play", "play", "function", 0),
        ("  1.3.", "1", "given", 0),
        ("  -oofo", "f", "fragile", 0),
        ("  -oofo", "-", "void", 0),
        ("  oSoooo", "S", "goal", 0),
        ("  -----ooToo", "T", "goal", 0),
        ("use little", "use", "keyword", 0),
    ] {
        let line = doc.line(part);
        let is_described =
            described.iter().any(|token| *token == (line, text.to_owned(), kind, modifiers));
        let tokens_of_line: Vec<_> = described.iter().filter(|token| token.0 == line).collect();
        assert!(is_described, "{text} is no {kind}: {tokens_of_line:?}");
    }
}

#[test]
fn tokens_of_ranges_make_the_whole() {
    let mut doc = Doc::new(SIX);
    let mut random = Random(0x70);
    for round in 0..30 {
        let mut text = doc.text.clone();
        let mut at = random.below(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let bits = ["X", " ", "\n", "}", "// 😀\n", "use tree\n", "matrix z {\n  1\n}\n", "\r\n"];
        text.insert_str(at, bits[random.below(bits.len())]);
        doc.set(&text);
        let whole = doc.of("semanticTokens/full");
        let tokens = absolute(&whole["data"]);
        let lines = text.matches('\n').count() as u64 + text.matches('\r').count() as u64 + 1;
        let mut collected = Vec::new();
        let mut line = 0;

        while line < lines {
            let next = line + 1 + random.below(9) as u64;
            let place = |line: u64| json!({ "line": line, "character": 0 });
            let range = json!({ "start": place(line), "end": place(next) });
            let params = json!({ "textDocument": { "uri": doc.uri }, "range": range });
            let part = doc.client.ask("textDocument/semanticTokens/range", params);
            let part = absolute(&part["data"]);
            assert!(part.iter().all(|token| tokens.contains(token)), "round {round}, line {line}");
            collected.extend(part.into_iter().filter(|token| (line..next).contains(&token[0])));
            line = next;
        }

        assert_eq!(collected, tokens, "round {round}");
    }
}

#[test]
fn nothing_is_asked_of_a_client_that_cannot_answer() {
    let mut capabilities = capable();
    capabilities["window"] = json!({});
    capabilities["workspace"] = json!({});
    let mut doc = Doc::in_client(Client::with(&capabilities), DONKEY);
    let lenses = list(&doc.of("codeLens"));
    let id = execute(&mut doc, &lenses[0], None);
    doc.client.response(&id);
    let request = doc.client.backlog.iter().find(|message| message["id"].is_string());
    assert_eq!(request, None);
    let progress = doc.client.backlog.iter().find(|message| message["method"] == "$/progress");
    assert_eq!(progress, None);
    doc.client.finish();
}

#[test]
fn hints_do_not_wait_for_a_search_and_come_when_it_ends() {
    let options = json!({ "hints": { "seconds": 0 }, "budget": { "seconds": 60 } });
    let params = json!({ "capabilities": capable(), "initializationOptions": options });
    let mut client = Client::initialize(&params);
    let uri = "file:///a.puzzle";
    let text = format!("matrix m {{\n  1 2\n  3 4\n}}\nrings\n{DONKEY}states\n");
    client.open(uri, &text);
    let labels = |hints: &[Value]| -> Vec<String> {
        hints.iter().map(|hint| words(&hint["label"])).collect()
    };
    let early = client.settled(uri, &text);
    assert!(early.len() < 2, "the search cannot be over: {early:?}");
    client.wait("the word", |message| message["method"] == "workspace/inlayHint/refresh");
    let late = client.settled(uri, &text);
    assert_eq!(labels(&late), ["⟶ 1 2 4 3", "⟶ 25955"]);
    // Everything is known: nothing is asked again.
    client.change(uri, &json!([{ "text": format!("{text}// more\n") }]));
    client.settled(uri, &text);
    client.of("documentSymbol", uri);
    assert!(
        client.backlog.iter().all(|message| message["method"] != "workspace/inlayHint/refresh")
    );
    client.finish();
}

#[test]
fn a_document_that_has_had_its_time_waits_for_the_next_edit() {
    let options = json!({ "document": { "seconds": 0 } });
    let params = json!({ "capabilities": capable(), "initializationOptions": options });
    let mut client = Client::initialize(&params);
    let uri = "file:///a.puzzle";
    // The mistake of the second puzzle is known without running anything.
    let text = format!("{DONKEY}states => 7\nmatrix m {{\n  1 2\n  3 4\n}}\nrotat 1\n");
    client.open(uri, &text);
    assert_eq!(client.settled(uri, &text), Vec::<Value>::new(), "nothing is run");
    client.of("documentSymbol", uri);
    let codes = |client: &Client| -> Vec<String> {
        let diagnostics = list(&client.pushed[uri]["diagnostics"]);
        diagnostics.iter().map(|diagnostic| words(&diagnostic["code"])).collect()
    };
    assert_eq!(codes(&client), ["command::unknown-verb"]);
    client.finish();
    // With time, the search shows one mistake more.
    let mut client = Client::new();
    client.open(uri, &text);
    client.settled(uri, &text);
    client.of("documentSymbol", uri);
    assert_eq!(codes(&client), ["expectation::wrong", "command::unknown-verb"]);
    client.finish();
}
