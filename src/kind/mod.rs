//! Floor 3: the kinds of puzzle.

pub mod bloxorz;
pub mod sliders;
