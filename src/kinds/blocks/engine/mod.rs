//! The search over boards of blocks: packed states, bit masks of cells, and the resumable
//! breadth-first search of [`crate::search`].
//!
//! * `pack`: words and masks of different widths, so that small boards are fast and large ones fit;
//! * `tables`: placements, their masks and neighbors, made once per board;
//! * `space`: successors on packed states;
//! * `wide`: successors on boards too large for tables;
//! * `finder`: chooses among them, and replays their paths with real blocks.
//!
//! Boards of 4×5 with small rectangles have no path of their own. On L'âne rouge the successors take
//! 49 % of the time and the search the rest: hashes, the table, notes and states. Successors at no
//! cost would not make it twice as fast.

mod finder;
mod pack;
mod space;
mod tables;
#[cfg(test)]
mod tests;
mod wide;

pub use finder::Finder;
pub(super) use tables::classes;

/// The metric: what counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Any sequence of slides of one block.
    Moves,
    /// A slide by one cell.
    Steps,
}
