//! Holds what `puzzled grade` says of hand-ins, and that nothing in them costs or shows anything.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Call, Random, ask, change, declaration, fifo, json_lines, puzzled};
use puzzled::kinds::KINDS;
use puzzled::puzzle::{Info, Role};
use puzzled::search::Budget;

/// A question: the declaration, the same puzzle in another layout, another puzzle of that name, the
/// command, a right answer in other words than the expectation, and a wrong one.
struct Case<'a> {
    kind: &'a str,
    declared: &'a str,
    same: &'a str,
    changed: &'a str,
    command: &'a str,
    expected: &'a str,
    right: &'a str,
    wrong: &'a str,
    /// The verdict on the wrong one.
    verdict: &'a str,
}

/// Questions whose answers are judged in more ways than by their text.
const CASES: &[Case<'_>] = &[
    Case {
        kind: "automaton",
        declared: "automaton p { rule 42354 tree (X . X) }",
        same: "automaton p {\n  rule 42354 // the rule\n  tree (X . X)\n}",
        changed: "automaton p { rule 42354 tree (X . .) }",
        command: "0 [<]",
        expected: "X",
        right: "{ X }",
        wrong: ".",
        verdict: "wrong",
    },
    Case {
        kind: "matrix",
        declared: "matrix p { 1 2 / 3 4 }",
        same: "matrix p {\n  1  2\n  3  4\n}",
        changed: "matrix p { 1 2 / 4 3 }",
        command: "rotate 1",
        expected: "2 4",
        right: "{\n  2 4\n  1 3\n}",
        wrong: "2 5",
        verdict: "wrong",
    },
    Case {
        kind: "klotski",
        declared: "klotski p { A . B / C . B / C D . / goal A at (2,2) }",
        same: "klotski p {\n  A.B\n  C.B\n  CD.\n  goal A at (2,2)\n}",
        changed: "klotski p { A . B / C . B / C D . / goal A at (0,1) }",
        command: "solve",
        expected: "4",
        right: "A (0,0) (0,1); C (1,0) (0,0); D (2,1) (2,0); A (0,1) (2,2)",
        wrong: "A (0,0) (2,2)",
        verdict: "illegal",
    },
    Case {
        kind: "rush",
        declared: "rush p { ..B. / AAB. / ...C / ...C }",
        same: "rush p {\n  . . B .\n  A A B .\n  . . . C\n  . . . C\n}",
        changed: "rush p { ..B. / AAB. / .... / .... }",
        command: "solve",
        expected: "2",
        right: "B+2 A+2",
        wrong: "B+1 B+1 A+2",
        verdict: "longer",
    },
    Case {
        kind: "sudoku",
        declared: "sudoku p { 1.343412214343.1 }",
        same: "sudoku p {\n  1 . | 3 4\n  3 4 | 1 2\n  2 1 | 4 3\n  4 3 | . 1\n}",
        changed: "sudoku p { 1.343412214343.. }",
        command: "solve",
        expected: "1234341221434321",
        right: "r1c2=2 r4c3=2",
        wrong: "r1c2=2",
        verdict: "unsolved",
    },
    Case {
        kind: "bloxorz",
        declared: "bloxorz p { SoooT / ooooo / ooooo }",
        same: "bloxorz p {\n  SoooT\n  ooooo\n  ooooo\n}",
        changed: "bloxorz p { SoooT / ooooo }",
        command: "solve",
        expected: "5",
        right: "RRDRU",
        wrong: "RRDRX",
        verdict: "not-an-answer",
    },
    Case {
        kind: "puzzlescript",
        declared: GAME,
        same: GAME,
        changed: CHANGED_GAME,
        command: "solve",
        expected: "2",
        right: "RR",
        wrong: "RL",
        verdict: "unsolved",
    },
    Case {
        kind: "sliders",
        declared: "sliders p { 1 2 / 3 . / goal / 1 2 / . 3 }",
        same: "sliders p {\n  1 2\n  3 .\n\n  goal\n  1 2\n  . 3\n}",
        changed: "sliders p { 1 2 / 3 . / goal / 1 . / 3 2 }",
        command: "solve",
        expected: "1",
        right: "R",
        wrong: "L",
        verdict: "illegal",
    },
];

