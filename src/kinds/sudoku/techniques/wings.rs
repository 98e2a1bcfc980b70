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
        let is_pincer = |cell: &usize| {
            let mask = board.mask(*cell);
            mask.count_ones() == 2 && (mask & pivot_digits).count_ones() == count - 1
        };
        let pincers: Vec<usize> = cells(board.peers(pivot)).filter(is_pincer).collect();
        for (number, &first) in pincers.iter().enumerate() {
            for &second in &pincers[number + 1..] {
                let first_digits = board.mask(first);
                let second_digits = board.mask(second);
                let common = first_digits & second_digits;
                let both = first_digits | second_digits;
                let fits = match count {
                    2 => common & pivot_digits == 0 && both & pivot_digits == pivot_digits,
                    _ => both == pivot_digits,
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
                    let pincers = board.names([first, second]);
                    let text = format!("{digits} in {} {pincers}", board.names([pivot]));
                    let x = first_digits & pivot_digits;
                    let y = second_digits & pivot_digits;
                    let inward = [(first, common), (first, x), (pivot, x)];
                    let outward = [(pivot, y), (second, y), (second, common)];
                    let nodes = inward.into_iter().chain(outward);
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
            for linked in bits(mask) {
                let eliminated = mask & !(1 << linked);
                let eliminations = board.removal(cells(seen), eliminated);
                if eliminations.is_empty() {
                    continue;
                }
                for unit in board.units() {
                    let ends = board.at(linked) & unit;
                    let near_first = ends & board.peers(first);
                    let near_second = ends & board.peers(second);
                    let is_link = ends.count_ones() == 2
                        && near_first != 0
                        && near_second != 0
                        && near_first | near_second == ends;
                    if !is_link || ends >> first & 1 == 1 || ends >> second & 1 == 1 {
                        continue;
                    }
                    collector.eliminate(board, "w-wing", eliminations.clone(), || {
                        let digits = board.digits(mask);
                        let link = board.digits(1 << linked);
                        let pair = board.names([first, second]);
                        let text =
                            format!("{digits} in {pair} {link} in {}", board.names(cells(ends)));
                        let near = cells(near_first).find(|&cell| near_second & !(1 << cell) != 0);
                        let near: Cells = near.map_or(0, |cell| 1 << cell);
                        let far = ends & !near;
                        let eliminated = eliminated.trailing_zeros() as usize;
                        let outward =
                            [(eliminated, 1 << first), (linked, 1 << first), (linked, near)];
                        let back =
                            [(linked, far), (linked, 1 << second), (eliminated, 1 << second)];
                        let nodes = outward.into_iter().chain(back);
                        Places::with(text, vec![Chain::of(board, true, nodes)])
                    });
                }
            }
        }
    }
}
