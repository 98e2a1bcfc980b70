//! Floor 5: the command line. With the REPL and the language server the only place that reads
//! files, writes to streams, knows colours and clocks.

mod args;
mod check;
mod console;
mod data;
mod explain;
mod export;
mod fmt;
mod graph;
mod import;
mod input;
mod limits;
mod run;
mod sheet;
mod show;
mod test;
mod watch;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

pub use args::When;
pub use console::Console;
pub use explain::{codes, page};
pub(crate) use fmt::replace;
pub use input::{InputError, read_file};
pub(crate) use limits::size;
pub use limits::{Limits, Timer};

use crate::repl::Start;
pub use watch::Watch;

use args::{Args, Command};

/// How the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Nothing to complain about.
    Fine,
    /// An error diagnostic, a wrong expectation, or a puzzle that is unsolvable.
    Failed,
    /// Wrong usage or an unreadable file.
    Unusable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// The program.
pub fn main() -> ExitCode {
    let args = Args::parse();
    let console = Console::new(args.color);
    let exit = match args.command {
        None if std::io::stdin().is_terminal() => crate::repl::run(&console, &Start::default()),
        None => run::documents(&console, &[String::from("-")], &Limits::default(), false),
        Some(Command::Run(run)) => run::run(&console, &run),
        Some(Command::Check(check)) => check::check(&console, &check),
        Some(Command::Test(test)) => test::test(&console, &test),
        Some(Command::Fmt(fmt)) => fmt::fmt(&console, &fmt),
        Some(Command::Repl { files, no_init, bail, journal }) => {
            crate::repl::run(&console, &Start { files, init: !no_init, bail, journal })
        }
        Some(Command::Explain { code }) => explain::explain(&console, code.as_deref()),
        Some(Command::Lsp { spend, .. }) => return crate::lsp::serve(&Limits::of(&spend, None)),
        Some(Command::Show(show)) => show::show(&console, &show),
        Some(Command::Graph(graph)) => graph::graph(&console, &graph),
        Some(Command::Import(import)) => import::import(&console, &import),
        Some(Command::Export(export)) => export::export(&console, &export),
        Some(Command::Completions { shell }) => {
            clap_complete::generate(shell, &mut Args::command(), "puzzled", &mut std::io::stdout());
            Exit::Fine
        }
    };
    exit.into()
}
