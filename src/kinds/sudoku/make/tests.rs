//! Made puzzles against the plain rules: one solution, minimal, symmetric, as hard as wanted.

use std::collections::BTreeSet;

use super::super::grid::{Grid, value_of};
use super::super::lower::Givens;
use super::super::reference::Reference;
use super::super::states::canonical;
use super::super::techniques::{Rating, SINGLES, TABLE, Waves, rate};
use super::super::tests::model_of;
use super::fill::fill;
use super::symmetry::Symmetry;
use super::*;
use crate::puzzle::make::{Draw, Made, Wish, order};
use crate::search::Budget;

/// Returns the wishes of a call: `class=hard strict`.
fn wishes(text: &str) -> Wishes {
    let wish = |word: &str| {
        let (name, text) = word.split_once('=').unwrap_or((word, ""));
        let name = MakeSudoku.options().iter().find(|option| **option == name).expect("an option");
        Wish { name, text: text.to_owned() }
    };
    Wishes(text.split(' ').filter(|word| !word.is_empty()).map(wish).collect())
}

/// Makes the puzzle of a seed as the command line does; `None` after a number of attempts.
fn made_within(text: &str, seed: u64, attempts: u64) -> Option<Made> {
    let maker = order("sudoku", &MakeSudoku, &wishes(text)).expect("wishes that can be met");
    let attempt = |number| maker.attempt(&mut Draw::of(text, seed, number), &Budget::unlimited());
    (0..attempts).filter_map(attempt).find(|made| made.fits)
}

fn made(text: &str, seed: u64) -> Made {
    made_within(text, seed, 5000).unwrap_or_else(|| panic!("{text}: seed {seed}"))
}

fn grid(made: &Made) -> Grid {
    let cells: Vec<u8> = made.body.concat().chars().filter_map(value_of).collect();
    Grid::new(cells).expect("a whole grid")
}

/// Returns the grid without a set of cells.
fn without(grid: &Grid, cells: &[usize]) -> Grid {
    let mut grid = grid.clone();
    for &cell in cells {
        grid.set(cell, 0);
    }
    grid
}

fn given(grid: &Grid) -> Vec<usize> {
    (0..grid.cells().len()).filter(|&cell| grid.value(cell) != 0).collect()
}

/// Counts the solutions of a grid up to 2, without the rules and the engines: at each step the empty
/// cell with the fewest digits that no cell of its row, column and box has.
fn count(grid: &mut Grid) -> usize {
    let size = grid.size();
    let (tall, wide) = (grid.layout().box_rows(), grid.layout().box_columns());
    let digits = |grid: &Grid, cell: usize| {
        let (row, column) = (cell / size, cell % size);
        let (top, left) = (row - row % tall, column - column % wide);
        let peers = (0..size).flat_map(|at| {
            let in_box = (top + at / wide) * size + left + at % wide;
            [row * size + at, at * size + column, in_box]
        });
        let taken = peers.fold(0_u32, |taken, peer| taken | 1 << grid.value(peer));
        (1..=size as u8).filter(move |digit| taken >> digit & 1 == 0).collect::<Vec<u8>>()
    };
    let empty = (0..size * size).filter(|&cell| grid.value(cell) == 0);
    let choice = empty.map(|cell| (cell, digits(grid, cell))).min_by_key(|choice| choice.1.len());
    let Some((cell, digits)) = choice else { return 1 };
    let mut total = 0;
    for digit in digits {
        grid.set(cell, digit);
        total += count(grid);
        grid.set(cell, 0);
        if total > 1 {
            return 2;
        }
    }
    total
}

/// Holds that a made puzzle has one solution, which is its answer, for the plain solver and for an
/// independent counter.
fn judge(made: &Made) {
    let grid = grid(made);
    let solutions: Vec<Grid> = Reference::new(&grid).take(2).collect();
    assert_eq!(solutions.len(), 1, "{grid}");
    assert_eq!(made.questions[0].answer, solutions[0].line('.'), "{grid}");
    assert_eq!(count(&mut grid.clone()), 1, "{grid}");
}

/// Holds that no orbit of givens can go, by the independent counter.
fn hold_minimal(grid: &Grid, symmetry: Symmetry) {
    for orbit in symmetry.orbits(grid.size()) {
        if grid.value(orbit[0]) != 0 {
            assert_eq!(count(&mut without(grid, &orbit)), 2, "{grid}: {orbit:?}");
        }
    }
}

