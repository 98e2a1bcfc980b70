//! Grids with rectangular boxes, and frames, in every form that they are read in.

use super::super::forms::{CANDIDATES, SS};
use super::super::import::puzzles;
use super::super::{judge, pencil};
use super::*;
use crate::kinds::sudoku::INFO;
use crate::puzzle::foreign::Options;

/// Returns a full grid without every fifth digit.
fn puzzle(size: usize) -> Grid {
    let mut grid = full(size);
    (2..size * size).step_by(5).for_each(|cell| grid.set(cell, 0));
    grid
}

/// Returns a grid with bars after so many columns, and rules of some dashes after so many rows.
fn framed(grid: &Grid, tall: usize, wide: usize, dashes: usize) -> String {
    let cells: Vec<char> = grid.line('.').chars().collect();
    let mut text = String::new();
    for (at, row) in cells.chunks(grid.size()).enumerate() {
        if at > 0 && at % tall == 0 {
            text += &format!("{}\n", "-".repeat(dashes));
        }
        let parts: Vec<String> = row.chunks(wide).map(|part| part.iter().collect()).collect();
        text += &format!("{}\n", parts.join("|"));
    }
    text
}

/// Returns the answers to raw input, and the codes of what is reported.
fn run(text: &str) -> (Vec<String>, Vec<&'static str>) {
    let mut sink = Sink::new();
    let mut lines = Vec::new();
    let mut emit = |_, line: &str| lines.push(line.to_owned());
    judge::judge(&Source::new("x", text), &Budget::unlimited(), &mut sink, &mut emit);
    let codes = sink.diagnostics().iter().map(|fault| fault.code.path).collect();
    (lines, codes)
}

fn imported(text: &str) -> (usize, Vec<&'static str>) {
    let mut sink = Sink::new();
    let puzzles = puzzles(&Source::new("x", text), &Options::default(), &mut sink);
    (puzzles.len(), sink.diagnostics().iter().map(|fault| fault.code.path).collect())
}

/// Returns a grid with letters for all digits.
fn lettered(grid: &Grid) -> String {
    let letter = |&value: &u8| match value {
        0 => '.',
        value => char::from(b'A' + value - 1),
    };
    let rows = grid.cells().chunks(grid.size());
    let rows: Vec<String> = rows.map(|row| row.iter().map(letter).collect()).collect();
    rows.join("\n")
}

#[test]
fn rectangular_grids_are_solved_in_each_form() {
    for size in [6, 12] {
        let grid = puzzle(size);
        let solution = full(size).line('.');
        let layout = grid.layout();
        let (tall, wide) = (layout.box_rows(), layout.box_columns());
        let number = |&value: &u8| value.to_string();
        let rows = grid.cells().chunks(size);
        let numbers = rows.map(|row| row.iter().map(number).collect::<Vec<_>>().join(","));
        let array = format!("[[{}]]", numbers.collect::<Vec<_>>().join("],["));
        let line = grid.line('.');
        let spaced: String = line.chars().flat_map(|char| [char, ' ']).collect();
        for text in [
            line.clone(),
            grid.line('0'),
            grid.line('_'),
            line.replace('.', "*"),
            format!("7;{line};4.5 # hard"),
            spaced.trim_end().to_owned(),
            framed(&grid, size, size, 0),
            framed(&grid, tall, wide, 5),
            array,
            lettered(&grid),
            pencil::drawn(&grid).join("\n"),
        ] {
            let (answers, codes) = run(&text);
            // The answer has the signs of the puzzle.
            let solution = match text == lettered(&grid) {
                true => lettered(&full(size)).replace('\n', ""),
                false if text.starts_with("[[") && size > 9 => {
                    full(size).cells().iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
                }
                false => solution.clone(),
            };
            assert_eq!((&answers[..], &codes[..]), (&[solution][..], &[][..]), "{text}");
            assert_eq!(imported(&text), (1, Vec::new()), "{text}");
        }
        // A list, and one of more than one size.
        let list = format!("{line}\n{line}\n");
        assert_eq!(run(&list), (vec![solution.clone(); 2], Vec::new()));
        let mixed = format!("{SEED}\n{line}\n");
        assert_eq!(run(&mixed).0[1], solution);
    }
}

#[test]
fn a_frame_with_other_boxes_is_refused_in_each_form() {
    for (size, tall, wide) in [(6, 3, 2), (12, 4, 3), (12, 2, 6), (12, 6, 2), (16, 2, 8)] {
        let text = framed(&puzzle(size), tall, wide, 9);
        let code = "sudoku::other-boxes";
        assert_eq!(run(&text), (vec![String::from("?")], vec![code]), "{text}");
        assert_eq!(imported(&text), (0, vec![code]), "{text}");
        let (opened, faults) = open(&text);
        assert!(opened.is_none() && faults.len() == 1 && faults[0].0 == code, "{faults:?}\n{text}");
        let boxes = text.replace('|', "│").replace("---------", "─────────");
        assert_eq!(run(&boxes), (vec![String::from("?")], vec![code]), "{boxes}");
        // Spaces for empty cells.
        let cells = puzzle(size).line(' ').chars().map(String::from).collect::<Vec<_>>();
        let row = |row: &[String]| {
            let parts = row.chunks(wide).map(|part| format!(" {} |", part.join(" ")));
            format!("|{}\n", parts.collect::<String>())
        };
        let bands = cells.chunks(tall * size).map(|band| band.chunks(size).map(row).collect());
        let rule = format!("+{}\n", format!("{}+", "-".repeat(2 * wide + 1)).repeat(size / wide));
        let blanks = rule.clone() + &(bands.collect::<Vec<String>>().join(&rule)) + &rule;
        assert_eq!(run(&blanks), (vec![String::from("?")], vec![code]), "{blanks}");
        // A grid of pencil marks.
        let mut marks = puzzle(size).without_marks();
        marks.set(0, 0);
        let groups = pencil::groups(&marks);
        let rows: Vec<String> = groups
            .chunks(size)
            .map(|row| row.chunks(wide).map(|part| part.join(" ")).collect::<Vec<_>>().join(" | "))
            .collect();
        let bands: Vec<String> = rows.chunks(tall).map(|band| band.join("\n")).collect();
        let text = bands.join("\n-----\n");
        assert_eq!(run(&text), (vec![String::from("?")], vec![code]), "{text}");
        let (opened, faults) = open(&text);
        assert!(opened.is_none() && faults.len() == 1 && faults[0].0 == code, "{faults:?}\n{text}");
    }
}

