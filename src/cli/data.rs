//! The figures of the plots of `puzzled show`, as text and as JSON.

use std::fmt::{Display, Write};

use serde_json::json;

use super::args::Show;
use crate::puzzle::states::{Growth, Life, Stretch};

/// Generations and nodes of a picture at most.
const ROWS: usize = 400;
const COLUMNS: usize = 800;
/// Generations unless another number is asked for.
const GENERATIONS: u64 = 100;
/// Generations of a population at most.
const POINTS: usize = 1000;

/// Returns the generations that the options ask for.
pub(super) fn stretch(args: &Show) -> Stretch {
    let (rows, columns) = if args.population { (POINTS, 0) } else { (ROWS, COLUMNS) };
    Stretch {
        from: args.from.into(),
        generations: args.generations.unwrap_or(GENERATIONS),
        rows,
        columns,
    }
}

/// Formats each pair as a line.
fn lines(pairs: impl Iterator<Item = (impl Display, impl Display)>) -> String {
    let mut out = String::new();
    for (number, value) in pairs {
        let _ = writeln!(out, "{number} {value}");
    }
    out
}

/// Returns a line per depth: the depth and the number of its new states.
pub(super) fn growth_text(growth: &Growth) -> String {
    lines(growth.states.iter().enumerate())
}

/// Returns the growth as one JSON object.
pub(super) fn growth_json(name: &str, growth: &Growth) -> String {
    let value = json!({
        "puzzle": name, "states": growth.states, "complete": growth.complete,
        "what": growth.what, "unit": growth.unit,
    });
    format!("{value}\n")
}

/// Returns the generation of a row.
fn generation(life: &Life, row: usize) -> u128 {
    life.from + row as u128 * u128::from(life.step)
}

/// Returns a line per generation: its number and the number of its live nodes.
pub(super) fn population_text(life: &Life) -> String {
    lines(life.live.iter().enumerate().map(|(row, live)| (generation(life, row), live)))
}

/// Returns a line per generation: its number and its nodes.
pub(super) fn space_time_text(life: &Life) -> String {
    let rows = life.rows.iter().enumerate();
    lines(rows.map(|(row, states)| (generation(life, row), symbols(states))))
}

fn symbols(states: &[bool]) -> String {
    states.iter().map(|&live| if live { 'X' } else { '.' }).collect()
}

/// Returns the generations as one JSON object.
pub(super) fn life_json(name: &str, life: &Life) -> String {
    let rows: Vec<String> = life.rows.iter().map(|states| symbols(states)).collect();
    let value = json!({
        "puzzle": name, "from": life.from.to_string(), "step": life.step, "nodes": life.nodes,
        "live": life.live, "stride": life.stride, "depths": life.depths, "rows": rows,
        "now": life.now.to_string(), "cut": life.cut,
    });
    format!("{value}\n")
}
