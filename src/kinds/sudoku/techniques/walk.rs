//! Breadth-first walks along the links of a board.

use super::graph::Graph;

/// No node.
pub(super) const NONE: u16 = u16::MAX;

/// Several nodes: the candidates of a group or a set.
const SEVERAL: u16 = NONE - 1;

/// A breadth-first walk from one node along alternating links. The room is kept for the next walk.
pub(super) struct Walk {
    /// For each node that is reached as true, or as false, the node before it.
    before: [Vec<u16>; 2],
    /// The nodes that are reached as true, or as false, as bits.
    reached: [Vec<u64>; 2],
    /// The number of links to each of these.
    pub(super) links: [Vec<u16>; 2],
    /// The nodes that were reached last, and those that led to them.
    pub(super) layer: Vec<u16>,
    last: Vec<u16>,
    /// For each group and set the number of its candidates that are not reached as false.
    left: Vec<u8>,
    /// The number of links to the nodes that were reached last.
    depth: u16,
}

impl Walk {
    pub(super) fn new(graph: &Graph<'_>) -> Self {
        let count = graph.nodes.len();
        Self {
            before: [vec![NONE; count], vec![NONE; count]],
            reached: [vec![0; graph.words], vec![0; graph.words]],
            links: [vec![0; count], vec![0; count]],
            layer: Vec::new(),
            last: Vec::new(),
            left: Vec::new(),
            depth: 0,
        }
    }

    /// Starts from a node that is true, or false.
    pub(super) fn begin(&mut self, start: usize, is_true: bool) {
        self.reached.iter_mut().for_each(|set| set.fill(0));
        self.layer.clear();
        self.depth = 0;
        self.reach(start, NONE, is_true);
    }

    /// Returns whether a node is reached as true, or as false.
    fn is_reached(&self, node: usize, is_true: bool) -> bool {
        self.reached[usize::from(!is_true)][node / 64] >> (node % 64) & 1 == 1
    }

    /// Returns the nodes that are reached as true, or as false, as bits.
    pub(super) fn reached(&self, is_true: bool) -> &[u64] {
        &self.reached[usize::from(!is_true)]
    }

    fn reach(&mut self, node: usize, from: u16, is_true: bool) {
        let side = usize::from(!is_true);
        self.reached[side][node / 64] |= 1 << (node % 64);
        self.before[side][node] = from;
        self.links[side][node] = self.depth;
        self.layer.push(node as u16);
    }

    /// Makes room for the next layer.
    fn leave_layer(&mut self) {
        std::mem::swap(&mut self.layer, &mut self.last);
        self.layer.clear();
        self.depth += 1;
    }

    /// Goes from nodes that are false along strong links; of the first layer to one node alone, if
    /// one is asked for.
    pub(super) fn along_strong(&mut self, graph: &Graph<'_>, only: Option<u16>) {
        self.leave_layer();
        let Self { before: [before, _], reached: [reached, _], links: [links, _], .. } = self;
        for &from in &self.last {
            for &next in &graph.strong[usize::from(from)] {
                let node = usize::from(next);
                let known = &mut reached[node / 64];
                let bit = 1 << (node % 64);
                if *known & bit == 0 && only.is_none_or(|only| only == next) {
                    *known |= bit;
                    before[node] = from;
                    links[node] = self.depth;
                    self.layer.push(next);
                }
            }
        }
    }

    /// Goes from nodes that are true along weak links.
    pub(super) fn along_weak(&mut self, graph: &Graph<'_>) {
        self.leave_layer();
        let Self { before: [_, before], reached: [_, reached], links: [_, links], .. } = self;
        for &from in &self.last {
            let row = &graph.weak[usize::from(from) * graph.words..][..graph.words];
            // Most rows have nothing new.
            if row.iter().zip(&*reached).fold(0, |fresh, (weak, known)| fresh | weak & !known) == 0
            {
                continue;
            }
            for (word, (weak, known)) in row.iter().zip(reached.iter_mut()).enumerate() {
                let mut fresh = weak & !*known;
                *known |= fresh;
                while fresh != 0 {
                    let node = 64 * word + fresh.trailing_zeros() as usize;
                    before[node] = from;
                    links[node] = self.depth;
                    self.layer.push(node as u16);
                    fresh &= fresh - 1;
                }
            }
        }
    }

    /// Adds the groups and sets of which no candidate is left to those that are false.
    fn gather(&mut self, graph: &Graph<'_>) {
        let mut is_any = false;
        for &part in &self.layer {
            for &node in &graph.around[usize::from(part)] {
                let left = &mut self.left[usize::from(node)];
                *left -= 1;
                is_any |= *left == 0;
            }
        }
        if !is_any {
            return;
        }
        for at in 0..self.layer.len() {
            for &node in &graph.around[usize::from(self.layer[at])] {
                let node = usize::from(node);
                if self.left[node] == 0 && !self.is_reached(node, false) {
                    self.reach(node, SEVERAL, false);
                }
            }
        }
    }

    /// Walks to all that follows from a node that is true, or false, within so many links. A group or
    /// a set is false as soon as each of its candidates is.
    pub(super) fn run(&mut self, graph: &Graph<'_>, start: usize, is_true: bool, most: usize) {
        self.begin(start, is_true);
        self.left.clone_from(&graph.sizes);
        if !is_true {
            graph.around[start].iter().for_each(|&node| self.left[usize::from(node)] -= 1);
        }
        let mut is_weak = is_true;
        for _ in 0..most {
            if self.layer.is_empty() {
                break;
            }
            if is_weak {
                self.along_weak(graph);
                self.gather(graph);
            } else {
                self.along_strong(graph, None);
            }
            is_weak = !is_weak;
        }
    }

    /// Returns the chain to a node that is true, or false; it starts at the first node, or at one
    /// that several chains lead to.
    pub(super) fn chain(&self, end: usize, is_true: bool) -> Vec<usize> {
        let mut chain = vec![end];
        let mut side = usize::from(!is_true);
        let mut at = self.before[side][end];
        while at < SEVERAL {
            chain.push(usize::from(at));
            side = 1 - side;
            at = self.before[side][usize::from(at)];
        }
        chain.reverse();
        chain
    }

    /// Returns the links of the chain to a node that is true at both of its ends.
    pub(super) fn ends(&self, end: usize) -> [[usize; 2]; 2] {
        let mut at = usize::from(self.before[0][end]);
        let mut next = end;
        let mut side = 1;
        let last = [at, end];
        while self.before[side][at] < SEVERAL {
            (next, at) = (at, usize::from(self.before[side][at]));
            side = 1 - side;
        }
        [[at, next], last]
    }

    /// Returns whether several chains lead to a node.
    pub(super) fn is_gathered(&self, node: usize) -> bool {
        self.is_reached(node, false) && self.before[1][node] == SEVERAL
    }
}
