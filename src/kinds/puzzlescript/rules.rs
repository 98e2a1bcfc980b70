//! The plain rules: what an input does in a position, written to be compared and not to be fast.
//!
//! A turn is made as the engine of PuzzleScript makes it (`increpare/PuzzleScript`, August 2026),
//! down to the order of cells, rules, patterns and draws.

mod cells;
mod limits;
mod matching;
mod movement;
mod position;
mod program;
mod random;
mod shortest;
#[cfg(test)]
mod tests;
mod turn;

pub use cells::Cells;
pub use limits::Halt;
pub use position::{
    Blocked, Cancelled, Change, Event, Firing, Input, Position, RuleId, SoundEvent, Turn, Warning,
    WarningKind,
};
pub use random::Generator;
pub use shortest::{Search, has_restart, inputs, shortest};
pub use turn::Options;