/// A game of one level, in which the player walks to the mark.
const GAME: &str = "puzzlescript p {\nOBJECTS\nBackground\ngreen\nMark\nred\nPlayer\nblue\nLEGEND\n\
                    . = Background\nP = Player\no = Mark\nSOUNDS\nCOLLISIONLAYERS\nBackground\nMark\n\
                    Player\nRULES\nWINCONDITIONS\nall Player on Mark\nLEVELS\nP.o\n}";

/// A variant of [`GAME`] with a shorter solution.
const CHANGED_GAME: &str = "puzzlescript p {\nOBJECTS\nBackground\ngreen\nMark\nred\nPlayer\nblue\n\
                            LEGEND\n. = Background\nP = Player\no = Mark\nSOUNDS\nCOLLISIONLAYERS\n\
                            Background\nMark\nPlayer\nRULES\nWINCONDITIONS\nall Player on Mark\nLEVELS\n\
                            Po.\n}";

/// Returns a hand-in.
fn hand_in(declared: &str, command: &str, answer: &str) -> String {
    format!("{declared}\n{command} => {answer}\n")
}

/// Returns the lines of JSON of a call that ends with that code.
fn lines(call: Call, code: i32) -> Vec<Value> {
    json_lines(&call.run().code(code).out())
}

/// Holds the outcomes of the hand-ins of a case.
fn hold(case: &Case<'_>) {
    let Case { kind, declared, same, changed, command, expected, right, wrong, verdict } = case;
    let files = [
        (hand_in(declared, command, expected), "right", Some("right")),
        (hand_in(same, command, right), "right", Some("right")),
        (hand_in(declared, command, wrong), "wrong", Some(*verdict)),
        (hand_in(declared, command, "?"), "open", None),
        (format!("{declared}\n{command}\n"), "missing", None),
        (String::from("// nothing\n"), "missing", None),
        (hand_in(changed, command, right), "changed", None),
        (format!("{changed}\n"), "changed", None),
        (format!("p: {command} => {expected}\n"), "right", Some("right")),
    ];

    for master in [*expected, "?"] {
        let master = hand_in(declared, command, master);
        let mut call = puzzled("grade --format json m.puzzle").file("m.puzzle", master);
        for (number, (text, ..)) in files.iter().enumerate() {
            let name = format!("{number}.puzzle");
            call = call.file(&name, text).argument(name);
        }
        let graded = lines(call, 0);
        assert_eq!(graded.len(), files.len());
        for (line, (text, outcome, verdict)) in graded.iter().zip(&files) {
            assert_eq!(line["outcome"], *outcome, "{kind}: {text}{line}");
            assert_eq!(line["verdict"].as_str(), *verdict, "{kind}: {text}{line}");
            assert!(line.get("expected").is_none(), "{line}");
        }
    }
}

#[test]
fn every_outcome_has_its_word() {
    CASES.iter().for_each(hold);
}

/// A grid that was filled in is still the same puzzle, and a game in another position still has the same text.
/// Such kinds are tested by the cases above only.
#[test]
fn the_example_of_every_kind_is_graded() {
    let is_filled = |kind: &Info| kind.verbs.iter().any(|verb| verb.role == Role::Fill);
    for kind in KINDS.iter().copied().filter(|kind| !is_filled(kind) && !kind.is_whole_text()) {
        let mut puzzle = kind.opened_example().expect("it is sound");
        let shown = ask(&mut puzzle, "show");
        ask(&mut puzzle, &change(kind));
        let piece = puzzle.piece(&Budget::unlimited()).expect("cheap to compute");
        let body = piece.body.join("\n  ");
        hold(&Case {
            kind: kind.name,
            declared: &declaration(kind, "p"),
            same: &declaration(kind, "p").replacen('{', "{ // as it was", 1),
            changed: &format!("{} p {{\n  {body}\n}}", kind.name),
            command: "show",
            expected: &format!("{{\n  {}\n}}", shown.replace('\n', "\n  ")),
            right: &format!("{{\n    {}\n}}", shown.replace('\n', "\n    ")),
            wrong: "0",
            verdict: "wrong",
        });
    }
}

