//! One generation of a packed tree, 64 nodes at a time.
//!
//! For a word of 64 nodes (breadth-first order) with `m` the mask of the internal ones and `k` the
//! internal nodes before it:
//!
//! * their left children are bits `k + 1 ..` of the row of lefts, read through a window of 64 bits
//!   and spread to the places of their parents by a deposit at `m`; the rights likewise;
//! * their own states, those of the internal ones extracted at `m` and appended to a stream, are the
//!   parents' states of later (or the same) nodes: bit `j` of the stream belongs to nodes `2j`, `2j + 1`.
//!
//! So one pass forward serves every shape of tree, without an index per node (`sweep`); a complete
//! tree needs no masks either (`complete`). The 16-row rule is applied bit-sliced.
//! The idea of deposit and extract at a running offset is the project's own; `bits` has them as the
//! compress and expand of Warren, *Hacker's Delight*, 2nd ed., 7-4 and 7-5.

mod bits;
mod complete;
mod sweep;

use super::layout::{Shape, Tree};
use super::rules::Rule;

/// Writes the generation after `old` to `new`, a tree of the same shape. Costs a pass over one bit
/// per node.
///
/// # Panics
/// When the shapes differ.
pub fn advance(rule: Rule, old: &Tree, new: &mut Tree) {
    assert!(old.shape() == new.shape(), "a generation has the shape of the one before");
    let shape = old.shape().clone();
    step(&shape, rule, old.state(), new.state_mut());
}

/// Writes the generation after `old` to `new`; both are split states of `shape`.
pub(super) fn step(shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) {
    assert!(old.len() == shape.state_words() && new.len() == shape.state_words());
    if shape.is_complete() {
        complete::step(shape, rule, old, new);
    } else {
        sweep::step(shape, rule, old, new);
    }
    shape.trim(new);
}

#[cfg(test)]
mod tests;
