//! The canonical form of a grid: the least text that relabeling its digits, transposing it if its boxes
//! are square, and permuting bands, stacks, rows and columns within them can give it, `.` before any
//! digit.
//!
//! ```text
//! level 1: the orders of columns of both orientations that can be least × every row that can be first
//! level n: what gave the least n rows × every row that can follow: the rows of the band, then those
//!          of another band
//! ```

use std::sync::OnceLock;

use super::super::grid::Grid;
use super::super::layout::Layout;
use super::super::rules::Unit;

/// A grid in another form: for each cell and digit of the form those of the grid.
#[derive(Clone, Debug)]
pub(super) struct View {
    layout: Layout,
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
        let size = self.layout.size();
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
                let size = self.layout.size();
                let (top, left) = self.layout.corner(number);
                let cell = self.cell(top * size + left);
                Unit::Box(self.layout.box_of(cell / size, cell % size))
            }
        }
    }
}

/// The most lines of a grid that has a canonical form.
const LINES: usize = 9;

/// A form whose first rows are chosen. Of its lines there are as many as the grid has.
#[derive(Clone, Copy)]
struct Part {
    is_transposed: bool,
    columns: [u8; LINES],
    rows: [u8; LINES],
    /// For each digit of the grid that of the form; 0 if it has none yet.
    names: [u8; LINES + 1],
    named: u8,
}

