//! The kind through its public interface.

mod engine;

use super::Model;
use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::kinds::blocks::rules::{Board, Goal};
use crate::kinds::rush::INFO;
use crate::puzzle::moves::MoveGame;
use crate::puzzle::testing::{self, first_fix};
use crate::puzzle::{self, Answer, Body, Depth, Out, Verdict};
use crate::scene::Coordinate;
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::{Source, Span};

/// The published collection's hardest board without walls, and one of 60 moves with walls.
const HARDEST: &str = "BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM.";
const WALLS: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
const LITTLE: &str = "\n..B.\nAAB.\n...C\n...C\n";

fn body(text: &str) -> Body<'_> {
    Body {
        source: text,
        span: Span::new(0, text.len() as u32),
        name: Span::new(0, 1),
        raw: false,
        joined: false,
        goal: None,
        level: None,
    }
}

fn read(text: &str) -> (Option<Model>, Vec<&'static str>) {
    let mut sink = Sink::new();
    let model = <Model as MoveGame>::read(&body(text), &mut Out::new(&mut sink));
    (model, sink.diagnostics().iter().map(|diagnostic| diagnostic.code.path).collect())
}

fn board(text: &str) -> Board {
    let (model, codes) = read(text);
    assert_eq!(codes, [] as [&str; 0], "{text}");
    (*model.expect("a sound board").board).clone()
}

fn open(text: &str) -> puzzle::Board {
    INFO.open(&body(text), KINDS, &mut Sink::new()).expect("a sound board")
}

fn say(puzzle: &mut puzzle::Board, text: &str) -> Result<String, &'static str> {
    let mut sink = Sink::new();
    let text = Fragment { text, start: 0 };
    let answer = puzzle.run(text, Depth::Run, &Budget::unlimited(), &mut sink);
    answer.and_then(Answer::into_text).ok_or_else(|| sink.diagnostics()[0].code.path)
}

#[test]
fn bodies_are_read_in_every_form() {
    let wanted = board(LITTLE);
    for text in [
        "\n  . . B .\n  A A B .\n  . . . C\n  . . . C\n",
        " ..B. / AAB. / ...C / ...C ",
        "\n ooBo\n AABo\n oooC\n oooC\n goal A\n",
        "..B.AAB....C...C",
        "\n  17 ..B.AAB....C...C 13\n",
        "\r\n..B.\r\nAAB.\r\n...C // a note\r\n...C\r\n\r\n  goal  A  \r\n",
    ] {
        assert_eq!(board(text), wanted, "{text}");
    }
    let walls = board("\n A A x # \n . . B B\n goal B\n");
    assert_eq!(walls.walls.iter().filter(|wall| **wall).count(), 2);
    assert_eq!(walls.goals, [Goal { block: 1, at: Coordinate::new(1, 2) }]);
    assert_eq!(board("BB..\n....\n").goals, []);
    assert_eq!(board("A\nA\n.\n").goals, [Goal { block: 0, at: Coordinate::new(1, 0) }]);
}

#[test]
fn one_fault_gives_one_diagnostic_with_a_fix() {
    for (text, code, at, fixed) in [
        ("..B.\nAAB.\n..__\n....\n", "rush::bad-cell", "_", "..B.\nAAB.\n....\n....\n"),
        ("..B.\nAAB\n....\n....\n", "rush::ragged-row", "AAB", "..B.\nAAB.\n....\n....\n"),
        // A car in the gap of another one.
        ("..B.\n..C.\n..B.\nAA..\n", "rush::short-car", "C", "..B.\n..B.\n..B.\nAA..\n"),
        ("AA..\n....\ngoal B\n", "rush::unknown-label", "B", "AA..\n....\ngoal A\n"),
        ("AA..\n....\ngaol A\n", "rush::no-goal", "gaol", "AA..\n....\ngoal A\n"),
        ("AA..\n....\nexit A\n", "rush::no-goal", "exit", "AA..\n....\ngoal A\n"),
        ("AA..\n....\nexit right\n", "rush::no-goal", "exit right", "AA..\n....\n"),
    ] {
        let (reported, place, after) = first_fix(&INFO, text);
        assert_eq!((reported, &place[..]), (code, at), "{text}");
        if code != "rush::unknown-label" {
            assert_eq!(after, fixed, "{text}");
        }
    }
    testing::faults_without_fix(
        &INFO,
        &[
            ("..B.\nAA7.\n....\n....\n", "rush::bad-cell", "7"),
            ("..B.\nA A B.\n....\n....\n", "rush::bad-cell", " "),
            (". . B\nAAB\n. . .\n. . .\n", "rush::bad-cell", "AAB"),
            ("..B.\nAAB.\n..C.\n....\n", "rush::short-car", "C"),
            ("..B.\nAAB.\n...B\n....\n", "rush::bent-car", "B"),
            ("..B.\nAAB.\n\n....\n", "rush::stray-line", "...."),
        ],
    );
    for (text, codes) in [
        ("", &["rush::empty"][..]),
        ("goal A\n", &["rush::empty"]),
        ("AA.\n...\ngoal A\ngoal A\n", &["rush::second-goal"]),
        ("AA.\n...\ngoal\n", &["syntax::missing-argument"]),
        ("AA.\n...\ngoal A at (0,1)\n", &["syntax::trailing-text"]),
    ] {
        assert_eq!(read(text).1, codes, "{text}");
    }
}

