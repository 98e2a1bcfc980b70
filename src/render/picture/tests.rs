//! Golden pictures of every kind, and laws that hold for all of them.

use std::collections::BTreeSet;

use unicode_width::UnicodeWidthStr;

use super::{Paint, picture};
use crate::diag::Sink;
use crate::kinds::KINDS;
use crate::puzzle::Depth;
use crate::puzzle::testing::open;
use crate::scene::{Board, Cell, Drawing, Emphasis, Node, Role, Scene, Tree};
use crate::search::Budget;
use crate::syntax::Fragment;

const PLAIN: Paint = Paint { color: false, unicode: true, width: 80, height: usize::MAX };
const ASCII: Paint = Paint { unicode: false, ..PLAIN };
const COLOR: Paint = Paint { color: true, ..PLAIN };
const NARROW: Paint = Paint { width: 40, ..PLAIN };

fn after(name: &str, body: &str, commands: &[&str]) -> Scene {
    let mut puzzle = open(name, body);
    for text in commands {
        let fragment = Fragment { text, start: 0 };
        let answer = puzzle.run(fragment, Depth::Run, &Budget::unlimited(), &mut Sink::new());
        assert!(answer.is_some(), "{text}");
    }
    puzzle.scene("x")
}

fn examples() -> Vec<Scene> {
    KINDS.iter().map(|kind| kind.opened_example().expect("it is sound").scene("x")).collect()
}

fn board(rows: &[&[Cell]]) -> Scene {
    let columns = rows.first().map_or(0, |row| row.len());
    let cells = rows.concat();
    let board = Board { rows: rows.len(), columns, cells, block: 0 };
    Scene { title: String::new(), caption: String::new(), drawing: Drawing::Board(board) }
}

fn piece(text: &str, piece: u32) -> Cell {
    let (piece, tint) = (Some(piece), Some(piece));
    Cell { text: text.into(), role: Role::Piece, piece, tint, ..Cell::default() }
}

fn complete(levels: u32) -> Scene {
    let count = 2_usize.pow(levels) - 1;
    let node = |at: usize| Node {
        text: String::from(if at.is_multiple_of(3) { "X" } else { "." }),
        role: if at.is_multiple_of(3) { Role::Piece } else { Role::Floor },
        children: [2 * at + 1, 2 * at + 2].into_iter().filter(|&child| child < count).collect(),
        ..Node::default()
    };
    let nodes = (0..count).map(node).collect();
    Scene { title: String::new(), caption: String::new(), drawing: Drawing::Tree(Tree { nodes }) }
}

/// Removes the codes of colors.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = after.split_once('m').expect("a code ends").1;
    }
    out + rest
}

#[test]
fn neighbors_of_one_piece_share_a_border() {
    let scene = board(&[&[piece("a", 0), piece("a", 0)], &[piece("b", 1), piece("c", 2)]]);
    assert_eq!(picture(&scene, PLAIN), "┌───────┐\n│ a   a │\n├───┬───┤\n│ b │ c │\n└───┴───┘\n");
    assert_eq!(picture(&scene, ASCII), "+-------+\n| a   a |\n+---+---+\n| b | c |\n+---+---+\n");
}

#[test]
fn cells_without_a_text_differ_by_their_roles() {
    let roles = [
        Role::Void,
        Role::Floor,
        Role::Wall,
        Role::Piece,
        Role::Hero,
        Role::Goal,
        Role::Given,
        Role::Active,
        Role::Faint,
    ];
    for paint in every_width() {
        let drawn = |role| amid(&Cell { role, ..Cell::default() }, paint);
        let pictures: BTreeSet<String> = roles.into_iter().map(drawn).collect();
        assert_eq!(pictures.len(), roles.len(), "{pictures:#?}");
    }
}

/// Returns paint for pictures of a row of nine cells, from those with borders to those without.
fn every_width() -> impl Iterator<Item = Paint> {
    (9..=40).flat_map(|width| [Paint { width, ..PLAIN }, Paint { width, ..ASCII }])
}

