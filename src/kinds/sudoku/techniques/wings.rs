//! Wings: a pivot each of whose digits forces one of two other cells to the same digit.

use super::Found;
use super::board::{Board, Cells, bits, cells};
use super::notation::{Chain, Places};

/// Finds a pivot of two digits, `x` and `y`, that sees a cell of `x` and `z` and one of `y` and
/// `z`: a cell that sees both of these is not `z`.
pub(super) fn xy(board: &Board, found: &mut Found) {
    wing(board, "xy-wing", found);
}

/// Finds a pivot of `x`, `y` and `z` that sees such cells: a cell that sees all three is not `z`.
pub(super) fn xyz(board: &Board, found: &mut Found) {
    wing(board, "xyz-wing", found);
}

fn wing(board: &Board, name: &'static str, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    let count = if name == "xy-wing" { 2 } else { 3 };
    for pivot in board.open().filter(|&cell| board.mask(cell).count_ones() == count) {
        let own = board.mask(pivot);
        // Cells of two digits that the pivot sees, sharing one digit with it (two of three).
        let is_end = |cell: &usize| {
            let mask = board.mask(*cell);
            mask.count_ones() == 2 && (mask & own).count_ones() == count - 1
        };
        let ends: Vec<usize> = cells(board.peers(pivot)).filter(is_end).collect();
        for (number, &one) in ends.iter().enumerate() {
            for &other in &ends[number + 1..] {
                let (a, b) = (board.mask(one), board.mask(other));
                let common = a & b;
                let fits = match count {
                    2 => common & own == 0 && (a | b) & own == own,
                    _ => a | b == own,
                };
                if common.count_ones() != 1 || !fits {
                    continue;
                }
                let mut seen = board.peers(one) & board.peers(other);
                if count == 3 {
                    seen &= board.peers(pivot);
                }
                found.remove(board, name, board.removal(cells(seen), common), || {
                    let (digits, ends) = (board.digits(own | common), board.names([one, other]));
                    let text = format!("{digits} in {} {ends}", board.names([pivot]));
                    let way = [(one, common), (one, a & own), (pivot, a & own)];
                    let back = [(pivot, b & own), (other, b & own), (other, common)];
                    let nodes = way.into_iter().chain(back);
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
pub(super) fn w(board: &Board, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    let pairs: Vec<usize> =
        board.open().filter(|&cell| board.mask(cell).count_ones() == 2).collect();
    for (number, &one) in pairs.iter().enumerate() {
        for &other in &pairs[number + 1..] {
            let mask = board.mask(one);
            if board.mask(other) != mask || board.geometry().sees(one, other) {
                continue;
            }
            let seen = board.peers(one) & board.peers(other);
            for digit in bits(mask) {
                let gone = board.removal(cells(seen), mask & !(1 << digit));
                if gone.is_empty() {
                    continue;
                }
                for unit in board.units() {
                    let ends = board.at(digit) & unit;
                    let (a, b) = (ends & board.peers(one), ends & board.peers(other));
                    let apart = ends.count_ones() == 2 && a != 0 && b != 0 && a | b == ends;
                    if !apart || ends >> one & 1 == 1 || ends >> other & 1 == 1 {
                        continue;
                    }
                    found.remove(board, "w-wing", gone.clone(), || {
                        let (own, link) = (board.digits(mask), board.digits(1 << digit));
                        let pair = board.names([one, other]);
                        let text =
                            format!("{own} in {pair} {link} in {}", board.names(cells(ends)));
                        let near = cells(a).find(|&cell| b & !(1 << cell) != 0);
                        let near: Cells = near.map_or(0, |cell| 1 << cell);
                        let last = (mask & !(1 << digit)).trailing_zeros() as usize;
                        let way = [(last, 1 << one), (digit, 1 << one), (digit, near)];
                        let back = [(digit, ends & !near), (digit, 1 << other), (last, 1 << other)];
                        let nodes = way.into_iter().chain(back);
                        Places::with(text, vec![Chain::of(board, true, nodes)])
                    });
                }
            }
        }
    }
}
