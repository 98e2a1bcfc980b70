//! Sliding tiles, equal ones alike: boards, plain rules, and two engines.
//!
//! [`breadth`] finds every shortest path where the space of states can be held in memory;
//! [`deep`] proves the optimum of boards whose space cannot, by iterative deepening under
//! pattern databases ([`pattern`]). [`finder`] chooses between them.

pub mod board;
pub mod breadth;
pub mod deep;
pub mod finder;
mod groups;
pub mod pattern;
#[cfg(test)]
mod reference;
pub mod rules;
pub mod space;
#[cfg(test)]
mod tests;

pub use board::{Board, BoardError, Pair, PairError};
pub use breadth::{Routes, Sum};
pub use deep::Deepening;
pub use finder::Finder;
pub use rules::{CHECKSUM_MODULUS, Slide, checksum};