#[test]
fn every_4x4_grid_is_drawn() {
    let mut draw = Draw::of("", 7, 0);
    let budget = Budget::unlimited();
    let grids: BTreeSet<String> = (0..6000)
        .map(|_| fill(Layout::ALL[0], &mut draw, &budget).expect("not cancelled").line('.'))
        .collect();
    assert_eq!(grids.len(), 288, "all grids that there are");
}

#[test]
fn grids_are_not_of_one_class() {
    let mut draw = Draw::of("", 7, 0);
    let budget = Budget::unlimited();
    for layout in &Layout::ALL[1..5] {
        let grids: Vec<Grid> =
            (0..20).map(|_| fill(*layout, &mut draw, &budget).expect("not cancelled")).collect();
        assert!(grids.iter().all(crate::kinds::sudoku::rules::is_solution));
        let classes: BTreeSet<_> = grids.iter().map(canonical).collect();
        // 6×6 grids have 49 classes in all.
        let least = if layout.size() == 6 { 12 } else { 20 };
        assert!(classes.len() >= least, "{layout}: {}", classes.len());
    }
}

/// The number of seeds, of which `.ci/full` sets more.
fn seeds(usual: u64) -> u64 {
    std::env::var("MADE").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn each_has_one_solution_and_is_minimal_under_its_symmetry() {
    for seed in 0..seeds(6) {
        for (word, symmetry) in Symmetry::WORDS {
            let made = made(&format!("symmetry={word}"), seed);
            judge(&made);
            let grid = grid(&made);
            hold_minimal(&grid, symmetry);
            // The places, seen in a mirror or turned, are the same.
            let size = grid.size();
            let image = |cell: usize| {
                let (row, column) = (cell / size, cell % size);
                let (down, left) = (size - 1 - row, size - 1 - column);
                let images = [
                    ("rotate180", down * size + left),
                    ("rotate90", column * size + down),
                    ("mirror", row * size + left),
                    ("flip", down * size + column),
                    ("diagonal", column * size + row),
                ];
                images
                    .into_iter()
                    .filter(|entry| word == "all" || word == entry.0)
                    .map(|entry| entry.1)
            };
            for cell in 0..size * size {
                let same = |other| (grid.value(cell) == 0) == (grid.value(other) == 0);
                assert!(image(cell).all(same), "{word} {grid}");
            }
        }
    }
}

#[test]
fn other_sizes_are_minimal_too() {
    for (size, seeds) in [(4, 20), (6, 10), (12, 1)] {
        for seed in 0..seeds {
            let made = made(&format!("size={size}"), seed);
            judge(&made);
            let grid = grid(&made);
            assert_eq!(grid.size(), size);
            hold_minimal(&grid, Symmetry::None);
        }
    }
}

#[test]
fn rectangular_boxes_have_the_symmetries_that_keep_them() {
    let words = ["none", "rotate180", "mirror", "flip", "any"];
    for size in [6, 12] {
        for word in Symmetry::WORDS.iter().map(|entry| entry.0).chain(["any"]) {
            let text = format!("size={size} symmetry={word}");
            let refused = order("sudoku", &MakeSudoku, &wishes(&text)).err();
            assert_eq!(refused.is_none(), words.contains(&word), "{text}: {refused:?}");
            if let Some(message) = refused {
                assert!(message.starts_with(&format!("`{word}` needs square boxes")), "{message}");
                assert!(
                    words.iter().all(|word| message.contains(&format!("`{word}`"))),
                    "{message}"
                );
            }
        }
    }
    let mut seen = BTreeSet::new();
    for seed in 0..12 {
        let made = made("size=6 symmetry=any", seed);
        judge(&made);
        let word = made.notes.iter().find_map(|note| note.strip_prefix("symmetry "));
        let word = word.expect("a note").to_owned();
        let symmetry = Symmetry::WORDS.iter().find(|entry| entry.0 == word).expect("a symmetry").1;
        hold_minimal(&grid(&made), symmetry);
        seen.insert(word);
    }
    assert!(seen.iter().eq(["flip", "mirror", "rotate180"]), "{seen:?}");
}

#[test]
fn wishes_about_givens_are_met() {
    for seed in 0..3 {
        let strict = made("symmetry=rotate180 strict", seed);
        judge(&strict);
        hold_minimal(&grid(&strict), Symmetry::None);
        let few = made("givens=..22", seed);
        judge(&few);
        assert!(given(&grid(&few)).len() <= 22);
        hold_minimal(&grid(&few), Symmetry::None);
        let many = made("givens=35..36 symmetry=rotate180", seed);
        judge(&many);
        assert!((35..=36).contains(&given(&grid(&many)).len()));
        assert!(many.notes.iter().any(|note| note == "not minimal"), "{many:?}");
    }
    assert!(made_within("givens=40.. strict", 1, 5).is_none(), "not each of forty is needed");
}

#[test]
fn wishes_about_the_class_are_met() {
    for (word, class, least) in
        [("easy", Class::Easy, 0), ("medium", Class::Medium, 800), ("hard", Class::Hard, 1000)]
    {
        let made = made(&format!("class={word}"), 3);
        judge(&made);
        let grid = grid(&made);
        let rating = rate(&model_of(&grid), &grid, &Budget::unlimited());
        let Ok(Some(Rating::Steps { class: rated, score: Some(score), .. })) = rating else {
            panic!("{rating:?}")
        };
        assert!(rated == class && score >= least, "{made:?}");
        assert!(made.notes[0].starts_with(&format!("{word} {score} ")), "{made:?}");
    }
}

#[test]
fn the_technique_is_needed() {
    for word in ["naked-single", "hidden-single", "locked-candidates-1", "naked-pair", "xy-wing"] {
        let row = technique(word).expect("a technique");
        let made = made(&format!("technique={word}"), 5);
        judge(&made);
        let grid = grid(&made);
        assert!(!Waves::new(&grid).run(|other| other < row), "{word}: {grid}");
        assert!(Waves::new(&grid).run(|other| other <= row), "{word}: {grid}");
    }
    let only = made("technique=xy-wing only", 5);
    let grid = grid(&only);
    let row = technique("xy-wing").expect("a technique");
    let class = TABLE[row].class;
    assert!(!Waves::new(&grid).run(|other| other != row && TABLE[other].class <= class));
}

#[test]
fn a_clean_puzzle_has_nothing_but_singles_and_the_technique() {
    let made = made("technique=naked-pair clean", 5);
    let grid = grid(&made);
    let mut explanation = crate::kinds::sudoku::techniques::Explanation::new(&grid);
    let model = model_of(&grid);
    let steps = explanation.finish(&model, &Budget::unlimited()).expect("no limit");
    let allowed: Vec<_> = TABLE[..SINGLES].iter().map(|row| row.word).collect();
    assert!(steps.iter().any(|step| step.name == "naked-pair"));
    assert!(
        steps.iter().all(|step| step.name == "naked-pair" || allowed.contains(&step.name)),
        "{steps:?}"
    );
}

#[test]
fn the_givens_that_are_advised_for_full_houses_are_found() {
    for size in ["", " size=4", " size=6", " size=12"] {
        let text = format!("technique=full-house{size}");
        let refusal = order("sudoku", &MakeSudoku, &wishes(&text)).err().expect("too few givens");
        let advice = refusal.split("--givens ").nth(1).expect("advice").trim_end_matches('`');
        for seed in 0..4 {
            let made = made_within(&format!("{text} givens={advice}"), seed, 60);
            let made = made.unwrap_or_else(|| panic!("{text} {advice}: seed {seed}"));
            assert!(made.notes[0].ends_with(" full-house"), "{:?}", made.notes);
        }
    }
}

#[test]
fn wishes_that_cannot_be_met_are_refused() {
    let refused = |text: &str| order("sudoku", &MakeSudoku, &wishes(text)).err();
    for (text, message) in [
        ("class=expert", "`easy`, `medium`, `hard`, `unfair` and `extreme`"),
        ("class=hard..easy", "`hard..easy`"),
        ("technique=x-wings", "did you mean `x-wing`?"),
        ("technique=x-wing class=easy", "`x-wing` is hard"),
        ("technique=search", "`--class extreme`"),
        ("technique=zzzzzzzz", "`naked-pair`"),
        ("technique=full-house", "`--givens 60..`"),
        ("technique=full-house size=4", "`--givens 8..`"),
        ("technique=x-wing size=4", "`x-wing` is never needed in a 4×4"),
        ("technique=w-wing size=16", "`jellyfish`"),
        ("class=hard size=4", "every 4×4 sudoku is easy"),
        ("class=unfair size=16", "16×16 sudoku is hard at most"),
        ("class=extreme technique=x-wing size=16", "`x-wing` is hard at most"),
        ("class=medium.. technique=naked-single", "`naked-single` is easy at most"),
        ("class=hard technique=hidden-single", "`hidden-single` is medium at most"),
        ("only", "`--technique`"),
        ("clean", "`--technique`"),
        ("size=5", "4, 6, 9, 12 or 16 rows"),
        ("size=25", "4, 6, 9, 12 or 16 rows"),
        ("size=6 givens=..7", "8 to 35"),
        ("technique=full-house size=6", "`--givens 24..`"),
        ("technique=w-wing size=12", "`jellyfish`"),
        ("givens=41.. strict", "40 givens"),
        ("givens=..16", "17 to 80"),
        ("symmetry=random", "`diagonal`, `all` and `any`"),
    ] {
        let refusal = refused(text).expect("it is refused");
        assert!(refusal.contains(message), "{text}: {refusal}");
    }
    for row in TABLE.iter().filter(|row| !row.is_on) {
        let wanted = format!("`{0}` is never used by a rating; `steps {0}` lists it", row.word);
        for size in [4, 6, 9, 12, 16] {
            let text = format!("technique={} size={size}", row.word);
            assert_eq!(refused(&text), Some(wanted.clone()), "{text}");
        }
    }
    for text in [
        "technique=full-house givens=54..",
        "technique=naked-single size=4",
        "class=extreme size=16",
        "class=medium technique=hidden-single",
        "class=extreme technique=locked-pair",
        "technique=jellyfish size=16",
    ] {
        assert_eq!(refused(text), None, "{text}");
    }
}

/// The rating of every 4×4 sudoku ends with a full house or a naked single; here are some of them.
#[test]
fn naked_singles_solve_every_4x4_sudoku() {
    let mut seen = BTreeSet::new();
    let first = Grid::new([1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).expect("4×4");
    for full in Reference::new(&first) {
        for set in (0..1_u32 << 16).step_by(61) {
            let hidden: Vec<usize> = (0..16).filter(|cell| set >> cell & 1 == 0).collect();
            let puzzle = without(&full, &hidden);
            let rating = rate(&Givens::plain(puzzle.clone()), &puzzle, &Budget::unlimited());
            if let Ok(Some(Rating::Steps { technique, .. })) = rating {
                assert!(technique <= NAKED_SINGLE, "{puzzle}");
                assert!(technique != FULL_HOUSE || puzzle.givens() >= 8, "{puzzle}");
                seen.insert(technique);
            }
        }
    }
    assert_eq!(seen.len(), 2);
}

/// Puzzles with as few empty cells as the refusal of full houses asks for.
#[test]
fn full_houses_alone_solve_puzzles_with_many_givens() {
    for text in ["technique=full-house givens=70..", "technique=full-house size=4 givens=9.."] {
        let made = made(text, 1);
        judge(&made);
        assert!(made.notes[0].ends_with(" full-house"), "{made:?}");
    }
}

#[test]
fn any_symmetry_is_one_of_the_six() {
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        let made = made("symmetry=any", seed);
        let word = made.notes.iter().find_map(|note| note.strip_prefix("symmetry "));
        let word = word.expect("a note").to_owned();
        let given = grid(&made);
        let symmetry = Symmetry::WORDS.iter().find(|entry| entry.0 == word).expect("a symmetry").1;
        for orbit in symmetry.orbits(9) {
            let is_given = |cell: &usize| given.value(*cell) != 0;
            assert!(orbit.iter().all(is_given) || !orbit.iter().any(is_given), "{word} {given}");
        }
        seen.insert(word);
    }
    assert!(!seen.contains("none") && seen.len() > 3, "{seen:?}");
}

#[test]
fn a_puzzle_is_known_again_in_another_form() {
    let first = grid(&made("", 1));
    let mut other = first.clone();
    for (cell, &value) in first.cells().iter().enumerate() {
        // Other digits, the first two bands exchanged, and mirrored in the diagonal.
        let (row, column) = (cell / 9, cell % 9);
        let row = if row < 6 { (row + 3) % 6 } else { row };
        other.set(column * 9 + row, if value == 0 { 0 } else { value % 9 + 1 });
    }
    assert_ne!(other, first);
    assert_eq!(canonical(&other), canonical(&first));
    assert_ne!(canonical(&grid(&made("", 2))), canonical(&first));
}
