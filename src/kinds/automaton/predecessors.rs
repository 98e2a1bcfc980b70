//! The trees that step to a given one: how many there are, and one of them.
//!
//! A predecessor gives every node a state `y` such that the rule leads to the wanted `x`. For node
//! `v` let `ways(v, s, p)` be the number of ways to fill in the nodes below `v` when `y(v) = s` and
//! its parent has `p`, so that `v` and all nodes below it come out right. Then
//!
//! ```text
//!   ways(v, s, p) = Σ over l, r with rule(p, l, s, r) = x(v) of ways(left, l, s) · ways(right, r, s)
//!   leaf          = 1 if rule(p, 0, s, 0) = x(v), else 0
//!   predecessors  = ways(root, 0, dead) + ways(root, 1, dead)
//! ```
//!
//! In reverse breadth-first order the children of each internal node are the oldest two results not
//! yet used, so a queue holds all that is needed. For one predecessor it is enough to know which
//! numbers are not zero: four bits per node, and a choice from the root down.

use std::collections::VecDeque;

use num_bigint::BigUint;

use super::layout::{NodeIndex, Tree};
use super::rules::Rule;
use crate::search::{Budget, Charge, Counted, Stop};

/// A number that is small most of the time.
#[derive(Clone, Debug)]
enum Count {
    Small(u64),
    Large(BigUint),
}

impl Count {
    fn large(&self) -> BigUint {
        match self {
            Self::Small(small) => BigUint::from(*small),
            Self::Large(large) => large.clone(),
        }
    }

    fn is_zero(&self) -> bool {
        matches!(self, Self::Small(0))
    }

    fn plus(&self, other: &Self) -> Self {
        if let (Self::Small(a), Self::Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Self::Small(sum);
        }
        Self::Large(self.large() + other.large())
    }

    fn times(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Small(0), _) | (_, Self::Small(0)) => Self::Small(0),
            (Self::Small(1), factor) | (factor, Self::Small(1)) => factor.clone(),
            (Self::Small(a), Self::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Self::Small(product),
                None => Self::Large(BigUint::from(*a) * *b),
            },
            (Self::Small(small), Self::Large(large)) | (Self::Large(large), Self::Small(small)) => {
                Self::Large(large * *small)
            }
            (Self::Large(a), Self::Large(b)) => Self::Large(a * b),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Small(_) => 0,
            Self::Large(large) => large.bits() as usize / 8,
        }
    }
}

/// `ways(v, s, p)` at index `2·s + p`.
type Ways = [Count; 4];

/// Returns the exact number of trees that step to `tree` by `rule`. Multiplies big integers once or
/// twice per node: about 0.1 s for 100,000 nodes of a random tree.
///
/// # Errors
/// The budget's stop.
pub(super) fn count(tree: &Tree, rule: Rule, budget: &Budget) -> Result<BigUint, Stop> {
    let nodes = tree.shape().nodes();
    let mut charge = Charge::default();
    let mut queue: VecDeque<Ways> = VecDeque::new();
    let mut bytes = 0;

    for number in (1..=nodes).rev() {
        // A node may cost a product of numbers of thousands of digits.
        let size = queue.front().map_or(0, |ways| ways[0].bytes() + ways[3].bytes());
        if size > 1 << 12 || number.is_multiple_of(1 << 10) {
            let held = (queue.len() * size_of::<Ways>() + bytes) as u64;
            charge.set(held, budget);
            look(nodes - number, nodes, held, budget)?;
        }
        let node = NodeIndex(number as u32);
        let wanted = tree.live(node);
        let ways = if tree.shape().is_internal(node) {
            let right = queue.pop_front().expect("both children were counted before");
            let left = queue.pop_front().expect("both children were counted before");
            bytes -= ways_bytes(&left) + ways_bytes(&right);
            join(rule, wanted, &left, &right)
        } else {
            std::array::from_fn(|i| {
                let s = i & 2 != 0;
                let p = i & 1 != 0;
                Count::Small(u64::from(rule.next(p, false, s, false) == wanted))
            })
        };
        bytes += ways_bytes(&ways);
        queue.push_back(ways);
    }

    let root = queue.pop_front().expect("the root was counted");
    Ok(root[0].plus(&root[2]).large())
}

