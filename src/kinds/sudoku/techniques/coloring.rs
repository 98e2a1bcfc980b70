//! Coloring: a digit along its conjugate pairs, units in which it has just two cells. Of the two colors
//! of a cluster one is true.

use std::collections::BTreeSet;

use super::Collector;
use super::board::{Board, Cells, cells};
use super::notation::{Chain, Places};

/// Returns the clusters of a digit: the cells of one color and of the other.
fn clusters(board: &Board, digit: usize) -> Vec<[Cells; 2]> {
    let pairs = board.units().iter().map(|unit| board.at(digit) & unit);
    let pairs: Vec<Cells> = pairs.filter(|pair| pair.count_ones() == 2).collect();
    let mut left = pairs.iter().fold(0, |set, pair| set | pair);
    let mut clusters = Vec::new();
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
        clusters.push(colors);
    }
    clusters
}

/// Returns the strong links of a cluster.
fn pairs(board: &Board, digit: usize, [first, second]: [Cells; 2]) -> Vec<Chain> {
    let pairs = board.units().iter().map(|unit| board.at(digit) & unit);
    let is_link = |pair: &Cells| {
        let ends = [pair & first, pair & second];
        ends.iter().all(|end| end.is_power_of_two()) && pair.count_ones() == 2
    };
    let links: BTreeSet<Cells> = pairs.filter(is_link).collect();
    let chain = |pair: Cells| {
        Chain::of(board, true, [pair & first, pair & second].map(|cell| (digit, cell)))
    };
    links.into_iter().map(chain).collect()
}

/// Returns the cells that see a cell of a set.
fn seen_by_any(board: &Board, set: Cells) -> Cells {
    cells(set).fold(0, |seen, cell| seen | board.peers(cell))
}

/// Finds colors that see themselves, which are false (wrap), and candidates that see both colors,
/// which are false too (trap).
pub(super) fn simple(board: &Board, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }
    board.each_digit(collector, |digit, collector| {
        for colors in clusters(board, digit) {
            let places = || {
                let [first, second] = colors.map(|color| board.names(cells(color)));
                let text = format!("{} in {first} / {second}", board.digits(1 << digit));
                Places::with(text, pairs(board, digit, colors))
            };
            for color in colors {
                if seen_by_any(board, color) & color != 0 {
                    let eliminations = board.removal(cells(color), 1 << digit);
                    collector.eliminate(board, "simple-colors-wrap", eliminations, places);
                }
            }
            let both = seen_by_any(board, colors[0]) & seen_by_any(board, colors[1]);
            let trapped = board.at(digit) & both & !(colors[0] | colors[1]);
            let eliminations = board.removal(cells(trapped), 1 << digit);
            collector.eliminate(board, "simple-colors-trap", eliminations, places);
        }
    });
}

/// Finds two clusters of which a color of one sees a color of the other: one of the other two
/// colors is true, and all that follows from two clusters is one step (type 1). A color that sees both
/// colors of another cluster is false (type 2).
pub(super) fn multi(board: &Board, collector: &mut Collector) {
    if !board.has_sets() {
        return;
    }
    board.each_digit(collector, |digit, collector| {
        let clusters = clusters(board, digit);
        for (number, first) in clusters.iter().enumerate() {
            for (other, second) in clusters.iter().enumerate().filter(|second| second.0 != number) {
                let mut targets = 0;
                let places = || {
                    let text = |set: &Cells| board.names(cells(*set));
                    let colors = |cluster: &[Cells; 2]| cluster.each_ref().map(text).join(" / ");
                    let digits = board.digits(1 << digit);
                    let text = format!("{digits} in {}, {}", colors(first), colors(second));
                    let links = [*first, *second].map(|cluster| pairs(board, digit, cluster));
                    Places::with(text, links.concat())
                };
                for color in 0..2 {
                    let seen = seen_by_any(board, first[color]);
                    if seen & second[0] != 0 && seen & second[1] != 0 {
                        let eliminations = board.removal(cells(first[color]), 1 << digit);
                        collector.eliminate(board, "multi-colors-2", eliminations, places);
                    }
                    for (seen_color, other_color) in [(0, 1), (1, 0)] {
                        if seen & second[seen_color] == 0 {
                            continue;
                        }
                        let opposites = [first[1 - color], second[other_color]];
                        let both =
                            seen_by_any(board, opposites[0]) & seen_by_any(board, opposites[1]);
                        targets |= board.at(digit) & both & !(opposites[0] | opposites[1]);
                    }
                }
                if other > number {
                    let eliminations = board.removal(cells(targets), 1 << digit);
                    collector.eliminate(board, "multi-colors-1", eliminations, places);
                }
            }
        }
    });
}
