//! The exit codes of the process.

use std::process::ExitCode;

/// Exit code of a process whose terminal was closed: 128 and the number of SIGHUP.
pub(crate) const HUNG_UP: i32 = 129;
/// Exit code of a process that Ctrl-C ended: 128 and the number of SIGINT.
pub(crate) const INTERRUPTED: i32 = 130;
/// Exit code of a process that was asked to end: 128 and the number of SIGTERM.
pub(super) const TERMINATED: i32 = 143;

/// The meanings of the exit codes, as `--help`, the pages for `man` and the manual say them.
pub const MEANINGS: &[(i32, &str)] = &[
    (Exit::Fine as i32, "all is well"),
    (
        Exit::Failed as i32,
        "an error diagnostic, a wrong or skipped expectation, an unsolvable puzzle, or a search that gave up",
    ),
    (Exit::Unusable as i32, "wrong usage, or a file that cannot be read or written"),
    (HUNG_UP, "the terminal was closed"),
    (INTERRUPTED, "stopped by Ctrl-C"),
    (TERMINATED, "stopped by SIGTERM"),
];

/// The end of the process; of two ends, the larger one is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Exit code 0: nothing to complain about.
    Fine = 0,
    /// Exit code 1: an error diagnostic, a wrong expectation, or an unsolvable puzzle.
    Failed = 1,
    /// Exit code 2: wrong usage, an unreadable file, or an output that cannot be written.
    Unusable = 2,
    /// Exit code 42: an output validator accepts.
    Accepted = 42,
    /// Exit code 43: an output validator rejects.
    Rejected = 43,
    /// Exit code 130: Ctrl-C.
    Interrupted = INTERRUPTED as u8,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
