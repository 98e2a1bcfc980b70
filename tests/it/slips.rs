//! Slips and habits of those who write documents: one fault is one diagnostic, and its fix gives the
//! text that was intended.

use crate::common::{diagnostics, fixed, paths, places};
use crate::language::{MATRIX, check_codes, one_with_a_fix};
use puzzled::diag::Severity;
use puzzled::syntax::{HABITS, Habit};
use puzzled::text::Source;

#[test]
fn an_answer_without_its_arrow_and_a_verb_of_the_prompt_say_what_to_do() {
    let klotski = "klotski k { A . / . B / goal A at (0,1) }\n";
    for (command, code, place, help) in [
        ("solve 4", "syntax::trailing-text", "4", &["`solve [by steps]`", "`=>`"][..]),
        ("solve unsolvable", "syntax::trailing-text", "unsolvable", &["`=>`"]),
        ("states 5", "syntax::trailing-text", "5", &["`states`", "`=>`"]),
        ("states 5 => 5", "syntax::trailing-text", "5", &["`states`"]),
        ("draw", "command::unknown-verb", "draw", &["`puzzled repl FILE`"]),
        ("k: set states 40", "command::unknown-verb", "set", &["`puzzled repl FILE`"]),
    ] {
        let source = Source::new("x.puzzle", format!("{klotski}{command}\n"));
        let diagnostics = diagnostics(&source, "check");
        assert_eq!(places(&source, &diagnostics), [(code, place)], "{command}");
        let shown = diagnostics[0].help.as_deref().unwrap_or_default();
        assert!(help.iter().all(|part| shown.contains(part)), "{command}: {shown}");
        assert_eq!(shown.contains("`=>`"), help.contains(&"`=>`"), "{command}: {shown}");
    }
    let source = Source::new("x.puzzle", "load a.puzzle\n");
    let reported = diagnostics(&source, "check");
    assert_eq!(places(&source, &reported), [("command::unknown-verb", "load")]);
    assert!(reported[0].message.contains("the prompt"), "{}", reported[0].message);
    let source = Source::new("x.puzzle", format!("{klotski}solve 4\n"));
    let fix = &diagnostics(&source, "check")[0].fixes[0];
    assert!(!fix.is_safe() && fix.edits[0].text == "=> ", "{fix:?}");
}

#[test]
fn a_file_in_utf_16_is_one_diagnostic() {
    let text = "matrix m {\n  1 2\n  3 4\n}\nrotate 1\n".encode_utf16();
    let bytes: Vec<u8> = [0xfeff].into_iter().chain(text).flat_map(u16::to_le_bytes).collect();
    for bytes in [&bytes[..], &bytes[2..]] {
        let diagnostics = diagnostics(&Source::from_bytes("x", bytes.to_vec()), "check");
        assert_eq!(paths(&diagnostics), ["syntax::not-utf8"]);
        assert!(diagnostics[0].message.contains("UTF-16"), "{}", diagnostics[0].message);
    }
}

