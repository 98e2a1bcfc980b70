//! Laws of every pair and every session: pauses, laziness, undo, completion. (Symmetry is tested
//! beside the reference in `tests`.)

use super::tests::Draw;
use super::typed::{EULER, EXAMPLE, open, say};
use crate::diag::Sink;
use crate::puzzle::{Depth, Puzzle, Verdict};
use crate::search::Budget;
use crate::syntax::Fragment;

const TURN: &str = "\n AAA\n BBB\n CC.\n goal\n .CC\n BBB\n AAA\n";
const PAIRS: [&str; 2] = [EXAMPLE, TURN];

fn told(puzzle: &mut dyn Puzzle, text: &str) -> String {
    say(puzzle, text).expect("an answer")
}

/// `expanded N frontier N depth N`.
fn figures(puzzle: &mut dyn Puzzle) -> String {
    told(puzzle, "status").lines().next().unwrap_or_default().to_owned()
}

/// Boards expanded, and boards waiting.
fn counters(puzzle: &mut dyn Puzzle) -> (u64, u64) {
    let line = figures(puzzle);
    let words: Vec<&str> = line.split(' ').collect();
    (words[1].parse().expect("a number"), words[3].parse().expect("a number"))
}

/// All answers of a pair about its goal.
fn answers(puzzle: &mut dyn Puzzle) -> Vec<String> {
    ["solve", "count", "sum", "goals 99", "solve"].map(|text| told(puzzle, text)).to_vec()
}

#[test]
fn paused_at_ten_places_it_answers_as_if_it_ran_through() {
    let mut draw = Draw(41);
    for pair in PAIRS {
        let mut through = open(pair);
        told(&mut *through, "solve");
        let expanded = counters(&mut *through).0;
        let at_first = figures(&mut *through);
        let (wanted, at_goal) = (answers(&mut *through), figures(&mut *through));
        for round in 0..6 {
            let mut places: Vec<u64> = (0..10).map(|_| draw.below(expanded)).collect();
            places.sort_unstable();
            let mut paused = open(pair);
            let mut spent = 0;
            for place in places {
                let verb = ["step", "solve", "count", "sum", "goals 99"][round.min(4)];
                if verb == "step" {
                    told(&mut *paused, &format!("step {}", place - spent));
                } else {
                    let tight = Budget::unlimited().with_states(place - spent);
                    let text = Fragment { text: verb, start: 0 };
                    let answer = paused.run(text, Depth::Run, &tight, &mut Sink::new());
                    assert_eq!(answer.map(|answer| answer.verdict), Some(Verdict::GaveUp));
                }
                spent = place;
                assert_eq!(counters(&mut *paused).0, spent, "{verb}");
            }
            told(&mut *paused, "solve");
            assert_eq!(figures(&mut *paused), at_first);
            assert_eq!(answers(&mut *paused), wanted);
            assert_eq!(figures(&mut *paused), at_goal);
        }
    }
}

#[test]
fn nothing_is_expanded_beyond_what_is_asked() {
    for pair in [EXAMPLE, TURN, EULER] {
        for count in 1..=40 {
            let mut asked = open(pair);
            let lines = told(&mut *asked, &format!("paths {count}")).split('\n').count() as u64;
            let (expanded, waiting) = counters(&mut *asked);
            assert_eq!(lines, count);
            // One expansion less would not have found them all.
            let mut less = open(pair);
            if let Some(fewer) = expanded.checked_sub(1) {
                told(&mut *less, &format!("step {fewer}"));
                let (before, still) = counters(&mut *less);
                assert!(before + still < count && expanded + waiting >= count, "paths {count}");
            }
            let before = told(&mut *asked, "status");
            told(&mut *asked, &format!("paths {count}"));
            assert_eq!(told(&mut *asked, "status"), before);
        }
    }
}

#[test]
fn undo_and_redo_bring_the_searches_back() {
    for pair in PAIRS {
        let mut puzzle = open(pair);
        told(&mut *puzzle, "paths 7");
        let first = told(&mut *puzzle, "status");
        let legal = told(&mut *puzzle, "moves")[..1].to_owned();
        told(&mut *puzzle, &format!("play {legal}"));
        let wanted = answers(&mut *puzzle);
        let second = told(&mut *puzzle, "status");
        told(&mut *puzzle, "undo");
        assert_eq!(told(&mut *puzzle, "status"), first);
        told(&mut *puzzle, "redo");
        assert_eq!(told(&mut *puzzle, "status"), second);
        assert_eq!(answers(&mut *puzzle), wanted);
        assert_eq!(told(&mut *puzzle, "status"), second);
    }
}

#[test]
fn completion_offers_all_legal_moves_and_no_other() {
    let mut draw = Draw(99);
    for pair in [EXAMPLE, TURN, EULER] {
        let mut puzzle = open(pair);
        let mut typed = String::new();
        for _ in 0..60 {
            let text = format!("play {typed}");
            let offered = puzzle.complete(Fragment { text: &text, start: 0 });
            let mut there = open(pair);
            if !typed.is_empty() {
                told(&mut *there, &text);
            }
            let moves: Vec<String> =
                told(&mut *there, "moves").lines().map(|one| format!("{typed}{one}")).collect();
            assert_eq!(offered, moves, "after {typed}");
            for move_ in &offered {
                told(&mut *puzzle, &format!("play {move_}"));
                told(&mut *puzzle, "undo");
            }
            typed = offered[draw.below(offered.len() as u64) as usize].clone();
        }
        assert!(puzzle.complete(Fragment { text: "play x", start: 0 }).is_empty());
    }
}
