//! Facts about all states of a puzzle together: its state graph, how many states are new per depth,
//! and the life of an automaton.

use std::collections::HashMap;
use std::hash::Hash;

use crate::search::Budget;

/// Characters of a state's text that are kept.
const LONGEST: usize = 1000;

/// A graph of states, as much of it as was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateGraph {
    /// The states in the order of their discovery, breadth-first; the first is the current one.
    pub nodes: Vec<StateNode>,
    /// The moves between them, in the order of their states, then in the puzzle's order.
    pub edges: Vec<StateEdge>,
    /// True if there are states beyond those.
    pub cut: bool,
}

/// A state of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateNode {
    /// The state as a short text of a few lines.
    pub text: String,
    /// Moves on a shortest path to it.
    pub depth: u64,
    /// True if the puzzle is solved there.
    pub goal: bool,
    /// True if moves lead from it to states that the graph does not hold.
    pub open: bool,
}

/// A move of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateEdge {
    /// The number of the state that it leads from.
    pub from: usize,
    /// The number of the state that it leads to.
    pub to: usize,
    /// The move as it is typed.
    pub label: String,
}

/// The plain rules of a kind that a graph of its states needs.
pub trait Rules {
    /// A state.
    type At;
    /// A key that identifies a state: two states are one node exactly when their keys are equal.
    type Key: Eq + Hash;

    /// Returns the key of a state.
    fn key(&mut self, at: &Self::At) -> Self::Key;
    /// Returns the legal moves, each as it is typed, with the state that it leads to, in the
    /// puzzle's order.
    ///
    /// A state that must be computed first and cannot be within the budget has none.
    fn moves(&mut self, at: &Self::At) -> Vec<(String, Self::At)>;
    /// Estimates the bytes that a state and its key hold beyond their own size.
    fn bytes(&self, at: &Self::At) -> u64;
    /// Returns a state as a text of a few lines; of a large one the beginning is kept.
    fn text(&mut self, at: &Self::At) -> String;
    /// Returns whether the puzzle is solved there.
    fn is_goal(&self, at: &Self::At) -> bool;
}

/// Returns the graph of the first `limit` states (at least one), breadth-first from `start`.
///
/// Every move between two of them is an edge, so that the graph does not depend on the order in
/// which it is visited. Costs one call of [`Rules::moves`] per state. If the budget ends, the graph
/// is cut there.
pub fn explore<R: Rules>(rules: &mut R, start: R::At, limit: usize, budget: &Budget) -> StateGraph {
    let mut graph = StateGraph::default();
    let mut numbers = HashMap::new();
    let mut states = Vec::new();
    let mut bytes = 0;
    numbers.insert(rules.key(&start), 0);
    graph.nodes.push(node(rules, &start, 0));
    states.push(start);

    let mut at = 0;
    while at < states.len() {
        if budget.check(at as u64, bytes).is_err() {
            // The remaining states were not visited.
            graph.nodes[at..].iter_mut().for_each(|node| node.open = true);
            graph.cut = true;
            break;
        }

        let depth = graph.nodes[at].depth + 1;
        for (label, next) in rules.moves(&states[at]) {
            let key = rules.key(&next);
            let known = numbers.get(&key).copied();
            let Some(to) = known.or((states.len() < limit).then_some(states.len())) else {
                graph.nodes[at].open = true;
                graph.cut = true;
                continue;
            };
            if known.is_none() {
                numbers.insert(key, to);
                graph.nodes.push(node(rules, &next, depth));
                bytes += 256 + graph.nodes[to].text.len() as u64 + rules.bytes(&next);
                states.push(next);
            }
            bytes += 48 + label.len() as u64;
            graph.edges.push(StateEdge { from: at, to, label });
        }
        at += 1;
    }
    graph
}

fn node<R: Rules>(rules: &mut R, at: &R::At, depth: u64) -> StateNode {
    let mut text = rules.text(at);
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    StateNode { text, depth, goal: rules.is_goal(at), open: false }
}

/// The number of new states of a puzzle per depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// For every depth, from 0, the states with a shortest path of that length. Only depths that
    /// are known in full.
    pub states: Vec<u64>,
    /// True if there are no states beyond.
    pub complete: bool,
    /// The word for states here, in the plural: `boards, equal blocks alike`.
    pub what: &'static str,
    /// The word for the unit of depth here, in the plural: `moves`.
    pub unit: &'static str,
}

