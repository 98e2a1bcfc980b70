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
use super::board::{Board, Cells, bits, cells};
use super::graph::{Graph, Links};
use super::notation::{Chain, Places};
use super::walk::Walk;
use super::{Collector, Effect, Elimination};

/// Gathers removals per cell, in reading order.
pub(super) fn gathered(mut eliminations: Vec<Elimination>) -> Vec<Elimination> {
    eliminations.sort_unstable();
    let mut merged: Vec<Elimination> = Vec::new();
    for elimination in eliminations {
        match merged.last_mut() {
            Some(last) if last.cell == elimination.cell => last.digits |= elimination.digits,
            _ => merged.push(elimination),
        }
    }
    merged
}

/// The names of what chains show.
struct Names {
    /// A chain.
    open: &'static str,
    /// A loop, and a chain whose conclusion lies in one cell. Without them both ends of a chain have
    /// one digit, which goes from what sees both.
    loops: Option<[&'static str; 2]>,
    /// True if a chain of single cells has another name.
    is_grouped: bool,
}

/// Finds every chain that is a shortest one between its ends; if steps are listed, one that is a
/// shortest one from each first link.
fn search(board: &Board, links: Links, names: &Names, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }

    let graph = Graph::new(board, links);
    let mut walk = Walk::new(&graph);
    let starts = 0..graph.nodes.len();
    if board.options.is_none() {
        // Chains of sets are rare and long, so short walks would be in vain.
        let is_near = collector.is_shortest && links != Links::Locked;
        let limits = if is_near { &NEAR[..] } else { &[usize::MAX] };
        for &most in limits {
            for node in starts.clone() {
                if board.is_stopped() {
                    return;
                }
                follow(&graph, &mut walk, Start { node, first: None, most }, names, collector);
            }
            if collector.limit <= most.saturating_add(1) {
                return;
            }
        }
        return;
    }

    for node in starts {
        if board.is_stopped() {
            return;
        }
        for &first in &graph.strong[node] {
            let start = Start { node, first: Some(first), most: usize::MAX };
            follow(&graph, &mut walk, start, names, collector);
        }
    }
}

/// The most links that are tried, one after the other: with no limit the walks before the first chain
/// is found would be long.
const NEAR: [usize; 3] = [5, 9, usize::MAX];

/// The first node of chains, the second one if it is chosen, and the most links of a chain; a loop
/// has one more.
#[derive(Clone, Copy)]
struct Start {
    node: usize,
    first: Option<u16>,
    most: usize,
}

fn follow(
    graph: &Graph<'_>,
    walk: &mut Walk,
    start: Start,
    names: &Names,
    collector: &mut Collector,
) {
    walk.begin(start.node, false);
    let mut links = 1;
    while !walk.layer.is_empty() && links <= collector.limit.min(start.most) {
        walk.along_strong(graph, start.first.filter(|_| links == 1));
        if links > 1 {
            for &end in &walk.layer {
                // The other direction is the same chain.
                if usize::from(end) >= start.node || start.first.is_some() {
                    let ends = [start.node, usize::from(end)];
                    conclude(graph, walk, ends, links, names, collector);
                }
            }
        }
        walk.along_weak(graph);
        links += 2;
    }
}

/// Adds what follows from a chain.
fn conclude(
    graph: &Graph<'_>,
    walk: &Walk,
    ends: [usize; 2],
    links: usize,
    names: &Names,
    collector: &mut Collector,
) {
    let [start, end] = ends;
    let board = graph.board;
    let first = graph.nodes[start];
    let last = graph.nodes[end];
    let shown = |is_loop: bool| {
        let chain = graph.chain(&walk.chain(end, true), true);
        Places::of(board, vec![if is_loop { chain.closed() } else { chain }])
    };
    if names.is_grouped && !graph.has_group(&walk.chain(end, true)) {
        return;
    }
    let open = || shown(false);
    if names.open == "als-xy-chain" {
        if start != end && first.digit == last.digit && links >= FOUR_SETS {
            let eliminations = between_sets(graph, walk.ends(end));
            collector.push(board, names.open, Effect::Remove(eliminations), links, open);
        }
        return;
    }

    let Some([closed, one_cell]) = names.loops else {
        if start != end && first.digit == last.digit {
            let eliminations = graph.removal(start, end);
            collector.push(board, names.open, Effect::Remove(eliminations), links, open);
        }
        return;
    };
    if start == end {
        if let Some(cell) = first.cell() {
            let eliminations = board.removal([cell], !(1 << first.digit));
            collector.push(board, one_cell, Effect::Remove(eliminations), links, open);
        }
        return;
    }

    if graph.is_weak(start, end) {
        if links < collector.limit {
            let effect = Effect::Remove(loop_eliminations(graph, &walk.chain(end, true)));
            collector.push(board, closed, effect, links + 1, || shown(true));
        }
        if board.options.is_none() {
            return;
        }
    }

    let eliminations = gathered(graph.removal(start, end));
    let name = if eliminations.len() == 1 { one_cell } else { names.open };
    collector.push(board, name, Effect::Remove(eliminations), links, open);
}

/// The links of a chain of four almost locked sets; those of fewer have names of their own.
const FOUR_SETS: usize = 7;

