//! Answers as values, answers that a person would accept, and what `check` and `hint` say of the
//! current state.

use std::collections::BTreeMap;

use crate::common::{change, json_lines, puzzled, run_document};
use ::puzzled::kinds::KINDS;
use serde_json::Value;

/// Returns the last answer of a document.
fn last(text: &str) -> String {
    let (_, answers, diagnostics) = run_document(text);
    answers.last().unwrap_or_else(|| panic!("{text}: {diagnostics:?}")).clone()
}

/// Returns the declaration of the example of a kind.
fn example(kind: &str) -> &'static str {
    KINDS.kind(kind).expect("the kind exists").example
}

#[test]
fn check_looks_at_the_current_state() {
    let cases = [
        ("sudoku", "sudoku s { 1..4 / ..1. / .1.. / 4.21 }", "play r1c2=3", "error[sudoku::"),
        (
            "klotski",
            "klotski k { A . / . . / goal A at (1,1) }",
            "play A right; A down",
            "warning[klotski::already-solved]",
        ),
        (
            "rush",
            "rush r { AA.. / .... / .... / .... }",
            "play A+2",
            "warning[rush::already-solved]",
        ),
        (
            "bloxorz",
            "bloxorz b { SooopoT / x------ / o------ / p: bridge extended / x: soft retracts p }",
            "play D",
            "error[bloxorz::unreachable]",
        ),
        ("sliders", "sliders s { 1 2 / 3 . / goal / 1 2 / . 3 }", "play R", "ok"),
        ("matrix", "matrix m { 1 2 / 3 4 }", "rotate 1", "ok"),
        ("automaton", "automaton a { rule 7 tree (X . X) }", "step", "ok"),
    ];

    for (kind, declaration, play, after) in cases {
        // The puzzle as it was declared has an idle switch.
        let idle = "advice[bloxorz::idle-switch]: switch `x`";
        let before = if kind == "bloxorz" { idle } else { "ok" };
        let answer = last(&format!("{declaration}\ncheck\n"));
        assert!(answer.starts_with(before), "{kind} before: {answer}");
        let answer = last(&format!("{declaration}\n{play}\ncheck\n"));
        assert!(answer.starts_with(after), "{kind} after {play}: {answer}");
        let answer = last(&format!("{declaration}\n{play}\nundo\ncheck\n"));
        assert!(answer.starts_with(before), "{kind} after undo: {answer}");
    }

    // Advice is about the current state, too: block `B` is in the way until it has moved.
    let board = "klotski k { B A A / . . . / . . . / goal A at (0,0) }";
    let idle = "advice[klotski::idle-part]: block `B`";
    for (moves, expected) in
        [("", "ok"), ("play B down; B down\n", idle), ("play B down\nundo\n", "ok")]
    {
        let answer = last(&format!("{board}\n{moves}check\n"));
        assert!(answer.starts_with(expected) && answer.lines().count() == 1, "{moves}: {answer}");
    }

    for kind in KINDS {
        let declaration = kind.example;
        let change = change(kind);
        let before = last(&format!("{declaration}check\n"));
        let after = last(&format!("{declaration}{change}\nundo\ncheck\n"));
        assert_eq!(after, before, "{} after {change} and undo", kind.name);
    }
}

#[test]
fn check_says_of_a_declaration_what_check_solve_says() {
    for (kind, body) in [
        ("sliders", "1 2 3 / 4 5 6 / 8 7 . / goal / 1 2 3 / 4 5 6 / 7 8 ."),
        ("sudoku", "1..4 / ..1. / .1.. / 4..."),
        ("sudoku", "11.. / .... / .... / ...."),
        ("sudoku", ".... / .... / .... / 1234"),
        ("klotski", "A B . / goal A at (0,2)"),
        ("matrix", "1 2 3 / 4 5 6 / 7 8 9"),
        ("bloxorz", "So-T"),
        ("rush", "AA.# / .... / .... / ...."),
    ] {
        let declaration = format!("{kind} p {{ {body} }}\n");
        let source = ::puzzled::text::Source::new("x", &*declaration);
        let diagnostics = crate::common::diagnostics(&source, "solve");
        let mut expected: Vec<_> = diagnostics
            .iter()
            .map(|diagnostic| {
                format!(
                    "{}[{}]: {}",
                    diagnostic.severity().word(),
                    diagnostic.code.path,
                    diagnostic.message
                )
            })
            .collect();
        let answer = last(&format!("{declaration}check\n"));
        let mut lines: Vec<_> = answer.lines().filter(|line| *line != "ok").collect();
        expected.sort_unstable();
        lines.sort_unstable();
        assert_eq!(lines, expected, "{declaration}");
    }
}

