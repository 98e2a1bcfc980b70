//! Things followed through the pictures of a film: which piece of a picture is which of the next.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::outline::Cell as At;
use super::tokens::Token;
use crate::scene::{Board, Role};

/// Most pairs of things that are compared from one picture to the next.
const PAIRS: usize = 1 << 20;

/// One thing: for every picture its number among the things there, if it is there.
pub(super) type Track = Vec<Option<usize>>;

/// Follows things through pictures. A thing is matched with the thing of the next picture that has
/// the same place and look; else with the one of the same number, shape and texts; else with the
/// nearest of the same shape and texts; else, for solid things, with the one of the same number.
/// Unmatched things appear or disappear.
pub(super) fn follow(frames: &[Vec<Token>]) -> Vec<Track> {
    let mut tracks: Vec<Track> = Vec::new();
    // The track of every thing of the last picture.
    let mut owners: Vec<usize> = Vec::new();
    for (at, frame) in frames.iter().enumerate() {
        let links = match at.checked_sub(1) {
            Some(before) => matches(&frames[before], frame),
            None => vec![None; frame.len()],
        };
        owners = links
            .into_iter()
            .enumerate()
            .map(|(number, link)| {
                let track = link.map_or(tracks.len(), |before: usize| owners[before]);
                if track == tracks.len() {
                    tracks.push(vec![None; frames.len()]);
                }
                tracks[track][at] = Some(number);
                track
            })
            .collect();
    }
    tracks
}

/// For each thing of the later picture, the same thing in the earlier one.
fn matches(before: &[Token], after: &[Token]) -> Vec<Option<usize>> {
    let mut links = vec![None; after.len()];
    let mut free = vec![true; before.len()];
    let key = |token: &Token| (token.cells.clone(), token.texts.clone());
    let places: HashMap<_, usize> = before.iter().map(key).zip(0..).collect();
    for (number, token) in after.iter().enumerate() {
        if let Some(&old) = places.get(&key(token)).filter(|&&old| free[old]) {
            links[number] = Some(old);
            free[old] = false;
        }
    }
    let look = |token: &Token| (token.id, token.shape(), token.texts.clone());
    let mut named: HashMap<_, usize> = HashMap::new();
    for old in (0..before.len()).rev().filter(|&old| free[old]) {
        named.insert(look(&before[old]), old);
    }
    for number in 0..after.len() {
        if links[number].is_none()
            && let Some(&old) = named.get(&look(&after[number])).filter(|&&old| free[old])
        {
            links[number] = Some(old);
            free[old] = false;
        }
    }
    nearest(before, after, &mut links, &mut free);
    let solid: HashMap<u32, usize> = (0..before.len())
        .filter(|&old| free[old] && before[old].height > 0)
        .map(|old| (before[old].id, old))
        .collect();
    for (number, token) in after.iter().enumerate() {
        if links[number].is_none()
            && token.height > 0
            && let Some(&old) = solid.get(&token.id).filter(|&&old| free[old])
        {
            links[number] = Some(old);
            free[old] = false;
        }
    }
    links
}

/// A shape, and the texts in it.
type Look<'a> = (Vec<At>, &'a [String]);

/// Joins the remaining things of one shape and text, the nearest first.
fn nearest(before: &[Token], after: &[Token], links: &mut [Option<usize>], free: &mut [bool]) {
    let mut groups: BTreeMap<Look<'_>, [Vec<usize>; 2]> = BTreeMap::new();
    for old in (0..before.len()).filter(|&old| free[old]) {
        let key = (before[old].shape(), &before[old].texts[..]);
        groups.entry(key).or_default()[0].push(old);
    }
    for new in (0..after.len()).filter(|&new| links[new].is_none()) {
        let key = (after[new].shape(), &after[new].texts[..]);
        groups.entry(key).or_default()[1].push(new);
    }
    for [olds, news] in groups.into_values() {
        if olds.len().saturating_mul(news.len()) > PAIRS {
            continue;
        }
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        for &old in &olds {
            for &new in &news {
                let ((a, b), (c, d)) = (before[old].bounds().0, after[new].bounds().0);
                pairs.push((a.abs_diff(c) + b.abs_diff(d), old, new));
            }
        }
        pairs.sort_unstable();
        for (_, old, new) in pairs {
            if free[old] && links[new].is_none() {
                links[new] = Some(old);
                free[old] = false;
            }
        }
    }
}

