//! Solving as a person does: one technique after the other, the easiest that makes progress first,
//! each step with its reason. One file per idea.

mod board;
mod coloring;
mod fish;
mod locked;
mod singles;
mod subsets;
#[cfg(test)]
mod tests;
mod wings;

use std::collections::BTreeSet;
use std::fmt;

use super::grid::{Grid, cell_name};
use super::rules::{clashes, dead_cells, dead_digits, is_solution};
use super::solve::{Asked, Proof};
use crate::search::{Budget, Stop};
use board::Board;

/// The techniques, the easiest first: the order in which they are tried and ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Technique {
    /// A cell with one candidate.
    NakedSingle,
    /// A digit with one cell in a unit.
    HiddenSingle,
    /// A digit of a box confined to a line.
    Pointing,
    /// A digit of a line confined to a box.
    Claiming,
    /// Two cells of a unit with two digits between them.
    NakedPair,
    /// Two digits of a unit with two cells between them.
    HiddenPair,
    /// The same with three cells.
    NakedTriple,
    /// The same with three digits.
    HiddenTriple,
    /// A digit confined to the same two columns in two rows, or the reverse.
    XWing,
    /// Three cells of two digits each, the pivot seeing the others.
    XyWing,
    /// An XY-wing whose pivot has all three digits.
    XyzWing,
    /// A digit colored along its conjugate pairs.
    SimpleColoring,
    /// An X-wing of three lines.
    Swordfish,
    /// The same with four cells.
    NakedQuad,
    /// The same with four digits.
    HiddenQuad,
    /// An X-wing of four lines.
    Jellyfish,
    /// None of these makes progress: the rest is tried out.
    Search,
}

impl Technique {
    /// All but the search, in the order in which they are tried.
    pub(super) const ALL: [Self; 16] = [
        Self::NakedSingle,
        Self::HiddenSingle,
        Self::Pointing,
        Self::Claiming,
        Self::NakedPair,
        Self::HiddenPair,
        Self::NakedTriple,
        Self::HiddenTriple,
        Self::XWing,
        Self::XyWing,
        Self::XyzWing,
        Self::SimpleColoring,
        Self::Swordfish,
        Self::NakedQuad,
        Self::HiddenQuad,
        Self::Jellyfish,
    ];

    /// Its name as one word.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::NakedSingle => "naked-single",
            Self::HiddenSingle => "hidden-single",
            Self::Pointing => "pointing",
            Self::Claiming => "claiming",
            Self::NakedPair => "naked-pair",
            Self::HiddenPair => "hidden-pair",
            Self::NakedTriple => "naked-triple",
            Self::HiddenTriple => "hidden-triple",
            Self::XWing => "X-wing",
            Self::XyWing => "XY-wing",
            Self::XyzWing => "XYZ-wing",
            Self::SimpleColoring => "simple-colouring",
            Self::Swordfish => "swordfish",
            Self::NakedQuad => "naked-quad",
            Self::HiddenQuad => "hidden-quad",
            Self::Jellyfish => "jellyfish",
            Self::Search => "search",
        }
    }

    /// The first step of this technique that `take` keeps, in a fixed order of places.
    fn find(self, board: &Board, take: Take<'_>) -> Option<Step> {
        match self {
            Self::NakedSingle => singles::naked(board, take),
            Self::HiddenSingle => singles::hidden(board, take),
            Self::Pointing => locked::pointing(board, take),
            Self::Claiming => locked::claiming(board, take),
            Self::NakedPair => subsets::naked(board, 2, take),
            Self::NakedTriple => subsets::naked(board, 3, take),
            Self::NakedQuad => subsets::naked(board, 4, take),
            Self::HiddenPair => subsets::hidden(board, 2, take),
            Self::HiddenTriple => subsets::hidden(board, 3, take),
            Self::HiddenQuad => subsets::hidden(board, 4, take),
            Self::XWing => fish::fish(board, 2, take),
            Self::Swordfish => fish::fish(board, 3, take),
            Self::Jellyfish => fish::fish(board, 4, take),
            Self::XyWing => wings::xy(board, take),
            Self::XyzWing => wings::xyz(board, take),
            Self::SimpleColoring => coloring::simple(board, take),
            Self::Search => None,
        }
    }

    /// The first step of this technique, if it makes progress.
    fn first(self, board: &Board) -> Option<Step> {
        self.find(board, &mut Some)
    }

    /// The effects of all steps of this technique, each once and in order.
    fn effects(self, board: &Board) -> BTreeSet<Effect> {
        let mut found = BTreeSet::new();
        self.find(board, &mut |step| {
            found.insert(step.effect);
            None
        });
        found
    }
}

