//! The parts of a terrain that can be left out: switches, bridges and fragile tiles.

use std::collections::HashSet;
use std::sync::Arc;

use super::lower::Model;
use super::solve::finder;
use super::terrain::{Cell, Terrain, Tile};
use super::{Position, Roll, codes};
use crate::puzzle::moves::Engine as _;
use crate::puzzle::parts::{NamedParts, Part, Parts, Sort};
use crate::search::{Budget, Outcome, Stop};

static SWITCHES: Sort = Sort { many: "switches", code: Some(&codes::IDLE_SWITCH) };
static BRIDGES: Sort = Sort { many: "bridges", code: Some(&codes::IDLE_BRIDGE) };
static FRAGILE: Sort = Sort { many: "fragile tiles", code: Some(&codes::IDLE_PART) };

/// A part of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TerrainPart {
    /// The switch at a place. Without it there is floor.
    Switch(Cell),
    /// The bridge of that number. Without it there is nothing where it is drawn.
    Bridge(u8),
    /// The fragile tile at a place. Without it there is floor.
    Fragile(Cell),
}

impl Terrain {
    /// Returns the places of the tiles, in reading order.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Cell, Tile)> + '_ {
        self.rows().iter().zip(0..).flat_map(|(tiles, row)| {
            tiles.iter().zip(0..).map(move |(&tile, column)| (Cell::new(row, column), tile))
        })
    }

    /// Returns its parts: switches, then bridges that are drawn, then fragile tiles. A part that holds
    /// the start is none, because the block would fall.
    pub(crate) fn parts(&self) -> Vec<TerrainPart> {
        let switches = self.places().filter(|(_, tile)| matches!(tile, Tile::Switch(_)));
        let fragile = self.places().filter(|(_, tile)| *tile == Tile::Fragile);
        let drawn = |number: &u8| self.places().any(|(_, tile)| tile == Tile::Bridge(*number));
        let carries = |number: &u8| {
            let cubes = self.splits().iter().flat_map(|split| [split.first, split.second]);
            cubes.chain([self.start()]).any(|cell| self.tile(cell) == Tile::Bridge(*number))
        };
        let bridges = (0..self.bridges() as u8).filter(drawn).filter(|number| !carries(number));
        let switches = switches.map(|(cell, _)| TerrainPart::Switch(cell));
        let fragile = fragile.map(|(cell, _)| TerrainPart::Fragile(cell));
        switches.chain(bridges.map(TerrainPart::Bridge)).chain(fragile).collect()
    }

    /// Returns the terrain without some of its parts.
    #[must_use]
    pub(crate) fn without(&self, left_out: &[TerrainPart]) -> Self {
        self.changed(|cell, tile| match tile {
            Tile::Switch(_) if left_out.contains(&TerrainPart::Switch(cell)) => Tile::Floor,
            Tile::Fragile if left_out.contains(&TerrainPart::Fragile(cell)) => Tile::Floor,
            Tile::Bridge(number) if left_out.contains(&TerrainPart::Bridge(number)) => Tile::Void,
            tile => tile,
        })
    }

    /// Returns the fewest rolls to the hole.
    pub(crate) fn optimum(&self, budget: &Budget) -> Outcome<u64> {
        let mut finder = finder(&Arc::new(self.clone()), Position::start(self));
        let rolls = |path: Vec<Roll>| path.iter().filter(|roll| roll.counts()).count() as u64;
        finder.solve(budget).map(rolls)
    }
}

/// Returns the places of floor and splits, in reading order, that the block never touches and that no
/// split names, by a search over all positions.
///
/// # Errors
/// The budget's stop.
pub(crate) fn unreached(terrain: &Terrain, budget: &Budget) -> Result<Vec<Cell>, Stop> {
    /// About the bytes of a position in the table and in the list.
    const BYTES: u64 = 128;
    let start = Position::start(terrain);
    let (mut seen, mut open) = (HashSet::from([start]), vec![start]);
    let cubes = terrain.splits().iter().flat_map(|split| [split.first, split.second]);
    let mut touched: HashSet<Cell> = cubes.chain([terrain.start()]).collect();
    while let Some(at) = open.pop() {
        let held = seen.len() as u64;
        budget.check(held, held * BYTES)?;
        for (roll, next) in at.neighbors(terrain) {
            let Ok(next) = next else { continue };
            // A split is touched by the roll alone: the block comes apart at once.
            let rolled = at.block.rolled(roll).into_iter().flat_map(|(block, _)| block.cells());
            touched.extend(rolled.chain(next.block.cells()));
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    let is_ground = |tile: Tile| matches!(tile, Tile::Floor | Tile::Split(_));
    let places =
        terrain.places().filter(|&(cell, tile)| is_ground(tile) && !touched.contains(&cell));
    Ok(places.map(|(cell, _)| cell).collect())
}

impl Parts for Terrain {
    fn count(&self) -> usize {
        self.parts().len()
    }

    fn figure(&self, left_out: &[usize], budget: &Budget) -> Outcome<u64> {
        let parts = self.parts();
        let left_out: Vec<TerrainPart> = left_out.iter().map(|&part| parts[part]).collect();
        self.without(&left_out).optimum(budget)
    }

    fn only_hinder(&self) -> bool {
        false
    }
}

impl Parts for Model {
    fn count(&self) -> usize {
        self.terrain.count()
    }

    fn figure(&self, left_out: &[usize], budget: &Budget) -> Outcome<u64> {
        self.terrain.figure(left_out, budget)
    }

    fn only_hinder(&self) -> bool {
        self.terrain.only_hinder()
    }
}

impl NamedParts for Model {
    fn part(&self, number: usize) -> Part {
        let letter = |cell: Cell| {
            let row = &self.rows[cell.row as usize];
            char::from(row[cell.col as usize])
        };
        let at = |cell: Cell| self.place(cell).into_iter().collect();
        let floor = String::from("o");
        match self.terrain.parts()[number] {
            TerrainPart::Switch(cell) => Part {
                sort: &SWITCHES,
                name: format!("switch `{}` at {cell}", letter(cell)),
                places: at(cell),
                instead: floor,
            },
            TerrainPart::Bridge(number) => {
                let tiles = self.terrain.places().filter(|(_, tile)| *tile == Tile::Bridge(number));
                Part {
                    sort: &BRIDGES,
                    name: format!("bridge `{}`", self.bridge(number)),
                    places: tiles.filter_map(|(cell, _)| self.place(cell)).collect(),
                    instead: String::from("-"),
                }
            }
            TerrainPart::Fragile(cell) => Part {
                sort: &FRAGILE,
                name: format!("fragile tile at {cell}"),
                places: at(cell),
                instead: floor,
            },
        }
    }
}