#[test]
fn a_hint_of_a_sudoku_says_why_there_is_none() {
    for (grid, hint) in [
        ("1234 / 3412 / 2143 / 4321", "solved"),
        ("1234 / 3412 / 2143 / 4322", "impossible"),
        ("11.. / .... / .... / ....", "impossible"),
        ("123. / .... / .... / ...4", "impossible"),
        ("1... / .... / .... / ....", "no technique"),
    ] {
        assert_eq!(last(&format!("sudoku s {{ {grid} }}\nhint\n")), hint, "{grid}");
    }
    let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let step = last(&format!("sudoku s {{ {line} }}\nhint\n"));
    assert!(step.starts_with("forcing-chain-"), "{step}");
    let step = last(&format!("{}hint\n", example("sudoku")));
    assert!(step.starts_with("naked-single "), "{step}");
}

/// Answers of `solve` in JSON, as the prompt gives them.
fn solutions(text: &str) -> Vec<Value> {
    let ended = puzzled("repl").input(format!("set format json\n{text}")).run();
    json_lines(&ended.out())
        .into_iter()
        .map(|mut value| value["answer"].take())
        .filter(|answer| answer["length"].is_u64())
        .collect()
}

#[test]
fn a_solution_in_json_has_as_many_moves_as_it_is_long() {
    let text = "bloxorz b { SoooT / ooooo / ooooo }\nsolve\n";
    let expected = serde_json::json!({"length": 5, "moves": ["R", "R", "D", "R", "U"]});
    assert_eq!(solutions(text), [expected]);
    let mut seen = BTreeMap::new();
    for kind in KINDS {
        let info = kind;
        let text = format!("{}solve\n", info.example);
        for answer in solutions(&text) {
            let moves = answer["moves"].as_array().expect("a list of moves");
            // To give control to the other cube costs nothing.
            let count = moves.iter().filter(|token| *token != "_").count() as u64;
            assert_eq!(answer["length"], count, "{}: {answer}", info.name);
            assert!(
                moves.iter().all(|token| token.as_str().is_some_and(|token| !token.contains('\n')))
            );
            *seen.entry(info.name).or_insert(0) += count;
        }
    }
    assert!(seen.len() >= 4 && seen.values().all(|moves| *moves > 0), "{seen:?}");
}

/// Documents whose expectations hold.
const ACCEPTED: &[&str] = &[
    // A grid of a sudoku, as a body may have it.
    "sudoku s { 1.34 / 3412 / 2143 / 432. }\nsolve => {\n  1234\n  3412\n  2143\n  4321\n}\n",
    "sudoku s { 1.34 / 3412 / 2143 / 432. }\nsolve => {\n  12 | 34\n  34 | 12\n  ---+---\n  21 | 43\n  43 | 21\n}\n",
    "sudoku s { 1.34 / 3412 / 2143 / 432. }\nsolve => {\n  1 2 3 4\n  3 4 1 2\n\n  2 1 4 3\n  4 3 2 1\n}\n",
    "sudoku s { 1.34 / 3412 / 2143 / 432. }\nsolve => 1234 3412 2143 4321\n",
    "sudoku s { 1.34 / 3412 / 2143 / 432. }\nsolve => 1234 / 3412 / 2143 / 4321\n",
    // Each of several solutions.
    "sudoku s { 12.. / 34.. / .... / .... }\nsolve => 1234 3412 2143 4321\n",
    "sudoku s { 12.. / 34.. / .... / .... }\nsolve => 1234341223414123\n",
    // After moves.
    "sudoku s { 12.. / 34.. / .... / .... }\nplay r3c1=4\nsolve => 1234 3412 4321 2143\n",
    // Letters on the line.
    "bloxorz b { SoooT / ooooo / ooooo }\nsolve => RRDRU\n",
    "bloxorz b { SoooT / ooooo / ooooo }\nsolve => 5 RRDRU\n",
    "bloxorz b { SoooT / ooooo / ooooo }\nsolve => DRURR\n",
    "bloxorz b { SoooT / ooooo / ooooo }\nsolve => {\n  RRDRU\n}\n",
    "bloxorz b { SoooT / ooooo / ooooo }\nsolve => {\n  5\n  RRD\n  RU\n}\n",
    "sliders s { 1 2 / 3 . / goal / 1 2 / . 3 }\nsolve => R\n",
    "sliders s { 1 2 / 3 . / goal / 1 2 / . 3 }\nsolve => 1 R\n",
    "klotski k { A . / . . / goal A at (1,1) }\nsolve => 1\n",
    "klotski k { A B . / C C . / goal B at (1,2) }\nsolve => 1 B (0,1) (1,2)\n",
];

