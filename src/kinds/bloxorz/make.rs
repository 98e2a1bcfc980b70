//! Terrains made to order, by a search among terrains that changes one place at a time.
//!
//! The hole is put where the block stands latest. Then every part without which the optimum is the
//! same is taken away: a fragile tile, a switch, a split or a bridge matters only if the optimum
//! changes both with plain floor and with nothing in its place.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use hashbrown::HashSet;

use super::rules::{Block, Position, Roll};
use super::solve::finder;
use super::terrain::{Effect, Split, Switch, Terrain, Tile};
use crate::diag::counted;
use crate::puzzle::make::{Draw, Made, Make, Maker, Question, Range, Size, Wishes};
use crate::puzzle::moves::Engine;
use crate::scene::Coordinate;
use crate::search::{Budget, Outcome};

/// The lengths of a side.
const SIDES: Range = Range { least: 3, most: 20 };
/// Bridges of a terrain, each with a switch.
const BRIDGES: usize = 2;
/// The letters of the bridges and of their switches.
const LETTERS: [[char; 2]; BRIDGES] = [['p', 'b'], ['q', 'c']];
/// The letter of the split.
const SPLIT: char = 's';
/// One of so many attempts may draw a split: its terrains have many more positions.
const SPLITS: u64 = 3;
/// Terrains that an attempt looks at.
const TERRAINS: u64 = 2000;
/// The most rolls beyond the fewest that are asked for at which an attempt aims.
const SPREAD: u64 = 20;
/// Positions of a terrain; more are not looked at.
const POSITIONS: usize = 20_000;

/// The way to make terrains.
#[derive(Debug)]
pub(super) struct MakeBloxorz;

/// Makes terrains with shortest solutions of so many rolls.
struct BloxorzMaker {
    size: Size,
    moves: Range,
}

/// A terrain while it is made.
#[derive(Clone, Debug)]
struct Level {
    rows: Vec<Vec<Tile>>,
    start: Coordinate,
    /// True for a bridge that is extended at the start.
    extended: [bool; BRIDGES],
    /// The switch of each bridge.
    switches: [Switch; BRIDGES],
    /// The places of the cubes, in an attempt that may draw a split.
    split: Option<Split>,
}

/// The positions that can be reached.
#[derive(Default)]
struct Reach {
    /// The fewest rolls to a position in which the block stands on that place.
    standing: BTreeMap<Coordinate, u64>,
    /// The places that a part of the block touches.
    touched: BTreeSet<Coordinate>,
}

/// A place for the hole.
#[derive(Clone, Copy, Debug)]
struct Hole {
    at: Coordinate,
    moves: u64,
}

impl Make for MakeBloxorz {
    fn options(&self) -> &'static [&'static str] {
        &["moves", "size"]
    }

    fn order(&self, wishes: &Wishes) -> Result<Box<dyn Maker>, String> {
        let size = wishes.size("size", SIDES)?.unwrap_or(Size { rows: 6, columns: 10 });
        let bounds = Range { least: 1, most: u64::MAX };
        let moves = wishes.range("moves", bounds)?.unwrap_or(Range { least: 12, most: 30 });
        Ok(Box::new(BloxorzMaker { size, moves }))
    }
}

impl Maker for BloxorzMaker {
    fn attempts(&self) -> u64 {
        200
    }

    fn attempt(&self, draw: &mut Draw, budget: &Budget) -> Option<Made> {
        let mut level = self.random(draw);
        let mut nearest = None::<Hole>;
        // Terrains of the fewest rolls asked for are found at once, and have few parts.
        let least = draw.between(self.moves.least, self.moves.most.min(self.moves.least + SPREAD));
        let aim = Range { least, most: self.moves.most };
        for _ in 0..TERRAINS {
            if budget.rest().is_err() {
                break;
            }
            let changed = self.changed(&level, draw);
            let Some(hole) = changed.reach().and_then(|reach| changed.hole(aim, &reach)) else {
                continue;
            };
            let distance = aim.distance(hole.moves);
            if nearest.is_none_or(|best| distance <= aim.distance(best.moves)) {
                level = changed;
                nearest = Some(hole);
            }
            if distance == 0 {
                break;
            }
        }
        let hole = nearest?;
        level.rows[hole.at.row as usize][hole.at.column as usize] = Tile::Target;
        level.simplify(hole.moves, budget);
        Some(self.made(&level, hole.moves, budget))
    }
}

