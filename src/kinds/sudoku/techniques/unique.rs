//! What a single solution rules out. Four cells where two rows cross two columns, in two boxes, cannot
//! hold just two digits: these could change places.
//!
//! ```text
//!   a b │ a b      floor: cells of the two digits alone
//!   a b │ a b c    roof: cells with more
//! ```

use super::board::{Board, Cells, bits, cells, choose};
use super::{Collector, Elimination};

/// Two digits that four cells could swap: corner `n` is diagonal to corner `3 - n`, and corners 0, 1
/// lie in a row.
struct Rectangle {
    corners: [usize; 4],
    digits: u32,
}

impl Rectangle {
    /// Returns the digits of a corner beside the two.
    fn more(&self, board: &Board, corner: usize) -> u32 {
        board.mask(self.corners[corner]) & !self.digits
    }

    /// Returns the corners that have more digits.
    fn roof(&self, board: &Board) -> Vec<usize> {
        (0..4).filter(|&corner| self.more(board, corner) != 0).collect()
    }

    fn places(&self, board: &Board) -> String {
        format!("{} in {}", board.digits(self.digits), board.names(self.corners))
    }

    /// Returns the units that two corners share, by their number.
    fn shared(&self, board: &Board, first: usize, second: usize) -> Vec<usize> {
        let both = 1 << self.corners[first] | 1 << self.corners[second];
        let units = board.units().iter().enumerate();
        units.filter(|unit| unit.1 & both == both).map(|unit| unit.0).collect()
    }

    /// Returns whether a digit of a unit lies in corners alone.
    fn holds(&self, board: &Board, digit: usize, unit: usize) -> bool {
        let places = board.at(digit) & board.units()[unit];
        let corners = self.corners.iter().fold(0, |set: Cells, &cell| set | 1 << cell);
        places != 0 && places & !corners == 0
    }

    /// Returns whether a digit lies in corners alone in the row and in the column of a corner.
    fn is_linked(&self, board: &Board, digit: usize, cell: usize) -> [bool; 2] {
        let geometry = board.geometry();
        [geometry.row(cell), board.size() + geometry.column(cell)]
            .map(|unit| self.holds(board, digit, unit))
    }

    fn remove(
        &self,
        board: &Board,
        name: &'static str,
        eliminations: Vec<Elimination>,
        collector: &mut Collector,
    ) {
        collector.eliminate(board, name, eliminations, || self.places(board));
    }
}

/// Calls `look` with the corners of every rectangle that lies in two boxes.
fn corners(board: &Board, mut look: impl FnMut([usize; 4])) {
    let size = board.size();
    let layout = board.geometry().layout;
    for top in 0..size {
        for bottom in top + 1..size {
            for left in 0..size {
                for right in left + 1..size {
                    let same_band = top / layout.box_rows() == bottom / layout.box_rows();
                    let same_stack = left / layout.box_columns() == right / layout.box_columns();
                    if same_band != same_stack {
                        look([
                            top * size + left,
                            top * size + right,
                            bottom * size + left,
                            bottom * size + right,
                        ]);
                    }
                }
            }
        }
    }
}

/// Calls `look` with every rectangle of open cells.
fn each(board: &Board, mut look: impl FnMut(&Rectangle)) {
    if !board.is_unique {
        return;
    }
    // The four cells cannot hold two digits alone, even where an earlier step has removed one.
    let is_lax = board.options.is_some_and(|options| options.missing_candidates);
    corners(board, |corners| {
        let masks = corners.map(|cell| board.mask(cell));
        if masks.contains(&0) {
            return;
        }
        let candidates = match is_lax {
            true => masks.iter().fold(0, |digits, mask| digits | mask),
            false => masks.iter().fold(!0, |digits, mask| digits & mask),
        };
        let digits: Vec<usize> = bits(candidates).collect();
        choose(&digits, 2, |pair| {
            let digits = 1 << pair[0] | 1 << pair[1];
            if masks.iter().all(|mask| mask & digits != 0) {
                look(&Rectangle { corners, digits });
            }
        });
    });
}

/// Finds rectangles of which one corner has more digits: it has neither of the two.
pub(super) fn test_1(board: &Board, collector: &mut Collector) {
    each(board, |rectangle| {
        if let [corner] = rectangle.roof(board)[..] {
            let eliminations = board.removal([rectangle.corners[corner]], rectangle.digits);
            rectangle.remove(board, "uniqueness-test-1", eliminations, collector);
        }
    });
}

