//! Forms of documents, habits of other languages, and recovery: what is read anyway, and that one
//! fault gives one diagnostic.

use crate::common::{self, diagnostics, fixed, paths};
use puzzled::diag::Diagnostic;
use puzzled::text::Source;

const SUDOKU: &str = "1.3.\n.4..\n2..3\n...1\n";
pub const MATRIX: &str = "matrix m {\n  1 2\n  3 4\n}\n";

/// Returns the codes of the diagnostics of `check`.
pub fn check_codes(text: &str) -> Vec<&'static str> {
    paths(&diagnostics(&Source::new("x", text), "check"))
}

/// Returns the answers of a document, each of one line or more, and the diagnostics.
fn run_document(text: &str) -> (String, Vec<Diagnostic>) {
    let (_, answers, diagnostics) = common::run_document(text);
    (answers.into_iter().map(|answer| answer + "\n").collect(), diagnostics)
}

/// Holds that a text gives one diagnostic, whose first fix leaves none.
pub fn one_with_a_fix(text: &str, code: &str) {
    let reported = diagnostics(&Source::new("x", text), "check");
    assert_eq!(paths(&reported), [code], "{text}");
    let fix = reported[0].fixes.first().unwrap_or_else(|| panic!("no fix for\n{text}"));
    let text = fixed(text, fix);
    assert_eq!(paths(&diagnostics(&Source::new("x", text.as_str()), "check")), [""; 0], "{text}");
}

#[test]
fn an_arrow_needs_no_space() {
    let text =
        format!("{MATRIX}rings=>1\nring of (0,1)=>0 1\nrotate 4=>{{\n 1 2\n 3 4\n}}\nm:rings=>1");
    assert_eq!(run_document(&text), ("1 2 4 3\n0 1\n1 2\n3 4\n1 2 4 3\n".to_owned(), vec![]));
    let text = "automaton a { rule 7 tree (X . X) }\n0 []=>.\n[<]=>X\n";
    assert_eq!(run_document(text), (".\nX\n".to_owned(), vec![]));
}

#[test]
fn another_sign_for_the_arrow_is_one_diagnostic_with_a_safe_fix() {
    for sign in [" -> ", "->", " ==> ", "==>", " = ", "=", " = > ", " =>> ", " --> "] {
        let text = format!("{MATRIX}rings{sign}1\nrotate 4{sign}{{\n  1 2\n  3 4\n}}\n");
        // Without a space a minus could belong to the number.
        let text = if sign == "->" { format!("{MATRIX}rings{sign}1\n") } else { text };
        one_with_a_fix(&text, "syntax::wrong-arrow");
        let diagnostics = diagnostics(&Source::new("x", text.as_str()), "check");
        // The character after a `=` alone may be the wrong one, and so may the `>` after a minus.
        assert_eq!(diagnostics[0].fixes[0].is_safe(), !["=", "->"].contains(&sign), "{text}");
    }
    one_with_a_fix(
        "automaton a { rule 7 tree (X . X) }\n0 [] -> .\n0 [<]->X\n",
        "syntax::wrong-arrow",
    );
    // If a verb takes an `=`, it is not an arrow.
    assert_eq!(check_codes("automaton a { rule 7 tree (X . X) }\nwhen [] = X\n"), [""; 0]);
    let text = format!("sudoku s {{\n{SUDOKU}}}\nplay r1c2=2 => r1c2=2\nwhy not r1c4=4\n");
    assert!(!check_codes(&text).contains(&"syntax::wrong-arrow"));
}

#[test]
fn a_comment_of_another_language_is_one_diagnostic_with_a_safe_fix() {
    for sign in ["#", "--", ";", "%", "##", ";;"] {
        let text = format!(
            "{sign} the first line\n{MATRIX}{sign} below\nrings {sign} note\nuse m {sign} it\n\
             rotate 1 {sign} to the left\n"
        );
        one_with_a_fix(&text, "syntax::foreign-comment");
    }
    let moves = "klotski k {\n  A B .\n}\nplay B right; A right # note\nwhy not A up -- note\n";
    one_with_a_fix(&moves.replace(" -- note", ""), "syntax::foreign-comment");
    one_with_a_fix(&moves.replace(" # note", ""), "syntax::foreign-comment");
    one_with_a_fix("matrix m { 1 2 / 3 4 } # note\n", "syntax::foreign-comment");
    // Inside bodies and blocks, and after moves, the signs keep their meaning.
    let text = "klotski k {\n  # A . #\n}\nplay A right ;\nshow => {\n  # . A #\n}\n";
    assert_eq!(check_codes(text), [""; 0]);
}

