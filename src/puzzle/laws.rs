//! Laws of every puzzle with moves and a goal: pauses, laziness, undo, completion, replays. A kind
//! calls them with bodies of its own; here they hold for the example of every kind.

use super::testing::{Draw, accepts, told};
use super::{Depth, Kind, Of, Puzzle, Role, Verdict};
use crate::diag::Sink;
use crate::kinds::{KINDS, counter::Counter};
use crate::search::Budget;
use crate::syntax::Fragment;

/// Opens the puzzle that a law is about, again and again.
type Open<'a> = &'a dyn Fn() -> Box<dyn Puzzle>;

/// `expanded N frontier N depth N`.
fn figures(puzzle: &mut dyn Puzzle) -> String {
    told(puzzle, "status").lines().next().unwrap_or_default().to_owned()
}

/// States expanded, and states waiting.
fn counters(puzzle: &mut dyn Puzzle) -> (u64, u64) {
    let line = figures(puzzle);
    let words: Vec<&str> = line.split(' ').collect();
    (words[1].parse().expect("a number"), words[3].parse().expect("a number"))
}

fn answers(puzzle: &mut dyn Puzzle, verbs: &[&str]) -> Vec<String> {
    verbs.iter().map(|text| told(puzzle, text)).collect()
}

/// Paused at ten places by `step` or within one of the verbs, it answers as if it ran through. The
/// first verb is `solve`.
pub(crate) fn pauses_change_nothing(open: Open<'_>, verbs: &[&str]) {
    let mut draw = Draw(41);
    let mut through = open();
    told(&mut *through, "solve");
    let (expanded, at_first) = (counters(&mut *through).0, figures(&mut *through));
    let (wanted, at_goal) = (answers(&mut *through, verbs), figures(&mut *through));
    for verb in ["step"].iter().chain(verbs) {
        let mut places: Vec<u64> = (0..10).map(|_| draw.below(expanded.max(1))).collect();
        places.sort_unstable();
        let (mut paused, mut spent) = (open(), 0);
        for place in places {
            if *verb == "step" {
                told(&mut *paused, &format!("step {}", place - spent));
            } else {
                let tight = Budget::unlimited().with_states(place - spent);
                let text = Fragment { text: verb, start: 0 };
                let answer = paused.run(text, Depth::Run, &tight, &mut Sink::new());
                assert_eq!(answer.map(|answer| answer.verdict()), Some(Verdict::GaveUp), "{verb}");
            }
            spent = place;
            assert_eq!(counters(&mut *paused).0, spent, "{verb}");
        }
        told(&mut *paused, "solve");
        assert_eq!(figures(&mut *paused), at_first, "{verb}");
        assert_eq!(answers(&mut *paused, verbs), wanted, "{verb}");
        assert_eq!(figures(&mut *paused), at_goal, "{verb}");
    }
}

/// `paths` expands nothing beyond what it needs, and nothing when it is asked again.
pub(crate) fn nothing_more_is_expanded(open: Open<'_>) {
    for count in 1..=40 {
        let mut asked = open();
        let lines = told(&mut *asked, &format!("paths {count}")).split('\n').count() as u64;
        let (expanded, waiting) = counters(&mut *asked);
        assert_eq!(lines, count.min(expanded + waiting));
        // One expansion less would not have found them all.
        let mut less = open();
        if let Some(fewer) = expanded.checked_sub(1) {
            told(&mut *less, &format!("step {fewer}"));
            let (expanded, waiting) = counters(&mut *less);
            assert!(expanded + waiting < count, "paths {count}");
        }
        let before = told(&mut *asked, "status");
        told(&mut *asked, &format!("paths {count}"));
        assert_eq!(told(&mut *asked, "status"), before);
    }
}

