//! The arguments of the command line.

mod drawing;
mod judging;
mod making;
mod printing;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use tracing::Level;

use crate::codes::codes;
use crate::diag::{Code, Severity, did_you_mean};
use crate::host::prompt::{GoalParser, Start};
use crate::host::{
    Console, Invocation, Limits, MEANINGS, RawOptions, Spend, Total, When, duration,
};
use crate::kinds::KINDS;
use crate::render::Format;
pub(super) use drawing::{Graph, GraphFormat, Print, Show};
pub(super) use judging::{Grade, Grades, VerdictFormat, Verify};
pub(super) use making::Make;
pub(super) use printing::Worksheet;

/// A puzzle language with a checker, a runner, a REPL and a language server.
///
/// Without a command: the REPL on a terminal; on a pipe, runs the document on standard input.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, disable_help_subcommand = true)]
#[command(after_long_help = exit_codes())]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) common: Common,
}

// What every command takes. (A doc comment would become the text of the help.)
#[derive(Debug, clap::Args)]
pub(super) struct Common {
    /// When to use colors; `auto` follows `NO_COLOR` and `CLICOLOR_FORCE`
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(super) color: When,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run documents and print each answer
    Run(Run),
    /// Solve the puzzles of documents, of files of other programs, or of a text
    Solve(Solve),
    /// Print diagnostics
    Check(Check),
    /// Run documents and check every expectation
    Test(Test),
    /// Judge answers to puzzles: right, longer than needed, or where they go wrong
    Verify(Verify),
    /// Grade hand-ins against a document with the answers: a row per file, a column per question
    Grade(Grade),
    /// Put documents into the canonical layout
    Fmt(Fmt),
    /// Print a line per puzzle: how hard it is, whether its solution is unique, and duplicates
    Rank(Rank),
    /// Start the REPL with the puzzles of these files
    Repl(Start),
    /// Serve editors over standard input and output (Language Server Protocol)
    Lsp {
        #[command(flatten)]
        spend: Spend,
        /// Processor time for a document after each edit, 10s by default
        #[arg(long, value_name = "TIME", value_parser = duration)]
        total_time: Option<Duration>,
        /// A code of warnings and advice that are not to be reported; repeat it for more
        #[arg(long, value_name = "CODE", value_parser = allowed)]
        allow: Vec<&'static Code>,
        /// A file to which the server adds why it dropped a message or refused a request
        #[arg(long, value_name = "FILE")]
        log: Option<PathBuf>,
        /// Also write what the server does into that file, each with its time
        #[arg(long, value_name = "DETAIL", value_parser = detail(), requires = "log")]
        trace: Option<Level>,
        /// Accepted and ignored: there is no other way
        #[arg(long, hide = true)]
        stdio: bool,
    },
    /// Explain a command, a kind of puzzle, a verb or a diagnostic code; alone, list the commands
    #[command(visible_alias = "explain")]
    Help {
        /// What to explain, such as `check`, `klotski`, `rotate` or `automaton::rule-range`; `codes`
        /// lists the diagnostic codes
        #[arg(value_name = "COMMAND|KIND|VERB|CODE")]
        word: Option<String>,
    },
    /// Print puzzles with their questions as pages, or the key with the answers: one HTML file
    Sheet(Worksheet),
    /// Make puzzles to order and print them as a document with their answers
    Make(Make),
    /// Draw a puzzle as its document leaves it
    Show(Show),
    /// Print the graph of the reachable states
    Graph(Graph),
    /// Print documents that declare the puzzles of other programs' files
    Import(Import),
    /// Write a puzzle, as its document leaves it, for other programs
    Export(Export),
    /// Print a completion script for a shell, or write the pages for `man`
    Completions(Completions),
}

