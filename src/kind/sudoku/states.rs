//! The tree of boards of the breadth-first stream, and its growth.

use super::grid::{Grid, cell_name, digits};
use super::rules::{candidates, is_solution};
use super::space::Boards;
use super::{State, commands};
use crate::kind::states::{Growth, Rules, StateGraph, explore, growth as grow};
use crate::search::Budget;

/// Boards by the plain rules: the first empty cell takes each of its candidates.
struct Stream {
    blank: char,
}

impl Rules for Stream {
    type At = Grid;
    type Key = Vec<u8>;

    fn key(&mut self, at: &Grid) -> Vec<u8> {
        at.cells().to_vec()
    }

    fn moves(&mut self, at: &Grid) -> Vec<(String, Grid)> {
        let Some(cell) = (0..at.cells().len()).find(|&cell| at.value(cell) == 0) else {
            return Vec::new();
        };
        let placed = |digit| {
            let mut next = at.clone();
            next.set(cell, digit);
            (format!("{}={}", cell_name(cell, at.size()), at.symbol(digit, '.')), next)
        };
        digits(candidates(at, cell)).map(placed).collect()
    }

    fn bytes(&self, at: &Grid) -> u64 {
        2 * at.cells().len() as u64
    }

    fn text(&mut self, at: &Grid) -> String {
        commands::rows(at, self.blank)
    }

    fn is_goal(&self, at: &Grid) -> bool {
        is_solution(at)
    }
}

/// The tree of the first `limit` boards.
pub(super) fn graph(blank: char, state: &State, limit: usize, budget: &Budget) -> StateGraph {
    explore(&mut Stream { blank }, state.grid.clone(), limit, budget)
}

/// New boards a cell filled.
pub(super) fn growth(state: &State, budget: &Budget) -> Growth {
    let space = Boards::new(state.grid.clone());
    grow(space, budget, "boards without a clash, cells filled in reading order", "cells filled")
}
