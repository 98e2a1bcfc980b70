//! Puzzles that are written in the forms of other programs are read back as they were.

use super::super::super::import::{Puzzle, puzzles};
use super::super::super::rules::geometry;
use super::super::super::solve::two;
use super::*;
use crate::puzzle::testing::number;

/// Returns a puzzle whose digits and givens are chosen by chance.
fn drawn_by_chance(order: usize, draw: &mut Draw) -> Grid {
    let budget = Budget::unlimited();
    let full = two(&Grid::empty(order).expect("a grid"), &budget).expect("no limit").remove(0);
    let mut names: Vec<u8> = (0..=full.size() as u8).collect();
    for at in (2..names.len()).rev() {
        names.swap(at, 1 + draw.index(at));
    }
    let mut grid = Grid::empty(order).expect("a grid");
    for (cell, &value) in full.cells().iter().enumerate() {
        // A given in each row, so that a row of cells is not an empty line.
        if draw.index(5) < 2 || cell % full.size() == 0 {
            grid.set(cell, names[usize::from(value)]);
        }
    }
    grid
}

/// Returns a puzzle in the forms that have no pencil marks, each with its name.
fn forms(grid: &Grid, solution: &Grid) -> Vec<(&'static str, String)> {
    let (size, order) = (grid.size(), grid.order());
    let (dots, whole) = (grid.line('.'), solution.line('.'));
    let rows: Vec<Vec<u8>> = grid.cells().chunks(size).map(<[u8]>::to_vec).collect();
    let sign = |value: u8, empty: &str| match value {
        0 => empty.to_owned(),
        _ => grid.symbol(value, '.').to_string(),
    };
    // The rows, with texts around and between their cells.
    let lined = |cell: &dyn Fn(u8) -> String, between: [&str; 2], ends: [&str; 2]| {
        let row = |row: &Vec<u8>| row.iter().map(|&value| cell(value)).collect::<Vec<_>>();
        let rows = rows.iter().map(|one| row(one).join(between[0]));
        format!("{}{}{}\n", ends[0], rows.collect::<Vec<_>>().join(between[1]), ends[1])
    };
    let numbers = |empty: &'static str| {
        move |value: u8| if value == 0 { empty.to_owned() } else { value.to_string() }
    };
    let signs = |empty: &'static str| move |value: u8| sign(value, empty);
    let quoted = |value: u8| format!("\"{}\"", sign(value, ""));
    let mut all = vec![
        ("a line", format!("{dots}\n")),
        ("a line with underscores", format!("{}\n", grid.line('_'))),
        ("rows", lined(&signs("."), ["", "\n"], ["", ""])),
        ("rows with spaces", lined(&signs("."), [" ", "\n"], ["", ""])),
        ("rows with stars", lined(&signs("*"), ["", "\n"], ["", ""])),
        ("a JSON array", lined(&numbers("0"), [",", "],["], ["[[", "]]"])),
        ("a JSON array over lines", lined(&numbers("null"), [", ", "],\n ["], ["[\n [", "]\n]"])),
        ("a Python list", lined(&numbers("0"), [", ", "),\n ("], ["grid = [\n (", "),\n]"])),
        ("an array of texts", lined(&quoted, [",", "],["], ["[[", "]]"])),
        ("quotes", format!("\"{dots}\"\n")),
        ("columns", format!("puzzle,solution\n{dots},{whole}\n")),
        ("quoted columns", format!("\"id\",\"quizzes\"\n\"1\",\"{dots}\"\n")),
        ("a list with notes", format!("# a note\n7;{dots};4.5 # hard\n")),
    ];
    if order == 3 {
        let zeros = grid.line('0');
        let boxed = lined(&signs("·"), [" ", " │\n│ "], ["│ ", " │"]);
        all.extend([
            ("zeros", format!("{zeros}\n")),
            ("fields", lined(&signs(""), [",", "\n"], ["", ""])),
            ("box drawing", format!("┌{0}┐\n{boxed}└{0}┘\n", "─".repeat(19))),
            ("an address", format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}\n")),
            ("a bank line", format!("0001a2b3c4d5 {zeros} 7.2\n")),
            ("a game", format!("<opensudoku>\n<game data=\"{zeros}\" />\n</opensudoku>\n")),
            ("a section", format!("#A me\n[Puzzle]\n{}", lined(&signs("."), ["", "\n"], ["", ""]))),
        ]);
    }
    all
}

/// Returns the only puzzle of a text.
fn only(text: &str) -> Puzzle {
    let mut sink = Sink::new();
    let mut found = puzzles(&Source::new("x", text), &mut sink);
    assert_eq!((found.len(), sink.found()), (1, &[][..]), "{text}");
    found.remove(0)
}

/// Returns whether a grid of candidates shows its state: no cell without candidates, for which there is
/// no sign, and no digit that is alone in two cells of a unit, which is read as a clash.
fn shows_state(candidates: &str, givens: &Grid) -> bool {
    let is_frame = |char: char| !char.is_alphanumeric();
    let groups: Vec<&str> = candidates.split(is_frame).filter(|word| !word.is_empty()).collect();
    let is_twin = |cell: usize| {
        let peers = &geometry(givens).peers[cell];
        groups[cell].len() == 1
            && peers.iter().any(|&peer| groups[usize::from(peer)] == groups[cell])
    };
    groups.len() == givens.cells().len() && !(0..groups.len()).any(is_twin)
}

/// At least 1,000 texts of 50 puzzles, or of as many as `PUZZLED_TEXTS` says.
#[test]
fn a_puzzle_is_read_back_from_each_form() {
    let (mut draw, mut texts) = (Draw(35), 0);
    let count = number("PUZZLED_TEXTS", 50);
    for _ in 0..count {
        let order = [2, 3, 3, 3, 4][draw.index(5)];
        let givens = drawn_by_chance(order, &mut draw);
        let mut solution = givens.clone();
        for (cell, value) in
            two(&givens, &Budget::unlimited()).expect("no limit")[0].cells().iter().enumerate()
        {
            solution.set(cell, *value);
        }
        for (name, text) in forms(&givens, &solution) {
            for text in [text.replace('\n', "\r\n"), text] {
                let puzzle = only(&text);
                assert_eq!(puzzle.rows.concat(), givens.line('.'), "{name}: {text}");
                assert_eq!(puzzle.played, Vec::<String>::new(), "{name}: {text}");
                texts += 1;
            }
        }
        // A state with pencil marks.
        let mut puzzle = led(&givens, &mut draw);
        let wanted = told(&mut *puzzle, "candidates");
        let mut marked = vec![wanted.clone(), wanted.replace(['|', '+', ':', '\'', '-'], " ")];
        marked[1] = marked[1]
            .lines()
            .filter(|line| line.contains(char::is_numeric))
            .collect::<Vec<_>>()
            .join("\n");
        if order == 3 {
            marked.push(LIBRARY.write(&[piece(&mut *puzzle)]).expect("a line"));
        }
        for text in marked.into_iter().filter(|_| shows_state(&wanted, &givens)) {
            let one = only(&text);
            let mut again = open(&one.rows.join("\n")).0.expect("a grid");
            for moves in &one.played {
                told(&mut *again, &format!("play {moves}"));
            }
            assert_eq!(told(&mut *again, "candidates"), wanted, "{text}");
            texts += 1;
        }
    }
    assert!(texts >= 20 * count, "{texts}");
}
