//! Every step agrees with the only solution, over many generated puzzles.

use super::super::grid::{Grid, value_of};
use super::super::solve::two;
use super::board::Board;
use super::{Effect, Explanation, Step, Technique, rate};
use crate::puzzle::testing::Draw;
use crate::search::{Budget, Stop};

fn explain(grid: &Grid, budget: &Budget) -> Result<Vec<Step>, Stop> {
    Explanation::new(grid).finish(budget).map(<[Step]>::to_vec)
}

fn grid(text: &str) -> Grid {
    let cells: Vec<u8> = text.chars().filter_map(value_of).collect();
    Grid::new(cells).expect("the characters of a whole grid")
}

/// A puzzle with one solution from which no given could be removed in the order tried.
fn puzzle(random: &mut Draw) -> Grid {
    let budget = Budget::unlimited();
    let mut relabel: Vec<u8> = (1..=9).collect();
    for at in (1..9).rev() {
        relabel.swap(at, random.index(at + 1));
    }
    let mut line = |base: usize| {
        let mut order = [0, 1, 2];
        order.swap(0, random.index(3));
        order.swap(1, 1 + random.index(2));
        order.map(|at| base + at)
    };
    let rows: Vec<usize> = [3, 0, 6].into_iter().flat_map(&mut line).collect();
    let columns: Vec<usize> = [6, 3, 0].into_iter().flat_map(&mut line).collect();
    let mut full = Grid::empty(3).expect("9×9");
    for (r, row) in rows.iter().enumerate() {
        for (c, column) in columns.iter().enumerate() {
            full.set(9 * r + c, relabel[(row * 3 + row / 3 + column) % 9]);
        }
    }
    let mut cells: Vec<usize> = (0..81).collect();
    for at in (1..81).rev() {
        cells.swap(at, random.index(at + 1));
    }
    for cell in cells {
        let digit = full.value(cell);
        full.set(cell, 0);
        if two(&full, &budget).expect("no limit").len() != 1 {
            full.set(cell, digit);
        }
    }
    full
}

#[test]
fn no_step_ever_contradicts_the_solution() {
    let mut random = Draw(0x2545_f491_4f6c_dd1d);
    let budget = Budget::unlimited();
    let mut seen = Vec::new();
    for _ in 0..60 {
        let puzzle = puzzle(&mut random);
        let solution = two(&puzzle, &budget).expect("no limit").remove(0);
        for step in explain(&puzzle, &budget).expect("no limit") {
            seen.push(step.technique);
            match &step.effect {
                Effect::Place(cell, digit) => assert_eq!(solution.value(*cell), *digit, "{step}"),
                Effect::Remove(gone) => {
                    for (cell, mask) in gone {
                        let digit = solution.value(*cell);
                        assert_eq!(mask >> (digit - 1) & 1, 0, "{step} in {puzzle}");
                    }
                }
                Effect::Stuck => panic!("{puzzle} has one solution"),
            }
        }
    }
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() >= 10, "only {seen:?} were met");
}

#[test]
fn what_the_search_says() {
    let budget = Budget::unlimited();
    let several = explain(&grid("1234............"), &budget).expect("no limit");
    assert!(several.last().is_some_and(|step| step.to_string().contains("several")));
    let none = explain(&grid("12....3.......2."), &budget).expect("no limit");
    assert!(none.last().is_some_and(|step| step.effect == Effect::Stuck));
    assert_eq!(rate(&grid("12....3.......2."), &budget), Ok(None), "no solution, no rating");
    let full = explain(&grid("1234341221434321"), &budget).expect("no limit");
    assert!(full.is_empty());
    let full = rate(&grid("1234341221434321"), &budget).expect("no limit").expect("a rating");
    assert_eq!(full.to_string(), "full 0");
}

/// The shipped example of each technique, by the name of its file.
fn shipped(technique: Technique) -> Grid {
    let name = technique.name().to_lowercase();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/sudoku/techniques");
    let text = std::fs::read_to_string(format!("{folder}/{name}.puzzle")).expect("the example");
    let body = text.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
    grid(body.expect("the puzzle's body").0)
}

/// The techniques of the steps if only those `allowed` are tried, and whether these fill the grid.
fn solve_with(puzzle: &Grid, allowed: impl Fn(Technique) -> bool) -> (Vec<Technique>, bool) {
    let mut board = Board::new(puzzle);
    let mut used = Vec::new();
    while let Some(step) =
        Technique::ALL.into_iter().filter(|one| allowed(*one)).find_map(|one| one.first(&board))
    {
        board.apply(&step.effect);
        used.push(step.technique);
    }
    (used, board.grid().is_full())
}

#[test]
fn each_shipped_example_needs_its_technique() {
    for technique in Technique::ALL {
        let puzzle = shipped(technique);
        let (used, full) = solve_with(&puzzle, |one| one <= technique);
        assert!(full && used.contains(&technique), "{}: {used:?}", technique.name());
        let (_, full) = solve_with(&puzzle, |one| one < technique);
        assert!(!full, "the easier ones succeed without {}", technique.name());
    }
    let searched = solve_with(&shipped(Technique::Search), |_| true);
    assert!(!searched.1, "the techniques get to the end of {searched:?}");
}

#[test]
fn the_hidden_quad_has_no_substitute() {
    let puzzle = shipped(Technique::HiddenQuad);
    let (used, full) = solve_with(&puzzle, |one| one <= Technique::HiddenQuad);
    let quads = used.iter().filter(|one| **one == Technique::HiddenQuad).count();
    // Singles, pointing and one quad; without it not even the harder ones get to the end.
    assert!(full && quads == 1);
    assert!(used.iter().all(|one| *one <= Technique::Pointing || *one == Technique::HiddenQuad));
    assert!(!solve_with(&puzzle, |one| one != Technique::HiddenQuad).1);
}
