//! The game as a space to search, with states packed and the ground in tables.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::rolls::Rolls;
use super::rules::{Block, Position, Roll};
use super::terrain::{Cell, Effect, Terrain, Tile};
use crate::puzzle::moves::{Either, Positions};
use crate::search::{Explorer, Space};

/// A breadth-first search from a position of the game: by tables, or on terrains that are too large
/// for them.
pub(super) type Finder = Either<Explorer<Rolls>, Explorer<BloxorzSpace>>;

/// Returns the search from `position`, which must rest on ground of the terrain.
pub fn finder(terrain: &Arc<Terrain>, position: Position) -> Finder {
    match Rolls::new(terrain, position) {
        Some(rolls) => Either::Narrow(Explorer::new(rolls)),
        None => Either::Wide(Explorer::new(BloxorzSpace::new(terrain.clone(), position))),
    }
}

/// A position in 16 bytes.
///
/// The places that are not void are numbered from 1 in reading order; 0 is the void.
///
/// ```text
///   first == second           standing
///   first  < second, split 0  lying, first is the upper or left one
///   split bit (the highest of second) set: two cubes, the first is active
/// ```
///
/// Example: in level 1 (`ooo` above `oSoooo`) the block lying on (1,2) (1,3) is first 6, second 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPosition {
    pub(super) first: u32,
    pub(super) second: u32,
    pub(super) extended: u64,
}

impl Hash for PackedPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Two words instead of three numbers.
        state.write_u64(u64::from(self.first) << 32 | u64::from(self.second));
        state.write_u64(self.extended);
    }
}

/// Set in `second` of two cubes.
pub(super) const SPLIT: u32 = 1 << 31;

/// The content of a place, as the successor function needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    pub(super) class: Class,
    /// Of a bridge, a switch or a split.
    pub(super) number: u16,
    /// The places beside it, in the order of the rolls.
    pub(super) beside: [u32; 4],
}

/// Nothing, on all sides.
const VOID: Ground = Ground { class: Class::Void, number: 0, beside: [0; 4] };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Void,
    Floor,
    Fragile,
    Target,
    Bridge,
    Soft,
    Hard,
    Split,
}

/// A switch's effects folded into three masks, applied as `((e & keep) | set) ^ flip`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masks {
    pub(super) keep: u64,
    pub(super) set: u64,
    pub(super) flip: u64,
}

/// The space of a terrain from a position.
#[derive(Clone, Debug)]
pub struct BloxorzSpace {
    terrain: Arc<Terrain>,
    start: PackedPosition,
    /// By the number of the place.
    ground: Vec<Ground>,
    /// The coordinates of every place.
    cells: Vec<Cell>,
    /// Number of the first place in or after every row.
    firsts: Vec<u32>,
    masks: Vec<Masks>,
    splits: Vec<(u32, u32)>,
}

impl BloxorzSpace {
    /// Returns the space that starts from `position`, which must rest on ground of the terrain.
    pub fn new(terrain: Arc<Terrain>, position: Position) -> Self {
        let mut space = Self {
            start: PackedPosition { first: 0, second: 0, extended: position.extended },
            ground: vec![VOID],
            cells: vec![Cell::new(-1, -1)],
            firsts: Vec::new(),
            masks: terrain.switches().iter().map(|switch| Masks::of(&switch.effects)).collect(),
            splits: Vec::new(),
            terrain,
        };
        let terrain = space.terrain.clone();
        for (row, tiles) in terrain.rows().iter().enumerate() {
            space.firsts.push(space.cells.len() as u32);
            for (col, &tile) in tiles.iter().enumerate() {
                let (class, number) = match tile {
                    Tile::Void => continue,
                    Tile::Floor => (Class::Floor, 0),
                    Tile::Fragile => (Class::Fragile, 0),
                    Tile::Target => (Class::Target, 0),
                    Tile::Bridge(n) => (Class::Bridge, u16::from(n)),
                    Tile::Switch(n) if terrain.switch(n).hard => (Class::Hard, n),
                    Tile::Switch(n) => (Class::Soft, n),
                    Tile::Split(n) => (Class::Split, n),
                };
                space.ground.push(Ground { class, number, ..VOID });
                space.cells.push(Cell::new(row as i32, col as i32));
            }
        }
        space.firsts.push(space.cells.len() as u32);
        for number in 1..space.cells.len() {
            let Cell { row, col } = space.cells[number];
            space.ground[number].beside =
                [(row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col)]
                    .map(|(row, col)| space.number_of(Cell::new(row, col)));
        }
        let pair = |cells: (Cell, Cell)| (space.number_of(cells.0), space.number_of(cells.1));
        space.splits =
            terrain.splits().iter().map(|split| pair((split.first, split.second))).collect();
        space.start = space.pack(&position);
        space
    }

    /// Returns the number of a place; 0 if it is void.
    fn number_of(&self, cell: Cell) -> u32 {
        let Ok(row) = usize::try_from(cell.row) else { return 0 };
        let (Some(&from), Some(&to)) = (self.firsts.get(row), self.firsts.get(row + 1)) else {
            return 0;
        };
        let places = &self.cells[from as usize..to as usize];
        places.binary_search(&cell).map_or(0, |at| from + at as u32)
    }

    /// Returns the key of a position that rests on the terrain.
    pub fn pack(&self, position: &Position) -> PackedPosition {
        let number = |cell| self.number_of(cell);
        let (first, second) = match position.block {
            Block::Standing(cell) => (number(cell), number(cell)),
            Block::Lying(a, b) => (number(a), number(b)),
            Block::Cubes(a, b) => (number(a), number(b) | SPLIT),
        };
        PackedPosition { first, second, extended: position.extended }
    }

