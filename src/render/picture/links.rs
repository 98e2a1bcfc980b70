//! Links between pencil marks, drawn over the spaces and borders of a picture.
//!
//! ```text
//!   5 ═══════╗ .        ══ a strong link, ╌╌ a weak one: along a line, or around one corner. They
//!            ║ .        never cover a mark.
//!   . .      5╌╌╌5
//! ```

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::ink::Arms;
use crate::scene::Link;

/// A place in a text: its line, and its column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// The characters that links leave in a picture, by their places.
#[derive(Debug, Default)]
pub(super) struct Overlay {
    /// For each place the links that go from it up, down, west and east: 0 none, 1 weak, 2 strong.
    arms: BTreeMap<At, Arms>,
}

impl Overlay {
    /// Finds the way of each link. `place` returns the place of a mark in a cell, `is_free` whether
    /// nothing is written at a place.
    pub(super) fn new<'a>(
        links: impl Iterator<Item = &'a Link>,
        place: impl Fn(usize, usize) -> Option<At>,
        is_free: impl Fn(At) -> bool,
    ) -> Self {
        let mut overlay = Self::default();
        for link in links {
            // A group is joined at its cell that is nearest to the other end.
            let ends = |cells: &[usize], mark: usize| -> Vec<At> {
                cells.iter().filter_map(|&cell| place(cell, mark)).collect()
            };

            let from = ends(&link.from.cells, link.from.place);
            let to = ends(&link.to.cells, link.to.place);
            let pairs = from.iter().flat_map(|&start| to.iter().map(move |&end| (start, end)));
            let distance = |(start, end): &(At, At)| {
                start.line.abs_diff(end.line) + start.column.abs_diff(end.column)
            };
            let Some((from, to)) = pairs.min_by_key(distance) else { continue };

            // Within a cell a corner would only fill it.
            if link.from.cells == link.to.cells && from.line != to.line && from.column != to.column
            {
                continue;
            }
            let ways = [way(from, to), way(to, from)];
            let covered = |way: &&Vec<At>| way.iter().filter(|&&at| !is_free(at)).count();
            let Some(way) = ways.iter().min_by_key(covered) else { continue };
            overlay.add(way, 1 + u8::from(link.is_strong));
        }
        overlay
    }

    /// Returns whether there are no links.
    pub(super) fn is_empty(&self) -> bool {
        self.arms.is_empty()
    }

    fn add(&mut self, way: &[At], weight: u8) {
        for pair in way.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let (out, back) = match (to.line.cmp(&from.line), to.column.cmp(&from.column)) {
                (Ordering::Less, _) => (0, 1),
                (Ordering::Greater, _) => (1, 0),
                (_, Ordering::Less) => (2, 3),
                _ => (3, 2),
            };
            for (at, arm) in [(from, out), (to, back)] {
                let arms = self.arms.entry(at).or_default();
                arms[arm] = arms[arm].max(weight);
            }
        }
    }

    /// Returns the character at a place, and whether a strong link goes through it.
    pub(super) fn at(&self, at: At, unicode: bool) -> Option<(char, bool)> {
        let arms = self.arms.get(&at)?;
        let is_strong = arms.contains(&2);
        let number = arms.iter().fold(0, |sum, &arm| 2 * sum + usize::from(arm > 0));
        let table = match (unicode, is_strong) {
            (true, true) => &STRONG,
            (true, false) => &WEAK,
            (false, true) => &ASCII_STRONG,
            (false, false) => &ASCII_WEAK,
        };
        Some((table[number], is_strong))
    }
}

/// Returns the places from one to another: along the line of the first, then along the column of the
/// last.
fn way(from: At, to: At) -> Vec<At> {
    let between = |from: usize, to: usize| -> Vec<usize> {
        if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() }
    };
    let along = between(from.column, to.column).into_iter();
    let along = along.map(|column| At { line: from.line, column });
    let across = between(from.line, to.line).into_iter().skip(1);
    let across = across.map(|line| At { line, column: to.column });
    along.chain(across).collect()
}

/// In the order of `8·up + 4·down + 2·west + east`.
#[rustfmt::skip]
static STRONG: [char; 16] =
    [' ', '═', '═', '═', '║', '╔', '╗', '╦', '║', '╚', '╝', '╩', '║', '╠', '╣', '╬'];
#[rustfmt::skip]
static WEAK: [char; 16] =
    [' ', '╌', '╌', '╌', '╎', '╭', '╮', '┬', '╎', '╰', '╯', '┴', '╎', '├', '┤', '┼'];
#[rustfmt::skip]
static ASCII_STRONG: [char; 16] =
    [' ', '=', '=', '=', '"', '=', '=', '=', '"', '=', '=', '=', '"', '=', '=', '='];
#[rustfmt::skip]
static ASCII_WEAK: [char; 16] =
    [' ', '~', '~', '~', ';', '~', '~', '~', ';', '~', '~', '~', ';', '~', '~', '~'];
