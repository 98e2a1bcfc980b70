//! Floor 3: the contract of a kind of puzzle. A kind implements [`Game`], or [`moves::MoveGame`] if
//! its puzzles have moves and a goal; the rest of the program sees it as the [`Info`] of a
//! [`Registry`], and an open puzzle as a [`Board`]. Nothing here knows which kinds there are.

mod answer;
mod board;
mod body;
mod command;
#[doc(hidden)]
pub mod common;
mod film;
pub(crate) mod foreign;
mod game;
mod grammar;
mod legal;
mod listing;
pub(crate) mod lists;
pub mod make;
pub(crate) mod markdown;
pub(crate) mod marks;
pub mod moves;
mod out;
pub mod parts;
mod prospect;
pub mod rank;
mod registry;
mod searches;
pub mod states;
#[cfg(test)]
pub(crate) mod testing;
mod verb;
pub mod verdict;
pub(crate) mod why;

pub use answer::steps;
pub(crate) use answer::write_row;
pub use answer::{
    Answer, Branch, Branches, Done, Effort, List, Rows, Solution, Solved, Status, Unit, Verdict,
    Word,
};
pub use board::{Board, Cells, Lineage, Way};
pub(crate) use body::read_lines;
pub use body::{Ask, Body, Input, Reading, Unfinished};
pub use command::Directive;
pub use film::Cue;
pub use foreign::json::{Field, Fields, Json, JsonForm, Record};
pub use foreign::{Piece, Precedence};
pub use game::{Context, Depth, Failure, Game, Instruction, Observed, Reply, Request, Slot, Task};
pub use legal::{LegalMove, Standing};
pub(crate) use listing::{foreign_rows, read_rows};
pub use marks::{Converted, Mark, Part, Spot, words as mark_words};
pub use out::{Marks, Out};
pub use prospect::Prospect;
pub use registry::{Model, Registry};
pub use searches::{Command, Searches};
pub use verb::{Info, Judge, RawGoal, Role, Survey, Table, Tests, Topic, Verb, find};
pub(crate) use verb::{position, words};
