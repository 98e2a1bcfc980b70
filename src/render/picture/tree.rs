//! A tree as text: parents above the middle of their children, subtrees that are too wide folded
//! into counts.
//!
//! ```text
//!        X            a node's line
//!    ┌───┴───┐        the line of its branches, or of a count
//!    .       X
//!   ┌┴┐    (+12)
//!   X .
//! ```
//!
//! Each node has a block of columns: those of its children side by side with a space between them.
//! All passes run over the nodes in order, children after their parents; none recurses.

use unicode_width::UnicodeWidthStr;

use super::super::diagnostics::sanitize;
use super::Paint;
use super::ink::{Arms, Ink, Style, junction};
use crate::scene::{Cell, Emphasis, Node, Role, Tree};

/// The most folded nodes that it tries to open again.
const TRIES: usize = 200;

/// Figures that do not change by folding.
struct Plant<'a> {
    nodes: &'a [Node],
    paint: Paint,
    texts: Vec<String>,
    kids: Vec<Vec<usize>>,
    depth: Vec<usize>,
    /// Nodes below each, those that the scene does not hold among them.
    below: Vec<u64>,
    /// True for each node if the picture points at it or at something below it.
    marked: Vec<bool>,
}

/// A text on a line, from a column on.
struct Run {
    column: usize,
    text: String,
    style: Style,
}

/// The lower end of a branch, at the column of a child.
struct Foot {
    column: usize,
    weight: u8,
}

/// The places of the nodes.
struct Layout {
    /// The first column of each block, counted from the first of its parent's block; its width; and
    /// the column in it above whose middle the node is drawn.
    start: Vec<usize>,
    width: Vec<usize>,
    anchor: Vec<usize>,
    /// Lines of text.
    height: usize,
}

/// The form of the counts of folded subtrees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Bracketed,
    Short,
}

impl Count {
    fn text(self, below: u64) -> String {
        match self {
            Self::Bracketed => format!("(+{below})"),
            Self::Short => format!("+{below}"),
        }
    }
}

/// Returns the tree as lines, and a note about its counts.
pub(super) fn draw(tree: &Tree, paint: Paint) -> (String, String) {
    if tree.nodes.is_empty() {
        return (String::new(), String::new());
    }
    let plant = Plant::new(tree, paint);
    let (open, count) = plant.fold();
    let layout = plant.layout(&open, count);
    let folded = |at: &usize| !open[*at] && plant.below[*at] > 0;
    let note = match plant.visible(&open).iter().any(folded) {
        true => String::from("+N: N nodes below are folded"),
        false => String::new(),
    };
    (plant.draw(&open, &layout, count), note)
}

impl<'a> Plant<'a> {
    fn new(tree: &'a Tree, paint: Paint) -> Self {
        let nodes = &tree.nodes[..];
        let count = nodes.len();
        // A node that is named as a child twice, or before its parent, would not make a tree.
        let mut taken = vec![false; count];
        let mut depth = vec![0; count];
        let mut kids = Vec::with_capacity(count);
        for (at, node) in nodes.iter().enumerate() {
            let mut children = Vec::with_capacity(node.children.len());
            for &child in &node.children {
                if child > at && child < count && !taken[child] {
                    (taken[child], depth[child]) = (true, depth[at] + 1);
                    children.push(child);
                }
            }
            kids.push(children);
        }

        let mut below: Vec<u64> = nodes.iter().map(|node| node.hidden).collect();
        let mut marked: Vec<bool> =
            nodes.iter().map(|node| node.emphasis != Emphasis::None).collect();
        for at in (0..count).rev() {
            for &child in &kids[at] {
                below[at] = below[at].saturating_add(below[child]).saturating_add(1);
                marked[at] |= marked[child];
            }
        }

        let text = |node: &Node| {
            let text = sanitize(&node.text).into_owned();
            match node.emphasis {
                Emphasis::Focus if !paint.color => format!("[{text}]"),
                Emphasis::Near if !paint.color => format!("({text})"),
                _ => text,
            }
        };
        let texts = nodes.iter().map(text).collect();
        Self { nodes, paint, texts, kids, depth, below, marked }
    }

