//! Every step agrees with the only solution, over many generated puzzles; the canonical form.

mod library;
mod uniqueness;

use std::path::Path;

use super::super::grid::{Grid, value_of};
use super::super::solve::two;
use super::super::tests::{empty, model_of, open};
use super::board::Board;
use super::canon::canonical;
use super::table::Row;
use super::{
    Effect, Elimination, Explanation, LARGE, Options, SEARCH, SINGLES, Step, TABLE, next, rate,
    states, steps_of, technique, topic, topics,
};
use crate::diag::Sink;
use crate::puzzle::Depth;
use crate::puzzle::steps::LinkKind;
use crate::puzzle::testing::{Draw, number};
use crate::scene::{Link, Mark};
use crate::search::{Budget, Stop};
use crate::syntax::Fragment;

fn explain(grid: &Grid, budget: &Budget) -> Result<Vec<Step>, Stop> {
    Explanation::new(grid).finish(&model_of(grid), budget).map(<[Step]>::to_vec)
}

fn grid(text: &str) -> Grid {
    let cells: Vec<u8> = text.chars().filter_map(value_of).collect();
    Grid::new(cells).expect("the characters of a whole grid")
}

fn shuffle<T>(items: &mut [T], random: &mut Draw) {
    for at in (1..items.len()).rev() {
        items.swap(at, random.index(at + 1));
    }
}

/// Returns a puzzle with one solution from which no given could be removed in the order tried: from
/// three shuffled boxes on the diagonal, so that the grids are not all of one class.
fn puzzle(random: &mut Draw) -> Grid {
    let budget = Budget::unlimited();
    let mut seed = empty(9);
    for number in 0..3 {
        let mut digits: Vec<u8> = (1..=9).collect();
        shuffle(&mut digits, random);
        for (at, digit) in digits.into_iter().enumerate() {
            seed.set(30 * number + at / 3 * 9 + at % 3, digit);
        }
    }
    let mut full = two(&seed, &budget).expect("no limit").remove(random.index(2));
    let mut cells: Vec<usize> = (0..81).collect();
    shuffle(&mut cells, random);
    for cell in cells {
        let digit = full.value(cell);
        full.set(cell, 0);
        if two(&full, &budget).expect("no limit").len() != 1 {
            full.set(cell, digit);
        }
    }
    full
}

/// Holds that a step does something, and nothing that the solution contradicts, and that its name has
/// a page.
fn hold(step: &Step, board: &Board, solution: &Grid) {
    let page = topic(step.name).expect("a page for each name of a step");
    assert!(
        topics().contains(&step.name) && page.facts.contains("a technique of sudoku"),
        "{step}"
    );
    let row = &TABLE[technique(step.name).expect("a technique")];
    let names = if row.shapes.is_empty() { std::slice::from_ref(&row.word) } else { row.shapes };
    assert!(names.contains(&step.name) && page.name == row.word, "{step}");
    match &step.effect {
        Effect::Place(cell, digit) => {
            assert_eq!(board.grid().value(*cell), 0, "{step}");
            assert_eq!(solution.value(*cell), *digit, "{step}");
        }
        Effect::Remove(eliminations) => {
            assert!(
                eliminations.iter().is_sorted_by(|first, second| first.cell < second.cell),
                "{step}"
            );
            for &Elimination { cell, digits } in eliminations {
                assert!(digits != 0 && digits & !board.mask(cell) == 0, "{step}");
                let digit = solution.value(cell);
                assert_eq!(digits >> (digit - 1) & 1, 0, "{step} in {}", board.grid());
            }
        }
        Effect::Stuck => panic!("there is one solution"),
    }
}

