//! A tree under up to 256 rules at once: a node has a bit for each of them.

use crate::kinds::automaton::layout::{NodeIndex, Shape, Tree};
use crate::search::{Budget, Stop};

/// The number of rules that are stepped together.
pub(super) const WIDTH: usize = 256;

/// A bit for each rule.
pub(super) type Lanes = [u64; WIDTH / 64];

/// No rule, or dead under all of them.
pub(super) const NONE: Lanes = [0; WIDTH / 64];

/// Returns the bits of `if_set` where the bit of `choice` is set, and those of `if_clear` elsewhere.
#[inline]
fn choose(choice: &Lanes, if_set: &Lanes, if_clear: &Lanes) -> Lanes {
    std::array::from_fn(|i| if_clear[i] ^ (choice[i] & (if_clear[i] ^ if_set[i])))
}

/// Returns the bits that are set in both.
#[inline]
pub(super) fn both(left: &Lanes, right: &Lanes) -> Lanes {
    std::array::from_fn(|i| left[i] & right[i])
}

/// Returns the number of bits that are set.
pub(super) fn count(lanes: &Lanes) -> u32 {
    lanes.iter().map(|word| word.count_ones()).sum()
}

/// Returns 8×8 bits with rows and columns exchanged: bit `8r + c` becomes bit `8c + r`. Exchanges
/// single bits, then squares of 2×2, then of 4×4 bits.
fn transposed(block: u64) -> u64 {
    let squares =
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)];
    squares.into_iter().fold(block, |block, (distance, mask)| {
        let changed = (block ^ block >> distance) & mask;
        block ^ changed ^ changed << distance
    })
}

/// The states of all nodes under some rules.
#[derive(Debug)]
pub(super) struct Forest {
    /// Bit `i` of row `r` is the new state that rule `i` gives for row `r` of its table.
    rows: [Lanes; 16],
    /// The lanes that a rule has.
    used: Lanes,
    /// The state of node `v` at index `v`; index 0 is a node that is missing.
    now: Vec<Lanes>,
    next: Vec<Lanes>,
    generation: u32,
}

impl Forest {
    /// Returns the bytes that a forest of a tree with that many nodes holds.
    pub(super) fn bytes(nodes: usize) -> u64 {
        (2 * (nodes + 1) * size_of::<Lanes>()) as u64
    }

    /// Returns generation 0 of a tree under at most [`WIDTH`] rules.
    pub(super) fn new(tree: &Tree, rules: &[u16]) -> Self {
        let mut rows = [NONE; 16];
        let mut used = NONE;
        for (eight, rules) in rules.chunks(8).enumerate() {
            let word = eight / 8;
            let bit = eight % 8 * 8;
            used[word] |= ((1 << rules.len()) - 1) << bit;
            for half in [0, 8] {
                let bytes = rules.iter().map(|rule| u64::from(rule >> half & 0xff));
                let block = bytes.rev().fold(0, |block, byte| block << 8 | byte);
                let columns = transposed(block).to_le_bytes();
                for (lanes, column) in rows[half..].iter_mut().zip(columns) {
                    lanes[word] |= u64::from(column) << bit;
                }
            }
        }
        let live = |node: u32| [u64::from(tree.live(NodeIndex(node))).wrapping_neg(); WIDTH / 64];
        let nodes = tree.shape().nodes();
        let now: Vec<_> = std::iter::once(NONE).chain((1..=nodes as u32).map(live)).collect();
        Self { rows, used, next: vec![NONE; nodes + 1], now, generation: 0 }
    }

    /// Returns the lanes that a rule has.
    pub(super) fn used(&self) -> Lanes {
        self.used
    }

    /// Returns the rules under which a node is live.
    pub(super) fn live(&self, node: NodeIndex) -> &Lanes {
        &self.now[node.number()]
    }

    /// Steps up to a generation; a later one stays.
    ///
    /// # Errors
    /// The budget stopped it.
    pub(super) fn go(&mut self, generation: u32, tree: &Tree, budget: &Budget) -> Result<(), Stop> {
        while self.generation < generation {
            budget.rest()?;
            self.step(tree.shape());
        }
        Ok(())
    }

    /// Steps one generation. Takes 15 choices for a node with children, and 3 for a leaf.
    fn step(&mut self, shape: &Shape) {
        let rows = &self.rows;
        let mut parent = 0;
        let mut child = 2;
        for node in 1..=shape.nodes() {
            // In breadth-first order each node with children is the parent of the next two.
            if node > 1 && node % 2 == 0 {
                parent += 1;
                while !shape.is_internal(NodeIndex(parent as u32)) {
                    parent += 1;
                }
            }

            let above = &self.now[parent];
            let state = &self.now[node];
            self.next[node] = if shape.is_internal(NodeIndex(node as u32)) {
                let left = &self.now[child];
                let right = &self.now[child + 1];
                child += 2;
                let pair = |row: usize| choose(right, &rows[row + 1], &rows[row]);
                let four = |row: usize| choose(state, &pair(row + 2), &pair(row));
                let eight = |row: usize| choose(left, &four(row + 4), &four(row));
                choose(above, &eight(8), &eight(0))
            } else {
                let leaf = |row: usize| choose(state, &rows[row + 2], &rows[row]);
                choose(above, &leaf(8), &leaf(0))
            };
        }

        std::mem::swap(&mut self.now, &mut self.next);
        self.generation += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::automaton::rules::PlainTree;

    #[test]
    fn each_lane_has_the_table_of_its_rule() {
        let mut plain = PlainTree::default();
        plain.leaf(true);
        let tree = plain.pack();
        for count in [1, 7, 8, 9, 64, 200, WIDTH] {
            let rules: Vec<u16> = (0..count).map(|at| (at * 40_503 + 17) as u16).collect();
            let forest = Forest::new(&tree, &rules);
            for lane in 0..WIDTH {
                let bit = |lanes: &Lanes| lanes[lane / 64] >> (lane % 64) & 1;
                assert_eq!(bit(&forest.used) == 1, lane < count);
                for (row, lanes) in forest.rows.iter().enumerate() {
                    let expected = rules.get(lane).map_or(0, |rule| u64::from(rule >> row & 1));
                    assert_eq!(bit(lanes), expected, "row {row} of lane {lane}");
                }
            }
        }
    }
}
