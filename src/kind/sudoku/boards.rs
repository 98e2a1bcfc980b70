//! The seeds' stream of boards: breadth-first from a board, each followed by the boards one step on
//! ([`rules::next`]). Nothing is expanded beyond what is asked.

use std::collections::VecDeque;

use super::grid::{Grid, digits};
use super::rules;
use crate::search::{Budget, Stop};

/// A breadth-first search over boards. All boards of a level have filled the same first empty
/// cells of the start, so a board is kept as the digits that it put there: its depth in bytes.
#[derive(Clone, Debug)]
pub struct Boards {
    start: Grid,
    /// The empty cells of the start, in reading order.
    empty: Vec<u16>,
    queue: VecDeque<Box<[u8]>>,
    expanded: u64,
    /// Bytes held by the queue.
    bytes: u64,
    /// The greatest depth discovered.
    depth: usize,
}

/// What a board in the queue costs beside its digits: pointer, length, allocation.
const OVERHEAD: u64 = 32;

impl Boards {
    /// A stream that starts with `start`.
    pub fn new(start: Grid) -> Self {
        let empty = (0..start.cells().len()).filter(|&cell| start.value(cell) == 0);
        let empty = empty.map(|cell| cell as u16).collect();
        let queue = VecDeque::from([Vec::new().into_boxed_slice()]);
        Self { start, empty, queue, expanded: 0, bytes: OVERHEAD, depth: 0 }
    }

    /// The next board of the stream, with the digits that lead to it from the start. It is
    /// expanded: its successors are at the end of the queue. None when the stream has ended.
    ///
    /// # Errors
    /// The limit of the budget that was reached; the stream stays where it is.
    pub fn next_board(&mut self, budget: &Budget) -> Result<Option<(Grid, Box<[u8]>)>, Stop> {
        budget.check(self.expanded, self.bytes)?;
        let Some(placed) = self.queue.pop_front() else { return Ok(None) };
        self.bytes -= placed.len() as u64 + OVERHEAD;
        let board = self.board(&placed);
        if let Some(&cell) = self.empty.get(placed.len()) {
            for digit in digits(rules::candidates(&board, usize::from(cell))) {
                let mut longer = Vec::with_capacity(placed.len() + 1);
                longer.extend_from_slice(&placed);
                longer.push(digit);
                self.depth = longer.len();
                self.bytes += longer.len() as u64 + OVERHEAD;
                self.queue.push_back(longer.into());
            }
        }
        self.expanded += 1;
        if self.expanded.is_multiple_of(1024)
            && let Some(progress) = &budget.progress
        {
            progress.publish(self.expanded, self.queue.len() as u64, self.depth as u64, self.bytes);
        }
        Ok(Some((board, placed)))
    }

    /// The boards that are found and not expanded, in order.
    pub fn frontier(&self) -> impl Iterator<Item = Grid> {
        self.queue.iter().map(|placed| self.board(placed))
    }

    /// `expanded N frontier N depth N`.
    pub fn figures(&self) -> String {
        let Self { expanded, depth, .. } = self;
        format!("expanded {expanded} frontier {} depth {depth}", self.queue.len())
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The empty cells of the start, which the digits of a path fill in this order.
    pub fn cells(&self) -> &[u16] {
        &self.empty
    }

    fn board(&self, placed: &[u8]) -> Grid {
        let mut board = self.start.clone();
        for (&cell, &digit) in self.empty.iter().zip(placed) {
            board.set(usize::from(cell), digit);
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::sudoku::tests::{SEED, grid};

    #[test]
    fn the_seeds_stream_starts_with_known_level_sizes() {
        let mut boards = Boards::new(grid(SEED));
        let mut sizes = [0; 5];
        for _ in 0..1 + 2 + 6 + 8 + 15 {
            let (_, placed) =
                boards.next_board(&Budget::unlimited()).expect("no limit").expect("a board");
            sizes[placed.len()] += 1;
        }
        assert_eq!(sizes, [1, 2, 6, 8, 15]);
        assert!(boards.figures().starts_with("expanded 32 frontier "));
    }

    #[test]
    fn the_stream_of_a_small_grid_ends_with_its_solutions() {
        let mut boards = Boards::new(grid("12..34.........."));
        let mut full = 0;
        while let Some((board, _)) = boards.next_board(&Budget::unlimited()).expect("no limit") {
            full += u32::from(rules::is_solution(&board));
        }
        let mut reference = super::super::reference::Reference::new(&grid("12..34.........."));
        assert_eq!(u64::from(full), reference.count(1000));
        let stopped = Boards::new(grid(SEED)).next_board(&Budget::unlimited().with_states(0));
        assert_eq!(stopped, Err(Stop::States));
    }
}