#[test]
fn the_moves_of_an_automaton_are_steps() {
    let automaton = "automaton a { rule 110 tree (X . X) }\n";
    let text = format!(
        "{automaton}play step 3 => 3\nplay step 1; step +2; => 6\nundo 2\nplay step 0 => 0\n"
    );
    let (answers, diagnostics) = run_document(&text);
    assert_eq!((answers.as_str(), diagnostics), ("3\n6\n(X . X)\n0\n", vec![]));
    for (moves, code) in [
        ("3", "automaton::not-a-move"),
        ("stpe 3", "automaton::not-a-move"),
        ("step 1; 3", "automaton::not-a-move"),
        ("step", "syntax::missing-argument"),
        ("step -1", "syntax::bad-argument"),
        ("step 1, step 2", "syntax::trailing-text"),
        ("step 18446744073709551615; step 1", "syntax::integer-range"),
    ] {
        let text = format!("{automaton}play {moves}\n");
        assert_eq!(check_codes(&text), [code], "{text}");
    }
}

#[test]
fn a_line_of_a_control_character_is_one_diagnostic_wherever_it_stands() {
    for text in ["\u{c}\n", "// x\n\u{c}\n", "// x\r\r\u{c}\r\u{b}\r", "\u{85}\n\u{a0}\n"] {
        assert!(!check_codes(text).is_empty(), "{text:?}");
    }
}

#[test]
fn a_path_alone_asks_about_the_current_generation() {
    let keyed = "automaton a {\n  rule 7\n  tree (X . X)\n}\n";
    let text = format!("{keyed}[]\na: [<] => X\n2 []\n[] => .\n");
    let (answers, reported) = run_document(&text);
    assert_eq!(paths(&reported), [""; 0]);
    let long = text.replace("\n[", "\n0 [").replace("a: [", "a: 0 [");
    assert_eq!((answers, vec![]), run_document(&long));
    // The queries of a verbatim body keep their integer.
    let verbatim = "automaton a {\n  7\n  (X . X)\n  1\n  []\n}\n";
    assert_eq!(paths(&diagnostics(&Source::new("x", verbatim), "check")), ["syntax::bad-argument"]);
}

#[test]
fn every_kind_fits_on_a_line() {
    for (line, lines) in [
        ("matrix p { 1 2 / 3 4 }", "matrix p {\n  1 2\n  3 4\n}"),
        ("matrix p { 2 2 1 / 1 2 / 3 4 }", "matrix p {\n  2 2 1\n  1 2\n  3 4\n}"),
        ("sudoku p { 1.3. / .4.. / 2..3 / ...1 }", "sudoku p {\n1.3.\n.4..\n2..3\n...1\n}"),
        (
            "klotski p { A . B / C . B / C D . / goal A at (2,2) }",
            "klotski p {\n  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n}",
        ),
        (
            "klotski p { A . B / / C D . goal A at (1,2) goal B at (0,0) }",
            "klotski p {\n  A . B\n  C D .\n  goal A at (1,2)\n  goal B at (0,0)\n}",
        ),
        (
            "klotski p { 2 3 / A.B / CD. / A / 1 2 }",
            "klotski p {\n  2 3\n  A.B\n  CD.\n  A\n  1 2\n}",
        ),
        (
            "sliders p { 1 2 / 3 . / goal / 1 2 / . 3 }",
            "sliders p {\n  1 2\n  3 .\n  goal\n  1 2\n  . 3\n}",
        ),
        (
            "sliders p { 1 2 / 3 . goal 1 2 / . 3 }",
            "sliders p {\n  1 2\n  3 .\n  goal\n  1 2\n  . 3\n}",
        ),
        (
            "bloxorz p { Sooooo / o--ppT / obo--- p: bridge retracted b: soft toggles p }",
            "bloxorz p {\n  Sooooo\n  o--ppT\n  obo---\n  p: bridge retracted\n  b: soft toggles p\n}",
        ),
        (
            "automaton p { rule 42354 tree (X . X) }",
            "automaton p {\n  rule 42354\n  tree (X . X)\n}",
        ),
        (
            "automaton p { tree ((X . X) . X) / rule 7 }",
            "automaton p {\n  tree ((X . X) . X)\n  rule 7\n}",
        ),
        (
            "automaton p { 7 / (X . X) / 2 / 1 [] / 0 [<] }",
            "automaton p {\n  7\n  (X . X)\n  2\n  1 []\n  0 [<]\n}",
        ),
    ] {
        let both = [line, lines].map(|text| run_document(&format!("{text}\nshow\ndigest\n")));
        assert_eq!(both[0].0, both[1].0, "{line}");
        assert!(both[0].0.len() > 16, "{line}: {:?}", both[0].1);
        assert_eq!(paths(&both[0].1), paths(&both[1].1), "{line}");
        let source = Source::new("x", line);
        let mut sink = puzzled::diag::Sink::new();
        let document = puzzled::session::read(&source, true, &mut sink);
        let formatted = puzzled::session::format(&source, &document, &sink);
        assert_eq!(formatted, format!("{line}\n"), "the formatter keeps the line");
    }

    // Expectation blocks are not cut.
    let (_, diagnostics) = run_document(&format!("{MATRIX}show => {{ 1 2 / 3 4 }}\n"));
    assert_eq!(paths(&diagnostics), ["expectation::wrong"]);
}

