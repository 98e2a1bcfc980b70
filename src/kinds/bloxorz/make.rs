//! Terrains made to order, by a search among terrains that changes one place at a time.
//!
//! The hole is put where the block stands latest. Then every part without which the optimum is the
//! same is taken away: a fragile tile, a switch or a bridge matters only if the optimum changes both
//! with plain floor and with nothing in its place.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use hashbrown::HashSet;

use super::rules::{Block, Position};
use super::solve::finder;
use super::terrain::{Cell, Effect, Switch, Terrain, Tile};
use crate::diag::counted;
use crate::puzzle::make::{Draw, Made, Make, Maker, Question, Range, Size, Wishes};
use crate::puzzle::moves::Engine;
use crate::search::{Budget, Outcome};

/// The lengths of a side.
const SIDES: Range = Range { least: 3, most: 20 };
/// Bridges of a terrain, each with a switch.
const BRIDGES: usize = 2;
/// The letters of the bridges and of their switches.
const LETTERS: [[char; 2]; BRIDGES] = [['p', 'b'], ['q', 'c']];
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
    start: Cell,
    /// True for a bridge that is extended at the start.
    extended: [bool; BRIDGES],
    /// The switch of each bridge.
    switches: [Switch; BRIDGES],
}

/// The positions that can be reached.
#[derive(Default)]
struct Reach {
    /// The fewest rolls to a position in which the block stands on that place.
    standing: BTreeMap<Cell, u64>,
    /// The places that a part of the block touches.
    touched: BTreeSet<Cell>,
}

/// A place for the hole.
#[derive(Clone, Copy, Debug)]
struct Hole {
    at: Cell,
    moves: u64,
}

impl Make for MakeBloxorz {
    fn options(&self) -> &'static [&'static str] {
        &["moves", "size"]
    }

    fn order(&self, wishes: &Wishes) -> Result<Box<dyn Maker>, String> {
        let size = wishes.size("size", SIDES)?.unwrap_or(Size { rows: 6, columns: 10 });
        let all = Range { least: 1, most: u64::MAX };
        let moves = wishes.range("moves", all)?.unwrap_or(Range { least: 12, most: 30 });
        Ok(Box::new(BloxorzMaker { size, moves }))
    }
}

impl Maker for BloxorzMaker {
    fn attempts(&self) -> u64 {
        200
    }

    fn attempt(&self, draw: &mut Draw, budget: &Budget) -> Option<Made> {
        let (mut level, mut nearest) = (self.random(draw), None::<Hole>);
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
                (level, nearest) = (changed, Some(hole));
            }
            if distance == 0 {
                break;
            }
        }
        let hole = nearest?;
        level.rows[hole.at.row as usize][hole.at.col as usize] = Tile::Target;
        level.simplify(hole.moves);
        Some(self.made(&level, hole.moves, budget))
    }
}

impl BloxorzMaker {
    /// Returns a random place.
    fn place(&self, draw: &mut Draw) -> Cell {
        let (row, col) = (draw.index(self.size.rows), draw.index(self.size.columns));
        Cell::new(row as i32, col as i32)
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
        rows[start.row as usize][start.col as usize] = Tile::Floor;
        let switch = |bridge: u8, draw: &mut Draw| {
            let effect = Effect::ALL[draw.index(Effect::ALL.len())];
            Switch { hard: draw.below(2) == 0, effects: vec![(effect, bridge)] }
        };
        let switches = [switch(0, draw), switch(1, draw)];
        let extended = switches.each_ref().map(|switch| match switch.effects[0].0 {
            // Otherwise the switch would have nothing to do at first.
            Effect::Extend => false,
            Effect::Retract => true,
            Effect::Toggle => draw.below(2) == 0,
        });
        Level { rows, start, extended, switches }
    }

    /// Returns the terrain with another tile at a random place.
    fn changed(&self, level: &Level, draw: &mut Draw) -> Level {
        let mut level = level.clone();
        let at = self.place(draw);
        if at != level.start {
            let number = draw.index(BRIDGES);
            level.rows[at.row as usize][at.col as usize] = match draw.below(20) {
                0..8 => Tile::Floor,
                8..14 => Tile::Void,
                14..16 => Tile::Fragile,
                16..18 => Tile::Switch(number as u16),
                _ => Tile::Bridge(number as u8),
            };
        }
        level
    }