const MASTER: &str = "\
klotski k { A . B / C . B / C D . / goal A at (2,2) }
// How many moves? (3 points)
solve => 4
k: states => 240
matrix m { 1 2 / 3 4 }
// 2 points
rotate 1 => 2 4
// the second time
rotate 1 => 4 3
ring 0 => ?
";

#[test]
fn rows_have_a_column_per_question_and_the_points() {
    let complete = MASTER.replace("=> ?", "=> 4 3 1 2");
    let partial = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\nsolve => ?\nmoves => 1\n\
                solve => 4\nstates => 241\nmatrix m { 1 2 / 3 5 }\nrotate 1 => 2 4\n";
    let call = |format: &str| {
        puzzled(&format!("grade --format {format} m.puzzle class none.puzzle"))
            .file("m.puzzle", MASTER)
            .file("class/a.puzzle", &complete)
            .file("class/b, c.puzzle", partial)
            .file("class/d.puzzle", b"solve => \xff\n")
    };
    let csv = call("csv").run().code(1);
    let rows = "\
file,k: solve,k: states,m: rotate 1,m: rotate 1 #2,m: ring 0,right,wrong,open,missing,changed,points,reason
class/a.puzzle,right,right,right,right,right,5,0,0,0,0,8,
\"class/b, c.puzzle\",right,wrong,changed,changed,changed,1,1,0,0,3,3,k: states: `241` is not the answer; `m` is another puzzle than in the document
class/d.puzzle,unreadable,unreadable,unreadable,unreadable,unreadable,0,0,0,0,0,0,cannot read class/d.puzzle: a byte that is not UTF-8
none.puzzle,unreadable,unreadable,unreadable,unreadable,unreadable,0,0,0,0,0,0,cannot read none.puzzle: No such file or directory
";
    let csv = csv.stdout(rows).complains("class/d.puzzle").complains("none.puzzle");
    assert!(!csv.err().contains("class/a"));
    let table = call("table").run().code(1).out();
    assert_eq!(table.lines().count(), 5, "{table}");
    let records = lines(call("json"), 1);
    assert_eq!(records.len(), 20);
    assert_eq!(records[5]["line"], 4, "the answer below the question counts: {}", records[5]);
    assert_eq!((&records[6]["answer"], &records[6]["verdict"]), (&"241".into(), &"wrong".into()));
}

#[test]
fn an_answer_is_judged_in_the_state_of_its_question() {
    let board = "klotski k { A . B / C . B / C D . / goal A at (2,2) }\n";
    let master = format!("{board}play A right\nundo\nsolve => 4\nredo\nsolve => 3\n");
    let first = "A (0,0) (0,1); C (1,0) (0,0); D (2,1) (2,0); A (0,1) (2,2)";
    let second = "C (1,0) (0,0); D (2,1) (2,0); A (0,1) (2,2)";
    let text =
        |answers: [&str; 2]| format!("{board}solve => {}\nsolve => {}\n", answers[0], answers[1]);
    let call = puzzled("grade --format csv m.puzzle a.puzzle b.puzzle").file("m.puzzle", master);
    let call = call.file("a.puzzle", text([first, second])).file("b.puzzle", text([second, first]));
    let rows = "\
file,k: solve,k: solve #2,right,wrong,open,missing,changed,points,reason
a.puzzle,right,right,2,0,0,0,0,2,
b.puzzle,wrong,wrong,0,2,0,0,0,0,\"k: solve: move 1, `C (1,0) (0,0)`: A stands on (0,0); k: solve #2: move 1, `A (0,0) (0,1)`: block `A` stands at (0,1)\"
";
    call.run().code(0).stdout(rows);
}