#[test]
fn a_body_without_its_brace_ends_before_the_first_command() {
    let bodies = [
        ("sudoku", SUDOKU),
        ("matrix", "1 2\n3 4\n"),
        ("klotski", "A . B\nC D .\ngoal A at (1,2)\n"),
        ("klotski", "3 3\nA . B\nC . B\nC D .\nA\n2 2\n"),
        ("sliders", "1 2\n3 .\ngoal\n1 2\n. 3\n"),
        ("bloxorz", "Sooo\n-ooT\n"),
        ("automaton", "rule 7\ntree (X . X)\n"),
        ("automaton", "tree (X .\n X)\nrule 7\n"),
        ("automaton", "7\n(X . X)\n2\n1 []\n0 [<]\n"),
    ];

    for (kind, body) in bodies {
        let query = if kind == "automaton" { "1 []" } else { "status" };
        let tails = [
            "",
            "show\n",
            "use p\nstatus\n",
            "p: show\n",
            "show => {\n  x\n}\n",
            "diff 0 0 =>\n",
            "matrix n {\n  1 2\n  3 4\n}\nrings\n",
        ];

        for tail in tails.into_iter().map(String::from).chain([format!("{query}\nshow\n")]) {
            for indent in ["", "  "] {
                let lines = body.lines().map(|line| [indent, line, "\n"].concat());
                let lines: String = lines.collect();
                let whole = format!("{kind} p {{\n{lines}}}\n{tail}");
                let broken = format!("{kind} p {{\n{lines}{tail}");
                let mut expected = check_codes(&whole);
                expected.push("syntax::unclosed-brace");
                expected.sort_unstable();
                let mut codes = check_codes(&broken);
                codes.sort_unstable();
                assert_eq!(codes, expected, "{broken}");
            }
        }

        // An indented command ends it, too.
        let broken = format!("{kind} p {{\n  {}\n  show\n", body.trim_end().replace('\n', "\n  "));
        assert_eq!(check_codes(&broken).first(), Some(&"syntax::unclosed-brace"), "{broken}");
        assert_eq!(
            check_codes(&broken).len(),
            check_codes(&broken.replace("  show\n", "}\nshow")).len() + 1
        );
    }
}

#[test]
fn words_of_a_part_that_is_missing_belong_to_the_body() {
    // `rule` is a verb, too; so may labels be.
    assert_eq!(
        check_codes("automaton a {\ntree (X . X)\nrule 7\nrule 9\n"),
        ["syntax::unclosed-brace"]
    );
    let text = "klotski k {\n2 2\nmoves .\nshow .\nmoves\n0 1\nshow\n";
    assert_eq!(check_codes(text), ["klotski::mixed-widths", "syntax::unclosed-brace"]);
    let text = "automaton a {\n7\n(X . X)\n1\n1 []\n2 []\n";
    assert_eq!(check_codes(text), ["syntax::unclosed-brace"]);
}

