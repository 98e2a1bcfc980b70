//! The search on terrains of at most `MAX_PLACES` places and `MAX_BRIDGES` bridges: what each
//! roll of a whole block does is written down once per place, and states have dense numbers where
//! they are few enough.
//!
//! Measured on the 33 stages of the full game beside [`BloxorzSpace`]: 0.31 of its time. One loop over
//! the rolls of whole blocks and of cubes alike takes 1.09 of the time of two.

use std::sync::Arc;

use super::rules::{Position, Roll};
use super::solve::{BloxorzSpace, Class, PackedPosition, SPLIT};
use super::terrain::Terrain;
use crate::puzzle::moves::Positions;
use crate::search::Space;

/// Most places that have a table: it takes 192 bytes per place, about 400 kB.
const MAX_PLACES: usize = 2048;
/// Most bridges: they share a word with the block.
const MAX_BRIDGES: usize = 32;
/// Most dense numbers: a bit each, 128 kB.
const MAX_NUMBERS: usize = 1 << 20;
/// The same without bridges: nearly all of them are reached then. Those of two cubes on 2,046 places
/// have room. A terrain of 32×32 places with a split took 3.2 times as long by hashes.
const MAX_PAIRS: usize = 1 << 22;

/// The block stands, lies across, lies down, or is two cubes.
const STANDING: u32 = 0;
const ACROSS: u32 = 1;
const DOWN: u32 = 2;
const CUBES: u32 = 3;
/// Where the first place stands in a stance, and the second one, and their width.
const FIRST: u32 = 2;
const SECOND: u32 = 17;
const PLACE: u32 = (1 << 15) - 1;
/// No stance: the roll is illegal.
const NONE: u32 = u32::MAX;

/// The effect on the bridges of coming onto a place or two, as `bridges & keep ^ flip`, and the
/// bridges that must be extended then.
#[derive(Clone, Copy, Debug)]
struct Effect {
    keep: u32,
    flip: u32,
    need: u32,
}

/// A roll of a whole block.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    /// The stance after it, or [`NONE`].
    to: u32,
    effect: Effect,
}

/// The properties of a place.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The places beside it, in the order of the rolls; 0 is the void.
    beside: [u16; 4],
    /// The effect of a cube that comes onto it, and the bridges that it needs there.
    soft: Effect,
    is_target: bool,
}

/// A position as a word.
///
/// ```text
///   high 32 bits | 31 … 17                  | 16 … 2              | 1 0
///   the bridges  | second place (of cubes)  | first place, from 1 | how the block is
/// ```
///
/// The first place is the upper or left one, or that of the active cube. The low half is the stance.
/// Example: in level 1 (`ooo` above `oSoooo`) the block lying on (1,2) (1,3), the places 6 and 7, is
/// 6 << 2 | 1.
#[derive(Clone, Debug)]
pub struct Rolls {
    ground: Arc<BloxorzSpace>,
    start: u64,
    /// The four rolls of every stance of a whole block: of place 1 standing, across, down, of place 2 …
    outcomes: Vec<[Outcome; 4]>,
    /// By the number of the place; 0 is the void.
    places: Vec<Place>,
    bridges: u32,
    /// The number of dense numbers, or 0.
    numbers: usize,
}