#[test]
fn what_leads_to_a_rule_is_no_question() {
    let rule = "automaton t { rule ? tree (X . X) }\n[] => .\n1 [] => X\n";
    let call = puzzled("grade --format csv m.puzzle a.puzzle b.puzzle");
    let call = call.file("m.puzzle", format!("{rule}rules => ?\n"));
    let call = call.file("a.puzzle", format!("{rule}rules => 32768\n"));
    let ended = call.file("b.puzzle", format!("{rule}rules => 7\n")).run().code(0);
    assert!(ended.out().starts_with("file,t: rules,right,"), "{}", ended.out());
    assert!(ended.out().contains("b.puzzle,wrong,0,1,"), "{}", ended.out());
}

#[test]
fn right_answers_are_shown_if_asked_for() {
    let call = |options: &str| {
        let call = puzzled(&format!("grade {options} m.puzzle a.puzzle"));
        call.file("m.puzzle", MASTER).file("a.puzzle", "matrix m { 1 2 / 3 4 }\nring 0 => 1\n")
    };
    for format in ["table", "json"] {
        let hidden = call(&format!("--format {format}")).run().code(0).out();
        let shown = call(&format!("--format {format} --show-answers")).run().code(0).out();
        assert!(!hidden.contains("240") && shown.contains("240"), "{hidden}{shown}");
        assert!(!hidden.contains("4 3 1 2") && shown.contains("4 3 1 2"), "{hidden}{shown}");
    }
}

#[test]
fn a_document_that_fails_grades_nothing() {
    let wrong = "matrix m { 1 2 / 3 4 }\nrotate 1 => 9\n";
    for (master, why) in [
        (wrong, "`puzzled test`"),
        ("matrix m { 1 2 / 3 }\nrotate 1 => ?\n", "`puzzled test`"),
        ("matrix m { 1 2 / 3 4 }\nrotate 1\n", "no expectations"),
        ("", "m.puzzle"),
    ] {
        let call = puzzled("grade m.puzzle a.puzzle").file("m.puzzle", master);
        let ended = call.file("a.puzzle", wrong).run().code(2).stdout("");
        assert!(ended.err().contains(why), "{why}: {}", ended.err());
    }
    puzzled("grade none.puzzle a.puzzle").file("a.puzzle", wrong).run().code(2).stdout("");
    puzzled("grade m.puzzle").file("m.puzzle", wrong).run().code(2).stdout("");
}

