//! One search of one width, behind a trait that has none.

use std::sync::Arc;

use super::super::board::{Board, Cell, Places};
use super::Metric;
use super::pack::{Key, Mask};
use super::space::{Klotski, Slide};
use super::tables::Tables;
use crate::search::{Budget, Figures, Halt, Outcome, PathCursor, Search, Shortest, Stop, Until};

/// A path of packed moves: corners before and after, without the block that makes them.
pub(super) type Way = Vec<(Cell, Cell, usize)>;

/// What a search can be asked, whatever its width. Moves are `(from, to, class)`.
pub(super) trait Run: Send {
    fn figures(&self) -> Figures;
    fn advance(&mut self, until: Until, budget: &Budget) -> Halt;
    fn solve(&mut self, budget: &Budget) -> Outcome<Way>;
    fn paths(&mut self, count: u64, budget: &Budget) -> (Vec<Way>, Halt);
    fn next_goal(&mut self, budget: &Budget) -> Outcome<Way>;
    fn rewind(&mut self);
    /// The ways to the next `count` states to expand.
    fn frontier(&self, count: u64) -> Vec<Way>;
    /// The way to the state farthest from every goal, and its distance.
    fn hardest(&mut self, budget: &Budget) -> Result<Option<(u64, Way)>, Stop>;
}

/// The typed one.
pub(super) struct Typed<K: Key, M: Mask> {
    tables: Arc<Tables<M>>,
    search: Search<Klotski<K, M>>,
    shortest: Option<Shortest>,
    cursor: PathCursor<Slide<K::Place>>,
    /// The search from all goals at once, once the component is known.
    backward: Option<Search<Klotski<K, M>>>,
    metric: Metric,
}

impl<K: Key, M: Mask> Typed<K, M> {
    pub(super) fn new(
        board: &Board,
        classes: &[Vec<usize>],
        start: &Places,
        metric: Metric,
    ) -> Self {
        let tables = Arc::new(Tables::<M>::new(board, classes));
        let fields = tables.fields(classes, start);
        let key = K::pack(&fields, &tables.bits);
        let space = Klotski::new(tables.clone(), vec![key], metric, true);
        Self {
            tables,
            search: Search::new(space),
            shortest: None,
            cursor: PathCursor::default(),
            backward: None,
            metric,
        }
    }

    fn way(&self, path: &[Slide<K::Place>]) -> Way {
        let corner = |placement: u32| self.tables.corners[placement as usize];
        path.iter()
            .map(|slide| {
                let (from, to): (u32, u32) = (slide.from.into(), slide.to.into());
                let classes = &self.tables.classes;
                let class = classes.partition_point(|class| class.first <= from) - 1;
                (corner(from), corner(to), class)
            })
            .collect()
    }
}

impl<K: Key, M: Mask> Run for Typed<K, M> {
    fn figures(&self) -> Figures {
        self.search.figures()
    }

    fn advance(&mut self, until: Until, budget: &Budget) -> Halt {
        self.search.advance(until, budget)
    }

    fn solve(&mut self, budget: &Budget) -> Outcome<Way> {
        if self.tables.goals.is_none() {
            return Outcome::Unsolvable; // a goal that no placement of its block satisfies
        }
        match self.search.solve(budget) {
            Outcome::Solved(goal) => Outcome::Solved(self.way(&self.search.path_to(goal))),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::GaveUp(stop) => Outcome::GaveUp(stop),
        }
    }

    fn paths(&mut self, count: u64, budget: &Budget) -> (Vec<Way>, Halt) {
        let (paths, halt) = self.search.paths(count, budget);
        (paths.iter().map(|path| self.way(path)).collect(), halt)
    }

    fn next_goal(&mut self, budget: &Budget) -> Outcome<Way> {
        if self.shortest.is_none() {
            match Shortest::open(&mut self.search, budget) {
                Err(stop) => return Outcome::GaveUp(stop),
                Ok(None) => return Outcome::Unsolvable,
                Ok(Some(shortest)) => self.shortest = Some(shortest),
            }
        }
        let Some(shortest) = self.shortest.as_mut() else { return Outcome::Unsolvable };
        if let Err(stop) = shortest.prepare(&self.search, budget) {
            return Outcome::GaveUp(stop);
        }
        match shortest.next_path(&self.search, &mut self.cursor) {
            Some(path) => Outcome::Solved(self.way(&path)),
            None => Outcome::Unsolvable,
        }
    }

    fn rewind(&mut self) {
        self.cursor = PathCursor::default();
    }

    fn frontier(&self, count: u64) -> Vec<Way> {
        let ids = self.search.frontier();
        let end = u64::from(ids.end).min(u64::from(ids.start).saturating_add(count)) as u32;
        (ids.start..end).map(|id| self.way(&self.search.path_to(id))).collect()
    }

    fn hardest(&mut self, budget: &Budget) -> Result<Option<(u64, Way)>, Stop> {
        if let Halt::Stopped(stop) = self.search.advance(Until::Exhausted, budget) {
            return Err(stop);
        }
        if self.backward.is_none() {
            use crate::search::Space as _;
            let goals: Vec<K> = (0..self.search.discovered())
                .map(|id| self.search.state(id))
                .filter(|state| self.search.space().is_goal(state))
                .cloned()
                .collect();
            if goals.is_empty() {
                return Ok(None);
            }
            let space = Klotski::new(self.tables.clone(), goals, self.metric, false);
            self.backward = Some(Search::new(space));
        }
        let Some(backward) = self.backward.as_mut() else { return Ok(None) };
        let held = self.search.figures().bytes;
        let rest = Budget { bytes: budget.bytes.saturating_sub(held), ..budget.clone() };
        if let Halt::Stopped(stop) = backward.advance(Until::Exhausted, &rest) {
            return Err(stop);
        }
        let depth = backward.figures().depth;
        let last =
            (0..backward.discovered()).rev().take_while(|&id| backward.depth_of(id) == depth);
        let first = last.filter_map(|id| self.search.id_of(backward.state(id))).min();
        Ok(first.map(|id| (depth, self.way(&self.search.path_to(id)))))
    }
}
