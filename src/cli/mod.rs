//! Floor 8: the command line: its arguments, and the commands that run once and end.

mod args;
mod bless;
mod check;
mod completions;
mod data;
mod direct;
mod each;
mod export;
mod fmt;
mod grade;
mod graph;
mod help;
mod import;
mod judge;
mod lines;
mod make;
mod open;
mod pieces;
mod rank;
mod report;
mod run;
mod show;
mod test;
mod verify;
mod worksheet;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use tracing::Level;

use crate::diag::{Code, clip_to};
use crate::exchange::outside::kind_of;
use crate::host::prompt::Start;
use crate::host::{
    Console, Exit, Limits, When, end, lose_output, pasted_dash, trace, without_pasted_dash,
};
use crate::render::{one_line, sanitize};
use args::{Args, Command, Common};

/// The most characters of a wrong value in a message about the arguments, and the most bytes of a
/// message.
const LONGEST_VALUE: usize = 200;
const LONGEST_ERROR: usize = 2_500;

/// The request in the arguments of the process.
#[derive(Debug)]
pub enum Request {
    /// The interactive prompt, and when to use colors.
    Prompt(When, Start),
    /// The language server.
    Serve(Serve),
    /// A command that runs once and ends.
    Call(Box<Call>),
}

/// The language server.
#[derive(Debug)]
pub struct Serve {
    /// The limits of a statement.
    pub limits: Limits,
    /// The processor time of a document after an edit.
    pub total: Option<Duration>,
    /// The codes of warnings and advice that are not published.
    pub allow: Vec<&'static Code>,
    /// The log file.
    pub log: Option<PathBuf>,
    /// The least level of the spans that are written into the log.
    pub trace: Option<Level>,
}

/// A command that runs once and ends.
#[derive(Debug)]
pub struct Call {
    color: When,
    /// `None` runs the document on standard input.
    command: Option<Command>,
}

/// Returns the command-line parser of the program, for documentation and tests.
pub fn command() -> clap::Command {
    Args::command()
}

/// Reads the arguments of the process. Ends the process if they are wrong, or ask for help.
pub fn request() -> Request {
    let arguments: Vec<_> = std::env::args_os().collect();
    if let Some(mut error) = with_pasted_dash(&arguments) {
        let is_plain = quote(&mut error, &arguments);
        answered(&error, is_plain);
    }
    let parsed = direct::parse(&arguments).map_or_else(|| Args::try_parse_from(&arguments), Ok);
    let parsed = parsed.or_else(|error| run_of(&arguments, error));
    let Args { common: Common { color }, command } = parsed.unwrap_or_else(|mut error| {
        let is_plain = quote(&mut error, &arguments);
        answered(&error, is_plain)
    });
    let request = match command {
        None if std::io::stdin().is_terminal() => Request::Prompt(color, Start::default()),
        Some(Command::Repl(start)) => Request::Prompt(color, start),
        Some(Command::Lsp { spend, total_time: total, allow, log, trace, .. }) => {
            let limits = Limits::of(&spend, None);
            return Request::Serve(Serve { limits, total, allow, log, trace });
        }
        command => Request::Call(Box::new(Call { color, command })),
    };
    // The server begins its trace itself, because its client wants to have it, too.
    trace::begin(None);
    request
}

/// Reads a call `puzzled FILE` as `puzzled run FILE`: its first word is not a command, but a file, or
/// the text of a puzzle.
///
/// # Errors
/// The error as it was, if the word is neither.
fn run_of(arguments: &[OsString], mut error: clap::Error) -> Result<Args, clap::Error> {
    let word = match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => word.clone(),
        _ => return Err(error),
    };
    let at = arguments.iter().position(|argument| argument.to_string_lossy() == *word);
    let is_input = |at: usize| {
        let path = Path::new(&arguments[at]);
        path.is_file() || arguments[at].to_str().is_some_and(|text| kind_of(text).is_some())
    };
    let Some(at) = at.filter(|&at| is_input(at)) else {
        if word.contains(['.', '/']) {
            let advice = format!("there is no file `{word}`, and no command of that name");
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
        }
        return Err(error);
    };
    let mut call = arguments.to_vec();
    call.insert(at, OsString::from("run"));
    Args::try_parse_from(call)
}

/// Returns the error of a call in which an option of its command begins with another dash than `-`,
/// which clap would take for a file. `None` if there is a file of that name.
fn with_pasted_dash(arguments: &[OsString]) -> Option<clap::Error> {
    let words = arguments.iter().skip(1).take_while(|word| *word != "--");
    let words: Vec<_> = words.filter_map(|word| word.to_str()).collect();
    // The common case: nothing is built.
    words.iter().find_map(|word| without_pasted_dash(word))?;

    let mut root = Args::command();
    root.build();
    let name = words.iter().find(|word| root.find_subcommand(word).is_some());
    let command = match name {
        Some(name) => root.find_subcommand_mut(name)?,
        None => &mut root,
    };
    for word in words {
        if let Some(option) = intended_option(command, word)
            && !Path::new(word).exists()
        {
            let dash = pasted_dash(word)?;
            let option = one_line(&clip_to(&option, LONGEST_VALUE)).into_owned();
            let message = format!("{dash}; write `{option}`");
            return Some(command.error(ErrorKind::UnknownArgument, message));
        }
    }
    None
}

