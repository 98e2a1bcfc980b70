//! The tree of boards of the breadth-first stream, its growth, and solutions as values.

use super::at_work::AtWork;
use super::grid::{Grid, cell_name, digits};
use super::rules::{candidates, is_solution};
use super::solve::Solver;
use super::space::Boards;
use super::{State, commands, techniques};
use crate::puzzle::Solved;
use crate::puzzle::rank::{Form, Part, Solutions};
use crate::puzzle::states::{Growth, Rules, StateGraph, explore, growth as grow};
use crate::search::{Budget, Outcome};

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

/// How hard a board is for a person.
pub(super) fn rating(state: &State, budget: &Budget) -> Outcome<String> {
    match techniques::rate(&state.grid, budget) {
        Ok(Some(rating)) => Outcome::Solved(rating.to_string()),
        Ok(None) => Outcome::Unsolvable,
        Err(stop) => Outcome::GaveUp(stop),
    }
}

/// New boards per filled cell.
pub(super) fn growth(state: &State, budget: &Budget) -> Growth {
    let space = Boards::new(state.grid.clone());
    grow(space, budget, "boards without a clash, cells filled in reading order", "cells filled")
}

/// The most solutions that are counted.
const COUNTED: u64 = 100_000;

/// The number of solutions.
pub(super) fn solutions(state: &State, budget: &Budget) -> Outcome<Solutions> {
    match Solver::new(&state.grid).count(COUNTED + 1, budget) {
        Ok(count) => {
            let more = count > COUNTED;
            Outcome::Solved(Solutions { count: count.min(COUNTED).into(), more })
        }
        Err(stop) => Outcome::GaveUp(stop),
    }
}

/// The grid, its digits as labels.
pub(super) fn form(grid: &Grid) -> Form {
    let part = |&value: &u8| match value {
        0 => Part::Fixed(0),
        digit => Part::Label(u64::from(digit)),
    };
    let cells = grid.cells().iter().map(part).collect();
    Form { rows: grid.size(), columns: grid.size(), boards: vec![cells], notes: Vec::new() }
}

/// Finds a solution, as rows of digits.
pub(super) fn solved(state: &mut State, budget: &Budget) -> Solved {
    match commands::two(state, &mut AtWork::default(), budget) {
        Err((stop, _)) => Solved::GaveUp(stop),
        Ok(found) => found.first().map_or(Solved::Unsolvable, |grid| {
            let size = grid.size();
            let row = |row| (0..size).map(|column| grid.value(row * size + column)).collect();
            Solved::Grid((0..size).map(row).collect())
        }),
    }
}
