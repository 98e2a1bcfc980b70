//! Texts from outside and what they are read as: a list of them, ordinary text, and boards of every
//! kind as they are written.

use super::*;
use crate::puzzle::testing::Draw;

/// Returns the kind that a text fits, and the number of its boards.
fn read(text: &str) -> Option<(&'static str, usize)> {
    let kind = kind_of(text)?;
    Some((kind.name, stretches(text, kind).len()))
}

const GRID: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const CARD: &str = "..BB....C..DAAC..D....EE.F..G..F..G.";
const DONKEY: &str = "ABBC\nABBC\nDEEF\nDGHF\nI..J";
const TERRAIN: &str = "ooo-------\noSoooo----\nooooooooo-\n-ooooooooo\n-----ooToo\n------ooo-";
const EIGHT: &str = "8 1 3\n4 . 2\n7 6 5";

/// The grid in rows of nine, with something between the cells and between the rows.
fn rows(between: &str) -> Vec<String> {
    let signs: Vec<String> = GRID.chars().map(String::from).collect();
    signs.chunks(9).map(|row| row.join(between)).collect()
}

/// Texts with what they are read as: the kind and the number of boards, or nothing.
fn texts() -> Vec<(Option<(&'static str, usize)>, String)> {
    let sudoku = |boards| Some(("sudoku", boards));
    let card = || -> Vec<String> {
        let signs: Vec<char> = CARD.chars().collect();
        signs.chunks(6).map(|row| row.iter().collect()).collect()
    };
    let cars = card().join("\n");
    let quoted = |rows: &[String]| format!("[\"{}\"]", rows.join("\", \""));
    let boxes = |row: &String| format!("| {} | {} | {} |", &row[..5], &row[6..11], &row[12..]);
    let framed = rows(" ").iter().map(boxes).collect::<Vec<_>>();
    let rule = "+-------+-------+-------+";
    let bands = framed.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>();
    let drawn = format!("{rule}\n{}\n{rule}\n", bands.join(&format!("\n{rule}\n")));
    let fourths = "1.34\n3412\n2143\n43.1";
    let two_eights = format!("{EIGHT}\n\n1 2 3\n8 . 4\n7 6 5");
    let raw_klotski = "3 3\nA . B\nC . B\nC D .\nA\n0 1";
    vec![
        // Sudokus.
        (sudoku(1), GRID.to_owned()),
        (sudoku(1), GRID.replace('.', "0")),
        (sudoku(1), GRID.replace('.', "_")),
        (sudoku(1), GRID.replace('.', "*")),
        (sudoku(1), GRID.replace('.', "-")),
        (sudoku(1), format!("\u{feff}{GRID}\r\n")),
        (sudoku(1), format!("\n\n  {GRID}\n\n")),
        (sudoku(1), format!("```\n{GRID}\n```")),
        (sudoku(1), format!("```text\n{}\n```\n", rows("").join("\n"))),
        (sudoku(1), rows("").join("\n")),
        (sudoku(1), rows(" ").join("\n")),
        (sudoku(1), rows(" ").join("\r\n")),
        (sudoku(1), rows(",").join("\n").replace('.', "")),
        (sudoku(1), rows(";").join("\n").replace('.', "0")),
        (sudoku(1), rows("\t").join("\n").replace('.', "0")),
        (sudoku(1), drawn.clone()),
        (sudoku(1), drawn.replace(['+', '-'], "=")),
        (sudoku(1), quoted(&rows(""))),
        (sudoku(1), format!("grid = {}", quoted(&rows("")))),
        (sudoku(1), format!("[[{}]]", rows(",").join("],[").replace('.', "0"))),
        (sudoku(1), format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", GRID.replace('.', "0"))),
        (
            sudoku(1),
            format!("<opensudoku><game data=\"{}\"/></opensudoku>", GRID.replace('.', "0")),
        ),
        (sudoku(1), format!(":0000:x:{GRID}:::")),
        (sudoku(1), fourths.to_owned()),
        (sudoku(1), "1.34341221434.21".to_owned()),
        (sudoku(1), format!("{GRID}\n{GRID}")),
        (sudoku(1), format!("0001a2b3c4d5 {GRID} 7.2\n0001a2b3c4d6 {GRID} 7.2")),
        (sudoku(1), format!("puzzle,rating\n{GRID},7.2")),
        (sudoku(1), format!("Grid 01\n{}\nGrid 02\n{0}", rows("").join("\n"))),
        (sudoku(2), format!("Monday\n{}\n\nTuesday\n{0}", rows("").join("\n"))),
        // Tiles.
        (Some(("sliders", 1)), EIGHT.to_owned()),
        (Some(("sliders", 1)), EIGHT.replace('.', "0")),
        (Some(("sliders", 1)), EIGHT.replace('.', "_")),
        (Some(("sliders", 1)), format!("3\n{EIGHT}").replace('.', "0")),
        (Some(("sliders", 1)), "2 3\n1 2 3\n4 0 5".to_owned()),
        (Some(("sliders", 1)), "3 2\n1 2 3\n4 0 5".to_owned()),
        (Some(("sliders", 1)), "813\n4.2\n765".to_owned()),
        (Some(("sliders", 1)), two_eights.clone()),
        (Some(("sliders", 1)), two_eights.replace("\n\n", "\ngoal\n")),
        (Some(("sliders", 1)), two_eights.replace("\n\n", "\nGoal:\n")),
        (Some(("sliders", 1)), two_eights.replace('.', "0")),
        (Some(("sliders", 1)), "A B\nB .\n\nB A\n. B".to_owned()),
        (Some(("sliders", 1)), EIGHT.replace(' ', ",").replace('.', "0")),
        (Some(("sliders", 1)), "[[8,1,3],[4,0,2],[7,6,5]]".to_owned()),
        (
            Some(("sliders", 1)),
            "board = [\n  [8, 1, 3],\n  [4, null, 2],\n  [7, 6, 5],\n]".to_owned(),
        ),
        (Some(("sliders", 2)), format!("Easy\n{EIGHT}\n\nHard\n{EIGHT}")),
        (Some(("sliders", 2)), format!("{EIGHT}\n---\n{EIGHT}")),
        // Cars.
        (Some(("rush", 1)), CARD.to_owned()),
        (Some(("rush", 1)), CARD.replace('.', "o")),
        (Some(("rush", 1)), format!("60 {CARD} 2332")),
        (Some(("rush", 1)), format!("60 {CARD} 2332\n51 {CARD} 4780")),
        (Some(("rush", 1)), cars.clone()),
        (Some(("rush", 1)), cars.replace('.', "o")),
        (Some(("rush", 1)), cars.replace('A', "X")),
        (Some(("rush", 1)), format!("```\n{cars}\n```")),
        (Some(("rush", 1)), quoted(&card())),
        (Some(("rush", 2)), format!("{cars}\n\n{cars}")),
        (Some(("rush", 2)), format!("Level 1\n{cars}\n\nLevel 2\n{cars}")),
        (Some(("rush", 2)), format!("# Level 1\n{cars}\n# Level 2\n{cars}")),
        (Some(("rush", 2)), format!("; Title: One\n{cars}\n---\n; Title: Two\n{cars}")),
        (Some(("rush", 2)), format!("Level 1\n\n{cars}\n\nLevel 2\n\n{cars}\n")),
        // Blocks.
        (Some(("klotski", 1)), DONKEY.to_owned()),
        (Some(("klotski", 1)), format!("{DONKEY}\ngoal B at (3,1)")),
        (Some(("klotski", 1)), format!("{DONKEY}\n\ngoal B at (3,1)")),
        (Some(("klotski", 1)), raw_klotski.to_owned()),
        (Some(("klotski", 2)), format!("{raw_klotski}\n\n{raw_klotski}")),
        (Some(("klotski", 1)), "A . B\nC . B\nC D .".to_owned()),
        (Some(("klotski", 1)), "AA .. BB\nCC .. BB\nCC DD ..".to_owned()),
        (Some(("klotski", 2)), format!("{DONKEY}\n\n{DONKEY}")),
        (Some(("klotski", 2)), format!("L'âne rouge\n{DONKEY}\n\nDaisy\n{DONKEY}")),
        (Some(("klotski", 1)), format!("    {}", DONKEY.replace('\n', "\n    "))),
        (Some(("klotski", 1)), DONKEY.replace('\n', "\r\n")),
        (
            Some(("klotski", 1)),
            "[[\"A\",\"\",\"B\"],[\"C\",\"\",\"B\"],[\"C\",\"D\",\"\"]]".to_owned(),
        ),
        // Terrains.
        (Some(("bloxorz", 1)), TERRAIN.to_owned()),
        (Some(("bloxorz", 1)), TERRAIN.replace('-', " ")),
        (Some(("bloxorz", 1)), "Sopo\n-ooT\np: bridge extended".to_owned()),
        (Some(("bloxorz", 2)), format!("{TERRAIN}\n\n{TERRAIN}")),
        (Some(("bloxorz", 2)), format!("Stage 1\n{TERRAIN}\n\nStage 2\n{TERRAIN}")),
        (Some(("bloxorz", 1)), format!("```\n{TERRAIN}\n```")),
        (Some(("bloxorz", 1)), format!("\"\"\"{}\"\"\"", TERRAIN.replace('\n', "\n  |"))),
        (Some(("bloxorz", 1)), format!("level = [\"|{}\"]", TERRAIN.replace('\n', "\", \"|"))),
        // Automata and matrices.
        (Some(("automaton", 1)), "42354\n(X . X)\n1\n1 []".to_owned()),
        (Some(("automaton", 1)), "7710\n((. X (. . .)) . (X . X))\n2\n0 []\n2 [<>]\n".to_owned()),
        (Some(("matrix", 1)), "2 3 1\n1 2 3\n4 5 6".to_owned()),
        (Some(("matrix", 1)), "4 4 -1\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n".to_owned()),
        (Some(("matrix", 2)), "2 2 1\n1 2\n3 4\n\n2 2 3\n1 2\n3 4".to_owned()),
        // Nothing.
        (None, String::new()),
        (None, "hello world".to_owned()),
        (None, "The quick brown fox\njumps over the lazy dog.".to_owned()),
        (None, "42".to_owned()),
        (None, "1,2,3,4\n5,6,7,8\n9,1,2,3".to_owned()),
        (None, GRID[..80].to_owned()),
        (None, format!("{GRID}5")),
        (None, format!("{EIGHT} 9")),
        (None, EIGHT.replace('8', "9")),
        (None, CARD.replace('A', "Z")),
        (None, format!("{CARD}.")),
        // A car has two cells or more, a block may have one.
        (Some(("klotski", 1)), cars.replace("EE", "E.")),
        (None, DONKEY.replace('A', "J")),
        (None, DONKEY.replace("I..J", "IKLJ")),
        (None, TERRAIN.replace('T', "o")),
        (None, TERRAIN.replace('T', "q")),
        (None, "2 3 1\n1 2 3\n4 5".to_owned()),
        (None, "2 3 1\n1 2 3".to_owned()),
        (None, "42354\n(X . X)\n2\n1 []".to_owned()),
        (None, "fn main() {\n    let x = [1, 2];\n}".to_owned()),
        (None, "2026-11-26 12:00:01 INFO started\n2026-11-26 12:00:02 WARN slow".to_owned()),
        (None, "deadbeefcafebabe\n0123456789abcdef".to_owned()),
        (None, "| a | b |\n|---|---|\n| 1 | 2 |".to_owned()),
        (None, format!("{cars}\n\nLevel 2")),
    ]
}

#[test]
fn each_text_is_read_as_what_it_is() {
    let texts = texts();
    assert!(texts.len() >= 100, "{}", texts.len());
    for (wanted, text) in texts {
        assert_eq!(read(&text), wanted, "{text}");
    }
}

#[test]
fn a_long_text_is_read_to_its_end() {
    let row = "1 ".repeat(1000);
    for (text, wanted) in [
        (format!("{DONKEY}\n\n").repeat(12_000), Some(("klotski", 12_000))),
        (format!("400 1000 1\n{}", format!("{row}\n").repeat(400)), Some(("matrix", 1))),
        (format!("{GRID}\n").repeat(4_000), Some(("sudoku", 1))),
        (format!("{}what is this?\n", format!("{DONKEY}\n\n").repeat(12_000)), None),
    ] {
        assert!(text.len() > LOOK);
        assert_eq!(read(&text), wanted, "{}", &text[..100]);
    }
}

#[test]
fn headings_become_titles_and_names() {
    let text = format!("Level 1\n{DONKEY}\n\n; Author: A. Maker\n# 2\n{DONKEY}\n---\n{DONKEY}\n");
    let kind = kind_of(&text).expect("it fits");
    let source = Source::new("x.txt", text);
    let pieces = pieces(&source, kind, &Options::default(), &mut Sink::new());
    let said: Vec<_> =
        pieces.iter().map(|piece| (piece.name.as_deref(), piece.meta.title())).collect();
    let titled = |title: &str| Some(title.to_owned());
    assert_eq!(said, [(Some("level1"), titled("Level 1")), (None, titled("2")), (None, None)]);
    assert_eq!(pieces[1].notes, ["Author: A. Maker"]);
}

#[test]
fn faults_point_into_the_text_from_outside() {
    let array = "board = [\n  \"ABBC\",\n  \"ABBC\",\n  \"DEEF\",\n  \"DGHFF\",\n  \"I..J\"\n]";
    let fenced = "```\nAAB.\n..B.\n...C\n...DD\n```\n";
    for (text, kind, fault) in [(array, "klotski", "DGHFF"), (fenced, "rush", "...DD")] {
        let kind = KINDS.kind(kind).expect("a kind");
        let source = Source::new("x.txt", text);
        let mut sink = Sink::new();
        let surveyed = survey((&source).into(), kind, None, &mut sink);
        assert!(surveyed.is_ok() && sink.errors_since(0), "{text}");
        let span = sink.diagnostics()[0].span;
        assert_eq!(source.slice(span), fault, "{text}");
    }
}

#[test]
fn the_fault_of_the_kind_that_comes_furthest_is_told() {
    for (text, kind) in [
        (&GRID[..80], Some("sudoku")),
        ("4 4 1\n1 2 3 4\n5 6 7 8\n9 10 11", Some("matrix")),
        ("..BB..\n..C..D\nAAC..D\n....EE\n.F..G.\n.F..G", Some("klotski")),
        ("hello world", None),
        ("The quick brown fox\njumps over the lazy dog.", None),
    ] {
        assert!(kind_of(text).is_none(), "{text}");
        let nearest = unfit(text).nearest.map(|(kind, _)| kind.name);
        assert_eq!(nearest, kind, "{text}");
    }
}

/// Returns an ordinary text: prose, code, a log, a table of digits, hexadecimal digits, bits or a grid
/// of characters.
fn ordinary(draw: &mut Draw) -> String {
    const WORDS: [&str; 24] = [
        "the", "block", "moves", "Level", "to", "open", "a", "road", "Solve", "it", "soon", "OK",
        "goal", "Start", "X", "o", "foot", "SOS", "ToDo", "rows", "columns", "A1", "boo", "hoot",
    ];
    const CODE: [&str; 10] = [
        "let x = 1;",
        "if (a < b) {",
        "}",
        "return x;",
        "for i in 0..9:",
        "    pass",
        "#include <a>",
        "// note",
        "x = [1, 2, 3]",
        "grid[0][1] = 5",
    ];
    let count = 1 + draw.index(9);
    let mut lines = Vec::new();
    let sort = draw.index(7);
    // Three columns may be a header and its rows, nine by nine a grid.
    let columns = [2, 4, 5, 7, 8, 10, 12][draw.index(7)];
    for number in 0..count {
        let mut words = |words: &[&str], between: &str, count: usize| {
            let words: Vec<_> = (0..count).map(|_| words[draw.index(words.len())]).collect();
            words.join(between)
        };
        lines.push(match sort {
            0 => words(&WORDS, " ", 2 + number % 9) + ".",
            1 => words(&CODE, "", 1),
            2 => format!("2026-11-26 12:00:{number:02} {}", words(&WORDS, " ", 4)),
            3 => words(&["1", "2", "3", "4", "5", "6", "7", "8", "9"], ",", columns),
            4 => words(&["1", "2", "3", "4", "5", "6", "7", "8", "9"], "\t", columns),
            5 => words(&["0", "1", "7", "9", "a", "c", "e", "f"], "", 8 + number),
            _ => words(&["a", "B", "c", ".", "#", "*", "x", "9", "Q"], "", 3 + columns),
        });
    }
    lines.join("\n")
}

#[test]
fn ordinary_text_is_nothing() {
    let mut draw = Draw(48);
    for _ in 0..crate::puzzle::testing::number("PUZZLED_OUTSIDE", 3_000) {
        let text = ordinary(&mut draw);
        assert_eq!(read(&text), None, "{text}");
    }
}

#[test]
fn no_board_is_of_two_kinds() {
    let mut draw = Draw(4_848);
    let mut boards = 0;
    for _ in 0..crate::puzzle::testing::number("PUZZLED_OUTSIDE", 3_000) {
        let kind = KINDS.iter().nth(draw.index(KINDS.names().len())).expect("a kind");
        let text = super::super::tests::body(kind.name, &mut draw).join("\n");
        let mut precedences: Vec<_> =
            KINDS.iter().filter_map(|kind| kind.precedence(&text)).collect();
        precedences.sort_unstable();
        assert!(precedences.windows(2).all(|pair| pair[0] != pair[1]), "{text}");
        boards += usize::from(!precedences.is_empty());
    }
    assert!(boards > 100, "only {boards} bodies are texts from outside");
}

/// A form, a text in it, and the kind and the number of the boards that it is read as.
type Elsewhere = (&'static str, &'static str, Option<(&'static str, usize)>);

/// Texts as other programs have them, with boards of our own: where the form is found, the text, and
/// what it is read as.
const ELSEWHERE: [Elsewhere; 10] = [
    // smorikawa47/Rush-Hour-Solver: the red car is `XX`.
    ("rows with XX", "AAB...\n..B..C\nXXB..C\n...D.C\n...DEE\nFF....\n", Some(("rush", 1))),
    // fogleman/rush: the database.
    ("moves, board, states", "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n", Some(("rush", 1))),
    // CirXe0N/RushHourSolver: the red car is `rr`, which no rule knows, and `A` is another.
    ("rows with rr", "..AA..\n..BBCC\nrr..EF\nGGHHEF\n...IEF\n...IJJ\n", Some(("rush", 1))),
    // Princeton's course on algorithms.
    ("a size, then rows", "3\n 1  2  3\n 4  0  6\n 7  5  8\n", Some(("sliders", 1))),
    // The course on artificial intelligence in Basel.
    ("two sizes, then rows", "3 2\n1 2\n3 4\n0 5\n", Some(("sliders", 1))),
    // The course on functional programming in Scala, and solutions of it in Haskell.
    ("strings with margins", "[ \"|ooo\"\n, \"|oSoT\" ]", Some(("bloxorz", 1))),
    ("a string of several lines", "\"\"\"ooo\n   |oSoT\"\"\".stripMargin", Some(("bloxorz", 1))),
    // LeetCode 37.
    (
        "arrays of signs",
        "[[\"1\",\".\",\"3\",\"4\"],[\"3\",\"4\",\"1\",\"2\"],[\"2\",\"1\",\"4\",\"3\"],[\"4\",\"3\",\".\",\"1\"]]",
        Some(("sudoku", 1)),
    ),
    // Fetyko/Klotski: two pictures, empty cells are `V`: no empty cell that a rule knows.
    ("rows with V", "AABB\nAVVB\nCVVD\nCCDD\nVXXV\nVXXV\n", None),
    // zribera18/WoodenPuzzleSolver: shapes in place of blocks.
    ("shapes", "BBDCADEDEBBD\n", None),
];

#[test]
fn texts_of_other_programs_are_read() {
    for (form, text, wanted) in ELSEWHERE {
        assert_eq!(read(text), wanted, "{form}:\n{text}");
    }
}
