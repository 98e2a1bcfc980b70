//! Wings: a pivot each of whose digits forces one of two other cells to the same digit.

use super::board::Board;
use super::{Step, Take, Technique};

/// A pivot of two digits, `x` and `y`, sees a cell of `x` and `z` and one of `y` and `z`: a cell
/// that sees both of these is not `z`.
pub(super) fn xy(board: &Board, take: Take<'_>) -> Option<Step> {
    wing(board, Technique::XyWing, take)
}

/// The same with a pivot of `x`, `y` and `z`: a cell that sees all three is not `z`.
pub(super) fn xyz(board: &Board, take: Take<'_>) -> Option<Step> {
    wing(board, Technique::XyzWing, take)
}

fn wing(board: &Board, technique: Technique, take: Take<'_>) -> Option<Step> {
    let digits = if technique == Technique::XyWing { 2 } else { 3 };
    let geometry = board.geometry();
    board.open().filter(|&cell| board.mask(cell).count_ones() == digits).find_map(|pivot| {
        let own = board.mask(pivot);
        // Cells of two digits that the pivot sees, sharing one digit with it (two of three).
        let ends: Vec<usize> = geometry.peers[pivot]
            .iter()
            .map(|&peer| usize::from(peer))
            .filter(|&peer| {
                let mask = board.mask(peer);
                mask.count_ones() == 2 && (mask & own).count_ones() == digits - 1
            })
            .collect();
        ends.iter().enumerate().find_map(|(at, &one)| {
            ends[at + 1..].iter().find_map(|&other| {
                let (a, b) = (board.mask(one), board.mask(other));
                let common = a & b;
                let fits = match technique {
                    Technique::XyWing => common & own == 0 && (a | b) & own == own,
                    _ => a | b == own,
                };
                if common.count_ones() != 1 || !fits {
                    return None;
                }
                let sees = |cell: &usize| {
                    let pivot_too = technique == Technique::XyWing || geometry.sees(*cell, pivot);
                    geometry.sees(*cell, one) && geometry.sees(*cell, other) && pivot_too
                };
                let seen: Vec<usize> = board
                    .open()
                    .filter(|cell| *cell != pivot && *cell != one && *cell != other)
                    .filter(sees)
                    .collect();
                let reason = format!(
                    "{} from {} with {}",
                    board.digits(common),
                    board.names([pivot]),
                    board.names([one, other])
                );
                board.remove(technique, &reason, board.removal(seen, common)).and_then(&mut *take)
            })
        })
    })
}