impl BloxorzMaker {
    /// Returns a random place.
    fn place(&self, draw: &mut Draw) -> Coordinate {
        let row = draw.index(self.size.rows);
        let col = draw.index(self.size.columns);
        Coordinate::new(row as i32, col as i32)
    }

    /// Returns a terrain of floor with some gaps, fragile tiles, bridges and switches.
    fn random(&self, draw: &mut Draw) -> Level {
        let mut tile = || match draw.below(40) {
            0..10 => Tile::Void,
            10..14 => Tile::Fragile,
            number @ 14..16 => Tile::Switch(number as u16 - 14),
            number @ 16..18 => Tile::Bridge(number as u8 - 16),
            _ => Tile::Floor,
        };
        let mut row = || (0..self.size.columns).map(|_| tile()).collect::<Vec<_>>();
        let mut rows: Vec<_> = (0..self.size.rows).map(|_| row()).collect();
        let start = self.place(draw);
        rows[start.row as usize][start.column as usize] = Tile::Floor;
        let switch = |bridge: u8, draw: &mut Draw| {
            let effect = Effect::ALL[draw.index(Effect::ALL.len())];
            Switch { hard: draw.below(2) == 0, effects: vec![(effect, bridge)] }
        };
        let switches = [switch(0, draw), switch(1, draw)];
        let split = (draw.below(SPLITS) == 0).then(|| self.split(draw));
        let extended = switches.each_ref().map(|switch| match switch.effects[0].0 {
            // Otherwise the switch would have nothing to do at first.
            Effect::Extend => false,
            Effect::Retract => true,
            Effect::Toggle => draw.below(2) == 0,
        });
        Level { rows, start, extended, switches, split }
    }

    /// Returns a split into cubes at two random places.
    fn split(&self, draw: &mut Draw) -> Split {
        loop {
            let first = self.place(draw);
            let second = self.place(draw);
            if first != second {
                return Split { first, second };
            }
        }
    }

    /// Returns the terrain with another tile at a random place.
    fn changed(&self, level: &Level, draw: &mut Draw) -> Level {
        let mut level = level.clone();
        if level.split.is_some() && draw.below(8) == 0 {
            level.split = Some(self.split(draw));
        }
        let at = self.place(draw);
        if at != level.start {
            let number = draw.index(BRIDGES);
            let kinds = if level.split.is_some() { 21 } else { 20 };
            level.rows[at.row as usize][at.column as usize] = match draw.below(kinds) {
                0..8 => Tile::Floor,
                8..14 => Tile::Void,
                14..16 => Tile::Fragile,
                16..18 => Tile::Switch(number as u16),
                18..20 => Tile::Bridge(number as u8),
                _ => Tile::Split(0),
            };
        }
        level
    }

    /// Returns the terrain as a puzzle.
    fn made(&self, level: &Level, moves: u64, budget: &Budget) -> Made {
        let terrain = Arc::new(level.terrain().expect("a terrain that was searched"));
        let solved = finder(&terrain, Position::start(&terrain)).solve(budget);
        let proved = matches!(&solved, Outcome::Solved(_));
        if let Outcome::Solved(path) = &solved {
            let rolls = path.iter().filter(|roll| roll.counts()).count();
            assert_eq!(rolls as u64, moves, "the plain rules and the engine agree");
        }
        let parts = level.rows.iter().flatten();
        let rows = parts.map(|tile| tile_char(*tile)).collect::<Vec<_>>();
        let mut rows: Vec<Vec<char>> =
            rows.chunks(self.size.columns).map(<[char]>::to_vec).collect();
        rows[level.start.row as usize][level.start.column as usize] = 'S';
        let mut body: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        body.extend(level.legend().into_iter().map(|(letter, text)| format!("{letter}: {text}")));
        Made {
            body,
            questions: vec![Question { command: String::from("solve"), answer: moves.to_string() }],
            notes: vec![String::from("minimal")],
            fits: proved && self.moves.has(moves),
            distance: self.moves.distance(moves),
            reached: counted(moves, "roll"),
        }
    }
}

