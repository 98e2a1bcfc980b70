//! The kind through its traits: answers, failures, diagnostics.

mod sizes;

use super::*;
use crate::kinds::KINDS;
use crate::kinds::sudoku::INFO;
use crate::puzzle::{Board, Depth};
use crate::syntax::Fragment;
use crate::text::{Source, Span};

pub(super) const SEED: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";

/// Returns the grid of those characters.
pub(super) fn grid(text: &str) -> Grid {
    let cells: Vec<u8> = text.chars().filter_map(value_of).collect();
    Grid::new(cells).expect("the characters of a whole grid")
}

/// Returns an empty grid of that many rows.
pub(super) fn empty(size: usize) -> Grid {
    Grid::empty(Layout::of_size(size).expect("the size of a grid"))
}

/// Returns a full grid: row by row the digits in order, moved by the columns of a box from row to row.
pub(super) fn full(size: usize) -> Grid {
    let layout = Layout::of_size(size).expect("the size of a grid");
    let digit = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        let moved = layout.box_columns() * (row % layout.box_rows()) + row / layout.box_rows();
        ((moved + column) % size) as u8 + 1
    };
    Grid::new((0..size * size).map(digit).collect::<Vec<_>>()).expect("each digit fits")
}

/// Returns the model of those givens.
pub(super) fn model_of(grid: &Grid) -> Givens {
    let line = grid.line('.');
    read_givens(&crate::puzzle::testing::body(&line), &mut Out::new(&mut Sink::new()))
        .expect("a grid")
}

pub(super) type Opened = (Option<Board>, Vec<(&'static str, String)>);

pub(super) fn open(text: &str) -> Opened {
    let source = Source::new("x", text);
    let span = Span::new(0, text.len() as u32);
    let body = Body {
        source: text,
        span,
        name: Span::new(0, 0),
        raw: false,
        joined: false,
        goal: None,
        level: None,
    };
    let mut sink = Sink::new();
    let opened = INFO.open(&body, KINDS, &mut sink);
    let faults = sink
        .diagnostics()
        .iter()
        .map(|diagnostic| (diagnostic.code.path, source.slice(diagnostic.span).into()));
    (opened, faults.collect())
}

pub(super) fn ask(puzzle: &mut Board, text: &str) -> Result<String, &'static str> {
    let mut sink = Sink::new();
    let budget = Budget::unlimited();
    let answer = puzzle.run(Fragment { text, start: 0 }, Depth::Run, &budget, &mut sink);
    answer.and_then(Answer::into_text).ok_or_else(|| sink.diagnostics()[0].code.path)
}

/// Puzzles for every technique: the shipped examples.
pub(super) fn shipped() -> Vec<Grid> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/sudoku/techniques");
    let files = std::fs::read_dir(folder).expect("the examples are there");
    let mut paths: Vec<_> = files.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let body = |path| {
        let text = std::fs::read_to_string(path).expect("an example is text");
        let body = text.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
        grid(body.expect("a declaration").0)
    };
    paths.into_iter().map(body).collect()
}

#[test]
fn answers() {
    let mut puzzle = open(SEED).0.expect("a grid");
    let mut ask = |text: &str| ask(&mut puzzle, text);
    assert_eq!(
        ask("solve").as_deref(),
        Ok("483921657967345821251876493548132976729564138136798245372689514814253769695417382")
    );
    assert_eq!(ask("count").as_deref(), Ok("1"));
    assert_eq!(ask("row 1").as_deref(), Ok("003020600"));
    assert_eq!(ask("column 1").as_deref(), Ok("090070080"));
    assert_eq!(ask("box 1").as_deref(), Ok("003900001"));
    assert_eq!(ask("candidates r1c1").as_deref(), Ok("45"));
    assert_eq!(ask("candidates (0,1)").as_deref(), Ok("4578"));
    assert_eq!(ask("next").map(|text| text.lines().count()), Ok(2));
    assert_eq!(ask("goals"), Err("command::not-of-this-kind"));
    assert_eq!(ask("status").as_deref(), Ok("49 cells empty"));
    assert_eq!(ask("row 10"), Err("sudoku::no-such-place"));
    assert_eq!(ask("candidates r0c1"), Err("sudoku::no-such-place"));
    assert_eq!(ask("play r1c1=9"), Err("sudoku::illegal-move"));
    assert_eq!(ask("play r1c3=3"), Err("sudoku::illegal-move"));
    assert_eq!(ask("play r1c1"), Err("sudoku::bad-move"));
    assert_eq!(
        ask("play r1c1=4 r1c2=8").map(|text| text[..9].to_owned()).as_deref(),
        Ok("483020600")
    );
    assert_eq!(ask("undo").map(|text| text[..9].to_owned()).as_deref(), Ok("003020600"));
}