/// Holds that the links of a step are what they say, in the light of the candidates alone, and that a
/// chain called grouped has a group.
fn hold_links(step: &Step, board: &Board) {
    let is_group = |mark: &Mark| mark.cells.len() > 1;
    let has_group =
        |link: &Link| is_group(&link.from) || is_group(&link.to) || !link.set.is_empty();
    let is_grouped = step.name.starts_with("grouped-");
    assert!(!is_grouped || step.places.links().iter().any(has_group), "{step}");
    let sees =
        |first: usize, second: usize| first != second && board.geometry().sees(first, second);
    for link in step.places.links() {
        let Link { from, to, is_strong, set } = &link;
        let marks = [from, to];
        for mark in marks {
            let is_there = |&cell: &usize| board.mask(cell) >> mark.place & 1 == 1;
            assert!(!mark.cells.is_empty() && mark.cells.iter().all(is_there), "{step}: {link:?}");
        }
        let is_cell = from.cells == to.cells && from.cells.len() == 1;
        let is_other = from.place != to.place;
        let holds = if !set.is_empty() {
            let digits = set.iter().fold(0, |digits, &cell| digits | board.mask(cell));
            let set_places = |mark: &Mark| -> Vec<usize> {
                let has = |cell: &&usize| board.mask(**cell) >> mark.place & 1 == 1;
                set.iter().filter(has).copied().collect()
            };
            let is_almost = digits.count_ones() as usize == set.len() + 1;
            let in_unit = board
                .geometry()
                .units
                .iter()
                .any(|(_, unit)| set.iter().all(|&cell| unit.contains(&(cell as u16))));
            let is_whole = marks.iter().all(|mark| set_places(mark) == mark.cells);
            *is_strong && is_other && is_almost && in_unit && is_whole
        } else if *is_strong && is_other {
            is_cell && board.mask(from.cells[0]).count_ones() == 2
        } else if *is_strong {
            let both = || from.cells.iter().chain(&to.cells);
            board.geometry().units.iter().any(|(_, unit)| {
                let places = board.places(unit, 1 << from.place);
                both().all(|cell| places.contains(cell))
                    && places.iter().all(|cell| both().any(|end| end == cell))
            })
        } else if is_other {
            is_cell
        } else {
            from.cells
                .iter()
                .all(|&from_cell| to.cells.iter().all(|&to_cell| sees(from_cell, to_cell)))
        };
        assert!(holds, "{step}: {link:?}");
    }
}

/// All that `steps` can be asked to look at.
const ALL: Options =
    Options { missing_candidates: true, als_overlap: true, als_nodes: true, siamese: true };

/// Counts how often each technique has a step on the boards of some puzzles; every step is compared
/// with the solution, that of another solver. On every eighth puzzle harder techniques than the one of
/// the next step are tried, too; on every 200th all steps are listed, on the others those with the
/// fewest links.
fn counted(count: usize) -> (Vec<usize>, Vec<bool>) {
    let mut random = Draw(0x2545_f491_4f6c_dd1d);
    let budget = Budget::unlimited();
    let mut counts = vec![0; TABLE.len()];
    let mut linked = vec![false; TABLE.len()];
    for number in 0..count {
        let puzzle = puzzle(&mut random);
        let solution = two(&puzzle, &budget).expect("no limit").remove(0);
        let mut board = Board::new(&puzzle, &puzzle, true);
        let is_tried = number % 8 == 0;
        let is_listed = number % 200 == 0;
        while let Some((last, step)) = next(&board).expect("no limit") {
            let most = if last >= SINGLES && is_tried { TABLE.len() } else { last + 1 };
            board.options = is_listed.then_some(ALL);
            for (row, count) in counts.iter_mut().enumerate().take(most).skip(last) {
                for step in steps_of(&board, row, !is_listed) {
                    hold(&step, &board, &solution);
                    hold_links(&step, &board);
                    linked[row] |= !step.places.links().is_empty();
                    *count += 1;
                }
            }
            board.options = None;
            board.apply(&step.effect);
        }
    }
    (counts, linked)
}

