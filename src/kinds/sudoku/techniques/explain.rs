//! The steps of a person from a board to its end.

use std::sync::Arc;

use super::super::Givens;
use super::super::grid::{Grid, cell_name};
use super::super::solve::two;
use super::board::Board;
use super::canon::canonical;
use super::{Effect, SEARCH, Step, is_unique, next};
use crate::search::{Budget, Stop};

/// The steps of a person from a board to its end: the full board, or else a last step that says why
/// there is none. Those of a puzzle at its start are found in its canonical form, as its rating is.
#[derive(Debug)]
pub(in crate::kinds::sudoku) struct Explanation {
    start: Grid,
    board: Option<Board>,
    steps: Vec<Step>,
    /// The only solution, once no technique made progress.
    solution: Option<Grid>,
}

/// Returns the board on which a state is explained and rated.
///
/// # Errors
/// Cancelled.
pub(super) fn board_of(model: &Givens, grid: &Grid, budget: &Budget) -> Result<Board, Stop> {
    let is_unique = is_unique(model, budget)?;
    if is_unique
        && *grid == model.grid
        && let Some((form, view)) = canonical(grid)
    {
        let mut board = Board::new(&form, &form, budget.uniqueness);
        board.view = Some(Arc::new(view));
        board.cancel = budget.cancel.clone();
        return Ok(board);
    }
    let mut board = Board::new(grid, &model.grid, is_unique && budget.uniqueness);
    board.cancel = budget.cancel.clone();
    Ok(board)
}

impl Explanation {
    /// Creates the state in which no step was made.
    pub(in crate::kinds::sudoku) fn new(grid: &Grid) -> Self {
        let start = grid.clone();
        let steps = Vec::new();
        Self { start, board: None, steps, solution: None }
    }

    /// Makes all steps that are left.
    ///
    /// # Errors
    /// The budget's stop.
    pub(in crate::kinds::sudoku) fn finish(
        &mut self,
        model: &Givens,
        budget: &Budget,
    ) -> Result<&[Step], Stop> {
        let Self { start, board, steps, solution } = self;
        let board = match board {
            Some(board) => board,
            None => board.insert(board_of(model, start, budget)?),
        };
        while !board.grid().is_full()
            && steps.last().is_none_or(|step| step.effect != Effect::Stuck)
        {
            budget.check(0, 0)?;
            let mut step = match next(board)? {
                Some((_, step)) => step,
                None => search(board, solution, budget)?,
            };
            board.apply(&step.effect);
            step.effect = board.shown(&step.effect);
            steps.push(step);
        }
        Ok(steps)
    }
}

/// Returns the last resort: one digit of the solution, in the cell with the fewest candidates.
fn search(board: &Board, solution: &mut Option<Grid>, budget: &Budget) -> Result<Step, Stop> {
    let stuck = |places: String| Step { name: SEARCH, places: places.into(), ..Step::default() };
    if solution.is_none() {
        match &two(board.grid(), budget)?[..] {
            [] => return Ok(stuck(String::from("every way to go on ends in a contradiction"))),
            [only] => *solution = Some(only.clone()),
            [first, second, ..] => {
                let differ =
                    (0..first.cells().len()).find(|&at| first.value(at) != second.value(at));
                let cell = differ.unwrap_or(0);
                let name = cell_name(board.cell(cell), first.size());
                let digit = |grid: &Grid| board.digits(1 << (grid.value(cell) - 1));
                let first = digit(first);
                let second = digit(second);
                let text = format!("several solutions are left: {name} can be {first} or {second}");
                return Ok(stuck(text));
            }
        }
    }

    let cell = board.narrowest();
    let solution = solution.as_ref().expect("the search above has found the only solution");
    let effect = Effect::Place(cell, solution.value(cell));
    let conclusion = board.conclusion(&effect);
    let places = String::from(
        "no technique makes progress; every other digit there ends in a contradiction",
    );
    Ok(Step { name: SEARCH, effect, conclusion, places: places.into(), ..Step::default() })
}
