//! A terrain with its block as cells.

use std::str;

use super::lower::Model;
use super::rules::{Block, Position};
use super::terrain::Tile;
use crate::puzzle::moves::{Square, View};
use crate::scene::{Coordinate, Role};

/// The block seen from above: a cube on top of the other; a cube; the cube without control.
const STANDING: &str = "▣";
const CUBE: &str = "■";
const OTHER: &str = "□";
/// A bridge that is not there.
const RETRACTED: &str = "╌";
/// Void in the essence.
const VOID: &str = "-";

/// Returns the terrain as it was drawn, with `#` for the block (`+` for the cube without control) and
/// `-` for a bridge that is retracted.
pub(super) fn view<'a>(model: &'a Model, position: &'a Position) -> View<'a> {
    let block = position.block;
    let cell = move |at: Coordinate| {
        let tile = model.terrain.tile(at);
        let square = match block.cells().position(|part| part == at) {
            Some(part) => cube(block, part),
            None => ground(model, position, at, tile),
        };
        Square { goal: tile == Tile::Target, ..square }
    };

    let pose = match block {
        Block::Standing(_) => "standing on",
        Block::Lying(..) => "lying on",
        Block::Cubes(..) => "split on",
    };
    View {
        between: "",
        apart: "",
        void: Some(VOID),
        title: format!("a block {pose} {block}"),
        caption: format!("{pose} {block}"),
        ..View::new(model.rows.iter().map(Vec::len).collect(), cell)
    }
}

/// Returns a cell with a part of the block.
fn cube(block: Block, part: usize) -> Square<'static> {
    let is_split = block.is_split();
    let is_other = is_split && part > 0;
    let (label, height) = match block {
        Block::Standing(_) => (STANDING, 2),
        _ => (if is_other { OTHER } else { CUBE }, 1),
    };
    let piece = Some(if is_split { part as u32 } else { 0 });
    let role = if is_other { Role::Piece } else { Role::Hero };
    let sign = if is_other { "+" } else { "#" };
    Square { label: label.into(), piece, tint: piece, height, ..Square::new(sign, role) }
}

/// Returns a cell without the block.
fn ground<'a>(model: &'a Model, position: &Position, at: Coordinate, tile: Tile) -> Square<'a> {
    let [row, column] = [at.row, at.column].map(|place| place as usize);
    let letter = str::from_utf8(&model.rows[row][column..=column]).expect("rows are ASCII");
    let labeled =
        |label: &'static str, role| Square { label: label.into(), ..Square::new(letter, role) };
    match tile {
        Tile::Void => Square::unlabeled(letter, VOID, Role::Void),
        Tile::Floor => labeled("·", Role::Floor),
        Tile::Fragile => labeled("f", Role::Faint),
        Tile::Target => labeled("T", Role::Goal),
        Tile::Bridge(number) if position.extended >> number & 1 == 0 => {
            Square { label: RETRACTED.into(), ..Square::new(VOID, Role::Faint) }
        }
        Tile::Bridge(_) | Tile::Switch(_) | Tile::Split(_) => Square::new(letter, Role::Active),
    }
}
