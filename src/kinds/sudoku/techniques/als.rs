//! Almost locked sets: cells of a unit with one digit more than cells.
//!
//! ```text
//!   A: 2 cells of 1 3 5     x = 3 is a common digit of which each place in A sees each place in B:
//!   B: 3 cells of 2 3 5 7   only one of the sets has it, so that the other is locked. A digit that
//!                           both have, 5, is then in one of them: what sees all its places goes.
//! ```

use super::Found;
use super::board::{Board, Cells, bits, cells, choose};
use super::chains::gathered;

/// An almost locked set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Set {
    cells: Cells,
    digits: u32,
}

impl Set {
    /// Its places of a digit.
    fn at(self, board: &Board, digit: usize) -> Cells {
        self.cells & board.at(digit)
    }

    fn text(self, board: &Board) -> String {
        format!("{} in {}", board.digits(self.digits), board.names(cells(self.cells)))
    }
}

/// The most cells of a set.
const MOST: usize = 6;

fn sets(board: &Board) -> Vec<Set> {
    let mut found: Vec<Set> = Vec::new();
    for unit in board.units() {
        let open: Vec<usize> = cells(*unit).filter(|&cell| board.mask(cell) != 0).collect();
        for count in 1..=MOST {
            choose(&open, count, |chosen| {
                let digits = chosen.iter().fold(0, |all, &cell| all | board.mask(cell));
                if digits.count_ones() as usize == count + 1 {
                    let cells = chosen.iter().fold(0, |set: Cells, &cell| set | 1 << cell);
                    found.push(Set { cells, digits });
                }
            });
        }
    }
    found.sort_by_key(|set| (set.cells.count_ones(), set.cells));
    found.dedup();
    found
}

/// Returns the restricted common digits of two sets that share no cell.
fn restricted(board: &Board, one: Set, other: Set) -> u32 {
    if one.cells & other.cells != 0 {
        return 0;
    }
    let sees = |digit: &usize| {
        let far = other.at(board, *digit);
        board.seen_by_all(one.at(board, *digit)) & far == far
    };
    bits(one.digits & other.digits).filter(sees).fold(0, |set, digit| set | 1 << digit)
}

/// Returns the candidates that see all places of some digits in both sets.
fn removal(board: &Board, one: Set, other: Set, digits: u32) -> Vec<(usize, u32)> {
    let mut gone: Vec<(usize, u32)> = Vec::new();
    for digit in bits(digits) {
        let places = one.at(board, digit) | other.at(board, digit);
        let seen = board.seen_by_all(places) & !(one.cells | other.cells);
        gone.extend(board.removal(cells(seen), 1 << digit));
    }
    gathered(gone)
}

/// Finds two sets with a restricted common digit. If they have two, each set is locked except for
/// these.
pub(super) fn xz(board: &Board, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    let sets = sets(board);
    for (number, &one) in sets.iter().enumerate() {
        for &other in &sets[number + 1..] {
            let links = restricted(board, one, other);
            if links == 0 {
                continue;
            }
            let mut gone = removal(board, one, other, one.digits & other.digits & !links);
            if links.count_ones() > 1 {
                gone = removal(board, one, other, one.digits & other.digits);
                for set in [one, other] {
                    gone.extend(removal(board, set, set, set.digits & !links));
                }
                gone = gathered(gone);
            }
            found.remove(board, "als-xz", gone, || {
                let (a, b) = (one.text(board), other.text(board));
                format!("{a}, {b}, x={}", board.digits(links))
            });
        }
    }
}

/// Finds a set with different restricted common digits with two others: a digit that both of these
/// have is in one of them.
pub(super) fn xy_wing(board: &Board, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    let sets = sets(board);
    for &pivot in &sets {
        let links = sets.iter().map(|&set| (set, restricted(board, pivot, set)));
        let wings: Vec<(Set, u32)> = links.filter(|wing| wing.1 != 0).collect();
        for (number, &(one, x)) in wings.iter().enumerate() {
            for &(other, y) in &wings[number + 1..] {
                // Two different digits can be chosen.
                if (x | y).count_ones() < 2 || one.cells & other.cells != 0 {
                    continue;
                }
                for (a, b) in bits(x).flat_map(|a| bits(y).map(move |b| (a, b))) {
                    let common = one.digits & other.digits & !(1 << a | 1 << b);
                    if a == b || common == 0 {
                        continue;
                    }
                    let gone = removal(board, one, other, common);
                    found.remove(board, "als-xy-wing", gone, || {
                        let sets = [pivot, one, other].map(|set| set.text(board));
                        format!("{}, xy={}", sets.join(", "), board.digits(1 << a | 1 << b))
                    });
                }
            }
        }
    }
}
