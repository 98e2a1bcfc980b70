//! The arguments of `puzzled make`.

use std::path::PathBuf;
use std::time::Duration;

use super::{count, kinds, seed};
use crate::host::duration;
use crate::puzzle::make::{Wish, Wishes};

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Make {
    /// The kind of the puzzles
    #[arg(value_name = "KIND", value_parser = kinds())]
    pub(in crate::cli) kind: String,
    #[command(flatten)]
    wishes: Given,
    /// The number that decides which puzzles are made; by default another one each time
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(in crate::cli) seed: Option<u64>,
    /// The number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count,
        allow_negative_numbers = true)]
    pub(in crate::cli) count: u64,
    /// A file or folder with puzzles that must not be made again, not even mirrored, rotated or
    /// relabeled; repeat it for more
    #[arg(long, value_name = "PATH")]
    pub(in crate::cli) avoid: Vec<PathBuf>,
    /// Write a file per puzzle into this folder
    #[arg(long = "out", value_name = "DIR")]
    pub(in crate::cli) folder: Option<PathBuf>,
    /// Replace files that are there
    #[arg(long, requires = "folder")]
    pub(in crate::cli) force: bool,
    /// Attempts for each puzzle before giving up; the default depends on the kind
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(in crate::cli) attempts: Option<u64>,
    /// Time for the whole call: seconds, or with a unit, as in 10s, 500ms, 2min
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(in crate::cli) time: Option<Duration>,
}

// The wishes: each kind takes some of them. (A doc comment would become the text of the help.)
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Wishes")]
struct Given {
    /// Moves of a shortest solution, as in 10..20, 45.. or 12 (bloxorz, klotski, rush, sliders)
    #[arg(long, value_name = "A..B")]
    moves: Option<String>,
    /// Rows and columns, as in 6x6; of a sudoku 4, 6, 9, 12 or 16 (all kinds but automaton)
    #[arg(long, value_name = "RxC|N")]
    size: Option<String>,
    /// Cars or blocks (klotski, rush)
    #[arg(long, value_name = "A..B")]
    pieces: Option<String>,
    /// Walls (klotski, rush)
    #[arg(long, value_name = "N")]
    walls: Option<String>,
    /// The class of difficulty: easy, medium, hard, unfair or extreme; of a range such as easy..hard
    /// as many of each, easy ones first (sudoku)
    #[arg(long, value_name = "A[..B]")]
    class: Option<String>,
    /// The hardest technique that is needed, as `rate` prints it (sudoku)
    #[arg(long, value_name = "T")]
    technique: Option<String>,
    /// No other technique of its class or an easier one can replace the technique (sudoku)
    #[arg(long)]
    only: bool,
    /// Nothing but singles before and after the technique (sudoku)
    #[arg(long)]
    clean: bool,
    /// Filled cells (sudoku)
    #[arg(long, value_name = "A..B")]
    givens: Option<String>,
    /// The symmetry of the filled cells: none, rotate180, rotate90, mirror, flip, diagonal or all;
    /// with any, each puzzle has one of the six (sudoku)
    #[arg(long, value_name = "S")]
    symmetry: Option<String>,
    /// No single filled cell can go, whatever the symmetry (sudoku)
    #[arg(long)]
    strict: bool,
    /// Nodes of the tree (automaton)
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Questions (automaton)
    #[arg(long, value_name = "N")]
    questions: Option<String>,
    /// `determined` if the questions must leave one rule (automaton)
    #[arg(long, value_name = "WHICH")]
    rule: Option<String>,
    /// Places by which to rotate (matrix)
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    rotate: Option<String>,
}

impl Make {
    /// Returns the wishes that were given.
    pub(in crate::cli) fn wishes(&self) -> Wishes {
        let Given { moves, size, pieces, walls, class, technique, .. } = &self.wishes;
        let Given { only, clean, givens, symmetry, strict, .. } = &self.wishes;
        let Given { nodes, questions, rule, rotate, .. } = &self.wishes;
        let valued = |name, text: &Option<String>| {
            // Blanks are free, and a recorded call is one line.
            let text = text.as_deref()?.split_whitespace().collect();
            Some(Wish { name, text })
        };
        let flag = |name, set: bool| set.then(|| Wish { name, text: String::new() });

        let given = [
            valued("moves", moves),
            valued("size", size),
            valued("pieces", pieces),
            valued("walls", walls),
            valued("class", class),
            valued("technique", technique),
            flag("only", *only),
            flag("clean", *clean),
            valued("givens", givens),
            valued("symmetry", symmetry),
            flag("strict", *strict),
            valued("nodes", nodes),
            valued("questions", questions),
            valued("rule", rule),
            valued("rotate", rotate),
        ];
        Wishes(given.into_iter().flatten().collect())
    }
}
