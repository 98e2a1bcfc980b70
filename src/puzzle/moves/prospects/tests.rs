//! One search shows the distances along a line, and they are those of a search per move.

use std::cell::Cell;
use std::path::PathBuf;

use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::puzzle::testing::{Draw, answer_to};
use crate::puzzle::{Board, Directive, Prospect, Solved};
use crate::search::Budget;
use crate::session::read;
use crate::syntax::Statement;
use crate::text::Source;

thread_local! {
    static SEARCHES: Cell<usize> = const { Cell::new(0) };
    static PLAIN: Cell<bool> = const { Cell::new(false) };
}

/// Counts a search.
pub(super) fn count() {
    SEARCHES.set(SEARCHES.get() + 1);
}

/// Returns whether each position is searched.
pub(super) fn is_plain() -> bool {
    PLAIN.get()
}

/// Returns what is known after each move, and how many searches that took.
fn prospects(puzzle: &mut Board, moves: &[String], is_plain: bool) -> (Vec<Prospect>, usize) {
    PLAIN.set(is_plain);
    SEARCHES.set(0);
    let mut reported = Vec::new();
    let play = puzzle.info().player().expect("it has moves");
    let mut calls = moves.iter().map(|by| Directive::new(play).with(by));
    let completed = puzzle.prospects(&mut calls, &Budget::unlimited(), &mut |prospect| {
        reported.push(prospect);
        true
    });
    assert_eq!(completed, Ok(()));
    (reported, SEARCHES.replace(0))
}

/// Returns the puzzles of the examples whose search takes few states, each in its start.
fn puzzles() -> Vec<(String, Board)> {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples")];
    let mut texts: Vec<_> = KINDS.iter().map(|kind| kind.example.to_owned()).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => texts.extend(std::fs::read_to_string(path)),
            }
        }
    }
    let mut puzzles = Vec::new();
    for text in texts {
        let source = Source::new("", text);
        for statement in read(&source, false, &mut Sink::new()).statements {
            let Statement::Declaration(declaration) = statement else { continue };
            let body = crate::puzzle::Body::of(source.text(), &declaration);
            let Some(kind) = KINDS.kind(declaration.kind_word(&source)) else { continue };
            let opened = kind.open(&body, KINDS, &mut Sink::new());
            let name =
                format!("{} {}", declaration.kind_word(&source), declaration.name_word(&source));
            puzzles.extend(opened.map(|puzzle| (name, puzzle)));
        }
    }
    puzzles
}

/// Returns a shortest solution, if few states must be searched for it.
fn solution(puzzle: &mut Board) -> Option<Vec<String>> {
    match puzzle.solve(&Budget::unlimited().with_states(500))? {
        Solved::Moves(solution) => Some(solution.moves.iter().map(ToString::to_string).collect()),
        _ => None,
    }
}

/// Makes legal moves that are drawn.
fn walk(puzzle: &mut Board, count: usize, draw: &mut Draw) -> Vec<String> {
    let mut moves = Vec::new();
    let mut made = 0;
    while moves.len() < count {
        let legal = answer_to(puzzle, "moves");
        let legal: Vec<_> = legal.lines().filter(|line| !line.is_empty()).collect();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[draw.index(legal.len())];
        answer_to(puzzle, &format!("play {chosen}"));
        moves.push(chosen.to_owned());
        made += 1;
    }
    (0..made).for_each(|_| _ = answer_to(puzzle, "undo"));
    moves
}

#[test]
fn the_prospects_of_a_line_are_those_of_a_search_per_move() {
    let mut draw = Draw(7);
    let mut lines = 0;
    let mut saved = 0;
    let mut kinds = Vec::new();
    for (name, mut puzzle) in puzzles() {
        let Some(best) = solution(&mut puzzle) else { continue };
        let some = walk(&mut puzzle, 8, &mut draw);
        let cut = best[..best.len() / 2].to_vec();
        let detour = [&cut[..], &some[..2.min(some.len())], &best[cut.len()..]].concat();
        let back = best.iter().chain(best.iter().rev()).cloned().collect();
        for moves in [best.clone(), cut, some, detour, back] {
            let (plain, many) = prospects(&mut puzzle, &moves, true);
            let (quick, few) = prospects(&mut puzzle, &moves, false);
            assert_eq!(quick, plain, "{name}: {moves:?}");
            assert!(few <= many + 1, "{name}: {few} searches, not {many}: {moves:?}");
            lines += 1;
            saved += many - few.min(many);
        }
        // The solution that the search finds costs no other search.
        let (_, searches) = prospects(&mut puzzle, &best, false);
        assert!(searches <= 1, "{name}: {searches} searches for {best:?}");
        kinds.extend(name.split(' ').next().map(str::to_owned));
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= 4 && lines > 100 && saved > 300, "{kinds:?} {lines} {saved}");
}

#[test]
fn a_line_costs_what_its_detours_cost() {
    let body = " A B B C / A B B C / D E E F / D G H F / I . . J / goal B at (3,1) ";
    let mut puzzle = crate::puzzle::testing::open("klotski", body);
    let goals = answer_to(&mut puzzle, "goals 2");
    let goals: Vec<Vec<String>> =
        goals.lines().map(|line| line.split("; ").map(str::to_owned).collect()).collect();
    let mut cost = |moves: &[String]| prospects(&mut puzzle, moves, false);
    let legal = |distance: u64| Prospect::Legal { distance, nearer: true };
    for moves in &goals {
        let (reported, searches) = cost(moves);
        let wanted: Vec<_> = (0..81).rev().map(legal).collect();
        assert_eq!((reported, searches), (wanted, 1), "a shortest solution, whichever it is");
        let (reported, searches) = cost(&moves[..40]);
        assert!(reported.len() == 40 && searches <= 2, "a part of one: {searches}");
    }
    // A detour of another piece in the middle costs about two logarithms.
    let (before, after) = goals[0].split_at(40);
    let mut puzzle = crate::puzzle::testing::open("klotski", body);
    answer_to(&mut puzzle, &format!("play {}", before.join("; ")));
    let legal = answer_to(&mut puzzle, "moves");
    let piece = |text: &str| text.split(' ').next().map(str::to_owned);
    let near = [piece(&before[39]), piece(&after[0])];
    let detour = legal.lines().find(|line| !near.contains(&piece(line))).expect("another piece");
    let words: Vec<_> = detour.split(' ').collect();
    let back = format!("{} {} {}", words[0], words[2], words[1]);
    let moves = [before, &[detour.to_owned(), back], after].concat();
    let mut puzzle = crate::puzzle::testing::open("klotski", body);
    let (reported, searches) = prospects(&mut puzzle, &moves, false);
    let wasted = |prospect: &&Prospect| matches!(prospect, Prospect::Legal { nearer: false, .. });
    assert_eq!((reported.len(), reported.iter().filter(wasted).count()), (83, 1), "{reported:?}");
    assert!(searches < 16, "{searches}");
}