impl Rolls {
    /// Returns the space that starts from `position`, which must rest on ground of the terrain;
    /// none if the terrain is too large.
    pub fn new(terrain: &Arc<Terrain>, position: Position) -> Option<Self> {
        let ground = BloxorzSpace::new(terrain.clone(), position);
        let (places, bridges) = (ground.places(), terrain.bridges());
        if places > MAX_PLACES || bridges > MAX_BRIDGES {
            return None;
        }
        let nowhere = Place { beside: [0; 4], soft: Effect::NOTHING, is_target: false };
        let mut all = vec![nowhere; places + 1];
        let mut outcomes = Vec::with_capacity(3 * places);
        for place in 1..=places as u32 {
            let here = ground.ground(place);
            all[place as usize] = Place {
                beside: here.beside.map(|place| place as u16),
                soft: Effect::of(&ground, &[(place, false)], &[place]),
                is_target: here.class == Class::Target,
            };
            let [_, right, _, down] = here.beside;
            for second in [place, right, down] {
                outcomes
                    .push(std::array::from_fn(|roll| Outcome::of(&ground, place, second, roll)));
            }
        }
        let whole = terrain.splits().is_empty() && !position.block.is_split();
        let pairs = if whole { 0 } else { places * places };
        let numbers = (3 * places + pairs).checked_shl(bridges as u32).unwrap_or(usize::MAX);
        let most = if bridges == 0 { MAX_PAIRS } else { MAX_NUMBERS };
        let few = bridges < 20 && numbers <= most;
        let bridges = bridges as u32;
        let numbers = if few { numbers } else { 0 };
        let start = word(&ground, ground.start());
        Some(Self { ground: Arc::new(ground), start, outcomes, places: all, bridges, numbers })
    }

    /// Returns the position of a key.
    pub fn unpack(&self, state: u64) -> Position {
        let (first, second) = places(state as u32);
        let [_, right, _, down] = self.ground.ground(first).beside;
        let second = match state as u32 & 3 {
            STANDING => first,
            ACROSS => right,
            DOWN => down,
            _ => second | SPLIT,
        };
        self.ground.unpack(&PackedPosition { first, second, extended: state >> 32 })
    }

    /// Returns the key after the bridges have changed, if the places carry the block then.
    #[inline]
    fn after(stance: u32, bridges: u32, effect: Effect) -> Option<u64> {
        let bridges = bridges & effect.keep ^ effect.flip;
        (bridges & effect.need == effect.need)
            .then_some(u64::from(bridges) << 32 | u64::from(stance))
    }

    /// Visits the rolls of two cubes.
    #[inline(always)]
    fn cubes(&self, state: u64, mut visit: impl FnMut(Roll, u64)) {
        let (active, other) = places(state as u32);
        let rests = &self.places[other as usize];
        let beside = self.places[active as usize].beside;
        for (roll, to) in Roll::ROLLS.into_iter().zip(beside.map(u32::from)) {
            let place = &self.places[to as usize];
            let needed = rests.soft.need | place.soft.need;
            let effect = Effect { need: needed, ..place.soft };
            let [left, right, up, down] = place.beside.map(|place| u32::from(place) == other);
            let stance = match (left | right, up | down) {
                (false, false) => other << SECOND | to << FIRST | CUBES,
                // Whole again: the upper or left place is the first one.
                (across, _) => to.min(other) << FIRST | if across { ACROSS } else { DOWN },
            };
            if to != 0
                && let Some(next) = Self::after(stance, (state >> 32) as u32, effect)
            {
                visit(roll, next);
            }
        }
    }
}

/// Returns the first and the second place of a stance.
fn places(stance: u32) -> (u32, u32) {
    (stance >> FIRST & PLACE, stance >> SECOND)
}

/// Returns the stance of a block on two places; the second one has [`SPLIT`] set if they are two
/// cubes.
fn stance(ground: &BloxorzSpace, first: u32, second: u32) -> u32 {
    let [_, right, _, _] = ground.ground(first).beside;
    let how = match second {
        _ if second & SPLIT != 0 => return (second & !SPLIT) << SECOND | first << FIRST | CUBES,
        _ if second == first => STANDING,
        _ if second == right => ACROSS,
        _ => DOWN,
    };
    first << FIRST | how
}

/// Returns the key of a packed position.
fn word(ground: &BloxorzSpace, packed: &PackedPosition) -> u64 {
    packed.extended << 32 | u64::from(stance(ground, packed.first, packed.second))
}

impl Effect {
    const NOTHING: Self = Self { keep: !0, flip: 0, need: 0 };

