//! The statements of documents, and the diagnostics of wrong ones.

use super::lines::{COLON, END, SLASH};
use super::*;
use crate::diag::edited;
use crate::syntax::lexical::first_notable;

const KINDS: [&str; 2] = ["matrix", "automaton"];

/// Returns the document as one line per statement, and the codes found.
fn read(text: &str) -> (Vec<String>, Vec<&'static str>) {
    let mut sink = Sink::new();
    let document = parse_document(text, &KINDS, &mut sink);
    let part = |span: Span| &text[span.range()];
    let lines = document
        .statements
        .iter()
        .map(|statement| match statement {
            Statement::Declaration(declaration) => {
                format!(
                    "{} {} {:?}",
                    part(declaration.kind),
                    part(declaration.name),
                    part(declaration.body)
                )
            }
            Statement::Use(use_statement) => format!("use {}", part(use_statement.name)),
            Statement::Command(command) => {
                let target = command.target.map(part).unwrap_or_default();
                let expected = match command.expected {
                    None => String::new(),
                    Some(Expected::Line(span)) => format!(" => {}", part(span)),
                    Some(Expected::Open(span)) => format!(" => open {}", part(span)),
                    Some(Expected::Block(span)) => format!(" => {:?}", part(span)),
                };
                format!("{target}|{}{expected}", part(command.text))
            }
            Statement::Broken(span) => format!("broken {}", part(*span)),
        })
        .collect();
    (lines, sink.diagnostics().iter().map(|diagnostic| diagnostic.code.path).collect())
}

#[test]
fn statements_of_every_form() {
    let (lines, codes) = read(
        "\u{feff}// c\r\nmatrix m { 1 2 }  // c\rautomaton a {\n  rule 3\n  }\nuse m // c\n\
         \t3 [<>]   => X   // c\na: -1 []\nsolve: show\nshow => {\n  1 2\n}\nshow => { }\n",
    );
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(
        lines,
        [
            "matrix m \" 1 2 \"",
            "automaton a \"\\n  rule 3\\n  \"",
            "use m",
            "|3 [<>] => X",
            "a|-1 []",
            "solve|show",
            "|show => \"\\n  1 2\\n\"",
            "|show => \" \"",
        ]
    );
}

#[test]
fn an_unclosed_body_ends_where_the_indentation_does() {
    let (lines, codes) = read("matrix m {\n  1 2\n  3 4\n\nshow\nmatrix n {\n1\n}\n");
    assert_eq!(codes, ["syntax::unclosed-brace"]);
    assert_eq!(lines, ["matrix m \"\\n  1 2\\n  3 4\"", "|show", "matrix n \"\\n1\\n\""]);
    let (lines, codes) = read("matrix m {\n1 2\nmatrix n {\n1\n}\nshow => {\n 1");
    assert_eq!(codes, ["syntax::unclosed-brace", "syntax::unclosed-brace"]);
    assert_eq!(lines, ["matrix m \"\\n1 2\"", "matrix n \"\\n1\\n\"", "|show => \"\\n 1\""]);
    let (lines, codes) = read("matrix m {");
    assert_eq!((lines.len(), codes), (1, vec!["syntax::unclosed-brace"]));
}

#[test]
fn an_unclosed_block_is_blamed_where_its_brace_is_missing() {
    for (text, place, message) in [
        ("matrix m {\n  1 2\n  3 4 // why\n\nshow\n", "3 4", "expected `}` after this row"),
        ("show => {\n  1 2\nuse m\n", "1 2", "expected `}` after this row"),
        (
            "matrix m { 1 2 / 3 4\nmatrix n { 1 }\n",
            "1 2 / 3 4",
            "expected `}` at the end of this line",
        ),
        ("show\nmatrix m {\n\n// why\n", "{", "expected `}` after this `{`"),
    ] {
        let mut sink = Sink::new();
        parse_document(text, &["matrix"], &mut sink);
        let [fault] = sink.diagnostics() else { panic!("{text:?}: {:?}", sink.diagnostics()) };
        assert_eq!((&text[fault.span.range()], &*fault.message), (place, message), "{text:?}");
        let opened: Vec<_> = fault.related.iter().map(|label| &text[label.span.range()]).collect();
        assert_eq!(opened, if place == "{" { &[][..] } else { &["{"] }, "{text:?}");
    }
}

