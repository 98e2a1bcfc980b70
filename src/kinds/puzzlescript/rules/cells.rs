//! The cells of a level, and the comparisons and changes of single cells.

use super::super::game::{BitSet, Level, movement};

/// A set of numbers for each cell of a level: its objects, or its movements.
///
/// All sets are slices of one list of words, row by row, each of the same number of words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cells {
    width: usize,
    height: usize,
    stride: usize,
    words: Vec<u64>,
}

impl Cells {
    /// Returns cells with empty sets, which have room for the numbers below `numbers`.
    pub fn empty(width: usize, height: usize, numbers: usize) -> Self {
        let stride = numbers.div_ceil(64).max(1);
        Self { width, height, stride, words: vec![0; width * height * stride] }
    }

    /// Returns the objects of a level as it is drawn.
    pub fn of_level(level: &Level, objects: usize) -> Self {
        let mut cells = Self::empty(level.width, level.height, objects);
        for row in 0..level.height {
            for column in 0..level.width {
                let place = row * level.width + column;
                set(cells.get_mut(place), level.cell(column, row));
            }
        }
        cells
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the number of cells. Cells are numbered row by row.
    #[expect(clippy::len_without_is_empty, reason = "a level has cells")]
    pub fn len(&self) -> usize {
        self.width * self.height
    }

    /// Returns the set of a cell.
    pub fn get(&self, place: usize) -> &[u64] {
        &self.words[place * self.stride..(place + 1) * self.stride]
    }

    /// Returns the set of a cell, to change it.
    pub fn get_mut(&mut self, place: usize) -> &mut [u64] {
        &mut self.words[place * self.stride..(place + 1) * self.stride]
    }

    /// Returns the numbers in the set of a cell, in rising order.
    pub fn numbers(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let words = self.get(place).iter().enumerate();
        words.flat_map(|(index, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| index * 64 + bit)
        })
    }

    /// Returns the numbers that are in any of the sets, as the words of a set.
    pub fn union(&self) -> Vec<u64> {
        let mut union = vec![0; self.stride];
        for cell in self.words.chunks_exact(self.stride) {
            add(&mut union, cell);
        }
        union
    }

    /// Returns whether all sets are empty.
    pub fn is_clear(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Empties all sets.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Returns the places in the order in which movements are resolved: column by column.
    pub fn by_columns(&self) -> impl Iterator<Item = usize> + use<> {
        let Self { width, height, .. } = *self;
        (0..width).flat_map(move |column| (0..height).map(move |row| row * width + column))
    }

    /// Returns the place next to another one; `None` beyond the edge.
    pub fn neighbor(&self, place: usize, step: Step) -> Option<usize> {
        let column = (place % self.width).checked_add_signed(step.right as isize)?;
        let row = (place / self.width).checked_add_signed(step.down as isize)?;
        (column < self.width && row < self.height).then_some(row * self.width + column)
    }
}

/// Adds numbers to a cell.
pub(crate) fn set(cell: &mut [u64], numbers: &BitSet) {
    for (word, &theirs) in cell.iter_mut().zip(numbers.words()) {
        *word |= theirs;
    }
}

/// Adds the numbers of another cell.
pub(crate) fn add(cell: &mut [u64], other: &[u64]) {
    for (word, &theirs) in cell.iter_mut().zip(other) {
        *word |= theirs;
    }
}

/// Removes numbers from a cell.
pub(crate) fn clear(cell: &mut [u64], numbers: &BitSet) {
    for (word, &theirs) in cell.iter_mut().zip(numbers.words()) {
        *word &= !theirs;
    }
}

/// Keeps only the numbers of a cell that another cell has, too.
pub(crate) fn keep(cell: &mut [u64], other: &[u64]) {
    for (word, &theirs) in cell.iter_mut().zip(other) {
        *word &= theirs;
    }
}

/// Returns whether a cell holds each of these numbers.
pub(crate) fn holds_all(cell: &[u64], numbers: &BitSet) -> bool {
    let theirs = numbers.words().iter().enumerate();
    theirs.into_iter().all(|(index, &word)| cell.get(index).copied().unwrap_or(0) & word == word)
}

/// Returns whether a cell holds one of these numbers.
pub(crate) fn holds_any(cell: &[u64], numbers: &BitSet) -> bool {
    cell.iter().zip(numbers.words()).any(|(ours, theirs)| ours & theirs != 0)
}

/// Returns whether a cell holds nothing.
pub(crate) fn is_empty(cell: &[u64]) -> bool {
    cell.iter().all(|&word| word == 0)
}

/// Returns the movement of a layer in a cell of movements.
pub(crate) fn layer_movement(cell: &[u64], layer: usize) -> u8 {
    let mut bits = 0;
    for bit in 0..5 {
        let number = layer * 5 + bit;
        if cell[number / 64] >> (number % 64) & 1 == 1 {
            bits |= 1 << bit;
        }
    }
    bits
}

/// Removes bits from the movement of a layer.
pub(crate) fn clear_layer(cell: &mut [u64], layer: usize, bits: u8) {
    for bit in 0..5 {
        if bits >> bit & 1 == 1 {
            let number = layer * 5 + bit;
            cell[number / 64] &= !(1 << (number % 64));
        }
    }
}

/// Adds bits to the movement of a layer.
pub(crate) fn add_layer(cell: &mut [u64], layer: usize, bits: u8) {
    for bit in 0..5 {
        if bits >> bit & 1 == 1 {
            let number = layer * 5 + bit;
            cell[number / 64] |= 1 << (number % 64);
        }
    }
}

/// The cells to the right and down that a movement leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    right: i32,
    down: i32,
}

/// Returns the step of a movement; no cells for the action key. `None` for
/// two movements at once, which a key adds to what a late `randomdir` left behind: the engine has no
/// answer to them, here such an object is blocked.
pub(crate) fn step(bits: u8) -> Option<Step> {
    match bits {
        movement::UP => Some(Step { right: 0, down: -1 }),
        movement::DOWN => Some(Step { right: 0, down: 1 }),
        movement::LEFT => Some(Step { right: -1, down: 0 }),
        movement::RIGHT => Some(Step { right: 1, down: 0 }),
        // The engine has an answer to up and down at once, and to all four: the object stays.
        movement::ACTION | 0b00011 | 0b01111 => Some(Step { right: 0, down: 0 }),
        _ => None,
    }
}