/// Keeps a step and ends the search for others, or drops it and gives `None`.
type Take<'a> = &'a mut dyn FnMut(Step) -> Option<Step>;

/// The effect of a step on the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// A digit goes into a cell.
    Place(usize, u8),
    /// Digits (bit `d-1` for digit `d`) leave cells.
    Remove(Vec<(usize, u32)>),
    /// The end: the search found no solution, or several.
    Stuck,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The technique.
    pub technique: Technique,
    /// Its effect.
    pub effect: Effect,
    /// The line that describes it.
    text: String,
}

impl fmt::Display for Step {
    /// One line with the cells and the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// How hard a puzzle is.
///
/// The name is that of the hardest technique that it needs. The number is 100 for each technique
/// that is easier than that one, and one for each step, at most 99. All steps of the easiest
/// technique that makes progress are made at once, so that the rating does not depend on the order
/// of digits, rows and columns. Steps with the same effect count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rating {
    /// The hardest technique; `None` for a full board.
    pub hardest: Option<Technique>,
    /// The number.
    pub score: u32,
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.hardest.map_or("full", Technique::name), self.score)
    }
}

/// The steps of a person from a board to its end: the full board, or else a last step that says why
/// there is none.
#[derive(Debug)]
pub(super) struct Explanation {
    board: Board,
    steps: Vec<Step>,
    /// The search for the only solution, once no technique made progress, and what it found.
    proof: Option<Proof>,
    solution: Option<Grid>,
}

impl Explanation {
    /// No step was made.
    pub(super) fn new(grid: &Grid) -> Self {
        Self { board: Board::new(grid), steps: Vec::new(), proof: None, solution: None }
    }

    /// Makes all steps that are left.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub(super) fn finish(&mut self, budget: &Budget) -> Result<&[Step], Stop> {
        let is_stuck = |step: &Step| step.effect == Effect::Stuck;
        while !self.board.grid().is_full() && !self.steps.last().is_some_and(is_stuck) {
            // Before a search that was paused the techniques were tried.
            let searches = self.proof.is_some() && self.solution.is_none();
            if !searches {
                budget.check(0, 0)?;
            }
            let step = if searches { None } else { next(&self.board) };
            let step = match step {
                Some(step) => step,
                None => self.search(budget)?,
            };
            self.board.apply(&step.effect);
            self.steps.push(step);
        }
        Ok(&self.steps)
    }
}

/// How hard a puzzle is; `None` if it has no solution.
///
/// # Errors
/// The budget's stop.
pub(super) fn rate(grid: &Grid, budget: &Budget) -> Result<Option<Rating>, Stop> {
    Rater::new(grid).finish(budget)
}

/// A rating at work.
#[derive(Debug)]
pub(super) struct Rater {
    proof: Proof,
    board: Board,
    hardest: Option<Technique>,
    steps: usize,
    is_stuck: bool,
}

impl Rater {
    /// No step was made.
    pub(super) fn new(grid: &Grid) -> Self {
        let (proof, board) = (Proof::new(grid), Board::new(grid));
        Self { proof, board, hardest: None, steps: 0, is_stuck: false }
    }

