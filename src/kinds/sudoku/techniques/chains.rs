//! Chains: alternating inferences along strong and weak links, the shortest first.
//!
//! ```text
//!   a ══ b ── c ══ d       ══ strong: if one is false, the other is true
//!                          ── weak: not both are true
//!   If a is false, d is true: what is incompatible with a and with d goes. If a and d are
//!   incompatible themselves, the chain is a loop, and each of its weak links is strong, too. If
//!   d is a itself, a is true.
//! ```
//!
//! A node is a candidate, or a digit in two or three cells where a box and a line cross.

use super::board::{Board, Cells, bits, cells};
use super::{Effect, Found};

/// A digit in some cells: one of them has it, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    digit: usize,
    cells: Cells,
}

impl Node {
    /// Its cell, if it is a candidate.
    fn cell(self) -> Option<usize> {
        self.cells.is_power_of_two().then(|| self.cells.trailing_zeros() as usize)
    }
}

/// The links that a technique uses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    /// Those of one digit.
    Digit,
    /// Strong ones within cells of two candidates, weak ones between cells.
    Pairs,
    /// All between candidates.
    All,
    /// With groups.
    Grouped,
}

/// The nodes of a board with their links.
struct Graph<'a> {
    board: &'a Board,
    nodes: Vec<Node>,
    strong: Vec<Vec<u16>>,
    weak: Vec<Vec<u16>>,
}

impl<'a> Graph<'a> {
    fn new(board: &'a Board, links: Links) -> Self {
        let mut nodes = Vec::new();
        for digit in 0..board.size() {
            nodes.extend(cells(board.at(digit)).map(|cell| Node { digit, cells: 1 << cell }));
            if links == Links::Grouped {
                let size = board.size();
                for set in &board.units()[2 * size..] {
                    for line in &board.units()[..2 * size] {
                        let cells = board.at(digit) & set & line;
                        if cells.count_ones() > 1 {
                            nodes.push(Node { digit, cells });
                        }
                    }
                }
            }
        }
        let count = nodes.len();
        let mut graph =
            Self { board, nodes, strong: vec![vec![]; count], weak: vec![vec![]; count] };
        for one in 0..count {
            for other in one + 1..count {
                if graph.is_strong(one, other, links) {
                    graph.strong[one].push(other as u16);
                    graph.strong[other].push(one as u16);
                }
                if graph.is_weak(one, other, links) {
                    graph.weak[one].push(other as u16);
                    graph.weak[other].push(one as u16);
                }
            }
        }
        graph
    }

    fn is_strong(&self, one: usize, other: usize, links: Links) -> bool {
        let (a, b) = (self.nodes[one], self.nodes[other]);
        if a.digit == b.digit {
            let both = a.cells | b.cells;
            return links != Links::Pairs
                && a.cells & b.cells == 0
                && self
                    .board
                    .units()
                    .iter()
                    .any(|unit| both & unit == both && self.board.at(a.digit) & unit == both);
        }
        links != Links::Digit
            && a.cells == b.cells
            && a.cell().is_some_and(|cell| self.board.mask(cell).count_ones() == 2)
    }

    fn is_weak(&self, one: usize, other: usize, links: Links) -> bool {
        let (a, b) = (self.nodes[one], self.nodes[other]);
        if a.digit == b.digit {
            return a.cells & b.cells == 0 && self.board.seen_by_all(a.cells) & b.cells == b.cells;
        }
        matches!(links, Links::All | Links::Grouped) && a.cells == b.cells && a.cell().is_some()
    }

    /// Returns the candidates that are incompatible with both of two nodes.
    fn removal(&self, one: Node, other: Node) -> Vec<(usize, u32)> {
        let board = self.board;
        // The cells that lose their candidates of a digit.
        let against = |node: Node, digit: usize| match node.cell() {
            Some(cell) if digit != node.digit => 1 << cell,
            _ if digit == node.digit => board.seen_by_all(node.cells),
            _ => 0,
        };
        let mut gone = Vec::new();
        for digit in 0..board.size() {
            let set = board.at(digit) & against(one, digit) & against(other, digit);
            gone.extend(cells(set).map(|cell| (cell, 1 << digit)));
        }
        gone
    }

