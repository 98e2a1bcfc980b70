//! Coloring: a digit along its conjugate pairs, units in which it has just two cells. Of the two colors
//! of a cluster one is true.

use std::collections::BTreeSet;

use super::Found;
use super::board::{Board, Cells, cells};
use super::notation::{Chain, Places};

/// Returns the clusters of a digit: the cells of one color and of the other.
fn clusters(board: &Board, digit: usize) -> Vec<[Cells; 2]> {
    let pairs = board.units().iter().map(|unit| board.at(digit) & unit);
    let pairs: Vec<Cells> = pairs.filter(|pair| pair.count_ones() == 2).collect();
    let mut left = pairs.iter().fold(0, |all, pair| all | pair);
    let mut found = Vec::new();
    while left != 0 {
        let mut colors = [left & left.wrapping_neg(), 0];
        loop {
            let before = colors;
            for pair in &pairs {
                if pair & colors[0] != 0 {
                    colors[1] |= pair & !colors[0];
                }
                if pair & colors[1] != 0 {
                    colors[0] |= pair & !colors[1];
                }
            }
            if before == colors {
                break;
            }
        }
        left &= !(colors[0] | colors[1]);
        found.push(colors);
    }
    found
}

/// Returns the strong links of a cluster.
fn pairs(board: &Board, digit: usize, [one, other]: [Cells; 2]) -> Vec<Chain> {
    let pairs = board.units().iter().map(|unit| board.at(digit) & unit);
    let is_own = |pair: &Cells| {
        let ends = [pair & one, pair & other];
        ends.iter().all(|end| end.is_power_of_two()) && pair.count_ones() == 2
    };
    let own: BTreeSet<Cells> = pairs.filter(is_own).collect();
    let chain =
        |pair: Cells| Chain::of(board, true, [pair & one, pair & other].map(|cell| (digit, cell)));
    own.into_iter().map(chain).collect()
}

/// Returns the cells that see a cell of a set.
fn seen_by_any(board: &Board, set: Cells) -> Cells {
    cells(set).fold(0, |all, cell| all | board.peers(cell))
}

/// Finds colors that see themselves, which are false (wrap), and candidates that see both colors,
/// which are false too (trap).
pub(super) fn simple(board: &Board, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    board.each_digit(found, |digit, found| {
        for colors in clusters(board, digit) {
            let shown = || {
                let [one, other] = colors.map(|color| board.names(cells(color)));
                let text = format!("{} in {one} / {other}", board.digits(1 << digit));
                Places::with(text, pairs(board, digit, colors))
            };
            for own in colors {
                if seen_by_any(board, own) & own != 0 {
                    let gone = board.removal(cells(own), 1 << digit);
                    found.remove(board, "simple-colors-wrap", gone, shown);
                }
            }
            let both = seen_by_any(board, colors[0]) & seen_by_any(board, colors[1]);
            let gone = board.at(digit) & both & !(colors[0] | colors[1]);
            let gone = board.removal(cells(gone), 1 << digit);
            found.remove(board, "simple-colors-trap", gone, shown);
        }
    });
}

/// Finds two clusters of which a color of one sees a color of the other: one of the other two
/// colors is true, and all that follows from two clusters is one step (type 1). A color that sees both colors of another cluster is false (type 2).
pub(super) fn multi(board: &Board, found: &mut Found) {
    if !board.has_sets() {
        return;
    }
    board.each_digit(found, |digit, found| {
        let clusters = clusters(board, digit);
        for (number, one) in clusters.iter().enumerate() {
            for (at, other) in clusters.iter().enumerate().filter(|other| other.0 != number) {
                let mut crossed = 0;
                let shown = || {
                    let text = |set: &Cells| board.names(cells(*set));
                    let [a, b] = [one, other].map(|pair| pair.each_ref().map(text).join(" / "));
                    let text = format!("{} in {a}, {b}", board.digits(1 << digit));
                    let links = [*one, *other].map(|colors| pairs(board, digit, colors));
                    Places::with(text, links.concat())
                };
                for own in 0..2 {
                    let seen = seen_by_any(board, one[own]);
                    if seen & other[0] != 0 && seen & other[1] != 0 {
                        let gone = board.removal(cells(one[own]), 1 << digit);
                        found.remove(board, "multi-colors-2", gone, shown);
                    }
                    for (near, far) in [(0, 1), (1, 0)] {
                        if seen & other[near] == 0 {
                            continue;
                        }
                        let ends = [one[1 - own], other[far]];
                        let both = seen_by_any(board, ends[0]) & seen_by_any(board, ends[1]);
                        crossed |= board.at(digit) & both & !(ends[0] | ends[1]);
                    }
                }
                if at > number {
                    let gone = board.removal(cells(crossed), 1 << digit);
                    found.remove(board, "multi-colors-1", gone, shown);
                }
            }
        }
    });
}