    /// Rates how hard the puzzle is; `None` if it has no solution.
    ///
    /// # Errors
    /// The budget's stop; call again to go on.
    pub(super) fn finish(&mut self, budget: &Budget) -> Result<Option<Rating>, Stop> {
        let found = self.proof.two(budget)?;
        let Some(solution) = found.first() else { return Ok(None) };
        let Self { board, hardest, steps, is_stuck, .. } = self;
        while !board.grid().is_full() && !*is_stuck {
            budget.check(0, 0)?;
            let next = Technique::ALL.into_iter().find_map(|technique| {
                let effects = technique.effects(board);
                (!effects.is_empty()).then_some((technique, effects))
            });
            let (technique, effects) = match next {
                Some(next) => next,
                None if found.len() > 1 => (Technique::Search, BTreeSet::from([Effect::Stuck])),
                None => {
                    let place = |cell| Effect::Place(cell, solution.value(cell));
                    (Technique::Search, board.narrow().map(place).collect())
                }
            };
            *hardest = (*hardest).max(Some(technique));
            *steps += effects.len();
            *is_stuck = effects.contains(&Effect::Stuck);
            if !*is_stuck {
                for effect in &effects {
                    board.apply(effect);
                }
            }
        }
        let rank = hardest.map_or(0, |hardest| hardest as u32);
        Ok(Some(Rating { hardest: *hardest, score: 100 * rank + (*steps).min(99) as u32 }))
    }
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

/// How a board goes on. A board that breaks the rules, or on which a cell or a digit has no place,
/// is impossible; a search looks for other contradictions only if no technique makes progress.
///
/// # Errors
/// A pause; call again with what was asked until then.
pub(super) fn hint(grid: &Grid, asked: &mut Asked, budget: &Budget) -> Result<Hint, Stop> {
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
    if !asked.is_begun()
        && let Some(step) = step(grid)
    {
        return Ok(Hint::Step(step));
    }
    Ok(match asked.again().any(grid, budget) {
        Err(Stop::Paused) => return Err(Stop::Paused),
        Ok(None) => Hint::Impossible,
        _ => Hint::NoTechnique,
    })
}

/// The next step of a person; `None` if only the search makes progress, or the board is full.
pub(super) fn step(grid: &Grid) -> Option<Step> {
    next(&Board::new(grid))
}

fn next(board: &Board) -> Option<Step> {
    if board.is_broken() {
        return None;
    }
    Technique::ALL.into_iter().find_map(|technique| technique.first(board))
}

impl Explanation {
    /// The last resort: one digit of the solution, in the cell with the fewest candidates.
    fn search(&mut self, budget: &Budget) -> Result<Step, Stop> {
        let Self { board, proof, solution, .. } = self;
        let step = |effect, text| Step { technique: Technique::Search, effect, text };
        if solution.is_none() {
            match proof.get_or_insert_with(|| Proof::new(board.grid())).two(budget)? {
                [] => {
                    let text = String::from("search: every way to go on ends in a contradiction");
                    return Ok(step(Effect::Stuck, text));
                }
                [only] => *solution = Some(only.clone()),
                [one, other, ..] => {
                    let differ =
                        (0..one.cells().len()).find(|&at| one.value(at) != other.value(at));
                    let cell = differ.unwrap_or(0);
                    let name = cell_name(cell, one.size());
                    let (a, b) =
                        (one.symbol(one.value(cell), '.'), one.symbol(other.value(cell), '.'));
                    let text =
                        format!("search: several solutions are left: {name} can be {a} or {b}");
                    return Ok(step(Effect::Stuck, text));
                }
            }
        }
        let cell = board.narrowest();
        let solution = solution.as_ref().expect("the search above has found the only solution");
        let digit = solution.value(cell);
        let text = format!(
            "search {}={}: no technique makes progress; every other digit there ends in a contradiction",
            cell_name(cell, solution.size()),
            solution.symbol(digit, '.')
        );
        Ok(step(Effect::Place(cell, digit), text))
    }
}
