//! The picture of a board, as text and by roles.

use super::Klotski;
use super::board::{Cell, Places};
use super::lower::Model;
use crate::diag::Sink;
use crate::kind::{Body, Game, Reading};
use crate::scene;
use crate::text::Span;

/// Columns and rows of a scene: larger boards are cut, and the caption says so.
const LARGEST: usize = 200;

/// The rows of a board, written as it was declared: packed, or with spaces.
pub(super) fn board_text(model: &Model, places: &Places) -> String {
    rows(model, places, model.packed).join("\n")
}

/// The cells with a space between them, `.` for an empty one and `#` for a wall: the same for every
/// drawing of a board.
pub(super) fn essence(model: &Model, places: &Places) -> String {
    texts(model, places, [".", "#"], " ").join("\n")
}

fn rows(model: &Model, places: &Places, packed: bool) -> Vec<String> {
    let between = if packed { "" } else { " " };
    texts(model, places, [&model.empty, &model.wall], between)
}

fn texts(model: &Model, places: &Places, [empty, wall]: [&str; 2], between: &str) -> Vec<String> {
    let board = &*model.board;
    let layout = board.layout(places);
    let texts: Vec<&str> = layout
        .iter()
        .zip(&board.walls)
        .map(|(block, &is_wall)| match block {
            Some(block) => board.blocks[*block].label.as_str(),
            None if is_wall => wall,
            None => empty,
        })
        .collect();
    texts.chunks(board.columns as usize).map(|row| row.join(between)).collect()
}

/// The lines of a body that starts with the blocks at these places: written as it was declared, or,
/// if that would be read as something else, with the size in front, or with spaces.
pub(super) fn declaration(model: &Model, places: &Places) -> Vec<String> {
    let board = &*model.board;
    let goals: Vec<String> = board
        .goals
        .iter()
        .map(|goal| {
            let label = &board.blocks[goal.block].label;
            format!("goal {label} at ({},{})", goal.at.0, goal.at.1)
        })
        .collect();
    let same = |lines: &Vec<String>| {
        let text = lines.join("\n");
        let span = Span::new(0, text.len() as u32);
        let body = Body { source: &text, span, name: Span::default(), raw: false };
        Klotski::read(&body, &mut Sink::new()).is_some_and(|Reading { model: read, .. }| {
            (read.board.rows, read.board.columns) == (board.rows, board.columns)
                && read.board.walls == board.walls
                && read.board.blocks.len() == board.blocks.len()
        })
    };
    let size = format!("{} {}", board.rows, board.columns);
    let mut last = Vec::new();
    for (sized, packed) in [(false, model.packed), (true, model.packed), (true, false)] {
        last = if sized { vec![size.clone()] } else { Vec::new() };
        last.extend(rows(model, places, packed));
        last.extend(goals.iter().cloned());
        if same(&last) {
            break;
        }
    }
    last
}

/// The scene of a board.
pub(super) fn scene(name: &str, model: &Model, places: &Places, made: u64) -> scene::Scene {
    let board = &*model.board;
    let layout = board.layout(places);
    let (rows, columns) =
        ((board.rows as usize).min(LARGEST), (board.columns as usize).min(LARGEST));
    let targets: std::collections::HashSet<Cell> =
        board.goals.iter().flat_map(|goal| board.cells(goal.block, goal.at)).collect();
    let heroes: std::collections::HashSet<usize> =
        board.goals.iter().map(|goal| goal.block).collect();
    let mut cells = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let at = (row as i32, column as i32);
            let index = board.index(at);
            cells.push(match layout[index] {
                Some(block) => scene::Cell {
                    text: board.blocks[block].label.clone(),
                    role: match heroes.contains(&block) {
                        true => scene::Role::Hero,
                        false => scene::Role::Piece,
                    },
                    piece: Some(block as u32),
                    tint: Some(block as u32),
                    goal: targets.contains(&at),
                    ..scene::Cell::default()
                },
                None => scene::Cell {
                    role: if board.walls[index] {
                        scene::Role::Wall
                    } else if targets.contains(&at) {
                        scene::Role::Goal
                    } else {
                        scene::Role::Floor
                    },
                    goal: targets.contains(&at),
                    ..scene::Cell::default()
                },
            });
        }
    }
    let aims: Vec<String> = board
        .goals
        .iter()
        .take(4)
        .map(|goal| format!("{} to ({},{})", board.blocks[goal.block].label, goal.at.0, goal.at.1))
        .collect();
    let more = if board.goals.len() > 4 { ", and more" } else { "" };
    let aim = match aims.is_empty() {
        true => String::from("no goal"),
        false if board.is_solved(places) => String::from("solved"),
        false => format!("{}{more}", aims.join(", ")),
    };
    let cut = if rows < board.rows as usize || columns < board.columns as usize {
        "; only a part is drawn"
    } else {
        ""
    };
    let blocks = board.blocks.len();
    scene::Scene {
        title: format!("{name}: {blocks} blocks, {aim}, {made} moves made"),
        caption: format!("{aim}{cut}"),
        drawing: scene::Drawing::Board(scene::Board { rows, columns, cells, block: 0 }),
    }
}

/// The scene, with those cells pointed at.
pub(super) fn pointed(mut scene: scene::Scene, marks: &[(Cell, scene::Mark)]) -> scene::Scene {
    if let scene::Drawing::Board(board) = &mut scene.drawing {
        for &((row, column), mark) in marks {
            let (row, column) = (row as usize, column as usize);
            if row < board.rows && column < board.columns {
                board.cells[row * board.columns + column].mark = mark;
            }
        }
    }
    scene
}
