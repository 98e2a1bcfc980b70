//! The depth-first search under one bound.

use super::super::groups::Side;
use super::super::pattern::MAX_PLACES;
use super::super::rules::Slide;
use super::state::{Lists, State, Step, Words};

/// The number that stands for no slide: nothing led to the start.
const START: u8 = 4;

/// A node that is to be visited.
#[derive(Clone, Copy)]
struct Node<S> {
    state: S,
    /// The lower bounds of both sides.
    bounds: [u16; 2],
    /// Slides that lead here.
    depth: u16,
    gap: u8,
    /// The last of them, by number; [`START`] at the start.
    came: u8,
}

/// The slides out of a gap that do not take back the last one, by number and with the place of the
/// tile; the last in the tie order comes first.
#[derive(Clone, Copy, Default)]
struct Ways {
    count: u8,
    ways: [(u8, u8); 4],
}

/// How a run ended.
pub(super) enum Ran {
    /// At a solution.
    Found,
    /// Every node under the bound is visited.
    Exhausted,
    /// At the number of nodes that was asked for. The last of them is counted, but not looked at.
    Paused,
}

/// A depth-first search in the tie order. It keeps the nodes that are to be visited, each with its
/// whole state, so that nothing is taken back. Every child of a node is written above the others,
/// and stays there if the bound allows it: which child that is, no branch has to guess.
///
/// ```text
///   stack   | sibling of a | 2nd child of a | 1st child of a |     the first in the tie order
///                                                            ^top    is on top
/// ```
struct Descent<S> {
    /// Above `top` is room for the children of a node.
    stack: Vec<Node<S>>,
    top: usize,
    /// The slides by number that lead to the node visited last, and how many they are.
    path: Vec<u8>,
    depth: usize,
    /// The node on top is counted already.
    counted: bool,
    /// By gap and by the slide that led there.
    ways: Vec<[Ways; 5]>,
    /// By slide and by tile: what changes on both sides.
    steps: Vec<[Step; 2]>,
}

/// A [`Descent`] on boards of any size.
pub(super) trait Walk: Send {
    /// Stands at the start, with nothing visited.
    fn enter(&mut self, cells: &[u8], gap: usize, sides: &[Side; 2], bounds: [u16; 2]);

    /// Nodes on the path to the one visited last; none once there is nothing left to visit.
    fn open_nodes(&self) -> usize;

    /// The slides that lead to the node visited last.
    fn path(&self) -> Vec<Slide>;

    /// Bytes held.
    fn bytes(&self) -> usize;

    /// Visits nodes until there is a solution, none is left, or `nodes` is `until`. Lowers `next` to
    /// the least bound that allows more.
    fn run(
        &mut self,
        tables: [&[u8]; 2],
        bound: u16,
        next: &mut u16,
        nodes: &mut u64,
        until: u64,
    ) -> Ran;
}

/// A search of the boards of a shape that stands nowhere yet.
pub(super) fn walk(rows: usize, cols: usize, sides: &[Side; 2]) -> Box<dyn Walk> {
    if rows * cols <= Words::PLACES {
        Box::new(Descent::<Words>::new(rows, cols, sides))
    } else {
        Box::new(Descent::<Lists>::new(rows, cols, sides))
    }
}

impl<S: State> Descent<S> {
    /// A search on boards of that shape that stands nowhere.
    fn new(rows: usize, cols: usize, sides: &[Side; 2]) -> Self {
        let places = rows * cols;
        let mut ways = vec![[Ways::default(); 5]; places];
        let mut steps = vec![[Step::default(); 2]; Slide::ALL.len() * MAX_PLACES];
        for gap in 0..places {
            for (slide, by) in Slide::ALL.into_iter().enumerate().rev() {
                let Some(place) = by.tile_place(rows, cols, gap) else { continue };
                for (came, list) in (0..).zip(&mut ways[gap]) {
                    // Left and right, up and down are numbered in pairs.
                    if came == START || slide as u8 != came ^ 1 {
                        list.ways[usize::from(list.count)] = (slide as u8, place as u8);
                        list.count += 1;
                    }
                }
                // The difference of the places is the same wherever the gap is.
                for tile in 0..places {
                    steps[slide * MAX_PLACES + tile] = std::array::from_fn(|number| {
                        let side = &sides[number];
                        S::step(side, tile, side.places[gap] - side.places[place])
                    });
                }
            }
        }
        let (stack, path) = (Vec::new(), Vec::new());
        Self { stack, top: 0, path, depth: 0, counted: false, ways, steps }
    }
}

impl<S: State + Send> Walk for Descent<S> {
    fn enter(&mut self, cells: &[u8], gap: usize, sides: &[Side; 2], bounds: [u16; 2]) {
        let state = S::new(cells, gap, sides);
        self.stack.clear();
        self.stack.push(Node { state, bounds, depth: 0, gap: gap as u8, came: START });
        (self.top, self.depth, self.counted) = (1, 0, true);
    }

    fn open_nodes(&self) -> usize {
        if self.top == 0 { 0 } else { self.depth + 1 }
    }

    fn path(&self) -> Vec<Slide> {
        let slides = self.path[1..=self.depth].iter();
        slides.map(|&slide| Slide::ALL[usize::from(slide)]).collect()
    }

    fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Node<S>>()
    }

    fn run(
        &mut self,
        tables: [&[u8]; 2],
        bound: u16,
        next: &mut u16,
        nodes: &mut u64,
        until: u64,
    ) -> Ran {
        let room = 4 * (usize::from(bound) + 2);
        if self.stack.len() < room {
            let Some(&first) = self.stack.first() else { return Ran::Exhausted };
            self.stack.resize(room, first);
            self.path.resize(room, START);
        }
        let Self { stack, ways, steps, path, .. } = self;
        let mut top = self.top;
        let mut counted = std::mem::take(&mut self.counted);
        let mut least = u16::MAX;
        let ran = loop {
            if top == 0 {
                break Ran::Exhausted;
            }
            let node = stack[top - 1];
            let depth = usize::from(node.depth);
            path[depth] = node.came;
            if !std::mem::take(&mut counted) {
                *nodes += 1;
                if *nodes == until {
                    self.depth = depth;
                    self.counted = true;
                    break Ran::Paused;
                }
            }
            top -= 1;
            if node.bounds == [0, 0] {
                self.depth = depth;
                break Ran::Found;
            }
            let gap = usize::from(node.gap);
            let most = bound - node.depth - 1;
            let Ways { count, ways } = &ways[gap][usize::from(node.came)];
            for &(slide, place) in &ways[..usize::from(*count)] {
                let at = usize::from(place);
                let tile = node.state.tile(at);
                let steps = &steps[usize::from(slide) * MAX_PLACES + tile];
                let state = node.state.slid(gap, at, tile, steps);
                let mut bounds = node.bounds;
                for number in 0..2 {
                    let entry =
                        |state: &S| u16::from(tables[number][state.index(number, &steps[number])]);
                    bounds[number] = bounds[number] + entry(&state) - entry(&node.state);
                }
                // The first side that promises too much decides, as if the second were not asked.
                let beyond = match bounds {
                    [bound, _] | [_, bound] if bound > most => bound,
                    _ => u16::MAX,
                };
                least = least.min(beyond.saturating_add(node.depth + 1));
                stack[top] = Node { state, bounds, depth: node.depth + 1, gap: place, came: slide };
                top += usize::from(beyond == u16::MAX);
            }
        };
        self.top = top;
        *next = least.min(*next);
        ran
    }
}
