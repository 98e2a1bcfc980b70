//! Cellular automata on binary trees.
//!
//! A tree in which every node has two children or none, each node live or dead, and a rule of
//! 16 rows that gives a node's next state from those of its parent, its children and itself.
//!
//! * [`syntax`]: the text of trees and paths, read and printed;
//! * [`layout`]: one bit per node, in breadth-first order;
//! * [`engine`]: one generation, bit-parallel;
//! * [`history`]: any generation of a run, within bounded memory, and its cycle;
//! * [`predecessors`]: how many trees step to this one, and one of them;
//! * [`mod@reference`]: the plain versions that all of these are tested against.

mod blame;
mod codes;
mod commands;
pub mod engine;
mod game;
pub mod history;
mod json;
pub mod layout;
mod lower;
mod marks;
pub mod predecessors;
pub mod reference;
pub mod rule;
#[cfg(test)]
mod samples;
mod scene;
mod states;
pub mod syntax;
#[cfg(test)]
mod tests;

pub use game::AutomatonGame;
pub use lower::Automaton;
