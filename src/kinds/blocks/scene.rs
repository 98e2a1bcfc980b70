//! The picture of a board, as text and by roles.

use std::collections::{HashMap, HashSet};

use super::rules::{Board, Places};
use super::{Blocks, Model};
use crate::diag::counted;
use crate::scene;
use crate::scene::{Coordinate, Exit};

/// Columns and rows of a scene: larger boards are cut, and the caption says so.
const LARGEST: usize = 200;

/// Returns the rows of a board, with the signs of the declaration: packed, or with spaces.
pub(crate) fn rows<K: Blocks>(model: &Model<K>, places: &Places, packed: bool) -> Vec<String> {
    let between = if packed { "" } else { " " };
    texts(&model.board, places, [&model.empty, &model.wall], between)
}

/// Returns the rows of a board, with these signs for an empty cell and a wall.
pub(crate) fn texts(
    board: &Board,
    places: &Places,
    [empty, wall]: [&str; 2],
    between: &str,
) -> Vec<String> {
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
    texts.chunks(board.columns.max(1) as usize).map(|row| row.join(between)).collect()
}

/// Returns what the goals of a board ask for, or that they are reached.
pub(super) fn aim<K: Blocks>(board: &Board, places: &Places) -> String {
    let aims: Vec<String> =
        board.goals.iter().take(4).map(|goal| K::goal_text(board, goal)).collect();
    let more = if board.goals.len() > 4 { ", and more" } else { "" };
    match aims.is_empty() {
        true => String::from("no goal"),
        false if board.is_solved(places) => String::from("solved"),
        false => format!("{}{more}", aims.join(", ")),
    }
}

/// Returns the scene of a board.
pub(super) fn scene<K: Blocks>(
    name: &str,
    model: &Model<K>,
    places: &Places,
    made: u64,
) -> scene::Scene {
    let board = &*model.board;
    let layout = board.layout(places);
    let (rows, columns) =
        ((board.rows as usize).min(LARGEST), (board.columns as usize).min(LARGEST));
    let targets: HashSet<Coordinate> =
        board.goals.iter().flat_map(|goal| board.cells(goal.block, goal.at)).collect();
    let heroes: HashSet<usize> = board.goals.iter().map(|goal| goal.block).collect();
    let exits: HashMap<Coordinate, Exit> = board
        .goals
        .iter()
        .filter(|_| board.lanes)
        .filter_map(|goal| {
            let edge = if board.is_across(goal.block) { Exit::Right } else { Exit::Bottom };
            Some((board.cells(goal.block, goal.at).max()?, edge))
        })
        .collect();
    let mut cells = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let at = Coordinate::new(row as i32, column as i32);
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
                    exit: exits.get(&at).copied(),
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
                    exit: exits.get(&at).copied(),
                    ..scene::Cell::default()
                },
            });
        }
    }
    let aim = aim::<K>(board, places);
    let cut = if rows < board.rows as usize || columns < board.columns as usize {
        "; only a part is drawn"
    } else {
        ""
    };
    let blocks = board.blocks.len();
    scene::Scene {
        title: format!(
            "{name}: {blocks} {}s, {aim}, {} made",
            K::WORDS.block,
            counted(made, "move")
        ),
        caption: format!("{aim}{cut}"),
        drawing: scene::Drawing::Board(scene::Board { rows, columns, cells, block: 0 }),
    }
}