/// Returns the section of the help that lists the exit codes.
fn exit_codes() -> String {
    let lines = MEANINGS.iter().map(|(code, meaning)| format!("  {code:<4} {meaning}"));
    format!("Exit codes:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// Returns the parser of `--trace`.
fn detail() -> impl TypedValueParser<Value = Level> {
    let messages = PossibleValue::new("messages").help("Messages of the editor, and jobs");
    let verbose = PossibleValue::new("verbose").help("Also checks, commands and searches");
    PossibleValuesParser::new([messages, verbose]).map(|word| match &*word {
        "messages" => Level::INFO,
        _ => Level::DEBUG,
    })
}

/// Returns the parser of `--as`.
fn kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(KINDS.names())
}

/// Parses a seed.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Parses how many there are to be: one at least.
fn count(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("expected a whole number from 1 to {}", u64::MAX))
}

/// Returns the parser of `--sort` and `--columns`.
fn columns() -> PossibleValuesParser {
    PossibleValuesParser::new(super::rank::column_names())
}

/// Parses the code that `--allow` names.
fn allowed(path: &str) -> Result<&'static Code, String> {
    let known = codes();
    let error = || {
        let paths = known.iter().map(|code| code.path);
        let hint = did_you_mean(path, paths, "`puzzled help codes` lists all codes");
        format!("unknown code; {hint}")
    };
    match known.iter().find(|code| code.path == path) {
        Some(code) if code.severity == Severity::Error => {
            Err(String::from("it is an error, and errors are always reported"))
        }
        unknown => unknown.copied().ok_or_else(error),
    }
}

/// Returns the parser of `--format` of `import` and `export`.
fn formats() -> PossibleValuesParser {
    let known = crate::exchange::FORMATS.iter();
    PossibleValuesParser::new(
        known.map(|format| PossibleValue::new(format.name).help(format.summary)),
    )
}

// What statements and the whole call may spend. (A doc comment would become the text of the help.)
#[derive(Debug, clap::Args)]
pub(super) struct Spending {
    #[command(flatten)]
    pub(super) spend: Spend,
    #[command(flatten)]
    total: Total,
}

impl Spending {
    /// Begins the call, and returns it with the limits of a statement; `time` is used if none was
    /// given.
    pub(super) fn begin(&self, time: Option<Duration>, console: &Console) -> (Limits, Invocation) {
        let call = Invocation::begin(self.total.total_time, console);
        (Limits::of(&self.spend, time), call)
    }
}

// The goal that raw and foreign text leaves open. (A doc comment would become the text of the help.)
#[derive(Debug, clap::Args)]
pub(super) struct Goal {
    /// The goal that raw and foreign text leaves open: the car that must leave (rush); `ordered`,
    /// `gap-first` or `snail` (sliders)
    #[arg(long = "goal", value_name = "GOAL", value_parser = GoalParser, hide_possible_values = true)]
    pub(super) label: Option<String>,
}

impl Goal {
    /// Returns the options for files that are not documents; `kind` is that of `--as`.
    pub(super) fn raw_options<'a>(&'a self, kind: Option<&'a str>) -> RawOptions<'a> {
        RawOptions { kind, goal: self.label.as_deref(), ..RawOptions::default() }
    }
}

// The level of a game that is asked about. (A doc comment would become the text of the help.)
#[derive(Debug, clap::Args)]
pub(super) struct GameLevel {
    /// Only the level of this number, of a game in a file of its own
    #[arg(id = "level", long = "level", value_name = "N")]
    pub(super) number: Option<usize>,
}

impl GameLevel {
    /// Adds the level to the options for files that are not documents.
    pub(in crate::cli) fn of<'a>(&self, raw: RawOptions<'a>) -> RawOptions<'a> {
        RawOptions { level: self.number, ..raw }
    }
}

// Where the puzzles of files and folders are written. (A doc comment would become the text of the help.)
#[derive(Debug, clap::Args)]
pub(super) struct Out {
    /// Write a file per puzzle of the files and folders into this folder
    #[arg(long = "out", value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
    /// Replace files that are there
    #[arg(long, requires = "folder")]
    pub(super) force: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// The shell whose completion script is printed, or `man`
    #[arg(value_name = "SHELL|man")]
    pub(super) script: Script,
    /// Write `puzzled.1` and a page per command into this folder, such as a `man1` directory on your `MANPATH`
    #[arg(long = "out", value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
    /// Replace files that are there
    #[arg(long, requires = "folder")]
    pub(super) force: bool,
}

