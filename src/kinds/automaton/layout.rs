//! The memory layout of a tree: heap-like breadth-first numbers, one bit per node.
//!
//! Nodes are numbered in breadth-first order from 1. Internal nodes are counted in the same order,
//! also from 1; that count is a node's *ordinal*. The children of the internal node with ordinal `k`
//! are then the nodes `2k` (left) and `2k + 1` (right), for every shape of tree, and the parent of
//! node `b` is the internal node with ordinal `b / 2`. Number 0 is not a node: it is the missing left
//! twin of the root, so that pairs start at even numbers.
//!
//! ```text
//!   ((X . .) X (X . X))          node      1  2  3  4  5  6  7
//!                                state     X  .  .  X  .  X  X
//!            1                   internal  1  1  1  0  0  0  0
//!        2       3               ordinal   1  2  3
//!      4   5   6   7             children of ordinal 2: nodes 4 and 5
//! ```
//!
//! States are kept *split*: the lefts `2k` in one row of words, the rights `2k + 1` in another, so
//! that bit `k` of both rows are the children of ordinal `k` and no bits must be separated.
//!
//! ```text
//!   words      0 .. blocks          blocks .. 2·blocks      2 more, always 0
//!   bit k of   node 2k (left)       node 2k + 1 (right)     (a window may be read past the end)
//!   example    k: 0 1 2 3           k: 0 1 2 3
//!              –  . X X             X  . . X
//! ```

use std::sync::Arc;

/// Number of a node of a [`Shape`] in breadth-first order; the root is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIndex(pub(super) u32);

impl NodeIndex {
    /// The root of every tree.
    pub const ROOT: Self = Self(1);

    /// Returns the breadth-first number as an integer, 1 for the root.
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// One step of a path downward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// `<`, to the left child.
    Left,
    /// `>`, to the right child.
    Right,
}

/// Words in a group of the rank directory.
const GROUP: usize = 8;

/// The shape of a binary tree in which every node has two children or none.
#[derive(Debug, PartialEq, Eq)]
pub struct Shape {
    nodes: usize,
    blocks: usize,
    /// True if the internal nodes are the first half of all.
    complete: bool,
    /// Bit `b % 64` of word `b / 64` is set when node `b` is internal; `2 · blocks` words.
    mask: Box<[u64]>,
    /// Internal nodes before each group of [`GROUP`] words of the mask.
    rank: Box<[u32]>,
}

impl Shape {
    /// Returns the number of words of mask that a tree of `nodes` nodes needs.
    pub(super) const fn mask_words(nodes: usize) -> usize {
        2 * Self::blocks_for(nodes)
    }

    const fn blocks_for(nodes: usize) -> usize {
        nodes / 128 + 1
    }

    /// Builds a shape from its mask of internal nodes (see the head of the file).
    pub(super) fn from_mask(nodes: usize, mask: Vec<u64>) -> Self {
        assert!(nodes % 2 == 1 && mask.len() == Self::mask_words(nodes));
        let mut rank = Vec::with_capacity(mask.len().div_ceil(GROUP));
        let mut before = 0;
        for group in mask.chunks(GROUP) {
            rank.push(before);
            before += group.iter().map(|w| w.count_ones()).sum::<u32>();
        }
        assert_eq!(before as usize, nodes / 2, "every node but the root has one parent");
        let last = (0..mask.len()).rfind(|&i| mask[i] != 0);
        let end = last.map_or(1, |i| 64 * i + 64 - mask[i].leading_zeros() as usize);
        let complete = end == nodes / 2 + 1;
        let blocks = Self::blocks_for(nodes);
        Self { nodes, blocks, complete, mask: mask.into(), rank: rank.into() }
    }

    /// Returns the number of nodes, always odd.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Returns whether every level but the last is full, and the last is filled from the left.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns the number of nodes that have children.
    pub fn internal_nodes(&self) -> usize {
        self.nodes / 2
    }

    /// Returns the bytes of one generation: one bit per node, rounded up to 16 bytes and 16 more.
    pub fn state_bytes(&self) -> usize {
        8 * self.state_words()
    }

    pub(super) fn state_words(&self) -> usize {
        2 * self.blocks + 2
    }

    pub(super) fn blocks(&self) -> usize {
        self.blocks
    }

    pub(super) fn mask(&self) -> &[u64] {
        &self.mask
    }

    /// Returns whether `node` has children.
    pub fn is_internal(&self, node: NodeIndex) -> bool {
        self.mask[node.number() / 64] >> (node.number() % 64) & 1 == 1
    }

    /// Returns the left and right child of `node`, if it has any. Constant time.
    pub fn children(&self, node: NodeIndex) -> Option<(NodeIndex, NodeIndex)> {
        self.is_internal(node).then(|| {
            let ordinal = self.internal_before(node.number()) + 1;
            (NodeIndex(2 * ordinal), NodeIndex(2 * ordinal + 1))
        })
    }