#[test]
fn a_body_on_one_line_is_closed_on_its_line() {
    let declaration = "klotski k { A . / . . / goal A at (1,1)";
    for tail in ["\n", "  // why\n", "\nmoves\n", ""] {
        let text = format!("{declaration}{tail}");
        let diagnostics = diagnostics(&Source::new("x", &*text), "check");
        assert_eq!(diagnostics[0].code.path, "syntax::unclosed-brace", "{text}");
        assert_eq!(fixed(&text, &diagnostics[0].fixes[0]), format!("{declaration} }}{tail}"));
    }
}

#[test]
fn an_expected_block_without_its_brace_ends_before_the_next_statement() {
    for tail in ["rings\n", "rings => 1\n", "m: rings\n", "use m\n", "matrix n { 1 2 / 3 4 }\n"] {
        let text = format!("{MATRIX}show => {{\n1 2\n3 4\n{tail}");
        one_with_a_fix(&text, "syntax::unclosed-brace");
    }
}

#[test]
fn a_declaration_line_that_cannot_be_read_is_one_diagnostic() {
    let rows = "  A . B\n  C . B\n  C D .\n  goal A at (2,2)\n";
    let tail = "}\nmoves\nplay D right\n";
    for (line, code) in [
        ("klotski My Puzzle {", "syntax::bad-name"),
        ("klotski 2nd {", "syntax::bad-name"),
        ("klotski {", "syntax::bad-name"),
        ("klotsky k {", "document::unknown-kind"),
        ("klotsky {", "syntax::bad-name"),
        ("k {", "syntax::bad-name"),
        ("{", "syntax::bad-name"),
        ("klotski k", "syntax::missing-brace"),
        ("klotski k:", "syntax::missing-brace"),
        ("klotsky k 2 {", "syntax::bad-name"),
        ("klotski k\n{", "syntax::missing-brace"),
        ("", "syntax::missing-header"),
    ] {
        for deep in ["  ", ""] {
            let rows = rows.replace("  ", deep);
            for above in ["", MATRIX] {
                let text = format!("{above}{line}\n{rows}{tail}");
                assert_eq!(check_codes(&text), [code], "{text}");
            }
        }
    }

    one_with_a_fix(&format!("klotski My Puzzle {{\n{rows}{tail}"), "syntax::bad-name");
    one_with_a_fix(&format!("klotski k\n{rows}{tail}"), "syntax::missing-brace");
    one_with_a_fix(&format!("sudoku a:\n{SUDOKU}"), "syntax::missing-brace");
    one_with_a_fix(&format!("{rows}{tail}"), "syntax::missing-header");
}

#[test]
fn a_text_without_a_declaration_is_one_diagnostic_that_says_what_it_would_fit() {
    for (text, kind) in [
        (SUDOKU, "sudoku"),
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
            "sudoku",
        ),
        ("2 2 1\n1 2\n3 4\n", "matrix"),
        ("2 3\nA.B\nCD.\nA\n1 2\n", "klotski"),
        ("7\n(X . X)\n2\n1 []\n0 [<]\n", "automaton"),
        ("Sooo\n-ooT\n", "bloxorz"),
    ] {
        for tail in ["", "show\n"] {
            let diagnostics = diagnostics(&Source::new("<stdin>", format!("{text}{tail}")), "run");
            if kind == "automaton" && !tail.is_empty() {
                continue; // its queries are commands as soon as it is not a raw input
            }
            assert_eq!(paths(&diagnostics), ["syntax::missing-header"], "{text}{tail}");
            let help = diagnostics[0].help.as_deref().unwrap_or_default();
            assert!(help.contains(kind), "{text}{tail}: {help}");
        }
    }
    // Lines that look like commands are reported as unknown commands.
    assert_eq!(
        check_codes("slove\nmoev A right\n"),
        ["document::no-puzzle", "document::no-puzzle"]
    );
}

#[test]
fn a_space_may_stand_before_the_colon_of_a_prefix() {
    let text = format!("{MATRIX}matrix n {{\n  1\n}}\nm : rings => 1\nm\t: rotate 4\n");
    assert!(
        !check_codes(&text).iter().any(|code| code.starts_with("command")),
        "{:?}",
        check_codes(&text)
    );
    let (answers, _) = run_document(&text);
    assert_eq!(answers, "1 2 4 3\n1 2\n3 4\n");
}

