//! The step of a tree of any shape, in operations on 64-bit words.

use super::bits::{Mask, evens, spread};
use crate::kinds::automaton::layout::Shape;
use crate::kinds::automaton::rules::Rule;

/// A rule as a polynomial over GF(2), for 64 nodes at a time: word `8·parent + 4·left + 2·node + right`
/// is all ones if the product of the states that have a 1 there is a term.
///
/// Worked example: rule 34952 (`1000 1000 1000 1000` in binary: live if itself and the right child
/// are) has the single term `node · right`, so that only word 3 is set.
#[derive(Clone, Copy)]
pub(super) struct Sliced([u64; 16]);

impl Sliced {
    pub(super) fn new(rule: Rule) -> Self {
        // The sum over all subsets of a row, one state at a time.
        let mut terms = rule.0;
        for (rows, shift) in [(0x5555, 1), (0x3333, 2), (0x0f0f, 4), (0x00ff, 8)] {
            terms ^= (terms & rows) << shift;
        }
        Self(std::array::from_fn(|i| if terms >> i & 1 == 1 { u64::MAX } else { 0 }))
    }

    /// Returns the new states of 64 nodes.
    #[inline(always)]
    pub(super) fn apply(&self, parent: u64, left: u64, node: u64, right: u64) -> u64 {
        let by_right = |i: usize| self.0[i] ^ right & self.0[i + 1];
        let by_node = |i: usize| by_right(i) ^ node & by_right(i + 2);
        let by_left = |i: usize| by_node(i) ^ left & by_node(i + 4);
        by_left(0) ^ parent & by_left(8)
    }
}

/// Blocks (of 128 nodes) whose gathered words are held back before the rule runs over them:
/// long enough for vectors, short enough for the first cache.
const CHUNK: usize = 16;

/// The words gathered for a chunk, two (of 64 nodes in breadth-first order) per block.
#[derive(Default)]
struct Gathered {
    parent: [u64; 2 * CHUNK],
    node: [u64; 2 * CHUNK],
    left: [u64; 2 * CHUNK],
    right: [u64; 2 * CHUNK],
}

/// The place of the pass among the internal nodes, and the last, unfinished word of the stream of
/// parents' states.
struct Stream {
    /// The next ordinal. The stream starts with one bit for ordinal 0, the dead parent of the root;
    /// from then on its length is the next ordinal.
    ordinal: usize,
    word: u64,
}

impl Stream {
    fn new() -> Self {
        Self { ordinal: 1, word: 0 }
    }

    /// Gathers the children of the 64 nodes with this `mask` and these states, word `i` of the
    /// chunk, and appends the states of the internal ones to the stream.
    #[inline(always)]
    fn gather(
        &mut self,
        mask: u64,
        node: u64,
        lefts: &[u64],
        rights: &[u64],
        stream: &mut [u64],
    ) -> (u64, u64) {
        let count = mask.count_ones() as usize;
        let mask = Mask::new(mask);
        let word = self.ordinal / 64;
        let shift = self.ordinal % 64;
        let window = |row: &[u64]| row[word + 1] << 1 << (63 - shift) | row[word] >> shift;
        let children = (mask.deposit(window(lefts)), mask.deposit(window(rights)));
        let states = mask.extract(node);
        let joined = self.word | states << shift;
        stream[word] = joined;
        self.ordinal += count;
        self.word = if self.ordinal / 64 == word { joined } else { states >> 1 >> (63 - shift) };
        children
    }
}

/// Computes one generation; the head of the folder explains the method.
///
/// The stream of parents' states needs no separate memory: its word `j` waits in the place of word
/// `j` of the new rights and is used up when that word is computed. It is never late, because the
/// parents of the nodes of a block lie in that block or before it.
pub(super) fn step(shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) {
    let blocks = shape.blocks();
    let sliced = Sliced::new(rule);
    // All three rows have one length, so that one check of it guards all.
    let row = blocks + 2;
    let lefts = &old[..row];
    let rights = &old[blocks..][..row];
    let (new_lefts, new_rights) = new.split_at_mut(blocks);
    let new_rights = &mut new_rights[..row];

    let mut words = Gathered::default();
    let mut stream = Stream::new();
    let mut from = 0;
    while from < blocks {
        let len = CHUNK.min(blocks - from);
        let masks = &shape.mask()[2 * from..2 * (from + len)];
        for (i, &mask) in masks.iter().enumerate() {
            let block = from + i / 2;
            let half = 32 * (i % 2);
            let node = spread(lefts[block] >> half) | spread(rights[block] >> half) << 1;
            words.node[i] = node;
            (words.left[i], words.right[i]) = stream.gather(mask, node, lefts, rights, new_rights);
        }

        let lefts = &mut new_lefts[from..from + len];
        let rights = &mut new_rights[from..from + len];
        for (i, right) in rights.iter().enumerate() {
            let parents = [spread(*right), spread(right >> 32)];
            words.parent[2 * i] = parents[0] | parents[0] << 1;
            words.parent[2 * i + 1] = parents[1] | parents[1] << 1;
        }

        // Separately and over the whole chunk, so that it compiles to vectors.
        for i in 0..2 * CHUNK {
            words.node[i] =
                sliced.apply(words.parent[i], words.left[i], words.node[i], words.right[i]);
        }

        for (i, (left, right)) in lefts.iter_mut().zip(rights).enumerate() {
            let low = words.node[2 * i];
            let high = words.node[2 * i + 1];
            *left = evens(low) | evens(high) << 32;
            *right = evens(low >> 1) | evens(high >> 1) << 32;
        }
        from += len;
    }
    new_rights[blocks..].fill(0);
}
