//! The kind through its public interface.

use proptest::prelude::*;

use super::{Matrix, aligned, begins_like_a_header};
use crate::diag::{Diagnostic, Sink, edited};
use crate::kinds::KINDS;
use crate::puzzle::read_lines;
use crate::puzzle::testing::{self, first_fix};
use crate::puzzle::{Answer, Ask, Board, Body, Depth, Out};
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::{Source, Span};

use super::INFO as KIND;

const FOUR_BY_FIVE: &str = "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n";

/// A puzzle and the commands that its body implies.
type Declared = (Board, Vec<Ask>);

fn declared(text: &str) -> (Option<Declared>, Vec<Diagnostic>) {
    let source = Source::new("x", text);
    let mut sink = Sink::new();
    let body = Body {
        source: source.text(),
        span: Span::new(0, text.len() as u32),
        name: Span::new(0, 0),
        raw: false,
        joined: false,
        goal: None,
        level: None,
    };
    let model = KIND.read(&body, &mut Out::new(&mut sink));
    let opened = model.map(|model| (model.open(KINDS), model.asks().to_vec()));
    (opened, sink.take())
}

fn puzzle(text: &str) -> Board {
    declared(text).0.expect("a sound matrix").0
}

fn run(puzzle: &mut Board, text: &str) -> Result<String, (&'static str, String)> {
    run_at(puzzle, text, Depth::Run)
}

fn run_at(puzzle: &mut Board, text: &str, depth: Depth) -> Result<String, (&'static str, String)> {
    let mut sink = Sink::new();
    let answer = puzzle.run(Fragment { text, start: 0 }, depth, &Budget::unlimited(), &mut sink);
    if let Some(answer) = answer {
        assert!(sink.is_empty());
        return Ok(answer.into_text().unwrap_or_else(|| String::from("?")));
    }
    assert_eq!(sink.len(), 1, "one fault, one diagnostic");
    let fault = &sink.diagnostics()[0];
    Err((fault.code.path, text[fault.span.range()].to_owned()))
}

/// Returns the diagnostics of a body: the codes and the texts at their places.
fn faults(text: &str) -> Vec<(&'static str, &str)> {
    let faults = declared(text).1;
    faults.iter().map(|fault| (fault.code.path, &text[fault.span.range()])).collect()
}

