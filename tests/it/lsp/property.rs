//! Holds that the server reports for a document, after any edits, what the checker finds in the
//! text as the client has it.

use serde_json::{Value, json};

use super::client::{Client, capable, list};
use super::text::{UTF8, UTF16, UTF32, Unit};
use crate::common::{Random, example_texts};
use puzzled::diag::{Diagnostic, Severity, Sink};
use puzzled::kinds::KINDS;
use puzzled::search::{Budget, Stop};
use puzzled::session::incremental;
use puzzled::session::{self, Event, Mode, Session};
use puzzled::text::{Source, Span};

/// Returns whether only a run finds a diagnostic of this code: a wrong or missing answer, or what
/// a search shows.
fn by_running(code: &str) -> bool {
    const OF_COMMANDS: [&str; 5] = [
        "expectation::wrong",
        "search::gave-up",
        "command::illegal-now",
        "sudoku::not-unique",
        "sudoku::old-rating",
    ];
    OF_COMMANDS.contains(&code)
        || KINDS.iter().any(|kind| {
            let codes = kind.codes.iter();
            let mut searched =
                codes.filter(|described| described.designs || kind.deep.contains(described));
            searched.any(|described| described.path == code)
        })
}

/// The compared parts of a diagnostic, with offsets in bytes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plain {
    pub code: String,
    /// As the protocol counts: 1 for an error, 2 for a warning, 3 for advice.
    pub severity: u64,
    pub span: (usize, usize),
    pub message: String,
    /// The texts of labels and of the help, each with its place.
    pub related: Vec<((usize, usize), String)>,
}

/// Returns the compared parts of diagnostics of the library.
pub(super) fn plain(diagnostics: &[Diagnostic], text: &str) -> Vec<Plain> {
    // No column lies between CR and LF.
    let place = |at: u32| {
        let at = at as usize;
        at - usize::from(text[..at].ends_with('\r') && text[at..].starts_with('\n'))
    };
    let span = |span: Span| (place(span.start), place(span.end));
    let converted = diagnostics.iter().map(|diagnostic| {
        let severity = match diagnostic.severity() {
            Severity::Error => 1,
            Severity::Warning => 2,
            Severity::Advice => 3,
        };
        let mut related: Vec<_> =
            diagnostic.related.iter().map(|label| (span(label.span), label.text.clone())).collect();
        related.extend(
            diagnostic.help.iter().map(|help| (span(diagnostic.span), format!("help: {help}"))),
        );
        Plain {
            code: diagnostic.code.path.to_owned(),
            severity,
            span: span(diagnostic.span),
            message: diagnostic.message.clone(),
            related,
        }
    });
    converted.collect()
}

/// Returns the compared parts of diagnostics that the server has sent.
pub(super) fn heard(published: &[Value], text: &str, unit: Unit) -> Vec<Plain> {
    let words = |value: &Value| value.as_str().expect("a text").to_owned();
    let converted = published.iter().map(|diagnostic| {
        assert_eq!(diagnostic["source"], "puzzled");
        let related = diagnostic["relatedInformation"].as_array().cloned().unwrap_or_default();
        let related = related
            .iter()
            .map(|label| (unit.span(text, &label["location"]["range"]), words(&label["message"])));
        Plain {
            code: words(&diagnostic["code"]),
            severity: diagnostic["severity"].as_u64().expect("a severity"),
            span: unit.span(text, &diagnostic["range"]),
            message: words(&diagnostic["message"]),
            related: related.collect(),
        }
    });
    converted.collect()
}

/// Returns the diagnostics of a session for a text; `None` if a search gave up.
pub(super) fn whole(text: &str, mode: Mode) -> Option<Vec<Diagnostic>> {
    let source = Source::new("x.puzzle", text);
    let mut sink = Sink::new();
    let document = session::read(&source, true, &mut sink);
    let budget = Budget::unlimited().with_states(20_000);
    let mut ended = true;
    Session::new().run(&source, &document, mode, &budget, &mut sink, &mut |event, _| {
        if let Event::Answer { answer, .. } = event {
            ended &= answer.verdict() != puzzled::puzzle::Verdict::GaveUp;
        }
    });
    let _ = Stop::States; // the only limit that was set
    let mut diagnostics = sink.take();
    incremental::sort(&mut diagnostics);
    ended &= diagnostics.iter().all(|diagnostic| diagnostic.code.path != "search::gave-up");
    ended.then_some(diagnostics)
}

