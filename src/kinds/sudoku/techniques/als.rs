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
use super::notation::{Chain, Places};

/// An almost locked set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) cells: Cells,
    pub(super) digits: u32,
}

impl Set {
    /// Returns its places of a digit.
    pub(super) fn at(self, board: &Board, digit: usize) -> Cells {
        self.cells & board.at(digit)
    }

    /// Returns its digits and cells: `135 in r1c1 r1c2`.
    pub(super) fn text(self, board: &Board) -> String {
        format!("{} in {}", board.digits(self.digits), board.names(cells(self.cells)))
    }
}

/// The most cells of a set.
const MOST: usize = 6;

/// Returns the almost locked sets of a board, the smallest first.
pub(super) fn sets(board: &Board) -> Vec<Set> {
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

/// The almost locked sets of a board with what their digits see.
pub(super) struct Web<'a> {
    board: &'a Board,
    pub(super) sets: Vec<Set>,
    /// For each set and digit the cells that see all its places of the digit.
    seen: Vec<[Cells; 9]>,
    /// For each set the cells that see all its places of some digit.
    near: Vec<Cells>,
    /// True if two sets may share cells.
    can_overlap: bool,
}

impl<'a> Web<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        let sets = board.sets().to_vec();
        let all = |set: &Set| {
            let mut seen = [Cells::MAX; 9];
            bits(set.digits)
                .for_each(|digit| seen[digit] = board.seen_by_all(set.at(board, digit)));
            seen
        };
        let seen: Vec<[Cells; 9]> = sets.iter().map(all).collect();
        let near = |(set, seen): (&Set, &[Cells; 9])| {
            bits(set.digits).fold(0, |all, digit| all | seen[digit])
        };
        let near = sets.iter().zip(&seen).map(near).collect();
        let can_overlap = board.options.is_some_and(|options| options.als_overlap);
        Self { board, sets, seen, near, can_overlap }
    }

    /// Returns the cells that see all places of a digit in a set.
    pub(super) fn seen(&self, set: usize, digit: usize) -> Cells {
        self.seen[set][digit]
    }

    /// Returns whether two sets may be used together.
    pub(super) fn fit(&self, one: usize, other: usize) -> bool {
        self.can_overlap || self.sets[one].cells & self.sets[other].cells == 0
    }

    /// Returns the restricted common digits of two sets.
    fn restricted(&self, one: usize, other: usize) -> u32 {
        let (a, b) = (self.sets[one], self.sets[other]);
        let is_far = a.digits & b.digits == 0 || self.near[one] & b.cells == 0;
        if is_far || !self.fit(one, other) {
            return 0;
        }
        let sees = |digit: &usize| {
            let far = b.at(self.board, *digit);
            self.seen[one][*digit] & far == far
        };
        bits(a.digits & b.digits).filter(sees).fold(0, |set, digit| set | 1 << digit)
    }

    /// Returns the candidates that see all places of some digits in both sets.
    pub(super) fn removal(&self, one: usize, other: usize, digits: u32) -> Vec<(usize, u32)> {
        let board = self.board;
        let mut gone: Vec<(usize, u32)> = Vec::new();
        for digit in bits(digits) {
            let seen = self.seen[one][digit] & self.seen[other][digit] & board.at(digit);
            let seen = seen & !(self.sets[one].cells | self.sets[other].cells);
            gone.extend(cells(seen).map(|cell| (cell, 1 << digit)));
        }
        if gone.is_empty() { gone } else { gathered(gone) }
    }
}

/// Returns the chain through some sets, from a digit of each to another digit of it.
fn chain<const COUNT: usize>(board: &Board, sets: [(Set, usize, usize); COUNT]) -> Chain {
    let mut chain = Chain::new(true);
    for (set, from, to) in sets {
        chain.push(board, from, set.at(board, from));
        chain.through(board, set.cells);
        chain.push(board, to, set.at(board, to));
    }
    chain
}

/// Finds two sets with a restricted common digit. If they have two, each set is locked except for
/// these.
pub(super) fn xz(board: &Board, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    let web = Web::new(board);
    for one in 0..web.sets.len() {
        if board.is_stopped() {
            return;
        }
        for other in one + 1..web.sets.len() {
            let (a, b) = (web.sets[one], web.sets[other]);
            // One digit links them, another one goes.
            let has_two = (a.digits & b.digits).count_ones() > 1;
            let links = if has_two { web.restricted(one, other) } else { 0 };
            if links == 0 {
                continue;
            }
            let mut gone = web.removal(one, other, a.digits & b.digits & !links);
            if links.count_ones() > 1 && a.cells & b.cells == 0 {
                gone = web.removal(one, other, a.digits & b.digits);
                for set in [one, other] {
                    gone.extend(web.removal(set, set, web.sets[set].digits & !links));
                }
                gone.retain(|(cell, _)| (a.cells | b.cells) >> cell & 1 == 0);
                gone = gathered(gone);
            }
            let goes = gone.first().map_or(0, |cell| cell.1);
            found.remove(board, "als-xz", gone, || {
                let text =
                    format!("{}, {}, x={}", a.text(board), b.text(board), board.digits(links));
                let digit = |mask: u32| mask.trailing_zeros() as usize;
                let x = digit(links);
                // With a second common digit the chain is a loop.
                let (z, is_loop) = match links & (links - 1) {
                    0 => (digit(goes), false),
                    more => (digit(more), true),
                };
                let chain = chain(board, [(a, z, x), (b, x, z)]);
                Places::with(text, vec![if is_loop { chain.closed() } else { chain }])
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
    let web = Web::new(board);
    let mut wings: Vec<Vec<(usize, u32)>> = vec![Vec::new(); web.sets.len()];
    for one in 0..web.sets.len() {
        if board.is_stopped() {
            return;
        }
        for other in one + 1..web.sets.len() {
            let links = web.restricted(one, other);
            if links != 0 {
                wings[one].push((other, links));
                wings[other].push((one, links));
            }
        }
    }
    for (pivot, wings) in wings.iter().enumerate() {
        for (number, &(one, x)) in wings.iter().enumerate() {
            if board.is_stopped() {
                return;
            }
            for &(other, y) in &wings[number + 1..] {
                // Two different digits can be chosen.
                let common = web.sets[one].digits & web.sets[other].digits;
                if (x | y).count_ones() < 2 || common == 0 || !web.fit(one, other) {
                    continue;
                }
                if web.removal(one, other, common).is_empty() {
                    continue;
                }
                for (a, b) in bits(x).flat_map(|a| bits(y).map(move |b| (a, b))) {
                    if a == b {
                        continue;
                    }
                    let gone = web.removal(one, other, common & !(1 << a | 1 << b));
                    let goes = gone.first().map_or(0, |cell| cell.1.trailing_zeros() as usize);
                    found.remove(board, "als-xy-wing", gone, || {
                        let sets = [pivot, one, other].map(|set| web.sets[set]);
                        let texts = sets.map(|set| set.text(board)).join(", ");
                        let text = format!("{texts}, xy={}", board.digits(1 << a | 1 << b));
                        let [pivot, one, other] = sets;
                        let sets = [(one, goes, a), (pivot, a, b), (other, b, goes)];
                        Places::with(text, vec![chain(board, sets)])
                    });
                }
            }
        }
    }
}
