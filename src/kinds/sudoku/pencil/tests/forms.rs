//! Puzzles that are written in the forms of other programs are read back as they were.

use super::super::super::import::{Puzzle, puzzles};
use super::super::super::rules::geometry;
use super::*;
use crate::kinds::KINDS;
use crate::kinds::sudoku::INFO;
use crate::puzzle::Body;
use crate::puzzle::testing::number;
use crate::puzzle::verdict::{Grade, Optimum, Question, Ruling};

/// A puzzle and one of its solutions.
struct Made {
    givens: Grid,
    solution: Grid,
}

/// Returns a puzzle whose digits and givens are chosen by chance.
fn made_by_chance(size: usize, draw: &mut Draw) -> Made {
    let mut names: Vec<u8> = (1..=size as u8).collect();
    for at in (1..size).rev() {
        names.swap(at, draw.index(at + 1));
    }
    let full = full(size);
    let digits: Vec<u8> = full.cells().iter().map(|&digit| names[usize::from(digit) - 1]).collect();
    let mut givens = empty(size);
    for (cell, &digit) in digits.iter().enumerate() {
        // A given in each row, so that a row of cells is not an empty line.
        if draw.index(5) < 2 || cell % size == 0 {
            givens.set(cell, digit);
        }
    }
    Made { givens, solution: Grid::new(digits).expect("a grid") }
}

/// Returns the rows of a frame with as many characters for each cell, and spaces for empty ones.
fn blank_frame(
    rows: &[Vec<u8>],
    layout: Layout,
    width: usize,
    cell: &dyn Fn(u8) -> String,
) -> String {
    let part = "-".repeat((width + 1) * layout.box_columns() + 1) + "+";
    let rule = format!("+{}\n", part.repeat(layout.box_rows()));
    let mut text = rule.clone();
    for (number, row) in rows.iter().enumerate() {
        let word = |&value: &u8| if value == 0 { String::new() } else { cell(value) };
        let boxes = row.chunks(layout.box_columns()).map(|part| {
            part.iter()
                .map(|value| format!(" {:>width$}", word(value)))
                .collect::<Vec<_>>()
                .concat()
                + " |"
        });
        text += &format!("|{}\n", boxes.collect::<String>());
        if (number + 1) % layout.box_rows() == 0 {
            text += &rule;
        }
    }
    text
}

/// The forms with other text beside the cells, which an answer cannot have.
const BESIDE: [&str; 5] =
    ["columns", "quoted columns", "a list with notes", "a bank line", "a section"];

/// Returns a puzzle in the forms that have no pencil marks, each with its name.
fn forms(grid: &Grid, solution: &Grid) -> Vec<(&'static str, String)> {
    let size = grid.size();
    let layout = grid.layout();
    let dots = grid.line('.');
    let whole = solution.line('.');
    let rows: Vec<Vec<u8>> = grid.cells().chunks(size).map(<[u8]>::to_vec).collect();
    let sign = |value: u8, empty: &str| match value {
        0 => empty.to_owned(),
        _ => grid.symbol(value, '.').to_string(),
    };
    // The rows, with texts around and between their cells.
    let lined = |cell: &dyn Fn(u8) -> String, between: [&str; 2], ends: [&str; 2]| {
        let row = |row: &Vec<u8>| row.iter().map(|&value| cell(value)).collect::<Vec<_>>();
        let rows = rows.iter().map(|values| row(values).join(between[0]));
        format!("{}{}{}\n", ends[0], rows.collect::<Vec<_>>().join(between[1]), ends[1])
    };
    let numbers = |empty: &'static str| {
        move |value: u8| if value == 0 { empty.to_owned() } else { value.to_string() }
    };
    let signs = |empty: &'static str| move |value: u8| sign(value, empty);
    let quoted = |value: u8| format!("\"{}\"", sign(value, ""));
    let boxed = lined(&signs("·"), [" ", " │\n│ "], ["│ ", " │"]);
    let mut forms = vec![
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
        ("fields", lined(&numbers(""), [",", "\n"], ["", ""])),
        ("box drawing", format!("┌{0}┐\n{boxed}└{0}┘\n", "─".repeat(19))),
        ("a frame with spaces", blank_frame(&rows, layout, 1, &signs(" "))),
        (
            "box drawing with spaces",
            blank_frame(&rows, layout, 1, &signs(" ")).replace('|', "│").replace('-', "─"),
        ),
    ];
    if size == 9 {
        let zeros = grid.line('0');
        forms.extend([
            ("zeros", format!("{zeros}\n")),
            ("an address", format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}\n")),
            ("a bank line", format!("0001a2b3c4d5 {zeros} 7.2\n")),
            ("a game", format!("<opensudoku>\n<game data=\"{zeros}\" />\n</opensudoku>\n")),
            ("a section", format!("#A me\n[Puzzle]\n{}", lined(&signs("."), ["", "\n"], ["", ""]))),
        ]);
    }
    if layout.takes_letters() {
        let letter = |first: u8| {
            move |value: u8| match value {
                0 => String::from("."),
                value => char::from(first + value - 1).to_string(),
            }
        };
        forms.extend([
            ("letters", lined(&letter(b'A'), ["", "\n"], ["", ""])),
            ("small letters", lined(&letter(b'a'), ["", "\n"], ["", ""])),
            ("letters on one line", lined(&letter(b'A'), ["", ""], ["", ""])),
            ("letters in a frame", blank_frame(&rows, layout, 1, &letter(b'A'))),
            ("letters in an array", lined(&letter(b'A'), ["", "\",\""], ["[\"", "\"]"])),
            ("letters in fields", lined(&letter(b'A'), [",", "\n"], ["", ""])),
        ]);
    }
    if size > 9 {
        let padded = |value: u8| format!("{value:02}");
        forms.extend([
            ("numbers", lined(&numbers("."), [" ", "\n"], ["", ""])),
            ("numbers and zeros", lined(&numbers("0"), ["  ", "\n"], ["", ""])),
            ("numbers of two digits", lined(&padded, [" ", "\n"], ["", ""])),
            ("numbers on one line", lined(&numbers("0"), [" ", " "], ["", ""])),
            ("numbers in a frame", blank_frame(&rows, layout, 2, &numbers(""))),
        ]);
    }
    if size == 16 {
        let hexadecimal = |value: u8| if value == 16 { "0".to_owned() } else { sign(value, ".") };
        forms.push(("hexadecimal", lined(&hexadecimal, ["", "\n"], ["", ""])));
    }
    forms
}

