use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::rules::{Block, RollError};
use super::terrain::TerrainError;
use super::*;
use crate::puzzle::moves::Engine as _;
use crate::puzzle::testing::Draw;
use crate::scene::Coordinate;
use crate::search::{Budget, Halt, Outcome, Until};

/// Returns a terrain from rows divided by `/` and legend lines, in the forms of the language.
fn level(rows: &str, legend: &[&str]) -> Terrain {
    let mut bridges = Vec::new();
    let mut bridge_names = Vec::new();
    for line in legend {
        let (name, text) = line.split_once(": ").unwrap();
        if let Some(state) = text.strip_prefix("bridge ") {
            bridge_names.push(name);
            bridges.push(state == "extended");
        }
    }
    let mut others: HashMap<&str, Tile> = HashMap::new();
    let mut switches = Vec::new();
    let mut splits = Vec::new();
    for line in legend {
        let (name, text) = line.split_once(": ").unwrap();
        let (kind, rest) = text.split_once(' ').unwrap();
        if kind == "splits" {
            let n: Vec<i32> =
                rest.split(|c: char| !c.is_ascii_digit()).flat_map(str::parse).collect();
            others.insert(name, Tile::Split(splits.len() as u16));
            splits.push(Split {
                first: Coordinate::new(n[0], n[1]),
                second: Coordinate::new(n[2], n[3]),
            });
        } else if kind != "bridge" {
            others.insert(name, Tile::Switch(switches.len() as u16));
            let effects = rest.split(", ").map(|effect| {
                let (verb, bridge) = effect.split_once(' ').unwrap();
                let effect = match verb {
                    "toggles" => Effect::Toggle,
                    "extends" => Effect::Extend,
                    _ => Effect::Retract,
                };
                (effect, bridge_names.iter().position(|&b| b == bridge).unwrap() as u8)
            });
            switches.push(Switch { hard: kind == "hard", effects: effects.collect() });
        }
    }
    let mut start = Coordinate::new(-1, -1);
    let mut tiles = Vec::new();
    for (r, row) in rows.split('/').enumerate() {
        let row = row.trim_matches(' ');
        tiles.push(Vec::new());
        for (c, cell) in row.chars().enumerate() {
            tiles[r].push(match cell {
                '-' => Tile::Void,
                'o' => Tile::Floor,
                'S' => {
                    start = Coordinate::new(r as i32, c as i32);
                    Tile::Floor
                }
                'T' => Tile::Target,
                'f' => Tile::Fragile,
                other => {
                    let name = other.to_string();
                    match bridge_names.iter().position(|&b| b == name) {
                        Some(n) => Tile::Bridge(n as u8),
                        None => others[name.as_str()],
                    }
                }
            });
        }
    }
    Terrain::new(tiles, start, &bridges, switches, splits).unwrap()
}

const LEVEL_1: &str = "ooo-------/oSoooo----/ooooooooo-/-ooooooooo/-----ooToo/------ooo-";
const SPLIT: &str = "ooooo--oooo/oSoos--ooTo/ooooo--oooo";

fn finder(terrain: &Terrain) -> Finder {
    finder_from(terrain, Position::start(terrain))
}

fn finder_from(terrain: &Terrain, at: Position) -> Finder {
    solve::finder(&Arc::new(terrain.clone()), at)
}

fn letters(rolls: &[Roll]) -> String {
    rolls.iter().map(|roll| roll.letter()).collect()
}

fn solve(terrain: &Terrain) -> Option<String> {
    let Outcome::Solved(path) = finder(terrain).solve(&Budget::unlimited()) else { return None };
    assert!(Position::start(terrain).play(terrain, &path).unwrap().is_solved(terrain));
    Some(letters(&path))
}

/// Rolls in a solution.
pub(super) fn length(path: &str) -> usize {
    path.chars().filter(|&c| c != '_').count()
}

pub(super) fn all_shortest(terrain: &Terrain) -> Vec<String> {
    let budget = Budget::unlimited();
    let mut finder = finder(terrain);
    let mut paths = Vec::new();
    while let Outcome::Solved(path) = finder.next_goal(&budget) {
        paths.push(letters(&path));
    }
    match finder.count(&budget) {
        Outcome::Solved(count) => assert_eq!(count, paths.len().into()),
        count => assert!(count == Outcome::Unsolvable && paths.is_empty(), "{count:?}"),
    }
    paths
}

