//! The parts of a puzzle that can be left out: which of them change nothing, without which of them
//! an unsolvable puzzle has a solution, and which of them keep it unsolvable by themselves.
//!
//! A kind lists its parts once ([`Parts`]). A maker calls [`is_minimal`] before it prints a puzzle,
//! with a board or terrain, or with a declared puzzle:
//!
//! ```
//! use puzzled::{puzzle::parts, search::{Budget, Outcome}};
//!
//! let mut report = puzzled::check("klotski k { . A A / B A D / C C . / goal A at (0,0) }");
//! let puzzle = report.puzzle("k").expect("`k` is declared");
//! let (board, budget) = (puzzle.parts().expect("its blocks are parts"), Budget::unlimited());
//! assert_eq!(parts::is_minimal(board, &budget), Outcome::Solved(false));
//! let mut idle = Vec::new();
//! parts::idle(board, 3, &budget, &mut |part| idle.push(board.part(part).name)).expect("no limit");
//! assert_eq!(idle, ["block `D`"]);
//! ```

use crate::diag::{Code, Edit};
use crate::search::{Budget, Outcome, Stop};
use crate::text::Span;

/// The most parts without any one of which a puzzle is said to be solvable.
pub const MOST_NAMED: usize = 10;
/// The most parts of a core: people do not follow larger ones.
pub const MOST_CORE: usize = 6;

/// A puzzle some of whose parts can be left out: blocks, cars and walls; switches, bridges and
/// fragile tiles; givens.
pub trait Parts {
    /// Returns the number of parts. They are numbered from 0, in an order that depends on the puzzle
    /// alone.
    fn count(&self) -> usize;

    /// Returns the figure by which a part matters, of the puzzle without some parts: the length of a
    /// shortest solution; of a sudoku the number of solutions, up to 2. Costs one search of the
    /// kind's engine, to which the limit of states applies.
    fn figure(&self, left_out: &[usize], budget: &Budget) -> Outcome<u64>;

    /// Returns whether parts are only in the way: a puzzle that has a solution has one without any of
    /// them, too. Switches and bridges are not.
    fn only_hinder(&self) -> bool {
        true
    }
}

/// Parts of a declared puzzle, which diagnostics can name.
pub trait NamedParts: Parts {
    /// Returns how a part is named and drawn.
    fn part(&self, number: usize) -> Part;
}

/// A part as a diagnostic shows it.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its sort.
    pub sort: &'static Sort,
    /// Its name: ``block `C` ``, `wall at (1,1)`.
    pub name: String,
    /// The places in the source where it is drawn.
    pub places: Vec<Span>,
    /// The text that each of these places has without the part.
    pub instead: String,
}

/// A sort of parts.
#[derive(Debug)]
pub struct Sort {
    /// Its name in the plural.
    pub many: &'static str,
    /// The code of the advice to leave such a part out; none if there is no such advice.
    pub code: Option<&'static Code>,
}

impl Part {
    /// Returns the place where it is drawn first.
    pub fn place(&self) -> Span {
        self.places.first().copied().unwrap_or_default()
    }

    /// Returns the edits that leave it out.
    pub fn edits(&self) -> Vec<Edit> {
        self.places.iter().map(|&span| Edit { span, text: self.instead.clone() }).collect()
    }
}

/// Hands out each part without which a solvable puzzle of that figure has the same figure. Each is
/// left out alone: without two of them the figure may be another one.
///
/// Costs one search per part. After a stop, those handed out are right, and others may be missing.
///
/// # Errors
/// Why a search stopped.
pub fn idle(
    parts: &dyn Parts,
    figure: u64,
    budget: &Budget,
    each: &mut dyn FnMut(usize),
) -> Result<(), Stop> {
    for part in 0..parts.count() {
        match parts.figure(&[part], budget) {
            Outcome::Solved(without) if without == figure => each(part),
            Outcome::GaveUp(stop) => return Err(stop),
            Outcome::Solved(_) | Outcome::Unsolvable => {}
        }
    }
    Ok(())
}

/// Returns whether no part of a puzzle is idle; unsolvable if the puzzle is. Stops at the first idle
/// part.
pub fn is_minimal(parts: &dyn Parts, budget: &Budget) -> Outcome<bool> {
    let figure = match parts.figure(&[], budget) {
        Outcome::Solved(figure) => figure,
        other => return other.map(|_| false),
    };
    for part in 0..parts.count() {
        match parts.figure(&[part], budget) {
            Outcome::Solved(without) if without == figure => return Outcome::Solved(false),
            Outcome::GaveUp(stop) => return Outcome::GaveUp(stop),
            Outcome::Solved(_) | Outcome::Unsolvable => {}
        }
    }
    Outcome::Solved(true)
}

/// Returns the first parts of an unsolvable puzzle, at most `most`, without any one of which it has
/// a solution. Costs one search per part.
///
/// # Errors
/// Why a search stopped.
pub fn blockers(parts: &dyn Parts, most: usize, budget: &Budget) -> Result<Vec<usize>, Stop> {
    let mut found = Vec::new();
    for part in 0..parts.count() {
        if found.len() == most {
            break;
        }
        if is_solvable(parts, &[part], budget)? {
            found.push(part);
        }
    }
    Ok(found)
}

/// Returns parts that keep an unsolvable puzzle unsolvable without all the others, and of which none
/// can be left out: the fewest that three orders of leaving out give. `None` if they are more than
/// [`MOST_CORE`], or none at all, or if parts do not only hinder. Costs three searches per part.
///
/// # Errors
/// Why a search stopped.
pub fn core(parts: &dyn Parts, budget: &Budget) -> Result<Option<Vec<usize>>, Stop> {
    if !parts.only_hinder() {
        return Ok(None);
    }
    let count = parts.count();
    let forward: Vec<usize> = (0..count).collect();
    let backward = forward.iter().rev().copied().collect();
    let from_middle = (count / 2..count).chain(0..count / 2).collect();
    let mut best: Option<Vec<usize>> = None;
    for order in [forward, backward, from_middle] {
        let mut left_out = Vec::new();
        for part in order {
            left_out.push(part);
            if is_solvable(parts, &left_out, budget)? {
                left_out.pop();
            }
        }
        let core: Vec<usize> = (0..count).filter(|part| !left_out.contains(part)).collect();
        if best.as_ref().is_none_or(|best| core.len() < best.len()) {
            best = Some(core);
        }
    }
    Ok(best.filter(|core| (1..=MOST_CORE).contains(&core.len())))
}

/// Returns whether a puzzle has a solution without some parts.
fn is_solvable(parts: &dyn Parts, left_out: &[usize], budget: &Budget) -> Result<bool, Stop> {
    match parts.figure(left_out, budget) {
        Outcome::Solved(_) => Ok(true),
        Outcome::Unsolvable => Ok(false),
        Outcome::GaveUp(stop) => Err(stop),
    }
}
