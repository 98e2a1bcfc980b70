//! A grid with its candidates as sets of cells, and words for both.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

use super::super::grid::{Grid, cell_name};
use super::super::rules::{Geometry, Unit, candidates, geometry};
use super::als::{Set, sets};
use super::canon::View;
use super::{Collector, Effect, Elimination, Options, TABLE};
use crate::search::{Cancel, Stop};

/// A set of cells of a grid of up to 9×9: bit `cell`.
pub(super) type Cells = u128;

/// Returns the cells of a set, in reading order.
pub(super) fn cells(set: Cells) -> impl Iterator<Item = usize> + Clone {
    let mut left = set;
    std::iter::from_fn(move || {
        let cell = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (cell < 128).then_some(cell)
    })
}

/// Returns the numbers of the bits of a set, ascending.
pub(super) fn bits(set: u32) -> impl Iterator<Item = usize> + Clone {
    cells(Cells::from(set))
}

/// A grid with candidates that steps have thinned.
#[derive(Clone, Debug)]
pub(super) struct Board {
    grid: Grid,
    geometry: &'static Geometry,
    /// Bit `d-1` for digit `d`; nothing for a filled cell.
    masks: Vec<u32>,
    /// For each digit the cells that can take it; of grids of up to 9×9.
    at: Vec<Cells>,
    /// For each cell its peers, for each unit its cells; of grids of up to 9×9.
    peers: Arc<Vec<Cells>>,
    units: Arc<Vec<Cells>>,
    /// The cells whose digit was given.
    pub(super) givens: Cells,
    /// True if the givens are proved to have one solution.
    pub(super) is_unique: bool,
    /// The names of cells, units and digits: those of the grid that this one is a form of.
    pub(super) view: Option<Arc<View>>,
    /// True if steps need no texts.
    pub(super) is_silent: bool,
    /// The options of `steps`; `None` while the board is solved.
    pub(super) options: Option<Options>,
    /// The flag that stops the techniques, and whether it has stopped one: the board is of no use then.
    pub(super) cancel: Cancel,
    is_stopped: Cell<bool>,
    /// The almost locked sets, once they are asked for.
    sets: OnceCell<Vec<Set>>,
    /// For each technique that looks at one digit at a time, and for each digit: the cells of the digit
    /// on which it has found nothing.
    barren: RefCell<Vec<[Cells; 9]>>,
}

impl Board {
    /// Creates the board of a grid, of which `givens` are given.
    pub(super) fn new(grid: &Grid, givens: &Grid, is_unique: bool) -> Self {
        let mask = |cell| if grid.value(cell) == 0 { candidates(grid, cell) } else { 0 };
        let masks: Vec<u32> = (0..grid.cells().len()).map(mask).collect();
        let geometry = geometry(grid);
        let small = geometry.layout.is_small();
        let set = |list: &[u16]| list.iter().fold(0, |set: Cells, &cell| set | 1 << cell);
        let mut peers = Vec::new();
        let mut units = Vec::new();
        let mut given = 0;
        if small {
            peers = geometry.peers.iter().map(|list| set(list)).collect();
            units = geometry.units.iter().map(|(_, list)| set(list)).collect();
            given = (0..masks.len())
                .filter(|&cell| givens.value(cell) != 0)
                .fold(0, |set: Cells, cell| set | 1 << cell);
        }

        let mut board = Self {
            grid: grid.clone(),
            geometry,
            masks,
            at: Vec::new(),
            peers: Arc::new(peers),
            units: Arc::new(units),
            givens: given,
            is_unique: is_unique && small,
            view: None,
            is_silent: false,
            options: None,
            cancel: Cancel::default(),
            is_stopped: Cell::new(false),
            sets: OnceCell::new(),
            barren: RefCell::new(vec![[0; 9]; TABLE.len()]),
        };

        if small {
            board.at = vec![0; geometry.size];
            for cell in 0..board.masks.len() {
                bits(board.masks[cell]).for_each(|digit| board.at[digit] |= 1 << cell);
            }
        }
        board
    }