#[test]
fn the_stream_of_the_seeds_has_their_level_sizes() {
    let mut boards = boards::Boards::new(&grid(SEED));
    boards.first(32, &Budget::unlimited()).expect("no limit");
    assert_eq!(boards.layers()[..5], [1, 2, 6, 8, 15]);
    assert_eq!(boards.figures().expanded, 17, "17 boards lie above the fifth level");
}

#[test]
fn faults_are_found_at_their_places() {
    for (text, code, place) in [
        ("1.1.\n..2.\n....\n...4", "sudoku::duplicate-digit", "1"),
        ("1..1\n....\n1...\n....", "sudoku::duplicate-digit", "1"), // with two others
        ("1.x.\n..2.\n....\n...4", "sudoku::bad-character", "x"),
        ("1.5.\n..2.\n....\n...4", "sudoku::bad-character", "5"),
        ("1.3.\n..2\n....\n...4", "sudoku::cells", "..2"),
        ("12.3\n..4.\n....\n....", "sudoku::no-candidate", "."),
        ("1234", "sudoku::cells", "1234"),
        ("", "sudoku::cells", ""),
        // A line of words is one fault, whatever else the grid has.
        ("size 4\n1.3.\n..2.\n....\n...4", "sudoku::bad-character", "size 4"),
        ("easy puzzle", "sudoku::bad-character", "easy puzzle"),
        ("Grid 1:\n1.3.\n..2.\nsolved\n....\n...4", "sudoku::bad-character", "Grid 1:"),
    ] {
        let (puzzle, faults) = open(text);
        let hopeless = code == "sudoku::duplicate-digit" || code == "sudoku::no-candidate";
        assert_eq!(puzzle.is_some(), hopeless, "{text}");
        assert_eq!(faults, [(code, String::from(place))], "{text}");
    }
    let sparse = format!("1{}", ".".repeat(80));
    assert_eq!(open(&sparse).1[0].0, "sudoku::few-givens");
    assert!(open(&sparse).0.is_some());
}

#[test]
fn frames_and_letters() {
    let framed = "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1";
    assert_eq!(open(framed).1, []);
    let wide: String = (0..256).map(|cell| if cell == 0 { 'g' } else { '.' }).collect();
    assert_eq!(open(&wide).1, []);
}

#[test]
fn small_grids_answer_every_count() {
    let mut empty = open(&".".repeat(16)).0.expect("a grid");
    assert_eq!(ask(&mut empty, "count").as_deref(), Ok("288"));
    assert_eq!(ask(&mut empty, "count 10").as_deref(), Ok("10"));
    let three = ask(&mut empty, "solutions 3").expect("an answer");
    let lines: Vec<_> = three.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.is_sorted() && lines[0] == "1234341221434321", "{three}");
    assert_eq!(ask(&mut empty, "solutions").map(|text| text.lines().count()), Ok(288));
}

