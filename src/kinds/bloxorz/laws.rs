//! Laws of every level and every session: pauses, laziness, undo, symmetry, completion.

use super::rules::{Position, Roll};
use super::terrain::{Cell, Effect, Split, Terrain, Tile};
use super::tests::{Draw, all_shortest, length, random};
use super::typed::{APART, FIRST, open, say};
use crate::diag::Sink;
use crate::puzzle::{Depth, Puzzle, Verdict};
use crate::search::Budget;
use crate::syntax::Fragment;

const BRIDGES: &str = "\n ooooo------\n oSbooppxqqT\n ooooo------\n p: bridge retracted\n \
                       q: bridge retracted\n b: soft toggles p\n x: hard extends q\n";
const LEVELS: [&str; 3] = [FIRST, APART, BRIDGES];

fn told(puzzle: &mut dyn Puzzle, text: &str) -> String {
    say(puzzle, text).expect("an answer")
}

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

#[test]
fn paused_at_ten_places_it_answers_as_if_it_ran_through() {
    let mut draw = Draw(41);
    for level in LEVELS {
        let mut through = open(level);
        let wanted = told(&mut *through, "solve");
        let (all, at_goal) = (told(&mut *through, "goals 99"), figures(&mut *through));
        let mut fresh = open(level);
        told(&mut *fresh, "solve");
        let expanded = counters(&mut *fresh).0;
        let at_first = figures(&mut *fresh);
        for round in 0..4 {
            let mut places: Vec<u64> = (0..10).map(|_| draw.below(expanded)).collect();
            places.sort_unstable();
            let mut paused = open(level);
            let mut spent = 0;
            for place in places {
                if round % 2 == 0 {
                    told(&mut *paused, &format!("step {}", place - spent));
                } else {
                    let tight = Budget::unlimited().with_states(place - spent);
                    let solve = Fragment { text: "solve", start: 0 };
                    let answer = paused.run(solve, Depth::Run, &tight, &mut Sink::new());
                    assert_eq!(answer.map(|answer| answer.verdict), Some(Verdict::GaveUp));
                }
                spent = place;
                assert_eq!(counters(&mut *paused).0, spent);
            }
            assert_eq!(told(&mut *paused, "solve"), wanted);
            assert_eq!(figures(&mut *paused), at_first);
            assert_eq!(told(&mut *paused, "goals 99"), all);
            assert_eq!(figures(&mut *paused), at_goal);
        }
    }
}

#[test]
fn nothing_is_expanded_beyond_what_is_asked() {
    for level in LEVELS {
        for count in 1..=40 {
            let mut asked = open(level);
            let lines = told(&mut *asked, &format!("paths {count}")).split('\n').count() as u64;
            let (expanded, waiting) = counters(&mut *asked);
            assert_eq!(lines, count.min(expanded + waiting));
            // One expansion less would not have found them all.
            let mut less = open(level);
            if let Some(fewer) = expanded.checked_sub(1) {
                told(&mut *less, &format!("step {fewer}"));
                let (expanded, waiting) = counters(&mut *less);
                assert!(expanded + waiting < count, "paths {count} of {level}");
            }
            // Asking again costs nothing.
            let before = told(&mut *asked, "status");
            told(&mut *asked, &format!("paths {count}"));
            assert_eq!(told(&mut *asked, "status"), before);
        }
    }
}

#[test]
fn undo_and_redo_bring_the_searches_back() {
    for level in LEVELS {
        let mut puzzle = open(level);
        told(&mut *puzzle, "paths 7");
        let first = told(&mut *puzzle, "status");
        told(&mut *puzzle, "play R");
        told(&mut *puzzle, "solve");
        let second = told(&mut *puzzle, "status");
        told(&mut *puzzle, "undo");
        assert_eq!(told(&mut *puzzle, "status"), first);
        told(&mut *puzzle, "redo");
        assert_eq!(told(&mut *puzzle, "status"), second);
        told(&mut *puzzle, "reset");
        assert_eq!(figures(&mut *puzzle), "expanded 0 frontier 1 depth 0");
        told(&mut *puzzle, "undo");
        assert_eq!(told(&mut *puzzle, "status"), second);
    }
}