/// Documents whose last expectation does not hold.
const REJECTED: &[&str] = &[
    "sudoku s { 1.34 / 3412 / 2143 / 432. }\nsolve => 1234 3412 2143 4312\n",
    "sudoku s { 1.34 / 3412 / 2143 / 432. }\nsolve => 1234 3412 2143 432.\n",
    "sudoku s { 1.34 / 3412 / 2143 / 432. }\nsolve => 2143 4321 1234 3412\n",
    "sudoku s { 12.. / 34.. / .... / .... }\nplay r3c1=4\nsolve => 1234 3412 2143 4321\n",
    "sudoku s { 12.3 / 34.. / .... / .... }\nsolve => unsolvable\n",
    "bloxorz b { SoooT / ooooo / ooooo }\nsolve => RRDR\n",
    "bloxorz b { SoooT / ooooo / ooooo }\nsolve => 6 RRDRU\n",
    "bloxorz b { SoooT / ooooo / ooooo }\nsolve => DURRDRU\n",
    "bloxorz b { SoooT / ooooo / ooooo }\nsolve => {\n  5\n}\n",
    "sliders s { 1 2 / 3 . / goal / 1 2 / . 3 }\nsolve => U\n",
];

#[test]
fn answers_that_a_person_would_accept_hold_and_are_left_alone() {
    for text in ACCEPTED {
        let (_, _, diagnostics) = run_document(text);
        let wrong =
            diagnostics.iter().find(|diagnostic| diagnostic.code.path == "expectation::wrong");
        assert_eq!(wrong, None, "{text}");
        let ended = puzzled("test --bless a.puzzle").file("a.puzzle", text).run();
        assert_eq!(ended.content("a.puzzle"), text.as_bytes());
    }
    for text in REJECTED {
        let (_, _, diagnostics) = run_document(text);
        assert!(
            diagnostics.iter().any(|diagnostic| diagnostic.code.path == "expectation::wrong"),
            "{text}"
        );
    }
}

#[test]
fn an_illegal_move_names_the_cell_of_its_piece() {
    for (kind, text, moves, cell) in [
        ("klotski", "3 3\nA . B\nC . B\nC D .\nA\n2 2\n", "A right; C right", "(1,0)"),
        ("rush", "....\nAA..\n.B..\n.B..\n", "B-1", "(2,1)"),
        ("sudoku", "1234\n34..\n21..\n43..\n", "r2c3=1 r2c4=1", "r2c4"),
        ("bloxorz", "SofoooT\n", "RU", "(0,1)"),
        ("sliders", "1 2\n3 .\ngoal\n1 2\n. 3\n", "L", "(1,1)"),
    ] {
        let line = serde_json::json!({ "kind": kind, "puzzle": text, "answer": moves });
        let ended = puzzled("verify --jsonl").input(format!("{line}\n")).run();
        let value: Value = serde_json::from_str(&ended.out()).expect("JSON");
        assert_eq!(value["verdict"], "illegal", "{kind}: {value}");
        assert_eq!(value["at"]["cell"], cell, "{kind}: {value}");
    }
}
