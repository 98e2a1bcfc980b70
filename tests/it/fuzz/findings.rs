//! Findings of fuzzing, each in the words of a person.

use crate::common::{paths, puzzled, run_document};
use puzzled::search::Budget;

const MARK: &str = "\u{feff}";

#[test]
fn a_byte_order_mark_after_the_start_is_refused_by_check_and_fmt_alike() {
    let text = format!("\n{MARK}matrix m {{\n  1 2\n  3 4\n}}\n");
    for call in ["check a.puzzle", "fmt a.puzzle"] {
        let ended = puzzled(call).file("a.puzzle", &text).run().code(1);
        let output = format!("{}{}", ended.out(), ended.err());
        assert!(output.contains("syntax::bad-character"), "{output}");
        assert_eq!(ended.content("a.puzzle"), text.as_bytes(), "{call}");
    }
    let text = format!("{MARK}matrix m {{\n  1 2\n  3 4\n}}\n");
    puzzled("check a.puzzle").file("a.puzzle", text).run().code(0);
}

#[test]
fn a_puzzle_whose_body_holds_a_control_character_is_not_opened() {
    // Its JSON could not be imported.
    let text = "klotski k {\n  A\u{b}B .\n  goal A\u{b}B at (0,1)\n}\n";
    let (session, answers, diagnostics) = run_document(&format!("{text}show\n"));
    assert!(answers.is_empty(), "{answers:?}");
    assert_eq!(paths(&diagnostics), ["syntax::bad-character"; 2]);
    assert_eq!(session.entries()[0].stands, None);
    puzzled("export --format json a.puzzle k").file("a.puzzle", text).run().code(1).stdout("");
}

#[test]
fn metadata_with_a_character_that_no_document_holds_is_not_saved() {
    for bad in ["\u{feff}", "\u{b}", "\u{1b}", "\u{7f}"] {
        let text = format!("/// title: a\n/// note: a{bad}b\nmatrix m {{ 1 2 / 3 4 }}\n");
        let (mut session, _, _) = run_document(&text);
        let saved = session.save(&Budget::unlimited());
        assert!(saved.starts_with("/// title: a\nmatrix m"), "{saved}");
        assert!(run_document(&saved).2.is_empty(), "{saved}");
    }
}

#[test]
fn a_puzzle_whose_body_holds_a_brace_is_not_opened() {
    // A brace could be a label; the saved document, or the board after a move, would not be read.
    for body in ["{otski k {\n  A . B\n  C . B\n}", "{ A { . }", "{ A . / { . }"] {
        let (mut session, _, diagnostics) =
            run_document(&format!("klotski k {body}\nplay A right\n"));
        assert_eq!(paths(&diagnostics), ["syntax::unclosed-brace"], "{body}");
        assert_eq!(session.entries().iter().find_map(|entry| entry.stands.clone()), None);
        let saved = session.save(&Budget::unlimited());
        assert_eq!(paths(&run_document(&saved).2), [""; 0], "{saved}");
    }
    // A brace that is only doubled is left out.
    let (session, _, diagnostics) = run_document("klotski k {{ A . }\nplay A right\n");
    assert_eq!(paths(&diagnostics), ["syntax::unclosed-brace"]);
    assert!(session.entries()[0].stands.is_some());
}

#[test]
fn a_session_whose_focus_has_errors_saves_a_sound_document() {
    let (mut session, _, diagnostics) =
        run_document("matrix m {\n  1 2\n  3 4\n}\nmatrix n {\n}\n");
    assert!(!diagnostics.is_empty());
    let saved = session.save(&Budget::unlimited());
    let (_, _, diagnostics) = run_document(&saved);
    assert_eq!(paths(&diagnostics), [""; 0], "{saved}");
}

#[test]
fn a_session_saves_a_sound_document_whatever_is_wrong_with_its_declarations() {
    for text in [
        "matrix m {\n  1 2\n  3 4\n",
        "matrix m {\n  1 2\n  3 4 // the last row\n",
        "matrix m { 1 2 / 3 4",
        "matrix m {\n  1 2\n  3 4\nmatrix n {\n  5 6\n  7 8\n}\n",
        "matrix m {\n  1 2\n  3 4\nrotate 1\n",
        "matrix m\n  1 2\n  3 4\n}\n",
        "matrix m\n{\n  1 2\n  3 4\n}\n",
        "matrix m:\n  1 2\n  3 4\n",
        "matrix m of numbers {\n  1 2\n  3 4\n}\n",
        "matrix m {\n  1 2\n  3 4\n} and more\n",
        "matrix m : { 1 2 / 3 4 }\n",
        "matrix m of numbers { 1 2 / 3 4 }\n",
        "matrix m = {1 2 / 3 4}\n",
        "matrix m {{ 1 2 / 3 4 }\n",
    ] {
        let (mut session, _, diagnostics) = run_document(text);
        assert!(!diagnostics.is_empty(), "{text}");
        assert!(session.entries().iter().any(|entry| entry.stands.is_some()), "{text}");
        let saved = session.save(&Budget::unlimited());
        let (mut again, _, diagnostics) = run_document(&saved);
        assert_eq!(paths(&diagnostics), [""; 0], "{text} became {saved}");
        assert_eq!(again.save(&Budget::unlimited()), saved);
    }
}

#[test]
fn the_server_answers_what_came_before_the_end_of_its_input() {
    let mut input = String::new();
    for body in [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#,
    ] {
        input += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
    }
    // Whether the server reads all of it before it begins is a race: twenty starts.
    for _ in 0..20 {
        let ended = puzzled("lsp").input(&input).run().code(0);
        for id in ["\"id\":1", "\"id\":2", "\"id\":3"] {
            assert!(ended.out().contains(id), "{id} is not answered: {}", ended.out());
        }
    }
}