/// Returns the option of a command that is intended by a word with another dash than `-`, with its
/// value if it has one after `=`.
fn intended_option(command: &clap::Command, word: &str) -> Option<String> {
    let rest = without_pasted_dash(word)?;
    let name = rest.split('=').next().unwrap_or_default();
    let is_long = |argument: &clap::Arg| argument.get_long() == Some(name);
    if command.get_arguments().any(is_long) {
        return Some(format!("--{rest}"));
    }
    let mut letters = rest.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    let is_short = |argument: &clap::Arg| argument.get_short() == Some(letter);
    command.get_arguments().any(is_short).then(|| format!("-{letter}"))
}

/// Quotes the values of an error of clap as messages do: hostile characters become escapes (clap
/// removes some of them), and long values are cut. Names an argument that begins with another dash
/// than `-`, which clap takes for a value. Returns whether a value was changed.
fn quote(error: &mut clap::Error, arguments: &[OsString]) -> bool {
    let quoted = |value: &str| one_line(&clip_to(value, LONGEST_VALUE)).into_owned();
    let values: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    let mut is_changed = false;
    for (kind, value) in values {
        let shown = match &value {
            ContextValue::String(value) => ContextValue::String(quoted(value)),
            ContextValue::Strings(values) => {
                ContextValue::Strings(values.iter().map(|value| quoted(value)).collect())
            }
            _ => continue,
        };
        if shown != value {
            is_changed = true;
            error.insert(kind, shown);
            // It would quote the value once more, as it is.
            error.remove(ContextKind::Suggested);
        }
    }
    let words = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
    let dashed = words.take_while(|word| word != "--").find_map(|word| pasted_dash(&word));
    if let Some(dash) = dashed {
        // An option is intended, and not the command that is spelled most like it.
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![dash.into()]));
    }
    is_changed
}

/// Ends the process with clap's message about the arguments: an error, or the help or the version
/// that they ask for. An error is written without colors if it `is_plain`.
fn answered(error: &clap::Error, is_plain: bool) -> ! {
    if error.use_stderr() {
        // The reason of a wrong value may quote it once more.
        let text = error.render().to_string();
        let clean = sanitize(&text);
        if !is_plain && matches!(clean, Cow::Borrowed(_)) && clean.len() <= LONGEST_ERROR {
            error.exit();
        }
        let is_end = |end: &usize| clean.is_char_boundary(*end);
        let end = (0..=clean.len().min(LONGEST_ERROR)).rev().find(is_end).unwrap_or(0);
        let cut = if end < clean.len() { "…\n" } else { "" };
        let _ = std::io::stderr().lock().write_all(format!("{}{cut}", &clean[..end]).as_bytes());
        std::process::exit(Exit::Unusable as i32);
    }
    if let Err(error) = error.print().and_then(|()| std::io::stdout().flush()) {
        lose_output(error);
    }
    std::process::exit(end(Exit::Fine) as i32)
}

impl Call {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let console = Console::new(self.color, None);
        match self.command {
            None => run::piped(&console),
            Some(Command::Run(args)) => run::run(&console, &args),
            Some(Command::Solve(args)) => run::solve(&console, &args),
            Some(Command::Check(args)) => check::check(&console, &args),
            Some(Command::Test(args)) => test::test(&console, &args),
            Some(Command::Grade(args)) => grade::grade(&console, &args),
            Some(Command::Verify(args)) => verify::verify(&console, &args),
            Some(Command::Rank(args)) => rank::rank(&console, &args),
            Some(Command::Fmt(args)) => fmt::fmt(&console, &args),
            Some(Command::Help { word }) => help::help(&console, word.as_deref()),
            Some(Command::Sheet(args)) => worksheet::sheet(&console, &args),
            Some(Command::Make(args)) => make::make(&console, &args),
            Some(Command::Show(args)) => show::show(&console, &args),
            Some(Command::Graph(args)) => graph::graph(&console, &args),
            Some(Command::Import(args)) => import::import(&console, &args),
            Some(Command::Export(args)) => export::export(&console, &args),
            Some(Command::Completions(args)) => completions::completions(&console, &args),
            Some(Command::Repl(_) | Command::Lsp { .. }) => {
                unreachable!("`request` makes other requests of these")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::prompt::{OF_THE_SHELL, PROGRAM, VERBS};
    use crate::kinds::KINDS;
    use crate::puzzle::common::verbs;

    #[test]
    fn the_prompt_knows_the_words_of_the_command_line() {
        let of_kinds = KINDS.iter().copied().flat_map(verbs);
        let known: Vec<_> = of_kinds.chain(VERBS).map(|verb| verb.name).collect();
        let command = command();
        let names = command.get_subcommands().flat_map(clap::Command::get_name_and_visible_aliases);
        let mut of_the_shell: Vec<_> = names.filter(|name| !known.contains(name)).collect();
        of_the_shell.insert(0, PROGRAM);
        assert_eq!(OF_THE_SHELL, of_the_shell);
        assert_eq!(command.get_name(), PROGRAM);
    }

    #[test]
    fn an_option_with_another_dash_is_recognized() {
        let mut root = Args::command();
        root.build();
        for (word, option) in [
            ("–version", Some("--version")),
            ("—help", Some("--help")),
            ("-–version", Some("--version")),
            ("–V", Some("-V")),
            ("–solve", None),
            ("--version", None),
            ("–", None),
        ] {
            assert_eq!(intended_option(&root, word).as_deref(), option, "{word}");
        }
        let run = root.find_subcommand("run").expect("a command");
        for (word, option) in [
            ("–as", Some("--as")),
            ("––states=5", Some("--states=5")),
            ("–color", Some("--color")),
            ("–h", Some("-h")),
            ("–solved", None),
        ] {
            assert_eq!(intended_option(run, word).as_deref(), option, "{word}");
        }
    }
}
