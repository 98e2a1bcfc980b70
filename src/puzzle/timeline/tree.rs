//! The states of a puzzle as a tree that remembers where redo leads.
//!
//! ```text
//! 0 ── 1 ── 2 ── 3          run of 0: 0 1 2 3
//!      └─── 4 ── 5          run of 4: 4 5, child of 1
//! ```
//!
//! States are numbered in the order in which they were made. Those made one after the other are a
//! *run*, and only runs know of parents: a document that makes a hundred thousand changes in a row
//! is one run, and costs no more than its states and the texts of its commands, in one block.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter;

/// States made one after the other, each the child of the one before it.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// Its first state.
    first: usize,
    /// The parent of that state (of the root: itself), and the run of that parent.
    parent: usize,
    above: usize,
    /// The number of changes that lead from the root to the first state.
    depth: usize,
    /// The number of runs above, and a run further up: skew-binary jump pointers (Myers 1983), with
    /// which an ancestor is found in logarithmic time.
    rank: usize,
    jump: usize,
    /// The newest run that begins after its last state; 0 for none.
    tail: usize,
}

/// Leaves that are looked at, the last left first, for where redo leads after a jump.
const RECENT: usize = 64;

/// A tree of states, the current one, and the branch last left.
pub(super) struct Tree<S> {
    states: Vec<S>,
    /// The commands that led to the states after the root, and where each ends.
    text: String,
    ends: Vec<usize>,
    runs: Vec<Run>,
    now: usize,
    /// The leaf to which redo leads: at or below the current state.
    tip: usize,
    /// The other leaves, in the order in which redo last led to them, and the places of them there.
    left: BTreeMap<u64, usize>,
    places: HashMap<usize, u64>,
    /// Leaves left so far.
    leavings: u64,
}

impl<S> Tree<S> {
    /// Returns a tree of one state.
    pub(super) fn new(root: S) -> Self {
        let run = Run { first: 0, parent: 0, above: 0, depth: 0, rank: 0, jump: 0, tail: 0 };
        Self {
            states: vec![root],
            text: String::new(),
            ends: Vec::new(),
            runs: vec![run],
            now: 0,
            tip: 0,
            left: BTreeMap::new(),
            places: HashMap::new(),
            leavings: 0,
        }
    }