/// `undo` and `redo` bring states back with their searches; `reset` begins anew.
pub(crate) fn travel_brings_searches_back(open: Open<'_>, verbs: &[&str]) {
    let mut puzzle = open();
    told(&mut *puzzle, "paths 7");
    let first = told(&mut *puzzle, "status");
    let legal = told(&mut *puzzle, "moves");
    let by = legal.lines().next().expect("a legal move");
    told(&mut *puzzle, &format!("play {by}"));
    let fresh = "expanded 0 frontier 1 depth 0";
    assert_eq!(figures(&mut *puzzle), fresh);
    let wanted = answers(&mut *puzzle, verbs);
    let second = told(&mut *puzzle, "status");
    told(&mut *puzzle, "undo");
    assert_eq!(told(&mut *puzzle, "status"), first);
    told(&mut *puzzle, "redo");
    assert_eq!(told(&mut *puzzle, "status"), second);
    assert_eq!(answers(&mut *puzzle, verbs), wanted);
    assert_eq!(told(&mut *puzzle, "status"), second);
    told(&mut *puzzle, "reset");
    assert_eq!(figures(&mut *puzzle), fresh);
    told(&mut *puzzle, "undo");
    assert_eq!(told(&mut *puzzle, "status"), second);
}

/// Of moves that are letters: completion offers the legal ones and no other.
pub(crate) fn completion_offers_the_legal_letters(open: Open<'_>) {
    let (mut draw, mut puzzle, mut typed) = (Draw(99), open(), String::new());
    for _ in 0..60 {
        let text = format!("play {typed}");
        let offered = puzzle.complete(Fragment { text: &text, start: 0 });
        let mut there = open();
        if !typed.is_empty() {
            told(&mut *there, &text);
        }
        let moves = told(&mut *there, "moves");
        let moves: Vec<String> = moves.lines().map(|one| format!("{typed}{one}")).collect();
        assert_eq!(offered, moves, "after {typed}");
        for by in &offered {
            told(&mut *puzzle, &format!("play {by}"));
            told(&mut *puzzle, "undo");
        }
        typed.clone_from(&offered[draw.index(offered.len())]);
    }
    assert!(puzzle.complete(Fragment { text: "play x", start: 0 }).is_empty());
}

/// Every solution that `goals` lists leads to the goal and is accepted as an answer of `solve`;
/// following the hints leads there, too. The commands that a saved file would hold lead to the same
/// state.
pub(crate) fn solutions_replay(open: Open<'_>) {
    let mut puzzle = open();
    let solved = told(&mut *puzzle, "solve");
    let (length, _) = solved.split_once('\n').unwrap_or((&solved, ""));
    for path in told(&mut *puzzle, "goals 20").lines() {
        let block = format!("{length}\n{}", path.replace("; ", "\n"));
        assert!(accepts(&mut *puzzle, &block), "{block}");
        let mut player = open();
        told(&mut *player, &format!("play {path}"));
        assert_eq!(told(&mut *player, "hint"), "solved");
    }
    while told(&mut *puzzle, "hint") != "solved" {
        let hint = told(&mut *puzzle, "hint");
        told(&mut *puzzle, &format!("play {hint}"));
    }
    told(&mut *puzzle, "undo");
    let mut again = open();
    for command in puzzle.story(0) {
        told(&mut *again, &command);
    }
    assert_eq!(again.lineage(), puzzle.lineage());
    for text in ["digest", "show", "hint"] {
        assert_eq!(told(&mut *again, text), told(&mut *puzzle, text), "{text}");
    }
}

#[test]
fn the_laws_hold_for_the_example_of_every_kind_that_searches_for_moves() {
    let counter: &dyn Kind = &Of::<Counter>::KIND;
    let mut held = 0;
    for kind in KINDS.iter().copied().chain([counter]) {
        if !kind.info().verbs.iter().any(|verb| verb.role == Role::Solve) {
            continue;
        }
        let open = || kind.example().expect("a sound example");
        let verbs = ["solve", "goals 99"];
        pauses_change_nothing(&open, &verbs);
        nothing_more_is_expanded(&open);
        travel_brings_searches_back(&open, &verbs);
        solutions_replay(&open);
        held += 1;
    }
    assert!(held > 1, "only {held} kinds search");
}
