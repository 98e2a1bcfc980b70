//! The parts of a terrain that can be left out: switches, bridges and fragile tiles.

use std::collections::HashSet;
use std::sync::Arc;

use super::lower::Model;
use super::solve::finder;
use super::terrain::{Terrain, Tile};
use super::{Position, Roll, codes};
use crate::diag::Sink;
use crate::puzzle::moves::Engine as _;
use crate::puzzle::parts::{Effect, Part, Parts, Sort};
use crate::scene::Coordinate;
use crate::search::{Budget, Stop};

static SWITCHES: Sort =
    Sort { many: "switches", code: Some(&codes::IDLE_SWITCH), effect: Effect::Both };
static BRIDGES: Sort =
    Sort { many: "bridges", code: Some(&codes::IDLE_BRIDGE), effect: Effect::Helps };
static FRAGILE: Sort =
    Sort { many: "fragile tiles", code: Some(&codes::IDLE_PART), effect: Effect::Both };

/// A part of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TerrainPart {
    /// The switch at a place. Without it there is floor.
    Switch(Coordinate),
    /// The bridge of that number. Without it there is nothing where it is drawn.
    Bridge(u8),
    /// The fragile tile at a place. Without it there is floor.
    Fragile(Coordinate),
}

impl Terrain {
    /// Returns the places of the tiles, in reading order.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Coordinate, Tile)> + '_ {
        self.rows().iter().zip(0..).flat_map(|(tiles, row)| {
            tiles.iter().zip(0..).map(move |(&tile, column)| (Coordinate::new(row, column), tile))
        })
    }

    /// Returns its parts from a position on: switches, then bridges that are drawn, then fragile tiles.
    /// A bridge under the block or under a place of a split is none, because the block would fall.
    pub(crate) fn parts(&self, at: &Position) -> Vec<TerrainPart> {
        let switches = self.places().filter(|(_, tile)| matches!(tile, Tile::Switch(_)));
        let fragile = self.places().filter(|(_, tile)| *tile == Tile::Fragile);
        let drawn = |number: &u8| self.places().any(|(_, tile)| tile == Tile::Bridge(*number));
        let carries = |number: &u8| {
            let cubes = self.splits().iter().flat_map(|split| [split.first, split.second]);
            cubes.chain(at.block.cells()).any(|cell| self.tile(cell) == Tile::Bridge(*number))
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
}

/// Returns the places of floor and splits, in reading order, that the block never touches from a
/// position on and that no split names.
///
/// # Errors
/// The budget's stop.
pub(super) fn unreached(
    terrain: &Terrain,
    at: &Position,
    budget: &Budget,
) -> Result<Vec<Coordinate>, Stop> {
    /// About the bytes of a position in the table and in the list.
    const BYTES: u64 = 128;

    let cubes = terrain.splits().iter().flat_map(|split| [split.first, split.second]);
    let mut touched: HashSet<Coordinate> = cubes.chain(at.block.cells()).collect();
    let mut seen = HashSet::from([*at]);
    let mut open = vec![*at];

    while let Some(at) = open.pop() {
        let positions = seen.len() as u64;
        budget.check(positions, positions * BYTES)?;
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
    let places = terrain.places();
    let places = places.filter(|&(cell, tile)| is_ground(tile) && !touched.contains(&cell));
    Ok(places.map(|(cell, _)| cell).collect())
}

/// The parts of a level whose block may have moved.
pub(super) struct PartsAt<'a> {
    model: &'a Model,
    at: Position,
    parts: Vec<TerrainPart>,
}

impl<'a> PartsAt<'a> {
    /// Returns the parts of a level that starts in a position.
    pub(super) fn of(model: &'a Model, at: &Position) -> Self {
        Self { model, at: *at, parts: model.terrain.parts(at) }
    }
}

impl Parts for PartsAt<'_> {
    fn count(&self) -> usize {
        self.parts.len()
    }

    fn figure(&self, left_out: &[usize], budget: &Budget) -> Result<Option<u64>, Stop> {
        let left_out: Vec<TerrainPart> = left_out.iter().map(|&part| self.parts[part]).collect();
        let terrain = Arc::new(self.model.terrain.without(&left_out));
        let rolls = |path: Vec<Roll>| path.iter().filter(|roll| roll.counts()).count() as u64;
        finder(&terrain, self.at).solve(budget).map(rolls).into_result()
    }

    fn part(&self, number: usize) -> Part {
        let Self { model, parts, .. } = self;
        let letter = |cell: Coordinate| {
            let row = &model.rows[cell.row as usize];
            char::from(row[cell.column as usize])
        };
        let at = |cell: Coordinate| model.place(cell).into_iter().collect();
        let floor = String::from("o");
        match parts[number] {
            TerrainPart::Switch(cell) => Part {
                sort: &SWITCHES,
                name: format!("switch `{}` at {cell}", letter(cell)),
                places: at(cell),
                instead: floor,
            },
            TerrainPart::Bridge(number) => {
                let tiles =
                    model.terrain.places().filter(|(_, tile)| *tile == Tile::Bridge(number));
                Part {
                    sort: &BRIDGES,
                    name: format!("bridge `{}`", model.bridge(number)),
                    places: tiles.filter_map(|(cell, _)| model.place(cell)).collect(),
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

/// Reports the ground that the block never reaches.
///
/// # Errors
/// Why a search stopped.
pub(super) fn advise(
    model: &Model,
    at: &Position,
    budget: &Budget,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let unreached = unreached(&model.terrain, at, budget)?.into_iter();
    let places: Vec<_> = unreached.filter_map(|cell| Some((cell, model.place(cell)?))).collect();
    if !places.is_empty() {
        sink.push(codes::unreachable_part(&places));
    }
    Ok(())
}