/// Returns a text that somebody hands in who means harm.
fn hostile(number: usize, random: &mut Random) -> Vec<u8> {
    let open = "(".repeat(200_000);
    let grid = ".".repeat(81);
    let board = "1 2 3 4 / 5 6 7 8 / 9 a b c / d e f .";
    let mut text = match number % 20 {
        0 => String::from("load secret.puzzle\nk: solve => 4\n"),
        1 => String::from("run secret.puzzle\nuse ../secret.puzzle\nuse k\nsolve => 4\n"),
        2 => format!("automaton k {{ rule 1 tree {open}"),
        3 => format!("sudoku s {{ {grid} }}\ncount => ?\nsolve\nsolutions => 1\n"),
        4 => format!(
            "sliders x {{ {board} / goal / {board} }}\nsolve\nsum => 1\nx: solve => 1 1 1\n"
        ),
        5 => String::from("k: solve => 4 1 1\nx: solve => 22 1 1\nx: solve => { unsolvable }\n"),
        6 => format!("k: solve => {}\n", "A (0,0) (0,1); ".repeat(50_000)),
        7 => format!("k: solve => {{\n{}", "A (0,0) (0,1)\n".repeat(50_000)),
        8 => "klotski k {\n".repeat(20_000),
        9 => "}\n=> => {{{\n".repeat(20_000),
        10 => format!("klotski k {{\n{}}}\nsolve => 4\n", "A . B . C\n".repeat(50_000)),
        11 => "k: solve => ?\n".repeat(50_000),
        12 => format!("k: solve => {}\n", "9".repeat(500_000)),
        13 => String::from("k: step 99999999999999 => 1\nk: goto 1 => 1\nm: rotate 1 => 2\n"),
        14 => format!("automaton t {{ rule 110 tree (X . X) }}\n{} [] => X\n", i64::MAX),
        15 => "matrix m { 1 2 / 3 4 }\nrotate 1 => 4 2\n".repeat(5_000),
        16 => String::from("\u{0}\u{1b}[2J\u{202e}k: solve => \u{1b}]0;x\u{7}4\n"),
        17 => format!("m: rotate 1 => {{ {} }}\n", "4 ".repeat(300_000)),
        18 => String::from(
            "record secret.txt\nsave secret.txt\noutput secret.txt\nsave m secret.txt\n",
        ),
        _ => String::from("x: solve => 1 1 1\nx: solve => 22 22 22\n"),
    }
    .into_bytes();
    if number >= 20 {
        for _ in 0..=random.below(8) {
            let at = random.below(text.len());
            let byte = random.next() as u8;
            match random.below(3) {
                0 => text[at] = byte,
                1 => text.truncate(at.max(1)),
                _ => text.insert(at, byte),
            }
        }
    }

    text
}

#[test]
fn a_hostile_pile_costs_and_shows_nothing() {
    let master = format!(
        "{MASTER}sliders x {{ R R B B / R . B B / R R B B / R B B B / goal / R R B B / R B . B / \
         R R B B / R B B B }}\nsolve => 1\n"
    );
    let mut random = Random(20);
    let mut call = puzzled("grade --time 2s --format json m.puzzle pile")
        .file("m.puzzle", &master)
        .file("secret.puzzle", "matrix treasure { 4711 }\n");
    let mut rows = 0;
    let mut binaries = 0;
    for number in 0..100 {
        let text = hostile(number, &mut random);
        *(if text.contains(&0) { &mut binaries } else { &mut rows }) += 1;
        call = call.file(&format!("pile/{number}.puzzle"), text);
    }
    let begun = Instant::now();
    let ended = call.run();
    assert!(begun.elapsed() < Duration::from_secs(120), "{:?}", begun.elapsed());
    let out = ended.out();
    let records = json_lines(&out);
    assert_eq!(records.len(), rows * 6, "a line per file and question");
    assert!(ended.err().contains(&format!("passed over {binaries} binary files")));
    assert!(!out.contains("4711") && !ended.err().contains("4711"), "a file was read");
    let err = ended.err();
    assert!(!err.contains("panic") && !err.contains("internal error"), "{err}");
    for line in &records {
        let outcomes = ["right", "wrong", "open", "missing", "changed", "unreadable"];
        assert!(outcomes.contains(&line["outcome"].as_str().expect("a word")), "{line}");
    }
    let broken = records.iter().any(|line| line["outcome"] == "unreadable");
    ended.code(i32::from(broken));
}

/// A hand-in, the outcome of the first question, and what its reason says.
type HandIn = (&'static str, &'static str, &'static str, &'static str);

const GRID: &str = "sudoku s {\n  1 . | 3 4\n  3 4 | 1 2\n  2 1 | 4 3\n  4 3 | . 1\n}\n";