#[test]
fn sizes_from_4_to_25_open() {
    for size in [4, 6, 9, 12, 16, 25] {
        let (puzzle, faults) = open(&".".repeat(size * size));
        assert!(puzzle.is_some(), "{size}: {faults:?}");
    }
    for cells in [1, 15, 35, 1296] {
        let (puzzle, faults) = open(&".".repeat(cells));
        assert!(puzzle.is_none(), "{cells} cells");
        assert_eq!(faults[0].0, "sudoku::cells", "{cells} cells");
    }
}

#[test]
fn failing_commands_change_nothing() {
    let mut puzzle = open(SEED).0.expect("a grid");
    let before = ask(&mut puzzle, "row 1");
    let status = ask(&mut puzzle, "status");
    for text in ["play r1c1=4 r1c2=9", "play r1c3=4", "play r1c1=", "box 0", "column 10"] {
        assert!(ask(&mut puzzle, text).is_err(), "{text}");
        assert_eq!(ask(&mut puzzle, "row 1"), before, "{text}");
        assert_eq!(ask(&mut puzzle, "status"), status, "{text}");
    }
}

#[test]
fn the_boards_of_the_stream_come_level_by_level() {
    let mut puzzle = open(SEED).0.expect("a grid");
    let boards = ask(&mut puzzle, "boards 32").expect("an answer");
    let given = SEED.chars().filter(|&char| char != '0').count();
    let mut sizes = [0; 5];
    for board in boards.lines() {
        let filled = board.chars().filter(|char| ('1'..='9').contains(char)).count();
        sizes[filled - given] += 1;
    }
    assert_eq!(sizes, [1, 2, 6, 8, 15]);
    let next = ask(&mut puzzle, "next").expect("an answer");
    assert_eq!(
        boards.lines().skip(1).take(2).collect::<Vec<_>>(),
        next.lines().collect::<Vec<_>>()
    );
}

/// Returns the answers and codes of raw input.
fn judged(text: &str) -> (Vec<String>, Vec<&'static str>) {
    let source = Source::new("x", text);
    let mut sink = Sink::new();
    let mut lines = Vec::new();
    judge::judge(&source, &Budget::unlimited(), &mut sink, &mut |number, line| {
        lines.push(format!("{number} {line}"));
    });
    (lines, sink.diagnostics().iter().map(|diagnostic| diagnostic.code.path).collect())
}

