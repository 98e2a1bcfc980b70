//! Simple coloring: a digit along its conjugate pairs, units in which it has just two cells.

use super::board::Board;
use super::{Step, Take, Technique};

/// One of two colors of a chain is true. A color that sees itself is false; a candidate that sees
/// both colors is false.
pub(super) fn simple(board: &Board, take: Take<'_>) -> Option<Step> {
    (0..board.size()).find_map(|digit| color(board, digit, take))
}

fn color(board: &Board, digit: usize, take: Take<'_>) -> Option<Step> {
    let geometry = board.geometry();
    let bit = 1_u32 << digit;
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (_, cells) in &geometry.units {
        if let [a, b] = board.places(cells, bit)[..] {
            pairs.push((a, b));
        }
    }
    let mut colors: Vec<Option<(usize, bool)>> = vec![None; geometry.peers.len()];
    let starts: Vec<usize> = pairs.iter().map(|pair| pair.0).collect();
    for (chain, start) in starts.into_iter().enumerate() {
        if colors[start].is_some() {
            continue;
        }
        colors[start] = Some((chain, true));
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            let Some((_, own)) = colors[cell] else { continue };
            for &(a, b) in &pairs {
                let other = if a == cell {
                    b
                } else if b == cell {
                    a
                } else {
                    continue;
                };
                if colors[other].is_none() {
                    colors[other] = Some((chain, !own));
                    open.push(other);
                }
            }
        }
        let of = |wanted: bool| -> Vec<usize> {
            let all = 0..colors.len();
            all.filter(|&cell| colors[cell] == Some((chain, wanted))).collect()
        };
        let (yes, no) = (of(true), of(false));
        let shown = board.symbol(digit as u8 + 1);
        let mut clashes = false;
        for own in [&yes, &no] {
            let clash = own.iter().enumerate().find_map(|(at, &one)| {
                let other = own[at + 1..].iter().find(|&&other| geometry.sees(one, other))?;
                Some((one, *other))
            });
            if let Some((one, other)) = clash {
                let reason = format!(
                    "{shown}: {} have one color and see each other",
                    board.names([one, other])
                );
                let gone = board.removal(own.iter().copied(), bit);
                clashes = true;
                let step = board.remove(Technique::SimpleColoring, &reason, gone);
                if let Some(step) = step.and_then(&mut *take) {
                    return Some(step);
                }
            }
        }
        if clashes {
            continue;
        }
        let seen: Vec<usize> = board
            .open()
            .filter(|cell| {
                board.mask(*cell) & bit != 0 && colors[*cell].is_none_or(|c| c.0 != chain)
            })
            .filter(|&cell| {
                yes.iter().any(|&one| geometry.sees(cell, one))
                    && no.iter().any(|&one| geometry.sees(cell, one))
            })
            .collect();
        let reason = format!(
            "{shown}: either {} or {}",
            board.names(yes.iter().copied()),
            board.names(no.iter().copied())
        );
        let step = board.remove(Technique::SimpleColoring, &reason, board.removal(seen, bit));
        if let Some(step) = step.and_then(&mut *take) {
            return Some(step);
        }
    }
    None
}