    /// Returns the bytes of the states, without what they point to, and of their commands.
    pub(super) fn bytes(&self) -> usize {
        let states = self.states.capacity() * size_of::<S>();
        states + self.text.capacity() + self.ends.capacity() * size_of::<usize>()
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

    /// Returns the current state, for a search in it to go on.
    pub(super) fn state_mut(&mut self) -> &mut S {
        &mut self.states[self.now]
    }

    /// Returns the command that led to a state; empty for the root.
    pub(super) fn command(&self, at: usize) -> &str {
        if at == 0 {
            return "";
        }
        let start = if at == 1 { 0 } else { self.ends[at - 2] };
        &self.text[start..self.ends[at - 1]]
    }

    fn run_of(&self, at: usize) -> usize {
        self.runs.partition_point(|run| run.first <= at) - 1
    }

    /// Returns the state before; the root's is itself.
    pub(super) fn parent(&self, at: usize) -> usize {
        let run = self.runs[self.run_of(at)];
        if at == run.first { run.parent } else { at - 1 }
    }

    /// Returns how many changes lead from the root to a state.
    pub(super) fn depth(&self, at: usize) -> usize {
        let run = self.runs[self.run_of(at)];
        run.depth + (at - run.first)
    }

    /// Returns the ancestor of `at`, or `at` itself, that lies `depth` changes after the root;
    /// `depth` is at most that of `at`.
    pub(super) fn ancestor(&self, at: usize, depth: usize) -> usize {
        let run = self.climb(at, depth).last().expect("it begins with the run of `at`");
        let found = self.runs[run].first + (depth - self.runs[run].depth);
        debug_assert_eq!(self.run_of(found), run);
        found
    }

    /// Returns the runs that are visited on the way from `at` to its ancestor of that depth: about
    /// three times the logarithm of the number of runs above.
    pub(super) fn climb(&self, at: usize, depth: usize) -> impl Iterator<Item = usize> {
        iter::successors(Some(self.run_of(at)), move |&run| {
            let Run { depth: first, jump, above, .. } = self.runs[run];
            let next = if self.runs[jump].depth > depth { jump } else { above };
            (first > depth).then_some(next)
        })
    }

    /// Returns whether `at` lies at or below `above`.
    pub(super) fn is_below(&self, at: usize, above: usize) -> bool {
        let depth = self.depth(above);
        self.depth(at) >= depth && self.ancestor(at, depth) == above
    }

    /// Returns the last state that the paths to both have in common.
    pub(super) fn common(&self, a: usize, b: usize) -> usize {
        // The paths agree up to some depth and differ after it.
        let (mut agree, mut differ) = (0, self.depth(a).min(self.depth(b)) + 1);
        while differ - agree > 1 {
            let middle = agree + (differ - agree) / 2;
            if self.ancestor(a, middle) == self.ancestor(b, middle) {
                agree = middle;
            } else {
                differ = middle;
            }
        }
        self.ancestor(a, agree)
    }

    /// Lets redo lead to another leaf.
    fn lead_to(&mut self, tip: usize) {
        if let Some(place) = self.places.remove(&tip) {
            self.left.remove(&place);
        }
        let old = std::mem::replace(&mut self.tip, tip);
        self.left.insert(self.leavings, old);
        self.places.insert(old, self.leavings);
        self.leavings += 1;
    }

    /// Returns how many changes `redo` can do again.
    pub(super) fn ahead(&self) -> usize {
        self.depth(self.tip) - self.depth(self.now)
    }

    /// Adds a state after the current one and makes it the current one.
    pub(super) fn push(&mut self, state: S, command: &str) {
        let at = self.states.len();
        self.states.push(state);
        self.text.push_str(command);
        self.ends.push(self.text.len());
        if self.now + 1 != at {
            let (parent, above) = (self.now, self.run_of(self.now));
            let (rank, far) = (self.runs[above].rank + 1, self.runs[self.runs[above].jump]);
            let near = self.runs[above].rank - far.rank;
            let balanced = near == far.rank - self.runs[far.jump].rank;
            let jump = if balanced { far.jump } else { above };
            let depth = self.depth(parent) + 1;
            if parent == self.end_of(above) {
                self.runs[above].tail = self.runs.len();
            }
            self.runs.push(Run { first: at, parent, above, depth, rank, jump, tail: 0 });
        }
        if self.tip == self.now {
            self.tip = at; // the old one is a leaf no more
        } else {
            self.lead_to(at);
        }
        self.now = at;
    }

    /// Returns the last state of a run.
    fn end_of(&self, run: usize) -> usize {
        self.runs.get(run + 1).map_or(self.states.len(), |next| next.first) - 1
    }

    /// Returns a leaf at or below a state: straight on.
    fn leaf_below(&self, at: usize) -> usize {
        let mut run = self.run_of(at);
        while self.runs[run].tail > 0 {
            run = self.runs[run].tail;
        }
        self.end_of(run)
    }

    /// Goes to a state. If it is not on the path of redo, redo leads from there to the leaf below
    /// it that was left last, or, if that was long ago and many were left since, straight on to an
    /// end: a jump must not visit all leaves of a large tree.
    pub(super) fn go(&mut self, at: usize) {
        self.now = at;
        let mut recent = iter::once(&self.tip).chain(self.left.values().rev()).take(RECENT);
        let tip = recent.find(|&&tip| self.is_below(tip, at)).copied();
        let tip = tip.unwrap_or_else(|| self.leaf_below(at));
        if tip != self.tip {
            self.lead_to(tip);
        }
    }

    /// Goes back by `count` changes, no more than there are.
    pub(super) fn back(&mut self, count: usize) {
        self.now = self.ancestor(self.now, self.depth(self.now) - count);
    }

    /// Goes forward by `count` changes, no more than [`Tree::ahead`].
    pub(super) fn forth(&mut self, count: usize) {
        self.now = self.ancestor(self.tip, self.depth(self.now) + count);
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
        let mut found: Vec<_> = self.tips().chain(more).collect();
        found.extend([0, self.now]);
        // A run begins only if its parent already had a child.
        found.extend(self.runs.iter().map(|run| run.parent));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the leaves in the order in which redo last led to them.
    pub(super) fn tips(&self) -> impl Iterator<Item = usize> {
        self.left.values().copied().chain([self.tip])
    }

    /// Puts other states in place of those of `list` that lie below the current one, and removes
    /// them from it.
    pub(super) fn renew_below(&mut self, list: &mut BTreeSet<usize>, renew: impl Fn(&S) -> S) {
        list.retain(|&at| {
            let below = at != self.now && self.is_below(at, self.now);
            if below {
                self.states[at] = renew(&self.states[at]);
            }
            !below
        });
    }
}
