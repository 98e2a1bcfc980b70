//! The step of a complete tree, whose levels are full but for the last, which is filled from the
//! left. The internal nodes are then the first ones, an ordinal is the number of its node, and
//! nothing depends on masks: the parents of the pairs of block `j` are the nodes `64j ..`, half a
//! block of both rows interleaved, and their children are the even and the odd bits of the words
//! `2j` and `2j + 1` of each row.

use super::sweep::{Bits, Sliced};
use std::ops::Range;

/// Returns the words of a block in a row of a complete tree, or 0 after the end.
fn word(row: &[u64], at: usize) -> u64 {
    row.get(at).copied().unwrap_or(0)
}

/// Steps the `blocks` of a complete tree; each row has a word for every block of the tree.
#[inline(always)]
pub(super) fn step<B: Bits>(
    bits: B,
    sliced: &Sliced,
    blocks: Range<usize>,
    lefts: &[u64],
    rights: &[u64],
    new_lefts: &mut [u64],
    new_rights: &mut [u64],
) {
    for block in blocks {
        let half = 32 * (block % 2);
        let spread = |row: &[u64]| bits.spread(row[block / 2] >> half);
        let parents = spread(lefts) | spread(rights) << 1;
        let children = |row: &[u64]| {
            let (low, high) = (word(row, 2 * block), word(row, 2 * block + 1));
            let evens = |low, high| bits.evens(low) | bits.evens(high) << 32;
            (evens(low, high), evens(low >> 1, high >> 1))
        };
        let (left, right) = (children(lefts), children(rights));
        new_lefts[block] = sliced.apply(parents, left.0, lefts[block], right.0);
        new_rights[block] = sliced.apply(parents, left.1, rights[block], right.1);
    }
}
