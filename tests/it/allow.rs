//! Warnings and advice that are allowed: by `--allow`, and by a comment above a statement. Checker,
//! runner, prompt and language server agree about them.

use std::sync::Arc;

use puzzled::search::Budget;
use puzzled::session::incremental::Incremental;
use puzzled::session::{self, Mode, Session};
use puzzled::text::Source;

use serde_json::json;

use crate::common::{paths, puzzled, run_in};
use crate::lsp::client::Client;

const ODD: &str = "matrix m {\n  1 2 3\n  4 5 6\n  7 8 9\n}\n";
const EVEN: &str = "matrix m { 1 2 / 3 4 }\n";
const TORN: &str = "klotski k {\n  A . A\n  . . .\n  goal A at (1,0)\n}\n";
/// Block `B` changes nothing.
const IDLE: &str = "klotski k {\n  A .\n  . B\n  goal A at (0,1)\n}\n";
const SOLVED: &str = "klotski k {\n  A .\n  goal A at (0,0)\n}\n";

/// Returns documents, with the codes that remain of them in a check without a search.
fn cases() -> Vec<(String, &'static [&'static str])> {
    let allow = |codes: &str, text: &str| format!("// puzzled: allow {codes}\n{text}");
    vec![
        (ODD.into(), &["matrix::odd-side"]),
        (allow("matrix::odd-side", ODD), &[]),
        (allow("matrix::odd-side", &format!("\n// why\n\n{ODD}")), &[]),
        (format!("  //puzzled: allow   matrix::odd-side  // why\n{ODD}"), &[]),
        (allow("klotski::disconnected matrix::odd-side", ODD), &[]),
        (
            format!("// puzzled: allow klotski::disconnected\n{}", allow("matrix::odd-side", ODD)),
            &[],
        ),
        // Not on a line of its own, inside the body, or another kind of comment.
        (
            format!("{EVEN}show // puzzled: allow matrix::odd-side\n{}", ODD.replace(" m ", " n ")),
            &["matrix::odd-side"],
        ),
        (ODD.replace("  4", "  // puzzled: allow matrix::odd-side\n  4"), &["matrix::odd-side"]),
        (format!("/// puzzled: allow matrix::odd-side\n{ODD}"), &["matrix::odd-side"]),
        // Only the next statement.
        (
            allow("matrix::odd-side", &format!("{ODD}{}", ODD.replace(" m ", " n "))),
            &["matrix::odd-side"],
        ),
        // Errors never, and no advice about what was not checked because of them.
        (
            allow("document::unknown-kind", "matrx m { 1 }\n"),
            &["document::bad-note", "document::unknown-kind"],
        ),
        (allow("matrix::odd-side", "matrix m {\n  1 2\n  3\n}\n"), &["matrix::ragged-row"]),
        // Words and codes that are unknown, and comments above nothing.
        (
            format!("// puzzled: alow matrix::odd-side\n{ODD}"),
            &["document::bad-note", "matrix::odd-side"],
        ),
        (allow("matrix::odd-sid", ODD), &["document::bad-note", "matrix::odd-side"]),
        (
            format!("// puzzled:\n{EVEN}// puzzled: allow\nshow\n// puzzled: allow\n"),
            &[
                "document::bad-note",
                "document::bad-note",
                "document::bad-note",
                "document::bad-note",
            ],
        ),
        // What silences nothing, if it was looked for.
        (allow("matrix::odd-side", EVEN), &["document::unused-allow"]),
        (allow("matrix::odd-side", "show\n"), &["document::no-puzzle"]),
        (allow("klotski::disconnected", EVEN), &[]),
        (allow("klotski::already-solved", SOLVED), &[]),
        (allow("klotski::disconnected", TORN), &[]),
        (allow("sudoku::not-unique search::gave-up", EVEN), &[]),
        // A byte that is not UTF-8 or a control character elsewhere changes nothing.
        (allow("matrix::odd-side", &format!("{ODD}show\u{1}\n")), &["syntax::bad-character"]),
    ]
}