fn corpus() -> Vec<(String, String)> {
    let texts = example_texts().into_iter();
    texts
        .filter_map(|text| Some((text.name.clone(), text.utf8()?)))
        .filter(|(_, text)| !text.is_empty() && text.len() < 3_000)
        .collect()
}

#[test]
fn a_character_that_does_not_belong_in_a_text_doubles_nothing() {
    let text = "sudoku a {\n  1 2 3\n}\nsolve\nmatrix m {\n  1 2 3\n}\nrotate 1 => 9\nklotski k {\n  \
                A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}\nsolve => 5\nmoev\nk: undo\n";
    let mut client = Client::with(&capable());
    let uri = "file:///a.puzzle";
    client.open(uri, "");
    let mut now = String::new();

    for stray in ["// a stray \u{1b}\n", "\u{feff}", "\0", "hint \u{1b}\n"] {
        let lines: Vec<_> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        // After the last change the text is free of it again.
        let texts = lines.iter().map(|&at| format!("{}{stray}{}", &text[..at], &text[at..]));
        for new in texts.chain([text.to_owned()]) {
            let same = now.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
            let same = place(&now, place(&new, same).min(now.len()));
            let range = client.unit.range(&now, same, now.len());
            client.change(uri, &json!([{ "range": range, "text": &new[same..] }]));
            now = new;
            client.settled(uri, &now);
            client.of("documentSymbol", uri); // diagnostics come before a later answer
            let published = client.pushed.get(uri).map(|params| list(&params["diagnostics"]));
            let diagnostics = whole(&now, Mode::Check { solve: true }).expect("no search is long");
            assert_eq!(
                heard(&published.expect("pushed"), &now, client.unit),
                plain(&diagnostics, &now),
                "{now:?}"
            );
        }
    }

    client.finish();
}

/// Returns an offset that a client can name.
fn place(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) || text[..at].ends_with('\r') && text[at..].starts_with('\n') {
        at -= 1;
    }
    at
}

/// Draws an edit as people make them: the stretch that goes and what comes.
fn edit(text: &str, corpus: &[(String, String)], random: &mut Random) -> (usize, usize, String) {
    let at = place(text, random.below(text.len() + 1));
    let line = text[..at].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    let other = &corpus[random.below(corpus.len())].1;

    match random.below(9) {
        0 | 1 => {
            let bits = [
                "X", ".", "7", " ", "\n", "}", "{", "=> ", "\r", "\r\n", "é", "方", "😀", "\u{1b}",
            ];
            (at, at, bits[random.below(bits.len())].to_owned())
        }
        2 => {
            let words =
                ["use a\n", "show\r\n", "undo\r", "a: show => 1\n", "// 😀 方é\r\n", "3 []\n"];
            (line, line, words[random.below(words.len())].to_owned())
        }
        3 => {
            let lines: Vec<_> = other.split_inclusive('\n').collect();
            (line, line, lines[random.below(lines.len())].to_owned())
        }
        4 => (line, end, String::new()),
        5 => (line, line, text[line..end].to_owned()),
        6 if text.len() < 4_000 => {
            let place = if random.below(2) == 0 { 0 } else { text.len() };
            (place, place, other.clone())
        }
        _ => {
            let to = place(text, (at + random.below(12)).min(text.len()));
            let comes = ["", "", "x", "😀"][random.below(4)];
            (at, to.max(at), comes.to_owned())
        }
    }
}

