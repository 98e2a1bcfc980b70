//! Forcing chains: chains from one candidate to a contradiction, or from each of several candidates,
//! of which one is true, to one conclusion.
//!
//! ```text
//!   a ── b ══ c      if a is true, so is c; and if it is true, c is false: a goes
//!   a ── d ══ e ── c                                                       (contradiction)
//!
//!   a ── b ══ z      a and f are all candidates of a cell, or all places of a digit in a unit:
//!   f ── g ══ z      z is true in any case                                 (verity)
//! ```

use super::board::{Board, Cells, bits, cells};
use super::graph::{Graph, Links, Node};
use super::notation::{Chain, Places};
use super::walk::Walk;
use super::{Collector, Effect, Elimination};

/// The consequences of a true candidate: for each candidate the number of links to it as true, and as
/// false.
struct Outcome {
    links: [Vec<u16>; 2],
    /// The candidates that are reached, as bits.
    reached: [Vec<u64>; 2],
}

impl Outcome {
    fn new(walk: &Walk, count: usize) -> Self {
        let links = walk.links.each_ref().map(|links| links[..count].to_vec());
        let reached = [true, false].map(|side| walk.reached(side)[..count.div_ceil(64)].to_vec());
        Self { links, reached }
    }
}

/// A conclusion: a node is true, or false.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fact {
    node: usize,
    is_true: bool,
}

/// The graph of a board with what follows from each candidate.
struct Forced<'a> {
    graph: Graph<'a>,
    walk: Walk,
    /// For each candidate what follows if it is true.
    outcomes: Vec<Outcome>,
}

/// A chain with more links is long.
const LONG: u16 = 8;

pub(super) fn find(board: &Board, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }

    let graph = Graph::new(board, Links::Sets);
    let walk = Walk::new(&graph);
    let count = board.open().map(|cell| board.mask(cell).count_ones() as usize).sum();
    let mut forced = Forced { graph, walk, outcomes: Vec::with_capacity(count) };
    let alternatives = forced.alternatives();
    for node in 0..count {
        if board.is_stopped() {
            return;
        }
        for is_true in [true, false] {
            // Longer chains make longer steps.
            forced.walk.run(&forced.graph, node, is_true, collector.limit);
            if is_true {
                forced.outcomes.push(Outcome::new(&forced.walk, count));
            }
            forced.contradict(Fact { node, is_true }, &alternatives, collector);
        }
    }

    for nodes in &alternatives {
        if board.is_stopped() {
            return;
        }
        forced.agree(nodes, collector);
    }
}