#[test]
fn the_first_level() {
    let terrain = level(LEVEL_1, &[]);
    assert_eq!(solve(&terrain).unwrap().len(), 7);
    let paths = all_shortest(&terrain);
    assert_eq!(paths.len(), 3);
    assert_eq!(solve(&terrain).unwrap(), paths[0]);
    let mut finder = finder(&terrain);
    finder.advance(Until::Exhausted, &Budget::unlimited());
    assert_eq!(finder.frontier().end, 89);
}

#[test]
fn neighbors_of_the_start() {
    let terrain = level(LEVEL_1, &[]);
    let lines: Vec<String> = Position::start(&terrain)
        .neighbors(&terrain)
        .into_iter()
        .filter_map(|(roll, next)| Some(format!("{} {}", roll.letter(), next.ok()?.block)))
        .collect();
    assert_eq!(lines, ["R (1,2) (1,3)", "D (2,1) (3,1)"]);
    let left = Position::start(&terrain).after(&terrain, Roll::Left);
    assert_eq!(left, Err(RollError::NoFloor(Coordinate::new(1, -1))));
    assert_eq!(Position::start(&terrain).after(&terrain, Roll::Pass), Err(RollError::NotSplit));
}

#[test]
fn after_right_one_neighbor_is_known_already() {
    let terrain = level(LEVEL_1, &[]);
    let mut finder = finder(&terrain);
    finder.advance(Until::Discovered(5), &Budget::unlimited());
    let paths: Vec<String> = (0..5).map(|id| letters(&finder.way_to(id).0)).collect();
    assert_eq!(paths[..3], ["", "R", "D"]);
    assert!(paths.iter().all(|path| path != "RL"));
}

#[test]
fn a_split_block_comes_together() {
    let terrain = level(SPLIT, &["s: splits to (0,7) and (2,7)"]);
    let path = solve(&terrain).unwrap();
    assert_eq!(length(&path), 6);
    assert_eq!(path, "RRRD_UR");
    assert_eq!(all_shortest(&terrain)[0], path);
    let at = Position::start(&terrain);
    let split = at.play(&terrain, &[Roll::Right; 2]).unwrap();
    assert_eq!(split.block, Block::Cubes(Coordinate::new(0, 7), Coordinate::new(2, 7)));
    let passed = split.after(&terrain, Roll::Pass).unwrap();
    assert_eq!(passed.block, Block::Cubes(Coordinate::new(2, 7), Coordinate::new(0, 7)));
    let joined = split.after(&terrain, Roll::Down).unwrap();
    assert_eq!(joined.block, Block::Lying(Coordinate::new(1, 7), Coordinate::new(2, 7)));
}

#[test]
fn stages_with_switches_and_fragile_tiles() {
    let second = "------oooo--ooo/oooo--oodo--oTo/ooco--oooo--ooo/oooo--oooo--ooo/\
                  oSooaaoooobbooo/oooo--oooo-----";
    let legend =
        ["a: bridge retracted", "b: bridge retracted", "c: soft toggles a", "d: hard toggles b"];
    assert_eq!(solve(&level(second, &legend)).unwrap().len(), 17);
    let fourth = "---fffffff----/---fffffff----/oooo-----ooo--/ooo-------oo--/ooo-------oo--/\
                  oSo--oooofffff/ooo--oooofffff/-----oTo--ffof/-----ooo--ffff";
    assert_eq!(solve(&level(fourth, &[])).unwrap().len(), 28);
}

#[test]
fn switches_act_on_what_the_block_stands_on() {
    // The bridge under the block goes away by the switch that the same roll presses.
    let legend = ["a: bridge extended", "b: soft retracts a"];
    let terrain = level("SbaoT", &legend);
    let lying = Position::start(&terrain).after(&terrain, Roll::Right);
    assert_eq!(lying.unwrap_err(), RollError::Retracted(Coordinate::new(0, 2), 0));
    // Two cells of one switch are two switches: toggled twice, nothing has changed.
    let terrain = level("Sbb/aoo/oTo", &["a: bridge retracted", "b: soft toggles a"]);
    assert_eq!(Position::start(&terrain).after(&terrain, Roll::Right).unwrap().extended, 0);
    let fragile = level("Soof/ooof", &[]);
    let broken = Position::start(&fragile).play(&fragile, &[Roll::Right, Roll::Right]);
    assert_eq!(broken.unwrap_err(), (1, RollError::Breaks(Coordinate::new(0, 3))));
}

