//! The depth-first search under one bound.

use super::super::groups::Side;
use super::super::pattern::MAX_PLACES;
use super::super::rules::Slide;
use super::state::{Lists, State, Step, Words};

/// The number of no slide, because nothing led to the start.
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

/// The reason why a walk stopped.
pub(super) enum WalkEnd {
    /// It is at a solution.
    Solution,
    /// Every node under the bound is visited.
    Exhausted,
    /// It has counted the requested number of nodes. The last of them is not visited yet.
    Halted,
}

/// A depth-first search in the tie order. It keeps the nodes that are to be visited, each with its
/// whole board, so that it takes no slide back.
///
/// ```text
///   stack   | sibling of a | 2nd child of a | 1st child of a |     the first child in the tie order
///                                                            ^top    is visited next
/// ```
///
/// Measured on Korf's boards 1 to 12, tables included: 0.60 of the time of a search that changes
/// one board to and fro. Writing every child above the others, and advancing the top by a flag
/// instead of a branch, takes 1.17 of the time of this one: the branch lets the processor look
/// into the tables for the next node before it knows the bounds of this one.
struct Descent<S> {
    /// The nodes that are to be visited, below `top`. It has room for all that the bound allows: a
    /// list that may grow takes 1.08 of the time.
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

    /// Returns the number of nodes on the path to the one visited last, which is 0 once there is
    /// nothing left to visit.
    fn open_nodes(&self) -> usize;

    /// Returns the slides that lead to the node visited last.
    fn path(&self) -> Vec<Slide>;

    /// Returns the bytes that it holds.
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
    ) -> WalkEnd;
}

/// Returns a search of the boards of a shape that has no board yet.
pub(super) fn walk(rows: usize, cols: usize, sides: &[Side; 2]) -> Box<dyn Walk> {
    if rows * cols <= Words::PLACES {
        Box::new(Descent::<Words>::new(rows, cols, sides))
    } else {
        Box::new(Descent::<Lists>::new(rows, cols, sides))
    }
}