/// Returns the codes of what a session finds in a text.
fn by_session(text: &str, mode: Mode) -> Vec<&'static str> {
    let source = Source::new("a.puzzle", text);
    let mut diagnostics = run_in(&mut Session::new(), &source, mode, &Budget::unlimited());
    session::incremental::sort(&mut diagnostics);
    paths(&diagnostics)
}

#[test]
fn every_front_end_keeps_the_same_diagnostics() {
    for (text, expected) in cases() {
        assert_eq!(by_session(&text, Mode::Check { solve: false }), expected, "session of {text}");
        let mut live = Incremental::new();
        // After an edit of the comment alone, too.
        for before in ["", "// puzzled: allow klotski::mixed-widths\n"] {
            live.check(Arc::new(Source::new("a.puzzle", format!("{before}{text}"))));
            let checked = live.check(Arc::new(Source::new("a.puzzle", text.clone())));
            assert_eq!(paths(&checked.diagnostics(|_| None)), expected, "edit of {text}");
        }
        let ended = puzzled("check --format short a.puzzle").file("a.puzzle", &text).run();
        for (line, code) in ended.out().lines().zip(expected) {
            assert!(line.contains(&format!("[{code}]")), "{text}: {}", ended.out());
        }
        let lines = ended.out().lines().filter(|line| line.starts_with("a.puzzle:")).count();
        assert_eq!(lines, expected.len(), "check of {text}: {}", ended.out());
    }
}

#[test]
fn the_prompt_keeps_them_too() {
    let count = |text: &str| {
        let ended = puzzled("repl --no-init").input(text).run();
        ["matrix::odd-side", "document::bad-note", "document::unused-allow"]
            .map(|code| ended.err().lines().filter(|line| *line == code).count())
    };
    assert_eq!(count(ODD), [1, 0, 0]);
    // A comment waits for its statement, on further lines.
    assert_eq!(count(&format!("// puzzled: allow matrix::odd-side\n// why\n{ODD}show\n")), [0; 3]);
    assert_eq!(count(&format!("// puzzled: allow matrix::odd-side\n{EVEN}show\n")), [0, 0, 1]);
    assert_eq!(count(&format!("// puzzled: allow matrix::odd\n{ODD}"))[..2], [1, 1]);
    assert_eq!(count("// puzzled: allow matrix::odd-side\n\n\n"), [0, 1, 0]);
    let text = format!("// puzzled: allow matrix::odd-side\n{ODD}show\n");
    let ended = puzzled("repl --no-init").file("a.puzzle", &text).input("load a.puzzle\n").run();
    assert!(!ended.err().contains("matrix::"), "{}", ended.err());
}

#[test]
fn the_server_keeps_them_too() {
    let count = |arguments: &[&str], text: &str| {
        let mut client = Client::initialize_with(
            arguments,
            &json!({ "capabilities": {
            "textDocument": { "publishDiagnostics": { "versionSupport": true } }
        } }),
        );
        client.open("file:///a.puzzle", text);
        client.diagnostics("file:///a.puzzle", 1).len()
    };
    assert_eq!(count(&[], ODD), 1);
    assert_eq!(count(&[], &format!("// puzzled: allow matrix::odd-side\n{ODD}")), 0);
    assert_eq!(count(&["--allow", "matrix::odd-side"], ODD), 0);
    assert_eq!(count(&["--allow", "matrix::odd-side"], TORN), 1);
}

