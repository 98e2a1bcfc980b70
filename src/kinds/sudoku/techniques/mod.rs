//! Solving as a person does: one technique after the other in the order of a table, each step with
//! its reason. One file per idea.
//!
//! * `table`: the techniques; `board`: a grid with its candidates as sets;
//! * `singles`, `locked`, `subsets`, `fish`, `finned` (fish with fins or boxes), `links` (two strong links),
//!   `wings`, `sue_de_coq`, `coloring`, `unique` (what a single solution rules out), `templates`;
//! * `graph`: strong and weak links; `walk`: walks along them; `chains`, `forcing`: what follows along them;
//! * `als`: almost locked sets, alone or in pairs; `blossom`: around a cell;
//! * `canon`: the canonical form; `rate`: how hard a puzzle is; `explain`: all its steps;
//! * `notation`: the places and chains of a step; `pages`: what people read about a technique;
//! * `waves`: all steps of a technique at a time, for makers.

mod als;
mod blossom;
mod board;
mod canon;
mod chains;
mod coloring;
mod explain;
mod finned;
mod fish;
mod forcing;
mod graph;
mod links;
mod locked;
mod notation;
mod pages;
mod rate;
mod singles;
mod subsets;
mod sue_de_coq;
mod table;
mod templates;
#[cfg(test)]
mod tests;
mod unique;
mod walk;
mod waves;
mod wings;

use std::collections::BTreeMap;
use std::fmt;

use super::Givens;
use super::grid::{Grid, cell_name};
use super::rules::{clashes, dead_cells, dead_digits, is_solution};
use super::solve::{Solver, two};
use crate::puzzle::steps;
use crate::scene::Emphasis;
use crate::search::{Budget, Outcome, Stop};
use board::Board;
use notation::Places;

pub(super) use explain::Explanation;
pub(super) use pages::{topic, topics};
pub(super) use rate::{Rater, Rating, outdated, rate, states};
pub(super) use table::{Class, LARGE, SEARCH, SINGLES, TABLE, technique};
pub(super) use waves::Waves;

/// Digits that leave a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Elimination {
    pub(super) cell: usize,
    /// Bit `d-1` for digit `d`.
    pub(super) digits: u32,
}

/// The effect of a step on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// A digit goes into a cell.
    Place(usize, u8),
    /// Digits leave cells.
    Remove(Vec<Elimination>),
    /// The end: the search found no solution, or several.
    #[default]
    Stuck,
}

impl Effect {
    /// Returns the cells that change, for a picture that points at them.
    pub(super) fn cells(&self) -> Vec<(usize, Emphasis)> {
        match self {
            Self::Place(cell, _) => vec![(*cell, Emphasis::Focus)],
            Self::Remove(eliminations) => {
                eliminations.iter().map(|elimination| (elimination.cell, Emphasis::Focus)).collect()
            }
            Self::Stuck => Vec::new(),
        }
    }

    /// Returns the number of candidates that are lost.
    fn removals(&self) -> u32 {
        match self {
            Self::Remove(eliminations) => {
                eliminations.iter().map(|elimination| elimination.digits.count_ones()).sum()
            }
            Self::Place(..) | Self::Stuck => 0,
        }
    }
}

/// One step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Step {
    /// The word of its technique, or of the shape of the technique.
    pub(super) name: &'static str,
    /// Its effect.
    pub(super) effect: Effect,
    /// The score of its technique; `None` for a search.
    score: Option<u32>,
    /// The links of a chain; 0 for a step without a chain.
    links: usize,
    /// Its effect as moves.
    conclusion: String,
    /// The places where it is seen.
    pub(super) places: Places,
}

impl Step {
    /// Returns the text of a hint: at level 1 the technique alone, at level 2 also its places.
    pub(super) fn hint_text(&self, level: u64) -> String {
        match level {
            1 => String::from(self.name),
            2 => format!("{}: {}", self.name, self.places),
            _ => self.to_string(),
        }
    }