/// Finds rectangles of which two corners side by side have one more digit, the same one: one of
/// them has it.
pub(super) fn test_2(board: &Board, collector: &mut Collector) {
    same_digit(
        board,
        "uniqueness-test-2",
        |roof| roof.len() == 2 && roof[0] + roof[1] != 3,
        collector,
    );
}

/// Finds rectangles of which two diagonal corners, or three, have one more digit, the same one: one
/// of them has it.
pub(super) fn test_5(board: &Board, collector: &mut Collector) {
    let fits = |roof: &[usize]| roof.len() == 3 || roof.len() == 2 && roof[0] + roof[1] == 3;
    same_digit(board, "uniqueness-test-5", fits, collector);
}

fn same_digit(
    board: &Board,
    name: &'static str,
    fits: impl Fn(&[usize]) -> bool,
    collector: &mut Collector,
) {
    each(board, |rectangle| {
        let roof = rectangle.roof(board);
        let more = roof.iter().fold(0, |digits, &corner| digits | rectangle.more(board, corner));
        if !fits(&roof) || !more.is_power_of_two() {
            return;
        }
        let set = roof.iter().fold(0, |set: Cells, &corner| set | 1 << rectangle.corners[corner]);
        let eliminations = board.removal(cells(board.seen_by_all(set)), more);
        rectangle.remove(board, name, eliminations, collector);
    });
}

/// The most cells that form a naked subset with two corners: all other cells of a 9×9 unit but one.
const MOST_OTHERS: usize = 6;

/// Finds two corners side by side whose other digits form a naked subset with other cells of a
/// unit.
pub(super) fn test_3(board: &Board, collector: &mut Collector) {
    each(board, |rectangle| {
        let [first, second] = rectangle.roof(board)[..] else { return };
        let more = rectangle.more(board, first) | rectangle.more(board, second);
        let shared = rectangle.shared(board, first, second);
        for &unit in &shared {
            let roof = 1 << rectangle.corners[first] | 1 << rectangle.corners[second];
            let set = board.units()[unit] & !roof;
            let others: Vec<usize> = cells(set).filter(|&cell| board.mask(cell) != 0).collect();
            for count in 1..=MOST_OTHERS {
                choose(&others, count, |chosen| {
                    let digits =
                        chosen.iter().fold(more, |digits, &cell| digits | board.mask(cell));
                    if digits.count_ones() as usize != count + 1 {
                        return;
                    }
                    let members = chosen.iter().fold(roof, |set, &cell| set | 1 << cell);
                    let units = shared.iter().map(|&unit| board.units()[unit]);
                    let rest = units
                        .filter(|unit| members & unit == members)
                        .fold(0, |union, unit| union | unit);
                    let eliminations = board.removal(cells(rest & !members), digits);
                    collector.eliminate(board, "uniqueness-test-3", eliminations, || {
                        let subset = board.digits(digits);
                        let companions = board.names(chosen.iter().copied());
                        format!("{}, {subset} with {companions}", rectangle.places(board))
                    });
                });
            }
        }
    });
}

/// Finds rectangles of which one of two corners side by side must have a digit of the two, so that
/// neither has the other one.
pub(super) fn test_4(board: &Board, collector: &mut Collector) {
    each(board, |rectangle| {
        let [first, second] = rectangle.roof(board)[..] else { return };
        let roof = [rectangle.corners[first], rectangle.corners[second]];
        for unit in rectangle.shared(board, first, second) {
            for digit in bits(rectangle.digits) {
                if rectangle.holds(board, digit, unit) {
                    let eliminations = board.removal(roof, rectangle.digits & !(1 << digit));
                    rectangle.remove(board, "uniqueness-test-4", eliminations, collector);
                }
            }
        }
    });
}

/// Finds rectangles of which two diagonal corners have more digits, and a digit lies in the rows,
/// or in the columns, of the rectangle in corners alone: it is not in these two.
pub(super) fn test_6(board: &Board, collector: &mut Collector) {
    each(board, |rectangle| {
        let [corner, opposite] = rectangle.roof(board)[..] else { return };
        if corner + opposite != 3 {
            return;
        }
        let roof = [rectangle.corners[corner], rectangle.corners[opposite]];
        for digit in bits(rectangle.digits) {
            let [first, second] = roof.map(|cell| rectangle.is_linked(board, digit, cell));
            if first[0] && second[0] || first[1] && second[1] {
                let eliminations = board.removal(roof, 1 << digit);
                rectangle.remove(board, "uniqueness-test-6", eliminations, collector);
            }
        }
    });
}

