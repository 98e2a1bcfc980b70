//! A position written as a declaration that begins with it.

use std::collections::BTreeMap;

use super::lower::Model;
use super::rules::{Block, Position};
use super::terrain::Tile;

/// The parts of a body.
pub(super) struct Drawing {
    /// The terrain.
    pub(super) rows: Vec<String>,
    /// The meaning of each letter that is drawn, with the bridges as they are now.
    pub(super) legend: BTreeMap<char, String>,
}

impl Drawing {
    /// Returns the lines of the body: the terrain, then the legend, one line per letter.
    pub(super) fn lines(self) -> Vec<String> {
        let meaning = |(symbol, meaning)| format!("{symbol}: {meaning}");
        self.rows.into_iter().chain(self.legend.into_iter().map(meaning)).collect()
    }
}

/// Returns the body that starts in that position. `None` unless the block stands on plain floor,
/// because a start can be drawn only there.
pub(super) fn drawing(model: &Model, position: &Position) -> Option<Drawing> {
    let Block::Standing(new_start) = position.block else { return None };
    let terrain = &model.terrain;
    if terrain.tile(new_start) != Tile::Floor {
        return None;
    }
    let mut rows = model.rows.clone();
    let mut put = |(row, col): (i32, i32), symbol: u8| {
        if let Some(cell) = rows.get_mut(row as usize).and_then(|row| row.get_mut(col as usize)) {
            *cell = symbol;
        }
    };
    put((terrain.start().row, terrain.start().column), b'o');
    put((new_start.row, new_start.column), b'S');
    // Letters by their meaning; a switch may name a bridge that is drawn nowhere.
    let mut legend = model.legend(position.extended);
    legend.extend((0..terrain.bridges() as u8).filter_map(|number| {
        Some((model.bridge(number), model.meaning(Tile::Bridge(number), position.extended)?))
    }));
    let rows = rows.into_iter().map(|row| row.into_iter().map(char::from).collect()).collect();
    Some(Drawing { rows, legend })
}
