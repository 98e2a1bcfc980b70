//! Floor 4: the kinds of puzzle that are shipped. A kind is a folder, a `mod` line and a line of
//! [`KINDS`]; all front ends (checker, runner, prompt, language server, help) read the registry and
//! know no kind by name. `blocks` is not a kind: it holds what klotski and rush share.

use crate::puzzle::Registry;

#[doc(hidden)]
pub mod automaton;
mod blocks;
#[doc(hidden)]
pub mod bloxorz;
#[doc(hidden)]
pub mod counter;
#[doc(hidden)]
pub mod klotski;
#[doc(hidden)]
pub mod matrix;
#[doc(hidden)]
pub mod puzzlescript;
#[doc(hidden)]
pub mod rush;
#[doc(hidden)]
pub mod sliders;
#[cfg(test)]
mod stopped;
#[doc(hidden)]
pub mod sudoku;

/// Every kind, in the order in which help lists them.
pub const KINDS: Registry = Registry(&[
    &automaton::INFO,
    &matrix::INFO,
    &klotski::INFO,
    &rush::INFO,
    &sudoku::INFO,
    &bloxorz::INFO,
    &sliders::INFO,
    &puzzlescript::INFO,
]);
