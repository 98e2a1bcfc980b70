//! Sudoku: puzzles proved to have one solution, beside the plain solver in the same run.
//!
//! `cargo bench --bench sudoku [-- FILE]`: the puzzles are made here, from a seed; the hard ones are
//! those of them that cost the most guesses. `FILE` holds one 9×9 puzzle per line, and all of them
//! are proved too.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use puzzled::kinds::sudoku::{Grid, Reference, Solver, two, value_of};
use puzzled::search::Budget;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            things.swap(at, self.below(at + 1));
        }
    }
}

fn solutions(puzzle: &Grid) -> u64 {
    Solver::new(puzzle).count(2, &Budget::unlimited()).expect("no limit")
}

/// A full grid: the boxes of the diagonal at random, the rest solved.
fn full(random: &mut Random) -> Grid {
    let mut grid = Grid::empty(3).expect("9×9");
    for corner in [0, 30, 60] {
        let mut digits: Vec<u8> = (1..=9).collect();
        random.shuffle(&mut digits);
        for (at, digit) in digits.into_iter().enumerate() {
            grid.set(corner + 9 * (at / 3) + at % 3, digit);
        }
    }
    two(&grid, &Budget::unlimited()).expect("no limit").swap_remove(0)
}

/// A puzzle with one solution, and with several once any given is gone.
fn minimal(random: &mut Random) -> Grid {
    let mut puzzle = full(random);
    let mut cells: Vec<usize> = (0..81).collect();
    random.shuffle(&mut cells);
    for cell in cells {
        let digit = puzzle.value(cell);
        puzzle.set(cell, 0);
        if solutions(&puzzle) != 1 {
            puzzle.set(cell, digit);
        }
    }
    puzzle
}

fn guesses(puzzle: &Grid) -> u64 {
    let mut solver = Solver::new(puzzle);
    solver.count(2, &Budget::unlimited()).expect("no limit");
    solver.nodes()
}

/// Puzzles per second, the median of `rounds` passes over all puzzles.
fn speed(rounds: usize, puzzles: &[Grid], prove: impl Fn(&Grid) -> u64) -> f64 {
    let mut speeds: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            for puzzle in puzzles {
                assert_eq!(black_box(prove(puzzle)), 1, "{puzzle}");
            }
            puzzles.len() as f64 / start.elapsed().as_secs_f64()
        })
        .collect();
    speeds.sort_unstable_by(f64::total_cmp);
    speeds[rounds / 2]
}

fn compare(name: &str, rounds: usize, puzzles: &[Grid], sample: usize) {
    let ours = speed(rounds, puzzles, solutions);
    // The plain solver is slow: it gets a sample spread over all puzzles.
    let sample: Vec<Grid> =
        puzzles.iter().step_by((puzzles.len() / sample).max(1)).cloned().collect();
    let ours_there = speed(rounds, &sample, solutions);
    let plain = speed(1, &sample, |puzzle| Reference::count(&mut Reference::new(puzzle), 2));
    let ratio = ours_there / plain;
    println!(
        "{name:22} {:6} puzzles   ours {ours:9.0}/s   plain {plain:9.0}/s   x{ratio:.0}",
        puzzles.len()
    );
}

fn main() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut puzzles: Vec<Grid> = (0..2000).map(|_| minimal(&mut random)).collect();
    compare("minimal", 11, &puzzles, 100);
    puzzles.sort_by_cached_key(|puzzle| std::cmp::Reverse(guesses(puzzle)));
    puzzles.truncate(100);
    compare("the hardest of these", 21, &puzzles, 10);

    let Some(file) = std::env::args().skip(1).find(|arg| !arg.starts_with('-')) else { return };
    let text = std::fs::read_to_string(file).expect("the file of puzzles");
    let puzzles: Vec<Grid> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| Grid::new(line.chars().filter_map(value_of).collect::<Vec<u8>>()))
        .map(|puzzle| puzzle.expect("81 cells a line"))
        .collect();
    compare("the file", 3, &puzzles, 20);
}