#[test]
fn terrains_that_cannot_be_played() {
    let floor = vec![vec![Tile::Floor; 3]];
    let at = Coordinate::new(0, 0);
    let new = |splits| Terrain::new(floor.clone(), at, &[], Vec::new(), splits).unwrap_err();
    let split = |a, b| vec![Split { first: Coordinate::new(0, a), second: Coordinate::new(0, b) }];
    assert_eq!(new(split(1, 1)), TerrainError::SplitOnOnePlace(0));
    assert_eq!(new(split(1, 7)), TerrainError::SplitOnVoid(0, Coordinate::new(0, 7)));
    let off = Terrain::new(floor.clone(), Coordinate::new(1, 0), &[], Vec::new(), Vec::new());
    assert_eq!(off, Err(TerrainError::NoStart));
    let unknown = Terrain::new(vec![vec![Tile::Switch(0)]], at, &[], Vec::new(), Vec::new());
    assert_eq!(unknown, Err(TerrainError::UnknownNumber));
    let bridges = Terrain::new(floor.clone(), at, &[true; 65], Vec::new(), Vec::new());
    assert_eq!(bridges, Err(TerrainError::TooManyBridges));
}

/// Returns a random terrain with everything in it, and its mirror image left to right.
pub(super) fn random(draw: &mut Draw) -> (Terrain, Terrain) {
    let rows = 2 + draw.index(5);
    let cols = 3 + draw.index(6);
    let bridges: Vec<bool> = (0..=draw.below(3)).map(|_| draw.below(2) == 0).collect();
    let bridge = |draw: &mut Draw| draw.below(bridges.len() as u64) as u8;
    let switches: Vec<Switch> = (0..3)
        .map(|_| Switch {
            hard: draw.below(2) == 0,
            effects: (0..=draw.below(3))
                .map(|_| {
                    let effects = [Effect::Toggle, Effect::Extend, Effect::Retract];
                    (effects[draw.index(3)], bridge(draw))
                })
                .collect(),
        })
        .collect();
    let mut tiles = vec![vec![Tile::Floor; cols]; rows];
    for row in &mut tiles {
        for tile in row.iter_mut() {
            *tile = match draw.below(24) {
                0..=3 => Tile::Void,
                4..=5 => Tile::Fragile,
                6..=7 => Tile::Bridge(bridge(draw)),
                8..=10 => Tile::Switch(draw.below(3) as u16),
                11 => Tile::Split(draw.below(2) as u16),
                12 => Tile::Target,
                _ => Tile::Floor,
            };
        }
    }
    let cell = |draw: &mut Draw| {
        Coordinate::new(draw.below(rows as u64) as i32, draw.below(cols as u64) as i32)
    };
    let start = cell(draw);
    tiles[start.row as usize][start.column as usize] = Tile::Floor;
    let mut splits = Vec::new();
    while splits.len() < 2 {
        let first = cell(draw);
        let second = cell(draw);
        if first != second {
            splits.push(Split { first, second });
            for cell in [first, second] {
                tiles[cell.row as usize][cell.column as usize] = Tile::Floor;
            }
        }
    }
    let mirror = |cell: Coordinate| Coordinate::new(cell.row, cols as i32 - 1 - cell.column);
    let mirrored: Vec<Vec<Tile>> =
        tiles.iter().map(|row| row.iter().rev().copied().collect()).collect();
    let mirrored_splits = splits
        .iter()
        .map(|split| Split { first: mirror(split.first), second: mirror(split.second) })
        .collect();
    (
        Terrain::new(tiles, start, &bridges, switches.clone(), splits).unwrap(),
        Terrain::new(mirrored, mirror(start), &bridges, switches, mirrored_splits).unwrap(),
    )
}

/// Holds that the search discovers each position that the plain rules reach once, nearest first and
/// by a shortest path. Returns the positions in the order of discovery.
fn all_positions(terrain: &Terrain) -> Vec<Position> {
    let start = Position::start(terrain);
    let distances = reference::distances(terrain, start);
    let mut finder = finder(terrain);
    finder.advance(Until::Exhausted, &Budget::unlimited());
    let mut seen = HashSet::new();
    let mut positions = Vec::new();
    let mut farthest = 0;
    for id in 0..finder.frontier().end {
        let (path, at) = finder.way_to(id);
        assert_eq!(start.play(terrain, &path), Ok(at));
        let rolls = length(&letters(&path));
        assert_eq!(rolls, distances[&at]);
        assert!(rolls >= farthest && seen.insert(at));
        farthest = rolls;
        positions.push(at);
    }
    assert_eq!(positions.len(), distances.len());
    positions
}