#[test]
fn moves_are_typed_and_refused() {
    let mut puzzle = open(LITTLE);
    let mut answer_to = |text: &str| say(&mut puzzle, text);
    for (text, answer) in [
        ("play B+2; A right", Ok("....\n.AA.\n..BC\n..BC")),
        ("play C-1; A+1", Err("rush::overlaps")),
        ("show", Ok("....\n.AA.\n..BC\n..BC")),
        ("move A+1", Ok("....\n..AA\n..BC\n..BC")),
        ("solve", Ok("0")),
        ("hint", Ok("solved")),
        ("move A right", Err("rush::leaves-board")),
        ("move A up", Err("rush::no-way")),
        ("move A+0", Err("rush::no-way")),
        ("move A+99999999999999999999", Err("rush::leaves-board")),
        ("move A-99999999999999999999", Err("rush::leaves-board")),
        ("move D up", Err("rush::unknown-label")),
        ("play A 2", Err("rush::not-a-move")),
        ("play A rihgt", Err("rush::not-a-move")),
        ("play AA right", Err("syntax::bad-argument")),
        ("play A", Err("syntax::missing-argument")),
        ("why not C-2", Ok("A stands on (1,3)")),
        ("why not A up", Ok("car `A` is horizontal: it moves only left and right")),
        ("reset", Ok("..B.\nAAB.\n...C\n...C")),
        ("status", Ok("expanded 0 frontier 1 depth 0\nmemory 0 bytes\nmoves made 0")),
        ("why not A-1", Ok("(1,-1) is off the board")),
        ("undo", Ok("....\n..AA\n..BC\n..BC")),
    ] {
        assert_eq!(answer_to(text), answer.map(str::to_owned), "{text}");
    }
}

#[test]
fn completion_offers_the_legal_moves() {
    let puzzle = open(LITTLE);
    let completions = |text: &str| puzzle.complete(Fragment { text, start: 0 });
    assert_eq!(completions("play "), ["B+1", "B+2", "C-2", "C-1"]);
    assert_eq!(completions("play B+2; "), ["A+1", "A+2", "B-2", "B-1", "C-2", "C-1"]);
    assert_eq!(completions("move C "), ["up"]);
    assert_eq!(completions("why not C "), ["left", "right", "down"]);
    assert_eq!(completions("solve "), ["by"]);
}

#[test]
fn a_search_that_pauses_answers_as_if_it_ran_through() {
    let mut through = open(HARDEST);
    let wanted = say(&mut through, "solve").expect("a solution");
    let figures = say(&mut through, "status");
    let mut paused = open(HARDEST);
    for states in [1, 2, 10, 100, 500] {
        let tight = Budget::unlimited().with_states(states);
        let solve = Fragment { text: "solve", start: 0 };
        let answer = paused.run(solve, Depth::Run, &tight, &mut Sink::new());
        assert_eq!(answer.map(|answer| answer.verdict()), Some(Verdict::GaveUp));
    }
    assert_eq!(say(&mut paused, "solve").as_ref(), Ok(&wanted));
    assert_eq!(say(&mut paused, "status"), figures);
    let moves: Vec<&str> = wanted.lines().skip(1).collect();
    assert_eq!(moves.len(), 51);
    say(&mut paused, &format!("play {}", moves.join("; "))).expect("every move is legal");
    assert_eq!(say(&mut paused, "solve"), Ok(String::from("0")));
}

