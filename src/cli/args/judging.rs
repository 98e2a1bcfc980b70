//! The arguments of the commands that judge answers.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{GameLevel, Goal, Spending, kinds};

/// The format of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum VerdictFormat {
    /// The verdict and its reason on one line
    Human,
    /// A JSON object
    Json,
    /// The board before the first illegal move, or else the last
    Svg,
}

/// The format of grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Grades {
    /// A row per file, in columns for people
    Table,
    /// A row per file, values separated by commas
    Csv,
    /// A JSON object per file and question, each on a line
    Json,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Grade {
    /// How to print the grades
    #[arg(long, value_enum, default_value = "table")]
    pub(in crate::cli) format: Grades,
    /// Also print the right answers (not with `--format csv`)
    #[arg(long)]
    pub(in crate::cli) show_answers: bool,
    #[command(flatten)]
    pub(in crate::cli) limits: Spending,
    /// The document whose commands with an expectation are the questions, or a folder of such documents
    pub(in crate::cli) master: PathBuf,
    /// The files that were handed in, and folders of them: all files there but hidden and binary ones
    #[arg(required = true, value_name = "PATH")]
    pub(in crate::cli) paths: Vec<PathBuf>,
}

/// The forms of a call of `puzzled verify`.
const FORMS: &str = "puzzled verify [OPTIONS] PUZZLE [NAME] [ANSWER]
       puzzled verify --jsonl [OPTIONS] [FILE]...
       puzzled verify --kattis --as KIND INPUT ANSWER FEEDBACK_DIR [OPTIONS]";

#[derive(Debug, clap::Args)]
#[command(override_usage = FORMS)]
#[allow(clippy::struct_excessive_bools)] // a flag each, as they are typed
pub(in crate::cli) struct Verify {
    /// Read raw input of this kind
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    pub(in crate::cli) kind: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) goal: Goal,
    #[command(flatten)]
    pub(in crate::cli) level: GameLevel,
    /// Accept solutions of any length, without a search for the shortest
    #[arg(long)]
    pub(in crate::cli) any_length: bool,
    /// Count single steps in place of moves
    #[arg(long)]
    pub(in crate::cli) by_steps: bool,
    /// The answer; without it and without ANSWER it is read from standard input
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["jsonl", "kattis"])]
    pub(in crate::cli) answer: Option<String>,
    /// How to print the verdict
    #[arg(long, value_enum, default_value = "human", conflicts_with_all = ["jsonl", "kattis"])]
    pub(in crate::cli) format: VerdictFormat,
    /// Judge an answer per line of JSON: `{"id","kind","puzzle","answer","shortest","goal"}`; ends
    /// with 0 if each line has its verdict, whatever it is
    #[arg(long, conflicts_with = "kattis")]
    pub(in crate::cli) jsonl: bool,
    /// Be an output validator of a problem package: INPUT, ANSWER, FEEDBACK_DIR, the team's output
    /// on standard input; ends with 42 if it is accepted, else with 43
    #[arg(long, requires = "kind")]
    pub(in crate::cli) kattis: bool,
    /// Also write the verdict and the picture for the team
    #[arg(long, requires = "kattis")]
    pub(in crate::cli) tell_team: bool,
    #[command(flatten)]
    pub(in crate::cli) limits: Spending,
    /// The document or raw input; the name of a puzzle in it, which a document of several puzzles
    /// needs; the file of the answer, which an argument with `/` or `.` in it always is. With
    /// `--jsonl` files of lines; with `--kattis` the input, the answer of the judge and the folder
    /// for feedback
    #[arg(value_name = "PATH", required_unless_present = "jsonl")]
    pub(in crate::cli) paths: Vec<PathBuf>,
}