/// Returns texts with `~` in the place of a sign.
fn texts(habit: Habit) -> &'static [&'static str] {
    match habit {
        Habit::Comment => &[
            "~ a note\nmatrix m { 1 2 / 3 4 }\nrotate 1 ~ a note\n",
            "automaton a {\n  ~ a note\n  rule 7\n  tree (X . X) ~ a note\n}\n",
            "automaton a { rule 7 tree (X . X) }\n0 [] ~ a note\nat [] ~ a note\n",
        ],
        Habit::Arrow => &[
            "matrix m { 1 2 / 3 4 }\nrings ~ 1\nrotate 4 ~ {\n  1 2\n  3 4\n}\n",
            "automaton a { rule 7 tree (X . X) }\n0 [] ~ .\nat [<] ~ X\n",
        ],
        Habit::Space => {
            &["klotski~k~{\n  A~. B\n  C . B\n  C D .\n~~goal A~at (2,2)\n}\nsolve~=>~4\nuse~k\n"]
        }
        Habit::Minus => &["matrix m { 1 ~2 / 3 4 }\n", "matrix m { 1 2 / 3 4 }\nrotate ~1\n"],
        Habit::Empty => &[
            "klotski k {\n  A ~\n  ~ B\n  goal A at (0,1)\n}\n",
            "rush r {\n  BB~~\n  ....\n  AA..\n  ....\n}\n",
            "sliders s { 1 2 / 3 ~ / goal / 1 2 / ~ 3 }\n",
            "sudoku s {\n  1~34\n  3412\n  21~3\n  43~1\n}\n",
        ],
        Habit::Void => &["bloxorz b {\n  Soo~~oo\n  ooooooT\n}\n"],
        Habit::Live => &["automaton a {\n  rule 7\n  tree ((~ . .) . (~ . .))\n}\n"],
        Habit::Dead => &["automaton a {\n  rule 7\n  tree (~ X ~)\n}\n"],
        Habit::Between => &[
            "sliders s { 1 2 / 3 . / goal / 1 2 / . 3 }\nplay R~L\n",
            "sudoku s { 1.343412214.43.1 }\nplay r1c2=2~r3c4=3\n",
        ],
        Habit::Equals => &["sudoku s { 1.343412214.43.1 }\nplay r1c2~2\n"],
        Habit::Open => &[
            "klotski k {\n  A .\n  . B\n  goal A at ~0,1)\n}\n",
            "automaton a {\n  rule 7\n  tree ~X . X)\n}\n",
        ],
        Habit::Close => &["klotski k {\n  A .\n  . B\n  goal A at (0,1~\n}\n"],
    }
}

/// Returns whether a text with a sign is one diagnostic, whose first fix writes the right sign.
fn is_one_fault(text: &str, sign: &str, right: &str) -> bool {
    let wrong = text.replace('~', sign);
    let right = text.replace('~', right);
    let [diagnostic] = &diagnostics(&Source::new("x", &*wrong), "check")[..] else { return false };
    let remaining = diagnostics(&Source::new("x", &*right), "check");
    diagnostic.fixes.first().is_some_and(|fix| fixed(&wrong, fix) == right)
        && remaining.iter().all(|other| other.severity() < Severity::Error)
}

/// A sign can have a meaning in some of the texts.
#[test]
fn each_sign_of_another_language_is_one_diagnostic_with_a_fix() {
    let mut unshown = Vec::new();
    for (at, &(habit, signs, right)) in HABITS.iter().enumerate() {
        assert_eq!(habit as usize, at, "{habit:?}");
        let shows = |text: &&&str, sign: &&&str| is_one_fault(text, sign, right);
        let without =
            signs.iter().filter(|sign| !texts(habit).iter().any(|text| shows(&text, sign)));
        unshown.extend(without.map(|sign| format!("{habit:?}: no text shows {sign:?}")));
        let dead = texts(habit).iter().filter(|text| !signs.iter().any(|sign| shows(text, &sign)));
        unshown.extend(dead.map(|text| format!("{habit:?}: shows no sign: {text}")));
    }
    assert!(unshown.is_empty(), "{}", unshown.join("\n"));
}

#[test]
fn a_character_that_looks_like_a_space_is_counted_outside_of_comments_only() {
    let text = "matrix m { 1\u{a0}2 / 3\u{a0}4 } // \u{a0}\n";
    let diagnostics = diagnostics(&Source::new("x", text), "check");
    assert!(
        diagnostics[0].fixes[0].is_safe() && diagnostics[0].message.ends_with(" 2 times"),
        "{diagnostics:?}"
    );
    assert_eq!(check_codes("// caf\u{e9}\u{a0}!\nmatrix m { 1 2 / 3 4 } // \u{3000}\n"), [""; 0]);
}

#[test]
fn an_arrow_with_another_sign_before_it_is_one_diagnostic_with_a_fix() {
    let automaton = "automaton a { rule 7 tree (X . X) }\n";
    for sign in ["<=", ">=", ":=", "!=", "<=>", ":=>", "~=>", "→", "⇒"] {
        one_with_a_fix(
            &format!("{automaton}0 [] {sign} .\nat [<] {sign} X\n"),
            "syntax::wrong-arrow",
        );
        if !sign.starts_with(':') {
            one_with_a_fix(&format!("{MATRIX}rings {sign} 1\n"), "syntax::wrong-arrow");
        }
    }
}

