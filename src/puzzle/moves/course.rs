//! How far the moves of a shortest solution are forced, by the graph of a search: for `rank`.

use crate::puzzle::rank::Course;
use crate::search::{Budget, Explorer, Outcome, Search, Space, Stop, Until};

/// The most states that are listed: above that, nothing is known even with unlimited time, so that
/// it does not depend on the machine.
const STATES: u64 = 100_000;

/// States that a loop over all of them passes between two looks at the budget.
const LOOK: usize = 1 << 8;

/// The distance of a state from which no goal can be reached, and the number of a missing state.
const NONE: u32 = u32::MAX;

/// The states of a search that has ended, joined by all their moves.
struct Graph {
    /// Moves of cost 1, by the state that they leave.
    forward: Links,
    /// Moves of cost 1, by the state that they reach.
    backward: Links,
    /// The state to which the free move of a state leads, and which leads back.
    companions: Vec<u32>,
    /// Distances from the nearest goal.
    distances: Vec<u32>,
}

/// Lists of states, one list per state.
///
/// ```text
///   ends     | 2    | 5          | 5 | …        the lists of states 0, 1, 2
///   states   | 7  8 | 0  9  12   |   | …
/// ```
#[derive(Default)]
struct Links {
    ends: Vec<usize>,
    states: Vec<u32>,
}

impl Links {
    fn of(&self, id: u32) -> &[u32] {
        let id = id as usize;
        let first = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.states[first..self.ends[id]]
    }

    /// Returns the same links by the states that they reach.
    fn reversed(&self) -> Self {
        let mut ends = vec![0; self.ends.len()];
        for &to in &self.states {
            ends[to as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            // The place of the next link, until all are placed: then the end of the list.
            sum += std::mem::replace(end, sum);
        }
        let mut states = vec![0; self.states.len()];
        for from in 0..self.ends.len() as u32 {
            for &to in self.of(from) {
                let place = &mut ends[to as usize];
                states[*place] = from;
                *place += 1;
            }
        }
        Self { ends, states }
    }
}

impl Graph {
    /// Lists the moves between the states of a search in which every state is expanded.
    fn new<S: Space>(search: &Search<S>, budget: &Budget) -> Result<Self, Stop> {
        let space = search.space();
        let known = |state: &S::State| search.id_of(state).expect("every state is discovered");
        let mut forward = Links::default();
        let mut companions = Vec::new();
        let mut successors = Vec::new();
        for id in 0..search.discovered() {
            if (id as usize).is_multiple_of(LOOK) {
                // Twice the moves, and each list may double.
                let bytes = 16 * forward.states.len() + 64 * forward.ends.len();
                budget.rest()?;
                budget.fits(bytes as u64)?;
            }
            let state = search.state(id);
            space.expand(state, 0, budget, &mut successors)?;
            forward.states.extend(successors.drain(..).map(|(_, next)| known(&next)));
            forward.ends.push(forward.states.len());
            companions.push(space.free_move(state).map_or(NONE, |(_, next)| known(&next)));
        }
        let goals = (0..search.discovered()).filter(|&id| space.is_goal(search.state(id)));
        let distances = vec![NONE; companions.len()];
        let mut graph = Self { backward: forward.reversed(), forward, companions, distances };
        graph.measure(goals.collect());
        Ok(graph)
    }

    /// Finds the distances from the nearest goal, breadth-first over the moves backward.
    fn measure(&mut self, goals: Vec<u32>) {
        let mut layer = goals;
        let mut distance = 0;
        while !layer.is_empty() {
            let mut next = Vec::new();
            for id in layer {
                for id in [id, self.companions[id as usize]] {
                    if id != NONE && self.distance(id) == NONE {
                        self.distances[id as usize] = distance;
                        next.extend(self.backward.of(id));
                    }
                }
            }
            layer = next;
            distance += 1;
        }
    }

    fn distance(&self, id: u32) -> u32 {
        self.distances[id as usize]
    }

    /// Returns whether a shortest solution from the start avoids a state.
    fn can_avoid(&self, avoided: u32) -> bool {
        let mut seen = vec![false; self.distances.len()];
        seen[avoided as usize] = true;
        let mut open = vec![0];
        while let Some(id) = open.pop() {
            let distance = self.distance(id);
            if distance == 0 {
                return true;
            }
            let nearer = self.forward.of(id).iter().filter(|&&to| self.distance(to) < distance);
            let companion = Some(&self.companions[id as usize]).filter(|&&id| id != NONE);
            for &to in nearer.chain(companion) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    open.push(to);
                }
            }
        }
        false
    }
}

/// Returns how far the moves of the first shortest path to a goal are forced. Expands every state
/// twice, and walks over the shortest paths once for each state on the first of them.
pub(super) fn course<S: Space>(explorer: &mut Explorer<S>, budget: &Budget) -> Outcome<Course> {
    let listed = budget.clone().with_states(budget.states.min(STATES));
    let goal = match explorer.find_goal(&listed) {
        Outcome::Solved(goal) => goal,
        Outcome::Unsolvable => return Outcome::Unsolvable,
        Outcome::GaveUp(stop) => return Outcome::GaveUp(stop),
    };
    let search = &mut **explorer;
    let ended = search.advance(Until::Exhausted, &listed).unless_stopped();
    match ended.and_then(|()| search.ready(budget)).and_then(|()| Graph::new(search, budget)) {
        Ok(graph) => along(&graph, &search.states_to(goal), budget).into(),
        Err(stop) => Outcome::GaveUp(stop),
    }
}

/// Looks at the moves between the states of a shortest path, one after the other.
fn along(graph: &Graph, path: &[u32], budget: &Budget) -> Result<Option<Course>, Stop> {
    let mut course = Course::default();
    for (made, &id) in path[..path.len() - 1].iter().enumerate() {
        budget.rest()?;
        let distance = graph.distance(id);
        let leads = || graph.forward.of(id).iter().map(|&to| graph.distance(to));
        course.forced += u64::from(leads().filter(|&next| next < distance).count() == 1);
        if course.divergence.is_none() && leads().any(|next| next > distance) {
            course.divergence = Some(made as u64 + 1);
        }
        course.bottlenecks += u64::from(made > 0 && !graph.can_avoid(id));
    }
    Ok(Some(course))
}
