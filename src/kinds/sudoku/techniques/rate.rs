//! The rating of a puzzle: how hard it is for a person.

use std::collections::BTreeSet;
use std::fmt;

use super::super::Givens;
use super::super::codes;
use super::super::grid::Grid;
use super::super::solve::two;
use super::super::verbs::Word;
use super::explain::board_of;
use super::table::Class;
use super::{SEARCH, TABLE, next, technique};
use crate::diag::Diagnostic;
use crate::puzzle::rank::{self, Figure, Technique};
use crate::search::{Budget, Stop};
use crate::syntax::Fragment;

/// The rating of a puzzle.
///
/// The puzzle is solved in its canonical form, so that the rating does not depend on the order of
/// digits, rows and columns. The score is the sum of the scores of the steps. The class is the hardest
/// of a technique that was used, raised while the score is above its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kinds::sudoku) enum Rating {
    /// The board is full.
    Full,
    /// There are several solutions.
    Several,
    /// No technique makes progress somewhere.
    Search,
    /// The last technique of the table that was used, and the score of a 9×9 grid.
    Steps { class: Class, score: Option<u32>, technique: usize },
}

impl Rating {
    /// Returns the rating as every kind has it.
    pub(in crate::kinds::sudoku) fn figure(self) -> Figure {
        let rating =
            |class, score, technique| Figure::Rating(rank::Rating { class, score, technique });
        match self {
            Self::Full => rating(Class::Easy, Some(0), Technique { place: 0, word: "full" }),
            Self::Several => Figure::Several,
            Self::Search => {
                rating(Class::Extreme, None, Technique { place: TABLE.len() + 1, word: SEARCH })
            }
            Self::Steps { class, score, technique } => {
                let word = TABLE[technique].word;
                rating(class, score, Technique { place: technique + 1, word })
            }
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.figure().fmt(f)
    }
}

/// Returns whether a word states the class or the technique of a rating.
pub(in crate::kinds::sudoku) fn states(figure: &Figure, word: &str) -> bool {
    match figure {
        Figure::Rating(rating) => {
            let named = technique(word).map_or(word, |row| TABLE[row].word);
            rating.class.word() == word || rating.technique.word == named
        }
        _ => false,
    }
}

/// Returns how hard a puzzle is; `None` if it has no solution.
///
/// # Errors
/// The budget's stop.
pub(in crate::kinds::sudoku) fn rate(
    model: &Givens,
    grid: &Grid,
    budget: &Budget,
) -> Result<Option<Rating>, Stop> {
    Rater::new(grid).finish(model, budget)
}

/// Reports an expected rating of version 0.1: a technique and a number.
pub(in crate::kinds::sudoku) fn outdated(
    command: Fragment<'_>,
    expected: Fragment<'_>,
) -> Option<Diagnostic> {
    let is_rate = Word::TABLE.find(command.text) == Some(Word::Rate);
    let (word, number) = expected.text.split_once([' ', '\t'])?;
    let is_technique = word == SEARCH || technique(word).is_some();
    let is_number = number.trim().bytes().all(|byte| byte.is_ascii_digit());
    (is_rate && is_technique && is_number).then(|| codes::old_rating(expected.span()))
}

/// A rating at work.
#[derive(Debug)]
pub(in crate::kinds::sudoku) struct Rater {
    start: Grid,
    /// The techniques that were used.
    used: BTreeSet<usize>,
    class: Class,
    score: u32,
}

impl Rater {
    /// Creates the state in which no step was made.
    pub(in crate::kinds::sudoku) fn new(grid: &Grid) -> Self {
        Self { start: grid.clone(), used: BTreeSet::new(), class: Class::Easy, score: 0 }
    }

    /// Returns the techniques that were used so far, by their row in the table.
    pub(in crate::kinds::sudoku) fn used(&self) -> &BTreeSet<usize> {
        &self.used
    }

    /// Rates how hard the puzzle is; `None` if it has no solution.
    ///
    /// # Errors
    /// The budget's stop.
    pub(in crate::kinds::sudoku) fn finish(
        &mut self,
        model: &Givens,
        budget: &Budget,
    ) -> Result<Option<Rating>, Stop> {
        match two(&self.start, budget)?.len() {
            0 => return Ok(None),
            1 => {}
            _ => return Ok(Some(Rating::Several)),
        }

        let mut board = board_of(model, &self.start, budget)?;
        board.is_silent = true;
        while !board.grid().is_full() {
            budget.check(0, 0)?;
            let Some((row, step)) = next(&board)? else { return Ok(Some(Rating::Search)) };
            self.used.insert(row);
            self.class = self.class.max(TABLE[row].class);
            self.score += TABLE[row].score;
            board.apply(&step.effect);
        }

        let Some(&technique) = self.used.last() else { return Ok(Some(Rating::Full)) };
        if board.size() != 9 {
            return Ok(Some(Rating::Steps { class: self.class, score: None, technique }));
        }
        let fits = |&&(class, most): &&(Class, u32)| class >= self.class && self.score <= most;
        let class = Class::LIMITS.iter().find(fits).map_or(Class::Extreme, |&(class, _)| class);
        Ok(Some(Rating::Steps { class, score: Some(self.score), technique }))
    }
}
