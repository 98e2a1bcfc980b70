//! Rush Hour: a shortest solution and the whole component, beside the plain breadth-first search over
//! the plain rules in the same run.
//!
//! `cargo bench --bench rush`

#![allow(clippy::print_stdout)]

mod timing;

use std::collections::HashSet;
use std::hint::black_box;

use puzzled::diag::Sink;
use puzzled::kinds::klotski::{Finder, Metric};
use puzzled::kinds::rush::{Board, Model};
use puzzled::puzzle::moves::MoveGame;
use puzzled::puzzle::{Body, Out};
use puzzled::search::{Budget, Outcome, Until};
use puzzled::text::Source;
use timing::median;

/// The hardest board without walls of a published collection, and one of 60 moves with walls.
const BOARDS: [(&str, &str); 2] = [
    ("the hardest 6x6", "BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM."),
    ("60 moves, walls", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"),
];

/// Solves a board with the plain opponent: layers of boards and a set of those seen. Returns the
/// least number of moves.
fn plain(board: &Board) -> Option<usize> {
    let mut seen = HashSet::from([board.start.clone()]);
    let mut layer = vec![board.start.clone()];
    let mut depth = 0;
    while !layer.is_empty() {
        if layer.iter().any(|places| board.is_solved(places)) {
            return Some(depth);
        }
        let mut next = Vec::new();
        for places in &layer {
            let moves = board.moves(places).into_iter();
            next.extend(
                moves.map(|by| board.after(places, by)).filter(|at| seen.insert(at.clone())),
            );
        }
        layer = next;
        depth += 1;
    }
    None
}

fn main() {
    let budget = Budget::unlimited();
    for (name, cells) in BOARDS {
        let source = Source::new("", cells);
        let read = Model::read(&Body::raw(&source), &mut Out::new(&mut Sink::new()))
            .expect("a sound board");
        let board = read.board;
        let metric = |steps| if steps { Metric::Steps } else { Metric::Moves };
        let finder = |steps| Finder::new(board.clone(), &board.start, metric(steps));
        let mut lengths = [0; 2];
        let [moves, steps] = [false, true].map(|steps| {
            median(51, || {
                if let Outcome::Solved(path) = black_box(finder(steps).solve(&budget)) {
                    lengths[usize::from(steps)] = path.len();
                }
            })
        });
        let mut states = 0;
        let exhausted = median(51, || {
            let mut finder = finder(false);
            let _ = black_box(finder.advance(Until::Exhausted, &budget));
            states = finder.figures().expanded;
        });
        let mut plain_length = None;
        let slow = median(3, || plain_length = black_box(plain(&board)));
        assert_eq!(plain_length, Some(lengths[0]), "{name}: both searches agree");
        println!(
            "{name:16} {} moves {moves:9.2?}   {} steps {steps:9.2?}   {states} states {exhausted:9.2?} {:5.0} ns/state   plain x{:.1}",
            lengths[0],
            lengths[1],
            exhausted.as_nanos() as f64 / states as f64,
            slow.as_secs_f64() / moves.as_secs_f64()
        );
    }
}