impl<S: State> Descent<S> {
    /// Returns a search on boards of that shape that has no board yet.
    fn new(rows: usize, cols: usize, sides: &[Side; 2]) -> Self {
        let places = rows * cols;
        let mut ways = vec![[Ways::default(); 5]; places];
        let mut steps = vec![[Step::default(); 2]; Slide::ALL.len() * MAX_PLACES];
        for (gap, lists) in ways.iter_mut().enumerate() {
            for (slide, by) in Slide::ALL.into_iter().enumerate().rev() {
                let Some(place) = by.tile_place(rows, cols, gap) else { continue };
                for (came, list) in (0..).zip(&mut *lists) {
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
        Self { stack: Vec::new(), top: 0, path: Vec::new(), depth: 0, counted: false, ways, steps }
    }
}

impl<S: State + Send> Walk for Descent<S> {
    fn enter(&mut self, cells: &[u8], gap: usize, sides: &[Side; 2], bounds: [u16; 2]) {
        let state = S::new(cells, gap, sides);
        self.stack.clear();
        self.stack.push(Node { state, bounds, depth: 0, gap: gap as u8, came: START });
        self.top = 1;
        self.depth = 0;
        self.counted = true;
    }

    fn open_nodes(&self) -> usize {
        if self.top == 0 { 0 } else { self.depth + 1 }
    }

    fn path(&self) -> Vec<Slide> {
        let slides = self.path[1..=self.depth].iter();
        slides.map(|&slide| Slide::ALL[usize::from(slide)]).collect()
    }

    fn bytes(&self) -> usize {
        self.stack.len() * size_of::<Node<S>>()
    }

    fn run(
        &mut self,
        tables: [&[u8]; 2],
        bound: u16,
        next: &mut u16,
        nodes: &mut u64,
        until: u64,
    ) -> WalkEnd {
        let room = 4 * (usize::from(bound) + 2);
        if self.stack.len() < room {
            let Some(&first) = self.stack.first() else { return WalkEnd::Exhausted };
            self.stack.resize(room, first);
            self.path.resize(room, START);
        }

        let Self { stack, ways, steps, path, .. } = self;
        let mut top = self.top;
        let mut counted = std::mem::take(&mut self.counted);
        let mut least = u16::MAX;

        let end = loop {
            if top == 0 {
                break WalkEnd::Exhausted;
            }
            let node = stack[top - 1];
            let depth = usize::from(node.depth);
            path[depth] = node.came;
            if !std::mem::take(&mut counted) {
                *nodes += 1;
                if *nodes == until {
                    self.depth = depth;
                    self.counted = true;
                    break WalkEnd::Halted;
                }
            }

            top -= 1;
            if node.bounds == [0, 0] {
                self.depth = depth;
                break WalkEnd::Solution;
            }

            let gap = usize::from(node.gap);
            let most = bound - node.depth - 1;
            let Ways { count, ways } = &ways[gap][usize::from(node.came)];
            let mut beyond = u16::MAX;
            'ways: for &(slide, place) in &ways[..usize::from(*count)] {
                let at = usize::from(place);
                let tile = node.state.tile(at);
                let steps = &steps[usize::from(slide) * MAX_PLACES + tile];
                let mut bounds = node.bounds;
                for number in 0..2 {
                    let (before, after) = node.state.indices(number, &steps[number]);
                    let entry = |index: usize| u16::from(tables[number][index]);
                    bounds[number] = bounds[number] + entry(after) - entry(before);
                    // The first side that promises too much decides.
                    if bounds[number] > most {
                        beyond = beyond.min(bounds[number]);
                        continue 'ways;
                    }
                }
                let state = node.state.slid(gap, at, tile, steps);
                stack[top] = Node { state, bounds, depth: node.depth + 1, gap: place, came: slide };
                top += 1;
            }

            least = least.min(beyond.saturating_add(node.depth + 1));
        };

        self.top = top;
        *next = least.min(*next);
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::sliders::groups::Groups;
    use crate::kinds::sliders::pattern::{Builder, group_size};
    use crate::kinds::sliders::reference::all_shortest;
    use crate::kinds::sliders::{Board, Pair};
    use crate::puzzle::testing::Draw;
    use crate::search::Budget;

    /// After every bound: the nodes, those on the path, and the next bound.
    type Figures = Vec<(u64, usize, u16)>;

    /// Returns what a walk visits under all bounds up to that of the first solutions. It pauses
    /// where `pauses` says.
    fn visited(
        pair: &Pair,
        groups: &Groups,
        tables: &[Vec<u8>; 2],
        mut pauses: impl FnMut() -> u64,
    ) -> (Vec<Vec<Slide>>, Figures) {
        let rows = pair.goal().rows();
        let cols = pair.goal().cols();
        let Groups { start_cells, sides, .. } = groups;
        let mut walk = walk(rows, cols, sides);
        let gap = pair.start().gap();
        let tables = sides.each_ref().map(|side| &tables[side.tables][..]);
        let bounds: [u16; 2] = std::array::from_fn(|number| {
            let entries = sides[number].indices(start_cells, gap).zip(&sides[number].offsets);
            entries.map(|(index, offset)| u16::from(tables[number][index + offset])).sum()
        });

        let mut paths = Vec::new();
        let mut figures = Vec::new();
        let mut nodes = 0;
        let mut bound = bounds[0].max(bounds[1]);

        while paths.is_empty() && bound < u16::MAX {
            let mut next = u16::MAX;
            walk.enter(start_cells, gap, sides, bounds);
            loop {
                let until = nodes + pauses();
                match walk.run(tables, bound, &mut next, &mut nodes, until) {
                    WalkEnd::Exhausted => break,
                    WalkEnd::Solution => paths.push(walk.path()),
                    WalkEnd::Halted => assert_eq!(nodes, until),
                }
                assert!(walk.open_nodes() <= usize::from(bound) + 1);
            }
            figures.push((nodes, walk.open_nodes(), next));
            bound = next;
        }
        (paths, figures)
    }

    /// A walk finds the shortest paths of the plain search, and visits the same nodes however often it
    /// pauses.
    #[test]
    fn walks_find_the_shortest_paths_and_pauses_change_nothing() {
        let mut draw = Draw(31);
        let mut solutions = 0;
        let mut compared = 0;
        for round in 0..120 {
            let rows = 2 + draw.index(3);
            let cols = 2 + draw.index(3);
            let places = rows * cols;
            // From all different to two labels.
            let labels = [places as u32, 5, 2][round % 3];
            let cells = (0..places as u32).map(|at| if at == 0 { 0 } else { at % labels + 1 });
            let mut cells: Vec<u32> = cells.collect();
            cells.rotate_left(draw.index(places));
            let start = Board::new(rows, cols, cells).unwrap();
            let mut goal = start.clone();
            for _ in 0..draw.below(24) {
                let open: Vec<Slide> = goal.slides().collect();
                goal = goal.after(open[draw.index(open.len())]).unwrap();
            }
            let pair = Pair::new(start, goal).unwrap();
            // Groups as small and as large as a search has, up to four tiles: those are made at once.
            let most = [3, 4][draw.index(2)].min(group_size(places));
            let groups = Groups::new(&pair, most);
            let mut tables: [Vec<u8>; 2] = Default::default();
            for plan in &groups.plans {
                let mut builder = Builder::new(rows, cols, &plan.targets, pair.goal().gap());
                builder.build(&Budget::unlimited()).unwrap();
                tables[plan.array].extend(builder.into_table());
            }
            let whole = visited(&pair, &groups, &tables, || u64::MAX / 2);
            let mut pauses = || 1 + draw.below(40);
            assert_eq!(visited(&pair, &groups, &tables, &mut pauses), whole);
            if places < 9 || whole.0.first().is_some_and(|path| path.len() < 10) {
                assert_eq!(whole.0, all_shortest(&pair));
                compared += 1;
            }
            for path in &whole.0 {
                assert_eq!(pair.start().play(path).as_ref(), Ok(pair.goal()));
            }
            assert!(!whole.0.is_empty(), "the goal is reached by a walk");
            solutions += whole.0.len();
        }
        assert!(
            solutions > 125 && compared > 80,
            "the draw is worth its name: {solutions} {compared}"
        );
    }
}
