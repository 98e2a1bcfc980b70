//! Locked candidates: where a box and a line cross.

use super::super::rules::Unit;
use super::board::Board;
use super::{Step, Take, Technique};

/// A digit of a box has all its cells in one row or column: it leaves the rest of that line.
pub(super) fn pointing(board: &Board, take: Take<'_>) -> Option<Step> {
    across(board, Technique::Pointing, take)
}

/// A digit of a row or column has all its cells in one box: it leaves the rest of that box.
pub(super) fn claiming(board: &Board, take: Take<'_>) -> Option<Step> {
    across(board, Technique::Claiming, take)
}

fn across(board: &Board, technique: Technique, take: Take<'_>) -> Option<Step> {
    let boxes = technique == Technique::Pointing;
    let geometry = board.geometry();
    geometry.units.iter().filter(|(unit, _)| matches!(unit, Unit::Box(_)) == boxes).find_map(
        |(unit, cells)| {
            (0..board.size()).find_map(|digit| {
                let places = board.places(cells, 1 << digit);
                let (&first, rest) = places.split_first()?;
                if rest.is_empty() {
                    return None;
                }
                let others = if boxes {
                    [Unit::Row(geometry.row(first)), Unit::Column(geometry.column(first))].to_vec()
                } else {
                    [Unit::Box(geometry.box_of(first))].to_vec()
                };
                others.into_iter().find_map(|other| {
                    let line = geometry.cells(other);
                    let inside = |cell: &usize| line.contains(&(*cell as u16));
                    if !places.iter().all(inside) {
                        return None;
                    }
                    let outside = board.places(line, 1 << digit);
                    let outside = outside.into_iter().filter(|cell| !places.contains(cell));
                    let reason = format!(
                        "{} of {unit} lies in {other} ({})",
                        board.symbol(digit as u8 + 1),
                        board.names(places.iter().copied())
                    );
                    let gone = board.removal(outside, 1 << digit);
                    board.remove(technique, &reason, gone).and_then(&mut *take)
                })
            })
        },
    )
}
