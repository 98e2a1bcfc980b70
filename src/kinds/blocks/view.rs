//! A board as cells.

use std::collections::HashMap;

use super::rules::{Board, Places};
use super::{Blocks, Model};
use crate::puzzle::moves::{Square, View};
use crate::scene::{Coordinate, Exit, Role};

/// Returns a board with these signs for an empty cell and a wall.
pub(crate) fn view<'a>(
    board: &'a Board,
    places: &[Coordinate],
    [empty, wall]: [&'a str; 2],
) -> View<'a> {
    let layout = board.layout(places);
    let mut is_hero = vec![false; board.blocks.len()];
    let mut targets: HashMap<Coordinate, Option<Exit>> = HashMap::new();
    for goal in &board.goals {
        is_hero[goal.block] = true;
        targets.extend(board.cells(goal.block, goal.at).map(|cell| (cell, None)));
    }
    for goal in board.goals.iter().filter(|_| board.lanes) {
        let edge = if board.is_across(goal.block) { Exit::Right } else { Exit::Bottom };
        targets.extend(board.cells(goal.block, goal.at).max().map(|cell| (cell, Some(edge))));
    }

    let cell = move |at: Coordinate| {
        let index = board.index(at);
        let goal = targets.contains_key(&at);
        let exit = targets.get(&at).copied().flatten();
        let square = match layout[index] {
            Some(block) => Square {
                piece: Some(block as u32),
                tint: Some(block as u32),
                ..Square::new(
                    board.blocks[block].label.as_str(),
                    if is_hero[block] { Role::Hero } else { Role::Piece },
                )
            },
            None if board.walls[index] => Square::unlabeled(wall, "#", Role::Wall),
            None => Square::unlabeled(empty, ".", if goal { Role::Goal } else { Role::Floor }),
        };
        Square { goal, exit, ..square }
    };
    View::new(vec![board.columns as usize; board.rows as usize], cell)
}

/// Returns a board as it was declared, with the blocks at these places.
pub(super) fn model_view<'a, K: Blocks>(model: &'a Model<K>, places: &Places) -> View<'a> {
    let aim = aim::<K>(&model.board, places);
    View {
        between: if model.packed { "" } else { " " },
        title: format!("{} {}s, {aim}", model.board.blocks.len(), K::WORDS.block),
        caption: aim,
        ..view(&model.board, places, [&model.empty, &model.wall])
    }
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
