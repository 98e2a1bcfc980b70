//! The stream of boards: breadth-first from a board, the first empty cell in reading order takes each
//! of its candidates, ascending.

use super::grid::{Grid, MOST_DIGITS, digits};
use super::rules::{candidates, put};
use crate::search::{Budget, Charge, Figures, Stop};

/// A board of the stream: one more cell of another board is filled.
struct Filled {
    /// The number of the other board.
    parent: u32,
    /// The number of cells that are filled since the start.
    depth: u16,
    /// The digit in the last of them.
    digit: u8,
}

/// The boards that are known so far, and those of them that wait for their expansion.
pub(super) struct Boards {
    start: Grid,
    /// The empty cells of the start.
    empty: Vec<usize>,
    /// The boards in the order of the stream. The first is the start.
    boards: Vec<Filled>,
    expanded: usize,
    charge: Charge,
}

impl Boards {
    pub(super) fn new(start: &Grid) -> Self {
        let empty = (0..start.cells().len()).filter(|&cell| start.value(cell) == 0).collect();
        let boards = vec![Filled { parent: 0, depth: 0, digit: 0 }];
        Self { start: start.clone(), empty, boards, expanded: 0, charge: Charge::default() }
    }

    /// Expands boards until so many are known, or no board waits.
    ///
    /// # Errors
    /// The budget's stop. The next call goes on.
    pub(super) fn find(&mut self, count: u64, budget: &Budget) -> Result<(), Stop> {
        self.charge.set(self.figures().bytes, budget);
        while (self.boards.len() as u64) < count && self.expanded < self.boards.len() {
            budget.check(self.expanded as u64, 0)?;
            self.reserve(budget)?;
            self.expand();
            if let Some(progress) = &budget.progress {
                let Figures { expanded, frontier, depth, bytes } = self.figures();
                progress.publish(expanded, frontier, depth, bytes);
            }
        }
        Ok(())
    }

    /// Makes room for the boards that one expansion may add.
    fn reserve(&mut self, budget: &Budget) -> Result<(), Stop> {
        let needed = self.boards.len() + MOST_DIGITS;
        u32::try_from(needed).map_err(|_| Stop::Memory)?;
        if needed > self.boards.capacity() {
            let room = 2 * needed;
            budget.fits((room * size_of::<Filled>()) as u64)?;
            let more = room - self.boards.len();
            self.boards.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
            self.charge.set(self.figures().bytes, budget);
        }
        Ok(())
    }

    fn expand(&mut self) {
        let (parent, filled) =
            (self.expanded as u32, usize::from(self.boards[self.expanded].depth));
        if let Some(&cell) = self.empty.get(filled) {
            let depth = filled as u16 + 1;
            let able = digits(candidates(&self.board(self.expanded), cell));
            self.boards.extend(able.map(|digit| Filled { parent, depth, digit }));
        }
        self.expanded += 1;
    }

    /// Returns a board by its number in the stream.
    pub(super) fn board(&self, number: usize) -> Grid {
        let mut board = self.start.clone();
        let mut filled = &self.boards[number];
        while filled.depth > 0 {
            put(&mut board, self.empty[usize::from(filled.depth) - 1], filled.digit);
            filled = &self.boards[filled.parent as usize];
        }
        board
    }

    /// Returns the number of boards at each depth that is known in full.
    pub(super) fn layers(&self) -> Vec<u64> {
        let mut layers = Vec::new();
        for filled in &self.boards {
            layers.resize(usize::from(filled.depth) + 1, 0);
            layers[usize::from(filled.depth)] += 1;
        }
        // The boards of the last depth are known once none before them waits.
        let next = self.boards.get(self.expanded);
        if next.is_some_and(|next| usize::from(next.depth) + 1 < layers.len()) {
            layers.pop();
        }
        layers
    }

    /// Returns how far the stream is known.
    pub(super) fn figures(&self) -> Figures {
        Figures {
            expanded: self.expanded as u64,
            frontier: (self.boards.len() - self.expanded) as u64,
            depth: self.boards.last().map_or(0, |last| last.depth.into()),
            bytes: (self.boards.capacity() * size_of::<Filled>()) as u64,
        }
    }

    /// Returns the number of boards that are known.
    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }
}