/// Returns what a chain of almost locked sets removes: one of the sets at its ends has each digit that
/// both have, except those that link them.
fn between_sets(graph: &Graph<'_>, [first, last]: [[usize; 2]; 2]) -> Vec<Elimination> {
    let board = graph.board;
    let ends = [first, last].map(|[from, to]| graph.set(from, to));
    let [Some(first_set), Some(last_set)] = ends else { return Vec::new() };
    let links = [first[1], last[0]].map(|node| 1 << graph.nodes[node].digit);
    let mut eliminations = Vec::new();
    for digit in bits(first_set.digits & last_set.digits & !(links[0] | links[1])) {
        let seen = board.seen_by_all(first_set.at(board, digit) | last_set.at(board, digit));
        let seen = seen & !(first_set.cells | last_set.cells);
        eliminations.extend(board.removal(cells(seen), 1 << digit));
    }
    gathered(eliminations)
}

/// Returns the eliminations of a continuous loop: every weak link acts as a strong one, and every
/// almost locked set is locked. Cells of the loop lose only what the weak links within them remove.
fn loop_eliminations(graph: &Graph<'_>, chain: &[usize]) -> Vec<Elimination> {
    let board = graph.board;
    let last = chain.len() - 1;
    let plain_nodes = chain.iter().filter(|&&node| graph.is_plain(node));
    let loop_cells = plain_nodes.fold(0, |set: Cells, &node| set | graph.nodes[node].cells);
    let is_outside = |elimination: &Elimination| loop_cells >> elimination.cell & 1 == 0;
    let mut eliminations = Vec::new();
    let weak = chain[1..last].chunks(2).map(|pair| [pair[0], pair[1]]);
    for [from, to] in weak.chain([[chain[last], chain[0]]]) {
        let is_within = graph.nodes[from].cells == graph.nodes[to].cells;
        let both = graph.removal(from, to);
        eliminations
            .extend(both.into_iter().filter(|elimination| is_within || is_outside(elimination)));
    }
    for pair in chain.chunks(2) {
        let Some(set) = graph.set(pair[0], pair[1]) else { continue };
        let ends = 1 << graph.nodes[pair[0]].digit | 1 << graph.nodes[pair[1]].digit;
        for digit in bits(set.digits & !ends) {
            let seen = board.seen_by_all(set.at(board, digit));
            eliminations
                .extend(board.removal(cells(seen), 1 << digit).into_iter().filter(is_outside));
        }
    }
    gathered(eliminations)
}

/// Finds chains of one digit.
pub(super) fn x_chain(board: &Board, collector: &mut Collector) {
    let names = Names { open: "x-chain", loops: None, is_grouped: false };
    board.each_digit(collector, |digit, collector| {
        search(board, Links::Digit(digit), &names, collector);
    });
}

/// Finds chains of cells of two candidates.
pub(super) fn xy_chain(board: &Board, collector: &mut Collector) {
    search(
        board,
        Links::Pairs,
        &Names { open: "xy-chain", loops: None, is_grouped: false },
        collector,
    );
}

/// Finds chains of candidates.
pub(super) fn nice_loop(board: &Board, collector: &mut Collector) {
    let loops = Some(["continuous-nice-loop", "discontinuous-nice-loop"]);
    search(board, Links::All, &Names { open: "aic", loops, is_grouped: false }, collector);
}

/// Finds chains of candidates and groups, and of almost locked sets if the options say so.
pub(super) fn grouped_nice_loop(board: &Board, collector: &mut Collector) {
    let loops = Some(["grouped-continuous-nice-loop", "grouped-discontinuous-nice-loop"]);
    let has_sets = board.options.is_some_and(|options| options.als_nodes);
    let links = if has_sets { Links::Sets } else { Links::Grouped };
    search(board, links, &Names { open: "grouped-aic", loops, is_grouped: true }, collector);
}

/// Finds chains of four almost locked sets or more.
pub(super) fn als_chain(board: &Board, collector: &mut Collector) {
    search(
        board,
        Links::Locked,
        &Names { open: "als-xy-chain", loops: None, is_grouped: false },
        collector,
    );
}

/// Finds cells of the same two candidates, each of which sees the next: cells at an odd distance hold
/// different digits, and a cell that sees both holds neither.
pub(super) fn remote_pair(board: &Board, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }
    let pairs: Vec<usize> =
        board.open().filter(|&cell| board.mask(cell).count_ones() == 2).collect();
    for &start in &pairs {
        let mask = board.mask(start);
        let same = pairs.iter().filter(|&&cell| board.mask(cell) == mask);
        let same = same.fold(0, |set: Cells, &cell| set | 1 << cell);
        let mut seen: Cells = 1 << start;
        let mut layers: Vec<Cells> = vec![1 << start];
        while let Some(&layer) = layers.last() {
            let next = cells(layer).fold(0, |union, cell| union | board.peers(cell)) & same & !seen;
            if next == 0 {
                break;
            }
            seen |= next;
            layers.push(next);
            let links = layers.len() - 1;
            if links < 3 || links.is_multiple_of(2) {
                continue;
            }
            for end in cells(next).filter(|&end| end > start) {
                let both = board.peers(start) & board.peers(end);
                let eliminations = board.removal(cells(both), mask);
                collector.push(board, "remote-pair", Effect::Remove(eliminations), links, || {
                    // One of the ways back, from the end.
                    let mut path = vec![end];
                    let mut at = end;
                    for layer in layers[..links].iter().rev() {
                        at = cells(layer & board.peers(at)).next().unwrap_or(start);
                        path.push(at);
                    }
                    // Each cell has the other digit than the one before it.
                    let digits: Vec<usize> = bits(mask).collect();
                    let nodes = path.iter().rev().enumerate().flat_map(|(at, &cell)| {
                        [0, 1].map(|side| (digits[(at + side) % 2], 1 << cell))
                    });
                    Places::of(board, vec![Chain::of(board, true, nodes)])
                });
            }
        }
    }
}