/// Returns the character of a tile in a drawing.
fn tile_char(tile: Tile) -> char {
    match tile {
        Tile::Floor => 'o',
        Tile::Fragile => 'f',
        Tile::Target => 'T',
        Tile::Bridge(number) => LETTERS[usize::from(number)][0],
        Tile::Switch(number) => LETTERS[usize::from(number)][1],
        Tile::Split(_) => SPLIT,
        Tile::Void => '-',
    }
}

impl Level {
    /// Returns the terrain; `None` if its split puts a cube on the void.
    fn terrain(&self) -> Option<Terrain> {
        let rows = self.rows.clone();
        let switches = self.switches.to_vec();
        let splits = Vec::from_iter(self.drawn_split());
        Terrain::new(rows, self.start, &self.extended, switches, splits).ok()
    }

    /// Returns the split, if it is drawn.
    fn drawn_split(&self) -> Option<Split> {
        let is_drawn = self.rows.iter().flatten().any(|tile| matches!(tile, Tile::Split(_)));
        self.split.filter(|_| is_drawn)
    }

    fn tile(&self, at: Coordinate) -> Tile {
        self.rows[at.row as usize][at.column as usize]
    }

    /// Returns the level with every tile changed.
    fn with(&self, change: impl Fn(Tile) -> Tile) -> Self {
        let row = |row: &Vec<Tile>| row.iter().map(|tile| change(*tile)).collect();
        Self { rows: self.rows.iter().map(row).collect(), ..self.clone() }
    }

    /// Returns what can be reached; `None` if that are too many positions, or if there is no terrain.
    /// A breadth-first search by the plain rules.
    fn reach(&self) -> Option<Reach> {
        let terrain = self.terrain()?;
        let start = Position::start(&terrain);
        let mut reach = Reach::default();
        let mut seen = HashSet::<Position>::from([start]);
        let mut open = VecDeque::from([(start, 0)]);
        reach.touched.insert(self.start);

        while let Some((at, moves)) = open.pop_front() {
            if seen.len() > POSITIONS {
                return None;
            }
            if let Block::Standing(cell) = at.block {
                reach.standing.entry(cell).or_insert(moves);
            }
            if at.is_solved(&terrain) {
                continue;
            }

            for roll in Roll::ROLLS {
                let Ok(next) = at.after(&terrain, roll) else { continue };
                // A block that comes apart has touched the split.
                let rolled = at.block.rolled(roll).map(|(block, _)| block);
                reach
                    .touched
                    .extend(rolled.iter().flat_map(Block::cells).chain(next.block.cells()));
                // Control goes from cube to cube for free.
                let other = next.after(&terrain, Roll::Pass);
                for next in [Ok(next), other].into_iter().flatten() {
                    if seen.insert(next) {
                        open.push_back((next, moves + 1));
                    }
                }
            }
        }
        Some(reach)
    }

    /// Returns the place on plain floor where a hole is nearest to the number of moves: of several the one
    /// with the most rolls, then the first in reading order.
    fn hole(&self, moves: Range, reach: &Reach) -> Option<Hole> {
        let plain = |at: &Coordinate| self.tile(*at) == Tile::Floor && *at != self.start;
        let holes = reach.standing.iter().filter(|(at, _)| plain(at));
        let holes = holes.map(|(&at, &rolls)| Hole { at, moves: rolls });
        holes.min_by_key(|hole| (moves.distance(hole.moves), u64::MAX - hole.moves))
    }