    /// Returns it as data, in a grid like this one: its conclusion and its reason if they are asked
    /// for. Its effect must be that in the grid that people see.
    pub(super) fn data(&self, grid: &Grid, has_conclusion: bool, has_reason: bool) -> steps::Step {
        let name = |cell| cell_name(cell, grid.size());
        let digits_of = |cell, mask| steps::Digits {
            cell: name(cell),
            digits: grid.alphabet().digits_line(mask),
        };
        let conclusion = || match &self.effect {
            Effect::Place(cell, digit) => {
                let placements = vec![digits_of(*cell, 1 << (digit - 1))];
                steps::Conclusion { placements, ..steps::Conclusion::default() }
            }
            Effect::Remove(eliminations) => {
                let removals = eliminations.iter().map(|lost| digits_of(lost.cell, lost.digits));
                let removals = removals.collect();
                steps::Conclusion { removals, ..steps::Conclusion::default() }
            }
            Effect::Stuck => steps::Conclusion::default(),
        };

        let reason = || {
            let links = self.places.links().into_iter().map(|link| steps::Link::new(link, name));
            steps::Reason { places: self.places.to_string(), links: links.collect() }
        };
        steps::Step {
            technique: self.name,
            score: self.score,
            conclusion: has_conclusion.then(conclusion),
            reason: has_reason.then(reason),
        }
    }
}

impl fmt::Display for Step {
    /// Writes `TECHNIQUE CONCLUSION: PLACES`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, conclusion, places, .. } = self;
        match conclusion.is_empty() {
            true => write!(f, "{name}: {places}"),
            false => write!(f, "{name} {conclusion}: {places}"),
        }
    }
}

/// Collects the steps of a technique on a board: each name and effect once, with the fewest links.
pub(super) struct Collector {
    /// The technique, by its row in the table.
    row: usize,
    steps: Vec<Step>,
    known: BTreeMap<(&'static str, Effect), usize>,
    /// Steps with more links are not looked for.
    limit: usize,
    /// True if only the steps with the fewest links are wanted.
    is_shortest: bool,
}

impl Collector {
    fn new(row: usize, is_shortest: bool) -> Self {
        Self { row, steps: Vec::new(), known: BTreeMap::new(), limit: usize::MAX, is_shortest }
    }

    /// Adds a step, or replaces a known one that has more links. Drops a step without an effect. `places`
    /// says where it is seen.
    fn push<P: Into<Places>>(
        &mut self,
        board: &Board,
        name: &'static str,
        effect: Effect,
        links: usize,
        places: impl FnOnce() -> P,
    ) {
        if links > self.limit
            || matches!(&effect, Effect::Remove(eliminations) if eliminations.is_empty())
        {
            return;
        }

        if self.is_shortest {
            self.limit = links;
        }
        let known = self.known.get(&(name, effect.clone())).copied();
        if known.is_some_and(|at| self.steps[at].links <= links) {
            return;
        }
        let mut step = Step { name, effect: effect.clone(), links, ..Step::default() };
        if !board.is_silent {
            step.conclusion = board.conclusion(&effect);
            step.places = places().into();
        }
        match known {
            Some(at) => self.steps[at] = step,
            None => {
                self.known.insert((name, effect), self.steps.len());
                self.steps.push(step);
            }
        }
    }

    /// Adds the removal of digits from cells.
    fn eliminate<P: Into<Places>>(
        &mut self,
        board: &Board,
        name: &'static str,
        eliminations: Vec<Elimination>,
        places: impl FnOnce() -> P,
    ) {
        self.push(board, name, Effect::Remove(eliminations), 0, places);
    }
}

/// Returns all steps of a technique, or those with the fewest links, in the order of [`steps`].
fn steps_of(board: &Board, row: usize, is_shortest: bool) -> Vec<Step> {
    if board.is_stopped() {
        return Vec::new();
    }
    let mut collector = Collector::new(row, is_shortest);
    (TABLE[row].find)(board, &mut collector);
    let mut steps = collector.steps;
    for step in &mut steps {
        step.score = Some(TABLE[row].score);
    }
    steps
        .sort_by(|first, second| (first.links, &first.effect).cmp(&(second.links, &second.effect)));
    steps
}

/// Returns the techniques that are used to solve.
fn used() -> impl Iterator<Item = usize> {
    (0..TABLE.len()).filter(|&row| TABLE[row].is_on)
}

/// Returns the first technique that has a step, and its step with the fewest links, then the most
/// removals, then first in reading order.
///
/// # Errors
/// Cancelled.
fn next(board: &Board) -> Result<Option<(usize, Step)>, Stop> {
    if board.is_broken() {
        return Ok(None);
    }
    let next_step = used().find_map(|row| {
        let best = steps_of(board, row, true)
            .into_iter()
            .min_by_key(|step| (step.links, u32::MAX - step.effect.removals()))?;
        Some((row, best))
    });
    board.expect_all()?;
    Ok(next_step)
}

/// Returns whether the givens are proved to have one solution. Only asked up to 9×9, where the proof
/// takes a few thousand guesses at most: techniques that assume it look at no larger grids.
///
/// # Errors
/// Cancelled.
fn is_unique(model: &Givens, budget: &Budget) -> Result<bool, Stop> {
    const GUESSES: u64 = 100_000;
    if !model.grid.layout().is_small() || model.hopeless {
        return Ok(false);
    }
    let within = Budget { cancel: budget.cancel.clone(), ..Budget::unlimited() };
    match two(&model.grid, &within.with_states(GUESSES)) {
        Err(Stop::Cancelled) => Err(Stop::Cancelled),
        solutions => Ok(solutions.is_ok_and(|solutions| solutions.len() == 1)),
    }
}

/// Returns the canonical form of a 6×6 or 9×9 grid, the same for all grids that differ only in the names
/// of their digits and the order of their rows and columns. Grids with fewer givens than any that has
/// only one solution have none: so many of their forms look alike at first that they take too much
/// memory.
pub(super) fn canonical(grid: &Grid) -> Option<Grid> {
    grid.layout().fewest_givens().filter(|&fewest| grid.givens() >= fewest)?;
    canon::canonical(grid).map(|(form, _)| form)
}

/// More that `steps` looks at than a person who solves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(super) struct Options {
    /// Corners of a uniqueness pattern may lack a digit that earlier steps have removed.
    pub(super) missing_candidates: bool,
    /// Almost locked sets may share cells.
    pub(super) als_overlap: bool,
    /// Grouped chains may pass through almost locked sets.
    pub(super) als_nodes: bool,
    /// Two fish that differ in their cover alone are one step.
    pub(super) siamese: bool,
}