    /// Returns whether a technique must return without the rest of its steps.
    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        if self.cancel.is_cancelled() {
            self.is_stopped.set(true);
        }
        self.is_stopped.get()
    }

    /// Returns an error if a technique was stopped.
    ///
    /// # Errors
    /// Cancelled.
    pub(super) fn expect_all(&self) -> Result<(), Stop> {
        if self.is_stopped.get() { Err(Stop::Cancelled) } else { Ok(()) }
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

    /// Returns whether sets of cells are kept: for grids of up to 9×9.
    pub(super) fn has_sets(&self) -> bool {
        !self.at.is_empty()
    }

    /// Returns the candidates of a cell; nothing for a filled one.
    pub(super) fn mask(&self, cell: usize) -> u32 {
        self.masks[cell]
    }

    /// Returns the cells that can take a digit, from 0.
    pub(super) fn at(&self, digit: usize) -> Cells {
        self.at[digit]
    }

    /// Returns the peers of a cell.
    pub(super) fn peers(&self, cell: usize) -> Cells {
        self.peers[cell]
    }

    /// Returns the cells of the units: rows, columns, boxes.
    pub(super) fn units(&self) -> &[Cells] {
        &self.units
    }

    /// Returns the cells that see every cell of a set.
    pub(super) fn seen_by_all(&self, set: Cells) -> Cells {
        cells(set).fold(Cells::MAX, |seen, cell| seen & self.peers[cell])
    }

    /// Returns the almost locked sets, the smallest first.
    pub(super) fn sets(&self) -> &[Set] {
        self.sets.get_or_init(|| sets(self))
    }

    /// Calls `look` with each digit, except those on whose cells the technique has found nothing before.
    /// Most steps change the cells of one digit.
    pub(super) fn each_digit(
        &self,
        collector: &mut Collector,
        mut look: impl FnMut(usize, &mut Collector),
    ) {
        let row = collector.row;
        for digit in 0..self.size() {
            if !self.has_sets() || self.options.is_some() {
                look(digit, collector);
                continue;
            }
            if self.barren.borrow()[row][digit] == self.at[digit] {
                continue;
            }
            // Once a chain is found, longer ones are not looked for: then nothing found says nothing.
            let count = collector.steps.len();
            let is_whole = matches!(collector.limit, 0 | usize::MAX);
            look(digit, collector);
            if is_whole && collector.steps.len() == count {
                self.note_barren(row, digit);
            }
        }
    }

    /// Notes that a technique finds nothing on the cells of a digit.
    pub(super) fn note_barren(&self, row: usize, digit: usize) {
        self.barren.borrow_mut()[row][digit] = self.at[digit];
    }

    /// Returns the cells that have candidates.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.masks.len()).filter(|&cell| self.masks[cell] != 0)
    }

    /// Returns the cells of a unit that can take a digit (a single bit), in reading order.
    pub(super) fn places(&self, unit: &[u16], bit: u32) -> Vec<usize> {
        let cells = unit.iter().map(|&cell| usize::from(cell));
        cells.filter(|&cell| self.masks[cell] & bit != 0).collect()
    }

    /// Returns whether an empty cell has no candidate left.
    pub(super) fn is_broken(&self) -> bool {
        (0..self.masks.len()).any(|cell| self.masks[cell] == 0 && self.grid.value(cell) == 0)
    }

    /// Returns the empty cell with the fewest candidates, the first of equals.
    pub(super) fn narrowest(&self) -> usize {
        let empty = (0..self.masks.len()).filter(|&cell| self.grid.value(cell) == 0);
        empty.min_by_key(|&cell| self.masks[cell].count_ones()).unwrap_or(0)
    }

    /// Changes the board as a step does.
    pub(super) fn apply(&mut self, effect: &Effect) {
        match effect {
            Effect::Place(cell, digit) => {
                self.remove(*cell, !0);
                self.grid.set(*cell, *digit);
                for &peer in &self.geometry.peers[*cell] {
                    self.remove(usize::from(peer), 1 << (digit - 1));
                }
            }
            Effect::Remove(eliminations) => {
                for elimination in eliminations {
                    self.remove(elimination.cell, elimination.digits);
                }
            }
            Effect::Stuck => {}
        }
    }

    fn remove(&mut self, cell: usize, mask: u32) {
        self.sets.take();
        let removed = self.masks[cell] & mask;
        self.masks[cell] &= !mask;
        if self.has_sets() {
            bits(removed).for_each(|digit| self.at[digit] &= !(1 << cell));
        }
    }

    /// Returns the candidates that are lost if `mask` is removed from some cells.
    pub(super) fn removal(
        &self,
        cells: impl IntoIterator<Item = usize>,
        mask: u32,
    ) -> Vec<Elimination> {
        let mut eliminations: Vec<_> = cells
            .into_iter()
            .map(|cell| Elimination { cell, digits: self.masks[cell] & mask })
            .filter(|elimination| elimination.digits != 0)
            .collect();
        eliminations.sort_unstable();
        eliminations.dedup();
        eliminations
    }

    /// Returns the names of cells, as `r1c3 r2c4`, in reading order.
    pub(super) fn names(&self, cells: impl IntoIterator<Item = usize>) -> String {
        let mut cells: Vec<usize> = cells.into_iter().map(|cell| self.cell(cell)).collect();
        cells.sort_unstable();
        let names: Vec<_> = cells.into_iter().map(|cell| cell_name(cell, self.size())).collect();
        names.join(" ")
    }

    /// Returns the cell in the grid that people see.
    pub(super) fn cell(&self, cell: usize) -> usize {
        self.view.as_ref().map_or(cell, |view| view.cell(cell))
    }

    /// Returns the name of a unit: `r1`, `c2` or `b3`.
    pub(super) fn unit(&self, unit: Unit) -> String {
        let unit = self.view.as_ref().map_or(unit, |view| view.unit(unit));
        match unit {
            Unit::Row(number) => format!("r{}", number + 1),
            Unit::Column(number) => format!("c{}", number + 1),
            Unit::Box(number) => format!("b{}", number + 1),
        }
    }

    /// Returns the names of units of one kind as a word: `r28`; in large grids each with its letter.
    pub(super) fn lines(&self, units: impl IntoIterator<Item = Unit>) -> String {
        let mut names: Vec<String> = units.into_iter().map(|unit| self.unit(unit)).collect();
        names.sort_by_key(|name| (name.len(), name.clone()));
        if self.size() > 9 {
            return names.join(" ");
        }
        let rest: String = names.iter().skip(1).map(|name| &name[1..]).collect();
        names.first().cloned().unwrap_or_default() + &rest
    }

    /// Returns the digits of a set as a word, ascending: `37`.
    pub(super) fn digits(&self, mask: u32) -> String {
        let mask = self.view.as_ref().map_or(mask, |view| view.digits(mask));
        self.grid.alphabet().digits_line(mask)
    }

    /// Returns a digit in the grid that people see.
    pub(super) fn value(&self, digit: u8) -> u8 {
        let set = 1 << (digit - 1);
        let set: u32 = self.view.as_ref().map_or(set, |view| view.digits(set));
        set.trailing_zeros() as u8 + 1
    }

    /// Returns an effect in the grid that people see.
    pub(super) fn shown(&self, effect: &Effect) -> Effect {
        let Some(view) = &self.view else { return effect.clone() };
        match effect {
            Effect::Place(cell, digit) => Effect::Place(view.cell(*cell), self.value(*digit)),
            Effect::Remove(eliminations) => {
                let shown = |lost: &Elimination| Elimination {
                    cell: view.cell(lost.cell),
                    digits: view.digits(lost.digits),
                };
                let mut eliminations: Vec<_> = eliminations.iter().map(shown).collect();
                eliminations.sort_unstable();
                Effect::Remove(eliminations)
            }
            Effect::Stuck => Effect::Stuck,
        }
    }

    /// Returns an effect as moves: `r4c3-5 r9c7-5`.
    pub(super) fn conclusion(&self, effect: &Effect) -> String {
        let name = |cell| cell_name(cell, self.size());
        let line = |mask| self.grid.alphabet().digits_line(mask);
        match self.shown(effect) {
            Effect::Place(cell, digit) => format!("{}={}", name(cell), line(1 << (digit - 1))),
            Effect::Remove(eliminations) => {
                let text =
                    |lost: &Elimination| format!("{}-{}", name(lost.cell), line(lost.digits));
                eliminations.iter().map(text).collect::<Vec<_>>().join(" ")
            }
            Effect::Stuck => String::new(),
        }
    }
}

/// Calls `look` with every choice of `count` of the `items`, in order.
pub(super) fn choose<T: Copy>(items: &[T], count: usize, mut look: impl FnMut(&[T])) {
    if items.len() < count || count == 0 {
        return;
    }
    let mut picks: Vec<usize> = (0..count).collect();
    let mut chosen: Vec<T> = picks.iter().map(|&at| items[at]).collect();
    loop {
        look(&chosen);
        let last = items.len() - count;
        let Some(at) = (0..count).rev().find(|&at| picks[at] < last + at) else { return };
        picks[at] += 1;
        for next in at + 1..count {
            picks[next] = picks[next - 1] + 1;
        }
        for next in at..count {
            chosen[next] = items[picks[next]];
        }
    }
}