fn random_edits(unit: Unit, seed: u64) {
    let corpus = corpus();
    let mut random = Random(seed);
    let mut capabilities = capable();
    capabilities["general"]["positionEncodings"] = json!([unit.0]);
    let options = json!({ "budget": { "seconds": 0.02 } });
    let params = json!({ "capabilities": capabilities, "initializationOptions": options });
    let mut client = Client::initialize(&params);
    assert_eq!(client.unit, unit);
    let mut exact = 0;
    let mut compared = 0;
    for round in 0..12 {
        let uri = format!("file:///{round}/x.puzzle");
        let mut text = corpus[random.below(corpus.len())].1.clone();
        text = match random.below(4) {
            0 => text.replace('\n', "\r\n"),
            1 => text.replace('\n', "\r"),
            2 => format!("// 😀方é\n{text}"),
            _ => text,
        };
        client.open(&uri, &text);
        let mut version = 1;
        for step in 0..25 {
            let published = heard(&client.diagnostics(&uri, version), &text, unit);
            client.backlog.clear(); // later ones of this version come from the background
            let diagnostics =
                whole(&text, Mode::Check { solve: false }).expect("a check is not a search");
            let expected = plain(&diagnostics, &text);
            let after =
                || format!("round {round}, step {step}: {text:?}\n{published:#?}\n{expected:#?}");
            let mut remaining = published.clone();
            for diagnostic in &expected {
                let at = remaining.iter().position(|other| other == diagnostic);
                remaining.remove(
                    at.unwrap_or_else(|| panic!("{diagnostic:?} is missing in {}", after())),
                );
            }
            let extra = remaining.iter().all(|diagnostic| by_running(&diagnostic.code));
            assert!(extra, "{remaining:?} is too much in {}", after());
            exact += usize::from(published == expected);
            compared += 1;

            let mut changes = Vec::new();
            for _ in 0..=random.below(3) {
                let (start, end, new) = edit(&text, &corpus, &mut random);
                let range = unit.range(&text, start, end);
                text.replace_range(start..end, &new);
                changes.push(match random.below(8) {
                    0 => json!({ "text": text }),
                    1 => json!({ "range": range, "rangeLength": 0, "text": new }),
                    _ => json!({ "range": range, "text": new }),
                });
            }
            version = client.change(&uri, &json!(changes));
        }
        client.close(&uri);
    }
    assert!(exact * 2 > compared, "only {exact} of {compared} came before anything was run");
    client.finish();
}

#[test]
fn after_every_edit_the_checker_is_told_in_bytes() {
    random_edits(UTF8, 0x08);
}

#[test]
fn after_every_edit_the_checker_is_told_in_utf_16() {
    random_edits(UTF16, 0x16);
}

#[test]
fn after_every_edit_the_checker_is_told_in_characters() {
    random_edits(UTF32, 0x32);
}

/// When the background has come to rest, everything is known that a check with a search shows.
#[test]
fn at_rest_a_check_that_searches_is_told() {
    let options = json!({ "budget": { "seconds": 60 } });
    let params = json!({ "capabilities": capable(), "initializationOptions": options });
    let mut client = Client::initialize(&params);
    let mut compared = 0;

    for (name, text) in corpus() {
        let Some(diagnostics) = whole(&text, Mode::Check { solve: true }) else { continue };
        let uri = format!("file:///{name}/x.puzzle");
        client.backlog.clear();
        client.open(&uri, &text);
        let expected = plain(&diagnostics, &text);
        let unit = client.unit;
        let shows_expected = |message: &Value| {
            message["params"]["uri"] == uri.as_str()
                && heard(&list(&message["params"]["diagnostics"]), &text, unit) == expected
        };
        client.wait(&format!("all that checking {name} shows"), |message| {
            message["method"] == "textDocument/publishDiagnostics" && shows_expected(message)
        });
        client.settled(&uri, &text);
        let published = list(&client.pushed[&uri]["diagnostics"]);
        assert_eq!(heard(&published, &text, unit), expected, "{name}");
        client.close(&uri);
        compared += 1;
    }

    assert!(compared > 80, "only {compared} examples were quick enough");
    client.finish();
}