    /// Returns the chain to a node, by the nodes that each node was reached from.
    fn chain(&self, from: &[Option<u16>], reached: &[Option<u16>], end: usize) -> Vec<usize> {
        let mut chain = vec![end];
        let mut at = end;
        while let Some(before) = reached[at] {
            chain.push(usize::from(before));
            let Some(earlier) = from[usize::from(before)] else { break };
            chain.push(usize::from(earlier));
            at = usize::from(earlier);
        }
        chain.reverse();
        chain
    }

    /// Returns a chain in Eureka's notation: `(3=5)r1c1-(5)r1c9=(5)r4c9`.
    fn text(&self, chain: &[usize]) -> String {
        let board = self.board;
        let mut text = String::new();
        let mut at = 0;
        while at < chain.len() {
            if at > 0 {
                text.push(if at % 2 == 0 { '-' } else { '=' });
            }
            let node = self.nodes[chain[at]];
            let mut digits = board.digits(1 << node.digit);
            // Nodes of one cell are written once.
            while at + 1 < chain.len() && self.nodes[chain[at + 1]].cells == node.cells {
                digits.push(if at % 2 == 0 { '=' } else { '-' });
                at += 1;
                digits += &board.digits(1 << self.nodes[chain[at]].digit);
            }
            let names = board.names(cells(node.cells));
            text += &format!("({digits}){}", names.replace(' ', ","));
            at += 1;
        }
        text
    }
}

/// Gathers removals per cell, in reading order.
pub(super) fn gathered(mut gone: Vec<(usize, u32)>) -> Vec<(usize, u32)> {
    gone.sort_unstable();
    let mut all: Vec<(usize, u32)> = Vec::new();
    for (cell, mask) in gone {
        match all.last_mut() {
            Some(last) if last.0 == cell => last.1 |= mask,
            _ => all.push((cell, mask)),
        }
    }
    all
}