#[test]
fn a_frame_within_a_box_is_told_and_the_cells_are_read() {
    let code = "sudoku::misplaced-frame";
    for size in Layout::ALL.map(Layout::size) {
        let grid = puzzle(size);
        let (tall, wide) = (grid.layout().box_rows(), grid.layout().box_columns());
        let right = framed(&grid, tall, wide, 5);
        let rule = right.replacen('\n', "\n-----\n", 1);
        let mut bar = right.clone();
        bar.insert(1, '|');
        for text in [rule, bar] {
            // Some have several solutions.
            let (answers, codes) = run(&text);
            assert!(answers.len() == 1 && answers[0].len() == size * size, "{answers:?}\n{text}");
            assert!(codes.contains(&code), "{codes:?}\n{text}");
            assert_eq!(imported(&text), (1, vec![code]), "{text}");
            let (opened, faults) = open(&text);
            assert!(opened.is_some(), "{text}");
            let places: Vec<&str> = faults.iter().map(|fault| fault.1.as_str()).collect();
            assert!(places == ["-----"] || places == ["|"], "{faults:?}\n{text}");
        }
        assert_eq!(open(&right).1, []);
        // Rules of any length, and frames around the grid.
        for dashes in [1, 3, size, 40] {
            let edge = "-".repeat(dashes);
            let text = framed(&grid, tall, wide, dashes);
            for text in [format!("{edge}\n{text}{edge}\n"), text] {
                assert_eq!((open(&text).1, imported(&text).1), (Vec::new(), Vec::new()), "{text}");
            }
        }
    }
}

#[test]
fn a_rule_of_a_grid_that_is_cut_is_no_row_of_empty_cells() {
    for size in Layout::ALL.map(Layout::size) {
        let grid = puzzle(size);
        let (tall, wide) = (grid.layout().box_rows(), grid.layout().box_columns());
        for dashes in 1..=size + 4 {
            let text = framed(&grid, tall, wide, dashes);
            for end in 1..text.len().min(2 * tall * (size + wide) + dashes) {
                let rows = text[..end].lines().filter(|line| !line.is_empty()).count();
                let is_told = open(&text[..end]).1.iter().any(|fault| fault.1.starts_with('-'));
                assert!(!is_told || rows == 1 || dashes == size, "{}", &text[..end]);
            }
        }
    }
    assert_eq!(open("1234\n----\n3412\n----").1, [("sudoku::bad-character", String::from("-"))]);
}

#[test]
fn few_givens_are_told_where_the_fewest_are_known() {
    for (size, fewest) in [(4, 0), (6, 8), (9, 17), (12, 0), (16, 0)] {
        let full = full(size);
        for givens in [0, 1, 7, 8, 16, 17] {
            let mut grid = empty(size);
            (0..givens.min(size * size)).for_each(|cell| grid.set(cell, full.value(cell)));
            let faults = open(&grid.line('.')).1;
            let is_told = faults.iter().any(|fault| fault.0 == "sudoku::few-givens");
            assert_eq!(is_told, givens < fewest, "{size} {givens}: {faults:?}");
        }
    }
}

#[test]
fn rectangular_grids_have_the_boxes_of_their_layout_in_commands_and_pictures() {
    let text = puzzle(6).line('.');
    let mut opened = open(&text).0.expect("a grid");
    assert_eq!(
        ask(&mut opened, "box 2"),
        Ok(String::from(&(text[3..6].to_owned() + &text[9..12])))
    );
    assert_eq!(ask(&mut opened, "box 7"), Err("sudoku::no-such-place"));
    assert_eq!(ask(&mut opened, "play r1c3=7"), Err("sudoku::no-such-place"));
    let scene = opened.scene("s");
    let board = scene.board().expect("a board");
    assert_eq!((board.block, board.block_columns()), (2, Some(3)));
    assert!(board.cells.iter().all(|cell| [0, 6].contains(&cell.pencil.chars().count())));
    let piece = opened.piece(&Budget::unlimited()).expect("a piece");
    assert_eq!(SS.write(std::slice::from_ref(&piece)).expect("text"), framed(&puzzle(6), 2, 3, 7));
    let marks = CANDIDATES.write(&[piece]).expect("text");
    assert_eq!(marks.lines().filter(|line| line.contains('-')).count(), 4);
}

#[test]
fn drawings_of_other_things_are_no_grids() {
    let fits = |text: &str| INFO.precedence(text).is_some();
    assert!(fits(&framed(&puzzle(6), 2, 3, 7)) && fits(&lettered(&puzzle(6))));
    for text in [
        // Bits, a board of blocks, one of cars, too few digits.
        "010101\n101010\n010101\n101010\n010101\n101010\n",
        "112233\n112233\n445566\n445566\n......\n......\n",
        "BB...C\nD..E.C\nDAAE.C\nD..E..\nF...FF\nF.....\n",
        "123...\n......\n......\n......\n......\n......\n",
    ] {
        assert!(!fits(text), "{text}");
    }
}
