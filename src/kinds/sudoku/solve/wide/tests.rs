//! The search against the plain solver, against the engine for 9×9 grids, and against itself.

use super::super::{Bands, Solver};
use super::*;
use crate::kinds::sudoku::reference::Reference;
use crate::kinds::sudoku::rules::{extends, is_solution};
use crate::kinds::sudoku::tests::empty;
use crate::puzzle::testing::Draw;

/// Returns the first solutions, sorted, and checks them against the rules.
fn solutions(grid: &Grid, limit: usize) -> Vec<Vec<u8>> {
    let mut wide = Wide::new(grid);
    let mut solutions = Vec::new();
    while solutions.len() < limit
        && let Some(solution) = wide.next(&Budget::unlimited()).expect("no limit")
    {
        assert!(is_solution(&solution) && extends(&solution, grid), "{grid:?}");
        solutions.push(solution.cells().to_vec());
    }
    solutions.sort();
    let count = solutions.len();
    solutions.dedup();
    assert_eq!(solutions.len(), count, "no solution is found twice: {grid:?}");
    solutions
}

/// Returns a full grid of a size, made from random boxes without a common row or column.
fn full(size: usize, random: &mut Draw) -> Grid {
    let mut grid = empty(size);
    let (tall, wide) = (grid.layout().box_rows(), grid.layout().box_columns());
    loop {
        for corner in (0..tall.min(wide)).map(|at| at * (tall * size + wide)) {
            let mut left: Vec<u8> = (1..=size as u8).collect();
            for at in 0..size {
                let digit = left.swap_remove(random.index(left.len()));
                grid.set(corner + size * (at / wide) + at % wide, digit);
            }
        }
        // Some boxes of 4×4 grids have no solution together.
        if let Some(full) = Wide::new(&grid).next(&Budget::unlimited()).expect("no limit") {
            return full;
        }
    }
}

/// Returns a grid from which that many cells were taken.
fn thinned(full: &Grid, taken: usize, random: &mut Draw) -> Grid {
    let mut grid = full.clone();
    let mut left: Vec<usize> = (0..grid.cells().len()).collect();
    for _ in 0..taken {
        grid.set(left.swap_remove(random.index(left.len())), 0);
    }
    grid
}

#[test]
fn grids_of_9x9_have_the_solutions_that_the_other_engine_finds() {
    let mut random = Draw(0x2545_f491_4f6c_dd1d);
    let mut seen = [0; 4];
    for round in 0..60 {
        let mut grid = thinned(&full(9, &mut random), 30 + random.index(29), &mut random);
        if round % 5 == 0 {
            // A digit that may contradict.
            grid.set(random.index(81), 1 + random.index(9) as u8);
        }
        if round % 3 == 0 {
            for _ in 0..10 {
                let cell = random.index(81);
                if grid.value(cell) == 0 {
                    grid.delete(cell, 1 << random.index(9));
                }
            }
        }
        // Enough of them to go beyond those that are excluded by clauses.
        let limit = 20 * EXCLUDED;
        let solutions = solutions(&grid, limit);
        let mut bands = Bands::new(grid.cells().try_into().expect("9×9"));
        (0..81)
            .filter(|_| grid.has_marks())
            .for_each(|cell| bands.delete(cell, grid.deleted(cell)));
        let mut expected = Vec::new();
        while expected.len() < limit && bands.next(&Budget::unlimited()).expect("no limit") {
            expected.push(bands.solution().to_vec());
        }
        expected.sort();
        assert_eq!(solutions.len(), expected.len(), "{grid:?}");
        assert!(solutions == expected || solutions.len() == limit, "{grid:?}");
        seen[match solutions.len() {
            0 => 0,
            1 => 1,
            count if count <= EXCLUDED => 2,
            _ => 3,
        }] += 1;
    }
    assert!(seen.iter().all(|&times| times > 3), "{seen:?}");
}

#[test]
fn large_grids_have_the_solutions_that_the_plain_solver_finds() {
    const LIMIT: usize = 200;
    let mut random = Draw(7);
    let mut seen = [0; 2];
    for (size, taken) in [
        (6, 20),
        (6, 26),
        (12, 70),
        (12, 85),
        (16, 105),
        (16, 120),
        (16, 130),
        (25, 200),
        (25, 230),
    ] {
        for _ in 0..4 {
            let grid = thinned(&full(size, &mut random), taken, &mut random);
            let solutions = solutions(&grid, LIMIT);
            let mut plain: Vec<_> = Reference::new(&grid)
                .take(LIMIT)
                .map(|solution| solution.cells().to_vec())
                .collect();
            plain.sort();
            assert_eq!(solutions.len(), plain.len(), "{grid:?}");
            assert!(solutions == plain || solutions.len() == LIMIT, "{grid:?}");
            seen[usize::from(solutions.len() > 1)] += 1;
        }
    }
    assert!(seen.iter().all(|&times| times > 3), "{seen:?}");
}

