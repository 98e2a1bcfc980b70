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
use super::graph::{Graph, Links, Node, Walk};
use super::notation::{Chain, Places};
use super::{Effect, Found};

/// The consequences of a candidate: for each node the number of links to it as true, and as false.
struct Outcome {
    links: [Vec<u16>; 2],
    /// The nodes that are reached, as bits.
    reached: [Vec<u64>; 2],
}

impl Outcome {
    fn new(walk: &Walk) -> Self {
        let reached = [true, false].map(|is_true| walk.all(is_true).to_vec());
        Self { links: walk.links.clone(), reached }
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
    /// The most links of a chain.
    most: usize,
    /// For each node of one cell what follows if it is true, and if it is false.
    outcomes: Vec<[Outcome; 2]>,
}

/// The most links of each chain that are tried first: few are longer.
const NEAR: usize = 8;

pub(super) fn find(board: &Board, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    let graph = Graph::new(board, Links::Sets);
    let walk = Walk::new(&graph);
    let count = board.open().map(|cell| board.mask(cell).count_ones() as usize).sum();
    let mut forced = Forced { graph, walk, most: NEAR, outcomes: Vec::with_capacity(count) };
    let alternatives = forced.alternatives();
    let mut most = if found.is_shortest { NEAR } else { usize::MAX };
    loop {
        forced.follow(count, most);
        for node in 0..count {
            for is_true in [true, false] {
                forced.contradict(Fact { node, is_true }, &alternatives, found);
            }
        }
        for nodes in &alternatives {
            forced.agree(nodes, found);
        }
        if found.limit <= most || most == usize::MAX {
            return;
        }
        // No step with fewer links has a longer chain.
        most = found.limit;
    }
}

impl Forced<'_> {
    /// Follows the chains of so many links from each of the first nodes.
    fn follow(&mut self, count: usize, most: usize) {
        self.most = most;
        self.outcomes.clear();
        for node in 0..count {
            self.outcomes.push([true, false].map(|is_true| {
                self.walk.run(&self.graph, node, is_true, most);
                Outcome::new(&self.walk)
            }));
        }
    }

    fn outcome(&self, fact: Fact) -> &Outcome {
        &self.outcomes[fact.node][usize::from(!fact.is_true)]
    }

    /// Returns the effect of a conclusion.
    fn effect(&self, fact: Fact) -> Option<Effect> {
        let Node { digit, .. } = self.graph.nodes[fact.node];
        let cell = self.graph.nodes[fact.node].cell()?;
        Some(match fact.is_true {
            true => Effect::Place(cell, digit as u8 + 1),
            false => Effect::Remove(vec![(cell, 1 << digit)]),
        })
    }

    /// Returns the candidates of each cell, and the places of each digit in each unit.
    fn alternatives(&self) -> Vec<Vec<usize>> {
        let board = self.graph.board;
        let node = |digit, cell: usize| self.graph.find(Node { digit, cells: 1 << cell });
        let mut all: Vec<Vec<usize>> = Vec::new();
        for cell in board.open() {
            let own = bits(board.mask(cell)).filter_map(|digit| node(digit, cell));
            all.push(own.map(usize::from).collect());
        }
        for unit in board.units() {
            for digit in 0..board.size() {
                let places: Cells = board.at(digit) & unit;
                let own = cells(places).filter_map(|cell| node(digit, cell));
                all.push(own.map(usize::from).collect());
            }
        }
        all.retain(|nodes| nodes.len() > 1);
        all
    }

    /// Returns the chains from a premise to conclusions; first those that lead to a group or
    /// a set from which another one starts.
    fn chains(&mut self, premise: Fact, ends: &[Fact]) -> Vec<Chain> {
        self.walk.run(&self.graph, premise.node, premise.is_true, self.most);
        let (mut left, mut chains) = (ends.to_vec(), Vec::new());
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
    fn contradict(&mut self, premise: Fact, alternatives: &[Vec<usize>], found: &mut Found) {
        let outcome = self.outcome(premise);
        let [on, off] = &outcome.links;
        let links = |ends: &[Fact]| {
            let link = |end: &Fact| usize::from(if end.is_true { on } else { off }[end.node]);
            ends.iter().map(link).sum::<usize>()
        };
        // A node that is true and false, or alternatives that are all false.
        let both = outcome.reached[0].iter().zip(&outcome.reached[1]);
        let both = both
            .enumerate()
            .flat_map(|(word, (a, b))| cells(Cells::from(a & b)).map(move |bit| 64 * word + bit));
        let mut best: Option<Vec<Fact>> = None;
        let mut look = |ends: Vec<Fact>| {
            if best.as_ref().is_none_or(|best| links(&ends) < links(best)) {
                best = Some(ends);
            }
        };
        for node in both {
            look([true, false].map(|is_true| Fact { node, is_true }).to_vec());
        }
        let is_off = |node: &usize| outcome.reached[1][node / 64] >> (node % 64) & 1 == 1;
        for nodes in alternatives {
            if nodes.iter().all(is_off) {
                look(nodes.iter().map(|&node| Fact { node, is_true: false }).collect());
            }
        }
        let Some(ends) = best else { return };
        let links = links(&ends);
        let result = Fact { node: premise.node, is_true: !premise.is_true };
        let Some(effect) = self.effect(result) else { return };
        let board = self.graph.board;
        found.push(board, "forcing-chain-contradiction", effect, links, || {
            Places::of(board, self.chains(premise, &ends))
        });
    }

    /// Adds what follows from all of some candidates.
    fn agree(&mut self, nodes: &[usize], found: &mut Found) {
        let premises = nodes.iter().map(|&node| Fact { node, is_true: true });
        let premises: Vec<Fact> = premises.collect();
        for is_true in [true, false] {
            let side = usize::from(!is_true);
            let words = self.outcome(premises[0]).reached[side].len();
            for word in 0..words {
                let common = premises
                    .iter()
                    .fold(u64::MAX, |all, &one| all & self.outcome(one).reached[side][word]);
                for bit in cells(Cells::from(common)) {
                    let fact = Fact { node: 64 * word + bit, is_true };
                    if fact.node >= self.outcomes.len() {
                        continue;
                    }
                    let link = |&one: &Fact| usize::from(self.outcome(one).links[side][fact.node]);
                    let links = premises.iter().map(link).sum();
                    let Some(effect) = self.effect(fact) else { continue };
                    let board = self.graph.board;
                    found.push(board, "forcing-chain-verity", effect, links, || {
                        let chains = premises.iter().flat_map(|&one| self.chains(one, &[fact]));
                        Places::of(board, chains.collect())
                    });
                }
            }
        }
    }
}
