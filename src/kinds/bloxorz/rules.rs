//! The plain rules of the full game: what a roll does, and why one is illegal.

use super::terrain::{Effect, Terrain, Tile};
use crate::puzzle::moves::Direction;
use crate::scene::Coordinate;

/// The moves of a player, in the tie order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Roll {
    /// Roll to the left.
    Left,
    /// Roll to the right.
    Right,
    /// Roll up.
    Up,
    /// Roll down.
    Down,
    /// Give control to the other cube. Free.
    Pass,
}

impl Roll {
    /// The four rolls proper, in the tie order.
    pub const ROLLS: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// Returns the letter that names it: `L R U D _`.
    pub fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Pass => '_',
        }
    }

    /// Returns the roll of a letter, capital or small.
    pub fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'L' | 'l' => Self::Left,
            'R' | 'r' => Self::Right,
            'U' | 'u' => Self::Up,
            'D' | 'd' => Self::Down,
            '_' => Self::Pass,
            _ => return None,
        })
    }

    /// Returns whether it counts in the length of a solution.
    pub fn counts(self) -> bool {
        self != Self::Pass
    }

    /// Returns the direction in which the block rolls; `None` for passing control.
    pub(super) fn direction(self) -> Option<Direction> {
        match self {
            Self::Left => Some(Direction::Left),
            Self::Right => Some(Direction::Right),
            Self::Up => Some(Direction::Up),
            Self::Down => Some(Direction::Down),
            Self::Pass => None,
        }
    }

    fn offset(self) -> Coordinate {
        self.direction().map_or_else(Coordinate::default, Direction::offset)
    }
}

/// The places of the parts of the block. Two cubes that share an edge are a whole block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// Upright on one place.
    Standing(Coordinate),
    /// On two places that share an edge, the upper or left one first.
    Lying(Coordinate, Coordinate),
    /// Two cubes that do not share an edge: the active one, the other.
    Cubes(Coordinate, Coordinate),
}

impl Block {
    /// Returns the block on these two places: standing if they are one, lying if they share an
    /// edge, otherwise two cubes of which the first is active.
    pub fn at(first: Coordinate, second: Coordinate) -> Self {
        if first == second {
            Self::Standing(first)
        } else if first.touches(second) {
            Self::Lying(first.min(second), first.max(second))
        } else {
            Self::Cubes(first, second)
        }
    }

    /// Returns the places that it is on, one or two.
    pub fn cells(&self) -> impl Iterator<Item = Coordinate> + use<> {
        let (cells, count) = match *self {
            Self::Standing(cell) => ([cell; 2], 1),
            Self::Lying(a, b) | Self::Cubes(a, b) => ([a, b], 2),
        };
        cells.into_iter().take(count)
    }

    /// Returns whether it is two cubes.
    pub fn is_split(&self) -> bool {
        matches!(self, Self::Cubes(..))
    }

    /// Returns the block after a move with no regard to the ground, and the part of it that moved:
    /// all of it, one cube, or nothing. `None` for passing control if there is no other cube.
    pub fn rolled(&self, roll: Roll) -> Option<(Self, Option<Self>)> {
        let Coordinate { row: down, column: right } = roll.offset();
        let by = |cell: Coordinate, n: i32| {
            Coordinate::new(cell.row.wrapping_add(down * n), cell.column.wrapping_add(right * n))
        };
        Some(match *self {
            Self::Cubes(active, other) if roll == Roll::Pass => (Self::Cubes(other, active), None),
            Self::Cubes(active, other) => {
                let to = by(active, 1);
                (Self::at(to, other), Some(Self::Standing(to)))
            }
            _ if roll == Roll::Pass => return None,
            Self::Standing(cell) => {
                let block = Self::at(by(cell, 1), by(cell, 2));
                (block, Some(block))
            }
            Self::Lying(a, b) => {
                let along = (down != 0) == (a.column == b.column);
                let block = match roll {
                    // Over its end: it stands beyond the end that it rolls over.
                    Roll::Left | Roll::Up if along => Self::Standing(by(a, 1)),
                    Roll::Right | Roll::Down if along => Self::Standing(by(b, 1)),
                    _ => Self::at(by(a, 1), by(b, 1)),
                };
                (block, Some(block))
            }
        })
    }
}

impl std::fmt::Display for Block {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Standing(cell) => write!(f, "{cell}"),
            Self::Lying(a, b) | Self::Cubes(a, b) => write!(f, "{a} {b}"),
        }
    }
}

