//! The plain rules: the table of a rule, and a tree as index arrays, stepped one node at a time.
//! Everything fast in this folder is tested against it.

use std::sync::Arc;

use super::layout::{NodeIndex, Shape, Tree};

/// A rule: bit `8·parent + 4·left + 2·self + right` is the new state of a node.
///
/// Worked example: rule 23749 is `0101 1100 1100 0101` in binary, so row 0 (`. . . .`) gives live,
/// row 1 (right child live) gives dead and row 15 (all live) gives dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule(pub u16);

impl Rule {
    /// Returns the row of the table that four states select: bit 3 parent, 2 left, 1 self, 0 right.
    pub const fn row(parent: bool, left: bool, node: bool, right: bool) -> usize {
        8 * parent as usize + 4 * left as usize + 2 * node as usize + right as usize
    }

    /// Returns the new state of a node; pass `false` for a missing parent or child.
    pub const fn next(self, parent: bool, left: bool, node: bool, right: bool) -> bool {
        self.0 >> Self::row(parent, left, node, right) & 1 == 1
    }

    /// Returns the rows in ascending order as `(parent, left, self, right, new state)`.
    pub fn table(self) -> impl Iterator<Item = (bool, bool, bool, bool, bool)> {
        (0..16_u8).map(move |i| {
            let bit = |k: u8| i >> k & 1 == 1;
            (bit(3), bit(2), bit(1), bit(0), self.0 >> i & 1 == 1)
        })
    }
}

/// Marks a missing child or parent in the index arrays.
pub const NONE: u32 = u32::MAX;

/// A binary tree as arrays over nodes numbered in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlainTree {
    /// Parent of each node, or [`NONE`].
    pub parent: Vec<u32>,
    /// Left child of each node, or [`NONE`].
    pub left: Vec<u32>,
    /// Right child of each node, or [`NONE`].
    pub right: Vec<u32>,
    /// State of each node, `true` = live.
    pub live: Vec<bool>,
    /// Index of the root.
    pub root: u32,
}

impl PlainTree {
    /// Adds a leaf without a parent and gives its index.
    pub fn leaf(&mut self, live: bool) -> u32 {
        self.parent.push(NONE);
        self.left.push(NONE);
        self.right.push(NONE);
        self.live.push(live);
        self.live.len() as u32 - 1
    }

    /// Adds a node over two that have no parent yet and gives its index.
    pub fn join(&mut self, left: u32, live: bool, right: u32) -> u32 {
        let node = self.leaf(live);
        self.left[node as usize] = left;
        self.right[node as usize] = right;
        self.parent[left as usize] = node;
        self.parent[right as usize] = node;
        node
    }

    /// Returns the next generation, straight from the definition.
    #[must_use]
    pub fn step(&self, rule: Rule) -> Self {
        let at = |i: u32| i != NONE && self.live[i as usize];
        let live = (0..self.live.len())
            .map(|i| {
                rule.next(at(self.parent[i]), at(self.left[i]), self.live[i], at(self.right[i]))
            })
            .collect();
        Self { live, ..self.clone() }
    }

    /// Returns the nodes in breadth-first order from the root.
    pub fn breadth_first(&self) -> Vec<u32> {
        let mut order = vec![self.root];
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            if self.left[node as usize] != NONE {
                order.push(self.left[node as usize]);
                order.push(self.right[node as usize]);
            }
        }
        order
    }

    /// Returns the tree in the packed layout.
    pub fn pack(&self) -> Tree {
        let order = self.breadth_first();
        let mut mask = vec![0; Shape::mask_words(order.len())];
        for (i, &node) in order.iter().enumerate() {
            mask[(i + 1) / 64] |= u64::from(self.left[node as usize] != NONE) << ((i + 1) % 64);
        }
        let shape = Arc::new(Shape::from_mask(order.len(), mask));
        Tree::from_fn(shape, |node| self.live[order[node.number() - 1] as usize])
    }

    /// Unpacks a tree; node `b` of the layout becomes index `b - 1`.
    pub fn unpack(tree: &Tree) -> Self {
        let mut plain = Self::default();
        for node in 1..=tree.shape().nodes() {
            plain.leaf(tree.live(NodeIndex(node as u32)));
        }
        for node in 1..=tree.shape().nodes() as u32 {
            if let Some((left, right)) = tree.shape().children(NodeIndex(node)) {
                plain.left[node as usize - 1] = left.0 - 1;
                plain.right[node as usize - 1] = right.0 - 1;
                plain.parent[left.number() - 1] = node - 1;
                plain.parent[right.number() - 1] = node - 1;
            }
        }
        plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_parent_left_self_right() {
        let rule = Rule(1 << 8 | 1 << 2);
        assert!(rule.next(true, false, false, false));
        assert!(rule.next(false, false, true, false));
        assert!(!rule.next(false, true, false, false));
        for (i, (p, l, s, r, new)) in Rule(23749).table().enumerate() {
            assert_eq!(Rule::row(p, l, s, r), i);
            assert_eq!(Rule(23749).next(p, l, s, r), new);
        }
    }
}
