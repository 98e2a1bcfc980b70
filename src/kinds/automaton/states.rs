//! The generations of an automaton as a graph, and as rows of live nodes.

use super::history::{History, Timeline};
use super::layout::{NodeIndex, Tree};
use super::lower::Automaton;
use crate::puzzle::states::{Life, Rules, StateGraph, Stretch, explore};
use crate::search::Budget;

/// Trees longer than this are shown by their number of live nodes.
const LONGEST: usize = 120;

/// A generation.
struct Generation {
    at: u128,
    tree: Tree,
}

/// Generations by the history.
struct Generations<'a> {
    history: &'a mut History,
    line: &'a Timeline,
    budget: &'a Budget,
}

impl Generations<'_> {
    fn tree(&mut self, at: u128) -> Option<Tree> {
        self.history.tree(self.line, at, self.budget).ok()
    }
}

impl Rules for Generations<'_> {
    type At = Generation;
    type Key = Box<[u64]>;

    fn key(&mut self, generation: &Generation) -> Box<[u64]> {
        generation.tree.state().into()
    }

    fn moves(&mut self, generation: &Generation) -> Vec<(String, Generation)> {
        let next = generation.at.checked_add(1);
        let next = next.and_then(|at| Some(Generation { at, tree: self.tree(at)? }));
        next.map(|next| (String::from("step 1"), next)).into_iter().collect()
    }

    fn bytes(&self, generation: &Generation) -> u64 {
        2 * generation.tree.shape().state_bytes() as u64
    }

    fn text(&mut self, Generation { at, tree }: &Generation) -> String {
        let nodes = tree.shape().nodes();
        // Four characters per pair of children, and a space beside each.
        if nodes * 3 <= LONGEST {
            return format!("{at}\n{tree}");
        }
        format!("{at}\n{} of {nodes} live", tree.live_count())
    }

    fn is_goal(&self, _: &Generation) -> bool {
        false
    }
}

/// Returns the generations from the current one on, to the first that repeats an earlier one.
pub(super) fn graph(
    history: &mut History,
    line: &Timeline,
    limit: usize,
    budget: &Budget,
) -> StateGraph {
    let at = line.position();
    let Ok(tree) = history.tree(line, at, budget) else {
        return StateGraph { cut: true, ..StateGraph::default() };
    };
    explore(&mut Generations { history, line, budget }, Generation { at, tree }, limit, budget)
}

/// Returns the generations of a stretch of the timeline.
pub(super) fn life(
    history: &mut History,
    line: &Timeline,
    stretch: Stretch,
    budget: &Budget,
) -> Life {
    let shape = history.shape().clone();
    let nodes = shape.nodes();
    let rows = (stretch.rows as u64).max(1);
    let step = stretch.generations.div_ceil(rows).max(1);
    let stride = if stretch.columns == 0 { 0 } else { nodes.div_ceil(stretch.columns) };
    let columns: Vec<usize> = match stride {
        0 => Vec::new(),
        stride => (1..=nodes).step_by(stride).collect(),
    };

    let levels = shape.levels();
    // The number of nodes plus one follows the levels.
    let depths = levels[..levels.len() - 1]
        .iter()
        .map(|&first| columns.partition_point(|&node| node < first as usize))
        .collect();

    let mut life = Life {
        from: stretch.from,
        step,
        live: Vec::new(),
        nodes,
        stride,
        depths,
        rows: Vec::new(),
        now: line.position(),
        cut: false,
    };

    for row in 0..stretch.generations.div_ceil(step) {
        let at = stretch.from.checked_add(u128::from(row) * u128::from(step));
        let Some(Ok(tree)) = at.map(|at| history.tree(line, at, budget)) else {
            life.cut = true;
            break;
        };
        life.live.push(tree.live_count());
        if stride > 0 {
            life.rows.push(columns.iter().map(|&node| tree.live(NodeIndex(node as u32))).collect());
        }
    }
    life
}

/// Returns the rule and the tree, or those of the mirror image, whichever comes first.
pub(super) fn canonical(model: &Automaton) -> Vec<u64> {
    let text = model.tree.to_string();
    let mirror = |char| match char {
        '(' => ')',
        ')' => '(',
        char => char,
    };
    let mirrored: Vec<u64> = text.chars().rev().map(|char| mirror(char) as u64).collect();
    // A rule that is to be found has a number of its own.
    let number = model.rule.map_or(1 << 16, |rule| u64::from(rule.0));
    let rule = (0..16).filter(|row| number >> row & 1 == 1).fold(0, |rule, row: u64| {
        // Left and right are exchanged: bits 2 and 0 of the row.
        let swapped = row & 0b1010 | (row & 1) << 2 | row >> 2 & 1;
        rule | 1 << swapped
    });
    let original = std::iter::once(number).chain(text.chars().map(|char| char as u64));
    original.collect::<Vec<_>>().min(std::iter::once(rule).chain(mirrored).collect())
}
