//! The engine of a pair, chosen by parity and the size of its space.

use std::ops::Range;

use num_bigint::BigUint;

use super::board::{Board, Pair};
use super::breadth::{Routes, Sum, Summing};
use super::deepening::Deepening;
use super::rules::Slide;
use crate::puzzle::moves::Engine;
use crate::puzzle::rank::Course;
use crate::search::{Budget, Farthest, Figures, Halt, Outcome, Stop, Until};

/// The largest number of arrangements, if all tiles differ, that is searched breadth-first.
const BREADTH_DIFFERENT: f64 = 4e6;
/// The largest number of arrangements if some tiles are alike: it is larger, because their pattern
/// databases are weak.
const BREADTH_ALIKE: f64 = 1e8;

/// Answers about the shortest paths from the start of a pair to its goal, and the breadth-first
/// stream of all paths from the start. Everything found is kept between calls.
///
/// `solve` gives the first of the shortest paths in the order of their letters under the tie order
/// `L R U D`, independent of the engine that finds it.
pub struct Finder {
    forbidden: bool,
    routes: Routes,
    /// The sum of checksums that was stopped.
    summing: Summing,
    deep: Option<Box<Deepening>>,
}

impl Finder {
    /// Returns the engine for a pair; nothing is searched yet.
    pub fn new(pair: &Pair) -> Self {
        let forbidden = pair.parity_forbids();
        let limit = if pair.all_differ() { BREADTH_DIFFERENT } else { BREADTH_ALIKE };
        let deep = !forbidden && Deepening::suits(pair) && pair.arrangements() > limit;
        Self {
            forbidden,
            routes: Routes::new(pair),
            summing: Summing::default(),
            deep: deep.then(|| Box::new(Deepening::new(pair))),
        }
    }

    /// Returns the breadth-first search from the start.
    #[cfg(test)]
    pub(super) fn routes_mut(&mut self) -> &mut Routes {
        &mut self.routes
    }

    /// Returns the iterative deepening that solves this pair, if the breadth-first search does not.
    pub fn deepening(&self) -> Option<&Deepening> {
        self.deep.as_deref()
    }

    /// Returns the sum of the checksums of all shortest paths.
    pub fn sum(&mut self, budget: &Budget) -> Outcome<Sum> {
        match &mut self.deep {
            _ if self.forbidden => Outcome::Unsolvable,
            Some(deep) => deep.sum(budget).map(Sum::Exact),
            None => self.routes.sum(&mut self.summing, budget),
        }
    }
}

impl Engine for Finder {
    type Position = Board;
    type Move = Slide;

    fn advance(&mut self, until: Until, budget: &Budget) -> Halt {
        self.routes.engine_mut().advance(until, budget)
    }

    fn frontier(&self) -> Range<u32> {
        self.routes.engine().frontier()
    }

    fn layers(&self) -> Vec<u64> {
        self.routes.engine().layers()
    }

    fn way_to(&self, id: u32) -> (Vec<Slide>, Board) {
        self.routes.engine().way_to(id)
    }

    fn figures(&self) -> Figures {
        self.routes.engine().figures()
    }

    fn effort(&self) -> Figures {
        let breadth = self.figures();
        let Some(deep) = self.deepening() else { return breadth };
        let bytes = breadth.bytes + deep.bytes();
        let expanded = deep.nodes();
        if breadth.expanded >= expanded {
            return Figures { bytes, ..breadth };
        }
        Figures { expanded, frontier: deep.open_nodes(), depth: deep.bound(), bytes }
    }

    fn solve(&mut self, budget: &Budget) -> Outcome<Vec<Slide>> {
        match &mut self.deep {
            _ if self.forbidden => Outcome::Unsolvable,
            Some(deep) => deep.solve(budget),
            None => self.routes.engine_mut().solve(budget),
        }
    }

    fn next_goal(&mut self, budget: &Budget) -> Outcome<Vec<Slide>> {
        match &mut self.deep {
            _ if self.forbidden => Outcome::Unsolvable,
            Some(deep) => deep.next_goal(budget),
            None => self.routes.engine_mut().next_goal(budget),
        }
    }

    fn rewind(&mut self) {
        match &mut self.deep {
            Some(deep) => deep.rewind(),
            None => self.routes.engine_mut().rewind(),
        }
    }

    fn count(&mut self, budget: &Budget) -> Outcome<BigUint> {
        match &mut self.deep {
            _ if self.forbidden => Outcome::Unsolvable,
            Some(deep) => deep.count(budget).map(BigUint::from),
            None => self.routes.engine_mut().count(budget),
        }
    }

    fn farthest(&mut self, budget: &Budget) -> Result<Option<Farthest>, Stop> {
        self.routes.engine_mut().farthest(budget)
    }

    fn course(&mut self, budget: &Budget) -> Outcome<Course> {
        self.routes.engine_mut().course(budget)
    }
}
