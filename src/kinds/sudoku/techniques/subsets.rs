//! Subsets: as many cells as digits among them, or as many digits as cells for them.

use super::Collector;
use super::board::{Board, choose};

/// Finds `count` cells of a unit with `count` digits between them: the digits leave its other
/// cells.
pub(super) fn naked(board: &Board, count: usize, collector: &mut Collector) {
    let name = match count {
        2 => "naked-pair",
        3 => "naked-triple",
        _ => "naked-quadruple",
    };
    for (_, cells) in &board.geometry().units {
        if board.is_stopped() {
            return;
        }
        let fits = |cell: &usize| (2..=count as u32).contains(&board.mask(*cell).count_ones());
        let open: Vec<usize> = cells.iter().map(|&cell| usize::from(cell)).filter(fits).collect();
        choose(&open, count, |chosen| {
            let digits = chosen.iter().fold(0, |mask, &cell| mask | board.mask(cell));
            if digits.count_ones() as usize != count {
                return;
            }
            let others = cells.iter().map(|&cell| usize::from(cell));
            let others = others.filter(|cell| !chosen.contains(cell));
            collector.eliminate(board, name, board.removal(others, digits), || {
                format!("{} in {}", board.digits(digits), board.names(chosen.iter().copied()))
            });
        });
    }
}

/// Finds `count` digits of a unit with `count` cells between them: the cells lose their other
/// digits.
pub(super) fn hidden(board: &Board, count: usize, collector: &mut Collector) {
    let name = match count {
        2 => "hidden-pair",
        3 => "hidden-triple",
        _ => "hidden-quadruple",
    };
    for (_, cells) in &board.geometry().units {
        if board.is_stopped() {
            return;
        }
        // For each digit the set of its cells, by their number in the unit.
        let places = |digit: usize| {
            let cells = cells.iter().enumerate();
            let with_digit =
                cells.filter(|(_, cell)| board.mask(usize::from(**cell)) >> digit & 1 == 1);
            with_digit.fold(0_u32, |set, (at, _)| set | 1 << at)
        };
        let fits = |set: u32| (2..=count as u32).contains(&set.count_ones());
        let digits: Vec<(u32, u32)> = (0..board.size())
            .map(|digit| (1 << digit, places(digit)))
            .filter(|&(_, places)| fits(places))
            .collect();
        choose(&digits, count, |chosen| {
            let set = chosen.iter().fold(0, |union, (_, places)| union | places);
            if set.count_ones() as usize != count {
                return;
            }
            let kept = chosen.iter().fold(0, |mask, (digit, _)| mask | digit);
            let subset: Vec<usize> = (0..cells.len())
                .filter(|at| set >> at & 1 == 1)
                .map(|at| usize::from(cells[at]))
                .collect();
            let eliminations = board.removal(subset.iter().copied(), !kept);
            collector.eliminate(board, name, eliminations, || {
                format!("{} in {}", board.digits(kept), board.names(subset))
            });
        });
    }
}