/// A text that `puzzled completions` makes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Script {
    Shell(Shell),
    /// The pages for `man`.
    Man,
}

impl ValueEnum for Script {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Shell(Shell::Bash),
            Self::Shell(Shell::Elvish),
            Self::Shell(Shell::Fish),
            Self::Shell(Shell::PowerShell),
            Self::Shell(Shell::Zsh),
            Self::Man,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Shell(shell) => shell.to_possible_value(),
            Self::Man => Some(PossibleValue::new("man")),
        }
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Run {
    /// Read raw input, as programming sites give it, and print the judge's output
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    pub(super) kind: Option<String>,
    #[command(flatten)]
    pub(super) goal: Goal,
    #[command(flatten)]
    pub(super) level: GameLevel,
    /// Put the number of the line of input before each answer to raw input
    #[arg(long)]
    pub(super) number: bool,
    /// Answer a puzzle per line of JSON: `{"id","puzzle","goal"}`
    #[arg(long, requires = "kind", conflicts_with = "number")]
    pub(super) jsonl: bool,
    #[command(flatten)]
    pub(super) limits: Spending,
    /// Documents, or raw inputs; `-` is standard input, which `--jsonl` reads without a file
    #[arg(required_unless_present = "jsonl")]
    pub(super) files: Vec<PathBuf>,
}

/// The format of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Solutions {
    /// The number of moves and the moves, or the digits
    Text,
    /// A JSON object per puzzle
    Json,
}

#[derive(Debug, clap::Args)]
pub(super) struct Solve {
    /// How to print solutions
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Solutions,
    /// Read a text of this kind
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    pub(super) kind: Option<String>,
    #[command(flatten)]
    pub(super) goal: Goal,
    #[command(flatten)]
    pub(super) level: GameLevel,
    #[command(flatten)]
    pub(super) limits: Spending,
    /// Documents, files of other programs, or puzzles on one line; `-` is standard input
    #[arg(required = true, value_name = "FILE|TEXT")]
    pub(super) inputs: Vec<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Check {
    /// Read raw input of this kind
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    pub(super) kind: Option<String>,
    #[command(flatten)]
    pub(super) goal: Goal,
    /// Also run the commands, compare all answers and look for faults that only a search can find,
    /// 10 seconds per puzzle
    #[arg(long)]
    pub(super) solve: bool,
    /// Apply the safe fixes until none is left, and print what remains
    #[arg(long)]
    pub(super) fix: bool,
    /// Also write through links that leave the folders given (for a file: the folder it is in)
    #[arg(long, requires = "fix")]
    pub(super) follow: bool,
    /// How to print diagnostics
    #[arg(long, value_enum, default_value = "human")]
    pub(super) format: Format,
    /// Diagnostics to end with exit code 1 although they are not errors
    #[arg(long, value_name = "WHAT", value_parser = ["warnings"])]
    pub(super) deny: Option<String>,
    /// A code of warnings and advice that are not to be reported; repeat it for more
    #[arg(long, value_name = "CODE", value_parser = allowed)]
    pub(super) allow: Vec<&'static Code>,
    /// Diagnostics to print for a file in the formats for people
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(super) limit: usize,
    #[command(flatten)]
    pub(super) limits: Spending,
    /// Files and folders; `-` is standard input
    #[arg(default_value = ".")]
    pub(super) paths: Vec<PathBuf>,
}

/// The format of the report of `test`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Report {
    /// Pictures of the places, and a summary
    Human,
    /// A JSON object per expectation
    Json,
    /// XML for build servers: a test case per expectation
    Junit,
    /// Annotations of GitHub workflows
    Github,
}

