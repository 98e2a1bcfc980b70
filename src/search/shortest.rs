//! All shortest paths to the goals, from a finished breadth-first search, without storing an edge.

use num_bigint::BigUint;

use super::{Budget, Charge, Search, Space, Stop, Until};

/// Bytes of values carried along paths that are not worth counting.
const SMALL: usize = 1 << 16;
/// States between two looks at the budget: few, because one of a large board takes 0.3 ms.
const EACH: usize = 16;

/// The part of a search that lies on shortest paths: for every depth, the states from which a goal
/// is reached in exactly the moves that are left.
///
/// It is made by a pass over the layers from the goals backward. Edges are made again when they are
/// needed, so the memory is four bytes for each state *on a shortest path*. A path takes no two
/// free moves in a row (they would undo each other) and ends at the first goal it meets.
pub struct Shortest {
    /// Moves (of cost 1) in a shortest path.
    depth: usize,
    /// Numbers in ascending order, from depth `depth` down to depth 0: `useful[0]` are the goals. A
    /// state is useful if a path can continue from it by a move of cost 1, or if it is a goal.
    useful: Vec<Vec<u32>>,
    /// The layer that is being made, a bit for each state of that depth, and how much of its source
    /// is done.
    partial: Vec<u64>,
    done: usize,
    charge: Charge,
}

/// The position of a lazy walk over all shortest paths. See [`Shortest::next_path`].
pub struct PathCursor<M> {
    stack: Vec<Visit<M>>,
    path: Vec<M>,
    open: bool,
}

/// A state to visit, and the move that leads to it.
struct Visit<M> {
    /// Letters on the path before this visit.
    letters: usize,
    by: Option<M>,
    id: u32,
    depth: usize,
    by_free: bool,
}

impl<M> Default for PathCursor<M> {
    fn default() -> Self {
        Self { stack: Vec::new(), path: Vec::new(), open: false }
    }
}

/// An edge out of a state that stays on shortest paths.
struct Edge<M> {
    /// The move.
    by: M,
    /// The number of the state that the move leads to.
    to: u32,
}

/// Values that are carried along all shortest paths, as far as they were carried before a stop.
pub struct Fold<T> {
    is_begun: bool,
    /// The depth of the values, and how many of them were carried on.
    depth: usize,
    at: usize,
    values: Vec<(u32, T)>,
    /// The values of the next depth so far.
    next: Vec<(u32, T)>,
}

impl<T> Default for Fold<T> {
    fn default() -> Self {
        Self { is_begun: false, depth: 0, at: 0, values: Vec::new(), next: Vec::new() }
    }
}

