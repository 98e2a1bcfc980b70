//! The parts of a puzzle that can be left out: which of them change nothing, without which of them
//! an unsolvable puzzle has a solution, and which of them keep it unsolvable by themselves.
//!
//! A kind lists the parts of a state once ([`Parts`]), and how its engine searches without some of
//! them.
//!
//! ```
//! use puzzled::{puzzle::parts, search::Budget};
//!
//! let mut report = puzzled::check("klotski k { . A A / B A D / C C . / goal A at (0,0) }");
//! let puzzle = report.puzzle("k").expect("`k` is declared");
//! let (board, budget) = (puzzle.parts().expect("its blocks are parts"), Budget::unlimited());
//! let length = board.figure(&[], &budget).expect("no limit").expect("it has a solution");
//! let mut idle = Vec::new();
//! parts::idle(&*board, length, &budget, &mut |part| idle.push(part)).expect("no limit");
//! assert_eq!(idle.iter().map(|&part| board.part(part).name).collect::<Vec<_>>(), ["block `D`"]);
//! ```

use crate::diag::{Code, Edit};
use crate::search::{Budget, Stop};
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
    /// shortest solution; of a sudoku the number of solutions, up to 2. `None` if the puzzle has no
    /// solution then. Costs one search of the kind's engine, to which the limit of states applies.
    ///
    /// # Errors
    /// Why the search stopped.
    fn figure(&self, left_out: &[usize], budget: &Budget) -> Result<Option<u64>, Stop>;

    /// Returns how a part is named and drawn in the declaration.
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
    /// Its effect on solutions.
    pub effect: Effect,
}

/// The effect of a part on solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It is only in the way: without it a puzzle with a solution has one, too.
    Hinders,
    /// It only opens a way, as a bridge does.
    Helps,
    /// Either, as a switch, which extends bridges and retracts them.
    Both,
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
        budget.show_turn(part + 1, parts.count());
        if parts.figure(&[part], budget)? == Some(figure) {
            each(part);
        }
    }
    Ok(())
}

/// Hands out the first parts of an unsolvable puzzle, at most `most`, without any one of which it has
/// a solution. Costs one search per part. After a stop, those handed out are right.
///
/// # Errors
/// Why a search stopped.
pub fn blockers(
    parts: &dyn Parts,
    most: usize,
    budget: &Budget,
    each: &mut dyn FnMut(usize),
) -> Result<(), Stop> {
    let mut count = 0;
    for part in 0..parts.count() {
        if count == most {
            break;
        }
        budget.show_turn(part + 1, parts.count());
        if parts.figure(&[part], budget)?.is_some() {
            count += 1;
            each(part);
        }
    }
    Ok(())
}

/// Returns parts that keep an unsolvable puzzle unsolvable without all the others that can be in the
/// way, and of which none can be left out: the fewest that three orders of leaving out give. `None` if
/// they are more than [`MOST_CORE`], or none at all. Costs three searches per part, or, if parts do not
/// only hinder, as many rounds of them as leave out another part.
///
/// # Errors
/// Why a search stopped.
pub fn core(parts: &dyn Parts, budget: &Budget) -> Result<Option<Vec<usize>>, Stop> {
    let effects: Vec<Effect> = (0..parts.count()).map(|at| parts.part(at).sort.effect).collect();
    let only_hinder = effects.iter().all(|&effect| effect == Effect::Hinders);
    let forward: Vec<usize> =
        (0..effects.len()).filter(|&part| effects[part] != Effect::Helps).collect();
    let backward = forward.iter().rev().copied().collect();
    let (first, last) = forward.split_at(forward.len() / 2);
    let from_middle = [last, first].concat();

    let mut best: Option<Vec<usize>> = None;
    for mut core in [forward, backward, from_middle] {
        let mut left_out = Vec::new();
        loop {
            let before = core.len();
            let mut kept = Vec::new();
            let count = core.len();
            for (at, part) in core.into_iter().enumerate() {
                budget.show_turn(at + 1, count);
                left_out.push(part);
                if parts.figure(&left_out, budget)?.is_some() {
                    left_out.pop();
                    kept.push(part);
                }
            }
            core = kept;
            if only_hinder || core.len() == before {
                break;
            }
        }

        core.sort_unstable();
        if best.as_ref().is_none_or(|best| core.len() < best.len()) {
            best = Some(core);
        }
    }
    Ok(best.filter(|core| (1..=MOST_CORE).contains(&core.len())))
}
