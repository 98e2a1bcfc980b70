//! The kind through its door: bodies read, commands run.

use super::{Klotski, Model};
use crate::diag::Sink;
use crate::kind::{Body, Game, Reading, Verdict};
use crate::search::Budget;
use crate::text::{Source, Span};

const LITTLE: &str = "A . B\nC . B\nC D .\ngoal A at (2,2)\n";

/// Reads the body of a declaration: the model, and the codes of what is wrong with where it is.
fn read(text: &str) -> (Option<Model>, Vec<(&'static str, String)>) {
    let mut sink = Sink::new();
    let span = Span::new(0, text.len() as u32);
    let body = Body { source: text, span, name: Span::new(0, 1), raw: false };
    let model = Klotski::read(&body, &mut sink).map(|Reading { model, .. }| model);
    let told = sink.found().iter().map(|f| (f.code.path, text[f.span.range()].to_owned()));
    (model, told.collect())
}

fn judge(text: &str) -> (Vec<String>, Verdict, usize) {
    let mut sink = Sink::new();
    let mut lines = Vec::new();
    let source = Source::new("", text);
    let mut emit = |line: &str| lines.push(line.to_owned());
    let verdict = Klotski::judge(&source, &Budget::unlimited(), &mut sink, &mut emit);
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
        let (model, told) = read(text);
        assert_eq!(told, [], "{text}");
        assert_eq!(model.expect("the board is sound").board, keyed.board, "{text}");
    }
}

#[test]
fn integers_are_labels_where_no_size_is_meant() {
    let (model, told) = read("1 2\n1 3\n. 3\n");
    assert_eq!(told, []);
    let board = model.expect("the board is sound").board;
    assert_eq!((board.rows, board.columns, board.blocks.len()), (3, 2, 3));
    let (model, told) = read("2 2\n1 2\n. 2\n2\n1 0\n");
    assert_eq!(told, []);
    let board = model.expect("the board is sound").board;
    assert_eq!((board.rows, board.columns, board.goals.len()), (2, 2, 1));
}

#[test]
fn faults_are_told_at_their_places() {
    for (text, told) in [
        ("A . B\nC .\nC D\n", vec![("klotski::ragged-row", "A . B")]),
        ("A.B\nC.\nCD.\nE", vec![("klotski::ragged-row", "C."), ("klotski::ragged-row", "E")]),
        ("4 3\nA.B\nC.B\nA\n2 2", vec![("klotski::wrong-rows", "A.B\nC.B")]),
        ("A . A\n", vec![("klotski::disconnected", "A")]),
        (
            "A .\ngoal B at (0,1)\ngoal A at (1,1)",
            vec![("klotski::unknown-label", "B"), ("klotski::target-off-board", "(1,1)")],
        ),
        ("A .\ngoal A (0,1)", vec![("syntax::bad-argument", "(0,1)")]),
        ("A .\ngoal A at (9999999999,1)", vec![("klotski::target-off-board", "(9999999999,1)")]),
        ("", vec![("klotski::empty", "")]),
    ] {
        let found = if text.is_empty() { read(" ").1 } else { read(text).1 };
        let found: Vec<_> = found.iter().map(|(code, at)| (*code, at.trim())).collect();
        assert_eq!(found, told, "{text}");
    }
}

#[test]
fn a_block_in_pieces_moves_as_one() {
    let (lines, verdict, _) = judge("1 5\nA . A . .\nA\n0 2\n");
    assert_eq!((lines.join("|").as_str(), verdict), ("1\nA (0,0) (0,2)", Verdict::Fine));
}

#[test]
fn the_judge_hears_nothing_but_the_answer() {
    let (lines, verdict, told) = judge("3 3\nA . B\nC . B\nC D .\nA\n2 2\n");
    let text = lines.join("\n");
    assert_eq!(text.lines().next(), Some("4"));
    assert_eq!((text.lines().count(), verdict, told), (5, Verdict::Fine, 0));
    let (lines, verdict, told) = judge("1 3\nA B .\nB\n0 0\n");
    assert_eq!((lines, verdict, told), (vec![String::from("unsolvable")], Verdict::Unsolvable, 0));
    let (lines, ..) = judge("1 3\nA B .\nB\n0 1\n");
    assert_eq!(lines, ["0"]);
}