#[test]
fn another_sign_can_stand_for_the_brace_of_an_answer() {
    let rows = "  1 2\n  3 4\n}\n";
    for sign in [".{", "< {", "(", "*", "=> {", "1 {"] {
        let (lines, codes) = read(&format!("show => {sign}\n{rows}undo\n"));
        assert_eq!(codes, ["syntax::missing-expectation"], "{sign}");
        assert_eq!(lines, ["|show => \"\\n  1 2\\n  3 4\\n\"", "|undo"], "{sign}");
    }
    // An answer, and a body whose declaration line is missing.
    for (answer, gap) in [("X", ""), (".", ""), ("-", ""), ("?", ""), ("12", ""), ("(", "\n")] {
        let (_, codes) = read(&format!("show => {answer}\n{gap}{rows}"));
        assert_eq!(codes, ["syntax::missing-header"], "{answer}");
    }
}

#[test]
fn braces_in_comments_open_nothing() {
    let (lines, codes) =
        read("3 [] // {\nuse m // a { b } =>\nm: show // }\nmatrix m { // {\n  1 // }\n}\n");
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(lines.len(), 4);
}

#[test]
fn each_mistake_is_said_once() {
    for (text, expected) in [
        ("}\nshow", "syntax::stray-closer"),
        ("matrix m\n  1 2\n}\n", "syntax::missing-brace"),
        ("matrix m\n{\n  1 2\n}\n", "syntax::missing-brace"),
        ("matrix 2 {\n  1 2\n}\n", "syntax::bad-name"),
        ("matrix {\n  1 2\n}\n", "syntax::bad-name"),
        ("matrix { a\n  1 2\n}\n", "syntax::bad-name"),
        ("matrix a { {\n  1 2\n}\n", "syntax::unclosed-brace"),
        ("{\n  1 2\n}\n", "syntax::bad-name"),
        ("matrix a b {\n  1 2\n}\n", "syntax::bad-name"),
        ("matrix a {\n  1 2\n} x\n", "syntax::trailing-text"),
        ("use\n", "syntax::missing-argument"),
        ("use a b\n", "syntax::trailing-text"),
        ("show =>\n", "syntax::missing-expectation"),
        ("show \0\0\n", "syntax::bad-character"),
        ("matrix a {\n  1 \u{1b}[31m 2\n}\n", "syntax::bad-character"),
    ] {
        assert_eq!(read(text).1, [expected], "{text:?}");
    }
}

#[test]
fn a_misplaced_brace_or_row_is_said_once() {
    let body = "  1 2\n  3 4\n";
    for (text, code, statements) in [
        // A line that opens a block appears twice.
        (format!("matrix m {{\nmatrix m {{\n{body}}}\n"), "syntax::unclosed-brace", 2),
        // Another character in place of the closing brace, or beside it.
        (format!("matrix m {{\n{body}G\nshow\n"), "syntax::unclosed-brace", 2),
        (format!("matrix m {{\n{body}G}}\nshow\n"), "syntax::trailing-text", 2),
        // A row is below the closing brace of a body or of an answer.
        (String::from("matrix m {\n  1 2\n}\n  3 4\n\nshow\n"), "syntax::missing-header", 2),
        (String::from("show => {\n}\n  3 4\nshow\n"), "syntax::missing-header", 2),
        (
            String::from("matrix m {\n  1 2\n}\n  3 4\nmatrix n {\n  5 6\n}\n"),
            "syntax::missing-header",
            2,
        ),
        // Several rows there are a body without its first line.
        (format!("matrix m {{\n  1 2\n}}\n{body}}}\nshow\n"), "syntax::missing-header", 3),
        // The brace of an expected answer is missing.
        (format!("show =>\n{body}}}\nshow\n"), "syntax::missing-expectation", 2),
    ] {
        let (lines, codes) = read(&text);
        assert_eq!((codes, lines.len()), (vec![code], statements), "{text:?}: {lines:?}");
    }
}