    /// Returns the number of internal nodes with a smaller number. Constant time.
    fn internal_before(&self, number: usize) -> u32 {
        let word = number / 64;
        if word >= self.mask.len() {
            return self.internal_nodes() as u32;
        }
        let group = word / GROUP;
        let whole: u32 = self.mask[group * GROUP..word].iter().map(|w| w.count_ones()).sum();
        let below = self.mask[word] & ((1 << (number % 64)) - 1);
        self.rank[group] + whole + below.count_ones()
    }

    /// Returns the number of nodes below `node`. Takes time in proportion to the levels below it:
    /// those on one level are side by side.
    pub fn below(&self, node: NodeIndex) -> u64 {
        let mut from = node.number();
        let mut to = node.number() + 1;
        let mut sum = 0;
        while from < to {
            // In breadth-first order, the children of the nodes before the range come before those of the range.
            from = 2 * (self.internal_before(from) as usize + 1);
            to = 2 * (self.internal_before(to) as usize + 1);
            sum += (to - from) as u64;
        }
        sum
    }

    /// Returns the parent of `node`, `None` for the root. Logarithmic time.
    pub fn parent(&self, node: NodeIndex) -> Option<NodeIndex> {
        let ordinal = node.0 / 2;
        if ordinal == 0 {
            return None;
        }
        let group = self.rank.partition_point(|&before| before < ordinal) - 1;
        let mut left = ordinal - self.rank[group];
        for (i, &mask) in self.mask.iter().enumerate().skip(group * GROUP) {
            if left > mask.count_ones() {
                left -= mask.count_ones();
                continue;
            }
            let mut mask = mask;
            for _ in 1..left {
                mask &= mask - 1;
            }
            return Some(NodeIndex(64 * i as u32 + mask.trailing_zeros()));
        }
        None
    }

    /// Returns the node at the end of a path from the root.
    ///
    /// # Errors
    /// The index of the first step that leaves the tree: it starts from a leaf of that depth.
    pub fn walk(&self, path: &[Turn]) -> Result<NodeIndex, usize> {
        let mut node = NodeIndex::ROOT;
        for (step, turn) in path.iter().enumerate() {
            let (left, right) = self.children(node).ok_or(step)?;
            node = if *turn == Turn::Left { left } else { right };
        }
        Ok(node)
    }

    /// Returns the path to a node as text: `[<>]`.
    pub fn path_to(&self, node: NodeIndex) -> String {
        let mut turns = Vec::new();
        let mut node = node;
        while let Some(parent) = self.parent(node) {
            let is_left = self.children(parent).is_some_and(|(left, _)| left == node);
            turns.push(if is_left { '<' } else { '>' });
            node = parent;
        }
        format!("[{}]", turns.iter().rev().collect::<String>())
    }

    /// Returns the first node of each level, root first, and after them the number of nodes plus
    /// one. Takes time in proportion to the depth.
    pub fn levels(&self) -> Vec<u32> {
        let mut starts = vec![1];
        let mut from = 1;
        let mut to = 2;
        while from < to {
            starts.push(to as u32);
            let internal = self.internal_before(to) - self.internal_before(from);
            from = to;
            to += 2 * internal as usize;
        }
        starts
    }

    /// Returns the place of the state of `node`: word and bit of a split state.
    pub(super) fn place(&self, node: usize) -> (usize, u32) {
        ((node & 1) * self.blocks + node / 128, (node / 2 % 64) as u32)
    }

    /// Clears the bits that are not nodes: bit 0 of the lefts and the bits after the last pair.
    pub(super) fn trim(&self, state: &mut [u64]) {
        let last = u64::MAX >> (63 - self.internal_nodes() % 64);
        state[0] &= !1;
        state[self.blocks - 1] &= last;
        state[2 * self.blocks - 1] &= last;
    }
}

/// A shape and the state of each of its nodes. Cloning copies one bit per node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    shape: Arc<Shape>,
    state: Box<[u64]>,
}

impl Tree {
    /// Joins a shape and a split state of it.
    pub(super) fn new(shape: Arc<Shape>, state: Box<[u64]>) -> Self {
        debug_assert_eq!(state.len(), shape.state_words());
        Self { shape, state }
    }

    /// Returns a tree of this shape in which exactly the nodes are live for which `live` says so.
    pub fn from_fn(shape: Arc<Shape>, mut live: impl FnMut(NodeIndex) -> bool) -> Self {
        let mut state = vec![0; shape.state_words()];
        for node in 1..=shape.nodes {
            let (word, bit) = shape.place(node);
            state[word] |= u64::from(live(NodeIndex(node as u32))) << bit;
        }
        Self::new(shape, state.into())
    }

    /// Returns the shape, shared by all generations of an automaton.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// Returns whether `node` is live.
    pub fn live(&self, node: NodeIndex) -> bool {
        let (word, bit) = self.shape.place(node.number());
        self.state[word] >> bit & 1 == 1
    }

    /// Returns the number of live nodes.
    pub fn live_count(&self) -> u64 {
        self.state.iter().map(|w| u64::from(w.count_ones())).sum()
    }

    pub(super) fn state(&self) -> &[u64] {
        &self.state
    }

    pub(super) fn state_mut(&mut self) -> &mut [u64] {
        &mut self.state
    }
}
