//! A position in few words, and what equal terrains have in common.

use super::rules::{Block, Position};
use super::terrain::{Terrain, Tile};
use crate::puzzle::rank::{Form, Part};
use crate::scene::Coordinate;

/// Returns a position in the state graph: how the block lies, and which bridges are extended.
pub(super) fn text(terrain: &Terrain, at: &Position) -> String {
    let block = at.block;
    let mut text = match block {
        Block::Standing(_) => format!("standing {block}"),
        Block::Lying(..) => format!("lying {block}"),
        Block::Cubes(..) => format!("split {block}"),
    };
    let bridges = terrain.bridges();
    if bridges > 0 {
        // One digit per bridge, in the order of the legend: 1 while it is extended.
        text.push_str("\nbridges ");
        text.extend((0..bridges).map(|n| if at.extended >> n & 1 == 1 { '1' } else { '0' }));
    }
    text
}

/// The most cells of a form.
const LARGEST: usize = 1 << 22;

/// Returns the terrain without the void around it, and the meanings of its letters. `None` if it is
/// huge, which happens if rows are far from each other.
pub(super) fn form(terrain: &Terrain) -> Option<Form> {
    let cells = terrain.rows().iter().enumerate().flat_map(|(row, tiles)| {
        let solid = tiles.iter().enumerate().filter(|(_, tile)| **tile != Tile::Void);
        solid.map(move |(column, _)| (row, column))
    });

    let mut top = usize::MAX;
    let mut bottom = 0;
    let mut left = usize::MAX;
    let mut right = 0;
    for (row, column) in cells {
        top = top.min(row);
        bottom = bottom.max(row);
        left = left.min(column);
        right = right.max(column);
    }

    let rows = (bottom + 1).checked_sub(top)?;
    let columns = (right + 1).checked_sub(left)?;
    if rows.checked_mul(columns)? > LARGEST {
        return None;
    }

    let bridge = |number: u8| Part::Label(u64::from(number));
    let switch = |number: usize| Part::Label(1 << 20 | number as u64);
    let split = |number: usize| Part::Label(1 << 40 | number as u64);
    let place = |cell: Coordinate| {
        Part::Place(i64::from(cell.row) - top as i64, i64::from(cell.column) - left as i64)
    };

    let mut board = Vec::with_capacity(rows * columns);
    for row in top..=bottom {
        for column in left..=right {
            let tile = terrain.rows()[row].get(column).copied().unwrap_or(Tile::Void);
            board.push(match tile {
                Tile::Void => Part::Fixed(0),
                Tile::Floor => Part::Fixed(1),
                Tile::Fragile => Part::Fixed(2),
                Tile::Target => Part::Fixed(3),
                Tile::Bridge(number) => bridge(number),
                Tile::Switch(number) => switch(usize::from(number)),
                Tile::Split(number) => split(usize::from(number)),
            });
        }
    }

    let mut notes = vec![vec![Part::Fixed(0), place(terrain.start())]];
    for number in 0..terrain.bridges() {
        let extended = terrain.extended() >> number & 1;
        notes.push(vec![Part::Fixed(1), bridge(number as u8), Part::Fixed(extended)]);
    }
    for (number, definition) in terrain.switches().iter().enumerate() {
        let mut note =
            vec![Part::Fixed(2), switch(number), Part::Fixed(u64::from(definition.hard))];
        for &(effect, number) in &definition.effects {
            note.extend([Part::Fixed(effect as u64), bridge(number)]);
        }
        notes.push(note);
    }
    for (number, definition) in terrain.splits().iter().enumerate() {
        notes.push(vec![
            Part::Fixed(3),
            split(number),
            place(definition.first),
            place(definition.second),
        ]);
    }
    Some(Form { rows, columns, boards: vec![board], notes, keeps_rows: false })
}