fn judge(text: &str) -> (String, Vec<(&'static str, String)>) {
    let source = Source::new("x", text);
    let mut sink = Sink::new();
    let mut out = String::new();
    (KIND.judge)((&source).into(), &Budget::unlimited(), &mut sink, &mut |_, line| {
        out += line;
        out.push('\n');
    });
    let faults = sink.take();
    let said = |fault: &Diagnostic| (fault.code.path, text[fault.span.range()].to_owned());
    (out, faults.iter().map(said).collect())
}

#[test]
fn commands_and_their_answers() {
    let mut puzzle = puzzle(FOUR_BY_FIVE);
    let puzzle = &mut puzzle;
    let turned = "15 20 19 18 17\n10 13 12 7 16\n5 14 9 8 11\n4 3 2 1 6";
    assert_eq!(run(puzzle, "rotate -9223372036854775808").as_deref(), Ok(turned));
    assert_eq!(run(puzzle, "show").as_deref(), Ok(turned));
    assert_eq!(run(puzzle, "ring of (2,1)").as_deref(), Ok("1 5"));
    assert_eq!(run(puzzle, "ring 1").as_deref(), Ok("13 12 7 8 9 14"));
    assert_eq!(run(puzzle, "undo").as_deref(), Ok(FOUR_BY_FIVE.trim_end()));
    assert_eq!(run(puzzle, "redo").as_deref(), Ok(turned));
    assert_eq!(run(puzzle, "reset").as_deref(), Ok(FOUR_BY_FIVE.trim_end()));
    assert_eq!(
        run(puzzle, "rings").as_deref(),
        Ok("1 2 3 4 5 10 15 20 19 18 17 16 11 6\n7 8 9 14 13 12")
    );
    let played = run(puzzle, "play rotate 5 ; rotate -9223372036854775808;rotate -5;");
    assert_eq!(played.as_deref(), Ok(turned));
    assert_eq!(run(puzzle, "check").as_deref(), Ok("ok"));
    assert_eq!(
        run(puzzle, "status").as_deref(),
        Ok("4 rows, 5 columns, 2 rings, turned 9223372036854775808 clockwise")
    );
    assert_eq!(puzzle.changed(), 3);
}

#[test]
fn the_checker_follows_without_computing() {
    let mut small = puzzle(FOUR_BY_FIVE);
    let answer = Depth::Check { answer: true };
    let silent = Depth::Check { answer: false };
    assert_eq!(run_at(&mut small, "rotate 1", silent).as_deref(), Ok("?"));
    assert_eq!(run_at(&mut small, "ring of (0,0)", silent).as_deref(), Ok("0 0"));
    assert_eq!(run_at(&mut small, "ring 1", answer).as_deref(), Ok("8 9 14 13 12 7"));
    let large = format!("{}\n", vec!["7"; 100].join(" ")).repeat(100);
    assert_eq!(run_at(&mut puzzle(&large), "rotate 1", answer).as_deref(), Ok("?"));
}

#[test]
fn commands_that_fail_say_where_and_change_nothing() {
    let mut puzzle = puzzle(" 1 2 3\n 4 5 6\n 7 8 9\n");
    let puzzle = &mut puzzle;
    for (text, code, place) in [
        ("ring 1", "matrix::no-such-ring", "1"),
        ("ring -1", "matrix::no-such-ring", "-1"),
        ("ring of (1,1)", "matrix::in-no-ring", "(1,1)"),
        ("ring of ( 3 , 1 )", "matrix::off-the-matrix", "( 3 , 1 )"),
        ("ring of (-1,0)", "matrix::off-the-matrix", "(-1,0)"),
        ("ring (0,0)", "syntax::bad-argument", "(0,0)"),
        ("ring of 3", "syntax::bad-argument", "3"),
        ("ring", "syntax::missing-argument", "ring"),
        ("ring 0 1", "syntax::trailing-text", "1"),
        ("rings 0", "syntax::trailing-text", "0"),
        ("rotate", "syntax::missing-argument", "rotate"),
        ("rotate x", "syntax::bad-argument", "x"),
        ("rotate 9223372036854775808", "syntax::integer-range", "9223372036854775808"),
        ("play", "syntax::missing-argument", "play"),
        ("play L", "matrix::not-a-move", "L"),
        ("play rotate 1; turn 2", "matrix::not-a-move", "turn"),
        ("play rotate 1; rotate", "syntax::missing-argument", "rotate"),
        ("play ; rotate 1", "syntax::missing-argument", "play"),
        ("play rotate 1 2", "syntax::trailing-text", "2"),
        ("fold", "command::unknown-verb", "fold"),
    ] {
        assert_eq!(run(puzzle, text), Err((code, place.to_owned())), "{text}");
    }

    for (wrong, right) in [
        ("play 3; rotate rotate -5", "play rotate 3; rotate -5"),
        ("play rotate rotate 3", "play rotate 3"),
        ("play rotate 3, rotate -5", "play rotate 3; rotate -5"),
        ("play rotate 3; -5", "play rotate 3; rotate -5"),
    ] {
        let mut sink = Sink::new();
        let text = Fragment { text: wrong, start: 0 };
        puzzle.run(text, Depth::Run, &Budget::unlimited(), &mut sink);
        let edits =
            sink.diagnostics()[0].fixes.first().map_or_else(Vec::new, |fix| fix.edits.clone());
        assert_eq!(edited(wrong.as_bytes(), &edits), right.as_bytes(), "{wrong}");
    }

    assert_eq!(run(puzzle, "show").as_deref(), Ok("1 2 3\n4 5 6\n7 8 9"));
    assert_eq!(puzzle.changed(), 0);
}

#[test]
fn a_body_with_a_header_asks_for_its_rotation() {
    let (opened, faults) = declared("4 4 2\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16");
    assert!(faults.is_empty());
    let (mut verbatim, asks) = opened.expect("a sound matrix");
    let [Ask::Implied { verb, args, span }] = &asks[..] else { panic!("{asks:?}") };
    assert_eq!((verb.name, args.as_str(), *span), ("rotate", "2", Span::new(4, 5)));
    let mut keyed = puzzle("1 2 3 4\r\n5 6 7 8\r\r9 10\t11 12\n13 14 15 16 // the last");
    assert_eq!(run(&mut verbatim, "rotate 2"), run(&mut keyed, "rotate 2"));
    assert_eq!(run(&mut keyed, "show").as_deref(), Ok("3 4 8 12\n2 11 10 16\n1 7 6 15\n5 9 13 14"));
    // Three integers that do not agree with the rows after them are a row like the others.
    assert_eq!(run(&mut puzzle("1 2 3\n4 5 6"), "rings").as_deref(), Ok("1 2 3 6 5 4"));
    let (opened, _) = declared("2 3 1\n4 5 6\n7 8 9");
    assert_eq!(opened.expect("a header and two rows").1.len(), 1);
}

#[test]
fn faults_of_a_body_are_all_found_at_their_places() {
    let ragged = |place| vec![("matrix::ragged-row", place)];
    assert_eq!(faults(""), [("matrix::empty", "")]);
    assert_eq!(faults("1 2 3 4\n5 6 7\n8 9 10 11"), ragged("5 6 7"));
    assert_eq!(faults("1 2 3 4\n5 6 7\n"), ragged("5 6 7"));
    // As a header the first line has the right number of rows: one error offers both readings.
    assert_eq!(faults("1 2 3\n4 5 6 7\n"), [("matrix::wrong-size", "2")]);
    assert_eq!(faults("1 2\n3 4\n5 6 7 8\n"), ragged("7 8"));
    assert_eq!(faults("1 2 3\n4 5 6\n7 8"), ragged("7 8"));
    assert_eq!(faults("1 2 3\n4 5 6 7\n8 9 10 11"), ragged("1 2 3"));
    assert_eq!(faults("3 4 2\n1 2 3 4\n5 6 7\n8 9 10 11"), ragged("5 6 7"));
    assert_eq!(faults("2 5 2\n1 2 3 4\n5 6 7 8"), [("matrix::wrong-size", "5")]);

    assert_eq!(
        faults("1 x\n3 4.5 6 y\n7 8\n9 99999999999999999999\n1 2 3"),
        [
            ("matrix::not-an-integer", "x"),
            ("matrix::not-an-integer", "4.5"),
            ("syntax::integer-range", "99999999999999999999"),
            ("matrix::ragged-row", "3"),
        ]
    );

    assert_eq!(faults("1, 2, 3\n4, 5, 6"), [("syntax::foreign-list", ",")]);
    assert_eq!(faults("1 2\n3 4\n5 6"), []);
    assert_eq!(faults("1\n2"), [("matrix::odd-side", "1")]);
    assert_eq!(faults("1 2 3 4\n1 2 3 4\n1 2 3 4"), [("matrix::odd-side", "2 3")]);
    let many = "1 x\n".repeat(10_000);
    assert_eq!(faults(&many).len(), 10_000);
}

#[test]
fn a_fix_makes_the_change_that_was_meant() {
    for (wrong, right) in [
        ("4 4 2\n1 2 3 4\n5 6 7 8", "2 4 2\n1 2 3 4\n5 6 7 8"),
        ("2 5 2\n1 2 3 4\n5 6 7 8", "2 4 2\n1 2 3 4\n5 6 7 8"),
        ("1 \u{2212}2\n3 4", "1 -2\n3 4"),
        ("4 2 2\n1 2\n1 2\n3 4\n5 6\n5 7", "4 2 2\n1 2\n3 4\n5 6\n5 7"),
        ("2 4 2\n2 4 2\n1 2 3 4\n5 6 7 8", "2 4 2\n1 2 3 4\n5 6 7 8"),
    ] {
        assert_eq!(declared(wrong).1.len(), 1, "{wrong}");
        assert_eq!(first_fix(&KIND, wrong).2, right);
        assert!(declared(right).1.is_empty(), "{right}");
    }
    testing::faults_without_fix(
        &KIND,
        &[
            ("4 5\n1 x 2\n6 7\n8 9", "matrix::not-an-integer", "x"),
            ("1 2n3 4\n5 6 7 8", "matrix::not-an-integer", "2n3"),
            ("4 7\n1 2 3 4\n5 6 7 8", "matrix::ragged-row", "4 7"),
            ("1 2 3 4\n2 4 7\n5 6 7 8", "matrix::ragged-row", "2 4 7"),
        ],
    );
}

#[test]
fn raw_input_is_judged() {
    let (out, _) = judge("1 3 -7\n1 2 3");
    assert_eq!(out, "1 2 3\n");
    for (text, code, place) in [
        ("", "matrix::empty", ""),
        ("2 2 1", "matrix::empty", "1"),
        ("1 2\n3 4\n", "matrix::missing-header", "1 2"),
        ("3 2 1\n1 2\n3 4\n", "matrix::wrong-size", "3"),
        ("2 3 1\n1 2\n3 4\n", "matrix::wrong-size", "3"),
        ("a b\n1 2\n", "matrix::not-an-integer", "a"),
        ("2 3 x\n1 2 3\n3 4 5\n", "matrix::not-an-integer", "x"),
        ("2 3 1\n1 2 3\n3 4\n", "matrix::ragged-row", "3 4"),
        ("-2 3 1\n1 2 3\n3 4 5\n", "matrix::wrong-size", "-2"),
    ] {
        assert_eq!(judge(text), (String::new(), vec![(code, place.to_owned())]), "{text}");
    }
    assert!(KIND.precedence("2 4 2\n1 2 3 4\n5 6 7 8\n").is_some());
    assert!(
        KIND.precedence("4 4 2\n1 2 3 4\n").is_none()
            && KIND.precedence("5 4\nA B C .\n").is_none()
    );
}

#[test]
fn keyed_rows_are_aligned_and_verbatim_ones_left() {
    let format = |text: &str| {
        let span = Span::new(0, text.len() as u32);
        let name = Span::new(0, 0);
        let body =
            Body { source: text, span, name, raw: false, joined: false, goal: None, level: None };
        KIND.read_silently(&body)?.format(&body)
    };
    let lines = format("1 20\n-300 +4").expect("keyed");
    assert_eq!(lines, ["   1 20", "-300  4"]);
    assert_eq!(format(&lines.join("\n")), Some(lines));
    assert_eq!(format("2 2 1\n1 2\n3 4"), None);
    assert_eq!(format("1 2 // first\n3 4"), None);
    assert_eq!(format("1 2\n3"), None);
}

#[test]
fn completion_offers_what_exists() {
    let puzzle = puzzle(FOUR_BY_FIVE);
    let complete = |text: &str| puzzle.complete(Fragment { text, start: 0 });
    assert_eq!(complete("ring "), ["of", "0", "1"]);
    assert_eq!(complete("ring o"), ["of"]);
    assert_eq!(complete("play rotate 1; ro"), ["rotate"]);
    assert!(complete("play rotate ").is_empty());
}

proptest! {
    /// Small numbers, so that first rows look like headers.
    #[test]
    fn a_written_matrix_is_read_back(
        (rows, cols) in (1_usize..6, 1_usize..5),
        cells in prop::collection::vec(prop::sample::select(vec![0_i64, 1, 2, 3, 4, -3]), 20),
    ) {
        let matrix = Matrix::new(rows, cols, cells[..rows * cols].to_vec()).expect("a matrix");
        // A header implies a rotation, by 0 here.
        let read_back = |lines: &[String], asks: usize| {
            let again = read_lines(&KIND, lines, &mut Sink::new());
            again.is_some_and(|again| {
                let shown = (again.start)().show(&Budget::unlimited());
                shown == Answer::Rows(matrix.to_rows()) && again.asks.len() == asks
            })
        };
        let is_headed = begins_like_a_header(&matrix);
        prop_assert!(read_back(&super::declared(&matrix), usize::from(is_headed)));
        prop_assert_eq!(read_back(&aligned(&matrix), 0), !is_headed);
    }

    #[test]
    fn any_body_gives_a_model_or_an_error(
        text in "([-+]?[0-3]{1,2}[ \t]|9223372036854775808 |[x,;é−.{/]|\r?\n){0,40}",
        raw: bool,
    ) {
        let source = Source::new("x", &text);
        let mut sink = Sink::new();
        let span = Span::new(0, text.len() as u32);
        let body = Body { source: &text, span, name: Span::new(0, 0), raw, joined: false, goal: None, level: None };
        let opened = KIND.open(&body, KINDS, &mut sink);
        prop_assert_eq!(opened.is_none(), sink.errors_since(0));
        for fault in sink.diagnostics() {
            prop_assert!(text.get(fault.span.range()).is_some(), "{:?}", fault);
            for edit in fault.fixes.iter().flat_map(|fix| &fix.edits) {
                prop_assert!(text.get(edit.span.range()).is_some(), "{:?}", fault);
            }
        }
        let lines = KIND.read_silently(&body).and_then(|model| model.format(&body));
        if let Some(lines) = lines.filter(|_| !raw) {
            let again = lines.join("\n");
            let (Some((mut puzzle, _)), _) = declared(&again) else { panic!("{again}") };
            let mut opened = opened.expect("only a sound body is formatted");
            prop_assert_eq!(run(&mut puzzle, "show"), run(&mut opened, "show"));
        }
        let mut judged = Sink::new();
        (KIND.judge)((&source).into(), &Budget::unlimited(), &mut judged, &mut |_, _| ());
        prop_assert!(!raw || judged.len() == sink.len());
    }
}
