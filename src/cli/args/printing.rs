//! The arguments of `puzzled sheet`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{Spending, kinds};

/// The size of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Paper {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}

impl Paper {
    /// Returns the name that CSS has for it.
    pub(in crate::cli) fn word(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "letter",
        }
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Worksheet {
    /// Print the key in place of the sheet: the answer of every question
    #[arg(long)]
    pub(in crate::cli) answers: bool,
    /// The line at the top of the first page
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) title: Option<String>,
    /// The size of a page
    #[arg(long, value_enum, default_value = "a4")]
    pub(in crate::cli) paper: Paper,
    /// Puzzles side by side
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u64).range(1..=6))]
    pub(in crate::cli) columns: u64,
    /// Show the candidates in the empty cells of a sudoku
    #[arg(long)]
    pub(in crate::cli) pencil_marks: bool,
    /// Read raw input of this kind, or a file of another program
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    pub(in crate::cli) kind: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) limits: Spending,
    /// Documents, files of other programs, and folders
    #[arg(value_name = "PATH", required = true)]
    pub(in crate::cli) paths: Vec<PathBuf>,
}
