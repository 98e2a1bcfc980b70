//! An attempt to make a sudoku.

use std::collections::BTreeSet;

use super::super::commands::rows;
use super::super::grid::Grid;
use super::super::layout::Layout;
use super::super::lower::Givens;
use super::super::solve::two;
use super::super::techniques::{Rater, Rating};
use super::demand::{Demand, FAR};
use super::dig::Draft;
use super::fill::fill;
use super::symmetry::Symmetry;
use crate::diag::counted;
use crate::puzzle::make::{Draw, Made, Maker, Question, Range};
use crate::search::{Budget, Stop};

/// Attempts before giving up: with a rare technique they take about a minute.
const ATTEMPTS: u64 = 30_000;
/// Attempts before giving up on 12×12 and 16×16 grids.
const LARGE_ATTEMPTS: u64 = 300;
/// Guesses of a proof, above which an attempt gives up. Only 16×16 grids come near it.
const GUESSES: u64 = 20_000;
/// Variations without progress, after which an attempt gives up: of a puzzle that the technique gets
/// on with, and of others. (Measured: with 10 for both, a swordfish takes a third longer.)
const PATIENCE: [usize; 2] = [30, 4];

/// Makes sudokus.
#[derive(Debug)]
pub(super) struct SudokuMaker {
    pub(super) layout: Layout,
    /// The symmetry of the givens; `None` if each attempt draws one.
    pub(super) symmetry: Option<Symmetry>,
    /// True if no single given may be left out, whatever the symmetry.
    pub(super) is_strict: bool,
    /// The number of givens.
    pub(super) givens: Range,
    pub(super) demand: Demand,
}

/// A puzzle that may be what is wanted.
struct Candidate {
    grid: Grid,
    /// The measure of how far it seems to be from the wishes.
    distance: u64,
}

/// A rating, and the techniques that were used.
struct Rated {
    rating: Rating,
    used: BTreeSet<usize>,
}

impl Maker for SudokuMaker {
    fn attempts(&self) -> u64 {
        if self.layout.is_small() { ATTEMPTS } else { LARGE_ATTEMPTS }
    }

    fn attempt(&self, draw: &mut Draw, budget: &Budget) -> Option<Made> {
        self.tried(draw, &budget.clone().with_states(GUESSES)).ok()
    }
}

impl SudokuMaker {
    /// Makes a minimal puzzle, and varies it while it seems to come nearer to the wishes.
    fn tried(&self, draw: &mut Draw, budget: &Budget) -> Result<Made, Stop> {
        let any: Vec<_> =
            Symmetry::ANY.into_iter().filter(|symmetry| symmetry.fits(self.layout)).collect();
        let symmetry = self.symmetry.unwrap_or_else(|| any[draw.index(any.len())]);
        let solution = fill(self.layout, draw, budget)?;
        let orbits = symmetry.orbits(solution.size());
        let mut ranks: Vec<usize> = (0..orbits.len()).collect();
        draw.shuffle(&mut ranks);
        let mut draft = Draft::full(&solution, &orbits);
        draft.dig(draw, budget)?;
        let mut best = self.candidate(&draft, &ranks);
        let mut waited = 0;
        while best.distance > 0 && waited < PATIENCE[usize::from(best.distance >= FAR)] {
            let mut next = draft.clone();
            next.vary(draw, budget)?;
            let other = self.candidate(&next, &ranks);
            waited = if other.distance < best.distance { 0 } else { waited + 1 };
            if other.distance <= best.distance {
                (draft, best) = (next, other);
            }
        }
        self.made(&draft, best, symmetry, budget)
    }

    /// Returns the puzzle of a draft, with more givens if they are wanted.
    fn candidate(&self, draft: &Draft<'_>, ranks: &[usize]) -> Candidate {
        let least = if self.is_strict { 0 } else { self.givens.least as usize };
        let grid = draft.filled(least, ranks);
        let technique = self.demand.technique.map_or(0, |technique| technique.distance(&grid));
        let givens = self.givens.distance(grid.givens() as u64);
        Candidate { distance: 10 * givens + technique, grid }
    }

    /// Proves what is said about a puzzle, and describes it.
    fn made(
        &self,
        draft: &Draft<'_>,
        best: Candidate,
        symmetry: Symmetry,
        budget: &Budget,
    ) -> Result<Made, Stop> {
        let Candidate { grid, distance } = best;
        let givens = counted(grid.givens(), "given");
        let mut made = Made {
            body: rows(&grid, '.').lines().map(str::to_owned).collect(),
            distance: distance + 1,
            reached: givens,
            ..Made::default()
        };
        if distance > 0 {
            if let Some(technique) = self.demand.technique {
                made.reached = technique.lack(distance);
            }
            return Ok(made);
        }

        if let Some(obstacle) = self.demand.obstacle(&grid) {
            made.reached += &format!(", but {obstacle}");
            return Ok(made);
        }

        let is_minimal = grid == *draft.grid();
        if self.is_strict && !draft.is_strict(budget)? {
            made.reached += ", but not each is needed";
            return Ok(made);
        }

        let solutions = two(&grid, budget)?;
        assert!(
            matches!(&solutions[..], [only] if only == draft.solution()),
            "only needless givens go"
        );
        let Rated { rating, used } = rated(&grid, budget)?;
        made.reached = rating.to_string();
        made.notes.push(rating.to_string());
        if self.symmetry.is_none() {
            made.notes.push(format!("symmetry {}", symmetry.word()));
        }
        if !is_minimal {
            made.notes.push(String::from("not minimal"));
        }
        let command = String::from("solve");
        let answer = solutions[0].line('.');
        made.questions.push(Question { command, answer });
        made.fits = self.demand.is_met(rating, &used);
        Ok(made)
    }
}

/// Rates a puzzle that has one solution.
fn rated(grid: &Grid, budget: &Budget) -> Result<Rated, Stop> {
    let mut rater = Rater::new(grid);
    let rating = rater.finish(&Givens::plain(grid.clone()), budget)?;
    let rating = rating.expect("it was proved that there is a solution");
    Ok(Rated { rating, used: rater.used().clone() })
}
