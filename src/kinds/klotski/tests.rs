//! The kind through its public interface: bodies read, commands run.

use super::Model;
use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::kinds::klotski::INFO;
use crate::puzzle::Board;
use crate::puzzle::moves::MoveGame;
use crate::puzzle::testing::{self, first_fix};
use crate::puzzle::{Body, Depth, Out, Verdict};
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::{Source, Span};

const LITTLE: &str = "A . B\nC . B\nC D .\ngoal A at (2,2)\n";

/// Reads the body of a declaration: the model, and the codes of its diagnostics with their places.
fn read(text: &str) -> (Option<Model>, Vec<(&'static str, String)>) {
    let mut sink = Sink::new();
    let span = Span::new(0, text.len() as u32);
    let body = Body {
        source: text,
        span,
        name: Span::new(0, 1),
        raw: false,
        joined: false,
        goal: None,
        level: None,
    };
    let model = <Model as MoveGame>::read(&body, &mut Out::new(&mut sink));
    let diagnostics =
        sink.diagnostics().iter().map(|f| (f.code.path, text[f.span.range()].to_owned()));
    (model, diagnostics.collect())
}

fn judge(text: &str) -> (Vec<String>, Verdict, usize) {
    let mut sink = Sink::new();
    let mut lines = Vec::new();
    let source = Source::new("", text);
    let mut emit = |_: u32, line: &str| lines.push(line.to_owned());
    let verdict = (INFO.judge)((&source).into(), &Budget::unlimited(), &mut sink, &mut emit);
    (lines, verdict, sink.len())
}

#[test]
fn verbatim_and_keyed_bodies_mean_the_same() {
    let (keyed, _) = read(LITTLE);
    let keyed = keyed.expect("the board is sound");
    for text in [
        "3 3\nA . B\nC . B\nC D .\nA\n2 2\n",
        "3 3\nA.B\nC.B\nCD.\ngoal A at (2,2)\n",
        "A.B\nC.B\nCD.\n\ngoal A at ( 2 , 2 ) // there",
        "  A.B\r\n  C.B\r\n  CD.\r\n  goal A at (2,2)",
    ] {
        let (model, diagnostics) = read(text);
        assert_eq!(diagnostics, [], "{text}");
        assert_eq!(model.expect("the board is sound").board, keyed.board, "{text}");
    }
}

#[test]
fn integers_are_labels_where_no_size_is_meant() {
    let (model, diagnostics) = read("1 2\n1 3\n. 3\n");
    assert_eq!(diagnostics, []);
    let board = model.expect("the board is sound").board;
    assert_eq!((board.rows, board.columns, board.blocks.len()), (3, 2, 3));
    let (model, diagnostics) = read("2 2\n1 2\n. 2\n2\n0 0\n");
    assert_eq!(diagnostics, []);
    let board = model.expect("the board is sound").board;
    assert_eq!((board.rows, board.columns, board.goals.len()), (2, 2, 1));
}

#[test]
fn faults_are_told_at_their_places() {
    for (text, expected) in [
        ("A . B\nC .\nC D\n", vec![("klotski::ragged-row", "A . B")]),
        ("A.B\nC.\nCD.\nE", vec![("klotski::ragged-row", "C."), ("klotski::ragged-row", "E")]),
        ("4 3\nA.B\nC.B\nA\n2 2", vec![("klotski::wrong-rows", "A.B\nC.B")]),
        ("A . A\n", vec![("klotski::disconnected", "A")]),
        (
            "A .\ngoal B at (0,1)\ngoal A at (1,1)",
            vec![("klotski::unknown-label", "B"), ("klotski::target-off-board", "(1,1)")],
        ),
        ("A .\ngoal A (0,1)", vec![("syntax::bad-argument", "(0,1)")]),
        ("A goal\n. .\ngoal A at (1,0)", vec![("klotski::bad-label", "goal")]),
        ("A .\ngaol A at (0,1)", vec![("klotski::no-goal", "gaol")]),
        ("A .\ngoal A at (9999999999,1)", vec![("klotski::target-off-board", "(9999999999,1)")]),
        ("", vec![("klotski::empty", "")]),
    ] {
        let diagnostics = if text.is_empty() { read(" ").1 } else { read(text).1 };
        let diagnostics: Vec<_> = diagnostics.iter().map(|(code, at)| (*code, at.trim())).collect();
        assert_eq!(diagnostics, expected, "{text}");
    }
}

#[test]
fn a_fix_makes_the_change_that_was_meant() {
    let board = "A . B\nC . B\nC D .\n";
    for (wrong, code, blamed, right) in [
        ("goal A (2,2) at", "syntax::bad-argument", "(2,2)", "goal A at (2,2)"),
        ("goal at A (2,2)", "syntax::bad-argument", "A", "goal A at (2,2)"),
        ("goal A A at (2,2)", "syntax::bad-argument", "A", "goal A at (2,2)"),
        ("goal A (2,2)", "syntax::bad-argument", "(2,2)", "goal A at (2,2)"),
        ("goal A a (2,2)", "syntax::bad-argument", "a", "goal A at (2,2)"),
        ("goal A at (2,.2)", "syntax::bad-argument", "(2,.2)", "goal A at (2,2)"),
        ("goal A at 2,2", "syntax::bad-argument", "2,2", "goal A at (2,2)"),
        ("goal A at 2 2", "syntax::bad-argument", "2", "goal A at (2,2)"),
        ("goal A at x2,2)", "syntax::bad-argument", "x2,2)", "goal A at (2,2)"),
        ("goal A at (2,2) x", "syntax::trailing-text", "x", "goal A at (2,2) "),
        ("goal: A at (2,2)", "klotski::no-goal", "goal:", "goal A at (2,2)"),
        ("exit A at (2,2)", "klotski::no-goal", "exit", "goal A at (2,2)"),
        ("goalA at (2,2)", "klotski::no-goal", "goalA", "goal A at (2,2)"),
        ("goal at (2,2)", "syntax::bad-argument", "at", "goal at (2,2)"),
    ] {
        let fix = first_fix(&INFO, &format!("{board}{wrong}"));
        assert_eq!(fix, (code, blamed.to_owned(), format!("{board}{right}")), "{wrong}");
    }
    for (wrong, code, blamed, right) in [
        // The place of a verbatim goal.
        ("1 3\nA . .\nA\n0,2", "syntax::bad-argument", "0,2", "1 3\nA . .\nA\n0 2"),
        ("1 3\nA . .\nA\n(0,2)", "syntax::bad-argument", "(0,2)", "1 3\nA . .\nA\n0 2"),
        // A row that is a cell too long or too short.
        ("A B .\nA B B .\nC . .\n", "klotski::ragged-row", "A B B .", "A B .\nA B .\nC . .\n"),
        ("AB.\nA.\nC..\n", "klotski::ragged-row", "A.", "AB.\nA..\nC..\n"),
        // Signs of other programs for an empty cell.
        ("A A 0\n0 B C", "klotski::no-room", "0", "A A .\n. B C"),
        ("A A _\n_ B C", "klotski::no-room", "_", "A A .\n. B C"),
    ] {
        assert_eq!(first_fix(&INFO, wrong), (code, blamed.to_owned(), right.to_owned()), "{wrong}");
    }
    testing::faults_without_fix(
        &INFO,
        &[
            ("A .\n\nA .\n. .\n", "klotski::stray-line", "A ."),
            ("A B .\ngoal B at (1,1)\nC . .\n. . .\n", "klotski::stray-line", "C . ."),
            ("AB.\n..C\nA . .\n", "klotski::ragged-row", "A . ."),
            ("A B .\n..C\nA . .\n", "klotski::ragged-row", "..C"),
            ("A B\nC .\nA B\n", "klotski::disconnected", "A"),
            ("A B\nC .\nA B\ngoal A at (2,0)", "klotski::target-leaves-board", "(2,0)"),
        ],
    );
}

#[test]
fn a_block_in_pieces_moves_as_one() {
    let (lines, verdict, _) = judge("1 5\nA . A . .\nA\n0 2\n");
    assert_eq!((lines.join("|").as_str(), verdict), ("1\nA (0,0) (0,2)", Verdict::Fine));
}

#[test]
fn the_judge_hears_nothing_but_the_answer() {
    let (lines, verdict, reported) = judge("3 3\nA . B\nC . B\nC D .\nA\n2 2\n");
    let text = lines.join("\n");
    assert_eq!(text.lines().next(), Some("4"));
    assert_eq!((text.lines().count(), verdict, reported), (5, Verdict::Fine, 0));
    let (lines, verdict, reported) = judge("1 3\nA B .\nB\n0 0\n");
    assert_eq!(
        (lines, verdict, reported),
        (vec![String::from("unsolvable")], Verdict::Unsolvable, 0)
    );
    let (lines, ..) = judge("1 3\nA B .\nB\n0 1\n");
    assert_eq!(lines, ["0"]);
}

fn open(text: &str) -> Board {
    let span = Span::new(0, text.len() as u32);
    let body = Body {
        source: text,
        span,
        name: Span::new(0, 1),
        raw: false,
        joined: false,
        goal: None,
        level: None,
    };
    INFO.open(&body, KINDS, &mut Sink::new()).expect("the board is sound")
}

/// Returns the answer of a command, or the code of its failure.
fn tell(puzzle: &mut Board, command: &str, budget: &Budget) -> Result<String, &'static str> {
    let mut sink = Sink::new();
    let text = Fragment { text: command, start: 0 };
    match puzzle.run(text, Depth::Run, budget, &mut sink) {
        Some(answer) => Ok(answer.into_text().expect("the runner computes answers")),
        None => Err(sink.diagnostics()[0].code.path),
    }
}

