//! The quick way to read the arguments of the process.
//!
//! clap makes the arguments of all commands before it reads those of one, which is a fifth of the
//! time of a call that does little. So a call that begins with the name of a command is read with
//! the arguments of that command alone. If they are wrong, or ask for help, all commands are made
//! after all, and say so. (To have clap defer the arguments of each command until it is called saves
//! half as much, and changes the order of arguments in completion scripts.)

use std::ffi::OsString;

use clap::{Args as _, Command, FromArgMatches};

use super::args::{
    Args, Check, Common, Export, Fmt, Grade, Graph, Import, Rank, Run, Show, Solve, Test, Verify,
};

/// Adds the arguments of a command.
type Augment = fn(Command) -> Command;

/// The commands that can be read so.
const COMMANDS: &[(&str, Augment)] = &[
    ("run", Run::augment_args),
    ("solve", Solve::augment_args),
    ("check", Check::augment_args),
    ("test", Test::augment_args),
    ("verify", Verify::augment_args),
    ("grade", Grade::augment_args),
    ("fmt", Fmt::augment_args),
    ("rank", Rank::augment_args),
    ("show", Show::augment_args),
    ("graph", Graph::augment_args),
    ("import", Import::augment_args),
    ("export", Export::augment_args),
];

/// Parses the arguments of the process, of which the first is its name. Returns `None` if they are
/// wrong, or if only the complete parser can read them.
pub(super) fn parse(arguments: &[OsString]) -> Option<Args> {
    let first = arguments.get(1)?;
    let &(name, augment) = COMMANDS.iter().find(|(name, _)| first == name)?;
    let command = augment(Command::new(name));
    let root = Common::augment_args(Command::new("puzzled")).subcommand(command);
    let mut matches = root.try_get_matches_from(arguments).ok()?;
    Args::from_arg_matches_mut(&mut matches).ok()
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    /// Returns the arguments of a command, with everything that clap knows of each except its place
    /// in the help.
    fn arguments(root: &mut Command, name: &str) -> Vec<String> {
        root.build();
        let command = root.find_subcommand(name).expect("the command exists");
        let text = |argument: &clap::Arg| format!("{:?}", argument.clone().display_order(0));
        let mut arguments: Vec<_> = command.get_arguments().map(text).collect();
        arguments.sort();
        arguments
    }

    #[test]
    fn both_ways_know_the_same_arguments() {
        let mut direct = Args::command();
        for &(name, augment) in COMMANDS {
            let mut root = Common::augment_args(Command::new("puzzled"))
                .subcommand(augment(Command::new(name)));
            let expected = arguments(&mut root, name);
            assert!(expected.len() > 3, "{name}: {expected:?}");
            assert_eq!(expected, arguments(&mut direct, name));
        }
    }

    #[test]
    fn both_ways_read_the_same() {
        let calls = [
            "run a.puzzle",
            "run --color never --as sudoku --number a b --time 5s --states 7 --memory 2G",
            "run --color=always -- --a",
            "run -",
            "check",
            "check . --solve --fix --format sarif --deny warnings --limit 3 --total-time 1h a b",
            "test --bless --format junit x",
            "fmt --check x -",
            "grade --format csv --show-answers m.puzzle a b",
            "rank --format csv --as rush x",
            "show --ascii --film --frames 9 a.puzzle k",
            "graph --format json --states 5 a.puzzle k",
            "import --as sudoku --format sdm x",
            "export --all --format json x",
        ];
        for call in calls {
            let words: Vec<OsString> =
                ["puzzled"].into_iter().chain(call.split(' ')).map(OsString::from).collect();
            let quick = parse(&words).expect(call);
            let slow = Args::try_parse_from(words).expect(call);
            assert_eq!(format!("{quick:?}"), format!("{slow:?}"), "{call}");
        }
    }

    #[test]
    fn what_is_wrong_or_asks_for_help_goes_the_slow_way() {
        for call in [
            "",
            "--color never check",
            "help",
            "chec",
            "check --help",
            "check -h",
            "check --version",
            "check --color nevr",
            "run",
            "run --soem a",
            "show --svg --ascii a",
            "graph --states 0 a",
        ] {
            let words = ["puzzled"].into_iter().chain(call.split_whitespace());
            let words: Vec<_> = words.map(OsString::from).collect();
            assert!(parse(&words).is_none(), "{call}");
        }
    }
}
