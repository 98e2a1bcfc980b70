//! Almost locked sets: cells of a unit with one digit more than cells.
//!
//! ```text
//!   A: 2 cells of 1 3 5     x = 3 is a common digit of which each place in A sees each place in B:
//!   B: 3 cells of 2 3 5 7   only one of the sets has it, so that the other is locked. A digit that
//!                           both have, 5, is then in one of them: what sees all its places goes.
//! ```

use super::board::{Board, Cells, bits, cells, choose};
use super::chains::gathered;
use super::notation::{Chain, Places};
use super::{Collector, Elimination};

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
    let mut sets: Vec<Set> = Vec::new();
    for unit in board.units() {
        let open: Vec<usize> = cells(*unit).filter(|&cell| board.mask(cell) != 0).collect();
        for count in 1..=MOST {
            choose(&open, count, |chosen| {
                let digits = chosen.iter().fold(0, |digits, &cell| digits | board.mask(cell));
                if digits.count_ones() as usize == count + 1 {
                    let cells = chosen.iter().fold(0, |set: Cells, &cell| set | 1 << cell);
                    sets.push(Set { cells, digits });
                }
            });
        }
    }
    sets.sort_by_key(|set| (set.cells.count_ones(), set.cells));
    sets.dedup();
    sets
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
        let seen_by_digit = |set: &Set| {
            let mut seen = [Cells::MAX; 9];
            bits(set.digits)
                .for_each(|digit| seen[digit] = board.seen_by_all(set.at(board, digit)));
            seen
        };
        let seen: Vec<[Cells; 9]> = sets.iter().map(seen_by_digit).collect();
        let near = |(set, seen): (&Set, &[Cells; 9])| {
            bits(set.digits).fold(0, |union, digit| union | seen[digit])
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
    pub(super) fn fit(&self, first: usize, second: usize) -> bool {
        self.can_overlap || self.sets[first].cells & self.sets[second].cells == 0
    }

    /// Returns the restricted common digits of two sets.
    fn restricted(&self, first: usize, second: usize) -> u32 {
        let a = self.sets[first];
        let b = self.sets[second];
        let is_far = a.digits & b.digits == 0 || self.near[first] & b.cells == 0;
        if is_far || !self.fit(first, second) {
            return 0;
        }
        let sees = |digit: &usize| {
            let far = b.at(self.board, *digit);
            self.seen[first][*digit] & far == far
        };
        bits(a.digits & b.digits).filter(sees).fold(0, |set, digit| set | 1 << digit)
    }

    /// Returns the candidates that see all places of some digits in both sets.
    pub(super) fn removal(&self, first: usize, second: usize, digits: u32) -> Vec<Elimination> {
        let board = self.board;
        let mut eliminations: Vec<Elimination> = Vec::new();
        for digit in bits(digits) {
            let seen = self.seen[first][digit] & self.seen[second][digit] & board.at(digit);
            let seen = seen & !(self.sets[first].cells | self.sets[second].cells);
            eliminations.extend(cells(seen).map(|cell| Elimination { cell, digits: 1 << digit }));
        }
        if eliminations.is_empty() { eliminations } else { gathered(eliminations) }
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
pub(super) fn xz(board: &Board, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }
    let web = Web::new(board);
    for first in 0..web.sets.len() {
        if board.is_stopped() {
            return;
        }
        for second in first + 1..web.sets.len() {
            let a = web.sets[first];
            let b = web.sets[second];
            // One digit links them, another one is removed.
            let has_two = (a.digits & b.digits).count_ones() > 1;
            let restricted = if has_two { web.restricted(first, second) } else { 0 };
            if restricted == 0 {
                continue;
            }
            let mut eliminations = web.removal(first, second, a.digits & b.digits & !restricted);
            if restricted.count_ones() > 1 && a.cells & b.cells == 0 {
                eliminations = web.removal(first, second, a.digits & b.digits);
                for set in [first, second] {
                    eliminations.extend(web.removal(set, set, web.sets[set].digits & !restricted));
                }
                eliminations.retain(|elimination| (a.cells | b.cells) >> elimination.cell & 1 == 0);
                eliminations = gathered(eliminations);
            }
            let eliminated = eliminations.first().map_or(0, |elimination| elimination.digits);
            collector.eliminate(board, "als-xz", eliminations, || {
                let text =
                    format!("{}, {}, x={}", a.text(board), b.text(board), board.digits(restricted));
                let lowest = |digits: u32| digits.trailing_zeros() as usize;
                let x = lowest(restricted);
                // With a second common digit the chain is a loop.
                let (z, is_loop) = match restricted & (restricted - 1) {
                    0 => (lowest(eliminated), false),
                    others => (lowest(others), true),
                };
                let chain = chain(board, [(a, z, x), (b, x, z)]);
                Places::with(text, vec![if is_loop { chain.closed() } else { chain }])
            });
        }
    }
}

/// A set that has restricted common digits with the pivot of a wing.
#[derive(Clone, Copy)]
struct Wing {
    set: usize,
    restricted: u32,
}

/// Finds a set with different restricted common digits with two others: a digit that both of these
/// have is in one of them.
pub(super) fn xy_wing(board: &Board, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }

    let web = Web::new(board);
    let mut wings: Vec<Vec<Wing>> = vec![Vec::new(); web.sets.len()];
    for first in 0..web.sets.len() {
        if board.is_stopped() {
            return;
        }
        for second in first + 1..web.sets.len() {
            let restricted = web.restricted(first, second);
            if restricted != 0 {
                wings[first].push(Wing { set: second, restricted });
                wings[second].push(Wing { set: first, restricted });
            }
        }
    }

    for (pivot, wings) in wings.iter().enumerate() {
        for (number, &first) in wings.iter().enumerate() {
            if board.is_stopped() {
                return;
            }
            for &second in &wings[number + 1..] {
                // Two different digits can be chosen.
                let restricted = first.restricted | second.restricted;
                let common = web.sets[first.set].digits & web.sets[second.set].digits;
                if restricted.count_ones() < 2
                    || common == 0
                    || !web.fit(first.set, second.set)
                    || web.removal(first.set, second.set, common).is_empty()
                {
                    continue;
                }
                let links = bits(first.restricted)
                    .flat_map(|x| bits(second.restricted).map(move |y| (x, y)));
                for (x, y) in links {
                    if x == y {
                        continue;
                    }
                    let eliminations =
                        web.removal(first.set, second.set, common & !(1 << x | 1 << y));
                    let z = eliminations
                        .first()
                        .map_or(0, |elimination| elimination.digits.trailing_zeros() as usize);
                    collector.eliminate(board, "als-xy-wing", eliminations, || {
                        let sets = [pivot, first.set, second.set].map(|set| web.sets[set]);
                        let texts = sets.map(|set| set.text(board)).join(", ");
                        let text = format!("{texts}, xy={}", board.digits(1 << x | 1 << y));
                        let [pivot, first, second] = sets;
                        let sets = [(first, z, x), (pivot, x, y), (second, y, z)];
                        Places::with(text, vec![chain(board, sets)])
                    });
                }
            }
        }
    }
}
