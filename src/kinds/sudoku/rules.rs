//! The plain rules: units, peers, candidates, clashes, solutions. Nothing here is fast or uses an
//! engine: engines are tested against it.

use std::sync::OnceLock;

use super::grid::Grid;
use super::layout::Layout;

/// A row, column or box, by its number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Unit {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// A box, numbered in reading order.
    Box(usize),
}

impl std::fmt::Display for Unit {
    /// Writes `row 1`, numbered from 1.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Row(number) => write!(f, "row {}", number + 1),
            Self::Column(number) => write!(f, "column {}", number + 1),
            Self::Box(number) => write!(f, "box {}", number + 1),
        }
    }
}

/// Units and peers of all cells of a grid of one layout.
#[derive(Debug)]
pub(super) struct Geometry {
    /// The layout of the grid.
    pub layout: Layout,
    /// The number of digits.
    pub size: usize,
    /// All units: rows, then columns, then boxes, each with its cells in reading order.
    pub units: Vec<(Unit, Vec<u16>)>,
    /// For each cell the cells that share a unit with it, in reading order.
    pub peers: Vec<Vec<u16>>,
}

impl Geometry {
    /// Returns the geometry of a layout, made at its first use.
    pub(super) fn of(layout: Layout) -> &'static Self {
        const COUNT: usize = Layout::ALL.len();
        static ALL: [OnceLock<Geometry>; COUNT] = [const { OnceLock::new() }; COUNT];
        let number = Layout::ALL.iter().position(|&known| known == layout).unwrap_or_default();
        ALL[number].get_or_init(|| Self::new(layout))
    }

    fn new(layout: Layout) -> Self {
        let size = layout.size();
        let (box_rows, box_columns) = (layout.box_rows(), layout.box_columns());
        let mut units = Vec::with_capacity(3 * size);
        for row in 0..size {
            units.push((Unit::Row(row), (0..size).map(|c| (row * size + c) as u16).collect()));
        }
        for column in 0..size {
            let cells = (0..size).map(|r| (r * size + column) as u16).collect();
            units.push((Unit::Column(column), cells));
        }
        for number in 0..size {
            let (top, left) = layout.corner(number);
            let cell = |at: usize| (top + at / box_columns) * size + left + at % box_columns;
            let cells = (0..size).map(|at| cell(at) as u16);
            units.push((Unit::Box(number), cells.collect()));
        }

        let mut geometry = Self { layout, size, units, peers: Vec::new() };
        // Row by row, so that opening a first sudoku does not look at every pair of cells.
        geometry.peers = (0..size * size)
            .map(|cell| {
                let (row, column) = (geometry.row(cell), geometry.column(cell));
                let (top, left) = layout.corner(layout.box_of(row, column));
                let mut peers = Vec::with_capacity(3 * size);
                for r in 0..size {
                    let columns = match r {
                        _ if r == row => 0..size,
                        _ if (top..top + box_rows).contains(&r) => left..left + box_columns,
                        _ => column..column + 1,
                    };
                    peers.extend(columns.map(|c| (r * size + c) as u16));
                }
                peers.retain(|&other| usize::from(other) != cell);
                peers
            })
            .collect();
        geometry
    }

    /// Returns the row of a cell.
    pub(super) fn row(&self, cell: usize) -> usize {
        cell / self.size
    }

    /// Returns the column of a cell.
    pub(super) fn column(&self, cell: usize) -> usize {
        cell % self.size
    }

    /// Returns the box of a cell.
    pub(super) fn box_of(&self, cell: usize) -> usize {
        self.layout.box_of(self.row(cell), self.column(cell))
    }

    /// Returns whether two cells share a row, a column or a box. A cell sees itself.
    pub(super) fn sees(&self, a: usize, b: usize) -> bool {
        self.shared(a, b).is_some()
    }

    /// Returns a unit that two cells share: the row before the column before the box.
    pub(super) fn shared(&self, a: usize, b: usize) -> Option<Unit> {
        if self.row(a) == self.row(b) {
            Some(Unit::Row(self.row(a)))
        } else if self.column(a) == self.column(b) {
            Some(Unit::Column(self.column(a)))
        } else if self.box_of(a) == self.box_of(b) {
            Some(Unit::Box(self.box_of(a)))
        } else {
            None
        }
    }

    /// Returns the cells of a unit.
    pub(super) fn cells(&self, unit: Unit) -> &[u16] {
        let index = match unit {
            Unit::Row(number) => number,
            Unit::Column(number) => self.size + number,
            Unit::Box(number) => 2 * self.size + number,
        };
        &self.units[index].1
    }
}

/// Returns the geometry of a grid.
pub(super) fn geometry(grid: &Grid) -> &'static Geometry {
    Geometry::of(grid.layout())
}