    /// Returns the terrain as a puzzle.
    fn made(&self, level: &Level, moves: u64, budget: &Budget) -> Made {
        let terrain = Arc::new(level.terrain());
        let solved = finder(&terrain, Position::start(&terrain)).solve(budget);
        let proved = matches!(&solved, Outcome::Solved(_));
        if let Outcome::Solved(path) = &solved {
            // Without splits each move is a roll.
            assert_eq!(path.len() as u64, moves, "the plain rules and the engine agree");
        }
        let parts = level.rows.iter().flatten();
        let rows = parts.map(|tile| tile_char(*tile)).collect::<Vec<_>>();
        let mut rows: Vec<Vec<char>> =
            rows.chunks(self.size.columns).map(<[char]>::to_vec).collect();
        rows[level.start.row as usize][level.start.col as usize] = 'S';
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
        Tile::Void | Tile::Split(_) => '-',
    }
}

impl Level {
    fn terrain(&self) -> Terrain {
        let (rows, switches) = (self.rows.clone(), self.switches.to_vec());
        let terrain = Terrain::new(rows, self.start, &self.extended, switches, Vec::new());
        terrain.expect("a start on floor, and bridges and switches that are there")
    }

    fn tile(&self, at: Cell) -> Tile {
        self.rows[at.row as usize][at.col as usize]
    }

    /// Returns the level with every tile changed.
    fn with(&self, change: impl Fn(Tile) -> Tile) -> Self {
        let row = |row: &Vec<Tile>| row.iter().map(|tile| change(*tile)).collect();
        Self { rows: self.rows.iter().map(row).collect(), ..self.clone() }
    }

    /// Returns what can be reached; `None` if that are too many positions. A breadth-first search by
    /// the plain rules.
    fn reach(&self) -> Option<Reach> {
        let terrain = self.terrain();
        let start = Position::start(&terrain);
        let (mut reach, mut seen) = (Reach::default(), HashSet::<Position>::from([start]));
        let mut open = VecDeque::from([(start, 0)]);
        while let Some((at, moves)) = open.pop_front() {
            if seen.len() > POSITIONS {
                return None;
            }
            reach.touched.extend(at.block.cells());
            if let Block::Standing(cell) = at.block {
                reach.standing.entry(cell).or_insert(moves);
            }
            if at.is_solved(&terrain) {
                continue;
            }
            for (_, next) in at.neighbors(&terrain) {
                if let Ok(next) = next
                    && seen.insert(next)
                {
                    open.push_back((next, moves + 1));
                }
            }
        }
        Some(reach)
    }

    /// Returns the place on plain floor where a hole is nearest to the number of moves: of several the one
    /// with the most rolls, then the first in reading order.
    fn hole(&self, moves: Range, reach: &Reach) -> Option<Hole> {
        let plain = |at: &Cell| self.tile(*at) == Tile::Floor && *at != self.start;
        let holes = reach.standing.iter().filter(|(at, _)| plain(at));
        let holes = holes.map(|(&at, &rolls)| Hole { at, moves: rolls });
        holes.min_by_key(|hole| (moves.distance(hole.moves), u64::MAX - hole.moves))
    }

    /// Returns the least number of rolls to the hole.
    fn optimum(&self) -> Option<u64> {
        let reach = self.reach()?;
        reach.standing.into_iter().find(|(at, _)| self.tile(*at) == Tile::Target).map(|one| one.1)
    }

    /// Takes away what does not matter while the optimum stays `moves`: places that are never touched,
    /// and idle parts, until every part that is left matters.
    fn simplify(&mut self, moves: u64) {
        while let Some(simpler) = self.simpler(moves) {
            *self = simpler;
        }
    }

    /// Returns the level without one of its idle parts, or without the places that are never touched;
    /// `None` if there are none.
    fn simpler(&self, moves: u64) -> Option<Self> {
        let reach = self.reach()?;
        let mut trimmed = self.clone();
        for (row, tiles) in trimmed.rows.iter_mut().enumerate() {
            for (col, tile) in tiles.iter_mut().enumerate() {
                if !reach.touched.contains(&Cell::new(row as i32, col as i32)) {
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
            let with = |own: Tile, other: Tile| {
                self.with(|tile| match tile {
                    _ if tile == bridge => own,
                    _ if tile == switch => other,
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
                let is_part = matches!(tile, Tile::Fragile | Tile::Switch(_) | Tile::Bridge(_));
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
                _ => continue,
            };
            legend.insert(tile_char(*tile), meaning);
        }
        legend
    }
}
