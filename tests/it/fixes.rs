//! Holds `puzzled check --fix`: it applies every safe fix and nothing else, and no answer changes.

use crate::common::{Text, diagnostics, puzzled, run_in};
use crate::wrong;
use puzzled::diag::Sink;
use puzzled::session::{self, Mode, Session};
use puzzled::syntax::{Expected, Statement};
use puzzled::text::Source;

/// Faults with safe fixes, with unsafe ones, and with none.
const FAULTY: &str = "\
automaton a {
  rule 1
  tree (X . X)
}
0 [] -> X
0 [<]==>.
# a comment
# and another one
matrix m {
  1 2
  3 4
rotate 1 => {
  -> 2 4
  1 3
}
use m2
rotat 1
rule 70000
";

const FIXED: &str = "\
automaton a {
  rule 1
  tree (X . X)
}
0 [] => X
0 [<]=>.
// a comment
// and another one
matrix m {
  1 2
  3 4
}
rotate 1 => {
  -> 2 4
  1 3
}
use m2
rotat 1
rule 70000
";

#[test]
fn safe_fixes_are_applied_and_the_rest_is_printed() {
    let end = puzzled("check --fix --format short a.puzzle").file("a.puzzle", FAULTY).run().code(1);
    assert_eq!(end.text("a.puzzle"), FIXED);
    let checked = puzzled("check --format short a.puzzle").file("a.puzzle", FIXED).run().code(1);
    end.stderr("").stdout(&checked.out());
    let end = puzzled("check --fix a.puzzle").file("a.puzzle", FIXED).run().code(1);
    assert_eq!(end.text("a.puzzle"), FIXED, "fixing twice");
    let only = "matrix m { 1 2 / 3 4 }\nrotate 1 -> 2 4\n";
    let end = puzzled("check --fix a.puzzle").file("a.puzzle", only).run().code(0).stderr("");
    assert_eq!(end.content("a.puzzle"), only.replace("->", "=>").as_bytes());
    end.stdout("applied 1 fix in 1 file\n");
    let end = puzzled("check a.puzzle").file("a.puzzle", FAULTY).run().code(1);
    assert_eq!(end.content("a.puzzle"), FAULTY.as_bytes(), "nothing is written without `--fix`");
}