/// Draws a row of nine cells with this one in the middle.
fn amid(cell: &Cell, paint: Paint) -> String {
    let mut row = vec![Cell::default(); 9];
    row[4] = cell.clone();
    picture(&board(&[&row]), paint)
}

#[test]
fn a_piece_is_told_from_wall_and_floor_whatever_its_label() {
    for label in ["", "#", "%", "■", "▒", "░", "·", ".", ",", "∙", "&", "A"] {
        let labeled = piece(label, 0);
        let without_number = Cell { piece: None, tint: None, ..labeled.clone() };
        let hero = Cell { role: Role::Hero, ..labeled.clone() };
        for piece in [labeled, without_number, hero] {
            for paint in every_width() {
                // Beside the piece, which is on every board.
                let drawn = |cell: Cell| {
                    let mut row = vec![Cell::default(); 9];
                    row[1] = piece.clone();
                    row[4] = cell;
                    picture(&board(&[&row]), paint)
                };
                let other = Cell { piece: Some(7), ..piece.clone() };
                let roles = [Role::Floor, Role::Wall, Role::Void];
                let mut pictures = BTreeSet::from([drawn(other)]);
                pictures.extend(roles.map(|role| drawn(Cell { role, ..Cell::default() })));
                assert_eq!(pictures.len(), 4, "`{label}`: {pictures:#?}");
            }
        }
    }
}

#[test]
fn a_digit_is_told_from_a_single_pencil_mark() {
    for (size, block) in [(4, 2), (6, 2), (9, 3)] {
        let digits = || (1..=size).map(|digit| digit.to_string());
        let every: String = digits().collect();
        let marked = |pencil: &str| Cell { pencil: String::from(pencil), ..Cell::default() };
        let drawn = |cell: Cell, paint| {
            let mut cells = vec![marked(&every); size * size];
            cells[0] = cell;
            let board = Board { rows: size, columns: size, cells, block };
            let (title, caption) = (String::new(), String::new());
            picture(&Scene { title, caption, drawing: Drawing::Board(board) }, paint)
        };
        for paint in [PLAIN, ASCII, COLOR] {
            let mut pictures = BTreeSet::new();
            for (at, digit) in digits().enumerate() {
                let alone: String = every
                    .char_indices()
                    .map(|(place, mark)| if place == at { mark } else { ' ' })
                    .collect();
                pictures.insert(bare(&drawn(marked(&alone), paint)));
                for role in [Role::Given, Role::Active] {
                    let cell = Cell { text: digit.clone(), role, ..Cell::default() };
                    pictures.insert(bare(&drawn(cell, paint)));
                }
            }
            // A given and an entry differ in their colors.
            assert_eq!(pictures.len(), 2 * size, "{size}: {pictures:#?}");
        }
    }
}

#[test]
fn every_picture_keeps_to_its_width_and_boards_are_even() {
    let mut scenes = examples();
    scenes.extend((1..=8).map(complete));
    let wide = piece("名前の長い", 3);
    scenes.push(board(&[&[wide.clone(), piece("b", 1)], &[wide, piece("c", 2)]]));
    let row: Vec<Cell> = (0..60).map(|at| piece(&format!("{at}"), at)).collect();
    scenes.push(board(&[&row, &row]));
    scenes.push(board(&[&[piece(&"long".repeat(40), 0)]]));
    for scene in &scenes {
        for width in (8..=130).chain([usize::MAX]) {
            for (color, unicode) in [(false, true), (true, true), (false, false)] {
                let paint = Paint { color, unicode, width, height: usize::MAX };
                let text = bare(&picture(scene, paint));
                for line in text.lines() {
                    assert!(line.width() <= width, "{width}:\n{text}");
                }
                if let Drawing::Board(board) = &scene.drawing {
                    let text = bare(&super::board::draw(board, paint).0);
                    let widths: Vec<usize> = text.lines().map(UnicodeWidthStr::width).collect();
                    assert!(widths.iter().all(|&columns| columns == widths[0]), "{width}:\n{text}");
                    assert!(!widths.is_empty());
                }
            }
        }
    }
}

