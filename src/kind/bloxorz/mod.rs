//! The block that rolls to a hole: terrain, plain rules, and the space that is searched.

#[cfg(test)]
mod reference;
pub mod rules;
pub mod solve;
pub mod terrain;
#[cfg(test)]
mod tests;

pub use rules::{Block, Position, Roll, RollError};
pub use solve::{BloxorzSpace, Finder};
pub use terrain::{Cell, Effect, Split, Switch, Terrain, TerrainError, Tile};