impl Shortest {
    /// Searches until every goal of the least depth is known. Returns `None` if there is no goal.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub fn open<S: Space>(search: &mut Search<S>, budget: &Budget) -> Result<Option<Self>, Stop> {
        search.advance(Until::GoalLayer, budget).unless_stopped()?;
        Ok(search.goal().map(|goal| {
            let mut goals = search.goals.clone();
            goals.sort_unstable();
            let depth = search.depth_of(goal) as usize;
            let useful = vec![goals];
            let partial = Vec::new();
            let charge = Charge::default();
            Self { depth, useful, partial, done: 0, charge }
        }))
    }

    /// Returns the number of moves of cost 1 in every shortest path.
    pub fn length(&self) -> usize {
        self.depth
    }

    /// Returns true if the backward pass is complete.
    pub fn is_ready(&self) -> bool {
        self.useful.len() == self.depth + 1
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        let layers = self.useful.iter().map(Vec::capacity).sum::<usize>();
        (4 * layers + 8 * self.partial.capacity()) as u64
    }

    /// Does the backward pass, or what is left of it. Costs one expansion for every state above
    /// the goal's depth, or one for every state on a shortest path if the space is reversible. Only
    /// the cancel flag and the memory of `budget` count here.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub fn prepare<S: Space>(&mut self, search: &Search<S>, budget: &Budget) -> Result<(), Stop> {
        let mut before = Vec::new();
        let mut edges = Vec::new();
        self.charge.set(self.bytes(), budget);
        let backward = search.properties.is_reversible;

        while !self.is_ready() {
            let depth = self.depth - self.useful.len();
            let layer = search.layers[depth]..search.layers[depth + 1];
            let source =
                if backward { self.useful.last().map_or(0, Vec::len) } else { layer.len() };
            if self.done == 0 {
                let words = layer.len().div_ceil(64);
                budget.fits(8 * words as u64)?;
                self.partial = vec![0; words];
            }

            while self.done < source {
                if self.done.is_multiple_of(EACH) {
                    self.charge.set(self.bytes(), budget);
                    budget.check(0, 0)?;
                }
                if backward {
                    let target = self.useful[self.useful.len() - 1][self.done];
                    before.clear();
                    let target = &search.states[target as usize];
                    search.space.expand(target, 0, budget, &mut before)?;
                    let known = before.iter().filter_map(|(_, state)| search.id_of(state));
                    for id in known.filter(|id| layer.contains(id)) {
                        let bit = id - layer.start;
                        self.partial[bit as usize / 64] |= 1 << (bit % 64);
                    }
                } else {
                    let id = layer.start + self.done as u32;
                    self.edges(search, id, depth, &mut edges);
                    if !edges.is_empty() {
                        self.partial[self.done / 64] |= 1 << (self.done % 64);
                    }
                }
                self.done += 1;
            }

            let count: u32 = self.partial.iter().map(|word| word.count_ones()).sum();
            budget.fits(4 * u64::from(count))?;
            let mut made = Vec::with_capacity(count as usize);
            for (&word, first) in self.partial.iter().zip((layer.start..).step_by(64)) {
                let mut rest = word;
                while rest != 0 {
                    made.push(first + rest.trailing_zeros());
                    rest &= rest - 1;
                }
            }
            self.partial = Vec::new();
            self.useful.push(made);
            self.done = 0;
        }
        Ok(())
    }

    /// Returns true if a path can end at that state and depth, or continue by a move of cost 1.
    fn is_useful(&self, id: u32, depth: usize) -> bool {
        self.useful[self.depth - depth].binary_search(&id).is_ok()
    }

    /// Returns the free move from a state at that depth to a useful one, or `None` if there is none
    /// or a path ends at the state.
    fn free_edge<S: Space>(
        &self,
        search: &Search<S>,
        id: u32,
        depth: usize,
    ) -> Option<Edge<S::Move>> {
        let (by, state) = search.space.free_move(&search.states[id as usize])?;
        if depth == self.depth && self.is_useful(id, depth) {
            return None;
        }
        let to = search.id_of(&state)?;
        self.is_useful(to, depth).then_some(Edge { by, to })
    }

    /// Puts the moves of cost 1 that lead on from a state at that depth into `out`, in tie order.
    fn edges<S: Space>(
        &self,
        search: &Search<S>,
        id: u32,
        depth: usize,
        out: &mut Vec<Edge<S::Move>>,
    ) {
        let mut successors = Vec::new();
        search.space.successors(&search.states[id as usize], &mut successors);
        out.clear();
        let layer = search.layers[depth + 1]
            ..search.layers.get(depth + 2).copied().unwrap_or_else(|| search.discovered());
        for (by, state) in successors {
            if let Some(to) = search.id_of(&state)
                && layer.contains(&to)
                && (self.is_useful(to, depth + 1)
                    || self.free_edge(search, to, depth + 1).is_some())
            {
                out.push(Edge { by, to });
            }
        }
    }

    /// Returns the next shortest path, in the order of the letters under the tie order, or `None`
    /// after the last. The backward pass must be complete. Costs at most one expansion per letter.
    pub fn next_path<S: Space>(
        &self,
        search: &Search<S>,
        cursor: &mut PathCursor<S::Move>,
    ) -> Option<Vec<S::Move>> {
        assert!(self.is_ready(), "paths are asked for after the backward pass");
        if !cursor.open {
            cursor.open = true;
            let starts = (0..search.starts() as u32).rev();
            cursor.stack.extend(starts.map(|id| Visit {
                letters: 0,
                by: None,
                id,
                depth: 0,
                by_free: false,
            }));
        }

        let mut edges = Vec::new();
        while let Some(visit) = cursor.stack.pop() {
            cursor.path.truncate(visit.letters);
            cursor.path.extend(visit.by);
            let Visit { id, depth, by_free, .. } = visit;
            let letters = cursor.path.len();
            let useful = self.is_useful(id, depth);
            if depth == self.depth && useful {
                return Some(cursor.path.clone());
            }
            if !by_free && let Some(Edge { by, to }) = self.free_edge(search, id, depth) {
                let by = Some(by);
                cursor.stack.push(Visit { letters, by, id: to, depth, by_free: true });
            }
            if depth < self.depth && useful {
                self.edges(search, id, depth, &mut edges);
                let depth = depth + 1;
                cursor.stack.extend(edges.drain(..).rev().map(|Edge { by, to: id }| Visit {
                    letters,
                    by: Some(by),
                    id,
                    depth,
                    by_free: false,
                }));
            }
        }
        None
    }

    /// Carries a value along all shortest paths from the starts to the last layer, and merges the
    /// values of paths that arrive at the same state (by a move of cost 1). Returns pairs of state
    /// number and value, by number. The backward pass must be complete.
    ///
    /// Costs one expansion for every state on a shortest path; two layers of values live at a time.
    ///
    /// # Errors
    /// The budget's stop; call again with the same `fold` to go on.
    fn fold<S: Space, T>(
        &self,
        search: &Search<S>,
        seed: impl Fn() -> T,
        step: impl Fn(&T, S::Move) -> T,
        merge: impl Fn(&mut T, T),
        fold: &mut Fold<T>,
        budget: &Budget,
    ) -> Result<Vec<(u32, T)>, Stop> {
        assert!(self.is_ready(), "values are carried after the backward pass");
        let mut edges = Vec::new();
        if !fold.is_begun {
            fold.is_begun = true;
            fold.values = (0..search.starts() as u32).map(|id| (id, seed())).collect();
        }

        let Fold { depth, at, values, next, .. } = fold;
        while *depth < self.depth {
            while let Some((id, value)) = values.get(*at) {
                if at.is_multiple_of(EACH) {
                    let lists = values.capacity() + next.capacity();
                    let bytes = (lists * size_of::<(u32, T)>()).saturating_sub(SMALL);
                    budget.check(0, bytes as u64)?;
                }
                *at += 1;
                if self.is_useful(*id, *depth) {
                    self.edges(search, *id, *depth, &mut edges);
                    next.extend(edges.drain(..).map(|Edge { by, to }| (to, step(value, by))));
                }
                if let Some(Edge { by, to: other }) = self.free_edge(search, *id, *depth) {
                    let value = step(value, by);
                    self.edges(search, other, *depth, &mut edges);
                    next.extend(edges.drain(..).map(|Edge { by, to }| (to, step(&value, by))));
                }
            }

            // Stable, so that values are merged in the order of the paths.
            next.sort_by_key(|&(id, _)| id);
            values.clear();
            for (id, value) in next.drain(..) {
                match values.last_mut() {
                    Some((last, sum)) if *last == id => merge(sum, value),
                    _ => values.push((id, value)),
                }
            }
            (*depth, *at) = (*depth + 1, 0);
        }
        Ok(std::mem::take(fold).values)
    }

    /// Carries a value along all shortest paths, and returns it merged over the goals (after the free
    /// move, if a path needs one to end). Returns `None` if there are none.
    ///
    /// # Errors
    /// The budget's stop; call again with the same `fold` to go on.
    pub fn total<S: Space, T>(
        &self,
        search: &Search<S>,
        seed: impl Fn() -> T,
        step: impl Fn(&T, S::Move) -> T,
        merge: impl Fn(&mut T, T),
        fold: &mut Fold<T>,
        budget: &Budget,
    ) -> Result<Option<T>, Stop> {
        let last = self.fold(search, seed, &step, &merge, fold, budget)?;
        let mut sum: Option<T> = None;
        for (id, value) in last {
            let value = match self.free_edge(search, id, self.depth) {
                Some(Edge { by, .. }) => step(&value, by),
                None if self.is_useful(id, self.depth) => value,
                None => continue,
            };
            match &mut sum {
                Some(sum) => merge(sum, value),
                None => sum = Some(value),
            }
        }
        Ok(sum)
    }

    /// Returns the exact number of shortest paths, however large.
    ///
    /// # Errors
    /// The budget's stop; call again with the same `fold` to go on.
    pub(crate) fn count<S: Space>(
        &self,
        search: &Search<S>,
        fold: &mut Fold<Count>,
        budget: &Budget,
    ) -> Result<BigUint, Stop> {
        let seed = || Count::ONE;
        let step = |count: &Count, _| count.clone();
        let total = self.total(search, seed, step, Count::add, fold, budget)?;
        Ok(total.map_or_else(BigUint::default, Count::into_big))
    }
}

/// A count that starts as a machine word; nearly all counts fit in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Word(u64),
    Big(BigUint),
}

impl Count {
    const ONE: Self = Self::Word(1);

    fn add(&mut self, other: Self) {
        if let (Self::Word(a), Self::Word(b)) = (&*self, &other)
            && let Some(sum) = a.checked_add(*b)
        {
            *self = Self::Word(sum);
            return;
        }
        *self = Self::Big(std::mem::replace(self, Self::ONE).into_big() + other.into_big());
    }

    fn into_big(self) -> BigUint {
        match self {
            Self::Word(word) => word.into(),
            Self::Big(big) => big,
        }
    }
}