/// The words of the options.
pub(super) const OPTIONS: [&str; 4] =
    ["--missing-candidates", "--als-overlap", "--als-nodes", "--siamese"];

/// Returns every step that is possible now, of the techniques that are used to solve or of one
/// technique: in the order of the table, then fewest links, then reading order.
///
/// # Errors
/// Cancelled.
pub(super) fn steps(
    model: &Givens,
    grid: &Grid,
    technique: Option<usize>,
    options: Options,
    budget: &Budget,
) -> Result<Vec<Step>, Stop> {
    let is_unique = budget.uniqueness && is_unique(model, budget)?;
    let mut board = Board::new(grid, &model.grid, is_unique);
    board.options = Some(options);
    board.cancel = budget.cancel.clone();
    if board.is_broken() {
        return Ok(Vec::new());
    }
    let rows =
        (0..TABLE.len()).filter(|&row| technique.map_or(TABLE[row].is_on, |only| only == row));
    let steps = rows.flat_map(|row| steps_of(&board, row, false)).collect();
    board.expect_all()?;
    Ok(steps)
}

/// The answer to the question how a board goes on.
pub(super) enum Hint {
    /// With this step of a person.
    Step(Step),
    /// It is solved.
    Solved,
    /// It has no solution.
    Impossible,
    /// No technique makes progress, and a search within the budget finds no contradiction.
    NoTechnique,
}

/// Returns how a board goes on. A board that breaks the rules, or on which a cell or a digit has no
/// place, is impossible; a search looks for other contradictions only if no technique makes progress.
///
/// # Errors
/// Cancelled.
pub(super) fn hint(model: &Givens, grid: &Grid, budget: &Budget) -> Result<Hint, Stop> {
    if is_solution(grid) {
        return Ok(Hint::Solved);
    }
    let stuck = grid.is_full()
        || !clashes(grid).is_empty()
        || !dead_cells(grid).is_empty()
        || !dead_digits(grid).is_empty();
    if stuck {
        return Ok(Hint::Impossible);
    }
    if let Some(step) = step(model, grid, budget)? {
        return Ok(Hint::Step(step));
    }
    Ok(match Solver::new(grid).next_solution(budget) {
        Outcome::Unsolvable => Hint::Impossible,
        Outcome::GaveUp(Stop::Cancelled) => return Err(Stop::Cancelled),
        _ => Hint::NoTechnique,
    })
}

/// Returns the step that [`Explanation`] begins with; `None` if only the search makes progress, or the
/// board is full.
///
/// # Errors
/// Cancelled.
pub(super) fn step(model: &Givens, grid: &Grid, budget: &Budget) -> Result<Option<Step>, Stop> {
    let board = explain::board_of(model, grid, budget)?;
    let next_step = next(&board)?;
    Ok(next_step.map(|(_, step)| Step { effect: board.shown(&step.effect), ..step }))
}