/// The terrain with every place moved by `to` in a drawing of `rows` and `cols`, and bridge `b`
/// numbered `renamed[b]`.
fn moved(
    terrain: &Terrain,
    (rows, cols): (usize, usize),
    to: impl Fn(Cell) -> Cell,
    renamed: &[u8],
) -> Terrain {
    let mut tiles = vec![vec![Tile::Void; cols]; rows];
    for (row, line) in terrain.rows().iter().enumerate() {
        for (col, &tile) in line.iter().enumerate() {
            let at = to(Cell::new(row as i32, col as i32));
            tiles[at.row as usize][at.col as usize] = match tile {
                Tile::Bridge(bridge) => Tile::Bridge(renamed[usize::from(bridge)]),
                other => other,
            };
        }
    }
    let mut extended = vec![false; terrain.bridges()];
    for (bridge, &name) in renamed.iter().enumerate() {
        extended[usize::from(name)] = terrain.extended() >> bridge & 1 == 1;
    }
    let mut switches = terrain.switches().to_vec();
    for effect in switches.iter_mut().flat_map(|switch| &mut switch.effects) {
        effect.1 = renamed[usize::from(effect.1)];
    }
    let splits = terrain.splits().iter();
    let splits =
        splits.map(|split| Split { first: to(split.first), second: to(split.second) }).collect();
    Terrain::new(tiles, to(terrain.start()), &extended, switches, splits).expect("still sound")
}

#[test]
fn mirrored_turned_and_renamed_levels_take_as_many_rolls() {
    let mut draw = Draw(4711);
    let mut solved = 0;
    for _ in 0..150 {
        let (terrain, _) = random(&mut draw);
        let shape = (terrain.rows().len(), terrain.rows()[0].len());
        let (height, width) = (shape.0 as i32 - 1, shape.1 as i32 - 1);
        let same: Vec<u8> = (0..terrain.bridges() as u8).collect();
        let back: Vec<u8> = same.iter().rev().copied().collect();
        let wanted = all_shortest(&terrain);
        let rolls = wanted.first().map(|path| length(path));
        solved += usize::from(rolls.is_some());
        // Names do not matter at all.
        let renamed = moved(&terrain, shape, |at| at, &back);
        assert_eq!(all_shortest(&renamed), wanted);
        // The switches under a lying block act in reading order: reversed it stays the same only if
        // they commute.
        let toggles =
            |switch: &super::Switch| switch.effects.iter().all(|one| one.0 == Effect::Toggle);
        if !terrain.switches().iter().all(toggles) {
            continue;
        }
        let turned = (shape.1, shape.0);
        for other in [
            moved(&terrain, shape, |at| Cell::new(at.row, width - at.col), &same),
            moved(&terrain, shape, |at| Cell::new(height - at.row, at.col), &same),
            moved(&terrain, turned, |at| Cell::new(at.col, at.row), &back),
            moved(&terrain, turned, |at| Cell::new(at.col, height - at.row), &same),
        ] {
            let found = all_shortest(&other);
            assert_eq!(found.first().map(|path| length(path)), rolls);
            assert_eq!(found.len(), wanted.len());
        }
    }
    assert!(solved > 30, "the draw is worth its name: {solved}");
}

#[test]
fn completion_offers_all_legal_moves_and_no_other() {
    let mut draw = Draw(99);
    for level in LEVELS {
        let mut puzzle = open(level);
        let mut typed = String::new();
        for _ in 0..60 {
            let text = format!("play {typed}");
            let offered = puzzle.complete(Fragment { text: &text, start: 0 });
            let mut there = open(level);
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

#[test]
fn what_neighbours_tell_is_what_play_does() {
    let mut draw = Draw(12);
    for _ in 0..60 {
        let (terrain, _) = random(&mut draw);
        let mut at = Position::start(&terrain);
        for _ in 0..30 {
            let all = at.neighbours(&terrain);
            let rolls: Vec<Roll> = all.iter().map(|(roll, _)| *roll).collect();
            assert_eq!(rolls[..4], Roll::ROLLS);
            assert_eq!(rolls.len(), 4 + usize::from(at.block.is_split()));
            let legal: Vec<_> =
                all.iter().filter_map(|(roll, next)| Some((*roll, (*next).ok()?))).collect();
            if legal.is_empty() {
                break;
            }
            let (roll, next) = legal[draw.below(legal.len() as u64) as usize];
            assert_eq!(at.after(&terrain, roll), Ok(next));
            assert_eq!(next.supported(&terrain), Ok(()));
            at = next;
        }
    }
}