#[test]
fn every_grid_of_4x4_with_few_digits_is_counted() {
    let mut random = Draw(11);
    assert_eq!(solutions(&empty(4), 1000).len(), 288);
    for _ in 0..300 {
        let mut grid = empty(4);
        for _ in 0..random.index(7) {
            grid.set(random.index(16), 1 + random.index(4) as u8);
        }
        let plain = Reference::new(&grid).take(1000).count();
        assert_eq!(solutions(&grid, 1000).len(), plain, "{grid:?}");
    }
}

#[test]
fn more_digits_are_answered_with_what_was_learned() {
    let mut random = Draw(5);
    for size in [4, 6, 9, 12, 16] {
        for _ in 0..10 {
            let whole = full(size, &mut random);
            let base = thinned(&whole, whole.cells().len() * 6 / 10, &mut random);
            let mut wide = Wide::new(&base);
            for _ in 0..20 {
                let mut more = base.clone();
                for _ in 0..random.index(8) {
                    let cell = random.index(more.cells().len());
                    if more.value(cell) == 0 {
                        more.set(cell, 1 + random.index(more.size()) as u8);
                    }
                }
                assert!(wide.assume(&more));
                let answer = wide.next(&Budget::unlimited()).expect("no limit");
                let fresh = Wide::new(&more).next(&Budget::unlimited()).expect("no limit");
                assert_eq!(answer.is_some(), fresh.is_some(), "{base:?} {more:?}");
                assert!(
                    answer
                        .is_none_or(|solution| is_solution(&solution) && extends(&solution, &more))
                );
            }
            let mut other = base.clone();
            let cell =
                (0..base.cells().len()).find(|&cell| base.value(cell) != 0).expect("a given");
            other.set(cell, 0);
            assert!(!wide.assume(&other), "fewer digits");
        }
    }
}

/// Large grids with 30 to 50 % of the cells given are decided within few guesses, and a search that
/// is stopped often ends like one that runs through.
#[test]
fn large_grids_need_few_guesses() {
    const GUESSES: u64 = 20_000;
    let mut random = Draw(0x9e37_79b9_7f4a_7c15);
    let percents = [(16, &[30, 35, 40, 45, 50][..]), (25, &[30, 35, 40, 50])];
    for (size, percent) in percents
        .map(|(size, list)| list.iter().map(move |percent| (size, percent)))
        .into_iter()
        .flatten()
    {
        let whole = full(size, &mut random);
        let count = whole.cells().len();
        let mut grid = thinned(&whole, count - count * percent / 100, &mut random);
        loop {
            let through = two_within(&grid, GUESSES, GUESSES);
            assert_eq!(two_within(&grid, GUESSES, 7), through, "{grid:?}");
            // Those of 25×25 cells get one solution only where most cells are given.
            let [first, second] = &through[..] else { break };
            if size == 25 && *percent < 50 {
                break;
            }
            for cell in
                (0..count).filter(|&cell| first.value(cell) != second.value(cell)).step_by(3)
            {
                grid.set(cell, whole.value(cell));
            }
        }
    }
}

/// Returns up to two solutions; stops after every `step` guesses.
fn two_within(grid: &Grid, guesses: u64, step: u64) -> Vec<Grid> {
    let mut solver = Solver::new(grid);
    let mut solutions = Vec::new();
    while solutions.len() < 2 {
        let states = guesses.min(solver.nodes() + step);
        match solver.next_solution(&Budget::unlimited().with_states(states)) {
            crate::search::Outcome::Solved(solution) => solutions.push(solution),
            crate::search::Outcome::Unsolvable => break,
            crate::search::Outcome::GaveUp(stop) => {
                assert!(stop == Stop::States && states < guesses, "{grid:?}");
            }
        }
    }
    solutions
}

#[test]
fn a_full_memory_stops_a_search_that_can_go_on() {
    let mut random = Draw(3);
    let grid = thinned(&full(16, &mut random), 180, &mut random);
    let through = solutions(&grid, 3000);
    let mut wide = Wide::new(&grid);
    assert_eq!(wide.next(&Budget::unlimited().with_bytes(1)), Err(Stop::Memory));
    let mut solutions = Vec::new();
    while solutions.len() < through.len() {
        solutions.push(wide.next(&Budget::unlimited()).expect("no limit").expect("a solution"));
    }
    solutions.sort_by(|first, second| first.cells().cmp(second.cells()));
    assert!(solutions.iter().map(Grid::cells).eq(through.iter().map(Vec::as_slice)));
}
