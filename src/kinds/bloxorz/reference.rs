//! The plain search over the plain rules: the oracle of the engine in tests.

use std::collections::{HashMap, VecDeque};

use super::{Position, Roll, Terrain};

/// Returns every position that can be reached from `start` with the least number of rolls to it, by
/// a breadth-first search in which free moves go to the front of the queue.
pub(super) fn distances(terrain: &Terrain, start: Position) -> HashMap<Position, usize> {
    let mut distance = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((at, cost)) = queue.pop_front() {
        if distance[&at] < cost {
            continue;
        }
        for (roll, next) in at.neighbors(terrain) {
            let Ok(next) = next else { continue };
            let cost = cost + usize::from(roll.counts());
            if distance.get(&next).is_none_or(|&known| cost < known) {
                distance.insert(next, cost);
                if roll == Roll::Pass {
                    queue.push_front((next, cost));
                } else {
                    queue.push_back((next, cost));
                }
            }
        }
    }
    distance
}

/// Returns the least number of rolls from `start` to the hole.
pub(super) fn shortest(terrain: &Terrain, start: Position) -> Option<usize> {
    let solved = distances(terrain, start).into_iter().filter(|(at, _)| at.is_solved(terrain));
    solved.map(|(_, cost)| cost).min()
}