#[test]
fn fixes_of_misplaced_braces_restore_the_text() {
    let right = "matrix m {\n  1 2\n  3 4\n}\nmatrix n {\n  5 6\n}\n";
    for wrong in [
        "matrix m {\nmatrix m {\n  1 2\n  3 4\n}\nmatrix n {\n  5 6\n}\n",
        "matrix m {\n  1 2\n  3 4\n)\nmatrix n {\n  5 6\n}\n",
        "matrix m {\n  1 2\n  3 4\nx}\nmatrix n {\n  5 6\n}\n",
        "matrix m {\n  1 2\n}\n  3 4\nmatrix n {\n  5 6\n}\n",
        "matrix m {{\n  1 2\n  3 4\n}\nmatrix n {\n  5 6\n}\n",
    ] {
        let mut sink = Sink::new();
        parse_document(wrong, &KINDS, &mut sink);
        let text = edited(wrong.as_bytes(), &sink.diagnostics()[0].fixes[0].edits);
        assert_eq!(String::from_utf8_lossy(&text), right, "{wrong:?}");
    }
}

#[test]
fn every_text_ends() {
    for text in ["", "\n", "\r", "{", "}", "=>", "=> {", "a:", ":", "//", "use", "{}", "x {\r"] {
        read(text);
    }
}

#[test]
fn a_terminal_command_goes_as_a_whole() {
    let text = "a: show \u{1b}[31;1m\u{1b}[K rest\u{1b}[3\n\u{1b}]0;x\n";
    let mut sink = Sink::new();
    let document = parse_document(text, &KINDS, &mut sink);
    let bad: Vec<_> = document.bad.iter().map(|span| &text[span.range()]).collect();
    assert_eq!(bad, ["\u{1b}[31;1m", "\u{1b}[K", "\u{1b}", "\u{1b}"]);
}

#[test]
fn a_byte_order_mark_is_bad_after_the_start() {
    let mark = "\u{feff}";
    for (text, bad) in [
        (format!("{mark}a: show\n"), vec![]),
        (format!("{mark}{mark}a: show\n"), vec![3]),
        (format!("\n{mark}matrix m {{\n1\n}}\n"), vec![1]),
        (format!("// {mark}\nmatrix m {{\n\u{ff21}{mark}1\n}} {mark}\n"), vec![3, 21, 28]),
        (String::from("// \u{ff21}\u{ffff}\n"), vec![]), // the first byte is the same
    ] {
        let mut sink = Sink::new();
        let document = parse_document(&text, &KINDS, &mut sink);
        let starts: Vec<u32> = document.bad.iter().map(|span| span.start).collect();
        assert_eq!(starts, bad, "{text:?}");
        let bad =
            sink.diagnostics().iter().filter(|diagnostic| diagnostic.code == &codes::BAD_CHARACTER);
        assert_eq!(bad.count(), starts.len(), "{text:?}");
    }
}

#[test]
fn braces_and_control_characters_are_found_wherever_they_stand() {
    let plain: Vec<u8> = (0..=255_u8)
        .filter(|&byte| CLASS[byte as usize] & !(EQUALS | SLASH | COLON | END) == 0)
        .collect();
    for length in [0, 1, 63, 64, 65, 200] {
        let mut bytes: Vec<u8> = plain.iter().copied().cycle().take(length).collect();
        assert_eq!(first_notable(&bytes), None);
        for at in 0..length {
            for notable in *b"{}\x00\x1b\x7f" {
                let before = std::mem::replace(&mut bytes[at], notable);
                assert_eq!(first_notable(&bytes), Some(at), "{notable} at {at} of {length}");
                bytes[at] = before;
            }
        }
    }
}