    /// Returns the nodes that are drawn, parents first.
    fn visible(&self, open: &[bool]) -> Vec<usize> {
        let mut seen = vec![false; self.nodes.len()];
        seen[0] = true;
        let mut visible = Vec::new();
        for at in 0..self.nodes.len() {
            if seen[at] {
                visible.push(at);
                if open[at] {
                    for &child in &self.kids[at] {
                        seen[child] = true;
                    }
                }
            }
        }
        visible
    }

    /// Returns which nodes show their children, and the form of the counts. The cut is as deep as
    /// fits; what the picture points at is folded last. Then the smallest folded subtrees are
    /// opened whole if there is room for them.
    fn fold(&self) -> (Vec<bool>, Count) {
        let inner = |at: usize| !self.kids[at].is_empty();
        let mut open: Vec<bool> = (0..self.nodes.len()).map(inner).collect();
        if self.fits(&open, Count::Bracketed) {
            return (open, Count::Bracketed);
        }
        let deepest = self.depth.iter().copied().max().unwrap_or(0);
        // With this few columns even the counts do not fit.
        let most = deepest.min(self.paint.width);
        for keep in [true, false] {
            for cut in (0..=most).rev() {
                for count in [Count::Bracketed, Count::Short] {
                    for (at, open) in open.iter_mut().enumerate() {
                        *open = inner(at) && (self.depth[at] < cut || keep && self.marked[at]);
                    }
                    if self.fits(&open, count) {
                        self.unfold(&mut open, count);
                        return (open, count);
                    }
                }
            }
        }
        (open, Count::Short)
    }

    fn unfold(&self, open: &mut Vec<bool>, count: Count) {
        let mut folded: Vec<usize> = self.visible(open);
        folded.retain(|&at| !open[at] && !self.kids[at].is_empty());
        folded.sort_by_key(|&at| (self.below[at], at));
        for at in folded.into_iter().take(TRIES) {
            let mut wider = open.clone();
            let mut stack = vec![at];
            while let Some(at) = stack.pop() {
                wider[at] = !self.kids[at].is_empty();
                stack.extend(&self.kids[at]);
            }
            if self.fits(&wider, count) {
                *open = wider;
            }
        }
    }

    fn fits(&self, open: &[bool], count: Count) -> bool {
        let layout = self.layout(open, count);
        layout.width[0] <= self.paint.width && layout.height <= self.paint.height
    }

    fn layout(&self, open: &[bool], count: Count) -> Layout {
        let nodes = self.nodes.len();
        let mut start = vec![0; nodes];
        let mut width = vec![0; nodes];
        let mut anchor = vec![0; nodes];
        let mut height = 1;

        for at in (0..nodes).rev() {
            let text_width = self.texts[at].width().max(1);
            let mut wide = 0;
            let mut middle = 0;
            let kids = &self.kids[at];
            if open[at]
                && let (Some(&first), Some(&last)) = (kids.first(), kids.last())
            {
                for &child in kids {
                    start[child] = wide;
                    wide += width[child] + 1;
                }
                wide -= 1;
                middle = usize::midpoint(start[first] + anchor[first], start[last] + anchor[last]);
            } else if self.below[at] > 0 {
                wide = count.text(self.below[at]).len();
                middle = (wide - 1) / 2;
            }

            // The node's own text may be wider than what is below it.
            let half = (text_width - 1) / 2;
            if middle < half {
                let shift = half - middle;
                if open[at] {
                    for &child in kids {
                        start[child] += shift;
                    }
                }
                (wide, middle) = (wide + shift, half);
            }

            width[at] = wide.max(middle - half + text_width);
            anchor[at] = middle;
        }

        for at in self.visible(open) {
            let lines = 2 * self.depth[at] + 1;
            height = height.max(lines + usize::from(!open[at] && self.below[at] > 0));
        }
        Layout { start, width, anchor, height }
    }

