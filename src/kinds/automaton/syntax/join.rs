//! Putting a tree together from its internal nodes, in the order in which a text states them.
//!
//! The internal nodes of a depth come in the text in the order of their ordinals. So one counter
//! per depth hands out ordinals, and the bits of each node are put to its ordinal:
//!
//! ```text
//!   bit     5               4      3               2             1      0
//!           right child     0      left child      right child   own    left child
//!           is internal            is internal     is a live leaf       is a live leaf
//! ```

use std::sync::Arc;

use crate::kinds::automaton::layout::{Shape, Tree};

pub(super) const LEFT_LIVE: u8 = 0;
pub(super) const LIVE: u8 = 1;
pub(super) const RIGHT_LIVE: u8 = 2;
pub(super) const LEFT_INTERNAL: u8 = 3;

/// An internal node as a text states it.
#[derive(Clone, Copy)]
pub(super) struct Inner {
    pub(super) depth: u32,
    pub(super) bits: u8,
}

/// Returns the tree of these internal nodes, of which there are `count` per depth. `above` has the
/// bits of the missing pair above the root, whose right child is the root.
pub(super) fn join(above: u8, inner: &[Inner], count: Vec<u32>) -> Tree {
    let mut next = count;
    let mut ordinal = 1;
    for slot in &mut next {
        let count_of_depth = *slot;
        *slot = ordinal;
        ordinal += count_of_depth;
    }
    // Ordinal 0 is the missing pair.
    let mut bits = vec![0; inner.len() + 1];
    bits[0] = above;
    for node in inner {
        let slot = &mut next[node.depth as usize];
        bits[*slot as usize] = node.bits;
        *slot += 1;
    }

    let nodes = 2 * inner.len() + 1;
    let of_node =
        |node: usize| bits[node / 2] >> if node % 2 == 1 { RIGHT_LIVE } else { LEFT_LIVE };
    let is_internal = |node: usize| of_node(node) >> LEFT_INTERNAL & 1 == 1;
    let mut mask = vec![0; Shape::mask_words(nodes)];
    for node in (1..=nodes).filter(|&node| is_internal(node)) {
        mask[node / 64] |= 1 << (node % 64);
    }

    let mut ordinals = 1..;
    Tree::from_fn(Arc::new(Shape::from_mask(nodes, mask)), |node| {
        let state = match is_internal(node.number()) {
            true => bits[ordinals.next().expect("ordinals have no end")] >> LIVE,
            false => of_node(node.number()),
        };
        state & 1 == 1
    })
}
