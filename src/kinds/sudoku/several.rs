//! A sudoku with several solutions: the cells in which they differ, and givens that leave one of
//! them.

use super::grid::{Grid, cell_name, digits};
use super::solve::Solver;
use crate::search::{Budget, Outcome, Stop};

/// The most solutions that are compared.
const MOST: usize = 1000;

/// A cell and a digit of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Given {
    /// The cell.
    pub cell: usize,
    /// The digit.
    pub digit: u8,
}

/// All solutions of a grid that has more than one.
#[derive(Debug)]
pub(super) struct Several {
    /// The number of solutions.
    pub count: usize,
    /// The cells in which they differ, in reading order, each with the set of its digits: bit 0 for
    /// digit 1.
    pub differ: Vec<(usize, u32)>,
    /// Givens that leave one solution: as few as possible if three are enough.
    pub givens: Vec<Given>,
}

/// Two solutions: where they differ first, the two digits there, and all cells that differ.
pub(super) struct Difference {
    pub cell: usize,
    pub name: String,
    pub digits: [char; 2],
    pub cells: String,
}

/// Returns where two solutions differ.
pub(super) fn difference(one: &Grid, other: &Grid) -> Difference {
    /// The most cells that are named; more are counted.
    const NAMED: usize = 8;
    let differ: Vec<usize> =
        (0..one.cells().len()).filter(|&cell| one.value(cell) != other.value(cell)).collect();
    let cell = differ.first().copied().unwrap_or(0);
    let names: Vec<String> =
        differ.iter().take(NAMED).map(|&cell| cell_name(cell, one.size())).collect();
    let more = match differ.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Difference {
        cell,
        name: cell_name(cell, one.size()),
        digits: [one, other].map(|grid| grid.symbol(grid.value(cell), '.')),
        cells: format!("{}{more}", names.join(", ")),
    }
}

/// A given, and the solutions that have it, a bit each.
#[derive(Debug)]
struct Choice {
    given: Given,
    has: Vec<u64>,
}

/// The searches for what the solutions of a grid have in common and what not.
#[derive(Debug)]
pub(super) struct Searches {
    solver: Solver,
    all: Vec<Grid>,
    /// True if there are no further solutions.
    is_complete: bool,
    deciding: Option<Deciding>,
}

impl Searches {
    /// Creates searches that have done nothing yet.
    pub(super) fn of(grid: &Grid) -> Self {
        Self { solver: Solver::new(grid), all: Vec::new(), is_complete: false, deciding: None }
    }

    /// Returns what the solutions have in common and what not. `None` if there is only one, or more
    /// than 1000. Costs a search for all of them; a choice of three givens a pass over all triples.
    ///
    /// # Errors
    /// Why a search stopped; call again to go on.
    pub(super) fn several(&mut self, budget: &Budget) -> Result<Option<Several>, Stop> {
        let Self { solver, all, is_complete, deciding } = self;
        while !*is_complete && all.len() <= MOST {
            match solver.next_solution(budget) {
                Outcome::Solved(solution) => all.push(solution),
                Outcome::Unsolvable => *is_complete = true,
                Outcome::GaveUp(stop) => return Err(stop),
            }
        }
        if !(2..=MOST).contains(&all.len()) {
            return Ok(None);
        }
        let differ = differ(all);
        let deciding = deciding.get_or_insert_with(|| Deciding::of(choices(&differ, all)));
        let givens = deciding.givens(budget)?;
        Ok(Some(Several { count: all.len(), differ, givens }))
    }
}

/// Returns the cells in which solutions differ, each with the set of its digits.
fn differ(all: &[Grid]) -> Vec<(usize, u32)> {
    let digits_of = |cell: usize| {
        all.iter().fold(0, |set: u32, solution| set | 1 << (solution.value(cell) - 1))
    };
    let cells = 0..all[0].cells().len();
    cells.map(|cell| (cell, digits_of(cell))).filter(|(_, set)| set.count_ones() > 1).collect()
}

/// Returns every given that some solutions have and others have not.
fn choices(differ: &[(usize, u32)], all: &[Grid]) -> Vec<Choice> {
    let given = |&(cell, set): &(usize, u32)| digits(set).map(move |digit| Given { cell, digit });
    let choice = |given: Given| {
        let mut has = vec![0; all.len().div_ceil(64)];
        for (at, solution) in all.iter().enumerate() {
            if solution.value(given.cell) == given.digit {
                has[at / 64] |= 1 << (at % 64);
            }
        }
        Choice { given, has }
    };
    differ.iter().flat_map(given).map(choice).collect()
}

