//! The picture of a terrain with its block, as text and by roles.

use super::lower::Model;
use super::rules::{Block, Position};
use super::terrain::Tile;
use crate::diag::counted;
use crate::scene;
use crate::scene::Coordinate;

/// Columns and rows of a scene: larger terrains are cut, and the caption says so.
const LARGEST: usize = 200;

/// The block seen from above: a cube on top of the other; a cube; the cube without control.
const STANDING: &str = "▣";
const CUBE: &str = "■";
const OTHER: &str = "□";
/// A bridge that is not there.
const RETRACTED: &str = "╌";

/// Returns the rows as they are drawn, with `#` for the block (`+` for the cube without control)
/// and `-` for a bridge that is retracted.
pub(super) fn picture(model: &Model, position: &Position) -> String {
    let mut rows = model.rows.clone();
    for (row, tiles) in rows.iter_mut().zip(model.terrain.rows()) {
        for (symbol, tile) in row.iter_mut().zip(tiles) {
            if matches!(tile, Tile::Bridge(n) if position.extended >> n & 1 == 0) {
                *symbol = b'-';
            }
        }
    }
    let mut put = |cell: Coordinate, symbol: u8| {
        let row = usize::try_from(cell.row).ok().and_then(|row| rows.get_mut(row));
        let at = usize::try_from(cell.column).ok().zip(row);
        if let Some(place) = at.and_then(|(col, row)| row.get_mut(col)) {
            *place = symbol;
        }
    };
    match position.block {
        Block::Cubes(active, other) => {
            put(active, b'#');
            put(other, b'+');
        }
        block => block.cells().for_each(|cell| put(cell, b'#')),
    }
    let lines: Vec<String> =
        rows.into_iter().map(|row| row.into_iter().map(char::from).collect()).collect();
    lines.join("\n")
}

/// Returns the picture with `-` for void, up to the last cell of each row: the same for every
/// drawing of a terrain.
pub(super) fn essence(model: &Model, position: &Position) -> String {
    let rows = picture(model, position).replace(' ', "-");
    let rows: Vec<&str> = rows.split('\n').map(|row| row.trim_end_matches('-')).collect();
    rows.join("\n").trim_end_matches('\n').to_owned()
}

/// Returns the scene of a position.
pub(super) fn scene(name: &str, model: &Model, position: &Position, rolls: u64) -> scene::Scene {
    let tiles = model.terrain.rows();
    let widest = tiles.iter().map(Vec::len).max().unwrap_or(0);
    let (rows, columns) = (tiles.len().min(LARGEST), widest.min(LARGEST));
    let parts: Vec<_> = position.block.cells().collect();
    let mut cells = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for col in 0..columns {
            let cell = Coordinate::new(row as i32, col as i32);
            let symbol = model.rows[row].get(col).copied().map_or('-', char::from);
            let (mut text, mut role) = match model.terrain.tile(cell) {
                Tile::Void => (String::new(), scene::Role::Void),
                Tile::Floor => (String::from("·"), scene::Role::Floor),
                Tile::Fragile => (String::from("f"), scene::Role::Faint),
                Tile::Target => (String::from("T"), scene::Role::Goal),
                Tile::Bridge(n) if position.extended >> n & 1 == 0 => {
                    (String::from(RETRACTED), scene::Role::Faint)
                }
                _ => (symbol.to_string(), scene::Role::Active),
            };
            let (mut piece, mut height) = (None, 0);
            if let Some(part) = parts.iter().position(|&part| part == cell) {
                let whole = !position.block.is_split();
                text = String::from(match position.block {
                    Block::Standing(_) => STANDING,
                    Block::Lying(..) => CUBE,
                    Block::Cubes(..) if part == 0 => CUBE,
                    Block::Cubes(..) => OTHER,
                });
                role = if whole || part == 0 { scene::Role::Hero } else { scene::Role::Piece };
                piece = Some(if whole { 0 } else { part as u32 });
                height = if matches!(position.block, Block::Standing(_)) { 2 } else { 1 };
            }
            let goal = model.terrain.tile(cell) == Tile::Target;
            let tint = piece;
            cells.push(scene::Cell {
                text,
                role,
                piece,
                tint,
                goal,
                height,
                ..scene::Cell::default()
            });
        }
    }
    let stands = match position.block {
        Block::Standing(_) => "standing on",
        Block::Lying(..) => "lying on",
        Block::Cubes(..) => "split on",
    };
    let cut = if rows < tiles.len() || columns < widest { "; only a part is drawn" } else { "" };
    scene::Scene {
        title: format!(
            "{name}: a block {stands} {}, {} made",
            position.block,
            counted(rolls, "roll")
        ),
        caption: format!("{stands} {}{cut}", position.block),
        drawing: scene::Drawing::Board(scene::Board { rows, columns, cells, block: 0 }),
    }
}

/// Returns the places as pointed at.
pub(super) fn near(places: Vec<Coordinate>) -> scene::Pointed {
    places.into_iter().map(|cell| (cell, scene::Emphasis::Near)).collect()
}
