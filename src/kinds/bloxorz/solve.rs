//! The search for the fewest rolls: positions, joined by the rolls that the plain rules allow.

use std::sync::Arc;

use super::rules::{Position, Roll};
use super::terrain::Terrain;
use crate::puzzle::moves::Positions;
use crate::search::{Explorer, Space};

/// The positions of a terrain in reach of a start.
#[derive(Clone)]
pub struct Rolls {
    terrain: Arc<Terrain>,
    start: Position,
}

/// A breadth-first search from a position of the game.
pub(super) type Finder = Explorer<Rolls>;

/// Returns the search from `start`, which must rest on ground of the terrain.
pub fn finder(terrain: &Arc<Terrain>, start: Position) -> Finder {
    Explorer::new(Rolls { terrain: terrain.clone(), start })
}

impl Space for Rolls {
    type State = Position;
    type Move = Roll;

    fn starts(&self, out: &mut Vec<Position>) {
        out.push(self.start);
    }

    fn successors(&self, at: &Position, out: &mut Vec<(Roll, Position)>) {
        let next = |roll| Some((roll, at.after(&self.terrain, roll).ok()?));
        out.extend(Roll::ROLLS.into_iter().filter_map(next));
    }

    fn is_goal(&self, at: &Position) -> bool {
        at.is_solved(&self.terrain)
    }

    fn free_move(&self, at: &Position) -> Option<(Roll, Position)> {
        Some((Roll::Pass, at.after(&self.terrain, Roll::Pass).ok()?))
    }
}

impl Positions for Rolls {
    type Position = Position;
    type Step = Roll;

    fn steps(&self, path: &[Roll]) -> Vec<Roll> {
        path.to_vec()
    }

    fn position(&self, at: &Position, _: &[Roll]) -> Position {
        *at
    }
}