/// Returns the only puzzle of a text.
fn only(text: &str) -> Puzzle {
    let mut sink = Sink::new();
    let mut puzzles = puzzles(&Source::new("x", text), &Options::default(), &mut sink);
    assert_eq!((puzzles.len(), sink.diagnostics()), (1, &[][..]), "{text}");
    puzzles.remove(0)
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
    let mut draw = Draw(35);
    let mut texts = 0;
    let count = number("PUZZLED_TEXTS", 50);
    for _ in 0..count {
        let size = [4, 6, 9, 9, 9, 12, 16, 25][draw.index(8)];
        let Made { givens, solution } = made_by_chance(size, &mut draw);
        for (name, text) in forms(&givens, &solution) {
            for text in [text.replace('\n', "\r\n"), text] {
                let puzzle = only(&text);
                let wanted = match name {
                    "hexadecimal" => givens.line('.').replace('G', "0"),
                    _ => givens.line('.'),
                };
                assert_eq!(puzzle.rows.concat(), wanted, "{name}: {text}");
                texts += 1;
            }
        }
        // A state with pencil marks.
        let mut puzzle = led(&givens, &mut draw);
        let wanted = expect_answer(&mut puzzle, "candidates");
        let mut marked = vec![wanted.clone(), wanted.replace(['|', '+', ':', '\'', '-'], " ")];
        marked[1] = marked[1]
            .lines()
            .filter(|line| line.contains(char::is_numeric))
            .collect::<Vec<_>>()
            .join("\n");
        if size == 9 {
            marked.push(LIBRARY.write(&[piece(&mut puzzle)]).expect("a line"));
        }
        for text in marked.into_iter().filter(|_| shows_state(&wanted, &givens)) {
            let imported = only(&text);
            let mut again = open(&imported.rows.join("\n")).0.expect("a grid");
            assert_eq!(expect_answer(&mut again, "candidates"), wanted, "{text}");
            texts += 1;
        }
    }
    assert!(texts >= 20 * count, "{texts}");
}

/// Returns the verdict on a grid that solves a puzzle from outside.
fn verdict(puzzle: &str, answer: &str) -> Ruling {
    let source = Source::new("x", puzzle);
    let mut sink = Sink::new();
    let opened = INFO.open(&Body::raw(&source), KINDS, &mut sink);
    let mut opened = opened.unwrap_or_else(|| panic!("{puzzle}: {:?}", sink.diagnostics()));
    let question = Question { answer, optimum: Optimum::Ignore, draw: None };
    opened.verdict("solve", &question, &Budget::unlimited()).expect("a verdict")
}