#[test]
fn a_path_with_spaces_and_the_sign_for_a_number_are_one_diagnostic_with_a_fix() {
    let automaton = "automaton a { rule 7 tree (X . X) }\n";
    for line in ["0 [ ]", "[< ] => X", "at [ < ] => X", "neighbours [ ]"] {
        one_with_a_fix(&format!("{automaton}{line}\n"), "automaton::bad-path");
    }
    for line in ["t 0 [] => .", "t [<] => X"] {
        one_with_a_fix(&format!("{automaton}{line}\n"), "command::unknown-verb");
    }
}

#[test]
fn another_verb_is_never_a_safe_fix() {
    for line in ["rotat 1", "rotat", "ringss", "ringss 3"] {
        let text = format!("{MATRIX}{line}\n");
        let diagnostics = diagnostics(&Source::new("x", text.as_str()), "check");
        assert_eq!(paths(&diagnostics), ["command::unknown-verb"], "{text}");
        assert!(!diagnostics[0].fixes[0].is_safe(), "{text}");
    }
}

#[test]
fn a_statement_or_a_sign_after_a_body_gets_a_fix() {
    for (after, safe) in [
        ("rotate 1 => { 3 1 / 4 2 }", true),
        ("rings => 1", true),
        ("rings", true),
        ("// note", true),
        ("# note", false),
        (";", false),
        (";;", false),
        (",", false),
    ] {
        for gap in ["", " "] {
            let text = format!("matrix m {{ 1 2 / 3 4 }}{gap}{after}\n");
            if text.contains("} //") {
                continue;
            }
            let diagnostics = diagnostics(&Source::new("x", text.as_str()), "check");
            assert_eq!(diagnostics.len(), 1, "{text}");
            assert!(diagnostics[0].code.path.starts_with("syntax::"), "{text}");
            assert_eq!(diagnostics[0].fixes[0].is_safe(), safe, "{text}");
            let right = fixed(&text, &diagnostics[0].fixes[0]);
            let remaining = check_codes(&right);
            assert!(
                remaining.iter().all(|code| *code == "expectation::wrong"),
                "{right}: {remaining:?}"
            );
        }
    }
}

#[test]
fn comments_of_another_language_are_a_safe_fix_only_if_there_are_several() {
    for (lines, safe) in [
        ("# a note", false),
        ("# a note\n# another one", true),
        ("rotate 1 # a note\n# another one", true),
        ("#rotate 1 => 3 1\n# a note", false),
        ("rotate 1 ; => 3 1\nrotate 1 ; => 4 3", false),
    ] {
        let text = format!("{MATRIX}{lines}\n");
        let diagnostics = diagnostics(&Source::new("x", text.as_str()), "check");
        assert_eq!(diagnostics[0].fixes[0].is_safe(), safe, "{text}");
    }
}

#[test]
fn a_cause_is_reported_once() {
    for (text, code) in [
        // The same sign without a meaning in a tree.
        ("automaton a {\n  rule 7\n  tree ((X, ., .), ., X)\n}", "automaton::bad-character"),
        ("automaton a {\n  rule 7\n  tree ((X · ·) · X)\n}", "automaton::bad-character"),
        ("automaton a {\n  rule 7\n  tree ((X ? ?) ? X)\n}", "automaton::bad-character"),
        // A misspelled part, which is the missing one.
        ("automaton a {\n  Rule 5\n  Tree (X . X)\n}", "automaton::unknown-part"),
        ("automaton a {\n  rule 5\n  root (X . X)\n}", "automaton::unknown-part"),
        // A size that no row has.
        ("klotski k {\n  3 4\n  A . B\n  C . B\n  C D .\n}", "klotski::ragged-row"),
        ("klotski k {\n  2 4\n  A . B\n  C . B\n  C D .\n}", "klotski::ragged-row"),
        // A legend line that declares nothing, and a legend above its terrain.
        ("bloxorz b {\n  Soopo\n  ooooT\n  p bridge extended\n}", "bloxorz::malformed-legend"),
        ("bloxorz b {\n  p: bridge extended\n  Soopo\n  ooooT\n}", "bloxorz::malformed-legend"),
    ] {
        assert_eq!(check_codes(text), [code], "{text}");
    }
}

