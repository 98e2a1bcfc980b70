//! Sudokus on one line each, `.` for an empty cell: what forums and test collections use.

use super::{Format, sdm};

pub(super) static FORMAT: Format = Format {
    name: "line",
    summary: "sudokus, one a line, . for an empty cell",
    endings: &[],
    kinds: &["sudoku"],
    many: true,
    fits: sdm::fits,
    read: sdm::read,
    write: |pieces| Ok(sdm::write(pieces, '.')),
};
