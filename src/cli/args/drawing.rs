//! The arguments of the commands that draw: `puzzled show` and `puzzled graph`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::{Goal, Out, Spending, count, kinds};
use crate::host::{Total, duration, size};

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Print {
    /// As text
    Text,
    /// As SVG
    Svg,
    /// As JSON
    Json,
}

#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("what").multiple(false)))]
#[allow(clippy::struct_excessive_bools)] // a flag each, as they are typed
pub(in crate::cli) struct Show {
    /// Draw an SVG: the same as `--format svg`
    #[arg(long, conflicts_with = "format")]
    pub(in crate::cli) svg: bool,
    /// Use no characters beyond ASCII
    #[arg(long, conflicts_with = "svg")]
    pub(in crate::cli) ascii: bool,
    /// How to print it: by default a picture as text, all else as SVG
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(in crate::cli) format: Option<Print>,
    /// A solution from there, as one animated picture
    #[arg(long, group = "what")]
    pub(in crate::cli) film: bool,
    /// A solution from there, picture beside picture
    #[arg(long, group = "what")]
    pub(in crate::cli) strip: bool,
    /// A plot of the new states per depth of the breadth-first search
    #[arg(long, group = "what")]
    pub(in crate::cli) growth: bool,
    /// A plot of an automaton's live nodes per generation
    #[arg(long, group = "what")]
    pub(in crate::cli) population: bool,
    /// An automaton's generations as rows, its nodes as columns
    #[arg(long, group = "what")]
    pub(in crate::cli) space_time: bool,
    /// Pictures of a film or strip at most: of a longer solution, this many are chosen
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=2000))]
    pub(in crate::cli) frames: Option<u64>,
    /// Generations of an automaton: 100 by default, in a space-time diagram up to the end of the first cycle
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(in crate::cli) generations: Option<u64>,
    /// The first of these generations
    #[arg(long, value_name = "GENERATION", default_value_t = 0)]
    pub(in crate::cli) from: u64,
    /// Draw the answer to a question, as `draw QUESTION` does at the prompt: `hint`, `row 3`
    #[arg(long, value_name = "QUESTION", group = "what")]
    pub(in crate::cli) ask: Option<String>,
    /// Draw no pencil marks in the empty cells of a sudoku
    #[arg(long)]
    pub(in crate::cli) no_pencil_marks: bool,
    /// Read raw input of this kind, or a file of another program
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    pub(in crate::cli) kind: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) goal: Goal,
    #[command(flatten)]
    pub(in crate::cli) out: Out,
    #[command(flatten)]
    pub(in crate::cli) limits: Spending,
    /// The document, or a file of another program
    pub(in crate::cli) file: PathBuf,
    /// The puzzle; by default the one that commands would go to, with --growth the first that has one (with --out: another file or folder)
    pub(in crate::cli) name: Option<OsString>,
    /// More files and folders, with --out
    #[arg(value_name = "FILE")]
    pub(in crate::cli) more: Vec<PathBuf>,
}

/// The format of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum GraphFormat {
    /// The language of Graphviz
    Dot,
    /// One JSON object
    Json,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Graph {
    /// How to print it
    #[arg(long, value_enum, default_value = "dot")]
    pub(in crate::cli) format: GraphFormat,
    /// States at most
    #[arg(long, value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(in crate::cli) states: u64,
    /// Time for a statement, and for the graph: seconds, or with a unit, as in 10s, 500ms, 2min
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(in crate::cli) time: Option<Duration>,
    /// Memory that a search may hold: bytes, or with a suffix k, M, G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(in crate::cli) memory: Option<u64>,
    #[command(flatten)]
    pub(in crate::cli) total: Total,
    /// Read raw input of this kind, or a file of another program
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    pub(in crate::cli) kind: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) goal: Goal,
    #[command(flatten)]
    pub(in crate::cli) out: Out,
    /// The document, a file of another program, or a folder: then every graph is printed
    pub(in crate::cli) file: PathBuf,
    /// The puzzle; by default the one that commands would go to (with --out: another file or folder)
    pub(in crate::cli) name: Option<OsString>,
    /// More files and folders, with --out
    #[arg(value_name = "FILE", requires = "folder")]
    pub(in crate::cli) more: Vec<PathBuf>,
}
