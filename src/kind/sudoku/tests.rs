//! The kind through its traits: answers, failures, diagnostics.

use super::*;
use crate::kind::{Depth, Kind, Of, Puzzle};
use crate::syntax::Fragment;

pub(super) const SEED: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";

/// The grid of those characters.
pub(super) fn grid(text: &str) -> Grid {
    let cells: Vec<u8> = text.chars().filter_map(grid::value_of).collect();
    Grid::new(cells).expect("the characters of a whole grid")
}

pub(super) type Opened = (Option<Box<dyn Puzzle>>, Vec<(&'static str, String)>);

pub(super) fn open(text: &str) -> Opened {
    let source = Source::new("x", text);
    let span = Span::new(0, text.len() as u32);
    let body = Body { source: text, span, name: Span::new(0, 0), raw: false };
    let mut sink = Sink::new();
    let opened = Of::<Sudoku>::KIND.open(&body, &mut sink).map(|opened| opened.puzzle);
    let found = sink.found().iter().map(|one| (one.code.path, source.slice(one.span).into()));
    (opened, found.collect())
}

pub(super) fn ask(puzzle: &mut dyn Puzzle, text: &str) -> Result<String, &'static str> {
    let mut sink = Sink::new();
    let budget = Budget::unlimited();
    let answer = puzzle.run(Fragment { text, start: 0 }, Depth::Run, &budget, &mut sink);
    answer.and_then(|answer| answer.text).ok_or_else(|| sink.found()[0].code.path)
}

#[test]
fn answers() {
    let mut puzzle = open(SEED).0.expect("a grid");
    let mut ask = |text: &str| ask(&mut *puzzle, text);
    assert_eq!(
        ask("solve").as_deref(),
        Ok("483921657967345821251876493548132976729564138136798245372689514814253769695417382")
    );
    assert_eq!(ask("count").as_deref(), Ok("1"));
    assert_eq!(ask("row 1").as_deref(), Ok("003020600"));
    assert_eq!(ask("column 1").as_deref(), Ok("090070080"));
    assert_eq!(ask("box 1").as_deref(), Ok("003900001"));
    assert_eq!(ask("candidates r1c1").as_deref(), Ok("45"));
    assert_eq!(ask("candidates (0,1)").as_deref(), Ok("4578"));
    assert_eq!(ask("next").map(|text| text.lines().count()), Ok(2));
    assert_eq!(ask("goals").map(|text| text.lines().count()), Ok(1));
    assert_eq!(ask("row 10"), Err("sudoku::no-such-place"));
    assert_eq!(ask("candidates r0c1"), Err("sudoku::no-such-place"));
    assert_eq!(ask("play r1c1=9"), Err("sudoku::illegal-move"));
    assert_eq!(ask("play r1c3=3"), Err("sudoku::illegal-move"));
    assert_eq!(ask("play r1c1"), Err("sudoku::bad-move"));
    assert_eq!(
        ask("play r1c1=4 r1c2=8").map(|text| text[..9].to_owned()).as_deref(),
        Ok("483020600")
    );
    assert_eq!(ask("undo").map(|text| text[..9].to_owned()).as_deref(), Ok("003020600"));
}

#[test]
fn the_stream_of_the_seeds_has_their_level_sizes() {
    let mut puzzle = open(SEED).0.expect("a grid");
    let paths = ask(&mut *puzzle, "paths 32").expect("an answer");
    let mut sizes = [0; 6];
    for path in paths.split('\n') {
        sizes[path.split_ascii_whitespace().count()] += 1;
    }
    assert_eq!(sizes[..5], [1, 2, 6, 8, 15]);
    let status = ask(&mut *puzzle, "status").expect("an answer");
    assert!(status.starts_with("expanded 17 "), "17 boards lie above the fifth level: {status}");
}

#[test]
fn faults_are_found_at_their_places() {
    for (text, code, place) in [
        ("1.1.\n..2.\n....\n...4", "sudoku::duplicate-digit", "1"),
        ("1.x.\n..2.\n....\n...4", "sudoku::bad-character", "x"),
        ("1.5.\n..2.\n....\n...4", "sudoku::bad-character", "5"),
        ("1.3.\n..2\n....\n...4", "sudoku::cells", "..2"),
        ("12.3\n..4.\n....\n....", "sudoku::no-candidate", "."),
        ("1234", "sudoku::cells", "1234"),
        ("", "sudoku::cells", ""),
    ] {
        let (puzzle, found) = open(text);
        assert!(puzzle.is_none(), "{text}");
        assert_eq!(found, [(code, String::from(place))], "{text}");
    }
    let sparse = format!("1{}", ".".repeat(80));
    assert_eq!(open(&sparse).1[0].0, "sudoku::few-givens");
    assert!(open(&sparse).0.is_some());
}

#[test]
fn frames_and_letters() {
    let framed = "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1";
    assert_eq!(open(framed).1, []);
    let wide: String = (0..256).map(|cell| if cell == 0 { 'g' } else { '.' }).collect();
    assert_eq!(open(&wide).1, []);
}

#[test]
fn the_judge_answers_line_by_line() {
    let text = format!("{SEED}\n{}\nx{}\n1234............\n", "1".repeat(81), &SEED[1..]);
    let source = Source::new("x", text);
    let mut sink = Sink::new();
    let mut lines = Vec::new();
    judge::judge(&source, &Budget::unlimited(), &mut sink, &mut |line| lines.push(line.to_owned()));
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("4839") && lines[1] == "1234341221434321", "{lines:?}");
    let codes: Vec<_> = sink.found().iter().map(|one| one.code.path).collect();
    assert!(codes.contains(&"sudoku::duplicate-digit") && codes.contains(&"sudoku::not-unique"));
    assert!(codes.contains(&"sudoku::bad-character"), "{codes:?}");
    // A byte order mark and ends of lines from elsewhere change nothing.
    let marked = format!("\u{feff}{SEED}\r\n\r\n{SEED}\r\n");
    assert!(judge::streams(&marked));
    let mut count = 0;
    let budget = Budget::unlimited();
    let source = Source::new("x", marked);
    judge::judge(&source, &budget, &mut Sink::new(), &mut |line| {
        assert!(line.starts_with("4839"), "{line}");
        count += 1;
    });
    assert_eq!(count, 2);
    let unsolvable = Source::new("x", "12....3.......2.");
    let mut out = String::new();
    judge::judge(&unsolvable, &Budget::unlimited(), &mut Sink::new(), &mut |line| {
        out = line.into();
    });
    assert_eq!(out, "unsolvable");
}

