//! Pencil marks as a state: read, written, played, solved.

mod forms;

use super::super::forms::{CANDIDATES, LIBRARY};
use super::super::grid::cell_name;
use super::super::moves::legal;
use super::super::rules::allowed;
use super::super::tests::{SEED, ask, empty, full, grid, open, shipped};
use super::*;
use crate::diag::Sink;
use crate::puzzle::foreign::{Options, Piece};
use crate::puzzle::testing::Draw;
use crate::puzzle::{Board, Directive, Prospect};
use crate::search::Budget;
use crate::syntax::Fragment;
use crate::text::Source;

fn expect_answer(puzzle: &mut Board, text: &str) -> String {
    ask(puzzle, text).unwrap_or_else(|code| panic!("{text}: {code}"))
}

/// Returns a puzzle in a state with some digits placed and some marks deleted, by chance.
fn led(givens: &Grid, draw: &mut Draw) -> Board {
    let mut puzzle = open(&givens.line('.')).0.expect("a grid");
    for (count, sign) in [(draw.index(5), "="), (draw.index(20), "-")] {
        for _ in 0..count {
            let moves = expect_answer(&mut puzzle, "moves");
            let moves: Vec<&str> = moves.lines().collect();
            if !moves.is_empty() {
                let by = moves[draw.index(moves.len())].replace('=', sign);
                expect_answer(&mut puzzle, &format!("play {by}"));
            }
        }
    }
    puzzle
}

fn piece(puzzle: &mut Board) -> Piece {
    puzzle.piece(&Budget::unlimited()).expect("a piece")
}

fn read(text: &str) -> Board {
    let mut sink = Sink::new();
    let pieces = (LIBRARY.read)(&Source::new("x", text), &Options::default(), &mut sink);
    let [piece] = &pieces[..] else { panic!("{text}: {:?}", sink.diagnostics()) };
    assert!(piece.commands.is_empty(), "{text}: the body holds the state");
    open(&piece.body.join("\n")).0.expect("a grid")
}

#[test]
fn a_library_line_reads_back_to_the_same_state() {
    let mut draw = Draw(7);
    let mut whole = 0;
    for givens in shipped().iter().filter(|grid| grid.size() == 9) {
        let mut puzzle = led(givens, &mut draw);
        let line = LIBRARY.write(&[piece(&mut puzzle)]).expect("a line");
        let mut again = read(&line);
        for question in ["show", "candidates", "digest"] {
            assert_eq!(
                expect_answer(&mut again, question),
                expect_answer(&mut puzzle, question),
                "{line}"
            );
        }
        assert_eq!(LIBRARY.write(&[piece(&mut again)]).expect("a line"), line);
        whole += 1;
    }
    assert!(whole > 10, "{whole}");
}

#[test]
fn a_grid_of_candidates_reads_back_to_the_same_candidates() {
    let mut draw = Draw(8);
    for givens in shipped() {
        let mut puzzle = led(&givens, &mut draw);
        let body = piece(&mut puzzle).body.join("\n");
        let (again, faults) = open(&body);
        let mut again = again.unwrap_or_else(|| panic!("{body}: {faults:?}"));
        let wanted = expect_answer(&mut puzzle, "candidates");
        assert_eq!(expect_answer(&mut again, "candidates"), wanted, "{body}");
        let text = match CANDIDATES.write(&[piece(&mut puzzle)]) {
            Ok(text) => text,
            Err(misfit) => {
                assert!(
                    misfit.0.contains("has no candidates") && wanted.contains(" . "),
                    "{wanted}"
                );
                continue;
            }
        };
        assert_eq!(text.trim_end(), expect_answer(&mut puzzle, "candidates"));
        let (again, faults) = open(&text);
        let mut again = again.unwrap_or_else(|| panic!("{text}: {faults:?}"));
        assert_eq!(expect_answer(&mut again, "candidates"), text.trim_end());
    }
}

#[test]
fn undo_takes_marks_back_and_failing_moves_change_nothing() {
    let mut puzzle = open(SEED).0.expect("a grid");
    let before = expect_answer(&mut puzzle, "candidates");
    for text in [
        "play r1c1-9",
        "play r1c1+4",
        "play r1c3-3",
        "play r1c1-0",
        "play r10c1-4",
        "play r0c1-4",
        "play r1c1+9",
        "play r1c1-4 r1c1=4",
        "play r1c1-",
        "play r1c1--4",
    ] {
        assert!(ask(&mut puzzle, text).is_err(), "{text}");
        assert_eq!(expect_answer(&mut puzzle, "candidates"), before, "{text}");
    }
    expect_answer(&mut puzzle, "play r1c1-4");
    assert_eq!(expect_answer(&mut puzzle, "candidates r1c1"), "5");
    assert_eq!(expect_answer(&mut puzzle, "solve"), "unsolvable");
    assert_eq!(expect_answer(&mut puzzle, "mistakes"), "r1c1-4");
    expect_answer(&mut puzzle, "play r1c1+4");
    assert_eq!(expect_answer(&mut puzzle, "candidates"), before);
    assert_eq!(expect_answer(&mut puzzle, "mistakes"), "none");
    expect_answer(&mut puzzle, "play r12c2-4");
    assert_eq!(expect_answer(&mut puzzle, "candidates r1c2"), "578");
    assert_eq!(expect_answer(&mut puzzle, "candidates r2c2"), "2678");
    expect_answer(&mut puzzle, "undo 3");
    assert_eq!(expect_answer(&mut puzzle, "candidates"), before);
}