#[test]
fn a_search_judges_the_codes_that_it_finds() {
    let solve = Mode::Check { solve: true };
    let allow = |codes: &str, text: &str| format!("// puzzled: allow {codes}\n{text}");
    let free = SOLVED.replace("(0,0)", "(0,1)");
    for (text, expected) in [
        (SOLVED.to_owned(), &["klotski::already-solved"][..]),
        (allow("klotski::already-solved", SOLVED), &[]),
        (allow("klotski::already-solved", &free), &["document::unused-allow"]),
        // Advice for a designer is looked for by a check alone, after the last statement.
        (allow("klotski::idle-part", &format!("{free}moves\n")), &["document::unused-allow"]),
        (allow("klotski::idle-part", IDLE), &[]),
        (allow("klotski::idle-part", &format!("{IDLE}moves\n")), &[]),
        (
            allow("klotski::idle-part", SOLVED),
            &["document::unused-allow", "klotski::already-solved"],
        ),
    ] {
        assert_eq!(by_session(&text, solve), expected, "{text}");
        if !text.contains("idle-part") {
            assert_eq!(by_session(&text, Mode::Run { solve: true }), expected, "{text}");
        }
        let ended = puzzled("check --solve --format json a.puzzle").file("a.puzzle", &text).run();
        assert_eq!(ended.out().lines().count(), expected.len(), "{text}: {}", ended.out());
        // Without the search nothing is said of it.
        assert_eq!(by_session(&text, Mode::Check { solve: false }), [""; 0], "{text}");
    }
}

#[test]
fn an_option_allows_codes_everywhere() {
    let run = |words: &str, text: &str| puzzled(words).file("a.puzzle", text).run();
    let both = format!("{ODD}{TORN}");
    for (words, code, out) in [
        ("check --format short --deny warnings a.puzzle", 1, 2),
        ("check --format short --deny warnings --allow klotski::disconnected a.puzzle", 0, 1),
        (
            "check --format short --allow klotski::disconnected --allow matrix::odd-side a.puzzle",
            0,
            0,
        ),
        ("test --format github --allow klotski::disconnected a.puzzle", 0, 1),
        (
            "test --format github --allow klotski::disconnected --allow matrix::odd-side a.puzzle",
            0,
            0,
        ),
    ] {
        let ended = run(words, &both);
        let ended = ended.code(code);
        assert_eq!(ended.out().lines().count(), out, "{words}: {}", ended.out());
    }

    // Raw input, and a comment for something that is allowed everywhere anyway.
    let ended = run(
        "check --as matrix --format short --allow matrix::odd-side a.puzzle",
        "3 3 1\n1 2 3\n4 5 6\n7 8 9\n",
    );
    ended.code(0).stdout("");
    let text = format!("// puzzled: allow matrix::odd-side\n{ODD}");
    run("check --allow matrix::odd-side a.puzzle", &text).code(0).stdout("");

    // Wrong usage: an unknown code, and that of an error.
    for (code, says) in [
        ("matrix::odd-sid", "did you mean `matrix::odd-side`?"),
        ("nothing", "`puzzled help codes`"),
        ("matrix::ragged-row", "it is an error"),
    ] {
        for command in ["check", "test", "lsp"] {
            let ended = run(&format!("{command} --allow {code}"), "");
            ended.code(2).complains(says);
        }
    }
}

#[test]
fn a_warning_that_is_not_allowed_is_still_denied() {
    let text = format!("// puzzled: allow klotski::disconnected\n{TORN}");
    let with_another = format!("{text}{}", TORN.replace(" k ", " other "));
    for (text, code) in [(TORN, 1), (text.as_str(), 0), (with_another.as_str(), 1)] {
        puzzled("check --deny warnings a.puzzle").file("a.puzzle", text).run().code(code);
    }
}

#[test]
fn the_formatter_keeps_a_comment_above_its_statement() {
    let text = "matrix   m { 1 2 / 3 4 }\n\n\n   // puzzled: allow   matrix::odd-side\nmatrix   n {\n1 2 3\n4 5 6\n7 8 9\n}\n";
    let expected = "matrix m { 1 2 / 3 4 }\n\n// puzzled: allow   matrix::odd-side\nmatrix n {\n  1 2 3\n  4 5 6\n  7 8 9\n}\n";
    puzzled("fmt -").input(text).run().code(0).stdout(expected);
}