#[test]
fn a_name_in_another_place_than_before_its_command_is_one_diagnostic_with_a_fix() {
    let head = format!(
        "{MATRIX}klotski k {{ A . B / C . B / C D . / goal A at (2,2) }}\nbloxorz L {{ oSooT }}\n"
    );

    for wrong in [
        "m rotate 1",
        "m.rotate 1",
        "m.rotate(1)",
        "rotate m 1",
        "rotate 1 m",
        "L solve",
        "L.solve()",
        "k A right",
        "show m",
        "m",
    ] {
        one_with_a_fix(&format!("{head}{wrong}\n"), "document::misplaced-name");
    }

    let reported = diagnostics(&Source::new("x", format!("{head}rotate  1 m => 2 4\n")), "check");
    assert_eq!(reported[0].fixes[0].edits[0].text, "m: rotate  1");
    // A word that the command can have is not taken for a name, nor is one of another command.
    for (command, codes) in [
        ("play L", &["bloxorz::no-floor"][..]),
        ("branch m", &[]),
        ("rotate 1", &["command::not-of-this-kind"]),
        ("m spin 1", &["command::unknown-verb"]),
    ] {
        let diagnostics = diagnostics(&Source::new("x", format!("{head}{command}\n")), "check");
        assert_eq!(paths(&diagnostics), codes, "{command}");
    }
}

#[test]
fn a_name_alone_is_meant_as_use() {
    let text = format!("{MATRIX}bloxorz L {{\n  oSooT\n}}\nm\n");
    let diagnostics = diagnostics(&Source::new("x", format!("{text}rotate 1\n")), "check");
    assert_eq!(paths(&diagnostics), ["document::misplaced-name"]);
    assert_eq!(diagnostics[0].fixes[0].edits[0].text, "use m");
}

#[test]
fn a_command_in_the_form_of_a_call_and_moves_without_their_command_get_a_fix() {
    let head = format!(
        "{MATRIX}sudoku q {{ 1.343412214343.1 }}\nklotski k {{ A . B / C . B / C D . / goal A at (2,2) }}\n"
    );
    for (wrong, right) in [
        ("m: rotate(1)", "rotate 1"),
        ("m: rotate( 1 )", "rotate 1"),
        ("m: show()", "show"),
        ("q: candidates(0,1)", "candidates (0,1)"),
        ("q: candidates(r1c2)", "candidates r1c2"),
        ("q: r1c2=2", "play r1c2=2"),
        ("move(A, right)", "move A right"),
        ("A right; D right", "play A right; D right"),
    ] {
        let diagnostics = diagnostics(&Source::new("x", format!("{head}{wrong}\n")), "check");
        assert_eq!(paths(&diagnostics), ["command::unknown-verb"], "{wrong}");
        assert_eq!(diagnostics[0].fixes[0].edits[0].text, right, "{wrong}");
    }
    // A misspelled verb can have the form of moves.
    let diagnostics = diagnostics(&Source::new("x", format!("{head}moev right\n")), "check");
    assert_eq!(diagnostics[0].fixes[0].edits[0].text, "move");
}

#[test]
fn a_first_line_of_a_matrix_is_a_header_or_a_row() {
    for (body, codes) in [
        ("2 3 1\n1 2 3\n4 5 6", vec![]),
        // All rows of one length, and not both counts fit: a row.
        ("3 3 2\n1 2 3\n4 5 6", vec!["matrix::odd-side"]),
        ("2 4 2\n1 2 3", vec![]),
        // Neither reading works, and one count fits.
        ("4 4 2\n1 2 3 4\n5 6 7 8", vec!["matrix::wrong-size"]),
        ("2 3 2\n1 2 3 4\n5 6 7 8", vec!["matrix::wrong-size"]),
        ("3 4 2\n1 2 3\n4 5\n6 7 8", vec!["matrix::wrong-size"]),
        ("2 9 2\n1 2 3\n4 5", vec!["matrix::wrong-size"]),
        // Nothing fits: the odd row is the fault.
        ("7 8 9\n1 2\n3 4", vec!["matrix::ragged-row"]),
    ] {
        let text = format!("matrix m {{\n{body}\n}}\n");
        let diagnostics = diagnostics(&Source::new("x", text.as_str()), "check");
        assert_eq!(paths(&diagnostics), codes, "{body}");
        for diagnostic in
            diagnostics.iter().filter(|diagnostic| diagnostic.code.path == "matrix::wrong-size")
        {
            let help = diagnostic.help.as_deref().unwrap_or_default();
            assert!(help.contains("header") && help.contains("row"), "{help}");
        }
    }
}