#[test]
fn only_text_that_is_sudokus_throughout_fits() {
    let rows = |line: &str| {
        let signs: Vec<char> = line.chars().collect();
        let rows = signs.chunks(signs.len().isqrt()).map(|row| row.iter().collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    };
    let list = format!("{SEED}\n").repeat(1_500);
    let drawn = rows(SEED);
    let clash = SEED.replacen('0', "3", 1);
    let array = format!("[\"{}\"]", drawn.replace('\n', "\", \""));
    let marks = pencil::drawn(&grid(SEED)).join("\n");
    let link = "https://f-puzzles.com/?load=N4IgzglgXgpi";
    for text in [
        format!("# a note\npuzzle,rating\n{SEED},7.2\n\nGrid 2\n{SEED},1.2\n"),
        format!("0001 {SEED} hard\n0002 {SEED}\n"),
        list.clone(),
        clash.clone(),
        rows(&clash),
        format!("#A Somebody\n[Puzzle]\n{drawn}\n[State]\n{drawn}\n[Options]\nsize: 9\n"),
        format!("Grid 1\n{drawn}\nGrid 2\n{drawn}\n"),
        format!("{SMALL}\n{SOLVED}\n"),
        rows(SMALL),
        array.clone(),
        format!("# a note\n{marks}"),
        format!("{drawn}\n Simple Sudoku\n  Version 4.2n\n"),
        link.to_owned(),
    ] {
        assert!(foreign::fits(&text), "{text}");
    }
    for text in [
        // A line of a list without a puzzle, or with one of another size.
        format!("{list}{}\n", &SEED[1..]),
        format!("{list}hello\n"),
        format!("{SEED}\n{SMALL}\n"),
        format!("Monday\n{SEED}\n"),
        // Lines that no drawing has.
        format!("Monday\n{drawn}\n"),
        format!("{drawn}\nhello\n"),
        format!("[Puzzle]\n{drawn}\n[State]\nhello\n"),
        format!("{marks}\nthe end\n"),
        format!("{array} hello"),
        format!("see {link} for it"),
        // Other sizes without the digits of a sudoku.
        SMALL.replacen('.', "1", 1),
        rows(&SMALL.replacen('.', "1", 1)),
        format!("{SMALL}\n{}\n", SMALL.replace(['3', '4'], ".")),
        rows(&".".repeat(36)),
    ] {
        assert!(!foreign::fits(&text), "{text}");
    }
}

const SMALL: &str = "1.343412214343.1";
const SOLVED: &str = "1234341221434321";

#[test]
fn a_list_gives_a_line_per_puzzle() {
    let text = format!(
        "puzzle,solution\n# a comment\n\n{SMALL}\n11{}\n12.3..4.........\n12........1...2.\n\
         1.3434122143\nGrid 01\n{}!\n{}\n{SMALL},x",
        &SMALL[2..],
        &SMALL[..15],
        &SMALL[1..],
    );
    let (lines, codes) = judged(&text);
    let numbered = |number: u32, line: &str| format!("{number} {line}");
    let wanted = [
        numbered(4, SOLVED),
        numbered(5, "unsolvable"),
        numbered(6, "unsolvable"),
        numbered(7, "unsolvable"),
        numbered(8, "?"),
        numbered(10, "?"),
        numbered(11, "?"),
        numbered(12, SOLVED),
    ];
    assert_eq!(lines, wanted);
    let wanted = [
        "sudoku::duplicate-digit",
        "sudoku::no-candidate",
        "sudoku::not-a-puzzle",
        "sudoku::not-a-puzzle",
        "sudoku::not-a-puzzle",
    ];
    assert_eq!(codes, wanted);
}

#[test]
fn an_array_of_another_language_is_a_grid() {
    let array = "[[1,0,3,4],\n [3,4,1,2],\n [2,1,4,3],\n [4,3,2,1]]\n";
    assert_eq!(judged(array), (vec![String::from("1 1234341221434321")], vec![]));
    assert_eq!(judged("[[1,0],[3,4]]").1, ["sudoku::cells"]);
    assert_eq!(judged("\n"), (vec![], vec!["sudoku::cells"]));
}

#[test]
fn a_puzzle_is_found_among_other_words() {
    for line in [
        format!("{SMALL} # comment"),
        format!("{SMALL}#comment"),
        format!("{SMALL} 7.2"),
        format!("0000183b305c {SMALL}  7.2"),
        format!("{SMALL},label,x"),
        format!("{SMALL},{SOLVED}"),
        format!("{SMALL}:{SOLVED}"),
        format!("{SMALL};{SOLVED}"),
        format!("\u{feff}  {SMALL}\t12"),
        SMALL.replace('.', "0"),
        SMALL.replace('.', "_"),
        SMALL.replace('.', "*"),
        SMALL.replace('.', "-"),
        SMALL.replace('.', "x"),
        SMALL.replace('.', "X"),
        SMALL.replace('.', "?"),
        String::from("1 . 3 4 3 4 1 2 2 1 4 3 4 3 . 1"),
        String::from("1.34 3412 2143 43.1 # in four words"),
        String::from("1.34|3412|2143|43.1"),
    ] {
        for list in [line.clone(), format!("a,b\n{line}\r\n{SMALL}\n")] {
            let (lines, codes) = judged(&list);
            assert!(!lines.is_empty() && codes.is_empty(), "{list}: {lines:?} {codes:?}");
            assert!(lines.iter().all(|line| line.ends_with(SOLVED)), "{list}: {lines:?}");
        }
    }
}

#[test]
fn drawn_grids_are_read_in_every_form() {
    let rows = ["1.34", "3412", "2143", "43.1"];
    let plain = rows.join("\n");
    let framed = "*-----*\n|1.|34|\n|34|12|\n|--+--|\n|21|43|\n|43|.1|\n*-----*\n Simple Sudoku\n  Version 4.2n\n";
    for (text, count) in [
        (plain.clone(), 1),
        (plain.replace('.', "-"), 1),
        (plain.replace('.', "x"), 1),
        (plain.replace('.', "*"), 1),
        (format!("{plain}\n\n{plain}"), 2),
        (format!("Grid 01\n{plain}\nGrid 02\n{}\n", plain.replace('.', "0")), 2),
        (String::from(framed), 1),
        (framed.replace('.', "X"), 1),
        (format!("#ASomebody\n#CA comment\n{plain}\n"), 1),
        (format!("[Puzzle]\n{plain}\n[State]\n1234\n3412\n2143\n4321\n[Options]\nx=1\n"), 1),
        (String::from("1 . | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | . 1"), 1),
        (String::from("1.34 3412\n2143 43.1"), 1),
    ] {
        let (lines, codes) = judged(&text);
        assert_eq!((lines.len(), &codes[..]), (count, &[][..]), "{text}: {lines:?}");
        assert!(lines.iter().all(|line| line.ends_with(SOLVED)), "{text}: {lines:?}");
    }
    assert_eq!(judged("1.34\n3412\n2143\n43!1").0, ["1 ?"]);
    assert_eq!(judged("1.34\n3412\n214\n43.1").1, ["sudoku::cells"]);
    // Sixteen lines of sixteen cells are one grid if one of them has a digit above 4.
    let wide = format!("{}\n", ".".repeat(16)).repeat(15);
    assert_eq!(judged(&format!("{wide}G{}\n", ".".repeat(15))).0.len(), 1);
    assert_eq!(judged(&format!("{wide}{SMALL}\n")).0.len(), 16);
}

#[test]
fn hexadecimal_digits_are_told_by_the_signs() {
    // A solution in the digits 1 to F and 0, with rows and bands moved.
    let digit = |row: usize, column: usize| {
        let at = (row * 4 + row / 4 + column) % 16;
        "123456789ABCDEF0".as_bytes()[at] as char
    };
    let full: String = (0..256).map(|cell| digit(cell / 16, cell % 16)).collect();
    let holed: String =
        full.chars().enumerate().map(|(at, c)| if at % 5 == 0 { '.' } else { c }).collect();
    let (mut puzzle, faults) = open(&holed);
    assert_eq!(faults, []);
    let puzzle = puzzle.as_mut().expect("a grid");
    assert_eq!(ask(&mut *puzzle, "solve").as_deref(), Ok(full.as_str()));
    assert_eq!(judged(&holed).0, [format!("1 {full}")]);
    assert_eq!(ask(&mut *puzzle, "count").as_deref(), Ok("1"));
    // In moves and answers too: r1c15 is `F`, r1c16 is `0`.
    assert_eq!(digit(0, 15), '0');
    assert_eq!(ask(&mut *puzzle, "row 1").map(|row| row.ends_with("F.")), Ok(true));
    let hole = (0..256).find(|at| at % 5 == 0 && full.as_bytes()[*at] == b'0').expect("a hole");
    let name = cell_name(hole, 16);
    assert_eq!(ask(&mut *puzzle, &format!("candidates {name}")).as_deref(), Ok("0"));
    assert!(ask(&mut *puzzle, &format!("play {name}=0")).is_ok());
    assert_eq!(ask(&mut *puzzle, &format!("play {name}=G")), Err("sudoku::no-such-place"));
    assert_eq!(ask(&mut *puzzle, "play r2c2=G"), Err("sudoku::no-such-place"));
    // Without an empty cell; with `0` as the empty cell; with a G.
    assert_eq!(open(&full).1, []);
    let letters: String = full.chars().map(|c| if c == '0' { 'G' } else { c }).collect();
    let empty: String =
        letters.chars().enumerate().map(|(at, c)| if at % 5 == 0 { '0' } else { c }).collect();
    assert_eq!(judged(&empty).0, [format!("1 {letters}")]);
    assert_eq!(
        open("1.343412214343.1").0.map(|mut board| ask(&mut board, "play r1c2=0")),
        Some(Err("sudoku::no-such-place"))
    );
}

#[test]
fn a_hopeless_grid_opens_and_says_so_once() {
    for text in ["11..............", "12.3..4.........", "12....3........."] {
        let (puzzle, faults) = open(text);
        assert_eq!(faults.len(), 1, "{faults:?}");
        let mut puzzle = puzzle.expect("it opens");
        assert_eq!(ask(&mut puzzle, "solve").as_deref(), Ok("unsolvable"), "{text}");
        assert_eq!(ask(&mut puzzle, "count").as_deref(), Ok("0"), "{text}");
        assert_eq!(ask(&mut puzzle, "rate").as_deref(), Ok("unsolvable"), "{text}");
        let mut sink = Sink::new();
        puzzle.deep(Span::default(), &Budget::unlimited(), &mut sink).expect("it decides");
        assert!(sink.is_empty(), "{text}");
        for (verb, expected) in [("solve", "unsolvable"), ("count", "0")] {
            let stated = INFO.facts_stated(verb, expected);
            assert!(stated.iter().any(|code| code.path == faults[0].0), "{verb} {text}");
        }
        assert!(INFO.facts_stated("count", "1").iter().all(|code| code.path != faults[0].0));
    }
    // A full grid with a clash is not a solution of itself.
    let mut full = open("1234341221434312").0.expect("it opens");
    assert_eq!(ask(&mut full, "solve").as_deref(), Ok("unsolvable"));
}

#[test]
fn a_sign_used_many_times_is_one_mistake() {
    for sign in ['x', 'X', '*', '-', '?', '~'] {
        let text = "1.34\n3412\n.143\n43.1".replace('.', &sign.to_string());
        let source = Source::new("x", text.as_str());
        let span = Span::new(0, text.len() as u32);
        let body = Body {
            source: &text,
            span,
            name: Span::default(),
            raw: false,
            joined: false,
            goal: None,
            level: None,
        };
        let mut sink = Sink::new();
        assert!(read_givens(&body, &mut Out::new(&mut sink)).is_none());
        let [diagnostic] = sink.diagnostics() else { panic!("{sign}: {:?}", sink.diagnostics()) };
        assert_eq!(diagnostic.code.path, "sudoku::bad-character");
        assert!(diagnostic.message.contains("3 times"), "{}", diagnostic.message);
        let fix = diagnostic.fixes.first().expect("a fix");
        assert!(fix.is_safe() && fix.edits.len() == 3, "{fix:?}");
        for edit in &fix.edits {
            assert_eq!(
                (source.slice(edit.span), edit.text.as_str()),
                (sign.to_string().as_str(), ".")
            );
        }
    }
    let (_, faults) = open("1,2,3,4\n,,,,\n3,4,1,2\n2,1,4,3\n4,3,2,1");
    assert_eq!(faults.len(), 1, "{faults:?}");
}

#[test]
fn long_lists_of_solutions_are_charged_while_they_are_made() {
    let mut puzzle = open(&".".repeat(81)).0.expect("a grid");
    let budget = Budget::unlimited().with_bytes(8_000);
    for text in ["solutions 20", "solutions 60"] {
        let fragment = Fragment { text, start: 0 };
        let answer = puzzle.run(fragment, Depth::Run, &budget, &mut Sink::new());
        let answer = answer.expect("an answer");
        // Twice the text must fit.
        let expected = if text == "solutions 20" {
            crate::puzzle::Verdict::Fine
        } else {
            crate::puzzle::Verdict::GaveUp
        };
        assert_eq!(answer.verdict(), expected, "{text}: {answer:?}");
    }
    assert_eq!(budget.account.held(), 0);
}
