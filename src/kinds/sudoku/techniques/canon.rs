//! The canonical form of a grid: the least text that relabeling its digits, transposing it, and
//! permuting bands, stacks, rows and columns within them can give it, `.` before any digit.
//!
//! ```text
//! level 1: the orders of columns of both orientations that can be least × every row that can be first
//! level n: what gave the least n rows × every row that can follow: the rows of the band, then those
//!          of another band
//! ```

use std::sync::LazyLock;

use super::super::grid::Grid;
use super::super::rules::Unit;

/// A grid in another form: for each cell and digit of the form those of the grid.
#[derive(Clone, Debug)]
pub(super) struct View {
    order: usize,
    is_transposed: bool,
    /// For each row and column of the form that of the grid, or the other way round if transposed.
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// For each digit of the form, from 0, that of the grid.
    digits: Vec<usize>,
}

impl View {
    /// Returns the cell of the grid.
    pub(super) fn cell(&self, cell: usize) -> usize {
        let size = self.order * self.order;
        let (row, column) = (self.rows[cell / size], self.columns[cell % size]);
        if self.is_transposed { column * size + row } else { row * size + column }
    }

    /// Returns the digits of the grid, as a set.
    pub(super) fn digits(&self, mask: u32) -> u32 {
        let is_in = |digit: &usize| mask >> digit & 1 == 1;
        (0..self.digits.len()).filter(is_in).fold(0, |set, digit| set | 1 << self.digits[digit])
    }

    /// Returns the unit of the grid.
    pub(super) fn unit(&self, unit: Unit) -> Unit {
        match (unit, self.is_transposed) {
            (Unit::Row(row), false) => Unit::Row(self.rows[row]),
            (Unit::Row(row), true) => Unit::Column(self.rows[row]),
            (Unit::Column(column), false) => Unit::Column(self.columns[column]),
            (Unit::Column(column), true) => Unit::Row(self.columns[column]),
            (Unit::Box(number), _) => {
                let size = self.order * self.order;
                let first =
                    number / self.order * self.order * size + number % self.order * self.order;
                let cell = self.cell(first);
                let (row, column) = (cell / size, cell % size);
                Unit::Box(row / self.order * self.order + column / self.order)
            }
        }
    }
}

/// A form whose first rows are chosen.
#[derive(Clone, Copy)]
struct Part {
    is_transposed: bool,
    columns: [u8; 9],
    rows: [u8; 9],
    /// For each digit of the grid that of the form; 0 if it has none yet.
    names: [u8; 10],
    named: u8,
}

/// The 1,296 orders of nine lines.
static ORDERS: LazyLock<Vec<[u8; 9]>> = LazyLock::new(|| {
    const THREE: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut all = Vec::with_capacity(1296);
    for bands in THREE {
        for number in 0..216 {
            let mut order = [0; 9];
            for (at, within) in [number / 36, number / 6 % 6, number % 6].into_iter().enumerate() {
                for (to, from) in THREE[within].into_iter().enumerate() {
                    order[3 * at + to] = 3 * bands[at] + from;
                }
            }
            all.push(order);
        }
    }
    all
});

/// Returns the forms without rows whose order of columns can be least: with it the givens of some row
/// come as late as those of any row can. A row whose stacks have 0, 1 and 2 givens becomes
/// `000 001 011`.
fn firsts(boards: &[[u8; 81]; 2]) -> Vec<Part> {
    let sets = boards.map(|cells| -> [u16; 9] {
        std::array::from_fn(|row| {
            (0..9).filter(|at| cells[9 * row + at] != 0).fold(0, |set, at| set | 1 << at)
        })
    });
    let latest = |set: &u16| {
        let mut counts = [0, 3, 6].map(|at| (set >> at & 7).count_ones());
        counts.sort_unstable();
        counts.into_iter().fold(0, |row, count| row << 3 | ((1 << count) - 1))
    };
    let least: u16 = sets.iter().flatten().map(latest).min().unwrap_or(0);
    let mut parts: Vec<Part> = Vec::new();
    for (is_transposed, mut sets) in [false, true].into_iter().zip(sets.map(Vec::from)) {
        sets.retain(|set| latest(set) == least);
        let (rows, names, named) = ([0; 9], [0; 10], 0);
        let whole = |&columns| Part { is_transposed, columns, rows, names, named };
        let is_least = |columns: &&[u8; 9]| {
            let fits = |set: &u16, at: usize| (set >> columns[at] ^ least >> (8 - at)) & 1 == 0;
            sets.iter().any(|set| (0..9).all(|at| fits(set, at)))
        };
        parts.extend(ORDERS.iter().filter(is_least).map(whole));
    }
    parts
}

/// Returns the next row of a form as a number of nine digits, and the form with it, unless the number
/// is more than `most`.
fn row_of(part: &Part, cells: &[u8; 81], row: u8, most: u64) -> Option<(u64, Part)> {
    let (mut next, mut number) = (*part, 0);
    for (at, column) in part.columns.into_iter().enumerate() {
        let value = cells[usize::from(9 * row + column)];
        let mut name = next.names[usize::from(value)];
        if value != 0 && name == 0 {
            next.named += 1;
            name = next.named;
            next.names[usize::from(value)] = name;
        }
        number = number << 4 | u64::from(name);
        if number > most >> (4 * (8 - at)) {
            return None;
        }
    }
    Some((number, next))
}

/// Returns the canonical form of a 9×9 grid, and how it is named in the grid; `None` for other sizes.
pub(super) fn canonical(grid: &Grid) -> Option<(Grid, View)> {
    let cells: [u8; 81] = grid.cells().try_into().ok()?;
    let mut turned = [0; 81];
    for (cell, &value) in cells.iter().enumerate() {
        turned[cell % 9 * 9 + cell / 9] = value;
    }
    let boards = [cells, turned];
    let mut parts = firsts(&boards);
    let mut text = Vec::with_capacity(81);
    for level in 0..9 {
        let (mut least, mut kept) = (u64::MAX, Vec::new());
        for part in &parts {
            let cells = &boards[usize::from(part.is_transposed)];
            let chosen = &part.rows[..level];
            for row in (0..9).filter(|row| !chosen.contains(row)) {
                let band = level % 3 == 0 || row / 3 == chosen[level - 1] / 3;
                if !band {
                    continue;
                }
                let Some((number, mut next)) = row_of(part, cells, row, least) else { continue };
                if number < least {
                    least = number;
                    kept.clear();
                }
                next.rows[level] = row;
                kept.push(next);
            }
        }
        parts = kept;
        text.extend((0..9).rev().map(|at| (least >> (4 * at) & 15) as u8));
    }
    let part = parts.first()?;
    let mut digits = vec![0; 9];
    let mut unused = part.named;
    for value in 1..=9 {
        let name = match part.names[value] {
            0 => {
                unused += 1;
                unused
            }
            name => name,
        };
        digits[usize::from(name) - 1] = value - 1;
    }
    let lines = |lines: [u8; 9]| lines.into_iter().map(usize::from).collect();
    let (rows, columns) = (lines(part.rows), lines(part.columns));
    let view = View { order: 3, is_transposed: part.is_transposed, rows, columns, digits };
    Some((Grid::new(text)?, view))
}
