//! The picture of a tree.

use super::layout::{NodeIndex, Tree, Turn};
use crate::scene::{self, Drawing, Emphasis, Role, Scene};

/// The most nodes drawn: the first seven levels of a complete tree.
const DRAWN: usize = 127;
/// The most steps of a path that are drawn.
const STEPS: usize = 60;

/// The target of a picture: the node at the end of a path, with or without its neighbors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    pub(super) turns: &'a [Turn],
    pub(super) neighbors: bool,
}

/// Draws the first nodes of a tree in breadth-first order, and those on the path to the target.
pub(super) fn scene(
    name: &str,
    tree: &Tree,
    generation: u128,
    target: Option<Target<'_>>,
) -> Scene {
    let shape = tree.shape();
    let nodes = shape.nodes();
    let path = target.map_or_else(Vec::new, |target| path(tree, &target));
    let mut numbers: Vec<usize> = (1..=nodes.min(DRAWN)).collect();
    let last = path.last().filter(|_| target.is_some_and(|target| target.neighbors));
    let twins = path.iter().skip(1).map(|node| node.number() & !1);
    let below = last.and_then(|&last| shape.children(last)).map(|two| two.0.number());
    for left in twins.chain(below) {
        numbers.extend([left, left + 1]);
    }
    numbers.sort_unstable();
    numbers.dedup();

    let place = |node: NodeIndex| numbers.binary_search(&node.number()).ok();
    let mut drawing: Vec<scene::Node> = numbers
        .iter()
        .map(|&number| {
            let node = NodeIndex(number as u32);
            let live = tree.live(node);
            let children: Vec<usize> = shape
                .children(node)
                .map_or(Vec::new(), |(left, right)| [left, right].map(place).to_vec())
                .into_iter()
                .flatten()
                .collect();
            scene::Node {
                text: String::from(if live { "X" } else { "." }),
                role: if live { Role::Piece } else { Role::Floor },
                hidden: if children.is_empty() { shape.below(node) } else { 0 },
                children,
                emphasis: Emphasis::None,
            }
        })
        .collect();

    for at in path.iter().filter_map(|&node| place(node)) {
        drawing[at].emphasis = Emphasis::Way;
    }

    let mut caption = String::new();
    if let Some(target) = target {
        let steps = path.len().saturating_sub(1);
        let total = target.turns.len();
        if steps < total {
            caption = format!("the first {steps} of {total} steps shown; ");
        } else if let Some(end) = path.last().and_then(|&node| place(node)) {
            drawing[end].emphasis = Emphasis::Focus;
            let parent = path.len().checked_sub(2).and_then(|at| place(path[at]));
            let children = drawing[end].children.clone();
            for at in parent.into_iter().chain(children).filter(|_| target.neighbors) {
                drawing[at].emphasis = Emphasis::Near;
            }
        }
    }

    let live = tree.live_count();
    caption += &format!("generation {generation}, {live} of {nodes} live");
    Scene {
        title: format!(
            "{name}, an automaton at generation {generation}: {live} of {nodes} nodes live"
        ),
        caption,
        drawing: Drawing::Tree(scene::Tree { nodes: drawing }),
    }
}

/// Returns the nodes from the root to the target, up to the last one drawn.
fn path(tree: &Tree, target: &Target<'_>) -> Vec<NodeIndex> {
    let mut path = vec![NodeIndex::ROOT];
    let mut at = NodeIndex::ROOT;
    for turn in target.turns.iter().take(STEPS) {
        let Some((left, right)) = tree.shape().children(at) else { break };
        at = if *turn == Turn::Left { left } else { right };
        path.push(at);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::automaton::samples::{self, Noise};

    #[test]
    fn a_scene_holds_or_counts_every_node() {
        let mut noise = Noise(77);
        let mut trees = samples::all_shapes(9);
        for nodes in [1, 3, 63, 127, 129, 255, 501, 1025] {
            trees.push(samples::random(nodes, &mut noise));
            trees.push(samples::caterpillar(nodes, &mut noise));
            trees.push(samples::complete(nodes, &mut noise));
        }
        for tree in trees.into_iter().map(|tree| tree.pack()) {
            for steps in [0, 1, 5, 90] {
                let mut turns = Vec::new();
                let mut at = NodeIndex::ROOT;
                while let Some((left, right)) = tree.shape().children(at)
                    && turns.len() < steps
                {
                    let turn = [Turn::Left, Turn::Right][noise.below(2)];
                    at = if turn == Turn::Left { left } else { right };
                    turns.push(turn);
                }
                for neighbors in [false, true] {
                    let target = Some(Target { turns: &turns, neighbors });
                    let Drawing::Tree(drawn) = scene("x", &tree, 0, target).drawing else {
                        unreachable!("a tree is drawn as one")
                    };
                    let nodes = &drawn.nodes;
                    let count: u64 = nodes.iter().map(|node| 1 + node.hidden).sum();
                    assert_eq!(count, tree.shape().nodes() as u64);
                    let named: Vec<usize> =
                        nodes.iter().flat_map(|node| node.children.clone()).collect();
                    let mut sorted = named.clone();
                    sorted.sort_unstable();
                    sorted.dedup();
                    assert_eq!(sorted, (1..nodes.len()).collect::<Vec<_>>(), "one tree");
                    let focus =
                        nodes.iter().filter(|node| node.emphasis == Emphasis::Focus).count();
                    assert_eq!(focus, usize::from(turns.len() <= STEPS));
                    let near = nodes.iter().filter(|node| node.emphasis == Emphasis::Near).count();
                    let neighbor_count = usize::from(!turns.is_empty())
                        + 2 * usize::from(tree.shape().is_internal(at));
                    let seen = neighbors && turns.len() <= STEPS;
                    assert_eq!(near, if seen { neighbor_count } else { 0 });
                }
            }
        }
    }
}