#[test]
fn deleting_a_mark_of_the_solution_is_noticed() {
    // The solution begins with 483.
    let prospects_of = |moves: &[&str]| {
        let puzzle = open(SEED).0.expect("a grid");
        let play = puzzle.info().player().expect("digits are written by moves");
        let mut calls = moves.iter().map(|step| Directive::new(play).with(step));
        let mut prospects = Vec::new();
        let collect = &mut |prospect| {
            prospects.push(prospect);
            true
        };
        puzzle.prospects(&mut calls, &Budget::unlimited(), collect).expect("no limit");
        prospects
    };
    assert_eq!(
        prospects_of(&["r1c2-5", "r1c2-8", "r1c2+8"]),
        [Prospect::Open, Prospect::Lost, Prospect::Open]
    );
    assert_eq!(prospects_of(&["r1c2-5", "r1c2-5"]), [Prospect::Open, Prospect::Illegal]);
}

#[test]
fn pencil_marks_are_completed() {
    let mut puzzle = open(SEED).0.expect("a grid");
    expect_answer(&mut puzzle, "play r1c2-5");
    let complete = |text: &str| {
        let mut words = puzzle.complete(Fragment { text, start: 0 });
        words.retain(|word| word.starts_with("r1c2"));
        words
    };
    assert_eq!(complete("play r1c2-"), ["r1c2-4", "r1c2-7", "r1c2-8"]);
    assert_eq!(complete("play r1c2-4 r1c2+"), ["r1c2+4", "r1c2+5"]);
}

#[test]
fn solutions_keep_to_the_marks_whatever_engine_looks_for_them() {
    let mut draw = Draw(9);
    let budget = Budget::unlimited();
    for size in [4, 6, 9, 12, 16] {
        let full = super::super::solve::two(&empty(size), &budget);
        let full = full.expect("no limit").remove(0);
        for _ in 0..20 {
            let mut puzzle = full.clone();
            for _ in 0..full.cells().len() / 2 {
                puzzle.set(draw.index(full.cells().len()), 0);
            }
            for _ in 0..30 {
                let cell = draw.index(full.cells().len());
                let deleted = allowed(&puzzle, cell) & draw.below(1 << 25) as u32;
                if puzzle.value(cell) == 0 {
                    puzzle.delete(cell, deleted);
                }
            }
            let mut plain = super::super::Reference::new(&puzzle);
            let wanted = super::super::Reference::count(&mut plain, 300);
            let mut solver = super::super::Solver::new(&puzzle);
            assert_eq!(solver.count(300, &budget).expect("no limit"), wanted, "{puzzle}");
            for by in legal(&puzzle) {
                let after = by.on(&puzzle);
                let voided = (0..after.cells().len())
                    .all(|cell| after.deleted(cell) & !allowed(&after, cell) == 0);
                assert!(voided, "marks that peers exclude are forgotten");
            }
        }
    }
}

#[test]
fn every_form_of_pencil_marks_is_read() {
    let small = grid("1.343412214343.1");
    let lines = drawn(&small);
    let framed = lines.join("\n");
    let plain = lines[1..3].join("\n");
    assert_eq!(plain, "| 1  2 | 3  4 |\n| 3  4 | 1  2 |");
    // r1c2 can be 2 alone; with other marks it is open.
    let open_cells = "1 23 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1";
    for text in [
        framed.replacen(" 2 |", " 23 |", 1),
        String::from(open_cells),
        open_cells.replace(' ', "|"),
        open_cells.replace("23", "*2-3").replace(" 1 ", " A1 "),
        format!("# a note\n{open_cells}"),
    ] {
        let (puzzle, faults) = open(&text);
        let mut puzzle = puzzle.unwrap_or_else(|| panic!("{text}: {faults:?}"));
        // 3 stands in row 1 at a single digit that the group of r1c2 lists.
        assert_eq!(expect_answer(&mut puzzle, "candidates r1c2"), "23", "{text}");
        assert_eq!(expect_answer(&mut puzzle, "count"), "1", "{text}");
    }
    // A character per candidate, and every cell has all that is left.
    let dense: String = (0..64).map(|at| "1234".as_bytes()[at % 4] as char).collect();
    assert_eq!(expect_answer(&mut open(&dense).0.expect("a grid"), "count"), "288");
    let with_one_given = format!("1...{}", &dense[4..]);
    assert_eq!(expect_answer(&mut open(&with_one_given).0.expect("a grid"), "count"), "72");
    // Digits that a player placed are not givens.
    let mut played = open(&open_cells.replace("3 4 1 2", "u3 +4 1 2")).0.expect("a grid");
    assert!(expect_answer(&mut played, "why not r2c1=1").contains("entered"));
    assert!(expect_answer(&mut played, "why not r2c3=1").contains("given"));
}

#[test]
fn grids_above_the_candidates_tell_givens_from_placed_digits() {
    let givens = "1.34\n3412\n2143\n4.2.";
    let filled = "1.34\n3412\n2143\n432.";
    let marks = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 12";
    for text in [format!("{givens}\n\n{marks}"), format!("{givens}\n{filled}\n{marks}\ntext: x")] {
        let mut puzzle = read(&text);
        assert!(expect_answer(&mut puzzle, "why not r4c2=1").contains("entered"), "{text}");
        assert!(expect_answer(&mut puzzle, "why not r4c1=1").contains("given"), "{text}");
    }
}

#[test]
fn a_name_of_a_cell_and_its_marks_agree() {
    let puzzle = grid(SEED);
    let lines = groups(&puzzle);
    for (cell, line) in lines.iter().enumerate() {
        let mut board = open(SEED).0.expect("a grid");
        let candidates = expect_answer(&mut board, &format!("candidates {}", cell_name(cell, 9)));
        assert_eq!(*line, candidates);
    }
}
