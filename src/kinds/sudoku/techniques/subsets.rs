//! Subsets: as many cells as digits among them, or as many digits as cells for them.

use super::board::{Board, choose};
use super::{Step, Take, Technique};

/// `count` cells of a unit with `count` digits between them: the digits leave its other cells.
pub(super) fn naked(board: &Board, count: usize, take: Take<'_>) -> Option<Step> {
    let technique = match count {
        2 => Technique::NakedPair,
        3 => Technique::NakedTriple,
        _ => Technique::NakedQuad,
    };
    board.geometry().units.iter().find_map(|(unit, cells)| {
        let open: Vec<usize> = cells
            .iter()
            .map(|&cell| usize::from(cell))
            .filter(|&cell| (2..=count as u32).contains(&board.mask(cell).count_ones()))
            .collect();
        choose(&open, count, |chosen| {
            let digits = chosen.iter().fold(0, |mask, &cell| mask | board.mask(cell));
            if digits.count_ones() as usize != count {
                return None;
            }
            let others = cells.iter().map(|&cell| usize::from(cell));
            let others = others.filter(|cell| !chosen.contains(cell));
            let reason = format!(
                "{} in {} of {unit}",
                board.digits(digits),
                board.names(chosen.iter().copied())
            );
            board.remove(technique, &reason, board.removal(others, digits)).and_then(&mut *take)
        })
    })
}

/// `count` digits of a unit with `count` cells between them: the cells lose their other digits.
pub(super) fn hidden(board: &Board, count: usize, take: Take<'_>) -> Option<Step> {
    let technique = match count {
        2 => Technique::HiddenPair,
        3 => Technique::HiddenTriple,
        _ => Technique::HiddenQuad,
    };
    board.geometry().units.iter().find_map(|(unit, cells)| {
        // For each digit the set of its cells, by their number in the unit.
        let digits: Vec<(u32, u32)> = (0..board.size())
            .map(|digit| {
                let places = cells.iter().enumerate();
                let set = places
                    .filter(|(_, cell)| board.mask(usize::from(**cell)) >> digit & 1 == 1)
                    .fold(0_u32, |set, (at, _)| set | 1 << at);
                (1 << digit, set)
            })
            .filter(|(_, set)| (2..=count as u32).contains(&set.count_ones()))
            .collect();
        choose(&digits, count, |chosen| {
            let set = chosen.iter().fold(0, |all, (_, set)| all | set);
            if set.count_ones() as usize != count {
                return None;
            }
            let kept = chosen.iter().fold(0, |all, (digit, _)| all | digit);
            let own: Vec<usize> = (0..cells.len())
                .filter(|at| set >> at & 1 == 1)
                .map(|at| usize::from(cells[at]))
                .collect();
            let reason =
                format!("{} in {} of {unit}", board.digits(kept), board.names(own.iter().copied()));
            board.remove(technique, &reason, board.removal(own, !kept)).and_then(&mut *take)
        })
    })
}