    /// Returns the least number of rolls to the hole.
    fn optimum(&self) -> Option<u64> {
        let reach = self.reach()?;
        reach
            .standing
            .into_iter()
            .find(|(at, _)| self.tile(*at) == Tile::Target)
            .map(|(_, rolls)| rolls)
    }

    /// Takes away what does not matter while the optimum stays `moves`: places that are never touched,
    /// and idle parts, until every part that is left matters or the budget stops it.
    fn simplify(&mut self, moves: u64, budget: &Budget) {
        while budget.rest().is_ok()
            && let Some(simpler) = self.simpler(moves)
        {
            *self = simpler;
        }
    }

    /// Returns the level without one of its idle parts, or without the places that are never touched;
    /// `None` if there are none.
    fn simpler(&self, moves: u64) -> Option<Self> {
        let reach = self.reach()?;

        let mut trimmed = self.clone();
        // A split must have ground at its places, even if no block comes onto it.
        let split = self.drawn_split().into_iter();
        let grounds: Vec<Coordinate> =
            split.flat_map(|split| [split.first, split.second]).collect();
        for (row, tiles) in trimmed.rows.iter_mut().enumerate() {
            for (col, tile) in tiles.iter_mut().enumerate() {
                let at = Coordinate::new(row as i32, col as i32);
                if !reach.touched.contains(&at) && !grounds.contains(&at) {
                    *tile = Tile::Void;
                }
            }
        }
        if trimmed.rows != self.rows {
            return Some(trimmed);
        }

        let same = |level: &Self| level.optimum() == Some(moves);
        for number in 0..BRIDGES {
            let bridge = Tile::Bridge(number as u8);
            let switch = Tile::Switch(number as u16);
            if !self.rows.iter().flatten().any(|tile| *tile == bridge || *tile == switch) {
                continue;
            }
            // A bridge that nothing changes is floor or void, and a switch of no bridge is floor.
            let still = if self.extended[number] { Tile::Floor } else { Tile::Void };
            let with = |of_bridge: Tile, of_switch: Tile| {
                self.with(|tile| match tile {
                    _ if tile == bridge => of_bridge,
                    _ if tile == switch => of_switch,
                    _ => tile,
                })
            };

            let ways = [Tile::Floor, Tile::Void];
            let without = ways.map(|way| with(still, way)).into_iter();
            let without = without.chain(ways.map(|way| with(way, Tile::Floor)));
            if let Some(level) = without.into_iter().find(same) {
                return Some(level);
            }
        }

        for (row, tiles) in self.rows.iter().enumerate() {
            for (col, tile) in tiles.iter().enumerate() {
                // A switch or a bridge may have several places, each of which must matter.
                let is_part = !matches!(tile, Tile::Void | Tile::Floor | Tile::Target);
                for way in [Tile::Floor, Tile::Void].into_iter().filter(|_| is_part) {
                    let mut level = self.clone();
                    level.rows[row][col] = way;
                    if same(&level) {
                        return Some(level);
                    }
                }
            }
        }
        None
    }

    /// Returns the meanings of the letters that are drawn.
    fn legend(&self) -> BTreeMap<char, String> {
        let mut legend = BTreeMap::new();
        for tile in self.rows.iter().flatten() {
            let meaning = match *tile {
                Tile::Bridge(number) => {
                    let is_extended = self.extended[usize::from(number)];
                    String::from(if is_extended { "bridge extended" } else { "bridge retracted" })
                }
                Tile::Switch(number) => {
                    let switch = &self.switches[usize::from(number)];
                    let press = if switch.hard { "hard" } else { "soft" };
                    let bridge = LETTERS[usize::from(number)][0];
                    format!("{press} {} {bridge}", switch.effects[0].0.word())
                }
                Tile::Split(_) => match self.split {
                    Some(Split { first, second }) => format!("splits to {first} and {second}"),
                    None => continue,
                },
                _ => continue,
            };
            legend.insert(tile_char(*tile), meaning);
        }
        legend
    }
}
