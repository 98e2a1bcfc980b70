//! The ground that a block rolls on, as the rules see it.

use crate::scene::Coordinate;

/// The tile at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Nothing: no part of a block can rest here.
    Void,
    /// Floor, the start's included.
    Floor,
    /// Floor that breaks under a standing block.
    Fragile,
    /// The hole: the puzzle is solved when the block stands here.
    Target,
    /// Floor only while the bridge of this number is extended.
    Bridge(u8),
    /// Floor with the switch of this number.
    Switch(u16),
    /// Floor that splits a standing block, by the split of this number.
    Split(u16),
}

/// The effect of a switch on a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Extended becomes retracted, retracted becomes extended.
    Toggle,
    /// It is extended afterward.
    Extend,
    /// It is retracted afterward.
    Retract,
}

impl Effect {
    /// All of them, in the order of their words.
    pub const ALL: [Self; 3] = [Self::Toggle, Self::Extend, Self::Retract];

    /// The words that a legend line has for them.
    pub const WORDS: [&'static str; 3] = ["toggles", "extends", "retracts"];

    /// Returns the word of a legend line.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

/// A switch: how hard it must be pressed, and its effects, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Pressed by a standing block only; otherwise by any part of a block.
    pub hard: bool,
    /// Effects with the number of the bridge that each is on.
    pub effects: Vec<(Effect, u8)>,
}

/// The places of the two cubes of a split block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The cube that is active at first.
    pub first: Coordinate,
    /// The other.
    pub second: Coordinate,
}

/// Most bridges that a terrain may have: one bit of a state each.
pub(super) const MAX_BRIDGES: usize = 64;

/// Why a terrain cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainError {
    /// More than [`MAX_BRIDGES`] bridges.
    TooManyBridges,
    /// A tile or a switch names a bridge, switch or split that is not there.
    UnknownNumber,
    /// The start is not on the terrain.
    NoStart,
    /// A split puts both cubes on one place.
    SplitOnOnePlace(u16),
    /// A split puts a cube on a place without ground.
    SplitOnVoid(u16, Coordinate),
}

/// A terrain and everything on it; it never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    rows: Vec<Vec<Tile>>,
    start: Coordinate,
    /// Bit b: bridge b is extended at the start.
    extended: u64,
    bridges: usize,
    switches: Vec<Switch>,
    splits: Vec<Split>,
}

impl Terrain {
    /// Returns a terrain from its rows (which may differ in length), the place where the block
    /// is at the start, the bridges (extended or not at the start), switches and splits.
    ///
    /// # Errors
    /// The first fault that makes the terrain unplayable.
    pub fn new(
        rows: Vec<Vec<Tile>>,
        start: Coordinate,
        bridges: &[bool],
        switches: Vec<Switch>,
        splits: Vec<Split>,
    ) -> Result<Self, TerrainError> {
        if bridges.len() > MAX_BRIDGES {
            return Err(TerrainError::TooManyBridges);
        }

        let known = |tile: &Tile| match *tile {
            Tile::Bridge(n) => usize::from(n) < bridges.len(),
            Tile::Switch(n) => usize::from(n) < switches.len(),
            Tile::Split(n) => usize::from(n) < splits.len(),
            _ => true,
        };
        let effects = || switches.iter().flat_map(|switch| &switch.effects);
        if !rows.iter().flatten().all(known)
            || effects().any(|&(_, n)| usize::from(n) >= bridges.len())
        {
            return Err(TerrainError::UnknownNumber);
        }

        let extended =
            bridges.iter().enumerate().map(|(b, &on)| u64::from(on) << b).fold(0, |a, b| a | b);
        let terrain = Self { rows, start, extended, bridges: bridges.len(), switches, splits };
        if terrain.tile(start) == Tile::Void {
            return Err(TerrainError::NoStart);
        }

        for (n, split) in terrain.splits.iter().enumerate() {
            if split.first == split.second {
                return Err(TerrainError::SplitOnOnePlace(n as u16));
            }
            for cell in [split.first, split.second] {
                if terrain.tile(cell) == Tile::Void {
                    return Err(TerrainError::SplitOnVoid(n as u16, cell));
                }
            }
        }
        Ok(terrain)
    }

    /// Returns the terrain with other tiles. `change` returns the tile for a place; the start, and the
    /// places that splits put cubes on, must keep ground.
    #[must_use]
    pub(crate) fn changed(&self, change: impl Fn(Coordinate, Tile) -> Tile) -> Self {
        let tiles = |(tiles, row): (&Vec<Tile>, i32)| {
            let tile = |(&tile, col): (&Tile, i32)| change(Coordinate::new(row, col), tile);
            tiles.iter().zip(0..).map(tile).collect()
        };
        Self { rows: self.rows.iter().zip(0..).map(tiles).collect(), ..self.clone() }
    }

    /// Returns the tile at a place; void outside the drawing.
    pub fn tile(&self, cell: Coordinate) -> Tile {
        let at = usize::try_from(cell.row).ok().zip(usize::try_from(cell.column).ok());
        let tile = at.and_then(|(row, col)| self.rows.get(row)?.get(col));
        tile.copied().unwrap_or(Tile::Void)
    }

    /// Returns the rows, which may differ in length.
    pub fn rows(&self) -> &[Vec<Tile>] {
        &self.rows
    }

    /// Returns the place of the block at the start.
    pub fn start(&self) -> Coordinate {
        self.start
    }

    /// Returns the bridges that are extended at the start: bit b for bridge b.
    pub fn extended(&self) -> u64 {
        self.extended
    }

    /// Returns the number of bridges.
    pub fn bridges(&self) -> usize {
        self.bridges
    }

    /// Returns all switches.
    pub fn switches(&self) -> &[Switch] {
        &self.switches
    }

    /// Returns all splits.
    pub fn splits(&self) -> &[Split] {
        &self.splits
    }

    /// Returns the switch of a number that a [`Tile::Switch`] of this terrain holds.
    pub fn switch(&self, number: u16) -> &Switch {
        &self.switches[usize::from(number)]
    }

    /// Returns the split of a number that a [`Tile::Split`] of this terrain holds.
    pub fn split(&self, number: u16) -> Split {
        self.splits[usize::from(number)]
    }
}