#[test]
fn moves_without_a_semicolon_between_them_keep_all_moves_in_the_fix() {
    let klotski = "klotski k {\n  A . B\n  C . B\n  C D .\n}\n";
    let rush = "rush r { BB.. / .... / AA.. / .... }\n";
    for (body, wrong, right) in [
        (klotski, "play D right, A right", "play D right; A right"),
        (klotski, "play D right A right", "play D right; A right"),
        (klotski, "play D (2,1) (2,2), A (0,0) (0,1)", "play D (2,1) (2,2); A (0,0) (0,1)"),
        (klotski, "play D right, A right, A down", "play D right; A right; A down"),
        (rush, "play B+1, A+1", "play B+1; A+1"),
        (rush, "play B+1 A+1", "play B+1; A+1"),
        (MATRIX, "play rotate 1, rotate 2, rotate 3", "play rotate 1; rotate 2; rotate 3"),
    ] {
        let text = format!("{body}{wrong}\n");
        let diagnostics = diagnostics(&Source::new("x", text.as_str()), "check");
        assert_eq!(diagnostics.len(), 1, "{text}: {diagnostics:?}");
        let fix = diagnostics[0].fixes.first().expect("a fix");
        assert_eq!(fixed(&text, fix), format!("{body}{right}\n"));
    }
}

#[test]
fn rows_written_as_a_list_are_one_diagnostic_with_a_safe_fix() {
    for (wrong, right) in [
        ("matrix m {\n  [1, 2],\n  [3, 4]\n}", "matrix m {\n  1 2\n  3 4\n}"),
        ("matrix m {\n  [[1, 2], [3, 4]]\n}", "matrix m {\n  1 2\n  3 4\n}"),
        ("matrix m {\n  [\n    [1, 2],\n    [3, 4]\n  ]\n}", "matrix m {\n    1 2\n    3 4\n}"),
        ("matrix m {\n  ((1, 2), (3, 4))\n}", "matrix m {\n  1 2\n  3 4\n}"),
        ("matrix m {\n  [1 -2; 3 4] // note\n}", "matrix m {\n  1 -2\n  3 4 // note\n}"),
        ("matrix m {\n  1;2\n  3;4\n}", "matrix m {\n  1 2\n  3 4\n}"),
        ("matrix m { [[1, 2],[3, 4]] }", "matrix m { 1 2 / 3 4 }"),
        (
            "sudoku s {\n[[\"1\",\".\",\".\",\"4\"],\n[\".\",\"4\",\"1\",\".\"],\n\
             [\".\",\"1\",\"4\",\".\"],\n[\"4\",\".\",\".\",\"1\"]]\n}",
            "sudoku s {\n1 . . 4\n. 4 1 .\n. 1 4 .\n4 . . 1\n}",
        ),
        (
            "sliders s {\n  [1, 2],\n  [3, .]\n  goal\n  [1, 2],\n  [., 3]\n}",
            "sliders s {\n  1 2\n  3 .\n  goal\n  1 2\n  . 3\n}",
        ),
        (
            "klotski k {\n  [\"AA.\",\n   \"..B\"]\n  goal A at (0,1)\n}",
            "klotski k {\n  AA.\n   ..B\n  goal A at (0,1)\n}",
        ),
        (
            "rush r {\n  'AA..',\n  '....',\n  '...B',\n  '...B'\n}",
            "rush r {\n  AA..\n  ....\n  ...B\n  ...B\n}",
        ),
        (
            "bloxorz b {\n  \"Soopo\",\n  \"oboTo\"\n  p: bridge retracted\n  b: soft toggles p, extends p\n}",
            "bloxorz b {\n  Soopo\n  oboTo\n  p: bridge retracted\n  b: soft toggles p, extends p\n}",
        ),
    ] {
        let reported = diagnostics(&Source::new("x", wrong), "check");
        assert_eq!(paths(&reported), ["syntax::foreign-list"], "{wrong}");
        assert!(reported[0].fixes[0].is_safe(), "{wrong}");
        assert_eq!(fixed(wrong, &reported[0].fixes[0]), right);
        assert_eq!(paths(&diagnostics(&Source::new("x", right), "check")), [""; 0], "{right}");
    }

    // Every other fault is reported at its place.
    let text = "matrix m {\n  1 2 3 4\n}\nmatrix n {\n  [1, 2],\n  [3, x],\n  [5, 6]\n}\n";
    let reported: Vec<_> = diagnostics(&Source::new("x", text), "check")
        .iter()
        .map(|diagnostic| (diagnostic.code.path, &text[diagnostic.span.range()]))
        .collect();
    assert!(reported.contains(&("syntax::foreign-list", "[")), "{reported:?}");
    assert!(reported.contains(&("matrix::not-an-integer", "x")), "{reported:?}");

    // A kind can have a report of the sign.
    assert_eq!(
        check_codes("sudoku s {\n  1,2,3,4\n  3,4,1,2\n  2,1,4,3\n  4,3,2,1\n}"),
        ["sudoku::bad-character"]
    );

    // Signs that are labels, and a goal with its comma, are read as they stand.
    assert_eq!(check_codes("klotski k {\n  [ ' .\n  goal [ at (0,1)\n}"), [""; 0]);
}