/// The part of a life that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The first generation.
    pub from: u128,
    /// The number of generations.
    pub generations: u64,
    /// The most generations that are visited: of more, every n-th is.
    pub rows: usize,
    /// The most nodes that are visited, likewise; 0 if only their number is asked for.
    pub columns: usize,
}

/// The life of an automaton over some generations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Life {
    /// The first generation.
    pub from: u128,
    /// Generations from one row to the next.
    pub step: u64,
    /// Live nodes per row.
    pub live: Vec<u64>,
    /// Nodes of the tree.
    pub nodes: usize,
    /// Nodes from one column to the next.
    pub stride: usize,
    /// Columns at which a depth of the tree begins.
    pub depths: Vec<usize>,
    /// The nodes in breadth-first order, one row per generation: whether each is live.
    pub rows: Vec<Vec<bool>>,
    /// The current generation.
    pub now: u128,
    /// True if the budget ended before the last row.
    pub cut: bool,
}

impl Life {
    /// Returns the row with which the rows begin to repeat, and after how many rows they do. `None`
    /// if they do not repeat, or do not hold every generation and every node.
    pub fn cycle(&self) -> Option<(usize, usize)> {
        let whole = self.step == 1 && self.rows.first()?.len() == self.nodes;
        let mut seen = HashMap::new();
        let mut numbered = self.rows.iter().enumerate();
        let (first, again) = numbered
            .find_map(|(at, row)| seen.insert(row, at).map(|first| (first, at)))
            .filter(|_| whole)?;
        let length = again - first;
        let repeats = (again..self.rows.len()).all(|at| self.rows[at] == self.rows[at - length]);
        repeats.then_some((first, length))
    }

    /// Leaves out the rows that only repeat the first cycle, except for the first of them.
    #[must_use]
    pub fn up_to_cycle(mut self) -> Self {
        if let Some((first, length)) = self.cycle() {
            self.rows.truncate(first + length + 1);
            self.live.truncate(first + length + 1);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Cancel;

    /// A walk on a line from 0 that ends at `most`.
    struct Line(u32);

    impl Rules for Line {
        type At = u32;
        type Key = u32;

        fn key(&mut self, at: &u32) -> u32 {
            *at
        }

        fn moves(&mut self, at: &u32) -> Vec<(String, u32)> {
            let back = at.checked_sub(1).map(|to| (String::from("back"), to));
            let on = (*at < self.0).then(|| (String::from("on"), at + 1));
            back.into_iter().chain(on).collect()
        }

        fn bytes(&self, _: &u32) -> u64 {
            0
        }

        fn text(&mut self, at: &u32) -> String {
            "é".repeat(*at as usize * 600)
        }

        fn is_goal(&self, at: &u32) -> bool {
            *at == 2
        }
    }

    #[test]
    fn a_graph_is_whole_or_says_where_it_is_cut() {
        let budget = Budget::unlimited();
        let whole = explore(&mut Line(3), 0, 100, &budget);
        assert_eq!((whole.nodes.len(), whole.edges.len(), whole.cut), (4, 6, false));
        assert!(whole.nodes.iter().all(|node| !node.open));
        let depths: Vec<u64> = whole.nodes.iter().map(|node| node.depth).collect();
        assert_eq!(depths, [0, 1, 2, 3]);
        assert!(whole.nodes[2].goal && !whole.nodes[3].goal);
        assert_eq!(whole.nodes[1].text.chars().count(), 600);
        assert_eq!(whole.nodes[2].text.chars().count(), LONGEST + 1);
        let cut = explore(&mut Line(3), 0, 3, &budget);
        assert_eq!((cut.nodes.len(), cut.edges.len(), cut.cut), (3, 4, true));
        let open: Vec<bool> = cut.nodes.iter().map(|node| node.open).collect();
        assert_eq!(open, [false, false, true]);
    }

    #[test]
    fn a_budget_cuts_a_graph() {
        let cancel = Cancel::default();
        cancel.cancel();
        let stopped = Budget { cancel, ..Budget::unlimited() };
        let graph = explore(&mut Line(3), 0, 100, &stopped);
        assert_eq!((graph.nodes.len(), graph.cut, graph.nodes[0].open), (1, true, true));
        let graph = explore(&mut Line(900), 0, 1000, &Budget::unlimited().with_bytes(100_000));
        assert!(graph.cut && graph.nodes.len() < 100);
    }
}
