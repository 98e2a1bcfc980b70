//! The game as a space to search, with states packed and the ground in tables.

use std::sync::Arc;

use super::rules::{Block, Position, Roll};
use super::terrain::{Cell, Effect, Terrain, Tile};
use crate::search::{Search, Space};

/// A breadth-first search from a position of the game.
pub type Finder = Search<BloxorzSpace>;

/// A position in 16 bytes.
///
/// Places are numbered in a frame with two void cells on every side, so that no roll leaves it:
///
/// ```text
///   number = (row + 2) · (cols + 4) + col + 2
///   first == second           standing
///   first  < second, split 0  lying, first is the upper or left one
///   split bit (the highest of second) set: two cubes, the first is active
/// ```
///
/// Example: in level 1 (10 columns) the block lying on (1,2) (1,3) is first 46, second 47.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedPosition {
    first: u32,
    second: u32,
    extended: u64,
}

/// Set in `second` of two cubes.
const SPLIT: u32 = 1 << 31;

/// What lies at a place, as the successor function asks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ground {
    class: Class,
    /// Of a bridge, a switch or a split.
    number: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
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
struct Masks {
    keep: u64,
    set: u64,
    flip: u64,
}

/// The space of a terrain from a position.
#[derive(Clone, Debug)]
pub struct BloxorzSpace {
    terrain: Arc<Terrain>,
    start: PackedPosition,
    ground: Vec<Ground>,
    masks: Vec<Masks>,
    splits: Vec<(u32, u32)>,
    /// Cells in a row of the frame.
    stride: u32,
}

impl BloxorzSpace {
    /// The space that starts from `position`, which has to rest on ground of the terrain.
    pub fn new(terrain: Arc<Terrain>, position: Position) -> Self {
        let stride = terrain.cols() as u32 + 4;
        let mut ground =
            vec![Ground { class: Class::Void, number: 0 }; (terrain.rows() + 4) * stride as usize];
        let mut masks = Vec::new();
        for row in 0..terrain.rows() as i32 {
            for col in 0..terrain.cols() as i32 {
                let cell = Cell::new(row, col);
                let (class, number) = match terrain.tile(cell) {
                    Tile::Void => (Class::Void, 0),
                    Tile::Floor => (Class::Floor, 0),
                    Tile::Fragile => (Class::Fragile, 0),
                    Tile::Target => (Class::Target, 0),
                    Tile::Bridge(n) => (Class::Bridge, u16::from(n)),
                    Tile::Switch(n) => {
                        let n = usize::from(n);
                        for known in masks.len()..=n {
                            masks.push(Masks::of(&terrain.switch(known as u16).effects));
                        }
                        let hard = terrain.switch(n as u16).hard;
                        (if hard { Class::Hard } else { Class::Soft }, n as u16)
                    }
                    Tile::Split(n) => (Class::Split, n),
                };
                ground[number_of(cell, stride) as usize] = Ground { class, number };
            }
        }
        let mut space = Self {
            start: PackedPosition { first: 0, second: 0, extended: position.extended },
            splits: Vec::new(),
            terrain,
            ground,
            masks,
            stride,
        };
        for ground in &space.ground {
            if ground.class == Class::Split {
                while space.splits.len() <= usize::from(ground.number) {
                    let split = space.terrain.split(space.splits.len() as u16);
                    let pair = (number_of(split.first, stride), number_of(split.second, stride));
                    space.splits.push(pair);
                }
            }
        }
        space.start = space.pack(&position);
        space
    }

    /// The terrain.
    pub fn terrain(&self) -> &Arc<Terrain> {
        &self.terrain
    }

    /// The key of a position whose parts lie in the terrain's frame.
    pub fn pack(&self, position: &Position) -> PackedPosition {
        let number = |cell| number_of(cell, self.stride);
        let (first, second) = match position.block {
            Block::Standing(cell) => (number(cell), number(cell)),
            Block::Lying(a, b) => (number(a), number(b)),
            Block::Cubes(a, b) => (number(a), number(b) | SPLIT),
        };
        PackedPosition { first, second, extended: position.extended }
    }

    /// The position of a key.
    pub fn unpack(&self, packed: &PackedPosition) -> Position {
        let cell = |number: u32| {
            Cell::new((number / self.stride) as i32 - 2, (number % self.stride) as i32 - 2)
        };
        let (a, b) = (cell(packed.first), cell(packed.second & !SPLIT));
        let block = if packed.second & SPLIT != 0 { Block::Cubes(a, b) } else { Block::at(a, b) };
        Position { block, extended: packed.extended }
    }

    /// Two parts at these places: a whole block where they share an edge.
    fn joined(&self, active: u32, other: u32) -> (u32, u32) {
        let apart = active.abs_diff(other);
        if apart == 1 || apart == self.stride {
            (active.min(other), active.max(other))
        } else {
            (active, other | SPLIT)
        }
    }

    /// The position after a roll by `delta` places, where it is legal.
    fn rolled(&self, from: &PackedPosition, delta: u32) -> Option<PackedPosition> {
        let PackedPosition { first, second, mut extended } = *from;
        let ground = |number: u32| self.ground[number as usize];
        let (mut first, mut second) = if second & SPLIT != 0 {
            let to = first.wrapping_add(delta);
            extended = self.pressed(ground(to), false, extended);
            self.joined(to, second & !SPLIT)
        } else {
            let backwards = delta >> 31 != 0;
            let (near, far) = if first == second {
                // Standing: it falls over onto the next two places.
                let (near, far) = (first.wrapping_add(delta), first.wrapping_add(delta << 1));
                if backwards { (far, near) } else { (near, far) }
            } else if second.wrapping_sub(first) == delta {
                (second.wrapping_add(delta), second.wrapping_add(delta))
            } else if first.wrapping_sub(second) == delta {
                (first.wrapping_add(delta), first.wrapping_add(delta))
            } else {
                (first.wrapping_add(delta), second.wrapping_add(delta))
            };
            let standing = near == far;
            extended = self.pressed(ground(near), standing, extended);
            if !standing {
                extended = self.pressed(ground(far), false, extended);
            }
            (near, far)
        };
        if first == second {
            let under = ground(first);
            if under.class == Class::Split {
                let (a, b) = self.splits[usize::from(under.number)];
                (first, second) = self.joined(a, b);
            } else if under.class == Class::Fragile {
                return None;
            }
        }
        let carries = |number: u32| {
            let under = ground(number);
            match under.class {
                Class::Void => false,
                Class::Bridge => extended >> under.number & 1 != 0,
                _ => true,
            }
        };
        (carries(first) && carries(second & !SPLIT)).then_some(PackedPosition {
            first,
            second,
            extended,
        })
    }

    fn pressed(&self, ground: Ground, standing: bool, extended: u64) -> u64 {
        if ground.class == Class::Soft || standing && ground.class == Class::Hard {
            let Masks { keep, set, flip } = self.masks[usize::from(ground.number)];
            (extended & keep | set) ^ flip
        } else {
            extended
        }
    }
}

/// The number of a place in a frame of that many cells a row.
fn number_of(cell: Cell, stride: u32) -> u32 {
    (cell.row + 2) as u32 * stride + (cell.col + 2) as u32
}

impl Masks {
    /// The composition of the effects in their order.
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
        let deltas = [1u32.wrapping_neg(), 1, self.stride.wrapping_neg(), self.stride];
        for (roll, delta) in Roll::ROLLS.into_iter().zip(deltas) {
            if let Some(next) = self.rolled(state, delta) {
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
