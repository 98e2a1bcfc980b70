//! The picture of a tree.

use super::layout::{NodeIndex, Tree};
use crate::scene::{self, Drawing, Role, Scene};

/// Nodes drawn at most: the first seven levels of a complete tree.
const DRAWN: usize = 127;

/// Draws the first nodes of a tree in breadth-first order.
pub(super) fn scene(name: &str, tree: &Tree, generation: u128) -> Scene {
    let nodes = tree.shape().nodes();
    let drawn = nodes.min(DRAWN);
    let drawing = (1..=drawn)
        .map(|number| {
            let node = NodeIndex(number as u32);
            let live = tree.live(node);
            let children = tree.shape().children(node).map_or(Vec::new(), |(left, right)| {
                [left, right]
                    .iter()
                    .map(|child| child.number() - 1)
                    .filter(|&at| at < drawn)
                    .collect()
            });
            scene::Node {
                text: String::from(if live { "X" } else { "." }),
                role: if live { Role::Piece } else { Role::Floor },
                children,
                ..scene::Node::default()
            }
        })
        .collect();
    let live = tree.live_count();
    let all = if nodes > drawn {
        format!(", the first {drawn} of {nodes} nodes shown")
    } else {
        String::new()
    };
    Scene {
        title: format!(
            "{name}, an automaton at generation {generation}: {live} of {nodes} nodes live"
        ),
        caption: format!("generation {generation}, {live} of {nodes} live{all}"),
        drawing: Drawing::Tree(scene::Tree { nodes: drawing }),
    }
}
