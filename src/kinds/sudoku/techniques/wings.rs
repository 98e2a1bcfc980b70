//! Wings: a pivot each of whose digits forces one of two other cells to the same digit.

use super::Collector;
use super::board::{Board, Cells, bits, cells};
use super::notation::{Chain, Places};

/// Finds a pivot of two digits, `x` and `y`, that sees a cell of `x` and `z` and one of `y` and
/// `z`: a cell that sees both of these is not `z`.
pub(super) fn xy(board: &Board, collector: &mut Collector) {
    wing(board, "xy-wing", collector);
}

/// Finds a pivot of `x`, `y` and `z` that sees such cells: a cell that sees all three is not `z`.
pub(super) fn xyz(board: &Board, collector: &mut Collector) {
    wing(board, "xyz-wing", collector);
}

fn wing(board: &Board, name: &'static str, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }
    let count = if name == "xy-wing" { 2 } else { 3 };
    for pivot in board.open().filter(|&cell| board.mask(cell).count_ones() == count) {
        let pivot_digits = board.mask(pivot);
        // Cells of two digits that the pivot sees, sharing one digit with it (two of three).
        let is_end = |cell: &usize| {
            let mask = board.mask(*cell);
            mask.count_ones() == 2 && (mask & pivot_digits).count_ones() == count - 1
        };
        let ends: Vec<usize> = cells(board.peers(pivot)).filter(is_end).collect();
        for (number, &first) in ends.iter().enumerate() {
            for &second in &ends[number + 1..] {
                let (a, b) = (board.mask(first), board.mask(second));
                let common = a & b;
                let fits = match count {
                    2 => common & pivot_digits == 0 && (a | b) & pivot_digits == pivot_digits,
                    _ => a | b == pivot_digits,
                };
                if common.count_ones() != 1 || !fits {
                    continue;
                }
                let mut seen = board.peers(first) & board.peers(second);
                if count == 3 {
                    seen &= board.peers(pivot);
                }
                collector.eliminate(board, name, board.removal(cells(seen), common), || {
                    let digits = board.digits(pivot_digits | common);
                    let ends = board.names([first, second]);
                    let text = format!("{digits} in {} {ends}", board.names([pivot]));
                    let outward =
                        [(first, common), (first, a & pivot_digits), (pivot, a & pivot_digits)];
                    let back =
                        [(pivot, b & pivot_digits), (second, b & pivot_digits), (second, common)];
                    let nodes = outward.into_iter().chain(back);
                    let nodes =
                        nodes.map(|(cell, mask)| (mask.trailing_zeros() as usize, 1 << cell));
                    // The pivot of an XYZ-wing has no strong link of its own.
                    let chain = (count == 2).then(|| Chain::of(board, true, nodes));
                    Places::with(text, chain.into_iter().collect())
                });
            }
        }
    }
}

/// Finds two cells of the same two digits, `x` and `z`, that each see an end of a strong link of
/// `x`: a cell that sees both is not `z`.
pub(super) fn w(board: &Board, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }
    let pairs: Vec<usize> =
        board.open().filter(|&cell| board.mask(cell).count_ones() == 2).collect();
    for (number, &first) in pairs.iter().enumerate() {
        for &second in &pairs[number + 1..] {
            let mask = board.mask(first);
            if board.mask(second) != mask || board.geometry().sees(first, second) {
                continue;
            }
            let seen = board.peers(first) & board.peers(second);
            for digit in bits(mask) {
                let eliminations = board.removal(cells(seen), mask & !(1 << digit));
                if eliminations.is_empty() {
                    continue;
                }
                for unit in board.units() {
                    let ends = board.at(digit) & unit;
                    let (a, b) = (ends & board.peers(first), ends & board.peers(second));
                    let apart = ends.count_ones() == 2 && a != 0 && b != 0 && a | b == ends;
                    if !apart || ends >> first & 1 == 1 || ends >> second & 1 == 1 {
                        continue;
                    }
                    collector.eliminate(board, "w-wing", eliminations.clone(), || {
                        let digits = board.digits(mask);
                        let link = board.digits(1 << digit);
                        let pair = board.names([first, second]);
                        let text =
                            format!("{digits} in {pair} {link} in {}", board.names(cells(ends)));
                        let near = cells(a).find(|&cell| b & !(1 << cell) != 0);
                        let near: Cells = near.map_or(0, |cell| 1 << cell);
                        let last = (mask & !(1 << digit)).trailing_zeros() as usize;
                        let outward = [(last, 1 << first), (digit, 1 << first), (digit, near)];
                        let back =
                            [(digit, ends & !near), (digit, 1 << second), (last, 1 << second)];
                        let nodes = outward.into_iter().chain(back);
                        Places::with(text, vec![Chain::of(board, true, nodes)])
                    });
                }
            }
        }
    }
}
