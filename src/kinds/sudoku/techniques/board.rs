//! The pencil marks: a grid with the candidates of its empty cells, and words for both.

use super::super::grid::{Grid, cell_name};
use super::super::rules::{Geometry, candidates, geometry};
use super::{Effect, Step, Technique};

/// A grid with candidates that steps have thinned.
#[derive(Clone, Debug)]
pub(super) struct Board {
    grid: Grid,
    geometry: &'static Geometry,
    /// Bit `d-1` for digit `d`; nothing for a filled cell.
    masks: Vec<u32>,
}

impl Board {
    pub(super) fn new(grid: &Grid) -> Self {
        let mask = |cell| if grid.value(cell) == 0 { candidates(grid, cell) } else { 0 };
        let masks = (0..grid.cells().len()).map(mask).collect();
        Self { grid: grid.clone(), geometry: geometry(grid), masks }
    }

    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    pub(super) fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    pub(super) fn size(&self) -> usize {
        self.geometry.size
    }

    /// The candidates of a cell; nothing for a filled one.
    pub(super) fn mask(&self, cell: usize) -> u32 {
        self.masks[cell]
    }

    /// The cells that have candidates.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.masks.len()).filter(|&cell| self.masks[cell] != 0)
    }

    /// The cells of a unit that can take a digit (a single bit), in reading order.
    pub(super) fn places(&self, unit: &[u16], bit: u32) -> Vec<usize> {
        let cells = unit.iter().map(|&cell| usize::from(cell));
        cells.filter(|&cell| self.masks[cell] & bit != 0).collect()
    }

    /// Whether an empty cell has no candidate left.
    pub(super) fn is_broken(&self) -> bool {
        (0..self.masks.len()).any(|cell| self.masks[cell] == 0 && self.grid.value(cell) == 0)
    }

    /// The empty cell with the fewest candidates, the first of equals.
    pub(super) fn narrowest(&self) -> usize {
        let empty = (0..self.masks.len()).filter(|&cell| self.grid.value(cell) == 0);
        empty.min_by_key(|&cell| self.masks[cell].count_ones()).unwrap_or(0)
    }

    /// All empty cells with the fewest candidates.
    pub(super) fn narrow(&self) -> impl Iterator<Item = usize> + '_ {
        let least = self.masks[self.narrowest()].count_ones();
        let empty = (0..self.masks.len()).filter(|&cell| self.grid.value(cell) == 0);
        empty.filter(move |&cell| self.masks[cell].count_ones() == least)
    }

    pub(super) fn apply(&mut self, effect: &Effect) {
        match effect {
            Effect::Place(cell, digit) => {
                self.grid.set(*cell, *digit);
                self.masks[*cell] = 0;
                for &peer in &self.geometry.peers[*cell] {
                    self.masks[usize::from(peer)] &= !(1 << (digit - 1));
                }
            }
            Effect::Remove(cells) => {
                for &(cell, mask) in cells {
                    self.masks[cell] &= !mask;
                }
            }
            Effect::Stuck => {}
        }
    }

    /// The candidates that are lost if `mask` is removed from some cells; `None` if there are none.
    pub(super) fn removal(
        &self,
        cells: impl IntoIterator<Item = usize>,
        mask: u32,
    ) -> Vec<(usize, u32)> {
        let mut found: Vec<_> = cells
            .into_iter()
            .map(|cell| (cell, self.masks[cell] & mask))
            .filter(|(_, gone)| *gone != 0)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// A step that removes candidates, shown as `REASON: not 7 in r4c3, r9c8`; `None` if it would
    /// remove nothing.
    pub(super) fn remove(
        &self,
        technique: Technique,
        reason: &str,
        gone: Vec<(usize, u32)>,
    ) -> Option<Step> {
        if gone.is_empty() {
            return None;
        }
        let mut masks: Vec<u32> = gone.iter().map(|(_, mask)| *mask).collect();
        masks.sort_unstable();
        masks.dedup();
        let parts: Vec<String> = masks
            .into_iter()
            .map(|mask| {
                let cells = gone.iter().filter(|(_, own)| *own == mask).map(|(cell, _)| *cell);
                format!("not {} in {}", self.digits(mask), self.names(cells))
            })
            .collect();
        let text = format!("{} {reason}: {}", technique.name(), parts.join("; "));
        Some(Step { technique, effect: Effect::Remove(gone), text })
    }

    /// `r1c3, r2c4`.
    pub(super) fn names(&self, cells: impl IntoIterator<Item = usize>) -> String {
        let names: Vec<_> = cells.into_iter().map(|cell| cell_name(cell, self.size())).collect();
        names.join(", ")
    }

    /// The character of a digit.
    pub(super) fn symbol(&self, digit: u8) -> char {
        self.grid.symbol(digit, '.')
    }

    /// `3, 7`.
    pub(super) fn digits(&self, mask: u32) -> String {
        let digits: Vec<_> =
            self.grid.alphabet().digits_line(mask).chars().map(String::from).collect();
        digits.join(", ")
    }
}

/// Calls `look` with every choice of `count` of the `items`, in order, until it answers.
pub(super) fn choose<T: Copy, R>(
    items: &[T],
    count: usize,
    mut look: impl FnMut(&[T]) -> Option<R>,
) -> Option<R> {
    if items.len() < count || count == 0 {
        return None;
    }
    let mut picks: Vec<usize> = (0..count).collect();
    loop {
        let chosen: Vec<T> = picks.iter().map(|&at| items[at]).collect();
        if let Some(found) = look(&chosen) {
            return Some(found);
        }
        let last = items.len() - count;
        let at = (0..count).rev().find(|&at| picks[at] < last + at)?;
        picks[at] += 1;
        for next in at + 1..count {
            picks[next] = picks[next - 1] + 1;
        }
    }
}