#[derive(Debug, clap::Args)]
pub(super) struct Test {
    /// Read raw input of this kind; as it expects nothing, it is only checked
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    pub(super) kind: Option<String>,
    #[command(flatten)]
    pub(super) goal: Goal,
    /// Rewrite the expectations that do not hold
    #[arg(long)]
    pub(super) bless: bool,
    /// Also write through links that leave the folders given (for a file: the folder it is in)
    #[arg(long, requires = "bless")]
    pub(super) follow: bool,
    /// Show no right answer: say only which expectations hold
    #[arg(long, conflicts_with = "bless")]
    pub(super) hide_answers: bool,
    /// A code of warnings and advice that are not to be reported; repeat it for more
    #[arg(long, value_name = "CODE", value_parser = allowed)]
    pub(super) allow: Vec<&'static Code>,
    /// How to print the report
    #[arg(long, value_enum, default_value = "human")]
    pub(super) format: Report,
    #[command(flatten)]
    pub(super) limits: Spending,
    /// Files and folders
    #[arg(default_value = ".")]
    pub(super) paths: Vec<PathBuf>,
}

/// The format of the lines of `rank`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Lines {
    /// Columns for people
    Table,
    /// Values separated by commas
    Csv,
    /// A JSON object per puzzle
    Json,
}

#[derive(Debug, clap::Args)]
pub(super) struct Rank {
    /// How to print it
    #[arg(long, value_enum, default_value = "table")]
    pub(super) format: Lines,
    /// Read raw input of this kind, or files of another program
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    pub(super) kind: Option<String>,
    #[command(flatten)]
    pub(super) goal: Goal,
    /// Sort the lines by this column, the smallest first
    #[arg(long, value_name = "COLUMN", value_parser = columns())]
    pub(super) sort: Option<String>,
    /// Print these columns, separated by commas, in this order; by default, all that fit in a table
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',', value_parser = columns())]
    pub(super) columns: Vec<String>,
    /// Only puzzles of this kind
    #[arg(long = "kind", value_name = "KIND", value_parser = kinds())]
    pub(super) only: Option<String>,
    /// Only the first lines, at most this many
    #[arg(long, value_name = "N")]
    pub(super) top: Option<usize>,
    /// Add a column with the time that each puzzle took
    #[arg(long)]
    pub(super) seconds: bool,
    #[command(flatten)]
    pub(super) limits: Spending,
    /// Files and folders
    #[arg(default_value = ".")]
    pub(super) paths: Vec<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Fmt {
    /// Write nothing; name the files whose layout is not canonical and exit with code 1
    #[arg(long)]
    pub(super) check: bool,
    /// Also write through links that leave the folders given (for a file: the folder it is in)
    #[arg(long, conflicts_with = "check")]
    pub(super) follow: bool,
    /// Files and folders; `-` formats standard input to standard output
    #[arg(default_value = ".")]
    pub(super) paths: Vec<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Import {
    /// The kind of the puzzles
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    pub(super) kind: Option<String>,
    #[command(flatten)]
    pub(super) goal: Goal,
    /// The form; by default found by the name of the file, or by its text
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(super) format: Option<String>,
    /// Files, and folders with files of other programs; `-` is standard input
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Export {
    /// The form
    #[arg(long, value_name = "FORMAT", value_parser = formats(), default_value = "json")]
    pub(super) format: String,
    /// Write every puzzle that the form can hold, and name those of its kinds that it cannot
    #[arg(long)]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) out: Out,
    #[command(flatten)]
    pub(super) limits: Spending,
    /// Read raw input of this kind, or a file of another program
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    pub(super) kind: Option<String>,
    /// The document, or a file of another program; `-` is standard input
    pub(super) file: PathBuf,
    /// The puzzle; by default the one that commands would go to (with --out: another file or folder)
    pub(super) name: Option<OsString>,
    /// More files and folders, with --out
    #[arg(value_name = "FILE", requires = "folder")]
    pub(super) more: Vec<PathBuf>,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Human, Self::Short, Self::Json, Self::Sarif, Self::Github]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let name = match self {
            Self::Human => "human",
            Self::Short => "short",
            Self::Json => "json",
            Self::Sarif => "sarif",
            Self::Github => "github",
        };
        Some(PossibleValue::new(name))
    }
}