/// Returns the values of a unit, 0 if a cell is empty.
pub(super) fn values(grid: &Grid, unit: Unit) -> Vec<u8> {
    geometry(grid).cells(unit).iter().map(|&cell| grid.value(usize::from(cell))).collect()
}

/// Returns the digits (bit `d-1`) that a cell can take: those that no other cell of its row, column
/// and box holds, without the deleted ones; those of a filled cell too.
pub(super) fn candidates(grid: &Grid, cell: usize) -> u32 {
    allowed(grid, cell) & !grid.deleted(cell)
}

/// Puts a digit into a cell. Marks that this makes void are forgotten, so that the same digits and
/// candidates are always the same grid.
pub(super) fn put(grid: &mut Grid, cell: usize, digit: u8) {
    grid.set(cell, digit);
    if grid.has_marks() {
        grid.delete(cell, 0);
        for &peer in &geometry(grid).peers[cell] {
            let peer = usize::from(peer);
            grid.delete(peer, grid.deleted(peer) & !(1 << (digit - 1)));
        }
    }
}

/// Returns the digits that no other cell of the cell's row, column and box holds.
pub(super) fn allowed(grid: &Grid, cell: usize) -> u32 {
    let mut left = (1_u32 << grid.size()) - 1;
    for &peer in &geometry(grid).peers[cell] {
        let value = grid.value(usize::from(peer));
        if value != 0 {
            left &= !(1 << (value - 1));
        }
    }
    left
}

/// Two cells of one unit that hold the same digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clash {
    /// The earlier cell.
    pub first: usize,
    /// The later cell.
    pub second: usize,
    /// The unit.
    pub unit: Unit,
    /// The digit.
    pub digit: u8,
}

/// Returns every clash, by the later cell in reading order: each cell that repeats a digit is named
/// once, with the nearest earlier cell that holds it in a unit (row before column before box).
pub(super) fn clashes(grid: &Grid) -> Vec<Clash> {
    let geometry = geometry(grid);
    let mut clashes = Vec::new();
    for second in 0..grid.cells().len() {
        let digit = grid.value(second);
        if digit == 0 {
            continue;
        }
        let earlier = geometry.peers[second]
            .iter()
            .map(|&cell| usize::from(cell))
            .filter(|&cell| cell < second && grid.value(cell) == digit)
            .filter_map(|cell| geometry.shared(cell, second).map(|unit| (unit_rank(unit), cell)))
            .min_by_key(|&(rank, cell)| (rank, std::cmp::Reverse(cell)));
        if let Some((_, first)) = earlier
            && let Some(unit) = geometry.shared(first, second)
        {
            clashes.push(Clash { first, second, unit, digit });
        }
    }
    clashes
}

fn unit_rank(unit: Unit) -> u8 {
    match unit {
        Unit::Row(_) => 0,
        Unit::Column(_) => 1,
        Unit::Box(_) => 2,
    }
}

/// Returns for each cell its digit, or its candidates if it is empty, in one pass over the units.
fn able(grid: &Grid) -> Vec<u32> {
    let geometry = geometry(grid);
    let size = geometry.size;
    let all_digits = (1_u32 << size) - 1;
    let digit = |value: u8| if value == 0 { 0 } else { 1_u32 << (value - 1) };
    let mut taken = vec![[0_u32; 3]; size];
    for (cell, &value) in grid.cells().iter().enumerate() {
        taken[geometry.row(cell)][0] |= digit(value);
        taken[geometry.column(cell)][1] |= digit(value);
        taken[geometry.box_of(cell)][2] |= digit(value);
    }
    let cell = |(cell, &value): (usize, &u8)| match value {
        0 => {
            let row = taken[geometry.row(cell)][0];
            let column = taken[geometry.column(cell)][1];
            all_digits & !(row | column | taken[geometry.box_of(cell)][2] | grid.deleted(cell))
        }
        value => digit(value),
    };
    grid.cells().iter().enumerate().map(cell).collect()
}

/// Returns the empty cells that can take no digit, in reading order.
pub(super) fn dead_cells(grid: &Grid) -> Vec<usize> {
    let able = able(grid);
    (0..able.len()).filter(|&cell| able[cell] == 0).collect()
}

/// A digit that no cell of a unit holds or can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DeadDigit {
    /// The digit.
    pub digit: u8,
    /// The unit.
    pub unit: Unit,
}