#[test]
fn of_two_parts_that_disagree_the_odd_one_is_blamed() {
    for (kind, body, code, line) in [
        // The digit that takes the place of another digit, too.
        ("sudoku", "1.23\n....\n14..\n....", "sudoku::duplicate-digit", 2),
        ("sudoku", "14..\n....\n1.23\n....", "sudoku::duplicate-digit", 4),
        // The row with another number of groups among rows of pencil marks.
        ("sudoku", "12 12 | 3 4\n3 4 | 12 12\n12 3 | 4\n4 12 | 12 3", "sudoku::cells", 4),
        ("sudoku", "1234\n3412\n214\n4321", "sudoku::cells", 4),
        // The board that lacks tiles of the other one, or has a row twice.
        ("sliders", "A B\n. C\ngoal\nA B\n. C\nD E", "sliders::shapes-differ", 2),
        ("sliders", "A B\n. C\nD E\ngoal\nA B\n. C", "sliders::shapes-differ", 6),
        ("sliders", "A B\nA B\n. C\ngoal\nA B\n. C", "sliders::shapes-differ", 2),
        ("sliders", "A B\n. C\ngoal\nA B\nA B\n. C", "sliders::shapes-differ", 5),
        // The tile that only one board has, or that appears twice among tiles that differ.
        ("sliders", ". R\nt R\ngoal\nR R\nR .", "sliders::tiles-differ", 3),
        ("sliders", ". R\nR R\ngoal\nR R\nt .", "sliders::tiles-differ", 6),
        ("sliders", "1 2\n2 .\ngoal\n1 2\n3 .", "sliders::tiles-differ", 3),
        ("sliders", "1 2\n3 .\ngoal\n1 2\n2 .", "sliders::tiles-differ", 6),
        // The line that repeats the one above it, and makes them one too many.
        ("matrix", "2 2 1\n1 2\n1 2\n3 4", "matrix::wrong-size", 4),
        ("matrix", "4 2 1\n1 2\n3 4\n5 6", "matrix::wrong-size", 2),
        ("automaton", "7\n(X . X)\n2\n1 []\n2 []\n2 []", "automaton::query-count", 7),
        // The part after which another one is missing.
        ("automaton", "// why\nrule 7", "automaton::missing-part", 3),
        ("automaton", "// why\n7\ntree (X . X)", "automaton::unknown-part", 3),
        // The cell that divides a car.
        ("rush", "..B.\n..C.\n..B.\nAA..", "rush::short-car", 3),
    ] {
        let text = format!("{kind} p {{\n{body}\n}}\n");
        let diagnostics = diagnostics(&Source::new("x", text.as_str()), "check");
        let [fault] = &diagnostics[..] else { panic!("{text}: {:?}", paths(&diagnostics)) };
        let start = fault.span.start as usize;
        let place = text[..start].matches('\n').count() + 1;
        assert_eq!((fault.code.path, place), (code, line), "{text}");
    }
}

#[test]
fn rows_of_numbers_without_a_declaration_are_one_diagnostic() {
    for text in ["1 2\n3 4\n", "-1 2 3\n4 5 6\n", "1 2\n3 4\nrotate 1\n"] {
        let diagnostics = diagnostics(&Source::new("x", text), "check");
        assert_eq!(paths(&diagnostics), ["syntax::missing-header"], "{text}");
    }
}

#[test]
fn an_error_in_one_statement_hides_no_other() {
    // Damage on a separate line in front of a statement leaves the statement unchanged. (After
    // `use` of an unknown name the puzzle of the statement is unknown.)
    for damage in ["rotat 1", "}", "show =>", "nobody: show", "=> 1", "rotate \u{1b}1"] {
        let text = format!("matrix m {{\n  1 2\n  3 4\n}}\n{damage}\nrotate x\n");
        let diagnostics = diagnostics(&Source::new("x", text.as_str()), "check");
        let codes = paths(&diagnostics);
        assert_eq!(codes.len(), 2, "{damage:?}: {codes:?}");
        assert_eq!(codes[1], "syntax::bad-argument", "{damage:?}");
    }
}