#[test]
fn each_hand_in_has_a_row_and_a_reason() {
    const HAND_INS: &[HandIn] = &[
        // Another ending, and none.
        ("ann.txt", "sudoku s { 1.343412214343.1 }\nsolve => 1234341221434321\n", "right", ""),
        ("ben", "sudoku s { 1.343412214343.1 }\nsolve => r1c2=2 r4c3=2\n", "right", ""),
        ("bob.odt.bak", "My answers\n", "missing", "`s`"),
        // A mistake in its form, and other names.
        ("cy.puzzle", "sudoku { 1.343412214343.1 }\nsolve => 1234\n", "missing", "line 1: "),
        ("cyd.puzzle", "sudoku s { 1.343412214343.1 }\nsolve 1234\n", "missing", "no command"),
        ("dan.puzzle", "sudoku t { 1.343412214343.1 }\nsolve => 1\n", "missing", "found `t`"),
        ("eve.puzzle", "// nothing yet\n", "missing", "`s`"),
        // A wrong answer has the reason of the verdict.
        ("fay.puzzle", "s: solve => 1334341221434321\n", "wrong", "r1c2, `3`: 3 is in "),
        ("gil.puzzle", "s: solve => r1c2=2\n", "wrong", "s: solve: "),
        ("hal.puzzle", "sudoku s { 1.343412214343.. }\nsolve => 1\n", "changed", "`s`"),
        // Of two answers the last counts; a question is not an answer.
        ("ida.puzzle", "s: solve => 1\ns: solve => 1234341221434321\n", "right", ""),
        ("jim.puzzle", "s: solve => 1234341221434321\ns: solve => 1\n", "wrong", "s: solve: "),
        ("kim.puzzle", "s: solve => ?\ns: solve => 1234341221434321\n", "right", ""),
        ("leo.puzzle", "s: solve => 1234341221434321\ns: solve => ?\n", "right", ""),
    ];

    let call = |format: &str| {
        let call = puzzled(&format!("grade --format {format} m.puzzle class"));
        let call = call.file("m.puzzle", format!("{GRID}solve => ?\ncount => 1\n"));
        HAND_INS
            .iter()
            .fold(call, |call, (name, text, ..)| call.file(&format!("class/{name}"), text))
    };
    let read = lines(call("json"), 0);
    assert_eq!(read.len(), 2 * HAND_INS.len());
    let [csv, table] = ["csv", "table"].map(|format| call(format).run().code(0).out());

    for (number, (name, text, outcome, reason)) in HAND_INS.iter().enumerate() {
        let line = &read[2 * number];
        assert_eq!(line["file"], format!("class/{name}"));
        assert_eq!(line["outcome"], *outcome, "{text}{line}");
        let row = |text: &str| {
            let row = text.lines().find(|row| row.contains(&format!("class/{name}")));
            row.unwrap_or_else(|| panic!("{name} is missing in\n{text}")).to_owned()
        };
        let given = line["reason"].as_str().unwrap_or_default();
        let reason = reason.strip_prefix("s: solve: ").unwrap_or(reason);
        assert!(given.contains(reason), "{line}");
        assert_eq!(given.is_empty(), ["right", "open"].contains(outcome), "{line}");
        for text in [&csv, &table] {
            assert!(
                row(text).replace("\"\"", "\"").contains(given),
                "{given} is missing in {}",
                row(text)
            );
        }
    }

    assert!(!csv.contains("1234341221434321"), "the right answer is shown: {csv}");
}

