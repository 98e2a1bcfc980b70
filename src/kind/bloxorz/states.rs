//! The graph of positions by the plain rules, and their growth by the engine.

use super::commands::State;
use super::lower::Model;
use super::rules::{Block, Position};
use super::solve::BloxorzSpace;
use crate::kind::states::{Growth, Rules, StateGraph, explore, growth as grow};
use crate::search::Budget;

/// Positions by the plain rules.
struct Positions<'a>(&'a Model);

impl Rules for Positions<'_> {
    type At = Position;
    type Key = Position;

    fn key(&mut self, at: &Position) -> Position {
        *at
    }

    fn moves(&mut self, at: &Position) -> Vec<(String, Position)> {
        let neighbours = at.neighbours(&self.0.terrain).into_iter();
        neighbours
            .filter_map(|(roll, next)| Some((roll.letter().to_string(), next.ok()?)))
            .collect()
    }

    fn bytes(&self, _: &Position) -> u64 {
        0
    }

    fn text(&mut self, at: &Position) -> String {
        let block = at.block;
        let mut text = match block {
            Block::Standing(_) => format!("standing {block}"),
            Block::Lying(..) => format!("lying {block}"),
            Block::Cubes(..) => format!("split {block}"),
        };
        let bridges = self.0.terrain.bridges();
        if bridges > 0 {
            // A digit a bridge, in the order of the legend: 1 while it is extended.
            text.push_str("\nbridges ");
            text.extend((0..bridges).map(|n| if at.extended >> n & 1 == 1 { '1' } else { '0' }));
        }
        text
    }

    fn is_goal(&self, at: &Position) -> bool {
        at.is_solved(&self.0.terrain)
    }
}

/// The graph of the first `limit` positions.
pub(super) fn graph(model: &Model, state: &State, limit: usize, budget: &Budget) -> StateGraph {
    explore(&mut Positions(model), state.position, limit, budget)
}

/// New positions a roll.
pub(super) fn growth(model: &Model, state: &State, budget: &Budget) -> Growth {
    let space = BloxorzSpace::new(model.terrain.clone(), state.position);
    grow(space, budget, "positions of block and bridges", "rolls")
}