/// Returns the solutions that are in both sets.
fn both(one: &[u64], other: &[u64]) -> Vec<u64> {
    one.iter().zip(other).map(|(one, other)| one & other).collect()
}

/// Returns the number of solutions in a set.
fn count(has: &[u64]) -> u32 {
    has.iter().map(|word| word.count_ones()).sum()
}

/// The search for givens that leave one solution.
#[derive(Debug)]
struct Deciding {
    choices: Vec<Choice>,
    /// The next choice to pair with those after it.
    next: usize,
    /// Pairs that several solutions have, and the solutions.
    pairs: Vec<([usize; 2], Vec<u64>)>,
    /// The next pair to join with a third choice.
    next_pair: usize,
}

impl Deciding {
    fn of(choices: Vec<Choice>) -> Self {
        Self { choices, next: 0, pairs: Vec::new(), next_pair: 0 }
    }

    /// Returns givens that leave one solution: one, two or three if that is enough, the first in
    /// reading order; otherwise each that leaves the fewest.
    fn givens(&mut self, budget: &Budget) -> Result<Vec<Given>, Stop> {
        let Self { choices, next, pairs, next_pair } = self;
        if let Some(one) = choices.iter().find(|choice| count(&choice.has) == 1) {
            return Ok(vec![one.given]);
        }
        while let Some(one) = choices.get(*next) {
            budget.work(1)?;
            for (other, two) in choices.iter().enumerate().skip(*next + 1) {
                let has = both(&one.has, &two.has);
                match count(&has) {
                    0 => {}
                    1 => return Ok(vec![one.given, two.given]),
                    _ => pairs.push(([*next, other], has)),
                }
            }
            *next += 1;
        }
        while let Some(([at, other], pair)) = pairs.get(*next_pair) {
            budget.work(1)?;
            for three in &choices[other + 1..] {
                let left: u32 = pair
                    .iter()
                    .zip(&three.has)
                    .map(|(one, other)| (one & other).count_ones())
                    .sum();
                if left == 1 {
                    return Ok(vec![choices[*at].given, choices[*other].given, three.given]);
                }
            }
            *next_pair += 1;
        }
        let (mut givens, mut left) = (Vec::new(), vec![u64::MAX; choices[0].has.len()]);
        loop {
            let leaves = |choice: &&Choice| count(&both(&left, &choice.has));
            let best = choices.iter().filter(|choice| leaves(choice) > 0);
            let Some(best) = best.min_by_key(leaves) else { return Ok(givens) };
            left = both(&left, &best.has);
            givens.push(best.given);
            if count(&left) == 1 {
                return Ok(givens);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference::Reference;
    use super::*;

    /// Returns all solutions by trying every digit in every cell.
    fn plain(grid: &Grid) -> Vec<Grid> {
        Reference::new(grid).collect()
    }

    #[test]
    fn the_givens_leave_one_solution_and_fewer_do_not() {
        for text in [
            "1.............1.",
            "12..34......2...",
            "1...............",
            "12..............",
            "1234............",
            "1234341.........",
        ] {
            let cells: Vec<u8> =
                text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
            let grid = Grid::new(cells).expect("a grid");
            let all = plain(&grid);
            let found = Searches::of(&grid).several(&Budget::unlimited()).expect("no limit");
            let found = found.expect("several solutions");
            assert_eq!(found.count, all.len(), "{text}");
            for cell in 0..16 {
                let set = all.iter().fold(0, |set, one| set | 1 << (one.value(cell) - 1));
                let told = found.differ.iter().find(|(one, _)| *one == cell).map(|(_, set)| *set);
                assert_eq!(told, (u32::count_ones(set) > 1).then_some(set), "{text} {cell}");
            }
            let left = |givens: &[Given]| {
                let has =
                    |one: &&Grid| givens.iter().all(|given| one.value(given.cell) == given.digit);
                all.iter().filter(has).count()
            };
            assert_eq!(left(&found.givens), 1, "{text}");
            // No set of fewer givens is enough.
            let every: Vec<Given> =
                (0..16).flat_map(|cell| (1..=4).map(move |digit| Given { cell, digit })).collect();
            assert!(
                found.givens.len() == 1 || every.iter().all(|&one| left(&[one]) != 1),
                "{text}"
            );
            let pairs = || every.iter().flat_map(|&one| every.iter().map(move |&two| [one, two]));
            assert!(found.givens.len() <= 2 || pairs().all(|pair| left(&pair) != 1), "{text}");
        }
    }
}