/// The names of what chains show.
struct Names {
    /// A chain.
    open: &'static str,
    /// A loop, and a chain whose conclusion lies in one cell. Without them both ends of a chain have
    /// one digit, which goes from what sees both.
    loops: Option<[&'static str; 2]>,
}

/// Finds every chain that is a shortest one between its ends.
fn search(board: &Board, links: Links, names: &Names, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    let graph = Graph::new(board, links);
    let count = graph.nodes.len();
    for start in 0..count {
        // For a node that is true the false one before it, and the reverse.
        let (mut on, mut off) = (vec![None; count], vec![None; count]);
        let mut is_off = vec![false; count];
        is_off[start] = true;
        let (mut layer, mut links) = (vec![start as u16], 1);
        while !layer.is_empty() {
            let mut reached = Vec::new();
            for &node in &layer {
                for &next in &graph.strong[usize::from(node)] {
                    if on[usize::from(next)].is_none() {
                        on[usize::from(next)] = Some(node);
                        reached.push(next);
                    }
                }
            }
            for &end in &reached {
                conclude(&graph, [start, usize::from(end)], [&off, &on], links, names, found);
            }
            layer.clear();
            for node in reached {
                for &next in &graph.weak[usize::from(node)] {
                    if !is_off[usize::from(next)] {
                        is_off[usize::from(next)] = true;
                        off[usize::from(next)] = Some(node);
                        layer.push(next);
                    }
                }
            }
            links += 2;
        }
    }
}

/// Adds what follows from a chain.
fn conclude(
    graph: &Graph<'_>,
    ends: [usize; 2],
    reached: [&[Option<u16>]; 2],
    links: usize,
    names: &Names,
    found: &mut Found,
) {
    let ([start, end], [off, on], board) = (ends, reached, graph.board);
    let (first, last) = (graph.nodes[start], graph.nodes[end]);
    if links < 3 {
        return;
    }
    let chain = || graph.chain(off, on, end);
    let Some([closed, one_cell]) = names.loops else {
        if start != end && first.digit == last.digit {
            let gone = graph.removal(first, last);
            found.push(board, names.open, Effect::Remove(gone), links, || graph.text(&chain()));
        }
        return;
    };
    if start == end {
        if let Some(cell) = first.cell() {
            let effect = Effect::Place(cell, first.digit as u8 + 1);
            found.push(board, one_cell, effect, links, || graph.text(&chain()));
        }
        return;
    }
    if graph.weak[start].contains(&(end as u16)) {
        let chain = chain();
        let mut gone = graph.removal(first, last);
        for pair in chain[1..chain.len() - 1].chunks(2) {
            gone.extend(graph.removal(graph.nodes[pair[0]], graph.nodes[pair[1]]));
        }
        let in_loop = |&(cell, mask): &(usize, u32)| {
            chain.iter().any(|&at| {
                let node = graph.nodes[at];
                node.cells >> cell & 1 == 1 && mask == 1 << node.digit
            })
        };
        gone.retain(|one| !in_loop(one));
        let effect = Effect::Remove(gathered(gone));
        let text = || format!("{}-", graph.text(&chain));
        found.push(board, closed, effect, links + 1, text);
        return;
    }
    let gone = gathered(graph.removal(first, last));
    let name = if gone.len() == 1 { one_cell } else { names.open };
    found.push(board, name, Effect::Remove(gone), links, || graph.text(&chain()));
}

/// Chains of one digit.
pub(super) fn x_chain(board: &Board, found: &mut Found) {
    search(board, Links::Digit, &Names { open: "x-chain", loops: None }, found);
}

/// Chains of cells of two candidates.
pub(super) fn xy_chain(board: &Board, found: &mut Found) {
    search(board, Links::Pairs, &Names { open: "xy-chain", loops: None }, found);
}

/// Chains of candidates.
pub(super) fn nice_loop(board: &Board, found: &mut Found) {
    let loops = Some(["continuous-nice-loop", "discontinuous-nice-loop"]);
    search(board, Links::All, &Names { open: "aic", loops }, found);
}

/// Chains of candidates and groups.
pub(super) fn grouped_nice_loop(board: &Board, found: &mut Found) {
    let loops = Some(["grouped-continuous-nice-loop", "grouped-discontinuous-nice-loop"]);
    search(board, Links::Grouped, &Names { open: "grouped-aic", loops }, found);
}

/// Cells of the same two candidates, each of which sees the next: cells at an odd distance hold
/// different digits, and what sees both holds neither.
pub(super) fn remote_pair(board: &Board, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    let pairs: Vec<usize> =
        board.open().filter(|&cell| board.mask(cell).count_ones() == 2).collect();
    for &start in &pairs {
        let mask = board.mask(start);
        let same = pairs.iter().filter(|&&cell| board.mask(cell) == mask);
        let same = same.fold(0, |set: Cells, &cell| set | 1 << cell);
        let (mut seen, mut layers): (Cells, Vec<Cells>) = (1 << start, vec![1 << start]);
        while let Some(&layer) = layers.last() {
            let next = cells(layer).fold(0, |all, cell| all | board.peers(cell)) & same & !seen;
            if next == 0 {
                break;
            }
            seen |= next;
            layers.push(next);
            let links = layers.len() - 1;
            if links < 3 || links % 2 == 0 {
                continue;
            }
            for end in cells(next).filter(|&end| end > start) {
                let both = board.peers(start) & board.peers(end);
                let gone = board.removal(cells(both), mask);
                found.push(board, "remote-pair", Effect::Remove(gone), links, || {
                    let digits = bits(mask).map(|digit| board.digits(1 << digit));
                    let digits = digits.collect::<Vec<_>>().join("=");
                    // One of the ways back, from the end.
                    let (mut way, mut at) = (vec![end], end);
                    for layer in layers[..links].iter().rev() {
                        at = cells(layer & board.peers(at)).next().unwrap_or(start);
                        way.push(at);
                    }
                    let way = way
                        .into_iter()
                        .rev()
                        .map(|cell| format!("({digits}){}", board.names([cell])));
                    way.collect::<Vec<_>>().join("-")
                });
            }
        }
    }
}
