//! How far the moves of a shortest solution are forced, by the plain rules: for `rank`.
//!
//! All positions that can be reached are listed with their distances from the nearest goal. Costs a
//! call of [`MoveGame::legal`] per position, and for each position of the solution a walk over those
//! that lie on shortest solutions.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::{MoveGame, Representative, State, main_metric};
use crate::puzzle::Searches;
use crate::puzzle::rank::Course;
use crate::search::{Budget, Outcome, Stop};

/// The most positions that are listed: above that, nothing is known even with unlimited time, so that
/// it does not depend on the machine.
const POSITIONS: usize = 100_000;

/// The distance of a position from which no goal can be reached.
const NEVER: u64 = u64::MAX;

/// A move between two positions.
struct Edge {
    to: u32,
    cost: u64,
}

/// The positions that can be reached from a start, which has the number 0.
struct Map<'a, M: MoveGame> {
    model: &'a M,
    representative: Representative<'a, M::Position>,
    numbers: HashMap<M::Position, u32>,
    edges: Vec<Vec<Edge>>,
    /// Distances from the nearest goal.
    distances: Vec<u64>,
}

impl<'a, M: MoveGame> Map<'a, M> {
    fn of(model: &'a M, start: &M::Position, budget: &Budget) -> Result<Self, Stop> {
        let representative = model.representative();
        let numbers = HashMap::from([(representative(start), 0)]);
        let mut map =
            Self { model, representative, numbers, edges: Vec::new(), distances: Vec::new() };
        let (mut positions, mut goals) = (vec![start.clone()], Vec::new());
        // About the bytes of a position with its moves.
        let each = 16 * model.position_text(start).len() as u64 + 256;
        let cost = main_metric::<M>().cost;
        let mut at = 0;
        while at < positions.len() {
            budget.check(at as u64, each * positions.len() as u64)?;
            if model.is_solved(&positions[at]) {
                goals.push(at as u32);
            }
            let mut edges = Vec::new();
            for (by, next) in model.legal(&positions[at]) {
                let fresh = positions.len() as u32;
                let key = (map.representative)(&next);
                let to = *map.numbers.entry(key).or_insert(fresh);
                if to == fresh {
                    positions.push(next);
                }
                edges.push(Edge { to, cost: cost(&by) });
            }
            map.edges.push(edges);
            if positions.len() > POSITIONS {
                return Err(Stop::States);
            }
            at += 1;
        }
        map.measure(&goals, budget)?;
        Ok(map)
    }

    /// Finds the distances from the nearest goal, by Dijkstra's algorithm over reversed moves.
    fn measure(&mut self, goals: &[u32], budget: &Budget) -> Result<(), Stop> {
        let mut backward: Vec<Vec<Edge>> = self.edges.iter().map(|_| Vec::new()).collect();
        for (from, edges) in self.edges.iter().enumerate() {
            for edge in edges {
                backward[edge.to as usize].push(Edge { to: from as u32, cost: edge.cost });
            }
        }
        self.distances = vec![NEVER; self.edges.len()];
        let mut open: BinaryHeap<_> = goals.iter().map(|&goal| Reverse((0, goal))).collect();
        for &goal in goals {
            self.distances[goal as usize] = 0;
        }
        while let Some(Reverse((far, at))) = open.pop() {
            budget.rest()?;
            if far > self.distances[at as usize] {
                continue;
            }
            for edge in &backward[at as usize] {
                let (far, known) = (far + edge.cost, &mut self.distances[edge.to as usize]);
                if far < *known {
                    *known = far;
                    open.push(Reverse((far, edge.to)));
                }
            }
        }
        Ok(())
    }

    fn number(&self, at: &M::Position) -> usize {
        self.numbers[&(self.representative)(at)] as usize
    }

    /// Returns whether a shortest solution from the start avoids a position.
    fn can_avoid(&self, avoided: usize) -> bool {
        let (mut seen, mut open) = (vec![false; self.edges.len()], vec![0]);
        seen[avoided] = true;
        while let Some(at) = open.pop() {
            if self.distances[at] == 0 {
                return true;
            }
            for edge in &self.edges[at] {
                let (to, rest) = (edge.to as usize, self.distances[edge.to as usize]);
                if rest.checked_add(edge.cost) == Some(self.distances[at]) && !seen[to] {
                    seen[to] = true;
                    open.push(to);
                }
            }
        }
        false
    }
}

/// Implements [`crate::puzzle::Game::course`], of a puzzle with a goal.
pub(super) fn course<M: MoveGame>(
    model: &M,
    state: &State<M>,
    searches: &mut Searches,
    budget: &Budget,
) -> Outcome<Course> {
    let path = match state.solution(model, 0, searches, budget) {
        Outcome::Solved(path) => path,
        Outcome::Unsolvable => return Outcome::Unsolvable,
        Outcome::GaveUp(stop) => return Outcome::GaveUp(stop),
    };
    let start = state.position.clone();
    match Map::of(model, &start, budget).and_then(|map| along(&map, start, &path, budget)) {
        Ok(course) => Outcome::Solved(course),
        Err(stop) => Outcome::GaveUp(stop),
    }
}

/// Looks at the moves of a shortest solution, one after the other.
fn along<M: MoveGame>(
    map: &Map<'_, M>,
    start: M::Position,
    path: &[M::Move],
    budget: &Budget,
) -> Result<Course, Stop> {
    let (mut course, mut at) = (Course::default(), start);
    for (made, by) in path.iter().enumerate() {
        budget.rest()?;
        let here = map.number(&at);
        let distance = map.distances[here];
        if made > 0 && !map.can_avoid(here) {
            course.bottlenecks += 1;
        }
        let legal = map.model.legal(&at);
        let leads = |(_, next): &(M::Move, M::Position)| map.distances[map.number(next)];
        let nearer = legal.iter().filter(|one| leads(one) < distance).count();
        course.forced += u64::from(nearer == 1);
        if course.divergence.is_none() && legal.iter().any(|one| leads(one) > distance) {
            course.divergence = Some(made as u64 + 1);
        }
        let text = map.model.move_text(by);
        let made = legal.into_iter().find(|(other, _)| map.model.move_text(other) == text);
        at = made.expect("the plain rules allow every move of a solution").1;
    }
    Ok(course)
}
