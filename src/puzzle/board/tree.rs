//! The states of a puzzle as a tree that remembers where redo leads.
//!
//! ```text
//! 0 ── 1 ── 2 ── 3          redo leads from 1 to 4, because 4 was made last
//!      └─── 4 ── 5
//! ```
//!
//! States are numbered in the order in which they were made, so that a parent has a smaller number
//! than its children. `undo`, `redo` and `goto` walk along the links: they cost as many steps as
//! there are changes between the two states.

use std::collections::HashMap;
use std::iter;

/// The links of a state.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The state before; of the root: itself.
    parent: u32,
    /// The number of changes that lead from the root to the state.
    depth: u32,
    /// The child to which redo leads; 0 for none. On the path from the root to the current state it
    /// is the child on that path.
    next: u32,
}

/// A tree of states, and the current one.
pub(super) struct Tree<S> {
    states: Vec<S>,
    nodes: Vec<Node>,
    /// The commands that led to the states after the root, and where each ends.
    text: String,
    ends: Vec<usize>,
    now: usize,
}

impl<S> Tree<S> {
    /// Returns a tree of one state.
    pub(super) fn new(root: S) -> Self {
        Self {
            states: vec![root],
            nodes: vec![Node { parent: 0, depth: 0, next: 0 }],
            text: String::new(),
            ends: Vec::new(),
            now: 0,
        }
    }

    /// Returns the bytes of the states, without what they point to, and of their commands.
    pub(super) fn bytes(&self) -> usize {
        let states = self.states.capacity() * size_of::<S>();
        let nodes = self.nodes.capacity() * size_of::<Node>();
        states + nodes + self.text.capacity() + self.ends.capacity() * size_of::<usize>()
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns the number of the current state.
    pub(super) fn now(&self) -> usize {
        self.now
    }

    /// Returns a state.
    pub(super) fn state(&self, at: usize) -> &S {
        &self.states[at]
    }

    /// Returns the current state.
    pub(super) fn current(&self) -> &S {
        &self.states[self.now]
    }

    /// Returns the command that led to a state; empty for the root.
    pub(super) fn command(&self, at: usize) -> &str {
        if at == 0 {
            return "";
        }
        let start = if at == 1 { 0 } else { self.ends[at - 2] };
        &self.text[start..self.ends[at - 1]]
    }

    /// Returns the state before; the root's is itself.
    pub(super) fn parent(&self, at: usize) -> usize {
        self.nodes[at].parent as usize
    }

    /// Returns how many changes lead from the root to a state.
    pub(super) fn depth(&self, at: usize) -> usize {
        self.nodes[at].depth as usize
    }

    /// Returns the state to which redo leads from another.
    pub(super) fn next(&self, at: usize) -> Option<usize> {
        let next = self.nodes[at].next;
        (next > 0).then_some(next as usize)
    }

    /// Returns whether `at` lies at or below `above`.
    pub(super) fn is_below(&self, at: usize, above: usize) -> bool {
        let mut up = at;
        while up > above {
            up = self.parent(up);
        }
        up == above
    }

    /// Returns the last state that the paths to both have in common.
    pub(super) fn common(&self, a: usize, b: usize) -> usize {
        let mut low = a.min(b);
        let mut high = a.max(b);
        while low != high {
            let up = self.parent(high);
            (low, high) = (low.min(up), low.max(up));
        }
        low
    }

    /// Returns whether `redo` can do a change again.
    pub(super) fn can_redo(&self) -> bool {
        self.next(self.now).is_some()
    }

    /// Returns how many changes `redo` can do again, or `most` if there are more.
    pub(super) fn ahead(&self, most: usize) -> usize {
        iter::successors(self.next(self.now), |&at| self.next(at)).take(most).count()
    }

    /// Adds a state after the current one and makes it the current one.
    pub(super) fn push(&mut self, state: S, command: &str) {
        let at = self.states.len();
        let depth = self.nodes[self.now].depth + 1;
        self.states.push(state);
        self.nodes.push(Node { parent: self.now as u32, depth, next: 0 });
        self.text.push_str(command);
        self.ends.push(self.text.len());
        self.nodes[self.now].next = at as u32;
        self.now = at;
    }

    /// Goes to a state. If it is not on the path of redo, redo leads from there to the leaf below it
    /// that was left last.
    pub(super) fn go(&mut self, at: usize) {
        let common = self.common(self.now, at);
        let mut up = at;
        while up != common {
            let parent = self.parent(up);
            self.nodes[parent].next = up as u32;
            up = parent;
        }
        self.now = at;
    }

    /// Goes back by `count` changes, no more than there are.
    pub(super) fn back(&mut self, count: usize) {
        for _ in 0..count {
            self.now = self.parent(self.now);
        }
    }

    /// Goes forward by `count` changes, no more than [`Tree::ahead`].
    pub(super) fn forth(&mut self, count: usize) {
        for _ in 0..count {
            self.now = self.next(self.now).unwrap_or(self.now);
        }
    }

    /// Returns the commands that lead from `above` to `at` below it.
    pub(super) fn way(&self, above: usize, at: usize) -> Vec<usize> {
        let parents = iter::successors(Some(at), |&at| Some(self.parent(at)));
        let mut way: Vec<_> = parents.take_while(|&at| at != above).collect();
        way.reverse();
        way
    }

    /// Returns the states that show the shape of the tree: the root, the leaves, those with several
    /// children, the current one, and those in `more`; in order.
    pub(super) fn landmarks(&self, more: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut children = vec![0_u32; self.len()];
        for at in 1..self.len() {
            children[self.parent(at)] += 1;
        }
        let shape = (0..self.len()).filter(|&at| children[at] != 1);
        let mut landmarks: Vec<_> = shape.chain(more).chain([0, self.now]).collect();
        landmarks.sort_unstable();
        landmarks.dedup();
        landmarks
    }

    /// Returns the leaf to which redo leads from a state in the end.
    pub(super) fn leaf(&self, at: usize) -> usize {
        iter::successors(Some(at), |&at| self.next(at)).last().unwrap_or(at)
    }

    /// Returns those of some states that lie below the current one.
    pub(super) fn below(&self, states: impl Iterator<Item = usize>) -> Vec<usize> {
        // Paths that several states share are walked once.
        let mut walked = HashMap::new();
        let mut descendants = Vec::new();
        for at in states.filter(|&at| at > self.now) {
            let mut up = at;
            let mut path = Vec::new();
            while up > self.now && !walked.contains_key(&up) {
                path.push(up);
                up = self.parent(up);
            }
            let is_below = walked.get(&up).copied().unwrap_or(up == self.now);
            walked.extend(path.into_iter().map(|at| (at, is_below)));
            if is_below {
                descendants.push(at);
            }
        }
        descendants
    }
}