    fn draw(&self, open: &[bool], layout: &Layout, count: Count) -> String {
        let mut rows: Vec<Vec<Run>> =
            std::iter::repeat_with(Vec::new).take(layout.height).collect();
        let mut left = vec![0; self.nodes.len()];
        for at in self.visible(open) {
            let anchor = left[at] + layout.anchor[at];
            let depth = self.depth[at];
            let text = &self.texts[at];
            let column = anchor - (text.width().max(1) - 1) / 2;
            rows[2 * depth].push(Run { column, text: text.clone(), style: self.style(at) });
            if open[at] {
                for &child in &self.kids[at] {
                    left[child] = left[at] + layout.start[child];
                }
                self.branches(at, anchor, &left, layout, &mut rows[2 * depth + 1]);
            } else if self.below[at] > 0 {
                let text = count.text(self.below[at]);
                let column = anchor.saturating_sub((text.len() - 1) / 2);
                rows[2 * depth + 1].push(Run { column, text, style: Style::DIM });
            }
        }

        let mut ink = Ink::new(self.paint);
        for mut row in rows {
            row.sort_by_key(|run| run.column);
            let mut end = 0;
            for Run { column, text, style } in row {
                ink.fill(' ', column.saturating_sub(end), Style::PLAIN);
                end = column.max(end) + text.width();
                ink.put(&text, style);
            }
            ink.end();
        }
        ink.finish()
    }

    /// Adds the line between a node and its children.
    fn branches(
        &self,
        at: usize,
        anchor: usize,
        left: &[usize],
        layout: &Layout,
        row: &mut Vec<Run>,
    ) {
        let foot = |&child: &usize| Foot {
            column: left[child] + layout.anchor[child],
            weight: self.weight(at, child),
        };
        let feet: Vec<Foot> = self.kids[at].iter().map(foot).collect();
        let ends = feet.iter().map(|foot| foot.column).chain([anchor]);
        let (from, to) = (ends.clone().min().unwrap_or(anchor), ends.max().unwrap_or(anchor));
        let strongest = feet.iter().map(|foot| foot.weight).max().unwrap_or(1);
        // The heaviest of the branches that run along between two columns.
        let along = |column: usize, next: usize| {
            let runs =
                |foot: &&Foot| foot.column.min(anchor) <= column && next <= foot.column.max(anchor);
            feet.iter().filter(runs).map(|foot| foot.weight).max().unwrap_or(0)
        };

        for column in from..=to {
            let down = feet.iter().find(|foot| foot.column == column).map_or(0, |foot| foot.weight);
            let up = if column == anchor { strongest } else { 0 };
            let west = if column > from { along(column - 1, column) } else { 0 };
            let east = if column < to { along(column, column + 1) } else { 0 };
            let arms = [up, down, west, east];
            let style = match arms.contains(&2) {
                true => Style::STRONG,
                false => Style::PLAIN,
            };
            row.push(Run { column, text: self.joint(arms).to_string(), style });
        }
    }

    fn joint(&self, arms: Arms) -> char {
        if !self.paint.unicode {
            match arms.map(|arm| arm > 0) {
                [false, true, false, true] => return '/',
                [false, true, true, false] => return '\\',
                [true, false, true, true] => return '^',
                _ => {}
            }
        }
        junction(arms, self.paint.unicode)
    }

    /// Returns 2, for a heavy line, on the path to what the picture points at, else 1.
    fn weight(&self, parent: usize, child: usize) -> u8 {
        let above = self.nodes[parent].emphasis;
        let below = self.nodes[child].emphasis;
        let on = match below {
            Emphasis::None => false,
            Emphasis::Near => above == Emphasis::Way,
            Emphasis::Way | Emphasis::Focus => above != Emphasis::None,
        };
        1 + u8::from(on)
    }

    fn style(&self, at: usize) -> Style {
        let node = &self.nodes[at];
        let cell = Cell { role: node.role, ..Cell::default() };
        let base = Style::of(&cell);
        let base = match node.role {
            Role::Piece => Style { fore: Some(39), ..base },
            _ => base,
        };
        base.emphasized(node.emphasis)
    }
}