#[test]
fn rows_in_braces_or_in_a_frame_are_one_diagnostic_with_a_fix() {
    for body in [
        "matrix m {\n  {1, 2}\n  {3, 4}\n}\nrotate 1\n",
        "matrix m {\n  {1, 2}, // the first\n  // a comment\n\n  {3, 4},\n}\nrotate 1\n",
        "rush r {\n  +----+\n  |AA..|\n  |..B.|\n  |..B.|\n  |....|\n  +----+\n}\nshow\n",
        "klotski k {\n  +---+---+\n  | A | B |\n  +---+---+\n  | C | . |\n  +---+---+\n  goal A at (1,1)\n}\n",
    ] {
        one_with_a_fix(body, "syntax::foreign-list");
    }
    // A brace below other rows opens something else.
    let text = "matrix m {\n  1 2\n  3 4\nmatrix n\n{ 1 2 / 3 4 }\nrotate 1\n";
    assert_eq!(check_codes(text), ["syntax::unclosed-brace", "syntax::missing-brace"]);
}

#[test]
fn a_goal_above_its_board_or_without_its_word_is_one_diagnostic_with_a_fix() {
    for (text, code) in [
        ("klotski k {\n  goal A at (0,1)\n  A .\n  . B\n}\nsolve => 1\n", "klotski::stray-line"),
        (
            "klotski k {\n  goal A at (0,1)\n\n  goal B at (1,1)\n  A .\n  B .\n}\n",
            "klotski::stray-line",
        ),
        ("rush r {\n  goal A\n  AA..\n  ..B.\n  ..B.\n  ....\n}\n", "rush::stray-line"),
        ("klotski k {\n  A .\n  . B\n  A at (0,1)\n}\nsolve => 1\n", "klotski::no-goal"),
        ("klotski k {\n  A .\n  . B\n  goal A to (0,1)\n}\n", "syntax::bad-argument"),
        ("klotski k {\n  A .\n  . B\n  goal A at [0,1]\n}\n", "syntax::bad-argument"),
    ] {
        one_with_a_fix(text, code);
    }
    // No number is made of two.
    let text = "klotski k {\n  A .\n  . B\n  goal A at (0,1,0)\n}\n";
    assert_eq!(diagnostics(&Source::new("x", text), "check")[0].fixes, []);
}