#[test]
fn any_solution_of_the_same_length_is_accepted_and_no_other() {
    let mut puzzle = open(LITTLE);
    let goals = tell(&mut puzzle, "goals 100", &Budget::unlimited()).expect("an answer");
    let mut accepts = |expected: &str| testing::accepts(&mut puzzle, expected);
    assert!(goals.lines().count() > 1);
    for goal in goals.lines() {
        assert!(accepts(&format!("4\n{}", goal.replace("; ", "\n"))), "{goal}");
    }
    let whole = goals.lines().next().unwrap_or_default().replace("; ", "\n");
    let short: Vec<&str> = whole.lines().take(3).collect();
    assert!(!accepts(&format!("4\n{}", short.join("\n"))), "a move is missing");
    assert!(!accepts(&format!("5\n{whole}")), "another length");
    assert!(!accepts("4\nA right\nA left\nA right\nA left"), "it ends elsewhere");
    assert!(!accepts("4\nA (0,0) (2,2)\nA left\nA left\nA left"), "not legal");
}

#[test]
fn completion_offers_legal_moves_alone() {
    let mut puzzle = open(LITTLE);
    let words = |puzzle: &Board, text: String| puzzle.complete(Fragment { text: &text, start: 0 });
    assert_eq!(words(&puzzle, String::from("move ")), ["A", "B", "D"]);
    let mut offered = 0;
    for label in ["A", "B", "C", "D"] {
        for word in words(&puzzle, format!("move {label} ")) {
            if ["up", "down", "left", "right"].contains(&word.as_str()) {
                offered += 1;
                let command = format!("move {label} {word}");
                tell(&mut puzzle, &command, &Budget::unlimited()).expect("it is legal");
                tell(&mut puzzle, "undo", &Budget::unlimited()).expect("it was made");
            }
        }
        for place in words(&puzzle, format!("move {label} to ")) {
            offered += 1;
            let command = format!("move {label} to {place}");
            tell(&mut puzzle, &command, &Budget::unlimited()).expect("it is legal");
            tell(&mut puzzle, "undo", &Budget::unlimited()).expect("it was made");
        }
    }
    assert_eq!(offered, 5 + 7, "slides and moves");
    assert!(words(&puzzle, String::from("move C ")).is_empty(), "it cannot move");
    // `why not` offers what is illegal.
    assert_eq!(words(&puzzle, String::from("why not ")), ["A", "B", "C", "D"]);
    for label in ["A", "B", "C", "D"] {
        for word in words(&puzzle, format!("why not {label} ")) {
            let command = format!("move {label} {word}");
            assert!(tell(&mut puzzle, &command, &Budget::unlimited()).is_err(), "{command}");
        }
    }
    assert_eq!(words(&puzzle, String::from("why not C ")).len(), 4);
}