    /// Returns the position of a key.
    pub fn unpack(&self, packed: &PackedPosition) -> Position {
        let cell = |number: u32| self.cells[number as usize];
        let (a, b) = (cell(packed.first), cell(packed.second & !SPLIT));
        let block = if packed.second & SPLIT != 0 { Block::Cubes(a, b) } else { Block::at(a, b) };
        Position { block, extended: packed.extended }
    }

    /// Returns the number of places: they are numbered from 1 to here.
    pub(super) fn places(&self) -> usize {
        self.cells.len() - 1
    }

    /// Returns the position that a search starts from.
    pub(super) fn start(&self) -> &PackedPosition {
        &self.start
    }

    pub(super) fn ground(&self, number: u32) -> &Ground {
        &self.ground[number as usize]
    }

    /// Returns two parts at these places, which are a whole block if they share an edge.
    pub(super) fn joined(&self, active: u32, other: u32) -> (u32, u32) {
        if self.ground(active).beside.contains(&other) {
            (active.min(other), active.max(other))
        } else {
            (active, other | SPLIT)
        }
    }

    /// Returns the places that a whole block comes onto by the roll of that number, the first one
    /// first; none if one of them is void.
    pub(super) fn onto(&self, first: u32, second: u32, roll: usize) -> Option<(u32, u32)> {
        let next = |number: u32| self.ground(number).beside[roll];
        let (a, b) = if first == second {
            // Standing: it falls over onto the next two places.
            (next(first), next(next(first)))
        } else if next(first) == second {
            (next(second), next(second))
        } else if next(second) == first {
            (next(first), next(first))
        } else {
            (next(first), next(second))
        };
        (a != 0 && b != 0).then_some((a.min(b), a.max(b)))
    }

    /// Returns where a whole block is that came onto these places: two cubes if it stands on a
    /// split. None if the place breaks under it.
    pub(super) fn lands(&self, first: u32, second: u32) -> Option<(u32, u32)> {
        let under = self.ground(first);
        match under.class {
            _ if first != second => Some((first, second)),
            Class::Split => {
                let (a, b) = self.splits[usize::from(under.number)];
                Some(self.joined(a, b))
            }
            Class::Fragile => None,
            _ => Some((first, second)),
        }
    }

    /// Returns the position after the roll of that number, if it is legal.
    fn rolled(&self, from: &PackedPosition, roll: usize) -> Option<PackedPosition> {
        let PackedPosition { first, second, mut extended } = *from;
        let (first, second) = if second & SPLIT != 0 {
            let to = self.ground(first).beside[roll];
            if to == 0 {
                return None;
            }
            extended = self.pressed(to, false, extended);
            self.joined(to, second & !SPLIT)
        } else {
            let (a, b) = self.onto(first, second, roll)?;
            extended = self.pressed(a, a == b, extended);
            if a != b {
                extended = self.pressed(b, false, extended);
            }
            self.lands(a, b)?
        };
        let carries = |number: u32| {
            let under = self.ground(number);
            under.class != Class::Bridge || extended >> under.number & 1 != 0
        };
        (carries(first) && carries(second & !SPLIT)).then_some(PackedPosition {
            first,
            second,
            extended,
        })
    }

    /// Returns the masks of a switch that acts at a place, under a standing block or any part of
    /// one.
    pub(super) fn masks_at(&self, number: u32, standing: bool) -> Option<Masks> {
        let ground = self.ground(number);
        (ground.class == Class::Soft || standing && ground.class == Class::Hard)
            .then(|| self.masks[usize::from(ground.number)])
    }

    fn pressed(&self, number: u32, standing: bool, extended: u64) -> u64 {
        match self.masks_at(number, standing) {
            Some(Masks { keep, set, flip }) => (extended & keep | set) ^ flip,
            None => extended,
        }
    }
}

impl Masks {
    /// Returns the composition of the effects in their order.
    fn of(effects: &[(Effect, u8)]) -> Self {
        let mut masks = Self { keep: !0, set: 0, flip: 0 };
        for &(effect, bridge) in effects {
            let bit = 1u64 << bridge;
            match effect {
                Effect::Toggle => masks.flip ^= bit,
                Effect::Extend | Effect::Retract => {
                    masks.keep &= !bit;
                    masks.set &= !bit;
                    masks.flip &= !bit;
                    if effect == Effect::Extend {
                        masks.set |= bit;
                    }
                }
            }
        }
        masks
    }
}

impl Space for BloxorzSpace {
    type State = PackedPosition;
    type Move = Roll;

    fn starts(&self, out: &mut Vec<PackedPosition>) {
        out.push(self.start);
    }

    fn successors(&self, state: &PackedPosition, out: &mut Vec<(Roll, PackedPosition)>) {
        for (number, roll) in Roll::ROLLS.into_iter().enumerate() {
            if let Some(next) = self.rolled(state, number) {
                out.push((roll, next));
            }
        }
    }

    fn is_goal(&self, state: &PackedPosition) -> bool {
        state.first == state.second && self.ground[state.first as usize].class == Class::Target
    }

    fn free_move(&self, state: &PackedPosition) -> Option<(Roll, PackedPosition)> {
        let PackedPosition { first, second, extended } = *state;
        (second & SPLIT != 0).then_some((
            Roll::Pass,
            PackedPosition { first: second & !SPLIT, second: first | SPLIT, extended },
        ))
    }
}

impl Positions for BloxorzSpace {
    type Position = Position;
    type Step = Roll;

    fn step(&self, by: Roll) -> Roll {
        by
    }

    fn position(&self, state: &PackedPosition) -> Position {
        self.unpack(state)
    }
}
