//! The links of a board: what is true if a node is false (strong), and false if it is true (weak).
//!
//! ```text
//!   candidate   5 in r1c3
//!   group       5 in r1c1 or r1c3, where a box and a line cross
//!   set         5 in a cell of an almost locked set: if it is false, every other digit of the set
//!               is true
//! ```

use hashbrown::HashMap;

use super::Elimination;
use super::als::Set;
use super::board::{Board, Cells, bits, cells};
use super::notation::Chain;
use super::walk::NONE;

/// A digit in some cells: one of them has it, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) digit: usize,
    pub(super) cells: Cells,
}

impl Node {
    /// Returns its cell, if it is a candidate.
    pub(super) fn cell(self) -> Option<usize> {
        self.cells.is_power_of_two().then(|| self.cells.trailing_zeros() as usize)
    }
}

/// The links that a technique uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Links {
    /// Strong ones within almost locked sets, weak ones between cells.
    Locked,
    /// Those of one digit.
    Digit(usize),
    /// Strong ones within cells of two candidates, weak ones between cells.
    Pairs,
    /// All between candidates.
    All,
    /// With groups.
    Grouped,
    /// With groups and almost locked sets.
    Sets,
}

/// The nodes of a board with their links.
pub(super) struct Graph<'a> {
    pub(super) board: &'a Board,
    pub(super) nodes: Vec<Node>,
    /// For each node the cells that see all its cells.
    seen: Vec<Cells>,
    /// For each digit its nodes.
    of_digit: Vec<Vec<u16>>,
    numbers: HashMap<Node, u16>,
    pub(super) strong: Vec<Vec<u16>>,
    /// For each strong link the almost locked set that it leads through, or `NONE`.
    through: Vec<Vec<u16>>,
    /// For each node a row of bits.
    pub(super) weak: Vec<u64>,
    /// For each group and set its candidates and their number, and for each candidate the groups and
    /// sets that it is in; only with sets.
    pub(super) parts: Vec<Vec<u16>>,
    pub(super) sizes: Vec<u8>,
    pub(super) around: Vec<Vec<u16>>,
    /// The words of a row.
    pub(super) words: usize,
    /// The number of candidates and groups, which come before the other nodes.
    plain: usize,
    /// The almost locked sets.
    sets: Vec<Set>,
}

impl<'a> Graph<'a> {
    pub(super) fn new(board: &'a Board, links: Links) -> Self {
        let size = board.size();
        let mut graph = Self {
            board,
            nodes: Vec::new(),
            seen: Vec::new(),
            of_digit: vec![Vec::new(); size],
            numbers: HashMap::new(),
            strong: Vec::new(),
            through: Vec::new(),
            weak: Vec::new(),
            parts: Vec::new(),
            sizes: Vec::new(),
            around: Vec::new(),
            words: 0,
            plain: 0,
            sets: Vec::new(),
        };

        let digits = match links {
            Links::Locked => 0..0,
            Links::Digit(digit) => digit..digit + 1,
            _ => 0..size,
        };
        for digit in digits {
            for cell in cells(board.at(digit)) {
                if links != Links::Pairs || board.mask(cell).count_ones() == 2 {
                    graph.add(Node { digit, cells: 1 << cell });
                }
            }
        }

        if links >= Links::Grouped {
            graph.add_groups();
        }
        graph.plain = graph.nodes.len();
        if matches!(links, Links::Locked | Links::Sets) {
            // A cell of two candidates has a strong link of its own.
            let fits = |set: &&Set| links == Links::Locked || !set.cells.is_power_of_two();
            graph.sets = board.sets().iter().filter(fits).copied().collect();
            for set in graph.sets.clone() {
                bits(set.digits).for_each(|digit| {
                    graph.add(Node { digit, cells: set.at(board, digit) });
                });
            }
        }

        let count = graph.nodes.len();
        graph.strong = vec![Vec::new(); count];
        graph.through = vec![Vec::new(); count];
        graph.words = count.div_ceil(64);
        graph.weak = vec![0; count * graph.words];
        graph.link_digits(links);
        graph.link_cells(links);
        graph.link_sets();
        if links == Links::Sets {
            graph.add_parts();
        }
        graph
    }

    /// Returns the number of a node.
    pub(super) fn find(&self, node: Node) -> Option<u16> {
        self.numbers.get(&node).copied()
    }

    fn add(&mut self, node: Node) {
        if self.find(node).is_none() {
            self.of_digit[node.digit].push(self.nodes.len() as u16);
            self.numbers.insert(node, self.nodes.len() as u16);
            self.nodes.push(node);
            self.seen.push(self.board.seen_by_all(node.cells));
        }
    }

    fn add_groups(&mut self) {
        let board = self.board;
        let size = self.board.size();
        for digit in 0..size {
            for set in &board.units()[2 * size..] {
                for line in &board.units()[..2 * size] {
                    let cells = board.at(digit) & set & line;
                    if cells.count_ones() > 1 {
                        self.add(Node { digit, cells });
                    }
                }
            }
        }
    }

    /// Finds the candidates of each group and set.
    fn add_parts(&mut self) {
        let count = self.nodes.len();
        self.parts = vec![Vec::new(); count];
        self.around = vec![Vec::new(); count];
        for (number, &Node { digit, cells: node_cells }) in self.nodes.iter().enumerate() {
            if node_cells.is_power_of_two() {
                continue;
            }
            for cell in cells(node_cells) {
                let Some(single) = self.find(Node { digit, cells: 1 << cell }) else { continue };
                self.parts[number].push(single);
                self.around[usize::from(single)].push(number as u16);
            }
        }
        self.sizes = self.parts.iter().map(|parts| parts.len() as u8).collect();
    }