#[test]
fn writers_keep_the_line_ends_of_the_file() {
    for end in ["\n", "\r\n", "\r"] {
        let text = |text: &str| text.replace('\n', end);
        let end = puzzled("check --fix a.puzzle").file("a.puzzle", text(FAULTY)).run().code(1);
        assert_eq!(end.text("a.puzzle"), text(FIXED));
        // Whoever applies the edits of a report gets the same.
        let wrong = text("matrix m {\n  1 2\n  3 4\nshow\n");
        let escaped = text("\n}").replace('\n', "\\n").replace('\r', "\\r");
        let call = puzzled("check --format json a.puzzle").file("a.puzzle", &wrong);
        call.run().code(1).says(&format!(r#""text":"{escaped}""#));
        let call = puzzled("check --format sarif a.puzzle").file("a.puzzle", &wrong);
        call.run().code(1).says(&format!(r#""text": "{escaped}""#));
        let wrong = text("matrix m {\n  1 2\n  3 4\n}\nrotate 1 => {\n  1 2\n}\n");
        let right = text("matrix m {\n  1 2\n  3 4\n}\nrotate 1 => {\n  2 4\n  1 3\n}\n");
        let end = puzzled("test --bless a.puzzle").file("a.puzzle", &wrong).run().code(0);
        assert_eq!(end.text("a.puzzle"), right);
        // So does the canonical layout.
        let loose = text("matrix  m {\n 1 2\n 3 4\n}\n\n\n\nrotate 1=>{\n 2 4\n 1 3\n}\n\n");
        let laid = text("matrix m {\n  1 2\n  3 4\n}\n\nrotate 1 => {\n  2 4\n  1 3\n}\n");
        let end = puzzled("fmt a.puzzle").file("a.puzzle", &loose).run().code(0);
        assert_eq!(end.text("a.puzzle"), laid);
        puzzled("fmt -").input(&loose).run().code(0).stdout(&laid);
        puzzled("fmt --check a.puzzle").file("a.puzzle", &laid).run().code(0).stdout("");
        puzzled("fmt --check a.puzzle").file("a.puzzle", &loose).run().code(1);
    }
}

/// Documents that safe fixes of an earlier version changed wrongly.
#[test]
fn what_only_people_know_is_left_to_them() {
    let matrix = "matrix week1 { 1 2 / 3 4 }\n";
    let automaton = "automaton a { rule 7 tree (X . X) }\n";
    for text in [
        format!("{matrix}week2: rotate 1\nweek1: show => 1 2\n"),
        format!("{matrix}matrix m {{ 5 6 / 7 8 }}\nuse m2\nrotate 1\n"),
        format!("{automaton}stop\n"),
        format!("{automaton}step ; => 1\n"),
        format!("{automaton}step\n#goto 0\n"),
        format!("{automaton}0 [ [<] => X\n"),
        String::from("automaton a {\n  rule 7\n  tree ((X . X) . X\n}\n"),
        String::from("automaton a {\n  rule 7\n  tree X . X\n}\n"),
        format!("{matrix}show => {{\n  1 2\n  3 4\n}}\n  5 6\n"),
        String::from("sliders s {\n  1 2\n  3 4\n  5 6\n  7 .\n}\n"),
        String::from("matrix m {\n  1 2\n  3 4\n3}\n"),
        String::from("matrix m {\n  1.0 2\n  3 4\n}\n"),
        String::from("klotski k {\n  ; B\n  . .\n  goal B at (1,1)\n}\n"),
        String::from("rush r {\n  AA_.\n  ....\n  ...B\n  ...B\n}\n"),
        format!("{matrix}show =}} 1 2\n"),
    ] {
        let call = puzzled("check --fix a.puzzle").file("a.puzzle", &text);
        let end = call.run();
        assert_eq!(end.text("a.puzzle"), text);
        assert!(
            !diagnostics(&Source::new("a.puzzle", text.as_str()), "check").is_empty(),
            "{text}"
        );
    }
}

#[test]
fn what_is_not_utf_8_or_not_a_file_stays() {
    let text = b"// caf\xe9\nmatrix m { 1 2 / 3 4 }\nshow -> 1 2\n";
    let end = puzzled("check --fix --format short a.puzzle").file("a.puzzle", text).run().code(1);
    assert_eq!(end.content("a.puzzle"), b"// caf\xe9\nmatrix m { 1 2 / 3 4 }\nshow => 1 2\n");
    let end = puzzled("check --fix -").input(FAULTY).run().code(2);
    end.complains("standard input");
    let end = puzzled("check --fix a.sdm").file("a.sdm", "1-343412214343-1\n").run();
    assert_eq!(end.content("a.sdm"), b"1-343412214343-1\n", "a file of another program");
}

fn answers(text: &str) -> Vec<String> {
    let document = session::read(&Source::new("", text), true, &mut Sink::new());
    let answer = |statement: &Statement| match statement {
        Statement::Command(command) => command.expected.map(|expected| match expected {
            Expected::Line(span) | Expected::Block(span) | Expected::Open(span) => {
                text[span.range()].trim().to_owned()
            }
        }),
        _ => None,
    };
    document.statements.iter().filter_map(answer).collect()
}

/// Returns the number of safe fixes that a check offers for a text.
fn offered(text: &str) -> usize {
    let source = Source::new("", text);
    let mode = Mode::Check { solve: false };
    let budget = puzzled::search::Budget::unlimited();
    puzzled::diag::safe_fixes(&run_in(&mut Session::new(), &source, mode, &budget)).len()
}

#[test]
fn no_safe_fix_of_the_examples_is_left_and_no_answer_changes() {
    let mut call = puzzled("check --fix --format short .");
    let mut before = Vec::new();
    for (number, text) in wrong::texts().into_iter().filter_map(Text::utf8).enumerate() {
        let name = format!("{number}.puzzle");
        call = call.file(&name, &text);
        before.push((name, text));
    }
    let end = call.run().code(1);
    let mut changed = 0;
    let mut fixable = 0;
    for (name, text) in before {
        let after = end.text(&name);
        let mut kept = answers(&after).into_iter();
        let are_kept = answers(&text).iter().all(|answer| kept.any(|other| other == *answer));
        assert!(are_kept, "an answer of this was changed:\n{text}\nnow:\n{after}");
        assert_eq!(offered(&after), 0, "a safe fix was not applied:\n{after}");
        changed += usize::from(after != text);
        fixable += usize::from(offered(&text) > 0);
    }
    assert_eq!(changed, fixable);
    assert!(changed > 12, "{changed}");
}
