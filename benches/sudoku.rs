//! Sudoku: puzzles proved to have one solution, beside the plain solver in the same run.
//!
//! `cargo bench --bench sudoku [-- FILE]`: the puzzles are made here, from a seed; the hard ones are
//! those of them that cost the most guesses. `FILE` holds one 9×9 puzzle per line, and all of them
//! are proved too. Then 100 grids of 16×16 and 25×25 cells are solved and counted up to 2; they are
//! written to the folder `LARGE_GRIDS`, if the environment names one.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use puzzled::kinds::sudoku::{Grid, Layout, Reference, Solver, two, value_of};
use puzzled::search::{Budget, Outcome};

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

/// Makes a full grid: the boxes of the diagonal at random, the rest solved.
fn full(order: usize, random: &mut Random) -> Grid {
    let size = order * order;
    let mut grid = Grid::empty(Layout::of_size(size).expect("an order from 2 to 5"));
    for corner in (0..order).map(|at| at * order * (size + 1)) {
        let mut digits: Vec<u8> = (1..=size as u8).collect();
        random.shuffle(&mut digits);
        for (at, digit) in digits.into_iter().enumerate() {
            grid.set(corner + size * (at / order) + at % order, digit);
        }
    }
    two(&grid, &Budget::unlimited()).expect("no limit").swap_remove(0)
}

/// Makes a puzzle with one solution, which has several as soon as any given is removed.
fn minimal(random: &mut Random) -> Grid {
    let mut puzzle = full(3, random);
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

/// Makes a grid with that share of its cells given at random. If one solution is wanted, cells in
/// which two solutions differ are given, and others are removed while the solution stays the only
/// one.
fn large(order: usize, percent: usize, is_unique: bool, random: &mut Random) -> Grid {
    let full = full(order, random);
    let count = full.cells().len();
    let mut cells: Vec<usize> = (0..count).collect();
    random.shuffle(&mut cells);
    let mut puzzle = full.clone();
    cells[count * percent / 100..].iter().for_each(|&cell| puzzle.set(cell, 0));
    let differ = |puzzle: &Grid| -> Vec<usize> {
        let pair = two(puzzle, &Budget::unlimited()).expect("no limit");
        let [first, second] = &pair[..] else { return Vec::new() };
        (0..count).filter(|&cell| first.value(cell) != second.value(cell)).collect()
    };
    let mut open = if is_unique { differ(&puzzle) } else { Vec::new() };
    while !open.is_empty() {
        let cell = open[random.below(open.len())];
        puzzle.set(cell, full.value(cell));
        open = differ(&puzzle);
    }

    for cell in cells {
        let given = puzzle.value(cell);
        if is_unique && given != 0 && puzzle.givens() > count * percent / 100 {
            puzzle.set(cell, 0);
            if solutions(&puzzle) != 1 {
                puzzle.set(cell, given);
            }
        }
    }

    puzzle
}

/// Times `solve` and `count 2` of large grids, half of them with one solution.
fn large_grids(random: &mut Random) {
    // With fewer givens those of 25×25 cells with one solution take hours to make.
    let kinds = [(4, 30), (4, 35), (4, 40), (4, 45), (4, 50), (5, 50)];
    let random_kinds = [(4, 30), (4, 40), (4, 50), (5, 30), (5, 40), (5, 50)];
    for (name, kinds, is_unique) in
        [("large, several solutions", random_kinds, false), ("large, one solution", kinds, true)]
    {
        let puzzles: Vec<Grid> = (0..50)
            .map(|at| {
                let (order, percent) = kinds[at % kinds.len()];
                loop {
                    let puzzle = large(order, percent, is_unique, random);
                    if (solutions(&puzzle) == 1) == is_unique {
                        break puzzle;
                    }
                }
            })
            .collect();

        let counted = times(&puzzles, |puzzle| {
            let solutions = two(puzzle, &Budget::unlimited()).expect("no limit");
            assert_eq!(solutions.len() == 1, is_unique, "{puzzle}");
        });
        let solved = times(&puzzles, |puzzle| {
            let solution = Solver::new(puzzle).next_solution(&Budget::unlimited());
            assert!(matches!(solution, Outcome::Solved(_)), "{puzzle}");
        });

        for (command, times) in [("count 2", counted), ("solve", solved)] {
            println!(
                "{name:26} {command:8} median {:.2} ms   longest {:.2} ms",
                times[times.len() / 2],
                times[times.len() - 1]
            );
        }
        if let Ok(folder) = std::env::var("LARGE_GRIDS") {
            for (at, puzzle) in puzzles.iter().enumerate() {
                let file = format!("{folder}/{}{at:02}.txt", if is_unique { "one" } else { "two" });
                std::fs::write(file, puzzle.to_string()).expect("a folder for the grids");
            }
        }
    }
}

/// Returns how long each puzzle takes, in milliseconds, the shortest first.
fn times(puzzles: &[Grid], work: impl Fn(&Grid)) -> Vec<f64> {
    let mut times: Vec<f64> = puzzles
        .iter()
        .map(|puzzle| {
            let start = Instant::now();
            work(black_box(puzzle));
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_unstable_by(f64::total_cmp);
    times
}

fn main() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut puzzles: Vec<Grid> = (0..2000).map(|_| minimal(&mut random)).collect();
    compare("minimal", 11, &puzzles, 100);
    puzzles.sort_by_cached_key(|puzzle| std::cmp::Reverse(guesses(puzzle)));
    puzzles.truncate(100);
    compare("the hardest of these", 21, &puzzles, 10);

    large_grids(&mut random);

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
