//! Bloxorz: a solve of the engine beside one by the plain rules, in the same run.

#![allow(clippy::print_stdout)]

mod timing;

use std::collections::{HashSet, VecDeque};
use std::hint::black_box;
use std::sync::Arc;

use puzzled::kinds::bloxorz::{Effect, Position, Roll, Split, Switch, Terrain, Tile, finder};
use puzzled::puzzle::moves::Engine;
use puzzled::scene::Coordinate;
use puzzled::search::{Budget, Outcome};
use timing::median;

/// Returns a terrain of `o S T f -`, bridges `a` to `e` (retracted), switches `1` to `5` that
/// toggle them softly, and `s` that splits to the two given places.
fn terrain(rows: &[&str], split: [(i32, i32); 2]) -> Terrain {
    let mut start = Coordinate::new(0, 0);
    let tile = |(r, c, byte): (usize, usize, u8), start: &mut Coordinate| match byte {
        b'-' => Tile::Void,
        b'S' => {
            *start = Coordinate::new(r as i32, c as i32);
            Tile::Floor
        }
        b'T' => Tile::Target,
        b'f' => Tile::Fragile,
        b'a'..=b'e' => Tile::Bridge(byte - b'a'),
        b'1'..=b'5' => Tile::Switch(u16::from(byte - b'1')),
        b's' => Tile::Split(0),
        _ => Tile::Floor,
    };
    let tiles: Vec<Vec<Tile>> = rows
        .iter()
        .enumerate()
        .map(|(r, row)| row.bytes().enumerate().map(|(c, b)| tile((r, c, b), &mut start)).collect())
        .collect();
    let switches = (0..5)
        .map(|bridge| Switch { hard: false, effects: vec![(Effect::Toggle, bridge)] })
        .collect();
    let place = |(row, col)| Coordinate::new(row, col);
    let split = Split { first: place(split[0]), second: place(split[1]) };
    Terrain::new(tiles, start, &[false; 5], switches, vec![split]).expect("a terrain")
}

/// Solves a terrain with the plain opponent: a queue of positions and the plain rules.
fn plain(terrain: &Terrain) -> Option<usize> {
    let start = Position::start(terrain);
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((at, cost)) = queue.pop_front() {
        if at.is_solved(terrain) {
            return Some(cost);
        }
        for (roll, next) in at.neighbors(terrain) {
            let Ok(next) = next else { continue };
            if seen.insert(next) {
                if roll == Roll::Pass {
                    queue.push_front((next, cost));
                } else {
                    queue.push_back((next, cost + 1));
                }
            }
        }
    }
    None
}

fn main() {
    let first =
        ["ooo-------", "oSoooo----", "ooooooooo-", "-ooooooooo", "-----ooToo", "------ooo-"];
    let halls = [
        "oooooo--ooooo--ooooo",
        "oSo1oo--oo2oo--oooso",
        "ooooooaaooooobbooooo",
        "ooo3oo--ooooo--ooo4o",
        "oooooo--oo5oo--ooooo",
        "--ccc----fff----ddd-",
        "oooooo--ooooo--ooooo",
        "oooooo--ooooo--ooTee",
        "oooooo--ooooo--ooooo",
    ];

    let levels = [
        ("first level", terrain(&first, [(0, 0), (2, 2)])),
        ("halls, 5 bridges, split", terrain(&halls, [(0, 0), (4, 12)])),
    ];

    for (name, terrain) in levels {
        let shared = Arc::new(terrain.clone());
        let mut figures = None;
        let ours = median(21, || {
            let mut search = finder(&shared, Position::start(&shared));
            let ended = search.solve(&Budget::unlimited());
            figures = Some((search.figures(), matches!(ended, Outcome::Solved(_))));
            black_box(ended);
        });
        let slow = median(5, || {
            black_box(plain(&terrain));
        });
        let (figures, solved) = figures.expect("it ran");
        let states = figures.expanded.max(1);
        println!(
            "{name:24} solved {solved} {states:7} states  ours {ours:9.2?} ({:.0} ns per state)  \
             plain {slow:9.2?}  x{:.1}",
            ours.as_nanos() as f64 / states as f64,
            slow.as_secs_f64() / ours.as_secs_f64()
        );
    }
}
