//! A position written as a declaration that begins with it.

use super::lower::Model;
use super::rules::{Block, Position};
use super::terrain::Tile;

/// The lines of a body that starts in that position: the terrain, then the legend, one line per
/// letter that is drawn, and the bridges as they are now. `None` unless the block stands on plain
/// floor, because a start can be drawn only there.
pub(super) fn lines(model: &Model, position: &Position) -> Option<Vec<String>> {
    let Block::Standing(stands) = position.block else { return None };
    let terrain = &model.terrain;
    if terrain.tile(stands) != Tile::Floor {
        return None;
    }
    let mut rows = model.rows.clone();
    let mut put = |(row, col): (i32, i32), symbol: u8| {
        if let Some(cell) = rows.get_mut(row as usize).and_then(|row| row.get_mut(col as usize)) {
            *cell = symbol;
        }
    };
    put((terrain.start().row, terrain.start().col), b'o');
    put((stands.row, stands.col), b'S');
    // Letters by their meaning; a switch may name a bridge that is drawn nowhere.
    let mut legend = model.legend(position.extended);
    legend.extend((0..terrain.bridges() as u8).filter_map(|number| {
        Some((model.bridge(number), model.meaning(Tile::Bridge(number), position.extended)?))
    }));
    let mut lines: Vec<String> =
        rows.into_iter().map(|row| row.into_iter().map(char::from).collect()).collect();
    lines.extend(legend.into_iter().map(|(symbol, meaning)| format!("{symbol}: {meaning}")));
    Some(lines)
}
