//! Holds how many positions lie in how many moves from the start, for the puzzles of the shipped
//! examples: as `tests/golden/perft.txt` says, and as
//! the search of each kind counts them.

use std::collections::HashSet;
use std::fmt::Write;

use crate::common::{ask, hold_golden};
use crate::prints::every_puzzle;
use puzzled::puzzle::Board;
use puzzled::search::Budget;

/// No layer is walked after so many positions.
const POSITIONS: usize = 400;

/// Returns the number of new positions in each layer of moves from the start, by the commands that
/// a person would type. A move that does not count leads to a position of the same layer.
fn layers(puzzle: &mut Board) -> Vec<usize> {
    ask(puzzle, "reset");
    let mut seen = HashSet::from([ask(puzzle, "digest")]);
    let mut layers = Vec::new();
    let mut layer = vec![Vec::new()];

    while !layer.is_empty() {
        let mut next = Vec::new();
        let mut at = 0;
        while let Some(path) = layer.get(at).cloned() {
            at += 1;
            ask(puzzle, "reset");
            for by in &path {
                ask(puzzle, &format!("play {by}"));
            }
            let prompt = puzzle.prompt();
            for by in ask(puzzle, "moves").lines() {
                ask(puzzle, &format!("play {by}"));
                if seen.insert(ask(puzzle, "digest")) {
                    let to = if puzzle.prompt() == prompt { &mut layer } else { &mut next };
                    to.push([path.as_slice(), &[by.to_owned()]].concat());
                }
                ask(puzzle, "undo");
            }
        }
        layers.push(layer.len());
        layer = if seen.len() < POSITIONS { next } else { Vec::new() };
    }

    layers
}

/// Returns the number of new positions in each layer of moves from the start, by the plain rules of
/// the kind. The last layer may be cut, and is left out.
fn by_rules(puzzle: &mut Board) -> Vec<usize> {
    let graph = puzzle.graph(6 * POSITIONS, &Budget::unlimited()).expect("a graph");
    let layer = |depth| graph.nodes.iter().filter(|node| node.depth == depth).count();
    let mut layers: Vec<usize> =
        (0..=graph.nodes.len() as u64).map(layer).take_while(|&layer| layer > 0).collect();
    layers.truncate(layers.len() - usize::from(graph.cut));
    layers
}

#[test]
fn positions_by_moves_are_those_agreed_on() {
    let mut text = String::new();
    every_puzzle(|place, _, puzzle| {
        ask(puzzle, "reset");
        let budget = Budget::unlimited().with_states(6 * POSITIONS as u64);
        let Some(growth) = puzzle.growth(&budget) else { return };
        if growth.unit == "cells filled" {
            return; // in reading order, which is not how a person fills a sudoku
        }
        let by_engine: Vec<usize> = growth.states.iter().map(|&layer| layer as usize).collect();
        let mut plain =
            if growth.what.contains("alike") { by_rules(puzzle) } else { layers(puzzle) };
        plain.truncate(by_engine.len());
        assert_eq!(by_engine[..plain.len()], plain, "{place}");
        let numbers: Vec<_> = plain.iter().map(ToString::to_string).collect();
        let place = place.replacen(": ", " ", 1);
        writeln!(text, "{place}: {}", numbers.join(" ")).expect("a string");
    });
    hold_golden("perft.txt", &text);
    assert!(text.lines().count() > 20);
}