/// Returns the orders of `count` things, each of the same length.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..count {
        let longer = |known: Vec<usize>| {
            let rest = (0..count).filter(|at| !known.contains(at)).collect::<Vec<_>>();
            rest.into_iter().map(move |at| [&known[..], &[at]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}

/// Returns the orders of `size` lines that keep lines of the same band, `width` of them, together:
/// 1,296 for a 9×9 grid.
fn orders(size: usize, width: usize) -> Vec<[u8; LINES]> {
    let mut line_orders = vec![Vec::new()];
    let within = permutations(width);
    for _ in 0..size / width {
        let longer = |known: Vec<Vec<usize>>| {
            within.iter().map(move |next| [&known[..], std::slice::from_ref(next)].concat())
        };
        line_orders = line_orders.into_iter().flat_map(longer).collect();
    }
    let bands = permutations(size / width);
    let order = |lines: &Vec<Vec<usize>>, bands: &Vec<usize>| {
        let mut order = [0; LINES];
        for (at, line) in order.iter_mut().enumerate().take(size) {
            *line = (bands[at / width] * width + lines[at / width][at % width]) as u8;
        }
        order
    };
    bands.iter().flat_map(|bands| line_orders.iter().map(|lines| order(lines, bands))).collect()
}

/// Returns the orders of the columns of a layout, made at their first use.
fn column_orders(layout: Layout) -> &'static [[u8; LINES]] {
    static ALL: [OnceLock<Vec<[u8; LINES]>>; LINES + 1] = [const { OnceLock::new() }; LINES + 1];
    ALL[layout.size()].get_or_init(|| orders(layout.size(), layout.box_columns()))
}

/// Returns the forms without rows whose order of columns can be least: with it the givens of some row
/// come as late as those of any row can. A row whose stacks have 0, 1 and 2 givens becomes
/// `000 001 011`.
fn firsts(boards: &[Vec<u8>], layout: Layout) -> Vec<Part> {
    let size = layout.size();
    let width = layout.box_columns();
    let sets: Vec<Vec<u16>> = boards
        .iter()
        .map(|cells| {
            let set = |row: &[u8]| {
                let given = (0..size).filter(|&at| row[at] != 0);
                given.fold(0, |set, at| set | 1 << at)
            };
            cells.chunks(size).map(set).collect()
        })
        .collect();

    let latest = |set: &u16| {
        let stacks = (0..size).step_by(width);
        let mut counts: Vec<u32> =
            stacks.map(|at| (set >> at & ((1 << width) - 1)).count_ones()).collect();
        counts.sort_unstable();
        counts.into_iter().fold(0, |row, count| row << width | ((1 << count) - 1))
    };
    let least: u16 = sets.iter().flatten().map(latest).min().unwrap_or(0);
    let mut parts: Vec<Part> = Vec::new();
    for (is_transposed, mut sets) in [false, true].into_iter().zip(sets) {
        sets.retain(|set| latest(set) == least);
        let (rows, names, named) = ([0; LINES], [0; LINES + 1], 0);
        let whole = |&columns| Part { is_transposed, columns, rows, names, named };
        let is_least = |columns: &&[u8; LINES]| {
            let fits =
                |set: &u16, at: usize| (set >> columns[at] ^ least >> (size - 1 - at)) & 1 == 0;
            sets.iter().any(|set| (0..size).all(|at| fits(set, at)))
        };
        parts.extend(column_orders(layout).iter().filter(is_least).map(whole));
    }
    parts
}

/// Returns the next row of a form as a number of a digit per column, and the form with it, unless the
/// number is more than `most`.
fn row_of(part: &Part, row: &[u8], most: u64) -> Option<(u64, Part)> {
    let mut next = *part;
    let mut number = 0;
    for (at, &column) in part.columns.iter().enumerate().take(row.len()) {
        let value = row[usize::from(column)];
        let mut name = next.names[usize::from(value)];
        if value != 0 && name == 0 {
            next.named += 1;
            name = next.named;
            next.names[usize::from(value)] = name;
        }
        number = number << 4 | u64::from(name);
        if number > most >> (4 * (row.len() - 1 - at)) {
            return None;
        }
    }
    Some((number, next))
}

/// Returns the canonical form of a 6×6 or 9×9 grid, and how it is named in the grid; `None` for other
/// sizes. A 4×4 grid has the same rating in each form, and larger ones have too many forms.
pub(super) fn canonical(grid: &Grid) -> Option<(Grid, View)> {
    let layout = grid.layout();
    let size = layout.size();
    if !(6..=LINES).contains(&size) {
        return None;
    }
    let mut boards = vec![grid.cells().to_vec()];
    if layout.has_square_boxes() {
        let turned = (0..size * size).map(|cell| grid.value(cell % size * size + cell / size));
        boards.push(turned.collect());
    }

    let mut parts = firsts(&boards, layout);
    let mut text = Vec::with_capacity(size * size);
    let band_of = |row: u8| usize::from(row) / layout.box_rows();
    for level in 0..size {
        let mut least = u64::MAX;
        let mut kept = Vec::new();
        for part in &parts {
            let cells = &boards[usize::from(part.is_transposed)];
            let chosen = &part.rows[..level];
            for row in (0..size as u8).filter(|row| !chosen.contains(row)) {
                let starts_band = level.is_multiple_of(layout.box_rows());
                if !starts_band && band_of(row) != band_of(chosen[level - 1]) {
                    continue;
                }
                let given = &cells[usize::from(row) * size..][..size];
                let Some((number, mut next)) = row_of(part, given, least) else { continue };
                if number < least {
                    least = number;
                    kept.clear();
                }
                next.rows[level] = row;
                kept.push(next);
            }
        }
        parts = kept;
        text.extend((0..size).rev().map(|at| (least >> (4 * at) & 15) as u8));
    }

    let part = parts.first()?;
    let mut digits = vec![0; size];
    let mut unused = part.named;
    for value in 1..=size {
        let name = match part.names[value] {
            0 => {
                unused += 1;
                unused
            }
            name => name,
        };
        digits[usize::from(name) - 1] = value - 1;
    }

    let lines = |lines: &[u8; LINES]| lines[..size].iter().copied().map(usize::from).collect();
    let (rows, columns) = (lines(&part.rows), lines(&part.columns));
    let view = View { layout, is_transposed: part.is_transposed, rows, columns, digits };
    Some((Grid::new(text)?, view))
}
