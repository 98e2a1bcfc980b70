//! The solvers against the plain one and against known counts.

use super::super::grid::{Grid, value_of};
use super::super::reference::Reference;
use super::{Solver, two};
use crate::search::{Budget, Outcome};

fn grid(text: &str) -> Grid {
    let cells: Vec<u8> = text.chars().map(|char| value_of(char).expect("a digit")).collect();
    Grid::new(cells).expect("a grid")
}

fn count(grid: &Grid, limit: u64) -> u64 {
    Solver::new(grid).count(limit, &Budget::unlimited()).expect("no limit")
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

const SEED: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";

#[test]
fn worked_examples() {
    let board = grid(SEED);
    assert_eq!(count(&board, 2), 1);
    let solution = &two(&board, &Budget::unlimited()).expect("no limit")[0];
    let line: String = solution.cells().iter().map(|digit| char::from(b'0' + digit)).collect();
    assert_eq!(
        line,
        "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
    );
    assert_eq!(count(&Grid::empty(2).expect("4×4"), u64::MAX), 288);
    assert_eq!(count(&grid(&"1".repeat(81)), 2), 0);
}

#[test]
fn thinned_puzzles_count_as_the_plain_solver_counts() {
    let full = two(&grid(SEED), &Budget::unlimited()).expect("no limit").remove(0);
    let mut random = Random(88_172_645_463_325_252);
    let mut seen = [0; 3];
    for round in 0..120 {
        let mut puzzle = full.clone();
        for _ in 0..45 + random.below(10) {
            puzzle.set(random.below(81), 0);
        }
        if round % 4 == 0 {
            // A digit that may contradict.
            puzzle.set(random.below(81), 1 + random.below(9) as u8);
        }
        let fast = count(&puzzle, 50);
        assert_eq!(fast, Reference::count(&mut Reference::new(&puzzle), 50), "{puzzle:?}");
        seen[fast.min(2) as usize] += 1;
    }
    assert!(seen.iter().all(|&times| times > 3), "{seen:?}");
}

#[test]
fn small_and_large_orders() {
    let mut random = Random(7);
    for _ in 0..100 {
        let mut puzzle = Grid::empty(2).expect("4×4");
        for _ in 0..random.below(6) {
            puzzle.set(random.below(16), 1 + random.below(4) as u8);
        }
        assert_eq!(
            count(&puzzle, 1000),
            Reference::count(&mut Reference::new(&puzzle), 1000),
            "{puzzle:?}"
        );
    }
    for order in [4, 5] {
        let empty = Grid::empty(order).expect("a grid");
        assert!(matches!(
            Solver::new(&empty).next_solution(&Budget::unlimited()),
            Outcome::Solved(_)
        ));
    }
}

#[test]
fn a_stopped_count_ends_like_one_that_ran_through() {
    let mut puzzle = grid(SEED);
    for cell in [2, 4, 6, 9, 12, 14, 17, 20, 21, 23, 24, 29, 30, 32] {
        puzzle.set(cell, 0);
    }
    let through = count(&puzzle, 20_000);
    let mut solver = Solver::new(&puzzle);
    let cancelled = Budget::unlimited();
    cancelled.cancel.cancel();
    let mut stops = 0;
    let mut states = 0;
    let total = loop {
        match solver.count(20_000, &Budget::unlimited().with_states(states)) {
            Ok(total) => break total,
            Err(_) => stops += 1,
        }
        states += 256;
        assert!(stops > 1 || solver.count(20_000, &cancelled).is_err());
    };
    assert_eq!(total, through);
    assert!(stops > 0);
}