#[test]
fn a_grid_that_was_filled_in_answers_its_question() {
    let filled = GRID.replace("1 .", "1 2").replace(". 1", "2 1");
    let wrong = GRID.replace("1 .", "1 3").replace(". 1", "2 1");
    let begun = GRID.replace("1 .", "1 2");
    let changed = GRID.replace("1 . | 3", "2 . | 3");
    let line = "sudoku s { 1234341221434321 }\n";
    for (text, outcomes, verdict) in [
        (filled.clone(), ["right", "missing"], Some("right")),
        (String::from(line), ["right", "missing"], Some("right")),
        (format!("{filled}solve => ?\ncount => 1\n"), ["right", "right"], Some("right")),
        (wrong, ["wrong", "missing"], Some("wrong")),
        (begun, ["wrong", "missing"], Some("unsolved")),
        (format!("{filled}solve => 1\n"), ["wrong", "missing"], Some("not-an-answer")),
        (changed, ["changed", "changed"], None),
        (String::from(GRID), ["missing", "missing"], None),
    ] {
        for stated in ["?", "1234341221434321"] {
            let call = puzzled("grade --format json m.puzzle a.puzzle").file("a.puzzle", &text);
            let read =
                lines(call.file("m.puzzle", format!("{GRID}solve => {stated}\ncount => 1\n")), 0);
            let graded: Vec<_> = read.iter().map(|line| line["outcome"].as_str()).collect();
            assert_eq!(graded, outcomes.map(Some), "{text}{read:?}");
            assert_eq!(read[0]["verdict"].as_str(), verdict, "{text}{read:?}");
            assert_eq!(read[0]["reason"].is_null(), outcomes[0] == "right", "{read:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_a_folder_holds_beside_hand_ins_is_counted() {
    let text = "matrix m { 1 2 / 3 4 }\nrotate 1 => 2 4\n";
    let files = |words: &str| {
        let call = puzzled(words).file("m.puzzle", text).file("class/a.puzzle", text);
        let call = call.file("class/.hidden", text).file("class/.git/b.puzzle", text);
        let call = call.file("class/.puzzleignore.bak", text).file("class/scan.png", "a\0b");
        std::os::unix::fs::symlink("a.puzzle", call.path("class/link.puzzle")).expect("a link");
        fifo(&call.path("class/pipe.puzzle"));
        call
    };

    let rows = |call: Call, code: i32| {
        let ended = call.run().code(code);
        (
            ended
                .out()
                .lines()
                .skip(1)
                .filter_map(|row| row.split(',').next())
                .map(String::from)
                .collect::<Vec<_>>(),
            ended.err(),
        )
    };

    let (names, errors) = rows(files("grade --format csv m.puzzle class"), 0);
    assert_eq!(names, ["class/a.puzzle"]);
    let counts = "2 hidden files, 1 link, 1 special file and 1 binary file";
    assert!(errors.contains(counts), "{errors}");

    // A file that is named has a row.
    let named = "class/.hidden class/link.puzzle class/pipe.puzzle class/scan.png";
    let (names, errors) = rows(files(&format!("grade --format csv m.puzzle {named}")), 1);
    assert_eq!(names, named.split(' ').collect::<Vec<_>>());
    assert!(errors.contains("class/pipe.puzzle: "), "{errors}");
    let (names, _) = rows(files("grade --format csv m.puzzle class/.git"), 0);
    assert_eq!(names, ["class/.git/b.puzzle"]);
}

#[test]
fn the_document_with_the_answers_is_not_a_hand_in() {
    let text = "matrix m { 1 2 / 3 4 }\nrotate 1 => 2 4\n";
    let call = |words: &str| {
        let call = puzzled(&format!("grade --format csv {words}"));
        call.file("class/deep/m.puzzle", text).file("class/a.puzzle", text)
    };
    for words in
        ["class/deep/m.puzzle class", "./class/../class/deep/m.puzzle .", "class/deep class"]
    {
        let ended = call(words).run().code(0);
        assert_eq!(ended.out().lines().count(), 2, "{words}: {}", ended.out());
        assert!(ended.out().contains("a.puzzle,right"), "{words}: {}", ended.out());
        ended.complains("m.puzzle has the answers");
    }
    let alone = call("class/deep/m.puzzle class/deep").run().code(2);
    alone.stdout("").complains(" class/deep");
    // A file that is named has a row.
    let named = call("class/deep/m.puzzle class/deep/m.puzzle").run().code(0).stderr("");
    assert_eq!(named.out().lines().count(), 2, "{}", named.out());
    puzzled("grade m.puzzle empty").file("m.puzzle", text).folder("empty").run().code(2).stdout("");
}

#[test]
fn the_answers_may_be_a_folder() {
    let first = "matrix m { 1 2 / 3 4 }\nrotate 1 => 2 4\n";
    let second = "matrix n { 1 2 / 3 4 }\nring 0 => 1 2 4 3\n";
    let call = || puzzled("grade --format csv ten class").file("ten/a.puzzle", first);
    let ended = call()
        .file("ten/deep/b.puzzle", second)
        .file("class/x.txt", format!("{first}{second}"))
        .file("class/y.txt", second)
        .run();
    let rows = "\
file,m: rotate 1,n: ring 0,right,wrong,open,missing,changed,points,reason
class/x.txt,right,right,2,0,0,0,0,2,
class/y.txt,missing,right,1,0,0,1,0,1,\"expected the puzzle `m`, found `n`\"
";
    ended.code(0).stdout(rows).stderr("");
    // A puzzle is known by its name.
    let ended = call().file("ten/b.puzzle", first).file("class/x.txt", first).run().code(2);
    ended.stdout("").complains("ten/b.puzzle declares `m`");
    let ended = call().file("ten/b.puzzle", "matrix n { 1 }\nring 0 => 2\n").file("class/x", first);
    ended.run().code(2).stdout("").complains("ten/b.puzzle ").complains("`puzzled test`");
}

#[cfg(unix)]
#[test]
fn what_is_not_a_regular_file_is_not_read() {
    let call = puzzled("grade --format csv m.puzzle zero.puzzle big.puzzle")
        .file("m.puzzle", "matrix m { 1 2 / 3 4 }\nrotate 1 => 2 4\n")
        .file("big.puzzle", "// a\n".repeat(1_000_000));
    std::os::unix::fs::symlink("/dev/zero", call.path("zero.puzzle")).expect("a link");
    let ended = call.run().code(1).complains("not a regular file").complains("larger than 4 MiB");
    assert_eq!(ended.out().matches(",unreadable,").count(), 2, "{}", ended.out());
}

#[test]
fn every_missing_answer_has_a_reason() {
    let master = "sudoku s { 1.343412214343.1 }\nsolve => 1234341221434321\ncount => 1\n\
                  matrix m { 1 2 / 3 4 }\nring 0 => 1 2 4 3\nring 0 => 1 2 4 3\n";
    for hand_in in [
        "",
        "sudoku s { 1234341221434321 }\n",
        "sudoku s { 1.343412214343.1 }\ncount => 1\n",
        "sudoku s { 1.343412214343.1 }\nsolve => 1234341221434321\ncount => ?\n",
        "matrix m { 1 2 / 3 4 }\nring 0 => 1 2 4 3\n",
        "matrix m { 1 2 / 3 4 }\nring 0 => 9\nsudoku s { 1.343412214343.1 }\n",
        "matrix m { 1 2 / 3 4 }\nshow => 9\nsudoku s { 1.343412214343.1 }\n",
        "matrix n { 1 2 / 3 4 }\nring 0 => 1 2 4 3\n",
    ] {
        let call = puzzled("grade --format json m.puzzle h.puzzle");
        let records = lines(call.file("m.puzzle", master).file("h.puzzle", hand_in), 0);
        assert_eq!(records.len(), 4, "{hand_in}");
        for record in records {
            let is_missing = record["outcome"] == "missing";
            let reason = record["reason"].as_str().unwrap_or_default();
            assert!(!is_missing || !reason.is_empty(), "{hand_in}{record}");
        }
    }
}

/// The first name that two documents share is named, in each of many runs.
#[test]
fn documents_that_share_names_give_the_same_text_in_each_run() {
    let names = ["kim", "sam", "tom", "ann", "bob", "eve", "joe", "lea"];
    let declared = names.map(|name| format!("matrix {name} {{ 1 2 / 3 4 }}\nring 0 => 1 2 4 3\n"));
    for _ in 0..8 {
        let call = puzzled("grade masters h.puzzle")
            .file("masters/a.puzzle", declared.concat())
            .file("masters/b.puzzle", declared.concat())
            .file("h.puzzle", "");
        call.run().code(2).stdout("").stderr(
            "puzzled: masters/b.puzzle declares `kim`, and so does a file before it; give each \
             puzzle its own name\n",
        );
    }
}