#[test]
fn colors_change_nothing_but_the_colors() {
    for scene in examples() {
        assert_eq!(bare(&picture(&scene, COLOR)), picture(&scene, PLAIN));
        for line in picture(&scene, COLOR).lines() {
            let last = line.rsplit_once('\u{1b}').map(|(_, rest)| rest);
            let over = |rest: &str| rest.starts_with("[0m");
            assert!(last.is_none_or(over), "a line leaves the terminal as it was: {line:?}");
        }
    }
}

#[test]
fn a_height_is_kept_too() {
    let mut scenes = examples();
    scenes.extend((1..=8).map(complete));
    for scene in &scenes {
        for height in 1..50 {
            let paint = Paint { height, ..PLAIN };
            let (text, _) = match &scene.drawing {
                Drawing::Board(board) => super::board::draw(board, paint),
                Drawing::Tree(tree) => super::tree::draw(tree, paint),
            };
            assert!(text.lines().count() <= height.max(2), "{height}:\n{text}");
        }
    }
}

#[test]
fn a_mirrored_or_renamed_board_keeps_its_structure() {
    let rows = ["A A . #", "B A C #", "B D C ."];
    let text = |rows: &[String]| rows.join("\n");
    let labels: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
    let mirrored: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
    let renamed: Vec<String> = rows.iter().map(|row| row.to_lowercase()).collect();
    let draw = |rows: &[String]| picture(&after("klotski", &text(rows), &[]), PLAIN);
    assert_eq!(draw(&labels).to_lowercase(), draw(&renamed));
    let flip = |char: char| match char {
        '┌' => '┐',
        '┐' => '┌',
        '└' => '┘',
        '┘' => '└',
        '├' => '┤',
        '┤' => '├',
        other => other,
    };
    let lines = draw(&labels);
    let flipped: Vec<String> = lines
        .lines()
        .filter(|line| !line.starts_with("no goal"))
        .map(|line| line.chars().rev().map(flip).collect())
        .collect();
    let again = draw(&mirrored);
    let again: Vec<&str> = again.lines().filter(|line| !line.starts_with("no goal")).collect();
    assert_eq!(flipped, again);
}

#[test]
fn a_block_keeps_its_color_in_every_state() {
    let body = "A . B\nC . B\nC D .\ngoal A at (2,2)";
    let colors = |scene: &Scene| {
        let Drawing::Board(board) = &scene.drawing else { return Vec::new() };
        let mut texts: Vec<_> = board.cells.iter().map(|c| (c.text.clone(), c.tint)).collect();
        texts.retain(|text| !text.0.is_empty());
        texts.sort();
        texts.dedup();
        texts
    };
    let start = after("klotski", body, &[]);
    let later = after("klotski", body, &["play A right; D up"]);
    assert_eq!(colors(&start), colors(&later));
    assert_eq!(colors(&start).len(), 4);
}

#[test]
fn wide_trees_are_folded_and_what_is_pointed_at_stays() {
    let Drawing::Tree(mut tree) = complete(7).drawing else { return };
    let mut at = 0;
    while at < 127 {
        tree.nodes[at].emphasis = if at > 62 { Emphasis::Focus } else { Emphasis::Way };
        at = 2 * at + 2;
    }
    let scene =
        Scene { title: String::new(), caption: String::new(), drawing: Drawing::Tree(tree) };
    let text = picture(&scene, NARROW);
    assert!(text.contains("+14") && text.contains("[X]"), "{text}");
    assert!(text.contains('┏') || text.contains('┓'), "{text}");
    assert!(picture(&scene, Paint::default()).lines().count() == 13);
}