impl Forced<'_> {
    /// Returns the effect of a conclusion.
    fn effect(&self, fact: Fact) -> Option<Effect> {
        let Node { digit, .. } = self.graph.nodes[fact.node];
        let cell = self.graph.nodes[fact.node].cell()?;
        Some(match fact.is_true {
            true => Effect::Place(cell, digit as u8 + 1),
            false => Effect::Remove(vec![Elimination { cell, digits: 1 << digit }]),
        })
    }

    /// Returns the candidates of each cell, and the places of each digit in each unit.
    fn alternatives(&self) -> Vec<Vec<usize>> {
        let board = self.graph.board;
        let node = |digit, cell: usize| self.graph.find(Node { digit, cells: 1 << cell });
        let mut alternatives: Vec<Vec<usize>> = Vec::new();
        for cell in board.open() {
            let nodes = bits(board.mask(cell)).filter_map(|digit| node(digit, cell));
            alternatives.push(nodes.map(usize::from).collect());
        }
        for unit in board.units() {
            for digit in 0..board.size() {
                let places: Cells = board.at(digit) & unit;
                let nodes = cells(places).filter_map(|cell| node(digit, cell));
                alternatives.push(nodes.map(usize::from).collect());
            }
        }
        alternatives.retain(|nodes| nodes.len() > 1);
        alternatives
    }

    /// Returns the chains from a premise to conclusions; first those that lead to a group or
    /// a set from which another one starts.
    fn chains(&mut self, premise: Fact, ends: &[Fact]) -> Vec<Chain> {
        self.walk.run(&self.graph, premise.node, premise.is_true, usize::MAX);
        let mut left = ends.to_vec();
        let mut chains = Vec::new();
        let mut at = 0;
        while let Some(&end) = left.get(at) {
            let chain = self.walk.chain(end.node, end.is_true);
            let is_gathered = self.walk.is_gathered(chain[0]);
            for &part in self.graph.parts[chain[0]].iter().filter(|_| is_gathered) {
                let part = Fact { node: usize::from(part), is_true: false };
                if !left.contains(&part) {
                    left.push(part);
                }
            }
            chains.push(self.graph.chain(&chain, is_gathered || !premise.is_true));
            at += 1;
        }
        chains.reverse();
        chains
    }

    /// Adds what follows if a premise leads to a contradiction.
    fn contradict(
        &mut self,
        premise: Fact,
        alternatives: &[Vec<usize>],
        collector: &mut Collector,
    ) {
        let [on, off] = &self.walk.links;
        let reached = [true, false].map(|is_true| self.walk.reached(is_true));
        // A node that is true and false, or alternatives that are all false.
        let both =
            reached[0].iter().zip(reached[1]).map(|(truths, falsehoods)| truths & falsehoods);
        let both = both
            .enumerate()
            .flat_map(|(word, nodes)| cells(Cells::from(nodes)).map(move |bit| 64 * word + bit));
        // The number of links, and whether one of the chains is long: of equally many links, those
        // without a long chain are preferred.
        let mut best = ((collector.limit.saturating_add(1), false), Vec::new());
        for node in both {
            let cost = (usize::from(on[node] + off[node]), on[node].max(off[node]) > LONG);
            if cost < best.0 {
                best = (cost, [true, false].map(|is_true| Fact { node, is_true }).to_vec());
            }
        }

        let is_off = |node: &usize| reached[1][node / 64] >> (node % 64) & 1 == 1;
        for nodes in alternatives.iter().filter(|nodes| nodes.iter().all(is_off)) {
            let links = nodes.iter().map(|&node| usize::from(off[node])).sum();
            let cost = (links, nodes.iter().any(|&node| off[node] > LONG));
            if cost < best.0 {
                let ends = nodes.iter().map(|&node| Fact { node, is_true: false });
                best = (cost, ends.collect());
            }
        }

        let ((links, _), ends) = best;
        if ends.is_empty() {
            return;
        }
        let negation = Fact { node: premise.node, is_true: !premise.is_true };
        let Some(effect) = self.effect(negation) else { return };
        let board = self.graph.board;
        collector.push(board, "forcing-chain-contradiction", effect, links, || {
            Places::of(board, self.chains(premise, &ends))
        });
    }

    /// Adds what follows from all of some candidates.
    fn agree(&mut self, nodes: &[usize], collector: &mut Collector) {
        let premises = nodes.iter().map(|&node| Fact { node, is_true: true });
        let premises: Vec<Fact> = premises.collect();
        for is_true in [true, false] {
            let side = usize::from(!is_true);
            let words = self.outcomes[nodes[0]].reached[side].len();
            for word in 0..words {
                let common = premises.iter().fold(u64::MAX, |facts, premise| {
                    facts & self.outcomes[premise.node].reached[side][word]
                });
                for bit in cells(Cells::from(common)) {
                    let fact = Fact { node: 64 * word + bit, is_true };
                    if fact.node >= self.outcomes.len() {
                        continue;
                    }
                    let link = |premise: &Fact| {
                        usize::from(self.outcomes[premise.node].links[side][fact.node])
                    };
                    let links: usize = premises.iter().map(link).sum();
                    if links > collector.limit {
                        continue;
                    }
                    let Some(effect) = self.effect(fact) else { continue };
                    let board = self.graph.board;
                    collector.push(board, "forcing-chain-verity", effect, links, || {
                        let chains =
                            premises.iter().flat_map(|&premise| self.chains(premise, &[fact]));
                        Places::of(board, chains.collect())
                    });
                }
            }
        }
    }
}
