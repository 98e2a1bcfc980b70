//! The step of a complete tree, whose levels are full but for the last, which is filled from the
//! left. The internal nodes are then the first ones, an ordinal is the number of its node, and
//! nothing depends on masks: the parents of the pairs of block `j` are the nodes `64j ..`, half a
//! block of both rows interleaved, and their children are the even and the odd bits of the words
//! `2j` and `2j + 1` of each row.

use super::bits::{evens, spread};
use super::sweep::Sliced;
use crate::kinds::automaton::layout::Shape;
use crate::kinds::automaton::rules::Rule;

/// Returns the words of a block in a row of a complete tree, or 0 after the end.
fn word(row: &[u64], at: usize) -> u64 {
    row.get(at).copied().unwrap_or(0)
}

/// Computes one generation of a complete tree.
pub(super) fn step(shape: &Shape, rule: Rule, old: &[u64], new: &mut [u64]) {
    let blocks = shape.blocks();
    let sliced = Sliced::new(rule);
    let (lefts, rights) = old[..2 * blocks].split_at(blocks);
    let (new_lefts, new_rights) = new.split_at_mut(blocks);
    for block in 0..blocks {
        let half = 32 * (block % 2);
        let parent = |row: &[u64]| spread(row[block / 2] >> half);
        let parents = parent(lefts) | parent(rights) << 1;
        let children = |row: &[u64]| {
            let low = word(row, 2 * block);
            let high = word(row, 2 * block + 1);
            let joined = |low, high| evens(low) | evens(high) << 32;
            (joined(low, high), joined(low >> 1, high >> 1))
        };
        let left = children(lefts);
        let right = children(rights);
        new_lefts[block] = sliced.apply(parents, left.0, lefts[block], right.0);
        new_rights[block] = sliced.apply(parents, left.1, rights[block], right.1);
    }
    new_rights[blocks..].fill(0);
}