/// A search that starts from any position, also from two cubes, finds a shortest way.
#[test]
fn every_position_is_a_start() {
    let mut draw = Draw(77);
    let mut split = 0;
    for _ in 0..100 {
        let (terrain, _) = random(&mut draw);
        for at in all_positions(&terrain).into_iter().step_by(150) {
            let outcome = finder_from(&terrain, at).solve(&Budget::unlimited());
            let wanted = reference::shortest(&terrain, at);
            match &outcome {
                Outcome::Solved(path) => {
                    assert!(at.play(&terrain, path).unwrap().is_solved(&terrain));
                    assert_eq!(Some(length(&letters(path))), wanted);
                }
                other => assert!(*other == Outcome::Unsolvable && wanted.is_none(), "{other:?}"),
            }
            split += usize::from(at.block.is_split());
        }
    }
    assert!(split > 20, "the draw is worth its name: {split}");
}

#[test]
fn large_terrains_are_searched() {
    let mut rows = vec![vec![Tile::Floor; 513]; 4];
    rows[3][512] = Tile::Target;
    let terrain = Terrain::new(rows, Coordinate::new(0, 0), &[], Vec::new(), Vec::new()).unwrap();
    let path = solve(&terrain).expect("a way");
    assert_eq!(Some(length(&path)), reference::shortest(&terrain, Position::start(&terrain)));
}

/// Two cubes that are far from each other.
#[test]
fn pairs_of_cubes_on_wide_terrains() {
    for bridges in [0, 1] {
        let mut rows = vec![vec![Tile::Floor; 30]; 4];
        rows[0][2] = Tile::Split(0);
        rows[3][15] = Tile::Target;
        if bridges > 0 {
            rows[2][1] = Tile::Bridge(0);
        }
        let splits = vec![Split { first: Coordinate::new(0, 29), second: Coordinate::new(3, 0) }];
        let bridges = vec![true; bridges];
        let terrain =
            Terrain::new(rows, Coordinate::new(0, 0), &bridges, Vec::new(), splits).unwrap();
        let split = all_positions(&terrain).iter().filter(|at| at.block.is_split()).count();
        assert!(split > 10_000, "{split}");
    }
}

#[test]
fn random_levels_agree_with_the_reference() {
    let mut draw = Draw(2024);
    let mut solved = 0;
    let mut split = 0;
    for _ in 0..400 {
        let (terrain, mirrored) = random(&mut draw);
        let wanted = reference::shortest(&terrain, Position::start(&terrain));
        let solution = solve(&terrain);
        assert_eq!(solution.as_deref().map(length), wanted);
        // Switches act in reading order, which a mirror reverses: only toggles commute.
        let commutes = |n: u16| terrain.switch(n).effects.iter().all(|e| e.0 == Effect::Toggle);
        if (0..3).all(commutes) {
            assert_eq!(solve(&mirrored).as_deref().map(length), wanted);
        }
        split += all_positions(&terrain).iter().filter(|at| at.block.is_split()).count();
        solved += usize::from(wanted.is_some());
        for path in all_shortest(&terrain).iter().take(20) {
            let rolls: Vec<Roll> = path.chars().map(|c| Roll::from_letter(c).unwrap()).collect();
            let end = Position::start(&terrain).play(&terrain, &rolls).unwrap();
            assert!(end.is_solved(&terrain) && Some(length(path)) == wanted);
        }
    }
    assert!(solved > 80 && split > 1000, "the draw is worth its name: {solved} {split}");
}

#[test]
fn stopped_at_ten_places_it_ends_the_same() {
    let terrain = level(SPLIT, &["s: splits to (0,7) and (2,7)"]);
    let budget = Budget::unlimited();
    let mut through = finder(&terrain);
    through.advance(Until::Exhausted, &budget);
    let figures = through.figures();
    let mut draw = Draw(5);
    let mut places: Vec<u64> = (0..10).map(|_| draw.below(figures.expanded)).collect();
    places.sort_unstable();
    let mut finder = finder(&terrain);
    for states in places {
        let limited = Budget::unlimited().with_states(states);
        let halt = finder.advance(Until::Exhausted, &limited);
        assert_eq!(halt, Halt::Stopped(Stop::States));
    }
    finder.advance(Until::Exhausted, &budget);
    assert_eq!(finder.figures(), figures);
    assert_eq!(finder.solve(&budget), through.solve(&budget));
}
