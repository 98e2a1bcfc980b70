//! Cellular automata on binary trees.
//!
//! A tree in which every node has two children or none, each node live or dead, and a rule of
//! 16 rows that gives a node's next state from those of its parent, its children and itself.
//!
//! * `syntax`: the text of trees and paths, read and printed;
//! * `layout`: one bit per node, in breadth-first order;
//! * `engine`: one generation, bit-parallel;
//! * `history`: any generation of a run, within bounded memory, and its cycle;
//! * `deduce`: the rules under which expectations hold;
//! * `predecessors`: how many trees step to this one, and one of them;
//! * `rules`: the plain versions that all of these are tested against.

mod blame;
mod codes;
mod commands;
mod deduce;
mod engine;
mod game;
mod history;
mod json;
mod layout;
mod lower;
mod make;
mod marks;
mod predecessors;
mod premise;
mod rules;
#[cfg(test)]
mod samples;
mod scene;
mod states;
mod syntax;
#[cfg(test)]
mod tests;
mod verbs;

// The benchmarks time these.
pub use engine::advance;
pub use game::life;
pub use rules::{NONE, PlainTree, Rule};

pub use game::INFO;
pub(crate) use game::Moment;