    fn link(&mut self, first: u16, second: u16, set: u16) {
        if !self.strong[usize::from(first)].contains(&second) {
            for (from, to) in [(usize::from(first), second), (usize::from(second), first)] {
                self.strong[from].push(to);
                self.through[from].push(set);
            }
        }
    }

    fn link_weakly(&mut self, first: u16, second: u16) {
        let first = usize::from(first);
        let second = usize::from(second);
        for (from, to) in [(first, second), (second, first)] {
            self.weak[from * self.words + to / 64] |= 1 << (to % 64);
        }
    }

    /// Links the nodes of each digit.
    fn link_digits(&mut self, links: Links) {
        let board = self.board;
        for digit in 0..board.size() {
            let nodes = self.of_digit[digit].clone();
            for (number, &first) in nodes.iter().enumerate() {
                if board.is_stopped() {
                    return;
                }
                // None of its own cells is among them.
                let node = self.nodes[usize::from(first)];
                let seen = self.seen[usize::from(first)];
                for &second in &nodes[number + 1..] {
                    let far = self.nodes[usize::from(second)].cells;
                    if seen & far == far {
                        self.link_weakly(first, second);
                    }
                }
                if matches!(links, Links::Locked | Links::Pairs) {
                    continue;
                }
                for unit in board.units() {
                    let places = board.at(digit) & unit;
                    let rest = places & !node.cells;
                    if node.cells & !places != 0 || rest == 0 {
                        continue;
                    }
                    if let Some(second) = self.find(Node { digit, cells: rest }) {
                        self.link(first, second, NONE);
                    }
                }
            }
        }
    }

    /// Links the candidates of each cell.
    fn link_cells(&mut self, links: Links) {
        if matches!(links, Links::Locked | Links::Digit(_)) {
            return;
        }
        for cell in self.board.open() {
            let nodes = bits(self.board.mask(cell));
            let nodes = nodes.filter_map(|digit| self.find(Node { digit, cells: 1 << cell }));
            let nodes: Vec<u16> = nodes.collect();
            if let [first, second] = nodes[..] {
                self.link(first, second, NONE);
            }
            if links == Links::Pairs {
                continue;
            }
            for (number, &first) in nodes.iter().enumerate() {
                nodes[number + 1..].iter().for_each(|&second| self.link_weakly(first, second));
            }
        }
    }

    /// Links the digits of each almost locked set.
    fn link_sets(&mut self) {
        for number in 0..self.sets.len() {
            if self.board.is_stopped() {
                return;
            }
            let set = self.sets[number];
            let nodes = bits(set.digits);
            let nodes = nodes
                .filter_map(|digit| self.find(Node { digit, cells: set.at(self.board, digit) }));
            let nodes: Vec<u16> = nodes.collect();
            for (at, &first) in nodes.iter().enumerate() {
                nodes[at + 1..].iter().for_each(|&second| self.link(first, second, number as u16));
            }
        }
    }

    /// Returns whether a node is a candidate or a group.
    pub(super) fn is_plain(&self, node: usize) -> bool {
        node < self.plain
    }

    /// Returns whether a chain, whose first link is strong, has a group or an almost locked set of
    /// several cells.
    pub(super) fn has_group(&self, chain: &[usize]) -> bool {
        let is_group = |&node: &usize| self.nodes[node].cell().is_none();
        let is_set = |pair: &[usize]| pair.len() == 2 && self.set(pair[0], pair[1]).is_some();
        chain.iter().any(is_group) || chain.chunks(2).any(is_set)
    }

    /// Returns whether two nodes are incompatible.
    pub(super) fn is_weak(&self, from: usize, to: usize) -> bool {
        self.weak[from * self.words + to / 64] >> (to % 64) & 1 == 1
    }

    /// Returns the almost locked set that a strong link leads through.
    pub(super) fn set(&self, from: usize, to: usize) -> Option<Set> {
        let at = self.strong[from].iter().position(|&next| usize::from(next) == to)?;
        self.sets.get(usize::from(self.through[from][at])).copied()
    }

    /// Returns the candidates that are incompatible with both of two nodes.
    pub(super) fn removal(&self, from: usize, to: usize) -> Vec<Elimination> {
        let board = self.board;
        let first = self.nodes[from];
        let second = self.nodes[to];
        let mut eliminations = Vec::new();
        let mut eliminate = |digit: usize, set: Cells| {
            let places = cells(board.at(digit) & set);
            eliminations.extend(places.map(|cell| Elimination { cell, digits: 1 << digit }));
        };
        if first.digit == second.digit {
            eliminate(first.digit, self.seen[from] & self.seen[to]);
            return eliminations;
        }

        match (first.cell(), second.cell()) {
            (Some(cell), Some(same)) if cell == same => {
                let both = 1 << first.digit | 1 << second.digit;
                bits(board.mask(cell) & !both).for_each(|digit| eliminate(digit, first.cells));
            }
            (first_cell, second_cell) => {
                if second_cell.is_some() {
                    eliminate(first.digit, self.seen[from] & second.cells);
                }
                if first_cell.is_some() {
                    eliminate(second.digit, self.seen[to] & first.cells);
                }
            }
        }
        eliminations
    }

    /// Returns a chain as data. Its first link is strong, or else weak.
    pub(super) fn chain(&self, nodes: &[usize], is_strong: bool) -> Chain {
        let mut chain = Chain::new(is_strong);
        for (at, &number) in nodes.iter().enumerate() {
            let node = self.nodes[number];
            chain.push(self.board, node.digit, node.cells);
            let next = nodes.get(at + 1).filter(|_| at.is_multiple_of(2) == is_strong);
            if let Some(set) = next.and_then(|&next| self.set(number, next)) {
                chain.through(self.board, set.cells);
            }
        }
        chain
    }
}
