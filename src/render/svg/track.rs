//! Things followed through the pictures of a film: which piece of a picture is which of the next.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::outline::At;
use super::tokens::{Bounds, Token};
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

/// Returns, for each thing of the later picture, the number of the same thing in the earlier one.
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

/// The properties that things must share to be one thing.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Look<'a> {
    shape: Vec<At>,
    texts: &'a [String],
}

/// The things of one look, in the picture before and in the one after it.
#[derive(Default)]
struct Alike {
    olds: Vec<usize>,
    news: Vec<usize>,
}

/// Joins the remaining things of one shape and text, the nearest first.
fn nearest<'a>(
    before: &'a [Token],
    after: &'a [Token],
    links: &mut [Option<usize>],
    free: &mut [bool],
) {
    let mut groups: BTreeMap<Look<'_>, Alike> = BTreeMap::new();
    let look = |token: &'a Token| Look { shape: token.shape(), texts: &token.texts };
    for old in (0..before.len()).filter(|&old| free[old]) {
        groups.entry(look(&before[old])).or_default().olds.push(old);
    }
    for new in (0..after.len()).filter(|&new| links[new].is_none()) {
        groups.entry(look(&after[new])).or_default().news.push(new);
    }

    for Alike { olds, news } in groups.into_values() {
        if olds.len().saturating_mul(news.len()) > PAIRS {
            continue;
        }
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        for &old in &olds {
            for &new in &news {
                let (from, to) = (before[old].bounds().first, after[new].bounds().first);
                pairs.push((from.steps(to), old, new));
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

/// Returns the way of a thing over a board to its next place, by the corners where it turns:
/// through cells that nothing else covers, if there is such a way; else straight.
pub(super) fn route(board: &Board, from: &Token, to: At) -> Vec<At> {
    let Bounds { first: start, rows, columns } = from.bounds();
    if start.steps(to) <= 1 {
        return vec![to];
    }
    let shape = from.shape();
    let covered: Vec<At> = from.cells.clone();
    let free = |to: At| {
        to.row + rows <= board.rows
            && to.column + columns <= board.columns
            && shape.iter().all(|step| {
                let at = At { row: to.row + step.row, column: to.column + step.column };
                let cell = &board.cells[at.row * board.columns + at.column];
                covered.binary_search(&at).is_ok()
                    || cell.piece.is_none() && !matches!(cell.role, Role::Wall | Role::Void)
            })
    };

    let mut came: HashMap<At, At> = HashMap::from([(start, start)]);
    let mut open = VecDeque::from([start]);
    while let Some(at) = open.pop_front() {
        if at == to {
            break;
        }
        let At { row, column } = at;
        let beside = [
            At { row: row.wrapping_sub(1), column },
            At { row, column: column.wrapping_sub(1) },
            At { row, column: column + 1 },
            At { row: row + 1, column },
        ];
        for next in beside {
            let inside = next.row < board.rows && next.column < board.columns;
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
            (a.row == b.row) != (b.row == c.row)
        }
    };
    (1..way.len()).filter(turns).map(|at| way[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;
    use crate::scene::Cell;

    /// Returns a board of letters; `.` is free, `#` a wall.
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
        let way = |board: &Board, token: &Token, row, column| -> Vec<_> {
            let way = route(board, token, At { row, column });
            way.into_iter().map(|at| [at.row, at.column]).collect()
        };
        assert_eq!(way(&before, token, 2, 0), [[0, 1], [2, 1], [2, 0]]);
        assert_eq!(way(&before, token, 0, 1), [[0, 1]]);
        let shut = board(&["A#", "#.", ".."]);
        assert_eq!(way(&shut, &tokens(&shut)[0], 2, 0), [[2, 0]]);
        let long = board(&["AA..", "...."]);
        assert_eq!(way(&long, &tokens(&long)[0], 1, 2), [[0, 2], [1, 2]]);
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