/// Returns the digits without a place in some unit, ascending: each once, with the first such unit
/// (rows before columns before boxes), because one cause often shows in several.
pub(super) fn dead_digits(grid: &Grid) -> Vec<DeadDigit> {
    let geometry = geometry(grid);
    let able = able(grid);
    let all_digits = (1_u32 << grid.size()) - 1;
    let mut dead_digits: Vec<DeadDigit> = Vec::new();
    for (unit, cells) in &geometry.units {
        let placed = cells.iter().fold(0, |placed, &cell| placed | able[usize::from(cell)]);
        for digit in super::grid::digits(all_digits & !placed) {
            if dead_digits.iter().all(|dead| dead.digit != digit) {
                dead_digits.push(DeadDigit { digit, unit: *unit });
            }
        }
    }
    dead_digits.sort_by_key(|dead| dead.digit);
    dead_digits
}

/// Returns whether every row, column and box holds every digit once.
pub(super) fn is_solution(grid: &Grid) -> bool {
    let all_digits = (1_u32 << grid.size()) - 1;
    geometry(grid).units.iter().all(|(_, cells)| {
        let seen = cells.iter().fold(0_u32, |seen, &cell| match grid.value(usize::from(cell)) {
            0 => seen,
            value => seen | 1 << (value - 1),
        });
        seen == all_digits
    })
}

/// Returns whether `grid` has the value of every filled cell of `givens`, and no digit that is
/// deleted there.
pub(super) fn extends(grid: &Grid, givens: &Grid) -> bool {
    grid.layout() == givens.layout()
        && grid.cells().iter().zip(givens.cells()).enumerate().all(|(cell, (&v, &g))| match g {
            0 => v == 0 || givens.deleted(cell) >> (v - 1) & 1 == 0,
            _ => g == v,
        })
}

/// Returns the boards one step on: the first empty cell in reading order takes each of its
/// candidates, ascending. A full board has none.
pub(super) fn next(grid: &Grid) -> Vec<Grid> {
    let Some(cell) = grid.cells().iter().position(|&value| value == 0) else { return Vec::new() };
    super::grid::digits(candidates(grid, cell))
        .map(|digit| {
            let mut board = grid.clone();
            board.set(cell, digit);
            board
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::sudoku::tests::grid;

    #[test]
    fn units_and_candidates() {
        let board = grid(
            "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
        );
        assert_eq!(values(&board, Unit::Row(0)), [0, 0, 3, 0, 2, 0, 6, 0, 0]);
        assert_eq!(values(&board, Unit::Column(2)), [3, 0, 1, 8, 0, 6, 2, 0, 5]);
        assert_eq!(values(&board, Unit::Box(1)), [0, 2, 0, 3, 0, 5, 8, 0, 6]);
        assert_eq!(candidates(&board, 0), 0b1_1000, "4 and 5");
        assert!(clashes(&board).is_empty() && dead_cells(&board).is_empty());
        assert_eq!(geometry(&board).peers[40].len(), 20);
        for cell in 0..81 {
            let value = board.value(cell);
            let plain = if value == 0 { candidates(&board, cell) } else { 1 << (value - 1) };
            assert_eq!(able(&board)[cell], plain, "{cell}");
        }
        assert_eq!(next(&board).len(), 2);
    }

    #[test]
    fn peers_are_the_other_cells_that_a_cell_sees() {
        for layout in Layout::ALL {
            let geometry = Geometry::of(layout);
            for (cell, peers) in geometry.peers.iter().enumerate() {
                let sees = |&other: &usize| other != cell && geometry.sees(cell, other);
                let plain = (0..geometry.peers.len()).filter(sees);
                assert!(plain.eq(peers.iter().map(|&peer| usize::from(peer))), "{layout} {cell}");
            }
        }
    }

    #[test]
    fn clashes_name_each_repeating_cell_once() {
        let board = grid("11..............");
        let repeated = clashes(&board);
        assert_eq!(repeated, [Clash { first: 0, second: 1, unit: Unit::Row(0), digit: 1 }]);
        let column = grid("1.......1.......");
        assert_eq!(clashes(&column)[0].unit, Unit::Column(0));
        let in_box = grid("1....1..........");
        assert_eq!(clashes(&in_box)[0].unit, Unit::Box(0));
        assert_eq!(dead_cells(&grid("12....3...4.....")), [2]);
        assert_eq!(dead_cells(&grid("12.....3..4.....")), [2]);
        assert_eq!(dead_cells(&grid("1.234...........")), [1]);
    }

    #[test]
    fn a_solution_is_full_and_extends_its_givens() {
        let solved = grid("1234341221434321");
        assert!(is_solution(&solved));
        assert!(extends(&solved, &grid("1..............1")));
        assert!(!extends(&solved, &grid("2...............")));
        assert!(!is_solution(&grid("1234341221434312")));
        assert!(!is_solution(&grid("123434122143432.")));
        assert!(next(&solved).is_empty());
    }
}
