//! Generations of trees. Opponent: the plain loop over index arrays in breadth-first order, one
//! byte per node, its two states swapped (no allocation), in the same run.

use std::collections::VecDeque;
use std::hint::black_box;
use std::time::Instant;

use puzzled::kinds::automaton::{NONE, PlainTree, Rule, advance};

const RULE: Rule = Rule(27030);

struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Grows a tree to `nodes` nodes, by splitting the leaf that `choose` picks.
fn grown(nodes: usize, mut choose: impl FnMut(&mut VecDeque<u32>) -> u32) -> PlainTree {
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    let mut tree = PlainTree::default();
    let mut leaves = VecDeque::from([tree.leaf(true)]);
    while tree.live.len() < nodes {
        let leaf = choose(&mut leaves);
        for side in 0..2 {
            let child = tree.leaf(noise.next() >> 40 & 1 == 1);
            tree.parent[child as usize] = leaf;
            let row = if side == 0 { &mut tree.left } else { &mut tree.right };
            row[leaf as usize] = child;
            leaves.push_back(child);
        }
    }
    tree
}

/// The plain loop's arrays, in breadth-first order.
struct Plain {
    parent: Vec<u32>,
    left: Vec<u32>,
    right: Vec<u32>,
    live: Vec<u8>,
    next: Vec<u8>,
}

impl Plain {
    fn new(tree: &PlainTree) -> Self {
        let order = tree.breadth_first();
        let mut place = vec![0; order.len()];
        for (at, &node) in order.iter().enumerate() {
            place[node as usize] = at as u32;
        }
        // A node after the last is always dead: it stands for what is missing.
        let none = order.len() as u32;
        let follow = |row: &[u32]| -> Vec<u32> {
            let to = |node: &u32| match row[*node as usize] {
                NONE => none,
                other => place[other as usize],
            };
            order.iter().map(to).collect()
        };
        let mut live: Vec<u8> = order.iter().map(|&node| tree.live[node as usize].into()).collect();
        live.push(0);
        Self {
            parent: follow(&tree.parent),
            left: follow(&tree.left),
            right: follow(&tree.right),
            next: live.clone(),
            live,
        }
    }

    fn step(&mut self, rule: Rule) {
        let at = |node: u32| u16::from(self.live[node as usize]);
        for node in 0..self.parent.len() {
            let row = at(self.parent[node]) << 3
                | at(self.left[node]) << 2
                | u16::from(self.live[node]) << 1
                | at(self.right[node]);
            self.next[node] = (rule.0 >> row & 1) as u8;
        }
        std::mem::swap(&mut self.live, &mut self.next);
    }
}

/// Returns the seconds of one run.
fn seconds(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn main() {
    println!("cell updates a second on one core, and the ratio to the plain loop, run in turns");
    for nodes in [1_000_001, 10_000_001] {
        for shape in ["complete", "random", "caterpillar"] {
            let mut noise = Noise(88_172_645_463_325_252);
            let tree = grown(nodes, |leaves| {
                let leaf = match shape {
                    "complete" => leaves.pop_front(),
                    "caterpillar" => leaves.pop_back(),
                    _ => {
                        let at = (noise.next() % leaves.len() as u64) as usize;
                        leaves.swap_remove_back(at)
                    }
                };
                leaf.expect("a tree that grows has leaves")
            });

            let mut plain = Plain::new(&tree);
            let mut old = tree.pack();
            let mut new = tree.pack();
            drop(tree);
            let rounds = if nodes > 2_000_000 { 10 } else { 100 };
            let mut fast = Vec::new();
            let mut slow = Vec::new();
            let mut ratios = Vec::new();

            for _ in 0..9 {
                let ours = seconds(|| {
                    for _ in 0..rounds {
                        advance(RULE, &old, &mut new);
                        std::mem::swap(&mut old, &mut new);
                    }
                    black_box(&old);
                });
                let theirs = seconds(|| {
                    for _ in 0..rounds / 10 {
                        plain.step(RULE);
                    }
                    black_box(&plain.live);
                });
                ratios.push(10.0 * theirs / ours);
                fast.push(ours);
                slow.push(theirs);
            }

            let updates = (nodes * rounds) as f64 / 1e9;
            println!(
                "{nodes:>9} nodes, {shape:<11} {:>6.2} G/s, {:>5.1} times the plain \
                 loop ({:.2} G/s)",
                updates / median(fast),
                median(ratios),
                updates / 10.0 / median(slow),
            );
        }
    }
}