/// All chains of some boards on which chains have steps: those without a group are nice loops, and no
/// step of them is called grouped.
#[test]
fn chains_called_grouped_have_a_group() {
    let mut random = Draw(46);
    let rows = ["nice-loop", "grouped-nice-loop"].map(|word| technique(word).expect("a technique"));
    let mut counts = [0; 2];
    for (als_nodes, _) in [(false, 0), (false, 1), (true, 2)] {
        let puzzle = puzzle(&mut random);
        let mut board = Board::new(&puzzle, &puzzle, true);
        while let Some((last, step)) = next(&board).expect("no limit") {
            if last >= SINGLES {
                board.options = Some(Options { als_nodes, ..Options::default() });
                for (row, count) in rows.into_iter().zip(&mut counts) {
                    for step in steps_of(&board, row, false) {
                        hold_links(&step, &board);
                        *count += 1;
                    }
                }
                board.options = None;
            }
            board.apply(&step.effect);
        }
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

/// The words that `explain` prints for a search, too.
#[test]
fn the_search_has_a_page() {
    let page = topic(SEARCH).expect("a page");
    assert!(page.name == SEARCH && page.text.contains("explain"));
}

/// A rectangle of which two corners in row 1 have more digits, and so many cells of the row that form a
/// naked subset with them.
#[test]
fn a_uniqueness_test_3_takes_up_to_six_other_cells() {
    let row = technique("uniqueness-test-3").expect("a technique");
    for count in 1..=6 {
        let mut marks = empty(9);
        let mut keep = |cell, digits: &[usize]| {
            let kept = digits.iter().fold(0, |set, digit| set | 1 << (digit - 1));
            marks.delete(cell, 0x1ff & !kept);
        };
        let subset: Vec<usize> = (3..=3 + count).collect();
        keep(0, &[1, 2, 3]);
        keep(1, &[1, 2, 4]);
        keep(27, &[1, 2]);
        keep(28, &[1, 2]);
        (9 - count..9).for_each(|cell| keep(cell, &subset));
        (2..9 - count).for_each(|cell| keep(cell, &[1, 2, 3]));
        let board = Board::new(&marks, &marks, true);
        let eliminations = (2..9 - count).map(|cell| Elimination { cell, digits: 0b100 }).collect();
        let wanted = Effect::Remove(eliminations);
        let steps = steps_of(&board, row, false);
        let of_size = |step: &&Step| step.effect == wanted;
        let step = steps.iter().find(of_size).unwrap_or_else(|| panic!("{count} cells: {steps:?}"));
        let text = step.places.to_string();
        let (_, cells) = text.split_once(" with ").expect("the other cells");
        assert_eq!(cells.split(' ').count(), count, "{text}");
    }
}

/// No technique after those has a step in a 16×16 grid.
#[test]
fn large_grids_know_the_first_techniques() {
    assert_eq!(TABLE[LARGE - 1].word, "jellyfish");
    let mut random = Draw(16);
    let full = |cell: usize| (cell / 16 * 4 + cell / 64 + cell % 16) % 16 + 1;
    let cells = (0..256).map(|cell| if random.index(5) < 2 { full(cell) as u8 } else { 0 });
    let puzzle = Grid::new(cells.collect::<Vec<_>>()).expect("256 cells");
    let mut board = Board::new(&puzzle, &puzzle, true);
    let mut seen = 0;
    while let Some((_, step)) = next(&board).expect("no limit") {
        board.options = Some(ALL);
        assert!((LARGE..TABLE.len()).all(|row| steps_of(&board, row, false).is_empty()), "{step}");
        board.options = None;
        board.apply(&step.effect);
        seen += 1;
    }
    assert!(seen > 20, "{seen} steps");
}

/// Writes counts to a file of the folder `PUZZLED_COUNTS`, if the environment names one.
fn write_counts(name: &str, text: &str) {
    if let Some(folder) = std::env::var_os("PUZZLED_COUNTS") {
        std::fs::write(Path::new(&folder).join(name), text).expect("a folder for the counts");
    }
}

/// On 12 puzzles, or as many as `PUZZLED_PUZZLES` says, and on the lines of the library. Of 100,000
/// puzzles a technique has 100 steps, or else it has some on its lines. The numbers
/// of steps are written.
#[test]
fn no_step_ever_contradicts_the_solution() {
    let puzzles = number("PUZZLED_PUZZLES", 12);
    let (counts, linked) = counted(puzzles);
    let grids = library::counted();
    let lines = TABLE.iter().zip(counts.iter().zip(&grids));
    let line = |(row, (count, more)): (&Row, _)| format!("{} {count} {more}\n", row.word);
    let table: String = lines.map(line).collect();
    write_counts(
        "techniques.txt",
        &format!("technique, steps on puzzles, steps on grids\n{table}"),
    );
    let is_rare = |&row: &usize| counts[row] < puzzles.div_ceil(1000) && grids[row] == 0;
    let rare: Vec<&str> = (0..TABLE.len()).filter(is_rare).map(|row| TABLE[row].word).collect();
    assert!(rare.is_empty(), "rare: {rare:?}");
    for word in LINKED {
        let row = technique(word).expect("a technique");
        assert!(counts[row] == 0 || linked[row], "{word} has no links");
    }
}

/// The techniques whose steps have links.
const LINKED: [&str; 17] = [
    "remote-pair",
    "skyscraper",
    "2-string-kite",
    "turbot-fish",
    "empty-rectangle",
    "w-wing",
    "xy-wing",
    "simple-colors",
    "multi-colors",
    "x-chain",
    "xy-chain",
    "nice-loop",
    "grouped-nice-loop",
    "als-xz",
    "als-xy-wing",
    "als-xy-chain",
    "forcing-chain",
];

/// Of 10,000 random minimal puzzles at most 4 need a search: 200 are rated here, or as many as
/// `PUZZLED_RATED` says.
#[test]
fn few_random_puzzles_need_a_search() {
    let count = number("PUZZLED_RATED", 200);
    let mut random = Draw(2026);
    let budget = Budget::unlimited();
    let needs_search = |_: &usize| {
        let puzzle = puzzle(&mut random);
        let rating = rate(&model_of(&puzzle), &puzzle, &budget).expect("no limit");
        states(&rating.expect("a solution").figure(), SEARCH)
    };
    let searched = (0..count).filter(needs_search).count();
    assert!(searched <= count.div_ceil(2500), "{searched} of {count}");
}

#[test]
fn what_the_search_says() {
    let budget = Budget::unlimited();
    let several = explain(&grid("1234............"), &budget).expect("no limit");
    assert!(several.last().is_some_and(|step| step.to_string().contains("several")));
    let none = explain(&grid("12....3.......2."), &budget).expect("no limit");
    assert!(none.last().is_some_and(|step| step.effect == Effect::Stuck));
    let rated = |text: &str| {
        let grid = grid(text);
        rate(&model_of(&grid), &grid, &budget).expect("no limit").map(|rating| rating.to_string())
    };
    assert_eq!(rated("12....3.......2."), None, "no solution, no rating");
    let full = explain(&grid("1234341221434321"), &budget).expect("no limit");
    assert!(full.is_empty());
    assert_eq!(rated("1234341221434321").as_deref(), Some("easy 0 full"));
    assert_eq!(rated("1234............").as_deref(), Some("several"));
    assert_eq!(rated("1.343412214343.1").as_deref(), Some("easy - full-house"));
}

#[test]
fn the_scores_of_the_steps_add_up_to_the_rating() {
    let mut random = Draw(11);
    let budget = Budget::unlimited();
    for _ in 0..12 {
        let puzzle = puzzle(&mut random);
        let steps = explain(&puzzle, &budget).expect("no limit");
        let rating = rate(&model_of(&puzzle), &puzzle, &budget).expect("no limit");
        let rating = rating.expect("a solution").to_string();
        let words: Vec<&str> = rating.split(' ').collect();
        let mut now = puzzle.clone();
        for step in &steps {
            if let Effect::Place(cell, digit) = step.effect {
                now.set(cell, digit);
            }
        }
        assert_eq!(now, two(&puzzle, &budget).expect("no limit").remove(0), "{rating}");
        // Shapes have names of their own; the others are words of the table.
        let rows: Option<Vec<usize>> = steps.iter().map(|step| technique(step.name)).collect();
        if let Some(rows) = rows {
            let sum: u32 = rows.iter().map(|&row| TABLE[row].score).sum();
            assert_eq!(words[1], sum.to_string(), "{rating}");
            let last = rows.into_iter().max().map(|row| TABLE[row].word);
            assert_eq!(last, Some(words[2]));
        }
    }
}

#[test]
fn the_canonical_form_is_that_of_every_form_of_a_grid() {
    let mut random = Draw(3);
    for _ in 0..8 {
        let puzzle = puzzle(&mut random);
        let (form, view) = canonical(&puzzle).expect("9×9");
        for cell in 0..81 {
            let digit = form.value(cell);
            let original =
                if digit == 0 { 0 } else { view.digits(1 << (digit - 1)).trailing_zeros() + 1 };
            assert_eq!(puzzle.value(view.cell(cell)), original as u8);
        }
        for _ in 0..2 {
            let other = scrambled(&puzzle, &mut random);
            assert_eq!(canonical(&other).expect("9×9").0, form, "{puzzle} and {other}");
        }
    }
}

/// Returns a grid with its digits renamed, its bands, stacks, rows and columns permuted, and perhaps
/// transposed.
fn scrambled(puzzle: &Grid, random: &mut Draw) -> Grid {
    let mut names: Vec<u8> = (1..=9).collect();
    shuffle(&mut names, random);
    let mut lines = || {
        let mut bands = [0, 3, 6];
        shuffle(&mut bands, random);
        let mut lines = Vec::new();
        for band in bands {
            let mut band_lines = [band, band + 1, band + 2];
            shuffle(&mut band_lines, random);
            lines.extend(band_lines);
        }
        lines
    };
    let (rows, columns) = (lines(), lines());
    let is_transposed = random.index(2) == 1;
    let mut other = empty(9);
    for (cell, &value) in puzzle.cells().iter().enumerate() {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let to = if is_transposed { column * 9 + row } else { row * 9 + column };
        other.set(to, if value == 0 { 0 } else { names[usize::from(value) - 1] });
    }
    other
}

/// Of 60 forms of random puzzles, or as many as `PUZZLED_FORMS` says.
#[test]
fn the_rating_is_that_of_every_form_of_a_puzzle() {
    let mut random = Draw(8);
    let budget = Budget::unlimited();
    for _ in 0..number("PUZZLED_FORMS", 60) / 20 {
        let puzzle = puzzle(&mut random);
        let rating = |grid: &Grid| rate(&model_of(grid), grid, &budget).expect("no limit");
        let expected = rating(&puzzle);
        for _ in 0..20 {
            let other = scrambled(&puzzle, &mut random);
            assert_eq!(rating(&other), expected, "{puzzle} and {other}");
        }
    }
}

/// Returns the shipped example of a technique, by the name of its file.
fn shipped(word: &str) -> Option<Grid> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/sudoku/techniques");
    let text = std::fs::read_to_string(format!("{folder}/{word}.puzzle")).ok()?;
    let body = text.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
    Some(grid(body.expect("the puzzle's body").0))
}

#[test]
fn each_shipped_example_shows_its_technique() {
    let mut shown = 0;
    for (technique, row) in TABLE.iter().enumerate() {
        let Some(puzzle) = shipped(row.word) else { continue };
        let mut board = Board::new(&puzzle, &puzzle, true);
        let mut is_shown = false;
        while let Some((_, step)) = next(&board).expect("no limit") {
            is_shown |= !steps_of(&board, technique, true).is_empty();
            board.apply(&step.effect);
        }
        assert!(is_shown && board.grid().is_full(), "{}", row.word);
        shown += 1;
    }
    assert!(shown >= 15, "{shown} examples");
    let mut board = Board::new(&shipped(SEARCH).expect("an example"), &grid(&".".repeat(81)), true);
    while let Some((_, step)) = next(&board).expect("no limit") {
        board.apply(&step.effect);
    }
    assert!(!board.grid().is_full(), "the techniques get to the end");
}

#[test]
fn the_data_of_a_hint_is_what_its_text_says() {
    let body = ".29...45.\n.75...18.\n.13...26.\n148..9732\n5973..641\n236.7.895\n381745926\n\
                964213578\n752896314";
    for (text, has_conclusion, has_reason) in
        [("hint", true, true), ("hint 1", false, false), ("hint 2", false, true)]
    {
        let mut puzzle = open(body).0.expect("a grid");
        let text = Fragment { text, start: 0 };
        let budget = Budget::unlimited();
        let answer = puzzle.run(text, Depth::Run, &budget, &mut Sink::new()).expect("an answer");
        let [step] = answer.steps() else { panic!("one step: {answer:?}") };
        assert_eq!((step.technique, step.score), ("xy-chain", Some(260)));
        assert_eq!(
            (step.conclusion.is_some(), step.reason.is_some()),
            (has_conclusion, has_reason)
        );
        if let Some(conclusion) = &step.conclusion {
            let [removal] = &conclusion.removals[..] else { panic!("{conclusion:?}") };
            assert_eq!((&*removal.cell, &*removal.digits), ("r1c6", "8"));
            assert!(conclusion.placements.is_empty());
        }
        let links = step.reason.iter().flat_map(|reason| &reason.links);
        let kinds: Vec<_> = links.map(|link| link.kind).collect();
        let wanted = [LinkKind::Strong, LinkKind::Weak].into_iter().cycle().take(7);
        assert!(!has_reason || kinds == wanted.collect::<Vec<_>>());
    }
}
