//! A tree: its root above, the leaves side by side.

use std::fmt::Write;

use super::page::{Point, circle, count, escape, number, text};
use super::{Art, Naming};
use crate::scene::{Node, Role, Tree};

/// Distance of leaves, and of levels; the radius of a node.
const APART: f64 = 38.0;
const LEVEL: f64 = 62.0;
const RADIUS: f64 = 15.0;
/// The margin around a tree.
const MARGIN: f64 = 30.0;
/// Levels that keep their distance: those of deeper trees move closer together, which bounds the
/// picture.
const LEVELS: usize = 40;

/// The places of the nodes of a tree.
pub(super) struct Layout {
    places: Vec<Point>,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Layout {
    /// Lays out a tree: leaves take the columns from left to right, and a parent is above the
    /// middle of its children. Children come after their parents, so a pass forward and a pass
    /// backward are enough.
    pub(super) fn of(tree: &Tree) -> Self {
        let nodes = tree.nodes.len();
        let mut depth = vec![0_usize; nodes];
        for (at, node) in tree.nodes.iter().enumerate() {
            for &child in &node.children {
                depth[child] = depth[at] + 1;
            }
        }

        let mut column = vec![0.0_f64; nodes];
        let mut next = 0_usize;
        let mut stack = vec![0_usize];
        while let Some(at) = stack.pop() {
            let Some(node) = tree.nodes.get(at) else { continue };
            if node.children.is_empty() {
                column[at] = next as f64;
                next += 1;
            }
            stack.extend(node.children.iter().rev());
        }

        for at in (0..nodes).rev() {
            let children = &tree.nodes[at].children;
            if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
                column[at] = f64::midpoint(column[first], column[last]);
            }
        }

        let hides = tree.nodes.iter().any(|node| node.hidden > 0);
        let deepest = depth.iter().copied().max().unwrap_or(0);
        let level = if deepest > LEVELS { LEVEL * LEVELS as f64 / deepest as f64 } else { LEVEL };
        let places = column
            .iter()
            .zip(&depth)
            .map(|(&column, &depth)| Point {
                x: MARGIN + column * APART,
                y: MARGIN + depth as f64 * level,
            })
            .collect();

        Self {
            places,
            width: 2.0 * MARGIN + (next.max(1) - 1) as f64 * APART,
            // The number of hidden nodes is below the node that hides them.
            height: 2.0 * MARGIN + 2.0 + deepest as f64 * level + if hides { 18.0 } else { 0.0 },
        }
    }

    /// Draws the lines from parents to children.
    pub(super) fn edges(&self, tree: &Tree, out: &mut String) {
        let mut path = String::new();
        for (at, node) in tree.nodes.iter().enumerate() {
            let Point { x, y } = self.places[at];
            for &child in &node.children {
                let Point { x: cx, y: cy } = self.places[child];
                let half = f64::midpoint(y, cy);
                let _ = write!(
                    path,
                    "M{0} {1}C{0} {2} {3} {2} {3} {4}",
                    number(x),
                    number(y),
                    number(half),
                    number(cx),
                    number(cy)
                );
            }
            if node.hidden > 0 {
                let _ = write!(path, "M{} {}v{}", number(x), number(y), number(RADIUS + 8.0));
            }
        }
        if !path.is_empty() {
            let _ = writeln!(out, "<path class=\"edge\" d=\"{path}\"/>");
        }
    }

    /// Draws a node, and below it the number of nodes that it hides.
    pub(super) fn node(&self, at: usize, node: &Node, out: &mut String) {
        let place = self.places[at];
        let class = match node.role {
            Role::Piece | Role::Hero => "live",
            Role::Active => "active",
            Role::Goal => "goal",
            _ => "dead",
        };
        circle(&format!("node {class}"), place, RADIUS, out);
        if let Some(class) = node.emphasis.word() {
            circle(class, place, RADIUS + 2.0, out);
        }
        let class = format!(" class=\"{class}-text\"");
        text(&class, place, " dy=\".35em\"", &node.text, out);
        if node.hidden > 0 {
            let x = number(place.x);
            let below = number(place.y + RADIUS + 18.0);
            let _ = writeln!(
                out,
                "<text class=\"pencil\" x=\"{x}\" y=\"{below}\">+{}<title>{} below</title></text>",
                node.hidden,
                count(node.hidden.into(), "node")
            );
        }
    }
}

/// Draws the whole tree.
pub(super) fn draw(tree: &Tree, naming: Naming) -> Art {
    let layout = Layout::of(tree);
    let mut body = String::new();
    layout.edges(tree, &mut body);
    let paths = if naming == Naming::Cells { tree.paths() } else { Vec::new() };
    for (at, node) in tree.nodes.iter().enumerate() {
        match paths.get(at) {
            Some(path) => {
                let _ = writeln!(body, "<g data-cell=\"{}\">", escape(path));
                layout.node(at, node, &mut body);
                body.push_str("</g>\n");
            }
            None => layout.node(at, node, &mut body),
        }
    }
    Art { body, width: layout.width, height: layout.height }
}