/// Scenes worth looking at, each with a name.
fn gallery() -> Vec<(&'static str, Scene)> {
    let klotski =
        "# # # # # #\n# A A . B #\n# C . . B #\n# C DD DD E #\n# # # # # #\ngoal A at (3,3)";
    let bloxorz = "oooo--oo\noSoop-oT\noobo--oo\noofs--oo\np: bridge retracted\nb: soft toggles p\n\
                   s: splits to (0,0) and (3,7)";
    let splitting = "Soo\nooo\nooo\nsoT\ns: splits to (0,0) and (2,2)";
    let givens = "..3.2.6..\n9..3.5..1\n..18.64..\n..81.29..\n7.......8\n..67.82..\n..26.95..\n8..2.3..9\n..5.1.3..";
    let chain = ".29...45.\n.75...18.\n.13...26.\n148..9732\n5973..641\n236.7.895\n381745926\n\
                 964213578\n752896314";
    let tiles = "1 2 3\n4 . 6\n7 5 8\ngoal\n1 2 3\n4 5 6\n7 8 .";
    let tree = "rule 23749\ntree (((X . .) X (X . X)) X ((. X X) . (. X .)))";
    let matrix = "1 -2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16";
    let pointed = |name: &str, body: &str, text: &str| {
        let fragment = Fragment { text, start: 0 };
        let budget = Budget::unlimited();
        open(name, body)
            .point("x", fragment, &budget, &mut Sink::new())
            .expect("something to point at")
    };
    let mut film = open("sudoku", "1...\n..2.\n.3..\n...4");
    let film = film.film("x", &Budget::unlimited()).expect("a film");
    vec![
        ("klotski", after("klotski", klotski, &[])),
        ("klotski, a move on", after("klotski", klotski, &["play A right"])),
        ("klotski, what is in the way", pointed("klotski", klotski, "why not A down")),
        ("bloxorz standing", after("bloxorz", bloxorz, &[])),
        ("bloxorz lying", after("bloxorz", bloxorz, &["play R"])),
        ("bloxorz split", after("bloxorz", splitting, &["play DD"])),
        ("bloxorz, its neighbors", pointed("bloxorz", bloxorz, "neighbours")),
        ("sudoku", after("sudoku", givens, &["play r1c1=4"])),
        ("sudoku, a clash", pointed("sudoku", givens, "why not r1c1=2")),
        ("sudoku, a row", pointed("sudoku", givens, "row 2")),
        ("sudoku, the links of a hint", pointed("sudoku", chain, "hint")),
        ("sudoku, a step of its film", film.frames[1].scene.clone()),
        ("sliders", after("sliders", tiles, &[])),
        ("automaton", after("automaton", tree, &["step 1"])),
        ("automaton, a path", pointed("automaton", tree, "at [<>]")),
        ("automaton, neighbors", pointed("automaton", tree, "neighbours [>]")),
        ("a tree of seven levels", complete(7)),
        ("matrix", after("matrix", matrix, &["rotate 1"])),
        ("matrix, a ring", pointed("matrix", matrix, "ring of (1,1)")),
    ]
}

/// Compares the pictures with those in `tests/golden/pictures`; `BLESS=1` writes them again.
#[test]
fn golden_pictures() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/pictures");
    let bless = std::env::var_os("BLESS").is_some();
    for (file, paint) in
        [("unicode.txt", PLAIN), ("ascii.txt", ASCII), ("narrow.txt", NARROW), ("color.txt", COLOR)]
    {
        let mut text = String::new();
        for (name, scene) in gallery() {
            // Escapes are written as ␛, so that the file can be read everywhere.
            let drawn = picture(&scene, paint).replace('\u{1b}', "␛");
            text += &format!("── {name}\n{drawn}\n");
        }
        let path = format!("{folder}/{file}");
        if bless {
            std::fs::write(&path, &text).expect("a file");
        }
        let golden = std::fs::read_to_string(&path).expect("golden pictures");
        for (at, (drawn, golden)) in text.lines().zip(golden.lines()).enumerate() {
            assert_eq!(drawn, golden, "{file}:{}", at + 1);
        }
        assert_eq!(text, golden, "{file}");
    }
}
