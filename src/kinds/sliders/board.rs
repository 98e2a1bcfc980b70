//! Boards of tiles with one gap, and pairs of a start and a goal.

/// The label number of the gap.
pub(super) const GAP: u32 = 0;

/// A rectangle of tiles with one gap. Tiles with the same label number are alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    cols: usize,
    /// Label numbers in reading order; [`GAP`] is the gap.
    cells: Vec<u32>,
    gap: usize,
}

/// Why cells are not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The number of cells is not rows times columns, or there is none.
    Shape,
    /// This many gaps instead of one.
    Gaps(usize),
}

impl Board {
    /// Returns a board of that shape from label numbers in reading order, 0 for the gap.
    ///
    /// # Errors
    /// A wrong number of cells or of gaps.
    pub fn new(rows: usize, cols: usize, cells: Vec<u32>) -> Result<Self, BoardError> {
        if cells.is_empty() || rows.checked_mul(cols) != Some(cells.len()) {
            return Err(BoardError::Shape);
        }
        let gaps = cells.iter().filter(|&&cell| cell == GAP).count();
        match cells.iter().position(|&cell| cell == GAP) {
            Some(gap) if gaps == 1 => Ok(Self { rows, cols, cells, gap }),
            _ => Err(BoardError::Gaps(gaps)),
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Returns the numbers of the labels in reading order.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Returns the place of the gap in reading order.
    pub fn gap(&self) -> usize {
        self.gap
    }

    /// Exchanges the gap with the tile at `from`.
    pub(super) fn fill_gap(&mut self, from: usize) {
        self.cells.swap(self.gap, from);
        self.gap = from;
    }
}

/// A start and a goal of the same shape with the same tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    start: Board,
    goal: Board,
}

/// Why two boards are not a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairError {
    /// The shapes differ.
    Shape,
    /// The start has `start` tiles of the label and the goal `goal`; the first such label number.
    Tiles {
        /// The label number.
        label: u32,
        /// Tiles of it at the start.
        start: usize,
        /// Tiles of it at the goal.
        goal: usize,
    },
}

impl Pair {
    /// Returns the pair of these two boards.
    ///
    /// # Errors
    /// The shapes or the tiles differ.
    pub fn new(start: Board, goal: Board) -> Result<Self, PairError> {
        if (start.rows, start.cols) != (goal.rows, goal.cols) {
            return Err(PairError::Shape);
        }
        let sorted = |board: &Board| {
            let mut cells = board.cells.clone();
            cells.sort_unstable();
            cells
        };
        let a = sorted(&start);
        let b = sorted(&goal);
        if let Some(at) = (0..a.len()).find(|&at| a[at] != b[at]) {
            let label = a[at].min(b[at]);
            let tiles = |cells: &[u32]| cells.iter().filter(|&&cell| cell == label).count();
            return Err(PairError::Tiles { label, start: tiles(&a), goal: tiles(&b) });
        }
        Ok(Self { start, goal })
    }

    /// Returns the places of the tiles now.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Returns the places of the tiles at the goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Returns whether no two tiles are alike.
    pub fn all_differ(&self) -> bool {
        let mut cells = self.start.cells.clone();
        cells.sort_unstable();
        cells.windows(2).all(|two| two[0] != two[1])
    }

    /// Returns whether parity proves that the goal cannot be reached: all tiles differ, and the
    /// parity of the permutation that takes them to their goals is not that of the gap's distance
    /// (every slide changes both). If two tiles are alike, parity decides nothing.
    pub fn parity_forbids(&self) -> bool {
        if !self.all_differ() {
            return false;
        }
        let mut order: Vec<usize> = (0..self.goal.cells.len()).collect();
        order.sort_unstable_by_key(|&at| self.goal.cells[at]);
        let target = |label: u32| {
            let at = order.binary_search_by_key(&label, |&at| self.goal.cells[at]);
            order[at.expect("both boards have the same tiles")]
        };
        let mut seen = vec![false; order.len()];
        let mut odd = false;
        for first in 0..seen.len() {
            let mut at = first;
            let mut length = 0;
            while !seen[at] {
                seen[at] = true;
                at = target(self.start.cells[at]);
                length += 1;
            }
            // A cycle of even length is an odd permutation.
            odd ^= length > 0 && length % 2 == 0;
        }
        let cols = self.start.cols;
        let from = self.start.gap;
        let to = self.goal.gap;
        let apart = (from / cols).abs_diff(to / cols) + (from % cols).abs_diff(to % cols);
        odd != (apart % 2 == 1)
    }

    /// Returns whether the goal can be reached for sure: on a board of at least two rows and two
    /// columns every arrangement is reachable that parity does not forbid (Johnson and Story 1879;
    /// two equal tiles make every arrangement an even one).
    pub fn surely_solvable(&self) -> bool {
        self.start.rows > 1 && self.start.cols > 1 && !self.parity_forbids()
    }

    /// Returns the number of arrangements of the tiles, reachable or not, as exact as a float can
    /// hold it.
    pub fn arrangements(&self) -> f64 {
        let mut cells = self.start.cells.clone();
        cells.sort_unstable();
        let mut ways = 1.0;
        let mut alike = 0;
        for (at, &cell) in cells.iter().enumerate() {
            alike = if at > 0 && cells[at - 1] == cell { alike + 1 } else { 1 };
            ways *= (at + 1) as f64 / f64::from(alike);
        }
        ways
    }
}
