//! Fish: a digit confined to the same few columns in as many rows, or the reverse.

use super::super::rules::Unit;
use super::board::{Board, choose};
use super::{Step, Take, Technique};

/// An X-wing (2), a swordfish (3) or a jellyfish (4).
pub(super) fn fish(board: &Board, count: usize, take: Take<'_>) -> Option<Step> {
    let technique = match count {
        2 => Technique::XWing,
        3 => Technique::Swordfish,
        _ => Technique::Jellyfish,
    };
    let size = board.size();
    (0..size).find_map(|digit| {
        [true, false].into_iter().find_map(|by_rows| {
            let cell = |line: usize, at: usize| {
                if by_rows { line * size + at } else { at * size + line }
            };
            // For each line, the set of places that can take the digit.
            let lines: Vec<(usize, u32)> = (0..size)
                .map(|line| {
                    let able = |at: &usize| board.mask(cell(line, *at)) >> digit & 1 == 1;
                    (line, (0..size).filter(able).fold(0_u32, |set, at| set | 1 << at))
                })
                .filter(|(_, set)| (2..=count as u32).contains(&set.count_ones()))
                .collect();
            choose(&lines, count, |chosen| {
                let across = chosen.iter().fold(0, |all, (_, set)| all | set);
                if across.count_ones() as usize != count {
                    return None;
                }
                let crossed: Vec<usize> = (0..size).filter(|at| across >> at & 1 == 1).collect();
                let others: Vec<usize> = (0..size)
                    .filter(|line| chosen.iter().all(|(own, _)| own != line))
                    .flat_map(|line| crossed.iter().map(move |&at| cell(line, at)))
                    .collect();
                let list = |numbers: Vec<usize>| {
                    let words: Vec<_> = numbers.iter().map(|at| (at + 1).to_string()).collect();
                    words.join(", ")
                };
                let (from, to) = match by_rows {
                    true => ("rows", "columns"),
                    false => ("columns", "rows"),
                };
                debug_assert!(matches!(board.geometry().units[0].0, Unit::Row(0)));
                let reason = format!(
                    "{} in {from} {} and {to} {}",
                    board.symbol(digit as u8 + 1),
                    list(chosen.iter().map(|(line, _)| *line).collect()),
                    list(crossed)
                );
                let gone = board.removal(others, 1 << digit);
                board.remove(technique, &reason, gone).and_then(&mut *take)
            })
        })
    })
}