/// The way of a thing over a board to where it stands next, by the corners where it turns: through
/// cells that nothing else covers, if there is such a way; else straight.
pub(super) fn route(board: &Board, from: &Token, to: At) -> Vec<At> {
    let start = from.bounds().0;
    if start.0.abs_diff(to.0) + start.1.abs_diff(to.1) <= 1 {
        return vec![to];
    }
    let (shape, (_, (rows, columns))) = (from.shape(), from.bounds());
    let own: Vec<At> = from.cells.clone();
    let free = |(row, column): At| {
        row + rows <= board.rows
            && column + columns <= board.columns
            && shape.iter().all(|&(down, right)| {
                let at = (row + down, column + right);
                let cell = &board.cells[at.0 * board.columns + at.1];
                own.binary_search(&at).is_ok()
                    || cell.piece.is_none() && !matches!(cell.role, Role::Wall | Role::Void)
            })
    };
    let mut came: HashMap<At, At> = HashMap::from([(start, start)]);
    let mut open = VecDeque::from([start]);
    while let Some(at) = open.pop_front() {
        if at == to {
            break;
        }
        let (row, column) = at;
        let beside = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ];
        for next in beside {
            let inside = next.0 < board.rows && next.1 < board.columns;
            if inside && !came.contains_key(&next) && free(next) {
                came.insert(next, at);
                open.push_back(next);
            }
        }
    }
    let mut way = vec![to];
    let mut at = to;
    while let Some(&before) = came.get(&at).filter(|&&before| before != at) {
        at = before;
        way.push(at);
    }
    if at != start {
        return vec![to];
    }
    way.reverse();
    // It need not stop if it continues in the same direction.
    let turns = |at: &usize| {
        *at + 1 == way.len() || {
            let (a, b, c) = (way[*at - 1], way[*at], way[*at + 1]);
            (a.0 == b.0) != (b.0 == c.0)
        }
    };
    (1..way.len()).filter(turns).map(|at| way[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;
    use crate::scene::Cell;

    /// A board of letters; `.` is free, `#` a wall.
    fn board(rows: &[&str]) -> Board {
        let cell = |char: char| match char {
            '.' => Cell::default(),
            '#' => Cell { role: Role::Wall, ..Cell::default() },
            char => Cell {
                text: char.to_string(),
                role: Role::Piece,
                piece: Some(u32::from(char)),
                ..Cell::default()
            },
        };
        let cells = rows.iter().flat_map(|row| row.chars()).map(cell).collect();
        Board { rows: rows.len(), columns: rows[0].len(), cells, block: 0 }
    }

    #[test]
    fn a_thing_goes_around_what_is_in_its_way() {
        let before = board(&["A.", "#.", ".."]);
        let token = &tokens(&before)[0];
        assert_eq!(route(&before, token, (2, 0)), [(0, 1), (2, 1), (2, 0)]);
        assert_eq!(route(&before, token, (0, 1)), [(0, 1)]);
        let shut = board(&["A#", "#.", ".."]);
        assert_eq!(route(&shut, &tokens(&shut)[0], (2, 0)), [(2, 0)]);
        let long = board(&["AA..", "...."]);
        assert_eq!(route(&long, &tokens(&long)[0], (1, 2)), [(0, 2), (1, 2)]);
    }

    #[test]
    fn things_are_known_again() {
        let frames: Vec<_> = [board(&["AB", ".C"]), board(&["A.", "BC"]), board(&["BA", "D."])]
            .iter()
            .map(tokens)
            .collect();
        let tracks = follow(&frames);
        // A, B and C continue; C is gone in the last picture, and D is new.
        assert_eq!(tracks.len(), 4);
        assert_eq!(tracks[0], [Some(0), Some(0), Some(1)]);
        assert_eq!(tracks[1], [Some(1), Some(1), Some(0)]);
        assert_eq!(tracks[2], [Some(2), Some(2), None]);
        assert_eq!(tracks[3], [None, None, Some(2)]);
    }
}
