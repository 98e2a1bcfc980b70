//! The stream of boards: breadth-first from a board, the first empty cell in reading order takes each
//! of its candidates, ascending.

use super::grid::Grid;
use super::rules::next;
use crate::search::{Budget, Charge, Figures, Stop};

/// The boards of the stream that are known so far.
pub(super) struct Boards {
    /// The boards in the order of the stream. The first is the start.
    known: Vec<Grid>,
    /// The number of boards whose next ones are known.
    expanded: usize,
    charge: Charge,
}

impl Boards {
    pub(super) fn new(start: &Grid) -> Self {
        Self { known: vec![start.clone()], expanded: 0, charge: Charge::default() }
    }

    /// Returns the first boards of the stream: fewer than `count` if there are no more.
    ///
    /// # Errors
    /// The budget's stop. The next call goes on.
    pub(super) fn first(&mut self, count: u64, budget: &Budget) -> Result<&[Grid], Stop> {
        while (self.known.len() as u64) < count && self.expanded < self.known.len() {
            let Figures { expanded, frontier, depth, bytes } = self.figures();
            self.charge.set(bytes, budget);
            if let Some(progress) = &budget.progress {
                progress.publish(expanded, frontier, depth, bytes);
            }
            budget.check(expanded, 0)?;
            self.known.extend(next(&self.known[self.expanded]));
            self.expanded += 1;
        }
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        Ok(&self.known[..count.min(self.known.len())])
    }

    /// Returns the number of boards at each depth that is known in full.
    pub(super) fn layers(&self) -> Vec<u64> {
        let depth = |board: &Grid| board.givens() - self.known[0].givens();
        let mut layers = Vec::new();
        for board in &self.known {
            layers.resize(depth(board) + 1, 0);
            layers[depth(board)] += 1;
        }
        // The boards of the last depth are known once none before them waits.
        let waiting = self.known.get(self.expanded);
        if waiting.is_some_and(|board| depth(board) + 1 < layers.len()) {
            layers.pop();
        }
        layers
    }

    /// Returns how far the stream is known.
    pub(super) fn figures(&self) -> Figures {
        let start = &self.known[0];
        let count = self.known.len() as u64;
        let filled = self.known.last().map_or(0, Grid::givens) - start.givens();
        let marks = if start.has_marks() { size_of::<u32>() } else { 0 };
        // The list of boards may have twice the room that it needs.
        let each = 2 * size_of::<Grid>() + start.cells().len() * (1 + marks);
        Figures {
            expanded: self.expanded as u64,
            frontier: count - self.expanded as u64,
            depth: filled as u64,
            bytes: count * each as u64,
        }
    }
}