/// Returns the judge's lines with the numbers of the lines that they answer, and the codes with the
/// lines.
fn judged(text: &str) -> (Vec<(u32, String)>, Vec<&'static str>, Verdict) {
    let mut sink = Sink::new();
    let mut lines = Vec::new();
    let source = Source::new("", text);
    let mut emit = |at: u32, line: &str| lines.push((at, line.to_owned()));
    let verdict = (INFO.judge)((&source).into(), &Budget::unlimited(), &mut sink, &mut emit);
    (lines, sink.diagnostics().iter().map(|diagnostic| diagnostic.code.path).collect(), verdict)
}

#[test]
fn every_line_of_a_list_is_answered() {
    let text = "moves board states\n2 ..B.AAB......... 9\n# a note\n\nooBoAABxoooooooo\n\
                ......AA........\nAAB..B\nBB..............\n..B.AAB....C....\n";
    let (lines, codes, verdict) = judged(text);
    let wanted = ["2 B+2 A+2", "unsolvable", "0", "?", "?", "?"];
    let shown: Vec<&str> = lines.iter().map(|(_, line)| &line[..]).collect();
    assert_eq!(shown, wanted);
    let numbers: Vec<u32> = lines.iter().map(|&(number, _)| number).collect();
    assert_eq!(numbers, [2, 5, 6, 7, 8, 9]);
    assert_eq!(codes, ["rush::not-a-board", "rush::no-goal", "rush::short-car"]);
    assert_eq!(verdict, Verdict::Unsolvable);
    assert!((INFO.streams)(text));
}

#[test]
fn raw_input_is_one_board_or_a_list() {
    let (lines, codes, _) = judged("..B.\nAAB.\n....\n....\n");
    assert_eq!((lines, codes), (vec![(1, String::from("2 B+2 A+2"))], vec![]));
    let (lines, _, _) = judged(HARDEST);
    assert!(lines[0].1.starts_with("51 G-1 M+1 I+1 H+3 "), "{lines:?}");
    // 16 lines of 16 cells: as many small boards, or one large board if its cars are straight.
    let small = "..B.AAB.........\n".repeat(16);
    assert_eq!(judged(&small).0.len(), 16);
    let large = format!("AA..............\n{}", "................\n".repeat(15));
    assert_eq!(judged(&large).0, [(1, String::from("1 A+14"))]);
    let (lines, codes, _) = judged("..B.AAB........\n");
    assert_eq!((lines, codes), (vec![(1, String::from("?"))], vec!["rush::not-a-board"]));
}

#[test]
fn other_texts_are_not_boards() {
    let fits = |text: &str| INFO.precedence(text).is_some();
    for text in ["..B.\nAAB.\n...C\n...C\n", HARDEST, "1 ..B.AAB.........\n2 AA..............\n"] {
        assert!(fits(text), "{text}");
    }
    for text in [
        "",
        "o",
        "oSoo\n-ooT\n",
        "53..7....\n",
        "A . B\nC . B\nC D .\n",
        "1 2\n3 4\n",
        "AB.\ngoal\n.AB\n",
    ] {
        assert!(!fits(text), "{text}");
    }
}

#[test]
fn one_form_becomes_the_other_and_back() {
    let converted = |text: &str| testing::converted("rush", text);
    let there = converted(LITTLE).expect("the other form");
    assert_eq!(there.lines, ["..B.AAB....C...C"]);
    let back = converted(&format!("\n{}\n", there.lines[0])).expect("the form it had");
    assert_eq!(back.lines, ["..B.", "AAB.", "...C", "...C"]);
    for none in
        ["AA.\n...\n", "..B.\nAAB.\n...C\n...C\ngoal B\n", "A A . .\n. . . .\n. . . .\n. . . .\n"]
    {
        assert_eq!(converted(none), None, "{none}");
    }
}