#[test]
fn small_grids_answer_every_count() {
    let mut empty = open(&".".repeat(16)).0.expect("a grid");
    assert_eq!(ask(&mut *empty, "count").as_deref(), Ok("288"));
    assert_eq!(ask(&mut *empty, "count 10").as_deref(), Ok("10"));
    let three = ask(&mut *empty, "solutions 3").expect("an answer");
    let lines: Vec<_> = three.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.is_sorted() && lines[0] == "1234341221434321", "{three}");
    assert_eq!(ask(&mut *empty, "solutions").map(|text| text.lines().count()), Ok(288));
}

#[test]
fn sizes_from_4_to_25_open() {
    for size in [4, 9, 16, 25] {
        let (puzzle, found) = open(&".".repeat(size * size));
        assert!(puzzle.is_some(), "{size}: {found:?}");
    }
    for cells in [1, 15, 36, 1296] {
        let (puzzle, found) = open(&".".repeat(cells));
        assert!(puzzle.is_none(), "{cells} cells");
        assert_eq!(found[0].0, "sudoku::cells", "{cells} cells");
    }
}

#[test]
fn failing_commands_change_nothing() {
    let mut puzzle = open(SEED).0.expect("a grid");
    let before = ask(&mut *puzzle, "row 1");
    let status = ask(&mut *puzzle, "status");
    for text in ["play r1c1=4 r1c2=9", "play r1c3=4", "play r1c1=", "box 0", "column 10"] {
        assert!(ask(&mut *puzzle, text).is_err(), "{text}");
        assert_eq!(ask(&mut *puzzle, "row 1"), before, "{text}");
        assert_eq!(ask(&mut *puzzle, "status"), status, "{text}");
    }
}

#[test]
fn the_boards_of_the_stream_come_level_by_level() {
    let mut puzzle = open(SEED).0.expect("a grid");
    let boards = ask(&mut *puzzle, "boards 32").expect("an answer");
    let given = SEED.chars().filter(|&char| char != '0').count();
    let mut sizes = [0; 5];
    for board in boards.lines() {
        let filled = board.chars().filter(|char| ('1'..='9').contains(char)).count();
        sizes[filled - given] += 1;
    }
    assert_eq!(sizes, [1, 2, 6, 8, 15]);
    let next = ask(&mut *puzzle, "next").expect("an answer");
    assert_eq!(
        boards.lines().skip(1).take(2).collect::<Vec<_>>(),
        next.lines().collect::<Vec<_>>()
    );
}