/// Finds a corner diagonal to one without other digits. If its row and its column have one of the
/// two digits in corners alone, the other digit is removed from it.
pub(super) fn hidden_rectangle(board: &Board, collector: &mut Collector) {
    each(board, |rectangle| {
        for corner in 0..4 {
            let cell = rectangle.corners[3 - corner];
            if rectangle.more(board, corner) != 0 {
                continue;
            }
            for digit in bits(rectangle.digits) {
                if rectangle.is_linked(board, digit, cell) == [true, true] {
                    let eliminations = board.removal([cell], rectangle.digits & !(1 << digit));
                    rectangle.remove(board, "hidden-rectangle", eliminations, collector);
                }
            }
        }
    });
}

/// Finds rectangles of which three corners hold digits that were not given, which the fourth would
/// complete: it does not.
pub(super) fn avoidable_1(board: &Board, collector: &mut Collector) {
    avoidable(board, |corners, open| {
        let [corner] = open[..] else { return };
        let value = |at: usize| board.grid().value(corners[at]);
        // The corners beside it have one digit, the one across has the other.
        let [beside, beneath, across] = [corner ^ 1, corner ^ 2, corner ^ 3].map(value);
        if beside != beneath {
            return;
        }
        let eliminations = board.removal([corners[corner]], 1 << (across - 1));
        collector.eliminate(board, "avoidable-rectangle-1", eliminations, || board.names(corners));
    });
}

/// Finds rectangles of which two corners hold digits that were not given. The other two, side by
/// side, have the digits that would complete them and one more, the same one: one of them has it.
pub(super) fn avoidable_2(board: &Board, collector: &mut Collector) {
    avoidable(board, |corners, open| {
        let [first, second] = open[..] else { return };
        if first + second == 3 {
            return;
        }
        let needed = |corner: usize| 1_u32 << (board.grid().value(corners[corner ^ 3]) - 1);
        let pairs = [first, second].map(|corner| (board.mask(corners[corner]), needed(corner)));
        if pairs.iter().any(|(mask, needed)| mask & needed == 0 || mask.count_ones() != 2) {
            return;
        }
        let [more, same] = pairs.map(|(mask, needed)| mask & !needed);
        if more != same {
            return;
        }
        let set = 1 << corners[first] | 1 << corners[second];
        let eliminations = board.removal(cells(board.seen_by_all(set)), more);
        collector.eliminate(board, "avoidable-rectangle-2", eliminations, || board.names(corners));
    });
}

/// Calls `look` with the corners of rectangles without a given, and which of them are open.
fn avoidable(board: &Board, mut look: impl FnMut([usize; 4], Vec<usize>)) {
    if !board.is_unique {
        return;
    }
    corners(board, |corners| {
        if corners.iter().all(|&cell| board.givens >> cell & 1 == 0) {
            look(corners, (0..4).filter(|&at| board.grid().value(corners[at]) == 0).collect());
        }
    });
}

/// Finds a board whose open cells have two candidates, except one that has three. Without the digit
/// that its units have three times, every digit would have two places in every unit, and the sudoku
/// two solutions.
pub(super) fn bug_plus_1(board: &Board, collector: &mut Collector) {
    if !board.is_unique {
        return;
    }
    let mut exceptions = board.open().filter(|&cell| board.mask(cell).count_ones() != 2);
    let (Some(cell), None) = (exceptions.next(), exceptions.next()) else { return };
    if board.mask(cell).count_ones() != 3 {
        return;
    }
    for digit in bits(board.mask(cell)) {
        let fits = board.units().iter().all(|unit| {
            (0..board.size()).all(|other| {
                let places = (board.at(other) & unit).count_ones();
                let extra = u32::from(other == digit && unit >> cell & 1 == 1);
                places == 0 || places == 2 + extra
            })
        });
        if fits {
            let eliminations = board.removal([cell], !(1 << digit));
            collector.eliminate(board, "bug-plus-1", eliminations, || board.names([cell]));
        }
    }
}