#[test]
fn signs_between_moves_are_one_diagnostic_with_a_fix() {
    let sliders = "sliders s { 1 2 / 3 . / goal / 1 2 / . 3 }\n";
    let sudoku = "sudoku s { 1.343412214.43.1 }\n";
    for (puzzle, line, code) in [
        (sliders, "play R,L", "sliders::not-a-move"),
        (sliders, "play R; L;R", "sliders::not-a-move"),
        (sudoku, "play r1c2=2, r3c4=3", "sudoku::bad-move"),
        (sudoku, "play r1c2:2", "sudoku::bad-move"),
    ] {
        one_with_a_fix(&format!("{puzzle}{line}\n"), code);
    }
}

#[test]
fn comments_in_the_manner_of_c_are_one_diagnostic_with_a_fix() {
    for text in [
        "/* a matrix */\nmatrix m { 1 2 / 3 4 }\n",
        "/*\n * rotate 9\n */\nmatrix m { 1 2 / 3 4 } /* mine */\nrotate 1\n",
    ] {
        one_with_a_fix(text, "syntax::foreign-comment");
    }
    // One that does not end before the next hides nothing.
    let text = "/* a\nmatrix m { 1 2 / 3 4 }\nrotat 1\n/* b\n";
    assert_eq!(check_codes(text), ["syntax::foreign-comment", "command::unknown-verb"]);
}

#[test]
fn rows_on_one_line_without_spaces_at_their_ends_are_one_diagnostic_with_a_safe_fix() {
    for text in [
        "matrix m { 1 2/3 4 }\nrotate 1 => 2 4\n",
        "matrix m { 1 2 /3 4/ 5 6 } // a/b\n",
        "rush r { AA../..B./..B. /.... }\n",
        "klotski k { A ./. B/goal A at (0,1) }\nsolve => 1\n",
        "bloxorz b { oSooo/ooooT }\n",
        "sudoku s { 1.34/3412/2143/43.1 }\n",
        "sliders s { 1 2/3 ./goal/1 2/. 3 }\n",
        "automaton a { rule 7/tree (X . X) }\n",
    ] {
        let reported = diagnostics(&Source::new("x", text), "check");
        assert_eq!(paths(&reported), ["syntax::row-end"], "{text}");
        assert!(reported[0].fixes[0].is_safe());
        let text = fixed(text, &reported[0].fixes[0]);
        let remaining = diagnostics(&Source::new("x", text.as_str()), "check");
        assert!(
            remaining.iter().all(|diagnostic| diagnostic.severity() < Severity::Error),
            "{text}: {remaining:?}"
        );
    }
    // A label may hold one where rows are lines.
    assert_eq!(check_codes("klotski k {\n  a/b ...\n  ... a/b\n}\n"), ["klotski::disconnected"]);
}

#[test]
fn a_body_on_one_line_without_its_opening_brace_is_one_diagnostic_with_a_fix() {
    one_with_a_fix("matrix m 1 2 / 3 4 }\nrotate 1 => 2 4\n", "syntax::missing-brace");
    let klotski = "klotski k A . / . B / goal A at (0,1) }\n";
    one_with_a_fix(&format!("{MATRIX}{klotski}solve => 1\n"), "syntax::missing-brace");
}

#[test]
fn signs_and_comments_of_other_languages_in_an_automaton_are_one_diagnostic() {
    for (body, code) in [
        ("rule: 7\ntree: (X . X)", "automaton::unknown-part"),
        ("rule=7\ntree = (X . X)", "automaton::unknown-part"),
        ("rule 7;\ntree (X\n. X);", "automaton::unknown-part"),
        ("# a rule\nrule 7\ntree (X . X)", "syntax::foreign-comment"),
        ("rule 7 # a rule\ntree (X # left\n. X)\n-- end", "syntax::foreign-comment"),
        ("# a rule\n7\n(X . X)\n# queries\n1\n0 []", "syntax::foreign-comment"),
    ] {
        one_with_a_fix(&format!("automaton a {{\n{body}\n}}\n"), code);
    }
    one_with_a_fix("automaton a { rule: 7; tree: (X . X) }\n", "automaton::unknown-part");
    let text = "automaton a {\nrule 7\ntree (X . X)\n2\n0 []\n1 [<]\n}\n";
    assert_eq!(check_codes(text), ["automaton::unknown-part"]);
}
