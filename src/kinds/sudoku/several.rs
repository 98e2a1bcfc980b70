//! A sudoku with several solutions: the cells in which they differ, and givens that leave one of
//! them.

use super::grid::{Grid, cell_name, digits};
use super::solve::Solver;
use crate::search::{Budget, Stop};

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
pub(super) fn difference(first: &Grid, second: &Grid) -> Difference {
    /// The most cells that are named; more are counted.
    const NAMED: usize = 8;
    let differ: Vec<usize> =
        (0..first.cells().len()).filter(|&cell| first.value(cell) != second.value(cell)).collect();
    let cell = differ.first().copied().unwrap_or(0);
    let names: Vec<String> =
        differ.iter().take(NAMED).map(|&cell| cell_name(cell, first.size())).collect();
    let more = match differ.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Difference {
        cell,
        name: cell_name(cell, first.size()),
        digits: [first, second].map(|grid| grid.symbol(grid.value(cell), '.')),
        cells: format!("{}{more}", names.join(", ")),
    }
}

/// A given, and the solutions that have it, a bit each.
#[derive(Debug)]
struct Choice {
    given: Given,
    has: Vec<u64>,
}

/// Returns what the solutions of a grid have in common and what not. `None` if there is only one, or
/// more than 1000. Costs a search for all of them; a choice of three givens a pass over all triples.
///
/// # Errors
/// The budget's stop.
pub(super) fn several(grid: &Grid, budget: &Budget) -> Result<Option<Several>, Stop> {
    let mut solver = Solver::new(grid);
    let mut solutions = Vec::new();
    while solutions.len() <= MOST {
        match solver.next_solution(budget).into_result()? {
            Some(solution) => solutions.push(solution),
            None => break,
        }
    }
    if !(2..=MOST).contains(&solutions.len()) {
        return Ok(None);
    }
    let differ = differ(&solutions);
    let givens = deciding(&choices(&differ, &solutions), budget)?;
    Ok(Some(Several { count: solutions.len(), differ, givens }))
}

/// Returns the cells in which solutions differ, each with the set of its digits.
fn differ(solutions: &[Grid]) -> Vec<(usize, u32)> {
    let digits_of = |cell: usize| {
        solutions.iter().fold(0, |set: u32, solution| set | 1 << (solution.value(cell) - 1))
    };
    let cells = 0..solutions[0].cells().len();
    cells.map(|cell| (cell, digits_of(cell))).filter(|(_, set)| set.count_ones() > 1).collect()
}

/// Returns every given that some solutions have and others have not.
fn choices(differ: &[(usize, u32)], solutions: &[Grid]) -> Vec<Choice> {
    let given = |&(cell, set): &(usize, u32)| digits(set).map(move |digit| Given { cell, digit });
    let choice = |given: Given| {
        let mut has = vec![0; solutions.len().div_ceil(64)];
        for (at, solution) in solutions.iter().enumerate() {
            if solution.value(given.cell) == given.digit {
                has[at / 64] |= 1 << (at % 64);
            }
        }
        Choice { given, has }
    };
    differ.iter().flat_map(given).map(choice).collect()
}

/// Returns the solutions that are in both sets.
fn both(first: &[u64], second: &[u64]) -> Vec<u64> {
    first.iter().zip(second).map(|(first, second)| first & second).collect()
}

/// Returns the number of solutions in a set.
fn count(has: &[u64]) -> u32 {
    has.iter().map(|word| word.count_ones()).sum()
}

/// Returns givens that leave one solution: one, two or three if that is enough, the first in reading
/// order; otherwise each that leaves the fewest.
fn deciding(choices: &[Choice], budget: &Budget) -> Result<Vec<Given>, Stop> {
    if let Some(choice) = choices.iter().find(|choice| count(&choice.has) == 1) {
        return Ok(vec![choice.given]);
    }

    // Pairs that several solutions have: the choices after them, and the solutions.
    let mut pairs = Vec::new();
    for (at, first) in choices.iter().enumerate() {
        budget.rest()?;
        for (other, second) in choices.iter().enumerate().skip(at + 1) {
            let has = both(&first.has, &second.has);
            match count(&has) {
                0 => {}
                1 => return Ok(vec![first.given, second.given]),
                _ => pairs.push(([first.given, second.given], &choices[other + 1..], has)),
            }
        }
    }

    for ([first, second], further, pair) in &pairs {
        budget.rest()?;
        let leaves_one = |third: &&Choice| {
            let left = pair
                .iter()
                .zip(&third.has)
                .map(|(pair_word, third_word)| (pair_word & third_word).count_ones());
            left.sum::<u32>() == 1
        };
        if let Some(third) = further.iter().find(leaves_one) {
            return Ok(vec![*first, *second, third.given]);
        }
    }

    let mut givens = Vec::new();
    let mut left = vec![u64::MAX; choices[0].has.len()];
    while count(&left) != 1 {
        let leaves = |choice: &&Choice| count(&both(&left, &choice.has));
        let best = choices.iter().filter(|choice| leaves(choice) > 0);
        let Some(best) = best.min_by_key(leaves) else { break };
        left = both(&left, &best.has);
        givens.push(best.given);
    }
    Ok(givens)
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
            let solutions = plain(&grid);
            let summary = several(&grid, &Budget::unlimited()).expect("no limit");
            let summary = summary.expect("several solutions");
            assert_eq!(summary.count, solutions.len(), "{text}");
            for cell in 0..16 {
                let set =
                    solutions.iter().fold(0, |set, solution| set | 1 << (solution.value(cell) - 1));
                let listed =
                    summary.differ.iter().find(|(place, _)| *place == cell).map(|(_, set)| *set);
                assert_eq!(listed, (u32::count_ones(set) > 1).then_some(set), "{text} {cell}");
            }
            let left = |givens: &[Given]| {
                let has = |solution: &&Grid| {
                    givens.iter().all(|given| solution.value(given.cell) == given.digit)
                };
                solutions.iter().filter(has).count()
            };
            assert_eq!(left(&summary.givens), 1, "{text}");
            // No set of fewer givens is enough.
            let every: Vec<Given> =
                (0..16).flat_map(|cell| (1..=4).map(move |digit| Given { cell, digit })).collect();
            assert!(
                summary.givens.len() == 1 || every.iter().all(|&given| left(&[given]) != 1),
                "{text}"
            );
            let pairs =
                || every.iter().flat_map(|&first| every.iter().map(move |&second| [first, second]));
            assert!(summary.givens.len() <= 2 || pairs().all(|pair| left(&pair) != 1), "{text}");
        }
    }
}
