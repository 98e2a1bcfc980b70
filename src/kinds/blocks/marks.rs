//! The parts of a board that editors color and explain.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::rules::{Board, Direction, Places};
use super::{Blocks, Ground, Model};
use crate::puzzle::markdown::escaped;
use crate::puzzle::marks::{coordinate, digits, some};
use crate::puzzle::{Mark, Marks, Part, Spot};
use crate::scene::Coordinate;
use crate::syntax::{Args, Fragment, Grid};

/// Steps of the walk for the moves of a block that cost next to nothing.
const CHEAP: usize = 1 << 16;

/// The most moves or cells of a block that are listed.
const MOST_LISTED: usize = 12;

/// Marks the cells of a picture; `is_hero` says which labels have a goal. Gives the labels drawn.
pub(crate) fn cells<'a, K: Blocks>(
    picture: &Grid<'a>,
    is_hero: impl Fn(&str) -> bool,
    marks: &mut Marks,
) -> HashSet<&'a str> {
    let mut drawn = HashSet::new();
    for (row, cells) in picture.rows.iter().enumerate() {
        for (column, &label) in cells.iter().enumerate() {
            let mark = match K::ground(label.text) {
                Some(Ground::Empty) => Mark::new(label.span(), Part::Floor),
                Some(Ground::Wall) => Mark::new(label.span(), Part::Wall),
                None => {
                    let part = if is_hero(label.text) { Part::Hero } else { Part::Piece };
                    let mark = Mark::new(label.span(), part).named();
                    if drawn.insert(label.text) { mark.defines() } else { mark }
                }
            };
            marks.push(mark.cell(row, column));
        }
    }
    drawn
}

/// Returns the marks of moves.
pub(crate) fn rest_marks<K: Blocks>(args: Fragment<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    K::INFO.moves(args).into_iter().for_each(|part| typed::<K>(args.at(part), &mut marks));
    marks
}

/// Marks one move.
fn typed<K: Blocks>(text: Fragment<'_>, marks: &mut Vec<Mark>) {
    let Some(first) = text.text.chars().next() else { return };
    // An offset or a direction may touch the letter of a car.
    let end = if K::LANES { Some(first.len_utf8()) } else { text.text.find([' ', '\t']) };
    let length = end.unwrap_or(text.text.len());
    if length == 0 {
        return;
    }
    marks.push(Mark::new(text.part(0..length).span(), Part::Piece).named());
    let mut args = Args::new(text.part(length..text.text.len()), text.span(), "");
    while !args.is_empty() {
        let rest = args.rest();
        if let Some(length) = coordinate(rest, marks) {
            args = Args::new(rest.part(length..rest.text.len()), text.span(), "");
        } else if let Some(word) = args.word() {
            if word.text == "to" {
                marks.push(Mark::new(word.span(), Part::Keyword));
            } else if Direction::from_word(word.text).is_some() {
                marks.push(Mark::new(word.span(), Part::Move));
            } else if K::LANES {
                digits(word, marks);
            }
        }
    }
}

/// Returns the description of a part: see [`crate::puzzle::Game::describe`].
pub(super) fn describe<K: Blocks>(
    model: &Model<K>,
    places: &Places,
    spot: &Spot<'_>,
) -> Option<String> {
    let board = &*model.board;
    match spot.part {
        Part::Piece | Part::Hero => {
            let block = model.number(spot.text)?;
            Some(describe_block::<K>(board, places, block))
        }
        _ => describe_place::<K>(board, places, spot.cell?),
    }
}

fn describe_block<K: Blocks>(board: &Board, places: &Places, block: usize) -> String {
    let at = places[block];
    let cells = &board.blocks[block].cells;
    let height = cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
    let width = cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
    let plural = if cells.len() == 1 { "" } else { "s" };

    let mut text = format!(
        "**{} {}** — {height}×{width} (h×w), {} cell{plural}\n\n",
        K::WORDS.block,
        escaped(&board.blocks[block].label),
        cells.len(),
    );

    let covered = cells.iter().map(|&cell| (cell + at).to_string());
    let _ = writeln!(text, "- at {}: cells {}", at, some(covered, MOST_LISTED));

    let area = (board.rows * board.columns) as usize;
    if area.saturating_mul(cells.len()) <= CHEAP {
        let reached = board.reach(places, block);
        if reached.is_empty() {
            text.push_str("- cannot move now\n");
        } else {
            let reached = reached.iter().map(Coordinate::to_string);
            let _ = writeln!(text, "- can move to {}", some(reached, MOST_LISTED));
        }
    }

    match board.goals.iter().find(|goal| goal.block == block) {
        Some(goal) if goal.at == at => {
            let _ = write!(text, "- goal: {}, where it is", goal.at);
        }
        Some(goal) => {
            let _ = write!(text, "- goal: {}", goal.at);
        }
        None => text.push_str("- no goal names it"),
    }
    text
}

fn describe_place<K: Blocks>(board: &Board, places: &Places, cell: Coordinate) -> Option<String> {
    if !board.holds(cell) {
        return None;
    }
    if board.walls[board.index(cell)] {
        return Some(format!("**wall** at {cell}: nothing moves there"));
    }

    let area = (board.rows * board.columns) as usize;
    let occupied: usize = board.blocks.iter().map(|block| block.cells.len()).sum();
    let layout = board.layout(places);
    let aims = board
        .goals
        .iter()
        .find(|goal| board.cells(goal.block, goal.at).any(|covered| covered == cell))
        .map(|goal| format!("- part of the goal of {}", escaped(&board.blocks[goal.block].label)));

    if let Some(block) = layout[board.index(cell)] {
        let label = escaped(&board.blocks[block].label);
        let head = format!("**{}** — {} {label} is there now\n", cell, K::WORDS.block);
        return Some(
            [head].into_iter().chain(aims).collect::<Vec<_>>().join("\n").trim_end().into(),
        );
    }

    let mut lines = vec![format!("**empty cell** at {}\n", cell)];
    if area.saturating_mul(occupied) <= CHEAP {
        let comes = |&block: &usize| {
            let reached = board.reach_on(&layout, block, places[block]);
            reached.into_iter().any(|at| board.cells(block, at).any(|covered| covered == cell))
        };
        let able: Vec<usize> = board.in_order(places).into_iter().filter(comes).collect();
        let labels = able.iter().map(|&block| escaped(&board.blocks[block].label));
        match able.is_empty() {
            true => lines.push(format!("- no {} can move there now", K::WORDS.block)),
            false => lines.push(format!("- can move there now: {}", some(labels, MOST_LISTED))),
        }
    }
    lines.extend(aims);
    Some(lines.join("\n").trim_end().to_owned())
}