#[test]
fn undo_brings_a_search_back_and_a_failing_move_changes_nothing() {
    let mut puzzle = open(LITTLE);
    let budget = Budget::unlimited();
    tell(&mut puzzle, "paths 3", &budget).expect("paths");
    let searched = tell(&mut puzzle, "status", &budget).expect("figures");
    assert!(searched.starts_with("expanded 1 frontier 7 depth 1\n"), "{searched}");
    let shown = tell(&mut puzzle, "show", &budget);
    for (command, code) in [
        ("move A up", "klotski::leaves-board"),
        ("move A down", "klotski::overlaps"),
        ("move A to (2,2)", "klotski::no-way"),
        ("play A right; A (0,0) (1,1)", "klotski::stands-elsewhere"),
        ("move E up", "klotski::unknown-label"),
    ] {
        assert_eq!(tell(&mut puzzle, command, &budget), Err(code), "{command}");
        assert_eq!(tell(&mut puzzle, "show", &budget), shown, "{command}");
        assert_eq!(tell(&mut puzzle, "status", &budget), Ok(searched.clone()), "{command}");
    }
    tell(&mut puzzle, "move A right", &budget).expect("it is legal");
    let fresh = tell(&mut puzzle, "status", &budget).expect("figures");
    assert!(fresh.starts_with("expanded 0 frontier 1 depth 0\n"), "{fresh}");
    tell(&mut puzzle, "undo", &budget).expect("it was made");
    assert_eq!(tell(&mut puzzle, "status", &budget), Ok(searched));
}

#[test]
fn exhaustion_proves_that_there_is_no_solution() {
    let mut puzzle = open("A B .\ngoal B at (0,0)\n");
    let budget = Budget::unlimited();
    assert_eq!(tell(&mut puzzle, "solve", &budget), Ok(String::from("unsolvable")));
    let status = tell(&mut puzzle, "status", &budget).expect("figures");
    assert!(status.starts_with("expanded 3 frontier 0 depth 2\n"), "{status}");
}