/// Each form of a puzzle with each form of an answer, and every form of an answer with one cell changed.
#[test]
fn a_grid_has_the_same_verdict_in_every_form() {
    let mut draw = Draw(36);
    let mut verdicts = 0;
    for round in 0..number("PUZZLED_TEXTS", 50) / 5 {
        let size = [4, 6, 9, 12, 16, 25, 16][round % 7];
        let Made { givens, solution } = made_by_chance(size, &mut draw);
        let puzzles = forms(&givens, &solution);
        let mut changed = solution.clone();
        let cell = draw.index(solution.cells().len());
        // One `0` more than there are rows would be an empty cell.
        changed.set(cell, draw.index(solution.size()) as u8);
        for grid in [solution.clone(), changed] {
            let plain = verdict(&givens.line('.'), &grid.line('.'));
            assert_eq!(plain.grade == Grade::Right, grid == solution, "{plain:?}");
            let cell = |ruling: &Ruling| ruling.at.as_ref().and_then(|blame| blame.cell.clone());
            for (number, (name, answer)) in forms(&grid, &solution).into_iter().enumerate() {
                if BESIDE.contains(&name) {
                    continue;
                }
                // All pairs of the first round of a size would take seconds.
                let (of, puzzle) = &puzzles[(number + round) % puzzles.len()];
                let ruling = verdict(puzzle, &answer);
                let place = format!("{name} for {of}: {ruling:?}\n{puzzle}\n{answer}");
                assert_eq!(ruling.grade, plain.grade, "{place}");
                assert_eq!(cell(&ruling), cell(&plain), "{place}");
                verdicts += 1;
            }
        }
    }
    assert!(verdicts > 300, "{verdicts}");
}

/// Returns the state of a game in a version of OpenSudoku.
fn opensudoku_state(version: u8, givens: &Grid, state: &Grid) -> String {
    let cell = |cell: usize| {
        let is_editable = u8::from(givens.value(cell) == 0);
        let notes = if state.value(cell) == 0 { candidates(state, cell) } else { 0 };
        let listed = digits(notes).map(|digit| format!("{digit},")).collect::<Vec<_>>().concat();
        let listed = if listed.is_empty() { "-" } else { &listed };
        let value = state.value(cell);
        match version {
            1 => format!("{value}|{listed}|{is_editable}|"),
            2 if notes != 0 => format!("{value}|{notes}||{is_editable}|"),
            4 => format!("{value}|{notes}|0|{is_editable}|"),
            5 => format!("{value}|{notes}|0|3|{is_editable}|"),
            _ => format!("{value}|{notes}|{is_editable}|"),
        }
    };
    let cells: String = (0..state.cells().len()).map(cell).collect();
    let stack = "command_stack=\"15|c4|3|4|4|0|\"";
    format!(
        "<opensudoku>\n<game state=\"1\" data=\"version: {version}&#10;{cells}\" {stack} />\n</opensudoku>\n"
    )
}

#[test]
fn the_states_of_a_game_keep_digits_notes_and_givens() {
    let mut draw = Draw(37);
    for round in 0..20 {
        let Made { givens, solution } = made_by_chance(9, &mut draw);
        let mut state = givens.clone();
        for cell in (0..81).filter(|&cell| givens.value(cell) == 0) {
            match draw.index(6) {
                0 => state.set(cell, solution.value(cell)),
                1 => state.delete(cell, 1 << (solution.value(cell) % 9)),
                _ => {}
            }
        }
        let mut kept = state.clone();
        for cell in 0..81 {
            kept.delete(cell, state.deleted(cell) & allowed(&state, cell));
        }
        let state = kept;
        let texts = (1..=5).map(|version| opensudoku_state(version, &givens, &state));
        let library = library_line(&givens, &state).expect("9×9");
        let begun = library.strip_prefix(":0000:x").expect("a code");
        for text in texts.chain([library.clone(), begun.to_owned(), begun[1..].to_owned()]) {
            let puzzle = only(&text);
            let mut again = open(&puzzle.rows.join("\n")).0.expect("a grid");
            let same = piece(&mut again);
            assert_eq!(
                expect_answer(&mut again, "candidates"),
                drawn(&state).join("\n"),
                "{round} {text}"
            );
            assert_eq!(LIBRARY.write(&[same]).expect("a line").trim_end(), library, "{text}");
            // Raw input has the same state.
            let source = Source::new("x", &*text);
            let opened = INFO.open(&Body::raw(&source), KINDS, &mut Sink::new());
            let candidates = expect_answer(&mut opened.expect("a puzzle"), "candidates");
            assert_eq!(candidates, drawn(&state).join("\n"), "{text}");
        }
    }
}
