//! Floor 3: the kinds of puzzle. A kind is a folder, a `mod` line and a line of [`KINDS`]; all
//! front ends (checker, runner, REPL, language server, help) read the registry and know no kind by
//! name.

mod answer;
pub mod blocks;
pub mod common;
mod erased;
mod film;
pub mod foreign;
mod game;
mod grammar;
pub mod lists;
pub mod marks;
pub mod moves;
pub mod rank;
pub mod states;
mod table;
#[cfg(test)]
pub(crate) mod testing;
mod verb;
pub mod why;

pub use answer::{Answer, Data, NOT_RUN, Shape, Verdict};
pub use erased::{Kind, Lineage, Of, Opened, Puzzle};
pub use film::Cue;
pub use game::{Ask, Body, Context, Depth, Failure, Game, Reading, Reply, Task};
pub use verb::{Info, Role, Verb};

pub use grammar::{Names, begins_command};
pub use table::Cells;

pub use marks::{Converted, Mark, Part, Spot};

pub mod automaton;
pub mod bloxorz;
pub mod klotski;
pub mod matrix;
pub mod null;
pub mod rush;
pub mod sliders;
pub mod sudoku;

/// Every kind, in the order in which help lists them.
pub static KINDS: &[&dyn Kind] = &[
    &Of::<automaton::AutomatonGame>::KIND,
    &Of::<matrix::MatrixGame>::KIND,
    &Of::<klotski::Klotski>::KIND,
    &Of::<rush::Rush>::KIND,
    &Of::<sudoku::Sudoku>::KIND,
    &Of::<bloxorz::Bloxorz>::KIND,
    &Of::<sliders::Sliders>::KIND,
];

/// The kind of that name.
///
/// ```
/// use puzzled::kind::{Depth, kind};
/// use puzzled::{diag::Sink, search::Budget, syntax::Fragment};
///
/// let mut puzzle = kind("klotski").and_then(|kind| kind.example()).expect("an example");
/// let solve = Fragment { text: "solve", start: 0 };
/// let answer = puzzle.run(solve, Depth::Run, &Budget::unlimited(), &mut Sink::new()).expect("an answer");
/// let (length, moves) = answer.data().and_then(|data| data.solution()).expect("it is solvable");
/// assert_eq!(length.parse(), Ok(moves.count()));
/// ```
pub fn kind(name: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().copied().find(|kind| kind.info().name == name)
}

/// The names of all kinds.
pub fn names() -> Names {
    Names(KINDS.iter().map(|kind| kind.info().name).collect())
}