/// A state of the game: the block and the bridges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The places of the parts of the block.
    pub block: Block,
    /// Bit b: bridge b is extended.
    pub extended: u64,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollError {
    /// There is no floor at this place, on which a part of the block would be.
    NoFloor(Coordinate),
    /// The bridge of this number is retracted at this place, on which a part of the block would be.
    Retracted(Coordinate, u8),
    /// The fragile tile at this place breaks under the standing block.
    Breaks(Coordinate),
    /// There is no other cube to give control to.
    NotSplit,
}

impl RollError {
    /// Returns the place that does not carry the block.
    pub fn cell(self) -> Option<Coordinate> {
        match self {
            Self::NoFloor(cell) | Self::Retracted(cell, _) | Self::Breaks(cell) => Some(cell),
            Self::NotSplit => None,
        }
    }
}

impl Position {
    /// Returns the start of a terrain.
    pub fn start(terrain: &Terrain) -> Self {
        Self { block: Block::Standing(terrain.start()), extended: terrain.extended() }
    }

    /// Returns whether the block stands on the hole.
    pub fn is_solved(&self, terrain: &Terrain) -> bool {
        matches!(self.block, Block::Standing(cell) if terrain.tile(cell) == Tile::Target)
    }

    /// Returns whether every part of the block rests on ground that carries it.
    ///
    /// # Errors
    /// The first part that does not, and why.
    pub fn supported(&self, terrain: &Terrain) -> Result<(), RollError> {
        self.unsupported(terrain).next().map_or(Ok(()), Err)
    }

    /// Returns every part of the block that does not rest on ground that carries it, and why.
    pub fn unsupported<'a>(&'a self, terrain: &'a Terrain) -> impl Iterator<Item = RollError> + 'a {
        let standing = matches!(self.block, Block::Standing(_));
        self.block.cells().filter_map(move |cell| match terrain.tile(cell) {
            Tile::Void => Some(RollError::NoFloor(cell)),
            Tile::Bridge(n) if self.extended >> n & 1 == 0 => Some(RollError::Retracted(cell, n)),
            Tile::Fragile if standing => Some(RollError::Breaks(cell)),
            _ => None,
        })
    }

    /// Returns the state after a move.
    ///
    /// The block rolls; every switch cell that a part comes onto acts, in reading order; a standing
    /// block on a split comes apart (the cubes press nothing where they appear); then every part
    /// must have floor under it.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn after(&self, terrain: &Terrain, roll: Roll) -> Result<Self, RollError> {
        let next = self.rolled(terrain, roll).ok_or(RollError::NotSplit)?;
        next.supported(terrain)?;
        Ok(next)
    }

    /// Rolls without regard to floor. Returns the place of the block after the switches have acted.
    /// `None` for passing control if there is no other cube.
    pub fn rolled(&self, terrain: &Terrain, roll: Roll) -> Option<Self> {
        let (block, moved) = self.block.rolled(roll)?;
        let mut next = Self { block, extended: self.extended };
        let standing = matches!(block, Block::Standing(_));
        for cell in moved.iter().flat_map(Block::cells) {
            if let Tile::Switch(number) = terrain.tile(cell) {
                let switch = terrain.switch(number);
                if standing || !switch.hard {
                    next.press(&switch.effects);
                }
            }
        }
        if let Block::Standing(cell) = block
            && let Tile::Split(number) = terrain.tile(cell)
        {
            let split = terrain.split(number);
            next.block = Block::at(split.first, split.second);
        }
        Some(next)
    }

    /// Returns the four rolls of the block, and the pass if it is split, each with the state that
    /// it leads to or the reason why it is illegal; in the tie order.
    pub fn neighbors(&self, terrain: &Terrain) -> Vec<(Roll, Result<Self, RollError>)> {
        let mut rolls = Roll::ROLLS.to_vec();
        if self.block.is_split() {
            rolls.push(Roll::Pass);
        }
        rolls.into_iter().map(|roll| (roll, self.after(terrain, roll))).collect()
    }

    /// Plays moves one after the other.
    ///
    /// # Errors
    /// The place in `rolls` (from 0) of the first illegal one, and why.
    #[cfg(test)]
    pub(super) fn play(
        &self,
        terrain: &Terrain,
        rolls: &[Roll],
    ) -> Result<Self, (usize, RollError)> {
        let mut at = *self;
        for (i, &roll) in rolls.iter().enumerate() {
            at = at.after(terrain, roll).map_err(|why| (i, why))?;
        }
        Ok(at)
    }

    fn press(&mut self, effects: &[(Effect, u8)]) {
        for &(effect, bridge) in effects {
            match effect {
                Effect::Toggle => self.extended ^= 1 << bridge,
                Effect::Extend => self.extended |= 1 << bridge,
                Effect::Retract => self.extended &= !(1 << bridge),
            }
        }
    }
}
