//! Trees for tests: all small shapes, random, complete and caterpillar ones.

use super::rules::{NONE, PlainTree};

/// A small generator of repeatable noise (xorshift64).
pub(crate) struct Noise(pub(crate) u64);

impl Noise {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 8
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Gives a leaf two leaves below it.
fn split(tree: &mut PlainTree, leaf: u32) -> [u32; 2] {
    let left = tree.leaf(false);
    let right = tree.leaf(false);
    tree.left[leaf as usize] = left;
    tree.right[leaf as usize] = right;
    tree.parent[left as usize] = leaf;
    tree.parent[right as usize] = leaf;
    [left, right]
}

/// Grows a tree to `nodes` (odd) by splitting the leaf that `choose(leaves)` names, oldest first.
fn grown(nodes: usize, mut choose: impl FnMut(usize) -> usize) -> PlainTree {
    let mut tree = PlainTree::default();
    let mut leaves = std::collections::VecDeque::from([tree.leaf(false)]);
    while tree.live.len() < nodes {
        let index = choose(leaves.len());
        let leaf = leaves.swap_remove_back(index).expect("a leaf is chosen among those there are");
        leaves.extend(split(&mut tree, leaf));
    }
    tree
}

pub(crate) fn random(nodes: usize, noise: &mut Noise) -> PlainTree {
    grown(nodes, |leaves| noise.below(leaves))
}

/// Returns a spine that turns at random.
pub(crate) fn caterpillar(nodes: usize, noise: &mut Noise) -> PlainTree {
    grown(nodes, |leaves| if leaves == 1 { 0 } else { leaves - 1 - noise.below(2) })
}

/// Returns a tree whose levels are full from the left.
pub(crate) fn complete(nodes: usize, _: &mut Noise) -> PlainTree {
    let mut tree = PlainTree::default();
    for _ in 0..nodes {
        tree.leaf(false);
    }
    for node in 1..nodes {
        let parent = (node - 1) / 2;
        tree.parent[node] = parent as u32;
        let side = if node % 2 == 1 { &mut tree.left } else { &mut tree.right };
        side[parent] = node as u32;
    }
    tree
}

/// Returns a tree grown level by level in which one node in a hundred stays a leaf: most words of
/// masks are full or nearly so.
pub(crate) fn nearly_complete(nodes: usize, noise: &mut Noise) -> PlainTree {
    let mut tree = PlainTree::default();
    let mut leaves = std::collections::VecDeque::from([tree.leaf(false)]);
    while let Some(leaf) = leaves.pop_front().filter(|_| tree.live.len() < nodes) {
        if leaves.is_empty() || noise.below(100) > 0 {
            leaves.extend(split(&mut tree, leaf));
        }
    }
    tree
}

/// Returns the tree with every node live or dead at random.
pub(crate) fn scattered(mut tree: PlainTree, noise: &mut Noise) -> PlainTree {
    tree.live.iter_mut().for_each(|live| *live = noise.next() & 1 == 1);
    tree
}

/// Returns every shape of up to `most` nodes, all dead.
pub(crate) fn all_shapes(most: usize) -> Vec<PlainTree> {
    let mut by_size: Vec<Vec<PlainTree>> = vec![Vec::new(); most + 1];
    let mut leaf = PlainTree::default();
    leaf.leaf(false);
    by_size[1].push(leaf);
    for size in (3..=most).step_by(2) {
        for left in (1..size - 1).step_by(2) {
            let pairs: Vec<_> = by_size[left]
                .iter()
                .flat_map(|l| by_size[size - 1 - left].iter().map(move |r| joined(l, r)))
                .collect();
            by_size[size].extend(pairs);
        }
    }
    by_size.concat()
}

fn joined(left: &PlainTree, right: &PlainTree) -> PlainTree {
    let mut tree = left.clone();
    let offset = tree.live.len() as u32;
    let moved = |list: &[u32]| -> Vec<u32> {
        list.iter().map(|&i| if i == NONE { NONE } else { i + offset }).collect()
    };
    tree.parent.extend(moved(&right.parent));
    tree.left.extend(moved(&right.left));
    tree.right.extend(moved(&right.right));
    tree.live.extend(&right.live);
    tree.root = tree.join(left.root, false, right.root + offset);
    tree
}
