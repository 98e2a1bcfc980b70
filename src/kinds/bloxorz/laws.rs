//! Laws of every level and every session: pauses, laziness, undo, symmetry, completion.

use super::rules::{Position, Roll};
use super::terrain::{Effect, Split, Terrain, Tile};
use super::tests::{all_shortest, length, random};
use super::typed::{APART, FIRST};
use crate::laws;
use crate::puzzle::testing::{Draw, open};
use crate::scene::Coordinate;

const BRIDGES: &str = "\n ooooo------\n oSbooppxqqT\n ooooo------\n p: bridge retracted\n \
                       q: bridge retracted\n b: soft toggles p\n x: hard extends q\n";
const LEVELS: [&str; 3] = [FIRST, APART, BRIDGES];

#[test]
fn the_laws_of_puzzles_with_moves_hold() {
    let verbs = ["solve", "goals 99"];
    for level in LEVELS {
        let open = || open("bloxorz", level);
        laws::pauses_change_nothing(&open, &verbs);
        laws::nothing_more_is_expanded(&open);
        laws::travel_brings_searches_back(&open, &verbs);
        laws::completion_offers_the_legal_letters(&open);
        laws::solutions_replay(&open);
    }
}

/// Returns the terrain with every place moved by `to` in a drawing of `rows` and `cols`, and bridge
/// `b` numbered `renamed[b]`.
fn moved(
    terrain: &Terrain,
    (rows, cols): (usize, usize),
    to: impl Fn(Coordinate) -> Coordinate,
    renamed: &[u8],
) -> Terrain {
    let mut tiles = vec![vec![Tile::Void; cols]; rows];
    for (row, line) in terrain.rows().iter().enumerate() {
        for (col, &tile) in line.iter().enumerate() {
            let at = to(Coordinate::new(row as i32, col as i32));
            tiles[at.row as usize][at.column as usize] = match tile {
                Tile::Bridge(bridge) => Tile::Bridge(renamed[usize::from(bridge)]),
                other => other,
            };
        }
    }
    let mut extended = vec![false; terrain.bridges()];
    for (bridge, &name) in renamed.iter().enumerate() {
        extended[usize::from(name)] = terrain.extended() >> bridge & 1 == 1;
    }
    let mut switches = terrain.switches().to_vec();
    for effect in switches.iter_mut().flat_map(|switch| &mut switch.effects) {
        effect.1 = renamed[usize::from(effect.1)];
    }
    let splits = terrain.splits().iter();
    let splits =
        splits.map(|split| Split { first: to(split.first), second: to(split.second) }).collect();
    Terrain::new(tiles, to(terrain.start()), &extended, switches, splits).expect("still sound")
}

#[test]
fn mirrored_turned_and_renamed_levels_take_as_many_rolls() {
    let mut draw = Draw(4711);
    let mut solved = 0;
    for _ in 0..150 {
        let (terrain, _) = random(&mut draw);
        let shape = (terrain.rows().len(), terrain.rows()[0].len());
        let height = shape.0 as i32 - 1;
        let width = shape.1 as i32 - 1;
        let same: Vec<u8> = (0..terrain.bridges() as u8).collect();
        let back: Vec<u8> = same.iter().rev().copied().collect();
        let wanted = all_shortest(&terrain);
        let rolls = wanted.first().map(|path| length(path));
        solved += usize::from(rolls.is_some());
        // Names do not matter at all.
        let renamed = moved(&terrain, shape, |at| at, &back);
        assert_eq!(all_shortest(&renamed), wanted);
        // The switches under a lying block act in reading order: reversed it stays the same only if
        // they commute.
        let toggles =
            |switch: &super::Switch| switch.effects.iter().all(|effect| effect.0 == Effect::Toggle);
        if !terrain.switches().iter().all(toggles) {
            continue;
        }
        let turned = (shape.1, shape.0);
        for other in [
            moved(&terrain, shape, |at| Coordinate::new(at.row, width - at.column), &same),
            moved(&terrain, shape, |at| Coordinate::new(height - at.row, at.column), &same),
            moved(&terrain, turned, |at| Coordinate::new(at.column, at.row), &back),
            moved(&terrain, turned, |at| Coordinate::new(at.column, height - at.row), &same),
        ] {
            let paths = all_shortest(&other);
            assert_eq!(paths.first().map(|path| length(path)), rolls);
            assert_eq!(paths.len(), wanted.len());
        }
    }
    assert!(solved > 30, "the draw is worth its name: {solved}");
}

#[test]
fn what_neighbors_tell_is_what_play_does() {
    let mut draw = Draw(12);
    for _ in 0..60 {
        let (terrain, _) = random(&mut draw);
        let mut at = Position::start(&terrain);
        for _ in 0..30 {
            let neighbors = at.neighbors(&terrain);
            let rolls: Vec<Roll> = neighbors.iter().map(|(roll, _)| *roll).collect();
            assert_eq!(rolls[..4], Roll::ROLLS);
            assert_eq!(rolls.len(), 4 + usize::from(at.block.is_split()));
            let legal: Vec<_> =
                neighbors.iter().filter_map(|(roll, next)| Some((*roll, (*next).ok()?))).collect();
            if legal.is_empty() {
                break;
            }
            let (roll, next) = legal[draw.index(legal.len())];
            assert_eq!(at.after(&terrain, roll), Ok(next));
            assert_eq!(next.supported(&terrain), Ok(()));
            at = next;
        }
    }
}
