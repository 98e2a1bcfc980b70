//! Techniques at the crossing of a box and a line: locked candidates, and subsets that lie in both.

use super::super::rules::Unit;
use super::Collector;
use super::board::{Board, choose};

/// Finds a digit of a box with all its cells in one row or column: it is removed from the rest of
/// that line.
pub(super) fn pointing(board: &Board, collector: &mut Collector) {
    across(board, "locked-candidates-1", collector);
}

/// Finds a digit of a row or column with all its cells in one box: it is removed from the rest of
/// that box.
pub(super) fn claiming(board: &Board, collector: &mut Collector) {
    across(board, "locked-candidates-2", collector);
}

fn across(board: &Board, name: &'static str, collector: &mut Collector) {
    let from_box = name == "locked-candidates-1";
    let geometry = board.geometry();
    for (unit, cells) in &geometry.units {
        if matches!(unit, Unit::Box(_)) != from_box {
            continue;
        }
        for digit in 0..board.size() {
            let places = board.places(cells, 1 << digit);
            let [first, _, ..] = places[..] else { continue };
            let lines = if from_box {
                vec![Unit::Row(geometry.row(first)), Unit::Column(geometry.column(first))]
            } else {
                vec![Unit::Box(geometry.box_of(first))]
            };
            for line in lines {
                let line_cells = geometry.cells(line);
                if places.iter().any(|&cell| !line_cells.contains(&(cell as u16))) {
                    continue;
                }
                let outside = line_cells.iter().map(|&cell| usize::from(cell));
                let outside = outside.filter(|cell| !places.contains(cell));
                collector.eliminate(board, name, board.removal(outside, 1 << digit), || {
                    let unit = board.unit(*unit);
                    let line = board.unit(line);
                    format!("{} in {unit} {line}", board.digits(1 << digit))
                });
            }
        }
    }
}

/// Finds `count` cells where a box and a line cross that have `count` digits between them: the
/// digits leave the rest of both.
pub(super) fn subset(board: &Board, count: usize, collector: &mut Collector) {
    let name = if count == 2 { "locked-pair" } else { "locked-triple" };
    let geometry = board.geometry();
    for (unit, cells) in &geometry.units {
        let Unit::Box(number) = unit else { continue };
        let fits = |cell: &usize| (2..=count as u32).contains(&board.mask(*cell).count_ones());
        let open: Vec<usize> = cells.iter().map(|&cell| usize::from(cell)).filter(fits).collect();
        choose(&open, count, |chosen| {
            let digits = chosen.iter().fold(0, |digits, &cell| digits | board.mask(cell));
            let row = geometry.row(chosen[0]);
            let column = geometry.column(chosen[0]);
            let line = if chosen.iter().all(|&cell| geometry.row(cell) == row) {
                Unit::Row(row)
            } else if chosen.iter().all(|&cell| geometry.column(cell) == column) {
                Unit::Column(column)
            } else {
                return;
            };
            if digits.count_ones() as usize != count {
                return;
            }
            let both = geometry.cells(line).iter().chain(geometry.cells(Unit::Box(*number)));
            let others = both.map(|&cell| usize::from(cell)).filter(|cell| !chosen.contains(cell));
            collector.eliminate(board, name, board.removal(others, digits), || {
                format!("{} in {}", board.digits(digits), board.names(chosen.iter().copied()))
            });
        });
    }
}
