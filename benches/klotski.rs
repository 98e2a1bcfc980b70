//! Klotski: a shortest solution and the whole component, beside the plain breadth-first search over
//! the plain rules in the same run.
//!
//! `cargo bench --bench klotski [-- FILE…]`: every `FILE` is a document with one board in it; each is
//! solved, then expanded up to a million states, by the engine alone.

#![allow(clippy::print_stdout)]

mod timing;

use std::collections::{HashMap, HashSet};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use puzzled::diag::Sink;
use puzzled::kinds::klotski::{Block, Board, Finder, Metric, Model};
use puzzled::puzzle::moves::MoveGame;
use puzzled::puzzle::{Body, Out};
use puzzled::scene::Coordinate;
use puzzled::search::{Budget, Outcome, Until};
use puzzled::text::Source;
use timing::median;

const DONKEY: &str = "ABBC\nABBC\nDEEF\nDGHF\nI..J\ngoal B at (3,1)\n";
const SEEDS: &str = "ABBCDD\n.HECDD\n.HEEFF\n.HGGGF\n.IJJKK\n.IJKKK\ngoal A at (5,5)\n";
/// Own: fifteen blocks of nine shapes, more than a word of 64 bits holds.
const OWN: &str = "AABBC\nAADDC\nEEFFG\nH.I.G\nHJI.K\nLJMMK\ngoal A at (4,3)\n";

fn board(body: &str) -> Arc<Board> {
    let source = Source::new("", body);
    let mut sink = Sink::new();
    Model::read(&Body::raw(&source), &mut Out::new(&mut sink)).expect("a sound board").board
}

/// Returns a state in which equal blocks are alike: the corners of each class of blocks.
fn canon(board: &Board, classes: &[usize], places: &[Coordinate]) -> Vec<(usize, Coordinate)> {
    debug_assert_eq!(board.blocks.len(), places.len());
    let mut form: Vec<(usize, Coordinate)> =
        classes.iter().copied().zip(places.iter().copied()).collect();
    form.sort_unstable();
    form
}

/// Solves a board with the plain opponent: a queue of boards and a set of canonical forms. Returns
/// the least number of moves and the number of states that were expanded for it.
fn plain(board: &Board) -> Option<(usize, usize)> {
    let mut shapes = HashMap::new();
    let class = |(number, block)| {
        let block: &Block = block;
        let aimed = board.goals.iter().any(|goal| goal.block == number);
        if aimed { number } else { *shapes.entry(block.cells.clone()).or_insert(number) }
    };
    let classes: Vec<usize> = board.blocks.iter().enumerate().map(class).collect();
    let mut seen = HashSet::from([canon(board, &classes, &board.start)]);
    let mut layer = vec![board.start.clone()];
    let mut depth = 0;
    let mut expanded = 0;

    while !layer.is_empty() {
        let mut next = Vec::new();
        for places in &layer {
            if board.is_solved(places) {
                return Some((depth, expanded));
            }
            expanded += 1;
            for by in board.moves(places) {
                let mut after = places.clone();
                after[by.block] = by.to;
                if seen.insert(canon(board, &classes, &after)) {
                    next.push(after);
                }
            }
        }
        layer = next;
        depth += 1;
    }

    None
}

/// The most states that are expanded to exhaust a component.
const MOST: u64 = 1_000_000;

/// Solves a board, then expands its component up to a limit, and prints both.
fn report(name: &str, board: &Arc<Board>, rounds: usize) -> (Duration, Option<usize>) {
    let budget = Budget::unlimited();
    let mut length = None;
    let mut seen = None;
    let mut figures = None;
    let solve = median(rounds, || {
        let mut finder = Finder::new(board.clone(), &board.start, Metric::Moves);
        if let Outcome::Solved(path) = black_box(finder.solve(&budget)) {
            length = Some(path.len());
        }
        seen = Some(finder.figures());
    });
    let seen = seen.expect("it ran");
    let discovered = (seen.expanded + seen.frontier) as f64;
    println!(
        "{name:24} solved: {discovered:8} states {:6.1} ns/state {:5.1} bytes/state",
        solve.as_nanos() as f64 / discovered,
        seen.bytes as f64 / discovered,
    );
    let exhausted = median(rounds, || {
        let mut finder = Finder::new(board.clone(), &board.start, Metric::Moves);
        // A stop at the limit is an answer too: only the figures count.
        let most = Budget::unlimited().with_states(MOST);
        black_box(finder.advance(Until::Exhausted, &most));
        figures = Some(finder.figures());
    });
    let figures = figures.expect("it ran");
    let states = figures.expanded as f64;
    let discovered = (figures.expanded + figures.frontier) as f64;
    let moves =
        length.map_or_else(|| String::from("unsolvable"), |length| format!("{length} moves"));
    println!(
        "{name:24} {moves:>10} {solve:9.2?}   {:8} states {exhausted:9.2?} {:6.1} ns/state {:5.1} bytes/state",
        figures.expanded,
        exhausted.as_nanos() as f64 / states,
        figures.bytes as f64 / discovered,
    );
    (solve, length)
}

fn main() {
    for (name, body, rounds) in
        [("l'âne rouge", DONKEY, 21), ("the seeds' 6x6", SEEDS, 21), ("own 6x5", OWN, 3)]
    {
        let board = board(body);
        let (ours, length) = report(name, &board, rounds);
        let mut solution = None;
        let plain = median(1, || solution = black_box(plain(&board)));
        assert_eq!(solution.map(|solution| solution.0), length, "{name}: both searches agree");
        println!(
            "    plain search {plain:9.2?}   x{:.1}",
            plain.as_secs_f64() / ours.as_secs_f64()
        );
    }
    let mut sum = Duration::ZERO;
    for file in std::env::args().skip(1).filter(|arg| !arg.starts_with('-')) {
        let text = std::fs::read_to_string(&file).expect("the file of a board");
        let body = text.split(['{', '}']).nth(1).expect("a board between braces");
        let name = file.rsplit('/').next().unwrap_or_default();
        sum += report(name, &board(body), 1).0;
    }
    if sum > Duration::ZERO {
        println!("all files solved in {sum:.2?}");
    }
}
