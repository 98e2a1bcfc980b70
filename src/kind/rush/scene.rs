//! The picture of a board, as text and by roles.

use super::board::Places;
use super::lower::Model;
use crate::scene::{Board, Cell, Drawing, Role, Scene};

/// Columns and rows of a scene: larger boards are cut, and the caption says so.
const LARGEST: usize = 200;

/// The rows of a board, written as it was declared: packed, or with spaces.
pub(super) fn rows(model: &Model, places: &Places) -> Vec<String> {
    texts(model, places, model.signs, if model.packed { "" } else { " " })
}

/// The rows of a board, with these signs for an empty cell and a wall.
pub(super) fn texts(
    model: &Model,
    places: &Places,
    [empty, wall]: [char; 2],
    between: &str,
) -> Vec<String> {
    let board = &*model.board;
    let layout = board.layout(places);
    let cell = |(car, &is_wall): (&Option<usize>, &bool)| match car {
        Some(car) => board.cars[*car].label,
        None if is_wall => wall,
        None => empty,
    };
    let cells: Vec<String> = layout.iter().zip(&board.walls).map(cell).map(String::from).collect();
    cells.chunks(board.columns as usize).map(|row| row.join(between)).collect()
}

/// The scene of a board.
pub(super) fn scene(name: &str, model: &Model, places: &Places, made: u64) -> Scene {
    let board = &*model.board;
    let layout = board.layout(places);
    let (rows, columns) =
        ((board.rows as usize).min(LARGEST), (board.columns as usize).min(LARGEST));
    let mut cells = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let at = (row as i32, column as i32);
            let index = board.index(at);
            let exit = board
                .hero
                .filter(|&hero| board.cells(hero, board.last_place(hero)).any(|cell| cell == at));
            let number = layout[index].map(|car| car as u32);
            let role = match layout[index] {
                Some(car) if board.hero == Some(car) => Role::Hero,
                Some(_) => Role::Piece,
                None if board.walls[index] => Role::Wall,
                None if exit.is_some() => Role::Goal,
                None => Role::Floor,
            };
            let text = layout[index].map(|car| board.cars[car].label.to_string());
            cells.push(Cell {
                text: text.unwrap_or_default(),
                role,
                piece: number,
                tint: number,
                goal: exit.is_some(),
                ..Cell::default()
            });
        }
    }
    let aim = match board.hero {
        None => String::from("no goal"),
        Some(_) if board.is_solved(places) => String::from("solved"),
        Some(hero) => {
            let edge = if board.cars[hero].across { "right" } else { "bottom" };
            format!("{} to the {edge} edge", board.cars[hero].label)
        }
    };
    let whole = rows == board.rows as usize && columns == board.columns as usize;
    let cut = if whole { "" } else { "; only a part is drawn" };
    Scene {
        title: format!("{name}: {} cars, {aim}, {made} moves made", board.cars.len()),
        caption: format!("{aim}{cut}"),
        drawing: Drawing::Board(Board { rows, columns, cells, block: 0 }),
    }
}
