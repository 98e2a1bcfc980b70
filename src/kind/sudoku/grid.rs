//! A sudoku grid and its plain rules.

use std::fmt;

/// A grid of order 2 to 5: boxes of `order × order` cells, `size = order²` digits, rows, columns
/// and boxes. Cells are numbered row by row from 0; 0 is an empty cell.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    order: usize,
    cells: Vec<u8>,
}

/// A row, a column or a box, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// A box, in reading order.
    Box(usize),
}

impl fmt::Display for Unit {
    /// `row 1`, counted from 1 as people count.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(at) => write!(f, "row {}", at + 1),
            Self::Column(at) => write!(f, "column {}", at + 1),
            Self::Box(at) => write!(f, "box {}", at + 1),
        }
    }
}

/// Two cells of a unit that hold the same digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The first cell, in reading order.
    pub first: usize,
    /// The second.
    pub second: usize,
    /// A unit that holds both.
    pub unit: Unit,
    /// The digit.
    pub digit: u8,
}

impl Grid {
    /// An empty grid; none if the order is not 2 to 5.
    pub fn empty(order: usize) -> Option<Self> {
        (2..=5).contains(&order).then(|| Self { order, cells: vec![0; order.pow(4)] })
    }

    /// A grid of those cells; none if their number is not that of a grid of order 2 to 5, or a
    /// digit is larger than its size.
    pub fn new(cells: Vec<u8>) -> Option<Self> {
        let order = (2..=5_usize).find(|order| order.pow(4) == cells.len())?;
        let fits = cells.iter().all(|&digit| usize::from(digit) <= order * order);
        fits.then_some(Self { order, cells })
    }

    /// Rows (and columns) of a box.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Number of digits, rows, columns and boxes.
    pub fn size(&self) -> usize {
        self.order * self.order
    }

    /// The cells, row by row; 0 is empty.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The digit of a cell; 0 is empty.
    pub fn get(&self, cell: usize) -> u8 {
        self.cells[cell]
    }

    /// Puts a digit into a cell; 0 empties it.
    pub fn set(&mut self, cell: usize, digit: u8) {
        self.cells[cell] = digit;
    }

    /// Row, column and box of a cell.
    pub fn place(&self, cell: usize) -> (usize, usize, usize) {
        let (row, column) = (cell / self.size(), cell % self.size());
        (row, column, row / self.order * self.order + column / self.order)
    }

    /// The cells of a unit in reading order.
    pub fn unit(&self, unit: Unit) -> Vec<usize> {
        let (size, order) = (self.size(), self.order);
        (0..size)
            .map(|at| match unit {
                Unit::Row(row) => row * size + at,
                Unit::Column(column) => at * size + column,
                Unit::Box(number) => {
                    let row = number / order * order + at / order;
                    row * size + number % order * order + at % order
                }
            })
            .collect()
    }

    /// All units: the rows, the columns, the boxes.
    pub fn units(&self) -> Vec<Unit> {
        let size = self.size();
        let rows = (0..size).map(Unit::Row);
        rows.chain((0..size).map(Unit::Column)).chain((0..size).map(Unit::Box)).collect()
    }

    /// The cells that share a unit with `cell`, in reading order, without itself.
    pub fn peers(&self, cell: usize) -> Vec<usize> {
        let (row, column, number) = self.place(cell);
        (0..self.cells.len())
            .filter(|&other| {
                let (r, c, b) = self.place(other);
                other != cell && (r == row || c == column || b == number)
            })
            .collect()
    }

    /// The digits that no peer of a cell holds, ascending: what the cell could take by its row,
    /// its column and its box alone. Of a filled cell: its digit, if no peer holds it.
    pub fn candidates(&self, cell: usize) -> Vec<u8> {
        let taken: u32 =
            self.peers(cell).into_iter().fold(0, |bits, peer| bits | 1 << self.cells[peer]);
        let own = self.cells[cell];
        (1..=self.size() as u8)
            .filter(|&digit| taken >> digit & 1 == 0 && (own == 0 || own == digit))
            .collect()
    }

    /// The pairs of neighbouring clashes: for every unit and digit that stands there more than
    /// once, each cell with the one before. A pair that clashes in two units is told once.
    pub fn clashes(&self) -> Vec<Clash> {
        let mut found: Vec<Clash> = Vec::new();
        for unit in self.units() {
            let mut last = [usize::MAX; 26];
            for cell in self.unit(unit) {
                let digit = self.cells[cell];
                if digit == 0 {
                    continue;
                }
                let first = std::mem::replace(&mut last[usize::from(digit)], cell);
                let told = |one: &Clash| (one.first, one.second) == (first, cell);
                if first != usize::MAX && !found.iter().any(told) {
                    found.push(Clash { first, second: cell, unit, digit });
                }
            }
        }
        found
    }

    /// Number of filled cells.
    pub fn givens(&self) -> usize {
        self.cells.iter().filter(|&&digit| digit != 0).count()
    }

    /// Whether every unit holds every digit once.
    pub fn is_solution(&self) -> bool {
        self.units().into_iter().all(|unit| {
            let bits = self.unit(unit).iter().fold(0_u32, |bits, &cell| bits | 1 << self.cells[cell]);
            bits == (1 << (self.size() + 1)) - 2
        })
    }

    /// Whether this grid holds all that `givens` holds.
    pub fn extends(&self, givens: &Self) -> bool {
        self.cells.len() == givens.cells.len()
            && self.cells.iter().zip(&givens.cells).all(|(own, given)| *given == 0 || own == given)
    }

    /// The boards one step on: the first empty cell in reading order with each of its candidates,
    /// digits ascending. A full board has none.
    pub fn next(&self) -> Vec<Self> {
        let Some(cell) = self.cells.iter().position(|&digit| digit == 0) else {
            return Vec::new();
        };
        let fill = |digit| {
            let mut next = self.clone();
            next.cells[cell] = digit;
            next
        };
        self.candidates(cell).into_iter().map(fill).collect()
    }

    /// The character of a digit: 1 to 9, then letters from A.
    pub fn symbol(digit: u8) -> char {
        match digit {
            0 => '.',
            1..=9 => char::from(b'0' + digit),
            _ => char::from(b'A' + digit - 10),
        }
    }

    /// The digit of a character: `0`, `.` and `_` are empty; letters in either case.
    pub fn digit(symbol: char) -> Option<u8> {
        match symbol {
            '0' | '.' | '_' => Some(0),
            '1'..='9' => Some(symbol as u8 - b'0'),
            'A'..='P' => Some(symbol as u8 - b'A' + 10),
            'a'..='p' => Some(symbol as u8 - b'a' + 10),
            _ => None,
        }
    }

    /// A cell as people write it: `r1c3`.
    pub fn name(&self, cell: usize) -> String {
        let (row, column, _) = self.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    }
}

impl fmt::Display for Grid {
    /// The cells in reading order, `.` for an empty one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells.iter().try_for_each(|&digit| write!(f, "{}", Self::symbol(digit)))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