/// Returns a tree that steps to `tree` by `rule`, or `None` if there is none (a Garden of Eden): the
/// first of all in breadth-first order of the nodes, dead before live. Linear time, a byte per node.
///
/// # Errors
/// The budget's stop.
pub(super) fn first(tree: &Tree, rule: Rule, budget: &Budget) -> Result<Option<Tree>, Stop> {
    let shape = tree.shape().clone();
    let nodes = shape.nodes();
    budget.fits(nodes as u64)?;

    // possible(v, s, p) at bit 2·s + p of entry v.
    let mut possible = vec![0_u8; nodes + 1];
    // The first child of the next node that has some.
    let mut child = nodes + 1;
    for number in (1..=nodes).rev() {
        if number.is_multiple_of(1 << 16) {
            look(nodes - number, nodes, nodes as u64, budget)?;
        }
        let node = NodeIndex(number as u32);
        let wanted = tree.live(node);
        let mut bits = 0;
        if shape.is_internal(node) {
            child -= 2;
            let left = possible[child];
            let right = possible[child + 1];
            for i in 0..4_u8 {
                let s = i & 2 != 0;
                let p = i & 1 != 0;
                bits |= u8::from(choices(rule, wanted, p, s, left, right).next().is_some()) << i;
            }
        } else {
            for i in 0..4_u8 {
                let s = i & 2 != 0;
                let p = i & 1 != 0;
                bits |= u8::from(rule.next(p, false, s, false) == wanted) << i;
            }
        }
        possible[number] = bits;
    }

    let Some(root) = [0, 1].into_iter().find(|s| possible[1] >> (2 * s) & 1 == 1) else {
        return Ok(None);
    };

    // From here on entry v is y(v) and y(parent), in bits 1 and 0.
    let mut chosen = possible;
    chosen[1] = 2 * root;
    let mut child = 2;
    for number in 1..=nodes {
        let node = NodeIndex(number as u32);
        if shape.is_internal(node) {
            let s = chosen[number] & 2 != 0;
            let p = chosen[number] & 1 != 0;
            let left = chosen[child];
            let right = chosen[child + 1];
            let (l, r) = choices(rule, tree.live(node), p, s, left, right)
                .next()
                .expect("a choice that was possible below is possible from above");
            chosen[child] = 2 * u8::from(l) + u8::from(s);
            chosen[child + 1] = 2 * u8::from(r) + u8::from(s);
            child += 2;
        }
    }
    Ok(Some(Tree::from_fn(shape, |node| chosen[node.number()] & 2 != 0)))
}

/// Publishes how many of the nodes are done, and looks at the limits.
fn look(done: usize, nodes: usize, bytes: u64, budget: &Budget) -> Result<(), Stop> {
    if let Some(progress) = &budget.progress {
        progress.publish_count(Counted::Work, done as u64, bytes);
        progress.total.store(nodes as u64, std::sync::atomic::Ordering::Relaxed);
    }
    budget.check(done as u64, 0)
}

fn ways_bytes(ways: &Ways) -> usize {
    ways.iter().map(Count::bytes).sum()
}

/// Returns the states of both children that are possible below a node in state `s` under a parent
/// in `p`.
fn choices(
    rule: Rule,
    wanted: bool,
    p: bool,
    s: bool,
    left: u8,
    right: u8,
) -> impl Iterator<Item = (bool, bool)> {
    let is_possible =
        move |child: u8, live: bool| child >> (2 * u8::from(live) + u8::from(s)) & 1 == 1;
    [(false, false), (false, true), (true, false), (true, true)].into_iter().filter(
        move |&(l, r)| {
            is_possible(left, l) && is_possible(right, r) && rule.next(p, l, s, r) == wanted
        },
    )
}

fn join(rule: Rule, wanted: bool, left: &Ways, right: &Ways) -> Ways {
    std::array::from_fn(|i| {
        let s = i & 2 != 0;
        let p = i & 1 != 0;
        let below = |live: bool| 2 * usize::from(live) + usize::from(s);
        let mut sum = Count::Small(0);
        for l in [false, true] {
            let ways = &left[below(l)];
            if ways.is_zero() {
                continue;
            }
            // One product serves both states of the right child.
            let fits = |r: bool| rule.next(p, l, s, r) == wanted;
            let dead = &right[below(false)];
            let live = &right[below(true)];
            let factor = match (fits(false), fits(true)) {
                (true, true) => dead.plus(live),
                (true, false) => dead.clone(),
                (false, true) => live.clone(),
                (false, false) => continue,
            };
            sum = sum.plus(&ways.times(&factor));
        }
        sum
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::automaton::rules::PlainTree;
    use crate::kinds::automaton::samples::{self, Noise};

    #[test]
    fn counts_agree_with_trying_every_tree() {
        let mut noise = Noise(77);
        let budget = Budget::unlimited();
        for shape in samples::all_shapes(9) {
            for _ in 0..3 {
                let rule = Rule(noise.next() as u16);
                let target = samples::scattered(shape.clone(), &mut noise);
                let nodes = shape.live.len();
                let trees = (0..1_u32 << nodes).map(|bits| PlainTree {
                    live: (0..nodes).map(|i| bits >> i & 1 == 1).collect(),
                    ..shape.clone()
                });
                let count = trees.filter(|tree| tree.step(rule).live == target.live).count();
                let target = target.pack();
                let predecessor = first(&target, rule, &budget).expect("no limit");
                assert_eq!(predecessor.is_some(), count > 0);
                if let Some(predecessor) = predecessor {
                    assert_eq!(PlainTree::unpack(&predecessor).step(rule).pack(), target);
                }
                assert_eq!(super::count(&target, rule, &budget), Ok(BigUint::from(count)));
            }
        }
    }

    #[test]
    fn all_counts_of_a_shape_add_up_to_all_its_trees() {
        let mut noise = Noise(78);
        for shape in samples::all_shapes(7) {
            let rule = Rule(noise.next() as u16);
            let nodes = shape.live.len();
            let sum: BigUint = (0..1_u32 << nodes)
                .map(|bits| {
                    let live = (0..nodes).map(|i| bits >> i & 1 == 1).collect();
                    let tree = PlainTree { live, ..shape.clone() }.pack();
                    count(&tree, rule, &Budget::unlimited()).expect("no limit")
                })
                .sum();
            assert_eq!(sum, BigUint::from(1_u32 << nodes));
        }
    }
}