    /// Returns the effect of coming onto places, one after the other, standing or not, and then
    /// being on `under`.
    fn of(ground: &BloxorzSpace, onto: &[(u32, bool)], under: &[u32]) -> Self {
        let Self { mut keep, mut flip, mut need } = Self::NOTHING;
        for &(place, standing) in onto {
            if let Some(masks) = ground.masks_at(place, standing) {
                // Bits that are set are lost, and appear again.
                let kept = (masks.keep & !masks.set) as u32;
                keep &= kept;
                flip = flip & kept ^ (masks.set ^ masks.flip) as u32;
            }
        }
        for &place in under {
            let under = ground.ground(place);
            if under.class == Class::Bridge {
                need |= 1 << under.number;
            }
        }
        Self { keep, flip, need }
    }
}

impl Outcome {
    const ILLEGAL: Self = Self { to: NONE, effect: Effect::NOTHING };

    /// Returns the outcome of the roll of that number of a block on two places, or on one. Illegal
    /// if no block lies so.
    fn of(ground: &BloxorzSpace, first: u32, second: u32, roll: usize) -> Self {
        if second == 0 {
            return Self::ILLEGAL;
        }
        let Some((a, b)) = ground.onto(first, second, roll) else { return Self::ILLEGAL };
        let standing = a == b;
        let both = [(a, standing), (b, standing)];
        let onto = if standing { &both[..1] } else { &both[..] };
        let Some((first, second)) = ground.lands(a, b) else { return Self::ILLEGAL };
        let under = [first, second & !SPLIT];
        let to = stance(ground, first, second);
        Self { to, effect: Effect::of(ground, onto, &under) }
    }
}

impl Space for Rolls {
    type State = u64;
    type Move = Roll;

    fn starts(&self, out: &mut Vec<u64>) {
        out.push(self.start);
    }

    fn successors(&self, state: &u64, out: &mut Vec<(Roll, u64)>) {
        self.visit(state, |roll, next| out.push((roll, next)));
    }

    #[inline(always)]
    fn visit(&self, state: &u64, mut visit: impl FnMut(Roll, u64)) {
        let stance = *state as u32;
        if stance & 3 == CUBES {
            return self.cubes(*state, visit);
        }
        let outcomes = &self.outcomes[((stance >> FIRST) * 3 + (stance & 3) - 3) as usize];
        for (roll, outcome) in Roll::ROLLS.into_iter().zip(outcomes) {
            if outcome.to != NONE
                && let Some(next) = Self::after(outcome.to, (state >> 32) as u32, outcome.effect)
            {
                visit(roll, next);
            }
        }
    }

    #[inline]
    fn is_goal(&self, state: &u64) -> bool {
        let stance = *state as u32;
        stance & 3 == STANDING && self.places[(stance >> FIRST) as usize].is_target
    }

    #[inline]
    fn free_move(&self, state: &u64) -> Option<(Roll, u64)> {
        let stance = *state as u32;
        let (first, second) = places(stance);
        let passed = u64::from(first << SECOND | second << FIRST | CUBES);
        (stance & 3 == CUBES).then_some((Roll::Pass, state >> 32 << 32 | passed))
    }

    fn dense_size(&self) -> usize {
        self.numbers
    }

    #[inline]
    fn dense_number(&self, state: &u64) -> usize {
        let stance = *state as u32;
        let places = self.places.len() - 1;
        let number = match stance & 3 {
            CUBES => {
                let (first, second) = self::places(stance);
                (3 + first as usize - 1) * places + second as usize - 1
            }
            how => ((stance >> FIRST) * 3 + how - 3) as usize,
        };
        number << self.bridges | (state >> 32) as usize
    }
}

impl Positions for Rolls {
    type Position = Position;
    type Step = Roll;

    fn position(&self, state: &u64) -> Position {
        self.unpack(*state)
    }

    fn step(&self, by: Roll) -> Roll {
        by
    }
}
