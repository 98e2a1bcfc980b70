//! A position written as a declaration that begins with it.

use std::collections::BTreeMap;

use super::lower::Model;
use super::rules::{Block, Position};
use super::terrain::{Effect, Tile};

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
    let mut legend: BTreeMap<char, String> = BTreeMap::new();
    for number in 0..terrain.bridges() as u8 {
        let state = if position.extended >> number & 1 == 1 { "extended" } else { "retracted" };
        legend.insert(model.bridge(number), format!("bridge {state}"));
    }
    for (tiles, symbols) in terrain.rows().iter().zip(&model.rows) {
        for (tile, &symbol) in tiles.iter().zip(symbols) {
            let meaning = match *tile {
                Tile::Switch(number) => {
                    let switch = terrain.switch(number);
                    let effects: Vec<String> = switch
                        .effects
                        .iter()
                        .map(|&(effect, bridge)| {
                            let verb = match effect {
                                Effect::Toggle => "toggles",
                                Effect::Extend => "extends",
                                Effect::Retract => "retracts",
                            };
                            format!("{verb} {}", model.bridge(bridge))
                        })
                        .collect();
                    let press = if switch.hard { "hard" } else { "soft" };
                    format!("{press} {}", effects.join(", "))
                }
                Tile::Split(number) => {
                    let split = terrain.split(number);
                    format!("splits to {} and {}", split.first, split.second)
                }
                _ => continue,
            };
            legend.entry(char::from(symbol)).or_insert(meaning);
        }
    }
    let mut lines: Vec<String> =
        rows.into_iter().map(|row| row.into_iter().map(char::from).collect()).collect();
    lines.extend(legend.into_iter().map(|(symbol, meaning)| format!("{symbol}: {meaning}")));
    Some(lines)
}
