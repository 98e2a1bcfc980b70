//! How the process ends.

use std::process::ExitCode;

/// How the process ends; the larger of two is the one to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Exit code 0: nothing to complain about.
    Fine,
    /// Exit code 1: an error diagnostic, a wrong expectation, or an unsolvable puzzle.
    Failed,
    /// Exit code 2: wrong usage, an unreadable file, or an output that cannot be written.
    Unusable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
