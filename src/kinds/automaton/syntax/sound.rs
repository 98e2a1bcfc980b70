//! The reader of well-formed trees: no work per byte, one step per internal node.
//!
//! Read from left to right, the states of a tree are by turns those of a leaf and of an internal
//! node. So a state with an odd number of states before it is that of an internal node, and all
//! that the layout needs of this node and its children is beside it: the token before it is its
//! left child, if that is a leaf, or else the `)` of it; the token after it is the right child or
//! its `(`. The brackets that are open there give its depth.
//!
//! ```text
//!   ( ( X . . ) X ( X . X ) )       state of an internal node     .  X  .
//!         ^     ^     ^             brackets open                 2  1  2
//!         2     1     3             ordinal                       2  1  3
//! ```
//!
//! So one pass over the internal nodes finds their depths and counts them by depth; [`super::join`]
//! puts them together.
//!
//! A text is well-formed when `(` appears only if the next state is that of a leaf and `)` only if it
//! is not, no two internal nodes have their state in the same pair of brackets, there are as many of
//! both, and the end is at a leaf with nothing open. The parser of [`super::tree`] needs no such
//! argument; this reader is tested against it.

use super::join::{Inner, LEFT_INTERNAL, RIGHT_INTERNAL, join};
use super::scan::{self, Chip, Tokens};
use crate::kinds::automaton::layout::Tree;

/// Bits of an internal node below its depth.
const INFO: u32 = 6;

/// Tokens that are read together: few enough that 64 bits hold their neighbors too.
const HALF: usize = 32;

/// The internal nodes in the order of the text, as depth and [`INFO`] bits, and how many there are
/// of each depth. Depth counts the brackets that are open, with those of a bare tree.
struct Internal {
    nodes: Vec<u32>,
    count: Vec<u32>,
}

/// Returns the parity of the bits up to and with each bit.
fn parities(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

/// Finds the internal nodes, if the text is well-formed.
#[inline(always)]
fn internal_nodes(tokens: &Tokens, bare: bool) -> Option<Internal> {
    let opened: u32 = tokens.open.iter().map(|word| word.count_ones()).sum();
    let most = opened as usize + usize::from(bare);
    let mut nodes = vec![0_u32; most];
    let mut found = 0;
    let mut count: Vec<u32> = Vec::new();
    // Whether the pair of brackets that is open at a depth has its state already; bits at depths
    // that are not open do not matter, but must be 0 when a bracket is opened there.
    let mut stated: Vec<u8> = Vec::new();
    stated.resize(1, 1);
    let start = i64::from(bare);
    let mut depth = start;
    // All ones after an odd number of states.
    let mut odd_before = 0_u64;
    let mut wrong = 0;
    let (mut before, mut live_before) = (0_u64, 0_u64);
    for word in 0..tokens.len.div_ceil(64) {
        let (open, close) = (tokens.open[word], tokens.close[word]);
        let live = tokens.live[word];
        let left = tokens.len - 64 * word;
        let there = if left < 64 { (1 << left) - 1 } else { u64::MAX };
        let states = !(open | close) & there;
        let odd = parities(states) ^ states ^ odd_before;
        odd_before ^= 0_u64.wrapping_sub(u64::from(states.count_ones()) & 1);
        wrong |= open & odd | close & !odd;
        let internal = states & odd;
        let brackets = open | close;
        let after = tokens.open[word + 1] | tokens.close[word + 1];
        let live_after = tokens.live[word + 1];
        for half in [0, HALF] {
            let reach = usize::try_from(depth).ok()? + 2 * HALF + 2;
            if stated.len() < reach {
                stated.resize(2 * reach, 0);
                count.resize(2 * reach, 0);
            }
            let (open, close) = ((open >> half) as u32, (close >> half) as u32);
            // Bit 0 is the token before the half, bit 33 the one after it.
            let around = |before: u64, row: u64, after: u64| match half {
                0 => row << 1 | before >> 63,
                _ => row >> (HALF - 1) | after << (HALF + 1),
            };
            let brackets = around(before, brackets, after);
            let live = around(live_before, live, live_after);
            let mut rest = (internal >> half) as u32;
            let fresh = depth as usize + 1;
            stated[fresh..fresh + HALF].fill(0);
            while rest != 0 {
                let at = rest.trailing_zeros();
                let below = rest ^ (rest - 1);
                rest &= rest - 1;
                let depth = depth as usize + (open & below).count_ones() as usize;
                let depth = depth.wrapping_sub((close & below).count_ones() as usize);
                // A depth below 0 is out of range as well.
                let pair = stated.get_mut(depth..depth.wrapping_add(HALF + 1))?;
                wrong |= u64::from(pair[0]) | (depth >> (32 - INFO)) as u64;
                pair[1..].fill(0);
                pair[0] = 1;
                count[depth] += 1;
                let info = (live >> at & 7) as u32 | ((brackets >> at & 7) as u32) << LEFT_INTERNAL;
                *nodes.get_mut(found)? = (depth as u32) << INFO | info;
                found += 1;
            }
            depth += i64::from(open.count_ones()) - i64::from(close.count_ones());
        }
        if wrong != 0 {
            return None;
        }
        (before, live_before) = (brackets, live);
    }
    let whole = odd_before != 0 && depth == start && found == most;
    whole.then_some(Internal { nodes, count })
}

/// Reads a well-formed tree, and whether it was bare; with the bit operations of `chip`. `None` for
/// anything else, and for a single leaf and for depths from 2^26, which are left to the parser.
#[inline(always)]
pub(super) fn read<C: Chip>(chip: C, text: &[u8]) -> Option<(Tree, bool)> {
    let tokens = scan::tokens(chip, text)?;
    let (internal, bare) = match internal_nodes(&tokens, false) {
        Some(internal) => (internal, false),
        None => (internal_nodes(&tokens, true)?, true),
    };
    drop(tokens);
    let Internal { nodes, count } = internal;
    let bits = (1 << INFO) - 1;
    let inner = nodes.iter().map(|node| Inner { depth: node >> INFO, bits: (node & bits) as u8 });
    (!nodes.is_empty()).then(|| (join(chip, 1 << RIGHT_INTERNAL, inner, count), bare))
}
