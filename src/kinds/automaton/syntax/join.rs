//! Putting a tree together from its internal nodes, in the order in which a text states them.
//!
//! The internal nodes of a depth come in the text in the order of their ordinals. So one counter
//! per depth hands out ordinals, and the six bits of each node are put to its ordinal:
//!
//! ```text
//!   bit     5               4      3               2             1      0
//!           right child     0      left child      right child   own    left child
//!           is internal            is internal     is a live leaf       is a live leaf
//! ```

use std::sync::Arc;

use super::scan::{self, Chip};
use crate::kinds::automaton::layout::{Shape, Tree};

pub(super) const LEFT_LIVE: u8 = 0;
pub(super) const LIVE: u8 = 1;
pub(super) const RIGHT_LIVE: u8 = 2;
pub(super) const LEFT_INTERNAL: u8 = 3;
pub(super) const RIGHT_INTERNAL: u8 = 5;

/// An internal node as a text states it.
#[derive(Clone, Copy)]
pub(super) struct Inner {
    pub(super) depth: u32,
    pub(super) bits: u8,
}

/// Returns the bits of each internal node at its ordinal, of which there are `count` per depth.
/// Ordinal 0 is the missing pair above the root, whose right child is the root. The length is a
/// multiple of 64.
#[inline(always)]
fn by_ordinal(above: u8, inner: impl ExactSizeIterator<Item = Inner>, count: Vec<u32>) -> Vec<u8> {
    let (mut next, mut ordinal) = (count, 1);
    for slot in &mut next {
        (*slot, ordinal) = (ordinal, ordinal + *slot);
    }
    let mut bits = vec![0; (inner.len() + 1).next_multiple_of(64)];
    bits[0] = above;
    for node in inner {
        let slot = &mut next[node.depth as usize];
        bits[*slot as usize] = node.bits;
        *slot += 1;
    }
    bits
}

/// Returns the tree of these internal nodes, of which there are `count` per depth. `above` has the
/// bits of the missing pair above the root, whose right child is the root.
#[inline(always)]
pub(super) fn join<C: Chip>(
    chip: C,
    above: u8,
    inner: impl ExactSizeIterator<Item = Inner>,
    count: Vec<u32>,
) -> Tree {
    let nodes = 2 * inner.len() + 1;
    pack(chip, &by_ordinal(above, inner, count), nodes)
}

/// Puts the tree together, 64 ordinals at a time.
#[inline(always)]
fn pack<C: Chip>(chip: C, bits: &[u8], nodes: usize) -> Tree {
    let mut mask = vec![0; Shape::mask_words(nodes)];
    let blocks = mask.len() / 2;
    let mut state = vec![0; 2 * blocks + 2];
    // The states of the internal nodes in the order of their ordinals, and a word to spare.
    let mut inner = vec![0; blocks + 2];
    let (lefts, rights) = state.split_at_mut(blocks);
    for (word, bits) in bits.as_chunks::<64>().0.iter().enumerate() {
        lefts[word] = scan::plane(bits, LEFT_LIVE);
        rights[word] = scan::plane(bits, RIGHT_LIVE);
        inner[word] = scan::plane(bits, LIVE);
        let left = scan::plane(bits, LEFT_INTERNAL);
        let right = scan::plane(bits, RIGHT_INTERNAL);
        for half in 0..2 {
            mask[2 * word + half] =
                chip.spread(left >> (32 * half)) | chip.spread(right >> (32 * half)) << 1;
        }
    }
    // So far only leaves have their states.
    let mut ordinal = 1;
    for (i, &mask) in mask.iter().enumerate() {
        let (word, shift) = (ordinal / 64, ordinal % 64);
        let window = inner[word] >> shift | inner[word + 1] << 1 << (63 - shift);
        let live = chip.deposit(window, chip.prepare(mask));
        lefts[i / 2] |= chip.evens(live) << (32 * (i % 2));
        rights[i / 2] |= chip.evens(live >> 1) << (32 * (i % 2));
        ordinal += mask.count_ones() as usize;
    }
    Tree::new(Arc::new(Shape::from_mask(nodes, mask)), state.into())
}
